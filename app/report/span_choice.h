// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QPointer>
#include <algorithm>
#include <optional>

#include "app/report/pane_host.h"
#include "model/base/time.h"

namespace app {

/// Which time a pane is about: the selected span (the whole report while none is selected), what is on screen, or the
/// whole report.
class SpanChoice : public QComboBox {
    Q_OBJECT

public:
    enum class Span { Selection, View, Whole };

    explicit SpanChoice(QWidget* parent = nullptr);
    /// Whose spans are meant; null = none.
    void setHost(PaneHost* host);
    Span span() const { return static_cast<Span>(std::max(0, currentIndex())); }
    void setSpan(Span span);
    /// Nothing = the whole report.
    std::optional<model::TimeRange> range() const;
    void retranslate();

signals:
    /// Another span was chosen by hand.
    void chosen();
    /// range() changed because the selection or the view did; often while somebody drags or scrolls.
    void rangeMoved();

private:
    void updateTexts();

    QPointer<PaneHost> m_host;
};

}  // namespace app
