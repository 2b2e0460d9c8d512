// SPDX-License-Identifier: GPL-3.0-or-later
// A library that uses others, as PyTorch does: whoever loads it does not see those.
#include <cstdio>

extern "C" {
int cublasSgemm_v2(void*, int, int, int, int, int, const float*, const float*, int, const float*, int, const float*,
                   float*, int);
int cublasGemmStridedBatchedEx(void*, int, int, int, int, int, const void*, const void*, int, int, long long,
                               const void*, int, int, long long, const void*, void*, int, int, long long, int, int,
                               int);
int cublasLtMatmul(void (*)());
int cudnnBackendExecute(void*, void*, void*);
int cudnnBatchNormalizationForwardTraining(void*, int, const void*, const void*, void*, const void*, void*, void*,
                                           void*, void*, void*, double, void*, void*, double, void*, void*);

/// 0 = all of them got what was passed and returned what they should.
int useLibraries() {
    float c = 0;
    const float one = 1, two = 2;
    for (int i = 0; i < 3; ++i)
        if (cublasSgemm_v2(&c, 1, 2, 64, 32, 16, &one, nullptr, 7, nullptr, 8, &two, &c, 9) != 0 || c != 3) return 1;
    if (cublasGemmStridedBatchedEx(nullptr, 0, 0, 1, 2, 3, nullptr, nullptr, 0, 0, 1LL << 40, nullptr, 0, 0, 1LL << 41,
                                   nullptr, nullptr, 0, 0, 1LL << 42, 20, 21, 22) != 0)
        return 2;
    for (int i = 0; i < 59; ++i)
        if (cudnnBackendExecute(nullptr, nullptr, nullptr) != 0) return 3;
    if (cudnnBatchNormalizationForwardTraining(nullptr, 4, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                               nullptr, nullptr, nullptr, 0.125, nullptr, nullptr, 1e-5,
                                               reinterpret_cast<void*>(16), reinterpret_cast<void*>(17)) != 0)
        return 4;
    try {
        cublasLtMatmul([] { throw 7; });
        return 5;
    } catch (const int thrown) {
        return thrown == 7 ? 0 : 6;
    }
}
}
