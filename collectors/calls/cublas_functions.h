// SPDX-License-Identifier: Apache-2.0
// Calls of cuBLAS and cuBLASLt that do work; those that only set something are left out. Rows as in osrt_functions.h. Scalars are passed by pointer.
#define CALL(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Int, None, false)
#define SIZED(symbol, detail) X(symbol, #symbol, detail, symbol, Plain, Int, None, false)
// As cuBLAS 12 has them: with 64-bit sizes, too.
#define BOTH(symbol) CALL(symbol) CALL(symbol##_64)
#define MNK(symbol) SIZED(symbol, "m $3, n $4, k $5") SIZED(symbol##_64, "m $3, n $4, k $5")
#define REAL(name) BOTH(cublasS##name) BOTH(cublasD##name)
#define COMPLEX(name) BOTH(cublasC##name) BOTH(cublasZ##name)
#define ALL(name) REAL(name) COMPLEX(name)
#define ALL_MNK(name) MNK(cublasS##name) MNK(cublasD##name) MNK(cublasC##name) MNK(cublasZ##name)

CALL(cublasCreate_v2) CALL(cublasDestroy_v2)
// matrix by matrix
ALL_MNK(gemm_v2) MNK(cublasHgemm) MNK(cublasCgemm3m) MNK(cublasZgemm3m) MNK(cublasSgemmEx) MNK(cublasCgemmEx) MNK(cublasCgemm3mEx)
MNK(cublasGemmEx) MNK(cublasGemmBatchedEx) MNK(cublasGemmStridedBatchedEx) BOTH(cublasGemmGroupedBatchedEx)
ALL_MNK(gemmBatched) MNK(cublasHgemmBatched) MNK(cublasCgemm3mBatched) ALL_MNK(gemmStridedBatched) MNK(cublasHgemmStridedBatched)
MNK(cublasCgemm3mStridedBatched) BOTH(cublasSgemmGroupedBatched) BOTH(cublasDgemmGroupedBatched)
ALL(symm_v2) COMPLEX(hemm_v2) ALL(syrk_v2) COMPLEX(herk_v2) ALL(syr2k_v2) COMPLEX(her2k_v2) ALL(syrkx) COMPLEX(herkx) ALL(trmm_v2) ALL(trsm_v2)
ALL(trsmBatched) ALL(geam) ALL(dgmm) BOTH(cublasCsyrkEx) BOTH(cublasCsyrk3mEx) BOTH(cublasCherkEx) BOTH(cublasCherk3mEx)
// matrix by vector
ALL(gemv_v2) ALL(gbmv_v2) ALL(trmv_v2) ALL(tbmv_v2) ALL(tpmv_v2) ALL(trsv_v2) ALL(tbsv_v2) ALL(tpsv_v2) ALL(symv_v2) COMPLEX(hemv_v2)
REAL(sbmv_v2) REAL(spmv_v2) COMPLEX(hbmv_v2) COMPLEX(hpmv_v2) REAL(ger_v2) COMPLEX(geru_v2) COMPLEX(gerc_v2) ALL(syr_v2) COMPLEX(her_v2)
REAL(spr_v2) COMPLEX(hpr_v2) ALL(syr2_v2) COMPLEX(her2_v2) REAL(spr2_v2) COMPLEX(hpr2_v2) ALL(gemvBatched) ALL(gemvStridedBatched)
BOTH(cublasHSHgemvBatched) BOTH(cublasHSSgemvBatched) BOTH(cublasTSTgemvBatched) BOTH(cublasTSSgemvBatched)
BOTH(cublasHSHgemvStridedBatched) BOTH(cublasHSSgemvStridedBatched) BOTH(cublasTSTgemvStridedBatched) BOTH(cublasTSSgemvStridedBatched)
// vectors
ALL(axpy_v2) ALL(copy_v2) ALL(scal_v2) ALL(swap_v2) REAL(dot_v2) COMPLEX(dotu_v2) COMPLEX(dotc_v2) BOTH(cublasCsscal_v2) BOTH(cublasZdscal_v2)
BOTH(cublasSnrm2_v2) BOTH(cublasDnrm2_v2) BOTH(cublasScnrm2_v2) BOTH(cublasDznrm2_v2) BOTH(cublasSasum_v2) BOTH(cublasDasum_v2)
BOTH(cublasScasum_v2) BOTH(cublasDzasum_v2) BOTH(cublasIsamax_v2) BOTH(cublasIdamax_v2) BOTH(cublasIcamax_v2) BOTH(cublasIzamax_v2)
BOTH(cublasIsamin_v2) BOTH(cublasIdamin_v2) BOTH(cublasIcamin_v2) BOTH(cublasIzamin_v2) ALL(rot_v2) REAL(rotm_v2)
BOTH(cublasAxpyEx) BOTH(cublasCopyEx) BOTH(cublasScalEx) BOTH(cublasSwapEx) BOTH(cublasDotEx) BOTH(cublasDotcEx) BOTH(cublasNrm2Ex)
BOTH(cublasAsumEx) BOTH(cublasIamaxEx) BOTH(cublasIaminEx) BOTH(cublasRotEx)
// small systems
ALL(getrfBatched) ALL(getriBatched) ALL(getrsBatched) ALL(matinvBatched) ALL(geqrfBatched) ALL(gelsBatched) ALL(tpttr) ALL(trttp)
// data between host and device
BOTH(cublasSetVector) BOTH(cublasGetVector) BOTH(cublasSetMatrix) BOTH(cublasGetMatrix)
BOTH(cublasSetVectorAsync) BOTH(cublasGetVectorAsync) BOTH(cublasSetMatrixAsync) BOTH(cublasGetMatrixAsync)
// cuBLASLt
CALL(cublasLtCreate) CALL(cublasLtDestroy) CALL(cublasLtMatmul) CALL(cublasLtMatmulAlgoGetHeuristic) CALL(cublasLtMatmulAlgoGetIds)
CALL(cublasLtMatmulAlgoInit) CALL(cublasLtMatmulAlgoCheck) CALL(cublasLtMatrixTransform)

#undef CALL
#undef SIZED
#undef BOTH
#undef MNK
#undef REAL
#undef COMPLEX
#undef ALL
#undef ALL_MNK
