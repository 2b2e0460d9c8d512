// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/names.h"

#include <algorithm>

#include "model/base/ascii.h"
#include "model/query/autograd.h"

namespace model::diff {
namespace {

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80) != 0;
}

}  // namespace

NameId Names::id(std::string_view text) {
    if (const auto known = m_ids.find(text); known != m_ids.end()) return known->second;
    m_texts.emplace_back(text);
    const auto id = static_cast<NameId>(m_texts.size());
    m_ids.emplace(m_texts.back(), id);
    return id;
}

std::string generalName(std::string_view name) {
    name = operatorNameIn(name);
    std::string out;
    for (std::size_t i = 0; i < name.size();) {
        std::size_t end = i;
        while (end < name.size() && isDigit(name[end])) ++end;
        const bool counts =
            end > i && (i == 0 || !isLetter(name[i - 1])) && (end == name.size() || !isLetter(name[end]));
        if (!counts) out += end > i ? name.substr(i, end - i) : name.substr(i, 1);
        else if (!out.ends_with('#')) out += '#';
        i = std::max(end, i + 1);
    }
    return out;
}

}  // namespace model::diff
