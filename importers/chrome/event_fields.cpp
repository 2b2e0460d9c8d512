// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/event_fields.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "importers/common/json_text.h"

namespace importers::chrome {

using json::Scanner;
using json::Status;
using json::Value;

namespace {

/// Keys that events begin with, to find one in the middle of a file.
constexpr std::string_view kEventKeys[] = {"ph", "name", "cat", "ts",   "pid", "tid",   "id", "args",    "dur",
                                           "s",  "bp",   "tts", "tdur", "id2", "cname", "sf", "bind_id", "scope"};

/// A word of up to eight characters as a number, for comparisons that cost one instruction.
constexpr std::uint64_t word(std::string_view s) {
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < s.size(); ++i) v |= std::uint64_t{static_cast<unsigned char>(s[i])} << (8 * i);
    return v;
}

}  // namespace

void EventFields::clear() {
    static_cast<FieldValues&>(*this) = {};
    arguments.clear();
}

Status EventFields::read(Scanner& scanner) {
    clear();
    return scanner.object([&](const Value& key) { return member(scanner, key); });
}

Status EventFields::member(Scanner& scanner, const Value& key) {
    Value* to = nullptr;
    Value other;
    const char* bytes = key.begin;  // behind a key there are a quote, a colon, a value and at last the padding
    std::size_t size = key.size;
    std::string plain;
    if (key.escaped) [[unlikely]] {
        plain = json::text(key);
        size = plain.size();
        plain.append(json::kPadding, '\0');
        bytes = plain.data();
    }
    if (size <= 8) {
        std::uint64_t w = 0;
        std::memcpy(&w, bytes, 8);
        if (size < 8) w &= (std::uint64_t{1} << (8 * size)) - 1;
        switch (w) {
        case word("ph"): to = &ph; break;
        case word("name"): to = &name; break;
        case word("cat"): to = &cat; break;
        case word("ts"): to = &ts; break;
        case word("dur"): to = &dur; break;
        case word("pid"): to = &pid; break;
        case word("tid"): to = &tid; break;
        case word("id"): to = &id; break;
        case word("s"): to = &instantScope; break;
        case word("bp"): to = &bindingPoint; break;
        case word("sf"): to = &stackId; break;
        case word("tts"): to = &tts; break;
        case word("tdur"): to = &tdur; break;
        case word("cname"): to = &colour; break;
        case word("scope"): to = &scope; break;
        case word("stack"): to = &stack; break;
        case word("bind_id"): to = &bindId; break;
        case word("flow_in"):
        case word("flow_out"): {
            const Status s = scanner.value(other);
            (size == 7 ? flowIn : flowOut) = s == Status::Ok && other.raw() == "true";
            return s;
        }
        case word("args"): return readArguments(scanner);
        case word("id2"): return readId2(scanner);
        default: break;
        }
    }
    if (to) return scanner.value(*to);
    // A field that the format does not know is kept like an argument.
    const Status s = scanner.value(other);
    if (s == Status::Ok) arguments.emplace_back(key, other);
    return s;
}

Status EventFields::readArguments(Scanner& scanner) {
    if (scanner.peek() != '{') return scanner.value(args);
    args = {};
    return scanner.object([&](const Value& key) {
        arguments.emplace_back(key, Value{});
        return scanner.value(arguments.back().second);
    });
}

Status EventFields::readId2(Scanner& scanner) {
    Value whole;
    if (scanner.peek() != '{') return scanner.value(whole);
    return scanner.object([&](const Value& key) {
        Value v;
        const Status s = scanner.value(v);
        (key.raw() == "local" ? idLocal : idGlobal) = v;
        return s;
    });
}

bool looksLikeEvent(const char* p, const char* end) {
    while (p < end && json::detail::isSpace(*p)) ++p;
    if (p >= end || *p != '"') return false;
    const char* begin = ++p;
    while (p < end && p - begin < 16 && *p != '"') ++p;
    if (p >= end || *p != '"') return false;
    const std::string_view key(begin, static_cast<std::size_t>(p - begin));
    if (std::find(std::begin(kEventKeys), std::end(kEventKeys), key) == std::end(kEventKeys)) return false;
    ++p;
    while (p < end && json::detail::isSpace(*p)) ++p;
    return p < end && *p == ':';
}

const char* nextEventStart(const char* p, const char* end) {
    // `}` , `{` "key" :   with white space between, and a new line in place of the comma for one event a line.
    while (p < end) {
        p = static_cast<const char*>(std::memchr(p, '}', static_cast<std::size_t>(end - p)));
        if (!p) return nullptr;
        const char* q = p + 1;
        bool separated = false;
        while (q < end && (json::detail::isSpace(*q) || *q == ',')) separated |= *q == ',' || *q == '\n', ++q;
        if (separated && q < end && *q == '{' && looksLikeEvent(q + 1, end)) return q;
        ++p;
    }
    return nullptr;
}

}  // namespace importers::chrome
