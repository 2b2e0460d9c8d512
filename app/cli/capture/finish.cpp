// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/finish.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

#include "app/cli/capture/session_folder.h"
#include "app/text/left_out.h"
#include "app/text/print_message.h"
#include "importers/capture/capture.h"
#include "importers/common/importer.h"
#include "importers/export/export.h"
#include "model/base/messages.h"
#include "model/store/event_store.h"

namespace app::capture {
namespace fs = std::filesystem;

namespace {

model::Result<void> writeOne(const model::SnapshotPtr& report, const fs::path& target, const FinishOptions& o) {
    importers::ExportOptions write;
    write.overwrite = o.overwrite;
    write.stop = o.stop;
    if (importers::targetState(target, importers::ExportFormat::Rep, write) != importers::TargetState::Free)
        return model::fail(model::ErrorCode::CannotWrite, target.string(), model::MessageCode::StandsThere);
    if (o.overwrite) return importers::exportReport(report, importers::ExportFormat::Rep, target, write);
    // Another capture may want the same name at this moment: whoever creates the file has it.
    const int taken = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (taken < 0)
        return model::fail(model::ErrorCode::CannotWrite, target.string(),
                           errno == EEXIST ? model::Message(model::MessageCode::StandsThere) : std::strerror(errno));
    ::close(taken);
    write.overwrite = true;
    auto done = importers::exportReport(report, importers::ExportFormat::Rep, target, write);
    if (!done) ::unlink(target.c_str());
    return done;
}

/// Tells what was asked for and is not in a report: each thing once, however many processes and reports lack it.
class Missing {
public:
    explicit Missing(std::span<const model::Message> told) { m_told.insert(told.begin(), told.end()); }

    void report(std::span<const model::Diagnostic> notes) {
        using enum model::MessageCode;
        for (const model::Diagnostic& d : notes) {
            const auto code = d.subject.code;
            if (code != NotTracedInProcess && code != NotTraced && code != NothingTraced && code != NothingCaptured &&
                code != NoPythonRanges && code != CountersRefused)
                continue;
            const auto& values = d.subject.arguments;
            const bool ofProcess = code == NotTracedInProcess;
            const model::Message same =
                ofProcess && values.size() > 2 ? model::Message(NotTraced, {values[1], values[2]}) : d.subject;
            if (m_told.insert(same).second) printMessage({Sentence, {same}}, 0);
            m_next |= code == NothingTraced && !values.empty() &&
                      (values.front().text == "CUDA" || values.front().text == "NVTX");
        }
        if (std::exchange(m_next, false) && !std::exchange(m_nextTold, true)) printMessage(AskStatus, 0);
    }

private:
    std::set<model::Message> m_told;
    bool m_next = false, m_nextTold = false;
};

}  // namespace

model::Result<void> finishCapture(const model::Folder& session, const FinishOptions& o) {
    importers::OpenOptions open;
    open.stop = o.stop;
    importers::capture::SessionReader reader(session);
    std::uint64_t dropped = 0;
    bool full = false;
    Missing missing(o.told);
    for (std::size_t i = o.first; i < std::max<std::size_t>(1, o.captures.size()); ++i) {
        if (i < o.captures.size() && o.captures[i].dropped) continue;
        const auto store = model::EventStore::create();
        if (const auto opened = reader.open(i, *store, open); !opened) return tl::unexpected(opened.error());
        const model::SnapshotPtr report = store->snapshot();
        dropped = importers::capture::droppedRecords(report->info());
        (void)reportLeftOut(*report);
        const auto& notes = store->diagnostics().list();
        missing.report(notes);
        full = std::any_of(notes.begin(), notes.end(), [](const model::Diagnostic& d) {
            return d.subject.code == model::MessageCode::RecordsDropped &&
                   model::lastOf(d.subject).code == model::MessageCode::DiskFull;
        });
        const fs::path target = o.target(static_cast<unsigned>(i + 1));
        if (const auto done = writeOne(report, target, o); !done) return tl::unexpected(done.error());
        o.written(target);
    }
    if (dropped)  // a loss is never silent
        printMessage({full ? model::MessageCode::LostLeaveRoom : model::MessageCode::LostTraceLess,
                      {model::Argument::count(dropped)}},
                     0);
    return {};
}

}  // namespace app::capture
