// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/collective.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "model/base/ascii.h"

namespace model {
namespace {

/// The first letters of a name in lower case, without what separates words, up to its parameters.
struct Plain {
    static constexpr std::size_t kMost = 96;
    std::array<char, kMost> text;
    std::size_t size = 0;

    explicit Plain(std::string_view name) {
        for (const char c : name) {
            if (c == '(' || c == '<' || size == kMost) break;
            if (c != '_' && c != '-' && c != ' ') text[size++] = lower(c);
        }
    }
    std::string_view view() const { return {text.data(), size}; }
    bool has(std::string_view word) const { return view().find(word) != std::string_view::npos; }
};

// The first that fits counts: "reducescatter" holds "reduce" and "scatter".
constexpr std::array<std::string_view, 9> kWords{"allreduce", "reducescatter", "allgather", "alltoall", "broadcast",
                                                 "barrier",   "reduce",        "gather",    "scatter"};

using Match = CommunicationFamily::Match;
constexpr CommunicationFamily kFamilies[] = {
    {"NCCL", Match::Begins, "nccl"},
    {"NCCL", Match::Holds, "ncclDevKernel"},
    {"NCCL", Match::Holds, "ncclKernel"},
    {"RCCL", Match::Begins, "rccl"},
    {"MSCCL", Match::Begins, "msccl"},
    {"MSCCL", Match::Holds, "mscclpp"},
    {"NVSHMEM", Match::Begins, "nvshmem"},
    {"rocSHMEM", Match::Begins, "rocshmem"},
    {"DeepEP", Match::Holds, "deep_ep::intranode"},
    {"DeepEP", Match::Holds, "deep_ep::internode"},
    {"vLLM, SGLang, aiter", Match::Holds, "cross_device_reduce", "allreduce"},
    {"aiter", Match::Holds, "cross_device_"},
    {"aiter", Match::Holds, "quickreduce::"},
    {"FlashInfer", Match::Holds, "trtllm_alltoall"},
    {"TensorRT-LLM, FlashInfer", Match::Holds, "allreduce_fusion"},
    {"TensorRT-LLM", Match::Holds, "moe_allreduce"},
    {"MORI", Match::Holds, "mori::moe"},
    {"PyTorch", Match::Holds, "symmetric_memory::"},
    {"PyTorch", Match::Begins, "multimem_"},
    {"Transformer Engine", Match::Holds, "userbuffers"},
    {"Gloo", Match::Holds, "gloo::"},
    {"UCC", Match::Begins, "ucc_"},
    {"oneCCL", Match::Begins, "oneccl"},
    {"NCCL", Match::Calls, "nccl:"},
    {"RCCL", Match::Calls, "rccl:"},
    {"Gloo", Match::Calls, "gloo:"},
    {"HCCL", Match::Calls, "hccl:"},
    {"UCC", Match::Calls, "ucc:"},
    {"MPI", Match::Calls, "mpi:"},
    {"PyTorch", Match::Calls, "c10d::"},
    {"PyTorch", Match::Calls, "record_param_comms"},
    {"PyTorch", Match::Calls, "symm_mem::"},
    {"vLLM", Match::Calls, "_C_custom_ar::"},
    {"DeepEP", Match::Calls, "deep_ep::"},
};

/// Collectives of which GPUs alone have need: others are also what threads, or tensors, do.
constexpr std::array<std::string_view, 4> kBetweenGpus{"allreduce", "allgather", "reducescatter", "alltoall"};
/// What stands before one that the threads of a block make among themselves.
constexpr std::array<std::string_view, 6> kWithinGpu{"block", "warp", "wave", "thread", "group", "lane"};

bool isSeparator(char c) { return c == '_' || c == '-'; }

/// Where `word` ends that begins at `at`, whatever separates its parts: "All_Reduce", "AllReduce". 0 = it does not.
std::size_t endOfWord(std::string_view name, std::size_t at, std::string_view word) {
    std::size_t i = 0;
    for (; i < word.size() && at < name.size(); ++at) {
        if (lower(name[at]) == word[i]) ++i;
        else if (i == 0 || !isSeparator(name[at])) return 0;
    }
    return i == word.size() ? at : 0;
}

/// A word begins there: not in the midst of another, as "allreduce" would in "small_reduce".
bool beginsWord(std::string_view name, std::size_t at) {
    if (at == 0 || !isLetter(name[at - 1])) return true;
    return name[at] >= 'A' && name[at] <= 'Z' && name[at - 1] >= 'a' && name[at - 1] <= 'z';
}

bool followsThreads(std::string_view name, std::size_t at) {
    while (at > 0 && isSeparator(name[at - 1])) --at;
    return std::any_of(kWithinGpu.begin(), kWithinGpu.end(), [&](std::string_view word) {
        return at >= word.size() && endOfWord(name, at - word.size(), word) == at;
    });
}

bool isNamedAfterCollective(std::string_view name) {
    for (std::size_t at = 0; at + 8 <= name.size(); ++at) {
        if ((lower(name[at]) != 'a' && lower(name[at]) != 'r') || !beginsWord(name, at) || followsThreads(name, at))
            continue;
        for (const std::string_view word : kBetweenGpus)
            if (endOfWord(name, at, word)) return true;
    }
    return false;
}

/// A name up to its parameters and the arguments of its template.
std::string_view withoutArguments(std::string_view name) {
    for (std::size_t at = name.find_first_of("(<"); at != std::string_view::npos; at = name.find_first_of("(<", at + 1))
        if (!name.substr(at).starts_with("(anonymous namespace)") && !name.substr(at).starts_with("<unnamed>"))
            return name.substr(0, at);
    return name;
}

bool isOfFamily(std::string_view name, bool call) {
    return std::any_of(std::begin(kFamilies), std::end(kFamilies), [&](const CommunicationFamily& f) {
        if (call != (f.match == Match::Calls)) return false;
        return f.match == Match::Holds ? name.find(f.text) != std::string_view::npos : name.starts_with(f.text);
    });
}

}  // namespace

std::string_view collectiveOf(std::string_view name) {
    for (const CommunicationFamily& f : kFamilies)
        if (!f.collective.empty() && name.find(f.text) != std::string_view::npos) return f.collective;
    const Plain plain(name);
    for (const std::string_view word : kWords)
        if (plain.has(word)) return word;
    return {};
}

std::span<const CommunicationFamily> communicationFamilies() { return kFamilies; }

bool isCommunicationKernel(std::string_view name) {
    if (name.starts_with("void ")) name.remove_prefix(5);
    name = withoutArguments(name);
    return isOfFamily(name, false) || isNamedAfterCollective(name);
}

bool isCommunicationCall(std::string_view name) {
    if (isOfFamily(name, true)) return true;
    const bool isFunction =
        name.size() > 4 && (name.starts_with("nccl") || name.starts_with("rccl")) && name[4] >= 'A' && name[4] <= 'Z';
    return isFunction && name.find("Kernel") == name.npos;  // "ncclDevKernel_…" is what it launches
}

}  // namespace model
