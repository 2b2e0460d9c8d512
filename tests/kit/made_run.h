// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

#include "model/diff/compare.h"

/// Made-up training runs, which differ in what a test is about.
namespace made {

using namespace model;

inline constexpr TimeNs kUs = 1000;

/// A training run of some steps, as text would be too long: each step launches its kernels one by one and waits for
/// them at its end.
struct Run {
    struct Piece {
        std::string name;
        TimeNs length;  // of the kernel
        TrackKind kind = TrackKind::StreamKernels;
        std::string within = {};  // a range around its launch
        std::int64_t stream = 7;
    };
    std::vector<Piece> work{{"gemm<float>(float*)", 400 * kUs}, {"bias(float*)", 60 * kUs},
                            {"relu(float*)", 50 * kUs},         {"gemm<float>(float*)", 400 * kUs},
                            {"softmax(float*)", 90 * kUs},      {"Memcpy HtoD", 30 * kUs, TrackKind::StreamMemory}};
    int steps = 12;
    TimeNs launch = 6 * kUs;    // of one call
    TimeNs loading = 20 * kUs;  // on the CPU, before the first launch
    TimeNs pause = 0;           // between the launches of the two halves, in no range, with the GPU idle
    std::string stepName = "step {}";
    bool named = true;    // steps have ranges
    int firstNumber = 0;  // of a step
    TimeNs begin = 1000 * kUs;
    TimeNs slowFirst = 0;  // more loading in the first step
    bool waits = true;     // at the end of a step; else the GPU falls behind
    TimeNs noise = 1;      // percent
    unsigned seed = 1;

    SnapshotPtr make() const {
        m_store = EventStore::create();
        m_random.seed(seed);
        m_correlation = 0;
        m_gpu = 0;
        TimeNs t = begin;
        for (int i = 0; i < steps; ++i) t = step(i, t);
        return m_store->publish(true);
    }

private:
    mutable std::shared_ptr<EventStore> m_store;
    mutable std::mt19937 m_random;
    mutable std::uint32_t m_correlation = 0;
    mutable TimeNs m_gpu = 0;  // is busy until then

    static TrackKey key(std::int64_t stream) {
        TrackKey k;
        k.pid = k.tid = 1;
        k.device = 0, k.context = 1, k.stream = stream, k.domain = 0;
        return k;
    }
    TimeNs noisy(TimeNs length) const {
        return length + length * noise * (static_cast<TimeNs>(m_random() % 2001) - 1000) / 100'000;
    }
    void add(TrackKind kind, std::size_t depth, TimeNs from, TimeNs to, std::string_view name,
             std::uint32_t correlation = 0, std::int64_t stream = 7) const {
        m_store->lane(m_store->track(kind, key(stream)), depth)
            .append({from, to, m_store->strings().intern(name), 0, correlation, 0});
    }
    TimeNs step(int i, TimeNs from) const {
        const std::string data = "load data";
        TimeNs cpu = from + noisy(loading + (i == 0 ? slowFirst : 0));
        add(TrackKind::Nvtx, named ? 1 : 0, from, cpu, data);
        TimeNs gpu = std::max(cpu, m_gpu);
        for (std::size_t w = 0; w < work.size(); ++w) {
            if (w == work.size() / 2 && pause > 0) cpu = std::max(cpu, gpu) + noisy(pause);
            const TimeNs called = cpu;
            cpu += noisy(launch);
            if (!work[w].within.empty()) add(TrackKind::Nvtx, named ? 1 : 0, called, cpu, work[w].within);
            const bool kernel = work[w].kind == TrackKind::StreamKernels;
            add(TrackKind::CudaApi, 0, called, cpu, kernel ? "cudaLaunchKernel_v7000" : "cudaMemcpyAsync_v3020",
                ++m_correlation);
            gpu = std::max(gpu, cpu);
            const TimeNs begun = gpu;
            gpu += noisy(work[w].length);
            add(work[w].kind, 0, begun, gpu, work[w].name, m_correlation, work[w].stream);
        }
        m_gpu = gpu;
        const TimeNs waited = (waits ? std::max(cpu, gpu) : cpu) + 2 * kUs;
        add(TrackKind::CudaApi, 0, cpu, waited, "cudaStreamSynchronize_v3020", 0);
        const TimeNs end = waited + noisy(5 * kUs);
        if (named) add(TrackKind::Nvtx, 0, from, end, fmt::format(fmt::runtime(stepName), firstNumber + i));
        return end + noisy(3 * kUs);
    }
};

inline std::shared_ptr<const diff::Comparison> compared(const Run& a, Run b) {
    b.seed = 2;
    return diff::compare(a.make(), b.make());
}

}  // namespace made
