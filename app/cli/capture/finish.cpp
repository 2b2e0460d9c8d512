// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/finish.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/cli/capture/session_folder.h"
#include "app/cli/terminal.h"
#include "importers/capture/capture.h"
#include "importers/export/export.h"
#include "importers/importer.h"
#include "model/event_store.h"
#include "model/subjects.h"

namespace app::capture {
namespace fs = std::filesystem;

namespace {

model::Result<void> writeOne(const model::SnapshotPtr& report, const fs::path& target, const FinishOptions& o) {
    importers::ExportOptions write;
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

model::Result<void> finishCapture(const fs::path& session, const FinishOptions& o) {
    if (spoolSizes(session).files == 0) return model::fail(model::ErrorCode::EmptyFile, session.string());
    importers::OpenOptions open;
    open.stop = o.stop;
    importers::capture::SessionReader reader(session);
    std::uint64_t dropped = 0;
    bool full = false;
    for (std::size_t i = o.first; i < std::max<std::size_t>(1, o.captures.size()); ++i) {
        if (i < o.captures.size() && o.captures[i].dropped) continue;
        const auto store = model::EventStore::create();
        if (const auto opened = reader.open(i, *store, open); !opened) return tl::unexpected(opened.error());
        const model::SnapshotPtr report = store->snapshot();
        dropped = importers::capture::droppedRecords(report->info());
        const auto& notes = store->diagnostics().list();
        for (const model::Diagnostic& d : notes)
            if (const std::array forms{model::kNothingTraced, model::kNoRanges}; model::formOf(d.subject, forms)) app::print(fmt::format("sightline: {}.\n", d.subject), stderr);
        full = std::any_of(notes.begin(), notes.end(), [](const model::Diagnostic& d) { return d.subject.find("the disk was full") != std::string::npos; });
        const fs::path target = o.target(static_cast<unsigned>(i + 1));
        if (const auto done = writeOne(report, target, o); !done) return tl::unexpected(done.error());
        o.written(target);
    }
    if (dropped)  // a loss is never silent
        std::fputs(fmt::format("sightline: {} dropped; the report says of which kind. {}\n", dropped == 1 ? "1 record was" : fmt::format("{} records were", dropped),
                               full ? "Leave more room for captures (TMPDIR), or trace less." : "Trace less, or for a shorter time.").c_str(), stderr);
    return {};
}

}  // namespace app::capture
