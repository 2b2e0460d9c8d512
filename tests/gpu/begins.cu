// SPDX-License-Identifier: GPL-3.0-or-later
// One kind of object of CUDA, made and used before a capture begins, used in it and after it; another one made in the
// capture, and a third one after it. Prints what happened inside as JSON, and what the program computed.
//
//   begins OBJECT BEGIN [DEVICES]
//     BEGIN  profiler  the program calls cudaProfilerStart() and -Stop()
//            nvtx      … and begins the range "captured"
//            asked     it prints "ready" and "done", and waits for a line each time
//            open      it prints "ready" and waits; all that comes later counts
//            whole     nothing marks the capture: all counts
// The exit code is 7 where all went well.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

void check(cudaError_t e, int line) {
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
    std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

constexpr int kThreads = 32, kUses = 20, kNodes = 5;
constexpr std::size_t kBytes = 1 << 20;

__global__ void add(float* x) { x[threadIdx.x] += 1; }
__global__ void addTogether(float* x) {
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0) x[threadIdx.x] += 1;
}
__global__ void __cluster_dims__(2, 1, 1) addInCluster(float* x) {
    cooperative_groups::this_cluster().sync();
    if (blockIdx.x == 0) x[threadIdx.x] += 1;
}
__global__ void addAfter(float* x) {
    cudaGridDependencySynchronize();
    x[threadIdx.x] += 1;
}
__global__ void addSlowly(float* x, long long cycles) {
    for (const long long begin = clock64(); clock64() - begin < cycles;) {}
    x[threadIdx.x] += 1;
}
__global__ void setCondition(cudaGraphConditionalHandle handle, unsigned value) {
    cudaGraphSetConditional(handle, value);
}
__global__ void countDown(cudaGraphConditionalHandle handle, int* left) {
    cudaGraphSetConditional(handle, --*left > 0);
}
__global__ void launchTail(cudaGraphExec_t graph) { cudaGraphLaunch(graph, cudaStreamGraphTailLaunch); }
void CUDART_CB onHost(void*) {}

/// What ran on the GPU since the last reset.
struct Counts {
    long kernels = 0;      ///< launched by themselves
    long nodeKernels = 0;  ///< as nodes of graphs
    long copies = 0, nodeCopies = 0, sets = 0, nodeSets = 0;
    long graphs = 0;        ///< launched from the host
    long deviceGraphs = 0;  ///< launched from the device
};
Counts g_counts;

/// The device that is used at the moment.
struct Device {
    float* x = nullptr;
    cudaStream_t stream = nullptr;
} g;

void launch(cudaStream_t s) {
    add<<<1, kThreads, 0, s>>>(g.x);
    CHECK(cudaGetLastError());
}
void launchDependent(cudaStream_t s) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = 1, config.blockDim = kThreads, config.stream = s, config.attrs = &attribute, config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, addAfter, g.x));
}
void launchTogether(cudaStream_t s) {
    void* arguments[] = {&g.x};
    CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(addTogether), 4, kThreads, arguments, 0, s));
}

/// An executable graph, and what each launch of it does.
struct Graph {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    long kernels = 0, copies = 0, sets = 0, onDevice = 0;
};
void instantiate(Graph& o, unsigned flags = 0) { CHECK(cudaGraphInstantiate(&o.exec, o.graph, flags)); }
void replay(const Graph& o, cudaStream_t s) {
    CHECK(cudaGraphLaunch(o.exec, s));
    ++g_counts.graphs;
    g_counts.nodeKernels += o.kernels, g_counts.nodeCopies += o.copies, g_counts.nodeSets += o.sets;
    g_counts.deviceGraphs += o.onDevice;
}

cudaGraph_t captured(const std::function<void(cudaStream_t)>& work) {
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(g.stream, cudaStreamCaptureModeThreadLocal));
    work(g.stream);
    CHECK(cudaStreamEndCapture(g.stream, &graph));
    return graph;
}
void launchSome(cudaStream_t s) {
    for (int i = 0; i < kNodes; ++i) launch(s);
}
cudaGraphNode_t addKernel(cudaGraph_t graph, const cudaGraphNode_t* after, void* function, void** arguments,
                          int threads = 1) {
    cudaKernelNodeParams p{};
    p.func = function, p.gridDim = 1, p.blockDim = threads, p.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, after, after ? 1 : 0, &p));
    return node;
}

Graph makeCaptured() {
    Graph o{captured(launchSome), nullptr, kNodes};
    return instantiate(o), o;
}
Graph makeSlow() {  // still runs when the capture has ended
    Graph o{captured([](cudaStream_t s) {
                for (int i = 0; i < kNodes; ++i) addSlowly<<<1, kThreads, 0, s>>>(g.x, 200'000);
            }),
            nullptr, kNodes};
    return instantiate(o), o;
}
Graph makeMixed() {  // kernels, copies, memsets and calls of the host
    Graph o{captured([](cudaStream_t s) {
                launchSome(s);
                CHECK(cudaMemcpyAsync(g.x + 4096, g.x, 4096, cudaMemcpyDeviceToDevice, s));
                CHECK(cudaMemsetAsync(g.x + 8192, 0, 4096, s));
                CHECK(cudaLaunchHostFunc(s, onHost, nullptr));
            }),
            nullptr, kNodes, 1, 1};
    return instantiate(o), o;
}
Graph makeMemory() {
    Graph o{captured([](cudaStream_t s) {
                void* p;
                CHECK(cudaMallocAsync(&p, kBytes, s));
                CHECK(cudaMemsetAsync(p, 0, kBytes, s));
                launch(s);
                CHECK(cudaFreeAsync(p, s));
            }),
            nullptr, 1, 0, 1};
    return instantiate(o), o;
}
Graph makeDependent() {
    Graph o{captured([](cudaStream_t s) {
                for (int i = 0; i < 3; ++i) launchDependent(s);
            }),
            nullptr, 3};
    return instantiate(o), o;
}
Graph makeTogether() {
    Graph o{captured(launchTogether), nullptr, 1};
    return instantiate(o), o;
}
Graph makeBuilt() {  // by hand, with a child graph
    Graph o;
    CHECK(cudaGraphCreate(&o.graph, 0));
    void* arguments[] = {&g.x};
    const cudaGraphNode_t first = addKernel(o.graph, nullptr, reinterpret_cast<void*>(add), arguments, kThreads);
    cudaGraphNode_t child, copy;
    CHECK(cudaGraphAddChildGraphNode(&child, o.graph, &first, 1, captured(launchSome)));
    CHECK(cudaGraphAddMemcpyNode1D(&copy, o.graph, &child, 1, g.x + 4096, g.x, 4096, cudaMemcpyDeviceToDevice));
    o.kernels = 1 + kNodes, o.copies = 1;
    return instantiate(o), o;
}
Graph makeConditional(bool repeats) {
    constexpr int kTimes = 3;
    static int* left = nullptr;
    Graph o;
    CHECK(cudaMalloc(&left, sizeof *left));
    CHECK(cudaGraphCreate(&o.graph, 0));
    cudaGraphConditionalHandle handle;
    CHECK(cudaGraphConditionalHandleCreate(&handle, o.graph, 1, cudaGraphCondAssignDefault));
    unsigned one = 1;
    void *set[] = {&handle, &one}, *data[] = {&g.x}, *down[] = {&handle, &left};
    const cudaGraphNode_t first = addKernel(o.graph, nullptr, reinterpret_cast<void*>(setCondition), set);
    cudaMemsetParams three{};
    three.dst = left, three.elementSize = 4, three.width = 1, three.height = 1, three.value = kTimes;
    cudaGraphNode_t reset, condition;
    CHECK(cudaGraphAddMemsetNode(&reset, o.graph, &first, 1, &three));
    cudaGraphNodeParams p{};
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = handle, p.conditional.type = repeats ? cudaGraphCondTypeWhile : cudaGraphCondTypeIf,
    p.conditional.size = 1;
    CHECK(cudaGraphAddNode(&condition, o.graph, &reset, nullptr, 1, &p));
    const cudaGraph_t body = p.conditional.phGraph_out[0];
    const cudaGraphNode_t inner = addKernel(body, nullptr, reinterpret_cast<void*>(add), data, kThreads);
    if (repeats) addKernel(body, &inner, reinterpret_cast<void*>(countDown), down);
    o.kernels = repeats ? 1 + 2 * kTimes : 2, o.sets = 1;
    return instantiate(o), o;
}
Graph makeOnDevice() {  // a graph that launches another one from the device
    Graph inner{captured(launchSome)};
    instantiate(inner, cudaGraphInstantiateFlagDeviceLaunch);
    CHECK(cudaGraphUpload(inner.exec, g.stream));
    Graph o{captured([&](cudaStream_t s) { launchTail<<<1, 1, 0, s>>>(inner.exec); }), nullptr, 1, 0, 0, 1};
    instantiate(o, cudaGraphInstantiateFlagDeviceLaunch);
    CHECK(cudaGraphUpload(o.exec, g.stream));
    return o;
}

/// What is tried: make() gives what use() uses; both in any order of stages.
struct Object {
    std::function<std::function<void()>()> make;
    bool isWaitedFor = true;  ///< before the capture ends
};

std::function<void()> replaying(Graph o) {
    return [o] {
        replay(o, g.stream);
        CHECK(cudaStreamSynchronize(g.stream));  // graphs that launch others must not overlap
    };
}
std::function<void()> kernelOn(cudaStream_t s, void (*how)(cudaStream_t)) {
    return [s, how] { how(s), ++g_counts.kernels; };
}

std::function<void()> updated(bool whole) {
    const Graph o = makeCaptured();
    return [o, whole] {
        if (whole) {
            cudaGraphExecUpdateResultInfo info;
            CHECK(cudaGraphExecUpdate(o.exec, captured(launchSome), &info));
        } else {
            cudaGraphNode_t nodes[kNodes];
            std::size_t n = kNodes;
            CHECK(cudaGraphGetNodes(o.graph, nodes, &n));
            cudaKernelNodeParams p;
            CHECK(cudaGraphKernelNodeGetParams(nodes[0], &p));
            CHECK(cudaGraphExecKernelNodeSetParams(o.exec, nodes[0], &p));
        }
        replay(o, g.stream);
    };
}
std::function<void()> cloned() {
    const Graph o = makeCaptured();
    return [o] {
        Graph copy{nullptr, nullptr, kNodes};
        CHECK(cudaGraphClone(&copy.graph, o.graph));
        instantiate(copy);
        replay(copy, g.stream);
        CHECK(cudaStreamSynchronize(g.stream));
        CHECK(cudaGraphExecDestroy(copy.exec));
    };
}
std::function<void()> onPriority() {
    cudaStream_t s;
    CHECK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -1));
    return kernelOn(s, launch);
}
std::function<void()> withEvents() {
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    CHECK(cudaEventRecord(event, g.stream));
    return [event] {
        launch(g.stream), ++g_counts.kernels;
        CHECK(cudaEventRecord(event, g.stream));
        CHECK(cudaStreamWaitEvent(g.stream, event));
        CHECK(cudaEventSynchronize(event));
    };
}
std::function<void()> fromPool() {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaGetDevice(&properties.location.id));
    cudaMemPool_t pool;
    CHECK(cudaMemPoolCreate(&pool, &properties));
    return [pool] {
        void* p;
        CHECK(cudaMallocFromPoolAsync(&p, kBytes, pool, g.stream));
        CHECK(cudaMemsetAsync(p, 0, kBytes, g.stream)), ++g_counts.sets;
        CHECK(cudaFreeAsync(p, g.stream));
    };
}
std::function<void()> managed() {
    float* p;
    CHECK(cudaMallocManaged(&p, kBytes));
    return [p] {
        p[0] = 1;
        add<<<1, kThreads, 0, g.stream>>>(p), ++g_counts.kernels;
        CHECK(cudaStreamSynchronize(g.stream));
    };
}
std::function<void()> inModule() {
    static constexpr char kPtx[] =
        ".version 7.0\n.target sm_70\n.address_size 64\n"
        ".visible .entry own(.param .u64 p) { .reg .u64 a; .reg .f32 f; ld.param.u64 a, [p];\n"
        " cvta.to.global.u64 a, a; ld.global.f32 f, [a]; add.f32 f, f, 0f3F800000; st.global.f32 [a], f; ret; }\n";
    CUmodule module;
    CUfunction function;
    if (cuModuleLoadData(&module, kPtx) != CUDA_SUCCESS ||
        cuModuleGetFunction(&function, module, "own") != CUDA_SUCCESS)
        std::exit(1);
    return [function] {
        void* arguments[] = {&g.x};
        if (cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, g.stream, arguments, nullptr) != CUDA_SUCCESS) std::exit(1);
        ++g_counts.kernels;
    };
}
std::function<void()> copies() {
    void* host;
    CHECK(cudaMallocHost(&host, 4096));
    return [host] {
        CHECK(cudaMemcpyAsync(host, g.x, 4096, cudaMemcpyDeviceToHost, g.stream)), ++g_counts.copies;
        CHECK(cudaMemsetAsync(g.x + 8192, 0, 4096, g.stream)), ++g_counts.sets;
    };
}
/// Four threads make graphs, launch and destroy them, all the time that somebody else begins and ends captures.
std::function<void()> atOnce() {
    return [] {
        std::atomic<long> made{0};
        std::vector<std::thread> threads;
        int device = 0;
        CHECK(cudaGetDevice(&device));
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&made, device] {
                CHECK(cudaSetDevice(device));
                cudaStream_t s;
                float* x;
                CHECK(cudaStreamCreate(&s));
                CHECK(cudaMalloc(&x, 4096));
                for (int i = 0; i < 25; ++i) {
                    cudaGraph_t graph;
                    cudaGraphExec_t exec;
                    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
                    for (int k = 0; k < kNodes; ++k) add<<<1, kThreads, 0, s>>>(x);
                    CHECK(cudaStreamEndCapture(s, &graph));
                    CHECK(cudaGraphInstantiate(&exec, graph, 0));
                    for (int k = 0; k < 4; ++k) CHECK(cudaGraphLaunch(exec, s)), ++made;
                    CHECK(cudaStreamSynchronize(s));
                    CHECK(cudaGraphExecDestroy(exec));
                    CHECK(cudaGraphDestroy(graph));
                }
            });
        for (std::thread& t : threads) t.join();
        g_counts.graphs += made, g_counts.nodeKernels += made * kNodes;
    };
}

const std::map<std::string, Object> kObjects{
    {"graph", {[] { return replaying(makeCaptured()); }}},
    {"in-flight", {[] { return [o = makeSlow()] { replay(o, g.stream); }; }, false}},
    {"mixed", {[] { return replaying(makeMixed()); }}},
    {"memory", {[] { return replaying(makeMemory()); }}},
    {"dependent-graph", {[] { return replaying(makeDependent()); }}},
    {"cooperative-graph", {[] { return replaying(makeTogether()); }}},
    {"built", {[] { return replaying(makeBuilt()); }}},
    {"if", {[] { return replaying(makeConditional(false)); }}},
    {"while", {[] { return replaying(makeConditional(true)); }}},
    {"device", {[] { return replaying(makeOnDevice()); }}},
    {"update", {[] { return updated(true); }}},
    {"parameters", {[] { return updated(false); }}},
    {"clone", {cloned}},
    {"at-once", {atOnce}},
    {"priority", {onPriority}},
    {"event", {withEvents}},
    {"pool", {fromPool}},
    {"managed", {managed}},
    {"module", {inModule}},
    {"copies", {copies}},
    {"cooperative", {[] { return kernelOn(g.stream, launchTogether); }}},
    {"cluster", {[] { return kernelOn(g.stream, [](cudaStream_t s) { addInCluster<<<2, kThreads, 0, s>>>(g.x); }); }}},
    {"dependent", {[] { return kernelOn(g.stream, launchDependent); }}},
};

void waitForAll(int devices) {
    for (int i = 0; i < devices; ++i) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaDeviceSynchronize());
    }
}
void ask(const char* word) {
    std::printf("%s\n", word);
    std::fflush(stdout);
    std::string line;
    std::getline(std::cin, line);
}
void begin(const std::string& how) {
    if (how == "profiler") CHECK(cudaProfilerStart());
    if (how == "nvtx") nvtxRangePushA("captured");
    if (how == "asked" || how == "open") ask("ready");
}
void end(const std::string& how) {
    if (how == "profiler") CHECK(cudaProfilerStop());
    if (how == "nvtx") nvtxRangePop();
    if (how == "asked") ask("done");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "", how = argc > 2 ? argv[2] : "whole";
    const int devices = argc > 3 ? std::atoi(argv[3]) : 1;
    const auto object = kObjects.find(what);
    if (object == kObjects.end()) {
        for (const auto& [name, o] : kObjects) std::puts(name.c_str());
        return 2;
    }
    std::vector<Device> all(devices);
    std::vector<std::function<void()>> uses(devices);
    const auto onEach = [&](const std::function<void(int)>& f) {
        for (int i = 0; i < devices; ++i) {
            CHECK(cudaSetDevice(i));
            g = all[i];
            f(i);
        }
    };
    for (int i = 0; i < devices; ++i) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaMalloc(&all[i].x, kBytes));
        CHECK(cudaMemset(all[i].x, 0, kBytes)), ++g_counts.sets;
        CHECK(cudaStreamCreateWithFlags(&all[i].stream, cudaStreamNonBlocking));
    }
    waitForAll(devices);
    onEach([&](int i) { uses[i] = object->second.make(), uses[i](), uses[i](); });
    waitForAll(devices);
    if (how != "whole") g_counts = {};
    begin(how);
    onEach([&](int i) {
        for (int k = 0; k < kUses; ++k) uses[i]();
        if (object->second.isWaitedFor) CHECK(cudaDeviceSynchronize());  // both may add to the same numbers
        const std::function<void()> fresh = object->second.make();
        for (int k = 0; k < kUses; ++k) fresh();
    });
    if (object->second.isWaitedFor) waitForAll(devices);
    const Counts inside = g_counts;
    end(how);
    onEach([&](int i) {
        uses[i]();
        CHECK(cudaDeviceSynchronize());
        object->second.make()();
    });
    waitForAll(devices);
    const Counts& c = how == "whole" || how == "open" ? g_counts : inside;
    double sum = 0;
    for (Device& d : all) {
        float first[kThreads];
        CHECK(cudaMemcpy(first, d.x, sizeof first, cudaMemcpyDeviceToHost)), ++g_counts.copies;
        for (const float f : first) sum += f;
    }
    std::printf(
        "{\"kernels\": %ld, \"node_kernels\": %ld, \"copies\": %ld, \"node_copies\": %ld, \"sets\": %ld, \"node_sets\": %ld, \"graphs\": %ld, \"device_graphs\": %ld, \"sum\": %.1f}\n",
        c.kernels, c.nodeKernels, c.copies, c.nodeCopies, c.sets, c.nodeSets, c.graphs, c.deviceGraphs, sum);
    return 7;
}
