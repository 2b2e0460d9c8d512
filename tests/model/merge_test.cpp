// SPDX-License-Identifier: GPL-3.0-or-later
// Several reports as one: clocks, rows, names, correlation, files that fail.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "importers/merge.h"
#include "importers/open.h"
#include "importers/probe.h"
#include "model/base/messages.h"
#include "model/query/correlation.h"
#include "model/rep/rep_writer.h"
#include "model/store/file_facts.h"
#include "model/store/rank.h"
#include "model/workload/collective.h"
#include "tests/kit/check.h"
#include "tests/kit/text_report.h"

namespace {

namespace fs = std::filesystem;
using importers::Align;
using importers::MergedFile;
using importers::MergeFile;
using model::TimeNs;
using model::TrackKind;

constexpr TimeNs kUs = 1000, kMs = 1'000'000, kSecond = 1'000'000'000;

struct Folder {
    fs::path path = fs::temp_directory_path() / fmt::format("sightline-merge-{}", ::getpid());
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    fs::path write(const std::string& name, const model::Snapshot& s) const {
        const fs::path file = path / name;
        CHECK(model::writeRep(s, file).has_value());
        return file;
    }
};

struct Collective {
    TimeNs start = 0, end = 0;
    std::string name = "allreduce";
    std::int64_t seq = -1;
    std::int64_t elements = 1024;
};

/// A rank of a made-up job: on GPU `rank` collectives and their launches, with their facts as arguments.
std::shared_ptr<model::EventStore> rankReport(int rank, std::int64_t epoch,
                                              const std::vector<Collective>& collectives) {
    auto store = model::EventStore::create();
    model::StringTable& strings = store->strings();
    const auto string = [&](std::string_view key, std::string_view v) {
        return model::Arg{strings.intern(key), model::Arg::Type::String, strings.intern(v)};
    };
    model::TrackKey key;
    key.pid = key.tid = 100;  // the same on all machines
    key.device = rank;
    key.context = 1;
    key.stream = 20;
    model::Lane& kernels = store->lane(store->track(TrackKind::StreamKernels, key), 0);
    model::Lane& calls = store->lane(store->track(TrackKind::CudaApi, key), 0);
    // Ranks meet names in different orders, so that equal ids would be a coincidence.
    if (rank % 2) strings.intern("only here");
    std::uint32_t correlation = 5;
    for (const Collective& c : collectives) {
        std::vector<model::Arg> args{string("Collective name", c.name),
                                     string("Process Group Name", "0"),
                                     {strings.intern("In msg nelems"), model::Arg::Type::Int, c.elements}};
        if (c.seq >= 0) args.push_back({strings.intern("Seq"), model::Arg::Type::Int, c.seq});
        kernels.append({c.start, c.end, strings.intern("ncclDevKernel_Generic(ncclDevKernelArgs)"),
                        store->args().intern(args), correlation, 0});
        const model::Frame frame{strings.intern(fmt::format("step of rank {}", rank)), strings.intern("train.py"), 0, 0,
                                 0};
        calls.append({c.start - 90 * kUs, c.start - 81 * kUs, strings.intern("cudaLaunchKernelExC"), 0, correlation++,
                      store->callchains().intern(0, frame)});
    }
    store->info().utcEpochNs = epoch;
    store->info().session_facts = {{"Rank", std::to_string(rank)}, {"OS", "Linux"}};
    store->publish(true);
    return store;
}

constexpr std::int64_t kEpoch = 1'712'085'100 * kSecond;

std::vector<MergedFile> merged(const std::vector<fs::path>& paths, model::EventStore& store,
                               Align align = Align::Auto) {
    std::vector<MergeFile> files;
    for (const fs::path& p : paths) files.push_back({p, {}});
    importers::MergeOptions options;
    options.align = align;
    auto result = importers::openMerged(files, store, options);
    CHECK(result.has_value());
    return result ? *result : std::vector<MergedFile>();
}

/// The only event of a stream's kernels on the host of that file.
model::EventRef kernelOf(const model::Snapshot& s, std::size_t file, std::uint32_t row = 0) {
    for (const model::Track& t : s.tree().tracks)
        if (t.kind == TrackKind::StreamKernels && t.key.host == importers::mergedHost(file))
            return {t.lanes.at(0), row};
    return {};
}

}  // namespace

TEST("Names of collectives are recognised in every spelling, transfers between two ranks are none") {
    CHECK_EQ(model::collectiveOf("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"),
             "allreduce");
    CHECK_EQ(model::collectiveOf("_reduce_scatter_base"), "reducescatter");
    CHECK_EQ(model::collectiveOf("_allgather_base"), "allgather");
    CHECK_EQ(model::collectiveOf("nccl:all_to_all"), "alltoall");
    CHECK_EQ(model::collectiveOf("ncclBroadcast"), "broadcast");
    CHECK_EQ(model::collectiveOf("ncclDevKernel_SendRecv(ncclDevKernelArgs)"), "");
    CHECK(model::isCommunicationKernel("ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclWorkElem)"));
    CHECK(!model::isCommunicationKernel("void reduce_kernel<512, 1>(float*)"));
    CHECK(model::isCommunicationCall("nccl:all_reduce"));
    CHECK(!model::isCommunicationCall("aten::all"));
}

TEST("The rank is read from the file's name, and from nothing that only looks like it") {
    CHECK_EQ(importers::rankFromName("drift_rank2.pt.trace.json").value_or(-1), 2);
    CHECK_EQ(importers::rankFromName("Rank_07.json.gz").value_or(-1), 7);
    CHECK_EQ(importers::rankFromName("trace_3.pt.trace.json.gz").value_or(-1), 3);
    CHECK_EQ(importers::rankFromName("12.json").value_or(-1), 12);
    CHECK(!importers::rankFromName("node7_1234.1712085100000.pt.trace.json"));
    CHECK(!importers::rankFromName("ranking3.json"));
    CHECK(!importers::rankFromName("libkineto_activities_417.json"));
    const auto store = model::EventStore::create();
    model::TrackKey thread;
    thread.pid = 417, thread.tid = 418;
    store->lane(store->track(TrackKind::CudaApi, thread), 0).append({0, 5, store->strings().intern("call"), 0, 0, 0});
    const model::SnapshotPtr ofProcess = store->publish(true);
    CHECK(!importers::rankFromName("dynolog_trace_node7_417.json", ofProcess.get()));
    CHECK_EQ(importers::rankFromName("dynolog_trace_node7_417.json").value_or(-1), 417);
    CHECK_EQ(importers::rankFromName("trace_3.json", ofProcess.get()).value_or(-1), 3);
    CHECK_EQ(importers::rankFromName("trace_rank417.json", ofProcess.get()).value_or(-1), 417);
    CHECK(!importers::rankFromName("report1.nsys-rep"));
}

TEST("Ranks are aligned by the ends of a collective, and a clock that is off by an hour is told, not drawn") {
    const Folder folder;
    // The same all-reduce on three ranks: starts and lengths differ, and so do the clocks.
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    const auto b = folder.write("rank1.rep", *rankReport(1, kEpoch, {{6000 * kUs, 6060 * kUs}})->snapshot());
    const auto c =
        folder.write("rank2.rep", *rankReport(2, kEpoch - 3600 * kSecond, {{1000 * kUs, 1070 * kUs}})->snapshot());
    const auto store = model::EventStore::create();
    const auto files = merged({a, b, c}, *store);
    CHECK_EQ(files.size(), 3u);
    CHECK_EQ(files[0].alignment.offset, 0);
    CHECK_EQ(files[1].alignment.offset, 5'010 * kUs);
    CHECK_EQ(files[2].alignment.offset, -3600 * kSecond + 20 * kUs);
    for (const MergedFile& f : files) CHECK(f.alignment.method == Align::Collectives);
    CHECK_EQ(files[2].alignment.matches, 1u);
    CHECK_EQ(files[2].alignment.residual, 0);
    const auto s = store->snapshot();
    for (std::size_t i = 0; i < 3; ++i) CHECK_EQ(eventAt(*s, kernelOf(*s, i)).end, 1050 * kUs);
    CHECK_EQ(eventAt(*s, kernelOf(*s, 2)).start, 980 * kUs);  // began first, by 20 us: that is what one wants to see
    CHECK(s->range().length() < kSecond);
}

TEST("Clocks can be aligned by the wall clock or by the start instead") {
    const Folder folder;
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    const auto b = folder.write("rank1.rep", *rankReport(1, kEpoch + 7 * kMs, {{6000 * kUs, 6060 * kUs}})->snapshot());
    const auto wall = model::EventStore::create();
    auto files = merged({a, b}, *wall, Align::WallClock);
    CHECK(files[1].alignment.method == Align::WallClock);
    CHECK_EQ(files[1].alignment.offset, 0);
    CHECK_EQ(eventAt(*wall->snapshot(), kernelOf(*wall->snapshot(), 1)).end, 6060 * kUs + 7 * kMs);
    const auto start = model::EventStore::create();
    files = merged({a, b}, *start, Align::Start);
    CHECK(files[1].alignment.method == Align::Start);
    CHECK_EQ(eventAt(*start->snapshot(), kernelOf(*start->snapshot(), 1)).start, 1000 * kUs);
}

TEST("Without collectives in common the wall clock counts, and without wall clocks the start") {
    const Folder folder;
    const auto a =
        folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs, "allreduce"}})->snapshot());
    const auto b =
        folder.write("rank1.rep", *rankReport(1, kEpoch + kMs, {{1000 * kUs, 1060 * kUs, "broadcast"}})->snapshot());
    const auto c = folder.write("rank2.rep", *rankReport(2, 0, {{9000 * kUs, 9060 * kUs, "barrier"}})->snapshot());
    const auto store = model::EventStore::create();
    const auto files = merged({a, b, c}, *store);
    CHECK(files[1].alignment.method == Align::WallClock);
    CHECK_EQ(files[1].alignment.shift, kMs);
    CHECK(files[2].alignment.method == Align::Start);
    CHECK_EQ(eventAt(*store->snapshot(), kernelOf(*store->snapshot(), 2)).start, 1000 * kUs);
}

TEST("Sequence numbers match collectives even where one report begins later") {
    std::vector<Collective> all, late;
    for (int i = 0; i < 20; ++i) {
        // Uneven steps, and each rank ends a little off.
        const TimeNs end = (i * 10 + i * i % 7) * kMs;
        all.push_back({end - kMs, end, "allreduce", i});
        if (i >= 6) late.push_back({end - kMs / 2 + 3 * kMs, end + 3 * kMs + (i % 3 - 1) * kUs, "allreduce", i});
    }
    const auto a = importers::clockFacts(*rankReport(0, kEpoch, all)->snapshot());
    const auto b = importers::clockFacts(*rankReport(1, kEpoch, late)->snapshot());
    const auto aligned = importers::align(std::vector{a, b}, Align::Auto);
    CHECK_EQ(aligned[1].matches, 14u);
    CHECK_EQ(aligned[1].offset, 3 * kMs);
    CHECK(aligned[1].residual <= kUs);
}

TEST("Without sequence numbers a report that begins later is matched from its end") {
    std::vector<Collective> all, late;
    for (int i = 0; i < 20; ++i) {
        const TimeNs end = (i * 10 + i * i % 7) * kMs;
        all.push_back({end - kMs, end});
        if (i >= 6) late.push_back({end + 2 * kMs, end + 3 * kMs});
    }
    const auto a = importers::clockFacts(*rankReport(0, kEpoch, all)->snapshot());
    const auto b = importers::clockFacts(*rankReport(1, kEpoch, late)->snapshot());
    const auto aligned = importers::align(std::vector{a, b}, Align::Auto);
    CHECK_EQ(aligned[1].offset, 3 * kMs);
    CHECK_EQ(aligned[1].residual, 0);
}

TEST("Collectives that do not belong together count less than wall clocks that are known") {
    // Two thinned out traces: each kept other collectives of the same kind, tens of ms apart.
    const auto thinned = [](std::initializer_list<int> kept) {
        std::vector<Collective> out;
        for (const int i : kept) out.push_back({i * 20 * kMs - kMs, i * 20 * kMs});
        return out;
    };
    const auto few = thinned({1, 4, 5, 9}), others = thinned({2, 3, 7, 8});
    const auto a = importers::clockFacts(*rankReport(0, kEpoch, few)->snapshot()),
               b = importers::clockFacts(*rankReport(1, kEpoch + 1, others)->snapshot());
    CHECK(importers::align(std::vector{a, b}, Align::Auto)[1].method == Align::WallClock);
    CHECK_EQ(importers::align(std::vector{a, b}, Align::Auto)[1].offset, 0);
    CHECK(importers::align(std::vector{a, b}, Align::Collectives)[1].method ==
          Align::Collectives);  // who asks for it gets it
    const auto c = importers::clockFacts(*rankReport(1, 0, others)->snapshot());
    CHECK(importers::align(std::vector{a, c}, Align::Auto)[1].method == Align::Collectives);  // nothing better is known
}

TEST("A rank that shares collectives with a neighbour only is aligned through it") {
    const auto group = [](TimeNs end, std::int64_t elements) {
        return Collective{end - kMs, end, "allreduce", -1, elements};
    };
    const auto a = importers::clockFacts(*rankReport(0, 0, {group(10 * kMs, 1)})->snapshot());
    const auto b = importers::clockFacts(*rankReport(1, 0, {group(15 * kMs, 1), group(20 * kMs, 2)})->snapshot());
    const auto c = importers::clockFacts(*rankReport(2, 0, {group(50 * kMs, 2)})->snapshot());
    const auto aligned = importers::align(std::vector{a, c, b}, Align::Auto);
    CHECK_EQ(aligned[2].offset, 5 * kMs);
    CHECK_EQ(aligned[1].offset, 35 * kMs);
    CHECK(aligned[1].method == Align::Collectives);
}

TEST("Ranks keep together even if a report without collectives comes first") {
    const auto collective = [](TimeNs end) { return Collective{end - kMs, end}; };
    const auto other = importers::clockFacts(*rankReport(9, 0, {})->snapshot());
    const auto a = importers::clockFacts(*rankReport(0, 0, {collective(10 * kMs)})->snapshot());
    const auto b = importers::clockFacts(*rankReport(1, 0, {collective(15 * kMs)})->snapshot());
    const auto aligned = importers::align(std::vector{other, a, b}, Align::Auto);
    CHECK(aligned[1].method == Align::Start);
    CHECK(aligned[2].method == Align::Collectives);
    CHECK_EQ(aligned[2].shift - aligned[1].shift, -5 * kMs);
}

TEST(
    "Each file is a machine of its own: names, arguments and call chains are those of the file, correlation stays inside") {
    const Folder folder;
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    const auto b = folder.write("rank1.rep", *rankReport(1, kEpoch, {{6000 * kUs, 6060 * kUs}})->snapshot());
    const auto store = model::EventStore::create();
    merged({a, b}, *store);
    const auto s = store->snapshot();
    CHECK_EQ(s->tree().roots.size(), 2u);
    CHECK_EQ(s->text(s->track(s->tree().roots[1]).name), "rank 1");
    for (std::size_t i = 0; i < 2; ++i) {
        const auto found = correlated(*s, kernelOf(*s, i));
        CHECK_EQ(found.launches.size(), 1u);
        CHECK_EQ(found.work.size(), 1u);
        const model::Event launch = eventAt(*s, found.launches.at(0));
        CHECK_EQ(s->text(launch.name), "cudaLaunchKernelExC");
        const auto frames = store->callchains().at(launch.payload);
        CHECK_EQ(frames.size(), 1u);
        CHECK_EQ(s->text(frames.at(0).symbol), fmt::format("step of rank {}", i));
        const model::Event kernel = eventAt(*s, kernelOf(*s, i));
        const auto name = store->args().find(kernel.args, store->strings().find("Collective name"));
        CHECK_EQ(s->text(static_cast<model::StringId>(name.value().value)), "allreduce");
        CHECK_EQ(store->args().find(kernel.args, store->strings().find("In msg nelems")).value().value, 1024);
    }
    // What both say is said once.
    CHECK_EQ(s->info().session_facts.size(), 1u);
    CHECK_EQ(s->info().session_facts.at(0).first, "OS");
    CHECK_EQ(s->info().entities.at(1).name, "rank 1");
}

TEST("Flows, counters, colours and the order of rows come along") {
    const Folder folder;
    const auto make = [](int rank) {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = 1;
        for (int t = 0; t < 2; ++t) {
            key.tid = t;
            const auto track = store->track(TrackKind::Slices, key);
            store->setTrackOrder(store->track(TrackKind::Thread, key), -t);
            store->lane(track, 0).append(
                {10 * kUs, 20 * kUs, store->strings().intern(fmt::format("slice {} of {}", t, rank)), 0, 0, 0});
        }
        store->setNameColour(store->strings().intern("slice 0 of 0"), 0xff112233);
        key.domain = 0;
        model::CounterSeries& counter = store->counter(store->track(TrackKind::ProcessCounter, key));
        counter.append(10 * kUs, 7 + rank);
        store->setFlows({{0, 0, 1, 0, store->strings().intern("arrow")}});
        store->publish(true);
        return store;
    };
    const auto a = folder.write("a.rep", *make(0)->snapshot()), b = folder.write("b.rep", *make(1)->snapshot());
    const auto store = model::EventStore::create();
    const auto files = merged({a, b}, *store);
    CHECK_EQ(files.at(0).label, "a.rep");
    const auto s = store->snapshot();
    CHECK_EQ(s->flows().all().size(), 2u);
    for (const model::Flow& f : s->flows().all()) {
        const auto rank = s->track(s->lane(f.fromLane).lane->track()).key.host - 1;
        CHECK_EQ(s->text(eventAt(*s, {f.fromLane, f.fromRow}).name), fmt::format("slice 0 of {}", rank));
        CHECK_EQ(s->text(eventAt(*s, {f.toLane, f.toRow}).name), fmt::format("slice 1 of {}", rank));
    }
    CHECK_EQ(store->nameColour(store->strings().find("slice 0 of 0")), 0xff112233u);
    int threads = 0;
    for (const model::Track& t : s->tree().tracks) {
        if (t.kind == TrackKind::Thread) threads += t.order == -t.key.tid;
        if (t.counter != model::kNoCounter)
            CHECK_EQ(s->counter(t.counter).series->value()[0], static_cast<double>(6 + t.key.host));
    }
    CHECK_EQ(threads, 4);
}

TEST("Machines inside one file stay apart") {
    const Folder folder;
    auto store = model::EventStore::create();
    for (const std::int64_t host : {7, 9}) {
        model::TrackKey key;
        key.host = host;
        key.pid = key.tid = 1;
        store->lane(store->track(TrackKind::CudaApi, key), 0).append({0, 10, store->strings().intern("call"), 0, 1, 0});
        key.pid = key.tid = model::TrackKey::kNone;
        store->setTrackName(store->track(TrackKind::Host, key), store->strings().intern(fmt::format("node{}", host)));
    }
    const auto a = folder.write("two.rep", *store->publish(true));
    const auto out = model::EventStore::create();
    merged({a, a}, *out);
    const auto s = out->snapshot();
    std::vector<std::string> names;
    for (const model::TrackId root : s->tree().roots) names.emplace_back(s->text(s->track(root).name));
    CHECK_EQ(names.size(), 4u);
    for (const model::Track& t : s->tree().tracks)
        if (t.kind == TrackKind::CudaApi) CHECK_EQ(correlated(*s, {t.lanes[0], 0}).launches.size(), 1u);
    CHECK(names.at(0).find("node7") != std::string::npos);
    CHECK_EQ(importers::fileOfHost(s->track(s->tree().roots.at(3)).key.host), 1u);
}

TEST(
    "Merged files stand in the order of their ranks, in whatever order they are named, with the offsets that were given") {
    const Folder folder;
    std::vector<MergeFile> files;
    for (const int rank : {10, 2, 0, 1})
        files.push_back({folder.write(fmt::format("rank{}.rep", rank),
                                      *rankReport(rank, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot()),
                         {}});
    files[1].offset = 7 * kUs;  // rank 2
    const auto store = model::EventStore::create();
    const auto merged = importers::openMerged(files, *store, {});
    CHECK(merged.has_value());
    const auto s = store->snapshot();
    const std::int64_t ranks[] = {0, 1, 2, 10};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK_EQ(merged->at(i).rank.value_or(-1), ranks[i]);
        CHECK_EQ(s->text(s->track(s->tree().roots.at(i)).name), fmt::format("rank {}", ranks[i]));
        CHECK_EQ(model::rankOf(s->info(), importers::mergedHost(i), 100).value_or(-1), ranks[i]);
        CHECK_EQ(merged->at(i).alignment.offset, ranks[i] == 2 ? 7 * kUs : 0);
    }
}

TEST("Reports that count by one clock of one machine are brought together by it, and by no other machine's") {
    const auto clock = [](std::string machine, TimeNs zero, TimeNs begin = 0) {
        importers::ClockFacts f;
        f.machine = std::move(machine), f.clockNs = zero, f.range = {begin, begin + 300 * kMs};
        return f;
    };
    const TimeNs boot = 1000 * kSecond;
    const std::vector facts{clock("node0/rocpd", boot), clock("node0/rocpd", boot + 137 * kUs, kMs),
                            clock("node1/rocpd", boot + 9 * kMs), clock("node0/rocpd", 5 * boot),
                            clock("node1/rocpd", boot + 10 * kMs)};
    const auto aligned = importers::align(facts, Align::Auto);
    CHECK(aligned[1].method == Align::Clock);
    CHECK_EQ(aligned[1].shift, 137 * kUs);
    CHECK_EQ(aligned[1].offset, 0);
    CHECK(aligned[2].method == Align::Start);
    CHECK(aligned[3].method == Align::Start);  // of another machine of that name, or another run
    CHECK(aligned[4].method == Align::Clock);
    CHECK_EQ(aligned[4].shift - aligned[2].shift, kMs);
    const auto wall = importers::align(facts, Align::WallClock);
    CHECK_EQ(wall[1].shift, 137 * kUs);
    CHECK_EQ(wall[3].shift, 4 * boot);  // who asks for it gets it
    CHECK(importers::align(facts, Align::Start)[1].method == Align::Start);
    CHECK_EQ(importers::align(facts, Align::Start)[1].shift, -kMs);
}

TEST("Two ranks of one AMD machine are as far apart as its clock says") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const fs::path folder = samples ? fs::path(samples) / "round2_rocm" : fs::path();
    if (!samples || !fs::exists(folder / "s_r0_results.db")) SKIP("no samples");
    for (const Align by : {Align::Auto, Align::WallClock}) {
        const auto store = model::EventStore::create();
        const auto files = merged({folder / "s_r0_results.db", folder / "s_r1_results.db"}, *store, by);
        CHECK(files.at(1).alignment.method == Align::Clock);
        CHECK_EQ(files.at(1).alignment.shift, 137 * kUs);
    }
}

TEST("A file that cannot be read is named and the others are shown") {
    const Folder folder;
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    const fs::path broken = folder.path / "rank1.rep";
    std::ofstream(broken) << "not a report";
    const auto c = folder.write("rank2.rep", *rankReport(2, kEpoch, {{1000 * kUs, 1070 * kUs}})->snapshot());
    const auto store = model::EventStore::create();
    const auto files = merged({broken, a, c}, *store);
    CHECK(files[1].error.has_value());
    CHECK(files[1].error->code == model::ErrorCode::UnknownFormat);
    CHECK_EQ(files[2].alignment.offset, 20 * kUs);  // the first that opens is the measure
    CHECK_EQ(store->diagnostics().total(model::Note::FileLeftOut), 1u);
    CHECK_EQ(english(store->diagnostics().list().at(0).subject), "rank1.rep");
    CHECK(store->snapshot()->info().partial);
    const auto none = model::EventStore::create();
    const std::vector<MergeFile> only{{broken, {}}};
    CHECK(!importers::openMerged(only, *none).has_value());
}

TEST(
    "Parts that are merged stay parts, in the times of the merged report; beside a whole report they say it of themselves") {
    const Folder folder;
    const auto storeA = rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}}),
               storeB = rankReport(1, kEpoch, {{6000 * kUs, 6060 * kUs}});
    storeA->info().cut = {{900 * kUs, 2000 * kUs}, "whole.rep"};
    const auto whole = folder.write("rank1.rep", *storeB->publish(true));
    storeB->info().cut = {{5900 * kUs, 8000 * kUs}, "other.rep"};
    const auto a = folder.write("rank0.rep", *storeA->publish(true)),
               b = folder.write("rank1cut.rep", *storeB->publish(true));
    const auto store = model::EventStore::create();
    auto files = merged({a, b}, *store);
    const auto s = store->snapshot();
    const TimeNs shift = files[1].alignment.shift;
    CHECK_EQ(shift, -5010 * kUs);
    CHECK_EQ(s->info().cut.times.begin, std::min(900 * kUs, 5900 * kUs + shift));
    CHECK_EQ(s->info().cut.times.end, 8000 * kUs + shift);
    CHECK_EQ(s->info().cut.of, std::string("whole.rep, other.rep"));
    const auto moved = model::EventStore::create();
    CHECK(importers::moveMerged(*s, files, std::vector<TimeNs>{0, 4 * kMs}, *moved).has_value());
    CHECK(moved->snapshot()->info().cut.times.end >= 8000 * kUs - 4 * kMs &&
          moved->snapshot()->info().cut.times.begin <= 900 * kUs);
    const auto mixed = model::EventStore::create();
    const auto both = merged({a, whole}, *mixed);
    CHECK(mixed->snapshot()->info().cut.times.isEmpty());
    const model::Facts cut{{"merge.cut_of", "whole.rep"},
                           {"merge.cut_begin_ns", std::to_string(900 * kUs)},
                           {"merge.cut_end_ns", std::to_string(2000 * kUs)}};
    CHECK(std::search(both[0].facts.begin(), both[0].facts.end(), cut.begin(), cut.end()) != both[0].facts.end());
}

namespace {

model::Facts factsOfHost(const model::Snapshot& s, std::int64_t host) {
    for (const model::Entity& e : s.info().entities)
        if (e.type == model::Entity::Type::Host && e.key.host == host) return e.facts;
    return {};
}

std::string textOf(const model::Facts& facts) {
    std::string out;
    for (const auto& [key, value] : facts) {
        const model::FactText fact = model::factText(key, value);
        out += fmt::format("{}: {}\n", english(fact.title), english(fact.value));
    }
    return out;
}

}  // namespace

TEST("Facts about merged files are keys and numbers, and become text where somebody reads them") {
    const Folder folder;
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    const auto b = folder.write("rank1.rep", *rankReport(1, kEpoch, {{6000 * kUs, 6060 * kUs}})->snapshot());
    const auto store = model::EventStore::create();
    (void)merged({a, b}, *store);
    const model::Facts first = factsOfHost(*store->snapshot(), importers::mergedHost(0)),
                       second = factsOfHost(*store->snapshot(), importers::mergedHost(1));
    CHECK(first ==
          model::Facts({{"merge.file", "rank0.rep"}, {"merge.rank", "0"}, {"merge.clock", "measure"}, {"Rank", "0"}}));
    CHECK(second == model::Facts({{"merge.file", "rank1.rep"},
                                  {"merge.rank", "1"},
                                  {"merge.clock_ahead_ns", "5010000"},
                                  {"merge.clock_aligned_by", "collectives"},
                                  {"merge.clock_shift_ns", "-5010000"},
                                  {"merge.clock_collectives", "1"},
                                  {"merge.clock_residual_ns", "0"},
                                  {"Rank", "1"}}));
    CHECK_EQ(textOf(first), "File: rank0.rep\nRank: 0\nClock: the measure for the other files\nRank: 0\n");
    CHECK_EQ(textOf(second),
             "File: rank1.rep\nRank: 1\nClock is ahead by: +5.010000 ms\nAligned by: ends of collectives\n"
             "Shifted by: -5.010000 ms\nCollectives compared: 1\nResidual: 0.000 us\nRank: 1\n");
    for (const importers::Align align :
         {Align::Collectives, Align::WallClock, Align::Start, Align::Clock, Align::Given})
        CHECK(model::factText("merge.clock_aligned_by", importers::alignKey(align)).value.othersText().empty());
}

TEST("An offset by hand moves one file, keeps the ids of rows, and can be taken back") {
    const Folder folder;
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    const auto b = folder.write("rank1.rep", *rankReport(1, kEpoch, {{6000 * kUs, 6060 * kUs}})->snapshot());
    const auto store = model::EventStore::create();
    auto files = merged({a, b}, *store);
    const auto before = store->snapshot();
    const auto moved = model::EventStore::create();
    CHECK(importers::moveMerged(*before, files, std::vector<TimeNs>{0, 4 * kMs}, *moved).has_value());
    const auto s = moved->snapshot();
    CHECK_EQ(files[1].alignment.offset, 4 * kMs);
    CHECK(files[1].alignment.method == Align::Given);
    CHECK(kernelOf(*s, 1) == kernelOf(*before, 1));
    CHECK_EQ(eventAt(*s, kernelOf(*s, 1)).end, 2060 * kUs);
    CHECK_EQ(eventAt(*s, kernelOf(*s, 0)).end, 1050 * kUs);
    CHECK_EQ(s->text(eventAt(*s, kernelOf(*s, 1)).name), before->text(eventAt(*before, kernelOf(*before, 1)).name));
    const auto back = model::EventStore::create();
    CHECK(importers::moveMerged(*s, files, std::vector<TimeNs>{0, 5'010 * kUs}, *back).has_value());
    CHECK_EQ(eventAt(*back->snapshot(), kernelOf(*back->snapshot(), 1)).end, 1050 * kUs);
    // The same asked for at once.
    const std::vector<MergeFile> given{{a, {}}, {b, 4 * kMs}};
    const auto direct = model::EventStore::create();
    CHECK(importers::openMerged(given, *direct).has_value());
    CHECK_EQ(eventAt(*direct->snapshot(), kernelOf(*direct->snapshot(), 1)).end, 2060 * kUs);
}

TEST("An absurd offset does not throw events out of time") {
    const auto a = importers::clockFacts(*rankReport(0, kEpoch, {{kMs, 2 * kMs}})->snapshot());
    const auto aligned = importers::alignmentOf(a, a, model::kTimeMin);
    CHECK(aligned.method == Align::Start);
    CHECK_EQ(aligned.shift, 0);
    auto far = a;
    far.utcEpochNs = model::kTimeMax;
    CHECK(importers::align(std::vector{a, far}, Align::WallClock)[1].shift <= model::kTimeLimit);
}

TEST("Captured output is still found in the file it came from") {
    const Folder folder;
    auto store = rankReport(0, kEpoch, {{kMs, 2 * kMs}});
    store->info().attachments.push_back({"stdout", 4, "12:34"});
    const auto a = folder.write("x.rep", *store->publish(true));
    const auto out = model::EventStore::create();
    merged({a, a}, *out);
    const auto& attachments = out->snapshot()->info().attachments;
    if (attachments.empty()) SKIP(".rep keeps no captured output");
    const auto found = importers::mergedAttachment(attachments.at(1));
    CHECK(found.has_value());
    CHECK_EQ(found->file, 1u);
    CHECK_EQ(found->attachment.locator, "12:34");
}

TEST("Stopping a merge ends it with what was there") {
    const Folder folder;
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    std::stop_source stop;
    stop.request_stop();
    importers::MergeOptions options;
    options.stop = stop.get_token();
    const auto store = model::EventStore::create();
    const std::vector<MergeFile> files{{a, {}}, {a, {}}};
    const auto result = importers::openMerged(files, *store, options);
    CHECK(!result.has_value());
    CHECK(result.error().code == model::ErrorCode::Cancelled);
    CHECK(store->snapshot()->info().partial);
}

TEST("A file tells its rank and GPU before it is opened, and the rest once it is read") {
    const Folder folder;
    const fs::path trace = folder.path / "x.json";
    std::ofstream(trace) << R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100"}],
        "distributedInfo": {"backend": "nccl", "rank": 7, "world_size": 8}, "traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 10, "dur": 5, "args": {"device": 0, "stream": 7}}]})";
    importers::ReportProbe probe = importers::probeReport(trace);
    if (!probe.importer) SKIP("no importer for traces");
    CHECK_EQ(probe.rank.value_or(-1), 7);
    CHECK_EQ(probe.device, "NVIDIA H100");
    CHECK(!probe.span);
    importers::probeWhole(probe);
    CHECK_EQ(probe.span.value_or(0), 5 * kUs);
    CHECK_EQ(probe.device, "NVIDIA H100");
    const fs::path text = folder.path / "rank3.txt";
    std::ofstream(text) << "not a report";
    const importers::ReportProbe none = importers::probeReport(text);
    CHECK(!none.importer);
    CHECK(none.error && none.error->code == model::ErrorCode::UnknownFormat);
    CHECK(importers::probeReport(folder.path / "absent").error.has_value());
}

TEST("The command line merges reports, prints their offsets and writes one .rep") {
    const char* cli = std::getenv("SIGHTLINE_CLI");
    if (!cli) SKIP("no command line");
    const Folder folder;
    const auto a = folder.write("rank0.rep", *rankReport(0, kEpoch, {{1000 * kUs, 1050 * kUs}})->snapshot());
    const auto b = folder.write("rank1.rep", *rankReport(1, kEpoch, {{6000 * kUs, 6060 * kUs}})->snapshot());
    const auto run = [&](const std::string& arguments) {
        std::string out;
        FILE* pipe = ::popen(fmt::format("'{}' {} 2>&1", cli, arguments).c_str(), "r");
        char buffer[4096];
        while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, n);
        const int code = ::pclose(pipe);
        return std::pair(WIFEXITED(code) ? WEXITSTATUS(code) : -1, out);
    };
    const auto [code, text] = run(fmt::format("info --merge '{}' '{}'", a.string(), b.string()));
    CHECK_EQ(code, 0);
    CHECK(text.find("Clock is ahead by: +5.010000 ms") != std::string::npos);
    CHECK(text.find("Aligned by: ends of collectives") != std::string::npos);
    const fs::path out = folder.path / "both.rep";
    CHECK_EQ(
        run(fmt::format("convert --merge --align start '{}' '{}' '{}'", a.string(), b.string(), out.string())).first,
        0);
    const auto store = model::EventStore::create();
    CHECK(importers::openReport(out, *store).has_value());
    CHECK_EQ(eventAt(*store->snapshot(), kernelOf(*store->snapshot(), 1)).start, 1000 * kUs);
    // What is told about the files is in the .rep too.
    CHECK(run(fmt::format("info '{}'", out.string())).second.find("Aligned by: start") != std::string::npos);
    CHECK_EQ(run(fmt::format("convert '{}' '{}' '{}'", a.string(), b.string(), out.string())).first, 2);
    const auto missing = run(fmt::format("info --merge '{}' '{}'", a.string(), (folder.path / "none.rep").string()));
    CHECK_EQ(missing.first, 3);
    CHECK(missing.second.find("none.rep") != std::string::npos);
    CHECK(missing.second.find("rank 0") != std::string::npos);
}

TEST("128 ranks make one report of 128 machines in the order of the files") {
    const Folder folder;
    std::vector<fs::path> paths;
    std::vector<Collective> steps;
    for (int i = 0; i < 200; ++i) steps.push_back({i * kMs + 500 * kUs, i * kMs + 600 * kUs + i % 5, "allreduce", i});
    for (int rank = 0; rank < 128; ++rank)
        paths.push_back(folder.write(fmt::format("rank{}.rep", rank), *rankReport(rank, kEpoch, steps)->snapshot()));
    const auto store = model::EventStore::create();
    const auto begin = std::chrono::steady_clock::now();
    const auto files = merged(paths, *store);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    const auto s = store->snapshot();
    std::printf("   128 ranks, %llu events: %.0f ms\n", static_cast<unsigned long long>(s->eventCount()), took.count());
    CHECK_EQ(s->eventCount(), 128u * 400u);
    CHECK_EQ(s->tree().roots.size(), 128u);
    for (std::size_t i = 0; i < 128; ++i)
        CHECK_EQ(s->text(s->track(s->tree().roots[i]).name), fmt::format("rank {}", i));
    for (const MergedFile& f : files) CHECK_EQ(f.alignment.offset, 0);
}

TEST("Reports of one run on two GPUs align by their collectives as their common clock says") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    if (!samples) SKIP("no samples");
    const fs::path folder = fs::path(samples) / "h100" / "kineto";
    const std::vector<fs::path> paths{folder / "ddp_rank0.kineto.json.gz", folder / "ddp_rank1.kineto.json.gz"};
    const auto probe = model::EventStore::create();
    if (!fs::exists(paths[0]) || !importers::openReport(paths[0], *probe))
        SKIP("no trace of a rank, or no importer for it");
    const auto store = model::EventStore::create();
    const auto files = merged(paths, *store);
    CHECK(files[1].alignment.method == Align::Collectives);
    CHECK(files[1].alignment.matches >= 20);
    CHECK(std::abs(files[1].alignment.offset) < 100 * kUs);
    CHECK(files[1].alignment.residual < 50 * kUs);
    std::printf("   %zu matches, offset %lld ns, residual %lld ns\n", files[1].alignment.matches,
                static_cast<long long>(files[1].alignment.offset), static_cast<long long>(files[1].alignment.residual));
}

TEST("The crafted ranks with drifting clocks give the offsets that were put in") {
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    if (!shared) SKIP("no samples");
    std::vector<fs::path> paths;
    for (int i = 0; i < 3; ++i)
        paths.push_back(fs::path(shared) / "samples" / "crafted" / fmt::format("drift_rank{}.pt.trace.json", i));
    const auto probe = model::EventStore::create();
    if (!importers::openReport(paths[0], *probe)) SKIP("no importer for traces");
    const auto store = model::EventStore::create();
    const auto files = merged(paths, *store);
    const std::vector<TimeNs> expected{0, 5'010'000, -3'599'999'980'000};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK_EQ(files.at(i).alignment.offset, expected[i]);
        CHECK_EQ(files.at(i).rank.value_or(-1), static_cast<std::int64_t>(i));
    }
    CHECK(store->snapshot()->range().length() < kSecond);
}
