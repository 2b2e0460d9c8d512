// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/launch_arrows.h"

#include <bit>

namespace importers::chrome {

void LaunchArrows::take(std::vector<FlowPoint>& flows, bool first) {
    std::vector<LaunchEnd> later;
    if (first) later = readEnds();
    std::erase_if(flows, [&](const FlowPoint& f) {
        if (!f.launch || f.id.text || f.id.value < 0 || f.id.value >= kMostBits) return false;
        auto& bits = f.phase == 's' ? m_from : m_to;
        const auto word = static_cast<std::size_t>(f.id.value / 64);
        if (word >= bits.size()) bits.resize(std::max(word + 1, bits.size() * 2), 0);
        bits[word] |= std::uint64_t{1} << (f.id.value % 64);
        const auto place =
            m_places.try_emplace({f.pid, f.tid}, static_cast<std::uint32_t>(m_places.size()) & 0x7fffffffu)
                .first->second;
        m_ends.push_back({f.time, static_cast<std::uint32_t>(f.id.value), place, f.phase != 's'});
        return true;
    });
    m_ends.insert(m_ends.end(), later.begin(), later.end());
}

std::uint64_t LaunchArrows::withOneEnd() const {
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < std::max(m_from.size(), m_to.size()); ++i) {
        const std::uint64_t from = i < m_from.size() ? m_from[i] : 0, to = i < m_to.size() ? m_to[i] : 0;
        n += static_cast<std::uint64_t>(std::popcount(from ^ to));
    }
    return n;
}

std::uint32_t LaunchArrows::placeOf(const ThreadId& thread) const {
    const auto found = m_places.find(thread);
    return found == m_places.end() ? UINT32_MAX : found->second;
}

}  // namespace importers::chrome
