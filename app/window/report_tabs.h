// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

namespace app {

/// Tabs whose names can be read: they scroll before a name is cut to less than that, and a long name leaves room for
/// others.
class ReportTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit ReportTabs(QWidget* parent = nullptr);
};

}  // namespace app
