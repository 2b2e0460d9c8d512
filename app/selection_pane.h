// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "app/pane.h"

class QFormLayout;
class QLabel;
class QToolButton;

namespace app {

/// The selected span of time: where it is, how long, and how much of what is on screen happened in it.
class SelectionPane : public Pane {
    Q_OBJECT

public:
    explicit SelectionPane(QWidget* parent = nullptr);
    void refreshNow() override { refresh(); }
    QString title() const override { return tr("Selection"); }
    /// Start, end and length in nanoseconds, tab-separated with a header.
    QString asTsv() const;

protected:
    void pageChanged() override;
    void retranslate() override;

private:
    enum Line { Start, End, Length, Rate, Rows, Events, LineCount };
    void refresh();

    QLabel* m_names[LineCount];
    QLabel* m_values[LineCount];
    QToolButton* m_copy;
    QToolButton* m_zoom;
    QToolButton* m_clear;
    QTimer m_soon;
};

}  // namespace app
