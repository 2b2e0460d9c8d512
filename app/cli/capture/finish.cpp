// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/finish.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <unistd.h>

#include "app/cli/capture/session_folder.h"
#include "importers/export/export.h"
#include "importers/importer.h"
#include "model/event_store.h"

namespace app::capture {
namespace fs = std::filesystem;

namespace {

std::int64_t numberIn(const SessionFacts& facts, std::string_view key) { return std::strtoll(factOf(facts, key).c_str(), nullptr, 10); }

/// The i-th of several captures in the time of the report: up to where the next one begins, because nothing is traced between them but
/// what a capture has launched and the GPU did later. The wall clock that both know brings the times together; what it drifts in a run is
/// little beside the time between captures.
model::TimeRange inReport(std::span<const CaptureTime> captures, std::size_t i, const model::Snapshot& report, const SessionFacts& facts) {
    constexpr model::TimeNs kForever = std::numeric_limits<model::TimeNs>::max() / 2;
    const std::int64_t toReport = numberIn(facts, "started.realtime") - numberIn(facts, "started.monotonic") - report.info().utcEpochNs;
    return {i == 0 ? -kForever : captures[i].begin + toReport, i + 1 < captures.size() ? captures[i + 1].begin + toReport : kForever};
}

model::Result<void> writeOne(const model::SnapshotPtr& report, const fs::path& target, const std::optional<model::TimeRange>& times, const FinishOptions& o) {
    importers::ExportOptions write;
    write.times = times;
    write.overwrite = o.overwrite;
    write.stop = o.stop;
    if (importers::targetState(target, importers::ExportFormat::Rep, write) != importers::TargetState::Free)
        return model::fail(model::ErrorCode::CannotWrite, target.string(), "it is there already");
    if (o.overwrite) return importers::exportReport(report, importers::ExportFormat::Rep, target, write);
    // Another capture may want the same name at this moment: whoever creates the file has it.
    const int taken = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (taken < 0) return model::fail(model::ErrorCode::CannotWrite, target.string(), errno == EEXIST ? "it is there already" : std::strerror(errno));
    ::close(taken);
    write.overwrite = true;
    auto done = importers::exportReport(report, importers::ExportFormat::Rep, target, write);
    if (!done) ::unlink(target.c_str());
    return done;
}

}  // namespace

model::Result<std::vector<fs::path>> finishCapture(const fs::path& session, const FinishOptions& o) {
    if (spoolSizes(session).files == 0) return model::fail(model::ErrorCode::EmptyFile, session.string());
    const auto store = model::EventStore::create();
    importers::OpenOptions open;
    open.stop = o.stop;
    if (const auto opened = importers::openReport(session, *store, open); !opened) return tl::unexpected(opened.error());
    const model::SnapshotPtr report = store->snapshot();
    for (const model::Diagnostic& d : store->diagnostics().list())  // a loss is never silent
        if (d.note == model::Note::ReportMessage && d.subject.find("records were dropped") != std::string::npos)
            std::fputs(fmt::format("sightline: {}. Leave more room for captures (TMPDIR), or trace less.\n", d.subject).c_str(), stderr);
    const SessionFacts facts = readFacts(session);
    std::vector<fs::path> out;
    const bool several = o.captures.size() > 1;
    for (std::size_t i = o.first; i < std::max<std::size_t>(1, o.captures.size()); ++i) {
        if (i < o.captures.size() && o.captures[i].dropped) continue;
        const fs::path target = o.target(static_cast<unsigned>(i + 1));
        std::optional<model::TimeRange> times;
        if (several) times = inReport(o.captures, i, *report, facts);
        if (const auto done = writeOne(report, target, times, o); !done) return tl::unexpected(done.error());
        out.push_back(target);
    }
    return out;
}

std::vector<CaptureTime> capturesIn(const SessionFacts& facts) {
    std::vector<CaptureTime> out;
    for (std::size_t i = 1; i <= facts.size(); ++i) {
        const std::string begin = factOf(facts, fmt::format("capture.{}.begin", i));
        if (begin.empty()) break;
        out.push_back({std::strtoll(begin.c_str(), nullptr, 10), numberIn(facts, fmt::format("capture.{}.end", i)), !factOf(facts, fmt::format("capture.{}.dropped", i)).empty()});
    }
    return out;
}

}  // namespace app::capture
