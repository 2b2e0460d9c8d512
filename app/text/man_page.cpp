// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the manual of the system, as man(7) describes them.
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>

#include "app/text/help_page.h"
#include "app/text/words.h"
#include "model/base/utf8.h"

#include "sightline_version.h"

namespace app {
namespace {

/// A text as roff shows it: nothing of it is a request, and every character is itself, in any locale.
std::string roff(std::string_view text) {
    std::string out;
    if (text.starts_with('.')) out = "\\&";
    while (!text.empty()) {
        const char32_t c = model::decodeUtf8(text);
        switch (c) {
        case '\\': out += "\\(rs"; break;
        case '-': out += "\\-"; break;
        case '\'': out += "\\(aq"; break;
        case '"': out += "\\(dq"; break;
        case '`': out += "\\(ga"; break;
        case '^': out += "\\(ha"; break;
        case '~': out += "\\(ti"; break;
        default:
            if (c < 0x80) out += static_cast<char>(c);
            else out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(c));
        }
    }
    return out;
}

/// The day that a page is of, as ISO 8601 has it: that of SOURCE_DATE_EPOCH, as builds that can be repeated set it, or
/// of the release. Never today: the same sources make the same page.
std::string dayOfPage() {
    const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
    if (!epoch || !*epoch) return SIGHTLINE_RELEASE_DAY;
    const std::time_t seconds = std::strtoll(epoch, nullptr, 10);
    std::tm day{};
    if (!::gmtime_r(&seconds, &day)) return SIGHTLINE_RELEASE_DAY;
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

/// "sightline-info": how its page is found.
std::string titleOf(const HelpProgram& program, const HelpPage& page) {
    return page.command.empty() ? program.name : program.name + '-' + page.command;
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
    return text;
}

/// "Print …" as the line of NAME has it: "print …", without the program's name, which stands before it.
std::string asName(std::string_view meaning) {
    constexpr std::string_view kName = "Sightline ";
    if (meaning.starts_with(kName)) meaning.remove_prefix(kName.size());
    std::string out(meaning.substr(0, meaning.find(". ")));
    const bool isWord = out.size() > 1 && out[1] >= 'a' && out[1] <= 'z';  // and no "CPU"
    if (isWord && out[0] >= 'A' && out[0] <= 'Z') out[0] += 32;
    return out;
}

std::string optionEntry(const HelpOption& o) {
    std::string out = ".TP\n";
    for (const std::string& name : o.names)
        out += (&name == &o.names[0] ? "" : ", ") + fmt::format("\\fB{}\\fR", roff(name));
    if (!o.value.shown.empty()) {
        const bool behindEqual = o.value.mayBeMissing && o.names.back().starts_with("--");
        out += behindEqual ? fmt::format("[=\\fI{}\\fR]", roff(o.value.shown))
                           : fmt::format(" \\fI{}\\fR", roff(o.value.shown));
    }
    return out + '\n' + roff(o.meaning) + '\n';
}

std::string optionSections(const HelpPage& page) {
    if (page.groups.empty()) return {};
    std::string out = ".SH OPTIONS\n";
    for (const HelpGroup& group : page.groups) {
        if (page.groups.size() > 1) out += fmt::format(".SS {}\n", roff(group.title));
        if (group.isOffered)
            for (const HelpOption& o : group.options) out += optionEntry(o);
        else {
            std::string names;
            for (const HelpOption& o : group.options)
                names += (names.empty() ? "" : ",\n") + fmt::format("\\fB{}\\fR", roff(o.names.back()));
            out += names + '\n';
        }
    }
    return out;
}

std::string commandSection(const HelpProgram& program, const HelpPage& page) {
    if (!page.command.empty() || program.pages.size() < 2) return {};
    std::string out = ".SH COMMANDS\n";
    for (const HelpPage& p : program.pages)
        if (!p.command.empty()) out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(p.command), roff(p.meaning));
    return out;
}

/// What stands below the options: "Examples:" and "Exit codes:" are sections, the rest are notes. A line that begins
/// with a small letter continues the one before it.
class MoreText {
public:
    std::string sections(std::string_view text) {
        for (const std::string_view line : parts(text, '\n')) add(line);
        closeCode();
        return std::move(m_out);
    }

private:
    void add(std::string_view line) {
        const std::string_view content = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        const bool isIndented = line.starts_with(' ');
        if (content.empty()) return m_continues = false, closeCode();
        if (isIndented && m_isExample) return addCode(line.substr(std::min<std::size_t>(2, line.find(content))));
        if (m_continues && (isIndented || !(content[0] >= 'A' && content[0] <= 'Z'))) {
            m_out += roff(content) + '\n';
            return;
        }
        closeCode();
        m_isExample = content == "Examples:";
        m_continues = !m_isExample;
        if (m_isExample) return openSection("EXAMPLES");
        constexpr std::string_view kExit = "Exit codes: ";
        const bool isExit = content.starts_with(kExit) || content.starts_with("The exit code ");
        openSection(isExit ? "EXIT STATUS" : "NOTES");
        m_out += roff(content.starts_with(kExit) ? content.substr(kExit.size()) : content) + '\n';
    }
    void openSection(std::string_view title) {
        m_out += title == m_section ? ".PP\n" : fmt::format(".SH {}\n", title);
        m_section = title;
    }
    void addCode(std::string_view line) {
        if (!m_isCode) m_out += ".EX\n";
        m_isCode = true;
        m_out += roff(line) + '\n';
    }
    void closeCode() {
        if (m_isCode) m_out += ".EE\n";
        m_isCode = m_isExample = false;
    }

    std::string m_out;
    std::string_view m_section;
    bool m_isCode = false, m_isExample = false, m_continues = false;
};

std::string seeAlso(const HelpProgram& program, const HelpPage& page) {
    std::vector<std::string> titles;
    for (const HelpPage& p : program.pages)
        if (&p != &page && (page.command.empty() || p.command.empty())) titles.push_back(titleOf(program, p));
    titles.push_back(program.name == "sightline" ? "sightline-ui" : "sightline");
    std::string out = ".SH SEE ALSO\n";
    for (const std::string& title : titles)
        out += fmt::format(".BR {} (1){}\n", roff(title), &title == &titles.back() ? "" : ",");
    return out;
}

}  // namespace

std::string manPage(const HelpProgram& program, const HelpPage& page) {
    const std::string title = titleOf(program, page);
    std::string out =
        fmt::format(".\\\" Made of the help of {}.\n.TH {} 1 \"{}\" \"Sightline {}\" \"User Commands\"\n.nh\n.ad l\n",
                    program.name, roff(upper(title)), dayOfPage(), SIGHTLINE_VERSION);
    out += fmt::format(".SH NAME\n{} \\- {}\n", roff(title), roff(asName(page.meaning)));
    out += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR {}\n",
                       roff(page.command.empty() ? program.name : program.name + ' ' + page.command), roff(page.usage));
    out += fmt::format(".SH DESCRIPTION\n{}.\n", roff(page.meaning));
    if (!page.wordsMeaning.empty())
        out += fmt::format(".PP\n\\fI{}\\fR: {}.\n", roff(page.words.shown), roff(page.wordsMeaning));
    out += commandSection(program, page);
    out += optionSections(page);
    out += MoreText().sections(page.more);
    return out + seeAlso(program, page);
}

}  // namespace app
