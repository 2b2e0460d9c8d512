// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "app/cli/capture/commands.h"
#include "app/cli/command.h"
#include "app/cli/heap.h"
#include "app/cli/help.h"
#include "app/cli/remote/commands.h"
#include "app/cli/usage.h"
#include "app/text/print_message.h"
#include "model/rep/rep_output.h"

using namespace app;

namespace {

/// Parses the words and runs the command that they name. Returns the exit code.
int runCommand(std::vector<std::string> words) {
    CommandLine line;
    std::vector<std::string_view> names = capture::commandNames();
    for (const CommandInfo& info : commands()) names.push_back(info.name);
    if (const model::Message complaint = complaintAboutCommand(words, names); !complaint.empty())
        return printMessage(complaint, kUsage);
    try {
        std::reverse(words.begin(), words.end());  // as the library wants them
        line.app.parse(std::move(words));
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) return line.app.exit(e), kFine;  // what --help and --version print
        return printMessage(complaintAboutWords(line.app, e), kUsage);
    }
    const auto typed = std::find_if(line.commands.begin(), line.commands.end(),
                                    [](const auto& command) { return command.first->parsed(); });
    return typed->second->run();
}

/// The first word of a program that runs this one: a file for what is told, as data, beside standard error or instead
/// of it. 0, or the exit code.
int openMessages(std::vector<std::string>& words) {
    constexpr std::string_view kBeside = "--messages=", kOnly = "--only-messages=";
    const bool only = !words.empty() && words[0].starts_with(kOnly);
    if (words.empty() || !(only || words[0].starts_with(kBeside))) return 0;
    const std::string file = words[0].substr((only ? kOnly : kBeside).size());
    words.erase(words.begin());
    if (writeMessagesTo(file, only)) return 0;
    return complain({model::ErrorCode::CannotWrite, model::Argument::file(file), std::strerror(errno)});
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
    if (const int code = openMessages(words)) return code;
    if (const auto code = printHelpAs(words)) return *code;
    words = asOptions(std::move(words));
    if (const auto code = remote::runCommand(words)) return *code;
    if (const auto code = capture::runCommand(words)) return *code;
    beginHeapOnLargePages();
    model::removeUnfinishedOnSignals();
    return runCommand(std::move(words));
}
