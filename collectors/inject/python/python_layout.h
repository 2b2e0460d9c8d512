// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "collectors/protocol/phrase.h"

/// Where CPython keeps the state of its threads: offsets in its structures. They differ between minor versions, and not
/// within one.
namespace collectors::python {

inline constexpr std::uint16_t kNone = 0xffff;

enum class Lines : std::uint8_t {
    Pairs,      ///< 3.9: pairs of bytes, increments of instructions and lines
    Ranges,     ///< 3.10: the same for ranges, which may have no line
    Locations,  ///< 3.11 on: entries of varying length
};

struct Layout {
    unsigned minor = 0;         ///< of 3.x
    bool frameObjects = false;  ///< up to 3.10: frames are objects on the heap
    Lines lines = Lines::Locations;
    std::uint64_t tagBits = 0;  ///< low bits of a frame's code pointer that are tags
    // Of the runtime and interpreters.
    std::uint16_t finalizing = 0, interpreters = 0, interpreterNext = 0, threads = 0;
    // Of a thread.
    std::uint16_t threadNext = 0, threadInterpreter = 0, threadId = 0, nativeId = kNone, stackChunk = kNone;
    std::uint16_t frame = 0;         ///< the innermost frame …
    std::uint16_t frameOfC = kNone;  ///< … at this offset of what `frame` points to
    // Of a frame.
    std::uint16_t frameBytes = 0, code = 0, previous = 0, instruction = 0, owner = kNone, state = kNone;
    std::uint8_t firstOfC = 3;         ///< frames with this owner or a greater one have no code
    std::uint8_t instructionUnit = 1;  ///< bytes
    // Of a code object.
    std::uint16_t codeBytes = 0, name = 0, file = 0, firstLine = 0, lineTable = 0, instructions = 0,
                  version = kNone;  ///< a version that no other code object has
    std::uint16_t asciiText = 40;   ///< bytes before the text of an ASCII str …
    std::uint16_t otherText = 56;   ///< … and of other strs
};

// Unchanged from 3.9 to 3.14: objects begin with a count and their type, sized ones continue with their size, and str
// is {…, length, hash, state}. The hash is -1 until it is used.
inline constexpr std::size_t kType = 8, kSize = 16, kBytes = 32, kTextLength = 16, kHash = 24, kTextState = 32;

inline constexpr std::size_t kMostFrameBytes = 128,
                             kMostCodeBytes = 256;  ///< read of a frame, and of a code object

/// `version`: as PY_VERSION_HEX. `runtime`: _PyRuntime, of which at least 512 bytes are readable. Returns the reason if
/// frames cannot be read.
Phrase layoutOf(std::uint32_t version, const unsigned char* runtime, Layout& out);

}  // namespace collectors::python
