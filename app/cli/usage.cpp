// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <filesystem>

#include "app/text/near_names.h"

namespace app {
namespace {

/// The command that was typed; the program itself where none was.
const CLI::App& typedCommand(const CLI::App& cli) {
    const auto commands = cli.get_subcommands();
    return commands.empty() ? cli : *commands.front();
}

std::string helpHint(const CLI::App& cli, const CLI::App& command) {
    return &command == &cli ? " Commands are listed by: sightline help"
                            : fmt::format(" All about it: sightline help {}", command.get_name());
}

std::vector<std::string> longNames(const CLI::App& command) {
    std::vector<std::string> out;
    for (const CLI::Option* o : command.get_options())
        for (const std::string& name : o->get_lnames()) out.push_back("--" + name);
    return out;
}

/// The option that an error is about: the longest whose name stands in its text as a word.
const CLI::Option* optionIn(const CLI::App& command, std::string_view text) {
    const CLI::Option* found = nullptr;
    const auto isEnd = [](char c) { return c == ' ' || c == ':' || c == ','; };
    for (const CLI::Option* o : command.get_options()) {
        const std::string name = o->get_name();
        const std::size_t at = text.find(name), end = at + name.size();
        if (at == text.npos || (at > 0 && !isEnd(text[at - 1])) || (end < text.size() && !isEnd(text[end]))) continue;
        if (!found || name.size() > found->get_name().size()) found = o;
    }
    return found;
}

/// A word that the command does not know; nothing where it knows all.
std::string unknownWord(const CLI::App& cli, const CLI::App& command) {
    const std::vector<std::string> left = cli.remaining(true);
    for (const std::string& word : left) {
        if (!word.starts_with('-') || word == "-" || word == "--") continue;
        const std::string name = word.substr(0, word.find('='));
        const std::vector<std::string> names = word.starts_with("--") ? longNames(command) : std::vector<std::string>();
        const std::string of = &command == &cli ? std::string() : fmt::format(" of {}", command.get_name());
        return fmt::format("There is no option {}{}.{}{}", name, of, nearText(name, {names.begin(), names.end()}),
                           helpHint(cli, command));
    }
    return left.empty() ? std::string()
                        : fmt::format("“{}” is one word too many.{}", left.front(), helpHint(cli, command));
}

/// What has to be there, an option or the words of the command.
std::string needed(const CLI::App& cli, const CLI::App& command, const CLI::Option& option) {
    const std::string what = option.get_description();
    if (!option.get_positional())
        return fmt::format("{} needs {}: {}.{}", command.get_name(), option.get_name(), what, helpHint(cli, command));
    return fmt::format("{} takes these words: {}.{}", command.get_name(), what, helpHint(cli, command));
}

}  // namespace

std::vector<std::string> asOptions(std::vector<std::string> words) {
    if (words.empty()) return {"--help"};
    if (words[0] == "version" || words[0] == "-v" || words[0] == "-V") return {"--version"};
    if (words[0] != "help") return words;
    if (words.size() > 1 && words[1] != "help" && !words[1].starts_with('-')) return {words[1], "--help"};
    return {"--help"};
}

std::string complaintAboutCommand(const std::vector<std::string>& words,
                                  const std::vector<std::string_view>& commands) {
    if (words.empty() || words[0].starts_with('-') ||
        std::find(commands.begin(), commands.end(), words[0]) != commands.end())
        return {};
    std::error_code ignored;
    if (std::filesystem::exists(words[0], ignored))
        return fmt::format("“{0}” is no command. What is in that file says: sightline info {0}", words[0]);
    return fmt::format("There is no command “{}”.{} Commands are listed by: sightline help", words[0],
                       nearText(words[0], commands));
}

std::string usageSentence(const CLI::App& cli, const CLI::ParseError& error) {
    const CLI::App& command = typedCommand(cli);
    const std::string text = error.what();
    if (std::string unknown = unknownWord(cli, command); !unknown.empty()) return unknown;
    if (dynamic_cast<const CLI::ValidationError*>(&error)) return text + helpHint(cli, command);
    if (dynamic_cast<const CLI::ExcludesError*>(&error)) {
        const std::size_t at = text.find(" excludes ");
        return fmt::format("{} and {} do not go together.{}", text.substr(0, at),
                           text.substr(at + std::string_view(" excludes ").size()), helpHint(cli, command));
    }
    if (dynamic_cast<const CLI::RequiresError*>(&error)) {
        const std::size_t at = text.find(" requires ");
        return fmt::format("{} goes with {} only.{}", text.substr(0, at),
                           text.substr(at + std::string_view(" requires ").size()), helpHint(cli, command));
    }
    const CLI::Option* option = optionIn(command, text);
    if (!option) return fmt::format("A command is missing.{}", helpHint(cli, command));
    if (dynamic_cast<const CLI::RequiredError*>(&error)) return needed(cli, command, *option);
    const bool mismatch = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
    if (mismatch && option->get_positional()) return needed(cli, command, *option);
    if (mismatch && option->get_items_expected_min() > 0 && option->results().empty())
        return fmt::format("{} needs a value: {}.{}", option->get_name(), option->get_description(),
                           helpHint(cli, command));
    if (mismatch)
        return fmt::format("{} may be given once, with one value.{}", option->get_name(), helpHint(cli, command));
    return fmt::format("{} does not take such a value: {}.{}", option->get_name(), option->get_description(),
                       helpHint(cli, command));
}

CLI::Validator wholeNumber(std::uint64_t least, std::uint64_t most) {
    return {[least, most](const std::string& text) {
                std::uint64_t n = 0;
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
                if (error == std::errc() && end == text.data() + text.size() && n >= least && n <= most)
                    return std::string();
                const std::string to =
                    most == std::numeric_limits<std::uint64_t>::max() ? " on" : fmt::format(" to {}", most);
                return fmt::format("“{}” is no whole number from {}{}.", text, least, to);
            },
            {},
            {}};
}

CLI::Validator oneOf(std::vector<std::string> words) {
    return {
        [words = std::move(words)](const std::string& text) {
            if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
            std::string all;
            for (const std::string& word : words) all.append(all.empty() ? "" : ", ").append(word);
            return fmt::format("“{}” is none of these: {}.{}", text, all, nearText(text, {words.begin(), words.end()}));
        },
        {},
        {}};
}

}  // namespace app
