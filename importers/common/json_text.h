// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "importers/common/json_scan.h"
#include "model/base/time.h"

namespace importers::json {

/// The text of a raw string or token, for display on one line: escapes are resolved, control characters become visible
/// (\n, \x01), and bytes that are not UTF-8 and lone surrogates become U+FFFD. Other characters that programs may obey
/// are escaped where the text enters a store.
void appendText(std::string_view raw, bool escaped, std::string& out);
std::string text(const Value& v);

/// The text of a raw string itself, as other forms of a file hold it: escapes are resolved, and nothing else changes.
std::string exactText(std::string_view raw);

/// Whether raw bytes are shown unchanged, so that appendText() would only copy them.
bool isPlainText(std::string_view raw);

/// A decimal number in units of 10^-scale, exact, rounded half away from zero: scale 3 reads µs as ns. Accepts the
/// output of sloppy programs (+1, .5, 1., 007); nothing for anything else. Sets `clamped` if it does not fit.
std::optional<std::int64_t> decimal(std::string_view number, int scale, bool* clamped = nullptr, char point = '.');

/// A whole number that fits into a signed 64-bit integer; nothing for anything else.
std::optional<std::int64_t> integer(std::string_view number);

/// A number as a double; nothing for NaN, infinities and anything that is not a number.
std::optional<double> real(std::string_view number);
/// The same for a value, whose number may have a decimal comma.
std::optional<double> real(const Value& v);

/// µs, as a number or as a string with a number in it, converted to ns.
std::optional<model::TimeNs> microseconds(const Value& v, bool* clamped = nullptr);

}  // namespace importers::json
