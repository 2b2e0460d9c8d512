// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functions.h"

#include <algorithm>

#include "model/base/own_labels.h"

namespace model {
namespace {

/// What profilers write where they do not know it.
bool isUnknown(std::string_view module) {
    return module.empty() || module == "?" || module == "??" || module == "[unknown]" || module == "[Unknown]";
}

/// Texts of functions that frameText() calls alike.
void distinguish(const Snapshot& report, const std::vector<Function>& alike, std::map<Function, std::string>& out) {
    std::vector<Function> open;
    for (const Function& f : alike)
        if (f.module) open.push_back(f);  // one of an unknown module has its name only
    for (std::size_t parts = 1; !open.empty(); ++parts) {
        std::map<std::string_view, int> count;
        for (const Function& f : alike) ++count[endOfPath(moduleText(report, f.module), parts)];
        std::erase_if(open, [&](const Function& f) {
            const std::string_view path = moduleText(report, f.module), end = endOfPath(path, parts),
                                   name = frameText(report, f.name);
            if (count[end] > 1 && end.size() < path.size()) return false;
            out[f] = f.isModule() ? std::string(end) : std::string(name) + " (" + std::string(end) + ")";
            return true;
        });
    }
}

}  // namespace

Function FrameFunctions::at(ChainId chain) {
    const CallchainTable& chains = m_report.store().callchains();
    const std::uint32_t frame = chains.nodes()[chain - 1].frame;
    while (m_functions.size() <= frame) {  // in their order, so that the same ones stand for others in every query
        const Frame f = chains.frames()[m_functions.size()];
        const StringId module = moduleOf(f.module);
        const StringId bare =
            f.module && (f.symbol == 0 || f.flags & Frame::Unresolved) ? (module ? module : f.module) : 0;
        m_functions.push_back(bare ? Function{bare, bare} : Function{f.symbol, module});
    }
    return m_functions[frame];
}

StringId FrameFunctions::moduleOf(StringId module) {
    const std::string_view text = moduleText(m_report, module);
    return isUnknown(text) ? 0 : m_modules.try_emplace(text, module).first->second;
}

std::string_view frameText(const Snapshot& report, StringId name) {
    if (!name) return kNoStack;
    const std::string_view text = report.text(name);
    // A module by its file: where it lies is in the table of functions.
    const std::size_t folder = text.starts_with('/') ? text.rfind('/') + 1 : 0;
    return folder < text.size() ? text.substr(folder) : text;
}

std::string_view moduleText(const Snapshot& report, StringId module) {
    const std::string_view text = report.text(module);
    const std::size_t colon = text.find_last_not_of("0123456789");
    return colon != text.npos && colon > 0 && colon + 1 < text.size() && text[colon] == ':' ? text.substr(0, colon)
                                                                                            : text;
}

std::string_view endOfPath(std::string_view path, std::size_t parts) {
    std::size_t at = path.size();
    for (; parts > 0 && at != path.npos && at > 0; --parts) at = path.rfind('/', at - 1);
    return at == path.npos || at == 0 ? path : path.substr(at + 1);
}

std::map<Function, std::string> textsOfNamesakes(const Snapshot& report, const std::set<Function>& functions) {
    std::map<std::string_view, std::vector<Function>> byText;
    for (const Function& f : functions) byText[frameText(report, f.name)].push_back(f);
    std::map<Function, std::string> out;
    for (const auto& [text, alike] : byText)
        if (alike.size() > 1) distinguish(report, alike, out);
    return out;
}

}  // namespace model
