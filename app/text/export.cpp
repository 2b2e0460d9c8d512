// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/export.h"

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "app/text/interrupts.h"
#include "app/text/json.h"
#include "app/text/left_out.h"
#include "app/text/near_names.h"
#include "app/text/print_message.h"
#include "app/text/progress_line.h"
#include "app/text/stats.h"
#include "app/text/terminal.h"
#include "app/text/words.h"
#include "importers/export/export.h"
#include "importers/open.h"
#include "model/base/messages.h"

namespace app {

using importers::ExportFormat;
using importers::TargetState;
using model::refused;
namespace fs = std::filesystem;

namespace {

constexpr int kFine = 0, kUsage = 2, kFailed = 3;

int failed(const model::Error& error) {
    if (error.code == model::ErrorCode::Cancelled) return printMessage(model::MessageCode::ExportInterrupted, kFailed);
    return printMessage(sentenceOf(error), kFailed);
}

/// A file without events is a fine file, but hardly what somebody wanted.
int finished(const std::string& report, const importers::ExportOptions& options, std::uint64_t held) {
    if (held > 0) return kFine;
    const bool part = options.times || !options.kinds.empty();
    return printMessage({part ? model::MessageCode::HoldsNoSuchEvents : model::MessageCode::HoldsNoEvents,
                         {model::Argument::file(report)}},
                        kFine);
}

/// "kernel,nvtx" as kinds; the first unknown word otherwise.
std::string readKinds(const std::string& text, std::vector<model::EventKind>& kinds) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string word = text.substr(at, end - at);
        const auto all = model::kinds();
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const model::KindInfo& k) { return k.key == word; });
        if (found == all.end()) return word;
        kinds.push_back(found->kind);
        at = end + 1;
    }
    return {};
}

/// Beside the report, under its name without what such reports end in.
fs::path defaultTarget(const fs::path& report, ExportFormat format, bool scrubbed) {
    static constexpr std::string_view kEndings[] = {".sqlite", ".jsonl", "_csv", ".trace.json", ".rep"};
    std::string stem = report.filename().string();
    for (const std::string_view ending :
         {".gz", ".zst", ".json", ".pt.trace", ".nsys-rep", ".qdrep", ".sqlite", ".rep"})
        if (stem.ends_with(ending) && stem.size() > ending.size()) stem.resize(stem.size() - ending.size());
    if (scrubbed) stem += ".scrubbed";
    return report.parent_path() / (stem + std::string(kEndings[static_cast<std::size_t>(format)]));
}

int toStandardOutput(const model::SnapshotPtr& report, const importers::ExportOptions& options) {
    const auto write = [](std::string_view text) {
        return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    };
    const auto done = importers::exportOneTable(report, options, write);
    if (!done && done.error().code == model::ErrorCode::UnsupportedFeature) {
        if (done.error().detail.empty()) return kFine;
        return printMessage({model::MessageCode::SeveralTables, {done.error().detail}}, kUsage);
    }
    if (!done) return failed(done.error());
    if (std::fflush(stdout) != 0)
        return failed({model::ErrorCode::CannotWrite, model::MessageCode::StandardOutput, std::strerror(errno)});
    return kFine;
}

/// "scrubbed: paths 12, users 1, hosts 0"
std::string scrubText(importers::ScrubParts parts, const importers::ScrubCounts& counts) {
    std::string out;
    for (std::size_t i = 0; i < importers::kScrubParts; ++i) {
        const auto part = static_cast<importers::ScrubPart>(i);
        if (parts & importers::scrubBit(part))
            out += fmt::format("{} {} {}", out.empty() ? "scrubbed:" : ",", importers::scrubKey(part), counts[i]);
    }
    return out;
}

void reportWhatWasWritten(const fs::path& target, const ExportRequest& request, importers::ScrubParts parts,
                          const importers::ScrubCounts& counts) {
    if (parts) std::fputs(fmt::format("{}\n", scrubText(parts, counts)).c_str(), stderr);
    if (!request.json) return;
    JsonWriter json;
    json.beginObject()
        .key("file")
        .value(std::string_view(target.native()))
        .key("type")
        .value(std::string_view(request.type));
    if (parts) json.key("scrubbed").beginObject();
    for (std::size_t i = 0; parts && i < importers::kScrubParts; ++i)
        if (const auto part = static_cast<importers::ScrubPart>(i); parts & importers::scrubBit(part))
            json.key(importers::scrubKey(part)).value(counts[i]);
    if (parts) json.endObject();
    json.endObject();
    std::puts(json.take().c_str());
}

/// What is asked for, understood. Errors: what of it is wrong.
model::Result<importers::ExportOptions> exportOptions(const ExportRequest& request, ExportFormat format) {
    importers::ExportOptions options;
    if (const std::string unknown = readKinds(request.kinds, options.kinds); !unknown.empty()) {
        std::string all;
        std::vector<std::string_view> keys;
        for (const model::KindInfo& k : model::kinds())
            all += fmt::format("{}{}", all.empty() ? "" : ", ", keys.emplace_back(k.key));
        return refused(withNear({model::MessageCode::NoKindOfEvent, {unknown, all}}, unknown, keys));
    }
    if (!request.scrub.empty()) {
        const auto parts = importers::scrubParts(request.scrub);
        if (!parts) {
            const std::string all = importers::scrubKeys();
            std::vector<std::string_view> keys = app::parts(all, ',');
            for (std::string_view& key : keys) key.remove_prefix(std::min(key.find_first_not_of(' '), key.size()));
            keys.emplace_back("all");
            const model::Message& wrong = parts.error().detail;
            return refused(withNear(wrong, wrong.arguments.front().text, keys));
        }
        options.scrub = *parts;
    }
    if (const auto time = checkTime(request.times); !time) return tl::unexpected(time.error());
    if (request.output == "-" && format != ExportFormat::Csv) return refused(model::MessageCode::OnlyCsvToOutput);
    if (request.spreadsheet && format != ExportFormat::Csv) return refused(model::MessageCode::OnlyCsvForSpreadsheets);
    options.overwrite = request.overwrite;
    options.spreadsheet = request.spreadsheet;
    options.sources = {request.report};
    return options;
}

/// Nothing where it may be written to; else what is in the way.
model::Message inTheWay(const fs::path& target, ExportFormat format, const importers::ExportOptions& options) {
    const TargetState state = importers::targetState(target, format, options);
    const auto file = model::Argument::file(target.string());
    if (state == TargetState::IsSource) return {model::MessageCode::IsReportItself, {file}};
    if (state == TargetState::IsThere) return {model::MessageCode::IsThereAlready, {file, model::Argument::name("-f")}};
    return {};
}

}  // namespace

int runExport(const ExportRequest& request) {
    const ExportFormat format = *importers::exportFormat(request.type);
    auto wanted = exportOptions(request, format);
    if (!wanted) return printMessage(wanted.error(), kUsage);
    importers::ExportOptions options = std::move(*wanted);
    const bool toOutput =
        format == ExportFormat::Csv && (request.output == "-" || (request.output.empty() && options.kinds.size() == 1));
    const fs::path target =
        request.output.empty() ? defaultTarget(request.report, format, options.scrub) : fs::path(request.output);
    // Asked before a large report is read, and again when it is written.
    if (const model::Message way = toOutput ? model::Message() : inTheWay(target, format, options); !way.empty())
        return printMessage(way, kUsage);

    const Interrupts interrupts;
    options.stop = interrupts.token();
    importers::OpenOptions open;
    open.stop = options.stop;
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(request.report, *store, open); !opened) return failed(opened.error());
    const model::SnapshotPtr report = store->snapshot();
    const bool whole = reportLeftOut(*report);
    if (!request.times.empty()) {
        const model::TimeRange all = report->whole();
        options.times = timeRangeOf(request.times, all);
        if (!options.times || !options.times->overlaps(all.begin, all.end))
            return printMessage({model::MessageCode::NothingInThatTime, {model::Argument::file(request.report)}},
                                kUsage);
    }
    std::uint64_t held = 0;
    importers::ScrubCounts scrubbed{};
    options.held = &held;
    options.scrubbed = &scrubbed;
    if (toOutput) {
        const int code = toStandardOutput(report, options);
        if (code != kFine) return code;
        return whole ? finished(request.report, options, held) : kFailed;
    }
    ProgressLine progress;
    options.progress = std::ref(progress);
    if (const auto done = importers::exportReport(report, format, target, options); !done) return failed(done.error());
    reportWhatWasWritten(target, request, options.scrub, scrubbed);
    const int code = finished(request.report, options, held);
    return whole ? code : kFailed;
}

}  // namespace app
