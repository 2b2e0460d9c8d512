// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares what is read from a report with the database that was exported from it.

#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/common/protobuf_wire.h"
#include "importers/nsys/rep_events.h"

namespace reptest {

using importers::Cell;
using importers::nsys::Column;
using importers::nsys::EventCounts;
using importers::nsys::RepContainer;
using importers::nsys::RepFrame;
using importers::nsys::Role;
using importers::nsys::RowSink;
using importers::nsys::Table;
using importers::nsys::TableId;

/// A database opened for reading; throws on errors, which fail the test.
class Database {
public:
    explicit Database(const std::string& path) {
        if (sqlite3_open_v2(path.c_str(), &m_db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK)
            throw std::runtime_error("cannot open " + path);
    }
    ~Database() { sqlite3_close(m_db); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void each(const std::string& sql, const std::function<void(sqlite3_stmt*)>& visit) const {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_db, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
            throw std::runtime_error(sql + ": " + sqlite3_errmsg(m_db));
        while (sqlite3_step(statement) == SQLITE_ROW) visit(statement);
        sqlite3_finalize(statement);
    }
    std::vector<std::string> columns(const std::string& name) const {
        std::vector<std::string> result;
        each("PRAGMA table_info(\"" + name + "\")", [&](sqlite3_stmt* s) { result.push_back(text(s, 1)); });
        return result;
    }
    bool has(const std::string& name) const { return !columns(name).empty(); }
    std::int64_t count(const std::string& name) const {
        std::int64_t n = 0;
        each("SELECT count(*) FROM \"" + name + "\"", [&](sqlite3_stmt* s) { n = sqlite3_column_int64(s, 0); });
        return n;
    }

    static std::string text(sqlite3_stmt* s, int i) {
        const auto* bytes = sqlite3_column_blob(s, i);
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(s, i));
        return bytes ? std::string(static_cast<const char*>(bytes), size) : std::string();
    }
    static Cell cell(sqlite3_stmt* s, int i, std::string& keep) {
        switch (sqlite3_column_type(s, i)) {
        case SQLITE_INTEGER: return Cell::ofInt(sqlite3_column_int64(s, i));
        case SQLITE_FLOAT: return Cell::ofReal(sqlite3_column_double(s, i));
        case SQLITE_NULL: return {};
        default: keep = text(s, i); return Cell::ofText(keep);
        }
    }

private:
    sqlite3* m_db = nullptr;
};

/// A row as text, cell by cell, so that string ids of both sides can be compared by content.
using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

inline std::string showCell(const Cell& cell) {
    switch (cell.type) {
    case Cell::Type::Null: return "NULL";
    case Cell::Type::Int: return std::to_string(cell.i);
    case Cell::Type::Real: return std::to_string(cell.real);
    default: return "'" + std::string(cell.text()) + "'";
    }
}

inline bool isStringId(Role role) { return role == Role::Name || role == Role::ArgString; }

inline std::string showFrame(std::string_view symbol, std::string_view module, std::int64_t ip, int flags, int unwind) {
    std::string text(symbol);
    text += '@';
    text += module;
    for (const std::int64_t number : {ip, std::int64_t{flags}, std::int64_t{unwind}}) {
        text += ',';
        text += std::to_string(number);
    }
    return text += ';';
}

/// Keeps every row of a report as text.
class Collector final : public RowSink {
public:
    explicit Collector(const RepContainer& report) : m_report(report), rows(importers::nsys::kTableCount) {}

    void row(TableId id, std::span<const Cell> cells, std::size_t) override {
        const auto columns = importers::nsys::table(id).columns;
        if (cells.size() != columns.size()) throw std::runtime_error("wrong number of cells");
        Row row;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (isStringId(columns[i].role) && cells[i].type == Cell::Type::Int) {
                usedStrings.insert(cells[i].i);
                row.push_back(string(cells[i].i));
            } else if (columns[i].role == Role::Callchain) {
                row.push_back(id == TableId::CpuSample ? std::to_string(++m_samples) + ":" + m_chain : m_chain);
            } else {
                row.push_back(showCell(cells[i]));
            }
        }
        m_chain.clear();
        rows[static_cast<std::size_t>(id)].push_back(std::move(row));
    }
    void frames(std::span<const RepFrame> frames) override {
        for (const auto& f : frames) {
            m_chain += showFrame(string(f.symbolId), string(f.moduleId), f.ip, f.flags, f.unwindMethod);
            usedStrings.insert({f.symbolId, f.moduleId});
        }
    }
    void process(std::int64_t globalPid, std::string_view name) override {
        processes.push_back({std::to_string(globalPid), std::string(name)});
    }

    std::string string(std::int64_t id) const {
        const auto text = m_report.string(id);
        return text ? "'" + std::string(*text) + "'" : "#" + std::to_string(id);
    }

private:
    const RepContainer& m_report;
    std::string m_chain;
    std::int64_t m_samples = 0;

public:
    std::vector<Rows> rows;  ///< by table
    Rows processes;
    std::set<std::int64_t> usedStrings;
};

/// Decodes everything; an undecodable chunk is returned as text in `error`.
inline EventCounts decodeAll(const RepContainer& report, RowSink& sink, std::string* error = nullptr) {
    importers::nsys::ChunkBuffer buffer;
    EventCounts total;
    for (std::size_t i = 0; i < report.chunks().size(); ++i) {
        const auto chunk = report.readChunk(i, buffer);
        if (chunk) total.add(decodeEvents(report, *chunk, sink));
        else if (error) *error = model::english(chunk.error().detail);
    }
    return total;
}

using Chains = std::unordered_map<std::int64_t, std::string>;

inline std::unordered_map<std::int64_t, std::string> readStrings(const Database& db) {
    std::unordered_map<std::int64_t, std::string> strings;
    db.each("SELECT id, value FROM StringIds",
            [&](sqlite3_stmt* s) { strings[sqlite3_column_int64(s, 0)] = Database::text(s, 1); });
    return strings;
}

inline Chains readChains(const Database& db, const std::string& name,
                         const std::unordered_map<std::int64_t, std::string>& strings) {
    Chains chains;
    if (!db.has(name)) return chains;
    const auto columns = db.columns(name);
    const auto column = [&](const char* wanted) {
        return std::find(columns.begin(), columns.end(), wanted) == columns.end() ? "0" : std::string(wanted);
    };
    db.each("SELECT id, symbol, module, " + column("originalIP") + ", " + column("kernelMode") + ", " +
                column("thumbCode") + ", " + column("unresolved") + ", " + column("specialEntry") + ", " +
                column("unwindMethod") + " FROM " + name + " ORDER BY id, stackDepth",
            [&](sqlite3_stmt* s) {
                int flags = 0;
                for (int i = 0; i < 4; ++i) flags |= (sqlite3_column_int(s, 4 + i) != 0) << i;
                const auto text = [&](int i) { return "'" + strings.at(sqlite3_column_int64(s, i)) + "'"; };
                chains[sqlite3_column_int64(s, 0)] +=
                    showFrame(text(1), text(2), sqlite3_column_int64(s, 3), flags, sqlite3_column_int(s, 8));
            });
    return chains;
}

/// Indices of the schema's columns that the database has and that say something (blobs are left out).
inline std::vector<std::size_t> sharedColumns(const Table& t, const std::vector<std::string>& columns) {
    std::vector<std::size_t> shared;
    for (std::size_t i = 0; i < t.columns.size(); ++i)
        if (std::string_view(t.columns[i].name) != "binaryData" &&
            std::find(columns.begin(), columns.end(), t.columns[i].name) != columns.end())
            shared.push_back(i);
    return shared;
}

inline Rows readExported(const Database& db, const Table& t, const std::vector<std::size_t>& shared,
                         const std::unordered_map<std::int64_t, std::string>& strings, const Chains& chains) {
    std::string sql;
    for (const std::size_t i : shared)
        sql += (sql.empty() ? "SELECT \"" : ", \"") + std::string(t.columns[i].name) + '"';
    Rows rows;
    std::string keep;
    db.each(sql + " FROM " + t.name, [&](sqlite3_stmt* s) {
        Row& row = rows.emplace_back();
        for (std::size_t c = 0; c < shared.size(); ++c) {
            const Role role = t.columns[shared[c]].role;
            const Cell cell = Database::cell(s, static_cast<int>(c), keep);
            if (isStringId(role) && cell.type == Cell::Type::Int) {
                const auto found = strings.find(cell.i);
                row.push_back(found == strings.end() ? "#" + std::to_string(cell.i) : "'" + found->second + "'");
            } else if (role == Role::Callchain) {
                const auto found = chains.find(cell.intOr(0));
                const std::string chain = found == chains.end() ? "" : found->second;
                row.push_back(t.id == TableId::CpuSample ? std::to_string(cell.i) + ":" + chain : chain);
            } else {
                row.push_back(showCell(cell));
            }
        }
    });
    return rows;
}

inline Rows pick(const Rows& rows, const std::vector<std::size_t>& columns) {
    Rows picked;
    for (const auto& row : rows) {
        Row& to = picked.emplace_back();
        for (const std::size_t i : columns) to.push_back(row[i]);
    }
    return picked;
}

/// Empty when both hold the same rows in any order; otherwise the first difference.
inline std::string difference(Rows report, Rows exported, const std::vector<std::string>& names) {
    std::sort(report.begin(), report.end());
    std::sort(exported.begin(), exported.end());
    const auto [r, e] = std::mismatch(report.begin(), report.end(), exported.begin(), exported.end());
    if (r == report.end() && e == exported.end()) return {};
    std::string text =
        std::to_string(report.size()) + " rows in the report, " + std::to_string(exported.size()) + " exported; ";
    if (r == report.end()) return text + "only exported: " + (*e)[0] + " …";
    if (e == exported.end()) return text + "only in the report: " + (*r)[0] + " …";
    for (std::size_t i = 0; i < names.size(); ++i)
        if ((*r)[i] != (*e)[i])
            return text + "row with " + names[0] + " " + (*r)[0] + ": column " + names[i] + " is " + (*r)[i] +
                   " in the report and " + (*e)[i] + " exported";
    return text;
}

inline std::vector<std::string> columnNames(const Table& t, const std::vector<std::size_t>& columns) {
    std::vector<std::string> names;
    for (const std::size_t i : columns) names.emplace_back(t.columns[i].name);
    return names;
}

/// String ids through which processes point at their environments.
inline std::set<std::int64_t> environmentStrings(const RepContainer& report) {
    std::set<std::int64_t> ids;
    importers::nsys::ChunkBuffer buffer;
    for (std::size_t i = 0; i < report.chunks().size(); ++i) {
        const auto chunk = report.readChunk(i, buffer);
        if (!chunk) continue;
        importers::WireReader events(*chunk);
        for (importers::WireField event; events.next(event);) {
            importers::WireReader reader(event.bytes);
            for (importers::WireField f; reader.next(f);) {
                if (f.number != 113 || !f.isBytes()) continue;
                importers::WireReader process(f.bytes);
                for (importers::WireField g; process.next(g);)
                    if (g.number == 13) ids.insert(g.asInt());
            }
        }
    }
    ids.erase(0);
    return ids;
}

}  // namespace reptest
