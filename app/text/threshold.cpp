// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/threshold.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "app/text/near_names.h"
#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/base/time_units.h"
#include "model/base/work_names.h"
#include "model/diff/mfu.h"
#include "model/diff/wording.h"
#include "model/store/kernel_profiles.h"

namespace app {

using model::Argument;
using model::Message;
using model::refused;
using model::Result;
using model::diff::Category;
using model::diff::Comparison;
using model::diff::Figure;
using model::diff::Figures;
using model::diff::Row;
using model::diff::Share;

namespace {
using enum model::MessageCode;

constexpr std::array<std::string_view, model::diff::kParts> kParts{"step",          "step.cpu", "step.gpu", "compute",
                                                                   "communication", "memory",   "idle"};
constexpr std::string_view kMfu = "step.mfu";
constexpr std::array<std::string_view, model::diff::kCategories> kNamed{"kernel", "copy",     "api",
                                                                        "range",  "operator", "slice"};

template <class List>
std::optional<std::size_t> indexIn(const List& list, std::string_view key) {
    const auto at = std::find(list.begin(), list.end(), key);
    return at == list.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - list.begin()));
}

bool parseNumber(std::string_view text, double& to, std::string_view& unit) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
    unit = text.substr(static_cast<std::size_t>(end - text.data()));
    return error == std::errc() && std::isfinite(to);
}

bool parseStatistic(std::string_view text, Threshold& t) {
    t.statistic = text;
    if (text == "mean" || text == "min" || text == "max" || text == "count") return true;
    std::string_view rest;
    if (!text.starts_with('p') || !parseNumber(text.substr(1), t.quantile, rest) || !rest.empty() || t.quantile < 0 ||
        t.quantile > 100)
        return false;
    t.quantile /= 100;
    return true;
}

std::vector<std::string_view> metrics() {
    std::vector<std::string_view> out(kParts.begin(), kParts.end());
    out.push_back(kMfu);
    out.insert(out.end(), kNamed.begin(), kNamed.end());
    return out;
}

// Parts of a threshold, in the order in which they stand. Errors: what is wrong with one.

Result<void> parseMetric(std::string_view text, Threshold& t) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    t.metric = text.substr(0, colon);
    const bool part = t.metric == kMfu || indexIn(kParts, t.metric).has_value();
    if (!part && !indexIn(kNamed, t.metric)) return refused(withNear({NoSuchMetric, {t.metric}}, t.metric, metrics()));
    if (part && colon < text.size()) return refused({MetricTakesNoName, {t.metric}});
    if (!part) t.name = text.substr(std::min(colon + 1, text.size()));
    if (!part && t.name.empty()) return refused({MetricLacksName, {t.metric}});
    return {};
}

Result<void> parseStatisticOf(std::string_view text, Threshold& t) {
    if (!parseStatistic(text, t))
        return refused(withNear({NoSuchStatistic, {text}}, text, {"p50", "p90", "p99", "mean", "min", "max", "count"}));
    if (t.statistic == "count" && t.name.empty()) return refused({MetricHasNoCount, {t.metric}});
    return {};
}

/// The unit behind the number of a limit.
Result<void> applyUnit(std::string_view unit, std::string_view whole, bool isChange, Threshold& t) {
    if (unit == "%") {
        if (isChange || t.metric == kMfu) return {};
        return refused({LimitLacksSign, {whole}});
    }
    if (t.statistic == "count") {
        if (unit.empty()) return {};
        return refused({CountHasNoUnit, {whole}});
    }
    if (t.metric == kMfu) return refused(unit.empty() ? Message(LimitLacksUnit, {whole}) : Message(NoSuchUnit, {unit}));
    const model::TimeUnit* time = model::timeUnit(unit, model::kShownTimeUnits);
    if (!time) return refused(unit.empty() ? Message(LimitLacksUnit, {whole}) : Message(NoSuchUnit, {unit}));
    t.number *= static_cast<double>(time->ns);
    return {};
}

Result<void> parseLimit(std::string_view text, Threshold& t) {
    const std::string_view whole = text;
    const bool plus = text.starts_with('+'), isChange = plus || text.starts_with('-');
    t.beyondSpread = text.ends_with('~');
    if (t.beyondSpread) text.remove_suffix(1);
    if (t.beyondSpread && !isChange) return refused({SpreadNeedsChange, {whole}});
    std::string_view unit;
    if (!parseNumber(text.substr(plus ? 1 : 0), t.number, unit)) return refused({LimitNotANumber, {whole}});
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    while (unit.ends_with(' ')) unit.remove_suffix(1);
    const bool ofItself = t.metric == kMfu && !isChange;
    t.kind = unit == "%" && !ofItself ? Threshold::Kind::Percent
             : isChange               ? Threshold::Kind::Change
                                      : Threshold::Kind::Value;
    return applyUnit(unit, whole, isChange, t);
}

std::optional<double> statisticOf(const Threshold& t, const std::vector<double>& values) {
    if (values.empty()) return {};
    if (t.statistic == "mean")
        return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    if (t.statistic == "min") return *std::min_element(values.begin(), values.end());
    if (t.statistic == "max") return *std::max_element(values.begin(), values.end());
    return model::diff::quantileOf(values, t.quantile);
}

/// Rows that a name may stand for. As a row is called in A or in B (a kernel with other template arguments in B is one
/// row), whatever tool has spelled it; of kernels that have no such name those with that base name. Nothing where only
/// one report traced its kind.
std::vector<const Row*> rowsOf(const Threshold& t, const Comparison& c) {
    const auto category = static_cast<Category>(*indexIn(kNamed, t.metric));
    const auto rowsBy = [&](auto&& isNamed) {
        std::vector<const Row*> out;
        for (const Row& r : c.rows)
            if (r.category == category && (isNamed(c.names.text(r.name)) || isNamed(c.names.text(r.nameB))))
                out.push_back(&r);
        return out;
    };
    auto out = rowsBy([&](std::string_view name) { return name == t.name; });
    if (category == Category::Memory && out.empty() && !c.tellsMemory)
        return rowsBy([&](std::string_view name) { return name == model::canonicalCopyName(t.name); });
    if (category != Category::Kernel || !out.empty()) return out;
    const std::string plain = model::canonicalKernelName(t.name);
    out = rowsBy([&](std::string_view name) { return model::canonicalKernelName(name) == plain; });
    return out.empty() ? rowsBy([&](std::string_view name) { return model::kernelBaseName(name) == t.name; }) : out;
}
const Row* rowOf(const Threshold& t, const Comparison& c) {
    const auto rows = rowsOf(t, c);
    return rows.empty() ? nullptr : rows[0];
}

/// A value for each repetition: of the part, over all ranks, or of the name.
std::vector<double> valuesOf(const Threshold& t, const Comparison& c, const Figures& f) {
    std::vector<double> out;
    if (t.metric == kMfu)
        return model::diff::mfuOf(&f == &c.figuresA ? *c.a : *c.b, f, &importers::devicePeaks().table).percent;
    if (t.name.empty()) {
        for (const auto& rank : f.ranks) {
            const std::vector<double>& part = rank.parts[*indexIn(kParts, t.metric)];
            out.insert(out.end(), part.begin(), part.end());
        }
        return out;
    }
    const Row* row = rowOf(t, c);
    const Figure* figure = !row ? nullptr : &f == &c.figuresA ? c.figureA(*row) : c.figureB(*row);
    if (figure) return t.statistic == "count" ? f.samples(*figure, &Share::count) : f.samples(*figure, &Share::time);
    return f.traced[*indexIn(kNamed, t.metric)] ? std::vector<double>(f.count())
                                                : out;  // never there is 0 a repetition
}

bool knows(const Threshold& t, const Comparison& c) {
    if (t.name.empty() || rowOf(t, c)) return true;
    const std::size_t category = *indexIn(kNamed, t.metric);  // that only one report may have traced
    const auto has = [&](const Figures& f) {
        return std::any_of(f.names[category].begin(), f.names[category].end(), [&](const auto& n) {
            const std::string_view name = c.names.text(n.first);
            return name == t.name || (t.metric == "kernel" && model::kernelBaseName(name) == t.name);
        });
    };
    return has(c.figuresA) || has(c.figuresB);
}

/// Why a part of a repetition cannot be asked for, or nothing: where nothing repeats it would be one of the whole
/// reports, of whatever length.
Message withoutRepetitions(const Threshold& t, const Comparison& c) {
    if (!t.name.empty() || !isWhole(c) || c.options.wholeReports) return {};
    Message missing;
    bool anyEmpty = false;
    for (const auto& [letter, s] : {std::pair("A", &c.a), std::pair("B", &c.b)}) {
        const bool empty = (*s)->eventCount() == 0;
        anyEmpty |= empty;
        if (!empty && !model::diff::stepsIn(**s).empty()) continue;
        const Message lacks(empty ? ReportHasNoEvents : ReportHasNoSteps, {letter, Argument::file((*s)->info().path)});
        missing = missing.empty() ? lacks : Message(ThisAndThat, {missing, lacks});
    }
    return {AskedOfRepetition,
            {t.text, missing.empty() ? Message(NoStepInCommon) : missing, anyEmpty ? CaptureAgain : MarkSteps}};
}

std::vector<std::string_view> namesIn(std::size_t category, const Comparison& c) {
    std::vector<std::string_view> out;
    for (const Figures* f : {&c.figuresA, &c.figuresB})
        for (const auto& [name, figure] : f->names[category])
            if (f == &c.figuresA || !c.figuresA.names[category].contains(name)) out.push_back(c.names.text(name));
    return out;
}

/// Blanks at the ends and around the sign are ignored; those in names stay.
std::string tidied(std::string_view text) {
    std::string out(text);
    const auto trim = [&out](std::size_t at, std::size_t end) {  // blanks before `at` and behind `end`
        while (end < out.size() && out[end] == ' ') out.erase(end, 1);
        while (at > 0 && out[at - 1] == ' ') out.erase(--at, 1);
    };
    trim(out.size(), out.size());
    while (!out.empty() && out.front() == ' ') out.erase(0, 1);
    if (const std::size_t op = out.find_last_of("<>"); op != out.npos)
        trim(op, op + (op + 1 < out.size() && out[op + 1] == '=' ? 2 : 1));
    return out;
}

Result<void> parse(std::string_view text, Threshold& t) {
    const std::size_t op = text.find_last_of("<>");  // names of kernels hold such signs, limits none
    if (op == text.npos) return refused(NoComparison);
    const std::size_t dot = text.rfind('.', op);
    if (dot == text.npos) return refused({LacksStatistic, {text.substr(0, op)}});
    t.greater = text[op] == '>';
    t.orEqual = op + 1 < text.size() && text[op + 1] == '=';
    return parseMetric(text.substr(0, dot), t)
        .and_then([&] { return parseStatisticOf(text.substr(dot + 1, op - dot - 1), t); })
        .and_then([&] { return parseLimit(text.substr(op + (t.orEqual ? 2 : 1)), t); });
}

}  // namespace

Result<Threshold> thresholdOf(std::string_view typed) {
    Threshold t;
    t.text = tidied(typed);
    const auto parsed = parse(t.text, t);
    if (parsed) return t;
    return refused({NotALimit, {t.text, sentenceOf(parsed.error())}});
}

Result<ThresholdAnswer> check(const Threshold& t, const Comparison& c) {
    if (Message missing = withoutRepetitions(t, c); !missing.empty()) return refused(std::move(missing));
    if (!t.name.empty())
        if (const auto rows = rowsOf(t, c); rows.size() > 1)
            return refused(
                {SeveralKernelsNamed, {t.text, rows.size(), c.names.text(rows[0]->name), c.names.text(rows[1]->name)}});
    const std::vector<double> valuesA = valuesOf(t, c, c.figuresA), valuesB = valuesOf(t, c, c.figuresB);
    const auto a = statisticOf(t, valuesA), b = statisticOf(t, valuesB);
    if (!knows(t, c))
        return refused(withNear({NeitherHoldsName, {t.text}}, t.name, namesIn(*indexIn(kNamed, t.metric), c)));
    if (!a || !b) return refused({HoldsNothingOfIt, {t.text, Argument::file(a ? c.b->info().path : c.a->info().path)}});
    if (t.kind == Threshold::Kind::Percent && *a <= 0) return refused({NoChangeFromZero, {t.text}});
    const double value = t.kind == Threshold::Kind::Value    ? *b
                         : t.kind == Threshold::Kind::Change ? *b - *a
                                                             : (*b - *a) * 100 / *a;
    const bool beyond = t.greater ? value > t.number : value < t.number;
    ThresholdAnswer out{beyond || (t.orEqual && value == t.number), *a, *b, t.statistic != "count" && t.metric != kMfu};
    // As the tables judge it. Where no spread is known, none excuses a change.
    const auto asked = t.name.empty() ? model::diff::Asked::Few : model::diff::Asked::Many;
    const model::diff::Change change = model::diff::changeOf(valuesA, valuesB, asked, 0);
    out.withinSpread =
        out.broken && t.beyondSpread && change.spreadIsKnown() && change.verdict == model::diff::Verdict::Within;
    if (out.withinSpread) out.broken = false;
    return out;
}

}  // namespace app
