// SPDX-License-Identifier: GPL-3.0-or-later
// Does one thing for some time, then another: so that each metric of a GPU has a phase in which it must be high, and
// one in which it must not. Phases are NVTX ranges. nvcc -O2 -arch=native -o phases phases.cu -lcublas
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#define CHECK(call)                                                          \
    do {                                                                     \
        if (const int e = static_cast<int>(call); e != 0) {                  \
            std::fprintf(stderr, "%s:%d error %d\n", __FILE__, __LINE__, e); \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

__global__ void stream(const float4* from, float4* to, std::size_t n) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x)
        to[i] = from[i];
}

void phase(const char* name, double seconds, const std::function<void()>& work) {
    nvtxRangePushA(name);
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
        work();
        CHECK(cudaDeviceSynchronize());
    }
    nvtxRangePop();
}

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1.0;
    constexpr std::size_t kBytes = std::size_t{1} << 30;
    constexpr int kSize = 8192;
    char *a = nullptr, *b = nullptr, *host = nullptr;
    CHECK(cudaMalloc(&a, kBytes));
    CHECK(cudaMalloc(&b, kBytes));
    CHECK(cudaMallocHost(&host, kBytes));
    cublasHandle_t blas = nullptr;
    CHECK(cublasCreate(&blas));
    const float one = 1, zero = 0;
    auto* c = static_cast<__nv_bfloat16*>(nullptr);
    CHECK(cudaMalloc(&c, sizeof(__nv_bfloat16) * kSize * kSize));
    const auto multiply = [&] {
        for (int i = 0; i < 8; ++i)
            CHECK(cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, kSize, kSize, kSize, &one, a, CUDA_R_16BF, kSize, b,
                               CUDA_R_16BF, kSize, &zero, c, CUDA_R_16BF, kSize, CUBLAS_COMPUTE_32F,
                               CUBLAS_GEMM_DEFAULT));
    };
    multiply();
    CHECK(cudaDeviceSynchronize());
    phase("idle", seconds, [] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
    phase("stream", seconds, [&] {
        for (int i = 0; i < 16; ++i)
            stream<<<4096, 256>>>(reinterpret_cast<float4*>(a), reinterpret_cast<float4*>(b), kBytes / sizeof(float4));
    });
    phase("matmul", seconds, multiply);
    phase("upload", seconds, [&] {
        for (int i = 0; i < 4; ++i) CHECK(cudaMemcpyAsync(a, host, kBytes, cudaMemcpyHostToDevice));
    });
    std::printf("{\"seconds\": %g}\n", seconds);
    return 0;
}
