// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/error_text.h"

#include <array>

// Marks a text for the translation tool of the window; this file is built without Qt too.
#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(context, text) text
#endif

namespace app {
namespace {
using enum model::ErrorCode;

constexpr std::array kTexts{
    ErrorText{CannotOpen, QT_TRANSLATE_NOOP("Errors", "{subject} cannot be opened[: {detail}]."),
              QT_TRANSLATE_NOOP("Errors", "Check that the file is there and that you may read it, then try again.")},
    ErrorText{
        NotAFile, QT_TRANSLATE_NOOP("Errors", "{subject} is not a file."),
        QT_TRANSLATE_NOOP(
            "Errors", "Choose a report file. A folder can be dropped on the window: the reports in it are listed.")},
    ErrorText{EmptyFile, QT_TRANSLATE_NOOP("Errors", "{subject} is empty (0 bytes)."),
              QT_TRANSLATE_NOOP(
                  "Errors", "Recording or copying was probably interrupted: copy the file again, or record again.")},
    ErrorText{Truncated,
              QT_TRANSLATE_NOOP(
                  "Errors", "{subject} ends too early[ (at byte {offset})][: {detail}]. Nothing in it could be read."),
              QT_TRANSLATE_NOOP("Errors", "Copy the file again and compare its size with the original.")},
    ErrorText{
        Damaged, QT_TRANSLATE_NOOP("Errors", "{subject} is damaged[ (at {offset})][: {detail}]."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Copy the file again from the machine that recorded it. If the original is damaged too, record again.")},
    ErrorText{
        UnknownFormat, QT_TRANSLATE_NOOP("Errors", "{subject} is not a report that Sightline can read[: {detail}]."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Open a report of Nsight Systems or Nsight Compute, a trace of Chrome, PyTorch or Perfetto, a database of "
            "rocprof, or a Sightline report (.rep).")},
    ErrorText{NewerVersion, QT_TRANSLATE_NOOP("Errors", "{subject} was written by a newer version[: {detail}]."),
              QT_TRANSLATE_NOOP("Errors", "Update Sightline, or convert the report with the program that wrote it.")},
    ErrorText{ForeignDatabase,
              QT_TRANSLATE_NOOP("Errors",
                                "{subject} is an SQLite database, but not a profile[; among its tables are {detail}]."),
              QT_TRANSLATE_NOOP("Errors", "Open a database that “nsys export --type sqlite”, rocprofv3 or rpd wrote.")},
    ErrorText{EmptyDatabase,
              QT_TRANSLATE_NOOP("Errors", "{subject} is an SQLite database without any table of a profiler."),
              QT_TRANSLATE_NOOP("Errors",
                                "The export was probably interrupted. Export again with “nsys export --type sqlite”.")},
    ErrorText{
        GitLfsPointer,
        QT_TRANSLATE_NOOP("Errors", "{subject} is a Git LFS pointer; the real file[ ({detail})] was not downloaded."),
        QT_TRANSLATE_NOOP("Errors", "Fetch it with “git lfs pull” in its folder, then try again.")},
    ErrorText{RawCapture,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a raw capture (.qdstrm) that was never turned into a report."),
              QT_TRANSLATE_NOOP("Errors",
                                "Turn it into one with the QdstrmImporter of the Nsight Systems version that recorded "
                                "it, then open the .nsys-rep.")},
    ErrorText{UnsupportedFeature,
              QT_TRANSLATE_NOOP("Errors", "{subject} uses something that Sightline cannot read[: {detail}]."),
              QT_TRANSLATE_NOOP("Errors", "Open another form of the same report, for example its SQLite export.")},
    ErrorText{
        TooLarge,
        QT_TRANSLATE_NOOP("Errors",
                          "{subject} is damaged: a length in it is larger than the file[ (at {offset})][: {detail}]."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Copy the file again from the machine that recorded it. If the original is damaged too, record again.")},
    ErrorText{OutOfMemory, QT_TRANSLATE_NOOP("Errors", "There is not enough memory for {subject}[: {detail}]."),
              QT_TRANSLATE_NOOP("Errors", "Close other reports or programs, then try again.")},
    ErrorText{Cancelled, QT_TRANSLATE_NOOP("Errors", "{subject} was not read to its end: it was cancelled."),
              QT_TRANSLATE_NOOP("Errors", "Load it again to see everything.")},
    ErrorText{
        CannotWrite, QT_TRANSLATE_NOOP("Errors", "{subject} cannot be written[: {detail}]."),
        QT_TRANSLATE_NOOP("Errors", "Check the free space and your rights in that folder, or choose another place.")},
    ErrorText{HtmlPage, QT_TRANSLATE_NOOP("Errors", "{subject} is an HTML page[ (“{detail}”)], not a trace."),
              QT_TRANSLATE_NOOP("Errors",
                                "A server probably sent this page in place of the file, for example to ask for a "
                                "login: download the file again.")},
    ErrorText{FtraceText,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a text trace of the Linux kernel (ftrace, systrace)."),
              QT_TRANSLATE_NOOP("Errors", "Open it at ui.perfetto.dev. Sightline reads traces of GPU programs.")},
    ErrorText{SpeedscopeFile,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a speedscope profile: call stacks without a GPU timeline."),
              QT_TRANSLATE_NOOP("Errors", "Open it at speedscope.app, or open the trace that it was made from here.")},
    ErrorText{ExecutionTrace,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a PyTorch execution trace: it lists operators without times."),
              QT_TRANSLATE_NOOP("Errors",
                                "Open the trace that the PyTorch profiler wrote in the same run (.pt.trace.json).")},
    ErrorText{
        NcclInspectorLog,
        QT_TRANSLATE_NOOP("Errors", "{subject} is a log of the NCCL Inspector: figures of collectives without events."),
        QT_TRANSLATE_NOOP("Errors", "Open a trace of the same run, from Nsight Systems or the PyTorch profiler.")},
    ErrorText{CpuProfile,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a CPU profile of a JavaScript program (.cpuprofile)."),
              QT_TRANSLATE_NOOP(
                  "Errors", "Open it in the developer tools of a browser. Sightline reads traces of GPU programs.")},
    ErrorText{
        RecipeResult,
        QT_TRANSLATE_NOOP("Errors", "{subject} is the result of an Nsight Systems recipe[ ({detail})], not a report."),
        QT_TRANSLATE_NOOP("Errors", "Open the reports (.nsys-rep) that the recipe was run on.")},
    ErrorText{OldJsonExport,
              QT_TRANSLATE_NOOP("Errors", "{subject} is an export of Nsight Systems in its old JSON form."),
              QT_TRANSLATE_NOOP("Errors",
                                "Open the report (.nsys-rep) itself, or export it with “nsys export --type sqlite”.")},
    ErrorText{JsonWithoutEvents,
              QT_TRANSLATE_NOOP("Errors", "{subject} is JSON, but holds no trace events[: {detail}]."),
              QT_TRANSLATE_NOOP(
                  "Errors", "Open the trace itself: JSON with “traceEvents”, or a list of events with “ph” and “ts”.")},
    ErrorText{PerfData, QT_TRANSLATE_NOOP("Errors", "{subject} is a recording of Linux perf (perf.data)."),
              QT_TRANSLATE_NOOP("Errors",
                                "Look at it with “perf report”. For CPU samples beside GPU work, record with "
                                "“nsys profile --sample=process-tree”.")},
    ErrorText{
        PprofProfile, QT_TRANSLATE_NOOP("Errors", "{subject} is a pprof profile: sums of call stacks without times."),
        QT_TRANSLATE_NOOP("Errors", "Look at it with “pprof”. To see the program over time, record a trace of it.")},
    ErrorText{TracyCapture, QT_TRANSLATE_NOOP("Errors", "{subject} is a capture of the Tracy profiler."),
              QT_TRANSLATE_NOOP("Errors", "Open it with the version of Tracy that recorded it.")},
    ErrorText{ProgramFile,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a program or a library[ ({detail})], not a report."),
              QT_TRANSLATE_NOOP("Errors", "Record it first, for example with “nsys profile”, then open the report.")},
    ErrorText{PickleFile,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a Python pickle, such as a memory snapshot of PyTorch."),
              QT_TRANSLATE_NOOP("Errors",
                                "Open a memory snapshot at pytorch.org/memory_viz. Here, open the trace that the "
                                "profiler wrote in the same run.")},
    ErrorText{
        TableFile, QT_TRANSLATE_NOOP("Errors", "{subject} holds tables in the form of {detail}."),
        QT_TRANSLATE_NOOP(
            "Errors", "Open the report that they were exported from, or export it with “nsys export --type sqlite”.")},
    ErrorText{
        CsvTable,
        QT_TRANSLATE_NOOP("Errors", "{subject} is a CSV table, but none that ncu prints[; its columns are {detail}]."),
        QT_TRANSLATE_NOOP("Errors", "Open the report that the table was made from.")},
    ErrorText{EmptyArchive, QT_TRANSLATE_NOOP("Errors", "{subject} is compressed, with nothing inside."),
              QT_TRANSLATE_NOOP("Errors", "Packing or copying was probably interrupted: pack or copy the file again.")},
    ErrorText{OtherArchive, QT_TRANSLATE_NOOP("Errors", "{subject} is an archive[ ({detail})]."),
              QT_TRANSLATE_NOOP("Errors", "Unpack it, then open the reports that were in it.")},
    ErrorText{WouldReplaceSource,
              QT_TRANSLATE_NOOP("Errors", "{subject} is a file that the report is made from, and was left as it is."),
              QT_TRANSLATE_NOOP("Errors", "Give the .rep file that is to be written another name.")},
    ErrorText{
        WouldReplaceOther,
        QT_TRANSLATE_NOOP("Errors",
                          "{subject} is there already, is not a Sightline report and was left as it is[: {detail}]."),
        QT_TRANSLATE_NOOP("Errors",
                          "Give the .rep file that is to be written another name; on the command line it comes last.")},
    ErrorText{
        NoTemporaryFile,
        QT_TRANSLATE_NOOP(
            "Errors", "The trace in {subject} cannot be read: no temporary file can be written for it[: {detail}]."),
        QT_TRANSLATE_NOOP("Errors",
                          "Free some space in the folder for temporary files, or set the environment variable TMPDIR "
                          "to a folder that you may write to.")},
    // Of requests that cannot be done. Window and command line make these sentences themselves.
    ErrorText{BadRequest, "{detail}", ""}};

constexpr bool byCode() {
    for (std::size_t i = 0; i < kTexts.size(); ++i)
        if (static_cast<std::size_t>(kTexts[i].code) != i) return false;
    return kTexts.size() == static_cast<std::size_t>(Count);
}
static_assert(byCode(), "kTexts is indexed by ErrorCode");

std::string valueOf(std::string_view place, const model::Error& error, std::string_view detail) {
    if (place == "subject") return error.subject;
    if (place == "detail") return std::string(detail);
    if (place == "offset") return error.offset >= 0 ? std::to_string(error.offset) : std::string();
    return {};
}

// Fills the places of a text without brackets; `complete` becomes false when one of them is empty.
std::string fill(std::string_view text, const model::Error& error, std::string_view detail, bool& complete) {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos) break;
        const std::string value = valueOf(text.substr(open + 1, close - open - 1), error, detail);
        if (value.empty()) complete = false;
        out.append(text.substr(0, open)).append(value);
        text.remove_prefix(close + 1);
    }
    return out.append(text);
}

}  // namespace

std::span<const ErrorText> errorTexts() { return kTexts; }

const ErrorText& errorText(model::ErrorCode code) { return kTexts[static_cast<std::size_t>(code)]; }

std::string expandTemplate(std::string_view text, const model::Error& error, std::string_view detail) {
    std::string out;
    bool ignored = true;
    while (!text.empty()) {
        const std::size_t open = text.find('[');
        const std::size_t close = open == std::string_view::npos ? open : text.find(']', open);
        if (close == std::string_view::npos) break;
        out += fill(text.substr(0, open), error, detail, ignored);
        bool complete = true;
        const std::string part = fill(text.substr(open + 1, close - open - 1), error, detail, complete);
        if (complete) out += part;
        text.remove_prefix(close + 1);
    }
    return out + fill(text, error, detail, ignored);
}

tl::unexpected<model::Error> refused(std::string_view sentence) { return model::fail(BadRequest, {}, sentence); }

std::string errorSentence(const model::Error& error) {
    const ErrorText& text = errorText(error.code);
    const std::string fact = expandTemplate(text.fact, error, model::english(error.detail));
    return *text.next ? fact + ' ' + text.next : fact;
}

}  // namespace app
