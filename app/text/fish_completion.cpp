// SPDX-License-Identifier: GPL-3.0-or-later
// What completes a command line in fish 3 or newer.
#include <fmt/format.h>

#include "app/text/help_page.h"
#include "importers/folder.h"

namespace app {
namespace {

constexpr std::size_t kFishCharacters = 80;

/// A text in single quotes.
std::string fishQuoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + '\'';
}

std::string fishReportFiles() {
    std::string out = "(__fish_complete_suffix";
    for (const std::string_view ending : importers::reportEndings()) out.append(" ").append(ending);
    return out + ')';
}

/// What `complete` offers, behind an option or as words of a command.
std::string fishOffers(const HelpValue& value) {
    using enum HelpValue::Kind;
    switch (value.kind) {
    case None:
    case Text: return {};
    case Word: return " -a " + fishQuoted(withSpaces(value.words));
    case List: return " -a " + fishQuoted("(__fish_append , " + withSpaces(value.words) + ')');
    case File: return " -F";
    case Folder: return " -a '(__fish_complete_directories)'";
    case Report: return " -k -a " + fishQuoted(fishReportFiles());
    case Program: return " -a '(__fish_complete_subcommand)'";
    }
    return {};
}

std::string optionLine(const HelpOption& o) {
    std::string out;
    for (const std::string& name : o.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (o.value.kind != HelpValue::Kind::None && !o.value.mayBeMissing)
        out += o.value.kind == HelpValue::Kind::File ? " -r" : " -x";
    return out + fishOffers(o.value) + " -d " + fishQuoted(shortMeaning(o.meaning, kFishCharacters));
}

}  // namespace

std::string fishCompletion(const HelpProgram& program) {
    std::string out =
        fmt::format("# Completion of fish for {0}, made of its help.\ncomplete -c {0} -f\n", program.name);
    const bool hasCommands = program.pages.size() > 1;
    std::string function = "__" + program.name + "_is";
    if (hasCommands)
        out += fmt::format(
            "\n# Whether that command was typed; of none, whether none was.\nfunction {}\n"
            "    set -l words (commandline -opc)\n    test \"$words[2]\" = \"$argv[1]\"\nend\n",
            function);
    for (const HelpPage& page : program.pages) {
        const std::string begin = hasCommands ? fmt::format("complete -c {} -n '{} {}'", program.name, function,
                                                            page.command.empty() ? "\"\"" : page.command)
                                              : fmt::format("complete -c {}", program.name);
        out += '\n';
        if (hasCommands && page.command.empty())
            for (const HelpPage& p : program.pages)
                if (!p.command.empty())
                    out += fmt::format("{} -a {} -d {}\n", begin, p.command,
                                       fishQuoted(shortMeaning(p.meaning, kFishCharacters)));
        if (page.words.kind != HelpValue::Kind::None) out += begin + fishOffers(page.words) + '\n';
        for (const HelpGroup& group : page.groups)
            if (group.isOffered)
                for (const HelpOption& o : group.options) out += begin + optionLine(o) + '\n';
    }
    return out;
}

}  // namespace app
