// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/traced_kinds.h"

#include <algorithm>
#include <utility>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"

namespace importers::capture {
namespace {

using T = model::TrackKind;
using enum model::MessageCode;

constexpr const char* kCostOfCall = QT_TRANSLATE_NOOP("Capture", "Some 50 ns a call.");
/// Where the library that stands before others could not be loaded.
constexpr std::array<model::MessageCode, 4> kOfCalls{LibraryCalls, RuntimeAndLibraryCalls};

constexpr TracedKind kKinds[] = {
    {.key = "cuda",
     .name = "CUDA",
     .label = QT_TRANSLATE_NOOP("Capture", "CUDA: kernels, copies, calls, synchronization"),
     .cost = QT_TRANSLATE_NOOP("Capture", "A little for each launch; noticeable where kernels are tiny."),
     .row = T::CudaApi,
     .isStandard = true,
     .whyNothing = NotUsed,
     .failures = {CudaEvent}},
    {.key = "nvtx",
     .alsoKey = "nccl",
     .help = "and with it nccl",
     .name = "NVTX",
     .label = QT_TRANSLATE_NOOP("Capture", "NVTX: ranges and marks, operations of NCCL"),
     .cost = QT_TRANSLATE_NOOP("Capture", "A little for each range."),
     .row = T::Nvtx,
     .isStandard = true,
     .whyNothing = NotUsed},
    {.key = "osrt",
     .help = "waiting, reading and writing",
     .name = "OS runtime",
     .label = QT_TRANSLATE_NOOP("Capture", "Operating system: waiting, reading and writing"),
     .cost = QT_TRANSLATE_NOOP("Capture", "Noticeable with many short calls."),
     .row = T::OsRuntime,
     .whyNothing = NoLongCall,
     .shown = OsRuntime,
     .failures = kOfCalls},
    {.key = "cublas",
     .name = "cuBLAS",
     .label = QT_TRANSLATE_NOOP("Capture", "cuBLAS calls"),
     .cost = kCostOfCall,
     .row = T::Cublas,
     .whyNothing = NotCalled,
     .failures = kOfCalls},
    {.key = "cudnn",
     .name = "cuDNN",
     .label = QT_TRANSLATE_NOOP("Capture", "cuDNN calls"),
     .cost = kCostOfCall,
     .row = T::Cudnn,
     .whyNothing = NotCalled,
     .failures = kOfCalls},
    {.key = "cusolver",
     .name = "cuSOLVER",
     .label = QT_TRANSLATE_NOOP("Capture", "cuSOLVER calls"),
     .cost = kCostOfCall,
     .whyNothing = NotCalled,
     .failures = kOfCalls},
    {.key = "cusparse",
     .name = "cuSPARSE",
     .label = QT_TRANSLATE_NOOP("Capture", "cuSPARSE calls"),
     .cost = kCostOfCall,
     .whyNothing = NotCalled,
     .failures = kOfCalls},
    {.key = "mpi",
     .name = "MPI",
     .label = QT_TRANSLATE_NOOP("Capture", "MPI calls"),
     .cost = kCostOfCall,
     .whyNothing = NotCalled,
     .failures = kOfCalls},
    {.key = "opengl",
     .name = "OpenGL",
     .label = QT_TRANSLATE_NOOP("Capture", "OpenGL calls"),
     .cost = QT_TRANSLATE_NOOP("Capture", "Some 50 ns a call; swaps and draw calls."),
     .whyNothing = NotCalled,
     .failures = kOfCalls},
    {.key = "openmp",
     .help = "of LLVM and Intel",
     .name = "OpenMP",
     .label = QT_TRANSLATE_NOOP("Capture", "OpenMP: regions, loops, tasks, waiting"),
     .cost = QT_TRANSLATE_NOOP(
         "Capture",
         "Some 0.1 µs for each region, loop, task and barrier. Of LLVM's and Intel's runtimes; GNU's tells nothing."),
     .whyNothing = NoOpenMpRegion,
     .failures = {LibraryCalls, RuntimeAndLibraryCalls, OpenMp, GnuOpenMp}},
};

/// Words of older versions of nsys for the same.
constexpr std::pair<std::string_view, std::string_view> kOtherKeys[] = {{"cuda-sw", "cuda"}, {"cuda-hw", "cuda"}};

template <class IsIt>
const TracedKind* find(IsIt&& isIt) {
    const auto at = std::find_if(std::begin(kKinds), std::end(kKinds), isIt);
    return at == std::end(kKinds) ? nullptr : at;
}

}  // namespace

std::span<const TracedKind> tracedKinds() { return kKinds; }

const TracedKind* tracedKind(std::string_view typed) {
    for (const auto& [other, key] : kOtherKeys)
        if (other == typed) typed = key;
    return find([typed](const TracedKind& k) { return k.key == typed || (!k.alsoKey.empty() && k.alsoKey == typed); });
}

const TracedKind* tracedKindNamed(std::string_view name) {
    return find([name](const TracedKind& k) { return k.name == name; });
}

}  // namespace importers::capture
