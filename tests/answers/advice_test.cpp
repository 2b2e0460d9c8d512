// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of our own: what they find, how much it could gain, and what they must not find.
#include <fmt/format.h>
#include <array>
#include <cmath>
#include <map>
#include <random>

#include "model/base/messages.h"
#include "model/roofline/peaks.h"
#include "model/rules/measurement.h"
#include "tests/kit/check.h"

namespace {

using model::TimeNs;
using model::TrackKind;
using model::reports::Cell;
using model::reports::Table;

constexpr TimeNs kUs = 1000;

std::int64_t whole(const Cell& c) { return std::holds_alternative<std::int64_t>(c) ? std::get<std::int64_t>(c) : -1; }
double real(const Cell& c) {
    return std::holds_alternative<double>(c) ? std::get<double>(c) : static_cast<double>(whole(c));
}
std::string text(const Cell& c) {
    if (const auto* message = std::get_if<model::Message>(&c)) return english(*message);
    return std::holds_alternative<std::string>(c) ? std::get<std::string>(c) : "";
}
bool isEmpty(const Cell& c) { return std::holds_alternative<std::monostate>(c); }

/// A program of one thread (or more) and one GPU (or more), event by event in µs.
struct Program {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();

    model::TrackKey key(std::int64_t pid = 1, std::int64_t device = 0, std::int64_t stream = 7,
                        std::int64_t host = 0) const {
        model::TrackKey k;
        k.host = host;
        k.pid = k.tid = pid;
        k.device = device;
        k.context = 1;
        k.stream = stream;
        k.domain = 0;
        return k;
    }
    void add(TrackKind kind, const model::TrackKey& k, TimeNs from, TimeNs to, const char* name,
             std::uint32_t correlation = 0, std::size_t depth = 0, model::ArgsId args = 0) {
        model::Lane& lane = store->lane(store->track(kind, k), depth);
        lane.append({from * kUs, to * kUs, store->strings().intern(name), args, correlation, 0});
    }
    void kernel(TimeNs from, TimeNs to, std::uint32_t launch = 0, std::int64_t stream = 7, std::int64_t device = 0) {
        add(TrackKind::StreamKernels, key(1, device, stream), from, to, "k", launch);
    }
    void call(TimeNs from, TimeNs to, const char* name, std::uint32_t launch = 0) {
        add(TrackKind::CudaApi, key(), from, to, name, launch);
    }
    void copy(TimeNs from, TimeNs to, const char* name, std::int64_t source, std::int64_t target, std::int64_t bytes) {
        const auto arg = [&](const char* k, std::int64_t v) {
            return model::Arg{store->strings().intern(k), model::Arg::Type::Int, v};
        };
        const model::Arg args[] = {arg("srcKind", source), arg("dstKind", target), arg("bytes", bytes)};
        add(TrackKind::StreamMemory, key(), from, to, name, 0, 0, store->args().intern(args));
    }
    Table find(const char* rule, std::int64_t limit = 0, const model::roofline::PeakTable* peaks = nullptr) {
        m_s = store->publish(true);
        model::reports::Request r{*m_s, {m_s->range().begin, m_s->range().end + 1}, {}, limit, {}};
        r.peaks = peaks;
        return model::rules::find(rule)->table.make(r);
    }

private:
    model::SnapshotPtr m_s;
};

std::vector<std::string> doubtsOf(const Table& t) {
    std::vector<std::string> out;
    for (std::size_t r = 0; r < t.rows; ++r) out.push_back(text(t.cell(r, 0)));
    return out;
}

constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";

}  // namespace

TEST("Twenty small kernels with gaps are a row; a long kernel, a long gap or a CUDA graph ends it") {
    Program p;
    TimeNs t = 0;
    // 25 kernels of 4 µs, 6 µs apart; a copy in one of the gaps fills 2 µs of it.
    for (int i = 0; i < 25; ++i, t += 10) p.kernel(t, t + 4);
    p.copy(5, 7, "Memcpy DtoD", 2, 2, 1);
    p.kernel(t, t + 50);
    t += 60;
    for (int i = 0; i < 19; ++i, t += 10) p.kernel(t, t + 4);  // too few, as
    t += 200;
    for (int i = 0; i < 19; ++i, t += 10) p.kernel(t, t + 4);  // these, which a long gap parts from them
    t += 200;
    for (std::uint32_t i = 0; i < 30; ++i, t += 10) p.kernel(t, t + 4, 9);  // launched as one graph
    p.call(0, 5, "cudaGraphLaunch_v10000", 9);
    t += 200;
    for (int i = 0; i < 30; ++i, t += 8) p.kernel(t, t + (i % 10 ? 8 : 7));  // hardly a gap
    const Table found = p.find("small_kernels");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), (24 * 6 - 2) * kUs);
    CHECK_EQ(whole(found.cell(0, 1)), 0);
    CHECK_EQ(whole(found.cell(0, 2)), 244 * kUs);
    CHECK_EQ(whole(found.cell(0, 3)), 25);
    CHECK(std::abs(real(found.cell(0, 4)) - 4 * kUs) < 1e-6);
    CHECK(std::abs(real(found.cell(0, 5)) - 142.0 * 100 / 244) < 1e-9);
    CHECK_EQ(found.evidence(0).events.size(), 25u);
    CHECK(found.evidence(0).range.end == 244 * kUs);
    CHECK_EQ(p.find("small_kernels", 4).rows, 0u);  // none is below 4 µs
}

TEST("Sums of kernels exceed the time only where kernels overlap") {
    Program p;
    p.kernel(0, 100);
    p.kernel(50, 150, 0, 8);
    p.kernel(0, 100, 0, 7, 1);
    p.kernel(100, 150, 0, 8, 1);
    const Table found = p.find("kernel_overlap");
    CHECK_EQ(found.rows, 1u);
    CHECK(std::abs(real(found.cell(0, 0)) - 200.0 * 100 / 150) < 1e-9);
    CHECK_EQ(whole(found.cell(0, 1)), 200 * kUs);
    CHECK_EQ(whole(found.cell(0, 2)), 150 * kUs);
    CHECK_EQ(p.find("kernel_overlap", 134).rows, 0u);
}

TEST("A low clock counts while kernels run, and only the clock of what computes") {
    Program p;
    p.kernel(0, 100);
    p.kernel(200, 300);
    const auto curve = [&](std::int64_t domain, const char* name,
                           std::initializer_list<std::pair<TimeNs, double>> values) {
        model::TrackKey k = p.key();
        k.domain = domain;
        const model::TrackId track = p.store->track(TrackKind::GpuMetric, k);
        p.store->setTrackName(track, p.store->strings().intern(name));
        for (const auto& [t, v] : values) p.store->counter(track).append(t * kUs, v);
    };
    // Idle between the kernels: the low clock there does not count. From 240 to 300 it is at a half.
    curve(1, "GPC Clock Frequency [MHz]", {{0, 2000}, {100, 300}, {200, 2000}, {240, 1000}, {300, 2000}});
    curve(2, "SYS Clock Frequency [MHz]", {{0, 2000}, {50, 200}, {300, 200}});
    const Table found = p.find("clock_throttling");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), 30 * kUs);
    CHECK_EQ(whole(found.cell(0, 1)), 60 * kUs);
    CHECK(std::abs(real(found.cell(0, 2)) - 30) < 1e-9);
    CHECK(std::abs(real(found.cell(0, 3)) - 85) < 1e-9);
    CHECK(std::abs(real(found.cell(0, 4)) - 50) < 1e-9);
    CHECK(found.evidence(0).range.begin == 240 * kUs && found.evidence(0).range.end == 300 * kUs);
    CHECK_EQ(p.find("clock_throttling", 50).rows, 0u);
}

TEST("A clock is judged by the highest that the device can have, and the rule says who knows it") {
    const auto judged = [](std::vector<std::pair<std::string, std::string>> facts, double unit, double before = 0) {
        Program p;
        p.kernel(0, 100);
        model::Entity gpu;
        gpu.type = model::Entity::Type::Device;
        gpu.key = p.key();
        gpu.name = "Maker Chip X";
        gpu.facts = std::move(facts);
        p.store->info().entities.push_back(gpu);
        const model::TrackId track = p.store->track(TrackKind::GpuMetric, p.key());
        p.store->setTrackName(track, p.store->strings().intern("SM clock"));
        if (before > 0) p.store->counter(track).append(-10 * kUs, before * unit);
        p.store->counter(track).append(0, 1000 * unit);
        p.store->counter(track).append(100 * kUs, 1000 * unit);
        model::roofline::PeakTable peaks;
        peaks.chips.emplace_back().name = "Chip X";
        peaks.chips[0].match = {"chip x"};
        peaks.chips[0].clock = 2e9;
        const Table found = p.find("clock_throttling", 0, &peaks);
        CHECK_EQ(found.rows, 1u);
        const std::string about = text(p.find("measurement", 0, &peaks).cell(0, 4));
        CHECK(about.ends_with(fmt::format(": 1000 / {} MHz", whole(found.cell(0, 5)))));
        return fmt::format("{:.0f} % of {}, {}", real(found.cell(0, 3)), whole(found.cell(0, 5)),
                           text(found.cell(0, 6)));
    };
    CHECK_EQ(judged({}, 1), "50 % of 2000, the data sheet");
    CHECK_EQ(judged({{"clockRate", "2500000000"}}, 1), "40 % of 2500, the device");
    for (const double unit : {1e3, 1e6, 1e-3}) CHECK_EQ(judged({}, unit), "50 % of 2000, the data sheet");
    CHECK_EQ(judged({{"clockRate", "1980"}}, 1), "50 % of 2000, the data sheet");  // no clock in Hz
    CHECK_EQ(judged({{"clockRate", "2500000000"}}, 1, 3000), "33 % of 3000, the curve");
}

TEST("Pageable copies gain what the best large pinned copy of their direction would save") {
    Program p;
    constexpr std::int64_t kMb = 1'000'000;
    p.copy(0, 100, "Memcpy HtoD", 0, 2, kMb);                         // 10 GB/s
    p.copy(100, 300, "Memcpy HtoD", 0, 2, kMb);                       // 5 GB/s
    p.copy(300, 350, "Memcpy HtoD", 1, 2, kMb);                       // pinned: 20 GB/s, the best large one
    p.copy(350, 351, "Memcpy HtoD", 1, 2, 200'000);                   // faster, but small; none is shorter
    p.copy(360, 364, "Memcpy HtoD", 0, 2, 100);                       // could take 1 µs
    p.copy(400, 500, "Memcpy DtoH (Device -> Pageable)", 2, 0, kMb);  // no pinned one of its direction
    p.copy(500, 600, "Memcpy DtoD", 2, 2, kMb);
    const Table found = p.find("pageable_copies");
    CHECK_EQ(found.rows, 2u);
    CHECK_EQ(whole(found.cell(0, 0)), (50 + 150 + 3) * kUs);
    CHECK_EQ(whole(found.cell(0, 1)), 304 * kUs);
    CHECK_EQ(whole(found.cell(0, 2)), 3);
    CHECK_EQ(whole(found.cell(0, 3)), 2 * kMb + 100);
    CHECK(std::abs(real(found.cell(0, 5)) - 20e9) < 1);
    CHECK_EQ(text(found.cell(0, 6)), "Host-to-Device");
    CHECK_EQ(found.evidence(0).events.size(), 3u);
    CHECK(isEmpty(found.cell(1, 0)) && isEmpty(found.cell(1, 5)));
    CHECK_EQ(text(found.cell(1, 6)), "Device-to-Host");
}

TEST("Allocating counts behind the first step; without steps in the second half") {
    Program p;
    p.kernel(0, 10);
    p.kernel(990, 1000);
    for (TimeNs t = 0; t < 1000; t += 50) p.call(t, t + 20, t % 100 ? "cudaFree_v3020" : "cudaMalloc_v3020");
    p.call(1000, 1010, "cudaMallocAsync_v11020");
    CHECK_EQ(p.find("allocator_churn").rows, 0u);  // five of each in the second half
    const Table half = p.find("allocator_churn", 5);
    CHECK_EQ(half.rows, 2u);
    CHECK_EQ(whole(half.cell(0, 0)), 100 * kUs);
    CHECK_EQ(whole(half.cell(0, 1)), 5);
    for (TimeNs t = 0; t < 1000; t += 250) p.add(TrackKind::Annotations, p.key(), t, t + 250, "ProfilerStep#1");
    const Table steps = p.find("allocator_churn", 7);
    CHECK_EQ(steps.rows, 2u);
    CHECK_EQ(whole(steps.cell(0, 1)), 8);
    CHECK_EQ(text(steps.cell(0, 4)), "cudaFree");  // at 250, 350 …
    CHECK_EQ(text(steps.cell(1, 4)), "cudaMalloc");
    CHECK_EQ(whole(steps.cell(1, 1)), 7);
}

TEST("A wait is named where the GPU ran dry behind it because the thread launched only afterwards") {
    Program p;
    p.call(0, 5, "cudaLaunchKernel_v7000", 1);
    p.kernel(10, 100, 1);
    p.call(20, 110, "cudaStreamSynchronize_v3020");
    p.call(200, 205, "cudaLaunchKernel_v7000", 2);  // the GPU waited from 100 to 210
    p.kernel(210, 300, 2);
    p.call(220, 225, "cudaLaunchKernel_v7000", 3);  // launched before the wait: not its fault
    p.call(230, 310, "cudaStreamSynchronize_v3020");
    p.kernel(350, 400, 3);
    p.call(500, 505, "cudaLaunchKernel_v7000", 4);  // nobody waited
    p.kernel(510, 520, 4);
    p.add(TrackKind::Operators, p.key(), 15, 150, "aten::item");
    p.add(TrackKind::Operators, p.key(), 18, 120, "aten::_local_scalar_dense", 0, 1);
    const Table found = p.find("needless_sync");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), 110 * kUs);
    CHECK_EQ(whole(found.cell(0, 1)), 20 * kUs);
    CHECK_EQ(whole(found.cell(0, 2)), 90 * kUs);
    CHECK_EQ(text(found.cell(0, 6)), "cudaStreamSynchronize");
    CHECK_EQ(text(found.cell(0, 7)), "aten::_local_scalar_dense");
    CHECK_EQ(found.evidence(0).events.size(), 2u);
    CHECK_EQ(p.find("needless_sync", 110).rows, 1u);
    CHECK_EQ(p.find("needless_sync", 111).rows, 0u);
}

TEST("Late launches are Python's where the thread was in Python or operators, and in no call") {
    Program p;
    p.add(TrackKind::PythonFunctions, p.key(), 0, 400, "train.py(7): step");
    p.add(TrackKind::Operators, p.key(), 150, 180, "aten::add");
    p.call(0, 5, "cudaLaunchKernel_v7000", 1);
    p.kernel(10, 100, 1);
    p.call(100, 120, "cudaStreamSynchronize_v3020");
    p.call(190, 195, "cudaLaunchKernel_v7000", 2);
    p.kernel(200, 300, 2);  // idle from 100; late until 190, of which 20 are a call and 30 an operator
    p.call(195, 198, "cudaLaunchKernel_v7000", 3);
    p.kernel(310, 500, 3);  // launched in time
    p.call(600, 605, "cudaLaunchKernel_v7000", 4);
    p.kernel(610, 1000, 4);  // late, but outside of Python
    const Table found = p.find("host_bound");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), 70 * kUs);
    CHECK(std::abs(real(found.cell(0, 1)) - 70.0 * 100 / 990) < 1e-9);
    CHECK_EQ(whole(found.cell(0, 2)), 40 * kUs);
    CHECK_EQ(whole(found.cell(0, 3)), 30 * kUs);
    CHECK_EQ(whole(found.cell(0, 4)), 2);
    CHECK_EQ(text(found.cell(0, 8)), "aten::add");  // in the middle, at 155
    CHECK_EQ(p.find("host_bound", 8).rows, 0u);
}

TEST("Loading of data costs what no GPU of the process worked meanwhile") {
    Program p;
    p.call(1, 2, "cudaLaunchKernel_v7000", 1);
    p.kernel(200, 500, 1);
    p.kernel(1000, 1500);
    p.kernel(900, 1100, 0, 7, 1);  // another GPU of the process
    const char* load = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__";
    p.add(TrackKind::Annotations, p.key(), 0, 100, load);          // before the first work: not a wait
    p.add(TrackKind::Annotations, p.key(), 450, 950, load);        // idle from 500 to 900
    p.add(TrackKind::Annotations, p.key(), 500, 600, load, 0, 1);  // inside: counts once
    p.add(TrackKind::Annotations, p.key(), 1000, 1400, load);      // hidden
    p.add(TrackKind::PythonFunctions, p.key(2), 0, 1500,
          "torch/utils/data/dataloader.py(1): _pin_memory_loop");  // launches nothing
    const Table found = p.find("data_loading");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), 400 * kUs);
    CHECK_EQ(whole(found.cell(0, 1)), 450 * kUs);
    CHECK_EQ(whole(found.cell(0, 2)), 500 * kUs);
    CHECK_EQ(text(found.cell(0, 5)), load);
    CHECK_EQ(p.find("data_loading", 401).rows, 0u);
}

TEST("Where nothing says that data is loaded, steps wait until they copy from the host") {
    Program p;
    p.call(0, 5, "cudaLaunchKernel_v7000", 1);
    p.kernel(10, 300, 1);
    p.call(900, 905, "cudaMemcpyAsync_v3020", 2);
    p.add(TrackKind::StreamMemory, p.key(), 910, 920, "Memcpy HtoD (Pinned -> Device)", 2);
    p.call(1500, 1505, "cudaLaunchKernel_v7000", 3);  // a step that begins with a kernel waits for something else
    p.kernel(1510, 1600, 3);
    p.add(TrackKind::Nvtx, p.key(), 0, 250, "step 0");
    p.add(TrackKind::Nvtx, p.key(), 250, 1000, "step 1");
    p.add(TrackKind::Nvtx, p.key(), 1000, 1600, "step 2");
    const Table found = p.find("data_loading");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), 600 * kUs);
    CHECK_EQ(whole(found.cell(0, 2)), 650 * kUs);
    CHECK_EQ(text(found.cell(0, 5)), "step 1");
}

TEST("Communication is exposed where no other kernel runs on its GPU") {
    Program p;
    p.kernel(0, 600);
    p.add(TrackKind::StreamKernels, p.key(1, 0, 8), 500, 1000, kAllReduce);
    p.kernel(0, 1000, 0, 7, 1);
    p.add(TrackKind::StreamKernels, p.key(1, 1, 8), 500, 1000, kAllReduce);  // hidden
    const Table found = p.find("exposed_communication");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), 400 * kUs);
    CHECK(std::abs(real(found.cell(0, 1)) - 40) < 1e-9);
    CHECK_EQ(whole(found.cell(0, 2)), 500 * kUs);
    CHECK(std::abs(real(found.cell(0, 3)) - 20) < 1e-9);
    CHECK_EQ(found.evidence(0).events.size(), 1u);
    CHECK_EQ(p.find("exposed_communication", 41).rows, 0u);
}

TEST("The rank that is last in is named with the time by which it is later than any other") {
    Program p;
    const auto collective = [&](std::int64_t rank, TimeNs from, TimeNs to, const char* name = kAllReduce) {
        p.add(TrackKind::StreamKernels, p.key(rank, rank), from, to, name);
    };
    collective(2, 0, 90);  // its partners were before the report began
    // Three ranks, three collectives; rank 3 comes 300 and 100 µs after the second last, rank 1 once 2 µs.
    for (const auto& [rank, a, b, c] :
         std::vector<std::array<TimeNs, 4>>{{1, 100, 1100, 2010}, {2, 200, 1000, 2000}, {3, 500, 1200, 2008}}) {
        collective(rank, a, 600);
        collective(rank, b, 1300);
        collective(rank, c, 2100);
    }
    p.kernel(700, 800, 0, 8, 1);
    p.kernel(700, 900, 0, 8, 2);
    p.kernel(700, 1150, 0, 8, 3);
    for (std::int64_t rank = 1; rank <= 3; ++rank)
        collective(rank, 3000, rank == 1 ? 3001 : 3900,
                   "ncclDevKernel_Broadcast_RING_LL(ncclDevKernelArgsStorage<4096ul>)");  // the root may leave early
    const Table found = p.find("slow_rank");
    CHECK_EQ(found.rows, 1u);
    CHECK_EQ(whole(found.cell(0, 0)), 400 * kUs);
    CHECK(std::abs(real(found.cell(0, 1)) - 400.0 * 100 / 2000) < 1e-9);
    CHECK_EQ(whole(found.cell(0, 2)), 2);
    CHECK_EQ(whole(found.cell(0, 3)), 3);
    CHECK_EQ(whole(found.cell(0, 4)), (350 + 150) * kUs);
    CHECK(std::abs(real(found.cell(0, 5)) - 300) < 1e-9);  // 450 µs, the others 100 and 200
    CHECK_EQ(whole(found.cell(0, 7)), 3);
    CHECK_EQ(found.evidence(0).events.size(), 2u);
    CHECK_EQ(p.find("slow_rank", 21).rows, 0u);
}

TEST("A rule that lacks its data says so, and one that has it does not") {
    const auto s = model::EventStore::create()->publish(true);
    for (const model::rules::Rule* r : model::rules::all()) CHECK(!r->table.make({*s, {0, 1}}).why.empty());
    Program p;
    p.call(0, 5, "cudaLaunchKernel_v7000", 1);
    p.kernel(10, 20, 1);
    for (const char* rule :
         {"cuda_memcpy_async", "cuda_memcpy_sync", "cuda_memset_sync", "cuda_api_sync", "gpu_gaps", "small_kernels",
          "needless_sync", "pageable_copies", "allocator_churn", "kernel_overlap"}) {
        const Table t = p.find(rule);
        CHECK_EQ(t.rows, 0u);
        CHECK(t.why.empty());
    }
    for (const char* rule : {"host_bound", "data_loading", "exposed_communication", "slow_rank", "clock_throttling"})
        CHECK(!p.find(rule).why.empty());
}

TEST("The gain of a rule that has a formula is its first column") {
    for (const model::rules::Rule* r : model::rules::all()) {
        CHECK_EQ(r->table.columns[0].title == "Gain at Most (ns)", r->estimates());
        CHECK(!r->estimates() || english(r->formula).ends_with("."));
    }
}

TEST("Whatever a report holds: findings lie in it, rows are complete, and no gain is longer than the time") {
    const char* names[] = {"cudaLaunchKernel", "cudaDeviceSynchronize", "cudaMalloc",
                           "cudaFree",         "cudaMemcpyAsync",       "cudaGraphLaunch"};
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        std::mt19937_64 random(seed);
        const auto some = [&](TimeNs most) { return static_cast<TimeNs>(random() % static_cast<std::uint64_t>(most)); };
        Program p;
        std::map<std::pair<int, int>, TimeNs> free;  // when a row is free again
        std::uint32_t launch = 0;
        TimeNs t = 0;
        for (int i = 0; i < 120; ++i) {
            t += some(40);
            const TimeNs end = t + 1 + some(20);
            ++launch;
            p.call(t, end, names[random() % 6], launch);
            if (random() % 3) p.add(TrackKind::Operators, p.key(), t, end, "aten::mm");
            if (random() % 9 == 0)
                p.add(TrackKind::Annotations, p.key(), t, end, random() % 2 ? "step 1" : "DataLoader");
            const int device = static_cast<int>(random() % 2), stream = static_cast<int>(random() % 2);
            TimeNs& at = free[{device, stream}];
            at = std::max(at, t + some(30));
            const TimeNs length = 1 + some(random() % 4 ? 9 : 60);
            if (random() % 5)
                p.add(TrackKind::StreamKernels, p.key(1, device, stream), at, at + length,
                      random() % 6 ? "k" : kAllReduce, launch);
            else
                p.add(TrackKind::StreamMemory, p.key(1, device, stream), at, at + length,
                      random() % 2 ? "Memcpy HtoD (Pageable -> Device)" : "Memcpy HtoD (Pinned -> Device)", launch);
            at += length;
            t = end;
        }
        for (const model::rules::Rule* const each : model::rules::all()) {
            const model::rules::Rule& r = *each;
            const Table table = p.find(r.table.key.data(), 1);
            const model::TimeRange range = p.store->snapshot()->range();
            found += table.rows;
            for (std::size_t row = 0; row < table.rows; ++row) {
                for (std::size_t c = 0; c < r.table.columns.size(); ++c) (void)table.cell(row, c);
                if (r.estimates() && !isEmpty(table.cell(row, 0)))
                    CHECK(whole(table.cell(row, 0)) >= 0 && whole(table.cell(row, 0)) <= range.length());
                const model::reports::Evidence e = table.evidence(row);
                CHECK(e.range.begin >= range.begin && e.range.end <= range.end && e.range.begin < e.range.end);
            }
        }
    }
    CHECK(found > 1000);
}

TEST("One instance that holds much of the time is doubted, and advice that depends on it knows") {
    Program p;
    for (TimeNs t = 0; t < 1000; t += 100) p.kernel(t, t + 60);
    CHECK_EQ(p.find("measurement").rows, 0u);
    p.kernel(1000, 2800);
    const Table found = p.find("measurement");
    CHECK_EQ(found.rows, 1u);
    CHECK(std::abs(real(found.cell(0, 1)) - 75) < 1e-9);
    CHECK_EQ(whole(found.cell(0, 2)), 1800 * kUs);
    CHECK_EQ(whole(found.cell(0, 3)), 60 * kUs);
    CHECK(found.evidence(0).range.begin == 1000 * kUs);
    CHECK_EQ(model::rules::doubtsAbout(found, "gpu_busy").size(), 1u);
    const auto doubts = model::rules::doubtsAbout(found, "gpu_time_util");
    CHECK(doubts == std::vector<model::Message>{model::MessageCode::DoubtGiant});
    CHECK_EQ(english(model::rules::careOf({doubts[0], model::MessageCode::DoubtWarmUp})),
             "Take this with care: one instance of a kernel holds much of all GPU time, warm-up is inside.");
    CHECK(model::rules::careOf({}).empty());
    CHECK(model::rules::doubtsAbout(found, "pageable_copies").empty() &&
          model::rules::doubtsAbout(found, "gpu").empty());
    CHECK_EQ(&model::rules::all().front()->table, &model::rules::find("measurement")->table);  // it is asked first
}

TEST("Warm-up, odd steps and the profiler's own time are doubted") {
    Program p;
    std::uint32_t id = 0;
    for (int step = 0; step < 10; ++step) {
        const TimeNs begin = step * 1000;
        p.add(TrackKind::Nvtx, p.key(), begin, begin + (step == 0 ? 990 : 500), fmt::format("step {}", step).c_str());
        for (int k = 0; k < (step == 4 || step == 7 ? 2 : 8); ++k) {
            ++id;
            p.call(begin + 10 * k, begin + 10 * k + 5, "cudaLaunchKernel_v7000", id);
            p.kernel(begin + 10 * k + 5, begin + 10 * k + 15, id);
        }
    }
    const Table found = p.find("measurement");
    CHECK_EQ(found.rows, 2u);
    CHECK(doubtsOf(found) == (std::vector<std::string>{"warm-up is inside", "steps differ in kind"}));
    CHECK(std::abs(real(found.cell(0, 1)) - 198) < 1e-9);
    CHECK_EQ(text(found.cell(1, 4)), "step 4 (2 / 8)");
    CHECK(std::abs(real(found.cell(1, 1)) - 20) < 1e-9);
    CHECK_EQ(found.evidence(1).events.size(), 2u);
    p.add(TrackKind::ProfilerOverhead, p.key(), 500, 2500, "flush");
    CHECK_EQ(doubtsOf(p.find("measurement")).front(), "the profiler itself took much of the time");
}

TEST("Low and differing clocks, GPUs of two kinds and an empty report are doubted") {
    Program p;
    p.kernel(0, 100);
    p.kernel(0, 100, 0, 7, 1);
    for (const auto& [device, name] : {std::pair(0, "A100"), std::pair(1, "H100")}) {
        model::Entity gpu;
        gpu.key.device = device;
        gpu.key.host = p.key().host;
        gpu.name = name;
        p.store->info().entities.push_back(gpu);
        model::TrackKey k = p.key();
        k.device = device;
        k.domain = 1;
        const model::TrackId track = p.store->track(TrackKind::GpuMetric, k);
        p.store->setTrackName(track, p.store->strings().intern("GPC Clock Frequency [MHz]"));
        p.store->counter(track).append(0, device ? 1400 : 500);
        p.store->counter(track).append(100 * kUs, 1500);
    }
    const auto found = doubtsOf(p.find("measurement"));
    CHECK(found == (std::vector<std::string>{"the clock is far below the highest", "GPUs ran at different clocks",
                                             "GPUs of several kinds are mixed"}));
    p.kernel(10'000, 10'100);
    CHECK(doubtsOf(p.find("measurement"))[2] == "most of the report's time holds no events");
}

TEST("FP32 products are named on GPUs that have tensor cores") {
    Program p;
    model::Entity gpu;
    gpu.key.device = 0;
    gpu.key.host = p.key().host;
    gpu.name = "NVIDIA Test";
    gpu.facts = {{"computeMajor", "8"}};
    const auto run = [&](TimeNs from, TimeNs to, const char* name) {
        p.add(TrackKind::StreamKernels, p.key(), from, to, name);
    };
    run(0, 100, "ampere_sgemm_128x64_nn");
    run(100, 200, "void cutlass::Kernel2<cutlass_80_simt_sgemm_128x64_8x5_nn_align1>(Params)");
    run(200, 1000, "ampere_sgemm_tf32_tensorop_s1688gemm_128x128");
    CHECK(!p.find("fp32_products").why.empty());  // nobody says which GPU it is
    p.store->info().entities.push_back(gpu);
    const Table found = p.find("fp32_products");
    CHECK_EQ(found.rows, 2u);
    CHECK(isEmpty(found.cell(0, 0)));
    CHECK_EQ(whole(found.cell(0, 1)), 100 * kUs);
    CHECK(std::abs(real(found.cell(0, 2)) - 10) < 1e-9);
    CHECK_EQ(p.find("fp32_products", 21).rows, 0u);
    p.store->info().entities.back().facts = {{"computeMajor", "6"}};
    CHECK(p.find("fp32_products").rows == 0 && p.find("fp32_products").why.empty());
}
