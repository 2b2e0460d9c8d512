// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "importers/export/export.h"
#include "importers/sql/source.h"

namespace importers::exporting {

/// Receives tables one after the other. If it is destroyed without finish(), it leaves nothing behind. Errors:
/// CannotWrite.
class TableSink {
public:
    virtual ~TableSink() = default;
    virtual model::Result<void> begin(const sql::Source& table) = 0;
    virtual model::Result<void> row(std::int64_t rowid, std::span<const Cell> cells) = 0;
    virtual model::Result<void> end() = 0;
    virtual model::Result<void> finish() = 0;
};
using TableSinkPtr = std::unique_ptr<TableSink>;

model::Result<TableSinkPtr> sqliteSink(const std::filesystem::path& target);
model::Result<TableSinkPtr> jsonSink(const std::filesystem::path& target);
/// Names are written as texts, which `report` provides, in the form of appendCsv().
model::Result<TableSinkPtr> csvSink(const std::filesystem::path& folder, const model::Snapshot& report,
                                    bool forSpreadsheet);
/// One table, without a file.
TableSinkPtr csvStream(const model::Snapshot& report, const std::function<bool(std::string_view)>& write,
                       bool forSpreadsheet);

}  // namespace importers::exporting
