// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/capture/socket.h"
#include "collectors/process/options.h"
#include "importers/capture/session_facts.h"
#include "model/base/error.h"
#include "model/rep/beside.h"

namespace app::capture {

using importers::capture::capturesIn;
using importers::capture::CaptureTime;
using importers::capture::factOf;
using importers::capture::readFacts;
using importers::capture::SessionFacts;

// What works in a folder is asked for it by its path, where nobody else can put another one in its place, or as an open
// folder: whoever owns one may do so at any moment.

/// Where sessions of this user live: "<TMPDIR>/sightline-<uid>", for him alone. Made where it is not there. Errors:
/// CannotWrite; also where the folder is someone else's, or open to others.
model::Result<std::filesystem::path> sessionsFolder();

/// A new folder of a session, "<name>-XXXXXX" in sessionsFolder(). In it lie `options`, `session` (facts), the sockets
/// `socket` (of the processes) and `control` (of people), and a spool for each process.
model::Result<std::filesystem::path> createSessionFolder(std::string_view name);

/// The options that processes read; later ones read the new text. Whole or as before.
model::Result<void> writeOptions(const std::filesystem::path& folder, const collectors::Options& options);
/// What the session knows: "key\0value\0" … in `session`. Whole or as before.
model::Result<void> writeFacts(const std::filesystem::path& folder, const SessionFacts& facts);
model::Result<void> writeFacts(const model::Folder& folder, const SessionFacts& facts);

/// The reports of a session, by their whole paths; they stand in `reports`. Adding one fails where `reports` is not a
/// file of ours.
std::vector<std::string> reportsOf(const std::filesystem::path& folder);
model::Result<void> addReport(const model::Folder& folder, const std::filesystem::path& report);

/// Facts of a session that runs on another machine, of which this one has a copy (app/cli/remote/mirror.h): the target
/// of
/// --on, and the name of the capture there.
inline constexpr std::string_view kTargetFact = "on.target", kRunFact = "on.capture";

/// How many spools are in it, and the room that they take: without holes.
struct SpoolSizes {
    std::size_t files = 0;
    std::uint64_t bytes = 0;
};
SpoolSizes spoolSizes(const std::filesystem::path& folder);
SpoolSizes spoolSizes(const model::Folder& folder);

/// Held while a session comes up, so that of two that want the same name or file the second one sees the first. Waits;
/// not valid where that cannot be had, and then nobody is kept out.
Handle lockSessions();

struct FoundSession {
    std::filesystem::path folder;
    std::string name;
    bool running = false;  ///< somebody answers its control socket
};
/// All sessions of this user under sessionsFolder(), those too whose end nobody saw.
std::vector<FoundSession> findSessions();
/// Removes what sessions put into their folder, and the folder where nothing else lies in it. False where something
/// stays: what others put there is theirs.
bool removeSession(const std::filesystem::path& folder);
bool removeSession(const model::Folder& folder);
/// Processes that live and belong to the session of a folder: they have one of its spools open, or were started for it.
/// This process is none.
std::vector<pid_t> livingProcesses(const std::filesystem::path& folder);
std::vector<pid_t> livingProcesses(const model::Folder& folder);
/// The name in "<name>-XXXXXX".
std::string sessionName(const std::filesystem::path& folder);
bool isRunning(const std::filesystem::path& folder);
bool isRunning(const model::Folder& folder);

}  // namespace app::capture
