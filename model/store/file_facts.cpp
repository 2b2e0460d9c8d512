// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/file_facts.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "model/base/messages.h"
#include "model/base/time_units.h"

namespace model {
namespace {

using enum MessageCode;

std::string inUnit(std::string_view text, const TimeUnit& unit, const char* sign) {
    std::int64_t ns = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ns);
    if (error != std::errc() || end != text.data() + text.size()) return std::string(text);
    return fmt::format("{}{:.{}f} {}", ns < 0 ? "" : sign, unit.of(ns), unit.decimals, unit.key);
}

Message asItIs(std::string_view value) { return value; }
Message moved(std::string_view value) { return inUnit(value, kMilliseconds, "+"); }
Message moment(std::string_view value) { return inUnit(value, kMilliseconds, ""); }
Message length(std::string_view value) { return inUnit(value, kMicroseconds, ""); }
Message clock(std::string_view value) {
    return value == file_fact::kMeasure ? Message(ClockIsMeasure) : Message(value);
}
Message method(std::string_view value) {
    constexpr std::pair<std::string_view, MessageCode> kMethods[] = {{"collectives", AlignedByCollectives},
                                                                     {"wall", AlignedByWallClock},
                                                                     {"clock", AlignedByClock},
                                                                     {"given", AlignedByOffset},
                                                                     {"start", AlignedByStart}};
    for (const auto& [key, code] : kMethods)
        if (key == value) return code;
    return value;
}

struct Entry {
    std::string_view key;
    MessageCode title;
    Message (*value)(std::string_view);
};
constexpr Entry kEntries[] = {
    {file_fact::kFile, TitleFile, asItIs},           {file_fact::kRank, TitleRank, asItIs},
    {file_fact::kHost, TitleHost, asItIs},           {file_fact::kClock, TitleClock, clock},
    {file_fact::kAhead, TitleClockAhead, moved},     {file_fact::kAlignedBy, TitleAlignedBy, method},
    {file_fact::kShift, TitleShiftedBy, moved},      {file_fact::kMatches, TitleCollectives, asItIs},
    {file_fact::kResidual, TitleResidual, length},   {file_fact::kCutOf, TitleCutFrom, asItIs},
    {file_fact::kCutBegin, TitleCutBegin, moment},   {file_fact::kCutEnd, TitleCutEnd, moment},
    {own_fact::kOnlyKinds, TitleOnlyKinds, asItIs},  {own_fact::kTraces, TitleTraces, asItIs},
    {own_fact::kFirstEvent, TitleFirstEvent, asItIs}};

}  // namespace

std::optional<std::int64_t> clockAtZero(const Facts& session) {
    for (const auto& [key, value] : session) {
        std::int64_t out = 0;
        if (key == kClockAtZero && std::from_chars(value.data(), value.data() + value.size(), out).ec == std::errc())
            return out;
    }
    return {};
}

FactText factText(std::string_view key, std::string_view value) {
    const auto* entry =
        std::find_if(std::begin(kEntries), std::end(kEntries), [key](const Entry& e) { return e.key == key; });
    if (entry == std::end(kEntries)) return {key, value};
    return {entry->title, entry->value(value)};
}

}  // namespace model
