// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/written_facts.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/base/time_units.h"
#include "model/store/file_facts.h"

namespace model::rep {
namespace {

/// "+5.010000 ms" as "5010000": the digits of all decimals of a unit are its nanoseconds.
std::optional<std::string> nanosecondsIn(std::string_view text, const TimeUnit& unit) {
    const auto decimals = static_cast<std::size_t>(unit.decimals);
    if (!text.ends_with(unit.key)) return {};
    text.remove_suffix(unit.key.size());
    if (!text.ends_with(' ')) return {};
    text.remove_suffix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.size() < decimals + 2 || text[text.size() - decimals - 1] != '.') return {};
    std::string digits(text);
    digits.erase(digits.size() - decimals - 1, 1);
    std::int64_t ns = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ns);
    if (error != std::errc() || end != digits.data() + digits.size()) return {};
    return std::to_string(ns);
}

using Value = std::optional<std::string>;
Value asItIs(std::string_view text) { return std::string(text); }
Value milliseconds(std::string_view text) { return nanosecondsIn(text, kMilliseconds); }
Value microseconds(std::string_view text) { return nanosecondsIn(text, kMicroseconds); }
Value clock(std::string_view text) {
    return text == "the measure for the other files" ? Value(file_fact::kMeasure) : Value();
}
Value method(std::string_view text) {
    constexpr std::pair<std::string_view, std::string_view> kMethods[] = {{"ends of collectives", "collectives"},
                                                                          {"wall clock", "wall"},
                                                                          {"clock of the machine", "clock"},
                                                                          {"given offset", "given"},
                                                                          {"start", "start"}};
    for (const auto& [written, key] : kMethods)
        if (written == text) return std::string(key);
    return {};
}

struct Entry {
    std::string_view title, key;
    Value (*value)(std::string_view);
};
/// In the order in which they were written.
constexpr Entry kEntries[] = {{"File", file_fact::kFile, asItIs},
                              {"Rank", file_fact::kRank, asItIs},
                              {"Host", file_fact::kHost, asItIs},
                              {"Clock", file_fact::kClock, clock},
                              {"Clock is ahead by", file_fact::kAhead, milliseconds},
                              {"Aligned by", file_fact::kAlignedBy, method},
                              {"Shifted by", file_fact::kShift, milliseconds},
                              {"Collectives compared", file_fact::kMatches, asItIs},
                              {"Residual", file_fact::kResidual, microseconds}};

/// "whole.rep, 0.900000 ms to 2.000000 ms"; false: it is no such text.
bool readCut(std::string_view text, Facts& out) {
    constexpr std::string_view kTo = " to ", kComma = ", ";
    const std::size_t to = text.rfind(kTo), comma = text.rfind(kComma);
    if (to == text.npos || comma == text.npos || comma > to) return false;
    const auto begin = milliseconds(text.substr(comma + kComma.size(), to - comma - kComma.size())),
               end = milliseconds(text.substr(to + kTo.size()));
    if (!begin || !end) return false;
    out.emplace_back(file_fact::kCutOf, text.substr(0, comma));
    out.emplace_back(file_fact::kCutBegin, *begin);
    out.emplace_back(file_fact::kCutEnd, *end);
    return true;
}

}  // namespace

void readWrittenFacts(Facts& facts) {
    if (facts.empty() || facts.front().first != kEntries[0].title) return;
    // Facts of the file's session follow, and may have the same titles: each stands once, and in its place.
    Facts out;
    const Entry* next = std::begin(kEntries);
    std::size_t read = 0;
    for (; read < facts.size(); ++read) {
        const auto& [title, text] = facts[read];
        const auto* entry =
            std::find_if(next, std::end(kEntries), [&t = title](const Entry& e) { return e.title == t; });
        if (entry == std::end(kEntries)) break;
        auto value = entry->value(text);
        if (!value) break;
        out.emplace_back(entry->key, std::move(*value));
        next = entry + 1;
    }
    if (read < facts.size() && facts[read].first == "Cut from" && readCut(facts[read].second, out)) ++read;
    out.insert(out.end(), std::make_move_iterator(facts.begin() + static_cast<std::ptrdiff_t>(read)),
               std::make_move_iterator(facts.end()));
    facts = std::move(out);
}

std::string_view keyOfWritten(std::string_view title) {
    constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
        {"Only events of kinds", own_fact::kOnlyKinds},
        {"traces in this file", own_fact::kTraces},
        {"time of the first event in the file (ns)", own_fact::kFirstEvent}};
    for (const auto& [written, key] : kTitles)
        if (written == title) return key;
    return title;
}

}  // namespace model::rep
