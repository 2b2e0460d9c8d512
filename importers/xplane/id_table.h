// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace importers::xplane {

/// Values by the ids of a map in the file. Writers number from 1, or by hashes.
template <class T>
class IdTable {
public:
    /// Replaces an earlier value of that id, as in any protobuf map.
    void set(std::int64_t id, T value) {
        // Bounded by the count: ids that double from entry to entry must not make the table do so.
        const std::uint64_t limit = m_values.size() * 4 + 4096;
        std::uint32_t* place = nullptr;
        if (id >= 0 && static_cast<std::uint64_t>(id) < limit) {
            if (static_cast<std::size_t>(id) >= m_dense.size()) m_dense.resize(static_cast<std::size_t>(id) + 1);
            place = &m_dense[static_cast<std::size_t>(id)];
            // It may have come early, before the table reached that far.
            if (const auto early = m_sparse.find(id); *place == 0 && early != m_sparse.end()) {
                *place = early->second;
                m_sparse.erase(early);
            }
        } else {
            place = &m_sparse[id];
        }
        if (*place) {
            m_values[*place - 1] = std::move(value);
            return;
        }
        m_values.push_back(std::move(value));
        *place = static_cast<std::uint32_t>(m_values.size());
    }
    /// nullptr if nothing was set.
    T* find(std::int64_t id) {
        std::uint32_t place = 0;
        if (static_cast<std::uint64_t>(id) < m_dense.size()) place = m_dense[static_cast<std::size_t>(id)];
        if (place == 0 && !m_sparse.empty())
            if (const auto found = m_sparse.find(id); found != m_sparse.end()) place = found->second;
        return place ? &m_values[place - 1] : nullptr;
    }
    std::size_t size() const { return m_values.size(); }
    std::vector<T>& values() { return m_values; }

private:
    std::vector<std::uint32_t> m_dense;  // by id: 1 + index of the value, 0 = none
    std::unordered_map<std::int64_t, std::uint32_t> m_sparse;
    std::vector<T> m_values;
};

}  // namespace importers::xplane
