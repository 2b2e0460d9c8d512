// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "app/text/near_names.h"
#include "app/text/words.h"
#include "model/base/messages.h"

namespace app {
namespace {

using enum model::MessageCode;

/// The command that was typed; the program itself where none was.
const CLI::App& typedCommand(const CLI::App& cli) {
    const auto commands = cli.get_subcommands();
    return commands.empty() ? cli : *commands.front();
}

/// What is wrong, and where to read more.
model::Message withHint(model::Message wrong, const CLI::App& cli, const CLI::App& command) {
    return sentences(std::move(wrong), &command == &cli ? model::Message(CommandsAreListed)
                                                        : model::Message(AllAboutCommand, {command.get_name()}));
}

/// What the last check of a value found: the library passes texts only.
model::Message& refusedValue() {
    static model::Message message;
    return message;
}

/// What validators are called that know the words of a value: these, then the words.
constexpr std::string_view kOneOf = "one of ", kOffered = "offered ";

std::vector<std::string> validatorNames(CLI::Option& option) {
    std::vector<std::string> out;
    try {
        for (int i = 0;; ++i) out.push_back(option.get_validator(i)->get_name());
    } catch (const CLI::OptionNotFound&) {  // the library has no other end
        return out;
    }
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
model::Message unknownWord(const CLI::App& cli, const CLI::App& command) {
    const std::vector<std::string> left = cli.remaining(true);
    for (const std::string& word : left) {
        if (!word.starts_with('-') || word == "-" || word == "--") continue;
        const std::string name = word.substr(0, word.find('='));
        const std::vector<std::string> names = word.starts_with("--") ? longNames(command) : std::vector<std::string>();
        const model::Message wrong = &command == &cli ? model::Message(NoSuchOption, {name})
                                                      : model::Message(NoSuchOptionOf, {name, command.get_name()});
        return withNear(wrong, name, {names.begin(), names.end()});
    }
    return left.empty() ? model::Message() : model::Message(OneWordTooMany, {left.front()});
}

/// What has to be there, an option or the words of the command.
model::Message needed(const CLI::App& command, const CLI::Option& option) {
    const std::string what = option.get_description();
    return option.get_positional() ? model::Message(CommandTakesWords, {command.get_name(), what})
                                   : model::Message(CommandNeedsOption, {command.get_name(), option.get_name(), what});
}

/// Two options that were both given and exclude each other, or of which one needs the other.
model::Message clashOf(const CLI::App& command) {
    for (const CLI::Option* o : command.get_options([](const CLI::Option* given) { return given->count() > 0; })) {
        for (const CLI::Option* other : o->get_excludes())
            if (other->count() > 0) return {OptionsExclude, {o->get_name(), other->get_name()}};
        for (const CLI::Option* other : o->get_needs())
            if (other->count() == 0) return {OptionGoesWith, {o->get_name(), other->get_name()}};
    }
    return {};
}

model::Message complaintAboutOption(const CLI::App& command, const CLI::Option& option, const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::ValidationError*>(&error)) return {OptionValue, {option.get_name(), refusedValue()}};
    const bool mismatch = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
    if (dynamic_cast<const CLI::RequiredError*>(&error) || (mismatch && option.get_positional()))
        return needed(command, option);
    if (mismatch && option.get_items_expected_min() > 0 && option.results().empty())
        return {OptionNeedsValue, {option.get_name(), option.get_description()}};
    if (mismatch) return {OptionOnce, {option.get_name()}};
    return {OptionRefusesValue, {option.get_name(), option.get_description()}};
}

}  // namespace

std::vector<std::string> asOptions(std::vector<std::string> words) {
    if (words.empty()) return {"--help"};
    if (words[0] == "version" || words[0] == "-v" || words[0] == "-V") return {"--version"};
    if (words[0] != "help") return words;
    if (words.size() > 1 && words[1] != "help" && !words[1].starts_with('-')) return {words[1], "--help"};
    return {"--help"};
}

model::Message complaintAboutCommand(const std::vector<std::string>& words,
                                     const std::vector<std::string_view>& commands) {
    if (words.empty() || words[0].starts_with('-') ||
        std::find(commands.begin(), commands.end(), words[0]) != commands.end())
        return {};
    std::error_code ignored;
    if (std::filesystem::exists(words[0], ignored)) return {NotACommandButFile, {words[0]}};
    return sentences(withNear({NoSuchCommand, {words[0]}}, words[0], commands), CommandsAreListed);
}

model::Message complaintAboutWords(const CLI::App& cli, const CLI::ParseError& error) {
    const CLI::App& command = typedCommand(cli);
    model::Message wrong = unknownWord(cli, command);
    if (wrong.empty()) wrong = clashOf(command);
    if (const CLI::Option* option = wrong.empty() ? optionIn(command, error.what()) : nullptr)
        wrong = complaintAboutOption(command, *option, error);
    return withHint(wrong.empty() ? model::Message(CommandMissing) : std::move(wrong), cli, command);
}

CLI::Validator validator(std::function<model::Message(const std::string& text)> check) {
    return {[check = std::move(check)](const std::string& text) {
                refusedValue() = check(text);
                return model::english(refusedValue());
            },
            {},
            {}};
}

CLI::Validator wholeNumber(std::uint64_t least, std::uint64_t most) {
    return validator([least, most](const std::string& text) -> model::Message {
        std::uint64_t n = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        if (error == std::errc() && end == text.data() + text.size() && n >= least && n <= most) return {};
        if (most == std::numeric_limits<std::uint64_t>::max()) return {NotAWholeNumberFrom, {text, least}};
        return {NotAWholeNumber, {text, least, most}};
    });
}

CLI::Validator oneOf(std::vector<std::string> words) {
    const std::string name = std::string(kOneOf) + withSpaces(words);
    CLI::Validator check = validator([words = std::move(words)](const std::string& text) -> model::Message {
        if (std::find(words.begin(), words.end(), text) != words.end()) return {};
        std::string all;
        for (const std::string& word : words) all.append(all.empty() ? "" : ", ").append(word);
        return withNear({NoneOfThese, {text, all}}, text, {words.begin(), words.end()});
    });
    return check.name(name);
}

CLI::Validator offered(std::vector<std::string> words) {
    return CLI::Validator([](std::string&) { return std::string(); }, {}, std::string(kOffered) + withSpaces(words));
}

HelpValue valueOfOption(CLI::Option& option) {
    const bool isFlag = option.get_items_expected_max() == 0;
    HelpValue out = helpValue(isFlag ? "" : option.get_type_name());
    for (const std::string& name : validatorNames(option)) {
        for (const auto& [begin, kind] :
             {std::pair{kOneOf, HelpValue::Kind::Word}, {kOffered, HelpValue::Kind::List}}) {
            if (!name.starts_with(begin)) continue;
            out.kind = kind;
            out.shown = option.get_type_name();
            out.mayBeMissing = isFlag;
            for (const std::string_view word : parts(std::string_view(name).substr(begin.size()), ' '))
                out.words.emplace_back(word);
        }
    }
    return out;
}

}  // namespace app
