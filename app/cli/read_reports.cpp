// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/read_reports.h"

#include <fmt/format.h>
#include <filesystem>

#include "app/cli/command.h"
#include "app/text/left_out.h"
#include "app/text/print_message.h"
#include "app/text/progress_line.h"
#include "importers/capture/capture.h"
#include "importers/folder.h"
#include "importers/open.h"
#include "model/base/messages.h"

namespace app {
namespace {

bool isFolder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

/// An empty store in place of the one before. The last one is left to the end of the process, which is quicker than
/// taking it apart.
model::EventStore& freshStore() {
    static auto* const store = new std::shared_ptr<model::EventStore>;
    store->reset();
    *store = model::EventStore::create();
    return **store;
}

}  // namespace

std::vector<std::string> withFolders(const std::vector<std::string>& paths, const std::string& target) {
    std::vector<std::string> out;
    for (const std::string& path : paths) {
        if (!isFolder(path) || importers::capture::isSession(path)) {
            out.push_back(path);
            continue;
        }
        std::error_code ignored;
        std::size_t found = 0;
        const importers::FolderContent content = importers::contentOf(path);
        for (const std::filesystem::path& file : content.reports) {
            if (!target.empty() && std::filesystem::equivalent(file, target, ignored)) continue;
            out.push_back(file.string());
            ++found;
        }
        if (found == 0) printMessage({model::MessageCode::FolderHoldsNoReport, {model::Argument::file(path)}}, kFine);
        else if (content.others)
            printMessage({model::MessageCode::FilesAreNoReports,
                          {model::Argument::file(path), model::Argument::count(content.others)}},
                         kFine);
    }
    return out;
}

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

model::Result<void> openWithProgress(const std::string& path, model::EventStore& store) {
    ProgressLine line(fmt::format("Reading {}: ", std::filesystem::path(path).filename().string()));
    importers::OpenOptions options;
    options.progress = [&](const importers::Progress& p) { line(p.bytesDone, p.bytesTotal); };
    return importers::openReport(path, store, options);
}

int printEach(const std::vector<std::string>& paths, const OutputOptions& output, const model::Wanted& wanted,
              const SayOfReport& make) {
    Printed to(output.file);
    if (const auto fine = to.check(paths, output.replace); !fine) return complain(fine.error());
    int result = kFine;
    JsonWriter json;
    json.beginArray();
    importers::OpenOptions open;
    open.wanted = wanted;
    for (const std::string& path : paths) {
        model::EventStore& store = freshStore();
        if (const auto opened = importers::openReport(path, store, open); !opened) {
            result = complain(opened.error());
            continue;
        }
        if (!reportLeftOut(*store.snapshot())) result = kUnreadable;
        const auto text = make(*store.snapshot(), json);
        if (text) to.text(*text);
        else result = complain(text.error());
    }
    json.endArray();
    if (output.format() == TableFormat::Json) to.text(json.take() + '\n');
    return finish(to, result);
}

int finish(Printed& to, int code) {
    const auto done = to.finish();
    return done ? code : complain(done.error());
}

}  // namespace app
