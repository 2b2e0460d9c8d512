// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "collectors/inject/python/python_layout.h"
#include "collectors/inject/python/python_memory.h"

namespace collectors::python {

inline constexpr std::size_t kMostFrames = 512;  ///< of a stack; outer ones are left out, which is reported

/// A code object, with what tells whether it is still the known one. Another one may replace it in memory, and also the
/// objects that it points to. From 3.12 on, a number in each code object distinguishes them; before, the contents of
/// its name and file do.
struct Code {
    std::uint64_t address = 0, name = 0, file = 0, lineTable = 0;
    std::uint64_t content = 0;  ///< that number, or a hash of those texts
    std::uint32_t firstLine = 0;
    bool operator==(const Code&) const = default;
};

/// A frame: its code, and its instruction as an offset in bytes. Negative: before the first.
struct RawFrame {
    Code code;
    std::int32_t instruction = 0;
};

enum class Walked : std::uint8_t {
    Whole,
    Deeper,  ///< there are more frames than room
    Torn,    ///< the data that was read is inconsistent
};

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a ^ 0x9e3779b97f4a7c15ull) * (b ^ 0xd1b54a32d192ed03ull);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// The innermost frame of a thread, 0 = none. `thread`: its PyThreadState. False if it cannot be read.
template <class Memory>
bool innermost(const Layout& l, const Memory& memory, std::uint64_t thread, std::uint64_t& frame);

/// The frames from one outwards, innermost first. `codeType`: &PyCode_Type.
template <class Memory>
Walked walk(const Layout& l, Memory& memory, std::uint64_t frame, std::uint64_t codeType, std::span<RawFrame> out,
            std::size_t& count);

/// A str as UTF-8, truncated if it is very long. False if this is no str.
template <class Memory>
bool readText(const Layout& l, const Memory& memory, std::uint64_t at, std::string& out);

/// The name of a frame, and "file:line". False if it cannot be read.
struct Named {
    std::string name, place;
};
template <class Memory>
bool nameOf(const Layout& l, const Memory& memory, const RawFrame& frame, Named& out);

/// The line of an instruction, by the line table of its code; 0 = none.
int lineOf(Lines kind, std::span<const unsigned char> table, int firstLine, std::int32_t instruction);

}  // namespace collectors::python
