// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kit/background.h"
#include "app/kit/info_bar.h"
#include "app/kit/tables/report_table_model.h"
#include "model/rules/headline.h"

namespace app {

/// A line about a report that has just been opened: what it is, and the greatest thing that advice has to say. Its
/// first button leads there, the second one ends such lines for good (preferences::kHeadline).
class HeadlineBar : public InfoBar {
    Q_OBJECT

public:
    explicit HeadlineBar(QWidget* parent = nullptr);
    /// Shows the line, and computes it beside the window. Nothing where nobody wants it, or this one was closed.
    void setReport(const model::SnapshotPtr& report);
    bool isWorking() const { return m_work.isWorking(); }
    const model::rules::Headline& headline() const { return m_headline; }

signals:
    /// The line says what it has to say.
    void told();
    /// The finding is to be shown.
    void findingRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showTexts();

    model::SnapshotPtr m_report;
    model::rules::Headline m_headline;
    bool m_closed = false;
    Newest m_work{this};  ///< last
};

}  // namespace app
