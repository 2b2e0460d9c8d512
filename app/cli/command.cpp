// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/cli/capture/commands.h"
#include "app/cli/help.h"
#include "app/text/print_message.h"
#include "model/base/messages.h"

namespace app {

// Each is in the file of its name: info_command.cpp …
std::unique_ptr<Command> makeInfoCommand();
std::unique_ptr<Command> makeConvertCommand();
std::unique_ptr<Command> makeStatsCommand();
std::unique_ptr<Command> makeNvtxCommand();
std::unique_ptr<Command> makeAnalyzeCommand();
std::unique_ptr<Command> makeQueryCommand();
std::unique_ptr<Command> makeExportCommand();
std::unique_ptr<Command> makeReportCommand();
std::unique_ptr<Command> makeCompareCommand();

namespace {

constexpr CommandInfo kCommands[] = {
    {"info", "Print what is in reports: versions, devices, processes, events by kind, notes", makeInfoCommand},
    {"convert", "Write a report, or several as one, as .rep", makeConvertCommand},
    {"stats", "Print tables of statistics: kernels, calls, memory, NVTX …", makeStatsCommand},
    {"nvtx", "Print NVTX ranges by how they nest, or what the GPU did in them", makeNvtxCommand},
    {"analyze", "Find known causes of lost time, and what to do about them", makeAnalyzeCommand},
    {"query", "Query reports in SQL, with the tables of the Nsight Systems export, whatever their format",
     makeQueryCommand},
    {"export", "Write a report, or a part of it, in a form that other tools read", makeExportCommand},
    {"report", "Write a report, or what changed from one to another, as one HTML page that opens offline",
     makeReportCommand},
    {"compare", "Say what changed from one report to another, by step or by what else repeats in both",
     makeCompareCommand},
};

}  // namespace

std::span<const CommandInfo> commands() { return kCommands; }

CommandLine::CommandLine()
    : app("Sightline captures programs on GPUs, and reads reports of GPU profilers.", "sightline") {
    app.footer(capture::commandList() + helpCommandList());
    app.set_version_flag("-v,--version", std::string("sightline ") + buildVersion());
    app.require_subcommand(1);
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    app.get_formatter()->label("Subcommands", "Commands");
    for (const CommandInfo& info : app::commands()) {
        commands.emplace_back(app.add_subcommand(std::string(info.name), std::string(info.meaning)), info.make());
        commands.back().second->add(*commands.back().first);
    }
}

int complain(const model::Error& error) {
    using enum model::ErrorCode;
    const bool usage = error.code == BadRequest || error.code == WouldReplaceSource || error.code == WouldReplaceOther;
    return printMessage(error, usage ? kUsage : kUnreadable);
}

int flushed(int code) {
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
    return complain({model::ErrorCode::CannotWrite, model::MessageCode::StandardOutput, std::strerror(errno)});
}

}  // namespace app
