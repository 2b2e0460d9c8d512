// SPDX-License-Identifier: GPL-3.0-or-later
// Regions, loops, tasks and locks of OpenMP that are known. Built by a test, with a runtime that tells tools what it
// does.
#include <unistd.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <omp.h>

#ifdef OWN_TOOL
struct Result {
    int (*begin)(void*, int, void*);
    void (*end)(void*);
    unsigned long data;
};
extern "C" Result* ompt_start_tool(unsigned, const char*) {
    static Result result{[](void*, int, void*) { return std::puts("own tool"), 1; }, [](void*) {}, 0};
    return &result;
}
#endif

namespace {

std::atomic<int> g_tasks{0};

[[gnu::noinline]] void loops() {
    for (int i = 0; i < 3; ++i) {
#pragma omp parallel num_threads(4)
        {
#pragma omp for schedule(static)
            for (int k = 0; k < 8; ++k) ::usleep(1000);
#pragma omp barrier
        }
    }
}

[[gnu::noinline]] void sectionsAndSingle() {
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
#pragma omp section
            ::usleep(1000);
#pragma omp section
            ::usleep(1000);
        }
#pragma omp single
        ::usleep(5000);
    }
}

void tree(int depth) {
    ++g_tasks;
    if (depth == 0) return;
    for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(depth)
        tree(depth - 1);
    }
#pragma omp taskwait
}

[[gnu::noinline]] void tasks() {
#pragma omp parallel num_threads(4)
#pragma omp single
    tree(5);
}

[[gnu::noinline]] void critical() {
#pragma omp parallel num_threads(3)
    {
#pragma omp critical
        ::usleep(10'000);
    }
}

[[gnu::noinline]] void nested() {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp parallel num_threads(2)
        ::usleep(1000);
    }
}

/// ns of an empty region, the least of many.
void costs() {
    double best = 1;
    for (int round = 0; round < 2000; ++round) {
        const double begin = omp_get_wtime();
        for (int i = 0; i < 20; ++i) {
#pragma omp parallel num_threads(1)
            {
#pragma omp for
                for (int k = 0; k < 1; ++k) g_tasks.store(k, std::memory_order_relaxed);
            }
        }
        const double t = (omp_get_wtime() - begin) / 20;
        best = t < best ? t : best;
    }
    std::printf("region %.1f\n", best * 1e9);
}

}  // namespace

int main(int count, char** words) {
    if (count > 1 && std::strcmp(words[1], "costs") == 0) return costs(), 0;
    loops();
    sectionsAndSingle();
    tasks();
    critical();
    nested();
    std::printf("tasks %d\n", g_tasks.load());
    return 0;
}
