// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels whose work is known in advance, for a kernel profiler: a BF16 product by cuBLAS (wgmma on Hopper), an FP16
// one by mma.sync, FP64 and FP32 fused multiply-adds, and a copy that is larger than every cache. Prints what each must
// have done, as one line of JSON.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>

namespace wmma = nvcuda::wmma;

#define CHECK(call)                                                            \
    do {                                                                       \
        const auto result = (call);                                            \
        if (result != decltype(result)(0)) {                                   \
            std::fprintf(stderr, "%s: %d\n", #call, static_cast<int>(result)); \
            std::exit(1);                                                      \
        }                                                                      \
    } while (0)

constexpr int kSide = 1024;        // of the matrices
constexpr int kThreads = 1 << 20;  // of the scalar kernels
constexpr int kRounds = 256;

// One warp makes a 16 x 16 tile of C = A B; row-major A, column-major B.
__global__ void fp16_mma_sync(const half* a, const half* b, float* c, int n) {
    const int row = blockIdx.y * 16, column = (blockIdx.x * blockDim.y + threadIdx.y) * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
        wmma::load_matrix_sync(left, a + row * n + k, n);
        wmma::load_matrix_sync(right, b + column * n + k, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

template <class Number>
__device__ void multiplyAdd(Number* out, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Number value = out[i];
    for (int r = 0; r < rounds; ++r) value = fma(value, Number(0.999), Number(0.5));
    out[i] = value;
}

__global__ void fp64_fma(double* out, int rounds) { multiplyAdd(out, rounds); }
__global__ void fp32_fma(float* out, int rounds) { multiplyAdd(out, rounds); }

// Each byte goes through DRAM twice, whatever caches hold before.
__global__ void stream_copy(const float4* from, float4* to, std::size_t n) {
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
         i += std::size_t(gridDim.x) * blockDim.x)
        to[i] = from[i];
}

int main() {
    constexpr std::size_t cells = std::size_t(kSide) * kSide;
    __nv_bfloat16 *a, *b, *c;
    half *p, *q;
    float *r, *single;
    double* twice;
    CHECK(cudaMalloc(&a, cells * 2));
    CHECK(cudaMalloc(&b, cells * 2));
    CHECK(cudaMalloc(&c, cells * 2));
    CHECK(cudaMalloc(&p, cells * 2));
    CHECK(cudaMalloc(&q, cells * 2));
    CHECK(cudaMalloc(&r, cells * 4));
    CHECK(cudaMalloc(&single, kThreads * 4));
    CHECK(cudaMalloc(&twice, kThreads * 8));
    CHECK(cudaMemset(a, 0, cells * 2));
    CHECK(cudaMemset(b, 0, cells * 2));
    CHECK(cudaMemset(p, 0, cells * 2));
    CHECK(cudaMemset(q, 0, cells * 2));
    CHECK(cudaMemset(single, 0, kThreads * 4));
    CHECK(cudaMemset(twice, 0, kThreads * 8));

    constexpr std::size_t kStreamed = std::size_t(2) << 30;
    float4 *from, *to;
    CHECK(cudaMalloc(&from, kStreamed));
    CHECK(cudaMalloc(&to, kStreamed));
    CHECK(cudaMemset(from, 0, kStreamed));

    cublasHandle_t blas;
    CHECK(cublasCreate(&blas));
    const float one = 1, none = 0;
    CHECK(cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, kSide, kSide, kSide, &one, a, CUDA_R_16BF, kSide, b, CUDA_R_16BF,
                       kSide, &none, c, CUDA_R_16BF, kSide, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    fp16_mma_sync<<<dim3(kSide / 64, kSide / 16), dim3(32, 4)>>>(p, q, r, kSide);
    fp64_fma<<<kThreads / 256, 256>>>(twice, kRounds);
    fp32_fma<<<kThreads / 256, 256>>>(single, kRounds);
    stream_copy<<<4096, 256>>>(from, to, kStreamed / sizeof(float4));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const double product = 2.0 * kSide * kSide * kSide, scalar = 2.0 * kThreads * kRounds;
    std::printf(
        "{\"bf16_flop\": %.0f, \"fp16_flop\": %.0f, \"fp64_flop\": %.0f, \"fp32_flop\": %.0f, \"stream_bytes\": %zu}\n",
        product, product, scalar, scalar, 2 * kStreamed);
    return 0;
}
