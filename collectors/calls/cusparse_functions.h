// SPDX-License-Identifier: Apache-2.0
// Calls of cuSPARSE that do work; not those that ask for the size of a buffer. Rows as in osrt_functions.h.
#define CALL(symbol) X(cusparse##symbol, "cusparse" #symbol, nullptr, cusparse##symbol, Plain, Int, None, false)
#define ALL(name) CALL(S##name) CALL(D##name) CALL(C##name) CALL(Z##name)

CALL(Create) CALL(Destroy)
CALL(SpMV) CALL(SpMV_preprocess) CALL(SpMM) CALL(SpMM_preprocess) CALL(SpMMOp) CALL(SpGEMM_workEstimation) CALL(SpGEMM_estimateMemory) CALL(SpGEMM_compute)
CALL(SpGEMM_copy) CALL(SpGEMMreuse_workEstimation) CALL(SpGEMMreuse_nnz) CALL(SpGEMMreuse_copy) CALL(SpGEMMreuse_compute) CALL(SDDMM)
CALL(SDDMM_preprocess) CALL(SpSV_analysis) CALL(SpSV_solve) CALL(SpSV_updateMatrix) CALL(SpSM_analysis) CALL(SpSM_solve) CALL(SpSM_updateMatrix)
CALL(SpVV) CALL(Axpby) CALL(Gather) CALL(Scatter) CALL(Rot) CALL(SparseToDense) CALL(DenseToSparse_analysis) CALL(DenseToSparse_convert)
CALL(Xcsr2coo) CALL(Xcoo2csr) CALL(Csr2cscEx2) CALL(XcoosortByRow) CALL(XcoosortByColumn) CALL(Xcsrsort) CALL(Xcscsort) CALL(XcsrgeamNnz)
CALL(Xcsrgeam2Nnz) CALL(Xcsr2bsrNnz)
ALL(csrgeam2) ALL(gemvi) ALL(bsrmv) ALL(bsrmm) ALL(bsrxmv) ALL(bsrsv2_analysis) ALL(bsrsv2_solve) ALL(bsrsm2_analysis) ALL(bsrsm2_solve)
ALL(csrilu02) ALL(csrilu02_analysis) ALL(csric02) ALL(csric02_analysis) ALL(bsrilu02) ALL(bsrilu02_analysis) ALL(bsric02) ALL(bsric02_analysis)
ALL(csr2bsr) ALL(bsr2csr) ALL(gebsr2csr) ALL(csr2gebsr) ALL(gtsv2) ALL(gtsv2_nopivot) ALL(gtsv2StridedBatch) ALL(gtsvInterleavedBatch)
ALL(gpsvInterleavedBatch) ALL(nnz)

#undef CALL
#undef ALL
