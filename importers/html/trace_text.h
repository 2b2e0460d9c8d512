// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "importers/html/page_scripts.h"

namespace importers::html {

/// A trace as it was found in a page.
struct TraceText {
    enum class Kind {
        None,
        File,    ///< the bytes of a trace file: JSON, or something packed
        Ftrace,  ///< text of the Linux kernel's tracer
    };
    Kind kind = Kind::None;
    std::string bytes;
};

/// The trace that a script element carries, if any: as its whole content, in base64, as a value of JSON in a program,
/// or as text that is assigned to a variable. The content of the script may be taken over.
TraceText traceIn(Script& script);

/// Base64 with white space in it; empty when there is anything else.
std::string decodeBase64(std::string_view text);

/// The marks of programs in a kernel trace (B, E, C, S, F, I) as trace events in JSON, with names of threads.
struct FtraceMarks {
    std::string json;
    std::uint64_t marks = 0;
    std::uint64_t kernelLines = 0;  ///< events of the kernel itself, which are not taken over
};
FtraceMarks marksOf(std::string_view ftrace);

}  // namespace importers::html
