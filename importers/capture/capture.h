// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "importers/capture/session_facts.h"
#include "importers/common/importer.h"
#include "model/store/report_info.h"

namespace importers::capture {

// The data that `sightline profile` leaves before it becomes a report: see collectors/protocol/spool.h.
int sniff(const Sniff& s);
/// One spool, or the folder of a session.
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);
/// All spools of a session's folder, and the session's own facts, as one report. A session without traced events is an
/// empty report that says so.
model::Result<void> openSession(const std::filesystem::path& folder, model::EventStore& store,
                                const OpenOptions& options);

/// Results about the stacks of a session, kept from one reading to the next.
struct KnownStacks;
std::shared_ptr<KnownStacks> newKnownStacks();
/// openSession() for a session that is read repeatedly while it grows: stacks and symbols that were read before are not
/// read again. Reads everything if another reading still uses `known`.
model::Result<void> openSession(const std::filesystem::path& folder, model::EventStore& store,
                                const OpenOptions& options, KnownStacks& known);

/// The captures of a session as reports, one after the other. Each is read separately: only those parts of the spools
/// that may belong to it.
class SessionReader {
public:
    /// The folder must outlive the reader.
    explicit SessionReader(const model::Folder& folder);
    const std::vector<CaptureTime>& captures() const { return m_captures; }
    /// The i-th capture, into a new store; as openSession() if there are not several.
    model::Result<void> open(std::size_t i, model::EventStore& store, const OpenOptions& options);

private:
    /// Times of the events of blocks, by spool and offset: filled by the first reading.
    using Blocks = std::map<std::uint64_t, model::TimeRange>;
    const model::Folder& m_folder;
    SessionFacts m_facts;
    std::vector<CaptureTime> m_captures;
    std::map<std::string, Blocks> m_blocks;
};

/// Records that were lost during this capture, as far as the report knows.
std::uint64_t droppedRecords(const model::ReportInfo& info);
/// Whether a folder is that of a session.
bool isSession(const std::filesystem::path& folder);
/// The names of the spools in it, in order, including those that cannot be opened.
std::vector<std::string> spoolsIn(const model::Folder& folder);
/// Total size of the spools of a session, in bytes.
std::uint64_t bytesOf(const std::filesystem::path& folder);

}  // namespace importers::capture
