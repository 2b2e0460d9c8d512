// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives, steps and memory: small reports whose numbers one can count.
#include <fmt/format.h>

#include "model/packer.h"
#include "model/reports/report.h"
#include "tests/cells.h"
#include "tests/check.h"

namespace {

using model::TimeNs;
using model::TrackKind;
using model::reports::Table;
using namespace cells;

}  // namespace

TEST("Collectives have sizes, bandwidths and the time that nothing hides") {
    const auto store = model::EventStore::create();
    model::StringTable& strings = store->strings();
    model::TrackKey key;
    key.pid = 1;
    key.device = 0;
    key.context = 1;
    key.stream = 1;
    const auto word = [&](const char* k, const char* v) { return model::Arg{strings.intern(k), model::Arg::Type::String, strings.intern(v)}; };
    const auto number = [&](const char* k, std::int64_t v) { return model::Arg{strings.intern(k), model::Arg::Type::Int, v}; };
    const std::vector<model::Arg> args{word("Collective name", "allreduce"), word("dtype", "BFloat16"), number("In msg nelems", 1000), number("Out msg nelems", 1000), number("Group size", 4)};
    const model::StringId collective = strings.intern("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
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
    CHECK_EQ(whole(t.cell(0, 9)), 1400);       // 500 of the first, 900 of the second
    CHECK_EQ(whole(t.cell(0, 10)), 4000);      // 2 × 1000 elements of two bytes
    CHECK(near(real(t.cell(0, 11)), 2e9));     // 4000 B in 2 µs
    CHECK(near(real(t.cell(0, 12)), 3e9));     // 2 · 3/4 of it
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
    for (const auto& [t, v] : std::vector<std::pair<TimeNs, double>>{{0, 100}, {100, 50}, {200, 80}, {300, 10}}) memory.append(t, v);
    const auto s = store->publish(true);
    const Table t = model::reports::find("step_sum")->make({*s, {0, 1000}});
    CHECK_EQ(t.rows, 4u);
    CHECK(near(real(t.cell(3, 3)), 50));
    CHECK(near(real(t.cell(0, 3)), 0));
    CHECK_EQ(whole(t.cell(0, 4)), 40);
    CHECK_EQ(whole(t.cell(0, 12)), 60);
    CHECK_EQ(whole(t.cell(1, 12)), 100);
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
