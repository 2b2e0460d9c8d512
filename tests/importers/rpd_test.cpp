// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of rocmProfileData: a real one against the JSON that its maker wrote of the same run, and small ones made
// here.
#include <simdjson.h>
#include <cstdlib>
#include <map>
#include <set>

#include "tests/kit/heap_use.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/samples.h"

namespace {

using model::Note;
using model::TrackKind;
namespace fs = std::filesystem;

constexpr const char* kSchema =
    "CREATE TABLE rocpd_string(id integer primary key, string varchar(4096));"
    "CREATE TABLE rocpd_api(id integer primary key, pid integer, tid integer, start integer, \"end\" integer, apiName_id integer, args_id integer);"
    "CREATE TABLE rocpd_op(id integer primary key, gpuId integer, queueId integer, sequenceId integer, completionSignal varchar(18), start integer,"
    " \"end\" integer, description_id integer, opType_id integer);"
    "CREATE TABLE rocpd_api_ops(id integer primary key, api_id integer, op_id integer);"
    "CREATE TABLE rocpd_metadata(id integer primary key, tag varchar(4096), value varchar(4096));"
    "INSERT INTO rocpd_metadata(tag, value) VALUES ('schema_version', '2');"
    "INSERT INTO rocpd_string VALUES (1, ''), (2, 'hipLaunchKernel'), (3, 'KernelExecution'), (4, 'axpy'), (5, 'CopyDeviceToDevice'), (6, 'UserMarker'),"
    " (7, 'step 1'), (8, '{\"size\": 64, \"name\": \"x\", \"deep\": {\"a\": [1, 2]}}'), (9, 'no pairs here');";

std::int64_t clockAtZero(const Opened& o) { return std::stoll(o.fact("ClockAtZeroNs")); }

/// One line of an event in the JSON of the same run.
std::string line(std::string_view where, std::string_view row, std::string_view name, std::int64_t us,
                 std::int64_t length) {
    return fmt::format("{}/{} {}+{} {}", where, row, us, length, name);
}

}  // namespace

TEST("every event of the real database is the one that its maker's JSON has") {
    const fs::path json = sample("rocm/rpd_matmul_result.json");
    const Opened o(sample("rocm/rpd_matmul.rpd"));
    CHECK(o.result.has_value());
    std::multiset<std::string> wanted, found;
    simdjson::dom::parser parser;
    auto text = simdjson::padded_string::load(json.string());
    for (const auto event : parser.parse(text.value()).get_array()) {
        std::string_view phase, pid, tid, name, ts, dur;
        if (event["ph"].get(phase) || phase != "X") continue;
        CHECK(!event["pid"].get(pid) && !event["tid"].get(tid) && !event["name"].get(name) && !event["ts"].get(ts) &&
              !event["dur"].get(dur));
        wanted.insert(line(pid, tid, name, std::stoll(std::string(ts)), std::stoll(std::string(dur))));
    }
    CHECK_EQ(wanted.size(), 210);
    const std::int64_t zero = clockAtZero(o);
    for (const TrackKind kind :
         {TrackKind::CudaApi, TrackKind::ProfilerOverhead, TrackKind::StreamKernels, TrackKind::StreamMemory})
        for (const auto& e : o.events(kind)) {
            const bool gpu = e.track->key.device != model::TrackKey::kNone;
            found.insert(line(std::to_string(gpu ? e.track->key.device : e.track->key.pid),
                              std::to_string(gpu ? e.track->key.stream : e.track->key.tid), e.name,
                              (zero + e.event.start) / 1000, e.event.duration() / 1000));
        }
    CHECK(wanted == found);
    CHECK_EQ(o.events(TrackKind::CudaApi).size(), 120);
    CHECK_EQ(o.events(TrackKind::ProfilerOverhead).size(), 5);
    CHECK_EQ(o.events(TrackKind::StreamKernels).size(), 29);
    CHECK_EQ(o.events(TrackKind::StreamMemory).size(), 56);
    CHECK_EQ(o.inFile(model::EventKind::CudaApi) + o.inFile(model::EventKind::ProfilerOverhead), 125);
    CHECK_EQ(
        o.inFile(model::EventKind::Kernel) + o.inFile(model::EventKind::Memcpy) + o.inFile(model::EventKind::Memset),
        85);
    CHECK_EQ(o.store->diagnostics().list().size(), 0);
}

TEST("every piece of GPU work leads to the call under which the JSON's arrow begins") {
    const fs::path json = sample("rocm/rpd_matmul_result.json");
    const Opened o(sample("rocm/rpd_matmul.rpd"));
    // Arrows by the time at which they arrive; on this GPU nothing begins in the same microsecond.
    std::map<std::int64_t, std::int64_t> origins;
    std::map<std::string, std::int64_t> starts;
    simdjson::dom::parser parser;
    auto text = simdjson::padded_string::load(json.string());
    for (const auto event : parser.parse(text.value()).get_array()) {
        std::string_view phase, id, ts;
        if (event["ph"].get(phase) || (phase != "s" && phase != "f")) continue;
        CHECK(!event["id"].get(id) && !event["ts"].get(ts));
        if (phase == "s") starts[std::string(id)] = std::stoll(std::string(ts));
        else origins[std::stoll(std::string(ts))] = starts[std::string(id)];
    }
    CHECK_EQ(origins.size(), 85);
    std::size_t work = 0;
    for (const TrackKind kind : {TrackKind::StreamKernels, TrackKind::StreamMemory})
        for (const auto& e : o.events(kind)) {
            const model::Correlated c = model::correlated(*o.s, e.ref);
            CHECK_EQ(c.launches.size(), 1);
            CHECK_EQ(c.work.size(), 1);
            if (c.launches.size() != 1) continue;
            const model::Event launch = model::eventAt(*o.s, c.launches.front());
            const std::int64_t arrow = origins[(clockAtZero(o) + e.event.start) / 1000];
            CHECK((clockAtZero(o) + launch.start) / 1000 <= arrow && arrow <= (clockAtZero(o) + launch.end) / 1000);
            CHECK(o.s->text(launch.name).starts_with("hip"));
            ++work;
        }
    CHECK_EQ(work, 85);
}

TEST("launches and copies of the real database carry their sizes; a grid in threads is given in blocks") {
    const Opened o(sample("rocm/rpd_matmul.rpd"));
    const auto kernels = o.events(TrackKind::StreamKernels);
    // 128 x 64 tiles of an 800 x 50 000 result: 7 x 782 blocks, launched as 1792 x 782 threads in blocks of 256.
    CHECK(kernels[0].name.starts_with("Cijk_Ailk_Bljk_SB_MT128x64x16"));
    CHECK_EQ(o.arg(kernels[0].event, "gridX"), 7);
    CHECK_EQ(o.arg(kernels[0].event, "gridY"), 782);
    CHECK_EQ(o.arg(kernels[0].event, "gridZ"), 1);
    CHECK_EQ(o.arg(kernels[0].event, "blockX"), 256);
    // hipLaunchKernel gives blocks.
    CHECK_EQ(o.arg(kernels[1].event, "gridX"), 1);
    CHECK_EQ(o.arg(kernels[1].event, "gridY"), 2);
    CHECK_EQ(o.arg(kernels[1].event, "blockX"), 128);
    const auto copies = o.events(TrackKind::StreamMemory);
    CHECK_EQ(copies[0].name, std::string_view("CopyHostToDevice"));
    CHECK_EQ(o.arg(copies[0].event, "bytes"), 2'000'000'000);
    CHECK_EQ(o.arg(copies[0].event, "copyKind"), 1);
    CHECK_EQ(o.arg(copies[2].event, "bytes"), 4);
    CHECK_EQ(o.arg(copies[2].event, "copyKind"), 2);
    for (const auto& call : o.events(TrackKind::CudaApi))
        if (call.name == "hipMalloc") {
            CHECK_EQ(o.arg(call.event, "bytes"), 0x77400000);
            CHECK_EQ(o.argText(call.event, "ptr"), std::string("0x7f3ebca00000"));
            break;
        }
}

TEST("the clock that the monitor recorded is a counter of its GPU and ends where the monitor ended") {
    const Opened o(sample("rocm/rpd_matmul.rpd"));
    std::size_t series = 0;
    for (const model::Track& t : o.s->tree().tracks) {
        if (t.kind != TrackKind::GpuMetric) continue;
        ++series;
        CHECK_EQ(o.s->text(t.name), std::string_view("sclk"));
        CHECK_EQ(t.key.device, 0);
        const model::CounterView c = o.s->counter(t.counter);
        CHECK_EQ(c.rows, 16);  // 15 values and the end
        CHECK_EQ(c.series->time()[0], 0);
        const double first[] = {800, 1700, 800, 1700, 800, 1700, 1625, 1500, 1450};
        for (std::size_t i = 0; i < std::size(first); ++i) CHECK_EQ(c.series->value()[i], first[i]);
        CHECK(c.series->value()[15] != c.series->value()[15]);
        CHECK_EQ(c.series->time()[15], 8306020853456456 - 8306014165212251);
    }
    CHECK_EQ(series, 1);
}

TEST("rows of AMD say HIP, and a queue is a stream") {
    const Opened o(sample("rocm/rpd_matmul.rpd"));
    std::map<std::string_view, std::string_view> names;
    for (const model::Track& t : o.s->tree().tracks) names[model::trackKindInfo(t.kind).key] = o.s->text(t.name);
    CHECK_EQ(names["cuda_api"], std::string_view("HIP API"));
    CHECK_EQ(names["cuda_hw"], std::string_view("HIP"));
    CHECK_EQ(names["stream"], std::string_view("Queue 0"));
    CHECK_EQ(o.s->info().formatKey, std::string("rpd"));
    CHECK_EQ(o.s->info().schemaVersion, std::string("2"));
}

TEST("two processes on one GPU keep their own rows and launches, and what overlaps is kept") {
    const ScratchDatabase file(
        std::string(kSchema) +
        "INSERT INTO rocpd_api VALUES (1, 10, 10, 1000, 1010, 2, 1), (2, 20, 20, 1000, 1010, 2, 1), (3, 20, 20, 1005, 1030, 2, 1);"
        "INSERT INTO rocpd_op VALUES (1, 0, 0, 0, '', 1020, 1040, 4, 3), (2, 0, 0, 0, '', 1020, 1040, 4, 3), (3, 0, 0, 1, '', 1030, 1050, 4, 3);"
        "INSERT INTO rocpd_api_ops(api_id, op_id) VALUES (1, 1), (2, 2), (3, 3);");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(kernels.size(), 3);
    std::multiset<std::int64_t> pids;
    for (const auto& k : kernels) {
        pids.insert(k.track->key.pid);
        const model::Correlated c = model::correlated(*o.s, k.ref);
        CHECK_EQ(c.launches.size(), 1);
        CHECK_EQ(o.s->track(model::trackOf(*o.s, c.launches.front())).key.pid, k.track->key.pid);
    }
    CHECK_EQ(pids.count(10), 1);
    CHECK_EQ(pids.count(20), 2);
    CHECK_EQ(o.notes(Note::Overlapping), 1);  // two calls of one thread
    CHECK_EQ(clockAtZero(o), 1000);
}

TEST("markers, printed arguments of each form, and tables of the first tracers are understood") {
    const ScratchDatabase file(
        std::string(kSchema) +
        "CREATE TABLE rocpd_kernelop(op_ptr_id integer primary key, gridX integer, gridY integer, gridz integer, workgroupX integer, workgroupY integer,"
        " workgroupZ integer, groupSegmentSize integer, privateSegmentSize integer, kernelName_id integer);"
        "CREATE TABLE rocpd_copyop(op_ptr_id integer primary key, size integer, src integer, dst integer, sync bool, pinned bool);"
        "INSERT INTO rocpd_api VALUES (1, 10, 11, 1000, 1010, 2, 8), (2, 10, 11, 1010, 1020, 2, 9), (2147483649, 10, 11, 990, 1200, 6, 7);"
        "INSERT INTO rocpd_op VALUES (1, 1, 0, 0, '', 1020, 1040, 4, 3), (2, 1, 3, 0, '', 1041, 1050, 1, 5);"
        "INSERT INTO rocpd_kernelop VALUES (1, 1000, 4, 1, 256, 2, 1, 4096, 16, 4);"
        "INSERT INTO rocpd_copyop VALUES (2, 512, 1, 2, 0, 1);");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    const auto marks = o.events(TrackKind::Annotations);
    CHECK_EQ(marks.size(), 1);
    CHECK_EQ(marks.at(0).name, std::string_view("step 1"));
    const auto calls = o.events(TrackKind::CudaApi);
    CHECK_EQ(o.arg(calls.at(0).event, "size"), 64);
    CHECK_EQ(o.argText(calls.at(0).event, "name"), std::string("x"));
    CHECK_EQ(o.argText(calls.at(0).event, "deep"), std::string("{\"a\":[1,2]}"));
    CHECK_EQ(o.argText(calls.at(1).event, "args"), std::string("no pairs here"));
    const auto kernel = o.events(TrackKind::StreamKernels).at(0).event;
    CHECK_EQ(o.arg(kernel, "gridX"), 4);
    CHECK_EQ(o.arg(kernel, "gridY"), 2);
    CHECK_EQ(o.arg(kernel, "dynamicSharedMemory"), 4096);
    CHECK_EQ(o.arg(kernel, "localMemoryPerThread"), 16);
    const auto copy = o.events(TrackKind::StreamMemory).at(0);
    CHECK_EQ(copy.name, std::string_view("CopyDeviceToDevice"));
    CHECK_EQ(copy.track->key.stream, 3);
    CHECK_EQ(o.arg(copy.event, "bytes"), 512);
    CHECK_EQ(o.arg(copy.event, "copyKind"), 8);
}

TEST("missing texts, callers and times are counted, and an unknown table is named") {
    const ScratchDatabase file(
        std::string(kSchema) +
        "CREATE TABLE ext_power(id integer primary key, watts integer); INSERT INTO ext_power(watts) VALUES (1), (2), (3);"
        "INSERT INTO rocpd_api VALUES (1, 10, 11, 1000, 1010, 77, 1), (2, 10, 11, NULL, 1010, 2, 1);"
        "INSERT INTO rocpd_op VALUES (1, 0, 0, 0, '', 1020, 1010, 4, 3), (2, 0, 0, 0, '', 1030, 1040, 4, 3);"
        "INSERT INTO rocpd_api_ops(api_id, op_id) VALUES (55, 1);");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(o.notes(Note::MissingString), 1);
    CHECK_EQ(o.notes(Note::NoTime), 1);
    CHECK_EQ(o.notes(Note::DanglingReference), 2);
    CHECK_EQ(o.notes(Note::EndBeforeStart), 1);
    CHECK_EQ(o.notes(Note::UnknownTable), 3);
    CHECK_EQ(o.events(TrackKind::StreamKernels).size(), 2);
}

TEST("a time that cannot be is noted and moves no other one") {
    const ScratchDatabase file(
        std::string(kSchema) +
        "INSERT INTO rocpd_api VALUES (1, 10, 11, 8306014000000000, 8306014000001000, 2, 1), (2, 10, 11, -9223372036854775808, 8306014000001000, 2, 1),"
        " (3, 10, 11, 8306014000002000, 9223372036854775807, 2, 1), (4, 10, 11, 8306014000003000, 8306014000004000, 2, 1),"
        " (5, 10, 11, 86400000000000, 86400000001000, 2, 1);"
        "INSERT INTO rocpd_op VALUES (1, 0, 0, 0, '', 8306014000000500, 8306014000000600, 4, 3), (2, 0, 0, 0, '', 0, 0, 4, 3),"
        " (3, 0, 0, 0, '', 9223372036854775807, 9223372036854775807, 4, 3), (4, 0, 0, 0, '', 0, 8306014000000700, 4, 3);");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("hipLaunchKernel 0+1000; hipLaunchKernel 3000+1000"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("axpy 500+100"));
    CHECK_EQ(clockAtZero(o), 8306014000000000);
    CHECK_EQ(o.allNotes(),
             std::string("no_time rocpd_api (1); no_time rocpd_op (2); no_time Kernels (1); no_time CUDA API (2)"));
    for (const model::Diagnostic& d : o.store->diagnostics().list()) {
        if (d.subject == "rocpd_op") CHECK_EQ(model::english(d.example), std::string("id 2, start 0"));
        if (d.subject == "CUDA API")
            CHECK_EQ(model::english(d.example), std::string("from 8306014.000 s to 9223372036.855 s"));
    }
}

TEST("many values of counters with times of another clock do not outvote the events") {
    const ScratchDatabase file(
        std::string(kSchema) +
        "CREATE TABLE rocpd_monitor(id integer primary key, deviceType text, deviceId integer, monitorType text, start integer, \"end\" integer, value text);"
        "INSERT INTO rocpd_monitor VALUES (1, 'gpu', 0, 'sclk', 5, 6, '1'), (2, 'gpu', 0, 'sclk', 6, 7, '2'), (3, 'gpu', 0, 'sclk', 7, 8, '3');"
        "INSERT INTO rocpd_api VALUES (1, 10, 11, 8306014000000000, 8306014000001000, 2, 1);");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("hipLaunchKernel 0+1000"));
    CHECK_EQ(o.allNotes(), std::string("no_time Metric (4)"));
}

TEST("reading stops soon when it shall, whatever numbers the rows have") {
    const ScratchDatabase file(std::string(kSchema) +
                               "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)"
                               " INSERT INTO rocpd_api SELECT 2 * i + 1, 10, 10, 1000 + i, 1001 + i, 2, 1 FROM n;");
    std::stop_source stop;
    stop.request_stop();
    importers::OpenOptions options;
    options.stop = stop.get_token();
    const auto store = model::EventStore::create();
    const auto result = importers::openReport(file.path(), *store, options);
    CHECK(!result && result.error().code == model::ErrorCode::Cancelled);
    CHECK(store->info().eventsInFile[static_cast<std::size_t>(model::EventKind::CudaApi)] <= 4096);
}

TEST("texts of any number are found, and numbers that double from row to row take no memory") {
    std::string sql = kSchema;
    const auto add = [&](std::int64_t id) {
        sql += fmt::format("INSERT INTO rocpd_string VALUES ({0}, 'text {0}');", id);
        sql += fmt::format(
            "INSERT INTO rocpd_api(pid, tid, start, \"end\", apiName_id, args_id) VALUES (1, 1, 1000, 1000, {}, 1);",
            id);
    };
    add(INT64_MIN);
    add(-1);
    add(0);
    for (int bit = 12; bit < 63; ++bit) add(std::int64_t{1} << bit);
    add(INT64_MAX);
    const ScratchDatabase file(sql);
    const heap_use::Watch heap;
    const Opened o(file.path());
    CHECK(heap.peak() < 64'000'000);
    std::set<std::string_view> names;
    for (const auto& e : o.events(TrackKind::CudaApi)) names.insert(e.name);
    CHECK_EQ(names.size(), 55);
    for (const char* name : {"text 0", "text -1", "text -9223372036854775808", "text 9223372036854775807", "text 4096",
                             "text 4611686018427387904"})
        CHECK(names.contains(name));
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("a database that only looks like one is refused, half of one is shown with a note") {
    const ScratchDatabase viewFile("CREATE TABLE t(a integer); CREATE VIEW rocpd_api AS SELECT 1 AS id;");
    const Opened view(viewFile.path());
    CHECK(view.refused(model::ErrorCode::ForeignDatabase));
    const ScratchDatabase halfFile(
        "CREATE TABLE rocpd_api(id integer primary key, pid integer, tid integer, start integer, \"end\" integer, apiName_id integer);"
        "INSERT INTO rocpd_api VALUES (1, 1, 1, 5, 6, 9);");
    const Opened half(halfFile.path());
    CHECK(half.result.has_value());
    CHECK_EQ(half.events(TrackKind::CudaApi).size(), 1);
    CHECK_EQ(half.notes(Note::MissingColumn), 2);
}

TEST("no damage makes it crash or hang") {
    const ScratchDatabase seed(
        std::string(kSchema) +
        "INSERT INTO rocpd_api VALUES (1, 10, 11, 1000, 1010, 2, 8), (2, 10, 11, 1010, 1020, 2, 9), (2147483649, 10, 11, 990, 1200, 6, 7);"
        "INSERT INTO rocpd_op VALUES (1, 1, 0, 0, '', 1020, 1040, 4, 3), (2, 1, 3, 0, '', 1041, 1050, 1, 5);"
        "INSERT INTO rocpd_api_ops(api_id, op_id) VALUES (1, 1), (2, 2);");
    CHECK(openedOfMutants(bytesOfFile(seed.path()), 1, 2000) > 200);
}

TEST("no damage of the real database makes it crash or hang, wherever it is cut off") {
    const std::string original = bytesOfFile(sample("rocm/rpd_matmul.rpd"));
    CHECK(openedOfMutants(original, 2, 2000) > 200);  // what shifts the pages leaves no database
    for (std::size_t size = 0; size < original.size(); size += 997) {
        const ScratchFile cut(original.substr(0, size));
        const Opened o(cut.path());
        CHECK(!o.result || o.s->info().partial);
    }
}
