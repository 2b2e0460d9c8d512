// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/profiles/lines.h"

#include <utility>

namespace importers::profiles {

bool Lines::refill() {
    constexpr std::size_t kChunk = 256 << 10;
    m_text.erase(0, m_at);
    m_at = 0;
    const std::size_t kept = m_text.size();
    m_text.resize(kept + kChunk);
    m_text.resize(kept + m_read(m_text.data() + kept, kChunk));
    return m_text.size() > kept;
}

bool Lines::next(std::string_view& line) {
    for (std::size_t from = m_at;;) {
        const std::size_t end = m_text.find('\n', from);
        if (end != m_text.npos) {
            line = std::string_view(m_text).substr(m_at, end - m_at);
            m_at = end + 1;
            if (std::exchange(m_skipping, false)) {
                from = m_at;
                continue;
            }
            if (line.ends_with('\r')) line.remove_suffix(1);
            return true;
        }
        if (m_skipping) m_at = m_text.size();
        if (m_text.size() - m_at > kMostLine) {
            line = std::string_view(m_text).substr(m_at, kMostLine);
            m_at = m_text.size();
            m_skipping = true;
            ++m_cutOff;
            return true;
        }
        const std::size_t seen = m_text.size() - m_at;
        if (refill()) {
            from = seen;
            continue;
        }
        line = m_skipping ? std::string_view() : std::string_view(m_text).substr(m_at);
        m_at = m_text.size();
        return !line.empty();
    }
}

}  // namespace importers::profiles
