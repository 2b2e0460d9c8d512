// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

// Texts with the places %1 … %9. A part in [ ] is left out where a place in it is empty; without places it is a part as
// any other. A full stop at the end, behind a place, is left out where the value ends a sentence itself.

/// The text with its places filled in.
std::string withValues(std::string_view pattern, std::initializer_list<std::string_view> values);
/// The same, and the count in the place %Ln.
std::string withCount(std::string_view pattern, std::string_view count, std::span<const std::string> values);

/// A finished text by its form: what the places hold are parts of the text.
struct TextForm {
    const char* pattern;
    std::vector<std::string_view> values;  ///< by place
};
/// The first of the patterns that fits. A place holds one character at least.
std::optional<TextForm> formOf(std::string_view text, std::span<const char* const> patterns);
/// What the places of the pattern hold, where it fits.
std::optional<std::vector<std::string_view>> valuesIn(std::string_view pattern, std::string_view text);

}  // namespace model
