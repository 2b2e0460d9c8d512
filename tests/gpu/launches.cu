// SPDX-License-Identifier: GPL-3.0-or-later
// Launches tiny kernels on several streams, copies, and replays a CUDA graph; says how many of each, and what a launch
// took.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#define CHECK(call)                                                                        \
    do {                                                                                   \
        if (const cudaError_t e = (call); e != cudaSuccess) {                              \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
            std::exit(1);                                                                  \
        }                                                                                  \
    } while (0)

__global__ void tiny(int* p, int i) {
    if (threadIdx.x == 0 && p) p[blockIdx.x] = i;
}
__global__ void inGraph(int* p) {
    if (threadIdx.x == 0 && p) p[blockIdx.x] += 1;
}

int main(int argc, char** argv) {
    const int launches = argc > 1 ? std::atoi(argv[1]) : 100'000, streams = argc > 2 ? std::atoi(argv[2]) : 4,
              graphs = argc > 3 ? std::atoi(argv[3]) : 100;
    int* p = nullptr;
    CHECK(cudaMalloc(&p, 1024));
    std::vector<cudaStream_t> s(streams);
    for (cudaStream_t& one : s) CHECK(cudaStreamCreate(&one));
    for (int i = 0; i < 2000; ++i) tiny<<<1, 32, 0, s[i % streams]>>>(p, i);  // warm
    CHECK(cudaDeviceSynchronize());
    double us = std::numeric_limits<double>::max();  // of the quietest part: what else the machine does at some moment
                                                     // does not count
    const int part = std::max(1, std::min(launches, 10'000));
    for (int done = 0; done < launches; done += part) {
        const int end = std::min(launches, done + part);
        const auto begin = std::chrono::steady_clock::now();
        for (int i = done; i < end; ++i) tiny<<<1 + i % 3, 32, 0, s[i % streams]>>>(p, i);
        CHECK(cudaDeviceSynchronize());
        us = std::min(us, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() /
                              (end - done));
    }
    std::vector<int> host(64);
    const int copies = 500;
    for (int i = 0; i < copies; ++i)
        CHECK(cudaMemcpyAsync(i % 2 ? host.data() : reinterpret_cast<int*>(p), i % 2 ? p : host.data(), 256,
                              cudaMemcpyDefault, s[0]));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    constexpr int kNodes = 5;
    CHECK(cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal));
    for (int i = 0; i < kNodes; ++i) inGraph<<<1, 32, 0, s[0]>>>(p);
    CHECK(cudaStreamEndCapture(s[0], &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < graphs; ++i) CHECK(cudaGraphLaunch(exec, s[0]));
    CHECK(cudaDeviceSynchronize());
    std::printf("{\"kernels\": %d, \"copies\": %d, \"graphs\": %d, \"nodes\": %d, \"us_per_launch\": %.4f}\n",
                launches + 2000, copies, graphs, graphs * kNodes, us);
    return 0;
}
