// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/python/python_frames.h"

#include <algorithm>
#include <vector>

#include "collectors/protocol/utf8.h"

namespace collectors::python {
namespace {

constexpr std::size_t kLongestText = 1024;             // characters
constexpr std::size_t kLongestTable = 256 << 10;       // bytes of a table of lines
constexpr std::uint64_t kMostLength = 1u << 30;        // of a text that is one
constexpr std::size_t kMostEntries = 4 * kMostFrames;  // of a chain, those without code, too

template <class T>
T at(const unsigned char* bytes, std::size_t offset) {
    T out;
    std::memcpy(&out, bytes + offset, sizeof out);
    return out;
}

/// One frame that is in memory as `bytes`. False where it does not hold together.
bool isRunning(const Layout& l, const unsigned char* bytes) {
    if (!l.frameObjects) return true;
    // An object that is freed keeps its bytes for a while, and lacks what is outside of it.
    const bool running = l.minor == 9 ? bytes[l.state] != 0 : bytes[l.state] == 0;
    return at<std::int64_t>(bytes, 0) > 0 && running;
}

std::int32_t instructionOf(const Layout& l, const unsigned char* bytes, std::uint64_t code) {
    if (l.frameObjects) {
        const auto index = at<std::int32_t>(bytes, l.instruction);
        return index < 0 ? -1 : index * l.instructionUnit;
    }
    const std::int64_t distance =
        static_cast<std::int64_t>(at<std::uint64_t>(bytes, l.instruction) - (code + l.instructions));
    return distance < 0 ? -1 : static_cast<std::int32_t>(std::min<std::int64_t>(distance, 1 << 30));
}

}  // namespace

namespace {

/// Of the code object whose bytes these are.
bool recordCode(const Layout& l, const unsigned char* bytes, std::uint64_t codeType, Code& out) {
    if (at<std::uint64_t>(bytes, kType) != codeType) return false;
    out.name = at<std::uint64_t>(bytes, l.name), out.file = at<std::uint64_t>(bytes, l.file),
    out.lineTable = at<std::uint64_t>(bytes, l.lineTable);
    out.firstLine = at<std::uint32_t>(bytes, l.firstLine);
    if (l.version != kNone) out.content = at<std::uint32_t>(bytes, l.version);
    return true;
}

struct TextParts {
    unsigned kind;      // bytes of a character; 0 = it lies elsewhere
    std::size_t begin;  // of the characters, in the object
};

/// Of the str that begins with these bytes.
TextParts partsOf(const Layout& l, const unsigned char* head) {
    auto state = at<std::uint32_t>(head, kTextState);
    // {interned: 2, kind: 3, compact: 1, ascii: 1}; newer ones have 16 bits of interned, whose values are below 4,
    // before the same.
    unsigned kind = state >> 2 & 7;
    bool compact = state >> 5 & 1, ascii = state >> 6 & 1;
    if (l.minor >= 14 && kind == 0) {
        state >>= 16;
        kind = state & 7, compact = state >> 3 & 1, ascii = state >> 4 & 1;
    }
    const bool known = compact && (kind == 1 || kind == 2 || kind == 4);
    return {known ? kind : 0, ascii ? l.asciiText : l.otherText};
}

/// What tells texts apart at little cost: length and hash, and where nobody asked for that, the last bytes.
constexpr std::size_t kHead = 40,
                      kTail = 32;  // bytes that each text has: in front, and before its end, some of the same
struct Content {
    std::uint64_t mixed = 0;
    std::uint64_t tail = 0;     // its address; 0 = it is not needed
    std::size_t tailBytes = 0;  // of kTail, at the end
};

Content contentOf(const Layout& l, std::uint64_t text, const unsigned char* head) {
    const auto length = at<std::uint64_t>(head, kTextLength), hash = at<std::uint64_t>(head, kHash);
    Content out{mixed(length, hash), 0, 0};
    if (hash != ~0ull || length > kMostLength) return out;
    const auto [kind, begin] = partsOf(l, head);
    if (kind == 0) return out;
    out.tailBytes = std::min<std::size_t>(length * kind, kTail);
    out.tail = text + begin + length * kind - kTail;
    return out;
}

std::uint64_t withTail(const Content& content, const unsigned char* tail) {
    unsigned char copy[kTail] = {};
    std::memcpy(copy + kTail - content.tailBytes, tail + kTail - content.tailBytes, content.tailBytes);
    return mixed(mixed(content.mixed ^ at<std::uint64_t>(copy, 0), at<std::uint64_t>(copy, 8)),
                 mixed(at<std::uint64_t>(copy, 16), at<std::uint64_t>(copy, 24)));
}

/// What is behind the addresses of frames' code. False where something else is there.
bool readCodes(const Layout& l, const DirectMemory&, std::uint64_t codeType, std::span<RawFrame> frames) {
    const auto of = [&](std::uint64_t text) {
        const Content c = contentOf(l, text, reinterpret_cast<const unsigned char*>(text));
        return c.tail ? withTail(c, reinterpret_cast<const unsigned char*>(c.tail)) : c.mixed;
    };
    std::uint64_t file = 0, ofFile = 0;  // of the frame before: often it is the same
    for (RawFrame& f : frames) {
        if (!recordCode(l, reinterpret_cast<const unsigned char*>(f.code.address), codeType, f.code)) return false;
        if (l.version != kNone) continue;
        if (file != f.code.file) file = f.code.file, ofFile = of(file);
        f.code.content = mixed(of(f.code.name), ofFile);
    }
    return true;
}

constexpr std::size_t kAtOnce = 32;  // frames

bool readContents(const Layout& l, const SafeMemory& memory, std::span<RawFrame> frames) {
    std::uint64_t texts[kAtOnce * 2], tails[kAtOnce * 2];
    unsigned char bytes[kAtOnce * 2 * kHead];
    Content contents[kAtOnce * 2];
    std::size_t n = frames.size(), needed = 0, file[kAtOnce];
    for (std::size_t i = 0; i < frames.size(); ++i) {  // names, then each of the files
        texts[i] = frames[i].code.name;
        file[i] = static_cast<std::size_t>(std::find(texts + frames.size(), texts + n, frames[i].code.file) - texts);
        if (file[i] == n) texts[n++] = frames[i].code.file;
    }
    if (!memory.pieces({texts, n}, bytes, kHead)) return false;
    for (std::size_t i = 0; i < n; ++i) {
        contents[i] = contentOf(l, texts[i], bytes + i * kHead);
        if (contents[i].tail) tails[needed++] = contents[i].tail;
    }
    if (!memory.pieces({tails, needed}, bytes, kTail)) return false;
    const unsigned char* tail = bytes;
    for (Content& c : std::span(contents, n))
        if (c.tail) c.mixed = withTail(c, tail), tail += kTail;
    for (std::size_t i = 0; i < frames.size(); ++i)
        frames[i].code.content = mixed(contents[i].mixed, contents[file[i]].mixed);
    return true;
}

bool readCodes(const Layout& l, const SafeMemory& memory, std::uint64_t codeType, std::span<RawFrame> frames) {
    unsigned char bytes[kAtOnce * kMostCodeBytes];
    std::uint64_t places[kAtOnce];
    for (; !frames.empty(); frames = frames.subspan(std::min(frames.size(), kAtOnce))) {
        const std::size_t n = std::min(frames.size(), kAtOnce);
        for (std::size_t i = 0; i < n; ++i) places[i] = frames[i].code.address;
        if (!memory.pieces({places, n}, bytes, l.codeBytes)) return false;
        for (std::size_t i = 0; i < n; ++i)
            if (!recordCode(l, bytes + i * l.codeBytes, codeType, frames[i].code)) return false;
        if (l.version == kNone && !readContents(l, memory, frames.first(n))) return false;
    }
    return true;
}

}  // namespace

namespace {

/// The bytes of a frame: where they are, or a copy.
struct FrameBytes {
    unsigned char copy[kMostFrameBytes];
    const unsigned char* read(const Layout&, const DirectMemory&, std::uint64_t at) {
        return reinterpret_cast<const unsigned char*>(at);
    }
    /// From 3.11 on, frames farther out lie below, most of them close by.
    const unsigned char* read(const Layout& l, SafeMemory& memory, std::uint64_t at) {
        constexpr std::uint64_t kBelow = 8 << 10, kPage = 4096;
        if (!l.frameObjects && !memory.isAhead(at, l.frameBytes)) {
            memory.readAhead(at + l.frameBytes - kBelow, kBelow);
            if (!memory.isAhead(at, l.frameBytes)) memory.readAhead(at / kPage * kPage, at % kPage + l.frameBytes);
        }
        return memory.bytes(at, copy, l.frameBytes) ? copy : nullptr;
    }
};

}  // namespace

template <class Memory>
bool innermost(const Layout& l, const Memory& memory, std::uint64_t thread, std::uint64_t& frame) {
    if (!memory.get(thread + l.frame, frame)) return false;
    if (l.frameOfC == kNone) return true;
    return isAddress(frame) && memory.get(frame + l.frameOfC, frame);
}

template <class Memory>
Walked walk(const Layout& l, Memory& memory, std::uint64_t frame, std::uint64_t codeType, std::span<RawFrame> out,
            std::size_t& count) {
    constexpr unsigned kOwnedByGenerator = 1;
    count = 0;
    FrameBytes room;
    bool generator = false;
    for (std::size_t entries = 0; frame != 0; ++entries) {
        if (count == out.size() || entries == kMostEntries)
            return readCodes(l, memory, codeType, out.first(count)) ? Walked::Deeper : Walked::Torn;
        if (!isAddress(frame)) return Walked::Torn;
        const unsigned char* bytes = room.read(l, memory, frame);
        if (!bytes || !isRunning(l, bytes)) return Walked::Torn;
        frame = at<std::uint64_t>(bytes, l.previous);
        const unsigned owner = l.owner == kNone ? 0 : bytes[l.owner];
        generator = owner == kOwnedByGenerator && l.owner != kNone;
        if (owner >= l.firstOfC) continue;  // where C called the interpreter
        RawFrame& raw = out[count];
        const std::uint64_t code = at<std::uint64_t>(bytes, l.code) & ~l.tagBits;
        if (!isAddress(code)) return Walked::Torn;
        raw.code.address = code;
        raw.instruction = instructionOf(l, bytes, code);
        ++count;
    }
    // A generator that nobody calls any more has just stopped.
    return generator || !readCodes(l, memory, codeType, out.first(count)) ? Walked::Torn : Walked::Whole;
}

template <class Memory>
bool readText(const Layout& l, const Memory& memory, std::uint64_t address, std::string& out) {
    out.clear();
    unsigned char head[80];
    if (!isAddress(address) || !memory.bytes(address, head, l.asciiText)) return false;
    const auto [kind, begin] = partsOf(l, head);
    const auto length = at<std::uint64_t>(head, kTextLength);
    if (kind == 0 || length > kMostLength) return false;
    const std::size_t characters = std::min<std::size_t>(length, kLongestText);
    unsigned char text[kLongestText * 4];
    if (characters && !memory.bytes(address + begin, text, characters * kind)) return false;
    for (std::size_t i = 0; i < characters; ++i) {
        std::uint32_t c = 0;
        std::memcpy(&c, text + i * kind, kind);
        if (c > 0x10ffff) return false;
        appendUtf8(out, c);
    }
    return true;
}

namespace {

template <class Memory>
bool readTable(const Memory& memory, std::uint64_t address, std::vector<unsigned char>& out) {
    std::uint64_t size = 0;
    if (!isAddress(address) || !memory.get(address + kSize, size) || size > kLongestTable) return false;
    out.resize(size);
    return size == 0 || memory.bytes(address + kBytes, out.data(), size);
}

/// Bits of a number, six to a byte; the bit above says that more follow.
std::uint32_t varint(std::span<const unsigned char> table, std::size_t& i) {
    std::uint32_t out = 0;
    for (unsigned shift = 0; i < table.size() && shift < 32; shift += 6) {
        const unsigned char byte = table[i++];
        out |= std::uint32_t{byte & 63u} << shift;
        if (!(byte & 64)) break;
    }
    return out;
}

int signedVarint(std::span<const unsigned char> table, std::size_t& i) {
    const std::uint32_t n = varint(table, i);
    return n & 1 ? -static_cast<int>(n >> 1) : static_cast<int>(n >> 1);
}

int lineOfLocations(std::span<const unsigned char> table, int line, std::int32_t instruction) {
    enum Kind : unsigned { OneLine = 10, NoColumns = 13, Long = 14, Nothing = 15 };
    std::int64_t end = 0;
    for (std::size_t i = 0; i < table.size();) {
        const unsigned char head = table[i++];
        const unsigned kind = head >> 3 & 15;
        end += ((head & 7) + 1) * 2;
        if (kind == Long) {
            line += signedVarint(table, i);
            for (int n = 0; n < 3; ++n) varint(table, i);
        } else if (kind == NoColumns) {
            line += signedVarint(table, i);
        } else if (kind >= OneLine && kind < NoColumns) {
            line += static_cast<int>(kind - OneLine);
            i += 2;
        } else if (kind < OneLine) {
            i += 1;
        }
        if (instruction < end) return kind == Nothing ? 0 : line;
    }
    return 0;
}

}  // namespace

int lineOf(Lines kind, std::span<const unsigned char> table, int firstLine, std::int32_t instruction) {
    if (instruction < 0) return firstLine;
    if (kind == Lines::Locations) return lineOfLocations(table, firstLine, instruction);
    int line = firstLine;
    std::int64_t address = 0;
    for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
        address += table[i];
        const int step = static_cast<signed char>(table[i + 1]);
        if (kind == Lines::Pairs) {
            if (address > instruction) break;
            line += step;
            continue;
        }
        constexpr int kNoLine = -128;
        if (step != kNoLine) line += step;
        if (instruction < address) return step == kNoLine ? 0 : line;
    }
    return line;
}

template <class Memory>
bool nameOf(const Layout& l, const Memory& memory, const RawFrame& frame, Named& out) {
    std::vector<unsigned char> table;
    if (!readText(l, memory, frame.code.name, out.name) || !readText(l, memory, frame.code.file, out.place))
        return false;
    if (!readTable(memory, frame.code.lineTable, table)) return false;
    if (out.name.empty()) out.name = "?";
    if (const int line = lineOf(l.lines, table, static_cast<int>(frame.code.firstLine), frame.instruction); line > 0)
        out.place += ':' + std::to_string(line);
    return true;
}

template bool innermost(const Layout&, const DirectMemory&, std::uint64_t, std::uint64_t&);
template bool innermost(const Layout&, const SafeMemory&, std::uint64_t, std::uint64_t&);
template Walked walk(const Layout&, DirectMemory&, std::uint64_t, std::uint64_t, std::span<RawFrame>, std::size_t&);
template Walked walk(const Layout&, SafeMemory&, std::uint64_t, std::uint64_t, std::span<RawFrame>, std::size_t&);
template bool readText(const Layout&, const DirectMemory&, std::uint64_t, std::string&);
template bool readText(const Layout&, const SafeMemory&, std::uint64_t, std::string&);
template bool nameOf(const Layout&, const DirectMemory&, const RawFrame&, Named&);
template bool nameOf(const Layout&, const SafeMemory&, const RawFrame&, Named&);

}  // namespace collectors::python
