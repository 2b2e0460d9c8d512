// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that were answered wrongly once, each with its right answer.
#include "model/base/messages.h"
#include "model/query/health.h"
#include "tests/kit/opened.h"
#include "tests/kit/samples.h"

namespace {

using model::Note;
using model::TrackKind;

struct Answered : Opened {
    explicit Answered(std::string_view name) : Opened(sample("round2/" + std::string(name))) {
        CHECK_EQ(error(), std::string("opened"));
    }
    bool isFoundUnhealthy(model::HealthCode code) const {
        const model::Health h = model::captureHealth(*s);
        return std::any_of(h.findings.begin(), h.findings.end(),
                           [&](const model::HealthFinding& f) { return f.code == code; });
    }
};

}  // namespace

TEST("numbers that are kept as text are numbers") {
    const Answered o("r2_text_numbers.sqlite");
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("cudaMemcpyAsync_v3020 1000+500"));
    CHECK_EQ(o.spans(TrackKind::StreamMemory), std::string("Memcpy HtoD 2000+3000"));
    const auto copy = o.events(TrackKind::StreamMemory).front();
    CHECK_EQ(o.arg(copy.event, "bytes"), 4096);
    CHECK_EQ(copy.event.correlation, 42u);
    CHECK_EQ(copy.track->key.stream, 7);
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("text that is no number is said to be none, and is no time") {
    const ScratchDatabase db(
        "CREATE TABLE StringIds (id TEXT, value TEXT); INSERT INTO StringIds VALUES ('1', 'launch'), ('x', 'lost');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start TEXT, end TEXT, eventClass TEXT, globalTid TEXT, correlationId TEXT, nameId TEXT, returnValue TEXT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES ('soon', '1500', '0', '16777217', '1', '1', '0'), (' 10 ', '1.5e1', '0', '16777217', '2', '1', '0'),"
        " ('20', 'later', '0', '16777217', '3', 'inline', 'E_7');");
    const Opened o(db.path());
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("launch 10+5; inline 20+0"));
    CHECK_EQ(o.argText(o.events(TrackKind::CudaApi)[1].event, "returnValue"), std::string("E_7"));
    CHECK_EQ(o.notes(Note::NotANumber), 2u);
    CHECK_EQ(o.notes(Note::NoTime), 1u);
    CHECK_EQ(o.notes(Note::NeverClosed), 0u);
}

TEST("tables with a version behind their name are the table they version") {
    const Answered o("r2_versioned.sqlite");
    CHECK_EQ(o.spans(TrackKind::StreamMemory), std::string("Memcpy HtoD 2000+3000"));
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("cudaMemcpyAsync_v3020 1000+500"));
    CHECK_EQ(o.spans(TrackKind::OsRuntime), std::string("poll 3000+6000"));
    CHECK_EQ(o.inFile(model::EventKind::Osrt), 1u);
    CHECK_EQ(o.notes(Note::UnknownTable), 0u);
}

TEST("of several versions of a table the last is read, and the others are named; one without a version comes first") {
    const std::string table = " (start, end, globalTid, nameId); INSERT INTO ";
    const auto rows = [&](const std::string& name, int start) {
        return "CREATE TABLE " + name + table + name + " VALUES (" + std::to_string(start) + ", 90, 16777217, 1);";
    };
    const Opened versions(
        ScratchDatabase("CREATE TABLE StringIds (id, value);" + rows("OSRT_API_V9", 9) + rows("OSRT_API_V10", 10))
            .path());
    CHECK_EQ(versions.events(TrackKind::OsRuntime).front().event.start, 10);
    CHECK_EQ(versions.notes(Note::UnknownTable), 1u);
    const Opened plain(
        ScratchDatabase("CREATE TABLE StringIds (id, value);" + rows("OSRT_API_V9", 9) + rows("OSRT_API", 1)).path());
    CHECK_EQ(plain.events(TrackKind::OsRuntime).front().event.start, 1);
    CHECK_EQ(plain.notes(Note::UnknownTable), 1u);
}

TEST("a report of which nothing was understood is not healthy") {
    const ScratchDatabase db(
        "CREATE TABLE StringIds (id, value); CREATE TABLE OSRT_API_NEXT (t); INSERT INTO OSRT_API_NEXT VALUES (1), (2);");
    const Opened o(db.path());
    const model::Health h = model::captureHealth(*o.s);
    CHECK_EQ(h.findings.size(), std::size_t{1});
    CHECK(h.findings.front().code == model::HealthCode::NothingUnderstood);
    CHECK_EQ(h.findings.front().count, 2u);
    CHECK(!Answered("r2_versioned.sqlite").isFoundUnhealthy(model::HealthCode::NothingUnderstood));
}

TEST("a database of nvprof is read as one, and not as an export of Nsight Systems") {
    const Opened o(sample("round2/r2_nvprof.sqlite"));
    CHECK_EQ(o.s->info().formatKey, std::string("nvprof"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels),
             std::string("vecAdd(float const*, float const*, float*, int) 8000+5000"));
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("cudaLaunchKernel 6000+1000"));
}

TEST("a number with a decimal comma is a number, and the cause is named") {
    const Answered o("n01_comma_args.pt.trace.json");
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("k_one 100000+5000; k_two 110000+5000"));
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(o.argReal(kernels[0].event, "blocks per SM"), 0.015152);
    CHECK_EQ(o.argReal(kernels[1].event, "blocks per SM"), 7.757576);
    CHECK_EQ(o.argReal(kernels[1].event, "warps per SM"), 31.030304);
    CHECK_EQ(o.store->diagnostics().list().size(), std::size_t{1});
    CHECK_EQ(o.notes(Note::NotANumber), 4u);
    CHECK(o.store->diagnostics().list().front().subject.code == model::MessageCode::DecimalComma);
}

TEST("decimal commas count in times and counters; lists and texts keep theirs") {
    const ScratchFile file(
        R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,5,"dur":2,25,"args":{"deep":{"x":0,5},"list":[1,2,3],"text":"1,5"}},)"
        R"({"ph":"C","name":"c","pid":1,"ts":4,"args":{"v":7,75}}])",
        ".json");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("a 1500+2250"));
    const model::Event a = o.events(TrackKind::Slices).front().event;
    CHECK_EQ(o.argReal(a, "deep.x"), 0.5);
    CHECK_EQ(o.argText(a, "list"), std::string("[1,2,3]"));
    CHECK_EQ(o.argText(a, "text"), std::string("1,5"));
    CHECK_EQ(o.values(*o.tracks(TrackKind::ProcessCounter).front()), std::string("4000=7.75"));
    CHECK_EQ(o.notes(Note::NotANumber), 4u);
}

TEST("an end with an empty name ends the innermost slice") {
    const Answered o("r2_e_empty_name.json");
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("a 0+40000; b 10000+10000"));
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("time of the thread stands in where a duration is missing") {
    const Answered o("r2_tdur.json");
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("a 5000+7000; b 20000+3000"));
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("at one time an end may stand before its begin") {
    const Answered o("r2_e_before_b.json");
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("a 0+9000; c 5000+0"));
    CHECK_EQ(o.allNotes(), std::string());
    // Where the slice is ended later, the end before it is one too many.
    const ScratchFile later(
        R"([{"ph":"E","name":"c","pid":1,"tid":1,"ts":5},{"ph":"B","name":"c","pid":1,"tid":1,"ts":5},{"ph":"E","name":"c","pid":1,"tid":1,"ts":7}])",
        ".json");
    const Opened two(later.path());
    CHECK_EQ(two.spans(TrackKind::Slices), std::string("c 5000+2000"));
    CHECK_EQ(two.notes(Note::UnmatchedEnd), 1u);
}

TEST("slices that end with what encloses them are marked and counted") {
    const ScratchFile file(
        R"([{"ph":"B","name":"out","pid":1,"tid":1,"ts":0},{"ph":"B","name":"in","pid":1,"tid":1,"ts":2},{"ph":"E","name":"out","pid":1,"tid":1,"ts":9}])",
        ".json");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("out 0+9000; in 2000+7000"));
    CHECK_EQ(o.arg(o.events(TrackKind::Slices)[1].event, "unfinished"), 1);
    CHECK_EQ(o.notes(Note::NeverClosed), 1u);
}

TEST("values that are no numbers become no times") {
    const Answered o("r2_infinity.json");
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("b 2000+2000; d 3000+0"));
    CHECK_EQ(o.s->range().begin, 2000);
    CHECK_EQ(o.s->range().end, 4000);
    CHECK_EQ(o.notes(Note::NoTime), 2u);
    CHECK_EQ(o.notes(Note::NoDuration), 1u);
}

TEST("direction marks are shown and not obeyed") {
    const Answered o("r2_rtl.json");
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("load\\u202egnp.exe 0+5000; \xf0\x9f\x9a\x80 step 6000+5000"));
}

TEST("samples that are drawn as a curve are not counted as points that are missing") {
    const Opened o(sample("round2_rocm/t_r0_results.db"));
    CHECK_EQ(o.inFile(model::EventKind::Instant), 0u);
    CHECK_EQ(o.inFile(model::EventKind::GpuMetric), 8040u);
}

namespace {

/// The process and the start of the call of each kernel: "kernel: pid start; …"; "?" where none is known.
std::string launches(const Opened& o) {
    std::string out;
    for (const auto& k : o.events(TrackKind::StreamKernels)) {
        const model::Correlated c = model::correlated(*o.s, k.ref);
        const std::string call =
            c.launches.size() == 1 ? std::to_string(model::eventAt(*o.s, c.launches[0]).start) : "?";
        out += fmt::format("{}{}: {} {}", out.empty() ? "" : "; ", k.name, k.track->key.pid, call);
    }
    return out;
}

std::string call(int pid, int id, int at) {
    return fmt::format(
        R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":{0},"tid":{0},"ts":{2},"dur":1,"args":{{"correlation":{1}}}}},)",
        pid, id, at);
}
std::string kernel(std::string_view name, int device, int id, int at) {
    return fmt::format(
        R"({{"ph":"X","cat":"kernel","name":"{}","pid":{},"tid":7,"ts":{},"dur":1,"args":{{"device":{},"stream":7,"correlation":{}}}}},)",
        name, device, at, device, id);
}
std::string arrow(int id, int pid, int from, int device, int to) {
    return fmt::format(
        R"({{"ph":"s","cat":"ac2g","name":"ac2g","id":{0},"pid":{1},"tid":{1},"ts":{2}}},{{"ph":"f","cat":"ac2g","name":"ac2g","id":{0},"pid":{3},"tid":7,"ts":{4},"bp":"e"}},)",
        id, pid, from, device, to);
}

}  // namespace

TEST("an id that two processes use leads where the arrows lead") {
    const Answered o("n36_merged_ids.json");
    CHECK_EQ(launches(o), std::string("kernel_rank0: 600 100000; kernel_rank1: 601 107000"));
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("where no arrow is, other work of the stream says whose it is; where nothing tells, there is no link and a note") {
    const auto open = [](const std::string& events) { return Opened(ScratchFile("[" + events + "]", ".json").path()); };
    const Opened nothing =
        open(call(600, 42, 100) + call(601, 42, 107) + kernel("k0", 0, 42, 200) + kernel("k1", 1, 42, 207));
    CHECK_EQ(launches(nothing), std::string("k0: 600 ?; k1: 600 ?"));
    CHECK_EQ(nothing.notes(Note::DanglingReference), 2u);
    const Opened others = open(call(600, 42, 100) + call(600, 1, 102) + call(601, 42, 107) + call(601, 2, 109) +
                               kernel("k0", 0, 42, 200) + kernel("k1", 1, 42, 207) + kernel("own0", 0, 1, 300) +
                               kernel("own1", 1, 2, 300));
    CHECK_EQ(launches(others), std::string("k0: 600 100000; k1: 601 107000; own0: 600 102000; own1: 601 109000"));
    CHECK_EQ(others.notes(Note::DanglingReference), 0u);
}

TEST("ranks that used the same device and stream, or have the same number, are told apart by arrows") {
    const auto open = [](const std::string& events) { return Opened(ScratchFile("[" + events + "]", ".json").path()); };
    const Opened device = open(call(600, 42, 100) + kernel("k0", 0, 42, 200) + arrow(42, 600, 100, 0, 200) +
                               call(601, 42, 107) + kernel("k1", 0, 42, 207) + arrow(42, 601, 107, 0, 207));
    CHECK_EQ(launches(device), std::string("k0: 600 100000; k1: 601 107000"));
    const Opened process = open(call(1, 42, 100) + kernel("k0", 0, 42, 200) + arrow(42, 1, 100, 0, 200) +
                                call(1, 42, 107) + kernel("k1", 1, 42, 207) + arrow(42, 1, 107, 1, 207));
    CHECK_EQ(launches(process), std::string("k0: 1 100000; k1: 1 107000"));
    const Opened lost = open(call(1, 42, 100) + kernel("k0", 0, 42, 200) + call(1, 42, 107) + kernel("k1", 1, 42, 207));
    CHECK_EQ(launches(lost), std::string("k0: 1 ?; k1: 1 ?"));
    CHECK_EQ(lost.notes(Note::DanglingReference), 2u);
}

TEST("messages of Nsight Systems itself, which is on no machine, stand with those of the machine") {
    const Opened o(
        ScratchDatabase("CREATE TABLE StringIds (id, value); INSERT INTO StringIds VALUES (1, 'poll');"
                        "CREATE TABLE OSRT_API (start, end, globalTid, nameId);"
                        "INSERT INTO OSRT_API VALUES (10, 20, 281474993487873, 1);"
                        "CREATE TABLE DIAGNOSTIC_EVENT (timestamp, timestampType, source, severity, text, globalPid);"
                        "INSERT INTO DIAGNOSTIC_EVENT VALUES (5, 0, 0, 1, 'of the profiler', -144115188075855872),"
                        " (6, 0, 0, 1, 'of the machine', 281474976710656);")
            .path());
    CHECK_EQ(o.tracks(TrackKind::Diagnostics).size(), 1u);
    CHECK_EQ(o.events(TrackKind::Diagnostics).size(), 2u);
    CHECK_EQ(o.tracks(TrackKind::Host).size(), 1u);
}
