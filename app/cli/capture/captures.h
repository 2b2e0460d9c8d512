// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/capture/options.h"
#include "app/cli/capture/processes.h"
#include "app/cli/capture/session_folder.h"

namespace app::capture {

/// What of the time of a session is captured: ranges of its processes, which come and go at different times, and what
/// people ask for. Knows which process is to trace, and tells none.
class Captures {
public:
    explicit Captures(const CaptureOptions& options) : m_options(options) {}

    const std::vector<CaptureTime>& all() const { return m_captures; }
    bool isRunning() const { return m_running; }
    /// A capture was asked for, and not cancelled.
    bool isArmed() const { return m_armed; }
    /// Captures from this one on belong to what was asked for last.
    std::size_t firstAsked() const { return m_firstAsked; }

    /// A capture is asked for: what begins one counts from now on.
    void arm();
    void disarm() { m_armed = false; }
    /// Nothing begins any more: the session ends.
    void close() { m_closed = true; }
    /// Whether the disk has room for what a process begins.
    void setRoom(bool room) { m_hasRoom = room; }

    // What a process may do, and is told.
    /// Whether it is to trace: where it has ranges of its own, in these.
    bool isWanted(const Process& process) const;
    /// What of its own ranges still counts: see obey() in collectors/process/process.cpp.
    std::string_view heeded(const Process& process) const;
    /// How many ranges a process that joins now has missed: the one that others are in is the next one of its own.
    std::size_t rangesBegun() const;

    // What happens.
    /// Begins a capture that no process asked for.
    void begin(std::int64_t at) { m_captures.push_back({at, 0, false, {}}); }
    /// False where nobody wants the range: it belongs to no report.
    bool rangeBegan(Process& process, std::int64_t at);
    /// `others`: all processes, this one too. True where no process is in a range any more.
    bool rangeEnded(Process& process, std::int64_t at, const Processes& others);
    /// Whether every process has had all the ranges that were asked for.
    bool allRangesOver(const Processes& processes) const;
    /// Processes trace from now on. False where they did.
    bool start() { return !std::exchange(m_running, true); }
    /// … and no longer. False where they did not.
    bool end(std::int64_t at);
    /// A report of what is kept is due: the capture that runs has what was from `begin` on, and ends. Processes trace
    /// on.
    void cut(std::int64_t begin, std::int64_t end);
    /// That report is written: what is kept goes on in a capture of its own, or ended meanwhile.
    void goOn();
    /// Those that go on come to no report.
    void drop(std::int64_t at);

    // Reports.
    bool anyUnwritten() const;
    /// The first of those that a writer makes reports of now.
    std::size_t beginWriting();
    void written() { m_written = m_writing; }

private:
    bool isRepeated() const {
        return m_options.rangeEnd == RangeEnd::Repeat || m_options.rangeEnd == RangeEnd::RepeatShutdown;
    }
    std::optional<std::size_t> next(const Process& process) const;
    void unwanted(Process& process, std::int64_t at);
    void endLast(std::int64_t begin, std::int64_t end);

    const CaptureOptions& m_options;
    std::vector<CaptureTime> m_captures;
    std::size_t m_firstAsked = 0;
    bool m_armed = false, m_running = false, m_closed = false, m_hasRoom = true;
    std::int64_t m_ended = 0;   // when processes were to trace no longer
    std::size_t m_begins = 0;   // of processes that came later to a capture
    std::size_t m_written = 0;  // captures that have a report, or are dropped
    std::size_t m_writing = 0;  // … once the writer has ended
};

/// Whether any process is in a range that is wanted.
bool anyInRange(const Processes& processes);

/// Why a capture should end before the disk is full, or nothing. Bytes: of the spools and the most they may have (0 =
/// any number); of the disk that are free, and that it has.
model::Message spaceComplaint(std::uint64_t spools, std::uint64_t most, std::uint64_t free, std::uint64_t disk);

}  // namespace app::capture
