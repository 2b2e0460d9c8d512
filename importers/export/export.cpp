// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/export.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "importers/export/chrome_writer.h"
#include "importers/export/selection.h"
#include "importers/export/table_sink.h"
#include "importers/export/ticker.h"
#include "model/query/drawn.h"
#include "model/rep/rep_writer.h"

namespace importers {

using model::ErrorCode;
using model::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 5> kFormats{"sqlite", "json", "csv", "chrome", "rep"};
Result<void> writeTable(const sql::Source& table, exporting::TableSink& sink, exporting::Ticker& ticker) {
    if (auto begun = sink.begin(table); !begun) return begun;
    sql::Scratch scratch;
    std::vector<Cell> cells(table.columns().size());
    for (std::size_t p = 0; p < table.parts(); ++p) {
        const std::uint64_t end = table.rows(p);
        for (std::uint64_t r = table.settle(p, 0, end); r < end; r = table.settle(p, r + 1, end)) {
            for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = table.cell(p, r, c, scratch);
            if (auto written = sink.row(table.rowid(p, r), cells); !written) return written;
            if (!ticker.goesOn()) return model::fail(ErrorCode::Cancelled, {});
        }
    }
    return sink.end();
}

Result<void> writeTables(const sql::Sources& tables, exporting::TableSink& sink, const ExportOptions& options) {
    std::uint64_t all = 0;
    for (const auto& t : tables) all += t->count();
    exporting::Ticker ticker(options, all);
    for (const auto& t : tables) {
        if (options.stop.stop_requested()) return model::fail(ErrorCode::Cancelled, {});
        if (auto written = writeTable(*t, sink, ticker); !written) return written;
    }
    return sink.finish();
}

/// Tables that have rows. In CSV names are written where they are used, and a part by kind has no table but those of
/// its events.
sql::Sources tablesFor(const model::Snapshot& report, ExportFormat format, const ExportOptions& options) {
    sql::Sources tables = sql::allTables(report, sql::Cover::Once);
    const bool csv = format == ExportFormat::Csv, onlyEvents = csv && !options.kinds.empty();
    // An export has names even if there is nothing that has one: by them it is known.
    std::erase_if(tables, [&](const auto& t) {
        return t->name() == "StringIds" ? csv : t->isEmpty() || (onlyEvents && !t->isTimeline());
    });
    // A reader that takes line by line knows names before they are used.
    std::stable_partition(tables.begin(), tables.end(), [](const auto& t) { return t->name() == "StringIds"; });
    return tables;
}

/// The part that the options leave, counted. Null when stopped.
model::SnapshotPtr part(const model::SnapshotPtr& report, const ExportOptions& options,
                        std::shared_ptr<model::EventStore>& owner) {
    const model::SnapshotPtr out = exporting::selected(report, options, owner);
    if (!out || !options.held) return out;
    const model::Drawn has = model::drawnOf(*out);
    *options.held = has.events + has.values;
    return out;
}

Result<void> writeSelected(const model::Snapshot& report, ExportFormat format, const fs::path& target,
                           const ExportOptions& options) {
    if (format == ExportFormat::Rep)
        return model::writeRep(report, target, {options.stop, options.progress, options.threads, options.sources});
    if (format == ExportFormat::Chrome) return exporting::writeChrome(report, target, options);
    auto sink = format == ExportFormat::Sqlite ? exporting::sqliteSink(target)
                : format == ExportFormat::Json ? exporting::jsonSink(target)
                                               : exporting::csvSink(target, report, options.spreadsheet);
    if (!sink) return tl::unexpected(sink.error());
    return writeTables(tablesFor(report, format, options), **sink, options);
}

}  // namespace

std::optional<ExportFormat> exportFormat(std::string_view key) {
    if (key == "jsonlines") return ExportFormat::Json;  // as Nsight Systems calls it now
    const auto found = std::find(kFormats.begin(), kFormats.end(), key);
    return found == kFormats.end() ? std::nullopt : std::optional(static_cast<ExportFormat>(found - kFormats.begin()));
}

model::SnapshotPtr partOf(const model::SnapshotPtr& report, const ExportOptions& options) {
    std::shared_ptr<model::EventStore> owner;  // the snapshot keeps it
    return exporting::selected(report, options, owner);
}

TargetState targetState(const fs::path& target, ExportFormat format, const ExportOptions& options) {
    std::error_code ignored;
    for (const fs::path& source : options.sources)
        if (fs::equivalent(source, target, ignored)) return TargetState::IsSource;
    const bool folder = fs::is_directory(target, ignored), file = fs::is_regular_file(target, ignored);
    if (folder && format == ExportFormat::Csv)
        for (const fs::path& source : options.sources)
            if (fs::equivalent(source.parent_path().empty() ? fs::path(".") : source.parent_path(), target, ignored) &&
                source.extension() == ".csv")
                return TargetState::IsSource;
    if (options.overwrite || (!folder && !file)) return TargetState::Free;
    return fs::is_empty(target, ignored) ? TargetState::Free : TargetState::IsThere;
}

Result<void> exportReport(const model::SnapshotPtr& report, ExportFormat format, const fs::path& target,
                          const ExportOptions& options) {
    switch (targetState(target, format, options)) {
    case TargetState::IsSource: return model::fail(ErrorCode::WouldReplaceSource, target.string());
    case TargetState::IsThere: return model::fail(ErrorCode::CannotWrite, target.string(), std::strerror(EEXIST));
    case TargetState::Free: break;
    }
    std::shared_ptr<model::EventStore> owner;
    const model::SnapshotPtr chosen = part(report, options, owner);
    if (!chosen) return model::fail(ErrorCode::Cancelled, target.string());
    Result<void> done = writeSelected(*chosen, format, target, options);
    if (!done && done.error().subject.empty()) done.error().subject = model::Argument::file(target.string());
    return done;
}

Result<void> exportOneTable(const model::SnapshotPtr& report, const ExportOptions& options,
                            const std::function<bool(std::string_view)>& write) {
    std::shared_ptr<model::EventStore> owner;
    const model::SnapshotPtr chosen = part(report, options, owner);
    if (!chosen) return model::fail(ErrorCode::Cancelled, report->info().path);
    sql::Sources tables = tablesFor(*chosen, ExportFormat::Csv, options);
    // Arguments are beside the rows of one table or, in a table of their own, those of another.
    std::erase_if(tables, [](const auto& t) { return !t->isTimeline() || t->name() == "args"; });
    std::string names;
    for (const auto& t : tables) names += (names.empty() ? "" : ", ") + std::string(t->name());
    if (tables.size() != 1) return model::fail(ErrorCode::UnsupportedFeature, report->info().path, names);
    return writeTables(tables, *exporting::csvStream(*chosen, write, options.spreadsheet), options);
}

}  // namespace importers
