// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace model {

/// Argument tuples as a file holds them: columns of narrow numbers, one group of columns for each shape. Unpacking
/// every tuple would be the slowest part of opening a report, and hardly any is ever read. Immutable once it is in an
/// ArgsTable.
class ArgsPage {
public:
    /// Value i is base + the number whose byte p is planes[p · rows + i], or wide[i].
    struct Column {
        std::uint64_t base = 0;
        std::uint32_t rows = 0;
        std::uint8_t width = 0;
        const std::uint8_t* planes = nullptr;
        const std::uint64_t* wide = nullptr;

        std::uint64_t at(std::size_t i) const {
            if (wide) return wide[i];
            std::uint64_t v = 0;
            for (unsigned p = 0; p < width; ++p) v |= static_cast<std::uint64_t>(planes[p * rows + i]) << (8 * p);
            return base + v;
        }
    };
    struct Group {
        std::uint32_t shape = 0;  ///< of the table
        std::uint32_t firstColumn = 0;
    };

    std::size_t rows() const { return m_rows; }
    std::uint32_t shapeOf(std::size_t row) const { return m_groups[m_groupOf.empty() ? 0 : m_groupOf[row]].shape; }
    /// The first out.size() values of a tuple.
    void values(std::size_t row, std::span<std::int64_t> out) const {
        const Group& g = m_groups[m_groupOf.empty() ? 0 : m_groupOf[row]];
        const std::size_t i = m_rankOf.empty() ? row : m_rankOf[row];
        for (std::size_t k = 0; k < out.size(); ++k)
            out[k] = static_cast<std::int64_t>(m_columns[g.firstColumn + k].at(i));
    }
    std::size_t memoryBytes() const {
        return m_bytes + (m_groupOf.size() + m_rankOf.size()) * 2 + m_columns.size() * sizeof(Column);
    }

    /// Rows without arguments, of a shape without keys.
    ArgsPage(std::size_t rows, std::uint32_t emptyShape) : m_rows(rows), m_groups{{emptyShape, 0}} {}
    /// At most 65 536 rows. groupOf names the group of each row; it may be empty if there is one group. The columns of
    /// a group have as many rows as the group.
    ArgsPage(std::size_t rows, std::vector<Group> groups, std::vector<std::uint16_t> groupOf,
             std::vector<Column> columns, std::unique_ptr<std::uint8_t[]> planes, std::size_t planeBytes,
             std::vector<std::unique_ptr<std::uint64_t[]>> wide)
        : m_rows(rows), m_groups(std::move(groups)), m_groupOf(std::move(groupOf)), m_columns(std::move(columns)),
          m_planes(std::move(planes)), m_wide(std::move(wide)), m_bytes(planeBytes) {
        for (const Column& c : m_columns)
            if (c.wide) m_bytes += c.rows * sizeof(std::uint64_t);
        if (m_groupOf.empty()) return;
        std::vector<std::uint32_t> seen(m_groups.size(), 0);
        m_rankOf.resize(rows);
        for (std::size_t i = 0; i < rows; ++i) m_rankOf[i] = static_cast<std::uint16_t>(seen[m_groupOf[i]]++);
    }

private:
    std::size_t m_rows;
    std::vector<Group> m_groups;
    std::vector<std::uint16_t> m_groupOf, m_rankOf;
    std::vector<Column> m_columns;
    std::unique_ptr<std::uint8_t[]> m_planes;
    std::vector<std::unique_ptr<std::uint64_t[]>> m_wide;
    std::size_t m_bytes = 0;
};

}  // namespace model
