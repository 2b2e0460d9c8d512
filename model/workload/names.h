// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace model::diff {

/// A name in both of the compared reports; 0 = none.
using NameId = std::uint32_t;

/// Gives names that two reports share one id.
class Names {
public:
    NameId id(std::string_view text);
    std::string_view text(NameId id) const { return id ? std::string_view(m_texts[id - 1]) : std::string_view(); }

private:
    std::deque<std::string> m_texts;  // does not move its elements
    std::unordered_map<std::string_view, NameId> m_ids;
};

/// The name of a range without numbers that count up: "block.12 (step 3)" is "block.# (step #)", "aten::mm, seq = 42"
/// is "aten::mm". Digits that belong to a word stay: "conv2d".
std::string generalName(std::string_view name);

}  // namespace model::diff
