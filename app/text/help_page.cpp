// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/help_page.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/text/words.h"
#include "model/base/utf8.h"

namespace app {
namespace {

/// A column of a terminal that meanings may begin at, and its last one.
constexpr std::size_t kMeaningAt = 34, kWidth = 110;

/// A word that may be typed as it is, where N, SECONDS or RANGE[@DOMAIN] stand for others.
bool isTypedSo(std::string_view word) {
    const auto is = [&](auto test) { return std::any_of(word.begin(), word.end(), test); };
    return is([](char c) { return c >= 'a' && c <= 'z'; }) &&
           !is([](char c) { return std::string_view("[]:,=%/ ").find(c) != std::string_view::npos; });
}

std::string headOf(const HelpOption& option) {
    std::string out = option.names.size() > 1 ? "  " : "      ";
    for (const std::string& name : option.names) out.append(&name == &option.names[0] ? "" : ", ").append(name);
    return option.value.shown.empty() ? out : out + ' ' + option.value.shown;
}

/// A text in lines that begin at a column.
std::string wrapped(std::string_view text, std::size_t column) {
    std::string out;
    for (std::size_t used = column; !text.empty();) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (used > column && used + 1 + end > kWidth) {
            out += '\n' + std::string(column, ' ');
            used = column;
        } else if (used > column) {
            out += ' ';
            ++used;
        }
        out += text.substr(0, end);
        used += end;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace

HelpValue helpValue(std::string_view shown) {
    using enum HelpValue::Kind;
    HelpValue out{Text, std::string(shown)};
    if (shown.empty()) out.kind = None;
    else if (shown == "FILE") out.kind = File;
    else if (shown == "FOLDER") out.kind = Folder;
    else if (shown == "REPORT") out.kind = Report;
    else if (shown.find('|') != shown.npos) {
        out.kind = Word;
        for (const std::string_view word : parts(shown, '|'))
            if (isTypedSo(word)) out.words.emplace_back(word);
    }
    out.mayBeMissing = shown == "true|false";
    return out;
}

HelpValue helpList(std::string_view shown, std::vector<std::string> words) {
    return {HelpValue::Kind::List, std::string(shown), std::move(words)};
}

std::string helpLines(const HelpGroup& group) {
    std::string out = fmt::format("\n{}:\n", group.title);
    if (!group.isOffered) {
        std::string names;
        for (const HelpOption& o : group.options) names.append(names.empty() ? "" : ", ").append(o.names.back());
        return out + "  " + wrapped(names, 2) + '\n';
    }
    std::size_t column = 0;
    for (const HelpOption& o : group.options) column = std::max(column, headOf(o).size() + 2);
    column = std::min(column, kMeaningAt);
    for (const HelpOption& o : group.options) {
        const std::string head = headOf(o);
        out += head.size() + 2 > column ? head + '\n' + std::string(column, ' ')
                                        : head + std::string(column - head.size(), ' ');
        out += wrapped(o.meaning, column) + '\n';
    }
    return out;
}

const std::vector<std::string>& helpShells() {
    static const std::vector<std::string> all{"bash", "zsh", "fish"};
    return all;
}

std::optional<std::string> helpAs(const HelpProgram& program, std::string_view form, std::string_view command) {
    if (form == "bash") return bashCompletion(program);
    if (form == "zsh") return zshCompletion(program);
    if (form == "fish") return fishCompletion(program);
    if (form != "man") return std::nullopt;
    const auto page = std::find_if(program.pages.begin(), program.pages.end(),
                                   [&](const HelpPage& p) { return p.command == command; });
    return page == program.pages.end() ? std::nullopt : std::optional(manPage(program, *page));
}

std::string withSpaces(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out.append(out.empty() ? "" : " ").append(word);
    return out;
}

std::string shortMeaning(std::string_view meaning, std::size_t mostCharacters) {
    meaning = meaning.substr(0, meaning.find(". "));
    if (meaning.ends_with('.')) meaning.remove_suffix(1);
    if (model::utf8Length(meaning) <= mostCharacters) return std::string(meaning);
    std::string_view rest = meaning;
    std::size_t end = 0;  // of the last whole word that fits, with the sign that something follows
    for (std::size_t n = 0; n + 1 < mostCharacters; ++n) {
        if (rest.front() == ' ') end = meaning.size() - rest.size();
        model::decodeUtf8(rest);
    }
    return std::string(meaning.substr(0, end)) + "…";
}

}  // namespace app
