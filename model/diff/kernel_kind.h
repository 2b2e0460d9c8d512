// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace model::diff {

/// What a kernel computes, as far as its name tells.
enum class KernelKind : std::uint8_t {
    Unknown,
    Gemm,
    Convolution,
    Attention,
    Reduction,
    Norm,
    Softmax,
    Elementwise,
    Copy,
    Index,
    Sort,
    Optimizer,
    Collective
};

/// By words that libraries put into names of kernels (cuBLAS, CUTLASS, cuDNN, rocBLAS, PyTorch, Triton, NCCL). Unknown
/// where none is there.
KernelKind kernelKind(std::string_view name);

/// Whether one can have taken the place of the other: of a single kernel only one of the same kind, of several one that
/// does the work of them all ("reduction, elementwise" → norm). What is not known may be anything where one piece of
/// the program launched both (`oneOrigin`), else nothing says that it belongs to the other.
bool mayReplace(std::span<const KernelKind> before, std::span<const KernelKind> after, bool oneOrigin = false);

}  // namespace model::diff
