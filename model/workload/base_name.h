// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// The name without a trailing shape in brackets: "eltwise[SIMD32 {1568; 1; 1}]" is "eltwise". The name itself if
/// nothing comes before the shape.
std::string_view withoutShape(std::string_view name);

/// The common part of names that differ in shapes and in numbers that count up: "step 12" is "step", "block.3.attn" is
/// "block.#.attn". Digits that belong to a word stay: "conv2d". The name itself if nothing would be left.
std::string baseName(std::string_view name);

/// Groups names of a report by their base. The report must outlive it.
class BaseNames {
public:
    explicit BaseNames(const Snapshot& s) : m_s(s) {}
    /// The representative of all names with the same base: the first one that was passed.
    StringId first(StringId name);
    /// The base of a representative.
    const std::string& text(StringId first) const { return m_texts.at(first); }
    /// All names that were passed and share that representative.
    std::vector<StringId> all(StringId first) const;

private:
    const Snapshot& m_s;
    std::unordered_map<StringId, StringId> m_first;
    std::unordered_map<std::string, StringId> m_byBase;
    std::unordered_map<StringId, std::string> m_texts;  // by representative
};

}  // namespace model
