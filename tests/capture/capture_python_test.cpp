// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of Python under a session.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "model/query/query.h"
#include "model/workload/call_tree.h"
#include "tests/kit/capture_run.h"

namespace {

using namespace capture_run;

const std::string kScripts = SIGHTLINE_SOURCE_DIR "/tests/python/";

std::string python() {
    const char* other = std::getenv("SIGHTLINE_PYTHON");
    const std::string path = other ? other : "/usr/bin/python3";
    if (!fs::exists(path)) SKIP("no Python");
    return path;
}

struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    explicit Opened(const fs::path& path) {
        CHECK(importers::openReport(path, *store).has_value());
        s = store->snapshot();
    }
    bool says(std::string_view text) const {
        for (const model::Diagnostic& d : store->diagnostics().list())
            if (model::english(d.subject).find(text) != std::string::npos) return true;
        return false;
    }
    /// Samples of Python: all, and those that have a frame of a name.
    std::size_t samples(std::string_view name = {}) const {
        std::size_t out = 0;
        for (const model::Track& t : s->tree().tracks) {
            if (t.kind != model::TrackKind::PythonSamples) continue;
            for (const model::LaneId id : t.lanes) {
                const model::LaneView lane = s->lane(id);
                for (std::uint64_t i = 0; i < lane.rows; ++i)
                    out += name.empty() || has(lane.lane->payloadColumn()[i], name);
            }
        }
        return out;
    }
    bool has(model::ChainId chain, std::string_view name) const {
        const model::CallchainTable& chains = store->callchains();
        for (; chain != 0; chain = chains.nodes()[chain - 1].parent)
            if (s->text(chains.leaf(chain).symbol) == name) return true;
        return false;
    }
    std::size_t processes() const {
        std::set<std::int64_t> out;
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == model::TrackKind::PythonSamples) out.insert(t.key.pid);
        return out.size();
    }
};

Words sampled(const Words& more, const std::string& script, const Words& arguments = {}) {
    Words out{"profile", "-t", "none", "--python-sampling", "-f", "true", "-o", "run"};
    out.insert(out.end(), more.begin(), more.end());
    out.insert(out.end(), {python(), kScripts + script});
    out.insert(out.end(), arguments.begin(), arguments.end());
    return out;
}

}  // namespace

TEST("samples of a program without CUDA show where its time went; waiting threads have one sample each") {
    const Place place;
    needsCapture(place);
    const Ran r = run(place, sampled({}, "shares.py", {"1.5"}));
    CHECK(r.code == 0 && r.errs("is written"));
    const Opened report(place / "run.rep");
    const double all = static_cast<double>(report.samples("work"));
    const double three = static_cast<double>(report.samples("three_quarters")),
                 one = static_cast<double>(report.samples("one_quarter"));
    std::printf("    %zu samples, %.3f in three_quarters, %.3f in one_quarter\n", report.samples(), three / all,
                one / all);
    CHECK(all > 100 && std::abs(three / all - 0.75) < 0.08 && std::abs(one / all - 0.25) < 0.08);
    const model::CallTree tree =
        model::callTree(model::CallSource::PythonSamples, {*report.s, {model::kTimeMin, model::kTimeMax}, {}, {}});
    CHECK_EQ(tree.total(), static_cast<std::int64_t>(report.samples()));
    CHECK(report.samples("waits") >= 1 && report.samples("waits") <= 40);
}

TEST("nothing that a program of Python does breaks the look at it: threads, code that is freed, children, its end") {
    const Place place;
    needsCapture(place);
    const Ran r = run(place, sampled({"--python-sampling-frequency=2000"}, "stress.py", {"3"}));
    CHECK(r.code == 0 && r.signal == 0 && r.out.find("done") != std::string::npos);
    CHECK(r.errs("is written"));
    const Opened report(place / "run.rep");
    std::printf("    %zu samples, %zu processes\n", report.samples(), report.processes());
    CHECK(report.samples("churn") > 20 && report.processes() >= 3);  // workers of the pool, too
    CHECK(report.samples("deep") > 0 && report.samples("[outer frames left out]") > 0 &&
          report.says("Outer frames are left out of stacks: "));
}

TEST("functions that lie where others were have names of their own") {
    const Place place;
    needsCapture(place);
    CHECK_EQ(run(place, sampled({}, "reuse.py")).code, 0);
    const Opened report(place / "run.rep");
    std::size_t least = report.samples(), most = 0;
    for (int i = 10; i < 30; ++i) {
        const std::size_t n = report.samples("fn_" + std::to_string(i));
        least = std::min(least, n), most = std::max(most, n);
    }
    std::printf("    %zu samples, %zu to %zu of each function\n", report.samples(), least, most);
    CHECK(least > 0 && most < report.samples() / 3);
}

TEST("programs that are no Python run as without") {
    const Place place;
    needsCapture(place);
    const Ran r = run(place, profile({"-t", "none", "--python-sampling", "-o", "run"}, {"out"}));
    CHECK(r.out == "to standard output\n" &&
          r.errs("Nothing was traced of the program: it did nothing of what was asked for.") && r.code == 0);
}

TEST("the user's own LD_PRELOAD stays") {
    const Place place;
    needsCapture(place);
    const Ran r =
        run(place, profile({"-t", "none", "--python-sampling", "-e", "LD_PRELOAD=/nowhere/own.so", "-o", "run"},
                           {"variable", "LD_PRELOAD"}));
    CHECK(r.out.find("libsightline-inject.so:/nowhere/own.so") != std::string::npos);
}

TEST("functions that a file names have ranges, behave as before, and the user's sitecustomize runs") {
    const Place place;
    needsCapture(place);
    place.write("own/sitecustomize.py", "USERS = \"the user's\"\n");
    const Ran r =
        run(place, {"profile", "-t", "nvtx", "-f", "true", "-o", "run", "-e", "PYTHONPATH=" + (place / "own").string(),
                    "--python-functions-trace=" + kScripts + "functions.json", python(), kScripts + "functions.py"});
    CHECK(r.code == 0 && r.out.find("the user's") == 0);
    CHECK(r.errs("is written"));
    const Opened report(place / "run.rep");
    std::map<std::string, int> ranges;
    for (const model::Track& t : report.s->tree().tracks)
        for (const model::LaneId id : t.lanes)
            if (t.kind == model::TrackKind::Nvtx)
                for (std::uint64_t i = 0; i < report.s->lane(id).rows; ++i)
                    ++ranges[std::string(report.s->text(report.s->lane(id).name(i)))];
    for (const auto& [name, n] : ranges) std::printf("    %s: %d\n", name.c_str(), n);
    CHECK((ranges == std::map<std::string, int>{{"plain", 1},
                                                {"Shape.area", 3},
                                                {"Shape.made", 2},
                                                {"Shape.named", 4},
                                                {"raises", 1},
                                                {"rgb_to_hls", 1},
                                                {"cached", 2},
                                                {"counted", 4},
                                                {"applied", 1},
                                                {"Shape.side", 1},
                                                {"Shape.corners", 1},
                                                {"Shape.kept", 2},
                                                {"Square.named", 2},
                                                {"Square.made", 1}}));
    for (const char* unranged :
         {"lib_of_test.missing: the module has no function of this name",
          "lib_of_test.many: a range would end before a coroutine or generator does anything",
          "lib_of_test.waits: a range would end", "lib_of_test.table: it is an object that can be called",
          "lib_of_test.instance.area: it belongs to an object",
          "never_imported: no program of Python imported this module"})
        CHECK(report.says("No ranges of Python for " + std::string(unranged)) && r.errs(unranged));
    CHECK(!report.says("for lib_of_test.plain") && r.errs("lib_of_test.plain is listed twice"));
}

TEST("a category of functions has a row of its own, and ranges keep their colours in SQL and in exports") {
    const Place place;
    needsCapture(place);
    const std::string list = place.write("list.json", R"([{"_comment": "as documents have it"},
        {"module": "colorsys", "domain": "Colours", "category": "to", "color": "E8B795", "functions": ["rgb_to_hls", {"function": "rgb_to_yiq", "category": "television", "color": "red"}]},
        {"module": "colorsys", "domain": "Colours", "functions": ["hls_to_rgb", {"module": "json", "function": "dumps", "color": 255}]}])");
    const Ran r = run(
        place,
        {"profile", "-t", "nvtx", "-o", "run", "--python-functions-trace=" + list, python(), "-c",
         "import colorsys, json\ncolorsys.rgb_to_hls(0, 0, 0), colorsys.rgb_to_yiq(0, 0, 0), colorsys.hls_to_rgb(0, 0, 0), json.dumps(1)"});
    CHECK(r.code == 0 && r.errs("is written"));
    CHECK_EQ(run(place, {"export", "-t", "sqlite", "-o", "run.sqlite", "run.rep"}).code, 0);
    const std::string rows =
        "SELECT s.value AS name, d.text AS domain, CASE WHEN n.color IS NULL THEN 'none' ELSE printf('%08X', n.color) END AS color FROM NVTX_EVENTS n JOIN StringIds s ON s.id = n.textId "
        "JOIN NVTX_EVENTS d ON d.eventType = 75 AND d.domainId = n.domainId WHERE n.eventType = 59 ORDER BY n.start";
    for (const char* file : {"run.rep", "run.sqlite"}) {
        const Ran asked = run(place, {"query", rows, file, "-f", "csv"});
        std::printf("    %s\n", asked.out.c_str());
        for (const char* row : {"rgb_to_hls,Colours: to,FFE8B795", "rgb_to_yiq,Colours: television,FFFF0000",
                                "hls_to_rgb,Colours,none", "dumps,Colours,FF0000FF"})
            CHECK(asked.out.find(row) != std::string::npos);
    }
    CHECK(run(place, {"query", "SELECT value FROM args WHERE key = 'categoryName'", "run.rep", "-f", "csv"})
              .out.find("television") != std::string::npos);
}

TEST("a Python that does not load what makes ranges is named before it runs, and in the report") {
    const Place place;
    needsCapture(place);
    const std::string list = place.write("list.json", "[{\"module\": \"colorsys\", \"functions\": [\"rgb_to_hls\"]}]");
    const auto with = [&](const Words& python, std::string_view traced) {
        Words words{
            "profile", "-t", std::string(traced), "-f", "true", "-o", "run", "--python-functions-trace=" + list};
        words.insert(words.end(), python.begin(), python.end());
        return run(place, words);
    };
    for (const char* option : {"-I", "-E", "-S", "-uBES"}) {
        const Ran r = with({python(), "-W", "ignore", option, "-c", "import colorsys"}, "nvtx,osrt");
        CHECK(r.errs("ranges of Python cannot be traced: Python does not load what makes them with -") &&
              r.errs("is written"));
        CHECK(Opened(place / "run.rep")
                  .says("ranges of Python could not be traced: Python does not load what makes them with -"));
    }
    CHECK(with({python(), "-c", "import colorsys", "-I"}, "nvtx").err.find("cannot be traced") == std::string::npos);
    const Ran hidden = with({"/bin/sh", "-c", python() + " -I -c 'import colorsys'"}, "nvtx,osrt");
    CHECK(hidden.errs(
        "No ranges of Python for the program: no Python has loaded what makes them; -I, -E and -S keep it out."));
    const Ran none = with({"/bin/true"}, "nvtx");
    CHECK(none.errs(
        "No ranges of Python for the program: no Python has loaded what makes them; -I, -E and -S keep it out."));
    // Of several processes one is enough.
    const Ran one = with(
        {python(), "-c",
         "import os, sys\nif not os.fork():\n    import colorsys\n    colorsys.rgb_to_hls(0, 0, 0)\n    sys.exit()\nos.wait()"},
        "nvtx,osrt");
    CHECK(one.errs("is written") && one.err.find("No ranges") == std::string::npos);
}

TEST("what PyTorch says of itself is asked of it when CUDA begins, and not before") {
    const Place place;
    needsCapture(place);
    place.write("own/torch/__init__.py", "from . import autograd, cuda\n");
    place.write("own/torch/autograd/__init__.py", "from . import profiler\ndef grad(x): return x\n");
    place.write(
        "own/torch/autograd/profiler.py",
        "class emit_nvtx:\n    def __init__(self, record_shapes=False): self.shapes = record_shapes\n    def __enter__(self):\n        import torch\n        torch.cuda.synchronize()\n        print('emits', self.shapes, flush=True)\n");
    place.write(
        "own/torch/cuda/__init__.py",
        "_is = False\ndef is_initialized(): return _is\ndef _lazy_init():\n    global _is\n    _is = True\ndef synchronize(): _lazy_init()\n");
    place.write(
        "own/run.py",
        "import torch\nprint('imported', flush=True)\ntorch.cuda._lazy_init()\ntorch.cuda._lazy_init()\ntorch.autograd.grad(3)\n");
    const Ran r =
        run(place, {"profile", "-t", "nvtx", "-f", "true", "-o", "run", "-e", "PYTHONPATH=" + (place / "own").string(),
                    "--pytorch=autograd-shapes-nvtx,functions-trace", python(), (place / "own/run.py").string()});
    CHECK_EQ(r.out, std::string("imported\nemits True\n"));
    CHECK(r.errs("is written"));
}

TEST("calls of CUDA know where Python was: launches and waits, the outermost ones, in each thread") {
    const Place place;
    needsCapture(place);
    const char* fake = std::getenv("SIGHTLINE_FAKE_LAUNCHES");
    if (!fake) SKIP("no CUDA that is none");
    ::setenv("LD_LIBRARY_PATH", fake, 1);
    const Ran without =
        run(place, {"profile", "-t", "cuda", "-f", "true", "-o", "run", python(), kScripts + "launches.py"});
    const Ran r = run(place, {"profile", "-t", "cuda", "--python-backtrace=cuda", "-f", "true", "-o", "run", python(),
                              kScripts + "launches.py"});
    ::unsetenv("LD_LIBRARY_PATH");
    CHECK_EQ(without.out, std::string("callbacks 0\n"));
    CHECK_EQ(r.out,
             std::string("callbacks 816\n"));  // 4 threads of 51 calls, of the runtime and the driver, begins and ends
    const Opened report(place / "run.rep");
    std::size_t launches = 0, waits = 0, others = 0;
    const model::CallchainTable& chains = report.store->callchains();
    for (const model::Track& t : report.s->tree().tracks) {
        if (t.kind != model::TrackKind::CudaApi) continue;
        for (const model::LaneId id : t.lanes) {
            const model::LaneView lane = report.s->lane(id);
            for (std::uint64_t i = 0; i < lane.rows; ++i) {
                const model::ChainId chain =
                    lane.lane->columns() & model::kPayloadColumn ? lane.lane->payloadColumn()[i] : 0;
                const std::string_view name = report.s->text(lane.name(i));
                if (name.starts_with("cudaMalloc")) others += chain != 0;
                if (chain == 0) continue;
                const model::Frame leaf = chains.leaf(chain);
                const bool launch = name.starts_with("cudaLaunch");
                CHECK(report.s->text(leaf.module).ends_with(launch ? "launches.py:17" : "launches.py:25"));
                CHECK(report.has(chain, "step") &&
                      (report.has(chain, "Layer.forward") || report.has(chain, "forward")) == launch);
                (launch ? launches : waits) += 1;
            }
        }
    }
    CHECK_EQ(launches, std::size_t{200});
    CHECK_EQ(waits, std::size_t{4});
    CHECK_EQ(others, std::size_t{0});
}

TEST("where a call of CUDA has its native stack and Python's, both are in one") {
    const Place place;
    needsCapture(place);
    const char* fake = std::getenv("SIGHTLINE_FAKE_LAUNCHES");
    if (!fake) SKIP("no CUDA that is none");
    ::setenv("LD_LIBRARY_PATH", fake, 1);
    const Ran r = run(place, {"profile", "-t", "cuda", "--python-backtrace=cuda", "--cudabacktrace=sync:1000000", "-f",
                              "true", "-o", "run", python(), kScripts + "launches.py"});
    ::unsetenv("LD_LIBRARY_PATH");
    CHECK(r.errs("is written"));
    const Opened report(place / "run.rep");
    std::size_t both = 0, python = 0;
    for (const model::Track& t : report.s->tree().tracks) {
        if (t.kind != model::TrackKind::CudaApi) continue;
        for (const model::LaneId id : t.lanes) {
            const model::LaneView lane = report.s->lane(id);
            for (std::uint64_t i = 0; i < lane.rows; ++i) {
                const model::ChainId chain =
                    lane.lane->columns() & model::kPayloadColumn ? lane.lane->payloadColumn()[i] : 0;
                if (chain == 0) continue;
                const std::vector<model::Frame> frames = report.store->callchains().at(chain);
                const auto named = [](const model::Frame& f) { return f.ip == 0; };
                const auto first = std::find_if(frames.begin(), frames.end(), named);
                CHECK(
                    first != frames.end() &&
                    std::all_of(first, frames.end(), named));  // outside of Python's there are none of the interpreter
                CHECK(report.s->text(first->module).find("launches.py:") != std::string_view::npos);
                const bool waits = report.s->text(lane.name(i)).starts_with("cudaStreamSynchronize");
                CHECK_EQ(first != frames.begin(), waits);
                (waits ? both : python) += 1;
                if (waits) CHECK(report.s->text(frames.front().module).find("libffi") != std::string_view::npos);
            }
        }
    }
    CHECK_EQ(both, std::size_t{4});
    CHECK_EQ(python, std::size_t{200});
}

TEST("a thread that runs several interpreters has one sample at a time, coroutines stand on the loop that runs them") {
    const Place place;
    needsCapture(place);
    const std::string script = place.write("run.py", R"(
import asyncio, threading, time
try:
    import _xxsubinterpreters as sub
except ImportError:
    import _interpreters as sub
INSIDE = """
import time
def inside():
    end = time.thread_time() + 0.6
    while time.thread_time() < end: sum(range(500))
inside()
"""
def outside():
    one = sub.create()
    (getattr(sub, 'run_string', None) or sub.exec)(one, INSIDE)
    sub.destroy(one)
async def leaf():
    end = time.thread_time() + 0.2
    while time.thread_time() < end: sum(range(500))
async def task():
    await asyncio.sleep(0.01)
    await leaf()
async def main():
    await asyncio.gather(task(), task())
t = threading.Thread(target=outside)
t.start()
t.join()
asyncio.run(main())
)");
    const Ran r =
        run(place, {"profile", "-t", "none", "--python-sampling", "-f", "true", "-o", "run", python(), script});
    CHECK(r.code == 0 && r.errs("is written"));
    const Opened report(place / "run.rep");
    std::printf("    inside %zu, outside %zu, leaf %zu\n", report.samples("inside"), report.samples("outside"),
                report.samples("leaf"));
    CHECK(report.samples("inside") > 50 && report.samples("outside") < report.samples("inside") / 4);
    CHECK(report.samples("leaf") > 20 && report.samples("leaf") <= report.samples("task") &&
          report.samples("task") <= report.samples("main") + report.samples("run"));
}
