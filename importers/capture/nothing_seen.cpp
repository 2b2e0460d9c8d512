// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/nothing_seen.h"

#include <algorithm>

#include "importers/capture/process_reader.h"
#include "model/query/subjects.h"

namespace importers::capture {
namespace {

constexpr const char* kNotUsed = "no process of the program used it";
constexpr const char* kNoDriver = "there is no CUDA driver on this machine";
constexpr const char* kNotCalled =
    "no call of it was seen; functions that a program gets by dlsym(), and programs that are linked statically, go past";

constexpr TracedKind kKinds[] = {
    {"cuda", "CUDA", true, kNotUsed},
    {"nvtx", "NVTX", true, kNotUsed},
    {"osrt", "the OS runtime", false, "no call took so long that it is noted (--osrt-threshold)"},
    {"cublas", "cuBLAS", false, kNotCalled},
    {"cudnn", "cuDNN", false, kNotCalled},
    {"cusolver", "cuSOLVER", false, kNotCalled},
    {"cusparse", "cuSPARSE", false, kNotCalled},
    {"mpi", "MPI", false, kNotCalled},
    {"opengl", "OpenGL", false, kNotCalled},
    {"openmp", "OpenMP", false,
     "no process began a region with a runtime that tells tools of it, as LLVM's and Intel's do"},
};

bool asksFor(std::string_view traced, std::string_view key) {
    return (',' + std::string(traced) + ',').find(',' + std::string(key) + ',') != std::string::npos;
}

/// Whether it is said already why it is not there.
bool hasFailed(const Session& session, const TracedKind& kind) {
    return std::any_of(session.untraced.begin(), session.untraced.end(), [&](const std::string& what) {
        return what.starts_with(kind.name) || what == kind.key || (!kind.isStandard && what.starts_with("calls of "));
    });
}

/// Many processes run the same: what one of them has imported is no loss where others have not.
void sayRanges(Session& session, bool asked) {
    for (const auto& [what, why] : session.unranged)
        if (!session.ranged.contains(what)) session.say(model::withValues(model::kNoRanges, {what, why}));
    if (asked && session.ranged.empty() && session.unranged.empty() && !session.untraced.contains("ranges of Python"))
        session.say(model::withValues(
            model::kNoRanges, {"the program", "no Python has loaded what makes them; -I, -E and -S keep it out"}));
}

bool isFact(const SessionFacts& facts, std::string_view begin) {
    return std::any_of(facts.begin(), facts.end(), [begin](const auto& fact) { return fact.first.starts_with(begin); });
}

/// Why no capture began: what was looked at decides what can be said of the program.
std::string whyNever(const Session& session, const SessionFacts& facts, std::string_view never) {
    const bool failed = std::any_of(session.untraced.begin(), session.untraced.end(),
                                    [](const std::string& what) { return what.starts_with("CUDA"); });
    const std::string range = factOf(facts, kNeverRange);
    if (never == kNeverDelay) return "the program ended before the capture began (-y)";
    if (never == kNeverNvtx && !isFact(facts, "joined."))
        return model::withValues("no process of the program used NVTX, so the range %1 could not be seen", {range});
    if (never == kNeverNvtx) return model::withValues("the NVTX range %1 never began", {range});
    if (failed)
        return "CUDA could not be traced, so a call of cudaProfilerStart(), which -c waits for, could not be seen";
    if (isFact(session.facts, "cupti (")) return "no process called cudaProfilerStart(), which -c waits for";
    if (factOf(facts, kCudaDriver) == "none")
        return "there is no CUDA driver on this machine, so a call of cudaProfilerStart(), which -c waits for, could not be seen";
    return "no process of the program used CUDA, so a call of cudaProfilerStart(), which -c waits for, could not be seen";
}

}  // namespace

std::span<const TracedKind> tracedKinds() { return kKinds; }

void sayNothingSeen(Session& session, const SessionFacts& facts) {
    if (session.isRunning && session.end == model::kTimeMax) return;
    if (const std::string never = factOf(facts, kNever); !never.empty())
        return session.say(model::withValues(model::kNothingCaptured, {whyNever(session, facts, never)}));
    const bool noDriver = factOf(facts, kCudaDriver) == "none";
    if (!session.isRunning) sayRanges(session, !factOf(facts, "ranges").empty());
    const std::string traced = factOf(facts, "traced");
    const auto& events = session.store.info().eventsInFile;
    const bool isEmpty = std::all_of(events.begin(), events.end(), [](std::uint64_t n) { return n == 0; });
    for (const TracedKind& kind : kKinds) {
        const std::string_view calls = kind.name.starts_with("the ") ? kind.name.substr(4) : kind.name;
        const bool seen = kind.isStandard ? !isEmpty : session.called.contains(session.store.strings().intern(calls));
        if (!asksFor(traced, kind.key) || seen || hasFailed(session, kind)) continue;
        session.say(model::withValues(model::kNothingTraced,
                                      {kind.name, noDriver && kind.key == "cuda" ? kNoDriver : kind.whyNothing}));
    }
    const auto& said = session.store.diagnostics().list();
    if (isEmpty && !session.isRunning && std::none_of(said.begin(), said.end(), [](const model::Diagnostic& d) {
            return d.note == model::Note::ReportMessage;
        }))
        session.say(model::withValues(model::kNothingTraced, {"the program", "it did nothing of what was asked for"}));
}

}  // namespace importers::capture
