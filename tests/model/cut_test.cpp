// SPDX-License-Identifier: GPL-3.0-or-later
// A time that was cut out of a report says about that time what the whole report says.
#include <algorithm>
#include <set>

#include "importers/export/export.h"
#include "importers/peaks_file.h"
#include "model/query/drawn.h"
#include "model/query/health.h"
#include "model/query/query.h"
#include "model/reports/report.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/opened.h"
#include "tests/kit/samples.h"
#include "tests/kit/text_report.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using importers::ExportFormat;
using importers::ExportOptions;
using model::TimeRange;
using model::TrackKind;

void cut(const model::SnapshotPtr& s, TimeRange times, const fs::path& target) {
    ExportOptions options;
    options.overwrite = true;
    options.times = times;
    const auto done = importers::exportReport(s, ExportFormat::Rep, target, options);
    if (!done) throw std::runtime_error(model::english(done.error().detail) + " " + done.error().subject.text);
}

/// Every cell of a table, a line a row.
std::vector<std::string> rowsOf(const model::reports::Report& report, const model::Snapshot& s, TimeRange range) {
    const model::reports::Request request{s, range, {}, 0, {}, false, false, &importers::devicePeaks().table};
    const model::reports::Table table = makeTable(report, request);
    std::vector<std::string> out;
    for (std::size_t r = 0; r < table.rows; ++r) {
        std::string line;
        for (std::size_t c = 0; c < report.columns.size(); ++c) {
            // Numbers by place in the table; and of the modules that a function is in the first one.
            constexpr std::string_view kOfTheTable[] = {"RangeId", "ParentId", "RangeStack", "Module"};
            if (std::find(std::begin(kOfTheTable), std::end(kOfTheTable), report.columns[c].title) !=
                std::end(kOfTheTable))
                continue;
            std::visit(
                [&](const auto& v) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>) line += "-|";
                    else if constexpr (std::is_same_v<std::decay_t<decltype(v)>, double>)
                        line += fmt::format("{:.9g}|", v);  // sums are in the order of rows
                    else if constexpr (std::is_same_v<std::decay_t<decltype(v)>, model::Message>)
                        line += english(v) + '|';
                    else line += fmt::format("{}|", v);
                },
                table.cell(r, c));
        }
        out.push_back(line);
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<fs::path> sampleReports() {
    std::vector<fs::path> out;
    for (const fs::path& folder : {sample("nsys_pairs"), sample("h100/nsys")})
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().extension() == ".sqlite") out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace

TEST("In real reports every number of a cut is that of the whole report at this time") {
    const Folder folder;
    // What launched work, or what it launched, lies outside of a cut where the ends come between them; so does what was
    // allocated before.
    const std::set<std::string_view> acrossEnds{"cuda_kern_exec_sum", "cuda_kern_exec_trace", "cuda_api_gpu_sum",
                                                "launch_latency",     "nvtx_gpu_proj_sum",    "nvtx_gpu_proj_trace",
                                                "nvtx_kern_sum",      "nvtx_backward_sum"};
    int compared = 0;
    for (const fs::path& path : sampleReports()) {
        const Opened whole(path);
        const TimeRange all = whole.s->range();
        if (all.isEmpty()) continue;
        const TimeRange times{all.begin + all.length() / 3, all.begin + all.length() * 2 / 3};
        if (times.isEmpty()) continue;
        cut(whole.s, times, folder / "cut.rep");
        const Opened part(folder / "cut.rep");
        CHECK(part.s->range() == times && part.s->whole() == times);
        for (const model::reports::Report* const each : model::reports::all()) {
            const model::reports::Report& report = *each;
            const auto expected = rowsOf(report, *whole.s, times), found = rowsOf(report, *part.s, part.s->whole());
            if (expected == found) {
                compared += !expected.empty();
                continue;
            }
            if (acrossEnds.contains(report.key)) continue;
            const auto at = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
            check::fail(__FILE__, __LINE__,
                        fmt::format("{} {}: {} rows, {} in the cut\n  {}\n  {}", path.filename().string(), report.key,
                                    expected.size(), found.size(), at.first == expected.end() ? "" : *at.first,
                                    at.second == found.end() ? "" : *at.second));
        }
    }
    CHECK(compared >= 100);
}

TEST("A cut holds what overlaps its time, whole, and says what it is cut from") {
    const TextReport report("gpu0/s7: |aabb.ccc..d/d..e|\nt5/api: |LL.LLL.LL|\nt5/nvtx: |nnnnnnnnnnnnnnnn|\n");
    const Folder folder;
    CHECK(importers::exportReport(report.snapshot(), ExportFormat::Rep, folder / "whole.rep").has_value());
    const Opened whole(folder / "whole.rep");
    CHECK(whole.s->info().cut.times.isEmpty());
    cut(whole.s, {3'000, 7'000}, folder / "cut.rep");
    const Opened part(folder / "cut.rep");
    CHECK_EQ(part.spans(TrackKind::StreamKernels), "b 2000+2000; c 5000+3000");
    CHECK_EQ(part.spans(TrackKind::Nvtx), "n 0+16000");
    CHECK_EQ(part.spans(TrackKind::CudaApi), "L 3000+3000");
    CHECK(part.s->range() == (TimeRange{3'000, 7'000}));
    const model::Health health = model::captureHealth(*part.s);
    const auto found = std::find_if(health.findings.begin(), health.findings.end(),
                                    [](const auto& f) { return f.code == model::HealthCode::Cut; });
    CHECK(found != health.findings.end() && found->times == (TimeRange{3'000, 7'000}));
    // A cut of a cut names the report that all began with.
    cut(part.s, {5'000, 9'000}, folder / "again.rep");
    const Opened again(folder / "again.rep");
    CHECK(again.s->range() == (TimeRange{5'000, 7'000}));
    CHECK(part.s->info().cut.of == "whole.rep" && again.s->info().cut.of == "whole.rep");
    CHECK_EQ(again.spans(TrackKind::StreamKernels), "c 5000+3000");
}

TEST("A counter begins with the value that it had, and processes without rows are not named") {
    const auto store = model::EventStore::create();
    model::TrackKey one, other;
    one.pid = 1, other.pid = 2;
    for (const auto& [key, name] : {std::pair(one, "used"), std::pair(other, "elsewhere")}) {
        model::CounterSeries& series = store->counter(store->track(TrackKind::ProcessCounter, key));
        for (const model::TimeNs t : {10, 20, 40})
            if (key.pid == 1) series.append(t, static_cast<double>(t) / 10);
        model::Entity process;
        process.type = model::Entity::Type::Process;
        process.key = key;
        process.name = name;
        store->info().entities.push_back(process);
    }
    model::Lane& lane = store->lane(store->track(TrackKind::Slices, other), 0);
    lane.append({0, 5, store->strings().intern("early"), 0, 0, 0});
    const Folder folder;
    cut(store->publish(true), {25, 50}, folder / "cut.rep");
    const Opened part(folder / "cut.rep");
    const model::CounterView c = part.s->counter(part.tracks(TrackKind::ProcessCounter).at(0)->counter);
    CHECK_EQ(c.rows, 2u);
    CHECK(c.series->time()[0] == 25 && c.series->value()[0] == 2 && c.series->time()[1] == 40 &&
          c.series->value()[1] == 4);
    CHECK(part.s->info().entities.size() == 1 && part.s->info().entities[0].name == "used");
}

TEST("A sampled curve has the mean in a cut that it has there in the whole") {
    const auto store = model::EventStore::create();
    model::TrackKey key;
    key.device = 0;
    key.domain = 0;
    model::CounterSeries& series = store->counter(store->track(TrackKind::GpuMetric, key));
    for (int i = 0; i < 10; ++i) series.append(i * 10, i);
    const auto whole = store->publish(true);
    const Folder folder;
    for (const model::TimeRange part : {model::TimeRange{15, 47}, model::TimeRange{75, 200}}) {
        cut(whole, part, folder / "cut.rep");
        const Opened o(folder / "cut.rep");
        const model::CounterView c = o.s->counter(o.tracks(TrackKind::GpuMetric).at(0)->counter);
        CHECK_EQ(c.series->mean(part, c.rows), series.mean(part, 10));
    }
}

TEST("A cut takes the profiles of its kernels and no others, and messages of the profiler stay") {
    const auto store = model::EventStore::create();
    model::TrackKey stream;
    stream.pid = 1, stream.device = stream.context = 0, stream.stream = 7;
    model::Lane& lane = store->lane(store->track(TrackKind::StreamKernels, stream), 0);
    const model::StringId key = store->strings().intern(model::kProfileArg);
    for (int i = 0; i < 3; ++i) {
        model::KernelProfile p;
        p.name = store->strings().intern("kernel" + std::to_string(i));
        p.list = store->kernelProfiles().list({});
        const model::Arg arg{key, model::Arg::Type::Int, store->kernelProfiles().add(std::move(p))};
        lane.append({100 * i, 100 * i + 50, store->strings().intern("kernel" + std::to_string(i)),
                     store->args().intern(std::span(&arg, 1)), 0, 0});
    }
    store->diagnostics().add(model::Note::ReportMessage, "12 events were lost");
    store->diagnostics().add(model::Note::NeverClosed, "NVTX", 3);
    const Folder folder;
    cut(store->publish(true), {120, 300}, folder / "cut.rep");
    const Opened part(folder / "cut.rep");
    CHECK_EQ(part.s->profileCount(), 2u);
    const model::LaneId id = part.tracks(TrackKind::StreamKernels).at(0)->lanes[0];
    for (std::size_t row = 0; row < 2; ++row) {
        const model::Event e = part.s->lane(id).lane->row(row);
        CHECK_EQ(part.s->text(
                     part.s->kernelProfiles().at(static_cast<model::ProfileId>(part.arg(e, model::kProfileArg))).name),
                 part.s->text(e.name));
    }
    CHECK_EQ(part.store->strings().find("kernel0"), 0u);
    CHECK_EQ(part.allNotes(), "report_message 12 events were lost (1)");
}

TEST("The command line cuts and says so") {
    const Folder folder;
    const std::string file = folder.write("t.json", R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7,"correlation":7}},
        {"ph":"X","cat":"kernel","name":"late","pid":0,"tid":7,"ts":3000,"dur":3.5,"args":{"device":0,"stream":7,"correlation":8}}]})json");
    CHECK_EQ(cli_run::run("", "export", "-t", "rep", "--times", "1ms/4ms", file).code, 0);
    const cli_run::Ran info = cli_run::run("", "info", (folder / "t.rep").string());
    CHECK(info.says("An excerpt of t.json, from 0.001000 s to 0.003004 s."));
    CHECK(info.says("kernel                             1"));
    CHECK(cli_run::run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", (folder / "t.rep").string()).says("late"));
}
