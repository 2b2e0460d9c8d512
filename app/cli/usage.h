// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/help_page.h"
#include "model/base/message.h"

namespace app {

/// What people type instead of options: no word at all, `help`, `help COMMAND`, `version` and `-v` become `--help`,
/// `COMMAND --help` and
/// `--version`. Other words stay as they are.
std::vector<std::string> asOptions(std::vector<std::string> words);

/// That there is no such command, and which one may have been meant; nothing where the first word is a command or an
/// option.
model::Message complaintAboutCommand(const std::vector<std::string>& words,
                                     const std::vector<std::string_view>& commands);

/// What does not fit in a command line that `cli` has parsed.
model::Message complaintAboutWords(const CLI::App& cli, const CLI::ParseError& error);

/// Checks of a value. They speak in our words, where the library's tell how large a double can be, in 309 digits.
CLI::Validator wholeNumber(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
CLI::Validator oneOf(std::vector<std::string> words);
/// Checks nothing: words that shells offer where several may stand, with commas.
CLI::Validator offered(std::vector<std::string> words);
/// The same for any check: what is wrong with a value, or nothing.
CLI::Validator validator(std::function<model::Message(const std::string& text)> check);

/// What shells offer as the value of an option: words of oneOf() and offered(), or what its type is called (FILE …).
HelpValue valueOfOption(CLI::Option& option);

}  // namespace app
