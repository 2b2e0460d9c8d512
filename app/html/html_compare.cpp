// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>

#include "app/html/html_report.h"
#include "app/html/html_sections.h"
#include "app/html/html_timeline.h"
#include "app/text/compare.h"
#include "model/base/translate_noop.h"
#include "model/diff/findings.h"
#include "model/diff/setup.h"
#include "model/store/vendor_words.h"

namespace app {

using model::diff::Change;
using model::diff::Comparison;
using model::diff::Finding;
using model::reports::Cell;
using model::reports::Role;
using model::reports::Table;

namespace {

std::string_view tone(model::diff::Verdict v) {
    using model::diff::Verdict;
    if (v == Verdict::Slower || v == Verdict::More || v == Verdict::Added) return "bad";
    return v == Verdict::Faster || v == Verdict::Fewer || v == Verdict::Removed ? "good" : "note";
}

/// A word of the comparison in the language of the page.
std::string said(const HtmlWords& w, const char* english) { return w("Compare", english); }

std::string_view arrowOf(model::diff::Verdict v) {
    const std::string_view kind = tone(v);
    return kind == "bad" ? "▲ " : kind == "good" ? "▼ " : "";
}

std::string whatChanged(const Comparison& c, const std::vector<Finding>& findings, const HtmlWords& w) {
    constexpr std::size_t kMost = 60;
    std::string out = "<ul class=\"findings\">\n";
    for (std::size_t i = 0; i < std::min(kMost, findings.size()); ++i) {
        const Finding& f = findings[i];
        const char *mark = "·", *kind = "note";
        if (f.kind == Finding::Kind::Change) mark = "Δ", kind = "delta";
        if (f.kind == Finding::Kind::Setup) mark = "!", kind = "bad";
        std::string whole;
        for (const std::string& name : f.wholeNames) whole += (whole.empty() ? "" : "\n") + name;
        const std::string title = whole.empty() ? whole : fmt::format(" title=\"{}\"", htmlText(whole, 4000));
        out += fmt::format("<li data-key=\"{}\"{}><span class=\"mark {}\">{}</span>{}</li>\n", htmlText(f.key), title,
                           kind, mark, htmlText(w(f.message), 1000));
    }
    out += "</ul>\n";
    if (const model::Message none = nothingChanged(c, findings); !none.empty())
        out += fmt::format("<p>{}</p>\n", htmlText(w(none)));
    return out;
}

std::string setup(const Comparison& c, const HtmlWords& w) {
    const auto differences = model::diff::setupDifferences(c.a->info(), c.b->info());
    if (differences.empty()) return {};
    std::string out =
        fmt::format("<table class=\"facts\"><thead><tr><th>{}</th><th>A</th><th>B</th></tr></thead><tbody>\n",
                    htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "Fact"))));
    for (const auto& d : differences)
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", htmlText(d.fact),
                           htmlText(w(d.a)), htmlText(w(d.b)));
    return out + "</tbody></table>\n";
}

std::string comparisonCards(const Comparison& c, const HtmlWords& w) {
    const char* const kParts[] = {QT_TRANSLATE_NOOP("Html", "Repetition, all ranks"),
                                  QT_TRANSLATE_NOOP("Html", "CPU range"),
                                  QT_TRANSLATE_NOOP("Html", "GPU span"),
                                  QT_TRANSLATE_NOOP("Html", "Compute only"),
                                  QT_TRANSLATE_NOOP("Html", "Communication only"),
                                  QT_TRANSLATE_NOOP("Html", "Copies only"),
                                  QT_TRANSLATE_NOOP("Html", "GPU idle")};
    std::string out;
    for (std::size_t p = 0; p < model::diff::kParts; ++p) {
        const Change change = c.ofAllRanks(static_cast<model::diff::Part>(p));
        if (change.a == 0 && change.b == 0) continue;
        const std::string_view kind = tone(change.verdict);
        const char* label = p == 0 && isWhole(c) ? QT_TRANSLATE_NOOP("Html", "Whole report") : kParts[p];
        out += fmt::format(
            "<div class=\"card\"><span>{}</span><b class=\"{}\">{}{}</b><span>{} → {}</span><span>{}</span></div>\n",
            htmlText(w("Html", label)), kind, arrowOf(change.verdict),
            change.a > 0 ? htmlText(w.value(model::diff::changeOf(change.a, change.b))) : std::string("–"),
            htmlDuration(change.a), htmlDuration(change.b), htmlText(said(w, verdictReason(change))));
    }
    return "<div class=\"cards\">\n" + out + "</div>\n";
}

std::string bothTimelines(const Comparison& c, const HtmlWords& w) {
    const model::TimeNs length = std::max(htmlTimelineRange(*c.a).length(), htmlTimelineRange(*c.b).length());
    std::string out;
    for (const auto& [letter, s] : {std::pair("A", &*c.a), std::pair("B", &*c.b)}) {
        const std::string picture = htmlTimeline(*s, htmlTimelineRange(*s), length, w);
        if (!picture.empty()) out += fmt::format("<h3>{}: {}</h3>\n{}", letter, htmlText(htmlName(*s)), picture);
    }
    return out.empty() ? out : out + htmlLegend(w);
}

}  // namespace

std::vector<std::size_t> htmlColumns(const CompareTable& table) {
    const bool isNested = table.key == "nvtx" || table.key == "operator";  // of others all time is their own
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < table.report->columns.size(); ++c) {
        const Role role = table.report->columns[c].role;
        if (role == Role::Each || (role == Role::Self && !isNested)) continue;  // A ÷ Count A
        if (role == Role::Name)
            out.insert(out.begin() + std::min<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(out.size())), c);
        else out.push_back(c);
    }
    return out;
}

std::string htmlComparison(const model::SnapshotPtr& a, const model::SnapshotPtr& b, const HtmlOptions& options) {
    const HtmlWords w = model::vendorOf(*a) == model::vendorOf(*b) ? wordsAbout(*b, options.words) : options.words;
    const auto c = model::diff::compare(a, b, {false, options.stop});
    constexpr std::uint64_t kSections = 3;
    std::uint64_t done = 0;
    const auto goesOn = [&] {
        if (options.progress) options.progress(++done, kSections);
        return !options.stop.stop_requested();
    };
    if (!goesOn()) return {};
    HtmlPage page(fmt::format("{} → {}", htmlName(*a), htmlName(*b)), options.language);
    for (const auto& [letter, s] : {std::pair("A", &*a), std::pair("B", &*b)})
        page.subtitle(fmt::format("{}: {} ({})", letter, htmlText(htmlName(*s)), htmlSubtitle(*s)));
    page.section("overview", w("Html", QT_TRANSLATE_NOOP("Html", "Overview")), comparisonCards(*c, w));
    page.section("changed", w("Html", QT_TRANSLATE_NOOP("Html", "What changed")),
                 whatChanged(*c, model::diff::findingsOf(*c), w));
    page.section("setup", w("Html", QT_TRANSLATE_NOOP("Html", "Set-up")), setup(*c, w));
    page.section("timeline", w("Html", QT_TRANSLATE_NOOP("Html", "Timelines, in one scale")), bothTimelines(*c, w));
    if (!goesOn()) return {};
    std::string tables;
    for (const CompareTable& t : compareTables(*c)) {
        if (t.rows.empty()) continue;
        const std::vector<std::size_t> order = htmlColumns(t);
        std::vector<model::reports::ColumnInfo> columns;
        for (const std::size_t column : order) columns.push_back(t.report->columns[column]);
        model::reports::Report shown = *t.report;
        shown.columns = columns;
        Table table;
        table.rows = t.rows.size();
        // Verdicts and parts are words of ours.
        table.cell = [&](std::size_t row, std::size_t column) {
            const Role role = columns[column].role;
            const Cell& cell = t.rows[row][order[column]];
            if (role == Role::Verdict)
                return Cell(std::string(arrowOf(t.changes[row].verdict)) + said(w, verdictWord(t.changes[row])));
            return role == Role::Words ? Cell(said(w, std::get<std::string>(cell).c_str())) : cell;
        };
        tables += fmt::format("<details{}><summary>{}</summary>\n{}</details>\n",
                              t.key == "step" || t.key == "kernel" ? " open=\"open\"" : "",
                              htmlText(w("Reports", t.report->title)), htmlTable(shown, table, options.rows, w));
    }
    page.section("tables",
                 w("Html", isWhole(*c) ? QT_TRANSLATE_NOOP("Html", "Tables, of the whole reports")
                                       : QT_TRANSLATE_NOOP("Html", "Tables, medians of the repetitions")),
                 tables);
    std::string health;
    for (const auto& [letter, s] : {std::pair("A", &*a), std::pair("B", &*b)})
        health += fmt::format("<h3>{}: {}</h3>\n{}", letter, htmlText(htmlName(*s)), htmlHealth(*s, w, options.stop));
    page.section("health", w("Html", QT_TRANSLATE_NOOP("Html", "Capture health")), health);
    return goesOn() ? page.take(w) : std::string();
}

}  // namespace app
