// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/subjects.h"

#include <algorithm>
#include <iterator>

#include "model/base/translate_noop.h"

namespace model {

constexpr const char* kRecordsDropped = QT_TRANSLATE_NOOP("Subjects", "Process %1: %2 records were dropped (%3)");
constexpr const char* kNotTracedInProcess = QT_TRANSLATE_NOOP("Subjects", "Process %1: %2 could not be traced: %3");
constexpr const char* kNotTraced = QT_TRANSLATE_NOOP("Subjects", "%1 could not be traced: %2");
constexpr const char* kNothingTraced = QT_TRANSLATE_NOOP("Subjects", "Nothing was traced of %1: %2");
constexpr const char* kNothingCaptured = QT_TRANSLATE_NOOP("Subjects", "Nothing was captured: %1");
constexpr const char* kNoRanges = QT_TRANSLATE_NOOP("Subjects", "No ranges of Python for %1: %2");
constexpr const char* kProcessKilled = QT_TRANSLATE_NOOP(
    "Subjects",
    "Process %1 ended without saying so, as one that was killed: its last quarter of a second may be missing");
constexpr const char* kSessionKilled = QT_TRANSLATE_NOOP(
    "Subjects",
    "The session ended without saying so, as one that was killed: what programs noted in their last quarter of a second may be missing");
constexpr const char* kNotedAfterSession = QT_TRANSLATE_NOOP(
    "Subjects",
    "The session ended without saying so, as one that was killed. What programs did is noted for %1 s more");
constexpr const char* kSampledAfterSession = QT_TRANSLATE_NOOP(
    "Subjects",
    "The session ended without saying so, as one that was killed. What programs did is noted for %1 s more, and samples and curves of what was looked at from outside for %2 s");
constexpr const char* kKernelsMeasured = QT_TRANSLATE_NOOP(
    "Subjects",
    "Kernels ran one by one and %1 times each while they were measured: times are those of kernels alone, and caches were warm when bytes of DRAM were counted");
constexpr const char* kCountersRefused = QT_TRANSLATE_NOOP(
    "Subjects", "GPU %1 does not have these counters, or not together with the others; they are left out: %2");
constexpr const char* kCutAtEnd =
    QT_TRANSLATE_NOOP("Subjects", "Ranges that went on after the capture: they are drawn to its end");
constexpr const char* kLogCut = QT_TRANSLATE_NOOP(
    "Subjects", "the file that ends in %1 beside it is cut or damaged, and changes in it are left out");
constexpr const char* kLogNotRead = QT_TRANSLATE_NOOP(
    "Subjects", "the file that ends in %1 beside it is a link, no file, or another account's, and is not read");
constexpr const char* kNoStack = QT_TRANSLATE_NOOP("Subjects", "(no stack)");
constexpr const char* kAllocatedBefore = QT_TRANSLATE_NOOP("Subjects", "(allocated before)");

namespace {

const char* const kLabels[] = {
    kNoStack,
    kAllocatedBefore,
    QT_TRANSLATE_NOOP("Subjects", "(no name)"),                // kernels of Nsight Compute
    QT_TRANSLATE_NOOP("Subjects", "(unnamed)"),                // slices of traces
    QT_TRANSLATE_NOOP("Subjects", "[outer frames left out]"),  // stacks of Python in captures
    QT_TRANSLATE_NOOP("Subjects", "[unknown]"),                // samples without a function
};

// The first that fits counts: the more special one stands before the more general one.
const char* const kSubjects[] = {
    // Captures, and why something is not in them.
    kRecordsDropped,
    kNotTracedInProcess,
    kNotTraced,
    kNothingTraced,
    kNothingCaptured,
    kNoRanges,
    kProcessKilled,
    kSampledAfterSession,
    kNotedAfterSession,
    kSessionKilled,
    kCutAtEnd,
    kKernelsMeasured,
    kCountersRefused,
    kLogCut,
    kLogNotRead,
    QT_TRANSLATE_NOOP("Subjects", "Process %1: 1 record was dropped (%2)"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "%1 processes ended without saying so, as ones that were killed: their last quarter of a second may be missing"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "Functions of %1 files have no names: the files are no longer the ones that ran. %2 is one of them"),
    QT_TRANSLATE_NOOP("Subjects", "Functions of %1 have no names: the file is no longer the one that ran"),
    QT_TRANSLATE_NOOP("Subjects", "the disk was full or could not be written"),
    QT_TRANSLATE_NOOP("Subjects", "CUPTI had no room"),
    QT_TRANSLATE_NOOP("Subjects", "samples of CPUs came faster than they were taken"),
    QT_TRANSLATE_NOOP("Subjects", "the kernel held samples of CPUs back, since they took too much time"),
    QT_TRANSLATE_NOOP("Subjects", "time of CPUs in the kernel"),
    QT_TRANSLATE_NOOP("Subjects", "CPUs of all processes"),
    QT_TRANSLATE_NOOP("Subjects", "CPUs of process %1"),
    QT_TRANSLATE_NOOP("Subjects", "CPUs"),
    QT_TRANSLATE_NOOP("Subjects", "CPU sampling at %1 Hz"),
    QT_TRANSLATE_NOOP("Subjects", "kernel.perf_event_max_sample_rate is %1"),
    QT_TRANSLATE_NOOP("Subjects", "stacks by DWARF's tables"),
    QT_TRANSLATE_NOOP("Subjects", "this machine's registers are not known"),
    QT_TRANSLATE_NOOP("Subjects", "stacks of programs of 32 bits"),
    QT_TRANSLATE_NOOP("Subjects", "only those of 64 bits are read by DWARF's tables"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "the system does not allow it (kernel.perf_event_paranoid is %1); the program and its children are looked at"),
    QT_TRANSLATE_NOOP("Subjects", "the system does not allow it (kernel.perf_event_paranoid is %1)"),
    QT_TRANSLATE_NOOP("Subjects", "the system does not know perf_event_open"),
    QT_TRANSLATE_NOOP("Subjects", "there may not be so many open files"),
    QT_TRANSLATE_NOOP("Subjects", "stacks of samples"),
    QT_TRANSLATE_NOOP("Subjects", "there was no time to find all of their frames"),
    QT_TRANSLATE_NOOP("Subjects", "the OS runtime"),
    QT_TRANSLATE_NOOP("Subjects", "no process of the program used it"),
    QT_TRANSLATE_NOOP("Subjects", "there is no CUDA driver on this machine"),
    QT_TRANSLATE_NOOP("Subjects", "it did nothing of what was asked for"),
    QT_TRANSLATE_NOOP("Subjects", "the program ended before the capture began (-y)"),
    QT_TRANSLATE_NOOP("Subjects", "no process of the program used NVTX, so the range %1 could not be seen"),
    QT_TRANSLATE_NOOP("Subjects", "the NVTX range %1 never began"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "CUDA could not be traced, so a call of cudaProfilerStart(), which -c waits for, could not be seen"),
    QT_TRANSLATE_NOOP("Subjects", "no process called cudaProfilerStart(), which -c waits for"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "there is no CUDA driver on this machine, so a call of cudaProfilerStart(), which -c waits for, could not be seen"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "no process of the program used CUDA, so a call of cudaProfilerStart(), which -c waits for, could not be seen"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "no call of it was seen; functions that a program gets by dlsym(), and programs that are linked statically, go past"),
    QT_TRANSLATE_NOOP("Subjects", "no call took so long that it is noted (--osrt-threshold)"),
    QT_TRANSLATE_NOOP("Subjects",
                      "no process began a region with a runtime that tells tools of it, as LLVM's and Intel's do"),
    QT_TRANSLATE_NOOP("Subjects", "the rest"),
    QT_TRANSLATE_NOOP("Subjects", "the program has a tool of its own for it"),
    QT_TRANSLATE_NOOP("Subjects", "OMP_TOOL_LIBRARIES names another tool, or none"),
    QT_TRANSLATE_NOOP("Subjects", "its runtime has not begun: the program opened no region"),
    QT_TRANSLATE_NOOP("Subjects", "OpenMP of libgomp"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "GNU's runtime tells tools nothing; build with clang, or put LLVM's in its place: -e LD_PRELOAD=libomp.so.5"),
    QT_TRANSLATE_NOOP("Subjects", "stacks of CUDA calls"),
    QT_TRANSLATE_NOOP("Subjects", "memcpy between devices"),
    QT_TRANSLATE_NOOP("Subjects", "memory pool"),
    QT_TRANSLATE_NOOP("Subjects", "CUDA event"),
    QT_TRANSLATE_NOOP("Subjects", "unknown error of CUPTI"),
    QT_TRANSLATE_NOOP("Subjects", "%1 lacks functions of CUPTI"),
    QT_TRANSLATE_NOOP("Subjects", "it does not export what is needed to read its frames"),
    QT_TRANSLATE_NOOP("Subjects", "the system does not let a process read its own memory safely (process_vm_readv)"),
    QT_TRANSLATE_NOOP("Subjects", "its runtime does not say where it keeps its frames"),
    QT_TRANSLATE_NOOP("Subjects", "it runs without the GIL, and its threads' frames cannot be read"),
    QT_TRANSLATE_NOOP("Subjects", "what its runtime says of its frames is not understood"),
    QT_TRANSLATE_NOOP("Subjects", "versions before 3.9 are not known"),
    QT_TRANSLATE_NOOP("Subjects", "this version of Sightline knows Python up to 3.14"),
    QT_TRANSLATE_NOOP("Subjects", "its connection ended while it went on: what it did afterwards may be missing"),
    QT_TRANSLATE_NOOP("Subjects", "what was captured reached the %1 GB of --max-size"),
    QT_TRANSLATE_NOOP("Subjects", "only %1 of the disk were free, and %2 stay so"),
    QT_TRANSLATE_NOOP("Subjects", "clock"),
    QT_TRANSLATE_NOOP("Subjects", "control"),
    QT_TRANSLATE_NOOP("Subjects", "names"),
    QT_TRANSLATE_NOOP("Subjects", "unified memory"),
    QT_TRANSLATE_NOOP("Subjects", "it is not captured by this version"),
    QT_TRANSLATE_NOOP("Subjects", "there are more different texts than there is room for: later ones are missing"),
    QT_TRANSLATE_NOOP("Subjects", "the session was gone, and nobody was there to end the capture"),
    QT_TRANSLATE_NOOP("Subjects", "the program forbade itself calls of the system (seccomp), which tracing needs"),
    QT_TRANSLATE_NOOP("Subjects", "the program forbade itself the processor's clock (PR_SET_TSC), which tracing needs"),
    QT_TRANSLATE_NOOP("Subjects", "threads of this library did not end when the program changed its rights"),
    QT_TRANSLATE_NOOP("Subjects", "no thread could be created: the capture cannot be stopped before the program ends"),
    QT_TRANSLATE_NOOP("Subjects",
                      "another tool in this process, such as torch.profiler, already uses CUPTI; only one can"),
    QT_TRANSLATE_NOOP("Subjects", "CUPTI did not take our clock: times are shifted"),
    QT_TRANSLATE_NOOP("Subjects", "libcupti was not found beside the program, in the system, or in /usr/local/cuda"),
    QT_TRANSLATE_NOOP("Subjects", "kernels of a shape that is not in the spool"),
    QT_TRANSLATE_NOOP("Subjects", "the state of GPU %1"),
    QT_TRANSLATE_NOOP("Subjects", "the state of GPUs"),
    QT_TRANSLATE_NOOP("Subjects", "this user may not look at it"),
    QT_TRANSLATE_NOOP("Subjects", "NVML knows no GPU"),
    QT_TRANSLATE_NOOP("Subjects", "libnvidia-ml.so.1, which comes with the NVIDIA driver, was not found"),
    QT_TRANSLATE_NOOP("Subjects", "libnvidia-ml.so.1 lacks functions"),
    QT_TRANSLATE_NOOP("Subjects", "NVML did not start (error %1)"),
    QT_TRANSLATE_NOOP("Subjects", "libcuda.so.1, which comes with the NVIDIA driver, was not found"),
    QT_TRANSLATE_NOOP("Subjects", "libcuda.so.1 lacks functions"),
    QT_TRANSLATE_NOOP("Subjects", "CUDA did not start (error %1)"),
    QT_TRANSLATE_NOOP("Subjects", "CUDA knows no GPU"),
    QT_TRANSLATE_NOOP("Subjects", "there is no GPU of that number"),
    QT_TRANSLATE_NOOP("Subjects", "there is no GPU of that number among those that CUDA_VISIBLE_DEVICES names"),
    QT_TRANSLATE_NOOP("Subjects", "GPU counters are for administrators only on this machine"),
    QT_TRANSLATE_NOOP("Subjects", "the libcupti of this machine is older than 12.6, which cannot sample counters"),
    QT_TRANSLATE_NOOP("Subjects",
                      "the libcupti of this machine is older than 12.6, which cannot read counters in this way"),
    QT_TRANSLATE_NOOP("Subjects",
                      "the libcupti of this program is older than 12.6, which cannot measure kernels in this way"),
    QT_TRANSLATE_NOOP("Subjects", "it has none of the counters that were asked for"),
    QT_TRANSLATE_NOOP("Subjects", "the GPU has none of the counters that were asked for"),
    QT_TRANSLATE_NOOP("Subjects", "the rest of the metrics of GPU %1"),
    QT_TRANSLATE_NOOP("Subjects", "the metrics of GPU %1"),
    QT_TRANSLATE_NOOP("Subjects", "GPU metrics"),
    QT_TRANSLATE_NOOP("Subjects", "samples of GPU %1, which could not be read as fast as they came"),
    QT_TRANSLATE_NOOP("Subjects", "metrics of kernels that CUPTI did not give"),
    QT_TRANSLATE_NOOP("Subjects", "metrics of kernels"),
    QT_TRANSLATE_NOOP("Subjects", "kernels of CUDA graphs"),
    QT_TRANSLATE_NOOP("Subjects", "kernels are measured one by one, and a graph launches several at once"),
    QT_TRANSLATE_NOOP("Subjects", "what is looked at from outside of the program"),
    QT_TRANSLATE_NOOP("Subjects", "its process ended"),
    QT_TRANSLATE_NOOP("Subjects", "its process could not be started"),
    QT_TRANSLATE_NOOP("Subjects", "it did not answer within ten seconds"),
    QT_TRANSLATE_NOOP("Subjects", "readings of a meter that is not in the spool"),
    QT_TRANSLATE_NOOP("Subjects", "calls of libraries: their thread had no room"),  // of older captures
    QT_TRANSLATE_NOOP("Subjects", "calls of the OS runtime and of libraries: they came faster than they were written"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "calls of the OS runtime and of libraries: a handler of a signal made them while its thread noted another one"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "calls of the OS runtime and of libraries: more than 2048 threads made them, or there was no memory"),
    QT_TRANSLATE_NOOP("Subjects", "calls of OpenMP: too many were open at once in a thread"),
    QT_TRANSLATE_NOOP("Subjects", "calls of libraries"),
    QT_TRANSLATE_NOOP("Subjects", "no thread could be created that writes them"),
    QT_TRANSLATE_NOOP("Subjects", "OpenMP"),
    QT_TRANSLATE_NOOP("Subjects",
                      "OMP_TOOL=disabled in the environment of the program forbids tools; set it to enabled"),
    QT_TRANSLATE_NOOP("Subjects", "ranges of Python"),
    QT_TRANSLATE_NOOP("Subjects", "Python does not load what makes them with %1; leave it out"),
    QT_TRANSLATE_NOOP("Subjects", "calls of the OS runtime and of libraries"),
    QT_TRANSLATE_NOOP("Subjects", "%1 is neither beside this program nor in ../lib/sightline"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "the folder of %1 has a blank or a colon in its name, which LD_PRELOAD cannot have: install Sightline elsewhere"),
    QT_TRANSLATE_NOOP("Subjects", "%1 is linked statically: no library can stand before its own"),
    QT_TRANSLATE_NOOP("Subjects", "%1 runs with another user's rights, and loads no libraries that its user chooses"),
    QT_TRANSLATE_NOOP("Subjects", "the program"),
    QT_TRANSLATE_NOOP("Subjects", "no Python has loaded what makes them; -I, -E and -S keep it out"),
    QT_TRANSLATE_NOOP("Subjects", "no program of Python imported this module"),
    QT_TRANSLATE_NOOP("Subjects", "the module has no function of this name"),
    QT_TRANSLATE_NOOP("Subjects", "a range would end before a coroutine or generator does anything"),
    QT_TRANSLATE_NOOP("Subjects", "it is no function"),
    QT_TRANSLATE_NOOP("Subjects",
                      "it is an object that can be called, and whoever looks at it would see the difference"),
    QT_TRANSLATE_NOOP("Subjects", "it belongs to an object and not to a module or a class"),
    QT_TRANSLATE_NOOP("Subjects", "its functions are made while it runs"),
    QT_TRANSLATE_NOOP("Subjects", "Python refuses it: %1"),
    QT_TRANSLATE_NOOP("Subjects", "Python %1: %2"),
    QT_TRANSLATE_NOOP("Subjects", "ranges of %1"),
    QT_TRANSLATE_NOOP("Subjects", "Python samples"),
    QT_TRANSLATE_NOOP("Subjects", "there was no memory for them"),
    QT_TRANSLATE_NOOP("Subjects", "events of NVTX: there was no memory for them"),
    QT_TRANSLATE_NOOP("Subjects", "graphs as a whole"),
    QT_TRANSLATE_NOOP("Subjects", "this CUPTI does not tell when graphs are made; their nodes are traced instead"),
    QT_TRANSLATE_NOOP("Subjects", "no thread could be created"),
    QT_TRANSLATE_NOOP("Subjects", "samples of Python whose frames changed while they were read"),
    QT_TRANSLATE_NOOP("Subjects", "samples of Python that came too fast"),
    QT_TRANSLATE_NOOP("Subjects", "stacks of Python that could not be read"),
    QT_TRANSLATE_NOOP("Subjects", "Python stacks at CUDA calls"),
    QT_TRANSLATE_NOOP("Subjects", "this CUPTI lacks functions that they need"),
    QT_TRANSLATE_NOOP("Subjects", "Outer frames are left out of stacks: %1 (%2)"),
    QT_TRANSLATE_NOOP("Subjects",
                      "CPU samples that have more frames than the kernel reads, kernel.perf_event_max_stack"),
    QT_TRANSLATE_NOOP(
        "Subjects", "CPU samples whose stack is longer than what is copied of it, 8 KiB, or has more than 256 frames"),
    QT_TRANSLATE_NOOP("Subjects", "more than 512 frames of Python, or 128 of others"),
    QT_TRANSLATE_NOOP("Subjects", "blocks of the spool"),
    QT_TRANSLATE_NOOP("Subjects", "NVTX range"),
    QT_TRANSLATE_NOOP("Subjects", "NVTX range that began before the capture"),
    // Files in general.
    QT_TRANSLATE_NOOP("Subjects", "%1 s from %2 s on"),
    QT_TRANSLATE_NOOP("Subjects", "reading failed"),
    QT_TRANSLATE_NOOP("Subjects", "the compressed data end in the middle"),
    QT_TRANSLATE_NOOP("Subjects", "compressed data"),
    QT_TRANSLATE_NOOP("Subjects", "compressed data that unpack to more than a thousand times their size"),
    QT_TRANSLATE_NOOP("Subjects", "reading ended here, because the rest would take more memory than there is"),
    QT_TRANSLATE_NOOP("Subjects", "bytes behind the end of the compressed data"),
    QT_TRANSLATE_NOOP("Subjects", "zip entry"),
    QT_TRANSLATE_NOOP("Subjects", "further traces in the page"),
    QT_TRANSLATE_NOOP("Subjects", "the page ends in the trace"),
    // Nsight Systems and Nsight Compute.
    QT_TRANSLATE_NOOP("Subjects", "NVTX event of type %1"),
    QT_TRANSLATE_NOOP("Subjects", "generic event"),
    QT_TRANSLATE_NOOP("Subjects", "it ends in the middle of a line"),
    QT_TRANSLATE_NOOP("Subjects", "lines that are no JSON"),
    QT_TRANSLATE_NOOP("Subjects", "lines of more than 256 MiB"),
    QT_TRANSLATE_NOOP("Subjects", "line without a table"),
    QT_TRANSLATE_NOOP("Subjects", "descriptions beyond the first 200 000 of a table"),
    QT_TRANSLATE_NOOP("Subjects", "values in unknown columns"),
    QT_TRANSLATE_NOOP("Subjects", "metric names"),
    QT_TRANSLATE_NOOP("Subjects", "it ends inside a block"),
    QT_TRANSLATE_NOOP("Subjects", "line table of a cubin"),
    QT_TRANSLATE_NOOP("Subjects", "columns with the state of NVTX"),
    QT_TRANSLATE_NOOP("Subjects", "records with fewer cells than columns"),
    QT_TRANSLATE_NOOP("Subjects", "it ends within a line"),
    QT_TRANSLATE_NOOP("Subjects", "the list of its events is not closed"),
    QT_TRANSLATE_NOOP("Subjects", "it ends behind the header of a table"),
    QT_TRANSLATE_NOOP("Subjects", "tables that only repeat the one before them"),
    QT_TRANSLATE_NOOP("Subjects", "addresses of instructions"),
    QT_TRANSLATE_NOOP("Subjects", "lines that are not part of the table"),
    QT_TRANSLATE_NOOP("Subjects", "lines with quotes that do not close"),
    // Events of Nsight Systems that give no row.
    QT_TRANSLATE_NOOP("Subjects", "memory map"),
    QT_TRANSLATE_NOOP("Subjects", "start and end marker"),
    QT_TRANSLATE_NOOP("Subjects", "process without a name"),
    QT_TRANSLATE_NOOP("Subjects", "layout of sampled metrics"),
    QT_TRANSLATE_NOOP("Subjects", "unified memory CPU page fault"),
    QT_TRANSLATE_NOOP("Subjects", "unified memory GPU page fault"),
    QT_TRANSLATE_NOOP("Subjects", "parameter change of an instantiated graph node"),
    QT_TRANSLATE_NOOP("Subjects", "OpenGL call"),
    QT_TRANSLATE_NOOP("Subjects", "OpenACC call"),
    QT_TRANSLATE_NOOP("Subjects", "OpenMP event"),
    QT_TRANSLATE_NOOP("Subjects", "Vulkan call"),
    QT_TRANSLATE_NOOP("Subjects", "Direct3D call"),
    QT_TRANSLATE_NOOP("Subjects", "OpenXR call"),
    QT_TRANSLATE_NOOP("Subjects", "OpenCL call"),
    QT_TRANSLATE_NOOP("Subjects", "video or JPEG codec call"),
    QT_TRANSLATE_NOOP("Subjects", "CUDA call stack"),
    QT_TRANSLATE_NOOP("Subjects", "system call"),
    QT_TRANSLATE_NOOP("Subjects", "call of another library"),
    QT_TRANSLATE_NOOP("Subjects", "imported NVTX text event"),
    QT_TRANSLATE_NOOP("Subjects", "NVTX event of an unusual kind"),
    QT_TRANSLATE_NOOP("Subjects", "GPU context switch"),
    QT_TRANSLATE_NOOP("Subjects", "network metric"),
    QT_TRANSLATE_NOOP("Subjects", "CPU performance counter"),
    QT_TRANSLATE_NOOP("Subjects", "memory bandwidth"),
    QT_TRANSLATE_NOOP("Subjects", "graphics workload or frame"),
    QT_TRANSLATE_NOOP("Subjects", "operating system event"),
    QT_TRANSLATE_NOOP("Subjects", "GPU video engine workload"),
    QT_TRANSLATE_NOOP("Subjects", "key rotation of confidential computing"),
    QT_TRANSLATE_NOOP("Subjects", "memory operation of an unusual kind"),
    QT_TRANSLATE_NOOP("Subjects", "old event kind"),
    QT_TRANSLATE_NOOP("Subjects", "damaged event"),
    QT_TRANSLATE_NOOP("Subjects", "event type %1"),
    // Trace events in JSON.
    QT_TRANSLATE_NOOP("Subjects", "elements that are not events"),
    QT_TRANSLATE_NOOP("Subjects", "brackets between events"),
    QT_TRANSLATE_NOOP("Subjects", "events that are not valid JSON"),
    QT_TRANSLATE_NOOP("Subjects", "events without a phase"),
    QT_TRANSLATE_NOOP("Subjects", "events of phase %1"),
    QT_TRANSLATE_NOOP("Subjects", "events without a readable ts"),
    QT_TRANSLATE_NOOP("Subjects", "events with a ts beyond 73 years"),
    QT_TRANSLATE_NOOP("Subjects", "kernels with time 0 and length 0"),
    QT_TRANSLATE_NOOP("Subjects", "negative duration"),
    QT_TRANSLATE_NOOP("Subjects", "the duration is not a number"),
    QT_TRANSLATE_NOOP("Subjects", "the duration is missing"),
    QT_TRANSLATE_NOOP("Subjects", "operators that were still running"),
    QT_TRANSLATE_NOOP("Subjects", "counter values that are lists or objects"),
    QT_TRANSLATE_NOOP("Subjects", "counter values without a counter"),
    QT_TRANSLATE_NOOP("Subjects", "counter values"),
    QT_TRANSLATE_NOOP("Subjects", "counters without a value"),
    QT_TRANSLATE_NOOP("Subjects", "memory dumps (v, V)"),
    QT_TRANSLATE_NOOP("Subjects", "clock synchronization (c)"),
    QT_TRANSLATE_NOOP("Subjects", "contexts ((, ))"),
    QT_TRANSLATE_NOOP("Subjects", "linked ids (=)"),
    QT_TRANSLATE_NOOP("Subjects", "metadata %1"),
    QT_TRANSLATE_NOOP("Subjects", "The recorder's buffer overflowed: events are missing"),
    QT_TRANSLATE_NOOP("Subjects", "arguments without quotes"),
    QT_TRANSLATE_NOOP("Subjects", "arguments beyond the first 240 of an event"),
    QT_TRANSLATE_NOOP("Subjects", "text behind the end of the trace"),
    QT_TRANSLATE_NOOP("Subjects", "what stands beside the events"),
    QT_TRANSLATE_NOOP("Subjects", "launch arrows with one end; correlation ids link launches all the same"),
    QT_TRANSLATE_NOOP("Subjects", "correlation ids that several calls have, where no arrow says whose they are"),
    QT_TRANSLATE_NOOP("Subjects", "slices within others, with whose end they end"),
    QT_TRANSLATE_NOOP(
        "Subjects",
        "a comma stands for the decimal point, as in the locale of the program that wrote them; they are read with a point"),
    QT_TRANSLATE_NOOP("Subjects", "entries of the list of contexts and streams"),
    QT_TRANSLATE_NOOP("Subjects", "half of them is missing"),
    QT_TRANSLATE_NOOP("Subjects", "no event at an end"),
    QT_TRANSLATE_NOOP("Subjects", "outermost frames of very deep stacks"),
    QT_TRANSLATE_NOOP("Subjects", "stack frames"),
    QT_TRANSLATE_NOOP("Subjects", "events without an end"),
    QT_TRANSLATE_NOOP("Subjects", "an event without an end"),
    QT_TRANSLATE_NOOP("Subjects", "events of very many MiB"),
    QT_TRANSLATE_NOOP("Subjects", "it ends in the middle"),
    // Perfetto.
    QT_TRANSLATE_NOOP("Subjects", "track events"),
    QT_TRANSLATE_NOOP("Subjects", "trace"),
    QT_TRANSLATE_NOOP("Subjects", "packets"),
    QT_TRANSLATE_NOOP("Subjects", "arrows"),
    QT_TRANSLATE_NOOP("Subjects", "compressed packets"),
    QT_TRANSLATE_NOOP("Subjects", "fields beside the packets"),
    QT_TRANSLATE_NOOP("Subjects", "packets that were lost while tracing"),
    QT_TRANSLATE_NOOP("Subjects", "packets that rely on lost ones"),
    QT_TRANSLATE_NOOP("Subjects", "interned data %1"),
    QT_TRANSLATE_NOOP("Subjects", "counter events without a value"),
    QT_TRANSLATE_NOOP("Subjects", "call stacks of track events"),
    QT_TRANSLATE_NOOP("Subjects", "ftrace events without content"),
    QT_TRANSLATE_NOOP("Subjects", "kernels of GPU work"),
    QT_TRANSLATE_NOOP("Subjects", "GPU work"),
    QT_TRANSLATE_NOOP("Subjects", "ids of GPU work"),
    QT_TRANSLATE_NOOP("Subjects", "descriptions of GPU counters"),
    QT_TRANSLATE_NOOP("Subjects", "values of GPU counters"),
    QT_TRANSLATE_NOOP("Subjects", "arguments of types that only their program knows"),
    QT_TRANSLATE_NOOP("Subjects", "times of clocks that no snapshot ties to the others; kept as they are"),
    QT_TRANSLATE_NOOP("Subjects", "inode maps"),
    QT_TRANSLATE_NOOP("Subjects", "old Chrome events"),
    QT_TRANSLATE_NOOP("Subjects", "system statistics"),
    QT_TRANSLATE_NOOP("Subjects", "process statistics"),
    QT_TRANSLATE_NOOP("Subjects", "ftrace statistics"),
    QT_TRANSLATE_NOOP("Subjects", "heap profiles"),
    QT_TRANSLATE_NOOP("Subjects", "battery counters"),
    QT_TRANSLATE_NOOP("Subjects", "Android logs"),
    QT_TRANSLATE_NOOP("Subjects", "power rails"),
    QT_TRANSLATE_NOOP("Subjects", "triggers"),
    QT_TRANSLATE_NOOP("Subjects", "package lists"),
    QT_TRANSLATE_NOOP("Subjects", "Chrome metadata"),
    QT_TRANSLATE_NOOP("Subjects", "metatrace"),
    QT_TRANSLATE_NOOP("Subjects", "streamed samples"),
    QT_TRANSLATE_NOOP("Subjects", "heap graphs"),
    QT_TRANSLATE_NOOP("Subjects", "graphics frames"),
    QT_TRANSLATE_NOOP("Subjects", "symbols"),
    QT_TRANSLATE_NOOP("Subjects", "Vulkan memory"),
    QT_TRANSLATE_NOOP("Subjects", "GPU logs"),
    QT_TRANSLATE_NOOP("Subjects", "Vulkan calls"),
    QT_TRANSLATE_NOOP("Subjects", "perf samples"),
    QT_TRANSLATE_NOOP("Subjects", "CPU facts"),
    QT_TRANSLATE_NOOP("Subjects", "memory maps"),
    QT_TRANSLATE_NOOP("Subjects", "display state"),
    QT_TRANSLATE_NOOP("Subjects", "GPU memory"),
    QT_TRANSLATE_NOOP("Subjects", "extension descriptors"),
    QT_TRANSLATE_NOOP("Subjects", "memory snapshots"),
    QT_TRANSLATE_NOOP("Subjects", "streamed allocations"),
    QT_TRANSLATE_NOOP("Subjects", "streamed frees"),
    QT_TRANSLATE_NOOP("Subjects", "frame timelines"),
    QT_TRANSLATE_NOOP("Subjects", "energy estimates"),
    QT_TRANSLATE_NOOP("Subjects", "state of the viewer"),
    QT_TRANSLATE_NOOP("Subjects", "translation tables"),
    QT_TRANSLATE_NOOP("Subjects", "game interventions"),
    QT_TRANSLATE_NOOP("Subjects", "statistics atoms"),
    QT_TRANSLATE_NOOP("Subjects", "system properties"),
    QT_TRANSLATE_NOOP("Subjects", "network packets"),
    QT_TRANSLATE_NOOP("Subjects", "residency of states"),
    QT_TRANSLATE_NOOP("Subjects", "Windows events"),
    QT_TRANSLATE_NOOP("Subjects", "JavaScript code"),
    QT_TRANSLATE_NOOP("Subjects", "clocks of other machines"),
    QT_TRANSLATE_NOOP("Subjects", "kernel task states"),
    QT_TRANSLATE_NOOP("Subjects", "CPU frequencies"),
    QT_TRANSLATE_NOOP("Subjects", "GPU facts"),
    QT_TRANSLATE_NOOP("Subjects", "GPU frequencies"),
    QT_TRANSLATE_NOOP("Subjects", "journal entries"),
    QT_TRANSLATE_NOOP("Subjects", "stack samples"),
    QT_TRANSLATE_NOOP("Subjects", "TracePacket field %1"),
    QT_TRANSLATE_NOOP("Subjects", "track event of type %1"),
    QT_TRANSLATE_NOOP("Subjects", "track event field %1"),
    QT_TRANSLATE_NOOP("Subjects", "ftrace %1"),
    QT_TRANSLATE_NOOP("Subjects", "first values of GPU counters, measured before the trace began"),
    QT_TRANSLATE_NOOP("Subjects", "arguments nested too deeply"),
    QT_TRANSLATE_NOOP("Subjects", "more than 255 arguments of one event"),
};

/// Where the next place of a pattern is; npos behind the last one.
std::size_t placeIn(std::string_view pattern, std::size_t from) {
    for (std::size_t at = pattern.find('%', from); at != pattern.npos; at = pattern.find('%', at + 1))
        if (at + 1 < pattern.size() && pattern[at + 1] >= '1' && pattern[at + 1] <= '9') return at;
    return pattern.npos;
}

/// Each value goes on to the first text that can follow it, the last one to the end.
std::optional<std::vector<std::string_view>> valuesIn(std::string_view pattern, std::string_view text) {
    std::vector<std::string_view> out;
    std::size_t place = placeIn(pattern, 0);
    const std::string_view before = pattern.substr(0, place);
    if (!text.starts_with(before) || (place == pattern.npos && text.size() != before.size())) return {};
    text.remove_prefix(before.size());
    while (place != pattern.npos) {
        const std::size_t next = placeIn(pattern, place + 2);
        const std::string_view behind = pattern.substr(place + 2, next == pattern.npos ? next : next - place - 2);
        const std::size_t end = next == pattern.npos
                                    ? (text.ends_with(behind) ? text.size() - behind.size() : text.npos)
                                    : text.find(behind);
        if (end == text.npos || end == 0) return {};
        const auto index = static_cast<std::size_t>(pattern[place + 1] - '1');
        if (out.size() <= index) out.resize(index + 1);
        out[index] = text.substr(0, end);
        text.remove_prefix(end + behind.size());
        place = next;
    }
    return out;
}

}  // namespace

std::string_view ownLabelOf(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const bool mayBe = text.starts_with('(') || text.starts_with('[');
    return mayBe && std::find(std::begin(kLabels), std::end(kLabels), text) != std::end(kLabels) ? text
                                                                                                 : std::string_view();
}

std::span<const char* const> subjects() { return kSubjects; }

std::string withValues(std::string_view pattern, std::initializer_list<std::string_view> values) {
    std::string out;
    std::size_t from = 0;
    for (std::size_t place = placeIn(pattern, 0); place != pattern.npos; place = placeIn(pattern, from)) {
        out += pattern.substr(from, place - from);
        const auto index = static_cast<std::size_t>(pattern[place + 1] - '1');
        if (index < values.size()) out += values.begin()[index];
        from = place + 2;
    }
    return out += pattern.substr(from);
}

std::optional<Subject> formOf(std::string_view text, std::span<const char* const> patterns) {
    for (const char* pattern : patterns)
        if (auto values = valuesIn(pattern, text)) return Subject{pattern, std::move(*values)};
    return {};
}

std::optional<Subject> subjectOf(std::string_view text) { return formOf(text, kSubjects); }

}  // namespace model
