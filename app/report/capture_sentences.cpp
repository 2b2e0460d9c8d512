// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/capture_sentences.h"

#include <QCoreApplication>

#include "app/kit/error_text.h"

namespace app {
namespace {

// The first that fits counts: the more special one stands before the more general one. The sentences come from
// app/cli/capture.
const char* const kForms[] = {
    // What this machine lets one capture.
    QT_TRANSLATE_NOOP("CaptureSentences", "not found"),
    QT_TRANSLATE_NOOP("CaptureSentences", "none"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "%1 is neither beside this program nor in ../lib/sightline. Without it nothing can be captured: install it again."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "This build cannot capture: it was made without the headers of CUDA (CMake option SIGHTLINE_COLLECTORS)."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "CUDA cannot be traced on this machine, NVTX can. Install the driver; in a container, give it the GPU (docker run --gpus all)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "not among the system's libraries"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "Programs that bring their own, as PyTorch does, are traced all the same. For others install CUDA's CUPTI, or put its folder into LD_LIBRARY_PATH."),
    QT_TRANSLATE_NOOP("CaptureSentences", "open to you"),
    QT_TRANSLATE_NOOP("CaptureSentences", "for administrators only"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "Tracing does not need them. To open them: options nvidia NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d, then load the driver again."),
    QT_TRANSLATE_NOOP("CaptureSentences", "no NVIDIA driver says anything about them"),
    QT_TRANSLATE_NOOP("CaptureSentences", "See the driver."),
    QT_TRANSLATE_NOOP("CaptureSentences", "the kernel has none"),
    QT_TRANSLATE_NOOP("CaptureSentences", "perf_event_paranoid is %1"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "-s and --cpuctxsw have nothing to say. To allow them: sysctl kernel.perf_event_paranoid=2; in a container, docker run --cap-add PERFMON and a seccomp profile that knows perf_event_open."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "Samples hold the program's own part of the time, none in the kernel. To see both: sysctl kernel.perf_event_paranoid=1"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "Your own programs are sampled, others' are not (system-wide). To allow that: sysctl kernel.perf_event_paranoid=0"),
    QT_TRANSLATE_NOOP("CaptureSentences", "CPython 3.9 to 3.14, with a GIL"),
    QT_TRANSLATE_NOOP("CaptureSentences", "processes may not read their own memory safely"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "Stacks at CUDA launches are not affected. In a container, allow process_vm_readv (docker run --cap-add SYS_PTRACE)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "Set TMPDIR to a folder that is yours."),
    QT_TRANSLATE_NOOP("CaptureSentences", "Its free space is not known."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 GB in %2, which is memory"),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 GB in %2"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "A busy program writes some 50 MB a second while it is captured: set TMPDIR to a folder on a larger disk."),
    // Options that do not fit.
    QT_TRANSLATE_NOOP("CaptureSentences", "There is no option %1. Did you mean %2?"),
    QT_TRANSLATE_NOOP("CaptureSentences", "There is no option %1. sightline profile --help lists all."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "%1 does not belong to this command; it is one of sightline launch and start."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "%1 does not belong to this command; it is one of sightline profile and launch."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "%1 does not belong to this command; it is one of sightline profile and start."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 does not belong to this command; it is one of sightline profile."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 needs a value: %2."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is given twice."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is not captured by this version, and nothing else is to be traced."),
    QT_TRANSLATE_NOOP("CaptureSentences", "-t none leaves nothing to capture."),
    QT_TRANSLATE_NOOP("CaptureSentences", "-c cudaProfilerApi needs cuda among what is traced (-t)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "--python-functions-trace needs nvtx among what is traced (-t)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "--pytorch needs nvtx among what is traced (-t)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "--python-backtrace=cuda needs cuda among what is traced (-t)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "--cudabacktrace needs cuda among what is traced (-t)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "there is no file “%1” that can be read"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: it is no JSON from line %2 on"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: it is no list"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: it begins with a byte order mark"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: its entry %2 has functions that are no list of names"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: its entry %2 has a module that is no text"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: its entry %2 has a domain that is no text"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: its entry %2 has a category that is no text"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "“%1” cannot be used: its entry %2 has a color that is neither a name, as red, nor six hexadecimal digits"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: its entry %2 has no functions"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: it names no module"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be used: its entry %2 is no object"),
    QT_TRANSLATE_NOOP("CaptureSentences", "-c nvtx needs nvtx among what is traced (-t)."),
    QT_TRANSLATE_NOOP("CaptureSentences", "-c nvtx needs the name of the range: -p RANGE."),
    QT_TRANSLATE_NOOP("CaptureSentences", "-p has a meaning with -c nvtx only."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "The end of a range means nothing without one: add -c cudaProfilerApi or -c nvtx."),
    QT_TRANSLATE_NOOP("CaptureSentences", "The capture begins with a range (-c) or after a time (-y), not both."),
    QT_TRANSLATE_NOOP("CaptureSentences", "-x false needs a duration (-d), or the capture would never end."),
    QT_TRANSLATE_NOOP("CaptureSentences", "Only one of %1 and %2 can count."),
    QT_TRANSLATE_NOOP("CaptureSentences", "What is to be run? The program and its arguments stand behind the options."),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” is none of %2"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” is no time; write seconds (10, 0.5) or a unit (300ms)"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” is no size; write bytes, or 500M, 20G"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” cannot be traced; there are %2"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” is no number from %2 to %3"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” is no number of a GPU; write all, none, or numbers with commas"),
    QT_TRANSLATE_NOOP("CaptureSentences", "--kernel-metrics needs cuda among what is traced (-t)."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "The session looks at the machine already, in another way; begin another one with --session-new."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "a hotkey needs a window of the program; use -c cudaProfilerApi or -c nvtx, or sightline launch with start and stop"),
    QT_TRANSLATE_NOOP("CaptureSentences", "repeat-shutdown needs a number: repeat-shutdown:3"),
    QT_TRANSLATE_NOOP("CaptureSentences", "“%1” is not of the form NAME=value"),
    QT_TRANSLATE_NOOP("CaptureSentences", "a report cannot be exported as “%1”; there are sqlite, json, csv, chrome"),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "“%1” is no name of a session: it begins with a letter and has at most 200 characters"),
    QT_TRANSLATE_NOOP("CaptureSentences", "only one of %1 and %2 can count"),
    QT_TRANSLATE_NOOP("CaptureSentences", "that is too long, or has a line break in it"),
    // Options that count for less than they say.
    QT_TRANSLATE_NOOP("CaptureSentences", "this version does not write %1; there are sqlite, json, csv, chrome"),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is more than this version does; %2 counts"),
    QT_TRANSLATE_NOOP("CaptureSentences", "all GPUs are sampled equally often, at the highest of the frequencies"),
    QT_TRANSLATE_NOOP("CaptureSentences", "this version does not have the set “%1”; its own one, general, is used"),
    QT_TRANSLATE_NOOP("CaptureSentences", "this version does not read branch records; frame pointers are used"),
    QT_TRANSLATE_NOOP("CaptureSentences", "there are general, full, and names of metrics with commas"),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is listed twice, and has one range for each call."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "Functions of __main__ cannot have ranges: they are made while it runs. Import them from a module of their own."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is not set, and nothing stands for it in the name of the report: %2"),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is not set, and nothing stands for it in the name of the session: %2"),
    QT_TRANSLATE_NOOP("CaptureSentences", "Reports of Sightline end in .rep, not in %1: this one is %2"),
    // Why there is no capture, or no report of it.
    QT_TRANSLATE_NOOP("CaptureSentences", "A session %1 is running already."),
    QT_TRANSLATE_NOOP("CaptureSentences", "The session %1 is going to write %2. Name another file with -o."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "There is no folder %1 for the report. Create it, or name another one with -o."),
    QT_TRANSLATE_NOOP("CaptureSentences", "No report can be written into %1: %2. Name another folder with -o."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is no folder"),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "%1 is there already, and was left as it is. Name another one with -o, or replace it with -f true."),
    QT_TRANSLATE_NOOP("CaptureSentences", "The name %1 is too long for a file. Name another one with -o."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is a link to something that is not there. Name another file with -o."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is a folder. Name a file with -o."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 is no file that can hold a report. Name another one with -o."),
    QT_TRANSLATE_NOOP("CaptureSentences", "There is no program %1. Check its name and the PATH."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 cannot be run: %2."),
    QT_TRANSLATE_NOOP("CaptureSentences", "No session can be opened in %1: %2."),
    QT_TRANSLATE_NOOP("CaptureSentences", "The capture was cancelled; there is no report."),
    QT_TRANSLATE_NOOP("CaptureSentences", "Nothing was captured: no sightline start came."),
    QT_TRANSLATE_NOOP("CaptureSentences", "Writing the report was interrupted."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "1 record was dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "%1 records were dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "1 record was dropped; the report says of which kind. Trace less, or for a shorter time."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "%1 records were dropped; the report says of which kind. Trace less, or for a shorter time."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "The program runs already and does not look for that range. Give -c (and -p) to sightline launch."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "The session traces something else already; begin another one with --session-new."),
    QT_TRANSLATE_NOOP("CaptureSentences", "The session is there already: give -c to sightline start."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "%1 cannot be written: %2. Check the free space and your rights in that folder, or choose another place."),
    QT_TRANSLATE_NOOP("CaptureSentences", "What was captured is kept in %1. To try again: %2"),
    QT_TRANSLATE_NOOP("CaptureSentences", "No report was written."),
    QT_TRANSLATE_NOOP("CaptureSentences", "Not captured by this version: %1."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1 has no effect without %2."),
    QT_TRANSLATE_NOOP("CaptureSentences", "The program goes on (process %1): the signal did not end it."),
    QT_TRANSLATE_NOOP(
        "CaptureSentences",
        "The program has ended; its children go on and are waited for (%1). --wait=primary does not wait; Ctrl+C ends them."),
    QT_TRANSLATE_NOOP("CaptureSentences", "what was captured reached the %1 GB of --max-size"),
    QT_TRANSLATE_NOOP("CaptureSentences", "only %1 of the disk were free, and %2 stay so"),
    QT_TRANSLATE_NOOP("CaptureSentences", "The capture ends here and the program goes on: %1."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "What was captured has %1 GB, more than --max-size allows: it was over before that was seen."),
    QT_TRANSLATE_NOOP("CaptureSentences",
                      "its connection ended while it went on: what it did afterwards may be missing"),
    // What a running session answers.
    QT_TRANSLATE_NOOP("CaptureSentences", "The session is ending."),
    QT_TRANSLATE_NOOP("CaptureSentences", "A capture is running already; stop or cancel it first."),
    QT_TRANSLATE_NOOP("CaptureSentences", "The report of the capture before is still being written."),
    QT_TRANSLATE_NOOP("CaptureSentences", "Nothing is being captured."),
    // "--delay: …": a value that does not fit. It fits a lot, and stands last.
    QT_TRANSLATE_NOOP("CaptureSentences", "%1: %2."),
    QT_TRANSLATE_NOOP("CaptureSentences", "%1: %2"),
};

}  // namespace

std::span<const char* const> captureSentenceForms() { return kForms; }

QString captureSentence(const QString& english) { return formText(english.toStdString(), kForms, "CaptureSentences"); }

}  // namespace app
