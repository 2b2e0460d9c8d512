// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/pane.h"
#include "model/kernel_match.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace app {

class KernelMetricsModel;
class KernelRulesView;
class KernelSourceView;
class Table;

/// What a profiler measured of the selected kernel: sections, all metrics, rules, source. A kernel of a timeline shows
/// the profile that another tab holds of it.
class KernelProfilePane : public Pane {
    Q_OBJECT

public:
    enum View { Sections, Metrics, Rules, Source, ViewCount };

    explicit KernelProfilePane(QWidget* parent = nullptr);
    ~KernelProfilePane() override;

    void refreshNow() override { refresh(); }
    QString title() const override { return tr("Kernel metrics"); }
    /// All reports that are open; asked for when matches are looked for.
    void setPages(std::function<QList<ReportPage*>()> pages) { m_pages = std::move(pages); }
    void showView(View view);

    /// What is shown, for tests: the report it comes from, and the profile.
    ReportPage* shownPage() const { return m_shown; }
    model::ProfileId shownProfile() const { return m_profile; }
    /// Chosen lines of the sections, or all of them, as tab-separated text with raw values.
    QString sectionsAsTsv() const;
    KernelMetricsModel* metrics() const { return m_metrics; }
    KernelRulesView* rules() const { return m_rules; }
    KernelSourceView* source() const { return m_source; }
    QTreeWidget* sections() const { return m_sections; }
    QToolButton* jumpButton() const { return m_jump; }

signals:
    /// The other end of a match was asked for.
    void eventRequested(app::ReportPage* page, model::EventRef event);
    /// Matches with other reports are known now.
    void matched();

protected:
    void pageChanged() override;
    void retranslate() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Matches;

    QWidget* makeTop();
    QWidget* makeMetrics();
    void refresh();
    void show(ReportPage* from, model::ProfileId profile);
    void showNothing();
    void step(int direction);
    void fillSections(const model::Snapshot& s, const model::KernelProfile& p);
    void fillTop(const model::Snapshot& s, const model::KernelProfile& p);
    void updateCount();
    void updateJump();
    void findMatches();
    const model::KernelMatch* matchHere(ReportPage*& other) const;
    void requestSection(const QString& id);

    std::function<QList<ReportPage*>()> m_pages;
    QPointer<ReportPage> m_shown;
    model::SnapshotPtr m_snapshot;  ///< of m_shown
    model::ProfileId m_profile = 0;
    model::EventRef m_event;        ///< selected in the page in front
    std::vector<std::shared_ptr<Matches>> m_matches;  ///< of the page in front with others
    std::uint64_t m_matchRequest = 0;
    QTimer m_soon;

    QLabel* m_name;
    QLabel* m_facts;
    QLabel* m_origin;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_jump;
    QListWidget* m_views;
    QStackedWidget* m_stack;
    QTreeWidget* m_sections;
    QLineEdit* m_filter;
    QLabel* m_filterCount;
    KernelMetricsModel* m_metrics;
    Table* m_metricsTable;
    KernelRulesView* m_rules;
    KernelSourceView* m_source;
};

}  // namespace app
