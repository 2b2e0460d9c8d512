// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for libcublas.so.12: functions of its names that say whether they got what was passed.
#include <ctime>
#include <stdexcept>

namespace {
void spendTime() {
    const timespec t{0, 2'000'000};
    ::nanosleep(&t, nullptr);
}
}  // namespace

extern "C" {
int cublasSgemm_v2(void* handle, int transa, int transb, int m, int n, int k, const float* alpha, const float*, int lda,
                   const float*, int ldb, const float* beta, float* c, int ldc) {
    spendTime();
    *c = *alpha + *beta;
    return handle == c && transa == 1 && transb == 2 && m == 64 && n == 32 && k == 16 && lda == 7 && ldb == 8 &&
                   ldc == 9
               ? 0
               : 13;
}
/// As many arguments as any has: 23.
int cublasGemmStridedBatchedEx(void*, int, int, int m, int n, int k, const void*, const void*, int, int,
                               long long strideA, const void*, int, int, long long strideB, const void*, void*, int,
                               int, long long strideC, int batches, int compute, int algorithm) {
    return m == 1 && n == 2 && k == 3 && strideA == 1LL << 40 && strideB == 1LL << 41 && strideC == 1LL << 42 &&
                   batches == 20 && compute == 21 && algorithm == 22
               ? 0
               : 13;
}
/// Stands for what calls back; exceptions run through.
int cublasLtMatmul(void (*callback)()) {
    callback();
    return 0;
}
}
