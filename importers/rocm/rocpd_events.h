// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "importers/rocm/reading.h"
#include "importers/rocm/rows.h"
#include "model/base/string_table.h"
#include "model/store/args.h"

namespace importers::rocm {

/// The data of a row in the event table, to which rows of all other tables of events refer.
struct EventRow {
    static constexpr std::uint32_t kAbsent = UINT32_MAX;
    std::int64_t stack = 0, parent = 0;
    model::StringId message = 0;       ///< of a marker
    std::uint32_t category = kAbsent;  ///< index into the categories; kAbsent: there is no such row
    std::uint32_t frame = 0;           ///< number of a SampledFrame, from 1
    model::ArgsId args = 0;
};

/// The event table by ids. Parts of it are filled beside each other. Ids follow each other in every known database;
/// others work, but slower.
class EventTable {
public:
    class Part {
    public:
        void add(std::int64_t id, const EventRow& row) {
            if (m_rows.empty()) {
                m_first = id;
                m_rows.reserve(kUsualRows);  // room that nothing touches costs nothing, and copies do
            }
            const auto at = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(m_first);
            ++m_count;
            // Gaps are bounded by the rows that came: ids with a gap before each must not make the table many times as
            // large as the file.
            const bool follows = id >= m_first && at >= m_rows.size() && at - m_rows.size() <= kMostMissing &&
                                 at <= 2 * m_count + kMostMissing;
            if (!follows) {
                m_others.emplace_back(id, row);
                return;
            }
            m_rows.resize(static_cast<std::size_t>(at));
            m_rows.push_back(row);
        }

    private:
        friend class EventTable;
        static constexpr std::size_t kMostMissing = 16;
        static constexpr std::size_t kUsualRows = 128 << 10;  ///< more than a part of the table holds
        std::int64_t m_first = 0;
        std::uint64_t m_count = 0;
        std::vector<EventRow> m_rows;
        std::vector<std::pair<std::int64_t, EventRow>> m_others;
    };

    /// Adds a part that comes after the others in the table. A later row of the same id replaces an earlier one.
    void add(Part&& part) {
        const bool follows = m_parts.empty() || part.m_rows.empty() || lastOf(m_parts.back()) < part.m_first;
        for (std::size_t i = 0; (!follows || !m_others.empty()) && i < part.m_rows.size(); ++i) {
            const std::int64_t id = part.m_first + static_cast<std::int64_t>(i);
            if (part.m_rows[i].category != EventRow::kAbsent && (!follows || m_others.find(id)))
                m_others.set(id, part.m_rows[i]);
        }
        for (const auto& [id, row] : part.m_others) m_others.set(id, row);
        if (follows && !part.m_rows.empty()) m_parts.push_back(std::move(part));
    }

    /// nullptr if there is no such row.
    const EventRow* find(std::int64_t id) const {
        if (const EventRow* other = m_others.empty() ? nullptr : m_others.find(id)) return other;
        const auto after = std::upper_bound(m_parts.begin(), m_parts.end(), id,
                                            [](std::int64_t i, const Part& p) { return i < p.m_first; });
        if (after == m_parts.begin()) return nullptr;
        const Part& part = *(after - 1);
        const auto at = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(part.m_first);
        if (at >= part.m_rows.size() || part.m_rows[at].category == EventRow::kAbsent) return nullptr;
        return &part.m_rows[at];
    }
    EventRow* find(std::int64_t id) { return const_cast<EventRow*>(std::as_const(*this).find(id)); }

private:
    static std::int64_t lastOf(const Part& p) { return p.m_first + static_cast<std::int64_t>(p.m_rows.size()) - 1; }

    std::vector<Part> m_parts;
    ById<EventRow> m_others;
};

/// Numbers of calls and of the work that they start, by the ids of their stacks, and the ids that calls have. Numbers
/// begin behind those of other profiles of the file.
class Callers {
public:
    explicit Callers(Shared& shared) : m_shared(shared), m_before(shared.correlations) {}
    ~Callers() { m_shared.correlations = m_before + m_last; }
    Callers(const Callers&) = delete;
    Callers& operator=(const Callers&) = delete;

    /// Thread safe. Odd stacks get their numbers in the order in which they are asked for: see RocpdInfo::load().
    std::uint32_t number(std::int64_t stack) {
        if (isSmall(stack)) return m_before + static_cast<std::uint32_t>(stack);
        std::lock_guard lock(m_shared.mutex);
        const auto [found, isNew] = m_others.try_emplace(stack, UINT32_MAX - m_shared.largeCorrelations);
        m_shared.largeCorrelations += isNew;
        return found->second;
    }
    /// The stacks of calls.
    void add(std::span<const std::int64_t> stacks) {
        for (const std::int64_t stack : stacks) {
            m_known.set(stack, true);
            if (isSmall(stack)) m_last = std::max(m_last, static_cast<std::uint32_t>(stack));
        }
    }
    bool has(std::int64_t stack) const { return m_known.find(stack) != nullptr; }
    bool empty() const { return m_known.empty(); }

    /// Ids count from one; others, which no profiler known writes, get numbers from the greatest one down.
    bool isSmall(std::int64_t stack) const {
        constexpr std::uint32_t kMost = 1u << 31;
        return stack > 0 && m_before < kMost && stack < kMost - m_before;
    }

private:
    Shared& m_shared;
    const std::uint32_t m_before;
    std::uint32_t m_last = 0;
    ById<bool> m_known;
    std::unordered_map<std::int64_t, std::uint32_t> m_others;
};

}  // namespace importers::rocm
