// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/number_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "model/base/time_units.h"

namespace model {
namespace {

constexpr std::string_view kMinus = "\u2212",
                           kGap = "\u202f";  // the gap between thousands is narrow, and no line breaks there

}  // namespace

std::string durationText(double ns) {
    const double size = std::abs(ns);
    const std::string sign(ns < -0.5 ? kMinus : std::string_view());  // what is rounded to nothing has none
    const TimeUnit& unit = unitFor(size);
    return fmt::format("{}{:.{}f} {}", sign, unit.of(size), unit.decimals / 3, unit.name);
}

std::string bytesText(double bytes) {
    constexpr double kMiB = 1u << 20, kGiB = 1u << 30;
    return bytes < kGiB ? fmt::format("{:.1f} MiB", bytes / kMiB) : fmt::format("{:.2f} GiB", bytes / kGiB);
}

std::string changeText(double percent) {
    if (std::abs(percent) < 0.05) return "0.0 %";  // rounded, and nothing has no sign
    return fmt::format("{}{:.1f} %", percent < 0 ? kMinus : "+", std::abs(percent));
}

std::string factorText(double factor) {
    const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(factor)) - 2));
    std::string out = fmt::format("{:.0f}", std::round(factor / unit) * unit);
    for (std::size_t end = out.size(); end > 3;) out.insert(end -= 3, kGap);
    return out;
}

}  // namespace model
