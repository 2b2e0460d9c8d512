// SPDX-License-Identifier: GPL-3.0-or-later
// Spools of several processes as one report: who is who, which GPU is which, and which capture something belongs to.
#include <chrono>
#include <fstream>
#include <set>

#include "importers/capture/capture.h"
#include "importers/sql/sql_session.h"
#include "model/base/messages.h"
#include "model/query/event_filter.h"
#include "model/query/health.h"
#include "model/reports/report.h"
#include "model/rules/rule.h"
#include "tests/kit/opened.h"
#include "tests/kit/spool_maker.h"

namespace {

using model::Note;
using model::TrackKind;
using namespace collectors::spool;
namespace capture = importers::capture;
namespace fs = std::filesystem;

/// The folder of a session; removed.
struct Folder {
    fs::path path;
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "sightline-spools-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
        write("options", "cuda 1\n");
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    void write(const std::string& name, std::string_view bytes) const {
        std::ofstream(path / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    void facts(const capture::SessionFacts& facts) const {
        std::string text;
        for (const auto& [key, value] : facts) (text.append(key) += '\0').append(value) += '\0';
        write("session", text);
    }
};

NvtxEvent mark(SpoolMaker& s, std::uint64_t time, std::string_view name, std::uint32_t domain = 1,
               std::uint32_t thread = 7) {
    NvtxEvent e{};
    e.time = time, e.op = NvtxOp::Mark, e.domain = domain, e.thread = thread, e.name = s.text(name);
    return e;
}

KernelShape shapeOf(SpoolMaker& s, std::uint32_t number, std::string_view name, std::uint32_t stream = 7) {
    KernelShape k{};
    k.number = number, k.name = s.text(name), k.context = 1, k.stream = stream;
    return k;
}

/// A process of one GPU that calls NCCL: where each call begins and when its kernel runs.
struct Call3 {
    std::uint64_t call, start, end;
};
/// `counted`: how many calls of its communicator there were before; -1 = nobody counted.
SpoolMaker rank(std::uint32_t pid, unsigned char gpu, std::uint64_t began, std::initializer_list<Call3> calls,
                int counted = -1) {
    SpoolMaker s(pid);
    s.facts({"name", "rank", "tracing.begin", std::to_string(began)});
    Device d{};
    d.name = s.text("NVIDIA H100"), d.uuid[0] = gpu;
    s.add<Device>(SpoolMaker::Block::Devices, {d});
    s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("NCCL")}});
    s.add<KernelShape>(SpoolMaker::Block::KernelShapes,
                       {shapeOf(s, 1, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)")});
    const auto schema = [&](std::uint64_t id, std::string_view second, std::uint64_t type) {
        const Schema head{id, 16, 1, s.text("params"), 1, 2};
        const SchemaEntry entries[] = {{18, 0, 0, 0, s.text("NCCL communicator ID"), 0},
                                       {type, 8, 0, 0, s.text(second), 0}};
        std::string payload(reinterpret_cast<const char*>(&head), sizeof head);
        s.block(SpoolMaker::Block::Schemas, 0, 1,
                payload.append(reinterpret_cast<const char*>(entries), sizeof entries));
    };
    schema(901, "Message size [bytes]", 18);
    schema(902, "No. of ranks", 18);
    const auto range = [&](std::uint64_t from, std::uint64_t to, std::string_view name, std::uint64_t id,
                           std::uint64_t value, bool atEnd) {
        const struct {
            NvtxPayload head;
            std::uint64_t communicator, value;
        } payload{{id, pid, 16}, 0xabcd, value};
        s.block(SpoolMaker::Block::Payloads, 0, 1, {reinterpret_cast<const char*>(&payload), sizeof payload});
        NvtxEvent push = mark(s, from, name, 1, pid), pop{};
        push.op = NvtxOp::Push, push.payloads = atEnd ? 0 : 1;
        if (counted >= 0 && !atEnd) push.id = static_cast<std::uint64_t>(++counted);
        pop.op = NvtxOp::Pop, pop.time = to, pop.domain = 1, pop.thread = pid, pop.payloads = atEnd ? 1 : 0;
        s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {push, pop});
    };
    range(1000, 1100, "ncclCommInitRank", 902, 2, true);
    std::uint32_t correlation = 0;
    for (const Call3& c : calls) {
        range(c.call, c.call + 20, "ncclAllReduce", 901, 4096, false);
        s.add<collectors::spool::Call>(SpoolMaker::Block::Calls, {{c.call + 5, c.call + 10, ++correlation, pid,
                                                                   s.text("cudaLaunchKernelExC_v11060"), 0, 0, 0}});
        s.add<Kernel>(SpoolMaker::Block::Kernels, {{c.start, c.end, correlation, 1}});
    }
    s.facts({"finished", "1"});
    return s;
}

}  // namespace

TEST("Two spools of one process number are two processes") {
    const Folder folder;
    const auto image = [](std::string_view name, std::string_view domain, std::string_view thread) {
        SpoolMaker s(42);
        s.facts({"name", name});
        s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text(domain)}});
        s.add<Thread>(SpoolMaker::Block::Threads, {{7, s.text(thread)}});
        s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {mark(s, 1000, name)});
        return s;
    };
    folder.write("42-0.spool", image("shell", "default", "one").bytes());
    folder.write("42-1.spool", image("python", "library", "other").bytes());
    const Opened o(folder.path);
    CHECK_EQ(o.tracks(TrackKind::Process).size(), 2u);
    const auto marks = o.events(TrackKind::Nvtx);
    CHECK_EQ(marks.size(), 2u);
    for (const auto& m : marks) {
        const model::Track& thread = o.s->track(m.track->parent);
        CHECK_EQ(o.s->text(m.track->name), m.name == "python" ? "library" : "");
        CHECK_EQ(o.s->text(thread.name), m.name == "python" ? "other" : "one");
        CHECK_EQ(o.s->text(o.s->track(thread.parent).name), m.name == "python" ? "[42] python" : "shell");
    }
}

TEST("What a process became has its number wherever numbers of processes stand") {
    const Folder folder;
    for (const char* file : {"42-0.spool", "42-1.spool"}) {
        SpoolMaker s(42);
        s.facts({"name", "program"});
        s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {mark(s, 1000, "here")});
        folder.write(file, s.bytes());
    }
    const Opened o(folder.path);
    importers::SqlSession sql(o.s);
    const auto answer = [&](const std::string& query) {
        std::string out;
        CHECK(sql.query(
                     query, {}, [](auto) {},
                     [&](std::span<const importers::Cell> cells) {
                         for (const importers::Cell& c : cells)
                             out += (c.type == importers::Cell::Type::Null ? "-" : std::to_string(c.i)) + " ";
                         return true;
                     })
                  .has_value());
        return out;
    };
    CHECK_EQ(answer("SELECT pid FROM events"), "42 42 ");
    CHECK_EQ(answer("SELECT pid FROM tracks WHERE kind = 'thread'"), "42 42 ");
    CHECK_EQ(answer("SELECT pid FROM PROCESSES"), "42 42 ");
    CHECK_EQ(answer("SELECT count(DISTINCT globalPid) FROM PROCESSES"), "2 ");  // joins must not mix the two
    const auto filter = model::EventFilter::parse("pid:42", {});
    CHECK(filter.has_value());
    model::EventMatcher matcher(*filter, *o.s);
    for (const auto& m : o.events(TrackKind::Nvtx))
        CHECK(matcher.setLane(o.s->lane(m.track->lanes.at(0))) && matcher.matches(0));
    const auto trace = model::reports::find("nvtx_pushpop_trace")->make({*o.s, o.s->range()});
    for (std::size_t row = 0; row < trace.rows; ++row)
        CHECK(trace.cell(row, 6) == model::reports::Cell(std::int64_t{42}));
}

TEST("GPUs are told apart by their uuid, whatever numbers processes give them") {
    const Folder folder;
    folder.write("1-0.spool", rank(1, 0xa, 500, {{2000, 2100, 2200}}).bytes());
    folder.write("2-0.spool", rank(2, 0xb, 500, {{2000, 2150, 2200}}).bytes());
    folder.write("3-0.spool", rank(3, 0xa, 500, {{2000, 2300, 2400}}).bytes());
    const Opened o(folder.path);
    std::map<std::int64_t, std::int64_t> deviceOf;
    for (const auto& k : o.events(TrackKind::StreamKernels)) deviceOf[k.track->key.pid] = k.track->key.device;
    CHECK(deviceOf.at(1) == deviceOf.at(3) && deviceOf.at(1) != deviceOf.at(2));
    std::size_t devices = 0;
    for (const model::Entity& e : o.s->info().entities) devices += e.type == model::Entity::Type::Device;
    CHECK_EQ(devices, 2u);
}

TEST("Collectives of ranks belong together by communicator and number; the slow rank is found") {
    const Folder folder;
    folder.write("1-0.spool",
                 rank(1, 0xa, 500, {{2'000'000, 2'100'000, 6'000'000}, {7'000'000, 7'100'000, 11'000'000}}).bytes());
    folder.write("2-0.spool",
                 rank(2, 0xb, 500, {{4'000'000, 5'000'000, 6'000'000}, {9'000'000, 10'000'000, 11'000'000}}).bytes());
    const Opened o(folder.path);
    std::map<std::pair<std::string, std::int64_t>, std::set<std::int64_t>> ranks;
    for (const auto& k : o.events(TrackKind::StreamKernels)) {
        ranks[{o.argText(k.event, "Process Group Name"), o.arg(k.event, "Seq")}].insert(k.track->key.pid);
        CHECK_EQ(o.arg(k.event, "Group size"), 2);
    }
    CHECK_EQ(ranks.size(), 2u);
    CHECK((ranks[{"abcd", 1}] == std::set<std::int64_t>{1, 2} && ranks[{"abcd", 2}] == std::set<std::int64_t>{1, 2}));
    const auto found =
        model::rules::find("slow_rank")->table.make({*o.s, {o.s->range().begin, o.s->range().end + 1}, {}, 0, {}});
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(std::get<std::int64_t>(found.cell(0, 7)), 2);  // its process
    // One that was traced later does not know how many calls it has missed.
    folder.write("2-0.spool", rank(2, 0xb, 1'500'000, {{4'000'000, 5'000'000, 6'000'000}}).bytes());
    const Opened late(folder.path);
    for (const auto& k : late.events(TrackKind::StreamKernels))
        if (k.track->key.pid == 2)
            CHECK(late.arg(k.event, "Seq") == -1 && late.argText(k.event, "Process Group Name") == "abcd");
    // … but where they were counted meanwhile.
    folder.write("2-0.spool", rank(2, 0xb, 1'500'000, {{4'000'000, 5'000'000, 6'000'000}}, 41).bytes());
    const Opened counted(folder.path);
    for (const auto& k : counted.events(TrackKind::StreamKernels))
        if (k.track->key.pid == 2) CHECK_EQ(counted.arg(k.event, "Seq"), 42);
}

TEST("Streams show their priority, and what the program calls them; devices too") {
    SpoolMaker s(1);
    Device d{};
    d.name = s.text("NVIDIA H100");
    s.add<Device>(SpoolMaker::Block::Devices, {d});
    s.add<Context>(SpoolMaker::Block::Contexts, {{1, 0, 7, 0, 0, 0}});
    s.add<Stream>(SpoolMaker::Block::Streams, {{1, 13, -5, 0, 0, 0}, {1, 14, 0, 0, 0, 0}, {1, 15, -1, 0, 0, 0}});
    NvtxEvent stream = mark(s, 10, "copies"), other = mark(s, 10, "loader"), device = mark(s, 10, "left one");
    stream.op = other.op = NvtxOp::NameStream, stream.id = 14, other.id = 15;
    device.op = NvtxOp::NameDevice, device.id = 0;
    s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {stream, other, device});
    s.add<KernelShape>(SpoolMaker::Block::KernelShapes,
                       {shapeOf(s, 1, "k", 7), shapeOf(s, 2, "k", 13), shapeOf(s, 3, "k", 14), shapeOf(s, 4, "k", 15)});
    s.add<Kernel>(SpoolMaker::Block::Kernels, {{100, 200, 1, 1}, {100, 200, 2, 2}, {100, 200, 3, 3}, {100, 200, 4, 4}});
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    CHECK_EQ(o.names(TrackKind::Stream), "Default stream (7); priority -5; copies; loader, priority -1");
    CHECK_EQ(o.names(TrackKind::CudaHw), "left one (NVIDIA H100)");
    CHECK_EQ(o.events(TrackKind::Nvtx).size(), 0u);
}

TEST("Zeros behind the last block are room that nobody needed; anything else is a torn end") {
    SpoolMaker s(1);
    s.facts({"name", "worker", "direct", "1"});
    s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
    s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {mark(s, 100, "m")});
    for (const std::string& tail : {std::string(100'000, '\0'), std::string(70'000, '\0') + 'x'}) {
        const ScratchFile file(s.bytes() + tail, ".spool");
        const Opened o(file.path());
        CHECK_EQ(o.spans(TrackKind::Nvtx), "m 0+0");
        CHECK_EQ(o.notes(Note::Incomplete), tail.ends_with('x') ? 1u : 0u);
        CHECK_EQ(o.notes(Note::ReportMessage),
                 0u);  // it wrote at once: that it did not say it had finished means nothing
    }
}

TEST("Several captures: each report holds what began in it, for each process by its own ranges") {
    const Folder folder;
    const auto process = [](std::uint32_t pid, std::initializer_list<std::uint64_t> times) {
        SpoolMaker s(pid);
        s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
        s.add<Context>(SpoolMaker::Block::Contexts, {{1, 0, 7, 0, 0, 0}});
        s.add<KernelShape>(SpoolMaker::Block::KernelShapes, {shapeOf(s, 1, "k")});
        std::uint64_t bytes = 100;
        for (const std::uint64_t t : times) {
            s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {mark(s, t, "m" + std::to_string(t))});
            s.add<Kernel>(SpoolMaker::Block::Kernels, {{t + 10, t + 20, 0, 1}});
            s.add<Memory>(SpoolMaker::Block::Memory, {{t, t * 4096, bytes, 0, 0, 0, 0, 0, 1, 0, 1, 3, 0, 0}});
        }
        s.facts({"finished", "1"});
        return s.bytes();
    };
    folder.write("1-0.spool", process(1, {1000, 2000, 3000}));
    folder.write("2-0.spool", process(2, {1100, 2500, 3000}));
    // The second process came to its second range at 2400, the third one was wanted by nobody, and of the first process
    // only.
    capture::SessionFacts facts;
    capture::addFacts({{1000, 1500, false, {}},
                       {2000, 2900, false, {{"2-0.spool", 2400}}},
                       {model::kTimeMax, model::kTimeMax, true, {{"1-0.spool", 2950}}}},
                      facts);
    facts.emplace_back("ended.monotonic", "4000");
    folder.facts(facts);
    const auto session = model::Folder::open(folder.path);
    capture::SessionReader reader(*session);
    CHECK_EQ(reader.captures().size(), 3u);
    const auto read = [&](std::size_t i) {
        const auto store = model::EventStore::create();
        CHECK(reader.open(i, *store, {}).has_value());
        std::string out;
        const model::SnapshotPtr s = store->snapshot();
        std::map<model::TimeNs, std::string> all;
        for (const model::Track& t : s->tree().tracks)
            for (const model::LaneId l : t.lanes)
                for (std::uint32_t row = 0; row < s->lane(l).rows; ++row)
                    all[s->lane(l).start(row) * 10 + static_cast<int>(t.key.pid)] +=
                        std::string(s->text(s->lane(l).name(row))) + ' ';
        for (const auto& [time, names] : all) out += names;
        return out;
    };
    CHECK_EQ(read(0), "Allocation m1000 k Allocation m1100 k ");
    for (int again = 0; again < 2; ++again)
        CHECK_EQ(
            read(1),
            "Allocation m2000 k Allocation m2500 k Allocation m3000 k ");  // by the index of the first reading, too
    const auto store = model::EventStore::create();
    CHECK(reader.open(1, *store, {}).has_value());
    const model::SnapshotPtr s = store->snapshot();
    for (const model::Track& t : s->tree().tracks)
        if (t.kind == TrackKind::MemoryUsage && t.key.pid == 1) {
            const model::CounterView c = s->counter(t.counter);
            CHECK(c.rows == 2 && c.series->value()[0] == 100 &&
                  c.series->value()[1] == 200);  // what was taken before is still there
        }
}

TEST("What we did after the capture makes the report no longer, and is told") {
    const Folder folder;
    SpoolMaker s(1);
    s.add<KernelShape>(SpoolMaker::Block::KernelShapes, {shapeOf(s, 1, "k")});
    s.add<Kernel>(SpoolMaker::Block::Kernels, {{1400, 1600, 0, 1}});  // runs on after the end
    s.add<Overhead>(SpoolMaker::Block::Overheads,
                    {{1100, 1150, 0xf0000000, 1, 0, 0}, {900'000, 900'300, 0xf0000000, 1, 0, 0}});
    folder.write("1-0.spool", s.bytes());
    capture::SessionFacts facts;
    capture::addFacts({{1000, 1500, false, {}}}, facts);
    facts.emplace_back("output", "/home/somebody/run.rep");
    folder.facts(facts);
    const auto store = model::EventStore::create();
    CHECK(capture::openSession(folder.path, *store, {}).has_value());
    const model::SnapshotPtr read = store->snapshot();
    CHECK_EQ(read->range().end - read->range().begin, 500);
    CHECK_EQ(read->info().eventsInFile[static_cast<std::size_t>(model::EventKind::ProfilerOverhead)], 1u);
    CHECK_EQ(capture::factOf(read->info().session_facts, "overhead.after [ns]"), "300");
    CHECK_EQ(capture::factOf(read->info().session_facts, "output"), "");  // it names folders of a person
}

TEST("Ranges over the ends of captures: each report tells of its own, and says what it cut") {
    const Folder folder;
    SpoolMaker s(1);
    s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
    const auto push = [&s](std::uint64_t time, std::string_view name) {
        NvtxEvent e = mark(s, time, name);
        e.op = NvtxOp::Push;
        return e;
    };
    const auto pop = [](std::uint64_t time) {
        NvtxEvent e{};
        e.time = time, e.op = NvtxOp::Pop, e.domain = 1, e.thread = 7;
        return e;
    };
    // "long" goes from the first capture into the second; "open" is never closed.
    s.add<NvtxEvent>(SpoolMaker::Block::Nvtx,
                     {push(1100, "long"), push(1200, "short"), pop(1300), mark(s, 2100, "in the second"), pop(2200),
                      push(2300, "open"), mark(s, 2400, "last")});
    s.add<Overhead>(
        SpoolMaker::Block::Overheads,
        {{1600, 1650, 0xf0000000, 7, 0, 0}, {2500, 2600, 0xf0000000, 7, 0, 0}, {3100, 3130, 0xf0000000, 7, 0, 0}});
    folder.write("1-0.spool", s.bytes());
    capture::SessionFacts facts;
    capture::addFacts({{1000, 1500, false, {}}, {2000, 3000, false, {}}}, facts);
    facts.emplace_back("flushed.1", "3050");
    facts.emplace_back("ended.monotonic", "4000");
    folder.facts(facts);
    const auto session = model::Folder::open(folder.path);
    capture::SessionReader reader(*session);
    const auto read = [&](std::size_t i) {
        auto store = model::EventStore::create();
        CHECK(reader.open(i, *store, {}).has_value());
        return store->snapshot();
    };
    const auto spans = [](const model::Snapshot& r) {
        std::map<std::string, model::TimeNs> out;
        for (const model::Track& t : r.tree().tracks)
            if (t.kind == TrackKind::Nvtx)
                for (const model::LaneId l : t.lanes)
                    for (std::uint32_t row = 0; row < r.lane(l).rows; ++row)
                        out[std::string(r.text(r.lane(l).name(row)))] = r.lane(l).lane->row(row).duration();
        return out;
    };
    const auto notes = [](const model::Snapshot& r, Note note) { return r.store().diagnostics().total(note); };
    const model::SnapshotPtr first = read(0), second = read(1);
    CHECK((spans(*first) ==
           std::map<std::string, model::TimeNs>{{"long", 400}, {"short", 100}}));  // to the end of the capture
    CHECK_EQ(notes(*first, Note::ReportMessage), 1u);
    CHECK_EQ(notes(*first, Note::NeverClosed), 0u);
    CHECK_EQ(capture::factOf(first->info().session_facts, "overhead.after [ns]"), "50");
    CHECK((spans(*second) == std::map<std::string, model::TimeNs>{{"in the second", 0}, {"open", 700}, {"last", 0}}));
    CHECK_EQ(notes(*second, Note::NeverClosed), 1u);
    CHECK_EQ(notes(*second, Note::UnmatchedEnd), 1u);  // of "long"
    CHECK_EQ(capture::factOf(second->info().session_facts, "overhead.after [ns]"), "30");
}

TEST("Several processes that ended without a word are one sentence, and one record is one") {
    const Folder folder;
    for (const char* name : {"1-0.spool", "2-0.spool", "3-0.spool"}) {
        SpoolMaker s(static_cast<std::uint32_t>(name[0] - '0'));
        s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
        s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {mark(s, 1100, "a")});
        if (name[0] == '3') s.add<Loss>(SpoolMaker::Block::Losses, {{1, s.text("CUPTI had no room"), 0}});
        folder.write(name, s.bytes());
    }
    capture::SessionFacts facts{{"ended.monotonic", "4000"}};
    capture::addFacts({{1000, 1500, false, {}}}, facts);
    folder.facts(facts);
    const auto store = model::EventStore::create();
    CHECK(capture::openSession(folder.path, *store, {}).has_value());
    std::string out;
    for (const model::Diagnostic& d : store->diagnostics().list()) out += model::english(d.subject) + "; ";
    CHECK(out.find("3 processes ended without saying so") != std::string::npos &&
          out.find("Process 1 ended") == std::string::npos);
    CHECK(out.find("Process 3: 1 record was dropped (CUPTI had no room)") != std::string::npos);
}

TEST("What a process loses again and again is one sum for each reason, whatever the numbers are") {
    const Folder folder;
    for (const char* name : {"1-0.spool", "2-0.spool"}) {
        SpoolMaker s(static_cast<std::uint32_t>(name[0] - '0'));
        for (const std::uint64_t n : {7u, 7u, 5u})
            s.add<Loss>(SpoolMaker::Block::Losses, {{n, s.text("CUPTI had no room"), 0}, {1, s.text("no memory"), 0}});
        folder.write(name, s.bytes());
    }
    folder.facts({{"lost.1", "3"}, {"ended.monotonic", "4000"}});
    const auto store = model::EventStore::create();
    CHECK(capture::openSession(folder.path, *store, {}).has_value());
    std::multiset<std::string> said;
    for (const model::Diagnostic& d : store->diagnostics().list())
        if (d.subject.code == model::MessageCode::RecordsDropped) said.insert(model::english(d.subject));
    const std::multiset<std::string> expected{
        "Process 1: 19 records were dropped (CUPTI had no room)", "Process 1: 3 records were dropped (no memory)",
        "Process 1: 3 records were dropped (the disk was full or could not be written)",
        "Process 2: 19 records were dropped (CUPTI had no room)", "Process 2: 3 records were dropped (no memory)"};
    CHECK(said == expected);
    CHECK_EQ(capture::factOf(store->info().session_facts, "records.dropped"), "47");
}

TEST(
    "Whoever ended without a word is told apart: killed, flushed before, a session that was killed, records that found no room") {
    const auto sentences = [](capture::SessionFacts facts) {
        const Folder folder;
        SpoolMaker s(1);
        s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
        s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {mark(s, 1100, "a")});
        folder.write("1-0.spool", s.bytes());
        capture::addFacts({{1000, 1500, false, {}}}, facts);
        folder.facts(facts);
        const auto store = model::EventStore::create();
        CHECK(capture::openSession(folder.path, *store, {}).has_value());
        std::string out;
        for (const model::Diagnostic& d : store->diagnostics().list()) out += model::english(d.subject) + "; ";
        const model::Health health = model::captureHealth(*store->snapshot(), {});
        const bool lost = std::any_of(health.findings.begin(), health.findings.end(),
                                      [](const auto& f) { return f.code == model::HealthCode::DroppedRecords; });
        return std::pair(out, lost);
    };
    const auto killed = sentences({{"ended.monotonic", "4000"}});
    CHECK(killed.first.starts_with("Process 1 ended without saying so") && killed.second);
    CHECK((sentences({{"ended.monotonic", "4000"}, {"flushed.1", "1600"}}) == std::pair(std::string(), false)));
    const auto both = sentences({{"recovered", "1"}});
    CHECK(both.first.find("The session ended without saying so") != std::string::npos &&
          both.first.find("Process 1 ended") != std::string::npos && both.second);
    const auto full = sentences({{"ended.monotonic", "4000"}, {"flushed.1", "1600"}, {"lost.1", "194560"}});
    CHECK(full.first.find("Process 1: 194560 records were dropped") != std::string::npos && full.second);
    CHECK((sentences({}) == std::pair(std::string(), false)));  // it still runs
}

TEST("A process that was switched on for another's range counts from its own") {
    const Folder folder;
    const auto process = [](std::uint32_t pid) {
        SpoolMaker s(pid);
        s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
        s.add<KernelShape>(SpoolMaker::Block::KernelShapes, {shapeOf(s, 1, "k")});
        s.add<Kernel>(SpoolMaker::Block::Kernels, {{1100, 1110, 0, 1}, {1300, 1310, 0, 1}});
        NvtxEvent pop{};
        pop.time = 1150, pop.op = NvtxOp::Pop, pop.domain = 1, pop.thread = 7;  // of a range of the warm-up
        s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {pop, mark(s, 1250, "mine")});
        return s.bytes();
    };
    folder.write("1-0.spool", process(1));
    folder.write("2-0.spool", process(2));
    capture::SessionFacts facts;
    capture::addFacts({{1000, 1500, false, {{"2-0.spool", 1200}}}}, facts);
    folder.facts(facts);
    const Opened o(folder.path);
    std::map<std::int64_t, std::uint64_t> kernels;
    for (const auto& k : o.events(TrackKind::StreamKernels)) ++kernels[k.track->key.pid];
    CHECK(kernels.at(1) == 2 && kernels.at(2) == 1);
    CHECK_EQ(o.notes(Note::UnmatchedEnd), 1u);  // of the first only
}

TEST("Captures are found among many facts in one pass, and strange ones are passed over") {
    std::vector<capture::CaptureTime> many;
    for (int i = 0; i < 20'000; ++i) many.push_back({i * 10, i * 10 + 5, i % 3 == 0, {}});
    capture::SessionFacts facts{{"name", "x"},
                                {"capture.7.begin", "1"},
                                {"capture..begin", "1"},
                                {"capture.1.end", "9"},
                                {"capture.x.begin", "2"}};
    capture::addFacts(many, facts);
    facts.emplace_back("capture.20002.begin", "5");
    const auto begin = std::chrono::steady_clock::now();
    const auto found = capture::capturesIn(facts);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(1));  // the square of 20 000 takes minutes
    CHECK_EQ(found.size(), many.size());
    for (std::size_t i = 0; i < std::min(found.size(), many.size()); ++i)
        CHECK(found[i].begin == many[i].begin && found[i].end == many[i].end && found[i].dropped == many[i].dropped);
}

TEST("Sums of sizes that nobody can have do not overflow") {
    SpoolMaker s(1);
    for (std::uint64_t i = 0; i < 20'000; ++i)
        s.add<Memory>(SpoolMaker::Block::Memory, {{100 + i, i, ~std::uint64_t{0}, 0, 0, 0, 0, 0, 1, 0, 1, 3, 0, 0}});
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    const model::CounterView c = o.s->counter(o.tracks(TrackKind::MemoryUsage).at(0)->counter);
    for (std::size_t i = 1; i < c.rows; ++i) CHECK(c.series->value()[i] >= c.series->value()[i - 1]);
}
