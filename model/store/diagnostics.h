// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "model/base/message.h"

namespace model {

/// Facts that a user needs in order to trust the picture. They are data, not log lines: counted, with the first
/// example.
enum class Note : std::uint8_t {
    SkippedUnknown,     ///< events of a type that is not understood; subject = type
    NotShown,           ///< understood but not drawn; subject = what
    MissingColumn,      ///< subject = table.column
    MissingString,      ///< a string id that is not in the file
    EndBeforeStart,     ///< drawn with zero length
    NeverClosed,        ///< open range, drawn to the end of the report
    Overlapping,        ///< events that partially overlap others of their row, kept on an extra lane
    NoTime,             ///< rows without a start time, not drawn
    TimeOutOfRange,     ///< clamped
    DanglingReference,  ///< e.g. a call chain id without frames
    TimeGap,            ///< a long stretch in which nothing happened, at the edge of the report
    Incomplete,         ///< the file has no end mark; what was found is shown
    CountMismatch,      ///< the file states another count than it holds
    DamagedPart,        ///< a part that could not be read; the rest is shown
    UnknownTable,       ///< an unknown table; subject = its name
    Cancelled,          ///< loading was stopped; the report is partial
    ReportMessage,      ///< a message of the profiler itself; subject = its text
    NewerMinorVersion,  ///< frames or tables of a newer version were skipped
    SchedUnpaired,      ///< switched in twice or out twice
    UnmatchedEnd,       ///< an end without a begin; ignored
    UnmatchedFlow,      ///< half an arrow, or one that touches no event; not drawn
    NotANumber,         ///< a value that is not a number; a gap, or the text is kept
    NoDuration,         ///< drawn with zero length
    ChecksumMismatch,   ///< of compressed data; what was unpacked is shown
    ClockSkew,          ///< work that begins before its cause
    DepthLimit,         ///< nested more deeply, or overlapping more often, than rows are kept for
    FileLeftOut,        ///< a file of several that make one report; subject = its name
    OrderOnly,          ///< the report has no times: events are placed one after another, in their order
    AssumedDuration,    ///< drawn 1 µs long
    HeldBefore,         ///< memory that was allocated before the trace of an allocator begins; subject = how much
    EntriesLost,        ///< the oldest entries of a trace were overwritten by newer ones; subject = where
    RanOutOfMemory,     ///< requests for GPU memory that failed; subject = how much the first one was for
    Count
};
enum class Severity : std::uint8_t { Info, Warning, DataLoss };

struct NoteInfo {
    Note note;
    std::string_view key;
    Severity severity;
    MessageCode sentence;  ///< with its count and its subject
};
const NoteInfo& noteInfo(Note note);

struct Diagnostic {
    Note note;
    Message subject;
    std::uint64_t count = 0;
    Message example;           ///< first example, facts only
    std::int64_t offset = -1;  ///< of the first example: byte offset or row id

    Message sentence() const { return {noteInfo(note).sentence, {Argument::count(count), subject}}; }
};

/// Collects diagnostics by (note, subject). Thread safe.
class Diagnostics {
public:
    void add(Note note, const Message& subject, std::uint64_t count = 1, const Message& example = {},
             std::int64_t offset = -1);
    std::vector<Diagnostic> list() const;
    std::uint64_t total(Note note) const;

private:
    mutable std::mutex m_mutex;
    std::vector<Diagnostic> m_list;
};

}  // namespace model
