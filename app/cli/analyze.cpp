// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "app/cli/near_names.h"
#include "app/cli/words.h"
#include "model/checklist.h"
#include "model/rules/rule.h"

namespace app {

using model::checklist::Answer;
using model::checklist::Check;
using model::checklist::Verdict;
using model::reports::Cell;
using model::reports::ColumnInfo;
using model::reports::Table;
using model::reports::Unit;
using model::rules::Rule;

namespace {

struct Wanted {
    const Rule* rule = nullptr;
    std::int64_t threshold = 0;
};

std::string noSuchRule(std::string_view name) {
    if (model::reports::find(name)) return fmt::format("“{0}” is no rule but a table: sightline stats -r {0} prints it.", name);
    std::vector<std::string_view> all;
    for (const Rule& r : model::rules::all()) all.push_back(r.table.key);
    return fmt::format("There is no rule “{}”.{} All of them are listed by: sightline analyze --help-rules", name, nearText(name, all));
}

/// "gpu_gaps:100", "gpu_gaps:rows=100"
std::vector<Wanted> wantedRules(const std::vector<std::string>& names, std::string& complaint) {
    std::vector<Wanted> out;
    const auto addAll = [&] {
        for (const Rule& r : model::rules::all()) out.push_back({&r});
    };
    for (const std::string& list : names)
        for (const std::string_view one : parts(list, ',')) {
            const std::size_t colon = std::min(one.find(':'), one.size());
            const std::string_view name = one.substr(0, colon);
            if (name == "all") {
                addAll();
                continue;
            }
            Wanted w{model::rules::find(name)};
            if (!w.rule) complaint = noSuchRule(name);
            if (colon < one.size()) {
                std::string_view number = one.substr(colon + 1);
                number.remove_prefix(number.find('=') == number.npos ? 0 : number.find('=') + 1);
                const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), w.threshold);
                if (error != std::errc() || rest != number.data() + number.size() || w.threshold <= 0)
                    complaint = fmt::format("“{}” is no threshold: a whole number above 0.", one.substr(colon + 1));
            }
            if (w.rule) out.push_back(w);
        }
    if (names.empty()) addAll();
    return out;
}

constexpr ColumnInfo kChecklistColumns[] = {{"Check", Unit::Text, {}}, {"Question", Unit::Text, {}}, {"Answer", Unit::Text, {}},
                                            {"Number", Unit::Number, {}}, {"About", Unit::Text, {}}, {"Note", Unit::Text, {}}};
constexpr model::reports::Report kChecklist{"checklist", "Checklist", "What is asked before a run is measured, compared or shown to others.", kChecklistColumns, nullptr};

/// The number with its sign, for people.
std::string numberText(const Check& check, const Answer& answer) {
    if (std::holds_alternative<std::monostate>(answer.number)) return {};
    return check.unit == Unit::Percent ? shownCell(answer.number, check.unit) + " %" : shownCell(answer.number, check.unit);
}

std::string checklistText(const model::reports::Request& request, TableFormat format, JsonWriter& json, bool& failed) {
    std::vector<std::vector<Cell>> rows;
    std::string text;
    for (const Check& check : model::checklist::all()) {
        const Answer answer = model::checklist::answer(check, request);
        const std::string_view verdict = model::checklist::verdictKey(answer.verdict);
        const std::string why = whyText(request, answer.why);
        const std::string_view note = answer.verdict == Verdict::Unknown ? why : answer.verdict == Verdict::No ? check.advice : std::string_view();
        failed |= answer.verdict == Verdict::No;
        rows.push_back({std::string(check.key), std::string(check.question), std::string(verdict), answer.number, answer.about, std::string(note)});
        const std::string number = numberText(check, answer);
        text += fmt::format("{:<8} {}\n", verdict, check.question);
        if (!number.empty()) text += fmt::format("         {}{}{}: {}.\n", number, answer.about.empty() ? "" : ", ", answer.about, check.number);
        if (!note.empty()) text += fmt::format("         {}\n", note);
    }
    if (format == TableFormat::Table) return text + '\n';
    Table table;
    table.rows = rows.size();
    table.cell = [&rows](std::size_t row, std::size_t column) { return rows[row][column]; };
    if (format != TableFormat::Json) return tableText(kChecklist, table, format) + '\n';
    json.beginObject().key("file").value(std::string_view(request.report.info().path)).key("checklist");
    tableJson(kChecklist, table, json);
    json.endObject();
    return {};
}

}  // namespace

std::string complaintAbout(const AnalyzeOptions& options) {
    std::string complaint;
    wantedRules(options.rules, complaint);
    return complaint.empty() ? complaintAboutTime(options.filterTime) : complaint;
}

std::string analyzeText(const model::Snapshot& report, const AnalyzeOptions& options, JsonWriter& json, std::string& complaint, bool& failed) {
    const auto range = filteredRange(report, options.filterTime, options.filterNvtx, complaint);
    if (!range) return {};
    if (options.checklist) return checklistText({report, *range, {}, 0, {}}, options.format, json, failed);
    std::string out;
    for (const Wanted& w : wantedRules(options.rules, complaint)) {
        const model::reports::Request request{report, *range, {}, w.threshold, {}};
        Table table = makeTable(w.rule->table, request);
        table.why = whyText(request, table.why);
        const std::size_t found = table.rows;
        failed |= found > 0;
        table.rows = std::min(found, options.rows);
        const std::string_view verdict = found ? w.rule->advice : table.why.empty() ? w.rule->nothing : std::string_view(table.why);
        if (options.format == TableFormat::Json) {
            json.beginObject().key("rule").value(w.rule->table.key).key("file").value(std::string_view(report.info().path));
            json.key("found").value(static_cast<std::uint64_t>(found)).key("advice").value(verdict);
            json.key("applied").value(found > 0 || table.why.empty());
            if (!w.rule->formula.empty()) json.key("gain").value(w.rule->formula);
            json.key("rows");
            tableJson(w.rule->table, table, json);
            json.endObject();
            continue;
        }
        const bool people = options.format == TableFormat::Table || options.format == TableFormat::Markdown;
        if (people) {
            out += fmt::format("{} {} ({})\n\n{}\n", options.format == TableFormat::Markdown ? "##" : "**", w.rule->table.title, w.rule->table.key, verdict);
            if (found && !w.rule->formula.empty()) out += fmt::format("Gain at most: {}\n", w.rule->formula);
            if (found > table.rows) out += fmt::format("The first {} of {}:\n", table.rows, found);
            out += '\n';
        }
        if (!people || found) out += tableText(w.rule->table, table, options.format) + '\n';
    }
    return out;
}

std::string ruleList() {
    std::string out;
    for (const Rule& r : model::rules::all()) out += fmt::format("{}\n    {}\n    {}\n", r.table.key, r.table.title, r.table.meaning);
    return out;
}

}  // namespace app
