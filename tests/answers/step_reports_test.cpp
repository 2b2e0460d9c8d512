// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives, steps and memory: small reports whose numbers one can count.
#include <fmt/format.h>

#include "model/reports/report.h"
#include "model/store/packer.h"
#include "model/workload/steps.h"
#include "tests/kit/cells.h"
#include "tests/kit/check.h"

namespace {

using model::TimeNs;
using model::TrackKind;
using model::reports::Table;
using namespace cells;

/// Columns of step_sum.
enum Column : std::size_t {
    kStep,
    kRank,
    kPid,
    kDevice,
    kStart,
    kCpu,
    kGpuStart,
    kGpuSpan,
    kPace,
    kVersusMedian,
    kCompute,
    kIdle = 18
};

/// Steps of 99 µs that follow each other on a thread, each with kernels that take long after it.
class Ahead {
public:
    Ahead() : m_store(model::EventStore::create()) {}
    void step(std::int64_t pid, TimeNs begin, const std::string& name) {
        model::TrackKey key;
        key.pid = key.tid = pid;
        m_store->lane(m_store->track(TrackKind::Annotations, key), 0)
            .append({begin, begin + 99'000, m_store->strings().intern(name), 0, 0, 0});
    }
    /// A kernel of that process and GPU, launched at that time by that thread of it.
    void kernel(std::int64_t pid, std::int64_t device, TimeNs launch, model::TimeRange when, std::int64_t tid = 0) {
        model::TrackKey key;
        key.pid = pid;
        key.tid = tid ? tid : pid;
        ++m_correlation;
        m_store->lane(m_store->track(TrackKind::CudaApi, key), 0)
            .append({launch, launch + 3000, m_store->strings().intern("cudaLaunchKernel"), 0, m_correlation, 0});
        m_store->lane(m_store->track(TrackKind::StreamKernels, stream(pid, device)), 0)
            .append({when.begin, when.end, m_store->strings().intern("gemm"), 0, m_correlation, 0});
    }
    /// A row of the file itself that says when a GPU was in a step.
    void row(std::int64_t pid, std::int64_t device, const std::string& name, model::TimeRange when) {
        m_store->lane(m_store->track(TrackKind::StreamAnnotations, stream(pid, device)), 0)
            .append({when.begin, when.end, m_store->strings().intern(name), 0, 0, 0});
    }
    model::EventStore& store() { return *m_store; }
    model::SnapshotPtr snapshot() { return m_store->publish(true); }

private:
    static model::TrackKey stream(std::int64_t pid, std::int64_t device) {
        model::TrackKey key;
        key.pid = pid, key.device = device, key.context = 1, key.stream = 7;
        return key;
    }
    std::shared_ptr<model::EventStore> m_store;
    std::uint32_t m_correlation = 0;
};

Table stepSum(const model::Snapshot& s, model::TimeRange range = {model::kTimeMin, model::kTimeMax}) {
    return model::reports::find("step_sum")->make({s, range});
}

}  // namespace

TEST("A step is its CPU range, the span of the GPU work that it launched, and its pace") {
    Ahead run;
    TimeNs end = 50'000;
    const TimeNs lengths[] = {1002'000, 1009'000, 1001'000, 1004'000};
    for (int i = 0; i < 4; ++i) {
        run.step(5, i * 100'000, fmt::format("ProfilerStep#{}", i));
        run.kernel(5, 0, i * 100'000 + 10'000, {end, end + lengths[i]});
        end += lengths[i] + 1000;
    }
    const auto s = run.snapshot();
    const Table t = stepSum(*s);
    CHECK_EQ(t.rows, 4u);
    const TimeNs paces[] = {1052'000, 1010'000, 1002'000, 1005'000};  // the first from its own begin
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK_EQ(whole(t.cell(i, kCpu)), 99'000);
        CHECK_EQ(whole(t.cell(i, kGpuSpan)), lengths[i]);
        CHECK_EQ(whole(t.cell(i, kPace)), paces[i]);
        CHECK_EQ(whole(t.cell(i, kCompute)), lengths[i]);
    }
    CHECK(std::holds_alternative<std::monostate>(t.cell(0, kVersusMedian)));  // it fills an empty queue
    CHECK(near(real(t.cell(1, kVersusMedian)), 1010.0 / 1005 * 100 - 100));
    CHECK_EQ(whole(stepSum(*s, {100'000, 150'000}).cell(0, kPace)),
             1010'000);  // the former step ends before it, in the time that is asked for or not
    const auto medians = model::reports::stepFigures(*s).medians({0, 400'000});
    CHECK_EQ(medians.steps, 4u);
    CHECK_EQ(medians.cpu, 99'000.0);
    CHECK_EQ(medians.gpu.value_or(0), 1003'000.0);
    CHECK_EQ(medians.pace.value_or(0), 1005'000.0);
}

TEST("A step has the numbers of the GPUs that its own process uses, with process and rank") {
    Ahead run;
    for (const std::int64_t rank : {0, 1}) {
        const std::int64_t pid = 100 + rank;
        run.step(pid, 0, "step 1");
        run.kernel(pid, rank, 10'000, {20'000, rank == 0 ? 90'000 : 40'000});
        model::Entity process;
        process.type = model::Entity::Type::Process;
        process.key.pid = pid;
        process.facts = {{"Rank", std::to_string(rank + 6)}};
        run.store().info().entities.push_back(process);
    }
    run.step(100, 200'000, "step 2");  // launches nothing
    const auto s = run.snapshot();
    const Table t = stepSum(*s);
    CHECK_EQ(t.rows, 3u);
    CHECK_EQ(whole(t.cell(0, kPid)), 100);
    CHECK_EQ(whole(t.cell(0, kRank)), 6);
    CHECK_EQ(whole(t.cell(0, kGpuSpan)), 70'000);
    CHECK_EQ(whole(t.cell(0, kIdle)), 29'000);
    CHECK_EQ(whole(t.cell(1, kPid)), 101);
    CHECK_EQ(whole(t.cell(1, kRank)), 7);
    CHECK_EQ(whole(t.cell(1, kIdle)), 79'000);  // not those of the least idle GPU
    CHECK(text(t.cell(0, kDevice)) != text(t.cell(1, kDevice)));
    CHECK(std::holds_alternative<std::monostate>(t.cell(2, kGpuSpan)));
    CHECK_EQ(whole(t.cell(2, kPace)), 99'000);
}

TEST("Work that another thread launches belongs to the step around it, and rows of the file extend the span") {
    Ahead run;
    run.step(5, 0, "ProfilerStep#1");
    run.step(5, 100'000, "ProfilerStep#2");
    run.kernel(5, 0, 10'000, {20'000, 30'000});
    run.kernel(5, 0, 50'000, {60'000, 120'000}, 77);  // as the backward pass does
    run.row(5, 0, "ProfilerStep#1", {20'000, 30'000});
    run.row(5, 0, "ProfilerStep#2", {130'000, 300'000});  // its launches are not in the report
    const auto s = run.snapshot();
    const Table t = stepSum(*s);
    CHECK_EQ(t.rows, 2u);
    CHECK_EQ(whole(t.cell(0, kGpuSpan)), 100'000);
    CHECK_EQ(whole(t.cell(1, kGpuSpan)), 170'000);
    CHECK_EQ(whole(t.cell(1, kPace)), 180'000);
}

TEST("Threads that have steps each launch the work of their own") {
    Ahead run;
    for (const std::int64_t tid : {1, 2}) {
        model::TrackKey key;
        key.pid = 9, key.tid = tid;
        run.store()
            .lane(run.store().track(TrackKind::Annotations, key), 0)
            .append({0, 100'000, run.store().strings().intern("step 1"), 0, 0, 0});
        run.kernel(9, tid, 10'000 * tid, {50'000, 50'000 + tid * 100'000}, tid);
    }
    const auto s = run.snapshot();
    const Table t = stepSum(*s);
    CHECK_EQ(t.rows, 2u);
    CHECK_EQ(whole(t.cell(0, kGpuSpan)), 100'000);
    CHECK_EQ(whole(t.cell(1, kGpuSpan)), 200'000);
}

TEST("Collectives have sizes, bandwidths and the time that nothing hides") {
    const auto store = model::EventStore::create();
    model::StringTable& strings = store->strings();
    model::TrackKey key;
    key.pid = 1;
    key.device = 0;
    key.context = 1;
    key.stream = 1;
    const auto word = [&](const char* k, const char* v) {
        return model::Arg{strings.intern(k), model::Arg::Type::String, strings.intern(v)};
    };
    const auto number = [&](const char* k, std::int64_t v) {
        return model::Arg{strings.intern(k), model::Arg::Type::Int, v};
    };
    const std::vector<model::Arg> args{word("Collective name", "allreduce"), word("dtype", "BFloat16"),
                                       number("In msg nelems", 1000), number("Out msg nelems", 1000),
                                       number("Group size", 4)};
    const model::StringId collective =
        strings.intern("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
    model::Lane& comm = store->lane(store->track(TrackKind::StreamKernels, key), 0);
    comm.append({0, 1000, collective, store->args().intern(args), 0, 0});
    comm.append({2000, 3000, collective, store->args().intern(args), 0, 0});
    key.stream = 2;
    store->lane(store->track(TrackKind::StreamKernels, key), 0).append({500, 2100, strings.intern("gemm"), 0, 0, 0});
    const auto s = store->publish(true);
    const Table t = model::reports::find("nccl_sum")->make({*s, {0, 4000}});
    CHECK_EQ(t.rows, 1u);
    CHECK_EQ(text(t.cell(0, 1)), "allreduce");
    CHECK_EQ(whole(t.cell(0, 2)), 4);
    CHECK_EQ(whole(t.cell(0, 4)), 2000);
    CHECK_EQ(whole(t.cell(0, 9)), 1400);    // 500 of the first, 900 of the second
    CHECK_EQ(whole(t.cell(0, 10)), 4000);   // 2 × 1000 elements of two bytes
    CHECK(near(real(t.cell(0, 11)), 2e9));  // 4000 B in 2 µs
    CHECK(near(real(t.cell(0, 12)), 3e9));  // 2 · 3/4 of it
}

TEST("Steps are compared with their median, and memory has its peak in the range") {
    const auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = key.tid = 1;
    key.device = 0;
    key.context = key.stream = 1;
    key.domain = 0;
    model::Lane& steps = store->lane(store->track(TrackKind::Annotations, key), 0);
    const TimeNs ends[] = {100, 200, 300, 450};
    TimeNs at = 0;
    for (int i = 0; i < 4; ++i) {
        steps.append({at, ends[i], store->strings().intern(fmt::format("ProfilerStep#{}", i)), 0, 0, 0});
        at = ends[i];
    }
    steps.append({450, 500, store->strings().intern("Optimizer.step#1 zero_grad"), 0, 0, 0});
    store->lane(store->track(TrackKind::StreamKernels, key), 0).append({20, 60, store->strings().intern("k"), 0, 0, 0});
    model::CounterSeries& memory = store->counter(store->track(TrackKind::MemoryUsage, key));
    for (const auto& [t, v] : std::vector<std::pair<TimeNs, double>>{{0, 100}, {100, 50}, {200, 80}, {300, 10}})
        memory.append(t, v);
    const auto s = store->publish(true);
    const Table t = model::reports::find("step_sum")->make({*s, {0, 1000}});
    CHECK_EQ(t.rows, 4u);
    CHECK(near(real(t.cell(3, kVersusMedian)), 50));
    CHECK(near(real(t.cell(0, kVersusMedian)), 0));
    CHECK_EQ(whole(t.cell(0, kCompute)), 40);
    CHECK_EQ(whole(t.cell(0, kIdle)), 60);
    CHECK_EQ(whole(t.cell(1, kIdle)), 100);
    const Table all = model::reports::find("memory_sum")->make({*s, {0, 400}});
    CHECK_EQ(all.rows, 1u);
    CHECK_EQ(whole(all.cell(0, 3)), 100);
    CHECK_EQ(whole(all.cell(0, 4)), 0);
    CHECK_EQ(whole(all.cell(0, 5)), 60);
    CHECK_EQ(whole(all.cell(0, 6)), 10);
    const Table part = model::reports::find("memory_sum")->make({*s, {150, 400}});
    CHECK_EQ(whole(part.cell(0, 3)), 80);
    CHECK_EQ(whole(part.cell(0, 4)), 200);
}
