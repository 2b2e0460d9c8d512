// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/text/argument_text.h"
#include "app/text/near_names.h"
#include "app/text/words.h"
#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/rules/checklist.h"
#include "model/rules/measurement.h"
#include "model/rules/rule.h"
#include "model/store/vendor_words.h"

namespace app {

using model::Argument;
using model::english;
using model::Message;
using model::MessageCode;
using model::checklist::Answer;
using model::checklist::Check;
using model::checklist::Verdict;
using model::reports::Cell;
using model::reports::ColumnInfo;
using model::reports::Role;
using model::reports::Table;
using model::reports::Unit;
using model::rules::Rule;

namespace {

constexpr std::size_t kFindingRowsForPeople = 10;

using Wanted = AnalyzePlan::Wanted;

model::Message noSuchRule(std::string_view name) {
    if (model::reports::find(name)) return {MessageCode::TableNotARule, {name}};
    std::vector<std::string_view> all;
    for (const Rule* r : model::rules::all()) all.push_back(r->table.key);
    return sentences(withNear({MessageCode::NoSuchRule, {name}}, name, all), MessageCode::RulesAreListed);
}

/// "gpu_gaps:100", "gpu_gaps:rows=100"
model::Result<std::vector<Wanted>> wantedRules(const std::vector<std::string>& names) {
    std::vector<Wanted> out;
    const auto addAll = [&] {
        for (const Rule* r : model::rules::all()) out.push_back({r});
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
            if (!w.rule) return model::refused(noSuchRule(name));
            if (colon < one.size()) {
                std::string_view number = one.substr(colon + 1);
                number.remove_prefix(number.find('=') == number.npos ? 0 : number.find('=') + 1);
                const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), w.threshold);
                if (error != std::errc() || rest != number.data() + number.size() || w.threshold <= 0)
                    return model::refused({MessageCode::NotAThreshold, {one.substr(colon + 1)}});
            }
            out.push_back(w);
        }
    if (names.empty()) addAll();
    return out;
}

constexpr ColumnInfo kChecklistColumns[] = {{"Check", Unit::Text, {}},  {"Question", Unit::Text, {}},
                                            {"Answer", Unit::Text, {}}, {"Number", Unit::Number, {}},
                                            {"About", Unit::Text, {}},  {"Note", Unit::Text, {}}};
constexpr model::reports::Report kChecklist{"checklist", "Checklist",
                                            "What is asked before a run is measured, compared or shown to others.",
                                            kChecklistColumns, nullptr};

/// The number with its sign, for people.
std::string numberText(const Check& check, const Answer& answer) {
    if (std::holds_alternative<std::monostate>(answer.number)) return {};
    return check.unit == Unit::Percent ? shownCell(answer.number, check.unit) + " %"
                                       : shownCell(answer.number, check.unit);
}

/// What tells to be careful; nothing where nothing is doubtful.
Message doubtOf(const std::vector<Message>& doubts) {
    if (doubts.empty()) return {};
    const Message where(MessageCode::SeeRule, {Argument::name(model::rules::kMeasurement.table.key)});
    return sentences(model::rules::careOf(doubts), where);
}

/// What is told beside an answer: what is missing, or what to do.
Message noteOf(const Check& check, const Answer& answer) {
    return answer.verdict == Verdict::Unknown ? answer.why : answer.verdict == Verdict::No ? check.advice : Message();
}

void answerJson(const Check& check, const Answer& answer, const std::vector<Message>& doubts,
                const model::Snapshot& report, JsonWriter& json) {
    const auto write = [&](std::string_view key, const Message& message) {
        json.key(key);
        if (message.empty()) json.null();
        else writeMessage(message, model::inVendorWords(english(message), report), json);
    };
    json.beginObject().key("Check").value(check.key);
    write("Question", check.question);
    json.key("Answer").value(model::checklist::verdictKey(answer.verdict)).key("Number");
    if (const auto* whole = std::get_if<std::int64_t>(&answer.number)) json.value(*whole);
    else if (const auto* real = std::get_if<double>(&answer.number)) json.value(*real);
    else json.null();
    write("Means", check.number);
    write("About", answer.about);
    write("Note", noteOf(check, answer));
    json.key("Doubts").beginArray();
    for (const Message& doubt : doubts) writeMessage(doubt, json);
    json.endArray().endObject();
}

std::string checklistText(const model::reports::Request& request, TableFormat format, JsonWriter& json, bool& failed) {
    std::vector<std::vector<Cell>> rows;
    std::string text;
    const auto said = [&](const Message& message) { return model::inVendorWords(english(message), request.report); };
    const Table measurement = model::rules::kMeasurement.table.make(request);
    if (format == TableFormat::Json)
        json.beginObject()
            .key("file")
            .value(std::string_view(request.report.info().path))
            .key("checklist")
            .beginArray();
    for (const Check& check : model::checklist::all()) {
        const Answer answer = model::checklist::answer(check, request);
        const auto doubts = answer.verdict == Verdict::Unknown ? std::vector<Message>()
                                                               : model::rules::doubtsAbout(measurement, check.key);
        failed |= answer.verdict == Verdict::No;
        if (format == TableFormat::Json) answerJson(check, answer, doubts, request.report, json);
        const std::string_view verdict = model::checklist::verdictKey(answer.verdict);
        std::string note = said(noteOf(check, answer));
        if (!doubts.empty()) note += (note.empty() ? "" : " ") + english(doubtOf(doubts));
        const std::string question = said(check.question), about = english(answer.about),
                          number = numberText(check, answer);
        rows.push_back({std::string(check.key), question, std::string(verdict), answer.number, about, note});
        text += fmt::format("{:<8} {}\n", verdict, question);
        if (!number.empty())
            text += fmt::format("         {}\n",
                                english({MessageCode::NumberOfAnswer, {number, about, said(check.number)}}));
        if (!note.empty()) text += fmt::format("         {}\n", note);
    }
    if (format == TableFormat::Json) json.endArray().endObject();
    if (format == TableFormat::Json) return {};
    if (format == TableFormat::Table) return text + '\n';
    Table table;
    table.rows = rows.size();
    table.cell = [&rows](std::size_t row, std::size_t column) { return rows[row][column]; };
    return tableText(kChecklist, table, format) + '\n';
}

}  // namespace

model::Result<AnalyzePlan> analyzePlan(AnalyzeOptions options) {
    auto rules = wantedRules(options.rules);
    if (!rules) return tl::unexpected(std::move(rules.error()));
    const auto fine = checkView(options.view).and_then([&] { return checkTime(options.filterTime); });
    if (!fine) return tl::unexpected(fine.error());
    return AnalyzePlan{std::move(options), std::move(*rules)};
}

namespace {

/// What a rule says of a report.
struct Finding {
    const Rule* rule;
    Table table;
    double gain = 0;                ///< ns that its greatest finding could gain at most; 0 where it estimates none
    std::vector<Message> doubts{};  ///< about the measurement, on which it depends
    bool isFirst() const { return rule->table.key == model::rules::kMeasurement.table.key; }
    std::string title{};  ///< in the words of the report's vendor, as are the texts below
    /// What it means and what to do, or that it found nothing, or why it cannot say.
    Message verdict{};
    std::string verdictText{}, formulaText{};
};

std::vector<Finding> findingsOf(const model::Snapshot& report, model::TimeRange range,
                                const std::vector<Wanted>& wanted) {
    std::vector<Finding> out;
    model::reports::Request whole{report, range, {}, 0, {}};
    whole.peaks = &importers::devicePeaks().table;
    const Table measurement = model::rules::kMeasurement.table.make(whole);
    for (const Wanted& w : wanted) {
        model::reports::Request request = whole;
        request.limit = w.threshold;
        Finding f{w.rule, makeTable(w.rule->table, request)};
        f.gain = model::rules::gainOf(*f.rule, f.table);
        f.doubts = model::rules::doubtsAbout(measurement, f.rule->table.key);
        f.title = model::inVendorWords(w.rule->table.title, report);
        f.verdict = f.table.rows ? f.rule->advice : f.table.why.empty() ? f.rule->nothing : f.table.why;
        f.formulaText = model::inVendorWords(english(f.rule->formula), report);
        f.verdictText = model::inVendorWords(english(f.verdict), report);
        out.push_back(std::move(f));
    }
    return out;
}

constexpr ColumnInfo kFindingColumns[] = {{"Gain at Most (ns)", Unit::Ns, {}, Role::Each},
                                          {"Gain (%)", Unit::Percent, {}},
                                          {"Found", Unit::Count, {}},
                                          {"Rule", Unit::Text, {}},
                                          {"What", Unit::Text, {}}};
constexpr model::reports::Report kFindings{"findings", "Findings", "", kFindingColumns, nullptr};

/// The short list that people read first.
std::string findingList(const std::vector<Finding>& findings, model::TimeRange range, const AnalyzeOptions& options) {
    std::vector<const Finding*> found;
    for (const Finding& f : findings)
        if (f.table.rows) found.push_back(&f);
    Table table;
    table.rows = found.size();
    table.cell = [&](std::size_t row, std::size_t column) -> Cell {
        const Finding& f = *found[row];
        switch (column) {
        case 0: return f.gain > 0 ? Cell(std::llround(f.gain)) : Cell();
        case 1:
            return f.gain > 0 ? Cell(f.gain * 100 / static_cast<double>(std::max<model::TimeNs>(1, range.length())))
                              : Cell();
        case 2: return static_cast<std::int64_t>(f.table.rows);
        case 3: return std::string(f.rule->table.key);
        default: return f.doubts.empty() ? Cell(f.title) : Message(MessageCode::WithCare, {f.title});
        }
    };
    const std::string heading =
        fmt::format("{} {}\n\n", options.format == TableFormat::Markdown ? "##" : "**", kFindings.title);
    if (found.empty()) return fmt::format("{}{}\n\n", heading, english(MessageCode::NothingCostsTime));
    TableView view;
    view.timeUnit = options.view.timeUnit;
    const ShownTable shown(kFindings, table, view, options.format);
    return heading + tableText(shown.report(), shown.table(), options.format) + '\n';
}

/// What found nothing, in a line or two.
std::string quietText(const std::vector<Finding>& findings) {
    using enum model::MessageCode;
    std::vector<model::Argument> quiet, lacking;
    for (const Finding& f : findings)
        if (!f.table.rows) (f.table.why.empty() ? quiet : lacking).push_back(model::Argument::name(f.rule->table.key));
    std::string out;
    if (!quiet.empty()) out += english({RulesFoundNothing, {model::listOf(std::move(quiet))}}) + '\n';
    if (!lacking.empty()) out += english({RulesLackNeeds, {model::listOf(std::move(lacking))}}) + '\n';
    return out.empty() ? out : out + english(AllRulesAreSaid) + '\n';
}

void findingJson(const model::Snapshot& report, const Finding& f, const ShownTable& shown, JsonWriter& json) {
    json.beginObject().key("rule").value(f.rule->table.key).key("file").value(std::string_view(report.info().path));
    json.key("found").value(static_cast<std::uint64_t>(f.table.rows)).key("advice");
    writeMessage(f.verdict, f.verdictText, json);
    json.key("applied").value(f.table.rows > 0 || f.table.why.empty());
    if (f.gain > 0) json.key("gain_at_most_ns").value(static_cast<std::int64_t>(std::llround(f.gain)));
    if (f.rule->estimates()) writeMessage(f.rule->formula, f.formulaText, json.key("gain"));
    if (!f.doubts.empty()) json.key("doubts").beginArray();
    for (const Message& doubt : f.doubts) writeMessage(doubt, json);
    if (!f.doubts.empty()) json.endArray();
    json.key("rows");
    tableJson(shown.report(), shown.table(), json);
    json.endObject();
}

/// A rule's heading, what it means and what to do about it.
std::string findingHead(const Finding& f, TableFormat format) {
    std::string out = fmt::format("{} {} ({})\n\n{}\n", format == TableFormat::Markdown ? "##" : "**", f.title,
                                  f.rule->table.key, f.verdictText);
    if (f.table.rows && f.rule->estimates()) out += english({MessageCode::GainAtMost, {f.formulaText}}) + '\n';
    if (f.table.rows && !f.doubts.empty()) out += english(doubtOf(f.doubts)) + '\n';
    return out + '\n';
}

}  // namespace

model::Result<std::string> analyzeText(const model::Snapshot& report, const AnalyzePlan& plan, JsonWriter& json,
                                       bool& failed) {
    const AnalyzeOptions& options = plan.options;
    const auto range = filteredRange(report, options.filterTime, options.filterNvtx);
    if (!range) return tl::unexpected(range.error());
    if (options.checklist) {
        model::reports::Request request{report, *range, {}, 0, {}};
        request.peaks = &importers::devicePeaks().table;
        return checklistText(request, options.format, json, failed);
    }
    std::vector<Finding> findings = findingsOf(report, *range, plan.rules);
    failed |= std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.table.rows > 0; });
    const bool people = isForPeople(options.format), named = !options.rules.empty();
    // What is wrong with the measurement, then what gains most; rules that estimate no gain stay as they are listed.
    if (!named)
        std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
            return std::pair(a.isFirst(), a.gain) > std::pair(b.isFirst(), b.gain);
        });
    TableView view = options.view;
    if (!view.rows && people) view.rows = kFindingRowsForPeople;
    std::string out = people && !named ? findingList(findings, *range, options) : std::string();
    for (const Finding& f : findings) {
        const ShownTable shown(f.rule->table, f.table, view, options.format);
        if (options.format == TableFormat::Json) {
            findingJson(report, f, shown, json);
            continue;
        }
        if (!f.table.rows && !named && !options.all) continue;
        if (people) out += findingHead(f, options.format);
        if (f.table.rows || !people)
            out += tableText(shown.report(), shown.table(), options.format) + (people ? shown.cutText() : "") + '\n';
    }
    return people && !named && !options.all ? out + quietText(findings) : out;
}

std::string ruleList() {
    std::string out;
    for (const Rule* r : model::rules::all())
        out += fmt::format("{}\n    {}\n    {}\n    Holds for GPUs of {}.\n", r->table.key, r->table.title,
                           withArgument(r->table.meaning, r->table.key),
                           r->vendors == model::rules::Vendors::All ? "NVIDIA and AMD" : "NVIDIA");
    return out;
}

}  // namespace app
