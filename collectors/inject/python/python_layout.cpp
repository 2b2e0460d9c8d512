// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/python/python_layout.h"

#include <algorithm>
#include <cstring>

namespace collectors::python {
namespace {

// From the headers of 3.9.18, 3.10.13, 3.11.2, 3.11.7 and 3.12.1 (64 bits, little endian). Releases of one minor
// version share them.
constexpr Layout k39{.minor = 9,
                     .frameObjects = true,
                     .lines = Lines::Pairs,
                     .finalizing = 16,
                     .interpreters = 32,
                     .interpreterNext = 0,
                     .threads = 8,
                     .threadNext = 8,
                     .threadInterpreter = 16,
                     .threadId = 176,
                     .frame = 24,
                     .frameBytes = 120,
                     .code = 32,
                     .previous = 24,
                     .instruction = 104,
                     .state = 116,
                     .codeBytes = 128,
                     .name = 112,
                     .file = 104,
                     .firstLine = 40,
                     .lineTable = 120,
                     .instructions = 48,
                     .asciiText = 48,
                     .otherText = 72};
constexpr Layout k310{.minor = 10,
                      .frameObjects = true,
                      .lines = Lines::Ranges,
                      .finalizing = 16,
                      .interpreters = 32,
                      .interpreterNext = 0,
                      .threads = 8,
                      .threadNext = 8,
                      .threadInterpreter = 16,
                      .threadId = 176,
                      .frame = 24,
                      .frameBytes = 112,
                      .code = 32,
                      .previous = 24,
                      .instruction = 96,
                      .state = 108,
                      .instructionUnit = 2,
                      .codeBytes = 128,
                      .name = 112,
                      .file = 104,
                      .firstLine = 40,
                      .lineTable = 120,
                      .instructions = 48,
                      .asciiText = 48,
                      .otherText = 72};
constexpr Layout k311{.minor = 11,
                      .finalizing = 24,
                      .interpreters = 40,
                      .interpreterNext = 0,
                      .threads = 16,
                      .threadNext = 8,
                      .threadInterpreter = 16,
                      .threadId = 152,
                      .nativeId = 160,
                      .stackChunk = 296,
                      .frame = 56,
                      .frameOfC = 8,
                      .frameBytes = 72,
                      .code = 32,
                      .previous = 48,
                      .instruction = 56,
                      .owner = 69,
                      .codeBytes = 144,
                      .name = 128,
                      .file = 112,
                      .firstLine = 72,
                      .lineTable = 136,
                      .instructions = 184,
                      .asciiText = 48,
                      .otherText = 72};
constexpr Layout k312{.minor = 12,
                      .finalizing = 24,
                      .interpreters = 40,
                      .interpreterNext = 0,
                      .threads = 72,
                      .threadNext = 8,
                      .threadInterpreter = 16,
                      .threadId = 136,
                      .nativeId = 144,
                      .stackChunk = 232,
                      .frame = 56,
                      .frameOfC = 0,
                      .frameBytes = 72,
                      .code = 0,
                      .previous = 8,
                      .instruction = 56,
                      .owner = 70,
                      .codeBytes = 144,
                      .name = 128,
                      .file = 112,
                      .firstLine = 68,
                      .lineTable = 136,
                      .instructions = 192,
                      .version = 92};

/// Where 3.13 and later publish their offsets: numbers of 64 bits from the beginning of _PyRuntime on. Groups grew at
/// their ends.
struct Published {
    unsigned freeThreaded, finalizing, interpreters, interpreterNext, threads, thread, frame,
        code;  // the last three: of the sizes that groups begin with
};
constexpr Published k313{2, 4, 5, 8, 9, 19, 28, 34};
constexpr Published k314{2, 4, 5, 8, 9, 22, 31, 39};

Phrase fromPublished(unsigned minor, const unsigned char* runtime, Layout& out) {
    if (std::memcmp(runtime, "xdebugpy", 8) != 0) return Phrase::FramesNotTold;
    bool wrong = false;
    const auto number = [runtime](unsigned i) {
        std::uint64_t n = 0;
        std::memcpy(&n, runtime + std::size_t{i} * 8, sizeof n);
        return n;
    };
    const auto offset = [&](unsigned i) {
        const std::uint64_t n = number(i);
        wrong |= n >= kNone || n % 2 != 0;
        return static_cast<std::uint16_t>(n);
    };
    const auto byteOffset = [&](unsigned i) {
        wrong |= number(i) >= 256;
        return static_cast<std::uint16_t>(number(i));
    };
    const Published& p = minor == 13 ? k313 : k314;
    if (number(p.freeThreaded) != 0) return Phrase::PythonWithoutGil;
    out = {};
    out.minor = minor;
    out.tagBits = minor == 13 ? 0 : 3;
    out.finalizing = offset(p.finalizing), out.interpreters = offset(p.interpreters);
    out.interpreterNext = offset(p.interpreterNext), out.threads = offset(p.threads);
    out.threadNext = offset(p.thread + 2), out.threadInterpreter = offset(p.thread + 3),
    out.frame = offset(p.thread + 4);
    out.threadId = offset(p.thread + 5), out.nativeId = offset(p.thread + 6), out.stackChunk = offset(p.thread + 7);
    out.previous = offset(p.frame + 1), out.code = offset(p.frame + 2), out.instruction = offset(p.frame + 3),
    out.owner = byteOffset(p.frame + 5);
    out.file = offset(p.code + 1), out.name = offset(p.code + 3), out.lineTable = offset(p.code + 4),
    out.firstLine = offset(p.code + 5), out.instructions = offset(p.code + 9);
    out.version = static_cast<std::uint16_t>(
        out.firstLine + 24);  // which they do not publish; numbers of variables lie between, as in 3.12
    out.frameBytes =
        static_cast<std::uint16_t>(std::max({out.previous + 8, out.code + 8, out.instruction + 8, out.owner + 1}));
    out.codeBytes = static_cast<std::uint16_t>(std::max({out.file, out.name, out.lineTable, out.firstLine}) + 8);
    wrong |= out.frameBytes > kMostFrameBytes || out.codeBytes > kMostCodeBytes;
    return wrong ? Phrase(Phrase::FramesNotUnderstood) : Phrase();
}

}  // namespace

Phrase layoutOf(std::uint32_t version, const unsigned char* runtime, Layout& out) {
    const unsigned major = version >> 24, minor = version >> 16 & 0xff;
    if (major != 3 || minor < 9) return Phrase::PythonTooOld;
    switch (minor) {
    case 9: out = k39; return {};
    case 10: out = k310; return {};
    case 11: out = k311; return {};
    case 12: out = k312; return {};
    case 13:
    case 14: return fromPublished(minor, runtime, out);
    default: return Phrase::PythonTooNew;
    }
}

}  // namespace collectors::python
