// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/export_strings.h"

#include <algorithm>

namespace importers::nsys {

std::optional<std::string_view> ExportStrings::text(std::int64_t id) const {
    if (id >= 0 && static_cast<std::size_t>(id) < m_dense.size()) {
        const Span& s = m_dense[static_cast<std::size_t>(id)];
        if (s.known) return std::string_view(s.bytes, s.size);
    }
    const auto found = m_sparse.find(id);
    if (found == m_sparse.end()) return std::nullopt;
    return std::string_view(found->second.bytes, found->second.size);
}

void ExportStrings::add(std::int64_t id, std::string_view value) {
    if (value.size() > m_left) {
        const std::size_t n = std::max<std::size_t>(1 << 20, value.size());
        m_blocks.emplace_back(new char[n]);
        m_free = m_blocks.back().get();
        m_left = n;
    }
    std::copy(value.begin(), value.end(), m_free);
    const Span span{m_free, static_cast<std::uint32_t>(value.size()), true};
    m_free += value.size();
    m_left -= value.size();
    // Ids are dense in every export seen; strange ones must not make the table huge.
    if (id >= 0 && static_cast<std::size_t>(id) <= ++m_count * 4 + 65536) {
        if (static_cast<std::size_t>(id) >= m_dense.size()) m_dense.resize(static_cast<std::size_t>(id) + 1);
        m_dense[static_cast<std::size_t>(id)] = span;
    } else {
        m_sparse[id] = span;
    }
}

}  // namespace importers::nsys
