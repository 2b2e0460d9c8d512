// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/cli/capture/commands.h"
#include "app/cli/command.h"
#include "app/cli/usage.h"
#include "app/text/help_page.h"
#include "app/text/near_names.h"
#include "app/text/print_message.h"
#include "app/text/terminal.h"
#include "model/base/messages.h"

namespace app {
namespace {

constexpr std::string_view kMan = "--man", kCompletion = "--completion", kCommandNames = "--commands";
constexpr std::string_view kMeaning = "List the commands, or explain one of them";

/// Options of a command that the library parses; what stands beside them goes to `page`.
HelpGroup optionsOf(CLI::App& command, HelpPage& page) {
    HelpGroup out{"Options", {}};
    for (CLI::Option* o : command.get_options(std::function<bool(CLI::Option*)>())) {
        if (o->get_positional()) {
            const bool several = o->get_expected_max() > 1;
            const std::string name = o->get_single_name() + (several ? "..." : "");
            page.usage += o->get_required() ? ' ' + name : " [" + name + ']';
            page.words = {HelpValue::Kind::Report, name};
            page.wordsMeaning = o->get_description();
            continue;
        }
        HelpOption option{{}, valueOfOption(*o), o->get_description()};
        for (const std::string& name : o->get_snames()) option.names.push_back('-' + name);
        for (const std::string& name : o->get_lnames()) option.names.push_back("--" + name);
        out.options.push_back(std::move(option));
    }
    return out;
}

std::string withoutPoint(std::string text) {
    if (text.ends_with('.')) text.pop_back();
    return text;
}

HelpPage pageOf(CLI::App& command, std::string name) {
    HelpPage out{std::move(name), "[options]", withoutPoint(command.get_description()), {}, {}, {}, {}};
    out.groups.push_back(optionsOf(command, out));
    if (!out.command.empty()) out.more = command.get_footer();
    return out;
}

HelpPage pageOfHelp(const std::vector<HelpPage>& others) {
    HelpPage out{"help", "[COMMAND]", std::string(kMeaning), {}, {HelpValue::Kind::Word, "COMMAND"}, "Which one", {}};
    for (const HelpPage& page : others)
        if (!page.command.empty()) out.words.words.push_back(page.command);
    std::string shells;
    for (const std::string& shell : helpShells()) shells += (shells.empty() ? "" : "|") + shell;
    out.groups.push_back(
        {"Options",
         {{{std::string(kMan)}, {}, "As a page of the manual of the system: sightline help --man stats | man -l -"},
          {{std::string(kCompletion)}, helpValue(shells), "What completes command lines in that shell"},
          {{std::string(kCommandNames)}, {}, "The names of all commands, one in a line"}}});
    return out;
}

HelpProgram helpProgram() {
    CommandLine line;
    HelpProgram out{"sightline", {}};
    out.pages.push_back(pageOf(line.app, {}));
    out.pages[0].usage = "[options] COMMAND";
    for (HelpPage& page : capture::helpPages()) out.pages.push_back(std::move(page));
    for (const auto& command : line.commands) out.pages.push_back(pageOf(*command.first, command.first->get_name()));
    out.pages.push_back(pageOfHelp(out.pages));
    return out;
}

int printMan(const HelpProgram& program, const std::string& command) {
    if (const auto page = helpAs(program, "man", command)) return print(*page, stdout), flushed(kFine);
    std::vector<std::string_view> names;
    for (const HelpPage& page : program.pages) names.push_back(page.command);
    return printMessage(withNear({model::MessageCode::NoSuchCommand, {command}}, command, names), kUsage);
}

int printCompletion(const HelpProgram& program, const std::string& shell) {
    const std::vector<std::string>& shells = helpShells();
    if (std::find(shells.begin(), shells.end(), shell) != shells.end())
        return print(*helpAs(program, shell), stdout), flushed(kFine);
    const std::string all = fmt::format("{}", fmt::join(shells, ", "));
    return printMessage({model::MessageCode::NoneOfThese, {shell, all}}, kUsage);
}

}  // namespace

std::optional<int> printHelpAs(const std::vector<std::string>& words) {
    if (words.size() < 2 || words[0] != "help" || !words[1].starts_with("--")) return std::nullopt;
    const std::string form = words[1].substr(0, words[1].find('='));
    const std::string value = form.size() < words[1].size() ? words[1].substr(form.size() + 1)
                              : words.size() > 2            ? words[2]
                                                            : std::string();
    const HelpProgram program = helpProgram();
    if (form == kMan) return printMan(program, value);
    if (form == kCompletion) return printCompletion(program, value);
    if (form != kCommandNames) return std::nullopt;
    std::string names;
    for (const HelpPage& page : program.pages)
        if (!page.command.empty()) names += page.command + '\n';
    print(names, stdout);
    return flushed(kFine);
}

std::string helpCommandList() {
    std::string out = "\nHelp:\n";
    const std::pair<std::string_view, std::string_view> lines[] = {
        {"help COMMAND", "Explain a command"},
        {"help --man COMMAND", "The same as a page of the manual of the system: … | man -l -"},
        {"help --completion SHELL", "What completes command lines in bash, zsh or fish"}};
    for (const auto& [typed, meaning] : lines) out += fmt::format("  {:27} {}\n", typed, meaning);
    return out;
}

}  // namespace app
