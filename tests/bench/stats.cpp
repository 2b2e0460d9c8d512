// SPDX-License-Identifier: GPL-3.0-or-later
// stats FILE: opens a report and prints how long its statistics take then: kernels by name, launches joined with
// kernels, and the tables that `sightline stats` prints together. Of three runs the median.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>

#include "importers/open.h"
#include "model/reports/report.h"

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::size_t g_rows = 0;  // so that nothing is left out

double seconds(const std::function<void()>& work) {
    std::array<double, 3> times{};
    for (double& t : times) {
        const double begin = now();
        work();
        t = now() - begin;
    }
    std::sort(times.begin(), times.end());
    return times[1];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fprintf(stderr, "usage: stats FILE\n"), 2;
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(argv[1], *store); !opened)
        return std::fprintf(stderr, "%s\n", model::english(opened.error().detail).c_str()), 3;
    const model::SnapshotPtr s = store->snapshot();
    model::TimeRange all = s->range();
    ++all.end;
    const auto make = [&](const char* key) { g_rows += model::reports::find(key)->make({*s, all}).rows; };
    const double kernels = seconds([&] { make("cuda_gpu_kern_sum"); });
    const double join = seconds([&] { make("cuda_kern_exec_sum"); });
    const double set = seconds([&] {
        for (const model::reports::Report* r : model::reports::all())
            if (r->usual) g_rows += r->make({*s, all}).rows;
        make("cuda_gpu_sum");
    });
    std::printf("kernels %.6f s join %.6f s set %.6f s rows %zu\n", kernels, join, set, g_rows);
    std::fflush(stdout);
    _Exit(0);  // taking the store apart is not part of it
}
