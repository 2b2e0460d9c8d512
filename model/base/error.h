// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

#include "model/base/message.h"

namespace model {

/// Why something could not be done. Its texts, and those of the next steps, are in messages/error_texts.h.
enum class ErrorCode : std::uint8_t {
    CannotOpen,  ///< detail: the system's reason
    NotAFile,    ///< a folder, a socket …
    EmptyFile,
    Truncated,           ///< ends before its own end mark and nothing could be read
    Damaged,             ///< detail: what is wrong; offset: where
    UnknownFormat,       ///< detail: what the first bytes look like
    NewerVersion,        ///< detail: the version of the file and the newest one understood
    ForeignDatabase,     ///< SQLite, but not a profile; detail: names of some of its tables
    EmptyDatabase,       ///< SQLite without any profiler tables
    GitLfsPointer,       ///< detail: the size of the real file
    RawCapture,          ///< .qdstrm that was never imported
    UnsupportedFeature,  ///< detail: which
    TooLarge,            ///< a length in the file is larger than the file can hold; detail: which; offset: where
    OutOfMemory,
    Cancelled,
    CannotWrite,  ///< detail: the system's reason
    // Files of other kinds that people have beside their reports.
    HtmlPage,    ///< without a trace in it; detail: its title
    FtraceText,  ///< text of the Linux kernel's tracer, also inside a web page
    SpeedscopeFile,
    ExecutionTrace,  ///< operators of PyTorch without times; detail: the form
    NcclInspectorLog,
    CpuProfile,         ///< .cpuprofile of V8
    RecipeResult,       ///< .nsys-analysis; detail: the recipe
    OldJsonExport,      ///< what `nsys export --type json` wrote
    JsonWithoutEvents,  ///< any other JSON; detail: what is in it
    PerfData,           ///< perf.data
    PprofProfile,
    TracyCapture,
    ProgramFile,    ///< ELF; detail: what for
    PickleFile,     ///< no memory snapshot; detail: the opcode for which it was refused
    MemoryPicture,  ///< a page of PyTorch's profiler with a picture of memory over time
    TableFile,      ///< detail: HDF5, Arrow, Parquet
    CsvTable,       ///< not printed by ncu; detail: its first columns
    EmptyArchive,   ///< compressed nothing
    OtherArchive,   ///< of a kind that is not unpacked; detail: which
    // Files that are not written over.
    WouldReplaceSource,  ///< the report is made from that file
    WouldReplaceOther,   ///< the file that is there is no Sightline report
    NoTemporaryFile,     ///< for what was unpacked; detail: the system's reason
    BadRequest,          ///< what was asked for cannot be done; detail: the whole sentence, with the next step
    Count
};

struct Error {
    ErrorCode code = ErrorCode::Damaged;
    Argument subject = "";     ///< the file it is about; or a table, or what else it is called
    Message detail;            ///< facts: numbers, names, the system's words
    std::int64_t offset = -1;  ///< byte offset or row id, -1 where there is none
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, Argument subject, Message detail = {}, std::int64_t offset = -1) {
    return tl::unexpected<Error>(Error{code, std::move(subject), std::move(detail), offset});
}
inline tl::unexpected<Error> fail(ErrorCode code, const std::string& file, Message detail = {},
                                  std::int64_t offset = -1) {
    return fail(code, Argument::file(file), std::move(detail), offset);
}

/// What was asked for cannot be done, for the reason that a whole sentence gives.
inline tl::unexpected<Error> refused(Message sentence) {
    return fail(ErrorCode::BadRequest, Argument(""), std::move(sentence));
}

/// What is so, what to do about it, and both. The sentence of a refused request is all of it.
Message factOf(const Error& error);
Message nextOf(ErrorCode code);
Message sentenceOf(const Error& error);

}  // namespace model
