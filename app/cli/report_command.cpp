// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/shared_options.h"
#include "app/cli/usage.h"
#include "app/html/html_report.h"
#include "app/text/interrupts.h"
#include "app/text/left_out.h"
#include "app/text/print_message.h"
#include "app/text/progress_line.h"
#include "app/text/saved_view.h"
#include "app/text/stats.h"
#include "importers/export/export.h"
#include "importers/open.h"
#include "model/base/messages.h"

namespace app {

namespace fs = std::filesystem;

namespace {

/// What was typed.
struct ReportRequest {
    std::vector<std::string> reports;  ///< one, or two to be compared
    std::string output, times, scrub, view;
    std::size_t rows = 50;
    bool overwrite = false;
};

int failed(const model::Error& error) {
    if (error.code == model::ErrorCode::Cancelled)
        return printMessage(model::MessageCode::ReportInterrupted, kUnreadable);
    return printMessage(sentenceOf(error), kUnreadable);
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
fs::path defaultTarget(const ReportRequest& request) {
    const fs::path last = request.reports.back();
    const std::string stem =
        request.reports.size() > 1 ? fmt::format("{}-{}", stemOf(request.reports.front()), stemOf(last)) : stemOf(last);
    return last.parent_path() / (stem + ".html");
}

/// A report, or the part of it that is wanted, with what of a view belongs to it. Nothing, with the code to end with,
/// where there is none.
std::optional<HtmlPart> open(const std::string& path, const ReportRequest& request, importers::ExportOptions options,
                             int& code) {
    importers::OpenOptions open;
    open.stop = options.stop;
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(path, *store, open); !opened)
        return code = failed(opened.error()), std::nullopt;
    const model::SnapshotPtr report = store->snapshot();
    if (!reportLeftOut(*report)) code = kUnreadable;
    if (!request.times.empty()) {
        const model::TimeRange all = report->whole();
        options.times = timeRangeOf(request.times, all);
        if (!options.times || !options.times->overlaps(all.begin, all.end))
            return code = printMessage({model::MessageCode::NothingInThatTime, {model::Argument::file(path)}}, kUsage),
                   std::nullopt;
    }
    HtmlView view;
    if (!request.view.empty()) {
        auto saved = readSavedView(request.view, *report);
        if (!saved) return code = failed(saved.error()), std::nullopt;
        view.colours = saved->colours;
        view.notes = std::move(saved->notes);
    }
    auto part = htmlPart(report, view, options);
    if (!part) code = failed({model::ErrorCode::Cancelled, model::Argument::file(path), {}});
    return part;
}

/// Writes the page. The exit code: 0; 2 where the words do not fit or something is in the way; 3 where a report cannot
/// be read or the page not written.
int writePage(const ReportRequest& request) {
    if (request.reports.size() > 2 || (request.reports.size() == 2 && !request.view.empty()))
        return printMessage(model::MessageCode::OneReportOrTwo, kUsage);
    importers::ExportOptions part;
    if (!request.scrub.empty()) {
        const auto parts = importers::scrubParts(request.scrub);
        if (!parts) return complain(parts.error());
        part.scrub = *parts;
        part.standIns = std::make_shared<importers::exporting::StandIns>();
    }
    if (const auto time = checkTime(request.times); !time) return complain(time.error());
    const fs::path target = request.output.empty() ? defaultTarget(request) : fs::path(request.output);
    std::error_code ignored;
    for (const std::string& report : request.reports)
        if (fs::equivalent(report, target, ignored))
            return printMessage({model::MessageCode::IsReportItself, {model::Argument::file(target.string())}}, kUsage);
    if (fs::exists(target, ignored) && !request.overwrite &&
        !(fs::is_regular_file(target, ignored) && fs::is_empty(target, ignored)))
        return printMessage(
            {model::MessageCode::IsThereAlready, {model::Argument::file(target.string()), model::Argument::name("-f")}},
            kUsage);

    const Interrupts interrupts;
    part.stop = interrupts.token();
    HtmlOptions options;
    options.stop = part.stop;
    options.rows = request.rows;
    options.sources.assign(request.reports.begin(), request.reports.end());
    std::vector<model::SnapshotPtr> reports;
    int code = kFine;
    for (const std::string& path : request.reports) {
        auto opened = open(path, request, part, code);
        if (!opened) return code;
        reports.push_back(std::move(opened->report));
        options.view = std::move(opened->view);
    }
    ProgressLine progress;
    options.progress = std::ref(progress);
    const auto done = writeHtml(reports[0], reports.size() > 1 ? reports[1] : nullptr, target, options);
    return done ? code : failed(done.error());
}

class ReportCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option("reports", m_request.reports, "Report file; two to compare them")
            ->required()
            ->expected(1, 2)
            ->type_name("FILE");
        to.add_option("-o,--output", m_request.output, "File to write; beside the report if not given")
            ->type_name("FILE");
        addTimeOption(to, "--times", m_request.times);
        to.add_option("--rows", m_request.rows, "Rows of each table at most")
            ->check(wholeNumber(1, 10000))
            ->type_name("N");
        to.add_flag("--scrub{usual}", m_request.scrub,
                    "Before it is given away, take out paths, users, hosts …; see sightline export --help")
            ->type_name("PARTS")
            ->check(offered(scrubWords()));
        to.add_option(
              "--view", m_request.view,
              "View of one report that the window kept (REPORT.view.json): its notes and colours are shown, too")
            ->type_name("FILE");
        addOverwriteOption(to, m_request.overwrite);
        to.footer(
            "Examples:\n  sightline report run.nsys-rep\n  sightline report --scrub=all -o share.html run.rep\n  sightline report before.rep after.rep -o changed.html\n"
            "The page is in English; the window writes it in its own language: File, Share as HTML.");
    }

    int run() override { return writePage(m_request); }

private:
    ReportRequest m_request;
};

}  // namespace

std::unique_ptr<Command> makeReportCommand() { return std::make_unique<ReportCommand>(); }

}  // namespace app
