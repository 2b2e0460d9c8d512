// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "importers/nsys/ingest.h"

namespace importers::nsys {

/// The tables of an export that describe the session, in whatever file they are.
class ExportTables {
public:
    using Row = std::function<void(std::span<const Cell>)>;
    virtual ~ExportTables() = default;
    virtual bool has(std::string_view table) const = 0;
    virtual bool hasColumn(std::string_view table, std::string_view column) const = 0;
    /// Calls use() for each row; a column that is missing gives Null. Quietly nothing without the table.
    virtual void forEachRow(std::string_view table, std::span<const std::string_view> columns,
                            const Row& use) const = 0;
};

/// Everything about the session that an export holds, except its environment. Names of GPU metrics go to `ingest`,
/// captured output to the store's info.
SessionFacts readExportFacts(const ExportTables& tables, model::EventStore& store, ReportStrings& strings,
                             Ingest& ingest);

/// The name of a table without the version that some exports put behind it: OSRT_API of "OSRT_API_V2".
std::string_view withoutVersion(std::string_view name);

/// The tables that readExportFacts() asks for.
bool isFactTable(std::string_view name);

/// Whether a table's content is read, or is deliberately not an event (descriptions, statistics, enumerations).
bool isKnownTable(std::string_view name);

/// Puts the rows of a call chain table together: rows of one chain stand one behind the other, their frames in any
/// order.
class ChainRows {
public:
    /// The cells of a row, in this order.
    static constexpr std::string_view kColumns[] = {"id",           "stackDepth",  "symbol",    "module",
                                                    "originalIP",   "kernelMode",  "thumbCode", "unresolved",
                                                    "specialEntry", "unwindMethod"};

    ChainRows(model::EventStore& store, ReportStrings& strings, ChainMap& into)
        : m_store(store), m_strings(strings), m_into(into) {}
    void add(std::span<const Cell> cells);
    /// Must be called behind the last row.
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

/// The table that holds the call chains of a table's rows; empty = they have none.
std::string_view chainTableOf(TableId id);

}  // namespace importers::nsys
