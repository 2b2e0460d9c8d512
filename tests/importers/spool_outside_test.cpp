// SPDX-License-Identifier: GPL-3.0-or-later
// What a spool says of CPUs: stacks with the files of their time, copies of stacks, when threads ran; also made up by
// somebody hostile.
#include <filesystem>
#include <fstream>

#include "collectors/protocol/file_identity.h"
#include "collectors/protocol/stack_numbers.h"
#include "importers/capture/capture.h"
#include "importers/capture/stacks.h"
#include "importers/capture/symbols.h"
#include "model/base/messages.h"
#include "model/query/health.h"
#include "model/reports/report.h"
#include "tests/kit/mutate.h"
#include "tests/kit/spool_examples.h"

namespace {

using namespace spool_examples;
using model::TrackKind;

std::string pathOf(const Opened& o, model::ChainId chain) {
    std::string out;
    for (const model::Frame& f : o.store->callchains().at(chain))
        out += (out.empty() ? "" : " < ") + std::string(o.s->text(f.symbol));
    return out;
}

/// Stacks of samples by their time.
std::string stacks(const Opened& o) {
    std::string out;
    for (const model::Track* t : o.tracks(TrackKind::CpuSamples))
        for (const model::LaneId id : t->lanes) {
            const model::LaneView lane = o.s->lane(id);
            for (std::size_t i = 0; i < lane.rows; ++i)
                out += (out.empty() ? "" : "; ") + std::to_string(t->key.pid) + " " +
                       pathOf(o, lane.lane->payloadColumn()[i]);
        }
    return out;
}

}  // namespace

TEST("Frames are of the files that were there at the time, and a forked process has its parent's") {
    const ScratchFile file(sampled().bytes(), ".spool");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(
        stacks(o),
        "100 train+0x10 < train+0x20; 100 [kernel] < train+0x10 < train+0x40 < train+0x50; 100 [kernel] < train+0x10; "
        "101 train+0x10 < train+0x20; 101 loader+0x10 < loader+0x20");
    CHECK_EQ(o.names(TrackKind::Process), "train; loader");
}

/// A session that grows, read again and again with what is known of its stacks.
struct Growing {
    Growing() {
        std::string pattern = (std::filesystem::temp_directory_path() / "sightline-grows-XXXXXX").string();
        folder = ::mkdtemp(pattern.data());
        std::ofstream(folder / "options") << "cuda 1\n";
    }
    ~Growing() {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    /// The stacks of the report, read in that way; the same as when all is read anew.
    std::string read(const std::string& spool) {
        std::ofstream(folder / "42-0.spool", std::ios::binary) << spool;
        Opened o(folder);
        const std::string anew = stacks(o);
        o.store = model::EventStore::create();
        CHECK(importers::followSession(folder, *o.store, {}, *known).has_value());
        o.s = o.store->snapshot();
        CHECK_EQ(stacks(o), anew);
        return anew;
    }
    std::uint64_t taken() const { return known->spools["42-0.spool"].taken; }
    std::filesystem::path folder;
    std::shared_ptr<importers::capture::KnownStacks> known = importers::capture::newKnownStacks();
};

TEST("Of a session that grows only new stacks are taken, but where what they were unwound with was not complete") {
    Growing session;
    SpoolMaker s = sampled();
    CHECK_EQ(session.taken(), 0u);
    const std::string before = session.read(s.bytes());
    CHECK_EQ(session.taken(), 4u);
    CHECK_EQ(session.read(s.bytes()), before);
    CHECK_EQ(session.taken(), 4u);
    // A block that is not yet whole is taken when it is.
    addStack(s, 5, kProgram, {0x1030});
    s.add<Sample>(Type::Samples, {{1800, kProgram, kProgram, 0, 5, 0, 0}});
    CHECK_EQ(session.read(s.bytes().substr(0, s.borders()[s.borders().size() - 2] + 50)), before);
    CHECK_EQ(session.taken(), 4u);
    CHECK(session.read(s.bytes()).find("train+0x30") != std::string::npos);
    CHECK_EQ(session.taken(), 5u);
    // What is mapped later leaves what was unwound before as it is …
    s.add<Mapping>(Type::Mappings, {{1900, 0x9000, 0x1000, 0, kProgram, s.text("/opt/late"), {}}});
    session.read(s.bytes());
    CHECK_EQ(session.taken(), 5u);
    // … unless it was there already, and comes from another CPU.
    const std::uint64_t frames[] = {0x7010, 0x1041, 0x7020, 0xa051, 0, 0};
    addRawStack(s, 6, 2000, RawStack::Aarch64, frames);
    s.add<Sample>(Type::Samples, {{2000, kProgram, kProgram, 0, 6, 0, 0}});
    CHECK(session.read(s.bytes()).find("train+0x40 < ") == session.read(s.bytes()).rfind("train+0x40 < "));
    CHECK_EQ(session.taken(), 6u);
    s.add<Mapping>(Type::Mappings, {{1950, 0xa000, 0x1000, 0, kProgram, s.text("/opt/plugin"), {}}});
    CHECK(session.read(s.bytes()).find("train+0x40 < plugin+0x50") != std::string::npos);
    CHECK_EQ(session.taken(), 12u);
}

TEST("A stack that goes on behind the end of its copy is cut, and one that ends before is whole") {
    // The copy is as long as copies are, and the next frame lies behind it; there is none; the stack ends with the
    // copy.
    for (const auto& [full, next] : {std::pair(true, 0xa000), std::pair(true, 0), std::pair(false, 0xa000)}) {
        const bool cut = full && next != 0;
        SpoolMaker s(42);
        s.facts({"tracing.begin", "1000"});
        s.add<ProcessChange>(Type::Processes, {{900, kProgram, kProgram, 0, s.text("train"), ProcessChange::Exec, 0}});
        s.add<Mapping>(Type::Mappings, {{910, 0x1000, 0x1000, 0, kProgram, s.text("/opt/train"), {}}});
        std::vector<std::uint64_t> words{0x7010, 0x1041, static_cast<std::uint64_t>(next), 0x1051};
        if (full) words.resize(collectors::kStackCopyBytes / sizeof words[0]);
        addRawStack(s, 1, 1100, RawStack::Aarch64, words);
        s.add<Sample>(Type::Samples, {{1100, kProgram, kProgram, 0, 1, 1, 0}});
        const ScratchFile file(s.bytes(), ".spool");
        const Opened o(file.path());
        CHECK_EQ(stacks(o), std::string("100 [kernel] < train+0x10 < train+0x40 < train+0x50") +
                                (cut ? " < [outer frames left out]" : ""));
        const model::Health health = model::captureHealth(*o.s);
        CHECK_EQ(std::any_of(health.findings.begin(), health.findings.end(),
                             [](const auto& f) {
                                 return f.code == model::HealthCode::CutStacks &&
                                        model::english(f.subject).find("stacks: 1 (") != std::string::npos;
                             }),
                 cut);
    }
}

TEST("Where another library took the place of one, what ran before is of that one: samples and calls") {
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "train", "tracing.begin", "1000"});
    const auto map = [&](std::uint64_t time, std::uint64_t at, std::uint64_t size, const char* path) {
        for (const std::uint32_t pid : {kProgram, 0u})
            s.add<Mapping>(Type::Mappings, {{time, at, size, 0, pid, s.text(path), {}}});
    };
    map(900, 0x1000, 0x3000, "/opt/a");
    map(1500, 0x2000, 0x1000, "/opt/b");  // within
    map(1550, 0x2000, 0x1000, "/opt/b");  // told again
    map(1800, 0x2800, 0x4000, "/opt/c");  // over three others and what was nothing
    addStack(s, 1, kProgram, {0x1010, 0x2021});
    addStack(s, 2, kProgram, {0x2810, 0x3021});
    addStack(s, 3, 0, {0x2010});
    for (const std::uint64_t time : {1100u, 1600u, 1900u}) {
        s.add<Sample>(Type::Samples,
                      {{time, kProgram, kProgram, 0, 1, 0, 0}, {time + 1, kProgram, kProgram, 0, 2, 0, 0}});
        s.add<LibraryCall>(Type::LibraryCalls,
                           {{time, time + 1, 42, s.text("read"), s.text("OS runtime"), 0, 3, 0, 0}});
    }
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    CHECK_EQ(
        stacks(o),
        "100 a+0x10 < a+0x1020; 100 a+0x1810 < a+0x2020; 100 a+0x10 < b+0x20; 100 b+0x810 < a+0x2020; 100 a+0x10 < b+0x20; 100 c+0x10 < c+0x820");
    std::string calls;
    for (const auto& e : o.events(TrackKind::OsRuntime)) calls += pathOf(o, e.event.payload) + "; ";
    CHECK_EQ(calls, "a+0x1010; b+0x10; b+0x10; ");
}

TEST("A file that is no longer the one that ran gives no names, and that is said") {
    const ScratchFile program(std::string(), ".so");
    const auto copy = [&] {
        std::filesystem::copy_file("/proc/self/exe", program.path(), std::filesystem::copy_options::overwrite_existing);
    };
    copy();
    const std::string path = program.path().string();
    const FileIdentity before = collectors::identityOf(path);
    importers::capture::Symbols symbols;
    std::uint64_t offset = 0;  // of code, which sanitizers push far behind the beginning of a file
    while (offset < std::filesystem::file_size(path) && symbols.at({path, before}, offset).empty()) offset += 16;
    CHECK(!symbols.at({path, before}, offset).empty() && symbols.replaced().empty());
    CHECK(!symbols.at({path, {}}, offset).empty() && symbols.replaced().empty());  // nobody looked
    CHECK(symbols.at({path, kIsAnother}, offset).empty() && symbols.replaced().size() == 1);
    CHECK(collectors::identityOf(path, 0, 0) == before && collectors::identityOf(path + "x") == kIsAnother &&
          collectors::identityOf("//anon") == FileIdentity{});

    SpoolMaker s(42);
    s.add<Mapping>(Type::Mappings, {{900, 0x10'0000, 0x1000'0000, 0, kProgram, s.text(path), before}});
    addStack(s, 1, kProgram, {0x10'0000 + offset});
    s.add<Sample>(Type::Samples, {{1100, kProgram, kProgram, 0, 1, 0, 0}});
    const ScratchFile file(s.bytes(), ".spool");
    const auto says = [](const Opened& o) {
        const auto& all = o.store->diagnostics().list();
        return std::any_of(all.begin(), all.end(), [](const model::Diagnostic& d) {
            return d.subject.code == model::MessageCode::FileReplaced;
        });
    };
    const Opened right(file.path());
    CHECK(stacks(right).find("+0x") == std::string::npos && !says(right));
    std::filesystem::remove(program.path());
    copy();
    const Opened replaced(file.path());
    CHECK(stacks(replaced).find(program.path().filename().string() + "+0x") != std::string::npos && says(replaced));
}

TEST("A forked process and a new thread are called like the thread that made them until they say else") {
    SpoolMaker s(42);
    s.add<ProcessChange>(Type::Processes, {{900, kProgram, kProgram, 0, s.text("train"), ProcessChange::Exec, 0},
                                           {910, kProgram, 105, 0, s.text("worker"), ProcessChange::ThreadName, 0}});
    s.add<ProcessChange>(Type::Processes, {{920, kChild, kChild, kProgram, 0, ProcessChange::Fork, 105},
                                           {930, 102, 102, kProgram, 0, ProcessChange::Fork, 0},
                                           {940, kProgram, 106, kProgram, 0, ProcessChange::ThreadStart, 105}});
    for (const auto& [pid, thread] : {std::pair(kChild, kChild), std::pair(102u, 102u), std::pair(kProgram, 106u)})
        s.add<Sample>(Type::Samples, {{1100, pid, thread, 0, 0, 0, 0}});
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    std::string names;
    for (const model::Track* t : o.tracks(TrackKind::Thread))
        names += std::to_string(t->key.tid) + " " + std::string(o.s->text(t->name)) + "; ";
    CHECK_EQ(names, "106 worker; 101 worker; 102 train; ");
}

TEST("A thread runs from when it comes onto a CPU until it leaves it, ends, or nobody looks") {
    SpoolMaker s(42);
    s.facts({"tracing.begin", "1000"});
    s.add<Switch>(Type::Switches, {{1100, 7, 7, 0, Switch::Out},  // it ran when tracing began
                                   {1300, 7, 7, 1, Switch::In},
                                   {1400, 7, 7, 1, Switch::Preempted},
                                   {1500, 7, 8, 0, Switch::In},  // … and ends
                                   {2500, 7, 7, 0, Switch::Out},
                                   {2600, 7, 7, 0, Switch::In}});
    s.add<Switch>(Type::Switches, {{1450, 7, 7, 0, Switch::In}});  // of another CPU
    s.add<ProcessChange>(Type::Processes, {{1600, 7, 8, 0, 0, ProcessChange::Exit, 0}});
    s.facts({"tracing.end", "2000"});
    s.facts({"tracing.begin", "2400"});
    s.facts({"tracing.end", "2700"});
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::ThreadState),
             "Running 0+100; Running 300+100; Running 450+550; Running 500+100; Running 1400+100; Running 1600+100");
}

TEST("Curves, marks and calls of libraries are the rows of their GPU, machine and thread") {
    const ScratchFile file(around().bytes(), ".spool");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(o.names(TrackKind::GpuMetric), "Temperature [°C]");
    CHECK_EQ(o.names(TrackKind::HostCounter), "Disk sda: read [B/s]");
    CHECK_EQ(o.spans(TrackKind::OsRuntime), "read 50+80");
    CHECK_EQ(o.spans(TrackKind::Cublas), "cublasSgemm 140+10");
    const model::reports::Table t =
        model::reports::find("library_sum")->make({*o.s, {model::kTimeMin, model::kTimeMax}});
    CHECK(t.rows == 1 && std::get<std::int64_t>(t.cell(0, 1)) == 10 &&
          std::get<std::string>(t.cell(0, 8)) == "cuBLAS" && std::get<std::string>(t.cell(0, 9)) == "cublasSgemm");
    CHECK_EQ(t.evidence(0).events.size(), 1u);
    CHECK(english(model::reports::find("mpi_event_sum")->make({*o.s, {model::kTimeMin, model::kTimeMax}}).why)
              .ends_with("-t mpi."));
}

TEST("Calls of MPI are summed up by function, and those of other libraries are not among them") {
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "rank", "tracing.begin", "1000"});
    const auto call = [&](std::uint64_t start, std::uint64_t end, std::uint32_t thread, const char* name,
                          const char* library) {
        s.add<LibraryCall>(Type::LibraryCalls, {{start, end, thread, s.text(name), s.text(library), 0, 0, 0, 0}});
    };
    call(1100, 1140, 42, "MPI_Send", "MPI");
    call(1150, 1170, 43, "MPI_Send", "MPI");
    call(1200, 1300, 42, "MPI_Allreduce", "MPI");
    call(1210, 1290, 43, "cublasSgemm", "cuBLAS");
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    const model::reports::Table t =
        model::reports::find("mpi_event_sum")->make({*o.s, {model::kTimeMin, model::kTimeMax}});
    std::string rows;
    for (std::size_t r = 0; r < t.rows; ++r) {
        const auto whole = [&](std::size_t column) { return std::get<std::int64_t>(t.cell(r, column)); };
        rows += fmt::format("{} {}: {} in {}, {} to {}; ", std::get<std::string>(t.cell(r, 8)),
                            std::get<std::string>(t.cell(r, 9)), whole(1), whole(2), whole(5), whole(6));
    }
    CHECK_EQ(rows, "MPI MPI_Allreduce: 100 in 1, 100 to 100; MPI MPI_Send: 60 in 2, 20 to 40; ");
    CHECK_EQ(std::get<double>(t.cell(0, 0)), 62.5);
}

/// A thread that waits for `quiet` ns in the middle, of which another one was sampled in `seen` of 100 moments.
SpoolMaker waiting(std::uint64_t quiet, int seen) {
    constexpr std::uint64_t kMs = 1'000'000;
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "sampler", "tracing.begin", "0"});
    for (std::uint64_t i = 0; i < 100; ++i) s.add<Sample>(Type::Samples, {{i * kMs, 7, 7, 0, 0, 0, 0}});
    for (int i = 0; i < seen; ++i)
        s.add<Sample>(Type::Samples, {{100 * kMs + quiet * static_cast<std::uint64_t>(i) / 100, 7, 7, 0, 0, 0, 0}});
    s.add<Switch>(Type::Switches, {{0, 7, 8, 0, Switch::In},
                                   {kMs, 7, 8, 0, Switch::Out},
                                   {100 * kMs + quiet, 7, 8, 0, Switch::In},
                                   {105 * kMs + quiet, 7, 8, 0, Switch::Out}});
    s.facts({"tracing.end", std::to_string(110 * kMs + quiet)});
    return s;
}

TEST(
    "A long stretch is quiet only where nothing of any row lies in it, and samples are no events with time between them") {
    for (const auto& [seen, gaps] : {std::pair(100, 0u), std::pair(0, 1u)}) {
        const ScratchFile file(waiting(5'000'000'000, seen).bytes(), ".spool");
        const Opened o(file.path());
        CHECK_EQ(o.store->diagnostics().total(model::Note::TimeGap), std::uint64_t{gaps});
        const model::Health health = model::captureHealth(*o.s);
        CHECK(std::none_of(health.findings.begin(), health.findings.end(),
                           [](const model::HealthFinding& f) { return f.code == model::HealthCode::LowCoverage; }));
    }
}

TEST("Hostile stacks, mappings, curves and calls cost themselves only") {
    for (const std::string& original : {sampled().bytes(), around().bytes()}) {
        Mutations mutate(78);
        int opened = 0;
        for (int i = 0; i < 1500; ++i) {
            const ScratchFile file(SpoolMaker::resealed(mutate(original)), ".spool");
            opened += Opened(file.path()).result.has_value();
        }
        CHECK(opened > 300);
    }
}
