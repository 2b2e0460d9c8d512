// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "model/query/correlation.h"
#include "model/store/event_store.h"

/// A made-up training run: two GPUs with compute, copy and communication streams, a process with a main, a backward and
/// a data loading thread, NVTX, CUDA API calls with correlation ids, OS runtime calls, thread states, GPU metrics.
/// The same every time. All times in ns.
class TrainingReport {
public:
    explicit TrainingReport(int steps = 12) : m_store(model::EventStore::create()) {
        describe();
        makeTracks();
        for (int step = 0; step < steps; ++step) addStep(step);
        finish(steps);
        m_snapshot = m_store->publish(true);
    }

    model::SnapshotPtr snapshot() const { return m_snapshot; }

    /// The n-th event (from 0) of that name on tracks of that kind, by lane and row; invalid if there is none.
    model::EventRef find(model::TrackKind kind, std::string_view name, std::size_t n = 0) const {
        const model::StringId id = m_store->strings().find(name);
        for (const model::Track& t : m_snapshot->tree().tracks) {
            if (t.kind != kind) continue;
            for (const model::LaneId l : t.lanes) {
                const model::LaneView lane = m_snapshot->lane(l);
                for (std::size_t i = 0; i < lane.rows; ++i)
                    if (lane.name(i) == id && n-- == 0) return {l, static_cast<std::uint32_t>(i)};
            }
        }
        return {};
    }
    model::TrackId trackOf(model::TrackKind kind, std::size_t n = 0) const {
        for (const model::Track& t : m_snapshot->tree().tracks)
            if (t.kind == kind && n-- == 0) return t.id;
        return model::kNoTrack;
    }

    static constexpr model::TimeNs kStep = 9'400'000;
    static constexpr const char* kGemm =
        "void "
        "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x128_64x4_tn_align8>(cutlass_80_tensorop_"
        "bf16_"
        "s16816gemm_relu_bf16_128x128_64x4_tn_align8::Params)";
    static constexpr const char* kAttention =
        "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, "
        "cutlass::bfloat16_t>, false, "
        "true>(pytorch_flash::Flash_fwd_params)";
    static constexpr const char* kNorm =
        "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, float, "
        "c10::BFloat16 const*)";
    static constexpr const char* kElementwise =
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
        "std::array<char*, 3ul>>(int)";
    static constexpr const char* kReduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
    static constexpr const char* kAdam =
        "void at::native::multi_tensor_apply_kernel<FusedAdamMathFunctor<float>>(TensorListMetadata)";

private:
    using T = model::TrackKind;

    model::StringId text(std::string_view s) { return m_store->strings().intern(s); }
    model::Lane& lane(model::TrackId t, std::size_t depth = 0) { return m_store->lane(t, depth); }

    void describe() {
        model::ReportInfo& info = m_store->info();
        info.format = "Made-up report";
        using E = model::Entity;
        for (std::int64_t device = 0; device < 2; ++device) {
            model::TrackKey key;
            key.device = device;
            info.entities.push_back({E::Type::Device, key, "NVIDIA H100 80GB HBM3", {}});
        }
        model::TrackKey process;
        process.pid = kPid;
        info.entities.push_back({E::Type::Process, process, "python3", {}});
    }

    model::TrackKey key(std::int64_t tid, std::int64_t device = model::TrackKey::kNone,
                        std::int64_t stream = model::TrackKey::kNone) const {
        model::TrackKey k;
        k.pid = kPid;
        k.tid = tid;
        k.device = device;
        k.stream = stream;
        if (device != model::TrackKey::kNone) k.context = device + 1;
        return k;
    }

    void makeTracks() {
        for (int g = 0; g < 2; ++g) {
            const char* names[kMetrics] = {"SMs Active [Throughput %]", "Tensor Active [Throughput %]",
                                           "DRAM Read Bandwidth [Throughput %]"};
            for (int m = 0; m < kMetrics; ++m) {
                model::TrackKey k;
                k.device = g;
                k.domain = m;
                m_metric[g][m] = m_store->track(T::GpuMetric, k);
                m_store->setTrackName(m_metric[g][m], text(names[m]));
            }
            m_store->track(T::Kernels, key(0, g, 0));
            m_store->track(T::Memory, key(0, g, 0));
            m_compute[g] = m_store->track(T::StreamKernels, key(0, g, 7));
            m_copies[g] = m_store->track(T::StreamMemory, key(0, g, 13));
            m_comm[g] = m_store->track(T::StreamKernels, key(0, g, 21));
            model::TrackKey k = key(0, g);
            k.domain = 0;
            m_memory[g] = m_store->track(T::MemoryUsage, k);
        }
        const char* threads[3] = {"main", "autograd", "loader"};
        for (int i = 0; i < 3; ++i) {
            m_store->setTrackName(m_store->track(T::Thread, key(kPid + i)), text(threads[i]));
            m_api[i] = m_store->track(T::CudaApi, key(kPid + i));
            m_osrt[i] = m_store->track(T::OsRuntime, key(kPid + i));
            m_state[i] = m_store->track(T::ThreadState, key(kPid + i));
            model::TrackKey k = key(kPid + i);
            k.domain = 0;
            m_nvtx[i] = m_store->track(T::Nvtx, k);
        }
        // Threads without activity, which the rows fold.
        for (int i = 0; i < 5; ++i) {
            const model::TrackId state = m_store->track(T::ThreadState, key(kPid + 40 + i));
            lane(state).append({0, 4000, text("Running"), 0, 0, 0});
        }
    }

    model::ArgsId launchArgs(int gridX, int blockX, int dynamicBytes) {
        std::vector<model::Arg> args;
        const auto add = [&](const char* k, std::int64_t v) { args.push_back({text(k), model::Arg::Type::Int, v}); };
        add("gridX", gridX), add("gridY", 4), add("gridZ", 1), add("blockX", blockX), add("blockY", 1),
            add("blockZ", 1);
        add("registersPerThread", 168), add("staticSharedMemory", 1024), add("dynamicSharedMemory", dynamicBytes);
        add("launchType", 1), add("cacheConfig", 0), add("localMemoryTotal", 0);
        return m_store->args().intern(args);
    }
    model::ArgsId copyArgs(int kind, std::int64_t bytes) {
        const std::vector<model::Arg> args{{text("bytes"), model::Arg::Type::Int, bytes},
                                           {text("copyKind"), model::Arg::Type::Int, kind},
                                           {text("srcKind"), model::Arg::Type::Int, kind == 1 ? 1 : 2},
                                           {text("dstKind"), model::Arg::Type::Int, kind == 1 ? 2 : 1}};
        return m_store->args().intern(args);
    }
    model::ArgsId result(std::int64_t code) {
        return m_store->args().intern(std::vector<model::Arg>{{text("returnValue"), model::Arg::Type::Int, code}});
    }

    /// A call on the host that launches work at the earliest free moment of a stream.
    void launch(int thread, model::TimeNs& cpu, model::TrackId stream, model::TimeNs& gpu, const char* name,
                model::TimeNs length, model::ArgsId args, const char* call = "cudaLaunchKernel_v7000") {
        const model::TimeNs spent = 4200 + static_cast<model::TimeNs>(m_random() % 3000);
        const auto id = ++m_correlation;
        const model::ChainId chain = m_correlation % 9 == 0 ? stack() : 0;
        lane(m_api[thread]).append({cpu, cpu + spent, text(call), result(0), id, chain});
        const model::TimeNs start = std::max(gpu, cpu + spent + 2400);
        lane(stream).append({start, start + length, text(name), args, id, id});
        gpu = start + length + 900 + static_cast<model::TimeNs>(m_random() % 700);
        cpu += spent + 2500 + static_cast<model::TimeNs>(m_random() % 4000);
    }

    model::ChainId stack() {
        const std::vector<model::Frame> frames{
            {text("cudaLaunchKernel"), text("/usr/lib/libcudart.so.12"), 0x7f00, 0, 0},
            {text("at::native::gpu_kernel_impl"), text("/opt/torch/lib/libtorch_cuda.so"), 0x5510, 0, 0},
            {text("torch::autograd::Engine::evaluate_function"), text("/opt/torch/lib/libtorch_cpu.so"), 0x5520, 0, 0},
            {text("main"), text("/usr/bin/python3"), 0x1000, 0, 0}};
        return m_store->callchains().intern(frames);
    }

    void addStep(int step) {
        const model::TimeNs begin = step * kStep;
        for (int g = 0; g < 2; ++g) m_gpuFree[g] = std::max(m_gpuFree[g], begin + 90'000);
        model::TimeNs cpu = begin + 120'000;
        lane(m_api[0]).append(
            {begin + 20'000, begin + 31'000, text("cudaMemcpyAsync_v3020"), result(0), ++m_correlation, 0});
        for (int g = 0; g < 2; ++g)
            lane(m_copies[g])
                .append({begin + 40'000 + g * 5000, begin + 310'000 + g * 9000, text("HtoD memcpy"),
                         copyArgs(1, 6'291'456), g ? 0 : m_correlation, 0});
        lane(m_nvtx[0], 0)
            .append({begin + 8'000, begin + kStep - 200'000, text("step " + std::to_string(step)), 0, 0, 0});
        const model::TimeNs forward = cpu;
        for (int layer = 0; layer < 12; ++layer) {
            const model::TimeNs from = cpu;
            for (int g = 0; g < 2; ++g) {
                launch(0, cpu, m_compute[g], m_gpuFree[g], kNorm, 21'000, launchArgs(512, 256, 0));
                launch(0, cpu, m_compute[g], m_gpuFree[g], kGemm, 92'000 + layer * 700, launchArgs(1152, 128, 98304));
                launch(0, cpu, m_compute[g], m_gpuFree[g], kAttention, 66'000, launchArgs(768, 128, 65536));
                launch(0, cpu, m_compute[g], m_gpuFree[g], kElementwise, 9'000, launchArgs(4096, 128, 0));
            }
            lane(m_nvtx[0], 2).append({from - 800, cpu - 900, text("layer " + std::to_string(layer)), 0, 0, 0});
        }
        lane(m_nvtx[0], 1).append({forward - 3000, cpu, text("forward"), 0, 0, 0});
        addBackward(step, begin, cpu);
        lane(m_osrt[2]).append({begin + 300'000, begin + 2'900'000, text("pthread_cond_wait"), 0, 0, stack()});
        lane(m_osrt[2]).append({begin + 3'000'000, begin + 3'220'000, text("read"), 0, 0, 0});
        lane(m_state[2]).append({begin + 2'900'000, begin + 3'600'000, text("Running"), 0, 0, 0});
        lane(m_state[0]).append({begin, begin + kStep - 1'900'000, text("Running"), 0, 0, 0});
    }

    void addBackward(int step, model::TimeNs begin, model::TimeNs cpu) {
        const model::TimeNs backward = std::max(cpu + 60'000, m_backwardFree);
        model::TimeNs at = backward;
        for (int layer = 11; layer >= 0; --layer) {
            const model::TimeNs from = at;
            for (int g = 0; g < 2; ++g) {
                launch(1, at, m_compute[g], m_gpuFree[g], kGemm, 118'000, launchArgs(1152, 128, 98304));
                launch(1, at, m_compute[g], m_gpuFree[g], kGemm, 101'000, launchArgs(768, 128, 98304));
                launch(1, at, m_compute[g], m_gpuFree[g], kElementwise, 12'000, launchArgs(4096, 128, 0));
                if (layer % 3 == 0) {
                    m_commFree[g] = std::max(m_commFree[g], m_gpuFree[g]);
                    launch(1, at, m_comm[g], m_commFree[g], kReduce, 430'000, launchArgs(24, 544, 0),
                           "cudaLaunchKernelExC_v11060");
                }
            }
            lane(m_nvtx[1], 1)
                .append({from - 700, at - 900, text("backward of layer " + std::to_string(layer)), 0, 0, 0});
        }
        lane(m_nvtx[1], 0).append({backward - 2000, at, text("backward"), 0, 0, 0});
        lane(m_state[1]).append({backward - 2000, at, text("Running"), 0, 0, 0});
        m_backwardFree = at + 2000;
        model::TimeNs opt = std::max(at + 20'000, begin + 6'300'000);
        const model::TimeNs from = opt;
        for (int g = 0; g < 2; ++g) {
            m_gpuFree[g] = std::max(m_gpuFree[g], m_commFree[g]);
            for (int i = 0; i < 3; ++i)
                launch(0, opt, m_compute[g], m_gpuFree[g], kAdam, 160'000, launchArgs(320, 512, 0));
        }
        const model::TimeNs end = std::max(std::max(m_gpuFree[0], m_gpuFree[1]) + 6000, opt + 1000);
        lane(m_api[0]).append({opt + 500, std::min(end, begin + kStep - 260'000), text("cudaStreamSynchronize_v3020"),
                               result(0), ++m_correlation, 0});
        lane(m_nvtx[0], 1).append({from - 3000, std::min(end, begin + kStep - 230'000), text("optimizer"), 0, 0, 0});
        (void)step;
    }

    void finish(int steps) {
        for (model::TimeNs t = 0; t < steps * kStep; t += 50'000)
            for (int g = 0; g < 2; ++g) {
                const double phase = static_cast<double>(t % kStep) / kStep;
                const double busy = phase < 0.82 ? 82 + 11 * std::sin(phase * 40 + g) : 9;
                m_store->counter(m_metric[g][0]).append(t, busy);
                m_store->counter(m_metric[g][1]).append(t, busy * 0.7 + (m_random() % 8));
                m_store->counter(m_metric[g][2]).append(t, phase < 0.82 ? 35 + 25 * std::sin(phase * 70) : 4);
                if (t % 500'000 == 0) m_store->counter(m_memory[g]).append(t, 3e10 + 1.2e10 * phase);
            }
    }

    static constexpr std::int64_t kPid = 4242;
    static constexpr int kMetrics = 3;
    std::shared_ptr<model::EventStore> m_store;
    model::SnapshotPtr m_snapshot;
    std::mt19937 m_random{17};
    std::uint32_t m_correlation = 100;
    model::TrackId m_metric[2][kMetrics], m_compute[2], m_copies[2], m_comm[2], m_memory[2], m_api[3], m_osrt[3],
        m_state[3], m_nvtx[3];
    model::TimeNs m_gpuFree[2] = {0, 0}, m_commFree[2] = {0, 0}, m_backwardFree = 0;
};
