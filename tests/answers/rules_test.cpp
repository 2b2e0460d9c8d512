// SPDX-License-Identifier: GPL-3.0-or-later
// Rules: what they find, and what they must not.
#include <cmath>

#include "model/rules/rule.h"
#include "tests/kit/check.h"

namespace {

using model::TimeNs;
using model::TrackKind;
using model::reports::Cell;
using model::reports::Table;

constexpr TimeNs kMs = 1'000'000;

std::int64_t whole(const Cell& c) { return std::holds_alternative<std::int64_t>(c) ? std::get<std::int64_t>(c) : -1; }
double real(const Cell& c) {
    return std::holds_alternative<double>(c) ? std::get<double>(c) : static_cast<double>(whole(c));
}
std::string text(const Cell& c) { return std::holds_alternative<std::string>(c) ? std::get<std::string>(c) : ""; }

/// A process with two streams of one GPU.
struct Program {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();

    model::TrackKey key(std::int64_t stream, std::int64_t device = 0) const {
        model::TrackKey k;
        k.pid = k.tid = 1;
        k.device = device;
        k.context = 1;
        k.stream = stream;
        return k;
    }
    void work(TimeNs start, TimeNs end, std::int64_t stream = 7, std::int64_t device = 0) {
        store->lane(store->track(TrackKind::StreamKernels, key(stream, device)), 0)
            .append({start, end, store->strings().intern("k"), 0, 0, 0});
    }
    void overhead(TimeNs start, TimeNs end) {
        store->lane(store->track(TrackKind::ProfilerOverhead, key(0)), 0)
            .append({start, end, store->strings().intern("flush"), 0, 0, 0});
    }
    /// A memory operation and its call.
    void copy(TimeNs at, const char* call, const char* what, std::vector<std::pair<const char*, std::int64_t>> facts) {
        std::vector<model::Arg> args;
        for (const auto& [k, v] : facts) args.push_back({store->strings().intern(k), model::Arg::Type::Int, v});
        store->lane(store->track(TrackKind::CudaApi, key(0)), 0)
            .append({at, at + 10, store->strings().intern(call), 0, ++m_correlation, 0});
        store->lane(store->track(TrackKind::StreamMemory, key(7)), 0)
            .append({at + 20, at + 20 + 5 * m_correlation, store->strings().intern(what), store->args().intern(args),
                     m_correlation, 0});
    }
    Table find(const char* rule, std::int64_t limit = 0) {
        m_s = store->publish(true);
        return model::rules::find(rule)->table.make({*m_s, {m_s->range().begin, m_s->range().end + 1}, {}, limit, {}});
    }

private:
    std::uint32_t m_correlation = 0;
    model::SnapshotPtr m_s;
};

}  // namespace

TEST("A gap is one between work of all streams, longer than the threshold, and not what the profiler did") {
    Program p;
    p.work(0, 10 * kMs);
    p.work(700 * kMs, 710 * kMs);
    p.work(2000 * kMs, 2010 * kMs);
    p.work(300 * kMs, 310 * kMs, 8);       // cuts the first gap
    p.overhead(800 * kMs, 1400 * kMs);     // and this the second
    p.work(5000 * kMs, 5001 * kMs, 7, 1);  // another GPU: one piece of work has no gaps
    const Table t = p.find("gpu_gaps");
    CHECK_EQ(t.rows, 1u);
    CHECK_EQ(whole(t.cell(0, 0)), 600 * kMs);
    CHECK_EQ(whole(t.cell(0, 1)), 1400 * kMs);
    CHECK_EQ(whole(t.cell(0, 3)), 0);
    CHECK(t.evidence(0).range.begin == 1400 * kMs && t.evidence(0).range.end == 2000 * kMs);
    CHECK_EQ(p.find("gpu_gaps", 100).rows, 3u);
    CHECK_EQ(p.find("gpu_gaps", 600).rows, 0u);
}

TEST("Thirtieths with little work are found, and neighbours are one") {
    Program p;
    // Thirty stretches of 1 ms: busy for 100 %, but for 20 % in three and 40 % in one after them, and 0 % in one of its
    // own.
    for (int i = 0; i < 30; ++i) {
        const TimeNs busy = i >= 10 && i < 13 ? kMs / 5 : i == 13 ? kMs * 2 / 5 : i == 20 ? 0 : kMs;
        if (busy) p.work(i * kMs, i * kMs + busy);
    }
    const Table t = p.find("gpu_time_util");
    CHECK_EQ(t.rows, 2u);
    CHECK(std::abs(real(t.cell(0, 0))) < 1e-9);
    CHECK_EQ(whole(t.cell(0, 2)), 20 * kMs);
    CHECK(std::abs(real(t.cell(1, 0)) - 25) < 1e-9);
    CHECK_EQ(whole(t.cell(1, 1)), 4 * kMs);
    CHECK_EQ(whole(t.cell(1, 2)), 10 * kMs);
    CHECK_EQ(p.find("gpu_time_util", 30).rows, 2u);
    CHECK_EQ(whole(p.find("gpu_time_util", 30).cell(1, 1)), 3 * kMs);
    CHECK_EQ(p.find("gpu_time_util", 100).rows, 2u);  // full ones are not below 100 %
}

TEST("Copies are told by their call and the kind of memory they touch") {
    Program p;
    p.copy(0, "cudaMemcpyAsync_v3020", "Memcpy HtoD",
           {{"copyKind", 1}, {"srcKind", 0}, {"dstKind", 2}, {"bytes", 2'000'000}});
    p.copy(100, "cudaMemcpyAsync_v3020", "Memcpy HtoD", {{"copyKind", 1}, {"srcKind", 1}, {"dstKind", 2}});
    p.copy(200, "cudaMemcpy_v3020", "Memcpy DtoH", {{"copyKind", 2}, {"srcKind", 2}, {"dstKind", 0}});
    p.copy(300, "cudaMemcpy_v3020", "Memcpy DtoD", {{"copyKind", 8}, {"srcKind", 2}, {"dstKind", 2}});
    p.copy(400, "cudaMemset_v3020", "Memset", {{"memKind", 2}});
    p.copy(500, "cudaMemset_v3020", "Memset", {{"memKind", 4}});
    p.copy(600, "cudaMemsetAsync_v3020", "Memset", {{"memKind", 1}});
    const Table async = p.find("cuda_memcpy_async"), sync = p.find("cuda_memcpy_sync"),
                memset = p.find("cuda_memset_sync");
    CHECK_EQ(async.rows, 1u);
    CHECK_EQ(whole(async.cell(0, 1)), 20);
    CHECK_EQ(text(async.cell(0, 2)), "Pageable");
    CHECK_EQ(text(async.cell(0, 3)), "Device");
    CHECK(std::abs(real(async.cell(0, 4)) - 2) < 1e-12);
    CHECK_EQ(text(async.cell(0, 9)), "cudaMemcpyAsync");
    CHECK_EQ(async.evidence(0).events.size(), 2u);
    CHECK_EQ(sync.rows, 1u);
    CHECK_EQ(whole(sync.cell(0, 1)), 220);
    CHECK_EQ(memset.rows, 1u);
    CHECK_EQ(whole(memset.cell(0, 1)), 520);
    CHECK_EQ(text(memset.cell(0, 3)), "Managed");
}

TEST("Where a report knows no kinds of memory, the direction of a copy tells the host's from the device's") {
    Program p;
    p.copy(0, "hipMemcpy", "MEMORY_COPY_HOST_TO_DEVICE", {{"copyKind", 1}});
    p.copy(100, "hipMemcpy", "MEMORY_COPY_DEVICE_TO_HOST", {{"copyKind", 2}});
    const Table sync = p.find("cuda_memcpy_sync");
    CHECK_EQ(sync.rows, 2u);
    for (std::size_t row = 0; row < 2; ++row) {
        const bool toDevice = whole(sync.cell(row, 1)) < 100;
        CHECK_EQ(text(sync.cell(row, 2)), toDevice ? "Host" : "Device");
        CHECK_EQ(text(sync.cell(row, 3)), toDevice ? "Device" : "Host");
    }
}

TEST("Calls that wait are found, the longest first; calls that only sound like it are not") {
    Program p;
    model::Lane& calls = p.store->lane(p.store->track(TrackKind::CudaApi, p.key(0)), 0);
    TimeNs at = 0;
    for (const auto& [name, length] :
         std::vector<std::pair<const char*, TimeNs>>{{"cudaStreamSynchronize_v3020", 5},
                                                     {"cuCtxSynchronize", 9},
                                                     {"cudaStreamSynchronize_ptsz_v7000", 7},
                                                     {"cudaStreamWaitEvent_v3020", 50},
                                                     {"cudaLaunchKernel_v7000", 60},
                                                     {"mySynchronize", 70}}) {
        calls.append({at, at + length, p.store->strings().intern(name), 0, 0, 0});
        at += 100;
    }
    const Table t = p.find("cuda_api_sync");
    CHECK_EQ(t.rows, 3u);
    CHECK_EQ(whole(t.cell(0, 0)), 9);
    CHECK_EQ(whole(t.cell(1, 0)), 7);
    CHECK_EQ(text(t.cell(2, 4)), "cudaStreamSynchronize");
}

TEST("Every rule says what it means, what to do and what it did not find") {
    const auto s = model::EventStore::create()->publish(true);
    for (const model::rules::Rule* r : model::rules::all()) {
        CHECK(english(r->advice).ends_with(".") && english(r->nothing).ends_with(".") &&
              r->table.meaning.ends_with("."));
        CHECK_EQ(r->table.make({*s, {0, 1}}).rows, 0u);
        CHECK_EQ(model::rules::find(r->table.key), r);
        for (const auto& c : r->table.columns) CHECK(!c.title.empty() && !c.meaning.empty());
    }
    CHECK(model::rules::find("no_such") == nullptr);
}
