// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/kernel_kind.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "model/workload/collective.h"

namespace model::diff {
namespace {

using enum KernelKind;

struct Word {
    std::string_view text;  // in small letters
    KernelKind kind;
};
/// The first that a name holds decides: what an algorithm is called stands before what it is made of.
constexpr Word kWords[] = {
    {"splitkreduce", Reduction},
    {"splitk_reduce", Reduction},
    {"flash", Attention},
    {"fmha", Attention},
    {"attn", Attention},
    {"attention", Attention},
    {"fprop", Convolution},
    {"dgrad", Convolution},
    {"wgrad", Convolution},
    {"winograd", Convolution},
    {"conv1d", Convolution},
    {"conv2d", Convolution},
    {"conv3d", Convolution},
    {"convolve", Convolution},
    {"convolution", Convolution},
    {"gemm", Gemm},
    {"gemv", Gemm},
    {"nvjet", Gemm},
    {"cijk_", Gemm},
    {"matmul", Gemm},
    {"triton_tem", Gemm},
    {"softmax", Softmax},
    {"layer_norm", Norm},
    {"layernorm", Norm},
    {"rmsnorm", Norm},
    {"rms_norm", Norm},
    {"batch_norm", Norm},
    {"batchnorm", Norm},
    {"bn_fw", Norm},
    {"bn_bw", Norm},
    {"group_norm", Norm},
    {"groupnorm", Norm},
    {"adam", Optimizer},
    {"sgd", Optimizer},
    {"optimizer", Optimizer},
    {"catarray", Copy},
    {"direct_copy", Copy},
    {"transpose", Copy},
    {"memcpy", Copy},
    {"embedding", Index},
    {"gather", Index},
    {"scatter", Index},
    {"index", Index},
    {"sort", Sort},
    {"topk", Sort},
    {"triton_poi", Elementwise},
    {"triton_red", Reduction},
    {"triton_per", Reduction},
    {"reduce", Reduction},
    {"elementwise", Elementwise},
    {"pointwise", Elementwise},
    {"bias", Elementwise},
    {"gelu", Elementwise},
    {"relu", Elementwise},
    {"dropout", Elementwise},
    {"activation", Elementwise},
    {"multi_tensor_apply", Elementwise},
};

/// Whether the work of one kind can be in those: itself, or what it is made of.
bool isMadeOf(KernelKind kind, std::span<const KernelKind> parts) {
    const auto has = [&](std::initializer_list<KernelKind> any) {
        return std::any_of(parts.begin(), parts.end(), [&](KernelKind k) {
            return k == Unknown || std::find(any.begin(), any.end(), k) != any.end();
        });
    };
    if (kind == Unknown || has({kind})) return true;
    if (parts.size() < 2) return false;
    switch (kind) {
    case Attention: return has({Gemm});
    case Norm:
    case Softmax: return has({Reduction});
    case Optimizer: return has({Elementwise});
    default: return false;
    }
}

bool isMadeOf(std::span<const KernelKind> whole, std::span<const KernelKind> parts) {
    return std::all_of(whole.begin(), whole.end(), [&](KernelKind k) { return isMadeOf(k, parts); });
}

}  // namespace

KernelKind kernelKind(std::string_view name) {
    if (isCommunicationKernel(name)) return Collective;
    std::string small(name);
    for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto word = std::find_if(std::begin(kWords), std::end(kWords),
                                   [&](const Word& w) { return small.find(w.text) != small.npos; });
    return word == std::end(kWords) ? Unknown : word->kind;
}

bool mayReplace(std::span<const KernelKind> before, std::span<const KernelKind> after, bool oneOrigin) {
    const auto knowsAll = [](std::span<const KernelKind> kinds) {
        return std::find(kinds.begin(), kinds.end(), Unknown) == kinds.end();
    };
    return (oneOrigin || (knowsAll(before) && knowsAll(after))) && (isMadeOf(after, before) || isMadeOf(before, after));
}

}  // namespace model::diff
