// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "app/kit/tables/table.h"
#include "importers/ncu/cubin.h"
#include "importers/ncu/sass.h"
#include "model/kernels/source_metrics.h"

namespace app {

class KernelSourceModel;

/// What was measured by line or by instruction, with the heat of each: its share of one metric, as a number and as a
/// bar. Rows that belong to what is chosen in another such table are marked as linked.
class KernelSourceTable : public Table {
    Q_OBJECT

public:
    enum Column { Place, Heat, Code, FirstMetric };

    explicit KernelSourceTable(QWidget* parent = nullptr);

    /// What is shown: `texts` of instructions that the table lacks (null = none); `ptx` is what it has its text from.
    struct Content {
        model::SnapshotPtr snapshot;
        model::SourceTable table;
        std::shared_ptr<const importers::ncu::SassListing> texts;
        std::shared_ptr<const importers::ncu::CubinPtx> ptx;
    };
    void setContent(Content content);
    const model::SourceTable& content() const;
    /// Values of the baseline by row, as model::valuesBefore() has them.
    void setBefore(std::vector<std::vector<double>> before);
    /// Rows that the baseline has, too.
    std::size_t matched() const;

    /// The metric that the heat is of; where it was not measured here, the first one is.
    void setHeat(std::string_view metric);
    /// Rows from the hottest down; without those that have none of it.
    const std::vector<int>& byHeat() const;
    /// Chooses the next row down, or up, in that order; from a row without heat the hottest.
    void stepByHeat(int direction);

    void setLinked(std::vector<int> rows);
    const std::vector<int>& linked() const;

    /// Columns as wide as what they hold. Code takes what is left; `few`: only the first metrics are shown.
    void fitColumns(bool few);
    void scrollToHottest();

signals:
    /// A person chose a row; -1: none.
    void rowChosen(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitCode();
    KernelSourceModel* m_model;
};

}  // namespace app
