// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "importers/common/json_scan.h"
#include "model/base/time.h"

namespace importers::json {

/// The text that a raw string or token stands for, as it can be shown on one line: escapes are resolved, control
/// characters become visible ones (\n, \x01), bytes that are not UTF-8 and lone surrogates become U+FFFD. What else
/// programs may obey is written out where the text enters a store.
void appendText(std::string_view raw, bool escaped, std::string& out);
std::string text(const Value& v);

/// Whether raw bytes are shown as they are, so that appendText() would only copy them.
bool isPlainText(std::string_view raw);

/// A decimal number in units of 10^-scale, exactly, rounded half away from zero: scale 3 reads µs as ns. Reads what
/// sloppy programs write (+1, .5, 1., 007); nothing for anything else. `clamped` when it does not fit.
std::optional<std::int64_t> decimal(std::string_view number, int scale, bool* clamped = nullptr, char point = '.');

/// A whole number that fits into 64 bits with sign; nothing for anything else.
std::optional<std::int64_t> integer(std::string_view number);

/// A number as a double; nothing for NaN, infinities and what is not a number.
std::optional<double> real(std::string_view number);
/// The same of a value, whose number may have a decimal comma.
std::optional<double> real(const Value& v);

/// µs as a number or a string with a number in it, as ns.
std::optional<model::TimeNs> microseconds(const Value& v, bool* clamped = nullptr);

}  // namespace importers::json
