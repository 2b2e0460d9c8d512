// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a program says of its commands and options, as data: printed help, pages of the manual of the system and
/// completion of shells are made of it. English.
namespace app {

/// The value of an option, or the words of a command.
struct HelpValue {
    enum class Kind : std::uint8_t { None, Text, Word, List, File, Folder, Report, Program };

    Kind kind = Kind::None;
    std::string shown = {};               ///< "FILE", "graph|node"
    std::vector<std::string> words = {};  ///< Word: it is one of these; List: several of them, with commas
    bool mayBeMissing = false;            ///< the option may stand alone: its value is behind '=' only
};
/// A value by how it is shown: words between bars are what it may be, FILE, FOLDER and REPORT are what they say;
/// nothing is none. "true|false" may be left out.
HelpValue helpValue(std::string_view shown);
/// Several of these words, with commas.
HelpValue helpList(std::string_view shown, std::vector<std::string> words);

struct HelpOption {
    std::vector<std::string> names;  ///< "-f", "--format"
    HelpValue value;
    std::string meaning;
};

struct HelpGroup {
    std::string title;
    std::vector<HelpOption> options;
    bool isOffered = true;  ///< by completion; else it is only named: options that change nothing
};

/// A command, or the program itself.
struct HelpPage {
    std::string command;  ///< empty: the program
    std::string usage;    ///< what is typed behind its name: "[options] report…"
    std::string meaning;  ///< without a point at the end
    std::vector<HelpGroup> groups;
    HelpValue words;           ///< what stands beside the options …
    std::string wordsMeaning;  ///< … and what it is; may be empty
    std::string more;  ///< below the options: paragraphs; titles that end with a colon, with indented lines of code
};

struct HelpProgram {
    std::string name;
    std::vector<HelpPage> pages;  ///< the program first, then its commands
};

/// The options of a group in lines, for a terminal.
std::string helpLines(const HelpGroup& group);

/// Part of a page of the manual of the system, in roff, or what completes its command line: "man", "bash", "zsh",
/// "fish". `command` chooses the page of "man"; empty = that of the program. Nothing where there is no such form or
/// command.
std::optional<std::string> helpAs(const HelpProgram& program, std::string_view form, std::string_view command = {});
/// The forms that helpAs() knows, but "man".
const std::vector<std::string>& helpShells();

// Each is in the file of its name.
std::string manPage(const HelpProgram& program, const HelpPage& page);
std::string bashCompletion(const HelpProgram& program);
std::string zshCompletion(const HelpProgram& program);
std::string fishCompletion(const HelpProgram& program);

std::string withSpaces(const std::vector<std::string>& words);
/// The first sentence of a meaning, or as much of it as fits into so many characters: what a shell shows beside a word.
std::string shortMeaning(std::string_view meaning, std::size_t mostCharacters);

}  // namespace app
