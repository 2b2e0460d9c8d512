// SPDX-License-Identifier: Apache-2.0
// libsightline-calls.so: stands before the libraries that a capture asks for. Where one is not there, its calls fail as
// if it could not start.
#define SIGHTLINE_LIBRARY Cublas
#define SIGHTLINE_FUNCTIONS "collectors/calls/cublas_functions.inc"
#define SIGHTLINE_FACTS \
    "cublas", "cuBLAS", "libcublas.so libcublasLt.so libcublas- libcublasLt-", 1  // CUBLAS_STATUS_NOT_INITIALIZED
#define SIGHTLINE_WORDS 24
#define SIGHTLINE_FLOATS false
#include "collectors/calls/table.inc"

#define SIGHTLINE_LIBRARY Cudnn
#define SIGHTLINE_FUNCTIONS "collectors/calls/cudnn_functions.inc"
#define SIGHTLINE_FACTS                                                                                 \
    "cudnn", "cuDNN", "libcudnn.so libcudnn_graph.so libcudnn_ops libcudnn_cnn libcudnn_adv libcudnn-", \
        1  // CUDNN_STATUS_NOT_INITIALIZED
#define SIGHTLINE_WORDS 32
#define SIGHTLINE_FLOATS true
#include "collectors/calls/table.inc"

#define SIGHTLINE_LIBRARY Cusolver
#define SIGHTLINE_FUNCTIONS "collectors/calls/cusolver_functions.inc"
#define SIGHTLINE_FACTS \
    "cusolver", "cuSOLVER", "libcusolver.so libcusolverMg.so libcusolver-", 1  // CUSOLVER_STATUS_NOT_INITIALIZED
#define SIGHTLINE_WORDS 24
#define SIGHTLINE_FLOATS true
#include "collectors/calls/table.inc"

#define SIGHTLINE_LIBRARY Cusparse
#define SIGHTLINE_FUNCTIONS "collectors/calls/cusparse_functions.inc"
#define SIGHTLINE_FACTS "cusparse", "cuSPARSE", "libcusparse.so libcusparse-", 1  // CUSPARSE_STATUS_NOT_INITIALIZED
#define SIGHTLINE_WORDS 24
#define SIGHTLINE_FLOATS true
#include "collectors/calls/table.inc"

#define SIGHTLINE_LIBRARY Mpi
#define SIGHTLINE_FUNCTIONS "collectors/calls/mpi_functions.inc"
#define SIGHTLINE_FACTS \
    "mpi", "MPI", "libmpi.so libmpich.so libmpi_", 16  // MPI_ERR_OTHER of Open MPI; any that is not 0
#define SIGHTLINE_WORDS 12
#define SIGHTLINE_FLOATS false
#include "collectors/calls/table.inc"

#define SIGHTLINE_LIBRARY MpiFortran
#define SIGHTLINE_FUNCTIONS "collectors/calls/mpi_fortran_functions.inc"
#define SIGHTLINE_FACTS "mpi", "MPI", "libmpi_mpifh libmpi_usempif08 libmpifort", 0
#define SIGHTLINE_WORDS 16
#define SIGHTLINE_FLOATS false
#include "collectors/calls/table.inc"

#define SIGHTLINE_LIBRARY OpenGl
#define SIGHTLINE_FUNCTIONS "collectors/calls/opengl_functions.inc"
#define SIGHTLINE_FACTS "opengl", "OpenGL", "libGL.so libGLX.so libOpenGL.so libEGL.so libGLES", 0
#define SIGHTLINE_WORDS 10
#define SIGHTLINE_FLOATS true
#include "collectors/calls/table.inc"

namespace collectors::calls {
namespace {

__attribute__((constructor)) void loaded() {
    static Library* const all[] = {&Cublas::library, &Cudnn::library,      &Cusolver::library, &Cusparse::library,
                                   &Mpi::library,    &MpiFortran::library, &OpenGl::library};
    attach(all, std::size(all));
}

}  // namespace
}  // namespace collectors::calls
