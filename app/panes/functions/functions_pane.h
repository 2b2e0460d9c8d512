// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kit/background.h"
#include "app/kit/tables/report_table_model.h"
#include "app/panes/functions/call_tree_model.h"
#include "app/report/pane.h"
#include "model/reports/contents.h"
#include "timeline/look/communication.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace app {

class ChoiceList;
class ChoiceSplit;
class FlameView;
class TreeTable;

/// Where time or samples went by functions, ranges or operators: flame graph, top-down, bottom-up and flat; of the
/// selected span or the whole report.
class FunctionsPane : public Pane {
    Q_OBJECT

public:
    /// What trees are made of; in the order of the list.
    using Source = model::CallSource;
    enum class View : std::uint8_t { Flame, TopDown, BottomUp, Flat };

    explicit FunctionsPane(QWidget* parent = nullptr);
    bool isSettled() const override { return Pane::isSettled() && !m_work.isWorking() && !m_looking.isWorking(); }

    void setSource(Source source);
    void setView(View view);
    Source source() const;
    View view() const;
    ChoiceList* sources() const { return m_sources; }
    ChoiceSplit* split() const { return m_split; }
    FlameView* flame() const { return m_flame; }
    TreeTable* table() const { return m_table; }
    CallTreeModel* model() const { return m_model; }
    QString status() const;
    /// Folded stacks (.txt), a picture of the flame graph (.png, .svg), or the table (.csv), by the ending. False if it
    /// cannot be written.
    bool exportTo(const QString& path);
    void setSearch(const QString& text);

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;

private:
    void start();
    Source firstSource() const;
    struct Made;
    void setResult(Made made);
    void clear();
    void showView();
    void fillChoices();
    void chooseFile();
    void look(const model::SnapshotPtr& report);

    ChoiceList* m_sources;
    QComboBox* m_view;
    QToolButton* m_export;
    QLineEdit* m_search;
    QLabel* m_status;
    QStackedWidget* m_views;
    QScrollArea* m_scroll;
    FlameView* m_flame;
    TreeTable* m_table;
    CallTreeModel* m_model;
    ChoiceSplit* m_split;
    QString m_hover, m_exported;

    struct Request {
        model::SnapshotPtr report;
        Source source = Source::Samples;
        std::optional<model::TimeRange> range;
        bool operator==(const Request&) const = default;
    };
    Request m_request;
    ReportWords m_words;  // of the report in front
    /// Trees and the report that they are of: they come and go together.
    struct Made {
        Request request;
        std::shared_ptr<const model::CallTree> tree, bottomUp;
        timeline::CommunicationPtr communication;  // of GPU work
    };
    Made m_made;
    model::SnapshotPtr m_contentsOf;  ///< the report that was looked at last
    std::optional<model::reports::Contents> m_contents;
    bool m_chosen = false;                 ///< the source was chosen by a person
    Newest m_looking{this}, m_work{this};  ///< last
};

}  // namespace app
