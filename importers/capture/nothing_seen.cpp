// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/nothing_seen.h"

#include <algorithm>

#include "importers/capture/process_reader.h"
#include "importers/capture/traced_kinds.h"
#include "model/base/messages.h"

namespace importers::capture {
namespace {

using model::Argument;
using model::Message;
using enum model::MessageCode;

bool asksFor(std::string_view traced, std::string_view key) {
    return (',' + std::string(traced) + ',').find(',' + std::string(key) + ',') != std::string::npos;
}

/// Whether it is said already why it is not there.
bool hasFailed(const Session& session, const TracedKind& kind) {
    const auto isOf = [&](model::MessageCode code) {
        return code != Nothing && (code == kind.shown ||
                                   std::find(kind.failures.begin(), kind.failures.end(), code) != kind.failures.end());
    };
    return std::any_of(session.untraced.begin(), session.untraced.end(), [&](const Argument& what) {
        return what == Argument(kind.key) || what == Argument(kind.name) ||
               (what.message() && isOf(what.message()->code));
    });
}

/// Many processes run the same: what one of them has imported is no loss where others have not.
void reportRanges(Session& session, bool asked) {
    for (const auto& [what, why] : session.unranged)
        if (!session.ranged.contains(what)) session.addNote({NoPythonRanges, {Argument::name(what), why}});
    if (asked && session.ranged.empty() && session.unranged.empty() && !session.isUntraced(PythonRanges))
        session.addNote({NoPythonRanges, {TheProgram, PythonLoadedNothing}});
}

bool isFact(const SessionFacts& facts, std::string_view begin) {
    return std::any_of(facts.begin(), facts.end(), [begin](const auto& fact) { return fact.first.starts_with(begin); });
}

/// Why no capture began: what was looked at decides what can be said of the program.
Message whyNever(const Session& session, const SessionFacts& facts, std::string_view never) {
    const std::string range = factOf(facts, kNeverRange);
    if (never == kNeverDelay) return EndedBeforeDelay;
    if (never == kNeverNvtx)
        return {isFact(facts, "joined.") ? RangeNeverBegan : RangeWithoutNvtx, {Argument::name(range)}};
    if (hasFailed(session, *tracedKind("cuda"))) return StartWithoutCuda;
    if (isFact(session.facts, "cupti (")) return StartNotCalled;
    return factOf(facts, kCudaDriver) == "none" ? StartWithoutDriver : StartCudaNotUsed;
}

}  // namespace

void reportNothingSeen(Session& session, const SessionFacts& facts) {
    if (session.isRunning && session.end == model::kTimeMax) return;
    if (const std::string never = factOf(facts, kNever); !never.empty())
        return session.addNote({NothingCaptured, {whyNever(session, facts, never)}});
    const bool noDriver = factOf(facts, kCudaDriver) == "none";
    if (!session.isRunning) reportRanges(session, !factOf(facts, "ranges").empty());
    const std::string traced = factOf(facts, "traced");
    const auto& events = session.store.info().eventsInFile;
    const bool isEmpty = std::all_of(events.begin(), events.end(), [](std::uint64_t n) { return n == 0; });
    for (const TracedKind& kind : tracedKinds()) {
        const bool seen =
            kind.isStandard ? !isEmpty : session.called.contains(session.store.strings().intern(kind.name));
        if (!asksFor(traced, kind.key) || seen || hasFailed(session, kind)) continue;
        const Argument what = kind.shown == Nothing ? Argument::name(kind.name) : Argument(kind.shown);
        session.addNote({NothingTraced, {what, noDriver && kind.key == "cuda" ? NoCudaDriver : kind.whyNothing}});
    }
    const auto& said = session.store.diagnostics().list();
    if (isEmpty && !session.isRunning && std::none_of(said.begin(), said.end(), [](const model::Diagnostic& d) {
            return d.note == model::Note::ReportMessage;
        }))
        session.addNote({NothingTraced, {TheProgram, DidNothing}});
}

}  // namespace importers::capture
