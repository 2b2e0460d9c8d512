// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/html/trace_text.h"

#include <array>
#include <cstdint>

#include "importers/common/json_scan.h"
#include "importers/common/text_kind.h"

namespace importers::html {
namespace {

using Kind = TraceText::Kind;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const auto first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) + 1 - first);
}

bool looksLikeEvents(std::string_view json) {
    return json.find("\"traceEvents\"") != std::string_view::npos || json.find("\"ph\"") != std::string_view::npos;
}

bool isPacked(std::string_view bytes) {
    // zlib without a wrapper of its own has no magic; trace2html writes gzip.
    return packingOf(bytes) != Packing::None;
}

/// End of the JSON value that begins at `from`; the end of the text where it is cut off.
std::size_t valueEnd(const std::string& padded, std::size_t size, std::size_t from) {
    json::Scanner scan(padded.data() + from, padded.data() + size);
    json::Value value;
    return scan.value(value) == json::Status::Ok ? static_cast<std::size_t>(scan.at - padded.data()) : size;
}

/// A trace that stands as a value in a program: the object that has "traceEvents", or the list that has the first "ph".
std::string_view valueIn(std::string& program) {
    const std::size_t size = program.size();
    const std::size_t key = program.find("\"traceEvents\"");
    const std::size_t first = key != std::string::npos ? key : program.find("\"ph\"");
    if (first == std::string::npos) return {};
    const char bracket = key != std::string::npos ? '{' : '[';
    constexpr int kTries = 64;  // brackets inside the first event, or keys before the events
    constexpr std::size_t kReach = 64 << 10;
    program.append(json::kPadding, '\0');
    std::size_t at = first;
    for (int i = 0; i < kTries && at > 0; ++i) {
        at = program.rfind(bracket, at - 1);
        if (at == std::string::npos || first - at > kReach) break;
        const std::size_t end = valueEnd(program, size, at);
        if (end > first) return std::string_view(program).substr(at, end - at);
    }
    return {};
}

/// The text of a string of JavaScript whose opening quote is at `from`; a backslash at the end of a line continues it.
std::string literal(std::string_view program, std::size_t from) {
    const char quote = program[from];
    std::string out;
    for (std::size_t i = from + 1; i < program.size() && program[i] != quote; ++i) {
        if (program[i] != '\\' || i + 1 == program.size()) {
            out += program[i];
            continue;
        }
        switch (const char c = program[++i]) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'r': out += '\r'; break;
        case '\n': break;
        default: out += c; break;
        }
    }
    return out;
}

/// What systrace of 2012 wrote: the kernel's text in a variable.
std::string assignedFtrace(std::string_view program) {
    std::size_t at = 0;
    while ((at = program.find("linuxPerfData", at)) != std::string_view::npos) {
        at += 13;
        const std::size_t sign = program.find_first_not_of(" \t\r\n", at);
        if (sign == std::string_view::npos || program[sign] != '=') continue;
        const std::size_t quote = program.find_first_not_of(" \t\r\n", sign + 1);
        if (quote == std::string_view::npos || (program[quote] != '"' && program[quote] != '\'')) continue;
        std::string text = literal(program, quote);
        if (isFtrace(text)) return text;
    }
    return {};
}

TraceText ofBytes(std::string bytes) {
    const std::string_view text = trimmed(bytes);
    if (isPacked(bytes)) return {Kind::File, std::move(bytes)};
    if (isFtrace(text)) return {Kind::Ftrace, std::move(bytes)};
    if (!text.empty() && (text.front() == '{' || text.front() == '[') && looksLikeEvents(text))
        return {Kind::File, std::move(bytes)};
    return {};
}

}  // namespace

std::string decodeBase64(std::string_view text) {
    static constexpr auto kValues = [] {
        std::array<std::int8_t, 256> v{};
        v.fill(-1);
        constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (std::size_t i = 0; i < letters.size(); ++i)
            v[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
        for (const char c : {' ', '\t', '\r', '\n', '='}) v[static_cast<unsigned char>(c)] = -2;
        return v;
    }();
    std::string out;
    std::uint32_t bits = 0;
    int n = 0;
    for (const char c : text) {
        const int v = kValues[static_cast<unsigned char>(c)];
        if (v == -2) continue;
        if (v < 0) return {};
        bits = bits << 6 | static_cast<std::uint32_t>(v);
        n += 6;
        if (n >= 8) {
            n -= 8;
            out += static_cast<char>(bits >> n & 0xff);
        }
    }
    return out;
}

TraceText traceIn(Script& script) {
    const std::string_view text = trimmed(script.content);
    if (text.empty()) return {};
    if (text.front() == '{' || text.front() == '[' || isFtrace(text)) return ofBytes(std::string(text));
    if (std::string packed = decodeBase64(text); !packed.empty()) return ofBytes(std::move(packed));
    if (std::string ftrace = assignedFtrace(text); !ftrace.empty()) return {Kind::Ftrace, std::move(ftrace)};
    if (const std::string_view value = valueIn(script.content); !value.empty()) return {Kind::File, std::string(value)};
    return {};
}

}  // namespace importers::html
