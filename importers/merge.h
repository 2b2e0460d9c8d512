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
    std::optional<model::TimeNs> offset;  ///< Alignment::offset as the person wants it; absent = computed
};

/// One of the files of a merged report, in the order of their ranks; those without one behind, in the order in which
/// they were given.
struct MergedFile {
    std::filesystem::path path;
    std::string label;  ///< "rank 3 (node7)", "run.nsys-rep"; unlike those of the other files
    std::optional<std::int64_t> rank;
    std::string host;  ///< name of the machine, "" = unknown
    std::string format;
    std::uint64_t bytes = 0;
    std::uint64_t events = 0;
    ClockFacts clock;                   ///< without `ends`
    Alignment alignment;                ///< in effect
    Alignment computed;                 ///< as it was when the files were opened
    model::Facts facts;                 ///< of the session, as far as they differ between the files
    std::optional<model::Error> error;  ///< why it is not in the report
};

struct MergeOptions : OpenOptions {
    Align align = Align::Auto;
};

/// At most so many files make one report.
inline constexpr std::size_t kMaxMergedFiles = 4096;

/// TrackKey::host of the `inner`-th host of a file.
std::int64_t mergedHost(std::size_t file, std::size_t inner = 0);
/// The file that a host of a merged report belongs to.
std::size_t fileOfHost(std::int64_t host);

/// Opens several reports as one: each keeps its own hosts (mergedHost) and with them its processes, so correlation
/// never crosses files. Times are those of the first file that opens; the others are moved as their Alignment says. A
/// file that cannot be opened is named in its MergedFile and in a note, and the others are shown. Fails when none
/// opens, or with Cancelled: then the store holds the files that were complete.
model::Result<std::vector<MergedFile>> openMerged(std::span<const MergeFile> files, model::EventStore& store,
                                                  const MergeOptions& options = {});

/// A merged report with other offsets, from the report itself: nothing is read again. `files` are those of `merged` and
/// get the offsets of `offsets` (one a file); `store` is new. Rows keep their ids. Fails with Cancelled only.
model::Result<void> moveMerged(const model::Snapshot& merged, std::vector<MergedFile>& files,
                               std::span<const model::TimeNs> offsets, model::EventStore& store,
                               const OpenOptions& options = {});

/// Where a captured output of a merged report is to be read: the file, and the attachment as that file knows it.
struct MergedAttachment {
    std::size_t file = 0;
    model::ReportInfo::Attachment attachment;
};
std::optional<MergedAttachment> mergedAttachment(const model::ReportInfo::Attachment& attachment);

/// The rank that a file's name tells: "rank3", "rank_3", "_3.pt.trace.json" …
std::optional<std::int64_t> rankFromName(std::string_view fileName);
/// Name of the machine, where the report has one and only one.
std::string hostNameOf(const model::Snapshot& report);

}  // namespace importers
