// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "model/event_store.h"
#include "model/packer.h"

/// A made-up report that looks like some steps of a data-parallel training on one GPU: compute, communication and copy streams, a
/// main thread with nested NVTX ranges and CUDA calls, a loader thread, idle threads, metrics and memory.
class TrainingReport {
public:
    explicit TrainingReport(int steps = 6) : m_store(model::EventStore::create()) {
        for (int i = 0; i < steps; ++i) addStep(i);
        addMetrics();
        addIdleThreads();
        model::Entity gpu;
        gpu.key.device = 0;
        gpu.name = "Example GPU 80GB";
        m_store->info().entities.push_back(gpu);
        m_snapshot = m_store->publish(true);
    }
    const std::shared_ptr<model::EventStore>& store() const { return m_store; }
    model::SnapshotPtr snapshot() const { return m_snapshot; }

private:
    using T = model::TrackKind;
    using TimeNs = model::TimeNs;
    static constexpr std::int64_t kPid = 4242;

    model::StringId name(const std::string& s) { return m_store->strings().intern(s); }

    void add(T kind, model::TrackKey key, std::size_t depth, TimeNs start, TimeNs length, const std::string& text, std::uint32_t correlation = 0) {
        key.pid = kPid;
        model::Lane& lane = m_store->lane(m_store->track(kind, key), depth);
        model::Event e;
        e.start = std::max(start, lane.rows() ? lane.lastEnd() : model::kTimeMin);
        e.end = e.start + length;
        e.name = name(text);
        e.correlation = correlation;
        lane.append(e);
    }
    static model::TrackKey stream(std::int64_t id) {
        model::TrackKey k;
        k.pid = kPid;
        k.device = 0;
        k.context = 1;
        k.stream = id;
        return k;
    }
    static model::TrackKey thread(std::int64_t tid) {
        model::TrackKey k;
        k.tid = tid;
        k.domain = 0;
        return k;
    }

    /// A launch on the main thread and its kernel.
    TimeNs launch(TimeNs& cpu, TimeNs gpu, std::int64_t on, TimeNs length, const std::string& kernel) {
        add(T::CudaApi, thread(kPid), 0, cpu, 4200 + length / 40 % 900, "cudaLaunchKernel_v7000", ++m_correlation);
        cpu += 9000;
        const TimeNs start = std::max(gpu, cpu);
        add(T::StreamKernels, stream(on), 0, start, length, kernel, m_correlation);
        return start + length;
    }

    void addStep(int step) {
        constexpr TimeNs kStep = 6'400'000;
        const TimeNs t = 2'000'000 + step * kStep;
        m_store->track(T::Kernels, stream(7));
        m_store->track(T::Memory, stream(7));
        TimeNs cpu = t + 120'000, gpu = t + 260'000;
        add(T::CudaApi, thread(kPid), 0, cpu, 22'000, "cudaMemcpyAsync_v3020", ++m_correlation);
        add(T::StreamMemory, stream(13), 0, cpu + 30'000, 180'000, "Memcpy HtoD", m_correlation);
        cpu += 60'000;
        const TimeNs forward = cpu;
        for (int layer = 0; layer < 8; ++layer) {
            const TimeNs begin = cpu;
            gpu = launch(cpu, gpu, 7, 42'000, "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)") + 1500;
            gpu = launch(cpu, gpu, 7, 128'000, "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_64x3_tn") + 2000;
            gpu = launch(cpu, gpu, 7, 84'000, "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128>>(Flash_fwd_params)") + 1200;
            gpu = launch(cpu, gpu, 7, 21'000, "void (anonymous namespace)::layer_norm_kernel<float>(float*)") + 3000;
            add(T::Nvtx, thread(kPid), 2, begin, cpu - begin, "layer " + std::to_string(layer));
            cpu += 12'000;
        }
        add(T::Nvtx, thread(kPid), 1, forward, cpu - forward, "forward");
        const TimeNs backward = cpu;
        TimeNs reduce = gpu + 300'000;
        for (int layer = 7; layer >= 0; --layer) {
            const TimeNs begin = cpu;
            gpu = launch(cpu, gpu, 7, 240'000, "ampere_bf16_s16816gemm_bf16_256x128_ldg8_f2f_stages_64x3_nt") + 2500;
            gpu = launch(cpu, gpu, 7, 96'000, "void pytorch_flash::flash_bwd_kernel<Flash_bwd_kernel_traits<64>>(Flash_bwd_params)") + 2000;
            if (layer % 2 == 0) {
                reduce = launch(cpu, std::max(reduce, gpu - 60'000), 21, 410'000, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)") + 5000;
                add(T::Nccl, thread(kPid), 0, begin + 1000, 16'000, "ncclAllReduce");
            }
            add(T::Nvtx, thread(kPid), 2, begin, cpu - begin, "layer " + std::to_string(layer));
            cpu += 9'000;
        }
        add(T::Nvtx, thread(kPid), 1, backward, cpu - backward, "backward");
        const TimeNs optimizer = cpu;
        for (int i = 0; i < 6; ++i)
            gpu = launch(cpu, std::max(gpu, i == 0 ? reduce : 0), 7, 61'000, "void at::native::multi_tensor_apply_kernel<FusedAdamMathFunctor<float>>(int)") + 900;
        add(T::StreamMemory, stream(13), 0, gpu, 9'000, "Memset", 0);
        add(T::StreamMemory, stream(13), 0, gpu + 14'000, 30'000, "Memcpy DtoH", 0);
        const TimeNs end = std::max(gpu + 60'000, cpu + 100'000);
        add(T::CudaApi, thread(kPid), 0, cpu, end - cpu, "cudaStreamSynchronize_v3020", ++m_correlation);
        add(T::Nvtx, thread(kPid), 1, optimizer, end - optimizer, "optimizer.step");
        add(T::Nvtx, thread(kPid), 0, t + 100'000, end - t - 80'000, "step " + std::to_string(step));
        add(T::ThreadState, thread(kPid), 0, t, cpu - t + 40'000, "Running");
        for (TimeNs s = t; s < cpu; s += 310'000) add(T::CpuSamples, thread(kPid), 0, s, 0, "sample");
        for (int i = 0; i < 5; ++i) {
            const TimeNs at = t + i * kStep / 5;
            add(T::OsRuntime, thread(4250), 0, at, 700'000, i % 2 ? "pthread_cond_wait" : "read");
            add(T::ThreadState, thread(4250), 0, at + 720'000, 380'000, "Running");
        }
        add(T::ProfilerOverhead, thread(kPid), 0, t, 60'000, "Activity buffer flush");
        model::TrackKey memory = stream(0);
        memory.domain = 2;
        model::CounterSeries& used = m_store->counter(m_store->track(T::MemoryUsage, memory));
        for (int i = 0; i < 8; ++i) used.append(t + i * 300'000, 21e9 + i * 1.7e9);
        for (int i = 0; i < 8; ++i) used.append(t + 2'500'000 + i * 300'000, 34.6e9 - i * 1.7e9);
        m_end = end;
    }

    void addMetrics() {
        const char* names[] = {"SMs Active [Throughput %]", "DRAM Read Bandwidth [Throughput %]", "NVLink TX Bandwidth [Throughput %]"};
        for (int m = 0; m < 3; ++m) {
            model::TrackKey key;
            key.device = 0;
            key.domain = m;
            const model::TrackId id = m_store->track(T::GpuMetric, key);
            m_store->setTrackName(id, name(names[m]));
            model::CounterSeries& series = m_store->counter(id);
            unsigned noise = 17u + static_cast<unsigned>(m);
            for (TimeNs t = 0; t < m_end + 1'000'000; t += 10'000) {
                noise = noise * 1664525u + 1013904223u;
                const double wave = 50 + 34 * std::sin(static_cast<double>(t) / 1e6 * (1 + m)) + noise % 1000 / 60.0;
                series.append(t, t < 2'000'000 ? 0 : std::clamp(wave, 0.0, 100.0));
            }
        }
        m_store->setTrackName(m_store->track(T::Process, stream(0)), name("python"));
        model::TrackKey main = thread(kPid), loader = thread(4250);
        main.pid = loader.pid = kPid;
        m_store->setTrackName(m_store->track(T::Thread, main), name("python"));
        m_store->setTrackName(m_store->track(T::Thread, loader), name("pt_data_worker"));
        model::TrackKey used = stream(0);
        used.domain = 2;
        m_store->setTrackName(m_store->track(T::MemoryUsage, used), name("Device memory"));
    }

    void addIdleThreads() {
        for (int i = 0; i < 5; ++i) add(T::ThreadState, thread(4260 + i), 0, 1'000'000 * i, 20'000, "Running");
    }

    std::shared_ptr<model::EventStore> m_store;
    model::SnapshotPtr m_snapshot;
    std::uint32_t m_correlation = 0;
    TimeNs m_end = 0;
};
