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

// What `sightline profile` leaves behind until it is a report: see collectors/protocol/spool.h.
int sniff(const Sniff& s);
/// One spool, or the folder of a session.
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);
/// All spools of a session's folder, and what the session wrote about itself, as one report. A session in which nothing
/// was traced is a report without events that says so.
model::Result<void> openSession(const std::filesystem::path& folder, model::EventStore& store,
                                const OpenOptions& options);

/// What was found out about the stacks of a session, kept from one reading to the next.
struct KnownStacks;
std::shared_ptr<KnownStacks> newKnownStacks();
/// openSession() of one that is read again and again while it grows: stacks and symbols that were read before are not
/// read again. Where another reading still uses `known`, all is read.
model::Result<void> openSession(const std::filesystem::path& folder, model::EventStore& store,
                                const OpenOptions& options, KnownStacks& known);

/// The captures of a session as reports, one after the other. Each is read by itself: of the spools only what may lie
/// in it.
class SessionReader {
public:
    /// The folder must outlive the reader.
    explicit SessionReader(const model::Folder& folder);
    const std::vector<CaptureTime>& captures() const { return m_captures; }
    /// The i-th one, into a new store; as openSession() where there are not several.
    model::Result<void> open(std::size_t i, model::EventStore& store, const OpenOptions& options);

private:
    /// When the events of blocks begin, by spool and offset: filled by the first reading.
    using Blocks = std::map<std::uint64_t, model::TimeRange>;
    const model::Folder& m_folder;
    SessionFacts m_facts;
    std::vector<CaptureTime> m_captures;
    std::map<std::string, Blocks> m_blocks;
};

/// Records that were lost while this was captured, as far as the report knows.
std::uint64_t droppedRecords(const model::ReportInfo& info);
/// Whether a folder is that of a session.
bool isSession(const std::filesystem::path& folder);
/// The names of the spools in it, also of those that cannot be opened, in their order.
std::vector<std::string> spoolsIn(const model::Folder& folder);
/// How many bytes the spools of a session have.
std::uint64_t bytesOf(const std::filesystem::path& folder);

}  // namespace importers::capture
