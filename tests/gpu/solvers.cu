// SPDX-License-Identifier: GPL-3.0-or-later
// solvers ROUNDS: in each round one Cholesky factorization and its solution by cuSOLVER, and one product of a sparse
// matrix by cuSPARSE, all checked against what they must give. Prints how often it called what.
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <class T>
static T* onDevice(const std::vector<T>& values) {
    T* out = nullptr;
    if (cudaMalloc(&out, values.size() * sizeof(T)) != cudaSuccess ||
        cudaMemcpy(out, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice) != cudaSuccess)
        std::exit(1);
    return out;
}
template <class T>
static std::vector<T> fromDevice(const T* values, std::size_t n) {
    std::vector<T> out(n);
    if (cudaMemcpy(out.data(), values, n * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess) std::exit(1);
    return out;
}
static void need(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "%s failed\n", what);
    std::exit(1);
}

// A = 2 I on the diagonal of n: x = b / 2.
static void solve(cusolverDnHandle_t handle, int n) {
    std::vector<double> a(static_cast<std::size_t>(n) * n, 0), b(n, 3);
    for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i) * n + i] = 2;
    double *matrix = onDevice(a), *right = onDevice(b), *work = nullptr;
    int size = 0, *info = onDevice(std::vector<int>{7});
    need(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, matrix, n, &size) == CUSOLVER_STATUS_SUCCESS,
         "bufferSize");
    need(cudaMalloc(&work, static_cast<std::size_t>(size) * sizeof(double)) == cudaSuccess, "cudaMalloc");
    need(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, matrix, n, work, size, info) == CUSOLVER_STATUS_SUCCESS,
         "potrf");
    need(cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, n, 1, matrix, n, right, n, info) == CUSOLVER_STATUS_SUCCESS,
         "potrs");
    need(fromDevice(info, 1)[0] == 0 && std::abs(fromDevice(right, n)[n - 1] - 1.5) < 1e-12, "the solution");
    for (void* p :
         {static_cast<void*>(matrix), static_cast<void*>(right), static_cast<void*>(work), static_cast<void*>(info)})
        cudaFree(p);
}

// One value in each row, at the diagonal: y = 4 x. Scalars are given by address, and the algorithm by number.
static void multiply(cusparseHandle_t handle, int n) {
    std::vector<int> rows(n + 1), columns(n);
    for (int i = 0; i <= n; ++i) rows[i] = i;
    for (int i = 0; i < n; ++i) columns[i] = i;
    int *row = onDevice(rows), *column = onDevice(columns);
    float *value = onDevice(std::vector<float>(n, 4)), *x = onDevice(std::vector<float>(n, 5)),
          *y = onDevice(std::vector<float>(n, 0));
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t in, out;
    need(cusparseCreateCsr(&matrix, n, n, n, row, column, value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS,
         "CreateCsr");
    need(cusparseCreateDnVec(&in, n, x, CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS &&
             cusparseCreateDnVec(&out, n, y, CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS,
         "CreateDnVec");
    const float one = 1, zero = 0;
    std::size_t size = 0;
    void* work = nullptr;
    need(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out, CUDA_R_32F,
                                 CUSPARSE_SPMV_ALG_DEFAULT, &size) == CUSPARSE_STATUS_SUCCESS,
         "SpMV_bufferSize");
    need(cudaMalloc(&work, size + 16) == cudaSuccess, "cudaMalloc");
    need(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out, CUDA_R_32F,
                      CUSPARSE_SPMV_ALG_DEFAULT, work) == CUSPARSE_STATUS_SUCCESS,
         "SpMV");
    need(fromDevice(y, n)[n - 1] == 20, "the product");
    cusparseDestroyDnVec(in);
    cusparseDestroyDnVec(out);
    cusparseDestroySpMat(matrix);
    for (void* p : {static_cast<void*>(row), static_cast<void*>(column), static_cast<void*>(value),
                    static_cast<void*>(x), static_cast<void*>(y), work})
        cudaFree(p);
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 10;
    cusolverDnHandle_t solver;
    cusparseHandle_t sparse;
    need(cusolverDnCreate(&solver) == CUSOLVER_STATUS_SUCCESS && cusparseCreate(&sparse) == CUSPARSE_STATUS_SUCCESS,
         "a handle");
    for (int i = 0; i < rounds; ++i) {
        solve(solver, 256);
        multiply(sparse, 4096);
    }
    cusolverDnDestroy(solver);
    cusparseDestroy(sparse);
    std::printf(
        "{\"cusolverDnDpotrf\": %d, \"cusolverDnDpotrs\": %d, \"cusolverDnCreate\": 1, \"cusparseSpMV\": %d, \"cusparseCreate\": 1}\n",
        rounds, rounds, rounds);
}
