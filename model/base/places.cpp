// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/places.h"

namespace model {
namespace {

/// Where the next place of a pattern is; npos behind the last one.
std::size_t placeIn(std::string_view pattern, std::size_t from) {
    for (std::size_t at = pattern.find('%', from); at != pattern.npos; at = pattern.find('%', at + 1))
        if (at + 1 < pattern.size() && pattern[at + 1] >= '1' && pattern[at + 1] <= '9') return at;
    return pattern.npos;
}

std::string filled(std::string_view pattern, std::span<const std::string_view> values) {
    std::string out;
    std::size_t from = 0;
    for (std::size_t place = placeIn(pattern, 0); place != pattern.npos; place = placeIn(pattern, from)) {
        out += pattern.substr(from, place - from);
        const auto index = static_cast<std::size_t>(pattern[place + 1] - '1');
        if (index < values.size()) out += values[index];
        from = place + 2;
    }
    return out += pattern.substr(from);
}

}  // namespace

std::string withValues(std::string_view pattern, std::initializer_list<std::string_view> values) {
    return filled(pattern, {values.begin(), values.size()});
}

std::string withCount(std::string_view pattern, std::string_view count, std::span<const std::string> values) {
    const std::vector<std::string_view> views(values.begin(), values.end());
    constexpr std::string_view kCount = "%Ln";
    const std::size_t at = pattern.find(kCount);
    if (at == pattern.npos) return filled(pattern, views);
    return filled(pattern.substr(0, at), views) + std::string(count) +
           filled(pattern.substr(at + kCount.size()), views);
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
