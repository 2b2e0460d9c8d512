// SPDX-License-Identifier: GPL-3.0-or-later
// What is exported reads back: rows of real reports through tables, events with exact times through trace events; parts
// of a report; and targets that stay as they are.
#include <sys/resource.h>
#include <algorithm>
#include <csignal>
#include <map>
#include <sstream>

#include "importers/export/export.h"
#include "importers/sql/sql_session.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/export_db.h"
#include "tests/kit/opened.h"
#include "tests/kit/store_compare.h"
#include "tests/kit/text_report.h"

namespace {

using namespace export_db;
using cli_run::Folder;
using importers::ExportFormat;
using importers::ExportOptions;
using model::ErrorCode;
using model::TrackKind;

/// Rows of the timeline with all that is on them; what a report says about itself is left out, and so is the lane:
/// where the order of reading decides on it, it is another one.
std::string timelineOf(const model::Snapshot& s) {
    const std::string all = store_compare::dumpStore(s);
    const std::size_t at = all.find("\nhost ");
    if (at == all.npos) return {};
    std::istringstream in(all.substr(at + 1));
    std::string out;
    std::vector<std::string> rows;
    const auto flush = [&] {
        std::sort(rows.begin(), rows.end());
        for (const std::string& row : rows) out += row + '\n';
        rows.clear();
    };
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("lane ") || line.starts_with("overflow ")) continue;
        const bool isRow = !line.empty() && (line[0] == '-' || (line[0] >= '0' && line[0] <= '9'));
        if (!isRow) flush();
        if (isRow) rows.push_back(line);
        else out += line + '\n';
    }
    flush();
    return out;
}

/// The first line that differs, with the one before it.
std::string difference(const std::string& a, const std::string& b) {
    std::istringstream left(a), right(b);
    std::string l, r, before;
    while (std::getline(left, l) && std::getline(right, r)) {
        if (l != r) return fmt::format("after “{}”:\n  {}\n  {}", before, l, r);
        before = l;
    }
    return a.size() == b.size() ? "" : fmt::format("one ends after “{}”: {} {}", before, l, r);
}

void write(const model::SnapshotPtr& s, ExportFormat format, const fs::path& target, ExportOptions options = {}) {
    options.overwrite = true;
    const auto done = importers::exportReport(s, format, target, options);
    if (!done) throw std::runtime_error(model::english(done.error().detail) + " " + done.error().subject.text);
}

std::vector<fs::path> allReports() {
    std::vector<fs::path> out = reports();
    if (const fs::path folder = others().parent_path() / "h100" / "nsys"; fs::exists(folder))
        for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path());
    return out;
}

/// "kind pid/tid/device/stream name start..end" of each event, in order: what trace events can say.
std::vector<std::string> linesOf(const model::Snapshot& s, const std::map<TrackKind, TrackKind>& becomes,
                                 const std::vector<TrackKind>& kinds) {
    std::vector<std::string> out;
    for (const model::Track& t : s.tree().tracks) {
        const auto as = becomes.find(t.kind);
        const TrackKind kind = as == becomes.end() ? t.kind : as->second;
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
        const bool onStream = model::trackKindInfo(kind).identity & model::kStream;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const model::LaneId l : *lanes)
                for (std::size_t i = 0; i < s.lane(l).rows; ++i) {
                    const model::Event e = s.lane(l).lane->row(i);
                    const std::string where = onStream
                                                  ? fmt::format("{}/{}/{}", t.key.device, t.key.context, t.key.stream)
                                                  : fmt::format("{}/{}", t.key.pid, t.key.tid);
                    out.push_back(fmt::format("{} {} {} {}..{} {}", static_cast<int>(kind), where,
                                              e.name ? s.text(e.name) : "(unnamed)", e.start, e.end,
                                              kind == TrackKind::Operators ? 0 : e.correlation));
                }
    }
    std::sort(out.begin(), out.end());
    return out;
}

constexpr const char* kSample =
    "gpu0/s7: |aabb.ccc..d/d..e|\ngpu0/s7/mem: |..h..|\nt5/api: |LL.LLL.LL|\n        |.l..l.|\nt5/nvtx: |nnnnnnnn|\nnvtx: |..pp|\ncounter: |0013|\nmem: |05|\n";

}  // namespace

TEST("Through an SQLite export every row of a report of Nsight Systems comes back") {
    const Folder folder;
    int compared = 0;
    for (const fs::path& path : allReports()) {
        const Opened report(path);
        write(report.s, ExportFormat::Sqlite, folder / "out.sqlite");
        const Opened again(folder / "out.sqlite");
        if (!again.result)
            check::fail(__FILE__, __LINE__,
                        path.filename().string() + " " + model::english(again.result.error().detail));
        const std::string differs = difference(timelineOf(*report.s), timelineOf(*again.s));
        if (!differs.empty()) check::fail(__FILE__, __LINE__, path.filename().string() + " " + differs);
        CHECK_EQ(again.s->info().formatKey,
                 report.s->info().formatKey == "nsys-rep" ? "nsys-sqlite" : report.s->info().formatKey);
        ++compared;
    }
    CHECK(compared >= least(56, 2));
}

TEST("Through JSON Lines every row comes back, too") {
    const Folder folder;
    for (const fs::path& path : allReports()) {
        if (path.extension() != ".sqlite") continue;
        const Opened report(path);
        write(report.s, ExportFormat::Json, folder / "out.jsonl");
        const Opened again(folder / "out.jsonl");
        CHECK(again.result.has_value());
        const std::string differs = difference(timelineOf(*report.s), timelineOf(*again.s));
        if (!differs.empty()) check::fail(__FILE__, __LINE__, path.filename().string() + " " + differs);
    }
}

TEST("The queries of tests/sql give on our export what they give on that of Nsight Systems") {
    const Folder folder;
    int compared = 0;
    for (const fs::path& path : exports()) {
        const Opened report(path);
        write(report.s, ExportFormat::Sqlite, folder / "out.sqlite");
        const Export ours(folder / "out.sqlite"), theirs(path);
        for (const std::string& sql : queriesOn(theirs)) {
            compareRows(path.filename().string() + ' ' + sql.substr(0, 60), ours.rows(sql), theirs.rows(sql));
            ++compared;
        }
    }
    CHECK(compared >= least(100, 9));
}

TEST("An SQLite export is what Nsight Systems would write: keys, types, names, and ids that join") {
    const TextReport report(kSample);
    const Folder folder;
    write(report.snapshot(), ExportFormat::Sqlite, folder / "out.sqlite");
    const Export db(folder / "out.sqlite");
    CHECK(db.rows("PRAGMA integrity_check") == std::vector<Row>{{std::string("ok")}});
    CHECK(db.rows("SELECT name, type, pk FROM pragma_table_info('StringIds')") ==
          (std::vector<Row>{{std::string("id"), std::string("INTEGER"), std::int64_t{1}},
                            {std::string("value"), std::string("TEXT"), std::int64_t{0}}}));
    CHECK(db.rows("SELECT value FROM META_DATA_EXPORT WHERE name = 'EXPORT_SCHEMA_VERSION'") ==
          std::vector<Row>{{std::string("3.24.0")}});
    CHECK(!db.has("OSRT_API"));
    CHECK_EQ(db.count("CUPTI_ACTIVITY_KIND_KERNEL"), 6);
    // What has a table of its own is not there twice; what has none is in ours.
    CHECK(!db.has("events"));
    CHECK_EQ(db.count("counters"), 2);
    importers::SqlSession face(report.snapshot());
    std::vector<std::int64_t> rowids;
    CHECK(face.query(
                  "SELECT rowid FROM CUPTI_ACTIVITY_KIND_RUNTIME", {}, [](auto) {},
                  [&](auto cells) { return rowids.push_back(cells[0].i), true; })
              .has_value());
    std::vector<std::int64_t> written;
    for (const Row& row : db.rows("SELECT rowid FROM CUPTI_ACTIVITY_KIND_RUNTIME"))
        written.push_back(std::get<std::int64_t>(row[0]));
    CHECK(rowids == written);
}

TEST(
    "A trace of PyTorch in an SQLite export opens again with its kernels, calls and annotations, and keeps its operators") {
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const fs::path path =
        fs::path(shared ? shared : "") / "samples" / "kineto" / "tl_h100_gaunernst_bert_small_uncased_1016001.json.gz";
    if (!shared || !fs::exists(path)) SKIP("the sample reports are not here");
    const Folder folder;
    const Opened report(path);
    write(report.s, ExportFormat::Sqlite, folder / "out.sqlite");
    const Opened again(folder / "out.sqlite");
    CHECK(again.result.has_value());
    const std::map<TrackKind, TrackKind> becomes{{TrackKind::Annotations, TrackKind::Nvtx}};
    // (Copies come back under the names that exports know.)
    const std::vector<TrackKind> kinds{TrackKind::StreamKernels, TrackKind::CudaApi, TrackKind::Nvtx};
    const auto before = linesOf(*report.s, becomes, kinds);
    const auto after = linesOf(*again.s, {}, kinds);
    CHECK(before.size() > 100);
    CHECK_EQ(report.events(TrackKind::StreamMemory).size(), again.events(TrackKind::StreamMemory).size());
    CHECK_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
        if (before[i] != after[i]) return check::fail(__FILE__, __LINE__, before[i] + " != " + after[i]);
    const Export db(folder / "out.sqlite");
    const auto operators = report.s->info().eventsInFile[static_cast<std::size_t>(model::EventKind::Operator)];
    CHECK_EQ(std::get<std::int64_t>(db.rows("SELECT count(*) FROM events WHERE kind = 'operator'")[0][0]),
             static_cast<std::int64_t>(operators));
    CHECK(again.store->diagnostics().total(model::Note::SkippedUnknown) > 0 ||
          !again.s->info().skipped.empty());  // and says that they are there
}

TEST("Through trace events all events come back with their exact times") {
    // What trace events have no word for comes back as the nearest thing.
    const std::map<TrackKind, TrackKind> becomes{{TrackKind::Nvtx, TrackKind::Annotations},
                                                 {TrackKind::Nccl, TrackKind::Annotations},
                                                 {TrackKind::OsRuntime, TrackKind::Slices},
                                                 {TrackKind::CudaGraphs, TrackKind::Slices},
                                                 {TrackKind::Cudnn, TrackKind::Slices},
                                                 {TrackKind::Cublas, TrackKind::Slices},
                                                 {TrackKind::CpuSamples, TrackKind::ThreadInstants}};
    const std::vector<TrackKind> kinds{TrackKind::StreamKernels, TrackKind::StreamMemory,   TrackKind::CudaApi,
                                       TrackKind::Annotations,   TrackKind::Slices,         TrackKind::ThreadInstants,
                                       TrackKind::Operators,     TrackKind::PythonFunctions};
    const Folder folder;
    int compared = 0;
    for (const fs::path& path : allReports()) {
        if (path.extension() != ".sqlite") continue;
        const Opened report(path);
        write(report.s, ExportFormat::Chrome, folder / "out.json");
        const Opened again(folder / "out.json");
        CHECK(again.result.has_value());
        // Rows that exist for the trace only hold what would overlap.
        auto before = linesOf(*report.s, becomes, kinds), after = linesOf(*again.s, {}, kinds);
        std::vector<std::string> lost, made;
        std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(lost));
        std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(made));
        std::erase_if(made, [](const std::string& line) { return line.find("/1000000") != line.npos; });
        if (!made.empty())
            check::fail(__FILE__, __LINE__, fmt::format("{}: made {}", path.filename().string(), made.front()));
        CHECK(lost.size() * 100 <= before.size());
        CHECK(again.store->diagnostics().total(model::Note::DamagedPart) == 0);
        compared += !before.empty();
    }
    CHECK(compared >= least(28, 2));
}

TEST("Trace events of a report of Kineto come back as they were") {
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    if (!shared || !fs::exists(fs::path(shared) / "samples" / "kineto")) SKIP("the sample reports are not here");
    const std::vector<TrackKind> kinds{
        TrackKind::StreamKernels, TrackKind::StreamMemory,    TrackKind::StreamAnnotations,
        TrackKind::StreamSync,    TrackKind::CudaApi,         TrackKind::Annotations,
        TrackKind::Operators,     TrackKind::PythonFunctions, TrackKind::ThreadInstants};
    const Folder folder;
    for (const char* name : {"tl_torch_compile_triton_trace.json.gz", "hta_nccl_parser_config_nccl_data.json.gz",
                             "hta_critical_path_cuda_event_sync_multi_stream_event_sync_trace.json.gz"}) {
        const Opened report(fs::path(shared) / "samples" / "kineto" / name);
        write(report.s, ExportFormat::Chrome, folder / "out.json");
        const Opened again(folder / "out.json");
        const auto before = linesOf(*report.s, {}, kinds), after = linesOf(*again.s, {}, kinds);
        CHECK(!before.empty());
        if (before == after) continue;
        const auto at = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
        check::fail(__FILE__, __LINE__,
                    fmt::format("{} {}/{}: {} != {}", name, before.size(), after.size(),
                                at.first == before.end() ? "" : *at.first, at.second == after.end() ? "" : *at.second));
    }
}

TEST("Rows of trace events nest, arrows join launches and work, and rows have names") {
    const auto store = model::EventStore::create();
    const auto name = [&](std::string_view s) { return store->strings().intern(s); };
    model::TrackKey thread;
    thread.pid = 42;
    thread.tid = 43;
    const model::TrackId api = store->track(TrackKind::CudaApi, thread);
    store->lane(api, 0).append({1'000, 5'001, name("launch \"it\""), 0, 7, 0});
    // Partial overlap on one thread.
    store->lane(store->track(TrackKind::OsRuntime, thread), 0).append({4'000, 9'000, name("read"), 0, 0, 0});
    store->setTrackName(store->track(TrackKind::Thread, thread), name("worker"));
    model::TrackKey stream = thread;
    stream.device = 0;
    stream.context = 1;
    stream.stream = 7;
    const model::Arg grid{name("gridX"), model::Arg::Type::Int, 4}, ratio = model::Arg::ofReal(name("ratio"), 2.0);
    const model::Arg both[] = {grid, ratio};
    store->lane(store->track(TrackKind::StreamKernels, stream), 0)
        .append({6'000, 8'500, name("k"), store->args().intern(both), 7, 0});
    const Folder folder;
    write(store->publish(true), ExportFormat::Chrome, folder / "out.json");
    const std::string json = bytesOfFile(folder / "out.json");
    const auto says = [&](std::string_view part) {
        if (json.find(part) == json.npos) check::fail(__FILE__, __LINE__, fmt::format("{} is not in {}", part, json));
    };
    says(
        R"({"ph":"X","cat":"cuda_runtime","name":"launch \"it\"","pid":42,"tid":43,"ts":1,"dur":4.001,"args":{"correlation":7}})");
    says(R"({"ph":"X","cat":"os_runtime","name":"read","pid":42,"tid":1000000001,"ts":4,"dur":5})");
    says(
        R"({"ph":"X","cat":"kernel","name":"k","pid":42,"tid":1000000000,"ts":6,"dur":2.500,"args":{"device":0,"context":1,"stream":7,"correlation":7,"gridX":4,"ratio":2.0}})");
    says(R"({"ph":"s","cat":"ac2g","name":"ac2g","pid":42,"tid":43,"ts":1,"id":1})");
    says(R"({"ph":"f","cat":"ac2g","name":"ac2g","pid":42,"tid":1000000000,"ts":6,"id":1,"bp":"e"})");
    says(R"({"ph":"M","name":"thread_name","pid":42,"tid":43,"ts":0,"args":{"name":"worker"}})");
    says(
        R"json({"ph":"M","name":"thread_name","pid":42,"tid":1000000001,"ts":0,"args":{"name":"worker (overlapping)"}})json");
    says(R"("args":{"name":"GPU 0 stream 7"}})");
    CHECK(json.ends_with("\n]}\n"));
}

TEST("A part of a report by time and kind is a report of its own, with what it uses and nothing else") {
    const TextReport report(kSample, {{'b', "secret of another time"}});
    const Folder folder;
    ExportOptions options;
    options.times = model::TimeRange{5'000, 9'000};
    options.kinds = {model::EventKind::Kernel, model::EventKind::Memset};
    write(report.snapshot(), ExportFormat::Rep, folder / "part.rep", options);
    const Opened part(folder / "part.rep");
    CHECK_EQ(part.spans(TrackKind::StreamKernels), "c 5000+3000");
    CHECK(part.tracks(TrackKind::CudaApi).empty() && part.tracks(TrackKind::StreamMemory).empty());
    CHECK_EQ(part.store->strings().find("secret of another time"), 0u);
    const auto& facts = part.s->info().session_facts;
    CHECK(std::find(facts.begin(), facts.end(),
                    std::pair<std::string, std::string>("sightline.only_kinds", "kernel, memset")) != facts.end());
    options.kinds = {model::EventKind::Memcpy, model::EventKind::GpuMetric};
    options.times = model::TimeRange{1'000, 3'000};
    write(report.snapshot(), ExportFormat::Sqlite, folder / "part.sqlite", options);
    const Export db(folder / "part.sqlite");
    CHECK(!db.has("CUPTI_ACTIVITY_KIND_KERNEL"));
    CHECK(db.rows("SELECT start, \"end\" FROM CUPTI_ACTIVITY_KIND_MEMCPY") ==
          (std::vector<Row>{{std::int64_t{2'000}, std::int64_t{3'000}}}));
    CHECK_EQ(db.count("GPU_METRICS"), 2);
}

TEST("Arrows stay between the events of a part") {
    const auto store = model::EventStore::create();
    model::TrackKey thread;
    thread.pid = thread.tid = 1;
    model::Lane& lane = store->lane(store->track(TrackKind::Slices, thread), 0);
    const model::StringId name = store->strings().intern("x");
    for (model::TimeNs t = 0; t < 50; t += 10) lane.append({t, t + 5, name, 0, 0, 0});
    store->publish();
    store->setFlows({{0, 0, 0, 1, name}, {0, 2, 0, 4, name}});
    const Folder folder;
    ExportOptions options;
    options.times = model::TimeRange{15, 100};
    write(store->publish(true), ExportFormat::Rep, folder / "part.rep", options);
    const Opened part(folder / "part.rep");
    CHECK_EQ(part.spans(TrackKind::Slices), "x 20+5; x 30+5; x 40+5");
    CHECK_EQ(part.s->flows().all().size(), 1u);
    CHECK_EQ(part.s->flows().all()[0].fromRow, 0u);
    CHECK_EQ(part.s->flows().all()[0].toRow, 2u);
}

TEST("CSV is a file for each table, with names written out") {
    const TextReport report(kSample, {{'a', "void f<1, 2>(\"x\")"}});
    const Folder folder;
    write(report.snapshot(), ExportFormat::Csv, folder / "tables/");
    const std::string kernels = bytesOfFile(folder / "tables/CUPTI_ACTIVITY_KIND_KERNEL.csv");
    CHECK(kernels.starts_with("start,end,deviceId,contextId,"));
    CHECK(kernels.find("\n0,2000,0,1,,7,0,16777216000,\"void f<1, 2>(\"\"x\"\")\",") != kernels.npos);
    CHECK(!fs::exists(folder / "tables/StringIds.csv"));
    ExportOptions options;
    options.kinds = {model::EventKind::CudaApi};
    std::string one;
    CHECK(importers::exportOneTable(report.snapshot(), options, [&](std::string_view text) {
              return one += text, true;
          }).has_value());
    CHECK(one.starts_with("start,end,eventClass,globalTid,") && std::count(one.begin(), one.end(), '\n') == 6);
    options.kinds.push_back(model::EventKind::Kernel);
    const auto two = importers::exportOneTable(report.snapshot(), options, [](std::string_view) { return true; });
    CHECK(!two.has_value() && two.error().detail == "CUPTI_ACTIVITY_KIND_KERNEL, CUPTI_ACTIVITY_KIND_RUNTIME");
}

TEST("What is there stays unless it may be replaced, and a source stays in any case") {
    const TextReport report(kSample);
    const Folder folder;
    for (const ExportFormat format : {ExportFormat::Sqlite, ExportFormat::Json, ExportFormat::Chrome}) {
        const fs::path target = folder.write("mine.txt", "precious");
        const auto refused = importers::exportReport(report.snapshot(), format, target);
        CHECK(!refused.has_value() && refused.error().code == ErrorCode::CannotWrite);
        CHECK_EQ(bytesOfFile(target), "precious");
        ExportOptions options;
        options.overwrite = true;
        options.sources = {target};
        const auto source = importers::exportReport(report.snapshot(), format, target, options);
        CHECK(!source.has_value() && source.error().code == ErrorCode::WouldReplaceSource);
        CHECK_EQ(bytesOfFile(target), "precious");
        options.sources.clear();
        CHECK(importers::exportReport(report.snapshot(), format, target, options).has_value());
        CHECK(bytesOfFile(target) != "precious");
    }
    folder.write("tables/other.csv", "precious");
    CHECK(!importers::exportReport(report.snapshot(), ExportFormat::Csv, folder / "tables").has_value());
    ExportOptions options;
    options.overwrite = true;
    CHECK(importers::exportReport(report.snapshot(), ExportFormat::Csv, folder / "tables", options).has_value());
    CHECK_EQ(bytesOfFile(folder / "tables/other.csv"), "precious");
    CHECK(fs::exists(folder / "tables/NVTX_EVENTS.csv"));
}

TEST("An export that is stopped, or finds no room, leaves nothing behind") {
    const TextReport small(kSample);
    const auto store = model::EventStore::create();
    model::TrackKey thread;
    thread.pid = thread.tid = 1;
    model::Lane& lane = store->lane(store->track(TrackKind::CudaApi, thread), 0);
    const model::StringId name = store->strings().intern("call");
    for (model::TimeNs t = 0; t < 100'000; ++t)
        lane.append({10 * t + t * t % 1009 % 4, 10 * t + 5 + t * t % 1013 % 5, name, 0, 0, 0});
    const model::SnapshotPtr large = store->publish(true);
    for (const ExportFormat format :
         {ExportFormat::Sqlite, ExportFormat::Json, ExportFormat::Csv, ExportFormat::Chrome, ExportFormat::Rep}) {
        const Folder folder;
        const auto isEmpty = [&] { return fs::is_empty((folder / "x").parent_path()); };
        std::stop_source stop;
        ExportOptions options;
        options.stop = stop.get_token();
        options.progress = [&](std::uint64_t, std::uint64_t) { stop.request_stop(); };
        const auto stopped = importers::exportReport(large, format, folder / "out", options);
        CHECK(!stopped.has_value() && stopped.error().code == ErrorCode::Cancelled);
        CHECK(isEmpty());
        // A file that may not grow is a disk that is full.
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const rlimit tight{2'000, before.rlim_max};
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &tight);
        const auto full = importers::exportReport(large, format, folder / "out");
        ::setrlimit(RLIMIT_FSIZE, &before);
        CHECK(!full.has_value());
        if (full) continue;
        CHECK_EQ(full.error().code, ErrorCode::CannotWrite);
        CHECK_EQ(full.error().subject.text, (folder / "out").string());
        CHECK_EQ(model::english(full.error().detail), "File too large");
        CHECK(isEmpty());
    }
    const auto nowhere = importers::exportReport(small.snapshot(), ExportFormat::Sqlite, "/nonexistent/out.sqlite");
    CHECK(!nowhere.has_value() && nowhere.error().detail == "No such file or directory");
}
