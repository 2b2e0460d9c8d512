// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/time_units.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace model {

const TimeUnit* timeUnit(std::string_view name, std::span<const TimeUnit> units) {
    const auto at =
        std::find_if(units.begin(), units.end(), [name](const TimeUnit& u) { return name == u.name || name == u.key; });
    return at == units.end() ? nullptr : &*at;
}

const TimeUnit& unitFor(double ns) {
    const auto at = std::find_if(kShownTimeUnits.rbegin(), kShownTimeUnits.rend(),
                                 [ns](const TimeUnit& u) { return std::abs(ns) >= static_cast<double>(u.ns); });
    return at == kShownTimeUnits.rend() ? kNanoseconds : *at;
}

std::optional<double> parseNs(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return {};
    const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
    const TimeUnit* unit = name.empty() ? &kNanoseconds : timeUnit(name);
    return unit ? std::optional(value * static_cast<double>(unit->ns)) : std::nullopt;
}

}  // namespace model
