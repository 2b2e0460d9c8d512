// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

#include "app/cli/error_text.h"
#include "app/cli/info.h"
#include "importers/importer.h"
#include "importers/merge.h"
#include "model/rep_output.h"
#include "model/rep_writer.h"

namespace {

// Exit codes; 1 is kept for thresholds that break.
constexpr int kFine = 0, kUsage = 2, kUnreadable = 3;

int complain(const model::Error& error) {
    std::fputs(fmt::format("sightline: {}\n", app::errorSentence(error)).c_str(), stderr);
    const bool usage = error.code == model::ErrorCode::WouldReplaceSource || error.code == model::ErrorCode::WouldReplaceOther;
    return usage ? kUsage : kUnreadable;
}

/// Several reports as one. Those that cannot be opened are named; null when none can.
std::shared_ptr<model::EventStore> openMerged(const std::vector<std::string>& paths, importers::Align align) {
    std::vector<importers::MergeFile> files;
    for (const std::string& path : paths) files.push_back({path, {}});
    importers::MergeOptions options;
    options.align = align;
    auto store = model::EventStore::create();
    const auto opened = importers::openMerged(files, *store, options);
    if (!opened) {
        complain(opened.error());
        return nullptr;
    }
    for (const importers::MergedFile& file : *opened)
        if (file.error) complain(*file.error);
    return store;
}

int infoMerged(const std::vector<std::string>& paths, importers::Align align, bool asJson) {
    const auto store = openMerged(paths, align);
    if (!store) return kUnreadable;
    app::JsonWriter json;
    if (asJson) app::infoJson(*store->snapshot(), json);
    std::fputs(asJson ? (json.take() + '\n').c_str() : app::infoText(*store->snapshot()).c_str(), stdout);
    const bool complete = store->diagnostics().total(model::Note::FileLeftOut) == 0;
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        return complain({model::ErrorCode::CannotWrite, "standard output", std::strerror(errno)});
    return complete ? kFine : kUnreadable;
}

/// In the array of several reports one that cannot be read has its place too.
void errorJson(const model::Error& error, const std::string& path, app::JsonWriter& json) {
    json.beginObject().key("file").value(path).key("error").value(app::errorSentence(error)).endObject();
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
            if (array) errorJson(opened.error(), path, json);
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

int write(const model::EventStore& store, const std::string& to, const std::vector<std::filesystem::path>& sources) {
    model::RepWriteOptions options;
    options.sources = sources;
    if (const auto written = model::writeRep(*store.snapshot(), to, options); !written) return complain(written.error());
    return store.diagnostics().total(model::Note::FileLeftOut) == 0 ? kFine : kUnreadable;
}

int convert(const std::vector<std::string>& from, bool merge, importers::Align align, const std::string& to) {
    const std::vector<std::filesystem::path> sources(from.begin(), from.end());
    // Writing asks too, but a large report takes a while to read.
    if (const auto may = model::checkTarget(to, sources); !may) return complain(may.error());
    if (merge) {
        const auto store = openMerged(from, align);
        return store ? write(*store, to, sources) : kUnreadable;
    }
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(from.front(), *store); !opened) return complain(opened.error());
    return write(*store, to, sources);
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

    std::vector<std::string> convertFiles;
    CLI::App* convertCommand = cli.add_subcommand("convert", "Write a report, or several as one, as .rep");
    convertCommand->add_option("files", convertFiles, "Report file (several with --merge), then the .rep file to write")->required()->expected(2, -1);

    bool merge = false;
    std::string align = "auto";
    for (CLI::App* command : {infoCommand, convertCommand}) {
        CLI::Option* flag = command->add_flag("--merge", merge, "Several reports as one, with their clocks aligned");
        command->add_option("--align", align, "By what: collectives (they end together), wall (clocks), start, or auto: the first of these that is there")
            ->check(CLI::IsMember({"auto", "collectives", "wall", "start"}))
            ->needs(flag);
    }

    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return cli.exit(e) == 0 ? kFine : kUsage;
    }
    const importers::Align by = importers::alignFromKey(align).value_or(importers::Align::Auto);
    if (infoCommand->parsed()) return merge ? infoMerged(reports, by, asJson) : info(reports, asJson);
    const std::string to = convertFiles.back();
    convertFiles.pop_back();
    if (convertFiles.size() == 1 || merge) return convert(convertFiles, merge, by, to);
    std::fputs("sightline: several reports become one file with --merge only.\n", stderr);
    return kUsage;
}
