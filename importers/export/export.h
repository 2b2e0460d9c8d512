// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "importers/export/scrub.h"
#include "model/base/error.h"
#include "model/store/event_store.h"

namespace importers {

enum class ExportFormat : std::uint8_t {
    Sqlite,  ///< tables as Nsight Systems exports them; opens in every tool that reads its exports
    Json,    ///< the same as JSON Lines, an object a row
    Csv,     ///< a folder with a file for each table, names written out
    Chrome,  ///< trace events, for Perfetto and chrome://tracing
    Rep,     ///< our own
};
/// By its name on the command line: sqlite, json or jsonlines, csv, chrome, rep.
std::optional<ExportFormat> exportFormat(std::string_view key);

struct ExportOptions {
    std::optional<model::TimeRange> times{};  ///< only events that overlap it (whole), and values in it
    std::vector<model::EventKind> kinds{};    ///< only these; empty = all
    ScrubParts scrub = 0;                     ///< what is taken out of it; a copy without is written
    ScrubCounts* scrubbed = nullptr;          ///< set to how much that was
    std::shared_ptr<exporting::StandIns>
        standIns{};            ///< of reports that are compared: what is replaced in one by what; null = its own
    bool spreadsheet = false;  ///< Csv: texts that a spreadsheet would take for formulas have an apostrophe before them
    bool overwrite = false;    ///< what is there may be replaced, but never a source
    std::vector<std::filesystem::path> sources{};  ///< files that the report was read from
    std::stop_token stop{};
    /// Rows written and rows in all, from the calling thread.
    std::function<void(std::uint64_t, std::uint64_t)> progress{};
    unsigned threads = 0;           ///< for .rep; 0 = as many as there are cores
    std::uint64_t* held = nullptr;  ///< set to how many events and values the part has
};

/// The part of a report that the options leave, scrubbed as they say: a report of its own. Null when stopped.
model::SnapshotPtr partOf(const model::SnapshotPtr& report, const ExportOptions& options);

/// Why a target may not be written.
enum class TargetState : std::uint8_t { Free, IsSource, IsThere };
/// Whether something is at the target that must stay. An empty file or folder and a device may be written to.
TargetState targetState(const std::filesystem::path& target, ExportFormat format, const ExportOptions& options);

/// Writes a report, or the part of it that the options leave. The target appears as a whole or stays as it was. Errors:
/// Cancelled, WouldReplaceSource, CannotWrite with the system's reason; those of writeRep().
model::Result<void> exportReport(const model::SnapshotPtr& report, ExportFormat format,
                                 const std::filesystem::path& target, const ExportOptions& options = {});

/// The only table of a part that consists of one, as CSV for `write`, which returns false when it can take no more.
/// Errors: Cancelled, CannotWrite; UnsupportedFeature, naming the tables, where there are none or several.
model::Result<void> exportOneTable(const model::SnapshotPtr& report, const ExportOptions& options,
                                   const std::function<bool(std::string_view)>& write);

}  // namespace importers
