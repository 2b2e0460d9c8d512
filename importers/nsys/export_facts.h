// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "importers/nsys/ingest.h"

namespace importers::nsys {

/// The tables of an export that describe the session, in whichever kind of file.
class ExportTables {
public:
    using Row = std::function<void(std::span<const Cell>)>;
    virtual ~ExportTables() = default;
    virtual bool has(std::string_view table) const = 0;
    virtual bool hasColumn(std::string_view table, std::string_view column) const = 0;
    /// Calls use() for each row; a missing column gives Null. Does nothing if the table is missing.
    virtual void forEachRow(std::string_view table, std::span<const std::string_view> columns,
                            const Row& use) const = 0;
};

/// Reads all facts about the session in an export, except its environment. Names of GPU metrics go to `ingest`,
/// captured output to the store's info.
SessionFacts readExportFacts(const ExportTables& tables, model::EventStore& store, ReportStrings& strings,
                             Ingest& ingest);

/// The name of a table without the version that some exports append: OSRT_API of "OSRT_API_V2".
std::string_view withoutVersion(std::string_view name);

/// Whether readExportFacts() reads the table.
bool isFactTable(std::string_view name);

/// Whether a table is read, or deliberately holds no events (descriptions, statistics, enumerations).
bool isKnownTable(std::string_view name);

/// Combines the rows of a call chain table. Rows of one chain are adjacent, their frames in any order.
class ChainRows {
public:
    /// The cells of a row, in this order.
    static constexpr std::string_view kColumns[] = {"id",           "stackDepth",  "symbol",    "module",
                                                    "originalIP",   "kernelMode",  "thumbCode", "unresolved",
                                                    "specialEntry", "unwindMethod"};

    ChainRows(model::EventStore& store, ReportStrings& strings, ChainMap& into)
        : m_store(store), m_strings(strings), m_into(into) {}
    void add(std::span<const Cell> cells);
    /// Must be called after the last row.
    void finish();

private:
    struct Row {
        std::int64_t depth;
        model::Frame frame;
    };
    model::EventStore& m_store;
    ReportStrings& m_strings;
    ChainMap& m_into;
    std::vector<Row> m_chain;
    std::vector<model::Frame> m_frames;
    std::int64_t m_current = 0;
};

/// The table with the call chains of a table's rows; empty = there are none.
std::string_view chainTableOf(TableId id);

}  // namespace importers::nsys
