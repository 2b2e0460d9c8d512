// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_report.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/html/html_live.h"
#include "app/html/html_roofline.h"
#include "app/html/html_sections.h"
#include "app/html/html_timeline.h"
#include "app/text/table_text.h"
#include "importers/export/output.h"
#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/base/places.h"
#include "model/base/translate_noop.h"
#include "model/kernels/kernel_pages.h"
#include "model/query/drawn.h"
#include "model/query/health.h"
#include "model/reports/report.h"
#include "model/reports/trace.h"
#include "model/rules/checklist.h"
#include "model/rules/measurement.h"
#include "model/rules/profiler.h"
#include "model/rules/rule.h"
#include "model/store/file_facts.h"
#include "model/store/kernel_profiles.h"
#include "model/workload/intervals.h"
#include "model/workload/steps.h"

namespace app {

using model::checklist::Verdict;
using model::reports::Cell;
using model::reports::ColumnInfo;
using model::reports::Report;
using model::reports::Request;
using model::reports::Role;
using model::reports::Table;
using model::reports::Unit;

namespace {

/// Tables of a page, in its order.
constexpr std::string_view kTables[] = {"kernel_profiles",
                                        "gpu_breakdown",
                                        "step_sum",
                                        "cuda_gpu_kern_sum",
                                        "nccl_sum",
                                        "cuda_gpu_mem_time_sum",
                                        "cuda_gpu_mem_size_sum",
                                        "nvtx_pushpop_sum",
                                        "nvtx_gpu_proj_sum",
                                        "op_sum",
                                        "cuda_api_sum",
                                        "idle_breakdown",
                                        "memory_sum",
                                        "um_sum",
                                        "osrt_sum",
                                        "library_sum",
                                        "cpu_sample_sum",
                                        "python_sample_sum",
                                        "python_sum",
                                        "slice_sum",
                                        "roofline"};
constexpr std::size_t kEvidenceRows = 10;  // of a finding

/// The first column of that role and unit; the table has one.
std::size_t columnOf(const Report& report, Role role, Unit unit) {
    return static_cast<std::size_t>(
        std::find_if(report.columns.begin(), report.columns.end(),
                     [&](const ColumnInfo& c) { return c.role == role && c.unit == unit; }) -
        report.columns.begin());
}

/// Of events and of counters, which the window counts together.
std::string eventsText(const model::Snapshot& report, const HtmlWords& w) {
    using enum model::MessageCode;
    using model::Argument;
    const model::Drawn drawn = model::drawnOf(report);
    const model::Message events(NumberOfEvents, {Argument::count(drawn.events)}),
        values(NumberOfCounterValues, {Argument::count(drawn.values)});
    return w({EventsAndValues, {events, drawn.values ? Argument(values) : Argument("")}},
             {model::NumberText::groupedCount});
}

/// How busy each of the first GPUs was.
std::string gpuCards(const Request& r, const HtmlWords& w) {
    constexpr std::size_t kMost = 8;
    std::string out;
    std::size_t cards = 0;
    for (const auto& [id, work] : model::reports::deviceWork(r)) {
        const model::TimeRange window = work.window.intersected(r.range);
        if (window.isEmpty()) continue;
        if (++cards > kMost) break;
        const model::reports::Breakdown parts = breakdownOf(work, window);
        const double idle = static_cast<double>(parts.idle) * 100 / static_cast<double>(parts.whole);
        out += htmlCard(
            model::reports::deviceText(r.report, id.host, id.device), fmt::format("{:.1f} %", 100 - idle),
            model::withValues(w("Html", QT_TRANSLATE_NOOP("Html", "busy from its first to its last work; %1 kernels")),
                              {htmlCount(static_cast<std::uint64_t>(work.kernels))}));
    }
    return out;
}

std::string longestKernelCard(const Request& r, const HtmlWords& w) {
    const Report& kernels = *model::reports::find("cuda_gpu_kern_sum");
    const Table top = makeTable(kernels, r);
    if (top.rows == 0) return {};
    const Cell share = top.cell(0, columnOf(kernels, Role::Sum, Unit::Percent));
    const double* percent = std::get_if<double>(&share);
    return htmlCard(w("Html", QT_TRANSLATE_NOOP("Html", "Longest kernel, of the time of all kernels")),
                    fmt::format("{:.1f} %", percent ? *percent : 0),
                    std::string(model::kernelBaseName(
                        plainCell(top.cell(0, columnOf(kernels, Role::Name, Unit::Text)), Unit::Text))));
}

/// What one asks first: how long, on what, how busy, how many and long steps, what took most.
std::string cards(const Request& r, const HtmlWords& w) {
    std::string out;
    out += htmlCard(w("Html", QT_TRANSLATE_NOOP("Html", "Length")), htmlDuration(static_cast<double>(r.range.length())),
                    eventsText(r.report, w));
    out += gpuCards(r, w);
    if (const auto steps = model::reports::stepFigures(r.report, r.stop).medians(r.range); steps.steps > 0) {
        const auto duration = [](std::optional<double> ns) { return ns ? htmlDuration(*ns) : std::string("–"); };
        out +=
            htmlCard(w("Html", QT_TRANSLATE_NOOP("Html", "Pace of a step, median")), duration(steps.pace),
                     model::withValues(w("Html", QT_TRANSLATE_NOOP("Html", "steps: %1; on the CPU %2, on the GPU %3")),
                                       {htmlCount(steps.steps), htmlDuration(steps.cpu), duration(steps.gpu)}));
    }
    out += longestKernelCard(r, w);
    return "<div class=\"cards\">\n" + out + "</div>\n";
}

/// What a measurement that is in doubt makes of a rule or a question that depends on it; empty where it does not.
std::string careText(const Table& measurement, std::string_view key, const HtmlWords& w) {
    const model::Message care = model::rules::careOf(model::rules::doubtsAbout(measurement, key));
    return care.empty() ? std::string() : htmlText(w(care), 2000);
}

std::string checklist(const Request& r, const HtmlWords& w) {
    std::string out = "<table class=\"checklist\"><tbody>\n";
    const Table measurement = model::rules::kMeasurement.table.make(r);
    for (const model::checklist::Check& check : model::checklist::all()) {
        const auto answer = model::checklist::answer(check, r);
        const char *verdict = QT_TRANSLATE_NOOP("Html", "? unknown"), *kind = "note";
        if (answer.verdict == Verdict::Yes) verdict = QT_TRANSLATE_NOOP("Html", "✓ yes"), kind = "good";
        if (answer.verdict == Verdict::No) verdict = QT_TRANSLATE_NOOP("Html", "✗ no"), kind = "bad";
        std::string text = fmt::format("<b>{}</b>", htmlText(w(check.question)));
        if (!std::holds_alternative<std::monostate>(answer.number))
            text += fmt::format("<br/>{}{}{}{}: {}", htmlText(shownCell(answer.number, check.unit)),
                                check.unit == Unit::Percent ? " %" : "", answer.about.empty() ? "" : ", ",
                                htmlText(w(answer.about)), htmlText(w(check.number)));
        const model::Message note = answer.verdict == Verdict::Unknown ? answer.why
                                    : answer.verdict == Verdict::No    ? check.advice
                                                                       : model::Message();
        if (!note.empty()) text += fmt::format("<br/><span class=\"note\">{}</span>", htmlText(w(note), 2000));
        const bool known = answer.verdict != Verdict::Unknown;
        if (const std::string care = careText(measurement, check.key, w); known && !care.empty())
            text += fmt::format("<br/><span class=\"note\">{}</span>", care);
        out += fmt::format("<tr data-key=\"{}\"><td class=\"{}\">{}</td><td>{}</td></tr>\n", check.key, kind,
                           htmlText(w("Html", verdict)), text);
    }
    return out + "</tbody></table>\n";
}

/// A remark of a profiler about one kernel.
struct Remark : model::KernelRemark {
    const model::KernelProfile* kernel;
};

/// What gains most of a whole kernel first, then of a part of one; then warnings. What only tells is left out.
std::vector<Remark> remarksOf(const model::Snapshot& s) {
    std::vector<Remark> out;
    for (model::ProfileId id = 0; id < s.profileCount(); ++id) {
        const model::KernelProfile& p = s.kernelProfiles().at(id);
        for (const model::KernelRemark& one : model::remarksOf(p))
            if (!one.onlyTells()) out.push_back({one, &p});
    }
    const auto key = [](const Remark& m) {
        return std::pair(m.item->speedup == model::ProfileRule::Speedup::Global, m.promises() ? m.item->percent : -1);
    };
    std::stable_sort(out.begin(), out.end(), [&](const Remark& a, const Remark& b) { return key(a) > key(b); });
    return out;
}

std::string remarkRow(const model::Snapshot& s, const Remark& m, const HtmlWords& w) {
    const bool isLocal = m.item->speedup == model::ProfileRule::Speedup::Local;
    const std::string gain = m.promises() ? fmt::format("{:.1f}", m.item->percent) : std::string();
    const std::string where = !m.promises() ? std::string()
                                            : w("Html", isLocal ? QT_TRANSLATE_NOOP("Html", "of a part of the kernel")
                                                                : QT_TRANSLATE_NOOP("Html", "of the whole kernel"));
    const std::string_view title = s.text(m.title());
    constexpr std::size_t kShort = 40;
    const std::string_view name = s.text(m.kernel->name), base = model::kernelBaseName(name);
    return fmt::format(
        "<tr><td class=\"n\" data-v=\"{0}\">{0}</td><td class=\"w\">{1}</td><td class=\"{2}\" title=\"{3}\">{4}</td><td class=\"t\"><b>{5}</b><br/>{6}</td></tr>\n",
        gain, htmlText(where), base.size() < kShort ? "w" : "t", htmlText(name), htmlText(base), htmlText(title),
        htmlText(model::plainRuleText(s.text(m.item->text)), 2000));
}

/// What the rules of the profiler say, in its words.
std::string profilerRules(const model::Snapshot& s, const HtmlWords& w) {
    constexpr std::size_t kMost = 60;
    const std::vector<Remark> remarks = remarksOf(s);
    if (remarks.empty()) return {};
    std::string out =
        fmt::format("<h3>{}</h3>\n<div class=\"wide\"><table class=\"s\" data-key=\"profiler_rules\"><thead><tr>",
                    htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "Rules of the profiler"))));
    out += fmt::format("<th scope=\"col\" class=\"n\">{}</th>",
                       htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "Estimated speed-up (%)"))));
    for (const char* title : {QT_TRANSLATE_NOOP("Html", "Of what"), QT_TRANSLATE_NOOP("Html", "Kernel"),
                              QT_TRANSLATE_NOOP("Html", "What it says")})
        out += fmt::format("<th scope=\"col\">{}</th>", htmlText(w("Html", title)));
    out += "</tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(kMost, remarks.size()); ++i) out += remarkRow(s, remarks[i], w);
    out += "</tbody></table></div>\n";
    if (remarks.size() > kMost)
        out += fmt::format("<p class=\"note\">{}</p>\n",
                           htmlText(model::withValues(w("Html", QT_TRANSLATE_NOOP("Html", "The first %1 of %2 rows.")),
                                                      {htmlCount(kMost), htmlCount(remarks.size())})));
    return out;
}

/// A rule and what it found.
struct Found {
    const model::rules::Rule* rule;
    Table table;
};

/// What found something, in the order of the pane: doubts about the measurement, then the greatest gain.
std::vector<Found> byGain(std::vector<Found> found) {
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
        const auto key = [](const Found& f) {
            return std::pair(f.rule->table.key == model::rules::kMeasurement.table.key,
                             model::rules::gainOf(*f.rule, f.table));
        };
        return key(a) > key(b);
    });
    return found;
}

std::string finding(const Found& found, const Table& measurement, const HtmlWords& w) {
    const model::rules::Rule& rule = *found.rule;
    const auto said = [&](const model::Message& message) { return htmlText(w(message), 2000); };
    std::string out =
        fmt::format("<h3>{}</h3>\n<p>{}</p>\n", htmlText(w("Reports", rule.table.title)), said(rule.advice));
    if (const std::string care = careText(measurement, rule.table.key, w); !care.empty())
        out += fmt::format("<p class=\"note\">{}</p>\n", care);
    if (rule.estimates())
        out += fmt::format("<p class=\"note\">{} {}</p>\n",
                           htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "Gain at most:"))), said(rule.formula));
    return out + htmlTable(rule.table, found.table, kEvidenceRows, w);
}

std::string advice(const Request& r, const HtmlWords& w) {
    std::string out = profilerRules(r.report, w), nothing;
    const Table measurement = model::rules::kMeasurement.table.make(r);
    std::vector<Found> found;
    for (const model::rules::Rule* const each : model::rules::all()) {
        const model::rules::Rule& rule = *each;
        if (r.stop.stop_requested()) return {};
        if (rule.table.key == model::rules::kProfilerRules.table.key) continue;  // they stand above
        Table table = makeTable(rule.table, r);
        if (table.rows > 0) {
            found.push_back({&rule, std::move(table)});
            continue;
        }
        nothing +=
            fmt::format("<li>{}: <span class=\"note\">{}</span></li>\n", htmlText(w("Reports", rule.table.title)),
                        htmlText(w(table.why.empty() ? rule.nothing : table.why), 2000));
    }
    for (const Found& f : byGain(std::move(found))) out += finding(f, measurement, w);
    if (out.empty()) out = fmt::format("<p>{}</p>\n", htmlText(w(model::MessageCode::NothingCostsTime)));
    if (!nothing.empty())
        out += fmt::format("<details><summary>{}</summary><ul>\n{}</ul></details>\n",
                           htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "Rules that found nothing"))), nothing);
    return out;
}

/// Of what a profiler measured in kernels the roofline says most.
bool isOpen(std::string_view key, const model::Snapshot& s) {
    return key == "cuda_gpu_kern_sum" || key == "step_sum" || (key == "roofline" && s.profileCount() > 0);
}

std::string tables(const Request& r, const HtmlWords& w, std::size_t rows) {
    std::string out;
    bool first = true;
    for (const std::string_view key : kTables) {
        if (r.stop.stop_requested()) return {};
        const Report& report = *model::reports::find(key);
        const Table table = makeTable(report, r);
        if (table.rows == 0) continue;
        out += fmt::format(
            "<details{}><summary>{} <span class=\"note\">{} {}</span></summary>\n<p class=\"note\">{}</p>\n{}</details>\n",
            first || isOpen(key, r.report) ? " open=\"open\"" : "", htmlText(w("Reports", report.title)), htmlText(key),
            htmlCount(table.rows), htmlText(w("Reports", report.meaning), 2000), htmlTable(report, table, rows, w));
        first = false;
    }
    return out;
}

/// A picture for paper and for browsers without scripts; others show the timeline that can be zoomed in its place.
std::string timelines(const model::Snapshot& s, const HtmlView& view, const HtmlWords& w, HtmlPage& page) {
    const model::TimeRange shown = htmlTimelineRange(s);
    std::string picture = htmlTimeline(s, shown, shown.length(), w);
    if (!picture.empty()) picture += htmlLegend(w);
    if (shown != s.range())
        picture += fmt::format(
            "<p class=\"note\">{}</p>\n",
            htmlText(model::withValues(w("Html", QT_TRANSLATE_NOOP("Html", "The time with GPU work, %1 of %2.")),
                                       {htmlDuration(static_cast<double>(shown.length())),
                                        htmlDuration(static_cast<double>(s.range().length()))})));
    const HtmlLive live = htmlLive(s, shown, view, w);
    if (live.timeline.empty()) return picture + live.notes;
    page.withTimeline();
    return fmt::format("<div class=\"still\">\n{}</div>\n", picture) + live.timeline + live.notes;
}

}  // namespace

std::string htmlSubtitle(const model::Snapshot& s) {
    const model::ReportInfo& info = s.info();
    return htmlText(info.product.empty()          ? info.format
                    : info.productVersion.empty() ? info.product
                                                  : info.product + ' ' + info.productVersion);
}

std::string htmlName(const model::Snapshot& s) {
    const std::string name = std::filesystem::path(s.info().path).filename().string();
    return name.empty() ? s.info().format : name;
}

std::string htmlHealth(const model::Snapshot& s, const HtmlWords& w, const std::stop_token& stop) {
    const model::Health health = model::captureHealth(s, stop);
    std::string out;
    if (health.coverage)
        out += fmt::format("<p>{}</p>\n", htmlText(model::withValues(
                                              w("Html", QT_TRANSLATE_NOOP("Html", "Events cover %1 % of the time.")),
                                              {fmt::format("{:.1f}", *health.coverage * 100)})));
    for (const model::HealthFinding& f : health.findings) {
        const bool bad = f.severity != model::Severity::Info;
        out +=
            fmt::format("<li data-key=\"{}\"><span class=\"mark {}\">{}</span>{} <span class=\"note\">{}</span></li>\n",
                        model::healthKey(f.code), bad ? "bad" : "note", bad ? "!" : "i",
                        htmlText(w(factOf(f), {model::NumberText::groupedCount}), 600), htmlText(w(adviceOn(f)), 600));
    }
    const std::size_t list = out.find("<li");
    if (list == out.npos)
        return out + fmt::format("<p>{}</p>\n",
                                 htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "Nothing seems to be missing."))));
    return out.insert(list, "<ul>\n") + "</ul>\n";
}

std::string htmlMachine(const model::Snapshot& s, const HtmlWords& w) {
    constexpr std::size_t kMost = 60;
    std::vector<std::pair<std::string, std::string>> facts;
    for (const auto& [key, value] : s.info().session_facts) {
        const model::FactText fact = model::factText(key, value);
        facts.emplace_back(w(fact.title), w(fact.value));
    }
    for (const model::Entity& e : s.info().entities) {
        if (facts.size() >= kMost) break;
        if (e.type == model::Entity::Type::Device) facts.emplace_back(fmt::format("GPU {}", e.key.device), e.name);
        if (e.type == model::Entity::Type::Host && !e.name.empty())
            facts.emplace_back(w(model::MessageCode::TitleHost), e.name);
    }
    facts.resize(std::min(facts.size(), kMost));
    return facts.empty() ? std::string() : htmlFacts(facts);
}

std::string htmlLegend(const HtmlWords& w) {
    return fmt::format(
        "<p class=\"legend\"><i class=\"k0\"></i>{}<i class=\"c0\"></i>{}<i class=\"m0\"></i>{}<i class=\"r0\"></i>{}<i class=\"a0\"></i>{}<i class=\"w0\"></i>{}</p>\n",
        htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "kernels"))),
        htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "communication"))),
        htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "copies"))),
        htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "ranges and operators"))),
        htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "calls"))),
        htmlText(w("Html", QT_TRANSLATE_NOOP("Html", "calls that wait"))));
}

std::string htmlReport(const model::Snapshot& s, const HtmlOptions& options) {
    const HtmlWords w = wordsAbout(s, options.words);
    const Request r{s, s.whole(), {}, 0, options.stop, false, false, &importers::devicePeaks().table};
    HtmlPage page(htmlName(s), options.language);
    page.subtitle(htmlSubtitle(s));
    constexpr std::uint64_t kSections = 7;
    std::uint64_t done = 0;
    const auto goesOn = [&] {
        if (options.progress) options.progress(++done, kSections);
        return !options.stop.stop_requested();
    };
    page.section("overview", w("Html", QT_TRANSLATE_NOOP("Html", "Overview")), cards(r, w));
    if (!goesOn()) return {};
    page.section("timeline", w("Html", QT_TRANSLATE_NOOP("Html", "Timeline")), timelines(s, options.view, w, page));
    if (!goesOn()) return {};
    page.section("roofline", w("Html", QT_TRANSLATE_NOOP("Html", "Roofline")), htmlRoofline(r, w));
    page.section("health", w("Html", QT_TRANSLATE_NOOP("Html", "Capture health")), htmlHealth(s, w, options.stop));
    if (!goesOn()) return {};
    page.section("advice", w("Html", QT_TRANSLATE_NOOP("Html", "Advice")), advice(r, w));
    if (!goesOn()) return {};
    page.section("checklist", w("Html", QT_TRANSLATE_NOOP("Html", "Checklist")), checklist(r, w));
    if (!goesOn()) return {};
    page.section("tables", w("Html", QT_TRANSLATE_NOOP("Html", "Tables")), tables(r, w, options.rows));
    if (!goesOn()) return {};
    page.section("machine", w("Html", QT_TRANSLATE_NOOP("Html", "Machine and capture")), htmlMachine(s, w));
    return goesOn() ? page.take(w) : std::string();
}

model::Result<void> writeHtml(const model::SnapshotPtr& a, const model::SnapshotPtr& b,
                              const std::filesystem::path& target, const HtmlOptions& options) {
    std::error_code ignored;
    for (const std::filesystem::path& source : options.sources)
        if (std::filesystem::equivalent(source, target, ignored))
            return model::fail(model::ErrorCode::WouldReplaceSource, target.string());
    const std::string html = b ? htmlComparison(a, b, options) : htmlReport(*a, options);
    if (html.empty()) return model::fail(model::ErrorCode::Cancelled, target.string());
    auto file = importers::exporting::TextFile::create(target);
    if (!file) return tl::unexpected(file.error());
    file->text() += html;
    return file->commit();
}

}  // namespace app
