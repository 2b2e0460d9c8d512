// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "importers/align.h"
#include "importers/common/importer.h"

namespace importers {

struct MergeFile {
    std::filesystem::path path;
    std::optional<model::TimeNs> offset;  ///< Alignment::offset as the user set it; absent = computed
};

/// One of the files of a merged report, in the order of their ranks. Files without a rank come last, in the given
/// order.
struct MergedFile {
    std::filesystem::path path;
    std::string label;  ///< "rank 3 (node7)", "run.nsys-rep"; distinct from those of the other files
    std::optional<std::int64_t> rank;
    std::string host;  ///< name of the machine, "" = unknown
    std::string format;
    std::uint64_t bytes = 0;
    std::uint64_t events = 0;
    ClockFacts clock;                   ///< without `ends`
    Alignment alignment;                ///< in effect
    Alignment computed;                 ///< as it was when the files were opened
    model::Facts facts;                 ///< of the session, as far as they differ between the files
    std::optional<model::Error> error;  ///< why the file is not in the report
};

struct MergeOptions : OpenOptions {
    Align align = Align::Auto;
};

/// Maximum number of files in one report.
inline constexpr std::size_t kMaxMergedFiles = 4096;

/// TrackKey::host of the `inner`-th host of a file.
std::int64_t mergedHost(std::size_t file, std::size_t inner = 0);
/// The file of a host of a merged report.
std::size_t fileOfHost(std::int64_t host);

/// Opens several reports as one. Each keeps its own hosts (mergedHost) and with them its processes, so correlation
/// never crosses files. Times are those of the first file that opens; the others are shifted by their Alignment. A file
/// that cannot be opened is named in its MergedFile and in a note, and the others are shown. Fails if none opens, or
/// with Cancelled: then the store holds the complete files.
model::Result<std::vector<MergedFile>> openMerged(std::span<const MergeFile> files, model::EventStore& store,
                                                  const MergeOptions& options = {});

/// Makes a merged report with other offsets from the report itself, without reading files again. `files` are those of
/// `merged`; they get the offsets of `offsets` (one for each file). `store` is new. Rows keep their ids. Fails only
/// with Cancelled.
model::Result<void> moveMerged(const model::Snapshot& merged, std::vector<MergedFile>& files,
                               std::span<const model::TimeNs> offsets, model::EventStore& store,
                               const OpenOptions& options = {});

/// Where to read a captured output of a merged report: the file, and the attachment in terms of that file.
struct MergedAttachment {
    std::size_t file = 0;
    model::ReportInfo::Attachment attachment;
};
std::optional<MergedAttachment> mergedAttachment(const model::ReportInfo::Attachment& attachment);

/// The rank in a file's name: "rank3", "rank_3", "_3.pt.trace.json" … A bare number that is a process of `report` is
/// none: the daemon that captures on demand names its files after processes.
std::optional<std::int64_t> rankFromName(std::string_view fileName, const model::Snapshot* report = nullptr);
/// Name of the machine, if the report has exactly one.
std::string hostNameOf(const model::Snapshot& report);

}  // namespace importers
