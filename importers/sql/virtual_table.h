// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <stop_token>

#include "importers/sql/source.h"

struct sqlite3;

namespace importers::sql {

/// Rows of a table by the value of one Int column. SQLite makes no automatic index of a virtual table; without one, a
/// join of two event tables would examine each pair of rows. Built when a join first needs it, 16 bytes a row.
class KeyIndex {
public:
    struct Entry {
        std::int64_t key;
        std::uint32_t part;
        std::uint32_t row;
    };
    /// False if it was stopped, or the table is too long for row numbers of 32 bits.
    bool build(const Source& source, std::size_t column, const std::stop_token& stop);
    std::span<const Entry> find(std::int64_t key) const;
    std::size_t bytes() const { return m_entries.size() * sizeof(Entry); }

private:
    std::vector<Entry> m_entries;  // by key
};

/// State of a connection.
struct Watch {
    std::stop_token stop;        ///< of the current query
    bool connecting = false;     ///< SQLite learns the columns of a table, which looks as if it wrote its own schema
    bool denied = false;         ///< the query requested something that is not allowed
    std::size_t indexBytes = 0;  ///< of all KeyIndex objects; beyond kMostIndexBytes no more are made
};
inline constexpr std::size_t kMostIndexBytes = std::size_t{1} << 30;

/// A table for SQLite. Must outlive the connection.
struct SqlTable {
    std::unique_ptr<Source> source;
    Watch* watch = nullptr;
    std::map<std::size_t, KeyIndex> indices{};
};

/// Registers the table with a connection under its name. Returns an SQLite result code.
int registerTable(sqlite3* db, SqlTable& table);

}  // namespace importers::sql
