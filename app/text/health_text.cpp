// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/health_text.h"
#include "model/base/messages.h"

#include <fmt/format.h>
#include <array>
#include <cstring>

#include "model/base/time_units.h"
#include "model/base/utf8.h"

// Marks a text for the translation tool of the window; this file is built without Qt too.
#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(context, text) text
#endif

namespace app {
namespace {
using enum model::HealthCode;

constexpr std::array kTexts{
    HealthText{
        LaunchesWithoutWork,
        QT_TRANSLATE_NOOP("Health",
                          "Launches whose GPU work is not in the report: {count} of {total}, mostly {subject}."),
        QT_TRANSLATE_NOOP("Health", "Begin the capture between two steps, and synchronize the GPU before it ends.")},
    HealthText{
        WorkWithoutLaunch,
        QT_TRANSLATE_NOOP("Health", "Kernels whose launch is not in the report: {count} of {total}, mostly {subject}."),
        QT_TRANSLATE_NOOP("Health", "Trace the CUDA API too, in all threads and from before the first launch on.")},
    HealthText{
        WorkBeforeLaunch,
        QT_TRANSLATE_NOOP(
            "Health",
            "Kernels that begin before their launch: {count} of {total}, by up to {time}. The clocks of CPU and GPU disagree."),
        QT_TRANSLATE_NOOP(
            "Health",
            "Do not read times shorter than that between CPU and GPU; a newer driver and profiler may keep the clocks closer.")},
    HealthText{
        UnfinishedRanges,
        QT_TRANSLATE_NOOP(
            "Health",
            "Ranges that were never closed: {count}. They are drawn to the end of the report, or of what encloses them."),
        QT_TRANSLATE_NOOP(
            "Health",
            "Close every range that the program opens, also where an exception leaves it, before the capture ends.")},
    HealthText{DroppedRecords, QT_TRANSLATE_NOOP("Health", "The profiler lost records, or may have: {subject}"),
               QT_TRANSLATE_NOOP(
                   "Health", "Capture a shorter time or fewer kinds of events, or give the profiler larger buffers.")},
    HealthText{UnreadParts,
               QT_TRANSLATE_NOOP("Health", "Parts of the file that could not be read: {count}. The notes say which."),
               QT_TRANSLATE_NOOP("Health", "Copy the file again from the machine that recorded it, or record again.")},
    HealthText{
        UnknownParts,
        QT_TRANSLATE_NOOP("Health",
                          "Events or parts of a kind that Sightline does not know: {count}. The notes say which."),
        QT_TRANSLATE_NOOP(
            "Health",
            "The file is not damaged. A newer version of Sightline may know them; if it does not, please tell us.")},
    HealthText{
        TooDeep,
        QT_TRANSLATE_NOOP("Health",
                          "Events that are nested or overlap too deeply to be drawn: {count}. The notes say where."),
        QT_TRANSLATE_NOOP(
            "Health",
            "The file is not damaged. Record work that overlaps in threads of its own, or as asynchronous events, or capture a shorter time.")},
    HealthText{
        MissingPermission, QT_TRANSLATE_NOOP("Health", "The profiler lacked a permission: {subject}"),
        QT_TRANSLATE_NOOP(
            "Health",
            "Ask for it and record again: CPU samples need kernel.perf_event_paranoid at 2 or less, with time in the kernel at 1, of the whole system at 0; GPU counters need access for all users.")},
    HealthText{CollectorFailed,
               QT_TRANSLATE_NOOP("Health", "A part of the profiler did not start as it should: {subject}"),
               QT_TRANSLATE_NOOP(
                   "Health",
                   "Check that profiler and driver fit together, and that no other profiler runs at the same time.")},
    HealthText{
        NothingCollected, QT_TRANSLATE_NOOP("Health", "Something was to be recorded, and nothing came: {subject}"),
        QT_TRANSLATE_NOOP(
            "Health",
            "If the program does use it, start the program through the profiler, and capture while it is used.")},
    HealthText{LowCoverage, QT_TRANSLATE_NOOP("Health", "Events cover only {percent} of the time of the report."),
               QT_TRANSLATE_NOOP("Health", "Begin and end the capture around the part that matters.")},
    HealthText{
        IdleUnreliable,
        QT_TRANSLATE_NOOP(
            "Health", "Idle time of GPUs is not reliable here: a GPU may have worked where the report shows nothing."),
        QT_TRANSLATE_NOOP("Health", "Conclude nothing from an idle GPU until the other findings are resolved.")},
    HealthText{
        Cut,
        QT_TRANSLATE_NOOP(
            "Health", "A part that was cut out of {subject}: from {from} to {to}. What crosses these times is whole."),
        QT_TRANSLATE_NOOP(
            "Health",
            "Calls before it may have launched work in it, and work of its last calls may come after it: those are in the whole report.")},
    HealthText{CutStacks, QT_TRANSLATE_NOOP("Health", "Stacks are not whole: {subject}"),
               QT_TRANSLATE_NOOP("Health", "Trees have them below “[outer frames left out]”.")},
    HealthText{
        NothingUnderstood,
        QT_TRANSLATE_NOOP(
            "Health", "Nothing of what the report holds was understood: {count} rows. The notes say of which tables."),
        QT_TRANSLATE_NOOP(
            "Health",
            "Export the report again with another version of its profiler, or open the report itself; and please tell us.")},
    HealthText{
        CapturedLaunches,
        QT_TRANSLATE_NOOP(
            "Health",
            "Launches that were captured into graphs: {count} of {total}. Their work runs when the graphs are launched."),
        QT_TRANSLATE_NOOP("Health",
                          "Nothing is missing. To see each kernel of a graph, capture with --cuda-graph-trace=node.")},
};

constexpr bool byCode() {
    for (std::size_t i = 0; i < kTexts.size(); ++i)
        if (static_cast<std::size_t>(kTexts[i].code) != i) return false;
    return kTexts.size() == static_cast<std::size_t>(Count);
}
static_assert(byCode(), "kTexts is indexed by HealthCode");

/// The first line, and not more of it than fits a sentence; never half a character.
std::string shortened(std::string_view subject) {
    constexpr std::size_t kMost = 240;
    std::string_view line = subject.substr(0, subject.find('\n'));
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    if (line.size() <= kMost)
        return std::string(line) + (line.size() < subject.size() && !line.ends_with('.') ? "…" : "");
    return std::string(model::utf8Prefix(line, kMost)) + "…";
}

}  // namespace

std::span<const HealthText> healthTexts() { return kTexts; }
const HealthText& healthText(model::HealthCode code) { return kTexts[static_cast<std::size_t>(code)]; }

namespace {

/// Whether the reason is one of CUPTI, CUDA or the driver; ours say themselves what to change.
bool isOfDriver(const model::Message& reason) {
    using enum model::MessageCode;
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

const char* healthNext(const model::HealthFinding& f) {
    using enum model::MessageCode;
    static constexpr const char* kItself = QT_TRANSLATE_NOOP(
        "Health", "The reason says what to change, if anything; the rest of the report is not affected.");
    const model::Message reason = lastOf(f.subject);
    if (reason.code == MoreFramesThanKernelReads)
        return QT_TRANSLATE_NOOP(
            "Health",
            "Trees have them below “[outer frames left out]”. More are read where the system allows it: sysctl kernel.perf_event_max_stack=1000 before the capture.");
    if (reason.code == StackLongerThanCopied)
        return QT_TRANSLATE_NOOP(
            "Health",
            "Trees have them below “[outer frames left out]”. Build the program with -fno-omit-frame-pointer and capture with -b fp.");
    if (f.subject.code == NoPythonRanges) return kItself;
    if (reason.code == NoCudaDriver || reason.code == StartWithoutDriver)
        return QT_TRANSLATE_NOOP(
            "Health",
            "Install the NVIDIA driver; in a container, give it the GPU (docker run --gpus all). sightline status -e says what can be captured on this machine.");
    if (f.subject.code == NothingCaptured)
        return QT_TRANSLATE_NOOP(
            "Health",
            "Check what begins the capture, or capture the program from its beginning, without -c and -y. sightline status -e says what can be captured on this machine.");
    const bool isUntraced = f.subject.code == NotTraced || f.subject.code == NotTracedInProcess;
    return f.code != CollectorFailed || !isUntraced || isOfDriver(reason) ? healthText(f.code).next : kItself;
}

HealthNumbers plainHealthNumbers() {
    const auto grouped = [](std::uint64_t n) {
        std::string digits = std::to_string(n);
        for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
            digits.insert(static_cast<std::size_t>(i), 1, ' ');
        return digits;
    };
    return {grouped, [](model::TimeNs ns) { return fmt::format("{:.3f} us", model::kMicroseconds.of(ns)); },
            [](double percent) { return fmt::format("{:.1f} %", percent); },
            [](model::TimeNs at) { return fmt::format("{:.6f} s", model::kSeconds.of(at)); }};
}

std::string expandHealth(std::string_view text, const model::HealthFinding& f, const HealthNumbers& numbers) {
    return expandHealth(text, f, numbers, model::english(f.subject));
}

std::string expandHealth(std::string_view text, const model::HealthFinding& f, const HealthNumbers& numbers,
                         std::string_view subject) {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos) break;
        const std::string_view place = text.substr(open + 1, close - open - 1);
        out += text.substr(0, open);
        if (place == "count") out += numbers.count(f.count);
        else if (place == "total") out += numbers.count(f.total);
        else if (place == "time") out += numbers.time(f.nanoseconds);
        else if (place == "from") out += numbers.moment(f.times.begin);
        else if (place == "to") out += numbers.moment(f.times.end);
        else if (place == "percent") out += numbers.percent(f.percent);
        else if (place == "subject") out += shortened(subject);
        text.remove_prefix(close + 1);
    }
    out.append(text);
    // A subject at the end has no full stop of its own, and advice may follow.
    if (text.empty() && !out.empty() && !std::strchr(".!?…", out.back()) && !out.ends_with("…") && !out.ends_with("。"))
        out += (static_cast<unsigned char>(out.back()) & 0x80) ? "。" : ".";
    return out;
}

}  // namespace app
