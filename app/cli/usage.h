// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// What people type instead of options: no word at all, `help`, `help COMMAND`, `version` and `-v` become `--help`,
/// `COMMAND --help` and
/// `--version`. Other words stay as they are.
std::vector<std::string> asOptions(std::vector<std::string> words);

/// That there is no such command, and which one may have been meant; nothing where the first word is a command or an
/// option.
std::string complaintAboutCommand(const std::vector<std::string>& words, const std::vector<std::string_view>& commands);

/// Our sentence for what does not fit in a command line. `cli` has parsed it.
std::string usageSentence(const CLI::App& cli, const CLI::ParseError& error);

/// Checks of a value. They speak in our words, where the library's tell how large a double can be, in 309 digits.
CLI::Validator wholeNumber(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
CLI::Validator oneOf(std::vector<std::string> words);

}  // namespace app
