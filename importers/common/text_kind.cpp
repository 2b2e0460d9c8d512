// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/text_kind.h"

#include <cctype>

#include "importers/common/json_text.h"

namespace importers {
namespace {

constexpr std::size_t kTitleBytes = 60;

bool beginsWithWord(std::string_view text, std::string_view lower) {
    if (text.size() < lower.size()) return false;
    for (std::size_t i = 0; i < lower.size(); ++i)
        if (std::tolower(static_cast<unsigned char>(text[i])) != lower[i]) return false;
    return true;
}

}  // namespace

std::string_view withoutSpace(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string shown(std::string_view raw) {
    std::string out;
    json::appendText(raw.substr(0, kTitleBytes), false, out);
    if (raw.size() > kTitleBytes) out += "…";
    return out;
}

bool isHtml(std::string_view text) {
    text = withoutSpace(text);
    for (int i = 0; i < 4; ++i) {  // an XML declaration and comments may come first
        if (beginsWithWord(text, "<!doctype html") || beginsWithWord(text, "<html") || beginsWithWord(text, "<head"))
            return true;
        const bool comment = text.starts_with("<!--");
        if (!comment && !beginsWithWord(text, "<?xml")) return false;
        const auto end = text.find(comment ? "-->" : "?>");
        if (end == std::string_view::npos) return false;
        text = withoutSpace(text.substr(end + (comment ? 3 : 2)));
    }
    return false;
}

std::string htmlTitle(std::string_view text) {
    auto begin = text.find("<title");
    if (begin == std::string_view::npos) begin = text.find("<TITLE");
    if (begin != std::string_view::npos) begin = text.find('>', begin);
    if (begin == std::string_view::npos) return {};
    const std::string_view title = withoutSpace(text.substr(begin + 1, text.find('<', begin) - begin - 1));
    return shown(title.substr(0, title.find_last_not_of(" \t\r\n") + 1));
}

bool isFtrace(std::string_view text) {
    text = withoutSpace(text);
    return text.starts_with("# tracer:") || text.starts_with("TRACE:\n# tracer:") ||
           (text.starts_with("cpus=") && text.find(" [0") != std::string_view::npos);
}

}  // namespace importers
