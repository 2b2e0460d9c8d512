// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks of calls of CUDA, of a program that calls one that is none (fake_launches.cpp).
#include <map>

#include "collectors/inject/cuda/cuda_call_names.h"
#include "model/store/callchains.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;
using collectors::CallKind;

const char* fakeCuda() {
    const char* fake = std::getenv("SIGHTLINE_FAKE_LAUNCHES");
    if (!fake) SKIP("no CUDA that is none");
    return fake;
}

struct Captured {
    Ran ran;
    std::optional<Opened> report;
    Captured(const Place& place, const Words& options, const char* word = "cuda") {
        Words all{"-t", "cuda", "-f", "true", "-o", "run"};
        all.insert(all.end(), options.begin(), options.end());
        ::setenv("LD_LIBRARY_PATH", fakeCuda(), 1);
        ran = run(place, profile(all, {word}));
        ::unsetenv("LD_LIBRARY_PATH");
        CHECK(ran.code == 0 && ran.errs("is written"));
        report.emplace(place / "run.rep");
    }
    /// Stacks of calls whose name begins so: "inner < outer", as far as functions have names. Those without one are "".
    std::vector<std::string> stacks(std::string_view begin) const {
        std::vector<std::string> out;
        for (const auto& f : report->events(model::TrackKind::CudaApi)) {
            if (!f.name.starts_with(begin)) continue;
            std::string& text = out.emplace_back();
            if (!f.event.payload) continue;
            for (const model::Frame& frame :
                 report->store->callchains().at(static_cast<model::ChainId>(f.event.payload)))
                text += (text.empty() ? "" : " < ") + std::string(report->s->text(frame.symbol));
        }
        return out;
    }
    std::size_t with(std::string_view begin) const {
        const auto all = stacks(begin);
        return static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(), [](const std::string& s) { return !s.empty(); }));
    }
};

}  // namespace

TEST("calls of CUDA that take long have their stack, from their caller outwards, in each thread") {
    const Place place;
    needsCapture(place);
    const Captured c(place, {"--cudabacktrace=all:2000000"});
    const auto launches = c.stacks("cudaLaunch"), waits = c.stacks("cudaStreamSynchronize");
    std::printf("    %s\n", launches.empty() ? "" : launches.back().c_str());
    CHECK_EQ(launches.size(), 51u);
    CHECK_EQ(c.with("cudaLaunch"), 1u);
    CHECK(launches[50].starts_with("(anonymous namespace)::launchesOften(") &&
          launches[50].find(" < (anonymous namespace)::callsOfCuda() < ") != std::string::npos &&
          launches[50].find(" < main") != std::string::npos);
    CHECK_EQ(c.with("cudaMalloc"), 1u);
    CHECK_EQ(waits.size(), 3u);
    CHECK(waits[0].starts_with("(anonymous namespace)::waitsLong(") && waits[0].find(" < main") != std::string::npos);
    CHECK(waits[1].starts_with("(anonymous namespace)::waitsLong(") && waits[1].find("main") == std::string::npos);
    CHECK_EQ(std::size_t(std::count(waits[2].begin(), waits[2].end(), '<')), 128u);  // the innermost ones
    CHECK(waits[2].ends_with(" < [outer frames left out]"));
}

TEST("only calls of the kinds that are asked for have their stack") {
    const Place place;
    needsCapture(place);
    const Captured sync(place, {"--cudabacktrace=sync:2000000,kernel:3000000000"});
    CHECK_EQ(sync.with("cudaLaunch"), 0u);
    CHECK_EQ(sync.with("cudaMalloc"), 0u);
    CHECK_EQ(sync.with("cudaStreamSynchronize"), 3u);
    const Captured every(place, {"--cudabacktrace=kernel:0"});
    CHECK_EQ(every.with("cudaLaunch"), 51u);
    CHECK_EQ(every.with("cudaStreamSynchronize"), 0u);
    const Captured none(place, {});
    CHECK_EQ(none.with("cuda"), 0u);
}

TEST(
    "a capture that waits for cudaProfilerStart() says that it was not called only where a call would have been seen") {
    const Place place;
    needsCapture(place);
    ::setenv("LD_LIBRARY_PATH", fakeCuda(), 1);
    const Ran r = run(place, profile({"-t", "cuda", "-c", "cudaProfilerApi", "-o", "run"}, {"cuda"}));
    ::unsetenv("LD_LIBRARY_PATH");
    CHECK(r.code == 0 && r.errs("Nothing was captured: no process called cudaProfilerStart(), which -c waits for."));
    CHECK(run(place, {"info", "run.rep"})
              .out.find("Nothing was captured: no process called cudaProfilerStart(), which -c waits for") !=
          std::string::npos);
}

TEST("what calls are about is known by their names") {
    const std::map<std::string_view, CallKind> kinds{{"cudaLaunchKernel_v7000", CallKind::Kernel},
                                                     {"cuLaunchKernelEx", CallKind::Kernel},
                                                     {"cudaGraphLaunch_v10000", CallKind::Kernel},
                                                     {"cuLaunchHostFunc", CallKind::Kernel},
                                                     {"cudaMemcpyAsync_v3020", CallKind::Memory},
                                                     {"cuMemcpyHtoDAsync_v2", CallKind::Memory},
                                                     {"cudaMalloc_v3020", CallKind::Memory},
                                                     {"cuMemAlloc_v2", CallKind::Memory},
                                                     {"cudaFree_v3020", CallKind::Memory},
                                                     {"cudaHostAlloc_v3020", CallKind::Memory},
                                                     {"cudaMemset_v3020", CallKind::Memory},
                                                     {"cuArrayCreate_v2", CallKind::Memory},
                                                     {"cudaDeviceSynchronize_v3020", CallKind::Sync},
                                                     {"cuCtxSynchronize", CallKind::Sync},
                                                     {"cudaEventSynchronize_v3020", CallKind::Sync},
                                                     {"cudaStreamWaitEvent_v3020", CallKind::Sync},
                                                     {"cuStreamWaitValue32_v2", CallKind::Sync},
                                                     {"cudaEventRecord_v3020", CallKind::Other},
                                                     {"cuModuleLoadData", CallKind::Other},
                                                     {"cudaGraphInstantiate_v10000", CallKind::Other},
                                                     {"cu", CallKind::Other}};
    for (const auto& [name, kind] : kinds)
        CHECK_EQ(static_cast<int>(collectors::kindOfCall(name)), static_cast<int>(kind));
    CHECK(!collectors::isWorthRecording("cudaGetDevice_v3020") && collectors::isWorthRecording("cudaMalloc_v3020"));
    CHECK(!collectors::isWorthRecording("cuCtxGetCurrent") && collectors::isWorthRecording("cuLaunchKernel") &&
          !collectors::isWorthRecording("cuMemGetInfo_v2"));
    CHECK(collectors::hasPythonStack("cudaStreamSynchronize_v3020") && collectors::hasPythonStack("cuMemcpyHtoD_v2") &&
          !collectors::hasPythonStack("cudaMalloc_v3020"));
}

TEST("what a call of CUDA costs that may have its stack and is too short for it") {
    const Place place;
    needsCapture(place);
    const Captured c(place, {"--cudabacktrace=kernel"}, "cudacosts");
    double without = 0, with = 0;
    CHECK(std::sscanf(c.ran.out.c_str(), "calls %lf %lf", &without, &with) == 2);
    std::printf("    ns of a call without, with: %.1f %.1f\n", without, with);
    CHECK(with - without < 1000);
}

TEST("a graph that was made before a capture is launched in it, and every range is captured, whatever has a stack") {
    const Place place;
    needsCapture(place);
    for (const Words& more : {Words{}, Words{"--cudabacktrace=all:0"}}) {
        Words options{
            "-t", "cuda", "-f", "true", "-o", "graphs", "-c", "cudaProfilerApi", "--capture-range-end=repeat:2"};
        options.insert(options.end(), more.begin(), more.end());
        ::setenv("LD_LIBRARY_PATH", fakeCuda(), 1);
        const Ran ran = run(place, profile(options, {"cudagraphs", "exit", "7"}));
        ::unsetenv("LD_LIBRARY_PATH");
        CHECK_EQ(ran.signal, 0);
        CHECK_EQ(ran.code, 7);
        for (const char* name : {"graphs.1.rep", "graphs.2.rep"}) CHECK(ran.errs(name));
    }
}
