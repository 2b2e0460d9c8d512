// SPDX-License-Identifier: Apache-2.0
// Where CUDA enters: cuInit() loads what CUDA_INJECTION64_PATH names and calls this.
#include <dlfcn.h>

#include "collectors/calls/guard.h"
#include "collectors/inject/calls/openmp_source.h"
#include "collectors/inject/cuda/cuda_source.h"
#include "collectors/inject/nvtx/nvtx_source.h"
#include "collectors/inject/python/python_source.h"
#include "collectors/process/process.h"

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
    collectors::cudaStarted();
    return 1;
}

// What stands before the functions after which our threads would harm the program (collectors/calls/guard.cpp).
static constexpr collectors::calls::Guarded kGuarded{collectors::endForGood, collectors::pauseThreads,
                                                     collectors::resumeThreads};
static void meetGuard() {
    using Place = const collectors::calls::Guarded*;
    if (auto* const place = static_cast<Place*>(::dlsym(RTLD_DEFAULT, collectors::calls::kGuardedBy)))
        __atomic_store_n(place, &kGuarded, __ATOMIC_RELEASE);
}

// Put before a program by LD_PRELOAD, or loaded by CUDA or NVTX.
__attribute__((constructor)) static void atLoad() {
    meetGuard();
    collectors::nvtxLoaded();
    collectors::pythonLoaded();
    collectors::openMpLoaded();
}

// The last words of a process that ends without exit handlers having run, as when the library is unloaded.
__attribute__((destructor)) static void atUnload() { collectors::finish(); }
