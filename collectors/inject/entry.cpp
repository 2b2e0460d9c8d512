// SPDX-License-Identifier: Apache-2.0
// Where CUDA enters: cuInit() loads what CUDA_INJECTION64_PATH names and calls this.
#include "collectors/inject/cuda_source.h"
#include "collectors/inject/nvtx_source.h"
#include "collectors/inject/openmp_source.h"
#include "collectors/inject/process.h"
#include "collectors/inject/python_source.h"

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
    collectors::cudaStarted();
    return 1;
}

// Called by what stands before the functions by which programs take calls of the system from themselves
// (collectors/calls/guard.cpp).
extern "C" __attribute__((visibility("default"))) void sightlineEndTracing(const char* why) {
    collectors::endForGood(why);
}

// Put before a program by LD_PRELOAD, or loaded by CUDA or NVTX.
__attribute__((constructor)) static void atLoad() {
    collectors::nvtxLoaded();
    collectors::pythonLoaded();
    collectors::openMpLoaded();
}

// The last words of a process that ends without exit handlers having run, as when the library is unloaded.
__attribute__((destructor)) static void atUnload() { collectors::finish(); }
