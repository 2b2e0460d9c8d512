// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/summary.h"

#include <algorithm>
#include <cmath>

namespace model::reports {

Summary summarise(std::span<std::int64_t> values) {
    Summary out;
    if (values.empty()) return out;
    out.count = static_cast<std::int64_t>(values.size());
    out.min = out.max = values[0];
    for (const std::int64_t v : values) {
        out.total = saturatingAdd(out.total, v);
        out.min = std::min(out.min, v);
        out.max = std::max(out.max, v);
    }
    out.mean = static_cast<double>(out.total) / static_cast<double>(out.count);
    double squares = 0;
    for (const std::int64_t v : values) {
        const double d = static_cast<double>(v) - out.mean;
        squares += d * d;
    }
    if (out.count > 1) out.stddev = std::sqrt(squares / static_cast<double>(out.count - 1));
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    out.median = static_cast<double>(*middle);
    if (values.size() % 2 == 0) out.median = (out.median + static_cast<double>(*std::max_element(values.begin(), middle))) / 2;
    return out;
}

SummaryRows sorted(std::vector<SummaryRow> rows) {
    SummaryRows out;
    std::sort(rows.begin(), rows.end(), [](const SummaryRow& a, const SummaryRow& b) {
        return a.summary.total != b.summary.total ? a.summary.total > b.summary.total : a.labels < b.labels;
    });
    for (const SummaryRow& r : rows) out.total = saturatingAdd(out.total, r.summary.total);
    out.rows = std::move(rows);
    return out;
}

Evidence evidenceOf(const Snapshot& s, std::vector<EventRef> events) {
    Evidence out{std::move(events), {kTimeMax, kTimeMin}};
    for (const EventRef& e : out.events) {
        const LaneView lane = s.lane(e.lane);
        out.range.begin = std::min(out.range.begin, lane.start(e.row));
        out.range.end = std::max(out.range.end, lane.end(e.row));
    }
    if (out.events.empty()) out.range = {};
    return out;
}

namespace {

constexpr double kMegabyte = 1e6;

Table tableOf(const Request& request, std::shared_ptr<const SummaryRows> all, std::string why, Cell (*cell)(const SummaryRows&, const SummaryRow&, std::size_t)) {
    Table t;
    t.rows = all->rows.size();
    t.cell = [all, cell](std::size_t row, std::size_t column) { return cell(*all, all->rows[row], column); };
    t.evidence = [all, request](std::size_t row) {
        const SummaryRow& r = all->rows[row];
        return evidenceOf(request.report, r.from.empty() ? r.events : eventsNamed(request, r.from));
    };
    if (t.rows == 0) t.why = std::move(why);
    return t;
}

Cell labelOf(const SummaryRow& row, std::size_t index) {
    return index < row.labels.size() ? Cell(row.labels[index]) : Cell();
}

Cell timeCell(const SummaryRows& all, const SummaryRow& row, std::size_t column) {
    const Summary& s = row.summary;
    switch (column) {
    case 0: return all.total ? static_cast<double>(s.total) * 100 / static_cast<double>(all.total) : 0.0;
    case 1: return s.total;
    case 2: return s.count;
    case 3: return s.mean;
    case 4: return s.median;
    case 5: return s.min;
    case 6: return s.max;
    case 7: return s.stddev;
    default: return labelOf(row, column - 8);
    }
}

Cell sizeCell(const SummaryRows&, const SummaryRow& row, std::size_t column) {
    const Summary& s = row.summary;
    switch (column) {
    case 0: return static_cast<double>(s.total) / kMegabyte;
    case 1: return s.count;
    case 2: return s.mean / kMegabyte;
    case 3: return s.median / kMegabyte;
    case 4: return static_cast<double>(s.min) / kMegabyte;
    case 5: return static_cast<double>(s.max) / kMegabyte;
    case 6: return s.stddev / kMegabyte;
    default: return labelOf(row, column - 7);
    }
}

}  // namespace

Table timeTable(const Request& r, std::vector<SummaryRow> rows, std::string why) {
    return tableOf(r, std::make_shared<const SummaryRows>(sorted(std::move(rows))), std::move(why), timeCell);
}

Table sizeTable(const Request& r, std::vector<SummaryRow> rows, std::string why) {
    return tableOf(r, std::make_shared<const SummaryRows>(sorted(std::move(rows))), std::move(why), sizeCell);
}

}  // namespace model::reports
