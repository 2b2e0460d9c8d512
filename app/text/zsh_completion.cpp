// SPDX-License-Identifier: GPL-3.0-or-later
// What completes a command line in zsh: calls of its _arguments.
#include <fmt/format.h>

#include "app/text/help_page.h"
#include "importers/folder.h"

namespace app {
namespace {

constexpr std::size_t kZshCharacters = 100;

/// A text in single quotes.
std::string zshQuoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

/// With what would end it written out.
std::string zshEscaped(std::string_view text, std::string_view signs) {
    std::string out;
    for (const char c : text) {
        if (c == '\\' || signs.find(c) != signs.npos) out += '\\';
        out += c;
    }
    return out;
}

/// "*.(rep|nsys-rep|…)"; zsh shows all files where none fits.
std::string zshReportFiles() {
    std::string out;
    for (const std::string_view ending : importers::reportEndings())
        out += fmt::format("{}*{}", out.empty() ? "" : "|", ending);
    return fmt::format("_files -g \"({})(-.)\"", out);
}

/// ":message:action".
std::string valueSpec(const HelpValue& value) {
    using enum HelpValue::Kind;
    const std::string message = zshEscaped(value.shown, ":[]");
    const auto action = [&]() -> std::string {
        switch (value.kind) {
        case None:
        case Text: return " ";
        case Word: return fmt::format("({})", withSpaces(value.words));
        case List: return fmt::format("{{_values -s , words {}}}", withSpaces(value.words));
        case File: return "_files";
        case Folder: return "_files -/";
        case Report: return zshReportFiles();
        case Program: return "_command_names -e";
        }
        return " ";
    }();
    return fmt::format(":{}:{}", message, action);
}

/// "(-f --format)"{-f+,--format=}"[How to print]:FORMAT:(table csv)".
std::string optionSpec(const HelpOption& o) {
    const bool hasValue = o.value.kind != HelpValue::Kind::None;
    const auto name = [&](const std::string& n) {
        const bool isLong = n.starts_with("--");
        if (!hasValue) return n;
        if (o.value.mayBeMissing) return isLong ? n + "=-" : n;
        return n + (isLong ? "=" : "+");
    };
    std::string rest = fmt::format("[{}]", zshEscaped(shortMeaning(o.meaning, kZshCharacters), "[]"));
    if (hasValue) rest += (o.value.mayBeMissing ? ":" : "") + valueSpec(o.value);
    if (o.names.size() == 1) return zshQuoted(name(o.names[0]) + rest);
    std::string names;
    for (const std::string& n : o.names) names += (names.empty() ? "" : ",") + name(n);
    return fmt::format("'({})'{{{}}}{}", withSpaces(o.names), names, zshQuoted(rest));
}

std::string arguments(const HelpPage& page, const std::vector<std::string>& more) {
    const bool takesProgram = page.words.kind == HelpValue::Kind::Program;
    std::string out = takesProgram ? "_arguments -s -S -A '-*'" : "_arguments -s -S";
    if (!more.empty()) out += " -C";
    for (const HelpGroup& group : page.groups)
        if (group.isOffered)
            for (const HelpOption& o : group.options) out += " \\\n        " + optionSpec(o);
    for (const std::string& spec : more) out += " \\\n        " + spec;
    if (!more.empty() || page.words.kind == HelpValue::Kind::None) return out;
    if (takesProgram)
        return out + " \\\n        " + zshQuoted('1' + valueSpec(page.words)) + " \\\n        '*::arguments:_normal'";
    return out + " \\\n        " + zshQuoted('*' + valueSpec(page.words));
}

}  // namespace

std::string zshCompletion(const HelpProgram& program) {
    std::string out = fmt::format("#compdef {}\n# Completion of zsh, made of the help.\n\n", program.name);
    if (program.pages.size() == 1) return out + arguments(program.pages[0], {}) + '\n';
    std::string commands;
    for (const HelpPage& page : program.pages) {
        if (page.command.empty()) continue;
        out += fmt::format("_{}_{}() {{\n    {}\n}}\n\n", program.name, page.command, arguments(page, {}));
        commands +=
            fmt::format("        {}\n", zshQuoted(page.command + ':' + shortMeaning(page.meaning, kZshCharacters)));
    }
    out +=
        fmt::format("_{}() {{\n    local context state state_descr line\n    typeset -A opt_args\n    {}\n",
                    program.name, arguments(program.pages[0], {"'1:command:->command'", "'*::argument:->argument'"}));
    out += fmt::format("    local -a commands=(\n{}    )\n", commands);
    out += fmt::format(
        "    case $state in\n    command) _describe -t commands command commands ;;\n"
        "    argument) (( $+functions[_{0}_$words[1]] )) && _{0}_$words[1] ;;\n    esac\n}}\n\n_{0} \"$@\"\n",
        program.name);
    return out;
}

}  // namespace app
