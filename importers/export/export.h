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
    Sqlite,  ///< tables as Nsight Systems exports them, for every tool that reads its exports
    Json,    ///< the same as JSON Lines, one object for each row
    Csv,     ///< a folder with a file for each table, with names written out
    Chrome,  ///< trace events, for Perfetto and chrome://tracing
    Rep,     ///< our own format
};
/// By its name on the command line: sqlite, json or jsonlines, csv, chrome, rep.
std::optional<ExportFormat> exportFormat(std::string_view key);

struct ExportOptions {
    std::optional<model::TimeRange> times{};  ///< only events that overlap it (whole), and values in it
    std::vector<model::EventKind> kinds{};    ///< only these; empty = all
    ScrubParts scrub = 0;                     ///< parts to remove; a copy without them is written
    ScrubCounts* scrubbed = nullptr;          ///< set to the number of replacements
    std::shared_ptr<exporting::StandIns>
        standIns{};            ///< for reports that are compared: shared replacements; null = its own
    bool spreadsheet = false;  ///< Csv: put an apostrophe before texts that a spreadsheet would interpret as formulas
    bool overwrite = false;    ///< existing files may be replaced, but never a source
    std::vector<std::filesystem::path> sources{};  ///< files that the report was read from
    std::stop_token stop{};
    /// Rows written and total rows, from the calling thread.
    std::function<void(std::uint64_t, std::uint64_t)> progress{};
    unsigned threads = 0;           ///< for .rep; 0 = as many as there are cores
    std::uint64_t* held = nullptr;  ///< set to the number of events and values in the part
};

/// The part of a report that the options select, scrubbed as requested: a report of its own. Null if stopped.
model::SnapshotPtr partOf(const model::SnapshotPtr& report, const ExportOptions& options);

/// Why a target may not be written.
enum class TargetState : std::uint8_t { Free, IsSource, IsThere };
/// Whether something exists at the target that must stay. An empty file or folder, and a device, may be written to.
TargetState targetState(const std::filesystem::path& target, ExportFormat format, const ExportOptions& options);

/// Writes a report, or the selected part of it. The target appears complete or stays unchanged. Errors: Cancelled,
/// WouldReplaceSource, CannotWrite with the system's reason; those of writeRep().
model::Result<void> exportReport(const model::SnapshotPtr& report, ExportFormat format,
                                 const std::filesystem::path& target, const ExportOptions& options = {});

/// Writes the only table of a part with one table, as CSV, to `write`, which returns false when it can accept no more.
/// Errors: Cancelled, CannotWrite; UnsupportedFeature, naming the tables, if there are none or several.
model::Result<void> exportOneTable(const model::SnapshotPtr& report, const ExportOptions& options,
                                   const std::function<bool(std::string_view)>& write);

}  // namespace importers
