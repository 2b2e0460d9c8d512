// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of Python: the layouts of its versions, tables of lines, texts; and real interpreters, by the scripts in
// python/. Of these there is the system's, and those that SIGHTLINE_PYTHONS names (with colons).
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "collectors/inject/python/python_frames.h"
#include "tests/kit/check.h"

namespace {

using collectors::Phrase;
using namespace collectors::python;
using Bytes = std::vector<unsigned char>;

/// Memory with objects in it, as an interpreter of some version lays them out.
class Image {
public:
    explicit Image(const Layout& layout) : l(layout) {}
    std::uint64_t object(std::size_t bytes) {
        m_objects.push_back(std::make_unique<std::uint64_t[]>(bytes / 8 + 1));
        return reinterpret_cast<std::uint64_t>(m_objects.back().get());
    }
    template <class T>
    void put(std::uint64_t object, std::size_t at, T value) {
        std::memcpy(reinterpret_cast<void*>(object + at), &value, sizeof value);
    }
    /// `kind`: bytes of a character; 0 = ASCII.
    std::uint64_t text(const std::u32string& text, unsigned kind, bool wideState = false) {
        const std::uint64_t o = object(200 + text.size() * 4);
        put<std::uint64_t>(o, kTextLength, text.size());
        const std::uint32_t bits = (kind ? kind : 1) | 8 | (kind == 0 ? 16 : 0);
        put<std::uint32_t>(o, kTextState, wideState ? bits << 16 | 3 : bits << 2 | 1);
        for (std::size_t i = 0; i < text.size(); ++i)
            std::memcpy(reinterpret_cast<void*>(o + (kind ? l.otherText : l.asciiText) + i * std::max(kind, 1u)),
                        &text[i], std::max(kind, 1u));
        return o;
    }
    std::uint64_t code(std::uint64_t name, std::uint64_t file, std::uint32_t line, const Bytes& table) {
        const std::uint64_t o = object(600), t = object(64 + table.size());
        put(o, kType, type);
        put(o, l.name, name), put(o, l.file, file), put(o, l.firstLine, line), put(o, l.lineTable, t);
        put<std::uint64_t>(t, kSize, table.size());
        if (!table.empty()) std::memcpy(reinterpret_cast<void*>(t + kBytes), table.data(), table.size());
        return o;
    }
    std::uint64_t frame(std::uint64_t code, std::uint64_t outer, int instruction, unsigned owner = 0) {
        const std::uint64_t o = object(200);
        put(o, l.previous, outer), put(o, l.code, code | l.tagBits);
        if (l.frameObjects) {
            put<std::int64_t>(o, 0, 1);
            put<std::int32_t>(o, l.instruction, instruction < 0 ? -1 : instruction / l.instructionUnit);
            put<char>(o, l.state, l.minor == 9);
        } else {
            put<std::uint64_t>(
                o, l.instruction,
                code + l.instructions + static_cast<std::uint64_t>(static_cast<std::int64_t>(instruction)));
            put<char>(o, l.owner, static_cast<char>(owner));
        }
        return o;
    }
    std::uint64_t thread(std::uint64_t frame) {
        const std::uint64_t o = object(1024);
        if (l.frameOfC == kNone) return put(o, l.frame, frame), o;
        const std::uint64_t c = object(64);
        put(c, l.frameOfC, frame), put(o, l.frame, c);
        return o;
    }

    const Layout& l;
    std::uint64_t type = 0x123400;

private:
    std::vector<std::unique_ptr<std::uint64_t[]>> m_objects;
};

/// The head of a runtime that publishes its offsets, as of 3.13 or 3.14; numbers of 64 bits.
std::array<std::uint64_t, 64> published(unsigned minor, std::uint64_t freeThreaded = 0) {
    std::array<std::uint64_t, 64> out{};
    std::memcpy(out.data(), "xdebugpy", 8);
    out[1] = 0x030000f0 | minor << 16, out[2] = freeThreaded;
    out[4] = 600, out[5] = 632, out[8] = 7264, out[9] = 7344;
    const unsigned thread = minor == 13 ? 19 : 22, frame = minor == 13 ? 28 : 31, code = minor == 13 ? 34 : 39;
    const std::uint64_t ofThread[] = {1000, 0, 8, 16, 72, 152, 160, 232, 40},
                        ofFrame[] = {88, 8, 0, 56, 80, minor == 13 ? 70u : 74u},
                        ofCode[] = {208, 112, 120, 128, 136, 68, 52, 96, 104, 200};
    std::copy(std::begin(ofThread), std::end(ofThread), out.begin() + thread);
    std::copy(std::begin(ofFrame), std::end(ofFrame), out.begin() + frame);
    std::copy(std::begin(ofCode), std::end(ofCode), out.begin() + code);
    return out;
}

Layout layout(unsigned minor) {
    Layout out;
    const auto runtime = published(minor);
    CHECK(layoutOf(0x03000000 | minor << 16, reinterpret_cast<const unsigned char*>(runtime.data()), out).empty());
    return out;
}

template <class Memory>
std::string stack(const Image& image, Memory memory, std::uint64_t thread) {
    std::uint64_t frame = 0;
    RawFrame frames[8];
    std::size_t count = 0;
    if (!innermost(image.l, memory, thread, frame)) return "no frame";
    const Walked walked = walk(image.l, memory, frame, image.type, frames, count);
    if (walked == Walked::Torn) return "torn";
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        Named named;
        out += nameOf(image.l, memory, frames[i], named) ? named.name + " " + named.place + "; " : "?; ";
    }
    return walked == Walked::Deeper ? out + "deeper" : out;
}

/// Three lines from line 10 on, each of 6 bytes of instructions.
Bytes tableOf(Lines kind) {
    if (kind == Lines::Pairs) return {0, 1, 6, 1, 6, 1};
    if (kind == Lines::Ranges) return {0, 1, 6, 0, 6, 1, 6, 1};
    return {0x80 | 11 << 3 | 2, 0, 0, 0x80 | 13 << 3 | 2, 2, 0x80 | 14 << 3 | 2, 2, 0, 0, 0};
}

std::string run(const std::string& python, const std::string& script, const std::string& probe, int& status) {
    std::string out;
    std::FILE* f = ::popen(("PYTHONUTF8=1 '" + python + "' '" + script + "' '" + probe + "' 2>&1").c_str(), "r");
    char buffer[4096];
    for (std::size_t n; f && (n = std::fread(buffer, 1, sizeof buffer, f)) > 0;) out.append(buffer, n);
    status = f ? ::pclose(f) : -1;
    return out;
}

}  // namespace

TEST("frames of every version are found in memory that is laid out as theirs") {
    for (unsigned minor = 9; minor <= 14; ++minor) {
        const Layout l = layout(minor);
        Image image(l);
        const std::uint64_t file = image.text(U"/a/b.py", 0),
                            code = image.code(image.text(U"f", 0), file, 9, tableOf(l.lines)),
                            other = image.code(image.text(U"größe", 1), file, 9, tableOf(l.lines));
        std::uint64_t frame = image.frame(code, 0, 0);
        if (!l.frameObjects)
            frame = image.frame(image.type, frame, 0, minor == 14 ? 3 : l.firstOfC);  // where C called the interpreter
        frame = image.frame(other, image.frame(code, frame, 6), 14, 0);
        const std::string expected = "größe /a/b.py:12; f /a/b.py:11; f /a/b.py:10; ";
        CHECK_EQ(stack(image, DirectMemory(), image.thread(frame)), expected);
        CHECK_EQ(stack(image, SafeMemory(::getpid()), image.thread(frame)), expected);
        CHECK_EQ(stack(image, DirectMemory(), image.thread(0)), std::string());
    }
}

TEST("another code object in the same place is another one, whatever else is where it was before") {
    for (unsigned minor = 9; minor <= 14; ++minor) {
        const Layout l = layout(minor);
        Image image(l);
        const std::uint64_t name = image.text(U"fn_1", 0), file = image.text(U"/a/long/way/to/the/file_1.py", 0),
                            code = image.code(name, file, 1, {}), frame = image.frame(code, 0, 4);
        image.put<std::int64_t>(file, kHash, -1);  // nobody asked for it
        std::vector<Code> known;
        const auto isOther = [&] {
            SafeMemory safe(::getpid());
            DirectMemory direct;
            RawFrame frames[2], same[2];
            std::size_t count = 0;
            CHECK(walk(l, safe, frame, image.type, frames, count) == Walked::Whole && count == 1);
            CHECK(walk(l, direct, frame, image.type, same, count) == Walked::Whole && same[0].code == frames[0].code);
            if (std::find(known.begin(), known.end(), frames[0].code) != known.end()) return false;
            known.push_back(frames[0].code);
            return true;
        };
        CHECK(isOther());
        CHECK(!isOther());
        if (l.version != kNone) {
            image.put<std::uint32_t>(code, l.version, 77);
            CHECK(isOther());
            continue;
        }
        image.put<std::int64_t>(name, kHash, 77);
        CHECK(isOther());
        image.put<std::int64_t>(name, kHash, -1);
        CHECK(isOther());
        image.put(name, l.asciiText + 3u, '2');
        CHECK(isOther());
        image.put(file, l.asciiText + 24u, '2');
        CHECK(isOther());
        image.put<std::uint64_t>(file, kTextLength, 20);
        CHECK(isOther());
    }
}

TEST("what does not fit together is no stack, and chains have an end") {
    for (unsigned minor = 9; minor <= 14; ++minor) {
        const Layout l = layout(minor);
        Image image(l);
        const SafeMemory memory(::getpid());
        const std::uint64_t code = image.code(image.text(U"f", 0), image.text(U"f.py", 0), 1, {}),
                            wrong = image.code(0, 0, 1, {});
        image.put<std::uint64_t>(wrong, kType, 0x99900);
        CHECK_EQ(stack(image, memory, image.thread(image.frame(wrong, 0, 0))), std::string("torn"));
        CHECK_EQ(stack(image, memory, image.thread(image.frame(0x7000000000f8, 0, 0))), std::string("torn"));
        CHECK_EQ(stack(image, memory, image.thread(image.frame(code, 0x7000000000f8, 0))), std::string("torn"));
        CHECK_EQ(stack(image, memory, image.thread(image.frame(code, 3, 0))), std::string("torn"));
        const std::uint64_t frame = image.frame(code, 0, -2);
        if (!l.frameObjects)
            CHECK_EQ(stack(image, memory, image.thread(image.frame(code, 0, 0, 1))),
                     std::string("torn"));  // a generator that nobody calls
        else
            CHECK_EQ((image.put<std::int64_t>(frame, 0, 0), stack(image, memory, image.thread(frame))),
                     std::string("torn"));  // freed
        image.put<std::int64_t>(frame, 0, l.frameObjects ? 1 : static_cast<std::int64_t>(code | l.tagBits));
        if (l.code != 0) image.put(frame, l.code, code);
        image.put(frame, l.previous, frame);  // a ring
        CHECK(stack(image, memory, image.thread(frame)).ends_with("f f.py:1; deeper"));
        const std::uint64_t nameless = image.code(code, image.text(U"f.py", 0), 1, {});
        CHECK_EQ(stack(image, memory, image.thread(image.frame(nameless, 0, 0))), std::string("?; "));
    }
}

TEST("texts of every width") {
    for (const unsigned minor : {9u, 12u, 14u}) {
        const Layout l = layout(minor);
        Image image(l);
        std::string out;
        const DirectMemory memory;
        CHECK(readText(l, memory, image.text(U"plain", 0), out) && out == "plain");
        CHECK(readText(l, memory, image.text(U"", 0), out) && out.empty());
        CHECK(readText(l, memory, image.text(U"über", 1), out) && out == "über");
        CHECK(readText(l, memory, image.text(U"属性", 2), out) && out == "属性");
        CHECK(readText(l, memory, image.text(U"a😀", 4), out) && out == "a😀");
        CHECK(readText(l, memory, image.text(U"a\xd800z", 2), out) && out == "a?z");
        CHECK(readText(l, memory, image.text(std::u32string(5000, U'x'), 0), out) && out.size() == 1024);
        if (minor == 14) CHECK(readText(l, memory, image.text(U"属性", 2, true), out) && out == "属性");
        CHECK(!readText(l, memory, image.text(U"a", 3), out) && !readText(l, memory, 8, out));
    }
}

TEST("versions that cannot be read are named with the reason") {
    Layout out;
    auto runtime = published(13, 1);
    const auto says = [&](std::uint32_t version) {
        return layoutOf(version, reinterpret_cast<const unsigned char*>(runtime.data()), out);
    };
    CHECK(says(0x030d0000) == Phrase::PythonWithoutGil);
    CHECK(says(0x03080000) == Phrase::PythonTooOld && says(0x02070000) == Phrase::PythonTooOld);
    CHECK(says(0x030f0000) == Phrase::PythonTooNew);
    runtime = published(14);
    runtime[33] = 5000;  // of the code within a frame
    CHECK(says(0x030e0000) == Phrase::FramesNotUnderstood);
    runtime[0] = 0;
    CHECK(says(0x030e0000) == Phrase::FramesNotTold);
}

TEST("lines of instructions") {
    for (const Lines kind : {Lines::Pairs, Lines::Ranges, Lines::Locations}) {
        const Bytes table = tableOf(kind);
        CHECK_EQ(lineOf(kind, table, 9, -1), 9);
        CHECK_EQ(lineOf(kind, table, 9, 0), 10);
        CHECK_EQ(lineOf(kind, table, 9, 4), 10);
        CHECK_EQ(lineOf(kind, table, 9, 6), 11);
        CHECK_EQ(lineOf(kind, table, 9, 16), 12);
        for (std::size_t n = 0; n < table.size(); ++n) lineOf(kind, std::span(table).first(n), 9, 1 << 20);  // cut off
    }
    CHECK_EQ(lineOf(Lines::Ranges, Bytes{6, 0x80, 6, 0xff}, 9, 0), 0);  // none
    CHECK_EQ(lineOf(Lines::Ranges, Bytes{6, 0x80, 6, 0xff}, 9, 8), 8);  // backwards
    CHECK_EQ(lineOf(Lines::Locations, Bytes{0x80 | 15 << 3 | 2, 0x80 | 13 << 3, 3}, 9, 0), 0);
    CHECK_EQ(lineOf(Lines::Locations, Bytes{0x80 | 15 << 3 | 2, 0x80 | 13 << 3, 3}, 9, 6), 8);
    CHECK_EQ(lineOf(Lines::Locations, Bytes{0x80 | 13 << 3, 0x40 | 0, 0x40 | 0, 2}, 9, 0), 9 + 4096);
}

TEST("real interpreters: stacks are those that traceback gives") {
    const char *probe = std::getenv("SIGHTLINE_PYTHON_PROBE"), *named = std::getenv("SIGHTLINE_PYTHONS");
    if (!probe || !std::filesystem::exists("/usr/bin/python3")) SKIP("no Python");
    std::vector<std::string> pythons{"/usr/bin/python3"};
    for (std::string rest = named ? named : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        pythons.push_back(rest.substr(0, end));
        rest.erase(0, end + 1);
    }
    for (const std::string& python : pythons) {
        int status = 0;
        const std::string out = run(python, SIGHTLINE_SOURCE_DIR "/tests/python/stacks.py", probe, status);
        std::printf("    %s: %s", python.c_str(), out.c_str());
        CHECK(status == 0 && out.find("compared 60") != std::string::npos);
    }
}
