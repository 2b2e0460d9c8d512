// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/vendor_words.h"

#include <array>

namespace model {
namespace {

/// Calls that are not merely called with another prefix.
constexpr std::array<std::array<std::string_view, 2>, 4> kCalls{{
    {"cudaMallocHost", "hipHostMalloc"},
    {"cudaHostAlloc", "hipHostMalloc"},
    {"cudaHostRegister", "hipHostRegister"},
    {"cudaFreeHost", "hipHostFree"},
}};

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
}

bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

bool usesHip(const Snapshot& snapshot) {
    bool calls = false;
    for (const Track& t : snapshot.tree().tracks) {
        if (t.kind != TrackKind::CudaApi) continue;
        for (const LaneId id : t.lanes) {
            const LaneView lane = snapshot.lane(id);
            if (lane.rows == 0) continue;
            if (snapshot.text(lane.name(0)).starts_with("hip")) return true;
            calls = true;
        }
    }
    if (calls) return false;
    for (const Entity& e : snapshot.info().entities)
        for (const std::string_view word : {"AMD", "Radeon", "Instinct"})
            if (e.type == Entity::Type::Device && e.name.find(word) != e.name.npos) return true;
    return false;
}

std::string inHipWords(std::string text) {
    for (const auto& [cuda, hip] : kCalls) replaceAll(text, cuda, hip);
    constexpr std::string_view kPrefix = "cuda";
    for (std::size_t at = 0; (at = text.find(kPrefix, at)) != text.npos; ++at)
        if (at + kPrefix.size() < text.size() && isCapital(text[at + kPrefix.size()]))
            text.replace(at, kPrefix.size(), "hip");
    replaceAll(text, "CUDA", "HIP");
    return text;
}

}  // namespace model
