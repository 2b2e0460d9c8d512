// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/sql/chart_points.h"

#include <algorithm>

#include "app/panes/sql/sql_result.h"

namespace app {
namespace {

constexpr std::size_t kMostBars = 40, kMostPoints = 20'000;
constexpr int kLabelLetters = 24;
constexpr std::size_t kSampledRows = 100;  // that decide whether a column is of numbers

/// The first column of numbers but the very first; -1 = none.
int columnOfValues(const SqlRows& rows) {
    for (int c = 1; c < rows.columns.size(); ++c)
        for (std::size_t r = 0; r < std::min(rows.rows(), kSampledRows); ++r)
            if (rows.number(r, c)) return c;
    return -1;
}

void add(ChartPoints& to, std::size_t row, const SqlRows& rows, int y) {
    if (const auto k = rows.number(row, 0), v = rows.number(row, y); k && v) {
        to.keys.append(*k);
        to.values.append(*v);
    }
}

void addLine(ChartPoints& to, const SqlRows& rows, int y) {
    const std::size_t step = rows.rows() <= kMostPoints ? 1 : rows.rows() / (kMostPoints / 2) + 1;
    for (std::size_t first = 0; first < rows.rows(); first += step) {
        std::size_t least = first, greatest = first;
        for (std::size_t r = first + 1; r < std::min(first + step, rows.rows()); ++r) {
            const auto v = rows.number(r, y);
            if (!v) continue;
            if (const auto low = rows.number(least, y); !low || *v < *low) least = r;
            if (const auto high = rows.number(greatest, y); !high || *v > *high) greatest = r;
        }
        add(to, std::min(least, greatest), rows, y);
        if (least != greatest) add(to, std::max(least, greatest), rows, y);
    }
}

void addBars(ChartPoints& to, const SqlRows& rows, int y) {
    for (std::size_t r = 0; r < std::min(rows.rows(), kMostBars); ++r) {
        const auto v = rows.number(r, y);
        if (!v) continue;
        QString label = rows.text(r, 0);
        if (label.size() > kLabelLetters) label = label.left(kLabelLetters - 1) + u'…';
        to.labels.append(label);
        to.keys.append(static_cast<double>(r));
        to.values.append(*v);
    }
}

}  // namespace

ChartPoints ChartPoints::of(const SqlRows& rows) {
    ChartPoints out;
    const int y = rows.rows() > 0 ? columnOfValues(rows) : -1;
    if (y < 0) return out;
    out.keyTitle = rows.columns[0];
    out.valueTitle = rows.columns[y];
    if (rows.number(0, 0)) addLine(out, rows, y);
    else addBars(out, rows, y);
    return out;
}

}  // namespace app
