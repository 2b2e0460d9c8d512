// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// The name without a shape in brackets at its end: "eltwise[SIMD32 {1568; 1; 1}]" is "eltwise". The name itself where
/// nothing stands before.
std::string_view withoutShape(std::string_view name);

/// What names have in common that differ in shapes and in what they count: also "step 12" is "step", "block.3.attn" is
/// "block.#.attn". Digits that belong to a word stay: "conv2d". The name itself where nothing would be left.
std::string baseName(std::string_view name);

/// Names of a report by what they have in common. The report must outlive it.
class BaseNames {
public:
    explicit BaseNames(const Snapshot& s) : m_s(s) {}
    /// The first name that was asked for of those with the same base: it stands for all.
    StringId first(StringId name);
    /// The base of a name that was asked for.
    const std::string& text(StringId first) const { return m_texts.at(first); }
    /// All names that were asked for which one stands for.
    std::vector<StringId> all(StringId first) const;

private:
    const Snapshot& m_s;
    std::unordered_map<StringId, StringId> m_first;
    std::unordered_map<std::string, StringId> m_byBase;
    std::unordered_map<StringId, std::string> m_texts;  // by first name
};

}  // namespace model
