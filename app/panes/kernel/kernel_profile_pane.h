// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/kit/background.h"
#include "app/panes/kernel/kernel_view.h"
#include "app/report/pane.h"
#include "model/kernels/kernel_match.h"

class QComboBox;
class QLabel;
class QListWidget;
class QStackedWidget;
class QToolButton;

namespace app {

class KernelMemoryView;
class KernelMetricsView;
class KernelOccupancyView;
class KernelRulesView;
class KernelSectionsView;
class KernelSourceView;
class KernelSummaryView;

/// What a profiler measured of the selected kernel, in several views. A kernel of a timeline shows the profile that
/// another tab holds of it. Any kernel can be pinned as the baseline: then numbers show how they differ from it, in
/// every report.
class KernelProfilePane : public Pane {
    Q_OBJECT

public:
    enum View { Summary, Sections, Memory, Occupancy, Rules, Source, Metrics, ViewCount };

    explicit KernelProfilePane(QWidget* parent = nullptr);
    ~KernelProfilePane() override;

    bool isSettled() const override;
    QString whyEmpty() const override;
    QString pictureAbout() const override;
    void showView(View view);
    View view() const;
    /// By its name ("sections"), or that of a kernel counted from 1 ("sections:3"); false if there is none.
    bool showPart(const QString& name) override;
    QString whyNoPart(const QString& name) const override;

    /// Makes the kernel that is shown the one that others are compared with.
    void pinBaseline() { pinBaseline(m_profile); }
    /// The same with another kernel of that report.
    void pinBaseline(model::ProfileId profile);
    /// Each kernel is compared with its namesake of another report, of several the one that is as many launches from
    /// the first; false if what is shown has none: of the summary all kernels, else the one shown.
    bool pinBaselineOf(const PaneHost& other);
    void clearBaseline();
    const KernelBaseline& baseline() const { return m_baseline; }

    /// What is shown, for tests: the report it comes from, and the profile.
    PaneHost* shown() const { return m_shown; }
    model::ProfileId shownProfile() const { return m_profile; }
    KernelSummaryView* summary() const { return m_summary; }
    KernelSectionsView* sections() const { return m_sections; }
    KernelMetricsView* metrics() const { return m_metrics; }
    KernelMemoryView* memory() const { return m_memory; }
    KernelOccupancyView* occupancy() const { return m_occupancy; }
    KernelRulesView* rules() const { return m_rules; }
    KernelSourceView* source() const { return m_source; }
    QToolButton* pinButton() const { return m_pin; }
    QToolButton* jumpButton() const { return m_jump; }

signals:
    /// Matches with other reports are known now.
    void matched();

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Matches;

    struct Entry;

    void layOut();
    void connectParts();
    QWidget* makeTop();
    QWidget* makeBaselineRow();
    void makeViews();
    void fillViews();
    void show(PaneHost* from, model::ProfileId profile);
    void showNothing();
    void step(int direction);
    void fillTop(const model::Snapshot& s, const model::KernelProfile& p);
    bool showsBaseline() const;
    KernelText findText() const;
    void followNamesake();
    QString baselineText() const;
    void updateBaseline();
    void openKernel(model::ProfileId profile);
    void select(model::ProfileId profile);
    void updateJump();
    void findMatches();
    void addMatches(std::shared_ptr<Matches> found);
    const model::KernelMatch* matchHere(PaneHost*& other) const;
    void requestSection(const QString& id);
    bool openAdvisedPage();

    QPointer<PaneHost> m_shown;
    model::SnapshotPtr m_snapshot;  ///< of m_shown
    model::ProfileId m_profile = 0;
    model::EventRef m_event;                          ///< selected in the report in front
    std::vector<std::shared_ptr<Matches>> m_matches;  ///< of the report in front with others

    QLabel* m_name;
    QLabel* m_facts;
    QLabel* m_origin;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_jump;
    QToolButton* m_pin;
    QWidget* m_baselineRow;
    QLabel* m_baselineText;
    QToolButton* m_unpin;
    QListWidget* m_views;
    QComboBox* m_viewBox;  ///< instead of the list where the pane is narrow
    QStackedWidget* m_stack;
    KernelSummaryView* m_summary;
    KernelSectionsView* m_sections;
    KernelMemoryView* m_memory;
    KernelOccupancyView* m_occupancy;
    KernelRulesView* m_rules;
    KernelSourceView* m_source;
    KernelMetricsView* m_metrics;
    std::vector<Entry> m_entries;  ///< by View
    bool m_viewChosen = false;     ///< by a person, or asked for
    KernelBaseline m_baseline;
    std::vector<std::optional<model::ProfileId>>
        m_namesakes;  ///< of m_snapshot's kernels in the baseline, where that is a report
    model::SnapshotPtr m_namesakesOf;
    Newest m_matching{this};  ///< last
};

}  // namespace app
