// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "model/reports/report.h"

/// Cells of tables as what a test compares.
namespace cells {

using model::reports::Cell;

inline std::int64_t whole(const Cell& c) {
    return std::holds_alternative<std::int64_t>(c) ? std::get<std::int64_t>(c) : -1;
}
inline double real(const Cell& c) {
    return std::holds_alternative<double>(c) ? std::get<double>(c) : static_cast<double>(whole(c));
}
inline std::string text(const Cell& c) {
    if (const auto* message = std::get_if<model::Message>(&c)) return english(*message);
    return std::holds_alternative<std::string>(c) ? std::get<std::string>(c) : "";
}
inline bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

}  // namespace cells
