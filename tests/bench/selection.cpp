// SPDX-License-Identifier: GPL-3.0-or-later
// selection FILE: opens a report and prints how long it takes until new numbers are there while a span is dragged (of
// 200 spans the 99th percentile), how long all figures of the whole report take, by name and by the NVTX range around,
// and how long the first 1000 of all events by duration take. selection --nvtx: attributes 3 million kernels to 16
// million made-up NVTX ranges, on one core.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>

#include "importers/open.h"
#include "model/query/event_order.h"
#include "model/reports/report.h"
#include "model/selection/selection_figures.h"

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

int nvtx() {
    constexpr int kThreads = 8, kRanges = 2'000'000, kKernels = 375'000;  // of each thread
    auto store = model::EventStore::create();
    std::vector<model::StringId> names;
    for (int i = 0; i < 500; ++i) names.push_back(store->strings().intern("range " + std::to_string(i)));
    const model::StringId launch = store->strings().intern("cudaLaunchKernel"),
                          kernel = store->strings().intern("kernel");
    std::uint32_t correlation = 1;
    for (int t = 0; t < kThreads; ++t) {
        model::TrackKey key;
        key.pid = 1, key.tid = 10 + t, key.domain = 0, key.device = 0, key.context = 1, key.stream = 7 + t;
        const model::TrackId ranges = store->track(model::TrackKind::Nvtx, key),
                             calls = store->track(model::TrackKind::CudaApi, key),
                             work = store->track(model::TrackKind::StreamKernels, key);
        // Four ranges, one inside the other, over and over; about every fifth innermost one launches.
        for (int i = 0; i < kRanges / 4; ++i) {
            const model::TimeNs at = i * 1000ll;
            for (int depth = 0; depth < 4; ++depth)
                store->lane(ranges, static_cast<std::size_t>(depth))
                    .append({at + depth * 10, at + 990 - depth * 10,
                             names[static_cast<std::size_t>((i * 7 + depth * 131) % 500)], 0, 0, 0});
            if (i >= kKernels) continue;
            store->lane(calls, 0).append({at + 100, at + 200, launch, 0, correlation, 0});
            store->lane(work, 0).append({at + 300, at + 900, kernel, 0, correlation++, 0});
        }
    }
    const model::SnapshotPtr s = store->publish(true);
    const double begin = now();
    const std::size_t rows = model::reports::find("nvtx_kern_sum")->make({*s, {0, kRanges * 1000ll}}).rows;
    std::printf("nvtx %.3f s rows %zu\n", now() - begin, rows);
    return rows > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fprintf(stderr, "usage: selection FILE | --nvtx\n"), 2;
    if (std::strcmp(argv[1], "--nvtx") == 0) {
        const int result = nvtx();
        std::fflush(stdout);
        _Exit(result);
    }
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(argv[1], *store); !opened)
        return std::fprintf(stderr, "%s\n", model::english(opened.error().detail).c_str()), 3;
    const model::SnapshotPtr s = store->snapshot();
    model::TimeRange all = s->range();
    ++all.end;
    std::vector<model::LaneId> lanes(s->laneCount());
    std::iota(lanes.begin(), lanes.end(), 0u);

    std::mt19937_64 random(1);
    std::vector<double> drags;
    std::uint64_t seen = 0;
    for (int i = 0; i < 200; ++i) {
        const auto a = static_cast<model::TimeNs>(random() % static_cast<std::uint64_t>(all.length())),
                   b = static_cast<model::TimeNs>(random() % static_cast<std::uint64_t>(all.length()));
        const double begin = now();
        seen += model::quickSelection({*s, {all.begin + std::min(a, b), all.begin + std::max(a, b)}, lanes})->all.count;
        drags.push_back(now() - begin);
    }
    std::sort(drags.begin(), drags.end());
    double begin = now();
    seen += model::exactSelection({*s, all, lanes}).all.count;
    const double exact = now() - begin;
    begin = now();
    seen += model::exactSelection({*s, all, lanes, model::GroupBy::NvtxRange, model::GroupBy::Name}).all.count;
    const double grouped = now() - begin;

    model::EventOrder order{s, model::EventNumbers(*s, {lanes, std::nullopt}), {}, model::EventKey::Duration, 0, true,
                            {}};
    begin = now();
    double first = 0;
    const std::size_t sorted =
        order.compute([&](std::vector<std::uint32_t>, std::uint64_t) { first = now() - begin; }).size();
    std::printf("median %.6f s drag %.6f s exact %.6f s nvtx-groups %.6f s first %.6f s sorted %.6f s rows %zu %llu\n",
                drags[100], drags[198], exact, grouped, first, now() - begin, sorted,
                static_cast<unsigned long long>(seen));
    std::fflush(stdout);
    _Exit(0);  // taking the store apart is not part of it
}
