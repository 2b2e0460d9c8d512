// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bars/headline_bar.h"

#include <QEvent>

#include "app/kit/preferences.h"
#include "importers/peaks_file.h"

namespace app {

HeadlineBar::HeadlineBar(QWidget* parent) : InfoBar(QStringLiteral("info"), parent) {
    connect(this, &InfoBar::triggered, this, &HeadlineBar::findingRequested);
    connect(this, &InfoBar::secondTriggered, this, [this] {
        preferences::kHeadline.set(false);
        hide();
    });
    connect(this, &InfoBar::dismissed, this, [this] { m_closed = true; });
}

void HeadlineBar::setReport(const model::SnapshotPtr& report) {
    if (m_closed || !preferences::kHeadline.value()) return;
    m_report = report;
    m_headline = {};
    m_work.run(
        [report](const std::stop_token& stop) {
            model::reports::Request whole{*report, report->whole(), {}, 0, stop};
            whole.peaks = &importers::devicePeaks().table;
            return model::rules::headlineOf(whole);
        },
        [this](model::rules::Headline headline) {
            m_headline = std::move(headline);
            showTexts();
            emit told();
        });
    showTexts();
    show();  // at once: what is below moves while the report is put in place anyway
}

void HeadlineBar::showTexts() {
    if (!m_report) return;
    const ReportWords words(m_report);
    setSecondActionText(tr("Don’t Show for Any Report"));
    if (isWorking()) return setText(tr("Looking for what stands out in this report …"));
    const model::rules::Rule* rule = m_headline.rule;
    const std::string title = rule ? words(rule->table.title).toStdString() : std::string();
    setText(words(model::sentences(m_headline.what, m_headline.finding(title))));
    setActionText(rule ? tr("Show") : QString());
}

void HeadlineBar::changeEvent(QEvent* event) {
    InfoBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) showTexts();
}

}  // namespace app
