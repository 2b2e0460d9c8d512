// SPDX-License-Identifier: Apache-2.0
// Calls of cuSOLVER that do work; not those that ask for the size of a buffer. Rows as in osrt_functions.h.
#define CALL(symbol) X(cusolver##symbol, "cusolver" #symbol, nullptr, cusolver##symbol, Plain, Int, None, false)
#define REAL(name) CALL(DnS##name) CALL(DnD##name)
#define COMPLEX(name) CALL(DnC##name) CALL(DnZ##name)
#define ALL(name) REAL(name) COMPLEX(name)
#define SPARSE(name) CALL(SpS##name) CALL(SpD##name) CALL(SpC##name) CALL(SpZ##name)

CALL(DnCreate) CALL(DnDestroy) CALL(SpCreate) CALL(SpDestroy)
ALL(potrf) ALL(potrs) ALL(potri) ALL(potrfBatched) ALL(potrsBatched) ALL(getrf) ALL(getrs) ALL(geqrf) ALL(lauum) ALL(sytrf) ALL(sytri) ALL(laswp)
REAL(ormqr) COMPLEX(unmqr) REAL(orgqr) COMPLEX(ungqr) REAL(orgbr) COMPLEX(ungbr) REAL(orgtr) COMPLEX(ungtr) REAL(ormtr) COMPLEX(unmtr) ALL(gebrd)
REAL(sytrd) COMPLEX(hetrd) ALL(gesvd) ALL(gesvdj) ALL(gesvdjBatched) ALL(gesvdaStridedBatched)
REAL(syevd) COMPLEX(heevd) REAL(syevdx) COMPLEX(heevdx) REAL(syevj) COMPLEX(heevj) REAL(syevjBatched) COMPLEX(heevjBatched)
REAL(sygvd) COMPLEX(hegvd) REAL(sygvdx) COMPLEX(hegvdx) REAL(sygvj) COMPLEX(hegvj)
CALL(DnXpotrf) CALL(DnXpotrs) CALL(DnXgetrf) CALL(DnXgetrs) CALL(DnXgeqrf) CALL(DnXsyevd) CALL(DnXsyevdx) CALL(DnXsyevBatched) CALL(DnXgeev)
CALL(DnXgesvd) CALL(DnXgesvdp) CALL(DnXgesvdr) CALL(DnXsytrs) CALL(DnXtrtri) CALL(DnXlarft)
CALL(DnIRSXgesv) CALL(DnIRSXgels) CALL(DnSSgesv) CALL(DnDDgesv) CALL(DnDSgesv) CALL(DnDHgesv) CALL(DnSHgesv) CALL(DnCCgesv) CALL(DnZZgesv) CALL(DnZCgesv)
SPARSE(csrlsvqr) SPARSE(csreigvsi)

#undef CALL
#undef REAL
#undef COMPLEX
#undef ALL
#undef SPARSE
