// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "collectors/inject/python_layout.h"
#include "collectors/inject/python_memory.h"

namespace collectors::python {

inline constexpr std::size_t kMostFrames = 512;  ///< of a stack; outer ones are left out, which is said

/// A code object as far as it tells whether it still is the one that is known.
struct Code {
    std::uint64_t address = 0, name = 0, file = 0, lineTable = 0;
    std::uint32_t firstLine = 0;
    bool operator==(const Code&) const = default;
};

/// A frame: code, and the instruction that it is at, in bytes. Negative: before the first.
struct RawFrame {
    Code code;
    std::int32_t instruction = 0;
};

enum class Walked : std::uint8_t {
    Whole,
    Deeper,  ///< there are more frames than there is room for
    Torn,    ///< what was read does not fit together
};

/// The frame that a thread is in, 0 = none. `thread`: its PyThreadState. False: that cannot be read.
template <class Memory>
bool innermost(const Layout& l, const Memory& memory, std::uint64_t thread, std::uint64_t& frame);

/// Frames from one outwards, innermost first. `codeType`: &PyCode_Type.
template <class Memory>
Walked walk(const Layout& l, Memory& memory, std::uint64_t frame, std::uint64_t codeType, std::span<RawFrame> out, std::size_t& count);

/// A str as UTF-8, cut off where it is very long. False: this is none.
template <class Memory>
bool readText(const Layout& l, const Memory& memory, std::uint64_t at, std::string& out);

/// What a frame is called, and "file:line". False where that cannot be read.
struct Named {
    std::string name, place;
};
template <class Memory>
bool nameOf(const Layout& l, const Memory& memory, const RawFrame& frame, Named& out);

/// The line of an instruction by the table of its code; 0 = none.
int lineOf(Lines kind, std::span<const unsigned char> table, int firstLine, std::int32_t instruction);

}  // namespace collectors::python
