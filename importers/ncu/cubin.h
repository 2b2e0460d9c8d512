// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace importers::ncu {

/// Source lines of the functions of a cubin.
struct CubinLines {
    struct Line {
        std::uint32_t offset = 0;  ///< in the function
        std::uint32_t line = 0;    ///< 0 = the code from here on belongs to no line
        std::uint32_t file = 0;    ///< index in `files`
    };
    std::vector<std::string> files;                                   ///< paths
    std::map<std::string, std::vector<Line>, std::less<>> functions;  ///< by mangled name; lines by offset
};

/// Reads the line table (`.debug_line`, DWARF 2 to 4) of an ELF file. What cannot be read is left out; a cubin that was
/// built without line information gives nothing. `damaged` is set when there is a table and it breaks off.
CubinLines readCubinLines(std::string_view cubin, bool& damaged);

/// PTX of a cubin that was built with line information, and which of its lines instructions come from: `lines.files`
/// means nothing here.
struct CubinPtx {
    std::vector<std::string> text;  ///< from line 1
    CubinLines lines;

    /// The line that an instruction comes from; 0 = none.
    std::uint32_t lineOf(std::string_view function, std::uint64_t offset) const;
};
/// Reads `.nv_debug_ptx_txt` and `.nv_debug_line_sass`; empty where the cubin has none.
CubinPtx readCubinPtx(std::string_view cubin);

}  // namespace importers::ncu
