// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/base/translate_noop.h"
#include "model/roofline/counted_work.h"
#include "model/workload/request.h"

namespace model::roofline {

// Columns of the utilisation of a model, for tables of steps, ranges and operators: all five, in this order.

inline constexpr reports::ColumnInfo kMfuColumn{
    QT_TRANSLATE_NOOP("Reports", "MFU (%)"), reports::Unit::Percent,
    QT_TRANSLATE_NOOP(
        "Reports",
        "Model FLOPs utilisation: the known work as a share of what the GPU could do in that time at its dense peak"),
    reports::Role::Each};
inline constexpr reports::ColumnInfo kMfuWorkColumn{
    QT_TRANSLATE_NOOP("Reports", "Operations"), reports::Unit::Number,
    QT_TRANSLATE_NOOP("Reports",
                      "Known work: of measured kernels, else of matrix products, convolutions and attention")};
inline constexpr reports::ColumnInfo kMfuPeakColumn{
    QT_TRANSLATE_NOOP("Reports", "Dense Peak TFLOP/s"), reports::Unit::Number,
    QT_TRANSLATE_NOOP("Reports", "Of the chip, without sparsity, in the precision of most of the work")};
inline constexpr reports::ColumnInfo kMfuPrecisionColumn{QT_TRANSLATE_NOOP("Reports", "Peak Of"), reports::Unit::Text,
                                                         QT_TRANSLATE_NOOP("Reports", "Precision of most of the work")};
inline constexpr reports::ColumnInfo kMfuSourceColumn{
    QT_TRANSLATE_NOOP("Reports", "Work From"), reports::Unit::Text,
    QT_TRANSLATE_NOOP("Reports", "Whether the work was measured or modelled by the sizes of inputs, and what lacks"),
    reports::Role::Words};

inline constexpr std::size_t kMfuColumns = 5;

/// Adds the cells of those columns. `seconds`: what the share is of.
inline void appendMfu(std::vector<reports::Cell>& row, const WorkSum& work, double seconds) {
    const auto number = [](std::optional<double> v) { return v && isKnown(*v) ? reports::Cell(*v) : reports::Cell(); };
    const auto mfu = work.mfu(seconds);
    row.push_back(number(mfu ? std::optional(*mfu * 100) : std::nullopt));
    row.push_back(work.empty() ? reports::Cell() : reports::Cell(work.flop()));
    row.push_back(number(work.peak() / 1e12));
    row.emplace_back(work.empty() ? std::string() : std::string(precisionInfo(work.precision()).label));
    row.emplace_back(work.source());
}

}  // namespace model::roofline
