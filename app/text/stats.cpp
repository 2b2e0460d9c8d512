// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/stats.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "app/text/argument_text.h"
#include "app/text/near_names.h"
#include "app/text/print_message.h"
#include "app/text/terminal.h"
#include "app/text/words.h"
#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/base/time_units.h"
#include "model/query/ranges.h"
#include "model/reports/host.h"
#include "model/reports/kernel_groups.h"
#include "model/reports/report.h"
#include "model/reports/split.h"
#include "model/rules/rule.h"
#include "model/store/vendor_words.h"
#include "model/workload/call_tree.h"

namespace app {

using model::english;
using model::MessageCode;
using model::refused;
using model::Result;
using model::TimeNs;
using model::TimeRange;
using model::reports::KernelNames;
using model::reports::Report;
using model::reports::Request;
using model::reports::Table;

namespace {

/// Reads an argument; false if the report has no such one.
bool parseArgument(std::string_view text, WantedTable& to) {
    if (text == "nvtx-name") return to.rangeNames = true;
    if (text == "launch") return to.byLaunch = true;
    if (text == "name") return to.byName = true;
    if (text == "base") return to.names = KernelNames::Base, true;
    if (text == "mangled") return to.names = KernelNames::Mangled, true;
    if (text.starts_with("by=")) return (to.splitBy = model::reports::splitBy(text.substr(3))).has_value();
    if (const std::size_t at = text.find('='); at != text.npos) text.remove_prefix(at + 1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to.limit);
    return error == std::errc() && end == text.data() + text.size() && to.limit > 0;
}

/// "NAME=PATTERN" as groups.
Result<std::vector<model::reports::NameGroup>> nameGroups(const std::vector<std::string>& typed) {
    std::vector<model::reports::NameGroup> out;
    for (const std::string& text : typed) {
        const std::size_t at = text.find('=');
        if (at == 0 || at == text.npos || at + 1 == text.size()) return refused({MessageCode::NotAGroup, {text}});
        out.push_back({text.substr(0, at), text.substr(at + 1)});
        if (const auto pattern = model::reports::checkPattern(out.back().pattern); !pattern)
            return refused({MessageCode::GroupPatternIsNone, {out.back().name, pattern.error().detail}});
    }
    if (out.size() > model::reports::kMostGroups)
        return refused({MessageCode::AtMostGroups, {model::reports::kMostGroups}});
    return out;
}

/// Printed where no table is named and they have rows: what there is in files of which the usual tables say little. The
/// usual ones are those of `nsys stats`, which are named where they are empty.
bool isOfOtherFiles(std::string_view key) {
    constexpr std::string_view kKeys[] = {"library_sum", "op_sum", "slice_sum", "kernel_profiles", "kernel_rules"};
    return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

model::Message noSuchReport(std::string_view name) {
    if (model::rules::find(name)) return {MessageCode::RuleNotATable, {name}};
    std::vector<std::string_view> all;
    for (const Report* r : model::reports::all()) all.push_back(r->key);
    return sentences(withNear({MessageCode::NoSuchTable, {name}}, name, all), MessageCode::TablesAreListed);
}

/// One report with its arguments, as typed: "cuda_gpu_kern_sum:base".
Result<WantedTable> wantedTable(std::string_view typed) {
    const auto words = parts(typed, ':');
    WantedTable w;
    w.report = model::reports::find(words[0]);
    if (!w.report) return refused(noSuchReport(words[0]));
    for (std::size_t i = 1; i < words.size(); ++i)
        if (!parseArgument(words[i], w)) return refused({MessageCode::NotAnArgumentOfTable, {words[i]}});
    if (w.rangeNames && !takesRangeNames(*w.report)) return refused({MessageCode::NamesNoKernels, {w.report->key}});
    if ((w.byLaunch || w.byName) && !takesLaunches(*w.report))
        return refused({MessageCode::NoRowsByLaunch, {w.report->key}});
    if (w.splitBy && !canSplit(*w.report, *w.splitBy))
        return refused({MessageCode::NoRowsOfGpus, {w.report->key, words.back()}});
    return w;
}

/// All reports that were asked for.
Result<std::vector<WantedTable>> wantedTables(const StatsOptions& options) {
    std::vector<WantedTable> out;
    // Who names groups wants to see them.
    static const std::vector<std::string> groupReports{"kernel_group_sum", "kernel_group_overlap"};
    const std::vector<std::string>& names =
        options.reports.empty() && !options.groups.empty() ? groupReports : options.reports;
    for (const std::string& list : names)
        for (const std::string_view one : parts(list, ',')) {
            auto table = wantedTable(one);
            if (!table) return tl::unexpected(std::move(table.error()));
            out.push_back(*table);
        }
    if (names.empty())
        for (const Report* r : model::reports::all())
            if (r->usual || isOfOtherFiles(r->key)) out.push_back({.report = r});
    if (const auto by = model::reports::splitBy(options.by))
        for (WantedTable& w : out)
            if (!w.splitBy && canSplit(*w.report, *by)) w.splitBy = by;
    return out;
}

Result<std::string> folded(const model::Snapshot& report, TimeRange range, std::string_view what) {
    std::string out, there;
    for (const model::CallSourceInfo& one : model::callSources()) {
        if (one.key == what) out = foldedStacks(callTree(one.source, {report, range}), report);
        if (isThere(report, one.source)) there += (there.empty() ? "" : ", ") + std::string(one.key);
    }
    if (out.empty())
        return refused({MessageCode::HoldsNoStacks,
                        {model::Argument::file(report.info().path), what,
                         there.empty() ? model::Argument(MessageCode::None) : model::Argument(there)}});
    return out;
}

/// Whether a table has the column to sort by.
Result<void> checkSort(const TableView& view, const std::vector<WantedTable>& tables) {
    if (view.sort.empty()) return {};
    std::vector<const Report*> reports;
    for (const WantedTable& w : tables) {
        if (columnCalled(view.sort, *w.report)) return {};
        reports.push_back(w.report);
    }
    return refused(noSuchColumn(view, reports));
}

/// The n-th instance of a range, "range[@domain][/n]".
std::optional<TimeRange> nvtxRangeOf(const model::Snapshot& s, std::string_view text) {
    std::size_t wanted = 0;
    if (const std::size_t slash = text.rfind('/'); slash != text.npos) {
        const std::string_view number = text.substr(slash + 1);
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), wanted);
        if (error == std::errc() && end == number.data() + number.size() && !number.empty())
            text = text.substr(0, slash);
        else wanted = 0;
    }
    std::string_view domain = "*";
    if (const std::size_t at = text.rfind('@'); at != text.npos) {
        domain = text.substr(at + 1);
        text = text.substr(0, at);
    }
    std::vector<TimeRange> found;
    for (const model::Track& t : s.tree().tracks) {
        if (!model::isRangeRow(t.kind)) continue;
        if (domain != "*" && s.text(t.name) != domain) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const model::LaneId id : *lanes) {
                const model::LaneView lane = s.lane(id);
                for (std::size_t i = 0; i < lane.rows; ++i)
                    if (s.text(lane.name(i)) == text) found.push_back({lane.start(i), lane.end(i)});
            }
    }
    if (wanted >= found.size()) return {};
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(wanted), found.end(),
                     [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
    return found[wanted];
}

}  // namespace

std::optional<TimeNs> timeOf(std::string_view text) {
    const auto ns = model::parseNs(text);
    if (!ns || std::abs(*ns) >= static_cast<double>(model::kTimeLimit)) return {};
    return std::llround(*ns);
}

std::optional<TimeRange> timeRangeOf(std::string_view text, TimeRange whole) {
    const std::size_t slash = text.find('/');
    if (slash == text.npos) return {};
    TimeRange out = whole;
    const std::string_view from = text.substr(0, slash), to = text.substr(slash + 1);
    if (!from.empty()) {
        const auto t = timeOf(from);
        if (!t) return {};
        out.begin = *t;
    }
    if (!to.empty()) {
        const auto t = timeOf(to);
        if (!t) return {};
        out.end = *t;
    }
    return out.begin < out.end ? std::optional(out) : std::nullopt;
}

Result<StatsPlan> statsPlan(StatsOptions options) {
    auto tables = wantedTables(options);
    if (!tables) return tl::unexpected(std::move(tables.error()));
    auto groups = nameGroups(options.groups);
    if (!groups) return tl::unexpected(std::move(groups.error()));
    if (!options.by.empty() && !model::reports::splitBy(options.by))
        return refused({MessageCode::NotASplit, {options.by}});
    const auto fine = checkView(options.view).and_then([&] { return checkTime(options.filterTime); }).and_then([&] {
        return checkSort(options.view, *tables);
    });
    if (!fine) return tl::unexpected(fine.error());
    return StatsPlan{std::move(options), std::move(*tables), std::move(*groups)};
}

Result<void> checkTime(const std::string& time) {
    if (time.empty() || timeRangeOf(time, {-model::kTimeLimit, model::kTimeLimit})) return {};
    return refused({MessageCode::NotARangeOfTime, {time}});
}

Result<TimeRange> filteredRange(const model::Snapshot& report, const std::string& time, const std::string& nvtx) {
    TimeRange range = report.whole();
    constexpr TimeRange kEver{-model::kTimeLimit, model::kTimeLimit};
    if (const auto wanted = timeRangeOf(time, kEver)) {
        // An end that was not given is that of the report; it is not before the other one.
        range.begin = wanted->begin > kEver.begin ? wanted->begin : std::min(range.begin, wanted->end);
        range.end = wanted->end < kEver.end ? wanted->end : std::max(range.end, wanted->begin);
        if (const TimeRange all = report.range();
            report.eventCount() > 0 && (range.begin > all.end || range.end <= all.begin))
            return refused(
                {MessageCode::NothingAskedThere, {model::Argument::file(report.info().path), all.begin, all.end}});
    }
    if (nvtx.empty()) return range;
    const auto found = nvtxRangeOf(report, nvtx);
    if (!found) return refused({MessageCode::HasNoRange, {model::Argument::file(report.info().path), nvtx}});
    return *found;
}

model::Wanted StatsPlan::needs() const {
    if (!options.folded.empty()) return {};
    model::Wanted out = model::Wanted::of({});
    for (const WantedTable& w : tables) out |= model::reports::needsOf(*w.report, w.names, w.rangeNames);
    if (!options.filterNvtx.empty()) out |= model::Wanted::of(model::kRangeRows);
    return out;
}

namespace {

/// A table that somebody named, or that has rows.
std::string oneTable(const model::Snapshot& report, const Report& of, const Table& all, const StatsOptions& options,
                     JsonWriter& json) {
    ShownTable shown(of, all, options.view, options.format);
    if (isForPeople(options.format)) shown.titleInWordsOf(model::vendorOf(report));
    const std::string why = model::inVendorWords(english(all.why), report);
    if (options.format == TableFormat::Json) {
        json.beginObject().key("report").value(of.key).key("file").value(std::string_view(report.info().path));
        if (!all.why.empty()) writeMessage(all.why, why, json.key("why"));
        json.key("rows");
        tableJson(shown.report(), shown.table(), json);
        json.endObject();
        return {};
    }
    if (!isForPeople(options.format)) {
        // In a file for programs there is no place for it; who asked for the table wants to know all the same.
        if (all.rows == 0)
            printMessage({MessageCode::TableIsEmpty,
                          {model::Argument::file(report.info().path), model::Argument::name(of.key), why}},
                         0);
        return tableText(shown.report(), shown.table(), options.format) + '\n';
    }
    std::string out = fmt::format("{} {} ({})\n\n", options.format == TableFormat::Markdown ? "##" : "**",
                                  model::inVendorWords(of.title, report), of.key);
    out += all.rows == 0 ? why + '\n' : tableText(shown.report(), shown.table(), options.format);
    if (const std::string cut = shown.cutText(); !cut.empty()) out += '\n' + cut;
    return out + '\n';
}

}  // namespace

Result<std::string> statsText(const model::Snapshot& report, const StatsPlan& plan, JsonWriter& json) {
    const StatsOptions& options = plan.options;
    const auto range = filteredRange(report, options.filterTime, options.filterNvtx);
    if (!range) return tl::unexpected(range.error());
    if (!options.folded.empty()) return folded(report, *range, options.folded);
    std::string out;
    const bool usesPeaks =
        std::any_of(plan.tables.begin(), plan.tables.end(), [](const auto& w) { return takesLaunches(*w.report); });
    if (usesPeaks && !importers::devicePeaks().notUsed.empty()) printMessage(importers::devicePeaks().notUsed, 0);
    std::string empty;
    for (const WantedTable& w : plan.tables) {
        const Request request{report,     *range,       w.names,    w.limit,
                              {},         w.rangeNames, w.byLaunch, &importers::devicePeaks().table,
                              plan.groups};
        std::optional<model::reports::SplitReport> split;
        if (w.splitBy) split.emplace(*w.report, *w.splitBy);
        const Report& shown = split ? split->report() : *w.report;
        Table table = split ? split->make(request) : makeTable(*w.report, request);
        if (table.rows == 0 && (options.reports.empty() || options.leaveOutEmpty)) {
            if (w.report->usual) empty.append(empty.empty() ? "" : ", ").append(w.report->key);
            continue;
        }
        out += oneTable(report, shown, table, options, json);
    }
    if (empty.empty() || options.leaveOutEmpty || !isForPeople(options.format)) return out;
    const auto code = out.empty() ? MessageCode::AllTablesWithoutRows : MessageCode::TablesWithoutRows;
    return out + english({code, {empty}}) + '\n';
}

std::string reportList() {
    std::string out;
    for (const Report* r : model::reports::all())
        out += fmt::format("{}{}\n    {}\n    {}\n", r->key, r->usual ? "  (usual)" : "", r->title,
                           withArgument(r->meaning, r->key));
    return out;
}

}  // namespace app
