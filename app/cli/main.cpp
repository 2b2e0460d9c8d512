// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

#include "app/cli/error_text.h"
#include "app/cli/info.h"
#include "importers/importer.h"
#include "model/rep_writer.h"

namespace {

// Exit codes; 1 is kept for thresholds that break.
constexpr int kFine = 0, kUsage = 2, kUnreadable = 3;

int complain(const model::Error& error) {
    std::fputs(fmt::format("sightline: {}\n", app::errorSentence(error)).c_str(), stderr);
    return kUnreadable;
}

int info(const std::vector<std::string>& paths, bool asJson) {
    int result = kFine;
    app::JsonWriter json;
    const bool array = paths.size() > 1;
    if (array) json.beginArray();
    for (const std::string& path : paths) {
        const auto store = model::EventStore::create();
        if (const auto opened = importers::openReport(path, *store); !opened) {
            result = complain(opened.error());
            continue;
        }
        if (asJson) app::infoJson(*store->snapshot(), json);
        else std::fputs(app::infoText(*store->snapshot()).c_str(), stdout);
    }
    if (array) json.endArray();
    if (asJson && (array || result == kFine)) std::puts(json.take().c_str());
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        return complain({model::ErrorCode::CannotWrite, "standard output", std::strerror(errno)});
    return result;
}

int convert(const std::string& from, const std::string& to) {
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(from, *store); !opened) return complain(opened.error());
    if (const auto written = model::writeRep(*store->snapshot(), to); !written) return complain(written.error());
    return kFine;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App cli{"Sightline: reads reports of GPU profilers.", "sightline"};
    cli.set_version_flag("--version", SIGHTLINE_VERSION);
    cli.require_subcommand(1);

    std::vector<std::string> reports;
    bool asJson = false;
    CLI::App* infoCommand = cli.add_subcommand("info", "Say what is in reports: versions, devices, processes, events by kind, notes");
    infoCommand->add_option("report", reports, "Report files")->required();
    infoCommand->add_flag("--json", asJson, "One JSON object a report; an array for several");

    std::string from, to;
    CLI::App* convertCommand = cli.add_subcommand("convert", "Write a report as .rep");
    convertCommand->add_option("report", from, "Report file")->required();
    convertCommand->add_option("out", to, "The .rep file to write")->required();

    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return cli.exit(e) == 0 ? kFine : kUsage;
    }
    return infoCommand->parsed() ? info(reports, asJson) : convert(from, to);
}
