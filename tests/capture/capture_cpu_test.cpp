// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of CPUs and when threads run, of a program whose calls and shares of time are known.
#include <linux/perf_event.h>
#include <sys/syscall.h>

#include <cmath>
#include <fstream>
#include <map>
#include <optional>

#include "importers/capture/capture.h"
#include "model/query/query.h"
#include "tests/kit/capture_run.h"

namespace {

using namespace capture_run;
using model::TrackKind;

/// The part of the busy time of this machine that its host gave to others since the first call: neither samples nor
/// seconds of CPUs are exact then.
double stolen() {
    const auto now = [] {
        std::ifstream stat("/proc/stat");
        std::string cpu;
        double user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0;
        stat >> cpu >> user >> nice >> system >> idle >> wait >> irq >> softirq >> steal;
        return std::pair(user + nice + system + irq + softirq + steal, steal);
    };
    static const auto first = now();
    const auto [busy, steal] = now();
    return busy > first.first ? (steal - first.second) / (busy - first.first) : 0;
}

/// Containers often forbid it.
void needsPerf() {
    stolen();
    perf_event_attr a{};
    a.size = sizeof a;
    a.type = PERF_TYPE_SOFTWARE;
    a.config = PERF_COUNT_SW_CPU_CLOCK;
    a.exclude_kernel = a.exclude_hv = 1;
    const auto file = static_cast<int>(::syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
    if (file < 0) SKIP("this machine does not let programs sample CPUs");
    ::close(file);
}

std::string cpuProgram(bool framePointers) {
    const char* path = std::getenv(framePointers ? "SIGHTLINE_CPU_PROGRAM" : "SIGHTLINE_CPU_PROGRAM_BARE");
    if (!path) SKIP("no program to sample");
    return path;
}

Words profileOf(const Words& options, const std::string& sampled, const Words& words,
                const std::string& command = "profile") {
    Words out{command, "-t", command == "launch" ? "nvtx" : "none"};
    out.insert(out.end(), options.begin(), options.end());
    out.push_back(sampled);
    out.insert(out.end(), words.begin(), words.end());
    return out;
}

/// Seconds of CPU that the program says it took, in the last of its lines of that kind.
double cpuSecondsIn(const std::string& out) {
    const std::size_t at = out.rfind("cpu ");
    CHECK(at != out.npos);
    return at == out.npos ? 1 : std::atof(out.c_str() + at + 4);
}

struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    explicit Opened(const fs::path& path) {
        CHECK(importers::openReport(path, *store).has_value());
        s = store->snapshot();
    }
    /// Functions of a stack, outermost first, up to where the kernel begins. "a > b > c".
    std::string pathOf(model::ChainId chain) const {
        std::string out;
        for (const model::Frame& f : store->callchains().at(chain)) {
            if (f.flags & model::Frame::KernelMode) continue;
            out = std::string(s->text(f.symbol)) + (out.empty() ? "" : " > ") + out;
        }
        return out;
    }
    /// How many samples each stack has.
    std::map<std::string, int> samples(std::int64_t pid = 0) const {
        std::map<std::string, int> out;
        for (const model::Track& t : s->tree().tracks) {
            if (t.kind != TrackKind::CpuSamples || (pid && t.key.pid != pid)) continue;
            for (const model::LaneId id : t.lanes) {
                const model::LaneView lane = s->lane(id);
                for (std::size_t i = 0; i < lane.rows; ++i) ++out[pathOf(lane.lane->payloadColumn()[i])];
            }
        }
        return out;
    }
    const model::Track* thread(std::string_view name) const {
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == TrackKind::Thread && s->text(t.name) == name) return &t;
        return nullptr;
    }
    /// ns that a thread ran, and how often.
    std::pair<model::TimeNs, std::size_t> ran(const model::Track& thread) const {
        std::pair<model::TimeNs, std::size_t> out{0, 0};
        for (const model::Track& t : s->tree().tracks) {
            if (t.kind != TrackKind::ThreadState || t.key.pid != thread.key.pid || t.key.tid != thread.key.tid)
                continue;
            for (const model::LaneId id : t.lanes) {
                const model::LaneView lane = s->lane(id);
                for (std::size_t i = 0; i < lane.rows; ++i) out.first += lane.end(i) - lane.start(i), ++out.second;
            }
        }
        return out;
    }
    bool says(std::string_view text) const {
        for (const auto& d : store->diagnostics().list())
            if ((model::english(d.subject) + model::english(d.example)).find(text) != std::string::npos) return true;
        return false;
    }
};

int sum(const std::map<std::string, int>& samples, std::string_view part = {}) {
    int out = 0;
    for (const auto& [path, n] : samples)
        if (path.find(part) != path.npos) out += n;
    return out;
}

std::string times(int n, std::string_view text) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
}

/// What `work` does, 60, 30 and 10 % of the time.
const std::string kAlpha = "work > turn > alpha" + times(10, " > descend") + " > spin",
                  kBeta = "work > turn > beta" + times(5, " > descend") + " > spin",
                  kGamma = "work > turn > gamma_ > spin";

/// `before`: what the known part begins behind.
void checkTree(const std::map<std::string, int>& samples, const std::string& before) {
    const double all = sum(samples, "work");
    const auto share = [&](const std::string& path) {
        int n = 0;
        for (const auto& [p, k] : samples)
            if (p.ends_with(before + path)) n += k;
        return n / all;
    };
    const double a = share(kAlpha), b = share(kBeta), c = share(kGamma);
    const auto isNear = [all](double found, double truth) {  // samples are chance
        return std::abs(found - truth) < 0.02 + stolen() + 3 * std::sqrt(truth * (1 - truth) / all);
    };
    const bool right = all > 0 && a + b + c >= 0.95 && isNear(a, 0.6) && isNear(b, 0.3) && isNear(c, 0.1);
    CHECK(right);
    if (right) return;
    std::printf("    of %.0f samples alpha %.3f beta %.3f gamma %.3f\n", all, a, b, c);
    for (const auto& [path, n] : samples)
        if (n > all / 100) std::printf("    %5d %s\n", n, path.c_str());
}

bool isWithin(double value, double wanted, double part) {
    const bool is = std::abs(value - wanted) <= (part + 3 * stolen()) * wanted;
    if (!is) std::printf("    %g instead of %g, %.1f %% of the time were stolen\n", value, wanted, stolen() * 100);
    return is;
}

}  // namespace

TEST("samples of a program with frame pointers are its calls, as long as they take, and as many as were asked for") {
    needsPerf();
    const Place place;
    needsCapture(place);
    const Ran r = run(place, profileOf({"-s", "process-tree", "-o", "run"}, cpuProgram(true), {"work", "2"}));
    CHECK(r.code == 0 && r.errs("is written"));
    const Opened report(place / "run.rep");
    const auto samples = report.samples();
    checkTree(samples, "main > ");
    CHECK(isWithin(sum(samples), cpuSecondsIn(r.out) * 1000, 0.05));
    CHECK_EQ(importers::capture::droppedRecords(report.s->info()), 0u);
    const Ran tree = run(place, {"stats", "--folded", "samples", "run.rep"});
    CHECK(tree.out.find("work;turn;gamma_;spin ") != std::string::npos);
}

TEST("… of one without, by the tables of its compiler, up to where it begins") {
    needsPerf();
    const Place place;
    needsCapture(place);
    const Ran r = run(place, profileOf({"-s", "process-tree", "-b", "dwarf", "--sampling-frequency=500", "-o", "run"},
                                       cpuProgram(false), {"work", "2"}));
    CHECK_EQ(r.code, 0);
    const Opened report(place / "run.rep");
    const auto samples = report.samples();
    checkTree(samples, "_start > __libc_start_main > __libc_start_call_main > main > ");
    CHECK(isWithin(sum(samples), cpuSecondsIn(r.out) * 500, 0.05));
    CHECK_EQ(importers::capture::droppedRecords(report.s->info()), 0u);
}

TEST("a stack that is longer than what is copied of it has its inner part") {
    needsPerf();
    const Place place;
    needsCapture(place);
    CHECK_EQ(
        run(place, profileOf({"-s", "process-tree", "-b", "dwarf", "-o", "run"}, cpuProgram(false), {"wide", "0.5"}))
            .code,
        0);
    const auto samples = Opened(place / "run.rep").samples();
    checkTree(samples, "");
    CHECK(sum(samples, "wide > work") * 20 >= sum(samples, "work") * 19);
    CHECK_EQ(sum(samples, "main > wide"), 0);
    CHECK(sum(samples, "[outer frames left out] > wide > work") * 20 >= sum(samples, "work") * 19);
}

constexpr const char* kLeftOut = "Outer frames are left out of stacks: ";

TEST("a stack of more frames than are read says so in trees, notes and health; one that ends in time does not") {
    needsPerf();
    const Place place;
    needsCapture(place);
    for (const char* stacks : {"fp", "dwarf"}) {
        for (const bool deep : {true, false}) {
            // A sample may meet the program at its start, when its stack is being made: nothing of that can be copied.
            std::optional<Opened> opened;
            for (int attempt = 0; attempt < 5 && (attempt == 0 || (!deep && opened->says(kLeftOut))); ++attempt) {
                const Ran r = run(place, profileOf({"-s", "process-tree", "-b", stacks, "-f", "true", "-o", "run"},
                                                   cpuProgram(true), {"deep", deep ? "2000" : "20"}));
                CHECK_EQ(r.code, 0);
                opened.emplace(place / "run.rep");
            }
            const Opened& report = *opened;
            const auto samples = report.samples();
            const int spinning = sum(samples, "spin"), cut = sum(samples, "[outer frames left out] > descend");
            CHECK(spinning > 100 && (deep ? cut * 20 > spinning * 19 : cut == 0));
            CHECK_EQ(report.says(kLeftOut), deep);
            const Ran health = run(place, {"info", "run.rep"});
            CHECK_EQ(health.out.find(std::string_view(stacks) == "fp" ? "sysctl kernel.perf_event_max_stack"
                                                                      : "capture with -b fp") != std::string::npos,
                     deep);
        }
    }
}

TEST("without stacks each sample is a function") {
    needsPerf();
    const Place place;
    needsCapture(place);
    CHECK_EQ(run(place, profileOf({"-s", "process-tree", "-b", "none", "-o", "run"}, cpuProgram(true), {"work", "0.5"}))
                 .code,
             0);
    const auto samples = Opened(place / "run.rep").samples();
    CHECK(samples.contains("spin") && samples.at("spin") * 10 >= sum(samples) * 9);
}

TEST("children that run another program are known by their own name, and threads by theirs") {
    needsPerf();
    const Place place;
    needsCapture(place);
    const Ran r = run(place, profileOf({"-s", "process-tree", "-o", "run"}, cpuProgram(true),
                                       {"both", "0.3", "exec", "0.5", "threads", "50"}));
    CHECK_EQ(r.code, 0);
    const Opened report(place / "run.rep");
    std::vector<std::int64_t> processes;
    for (const model::Track& t : report.s->tree().tracks)
        if (t.kind == TrackKind::Process)
            processes.push_back(t.key.pid), CHECK(report.s->text(t.name).starts_with("cpu_program"));
    CHECK_EQ(processes.size(), 2u);
    CHECK(report.thread("worker"));
    // The child's calls are found though it lies elsewhere than its parent.
    checkTree(report.samples(std::max(processes.at(0), processes.at(1))), "main > ");
    std::string parent;
    for (const model::Entity& e : report.s->info().entities)
        for (const auto& [key, value] : e.facts)
            if (key == "parent" && e.key.pid == processes.at(1)) parent = value;
    CHECK_EQ(parent, std::to_string(processes.at(0)));
    CHECK_EQ(importers::capture::droppedRecords(report.s->info()), 0u);
}

TEST("a program whose file is replaced while it runs has no names of the new one") {
    needsPerf();
    const Place place;
    needsCapture(place);
    const std::string script =
        "cp " + cpuProgram(true) + " xx; ./xx work 1 & sleep 0.4; rm xx; cp " + cpuProgram(false) + " xx; wait";
    CHECK_EQ(run(place, profileOf({"-s", "process-tree", "-b", "none", "-o", "run"}, "/bin/sh", {"-c", script})).code,
             0);
    const Opened report(place / "run.rep");
    const auto samples = report.samples();
    CHECK(sum(samples, "xx+0x") > 100 && !samples.contains("spin"));
    CHECK(report.says("is no longer the one that ran"));
}

TEST("threads run when the system lets them") {
    needsPerf();
    const Place place;
    needsCapture(place);
    const Ran r = run(place, profileOf({"--cpuctxsw=process-tree", "-o", "run"}, cpuProgram(true), {"both", "1"}));
    CHECK_EQ(r.code, 0);
    const Opened report(place / "run.rep");
    const model::Track *worker = report.thread("worker"), *napper = report.thread("napper");
    CHECK(worker && napper);
    CHECK(isWithin(static_cast<double>(report.ran(*worker).first) / 1e9, 1.0, 0.05));
    const auto [time, turns] = report.ran(*napper);
    CHECK(turns >= 20 && turns <= 120);  // each of 50 naps ends with one
    CHECK(time > 0 && time < 100'000'000);
    CHECK(report.samples().empty());
}

TEST("a program that runs already is looked at with its threads") {
    needsPerf();
    const Place place;
    needsCapture(place);
    Running program(place,
                    profileOf({"--session-new=cpu"}, cpuProgram(true),
                              {"ready", "1", "work", "0.5", "both", "0.3", "ready", "2"}, "launch"),
                    "launch");
    const pid_t pid = program.ready();
    CHECK_EQ(run(place, {"start", "-s", "process-tree", "--cpuctxsw=process-tree", "-o", "part"}).code, 0);
    program.writeLine();
    program.ready();
    CHECK_EQ(run(place, {"stop"}).code, 0);
    program.writeLine();
    program.wait();
    const Opened report(place / "part.rep");
    checkTree(report.samples(pid), "");
    CHECK(isWithin(sum(report.samples(pid)), 800, 0.1));
    CHECK(report.thread("worker") && report.thread("napper"));
}

TEST("code that is in no file is called as its compiler says, with both kinds of stacks")
#if !defined(__x86_64__)
{
    SKIP("the program makes code for x86-64 only");
}
#else
{
    needsPerf();
    const Place place;
    needsCapture(place);
    for (const char* stacks : {"fp", "dwarf"}) {
        CHECK_EQ(
            run(place, profileOf({"-s", "process-tree", "-b", stacks, "-o", stacks}, cpuProgram(true), {"jit", "0.5"}))
                .code,
            0);
        const Opened report(place / (std::string(stacks) + ".rep"));
        const auto samples = report.samples();
        CHECK(sum(samples, "main > ") > 400 && sum(samples, "py::train step") * 20 >= sum(samples, "main > ") * 19);
        for (const model::Track& t : report.s->tree().tracks)
            if (t.kind == TrackKind::Process) fs::remove("/tmp/perf-" + std::to_string(t.key.pid) + ".map");
    }
}
#endif

TEST(
    "all processes are sampled, those that ran before with their names and files; where that is refused, it is said and the program is") {
    needsPerf();
    const Place place;
    needsCapture(place);
    // Beside of what is profiled.
    Running other(place, profileOf({}, cpuProgram(true), {"ready", "1", "work", "1.5"}, "launch"), "other");
    const pid_t pid = other.ready();
    Running r(place, profileOf({"-s", "system-wide", "--cpuctxsw=system-wide", "-o", "run"}, cpuProgram(true),
                               {"work", "0.3", "ready", "1", "work", "0.3"}));
    r.ready();
    other.writeLine();
    other.wait();
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 0);
    const Opened report(place / "run.rep");
    if (report.says("CPUs of all processes")) {
        CHECK(sum(report.samples(), "main > work") > 400);
        CHECK(report.samples(pid).empty());
        return;
    }
    checkTree(report.samples(pid), "main > ");
    CHECK(isWithin(sum(report.samples(pid)), 1500, 0.15));
    CHECK(sum(report.samples(), "main > work") > 1800);
    CHECK(report.samples(0).size() > 2);
}

TEST("the sampler takes bounded memory, however many threads come and stacks there are") {
    needsPerf();
    const Place place;
    needsCapture(place);
    Running r(place,
              profileOf({"-s", "process-tree", "--sampling-frequency=10000", "--cpuctxsw=process-tree", "-o", "run"},
                        cpuProgram(true), {"threads", "300", "work", "1", "ready", "1"}));
    r.ready();
    long peak = 0;  // kB
    for (const auto& process : fs::directory_iterator("/proc")) {
        std::string name, word;
        std::getline(std::ifstream(process.path() / "comm"), name);
        std::ifstream status(process.path() / "status");
        long parent = 0, size = 0;
        while (status >> word)
            if (word == "PPid:") status >> parent;
            else if (word == "VmHWM:") status >> size;
        if (name == "sightline-sampl" && parent == r.pid()) peak = size;
    }
    CHECK(peak > 1000 && peak < 48'000);
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 0);
}

TEST("a user without rights has the program's own part") {
    needsPerf();
    const Place place;
    needsCapture(place);
    int level = 3;
    std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> level;
    if (::geteuid() != 0 || level > 2) SKIP("needs root, and a system that lets users sample their programs");
    const std::string cli = std::getenv("SIGHTLINE_CLI");
    for (const fs::path& folder : {place.path(), place.tmp()}) fs::permissions(folder, fs::perms::all);
    Words words =
        profileOf({"-s", "process-tree", "--cpuctxsw=process-tree", "-o", "run"}, cpuProgram(true), {"work", "1"});
    words.insert(words.begin(), {"--reuid=65534", "--regid=65534", "--clear-groups", cli});
    ::setenv("SIGHTLINE_CLI", "/usr/bin/setpriv", 1);
    const Ran r = run(place, words);
    ::setenv("SIGHTLINE_CLI", cli.c_str(), 1);
    CHECK(r.code == 0 && r.errs("is written"));
    const Opened report(place / "run.rep");
    checkTree(report.samples(), "main > ");
    CHECK(isWithin(sum(report.samples()), 1000, 0.08));
    CHECK_EQ(report.says("time of CPUs in the kernel"), level > 1);
}

TEST("what does not fit into a buffer is counted and said") {
    needsPerf();
    const Place place;
    needsCapture(place);
    ::setenv("SIGHTLINE_PERF_RING", "4096", 1);  // less than one sample
    const Ran r =
        run(place, profileOf({"-s", "process-tree", "-b", "dwarf", "-o", "run"}, cpuProgram(true), {"work", "0.3"}));
    ::unsetenv("SIGHTLINE_PERF_RING");
    CHECK_EQ(r.code, 0);
    const Opened report(place / "run.rep");
    CHECK(importers::capture::droppedRecords(report.s->info()) > 200);
    CHECK(report.says("samples of CPUs came faster than they were taken"));
}
