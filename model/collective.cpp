// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/collective.h"

#include <array>
#include <cstddef>

namespace model {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

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

}  // namespace

std::string_view collectiveOf(std::string_view name) {
    const Plain plain(name);
    for (const std::string_view word : kWords)
        if (plain.has(word)) return word;
    return {};
}

bool isCommunicationKernel(std::string_view name) {
    if (name.starts_with("void ")) name.remove_prefix(5);
    if (name.starts_with("nccl") || name.starts_with("rccl")) return true;
    return name.find("ncclDevKernel") != std::string_view::npos || name.find("ncclKernel") != std::string_view::npos;
}

bool isCommunicationCall(std::string_view name) {
    for (const std::string_view s : {"nccl:", "rccl:", "gloo:", "hccl:"})
        if (name.starts_with(s)) return true;
    return name.size() > 4 && (name.starts_with("nccl") || name.starts_with("rccl")) && name[4] >= 'A' && name[4] <= 'Z';
}

}  // namespace model
