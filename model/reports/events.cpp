// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/events.h"

#include <array>
#include <fmt/format.h>

#include "model/kernel_profiles.h"

namespace model::reports {

std::string dim3Text(std::int64_t x, std::int64_t y, std::int64_t z) { return fmt::format("{:>4} {:>4} {:>4}", x, y, z); }

std::string memoryOperation(std::string_view name) {
    static constexpr std::array<std::array<std::string_view, 2>, 14> kOperations{{
        {"Memcpy HtoD", "[CUDA memcpy Host-to-Device]"},
        {"Memcpy DtoH", "[CUDA memcpy Device-to-Host]"},
        {"Memcpy DtoD", "[CUDA memcpy Device-to-Device]"},
        {"Memcpy PtoP", "[CUDA memcpy Peer-to-Peer]"},
        {"Memcpy HtoH", "[CUDA memcpy Host-to-Host]"},
        {"Memcpy HtoA", "[CUDA memcpy Host-to-Array]"},
        {"Memcpy AtoH", "[CUDA memcpy Array-to-Host]"},
        {"Memcpy AtoA", "[CUDA memcpy Array-to-Array]"},
        {"Memcpy AtoD", "[CUDA memcpy Array-to-Device]"},
        {"Memcpy DtoA", "[CUDA memcpy Device-to-Array]"},
        {"Unified memcpy HtoD", "[CUDA memcpy Unified Host-to-Device]"},
        {"Unified memcpy DtoH", "[CUDA memcpy Unified Device-to-Host]"},
        {"Unified memcpy DtoD", "[CUDA memcpy Unified Device-to-Device]"},
        {"Memset", "[CUDA memset]"},
    }};
    for (const auto& [from, to] : kOperations)
        if (from == name) return std::string(to);
    return fmt::format("[{}]", name);
}

KernelNamer::KernelNamer(const Request& r) : m_s(r.report), m_names(r.names), m_short(r.report, "shortName"), m_mangled(r.report, "mangledName") {}

StringId KernelNamer::firstWithBaseOf(StringId id) {
    const auto [at, fresh] = m_first.try_emplace(id, id);
    if (fresh) at->second = m_bases.try_emplace(kernelBaseName(m_s.text(id)), id).first->second;
    return at->second;
}

StringId KernelNamer::id(const LaneView& lane, std::size_t row) {
    if (m_names == KernelNames::Mangled)
        if (const StringId id = m_mangled.text(argsAt(lane, row))) return id;
    if (m_names != KernelNames::Base) return lane.name(row);
    const StringId id = m_short.text(argsAt(lane, row));
    return firstWithBaseOf(id ? id : lane.name(row));
}

std::string KernelNamer::text(StringId id) const {
    const std::string_view text = m_s.text(id);
    return std::string(m_names == KernelNames::Base ? kernelBaseName(text) : text);
}

}  // namespace model::reports
