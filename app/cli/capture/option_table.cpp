// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of a capture, one line each. Names and meanings are those of `nsys`, defaults too where nothing else is
// said.
#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "app/cli/capture/option_values.h"
#include "importers/capture/traced_kinds.h"
#include "model/base/messages.h"

namespace app::capture {
namespace {

using O = CaptureOptions;
using V = std::string_view;
using Group = OptionInfo::Group;
using enum OptionInfo::Group;

constexpr std::uint8_t kAll = kProfile | kLaunch | kStart, kInjects = kProfile | kLaunch, kCollects = kProfile | kStart;

model::Message parseUnifiedMemory(O& o, V v) {
    bool on = false;
    model::Message wrong = parseSwitch(on, v);
    o.collect.unifiedMemory |= on;
    return wrong;
}

model::Message parseDeviceEvents(O& o, V v) {
    if (v == "auto") return {};
    return parseSwitch(o.collect.deviceEvents, v);
}

model::Message parseStopOnRangeEnd(O& o, V v) {
    bool on = true;
    if (o.rangeEndGiven) return oneRangeEnd();
    model::Message wrong = parseSwitch(on, v);
    o.rangeEnd = on ? RangeEnd::StopShutdown : RangeEnd::None;
    o.rangeEndGiven = true;
    return wrong;
}

model::Message parseTarget(O& o, V v) {
    std::string target;
    if (v.empty()) return model::MessageCode::NeedsName;
    model::Message wrong = parseLine(target, v);
    if (wrong.empty()) o.targets.push_back(target);
    return wrong;
}

model::Message parseWait(O& o, V v) {
    if (v != "primary" && v != "all") return {model::MessageCode::NoneOf, {v, "primary, all"}};
    o.waitForAll = v == "all";
    return {};
}

constexpr Word kScopes[] = {{"none", ""}, {"process-tree", "process-tree"}, {"system-wide", "system-wide"}};
constexpr Word kKernelMetrics[] = {{"none", ""}, {"roofline", "roofline"}};
constexpr Word kPythonStacks[] = {{"none", ""}, {"cuda", "cuda"}};

/// Where the meaning of an option lists the kinds that can be traced.
constexpr V kKindsHere = "%kinds";
constexpr V kSwitch = "true|false";
/// Of options of a later kind that ask for nothing whatever their value is.
constexpr V kAnyValue = "*";

constexpr OptionInfo::Need kTarget{"--on", [](const O& o) { return !o.targets.empty(); }};
constexpr OptionInfo::Need kOsRuntime{"-t osrt", [](const O& o) { return o.collect.osRuntime; }};
constexpr OptionInfo::Need kKernels{"--kernel-metrics", [](const O& o) { return !o.collect.kernelMetrics.empty(); }};
constexpr OptionInfo::Need kPython{"--python-sampling", [](const O& o) { return o.collect.pythonSampling; }};
constexpr OptionInfo::Need kSamples{"--sample", [](const O& o) { return !o.collect.cpuSampling.empty(); }};
constexpr OptionInfo::Need kRecorder{"--flight-recorder", [](const O& o) { return o.keepNs > 0; }};
constexpr OptionInfo::Need kGpuMetrics{"--gpu-metrics-devices",
                                       [](const O& o) { return !o.collect.gpuMetrics.empty(); }};

constexpr OptionInfo kOptions[] = {
    {"trace",
     't',
     "KINDS",
     "cuda,nvtx",
     "What is traced: %kinds, none. nsys also traces opengl and osrt by itself",
     Trace,
     kInjects,
     parseTrace,
     {},
     kKindsHere},
    {"cuda-graph-trace", 0, "graph|node", "graph",
     "CUDA graphs: one bar a launch, or each node of it, which costs more", Trace, kInjects, parseGraphTrace},
    {"cuda-memory-usage", 0, kSwitch, "false", "Allocations of GPU memory", Trace, kInjects,
     [](O& o, V v) { return parseSwitch(o.collect.memory, v); }},
    {"cuda-event-trace", 0, "auto|true|false", "auto", "When CUDA events happened on the GPU; auto is false", Trace,
     kInjects, parseDeviceEvents},
    {"cuda-um-cpu-page-faults", 0, kSwitch, "false", "Unified memory: page faults of the CPU, and migrations", Trace,
     kInjects, parseUnifiedMemory},
    {"cuda-um-gpu-page-faults", 0, kSwitch, "false", "Unified memory: page faults of the GPU, and migrations", Trace,
     kInjects, parseUnifiedMemory},
    {"cuda-trace-all-apis", 0, kSwitch, "false",
     "Calls too that only ask something (cudaGetDevice …) and take less time than noting them", Trace, kInjects,
     [](O& o, V v) { return parseSwitch(o.collect.allCalls, v); }},
    {"cudabacktrace",
     0,
     "KIND[:NS],…",
     "none",
     "Stacks of CUDA calls that take longer than so many ns (80000): all, kernel, memory, sync, other. nsys needs -s for it",
     Trace,
     kInjects,
     parseCudaStacks,
     {},
     "none,all,kernel,memory,sync,other"},
    {"nvtx", 0, kSwitch, "true", "An old way to add nvtx to what -t names before it", Trace, kInjects,
     [](O& o, V v) { return parseSwitch(o.collect.nvtx, v); }},
    {"nvtx-domain-include", 0, "NAMES", "all", "Only these NVTX domains; default is the one without a name", Trace,
     kInjects, [](O& o, V v) { return parseLine(o.collect.include, v); }},
    {"nvtx-domain-exclude", 0, "NAMES", "none", "All NVTX domains but these", Trace, kInjects,
     [](O& o, V v) { return parseLine(o.collect.exclude, v); }},

    {"kernel-metrics", 0, "none|roofline", "none",
     "Counters of each kernel: operations and bytes for the roofline. Kernels run one by one and several times; CUDA is not traced meanwhile. nsys has no such option",
     Trace, kInjects, [](O& o, V v) { return parseWord(o.collect.kernelMetrics, v, kKernelMetrics); }},
    {"kernel-metrics-launches", 0, "N", "0", "… of the first N launches of each kernel; 0 = of all", Trace, kInjects,
     [](O& o, V v) { return parseNumber(o.collect.kernelMetricsPerName, v, 0, 1'000'000); }, kKernels},
    {"mpi", 0, kSwitch, "false", "An old way to add mpi to what -t names before it", Trace, kInjects, parseMpi},
    {"mpi-impl", 0, "openmpi|mpich", "", "Which MPI the program has: both are traced alike", Trace, kInjects,
     parseMpiImplementation},
    {"osrt-threshold", 0, "NS", "1000", "Calls of the OS runtime (-t osrt) that are shorter are not noted", Trace,
     kInjects, [](O& o, V v) { return parseNumber(o.collect.osrtThreshold, v, 0, 1'000'000'000); }, kOsRuntime},
    {"osrt-backtrace-threshold", 0, "NS", "80000", "Calls of the OS runtime that are longer have their stack", Trace,
     kInjects, [](O& o, V v) { return parseNumber(o.collect.osrtStackThreshold, v, 0, 4'000'000'000); }, kOsRuntime},
    {"osrt-backtrace-depth", 0, "N", "24", "Frames of such a stack, at most", Trace, kInjects, parseStackDepth,
     kOsRuntime},
    {"osrt-file-access", 0, kSwitch, "false", "Which files the OS runtime opened, read and wrote", Trace, kInjects,
     [](O& o, V v) { return parseSwitch(o.collect.osrtFiles, v); }, kOsRuntime},
    {"python-backtrace", 0, "none|cuda", "none", "Stacks of Python at CUDA launches, copies and waits", Trace, kInjects,
     [](O& o, V v) { return parseWord(o.collect.pythonStacks, v, kPythonStacks); }},
    {"python-functions-trace", 0, "FILE", "",
     "Functions of Python that have NVTX ranges: JSON, [{\"module\": …, \"functions\": [\"name\", \"Class.method\"], \"domain\": …, \"category\": …, \"color\": …}]",
     Trace, kInjects, parsePythonFunctions},
    {"pytorch",
     0,
     "KINDS",
     "none",
     "Ranges of PyTorch: autograd-nvtx (its operators, also autograd-shapes-nvtx), functions-trace (layers, optimizers, loading of data)",
     Trace,
     kInjects,
     parsePyTorch,
     {},
     "none,autograd-nvtx,autograd-shapes-nvtx,functions-trace"},
    {"python-sampling", 0, kSwitch, "false",
     "Stacks of Python, periodically: of threads that run, and where they begin to wait", Trace, kInjects,
     [](O& o, V v) { return parseSwitch(o.collect.pythonSampling, v); }},
    {"python-sampling-frequency", 0, "HZ", "1000", "How often (1 to 2000)", Trace, kInjects,
     [](O& o, V v) { return parseNumber(o.collect.pythonSamplingHz, v, 1, 2000); }, kPython},

    {"sample", 's', "none|process-tree|system-wide", "none",
     "CPU samples at a fixed rate: of the program and its children, or of all processes. nsys samples the program by itself",
     Sampling, kAll, parseSample},
    {"sampling-frequency", 0, "HZ", "1000", "How often (1 to 20000)", Sampling, kAll,
     [](O& o, V v) { return parseNumber(o.collect.cpuSamplingHz, v, 1, 20'000); }, kSamples},
    {"backtrace", 'b', "auto|fp|dwarf|none", "auto",
     "How the stacks of samples are found: by frame pointers, which is auto, or from 8 KiB of the stack with the tables that compilers write, which costs more",
     Sampling, kAll, parseBacktrace, kSamples},
    {"cpuctxsw", 0, "none|process-tree|system-wide", "none",
     "When threads come onto a CPU and leave it. nsys notes the program's by itself", Sampling, kAll,
     [](O& o, V v) { return parseWord(o.collect.cpuSwitches, v, kScopes); }},
    {"gpu-metrics-devices", 0, "none|all|N,N", "none",
     "How busy the units of these GPUs are, by sampling their counters; needs the permission to (sightline status -e)",
     Sampling, kAll, parseGpuMetrics},
    {"gpu-metrics-frequency", 0, "HZ", "1000", "How often (10 to 10000). nsys: 10000", Sampling, kAll,
     parseGpuMetricsHz, kGpuMetrics},
    {"gpu-metrics-set", 0, "SET", "",
     "Which counters: general, full (and warps in flight), light (without those of SMs, for a third of the cost), or names of metrics with commas",
     Sampling, kAll, parseGpuMetricsSet, kGpuMetrics, "general,full,light"},
    {"gpu-state", 0, kSwitch, "false",
     "Temperature, power, clocks, throttling and memory of GPUs, ten times a second. nsys has no such option", Sampling,
     kAll, [](O& o, V v) { return parseSwitch(o.collect.gpuState, v); }},
    {"cpu-metrics", 0, kSwitch, "false", "How busy the machine's CPUs are, ten times a second. nsys has no such option",
     Sampling, kAll, [](O& o, V v) { return parseSwitch(o.collect.cpuUse, v); }},
    {"nic-metrics", 0, kSwitch, "false", "What networks and InfiniBand carry, ten times a second", Sampling, kAll,
     parseNetwork},
    {"storage-metrics", 0, kSwitch, "false", "What disks read and write, ten times a second", Sampling, kAll,
     parseStorage},

    {"capture-range", 'c', "none|cudaProfilerApi|nvtx", "none",
     "What begins and ends the capture: cudaProfilerStart() and -Stop(), or the range that -p names", Range, kAll,
     parseRange},
    {"capture-range-end",
     0,
     "END",
     "stop-shutdown",
     "What the end of the range means: none, stop (the program goes on), stop-shutdown (it is ended, see --kill), "
     "repeat[:N] and repeat-shutdown:N (a report for each). Reports are written at the end, whatever mode stands behind",
     Range,
     kAll,
     parseRangeEnd,
     {},
     "none|stop|stop-shutdown|repeat"},
    {"nvtx-capture", 'p', "RANGE[@DOMAIN]", "", "The NVTX range of -c nvtx; @* is any domain", Range, kAll,
     [](O& o, V v) { return parseLine(o.collect.nvtxCapture, v); }},
    {"delay", 'y', "SECONDS", "0", "The capture begins so long after the program. Units may be given: 300ms", Range,
     kCollects, [](O& o, V v) { return parseSeconds(o.delayNs, v); }},
    {"duration", 'd', "SECONDS", "0",
     "The capture ends after this time, and the program with it (see --kill); 0 = when the program ends", Range,
     kCollects, [](O& o, V v) { return parseSeconds(o.durationNs, v); }},
    {"max-size", 0, "SIZE", "0",
     "The capture ends when it has written so much, 500M or 20G; the program goes on. 0 = while 1 GiB of the disk is free, or 5 % of a small one, which nsys does not ask",
     Range, kCollects, [](O& o, V v) { return parseSize(o.maxBytes, v); }},
    {"flight-recorder", 0, "SECONDS", "0",
     "Keep only the last seconds, in bounded space; a report of them is written at the end, by sightline snapshot, "
     "signal USR2, the NVTX mark sightline.snapshot, --slow-step and --stall. 0 = keep everything. nsys has no such option",
     Range, kProfile, [](O& o, V v) { return parseSeconds(o.keepNs, v); }},
    {"slow-step", 0, "FACTOR[:RANGE]", "0",
     "… and when a step takes so many times the median of the steps before it: a range that is called so, else one "
     "whose name is that of a step (step 12, iteration_7 …)",
     Range, kProfile, parseSlowStep, kRecorder},
    {"stall", 0, "SECONDS", "0",
     "… and when for so long no work of a GPU has ended; where none is traced, when no call and range has", Range,
     kProfile, [](O& o, V v) { return parseSeconds(o.triggers.stallNs, v); }, kRecorder},
    {"stop-on-exit", 'x', kSwitch, "true", "The capture ends with the program; with false, after --duration", Range,
     kCollects, [](O& o, V v) { return parseSwitch(o.stopOnExit, v); }},
    {"stop-on-range-end", 0, kSwitch, "true", "An old name: true is --capture-range-end=stop-shutdown, false none",
     Range, kCollects, parseStopOnRangeEnd},

    {"env-var", 'e', "A=B,C=D", "",
     "Environment variables of the program; may be given several times. A comma within a value is \\,", Program,
     kInjects, parseEnvironment},
    {"inherit-environment", 'n', kSwitch, "true", "With false the program has the variables of -e only", Program,
     kInjects, [](O& o, V v) { return parseSwitch(o.inheritEnvironment, v); }},
    {"show-output", 'w', kSwitch, "true", "The program's output; with false it is discarded", Program, kInjects,
     [](O& o, V v) { return parseSwitch(o.showOutput, v); }},
    {"kill", 0, "none|sigterm|sigkill|N", "sigterm",
     "The signal for the program and its children when the capture ends before they do", Program, kInjects, parseKill},
    {"wait", 0, "primary|all", "all", "Until when to wait: the program's end, or that of its children too", Program,
     kInjects, parseWait},

    {"on", 0, "TARGET", "",
     "The machine where the program runs: ssh:user@host[:port], or a command that runs another one elsewhere, such as "
     "“docker exec -i NAME”. Several: a capture on each, begun together, and a report that merges theirs. nsys has no such option",
     Program, kProfile, parseTarget},
    {"on-folder", 0, "FOLDER", "home", "The folder there that the program runs in", Program, kProfile,
     [](O& o, V v) { return parseLine(o.targetFolder, v); }, kTarget},
    {"on-kit", 0, "FOLDER", "this program",
     "What is sent there to capture, where that machine is of another kind: a folder that the target portable made",
     Program, kProfile, [](O& o, V v) { return parseLine(o.kitFolder, v); }, kTarget},
    {"keep-there", 0, kSwitch, "false", "What the capture leaves there stays, once its report is here", Program,
     kProfile, [](O& o, V v) { return parseSwitch(o.keepThere, v); }, kTarget},

    {"output", 'o', "FILE", "report%n",
     "The report, .rep. %p = process, %h = host, %n = first free number, %q{NAME} = environment variable, %% = %",
     Output, kCollects,
     [](O& o, V v) { return v.empty() ? model::Message(model::MessageCode::NeedsName) : parseLine(o.output, v); }},
    {"output-dir", 0, "FOLDER", ".", "The folder of reports whose name has none; it is made where it is missing",
     Output, kCollects, [](O& o, V v) { return parseLine(o.outputFolder, v); }},
    {"force-overwrite", 'f', kSwitch, "false", "A report that is there may be replaced", Output, kCollects,
     [](O& o, V v) { return parseSwitch(o.overwrite, v); }},
    {"stats", 0, kSwitch, "false",
     "Print tables at the end: of NVTX ranges, calls, kernels, copies and memory, as far as there are any", Output,
     kCollects, [](O& o, V v) { return parseSwitch(o.stats, v); }},
    {"export",
     0,
     "TYPES",
     "none",
     "Write these beside the report: sqlite, json (jsonlines), csv, chrome",
     Output,
     kCollects,
     parseExports,
     {},
     "none,sqlite,json,jsonlines,csv,chrome"},

    {"session-new", 0, "NAME", "", "The name of the session; %h, %q{NAME} and %% are replaced", Session, kAll,
     [](O& o, V v) { return parseSessionName(o.sessionName, v); }},
    {"session", 0, "NAME", "", "A session that is there (sightline sessions)", Session, kLaunch | kStart,
     [](O& o, V v) { return parseSessionName(o.session, v); }},

    // Those of kinds that this version does not capture. `standard` = values that ask for nothing.
    {"samples-per-backtrace", 0, "N", "1", "", Later, kAll, nullptr},
    {"sampling-period", 0, "N", "", "", Later, kAll, nullptr},
    {"sampling-trigger", 0, "KIND", "", "", Later, kAll, nullptr},
    {"gpuctxsw", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"gpu-video-devices", 0, "DEVICES", "none", "", Later, kAll, nullptr},
    {"accelerator-trace", 0, "KIND", "none", "", Later, kAll, nullptr},
    {"soc-metrics", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"ib-switch-metrics-devices", 0, "GUIDS", "none", "", Later, kAll, nullptr},
    {"ib-switch-congestion-devices", 0, "GUIDS", "none", "", Later, kAll, nullptr},
    {"ib-net-info-devices", 0, "NICS", "none", "", Later, kAll, nullptr},
    {"ib-net-info-files", 0, "FILES", "none", "", Later, kAll, nullptr},
    {"ib-net-info-output", 0, "FOLDER", "none", "", Later, kAll, nullptr},
    {"gds-metrics", 0, kSwitch, "false,none", "", Later, kAll, nullptr},
    {"cpu-core-events", 0, "EVENTS", "none", "", Later, kAll, nullptr},
    {"cpu-core-metrics", 0, "METRICS", "none", "", Later, kAll, nullptr},
    {"cpu-cluster-events", 0, "EVENTS", "none", "", Later, kAll, nullptr},
    {"cpu-socket-events", 0, "EVENTS", "none", "", Later, kAll, nullptr},
    {"cpu-socket-metrics", 0, "METRICS", "none", "", Later, kAll, nullptr},
    {"os-events", 0, "EVENTS", "none", "", Later, kAll, nullptr},
    {"event-sample", 0, "KIND", "none", "", Later, kAll, nullptr},
    {"osrt-backtrace-stack-size", 0, "BYTES", "6144", "", Later, kInjects, nullptr},
    {"syscall", 0, "KIND", "none", "", Later, kAll, nullptr},
    {"ftrace", 0, "EVENTS", "none", "", Later, kAll, nullptr},
    {"dask", 0, "KINDS", "none", "", Later, kInjects, nullptr},
    {"nccl-trace", 0, "KINDS", "none", "", Later, kInjects, nullptr},
    {"enable", 0, "PLUGIN", "none", "", Later, kAll, nullptr},
    {"cuda-trace-scope", 0, "SCOPE", "process-tree", "", Later, kInjects, nullptr},
    {"process-scope", 0, "SCOPE", "main,process-tree", "", Later, kAll, nullptr},
    {"debug-symbols", 0, "FOLDERS", "", "", Later, kAll, nullptr},
    {"isr", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"vsync", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"command-file", 0, "FILE", "", "", Later, kAll, nullptr},
    {"auto-report-name", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"after-collection-start", 0, "COMMAND", "", "", Later, kAll, nullptr},
    {"after-report-ready", 0, "COMMAND", "", "", Later, kAll, nullptr},
    {"run-as", 0, "USER", "none", "", Later, kInjects, nullptr},
    {"start-later", 'Y', kSwitch, "false", "", Later, kInjects, nullptr},
    {"start-frame-index", 0, "N", "", "", Later, kAll, nullptr},
    {"duration-frames", 0, "N", "", "", Later, kAll, nullptr},
    {"clock-frequency-changes", 0, kSwitch, "false", "", Later, kAll, nullptr},
    // Of systems that this version does not run on.
    {"etw-provider", 0, "PROVIDER", "", "", Later, kAll, nullptr},
    {"reflex-events", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"retain-etw-files", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"system-wide", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"wddm-additional-events", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"wddm-backtraces", 0, kSwitch, "false", "", Later, kAll, nullptr},
    {"xhv-trace", 0, "FILE", "", "", Later, kAll, nullptr},
    {"xhv-trace-events", 0, "EVENTS", "none", "", Later, kAll, nullptr},
    {"xhv-vm-symbols", 0, "FILE", "", "", Later, kAll, nullptr},
    {"qnx-kernel-events", 0, "EVENTS", "none", "", Later, kAll, nullptr},
    {"el1-sampling", 0, kSwitch, "false", "", Later, kAll, nullptr},
    // They say how something is captured, and ask for nothing by themselves; or what this version does whatever they
    // say.
    {"cuda-flush-interval", 0, "MS", kAnyValue, "", Later, kInjects, nullptr},
    {"flush-on-cudaprofilerstop", 0, kSwitch, kAnyValue, "", Later, kInjects, nullptr},
    {"trace-fork-before-exec", 0, kSwitch, kAnyValue, "", Later, kInjects, nullptr},
    {"resolve-symbols", 0, kSwitch, kAnyValue, "", Later, kAll, nullptr},
    {"show-source-info", 0, kSwitch, kAnyValue, "", Later, kAll, nullptr},
    {"discard-environment", 0, kSwitch, kAnyValue, "", Later, kInjects, nullptr},  // no report holds an environment
    {"hotkey-capture", 0, "KEY", kAnyValue, "", Later, kCollects, nullptr},
    {"event-sampling-interval", 0, "MS", kAnyValue, "", Later, kAll, nullptr},
    {"event-sampling-frequency", 0, "HZ", kAnyValue, "", Later, kAll, nullptr},
    {"event-sampling-multiplex-interval", 0, "MS", kAnyValue, "", Later, kAll, nullptr},
    {"ftrace-keep-user-config", 0, kSwitch, kAnyValue, "", Later, kAll, nullptr},
    {"dts-api-port", 0, "PORT", kAnyValue, "", Later, kAll, nullptr},
    {"gds-libs-path", 0, "FOLDER", kAnyValue, "", Later, kAll, nullptr},
    {"ib-switch-metrics-nic-device", 0, "NIC", kAnyValue, "", Later, kAll, nullptr},
    {"ib-switch-congestion-nic-device", 0, "NIC", kAnyValue, "", Later, kAll, nullptr},
    {"ib-switch-congestion-percent", 0, "N", kAnyValue, "", Later, kAll, nullptr},
    {"ib-switch-congestion-threshold-high", 0, "N", kAnyValue, "", Later, kAll, nullptr},
    {"soc-metrics-frequency", 0, "HZ", kAnyValue, "", Later, kAll, nullptr},
    {"soc-metrics-set", 0, "SET", kAnyValue, "", Later, kAll, nullptr},
    {"qnx-kernel-events-mode", 0, "MODE", kAnyValue, "", Later, kAll, nullptr},
    {"opengl-gpu-workload", 0, kSwitch, kAnyValue, "", Later, kInjects, nullptr},
    {"vulkan-gpu-workload", 0, "KIND", kAnyValue, "", Later, kInjects, nullptr},
    {"vulkan-sc-gpu-workload", 0, "KIND", kAnyValue, "", Later, kInjects, nullptr},
    {"dx12-gpu-workload", 0, "KIND", kAnyValue, "", Later, kInjects, nullptr},
    {"dx12-wait-calls", 0, kSwitch, kAnyValue, "", Later, kInjects, nullptr},
    {"dx-force-declare-adapter-removal-support", 0, kSwitch, kAnyValue, "", Later, kInjects, nullptr},
    {"wddm-memory-trace", 0, kSwitch, kAnyValue, "", Later, kAll, nullptr},
    {"injection-use-detours", 0, kSwitch, kAnyValue, "", Later, kInjects, nullptr},
};

/// Other names of the same.
struct Spelling {
    V typed, name;
};
constexpr Spelling kSpellings[] = {
    {"gpu-metrics-device", "gpu-metrics-devices"},
    {"nvtx-include", "nvtx-domain-include"},
    {"nvtx-exclude", "nvtx-domain-exclude"},
    {"environment", "env-var"},
    {"force", "force-overwrite"},
    {"python-nvtx-annotations", "python-functions-trace"},
    {"gpu-video-device", "gpu-video-devices"},
    {"ib-switch-metrics", "ib-switch-metrics-devices"},
};

/// Values that documents have, of older versions too, for what this version has another word for.
struct OtherValue {
    V option, typed, means;
};
constexpr OtherValue kOtherValues[] = {
    {"sample", "cpu", "process-tree"}, {"python-backtrace", "true", "cuda"}, {"python-backtrace", "false", "none"},
    {"nic-metrics", "lf", "true"},     {"nic-metrics", "none", "false"},     {"storage-metrics", "none", "false"},
};

struct GroupTitle {
    Group group;
    V title;
};
constexpr GroupTitle kGroups[] = {{Trace, "What is traced"},
                                  {Sampling, "What is looked at from outside"},
                                  {Range, "When"},
                                  {Program, "The program"},
                                  {Output, "What is written"},
                                  {Session, "The session"},
                                  {Later, "Understood, but not captured by this version"}};

/// The value of an option, for those who complete it. "%kinds" are those of -t.
HelpValue valueForHelp(const OptionInfo& o) {
    if (o.words.empty()) return helpValue(o.value);
    if (o.words.find('|') != V::npos) return {HelpValue::Kind::Word, std::string(o.value), helpValue(o.words).words};
    std::vector<std::string> words = splitAt(o.words, ',');
    if (o.words == kKindsHere) {
        words = {"none"};
        for (const auto& kind : importers::capture::tracedKinds()) words.emplace_back(kind.key);
    }
    return helpList(o.value, std::move(words));
}

HelpOption helpOf(const OptionInfo& o) {
    HelpOption out{{}, valueForHelp(o), meaningOf(o)};
    if (o.letter) out.names.push_back({'-', o.letter});
    out.names.push_back("--" + std::string(o.name));
    if (!o.standard.empty() && o.group != Later) out.meaning += fmt::format(" [{}]", o.standard);
    return out;
}

}  // namespace

std::span<const OptionInfo> optionTable() { return kOptions; }

const OptionInfo* findOption(V typed) {
    const bool isLong = typed.starts_with("--");
    if (!isLong && typed.size() != 2) return nullptr;
    V name = isLong ? typed.substr(2) : V();
    for (const Spelling& s : kSpellings)
        if (isLong && s.typed == name) name = s.name;
    for (const OptionInfo& o : kOptions)
        if (isLong ? o.name == name : o.letter == typed[1]) return &o;
    return nullptr;
}

V valueOf(const OptionInfo& o, V typed) {
    for (const OtherValue& other : kOtherValues)
        if (other.option == o.name && other.typed == typed) return other.means;
    return typed;
}

bool asksForNothing(const OptionInfo& o, V value) {
    const std::vector<std::string> harmless = splitAt(o.standard, ',');
    return o.standard == kAnyValue || std::find(harmless.begin(), harmless.end(), value) != harmless.end();
}

std::string meaningOf(const OptionInfo& o) {
    std::string out(o.meaning), kinds;
    const std::size_t at = out.find(kKindsHere);
    if (at == out.npos) return out;
    for (const auto& kind : importers::capture::tracedKinds()) {
        kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", kind.key);
        if (!kind.help.empty()) kinds += fmt::format(" ({})", kind.help);
    }
    return out.replace(at, kKindsHere.size(), kinds);
}

std::vector<HelpGroup> optionGroups(Command command) {
    std::vector<HelpGroup> out;
    for (const GroupTitle& g : kGroups) {
        HelpGroup group{std::string(g.title), {}, g.group != Later};
        for (const OptionInfo& o : kOptions)
            if (o.group == g.group && (o.commands & command)) group.options.push_back(helpOf(o));
        if (!group.options.empty()) out.push_back(std::move(group));
    }
    return out;
}

}  // namespace app::capture
