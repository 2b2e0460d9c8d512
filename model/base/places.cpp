// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/places.h"

#include <algorithm>

namespace model {
namespace {

/// Where the next place of a pattern is; npos behind the last one.
std::size_t placeIn(std::string_view pattern, std::size_t from) {
    for (std::size_t at = pattern.find('%', from); at != pattern.npos; at = pattern.find('%', at + 1))
        if (at + 1 < pattern.size() && pattern[at + 1] >= '1' && pattern[at + 1] <= '9') return at;
    return pattern.npos;
}

/// What stands in the places of a pattern.
struct Values {
    std::span<const std::string_view> values;
    std::string_view count;  ///< in %Ln
};

/// The place that a text begins with: how long it is, and its value. 0 where it begins with none.
std::size_t placeAt(std::string_view text, const Values& values, std::string_view& value) {
    constexpr std::string_view kCount = "%Ln";
    if (text.starts_with(kCount)) return value = values.count, kCount.size();
    if (placeIn(text.substr(0, 2), 0) != 0) return 0;
    const auto index = static_cast<std::size_t>(text[1] - '1');
    value = index < values.values.size() ? values.values[index] : std::string_view();
    return 2;
}

/// Fills a text without parts in [ ]. How many of its places there are, and are empty.
std::string fill(std::string_view text, const Values& values, std::size_t& places, std::size_t& empty) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::string_view value;
        const std::size_t length = placeAt(text.substr(at), values, value);
        places += length > 0;
        empty += length > 0 && value.empty();
        out += length ? value : text.substr(at, 1);
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

bool endsSentence(std::string_view text) {
    return text.ends_with('.') || text.ends_with('!') || text.ends_with('?') || text.ends_with("…") ||
           text.ends_with("。");
}

/// The pattern without the full stop that its last value has already.
std::string_view withoutSecondStop(std::string_view pattern, const Values& values) {
    for (const std::string_view stop : {std::string_view("."), std::string_view("。")}) {
        if (!pattern.ends_with(stop) || pattern.size() < stop.size() + 2) continue;
        std::string_view value;
        const std::string_view before = pattern.substr(0, pattern.size() - stop.size());
        if (placeAt(before.substr(before.size() - 2), values, value) == 2 && endsSentence(value)) return before;
    }
    return pattern;
}

std::string filled(std::string_view pattern, const Values& values) {
    pattern = withoutSecondStop(pattern, values);
    std::string out;
    std::size_t places = 0, empty = 0;
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('['), close = open == pattern.npos ? open : pattern.find(']', open);
        out += fill(pattern.substr(0, close == pattern.npos ? close : open), values, places, empty);
        if (close == pattern.npos) break;
        std::size_t placesIn = 0, emptyIn = 0;
        const std::string part = fill(pattern.substr(open + 1, close - open - 1), values, placesIn, emptyIn);
        if (placesIn == 0) out += '[' + part + ']';
        else if (emptyIn == 0) out += part;
        pattern.remove_prefix(close + 1);
    }
    return out;
}

}  // namespace

std::string withValues(std::string_view pattern, std::initializer_list<std::string_view> values) {
    return filled(pattern, {{values.begin(), values.size()}, {}});
}

std::string withCount(std::string_view pattern, std::string_view count, std::span<const std::string> values) {
    const std::vector<std::string_view> views(values.begin(), values.end());
    return filled(pattern, {views, count});
}

/// Each value goes on to the first text that can follow it, the last one to the end.
std::optional<std::vector<std::string_view>> valuesIn(std::string_view pattern, std::string_view text) {
    std::vector<std::string_view> out;
    std::size_t place = placeIn(pattern, 0);
    const std::string_view before = pattern.substr(0, place);
    if (!text.starts_with(before) || (place == pattern.npos && text.size() != before.size())) return {};
    text.remove_prefix(before.size());
    while (place != pattern.npos) {
        const std::size_t next = placeIn(pattern, place + 2);
        const std::string_view behind = pattern.substr(place + 2, next == pattern.npos ? next : next - place - 2);
        const std::size_t end = next == pattern.npos
                                    ? (text.ends_with(behind) ? text.size() - behind.size() : text.npos)
                                    : text.find(behind);
        if (end == text.npos || end == 0) return {};
        const auto index = static_cast<std::size_t>(pattern[place + 1] - '1');
        if (out.size() <= index) out.resize(index + 1);
        out[index] = text.substr(0, end);
        text.remove_prefix(end + behind.size());
        place = next;
    }
    return out;
}

std::optional<TextForm> formOf(std::string_view text, std::span<const char* const> patterns) {
    for (const char* pattern : patterns)
        if (auto values = valuesIn(pattern, text)) return TextForm{pattern, std::move(*values)};
    return {};
}

}  // namespace model
