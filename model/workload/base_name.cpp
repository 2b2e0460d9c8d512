// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/base_name.h"

#include "model/workload/names.h"

namespace model {

std::string_view withoutShape(std::string_view name) {
    std::string_view left = name;
    while (left.ends_with(']') || left.ends_with('}')) {
        const char open = left.back() == ']' ? '[' : '{', close = left.back();
        std::size_t at = left.size();
        for (int depth = 0; at-- > 0;) {
            depth += left[at] == close ? 1 : left[at] == open ? -1 : 0;
            if (depth == 0) break;
        }
        if (at >= left.size()) break;  // never opened
        left = left.substr(0, at);
        while (left.ends_with(' ')) left.remove_suffix(1);
    }
    return left.empty() ? name : left;
}

std::string baseName(std::string_view name) {
    std::string out = diff::generalName(withoutShape(name));
    const std::size_t end = out.find_last_not_of("# _-.:,/");
    out.resize(end == out.npos ? 0 : end + 1);
    return out.empty() ? std::string(name) : out;
}

StringId BaseNames::first(StringId name) {
    const auto [at, fresh] = m_first.try_emplace(name, name);
    if (!fresh) return at->second;
    std::string base = baseName(m_s.text(name));
    const auto [first, isNew] = m_byBase.try_emplace(base, name);
    if (isNew) m_texts.emplace(name, std::move(base));
    return at->second = first->second;
}

std::vector<StringId> BaseNames::all(StringId first) const {
    std::vector<StringId> out;
    for (const auto& [name, of] : m_first)
        if (of == first) out.push_back(name);
    return out;
}

}  // namespace model
