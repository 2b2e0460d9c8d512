// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/compare.h"

#include <fmt/format.h>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <span>

#include "app/text/near_names.h"
#include "app/text/stats.h"
#include "app/text/words.h"
#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/diff/findings.h"
#include "model/diff/mfu.h"

namespace app {

using model::Argument;
using model::english;
using model::Message;
using model::MessageCode;
using model::refused;
using model::Result;
using model::SnapshotPtr;
using model::diff::AlignBy;
using model::diff::AlignRequest;
using model::diff::Category;
using model::diff::Change;
using model::diff::Comparison;
using model::diff::Finding;
using model::diff::Part;
using model::diff::Verdict;
using model::reports::Cell;
using model::reports::ColumnInfo;
using model::reports::Report;
using model::reports::Role;
using model::reports::Table;
using model::reports::Unit;

struct CompareKind {
    std::string_view key;
    Report table;
    std::optional<Category> category;  ///< none: steps
};

namespace {

/// Columns of the tables. Columns of one id are one where tables are joined.
enum class ColumnId : std::uint8_t {
    Rank,
    Part,
    Verdict,
    A,
    B,
    Delta,
    Growth,
    Spread,
    CountA,
    CountB,
    EachA,
    EachB,
    SelfA,
    SelfB,
    Name,
    Replacement,
};
/// In the order of their ids.
constexpr ColumnInfo kColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Rank"), Unit::Text, {}},
    {QT_TRANSLATE_NOOP("Reports", "Part"), Unit::Text, {}, Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Verdict"), Unit::Text, {}, Role::Verdict},
    {QT_TRANSLATE_NOOP("Reports", "A (ns)"), Unit::Ns, {}},
    {QT_TRANSLATE_NOOP("Reports", "B (ns)"), Unit::Ns, {}},
    {QT_TRANSLATE_NOOP("Reports", "Delta (ns)"), Unit::Ns, {}},
    {QT_TRANSLATE_NOOP("Reports", "Delta (%)"), Unit::Percent, {}, Role::Change},
    {QT_TRANSLATE_NOOP("Reports", "Spread (ns)"), Unit::Ns, {}},
    {QT_TRANSLATE_NOOP("Reports", "Count A"), Unit::Number, {}},
    {QT_TRANSLATE_NOOP("Reports", "Count B"), Unit::Number, {}},
    {QT_TRANSLATE_NOOP("Reports", "Each A (ns)"), Unit::Ns, {}, Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Each B (ns)"), Unit::Ns, {}, Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Self A (ns)"), Unit::Ns, {}, Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Self B (ns)"), Unit::Ns, {}, Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, {}, Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Replacement"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "→ kernels of B that came in its place; ← kernels of A in whose place it came")}};
static_assert(std::size(kColumns) == static_cast<std::size_t>(ColumnId::Replacement) + 1);

constexpr ColumnId kStepIds[] = {ColumnId::Rank,  ColumnId::Part,   ColumnId::A,      ColumnId::B,
                                 ColumnId::Delta, ColumnId::Growth, ColumnId::Spread, ColumnId::Verdict};
constexpr ColumnId kNameIds[] = {ColumnId::Verdict, ColumnId::A,          ColumnId::B,      ColumnId::Delta,
                                 ColumnId::Growth,  ColumnId::Spread,     ColumnId::CountA, ColumnId::CountB,
                                 ColumnId::EachA,   ColumnId::EachB,      ColumnId::SelfA,  ColumnId::SelfB,
                                 ColumnId::Name,    ColumnId::Replacement};

template <std::size_t N>
constexpr std::array<ColumnInfo, N> columnInfos(const ColumnId (&ids)[N]) {
    std::array<ColumnInfo, N> out;
    for (std::size_t i = 0; i < N; ++i) out[i] = kColumns[static_cast<std::size_t>(ids[i])];
    return out;
}
constexpr auto kStepColumns = columnInfos(kStepIds);
constexpr auto kNameColumns = columnInfos(kNameIds);

std::span<const ColumnId> idsOf(const CompareKind& kind) {
    return kind.category ? std::span<const ColumnId>(kNameIds) : std::span<const ColumnId>(kStepIds);
}

const std::array<CompareKind, 7>& kinds() {
    static const std::array<CompareKind, 7> all{{
        {"step",
         {"compare_step", QT_TRANSLATE_NOOP("Reports", "Steps and GPU Time"), "", kStepColumns, nullptr},
         std::nullopt},
        {"kernel",
         {"compare_kernel", QT_TRANSLATE_NOOP("Reports", "Kernels"), "", kNameColumns, nullptr},
         Category::Kernel},
        {"memory",
         {"compare_memory", QT_TRANSLATE_NOOP("Reports", "Copies and Memsets"), "", kNameColumns, nullptr},
         Category::Memory},
        {"api", {"compare_api", QT_TRANSLATE_NOOP("Reports", "API Calls"), "", kNameColumns, nullptr}, Category::Api},
        {"nvtx",
         {"compare_nvtx", QT_TRANSLATE_NOOP("Reports", "NVTX Ranges and Annotations"), "", kNameColumns, nullptr},
         Category::Range},
        {"operator",
         {"compare_operator", QT_TRANSLATE_NOOP("Reports", "Operators"), "", kNameColumns, nullptr},
         Category::Operator},
        {"slice",
         {"compare_slice", QT_TRANSLATE_NOOP("Reports", "Slices"), "", kNameColumns, nullptr},
         Category::Slice},
    }};
    return all;
}

Result<std::vector<const CompareKind*>> wantedKinds(const std::vector<std::string>& by) {
    std::vector<const CompareKind*> out;
    if (by.empty()) return std::vector{&kinds()[0], &kinds()[1]};
    std::string all;
    std::vector<std::string_view> keys;
    for (const CompareKind& b : kinds()) all.append(all.empty() ? "" : ", ").append(keys.emplace_back(b.key));
    for (const std::string& list : by)
        for (const std::string_view key : parts(list, ',')) {
            const auto found =
                std::find_if(kinds().begin(), kinds().end(), [&](const CompareKind& b) { return b.key == key; });
            if (found == kinds().end())
                return refused(withNear({MessageCode::NothingToCompareBy, {key, all}}, key, keys));
            if (std::find(out.begin(), out.end(), &*found) == out.end()) out.push_back(&*found);
        }
    return out;
}

/// "step:3", "range:forward:3", "event:aten::mm:3"; the number may be missing, and is counted from 1.
Result<AlignRequest> alignRequest(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, AlignBy>, 6> kKeys{{{"start", AlignBy::Start},
                                                                         {"kernel", AlignBy::Kernel},
                                                                         {"step", AlignBy::Step},
                                                                         {"range", AlignBy::Range},
                                                                         {"event", AlignBy::Event},
                                                                         {"wall", AlignBy::Wall}}};
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto key =
        std::find_if(kKeys.begin(), kKeys.end(), [&](const auto& k) { return k.first == text.substr(0, colon); });
    std::string_view rest = text.substr(std::min(colon + 1, text.size()));
    AlignRequest request;
    bool good = key != kKeys.end();
    if (good) request.by = key->second;
    if (good && hasLength(request.by)) {
        const std::size_t last = rest.rfind(':') == rest.npos ? 0 : rest.rfind(':') + 1;
        const std::string_view number = rest.substr(last);
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), request.nth);
        const bool numbered = !number.empty() && error == std::errc() && end == number.data() + number.size() &&
                              (last > 0 || request.by == AlignBy::Step);
        if (numbered && request.nth == 0) return refused({MessageCode::CountedFromOne, {text}});
        request.nth = numbered ? request.nth - 1 : 0;
        if (numbered) rest = rest.substr(0, last > 0 ? last - 1 : 0);
        request.name = rest;
        good = rest.empty() == (request.by == AlignBy::Step);
    } else {
        good = good && colon == text.size();
    }
    if (good) return request;
    return refused({MessageCode::NothingToAlignOn, {text}});
}

/// Steps if both have some, else what repeats in both, else the first kernel.
AlignRequest automaticRequest(const Comparison& c) {
    const auto& repetitions = c.figuresA.repetitions;
    if (repetitions.unit == model::diff::Unit::Step) return {AlignBy::Step};
    if (repetitions.unit == model::diff::Unit::Range) return {AlignBy::Range, repetitions.name};
    return {c.traced(Category::Kernel) ? AlignBy::Kernel : AlignBy::Start};
}

Cell whole(double value) { return static_cast<std::int64_t>(std::llround(value)); }
/// For people a factor, where percentages have too many digits to say anything.
Cell percent(const Change& c, bool people) {
    if (c.a == 0) return {};
    return people && c.b >= 10 * c.a ? Cell(valueText(model::diff::changeOf(c.a, c.b))) : Cell(c.delta() * 100 / c.a);
}
Cell spread(const Change& c) { return c.spreadIsKnown() ? whole(c.spread) : Cell(); }
/// As programs read it; "alike" is within two percent, without a spread to be within of.
std::string verdict(const Change& c) {
    return std::string(c.verdict == Verdict::Within && !c.spreadIsKnown() ? "alike" : verdictKey(c.verdict));
}

Table listed(const std::vector<std::vector<Cell>>& rows, std::size_t most) {
    Table t;
    t.rows = std::min(most, rows.size());
    t.cell = [&rows](std::size_t row, std::size_t column) { return rows[row][column]; };
    return t;
}

std::vector<std::vector<Cell>> stepRows(const Comparison& c, bool people = false) {
    constexpr std::array<const char*, model::diff::kParts> kPartNames{
        QT_TRANSLATE_NOOP("Compare", "time"),          QT_TRANSLATE_NOOP("Compare", "CPU range"),
        QT_TRANSLATE_NOOP("Compare", "GPU span"),      QT_TRANSLATE_NOOP("Compare", "compute"),
        QT_TRANSLATE_NOOP("Compare", "communication"), QT_TRANSLATE_NOOP("Compare", "memory"),
        QT_TRANSLATE_NOOP("Compare", "idle")};
    std::vector<std::vector<Cell>> out;
    for (const auto& row : c.parts) {
        const Change& t = row.time;
        out.push_back({english(rankName(c, row)), std::string(kPartNames[static_cast<std::size_t>(row.part)]),
                       whole(t.a), whole(t.b), whole(t.delta()), percent(t, people), spread(t), verdict(t)});
    }
    return out;
}

Cell replacement(const Comparison& c, const model::diff::Row& row) {
    std::string out = replacementText(c, row);
    return out.empty() ? Cell() : Cell(std::move(out));
}

std::vector<std::vector<Cell>> nameRows(const Comparison& c, Category category, bool people = false) {
    std::vector<std::vector<Cell>> out;
    for (const auto& row : c.rows) {
        if (row.category != category) continue;
        const Change& t = row.time;
        const auto each = [&](double value, double count) { return row.bimodal || count == 0 ? Cell() : whole(value); };
        out.push_back({verdict(t), whole(t.a), whole(t.b), whole(t.delta()), percent(t, people), spread(t), row.countA,
                       row.countB, each(row.eachA, row.countA), each(row.eachB, row.countB), whole(row.self.a),
                       whole(row.self.b),
                       row.name == row.nameB ? std::string(c.names.text(row.name))
                                             : fmt::format("{} → {}", c.names.text(row.name), c.names.text(row.nameB)),
                       replacement(c, row)});
    }
    return out;
}

/// For people without its last column, where that says nothing.
Report withoutEmptyEnd(Report table, const std::vector<std::vector<Cell>>& rows) {
    const auto isEmpty = [&](const auto& row) {
        return std::holds_alternative<std::monostate>(row[table.columns.size() - 1]);
    };
    if (std::all_of(rows.begin(), rows.end(), isEmpty)) table.columns = table.columns.first(table.columns.size() - 1);
    return table;
}

/// What it names may be anything: in Markdown that is code.
std::string sentenceOf(const Finding& f, bool markdown) {
    model::Message message = f.message;
    if (markdown) rewriteTexts(message, [](std::string& name) { name = markdownText(std::move(name)); });
    return english(message);
}

std::string findingsText(const Comparison& c, const std::vector<Finding>& findings, std::size_t most, bool markdown) {
    std::string out = fmt::format("{} {}\n\n", markdown ? "##" : "**", english(MessageCode::WhatChanged));
    const auto all = static_cast<std::size_t>(std::count_if(
        findings.begin(), findings.end(), [](const Finding& f) { return f.kind == Finding::Kind::Change; }));
    std::size_t changes = 0;
    for (const Finding& f : findings) {
        changes += f.kind == Finding::Kind::Change;
        if (f.kind != Finding::Kind::Change || changes <= most)
            out += fmt::format("{} {}\n",
                               markdown                          ? "-"
                               : f.kind == Finding::Kind::Change ? "  *"
                               : f.kind == Finding::Kind::Setup  ? "  !"
                               : f.kind == Finding::Kind::Same   ? "  ="
                                                                 : "   ",
                               sentenceOf(f, markdown));
        if (f.kind == Finding::Kind::Change && changes == most + 1)
            out += fmt::format("{} {}\n", markdown ? "-" : "  *",
                               english({MessageCode::SmallerChanges, {Argument::count(all - most), all}}));
    }
    if (const model::Message none = nothingChanged(c, findings); !none.empty())
        out += fmt::format("{}{}\n", markdown ? "\n" : "    ", english(none));
    return out + '\n';
}

/// Why there is nothing to align on, and which names somebody may have meant who asked for one that a report lacks.
Message withNearName(const Message& wrong, const Comparison& c, const AlignRequest& request) {
    if (request.name.empty()) return wrong;
    std::vector<std::string_view> names;
    for (const SnapshotPtr& s : {c.a, c.b})
        if (!model::diff::canAlignOn(*s, request))
            for (const std::string_view name : model::diff::alignNames(*s, request.by))
                if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return withNear(wrong, request.name, names);
}

/// Nothing where the reports have nothing to be laid on each other by. Errors: somebody asked for it.
Result<std::optional<model::diff::Alignment>> alignmentOf(const std::shared_ptr<const Comparison>& c,
                                                          const ComparePlan& plan) {
    const CompareOptions& options = plan.options;
    const bool automatic = !plan.align;
    AlignRequest request = automatic ? automaticRequest(*c) : *plan.align;
    request.stretch = options.stretch;
    // Of whole reports nobody knows which rank is which.
    const auto repeated = options.whole && hasLength(request.by) ? model::diff::compare(c->a, c->b) : c;
    const auto aligned = model::diff::align(*repeated, request);
    if (!aligned && !automatic) return refused(withNearName(aligned.error().detail, *c, request));
    if (request.stretch && !hasLength(request.by))
        return refused({MessageCode::StretchNeedsLength,
                        {automatic ? Argument(MessageCode::AutoWhereNothingRepeats) : Argument(options.align)}});
    return aligned ? std::optional(*aligned) : std::nullopt;
}

std::string alignmentText(const CompareOptions& options, const model::diff::Alignment& a) {
    const model::TimeNs offset = a.offset();
    std::vector<Argument> values{offset < 0 ? "−" : "+", offset < 0 ? -offset : offset};
    if (options.stretch) values.insert(values.end(), {Argument(a.anchorB), fmt::format("{:.6f}", a.stretch)});
    return english({MessageCode::TimeInBoth, std::move(values)}) + "\n\n";
}

/// The utilisation of the model, of both reports; nothing where neither says anything of the kernels' work.
std::vector<Message> mfuLines(const Comparison& c) {
    std::vector<Message> out;
    bool any = false;
    for (const auto& [letter, s, figures] : {std::tuple("A", &c.a, &c.figuresA), std::tuple("B", &c.b, &c.figuresB)}) {
        const auto mfu = model::diff::mfuOf(**s, *figures, &importers::devicePeaks().table);
        any |= !mfu.percent.empty() || mfu.why.code == MessageCode::DensePeakUnknown;
        if (mfu.percent.empty()) {
            out.emplace_back(MessageCode::MfuUnknown, std::vector<Argument>{letter, mfu.why});
            continue;
        }
        out.emplace_back(MessageCode::MfuOfSteps,
                         std::vector<Argument>{letter, Argument::tenths(model::diff::quantileOf(mfu.percent, 0.5)),
                                               Argument::tenths(mfu.peak / 1e12), mfu.chip,
                                               Argument::name(precisionInfo(mfu.precision).label),
                                               Argument::tenths(mfu.known * 100)});
    }
    return any ? out : std::vector<Message>();
}

std::string peoplesText(const Comparison& c, const ComparePlan& plan, const std::vector<Finding>& findings,
                        const std::optional<model::diff::Alignment>& alignment) {
    const CompareOptions& options = plan.options;
    const bool markdown = options.format == TableFormat::Markdown;
    std::string out;
    for (const auto& [letter, s] : {std::pair("A", &c.a), std::pair("B", &c.b)})
        out += fmt::format("{}{}: {}\n", markdown ? "- " : "", letter,
                           markdown ? markdownText((*s)->info().path) : (*s)->info().path);
    if (alignment) out += fmt::format("{}{}", markdown ? "- " : "", alignmentText(options, *alignment));
    else out += '\n';
    for (const Message& line : mfuLines(c)) out += (markdown ? "- " : "") + english(line) + '\n';
    out += findingsText(c, findings, options.rows, markdown);
    for (const CompareKind* by : plan.kinds) {
        const auto rows = by->category ? nameRows(c, *by->category, true) : stepRows(c, true);
        const auto of = isWhole(c) ? MessageCode::OfWholeReports : MessageCode::MediansOfRepetitions;
        out += fmt::format("{} {}\n\n", markdown ? "##" : "**", english({of, {by->table.title}}));
        if (rows.size() > options.rows) out += english({MessageCode::FirstOfAll, {options.rows, rows.size()}}) + "\n\n";
        out += rows.empty() ? english(MessageCode::NothingInBoth) + '\n'
                            : tableText(withoutEmptyEnd(by->table, rows), listed(rows, options.rows), options.format);
        out += '\n';
    }
    return out;
}

/// One table is as it is. Several are one with the columns of all, of which the first says the table of a row: a file
/// of CSV has one heading.
std::string separatedText(const Comparison& c, const ComparePlan& plan) {
    const auto rowsOf = [&](const CompareKind& by) { return by.category ? nameRows(c, *by.category) : stepRows(c); };
    if (plan.kinds.size() == 1) {
        const auto rows = rowsOf(*plan.kinds[0]);
        return tableText(plan.kinds[0]->table, listed(rows, rows.size()), plan.options.format);
    }
    std::vector<ColumnInfo> columns{{"Table", Unit::Text, {}}};
    std::array<std::size_t, std::size(kColumns)> indexOf{};  // 0: no table has it so far
    const auto index = [&](ColumnId id) -> std::size_t& { return indexOf[static_cast<std::size_t>(id)]; };
    for (const CompareKind* by : plan.kinds)
        for (const ColumnId id : idsOf(*by)) {
            if (index(id) > 0) continue;
            index(id) = columns.size();
            columns.push_back(kColumns[static_cast<std::size_t>(id)]);
        }
    std::vector<std::vector<Cell>> all;
    for (const CompareKind* by : plan.kinds)
        for (auto& row : rowsOf(*by)) {
            std::vector<Cell>& line = all.emplace_back(columns.size());
            line[0] = std::string(by->key);
            for (std::size_t i = 0; i < row.size(); ++i) line[index(idsOf(*by)[i])] = std::move(row[i]);
        }
    return tableText({"compare", "", "", columns, nullptr}, listed(all, all.size()), plan.options.format);
}

std::string jsonText(const Comparison& c, const ComparePlan& plan, const std::vector<Finding>& findings,
                     const std::optional<model::diff::Alignment>& alignment) {
    JsonWriter json;
    json.beginObject()
        .key("a")
        .value(std::string_view(c.a->info().path))
        .key("b")
        .value(std::string_view(c.b->info().path));
    json.key("repetition").value(std::string_view(c.figuresA.repetitions.name));
    json.key("repetitionsA")
        .value(static_cast<std::uint64_t>(c.figuresA.count()))
        .key("repetitionsB")
        .value(static_cast<std::uint64_t>(c.figuresB.count()));
    if (alignment) json.key("offsetNs").value(alignment->offset()).key("stretch").value(alignment->stretch);
    json.key("mfu").beginArray();
    for (const Message& line : mfuLines(c)) writeMessage(line, json.beginObject().key("message")), json.endObject();
    json.endArray();
    json.key("findings").beginArray();
    for (const Finding& f : findings) {
        json.beginObject().key("Kind").value(findingKindKey(f.kind)).key("Finding").value(f.key);
        json.key("Sentence").value(english(f.message));
        json.key("Weight (ns)").value(static_cast<std::int64_t>(std::llround(f.weight))).key("message");
        writeMessage(f.message, json);
        json.endObject();
    }
    json.endArray();
    for (const CompareKind* by : plan.kinds) {
        const auto table = by->category ? nameRows(c, *by->category) : stepRows(c);
        json.key(by->key);
        tableJson(by->table, listed(table, table.size()), json);
    }
    json.endObject();
    return json.take() + '\n';
}

}  // namespace

std::vector<std::string> compareKeys() {
    std::vector<std::string> out;
    for (const CompareKind& kind : kinds()) out.emplace_back(kind.key);
    return out;
}

Result<ComparePlan> comparePlan(CompareOptions options) {
    ComparePlan plan;
    auto kinds = wantedKinds(options.by);
    if (!kinds) return tl::unexpected(std::move(kinds.error()));
    plan.kinds = std::move(*kinds);
    if (options.align != "auto") {
        auto align = alignRequest(options.align);
        if (!align) return tl::unexpected(std::move(align.error()));
        plan.align = std::move(*align);
    }
    if (plan.align && options.stretch && !hasLength(plan.align->by))
        return refused({MessageCode::StretchNeedsLength, {options.align}});
    for (const std::string& text : options.failIf) {
        auto threshold = thresholdOf(text);
        if (!threshold) return tl::unexpected(std::move(threshold.error()));
        plan.thresholds.push_back(std::move(*threshold));
    }
    plan.options = std::move(options);
    return plan;
}

std::vector<CompareTable> compareTables(const Comparison& c) {
    std::vector<CompareTable> out;
    for (const CompareKind& by : kinds()) {
        CompareTable t{by.key, &by.table, by.category ? nameRows(c, *by.category) : stepRows(c), {}};
        if (!by.category)
            for (const auto& row : c.parts) t.changes.push_back(row.time);
        else
            for (const auto& row : c.rows)
                if (row.category == *by.category) t.changes.push_back(row.time);
        out.push_back(std::move(t));
    }
    return out;
}

Result<CompareText> compareText(model::SnapshotPtr a, model::SnapshotPtr b, const ComparePlan& plan) {
    const CompareOptions& options = plan.options;
    CompareText out;
    const auto c = model::diff::compare(std::move(a), std::move(b), {options.whole, {}});
    Message lacking;
    const auto lacks = [&lacking](const model::Error& error) { lacking = sentences(lacking, sentenceOf(error)); };
    const auto alignment = alignmentOf(c, plan);
    if (!alignment) lacks(alignment.error());
    for (std::size_t i = 0; i < plan.thresholds.size(); ++i) {
        const std::string& text = options.failIf[i];
        const auto answer = check(plan.thresholds[i], *c);
        if (!answer) lacks(answer.error());
        if (answer && isWhole(*c) && !options.whole)
            out.notes.emplace_back(MessageCode::WholeReportsCompared, std::vector<Argument>{text});
        if (!answer || (!answer->broken && !answer->withinSpread)) continue;
        const auto shown = [&](double v) { return answer->times ? Argument::duration(v) : Argument::tenths(v); };
        (answer->broken ? out.broken : out.excused)
            .emplace_back(answer->broken ? MessageCode::ThresholdBroken : MessageCode::ThresholdWithinSpread,
                          std::vector<Argument>{text, shown(answer->a), shown(answer->b),
                                                model::diff::changeOf(answer->a, answer->b)});
    }
    if (!lacking.empty()) return refused(std::move(lacking));
    const std::vector<Finding> findings = findingsOf(*c);
    for (const Finding& f : findings)
        if (f.key == "other_steps" || f.key == "steps_by_number") out.notes.push_back(f.message);
    if (options.format == TableFormat::Json) out.text = jsonText(*c, plan, findings, *alignment);
    else if (options.format != TableFormat::Table && options.format != TableFormat::Markdown)
        out.text = separatedText(*c, plan);
    else out.text = peoplesText(*c, plan, findings, *alignment);
    return out;
}

}  // namespace app
