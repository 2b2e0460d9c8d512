// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture lacks, told to a person.
#include <iterator>

#include "model/base/messages.h"
#include "model/base/utf8.h"
#include "model/query/health.h"

namespace model {
namespace {

struct HealthTexts {
    HealthCode code;
    MessageCode fact, advice;
};
constexpr HealthTexts kTexts[] = {
    {HealthCode::LaunchesWithoutWork, MessageCode::HealthLaunchesWithoutWork, MessageCode::AdviceLaunchesWithoutWork},
    {HealthCode::WorkWithoutLaunch, MessageCode::HealthWorkWithoutLaunch, MessageCode::AdviceWorkWithoutLaunch},
    {HealthCode::WorkBeforeLaunch, MessageCode::HealthWorkBeforeLaunch, MessageCode::AdviceWorkBeforeLaunch},
    {HealthCode::UnfinishedRanges, MessageCode::HealthUnfinishedRanges, MessageCode::AdviceUnfinishedRanges},
    {HealthCode::DroppedRecords, MessageCode::HealthDroppedRecords, MessageCode::AdviceDroppedRecords},
    {HealthCode::UnreadParts, MessageCode::HealthUnreadParts, MessageCode::AdviceUnreadParts},
    {HealthCode::UnknownParts, MessageCode::HealthUnknownParts, MessageCode::AdviceUnknownParts},
    {HealthCode::TooDeep, MessageCode::HealthTooDeep, MessageCode::AdviceTooDeep},
    {HealthCode::MissingPermission, MessageCode::HealthMissingPermission, MessageCode::AdviceMissingPermission},
    {HealthCode::CollectorFailed, MessageCode::HealthCollectorFailed, MessageCode::AdviceCollectorFailed},
    {HealthCode::NothingCollected, MessageCode::HealthNothingCollected, MessageCode::AdviceNothingCollected},
    {HealthCode::LowCoverage, MessageCode::HealthLowCoverage, MessageCode::AdviceLowCoverage},
    {HealthCode::IdleUnreliable, MessageCode::HealthIdleUnreliable, MessageCode::AdviceIdleUnreliable},
    {HealthCode::Cut, MessageCode::HealthCut, MessageCode::AdviceCut},
    {HealthCode::CutStacks, MessageCode::HealthCutStacks, MessageCode::AdviceCutStacks},
    {HealthCode::NothingUnderstood, MessageCode::HealthNothingUnderstood, MessageCode::AdviceNothingUnderstood},
    {HealthCode::CapturedLaunches, MessageCode::HealthCapturedLaunches, MessageCode::AdviceCapturedLaunches},
};

constexpr bool byCode() {
    for (std::size_t i = 0; i < std::size(kTexts); ++i)
        if (static_cast<std::size_t>(kTexts[i].code) != i) return false;
    return std::size(kTexts) == static_cast<std::size_t>(HealthCode::Count);
}
static_assert(byCode(), "kTexts is indexed by HealthCode");

const HealthTexts& textsOf(HealthCode code) { return kTexts[static_cast<std::size_t>(code)]; }

/// The first line, and not more of it than fits a sentence; never half a character.
std::string shortened(std::string_view text) {
    constexpr std::size_t kMost = 240;
    std::string_view line = text.substr(0, text.find('\n'));
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    if (line.size() <= kMost) return std::string(line) + (line.size() < text.size() && !line.ends_with('.') ? "…" : "");
    return std::string(utf8Prefix(line, kMost)) + "…";
}

/// As a part of a sentence: a message of a profiler may be long.
Argument subjectOf(const HealthFinding& f) {
    Message subject = f.subject;
    rewriteTexts(subject, [](std::string& text) { text = shortened(text); });
    return subject;
}

/// Whether the reason is one of CUPTI, CUDA or the driver; ours say themselves what to change.
bool isOfDriver(const Message& reason) {
    using enum MessageCode;
    switch (reason.code) {
    case UnknownCuptiError:
    case CuptiLacksFunctions:
    case CuptiLacksNeeded:
    case CuptiHadNoRoom:
    case CuptiClockRefused:
    case OtherCuptiTool:
    case GraphsNotTold:
    case KernelMetricsNotGiven:
    case NvmlLacksFunctions:
    case NvmlDidNotStart:
    case LibcudaLacksFunctions:
    case CudaDidNotStart: return true;
    default: return reason.othersText().find("CUPTI") != std::string_view::npos;  // names of its errors
    }
}

}  // namespace

Message factOf(const HealthFinding& f) {
    using enum HealthCode;
    const Argument count = Argument::count(f.count), total = Argument::count(f.total);
    const MessageCode code = textsOf(f.code).fact;
    switch (f.code) {
    case LaunchesWithoutWork:
    case WorkWithoutLaunch: return {code, {count, total, subjectOf(f)}};
    case WorkBeforeLaunch: return {code, {count, total, Argument::duration(f.nanoseconds)}};
    case CapturedLaunches: return {code, {count, total}};
    case UnfinishedRanges:
    case UnreadParts:
    case UnknownParts:
    case TooDeep:
    case NothingUnderstood: return {code, {count}};
    case LowCoverage: return {code, {Argument::percent(f.percent)}};
    case IdleUnreliable: return code;
    case Cut: return {code, {subjectOf(f), Argument::moment(f.times.begin), Argument::moment(f.times.end)}};
    case DroppedRecords:
    case MissingPermission:
    case CollectorFailed:
    case NothingCollected:
    case CutStacks:
    case Count: break;
    }
    return {code, {subjectOf(f)}};
}

Message adviceOn(const HealthFinding& f) {
    using enum MessageCode;
    const Message reason = lastOf(f.subject);
    if (reason.code == MoreFramesThanKernelReads) return AdviceDeeperStacks;
    if (reason.code == StackLongerThanCopied) return AdviceFramePointers;
    if (f.subject.code == NoPythonRanges) return AdviceReasonItself;
    if (reason.code == NoCudaDriver || reason.code == StartWithoutDriver) return AdviceInstallDriver;
    if (f.subject.code == NothingCaptured) return AdviceCaptureBegin;
    const bool isUntraced = f.subject.code == NotTraced || f.subject.code == NotTracedInProcess;
    const bool itself = f.code == HealthCode::CollectorFailed && isUntraced && !isOfDriver(reason);
    return itself ? AdviceReasonItself : textsOf(f.code).advice;
}

}  // namespace model
