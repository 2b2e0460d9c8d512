// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/html_command.h"

#include <fmt/format.h>
#include <cstdio>

#include "app/html/html_report.h"
#include "app/text/error_text.h"
#include "app/text/interrupts.h"
#include "app/text/left_out.h"
#include "app/text/progress_line.h"
#include "app/text/stats.h"
#include "app/text/terminal.h"
#include "importers/export/export.h"
#include "importers/open.h"

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr int kFine = 0, kUsage = 2, kFailed = 3;

int failed(const model::Error& error) {
    if (error.code == model::ErrorCode::Cancelled)
        return say("The report was interrupted; nothing was written.", kFailed);
    return say(errorSentence(error), kFailed);
}

std::string stemOf(const fs::path& path) {
    std::string name = path.filename().string();
    if (name.empty()) name = path.parent_path().filename().string();
    for (const std::string_view ending :
         {".gz", ".zst", ".json", ".pt.trace", ".nsys-rep", ".qdrep", ".sqlite", ".rep", ".ncu-rep"})
        if (name.ends_with(ending) && name.size() > ending.size()) name.resize(name.size() - ending.size());
    return name;
}

/// Beside the last report.
fs::path defaultTarget(const HtmlCommand& command) {
    const fs::path last = command.reports.back();
    const std::string stem =
        command.reports.size() > 1 ? fmt::format("{}-{}", stemOf(command.reports.front()), stemOf(last)) : stemOf(last);
    return last.parent_path() / (stem + ".html");
}

/// A report, or the part of it that is wanted. Null, with the code to end with, where there is none.
model::SnapshotPtr open(const std::string& path, const HtmlCommand& command, importers::ExportOptions options,
                        int& code) {
    importers::OpenOptions open;
    open.stop = options.stop;
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(path, *store, open); !opened)
        return code = failed(opened.error()), nullptr;
    model::SnapshotPtr report = store->snapshot();
    if (!sayLeftOut(*report)) code = kFailed;
    if (!command.times.empty()) {
        const model::TimeRange all = report->whole();
        options.times = timeRangeOf(command.times, all);
        if (!options.times || !options.times->overlaps(all.begin, all.end))
            return code = say(fmt::format("Nothing of {} lies in that time.", path), kUsage), nullptr;
    }
    report = importers::partOf(report, options);
    if (!report) code = failed({model::ErrorCode::Cancelled, path, {}});
    return report;
}

}  // namespace

int runHtml(const HtmlCommand& command) {
    if (command.reports.size() > 2) return say("One report, or two to be compared.", kUsage);
    importers::ExportOptions part;
    if (!command.scrub.empty()) {
        std::string unknown;
        const auto parts = importers::scrubParts(command.scrub, unknown);
        if (!parts)
            return say(fmt::format("“{}” is nothing to take out. There are: {}, all.", unknown, importers::scrubKeys()),
                       kUsage);
        part.scrub = *parts;
        part.standIns = std::make_shared<importers::exporting::StandIns>();
    }
    if (const std::string complaint = complaintAboutTime(command.times); !complaint.empty())
        return say(complaint, kUsage);
    const fs::path target = command.output.empty() ? defaultTarget(command) : fs::path(command.output);
    std::error_code ignored;
    for (const std::string& report : command.reports)
        if (fs::equivalent(report, target, ignored))
            return say(fmt::format("{} is the report itself, and was left as it is. Name another file with -o.",
                                   target.string()),
                       kUsage);
    if (fs::exists(target, ignored) && !command.overwrite &&
        !(fs::is_regular_file(target, ignored) && fs::is_empty(target, ignored)))
        return say(
            fmt::format("{} is there already, and was left as it is. Name another one with -o, or replace it with -f.",
                        target.string()),
            kUsage);

    const Interrupts interrupts;
    part.stop = interrupts.token();
    HtmlOptions options;
    options.stop = part.stop;
    options.rows = command.rows;
    options.sources.assign(command.reports.begin(), command.reports.end());
    std::vector<model::SnapshotPtr> reports;
    int code = kFine;
    for (const std::string& path : command.reports) {
        reports.push_back(open(path, command, part, code));
        if (!reports.back()) return code;
    }
    ProgressLine progress;
    options.progress = std::ref(progress);
    const auto done = writeHtml(reports[0], reports.size() > 1 ? reports[1] : nullptr, target, options);
    return done ? code : failed(done.error());
}

}  // namespace app
