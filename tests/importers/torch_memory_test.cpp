// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of PyTorch: snapshots that are written here opcode by opcode, hostile ones, and memory timelines.
#include <ctime>

#include "importers/folder.h"
#include "model/look/row_ranking.h"
#include "model/look/track_title.h"
#include "model/reports/report.h"
#include "model/store/wall_clock.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/packed.h"
#include "tests/kit/pickle_writer.h"

namespace {

using namespace std::string_literals;
using model::ErrorCode;
using model::Note;
using model::TrackKind;

constexpr std::int64_t kMiB = 1 << 20;

Opened openBytes(const std::string& bytes) { return Opened(ScratchFile(bytes, ".pickle").path()); }

/// The values of a curve, by its name.
std::string curve(const Opened& o, std::string_view name) {
    for (const TrackKind kind : {TrackKind::MemoryUsage, TrackKind::ProcessCounter})
        for (const model::Track* t : o.tracks(kind))
            if (o.s->text(t->name) == name) return o.values(*t);
    return "none";
}

std::string cellText(const model::reports::Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return std::to_string(*n);
    if (const auto* d = std::get_if<double>(&cell)) return fmt::format("{:.2f}", *d);
    if (const auto* s = std::get_if<std::string>(&cell)) return *s;
    return {};
}
/// A row a line, its cells between bars.
std::string table(const Opened& o, std::string_view key) {
    const model::reports::Report* report = model::reports::find(key);
    const model::reports::Request request{*o.s, o.s->whole()};
    const model::reports::Table t = model::reports::makeTable(*report, request);
    std::string out;
    for (std::size_t row = 0; row < t.rows; ++row) {
        for (std::size_t c = 0; c < report->columns.size(); ++c) out += (c ? "|" : "") + cellText(t.cell(row, c));
        out += '\n';
    }
    return out;
}

std::string opening(const std::string& value) { return "\x80\x04"s + value; }
/// A pickle that looks like a snapshot up to the point where it goes on with some bytes.
std::string snapshotThen(const std::string& bytes) {
    return opening("}(" + pickle::text("segments") + "]" + pickle::text("device_traces") + bytes);
}

}  // namespace

TEST("a snapshot shows allocations and releases in their order, with the memory from before at the beginning") {
    const Opened o = openBytes(pickle::example());
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.s->info().formatKey, std::string("torch-memory"));
    CHECK_EQ(o.spans(TrackKind::MemoryEvents),
             std::string("Allocated before the trace 0+0; Allocation 10000+0; Allocation 15000+0; Allocation 20000+0; "
                         "Deallocation 30000+0; Deallocation 40000+0"));
    CHECK_EQ(curve(o, "allocated"),
             std::string("0=1048476 10000=3145628 15000=5242780 20000=7340032 30000=5242880 40000=3145628"));
    CHECK_EQ(curve(o, "reserved"), std::string("0=8388608 0=10485760"));
    CHECK_EQ(o.notes(Note::HeldBefore), 1);
    CHECK_EQ(o.notes(Note::EntriesLost), 0);
    CHECK_EQ(o.inFile(model::EventKind::MemoryUsage), 6);
    CHECK(model::wallClockOf(o.s->info()) == 1'700'000'000'000'010'000);
}

TEST("allocations keep their stacks, addresses and what was allocated and reserved after them") {
    const Opened o = openBytes(pickle::example());
    const auto events = o.events(TrackKind::MemoryEvents);
    CHECK_EQ(events.size(), 6);
    const auto& first = events.at(1).event;
    CHECK_EQ(o.arg(first, "bytes"), 2 * kMiB);
    CHECK_EQ(o.arg(first, "address"), 0x7f0000000000 + kMiB);
    CHECK_EQ(o.arg(first, "Total Allocated"), 3145628);
    CHECK_EQ(o.arg(first, "Total Reserved"), 10 * kMiB);
    std::string stack;
    for (const model::Frame& f : o.store->callchains().at(first.payload))
        stack += fmt::format("{} {}; ", o.s->text(f.symbol), o.s->text(f.module));
    CHECK_EQ(stack, std::string("linear /usr/lib/python3/site-packages/torch/nn/functional.py:7; "
                                "forward /home/a/model.py:12; step /home/a/train.py:40; "));
}

TEST("the table of the peak says by stack what was held then") {
    const Opened o = openBytes(pickle::example());
    CHECK_EQ(table(o, "memory_peak"),
             std::string("GPU (0)||7340032|20000|4194304|57.14|2|step (train.py:40) / forward (model.py:12)\n"
                         "GPU (0)||7340032|20000|2097252|28.57|1|step (train.py:40)\n"
                         "GPU (0)||7340032|20000|1048476|14.28|1|(allocated before)\n"));
}

TEST("the table of fragmentation says what was reserved and free, and the largest free block") {
    const Opened o = openBytes(pickle::example());
    CHECK_EQ(
        table(o, "memory_fragmentation"),
        fmt::format("GPU (0)||large segment|0, 0|0|1|{}|{}|0|{}|62.50|{}\n", 8 * kMiB, 3 * kMiB, 5 * kMiB, 3 * kMiB) +
            fmt::format("GPU (0)||small segment|0, 0|0|1|{}|0|0|{}|100.00|{}\n", 2 * kMiB, 2 * kMiB, 2 * kMiB));
    CHECK_EQ(o.fact("gpu.0.lost to rounding [bytes]"), std::string("100"));
}

TEST("segments are rows from their allocation to their end") {
    const Opened o = openBytes(pickle::example());
    CHECK_EQ(o.spans(TrackKind::Objects), std::string("large segment 0+60000; small segment 0+60000"));
    CHECK_EQ(o.names(TrackKind::Objects), std::string("Segments of GPU 0"));
    CHECK_EQ(o.spans(TrackKind::MemoryPool), std::string("Segment allocated 0+0"));
}

TEST("a request that found no memory is an event with its size, its stack and a note") {
    const Opened o = openBytes(pickle::example());
    CHECK_EQ(o.spans(TrackKind::ProcessInstants), std::string("CUDA out of memory 50000+0; snapshot 60000+0"));
    const auto e = o.events(TrackKind::ProcessInstants).at(0).event;
    CHECK_EQ(o.arg(e, "requested bytes"), 512 * kMiB);
    CHECK_EQ(o.arg(e, "free bytes"), 5 * kMiB);
    CHECK_EQ(o.argText(e, "stack"), std::string("step (/home/a/train.py:40)"));
    CHECK_EQ(o.notes(Note::RanOutOfMemory), 1);
}

TEST("memory that a stream still uses after its release has a curve of its own") {
    const Opened o = openBytes(pickle::example());
    CHECK_EQ(curve(o, "freed, in use by a stream"), fmt::format("30000={} 35000=0 40000=0", 2 * kMiB));
}

TEST("entries that were overwritten are told by blocks whose stack was recorded without an entry") {
    const std::string who = pickle::frame("f", "a.py", 1);
    const Opened o = openBytes(pickle::file(
        pickle::snapshot({pickle::segment(4096, 4096, {pickle::block("active_allocated", 1024, 1000, {who})})},
                         {pickle::entry("alloc", 9000, 1, 5), pickle::entry("free_requested", 9000, 1, 6)})));
    CHECK_EQ(o.notes(Note::EntriesLost), 1);
    CHECK_EQ(o.notes(Note::HeldBefore), 1);
}

TEST("a snapshot without a trace shows what was held, once, and loses nothing") {
    const std::string who = pickle::frame("f", "a.py", 1);
    const Opened o = openBytes(pickle::file(pickle::dict(
        {{"segments",
          pickle::list({pickle::segment(4096, 4096, {pickle::block("active_allocated", 1024, 1000, {who})})})},
         {"device_traces", pickle::list({})}})));
    CHECK_EQ(o.spans(TrackKind::MemoryEvents), std::string("Allocated before the trace 0+0"));
    CHECK_EQ(o.notes(Note::EntriesLost), 0);
    CHECK_EQ(table(o, "memory_peak"), std::string("GPU (0)||1000|0|1000|100.00|1|f (a.py:1)\n"));
}

TEST("the list of segments that PyTorch wrote before 2023 opens, with what its blocks were used for") {
    const std::string use = pickle::dict({{"addr", pickle::integer(4096)},
                                          {"real_size", pickle::integer(1000)},
                                          {"frames", pickle::list({pickle::frame("f", "a.py", 1)})}});
    const std::string block = pickle::dict({{"size", pickle::integer(1024)},
                                            {"state", pickle::text("active_allocated")},
                                            {"history", pickle::list({use})}});
    const Opened o = openBytes(pickle::file(pickle::list({pickle::segment(4096, 4096, {block})})));
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(table(o, "memory_peak"), std::string("GPU (0)||1024|0|1024|100.00|1|f (a.py:1)\n"));
}

TEST("entries without times stand in their order") {
    const auto entry = [](std::string_view action) {
        return pickle::dict(
            {{"action", pickle::text(action)}, {"addr", pickle::integer(16)}, {"size", pickle::integer(8)}});
    };
    const Opened o = openBytes(
        pickle::file(pickle::snapshot({}, {entry("alloc"), entry("free_requested"), entry("free_completed")})));
    CHECK_EQ(o.spans(TrackKind::MemoryEvents), std::string("Allocation 0+0; Deallocation 1000+0"));
    CHECK_EQ(o.notes(Note::ReportMessage), 3);
}

TEST("annotations are slices from START to END") {
    const auto mark = [](std::string_view stage, std::int64_t us) {
        return pickle::dict({{"stage", pickle::text(stage)},
                             {"name", pickle::text("epoch")},
                             {"device", pickle::integer(0)},
                             {"time_us", pickle::integer(us)}});
    };
    const Opened o = openBytes(pickle::file(
        pickle::dict({{"segments", pickle::list({})},
                      {"device_traces", pickle::list({pickle::list({pickle::entry("alloc", 16, 8, 5)})})},
                      {"external_annotations", pickle::list({mark("START", 5), mark("END", 9), mark("END", 10)})}})));
    CHECK_EQ(o.spans(TrackKind::Async), std::string("epoch 0+4000"));
    CHECK_EQ(o.notes(Note::UnmatchedEnd), 1);
}

TEST("an unknown action is counted under its name, settings of the allocator are facts") {
    const Opened o = openBytes(pickle::file(pickle::dict(
        {{"segments", pickle::list({})},
         {"allocator_settings",
          pickle::dict({{"expandable_segments", "\x88"}, {"max_split_size", pickle::integer(-1)}})},
         {"device_traces",
          pickle::list({pickle::list({pickle::entry("teleport", 1, 1, 1), pickle::entry("alloc", 16, 8, 5)})})}})));
    CHECK_EQ(o.allNotes(), std::string("skipped_unknown teleport (1)"));
    CHECK_EQ(o.fact("allocator.expandable_segments"), std::string("true"));
    CHECK_EQ(o.fact("allocator.max_split_size"), std::string("-1"));
}

TEST("GPUs of which only the memory is known stand in sight") {
    const Opened o = openBytes(pickle::file(
        pickle::dict({{"segments", pickle::list({})},
                      {"device_traces", pickle::list({pickle::list({pickle::entry("alloc", 16, 8, 5)}),
                                                      pickle::list({pickle::entry("alloc", 32, 8, 6)})})}})));
    CHECK_EQ(o.tracks(TrackKind::CudaHw).size(), 2);
    const model::look::RowRanking ranking(*o.s);
    for (const model::Track* process : o.tracks(TrackKind::Process))
        CHECK(!ranking.folded(process->children).contains(TrackKind::CudaHw));
}

TEST("a snapshot without a trace tells how to get one") {
    const Opened o = openBytes(pickle::file(pickle::snapshot({}, {})));
    CHECK_EQ(o.notes(Note::ReportMessage), 1);
    CHECK_EQ(openBytes(pickle::example()).notes(Note::ReportMessage), 0);
}

TEST("frames and stacks that a pickle refers to again are the same ones") {
    const std::string stack = pickle::memo(pickle::list({pickle::memo(pickle::frame("f", "a.py", 1))}));
    const auto with = [](const std::string& frames, std::int64_t address) {
        return pickle::dict({{"action", pickle::text("alloc")},
                             {"addr", pickle::integer(address)},
                             {"size", pickle::integer(8)},
                             {"time_us", pickle::integer(address)},
                             {"frames", frames}});
    };
    const Opened o = openBytes(pickle::file(
        pickle::snapshot({}, {with(stack, 16), with(pickle::get(1), 32), with(pickle::list({pickle::get(0)}), 48)})));
    const auto events = o.events(TrackKind::MemoryEvents);
    CHECK_EQ(events.size(), 3);
    for (const auto& e : events) CHECK_EQ(e.event.payload, events[0].event.payload);
    CHECK(events.at(0).event.payload != 0);
}

TEST("an opcode that would run code is refused by its name, and nothing of the file is shown") {
    struct Case {
        std::string bytes;
        std::string_view name;
    };
    const Case cases[] = {{"cposix\nsystem\n", "GLOBAL"},
                          {pickle::text("posix") + pickle::text("system") + "\x93", "STACK_GLOBAL"},
                          {")R", "REDUCE"},
                          {"}b", "BUILD"},
                          {"iposix\nsystem\n", "INST"},
                          {"o", "OBJ"},
                          {")\x81", "NEWOBJ"},
                          {")}\x92", "NEWOBJ_EX"},
                          {"\x82\x01", "EXT1"},
                          {"\x83\x01\x01", "EXT2"},
                          {"\x84\x01\x01\x01\x01", "EXT4"},
                          {"Pid\n", "PERSID"},
                          {"Q", "BINPERSID"},
                          {"\x97", "NEXT_BUFFER"}};
    for (const Case& c : cases) {
        const Opened o = openBytes(snapshotThen(c.bytes));
        CHECK(o.refused(ErrorCode::PickleFile));
        if (o.result) continue;
        const std::string said = model::english(model::factOf(o.result.error()));
        CHECK(said.find(fmt::format("opcode {} would run code", c.name)) != std::string::npos);
        CHECK(said.find("nothing of it was run") != std::string::npos);
        CHECK_EQ(o.s->eventCount(), 0);
    }
}

TEST("a snapshot that is cut off anywhere shows what was complete, or says that it ends too early") {
    const std::string whole = pickle::example();
    std::size_t shown = 0;
    for (std::size_t n = whole.find("segments") + 9; n < whole.size(); ++n) {
        const Opened o = openBytes(whole.substr(0, n));
        if (o.result) {
            CHECK(o.s->info().partial);
            CHECK_EQ(o.notes(Note::Incomplete), 1);
        } else {
            CHECK(o.refused(ErrorCode::Truncated));
        }
        shown = std::max(shown, o.events(TrackKind::MemoryEvents).size());
    }
    CHECK_EQ(shown, 5);  // of the trace; of its blocks a part cannot tell when they were allocated
}

TEST("hostile pickles are refused or noted, and take neither time nor memory") {
    const std::clock_t began = std::clock();  // of this program: others may keep the machine busy
    const std::string huge = "\xff\xff\xff\xff\xff\xff\xff\x7f"s;
    const std::string cases[] = {snapshotThen("\x8d" + huge + "x"),            // a text that is longer than any file
                                 snapshotThen("X\xff\xff\xff\x00x"s),          // a text that is longer than this file
                                 snapshotThen("\x8e" + huge + "x"),            // bytes
                                 snapshotThen("\x8b\xff\xff\xff\x7f"s + "x"),  // a number
                                 snapshotThen("\x95" + huge),                  // a frame
                                 snapshotThen("r\xff\xff\xff\xff"s),           // a memo far away
                                 snapshotThen("j\xff\xff\xff\xff"s),           // … that is not there
                                 snapshotThen("h\x07"),                        // …
                                 snapshotThen(std::string(100'000, '(')),      // marks in marks
                                 snapshotThen(std::string(1'000'000, ']')),    // lists that nobody wants
                                 snapshotThen("u"),
                                 snapshotThen("e"),
                                 snapshotThen("t"),  // ends of nothing
                                 snapshotThen("a"),
                                 snapshotThen("s"),
                                 snapshotThen("11111"),
                                 snapshotThen("0000000"),
                                 snapshotThen("\x87"),
                                 snapshotThen("q\x01."s),
                                 snapshotThen("."),
                                 snapshotThen("\xfe"),
                                 snapshotThen("\x80\x09")};
    for (const std::string& bytes : cases) {
        const Opened o = openBytes(bytes);
        CHECK_EQ(o.s->eventCount(), 0);
        CHECK(!o.result || o.s->info().partial);
    }
    CHECK(std::clock() - began < std::clock_t{20} * CLOCKS_PER_SEC);
}

TEST("a pickle that refers to its lists again and again is read in the time of its bytes") {
    // Each list holds the one before ten times: twenty of them would be 10^20 segments.
    std::string laughs = pickle::memo("]");
    for (int i = 1; i < 20; ++i) {
        std::vector<std::string> same(10, pickle::get(i - 1));
        laughs += pickle::memo(pickle::list(same));
    }
    const Opened deep = openBytes(snapshotThen("]" + laughs + "1"));
    CHECK_EQ(deep.s->eventCount(), 0);
    // One segment a million times, and one trace.
    std::string segments =
        "](" + pickle::memo(pickle::segment(4096, 4096, {pickle::block("active_allocated", 64, 64)}));
    for (int i = 0; i < 1'000'000; ++i) segments += pickle::get(0);
    const std::string trace =
        pickle::memo(pickle::list({pickle::entry("alloc", 16, 8, 1), pickle::entry("alloc", 32, 8, 2)}));
    std::string traces = "](" + trace;
    for (int i = 0; i < 1000; ++i) traces += pickle::get(1);
    const Opened wide =
        openBytes(pickle::file(pickle::dict({{"segments", segments + "e"}, {"device_traces", traces + "e"}})));
    CHECK_EQ(wide.error(), std::string("opened"));
    CHECK_EQ(wide.events(TrackKind::MemoryEvents).size(), 3);
    CHECK_EQ(wide.notes(Note::DamagedPart), 1'001'000);
}

TEST("lists that hold themselves end") {
    const Opened o = openBytes(pickle::file(
        pickle::dict({{"segments", pickle::memo("]") + pickle::get(0) + "a"}, {"device_traces", pickle::get(0)}})));
    CHECK_EQ(o.s->eventCount(), 0);
}

TEST("damaged copies of a snapshot neither crash nor hang") { CHECK(openedOfMutants(pickle::example(), 7, 3000) > 0); }

TEST("a packed snapshot opens, and another pickle is named") {
    CHECK_EQ(Opened(ScratchFile(packed::gzip(pickle::example()), ".pickle.gz").path())
                 .events(TrackKind::MemoryEvents)
                 .size(),
             6);
    const Opened other = openBytes(pickle::file(pickle::dict({{"a", pickle::integer(1)}, {"b", pickle::integer(2)}})));
    CHECK(other.refused(ErrorCode::PickleFile));
}

TEST("the rows of a snapshot and its kinds of segments are said in the language of the person") {
    const Opened o = openBytes(pickle::example());
    const auto titles = [&](TrackKind kind) {
        std::string out;
        for (const model::Track* t : o.tracks(kind))
            out += model::look::trackTitle(*o.s, *t, [](const char* english) { return fmt::format("<{}>", english); });
        return out;
    };
    CHECK_EQ(titles(TrackKind::Objects), std::string("<Segments of GPU 0>"));
    const model::reports::Report* table = model::reports::find("memory_fragmentation");
    CHECK(table->columns[2].role == model::reports::Role::Words);
}

TEST("a folder's snapshots are reports, and its other pickles are not") {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("torch-{}", ::getpid());
    std::filesystem::create_directories(folder);
    const auto write = [&](const char* name, const std::string& bytes) {
        std::ofstream(folder / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    };
    write("snapshot.pickle", pickle::example());
    write("vocabulary.pkl", pickle::file(pickle::dict({{"a", pickle::integer(1)}, {"b", pickle::integer(2)}})));
    write("run.et",
          "\x07\x0a\x05"
          "0.0.4"
          "\x0a\x08\x01\x12\x04"
          "aten");
    const importers::FolderContent content = importers::contentOf(folder);
    CHECK_EQ(content.reports.size(), 1);
    CHECK_EQ(content.others, 2);
    const auto endings = importers::reportEndings();
    CHECK(std::count(endings.begin(), endings.end(), ".rep") == 1);
    CHECK(std::count(endings.begin(), endings.end(), ".pickle") == 1);
    std::filesystem::remove_all(folder);
}

TEST("a stop ends reading, and what was read is kept") {
    std::vector<std::string> entries;
    for (int i = 0; i < 20'000; ++i) entries.push_back(pickle::entry("alloc", 16 * i + 16, 8, i));
    const ScratchFile file(pickle::file(pickle::snapshot({}, entries)), ".pickle");
    std::stop_source stop;
    importers::OpenOptions options;
    options.stop = stop.get_token();
    options.progress = [&](const importers::Progress&) { stop.request_stop(); };
    const auto store = model::EventStore::create();
    const auto result = importers::openReport(file.path(), *store, options);
    CHECK(!result && result.error().code == ErrorCode::Cancelled);
    CHECK(store->snapshot()->info().partial);
}

TEST("a memory timeline shows a curve of each category that has memory, and their sum") {
    const Opened o = openBytes(
        "[[1000, 1002, 1005], [[0, 64, 0, 0, 0, 0, 0, 0, 0], [0, 64, 0, 0, 0, 32, 0, 0, 8],\n"
        " [0, 64, 0, 0, 0, 0, 0, 0, 8]]]");
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.s->info().formatKey, std::string("torch-memory-timeline"));
    CHECK_EQ(o.names(TrackKind::ProcessCounter),
             std::string("memory: all; memory: parameters; memory: activations; memory: unknown"));
    CHECK_EQ(curve(o, "memory: all"), std::string("0=64 2000=104 5000=72"));
    CHECK_EQ(curve(o, "memory: activations"), std::string("2000=32 5000=0"));
    CHECK_EQ(o.inFile(model::EventKind::Counter), 3);
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("a raw memory timeline adds up its changes; what was there before is there from the beginning") {
    const Opened o = openBytes("[[-1, 0, 100, 0], [1000, 1, 1024, 3], [1100, 1, 2048, 5], [1200, 3, -1024, 3]]");
    CHECK_EQ(curve(o, "memory: all"), std::string("0=100 0=1124 100=3172 200=2148"));
    CHECK_EQ(curve(o, "memory: temporaries"), std::string("0=1024 200=0"));
    CHECK_EQ(curve(o, "memory: gradients"), std::string("100=2048"));
    CHECK_EQ(o.inFile(model::EventKind::Counter), 4);
}

TEST("a memory timeline that is cut off or has odd rows shows the rest, with a note") {
    const Opened cut = openBytes("[[1000, 1002], [[0, 64, 0, 0, 0, 0, 0, 0, 0], [0, 6");
    CHECK_EQ(curve(cut, "memory: all"), std::string("0=64"));
    CHECK_EQ(cut.notes(Note::Incomplete), 1);
    const Opened odd = openBytes("[[1000, 1, 10, 3], [1100, 1, 20], [1200, 1, 20, 9], [1300, 1, 30, 3]]");
    CHECK_EQ(curve(odd, "memory: activations"), std::string("none"));
    CHECK_EQ(curve(odd, "memory: all"), std::string("0=10 300=40"));
    CHECK_EQ(odd.notes(Note::DamagedPart), 2);
}

TEST("other lists of numbers are no memory timelines") {
    for (const std::string_view text : {"[1, 2, 3]", "[[1, 2], [3, 4]]", "[[]]", "[[\"a\"], [[1]]]", "[[[1]]]"})
        CHECK(openBytes(std::string(text)).refused(ErrorCode::JsonWithoutEvents));
}

TEST("the page with a picture of a memory timeline, and both forms of execution traces, say what to open") {
    const auto fact = [](const std::string& bytes) {
        const Opened o = openBytes(bytes);
        return o.result ? std::string("opened") : model::english(model::factOf(o.result.error()));
    };
    const std::string page = fact(
        "<html>\n<head><meta charset=\"utf-8\" /><title>GPU Memory Timeline HTML</title></head>\n<body>\n"
        "  <img src='data:image/png;base64,iVBORw0KGgo='>\n</body>\n</html>");
    CHECK(page.find("holds only a picture") != std::string::npos);
    const std::string chakra =
        "\x07\x0a\x05"
        "0.0.4"
        "\x0a\x08\x01\x12\x04"
        "aten";
    CHECK(fact(chakra).find("execution trace in the form of Chakra") != std::string::npos);
    CHECK(fact(R"({"schema":"1.1.1-chakra.0.0.4","nodes":[]})").find("execution trace: it lists") != std::string::npos);
}
