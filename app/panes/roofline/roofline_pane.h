// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <memory>
#include <optional>

#include "app/kit/background.h"
#include "app/panes/roofline/roofline_view.h"
#include "app/report/pane.h"
#include "importers/peaks_file.h"

class QComboBox;
class QLabel;
class QSplitter;
class QToolButton;

namespace app {

class ReportTableModel;
class RooflineChart;
class Table;

/// How far kernels are from what their chip can do: a roofline, and beside it its numbers. What is chosen in one of
/// chart, table and timeline is chosen in the others.
class RooflinePane : public Pane {
    Q_OBJECT

public:
    explicit RooflinePane(QWidget* parent = nullptr);
    bool isSettled() const override;

    enum class Levels { Dram, L2, L1, All };
    void setLevels(Levels levels);
    void setColour(RooflineColour colour);
    /// Arrows from where the kernels of another report are; null: none.
    void setBaseline(PaneHost* other);
    QComboBox* baselineBox() const { return m_baselines; }
    /// Name of that report; kernels of it that are in this one, too.
    QString baselineName() const;
    std::size_t arrows() const;
    /// A point a launch instead of one a name.
    void setEachLaunch(bool on);
    RooflineChart* chart() const { return m_chart; }
    ReportTableModel* model() const { return m_model; }
    Table* table() const { return m_table; }
    /// The chart above the table instead of beside it: where the table needs more room than there is, and there is
    /// height for both.
    bool isStacked() const;
    QString status() const;
    /// Writes the table (.csv) or the picture (.png, .svg, .pdf); false if that fails.
    bool exportTo(const QString& path);

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Request {
        model::SnapshotPtr report;
        std::optional<model::TimeRange> range;
        bool eachLaunch = false;
        const importers::Peaks* peaks = &importers::devicePeaks();  ///< of chips
        bool operator==(const Request&) const = default;
    };
    using Result = std::shared_ptr<const model::roofline::Result>;

    void connectParts();
    void clear(const QString& why);
    void setResult(Result result);
    void fillChips();
    void fillBaselines();
    void measureBaseline();
    void fillChoices();
    void showChart();
    void sizeColumns();
    void hideEmptyColumns();
    void arrange();
    QString emptyText() const;
    void choosePoint(std::size_t point);
    void markPoints(const std::set<std::size_t>& points);
    void followTimeline(model::EventRef event);
    void selectRows(const std::set<std::size_t>& points);
    void chooseFile();

    QComboBox *m_group, *m_levels, *m_colour, *m_chip, *m_baselines;
    QToolButton *m_fit, *m_export;
    QLabel* m_status;
    QSplitter* m_parts;
    RooflineChart* m_chart;
    Table* m_table;
    ReportTableModel* m_model;
    Request m_request;
    Result m_result;
    QPointer<PaneHost> m_before;  ///< whose kernels are the baseline
    Request m_measured;           ///< of it, of which m_baseline is
    Result m_baseline;
    QString m_exported;                         ///< what came of the last export
    bool m_sized = false;                       ///< columns have their widths
    std::set<int> m_empty;                      ///< columns that were hidden because no row has them
    bool m_following = false;                   ///< a choice is being passed on
    Newest m_work{this}, m_baselineWork{this};  // last
};

}  // namespace app
