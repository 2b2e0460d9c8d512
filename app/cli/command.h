// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/error.h"

namespace app {

// Exit codes.
inline constexpr int kFine = 0, kFound = 1, kUsage = 2, kUnreadable = 3, kFailed = 4;

/// A command of `sightline`: what may be typed after its name, and what is done then.
class Command {
public:
    virtual ~Command() = default;
    /// Declares its words and options.
    virtual void add(CLI::App& to) = 0;
    /// Once they are parsed. Returns the exit code.
    virtual int run() = 0;
};

/// A line of the list that `sightline help` prints.
struct CommandInfo {
    std::string_view name, meaning;
    std::unique_ptr<Command> (*make)();
};
/// All that read reports, in the order in which help lists them. Those that capture are in capture/commands.
std::span<const CommandInfo> commands();

/// The program's words and options, and those of all commands(), as the library parses them. Those that capture are
/// parsed by themselves.
struct CommandLine {
    CommandLine();

    CLI::App app;
    std::vector<std::pair<CLI::App*, std::unique_ptr<Command>>> commands;
};

/// "0.2.0 (4f2a1b3c9d8e)": the version and the commit that the program was built from; the version alone where the
/// sources came without their history.
const char* buildVersion();

/// Says what is wrong. Returns the exit code for it.
int complain(const model::Error& error);
/// Nothing of what a command printed may be missing: `code`, or that of what is wrong with standard output.
int flushed(int code);

}  // namespace app
