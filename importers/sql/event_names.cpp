// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/event_names.h"

#include <array>
#include <string>

namespace importers::sql {
namespace {

/// Lower case, without spaces and underscores: makers spell one thing in several ways.
std::string plain(std::string_view name) {
    std::string out;
    for (const char c : name)
        if (c != '_' && c != ' ') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

struct Word {
    std::string_view text;
    std::int64_t value;
};
template <std::size_t N>
std::int64_t firstIn(std::string_view text, const std::array<Word, N>& words) {
    for (const Word& w : words)
        if (text.find(w.text) != text.npos) return w.value;
    return -1;
}

std::int64_t memoryKind(std::string_view text) {
    static constexpr std::array<Word, 6> kWords{
        {{"pageable", 0}, {"pinned", 1}, {"device", 2}, {"array", 3}, {"managed", 4}, {"unknown", 7}}};
    return firstIn(text, kWords);
}

/// What stands in the brackets at the end: "(from -> to)".
std::string_view bracketed(std::string_view plainName) {
    const std::size_t open = plainName.rfind('(');
    return open == plainName.npos || !plainName.ends_with(')') ? std::string_view() : plainName.substr(open + 1);
}

}  // namespace

std::int64_t copyKindOf(std::string_view name) {
    static constexpr std::array<Word, 14> kWords{{{"htod", 1},
                                                  {"dtoh", 2},
                                                  {"htoa", 3},
                                                  {"atoh", 4},
                                                  {"atoa", 5},
                                                  {"atod", 6},
                                                  {"dtoa", 7},
                                                  {"dtod", 8},
                                                  {"htoh", 9},
                                                  {"ptop", 10},
                                                  {"hosttodevice", 1},
                                                  {"devicetohost", 2},
                                                  {"devicetodevice", 8},
                                                  {"hosttohost", 9}}};
    const std::string text = plain(name);
    const std::int64_t kind = firstIn(text, kWords);
    if (!text.starts_with("unified")) return kind < 0 ? 0 : kind;
    return kind == 1 ? 11 : kind == 2 ? 12 : kind == 8 ? 13 : 0;
}

std::int64_t sourceKindOf(std::string_view name) {
    const std::string text = plain(name);
    const std::string_view pair = bracketed(text);
    const std::size_t arrow = pair.find("->");
    return arrow == pair.npos ? -1 : memoryKind(pair.substr(0, arrow));
}

std::int64_t targetKindOf(std::string_view name) {
    const std::string text = plain(name);
    const std::string_view pair = bracketed(text);
    const std::size_t arrow = pair.find("->");
    return arrow == pair.npos ? -1 : memoryKind(pair.substr(arrow));
}

std::int64_t syncTypeOf(std::string_view name) {
    static constexpr std::array<Word, 5> kWords{
        {{"wait", 2}, {"event", 1}, {"stream", 3}, {"context", 4}, {"device", 4}}};
    const std::int64_t type = firstIn(plain(name), kWords);
    return type < 0 ? 0 : type;
}

std::int64_t apiClassOf(std::string_view name) {
    return name.size() > 2 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z';
}

}  // namespace importers::sql
