// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed behind `sightline profile`, `launch` and `start`.
#include <sys/wait.h>
#include <unistd.h>
#include <fstream>
#include <set>

#include "app/cli/capture/captures.h"
#include "app/cli/capture/options.h"
#include "app/cli/capture/output_name.h"
#include "model/base/messages.h"
#include "tests/kit/cli_run.h"

namespace {

using namespace app::capture;
using Words = std::vector<std::string>;

struct Parsed {
    CaptureOptions options;
    std::string wrong;
};

Parsed parsed(const Words& words, Command command = kProfile) {
    Parsed out;
    out.wrong = english(parseOptions(words, command, out.options));
    return out;
}
/// With a program behind the options.
Parsed with(Words words, Command command = kProfile) {
    if (command != kStart) words.insert(words.end(), {"app", "-x", "--unknown"});
    return parsed(words, command);
}
std::string wrong(Words words, Command command = kProfile) { return with(std::move(words), command).wrong; }
Words remarksOf(const Parsed& parsed) {
    Words out;
    for (const model::Message& m : parsed.options.remarks) out.push_back(english(m));
    return out;
}
std::string complaint(const CaptureOptions& options) { return english(complaintAboutOutput(options)); }

}  // namespace

TEST("options end where the program begins, and its own are left alone") {
    const Parsed p = parsed({"-t", "cuda", "-f", "python", "train.py", "-t", "osrt", "--wrong"});
    CHECK_EQ(p.wrong, std::string());
    CHECK(p.options.program == Words({"python", "train.py", "-t", "osrt", "--wrong"}));
    CHECK(p.options.collect.cuda && !p.options.collect.nvtx && p.options.overwrite);
    CHECK(parsed({"-f", "--", "-odd", "name"}).options.program == Words({"-odd", "name"}));
    CHECK(parsed({}).wrong.find("What is to be run") == 0);
    CHECK(parsed({"-t", "cuda"}).wrong.find("What is to be run") == 0);
}

TEST("each way to write a value is understood") {
    for (const Words& words :
         {Words{"-d", "1.5"}, Words{"-d1.5"}, Words{"-d=1.5"}, Words{"--duration", "1.5"}, Words{"--duration=1500ms"}})
        CHECK_EQ(with(words).options.durationNs, 1'500'000'000);
    for (const Words& words : {Words{"-f"}, Words{"-f", "true"}, Words{"-ftrue"}, Words{"--force-overwrite=true"},
                               Words{"--force-overwrite"}}) {
        const Parsed p = with(words);
        CHECK(p.options.overwrite && p.options.program.front() == "app");
    }
    CHECK(!with({"-w", "false"}).options.showOutput && with({"-w"}).options.showOutput);
}

TEST("every option is taken, and does what its line says") {
    CHECK(with({}).options.collect.cuda && with({}).options.collect.nvtx);
    CHECK(with({"-t", "nccl"}).options.collect.nvtx && !with({"-t", "nvtx"}).options.collect.cuda);
    CHECK(with({"--cuda-graph-trace=node"}).options.collect.graphNodes &&
          !with({"--cuda-graph-trace=graph:host-only"}).options.collect.graphNodes);
    CHECK(with({"--cuda-memory-usage=true"}).options.collect.memory);
    CHECK(with({"--cuda-event-trace=true"}).options.collect.deviceEvents &&
          !with({"--cuda-event-trace=auto"}).options.collect.deviceEvents);
    CHECK(with({"--cuda-um-cpu-page-faults=true"}).options.collect.unifiedMemory &&
          with({"--cuda-um-gpu-page-faults=true"}).options.collect.unifiedMemory);
    CHECK(with({"--cuda-trace-all-apis"}).options.collect.allCalls);
    CHECK_EQ(with({"--nvtx-domain-include=default,NCCL"}).options.collect.include, std::string("default,NCCL"));
    CHECK_EQ(with({"--nvtx-domain-exclude=NCCL"}).options.collect.exclude, std::string("NCCL"));
    const CaptureOptions api = with({"-c", "cudaProfilerApi"}).options;
    CHECK(api.rangeBy == RangeBy::ProfilerApi && api.collect.profilerApi && api.collect.startPaused &&
          api.rangeEnd == RangeEnd::StopShutdown);
    const CaptureOptions nvtx = with({"-c", "nvtx", "-p", "step@*", "--capture-range-end=repeat:3:defer"}).options;
    CHECK(nvtx.rangeBy == RangeBy::Nvtx && nvtx.collect.nvtxCapture == "step@*" && nvtx.rangeEnd == RangeEnd::Repeat &&
          nvtx.repeats == 3);
    CHECK(with({"-c", "cudaProfilerApi", "--capture-range-end", "stop"}).options.rangeEnd == RangeEnd::Stop);
    CHECK(with({"-c", "cudaProfilerApi", "--capture-range-end=none"}).options.rangeEnd == RangeEnd::None);
    CHECK(with({"-c", "cudaProfilerApi", "--capture-range-end=repeat-shutdown:2"}).options.rangeEnd ==
          RangeEnd::RepeatShutdown);
    CHECK(with({"-y", "2"}).options.delayNs == 2'000'000'000 && with({"-y", "2"}).options.collect.startPaused);
    CHECK(!with({"-x", "false", "-d", "1"}).options.stopOnExit && !with({"-n", "false"}).options.inheritEnvironment);
    CHECK(with({"-e", "A=1,B=x=y"}).options.environment ==
          std::vector<std::pair<std::string, std::string>>{{"A", "1"}, {"B", "x=y"}});
    CHECK(with({"-e", "A=1", "-e", "B="}).options.environment.size() == 2);
    CHECK(with({"-e", "A=a:b\\,c:d,B=x\\y\\", "-e", "C=\\,"}).options.environment ==
          std::vector<std::pair<std::string, std::string>>{{"A", "a:b,c:d"}, {"B", "x\\y\\"}, {"C", ","}});
    CHECK_EQ(with({"--kill=none"}).options.killSignal, 0);
    CHECK_EQ(with({"--kill", "sigkill"}).options.killSignal, SIGKILL);
    CHECK_EQ(with({"--kill=10"}).options.killSignal, 10);
    CHECK(!with({"--wait=primary"}).options.waitForAll && with({"--wait=all"}).options.waitForAll);
    CHECK(with({"--stats=true"}).options.stats &&
          with({"--export=sqlite,jsonlines"}).options.exports == Words({"sqlite", "json"}));
    CHECK(with({"-o", "run%p", "--output-dir=/tmp"}).options.output == "run%p" &&
          with({"--output-dir=/tmp"}).options.outputFolder == "/tmp");
    CHECK(with({"--session-new=train-1"}).options.sessionName == "train-1" &&
          with({"--session=a"}, kLaunch).options.session == "a");
}

TEST("spellings in people's notes are understood") {
    CHECK_EQ(with({"--gpu-metrics-device=all"}).options.collect.gpuMetrics, std::string("all"));
    CHECK(with({"--stop-on-range-end=true", "-c", "cudaProfilerApi"}).options.rangeEnd == RangeEnd::StopShutdown);
    CHECK(with({"-t", "cuda", "--nvtx"}).options.collect.nvtx);
    CHECK(with({"--mpi"}).options.collect.libraries == "mpi" &&
          with({"-t", "cuda,mpi", "--mpi-impl=mpich"}).options.collect.libraries == "mpi");
}

// Lines of the guides of Nsight Systems 2020 to 2026, and what each becomes: its options as this version names them,
// what it does not capture, and what counts for less.
TEST("lines of documents are understood, and what this version does not do is named") {
    struct Line {
        Words words;
        bool (*fits)(const CaptureOptions&);
        Words untraced = {};
        std::size_t remarks = 0;
    };
    using O = CaptureOptions;
    const Line lines[] = {
        {{"-s", "cpu"}, [](const O& o) { return o.collect.cpuSampling == "process-tree"; }},
        {{"--sample=cpu", "--trace=cuda,nvtx,osrt,cudnn,cublas"},
         [](const O& o) {
             return o.collect.cpuSampling == "process-tree" && o.collect.libraries == "cudnn,cublas" &&
                    o.collect.osRuntime;
         }},
        {{"--sample=system-wide", "--backtrace=lbr"},
         [](const O& o) { return o.collect.cpuSampling == "system-wide" && o.collect.cpuStacks == "fp"; },
         {},
         1},
        {{"--sample=xhv"}, [](const O& o) { return o.collect.cpuSampling.empty(); }, {"sample xhv"}},
        {{"-t", "cuda,opengl,nvtx,osrt"}, [](const O& o) { return o.collect.libraries == "opengl"; }},
        {{"--trace=cuda,cublas-verbose,cublas,cudla,opengl-annotations"},
         [](const O& o) { return o.collect.libraries == "cublas,opengl"; },
         {"cublas-verbose", "cudla", "opengl-annotations"}},
        {{"--trace=cuda-sw,ucx,oshmem,mpi", "--mpi-impl=openmpi"},
         [](const O& o) { return o.collect.cuda && o.collect.libraries == "mpi"; },
         {"ucx", "oshmem"}},
        {{"--trace=nvtx,vulkan,dx12-annotations,wddm,nvvideo,gds,s3-verbose"},
         [](const O& o) { return !o.collect.cuda; },
         {"vulkan", "dx12-annotations", "wddm", "nvvideo", "gds", "s3-verbose"}},
        {{"--cuda-graph-trace=node:host-only:nvtx-live"}, [](const O& o) { return o.collect.graphNodes; }},
        {{"--cuda-graph-trace=graph:host-and-device"},
         [](const O& o) { return !o.collect.graphNodes; },
         {"cuda-graph-trace host-and-device"}},
        {{"--gpu-metrics-device=all", "--gpu-metrics-frequency=200000"},
         [](const O& o) { return o.collect.gpuMetrics == "all" && o.collect.gpuMetricsHz == 10'000; },
         {},
         1},
        {{"--gpu-metrics-devices=0,1", "--gpu-metrics-frequency=1k,5k"},
         [](const O& o) { return o.collect.gpuMetricsHz == 5000; },
         {},
         1},
        {{"--gpu-metrics-devices=cuda-visible", "--gpu-metrics-set=gh100"},
         [](const O& o) { return o.collect.gpuMetricsSet.empty(); },
         {},
         1},
        {{"--gpu-metrics-devices=0", "--gpu-metrics-set=file:my.config"},
         [](const O& o) { return o.collect.gpuMetricsSet.empty(); },
         {},
         1},
        {{"--gpu-metrics-devices=0", "--gpu-metrics-set=sm__cycles_active.avg"},
         [](const O& o) { return o.collect.gpuMetricsSet == "sm__cycles_active.avg"; }},
        {{"--nic-metrics=lf"}, [](const O& o) { return o.collect.network; }},
        {{"--nic-metrics=hf-via-dts", "--dts-api-port=9117"},
         [](const O& o) { return o.collect.network; },
         {"nic-metrics hf-via-dts"}},
        {{"--nic-metrics=none", "--storage-metrics=--lustre-volumes=all"},
         [](const O& o) { return !o.collect.network && o.collect.storage; },
         {"storage-metrics --lustre-volumes=all"}},
        {{"-t", "osrt", "--osrt-backtrace-depth=200", "--osrt-backtrace-stack-size=6144"},
         [](const O& o) { return o.collect.osrtStackDepth == 128; },
         {},
         1},
        {{"--export=hdf,sqlite", "--export", "jsonlines"},
         [](const O& o) {
             return o.exports == Words({"sqlite", "json"});
         },
         {},
         1},
        {{"--export=arrowdir,parquetdir,text"}, [](const O& o) { return o.exports.empty(); }, {}, 3},
        {{"--python-backtrace=true", "--python-sampling=true"},
         [](const O& o) { return o.collect.pythonStacks == "cuda" && o.collect.pythonSampling; }},
        {{"-p", "none", "-c", "none"}, [](const O& o) { return o.rangeBy == RangeBy::None; }},
        {{"-c", "cudaProfilerApi", "--capture-range-end=repeat:5:async", "--flush-on-cudaprofilerstop=false",
          "--cuda-flush-interval=100"},
         [](const O& o) { return o.repeats == 5; }},
        {{"--session-new=my run"},
         [](const O& o) { return o.sessionName == "my run" && newSessionName(o) == "my_run"; }},
        {{"--trace-fork-before-exec=true", "--resolve-symbols=false", "--discard-environment=true",
          "--hotkey-capture=F11"},
         [](const O&) { return true; }},
        {{"--gpu-video-device=all", "--ib-switch-metrics=ec0d9a0300", "--ib-switch-congestion-percent=50"},
         [](const O&) { return true; },
         {"gpu-video-devices", "ib-switch-metrics-devices"}},
        {{"--event-sample=system-wide", "--event-sampling-interval=20", "--cpu-core-events=2,3", "--os-events=none"},
         [](const O&) { return true; },
         {"event-sample", "cpu-core-events"}},
        {{"--soc-metrics=true", "--accelerator-trace=tegra-accelerators", "--process-scope=process-tree",
          "--vsync=false", "--xhv-trace-events=none"},
         [](const O&) { return true; },
         {"soc-metrics", "accelerator-trace"}},
        {{"--dx12-gpu-workload=batch", "--vulkan-gpu-workload=individual", "--wddm-backtraces=false",
          "--start-frame-index=10", "--duration-frames=60"},
         [](const O&) { return true; },
         {"start-frame-index", "duration-frames"}},
        {{"--nccl-trace=all", "--dask=functions-trace", "--enable=efa_metrics", "--after-report-ready=./done.sh",
          "--start-later=true"},
         [](const O&) { return true; },
         {"nccl-trace", "dask", "enable", "after-report-ready", "start-later"}},
    };
    for (const Line& line : lines) {
        const Parsed p = with(line.words);
        std::string typed;
        for (const std::string& word : line.words) typed += ' ' + word;
        if (!p.wrong.empty() || !line.fits(p.options) || p.options.untraced != line.untraced ||
            p.options.remarks.size() != line.remarks)
            std::printf("   %s: %s\n", typed.c_str(), p.wrong.c_str());
        CHECK(p.wrong.empty() && line.fits(p.options));
        CHECK(p.options.untraced == line.untraced);
        CHECK_EQ(p.options.remarks.size(), line.remarks);
    }
    CHECK(remarksOf(with({"--gpu-metrics-devices=all", "--gpu-metrics-frequency=20000"})) ==
          Words({"--gpu-metrics-frequency: 20000 is more than this version does; 10000 counts."}));
}

TEST("calls of CUDA have their stacks from a threshold of their kind on") {
    const auto thresholds = [](const char* value) {
        const auto c = with({std::string("--cudabacktrace=") + value}).options.collect;
        return std::vector<unsigned>{c.cudaStackKernel, c.cudaStackMemory, c.cudaStackSync, c.cudaStackOther};
    };
    constexpr unsigned none = collectors::kNoStack;
    CHECK(thresholds("none") == std::vector<unsigned>({none, none, none, none}) &&
          thresholds("false") == thresholds("none"));
    CHECK(thresholds("all") == std::vector<unsigned>({80'000, 80'000, 80'000, 80'000}) &&
          thresholds("true") == thresholds("all"));
    CHECK(thresholds("kernel:500,sync") == std::vector<unsigned>({500, none, 80'000, none}));
    CHECK(thresholds("all:0,memory:7") == std::vector<unsigned>({0, 7, 0, 0}));
    CHECK(thresholds("other:4000000000") == std::vector<unsigned>({none, none, none, 4'000'000'000}));
    CHECK(with({"--cudabacktrace=sync"}).options.collect.wantsStacksOfCalls() &&
          !with({"--cudabacktrace=none"}).options.collect.wantsStacksOfCalls());
    for (const char* value : {"", "kernels", "kernel:", "kernel:x", "kernel:-1", "kernel:4294967295", "none,kernel"})
        CHECK(!wrong({std::string("--cudabacktrace=") + value}).empty());
    CHECK(wrong({"-t", "nvtx", "--cudabacktrace=all"}).find("needs cuda") != std::string::npos);
}

TEST("what is looked at from outside, and calls of libraries, are read as they mean") {
    const auto c = with({"-t", "cuda,osrt,cudnn,mpi", "--osrt-threshold=0", "--osrt-backtrace-threshold", "5000",
                         "--osrt-backtrace-depth=8", "--osrt-file-access", "--python-backtrace=cuda",
                         "--python-sampling", "--python-sampling-frequency=50"})
                       .options.collect;
    CHECK(c.osRuntime && c.libraries == "cudnn,mpi" && c.osrtThreshold == 0 && c.osrtStackThreshold == 5000 &&
          c.osrtStackDepth == 8 && c.osrtFiles);
    CHECK(c.pythonStacks == "cuda" && c.pythonSampling && c.pythonSamplingHz == 50 && !c.needsSampler());
    const auto s = with({"-s", "process-tree", "-b", "dwarf", "--cpuctxsw=system-wide", "--sampling-frequency=4000",
                         "--gpu-metrics-devices=0,1", "--gpu-metrics-frequency=10000", "--gpu-metrics-set", "general",
                         "--gpu-state", "--cpu-metrics", "--nic-metrics=true", "--storage-metrics"})
                       .options.collect;
    CHECK(s.cpuSampling == "process-tree" && s.cpuStacks == "dwarf" && s.cpuSwitches == "system-wide" &&
          s.cpuSamplingHz == 4000 && s.gpuMetrics == "0,1" && s.gpuMetricsHz == 10'000);
    CHECK(s.gpuMetricsSet == "general" && s.gpuState && s.cpuUse && s.network && s.storage && s.needsSampler());
    CHECK(with({"-s", "none", "-b", "auto", "--cpuctxsw=none", "--gpu-metrics-devices=none", "--nic-metrics=none"})
              .options.collect == collectors::Sampling());
    CHECK(with({"-t", "none", "-s", "process-tree"}).wrong.empty() && with({"-t", "osrt"}).wrong.empty());
    for (const Words& words :
         {Words{"-s", "gpu"}, Words{"-b", "lbrs"}, Words{"--sampling-frequency=0"}, Words{"--sampling-frequency=1e3"},
          Words{"--gpu-metrics-devices=0,x"}, Words{"--gpu-metrics-frequency=300000"},
          Words{"--gpu-metrics-frequency=10k,"}, Words{"--python-backtrace=all"}, Words{"--osrt-backtrace-depth=0"},
          Words{"--python-sampling-frequency=5000"}})
        CHECK(wrong(words).starts_with(words[0].substr(0, words[0].find('='))));
}

TEST("what a session asks comes back as it was written") {
    collectors::Options o =
        with({"-t", "osrt,cublas", "-s", "system-wide", "--gpu-state", "--sampling-frequency=77"}).options.collect;
    const cli_run::Folder place;
    o.folder = (place / "").string();
    std::ofstream(place / "options") << collectors::asText(o);
    ::setenv("SIGHTLINE_SESSION", o.folder.c_str(), 1);
    collectors::Options again;
    CHECK(again.read());
    CHECK_EQ(collectors::asText(again), collectors::asText(o));
    CHECK(again.osRuntime && !again.cuda && again.libraries == "cublas" && again.cpuSampling == "system-wide" &&
          again.cpuSamplingHz == 77);
}

TEST("a process that runs under more filters than its session does not join it") {
    const unsigned own = collectors::seccompFilters();
    const cli_run::Folder place;
    ::setenv("SIGHTLINE_SESSION", (place / "").c_str(), 1);
    const auto reads = [&](unsigned sessions) {
        collectors::Options o;
        o.seccompFilters = sessions;
        std::ofstream(place / "options") << collectors::asText(o);
        return collectors::Options().read();
    };
    CHECK(reads(own));
    CHECK(reads(own + 1));  // as of a session in a container, seen from outside
    if (own > 0) CHECK(!reads(own - 1));
    ::unsetenv("SIGHTLINE_SESSION");
}

TEST("what later versions capture is known, says so, and stops nothing") {
    const Parsed p =
        with({"-t", "cuda,nvtx,openacc,python-gil", "--syscall=process-tree", "--ftrace=sched", "--gpuctxsw=true"});
    CHECK_EQ(p.wrong, std::string());
    CHECK(p.options.untraced == Words({"openacc", "python-gil", "syscall", "ftrace", "gpuctxsw"}));
    // What asks for nothing is not complained about.
    CHECK(with({"--syscall=none", "--gpuctxsw=false", "--resolve-symbols=true"}).options.untraced.empty());
    CHECK(wrong({"-t", "openacc"}).find("openacc is not captured by this version") == 0);
}

TEST("what is unknown or does not fit together is refused with the reason") {
    CHECK(wrong({"--traec=cuda"}).find("Did you mean --trace?") != std::string::npos);
    CHECK(wrong({"--frobnicate"}).find("There is no option --frobnicate.") == 0);
    CHECK(wrong({"-Q"}).find("There is no option -Q.") == 0);
    CHECK(wrong({"-t", "cuda,gpu"}).find("-t: “gpu” cannot be traced") == 0);
    CHECK(wrong({"-t", "none"}) == "-t none leaves nothing to capture.");
    CHECK(parsed({"-o"}).wrong.find("-o needs a value") == 0);
    CHECK(wrong({"-d", "soon"}).find("-d: “soon” is no time") == 0);
    CHECK(wrong({"-d", "-1"}).find("-d:") == 0);
    for (const char* size : {"many", "-1", "1X", "", "nan", "1e30"})
        CHECK(wrong({"--max-size", size}).find("--max-size: ") == 0);
    CHECK(wrong({"-f=maybe"}).find("none of true, false") != std::string::npos);
    CHECK(wrong({"-o", "a", "--output=b"}).find("--output is given twice") == 0);
    CHECK(wrong({"-c", "nvtx"}).find("-c nvtx needs the name of the range") == 0);
    CHECK(wrong({"-p", "step"}).find("-p has a meaning with -c nvtx only") == 0);
    CHECK(wrong({"-c", "cudaProfilerApi", "-t", "nvtx"}).find("needs cuda") != std::string::npos);
    CHECK(wrong({"-c", "nvtx", "-p", "a", "-t", "cuda"}).find("needs nvtx") != std::string::npos);
    CHECK(wrong({"-c", "hotkey"}).find("hotkey") != std::string::npos);
    CHECK(wrong({"-c", "cudaProfilerApi", "-y", "1"}).find("not both") != std::string::npos);
    CHECK(wrong({"--capture-range-end=stop"}).find("end of a range means nothing") != std::string::npos);
    CHECK(wrong({"-c", "cudaProfilerApi", "--capture-range-end=repeat-shutdown"}).find("needs a number") !=
          std::string::npos);
    CHECK(wrong({"-c", "cudaProfilerApi", "--capture-range-end=repeat:0"}).find("“repeat:0” is none of") !=
          std::string::npos);
    CHECK(wrong({"-x", "false"}).find("needs a duration") != std::string::npos);
    CHECK(wrong({"--nvtx-domain-include=a", "--nvtx-domain-exclude=b"}).find("Only one of") == 0);
    CHECK(wrong({"-e", "novalue"}).find("NAME=value") != std::string::npos);
    CHECK(wrong({"--kill=99"}).find("“99” is none of") != std::string::npos);
    CHECK(wrong({"--export=pdf"}).find("cannot be exported as “pdf”") != std::string::npos);
    CHECK(wrong({"--session-new=1st"}).find("no name of a session") != std::string::npos);
    CHECK(wrong({"--session-new=../x"}).find("no name of a session") != std::string::npos);
    CHECK(wrong({"-p", "a\nb", "-c", "nvtx"}).find("line break") != std::string::npos);
    CHECK_EQ(wrong({"-e", "A=1"}, kStart),
             std::string("-e does not belong to this command; it is one of sightline profile and launch."));
    CHECK_EQ(wrong({"--session=foo"}),
             std::string("--session does not belong to this command; it is one of sightline launch and start."));
    CHECK(wrong({"-c", "cudaProfilerApi", "--capture-range-end=stop", "--stop-on-range-end=true"})
              .find("--stop-on-range-end: only one of ") == 0);
    CHECK(wrong({"-c", "cudaProfilerApi", "--stop-on-range-end=false", "--capture-range-end=stop"})
              .find("--capture-range-end: only one of ") == 0);
    for (const Words& words :
         {Words{"--session-new=1st"}, Words{"--kill=99"}, Words{"-e", "x"}, Words{"--max-size=x"}, Words{"-d", "x"}})
        CHECK(wrong(words).find("..") == std::string::npos);
    CHECK(parsed({"app"}, kStart).wrong.find("start takes no program") == 0);
}

TEST("the table of options is whole") {
    std::set<std::string_view> names;
    std::set<char> letters;
    for (const OptionInfo& o : optionTable()) {
        CHECK(names.insert(o.name).second);
        CHECK(o.letter == 0 || letters.insert(o.letter).second);
        CHECK(o.commands != 0 && !o.value.empty());
        CHECK((o.group == OptionInfo::Group::Later) == (o.take == nullptr));
        CHECK(o.take == nullptr || !o.meaning.empty());
        CHECK(findOption("--" + std::string(o.name)) == &o);
        std::string help;
        for (const Command command : {kProfile, kLaunch, kStart})
            for (const app::HelpGroup& group : optionGroups(command)) help += app::helpLines(group);
        CHECK(help.find("--" + std::string(o.name)) != std::string::npos);
    }
}

TEST("words that shells offer are accepted, alone and in a list") {
    std::size_t seen = 0;
    const auto accepts = [&](const OptionInfo& info, const std::string& value) {
        CaptureOptions o;
        ++seen;
        if (!info.take(o, valueOf(info, value)).empty())
            check::fail(__FILE__, __LINE__, fmt::format("--{}={}", info.name, value));
    };
    for (const app::HelpGroup& group : optionGroups(kProfile)) {
        for (const app::HelpOption& option : group.options) {
            const OptionInfo* info = findOption(option.names.back());
            if (!info->take) continue;
            std::string all;
            for (const std::string& word : option.value.words) {
                accepts(*info, word);
                if (word != "none") all += (all.empty() ? "" : ",") + word;
            }
            const bool isSet = info->name == "gpu-metrics-set";  // one of the sets, or names of metrics
            if (option.value.kind == app::HelpValue::Kind::List && !isSet) accepts(*info, all);
        }
    }
    CHECK(seen > 60);
}

TEST("places in names are replaced") {
    ::setenv("SIGHTLINE_TEST_RANK", "3", 1);
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    CHECK_EQ(expandPlaces("a%p_%q{SIGHTLINE_TEST_RANK}_%%_%q{SIGHTLINE_TEST_NONE}.%n", {"7", "2"}),
             std::string("a7_3_%_.2"));
    CHECK_EQ(expandPlaces("%h", {}), std::string(host));
    CHECK_EQ(expandPlaces("%p %n %x 100% %q{", {}), std::string("%p %n %x 100% %q{"));
}

TEST("reports get the first free number, an ending, and numbers of their own where there are several") {
    const cli_run::Folder folder;
    CaptureOptions o;
    o.outputFolder = (folder / "").string();
    const auto name = [&](unsigned n, bool several) { return outputFile(o, "42", n, several).filename().string(); };
    CHECK_EQ(name(1, false), std::string("report1.rep"));
    folder.write("report1.rep", "x");
    folder.write("report2.rep", "x");
    CHECK_EQ(name(1, false), std::string("report3.rep"));
    o.output = "run_%p.nsys-rep";
    CHECK_EQ(name(1, false), std::string("run_42.rep"));
    o.output = "run.rep";
    CHECK_EQ(name(1, false), std::string("run.rep"));
    CHECK_EQ(name(2, true), std::string("run.2.rep"));
    o.output = (folder / "").string();
    CHECK_EQ(name(1, false), std::string("report3.rep"));
}

TEST("a report that cannot be written is complained about before anything runs") {
    const cli_run::Folder folder;
    CaptureOptions o;
    o.output = (folder / "missing/run").string();
    CHECK(complaint(o).find("There is no folder") == 0);
    o.output = folder.write("other.rep", "not a report");
    CHECK(complaint(o).find("is there already") != std::string::npos);
    o.overwrite = true;
    CHECK(complaint(o).find("other.rep") != std::string::npos);  // no report of ours: never replaced
    o.output = folder.write("empty.rep", "");
    CHECK_EQ(complaint(o), std::string());
    o.output = (folder / std::string(250, 'n')).string();
    CHECK(complaint(o).find("is too long for a file") != std::string::npos);
    std::filesystem::create_symlink("nowhere", folder / "link.rep");
    o.output = (folder / "link").string();
    CHECK(complaint(o).find("is a link to something that is not there") != std::string::npos);
    std::filesystem::create_directory(folder / "inner.rep");
    o.output = (folder / "inner").string();
    CHECK(complaint(o).find("is a folder") != std::string::npos);
    o.output = "/dev/null";
    CHECK(complaint(o).find("/dev/null is no file that can hold a report") == 0);
    // A folder that is not there is made where --output-dir names it, if those above it let one.
    o.output = "run";
    o.outputFolder = (folder / "new/one").string();
    CHECK_EQ(complaint(o), std::string());
    CHECK(!std::filesystem::exists(folder / "new"));
    o.outputFolder = (folder / "other.rep/one").string();
    CHECK(complaint(o).find("No report can be written into") == 0);
    if (::geteuid() == 0) {  // a second account
        std::filesystem::permissions(folder / "", std::filesystem::perms(0755));
        std::filesystem::create_directory(folder / "mine");
        o.outputFolder = (folder / "mine/new").string();
        const pid_t other = ::fork();
        if (other == 0)
            ::_exit(::setuid(65534) == 0 && complaint(o).find("mine/new: Permission denied") != std::string::npos ? 0
                                                                                                                  : 1);
        int status = 1;
        CHECK(::waitpid(other, &status, 0) == other && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    o.outputFolder.clear();
    // Every report that a range may become.
    o.output = (folder / "part").string();
    o.overwrite = false;
    o.rangeBy = RangeBy::Nvtx, o.rangeEnd = RangeEnd::Repeat, o.repeats = 3;
    CHECK_EQ(complaint(o), std::string());
    folder.write("part.3.rep", "x");
    CHECK(complaint(o).find("part.3.rep is there already") != std::string::npos);
}

TEST("Sizes are read by the thousand") {
    for (const auto& [text, bytes] : std::vector<std::pair<std::string, std::uint64_t>>{{"0", 0},
                                                                                        {"4096", 4096},
                                                                                        {"500M", 500'000'000},
                                                                                        {"1.5G", 1'500'000'000},
                                                                                        {"2kB", 2000},
                                                                                        {"1T", 1'000'000'000'000}})
        CHECK_EQ(with({"--max-size", text}).options.maxBytes, bytes);
}

TEST("A capture ends before the disk is full, or when it is large enough") {
    constexpr std::uint64_t kGiB = 1u << 30;
    CHECK(app::capture::spaceComplaint(5 * kGiB, 0, 2 * kGiB, 100 * kGiB).empty());
    CHECK(app::capture::spaceComplaint(5 * kGiB, 6 * kGiB, 2 * kGiB, 100 * kGiB).empty());
    CHECK(app::capture::spaceComplaint(5 * kGiB, 5 * kGiB, 2 * kGiB, 100 * kGiB).code ==
          model::MessageCode::MaxSizeReached);
    CHECK_EQ(english(app::capture::spaceComplaint(0, 0, kGiB - 1, 100 * kGiB)),
             "only 1024.0 MiB of the disk were free, and 1.00 GiB stay so");
    CHECK(app::capture::spaceComplaint(0, 0, kGiB / 10, kGiB).empty());  // a small disk: a twentieth of it
    CHECK(!app::capture::spaceComplaint(0, 0, kGiB / 21, kGiB).empty());
}

TEST("options that need others to have an effect say so, and count all the same") {
    for (const Words& words :
         {Words{"-b", "dwarf"}, Words{"--sampling-frequency=100"}, Words{"--osrt-threshold=5"},
          Words{"--osrt-file-access=true"}, Words{"--gpu-metrics-set=full"}, Words{"--gpu-metrics-frequency=20"},
          Words{"--kernel-metrics-launches=2"}, Words{"--python-sampling-frequency=50"}}) {
        const Parsed p = with(words);
        CHECK_EQ(p.wrong, std::string());
        CHECK_EQ(p.options.remarks.size(), 1u);
    }
    CHECK(remarksOf(with({"-b", "dwarf"})) == Words({"--backtrace has no effect without --sample."}));
    for (const Words& words : {Words{"-b", "none"}, Words{"-b", "auto"}, Words{"-b", "dwarf", "-s", "process-tree"},
                               Words{"--osrt-threshold=5", "-t", "osrt"}, Words{"--osrt-file-access=false"}})
        CHECK(with(words).options.remarks.empty());
    CHECK(with({"-b", "dwarf"}, kStart).options.remarks.empty() &&
          with({"--osrt-threshold=5"}, kLaunch).options.remarks.size() == 1);
}

TEST("ranges of Python's functions need NVTX, and a file that is there") {
    const cli_run::Folder folder;
    const std::string file = folder.write("functions.json", "[{\"module\": \"m\", \"functions\": [\"f\"]}]");
    CHECK_EQ(with({"--python-functions-trace=" + file}).options.pythonFunctions, file);
    CHECK(wrong({"--python-functions-trace=" + file + "x"}).find("there is no file") != std::string::npos);
    CHECK(wrong({"-t", "cuda", "--python-functions-trace=" + file}).find("needs nvtx") != std::string::npos);
    const auto about = [&](const char* text) {
        return wrong({"--python-functions-trace=" + folder.write("list.json", text)});
    };
    CHECK_EQ(about("[{\"module\": \"m\", \"functions\": [\"f\", \"C.g\"], \"color\": 7}, {\"about\": 1}]"),
             std::string());
    CHECK(about("[\n {\"module\": \"m\"},\n {\"module\": oops}\n]\n").find("it is no JSON from line 3 on") !=
          std::string::npos);
    CHECK(about("").find("it is no JSON") != std::string::npos);
    CHECK(about("{}").find("it is no list") != std::string::npos);
    CHECK(about("[{}, {\"module\": \"m\", \"functions\": \"f\"}]")
              .find("its entry 2 has functions that are no list of names") != std::string::npos);
    CHECK(about("[]").find("it names no module") != std::string::npos &&
          about("[{}]").find("it names no module") != std::string::npos);
    CHECK(about("[{\"module\": \"m\", \"functions\": []}]").find("its entry 1 has no functions") != std::string::npos);
    CHECK(about("[{\"module\": \"m\"}]").find("its entry 1 has functions that are no list of names") !=
          std::string::npos);
    CHECK(about("[{\"module\": 7, \"functions\": [\"f\"]}]").find("its entry 1 has a module that is no text") !=
          std::string::npos);
    CHECK(about("[{\"module\": \"m\", \"functions\": [\"f\"], \"domain\": 7}]")
              .find("its entry 1 has a domain that is no text") != std::string::npos);
    for (const char* colour : {"\"redish\"", "\"12345\"", "[1]", "\"\""})
        CHECK(about(("[{\"module\": \"m\", \"functions\": [\"f\"], \"color\": " + std::string(colour) + "}]").c_str())
                  .find("its entry 1 has a color that is neither a name") != std::string::npos);
    for (const char* colour : {"\"Red\"", "\"#12ab5F\"", "\"0x12ab5F\"", "\"12ab5F\""})
        CHECK_EQ(
            about(("[{\"module\": \"m\", \"functions\": [\"f\"], \"color\": " + std::string(colour) + "}]").c_str()),
            std::string());
    const std::string twice = folder.write(
        "twice.json",
        "[{\"module\": \"m\", \"functions\": [\"f\", \"g\", \"f\"]}, {\"module\": \"__main__\", \"functions\": [\"f\"]}, {\"module\": \"m\", \"functions\": [\"f\"]}]");
    CHECK(
        remarksOf(with({"--python-functions-trace=" + twice})) ==
        Words(
            {"m.f is listed twice, and has one range for each call.",
             "Functions of __main__ cannot have ranges: they are made while it runs. Import them from a module of their own."}));
    CHECK(about("[1]").find("its entry 1 is no object") != std::string::npos);
    CHECK_EQ(
        about(
            "[{\"module\": \"m\", \"category\": \"c\", \"functions\": [\"f\", {\"function\": \"g\", \"module\": \"n\", \"color\": \"red\"}]}]"),
        std::string());
    CHECK(about("[{\"module\": \"m\", \"category\": 7, \"functions\": [\"f\"]}]")
              .find("its entry 1 has a category that is no text") != std::string::npos);
    CHECK(about("[{\"module\": \"m\", \"functions\": [{\"name\": \"g\"}]}]")
              .find("its entry 1 has functions that are no list of names") != std::string::npos);
    CHECK(about("[{\"module\": \"m\", \"functions\": [{\"function\": \"g\", \"color\": \"redish\"}]}]")
              .find("its entry 1 has a color that is neither") != std::string::npos);
    CHECK_EQ(with({"--pytorch=autograd-nvtx,functions-trace"}).options.pytorch,
             std::string("autograd-nvtx,functions-trace"));
    CHECK(with({"--pytorch=none"}).options.pytorch.empty() && !wrong({"--pytorch=operators"}).empty());
    CHECK(wrong({"-t", "cuda", "--pytorch=autograd-nvtx"}).find("needs nvtx") != std::string::npos);
    CHECK(with({"--pytorch=functions-trace-shapes"}).options.untraced == Words({"pytorch functions-trace-shapes"}));
    CHECK(wrong({"-t", "nvtx", "--python-backtrace=cuda"}).find("needs cuda") != std::string::npos);
}
