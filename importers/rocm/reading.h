// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "importers/common/parallel.h"
#include "importers/common/sqlite_reader.h"
#include "importers/rocm/building.h"

namespace importers::rocm {

/// Cells of one row of a table, by the numbers that Columns assigned.
using Cells = std::span<const Cell>;

/// The columns of a table that a reader wants, wherever they are.
class Columns {
public:
    explicit Columns(const SqliteTable& table) : m_table(table) {}

    /// Number of that column in the rows; Null if the table has none of that name.
    int operator()(std::string_view name);
    /// Whether the table has it.
    bool has(std::string_view name) const { return m_table.column(name) >= 0; }
    /// All columns that were not requested, except the named ones: rows keep them as arguments under their own names.
    struct Extra {
        int cell;
        std::string name;
    };
    std::vector<Extra> others(std::initializer_list<std::string_view> except);

    const SqliteTable& table() const { return m_table; }
    std::span<const int> indices() const { return m_indices; }

private:
    const SqliteTable& m_table;
    std::vector<int> m_indices;
};

/// Values by the ids of a table. Ids are dense in every known database; sparse ones work, but slower.
template <class T>
class ById {
public:
    void set(std::int64_t id, T value) {
        // Bounded by the count: ids that double from row to row must not make the table do so.
        if (id >= 0 && static_cast<std::uint64_t>(id) <= ++m_count * 4 + 4096) {
            if (static_cast<std::size_t>(id) >= m_dense.size()) m_dense.resize(static_cast<std::size_t>(id) + 1);
            m_dense[static_cast<std::size_t>(id)] = std::move(value);
            m_sparse.erase(id);  // it may have come early, before the table reached that far
        } else {
            m_sparse.insert_or_assign(id, std::move(value));
        }
    }
    /// nullptr if nothing was set.
    const T* find(std::int64_t id) const {
        if (id >= 0 && static_cast<std::size_t>(id) < m_dense.size() && m_dense[static_cast<std::size_t>(id)])
            return &*m_dense[static_cast<std::size_t>(id)];
        const auto found = m_sparse.find(id);
        return found == m_sparse.end() ? nullptr : &found->second;
    }
    T* find(std::int64_t id) { return const_cast<T*>(std::as_const(*this).find(id)); }
    bool empty() const { return m_dense.empty() && m_sparse.empty(); }

private:
    std::uint64_t m_count = 0;
    std::vector<std::optional<T>> m_dense;
    std::unordered_map<std::int64_t, T> m_sparse;
};

/// Shared state of reading a ROCm database.
struct Reading : Building {
    Reading(const SqliteReader& database, model::EventStore& s, const OpenOptions& o) : Building(s, o), db(database) {}

    /// Calls use(cells, rowid) for each row of the table. Damage is noted; the rows before it count.
    template <class F>
    void rows(const Columns& columns, F&& use) {
        for (const auto& part : db.parts(columns.table(), SIZE_MAX))
            if (const auto error = scan(part, columns, use)) damaged(*error);
    }
    /// Reads a table in parts, beside each other: calls use(part, cells, rowid) with what make() gave for the part.
    /// Returns these in the order of the rows. Of a damaged part, the rows before the damage count.
    template <class Make, class F>
    auto inParts(const Columns& columns, Make&& make, F&& use) {
        return ofParts(db.parts(columns.table(), kPartBytes), columns, make, use);
    }
    /// The same of some parts of the table.
    template <class Make, class F>
    auto ofParts(const std::vector<SqliteReader::Part>& parts, const Columns& columns, Make&& make, F&& use) {
        std::vector<decltype(make())> out(parts.size());
        for (auto& part : out) part = make();
        std::vector<std::optional<model::Error>> errors(parts.size());
        parallelFor(parts.size(), options.threads, [&](std::size_t i) {
            if (options.stop.stop_requested()) return;
            errors[i] = scan(parts[i], columns, [&](Cells cells, std::int64_t rowid) { use(*out[i], cells, rowid); });
        });
        for (const auto& error : errors)
            if (error) damaged(*error);
        return out;
    }
    /// Small parts of a table, spread evenly over it: about kSampleBytes in all.
    std::vector<SqliteReader::Part> sampleOf(const SqliteTable& table) const;
    /// An existing table that is not a view: views of these databases omit rows.
    const SqliteTable* baseTable(std::string_view name) const;
    void damaged(const model::Error& error);
    void progress(std::uint64_t bytes);
    /// Counts the rows of tables for which known() is false, and names the tables.
    template <class F>
    void nameUnknownTables(F&& known) {
        for (const SqliteTable& t : db.tables()) {
            if (t.isView || known(t.name) || options.stop.stop_requested()) continue;
            std::uint64_t n = 0;
            Columns none(t);
            rows(none, [&](Cells, std::int64_t) { ++n; });
            if (!n) continue;
            store.diagnostics().add(model::Note::UnknownTable, t.name, n);
            store.info().skipped[t.name] += n;
        }
    }

    const SqliteReader& db;
    std::uint64_t done = 0;

private:
    static constexpr std::size_t kPartBytes = 4 << 20;
    static constexpr std::size_t kSampleBytes = 4 << 20, kSampledPartBytes = 64 << 10;

    template <class F>
    std::optional<model::Error> scan(const SqliteReader::Part& part, const Columns& columns, F&& use) {
        std::uint64_t n = 0;
        const auto scanned = db.scan(part, columns.indices(), [&](Cells cells, std::int64_t rowid) {
            use(cells, rowid);
            return (++n & 0xfff) != 0 || !options.stop.stop_requested();
        });
        progress(part.bytes());
        if (scanned || scanned.error().code == model::ErrorCode::Cancelled) return {};
        return scanned.error();
    }

    std::mutex m_mutex;
};

/// An error that names some tables of a foreign database.
model::Error foreign(const SqliteReader& db, const std::filesystem::path& path);

}  // namespace importers::rocm
