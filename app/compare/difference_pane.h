// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>
#include <array>
#include <functional>

#include "app/compare/compare_align.h"
#include "app/compare/difference_flame.h"
#include "app/compare/difference_histogram.h"
#include "app/compare/difference_model.h"
#include "app/compare/event_pairs.h"
#include "app/kit/background.h"
#include "model/diff/advice.h"
#include "model/diff/findings.h"

class QLabel;
class QLineEdit;
class QMenu;
class QStandardItemModel;
class QTabWidget;

namespace app {

class PaneHost;
class RowMenu;
class Table;

/// What two reports differ in, in a tab a kind. Computed beside the window's thread.
class DifferencePane : public QWidget {
    Q_OBJECT

public:
    explicit DifferencePane(QWidget* parent = nullptr);

    void show(model::SnapshotPtr a, model::SnapshotPtr b);
    /// The timelines that the menus of rows act on.
    void setHosts(PaneHost* a, PaneHost* b);
    bool isWorking() const { return m_work.isWorking() || m_adviceWork.isWorking() || m_events->isWorking(); }
    QTabWidget* tabs() const { return m_tabs; }
    /// Names of the tabs on the command line, the same in every language.
    QStringList tabNames() const;
    /// Brings the tab of that name to the front; false if there is none, or nothing in it.
    bool showTab(const QString& name);
    QLineEdit* filterEdit() const { return m_filter; }
    QString summary() const;
    /// Of which name the tab in front lists single events, or by which statistic its times stand for the repetitions;
    /// empty for others.
    QString about() const;
    EventPairs* events() const { return m_events; }
    DifferenceFlame* flame() const { return m_flame; }
    DifferenceHistogram* histogram() const { return m_histogram; }
    QStandardItemModel* advice() const { return m_adviceModel; }
    QStandardItemModel* findings() const { return m_findingsModel; }
    Table* findingsTable() const { return m_findingsTable; }
    const std::shared_ptr<const model::diff::Comparison>& comparison() const { return m_comparison; }
    /// Ways to lay the reports on each other that came of it.
    const std::vector<AlignChoice>& choices() const { return m_choices; }

signals:
    /// A row is to be shown in the timelines.
    void proofRequested(const model::diff::Proof& proof);
    void settled();
    /// The tab of events shows what it lists.
    void eventsListed();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Page {
        std::optional<model::diff::Category> category;
        DifferenceModel* model;
        Table* table;
    };
    using ProofOf = std::function<model::diff::Proof(const QModelIndex&)>;
    void offerRowMenu(Table* table, ProofOf proofOf);
    void updateTimes();
    void fillRowMenu(QMenu& menu, const model::diff::Proof& proof);
    void layOut();
    void makeTabs();
    void addPage(std::optional<model::diff::Category> category, const char* key);
    struct Made {
        std::shared_ptr<const model::diff::Comparison> comparison;
        std::shared_ptr<DifferenceFlame::Made> flame;
        std::vector<AlignChoice> choices;
        std::vector<model::diff::Finding> findings;
    };
    void setResult(Made made);
    void fillFindings();
    void fillSetup();
    void lookForAdvice();
    void fillAdvice();
    const model::diff::Row* chosenRow(const Page& page) const;
    void showHistogram();
    void showEvents();
    void updateTabs();
    void retranslate();

    std::array<QPointer<PaneHost>, 2> m_hosts;
    std::array<RowMenu*, 2> m_rowMenus;  ///< each with its own work
    std::shared_ptr<const model::diff::Comparison> m_comparison;
    std::vector<AlignChoice> m_choices;
    QLabel* m_summary;
    QLineEdit* m_filter;
    QTabWidget* m_tabs;
    QList<Page> m_pages;
    qsizetype m_lastChosen = 0;  ///< page where a line was chosen last
    std::vector<model::diff::Finding> m_findings;
    std::vector<model::diff::AdviceChange> m_advice;
    QStandardItemModel *m_findingsModel, *m_setupModel, *m_adviceModel;
    Table *m_findingsTable, *m_setup, *m_adviceTable;
    EventPairs* m_events;
    DifferenceFlame* m_flame;
    DifferenceHistogram* m_histogram;
    Newest m_work{this}, m_adviceWork{this};  // last
};

}  // namespace app
