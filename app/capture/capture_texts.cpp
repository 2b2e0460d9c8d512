// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/capture_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "app/kit/std_text.h"
#include "importers/capture/traced_kinds.h"

namespace app {
namespace {

constexpr const char* kContext = "Capture";

QString translated(const char* text) { return *text ? QCoreApplication::translate(kContext, text) : QString(); }

struct Words {
    std::string_view name;
    const char* label;
    const char* cost;
};

constexpr Words kOptionWords[] = {
    {"cuda-graph-trace", QT_TRANSLATE_NOOP("Capture", "CUDA graphs"),
     QT_TRANSLATE_NOOP(
         "Capture", "One bar a launch costs next to nothing; with each node, launches take longer and reports grow.")},
    {"cuda-memory-usage", QT_TRANSLATE_NOOP("Capture", "Allocations of GPU memory"),
     QT_TRANSLATE_NOOP("Capture", "Little where memory comes from a pool, as in PyTorch.")},
    {"cuda-event-trace", QT_TRANSLATE_NOOP("Capture", "CUDA events on the GPU"),
     QT_TRANSLATE_NOOP("Capture", "Noticeable where a program records many events.")},
    {"cuda-um-cpu-page-faults", QT_TRANSLATE_NOOP("Capture", "Unified memory: page faults of the CPU"),
     QT_TRANSLATE_NOOP("Capture", "High while pages move; nothing without unified memory.")},
    {"cuda-um-gpu-page-faults", QT_TRANSLATE_NOOP("Capture", "Unified memory: page faults of the GPU"),
     QT_TRANSLATE_NOOP("Capture", "High while pages move; nothing without unified memory.")},
    {"cuda-trace-all-apis", QT_TRANSLATE_NOOP("Capture", "CUDA calls that only ask something"),
     QT_TRANSLATE_NOOP("Capture", "Recording such a call takes longer than the call itself.")},
    {"cudabacktrace", QT_TRANSLATE_NOOP("Capture", "CUDA calls: stacks of long ones"),
     QT_TRANSLATE_NOOP(
         "Capture",
         "all, or kernel, memory, sync, other with commas; kernel:5000 is from 5 µs on. Little for each call, some 10 µs for each stack.")},
    {"nvtx-domain-include", QT_TRANSLATE_NOOP("Capture", "Only these NVTX domains"), ""},
    {"nvtx-domain-exclude", QT_TRANSLATE_NOOP("Capture", "All NVTX domains but these"), ""},
    {"kernel-metrics", QT_TRANSLATE_NOOP("Capture", "Counters of each kernel"),
     QT_TRANSLATE_NOOP(
         "Capture",
         "roofline: operations and bytes of each kernel. Kernels run one by one and some eight times each; CUDA is not traced meanwhile.")},
    {"kernel-metrics-launches", QT_TRANSLATE_NOOP("Capture", "… of the first launches of each kernel"),
     QT_TRANSLATE_NOOP("Capture", "0: of all.")},
    {"osrt-threshold", QT_TRANSLATE_NOOP("Capture", "OS runtime: calls from … ns on"),
     QT_TRANSLATE_NOOP("Capture", "Shorter calls are not recorded and cost some 10 ns.")},
    {"osrt-backtrace-threshold", QT_TRANSLATE_NOOP("Capture", "OS runtime: stacks from … ns on"),
     QT_TRANSLATE_NOOP("Capture", "Some microseconds for each stack.")},
    {"osrt-backtrace-depth", QT_TRANSLATE_NOOP("Capture", "OS runtime: frames of a stack"), ""},
    {"osrt-file-access", QT_TRANSLATE_NOOP("Capture", "OS runtime: names of files"),
     QT_TRANSLATE_NOOP("Capture", "One more system call for each recorded call that involves a file.")},
    {"python-backtrace", QT_TRANSLATE_NOOP("Capture", "Python: stacks at CUDA launches"),
     QT_TRANSLATE_NOOP("Capture", "Some 0.3 µs for each launch. Python 3.9 to 3.14.")},
    {"python-functions-trace", QT_TRANSLATE_NOOP("Capture", "Python: ranges of these functions"),
     QT_TRANSLATE_NOOP(
         "Capture", "A JSON file in the form that Nsight Systems reads. About 1 µs for each call of such a function.")},
    {"pytorch", QT_TRANSLATE_NOOP("Capture", "PyTorch: ranges of its operators"),
     QT_TRANSLATE_NOOP("Capture", "autograd-nvtx, autograd-shapes-nvtx, functions-trace. Some µs for each operator.")},
    {"python-sampling", QT_TRANSLATE_NOOP("Capture", "Python: stacks, periodically"),
     QT_TRANSLATE_NOOP("Capture", "Little; the interpreter is not stopped.")},
    {"python-sampling-frequency", QT_TRANSLATE_NOOP("Capture", "Python: stacks a second"), ""},
    {"sample", QT_TRANSLATE_NOOP("Capture", "CPU: where it is, periodically"),
     QT_TRANSLATE_NOOP("Capture", "Less than 3 % of one core at 1 kHz. system-wide needs rights of an administrator.")},
    {"sampling-frequency", QT_TRANSLATE_NOOP("Capture", "CPU: samples a second"), ""},
    {"backtrace", QT_TRANSLATE_NOOP("Capture", "CPU: stacks of samples"),
     QT_TRANSLATE_NOOP(
         "Capture",
         "auto and fp: frame pointers, next to nothing. dwarf: 8 KiB a sample, some 10 MB a second and core.")},
    {"cpuctxsw", QT_TRANSLATE_NOOP("Capture", "CPU: which thread runs where"),
     QT_TRANSLATE_NOOP("Capture", "Little; some 24 bytes for each change of threads.")},
    {"gpu-metrics-devices", QT_TRANSLATE_NOOP("Capture", "GPU: how busy its units are"),
     QT_TRANSLATE_NOOP(
         "Capture",
         "Of all GPUs, or 0,1. 6 to 10 % of one core for each GPU at 1 kHz, by machine; the program does not notice. Needs the permission to read GPU counters.")},
    {"gpu-metrics-frequency", QT_TRANSLATE_NOOP("Capture", "GPU: samples a second"),
     QT_TRANSLATE_NOOP("Capture", "From 10 to 10000; ten times as many cost ten times as much.")},
    {"gpu-metrics-set", QT_TRANSLATE_NOOP("Capture", "GPU: which counters"),
     QT_TRANSLATE_NOOP(
         "Capture",
         "general, full (and warps in flight, for a third more), light (without those of SMs, for a third of the cost), or names of metrics with commas.")},
    {"gpu-state", QT_TRANSLATE_NOOP("Capture", "GPU: temperature, power, clocks, throttling"),
     QT_TRANSLATE_NOOP("Capture", "Next to nothing.")},
    {"cpu-metrics", QT_TRANSLATE_NOOP("Capture", "Machine: how busy its CPUs are"),
     QT_TRANSLATE_NOOP("Capture", "Next to nothing.")},
    {"nic-metrics", QT_TRANSLATE_NOOP("Capture", "Machine: what networks carry"),
     QT_TRANSLATE_NOOP("Capture", "Next to nothing.")},
    {"storage-metrics", QT_TRANSLATE_NOOP("Capture", "Machine: what disks read and write"),
     QT_TRANSLATE_NOOP("Capture", "Next to nothing.")},
    {"capture-range", QT_TRANSLATE_NOOP("Capture", "What begins and ends the capture"),
     QT_TRANSLATE_NOOP("Capture", "cudaProfilerApi: cudaProfilerStart() and -Stop(). nvtx: the range named below.")},
    {"capture-range-end", QT_TRANSLATE_NOOP("Capture", "At the end of the range"),
     QT_TRANSLATE_NOOP(
         "Capture",
         "none, stop (the program goes on), stop-shutdown, repeat:N or repeat-shutdown:N (a report for each range).")},
    {"nvtx-capture", QT_TRANSLATE_NOOP("Capture", "NVTX range"),
     QT_TRANSLATE_NOOP("Capture", "RANGE or RANGE@DOMAIN; @* is any domain.")},
    {"delay", QT_TRANSLATE_NOOP("Capture", "Begin after"),
     QT_TRANSLATE_NOOP("Capture", "Seconds, or with a unit: 300ms. What happens before is not captured.")},
    {"duration", QT_TRANSLATE_NOOP("Capture", "End after"),
     QT_TRANSLATE_NOOP("Capture", "Seconds of capture; 0: when the program ends.")},
    {"max-size", QT_TRANSLATE_NOOP("Capture", "End at this size"),
     QT_TRANSLATE_NOOP("Capture",
                       "500M or 20G of captured data; the program keeps running. 0: as long as the disk has room.")},
    {"flight-recorder", QT_TRANSLATE_NOOP("Capture", "Keep only the last"),
     QT_TRANSLATE_NOOP("Capture",
                       "Seconds, for runs that hang or slow down after hours: a report of them is written when that "
                       "happens, and at the end. 0: everything is kept.")},
    {"slow-step", QT_TRANSLATE_NOOP("Capture", "… written when a step takes"),
     QT_TRANSLATE_NOOP("Capture",
                       "So many times the median of the steps before it: 1.5. Steps are ranges whose names "
                       "look so, or those of a name: 1.5:train_step.")},
    {"stall", QT_TRANSLATE_NOOP("Capture", "… written after a stall of"),
     QT_TRANSLATE_NOOP("Capture", "Seconds in which no work of a GPU ended: a job that hangs.")},
    {"stop-on-exit", QT_TRANSLATE_NOOP("Capture", "End with the program"), ""},
    {"inherit-environment", QT_TRANSLATE_NOOP("Capture", "Inherit the environment"),
     QT_TRANSLATE_NOOP("Capture", "Without it the program has the variables above only.")},
    {"kill", QT_TRANSLATE_NOOP("Capture", "When the capture ends first"),
     QT_TRANSLATE_NOOP("Capture", "The signal that the program and its children receive; none: they keep running.")},
    {"wait", QT_TRANSLATE_NOOP("Capture", "Wait for"),
     QT_TRANSLATE_NOOP("Capture", "The program (primary), or its children, too (all).")},
    {"on-kit", QT_TRANSLATE_NOOP("Capture", "Elsewhere: collector of this folder"),
     QT_TRANSLATE_NOOP("Capture", "For a machine of another kind: a folder that the target portable made on one.")},
    {"keep-there", QT_TRANSLATE_NOOP("Capture", "Elsewhere: keep what the capture leaves"), ""},
    {"output", QT_TRANSLATE_NOOP("Capture", "Report"),
     QT_TRANSLATE_NOOP("Capture", "%n becomes the first free number, %h the host, %p the process.")},
    {"output-dir", QT_TRANSLATE_NOOP("Capture", "Folder"), ""},
    {"force-overwrite", QT_TRANSLATE_NOOP("Capture", "Replace a report of that name"), ""},
    {"stats", QT_TRANSLATE_NOOP("Capture", "Print statistics at the end"), ""},
    {"export", QT_TRANSLATE_NOOP("Capture", "Write also"),
     QT_TRANSLATE_NOOP("Capture", "sqlite, json, csv, chrome; several with commas.")},
};

/// Those that have a box of their own in the dialog, are set by it, or are older spellings.
constexpr std::array<std::string_view, 11> kWithoutControl{
    "on",   "on-folder",         "mpi",         "mpi-impl", "trace",      "env-var",
    "nvtx", "stop-on-range-end", "session-new", "session",  "show-output"};

}  // namespace

OptionText optionText(const capture::OptionInfo& info) {
    for (const Words& w : kOptionWords)
        if (w.name == info.name) return {translated(w.label), translated(w.cost)};
    return {QStringLiteral("--") + utf8(info.name), QString::fromStdString(capture::meaningOf(info))};
}

bool hasControl(const capture::OptionInfo& info) {
    return info.take && (info.commands & capture::kProfile) &&
           std::find(kWithoutControl.begin(), kWithoutControl.end(), info.name) == kWithoutControl.end();
}

QList<TraceKind> traceKinds() {
    QList<TraceKind> out;
    for (const auto& kind : importers::capture::tracedKinds())
        out.append({utf8(kind.key), {translated(kind.label), translated(kind.cost)}});
    return out;
}

QList<CapturePreset> capturePresets() {
    const auto s = [](const char* t) { return QString::fromLatin1(t); };
    const auto preset = [&](const char* key, const char* name, const char* meaning, const char* program,
                            const char* arguments, QMap<QString, QString> options, QStringList environment = {}) {
        return CapturePreset{s(key),       translated(name),   translated(meaning),   s(program),
                             s(arguments), std::move(options), std::move(environment)};
    };
    QList<CapturePreset> out{
        preset(
            "pytorch", QT_TRANSLATE_NOOP("Capture", "PyTorch training steps"),
            QT_TRANSLATE_NOOP(
                "Capture",
                "Leaves out the first 20 seconds, captures the next 10, and ends the program. CUDA, NVTX and GPU memory."),
            "python", "train.py",
            {{s("cuda-memory-usage"), s("true")}, {s("delay"), s("20")}, {s("duration"), s("10")}},
            {s("PYTHONUNBUFFERED=1")}),
        preset("quick", QT_TRANSLATE_NOOP("Capture", "CUDA quick look"),
               QT_TRANSLATE_NOOP("Capture",
                                 "From the beginning to the end, CUDA alone: the least that shows what the GPU did."),
               "./app", "", {{s("trace"), s("cuda")}}),
        preset(
            "nccl", QT_TRANSLATE_NOOP("Capture", "NCCL all ranks"),
            QT_TRANSLATE_NOOP(
                "Capture",
                "All ranks that the program starts on this machine, in one report, with the operations of NCCL. 30 seconds after a minute."),
            "torchrun", "--nproc-per-node=gpu train.py", {{s("delay"), s("60")}, {s("duration"), s("30")}},
            {s("PYTHONUNBUFFERED=1")}),
        preset(
            "kernel", QT_TRANSLATE_NOOP("Capture", "Kernels for the roofline"),
            QT_TRANSLATE_NOOP(
                "Capture",
                "Operations and bytes of the first ten launches of each kernel. Needs the permission to read GPU counters."),
            "./app", "",
            {{s("trace"), s("cuda")}, {s("kernel-metrics"), s("roofline")}, {s("kernel-metrics-launches"), s("10")}}),
        preset(
            "around", QT_TRANSLATE_NOOP("Capture", "Everything around the GPU"),
            QT_TRANSLATE_NOOP(
                "Capture",
                "CUDA and NVTX, CPU samples, waiting and reading, how busy the units of GPUs are, their clocks and temperature, disks and networks."),
            "python", "train.py",
            {{s("trace"), s("cuda,nvtx,osrt")},
             {s("sample"), s("process-tree")},
             {s("cpuctxsw"), s("process-tree")},
             {s("gpu-metrics-devices"), s("all")},
             {s("gpu-state"), s("true")},
             {s("cpu-metrics"), s("true")},
             {s("nic-metrics"), s("true")},
             {s("storage-metrics"), s("true")}},
            {s("PYTHONUNBUFFERED=1")}),
    };
    return out;
}

}  // namespace app
