// SPDX-License-Identifier: GPL-3.0-or-later
// How much a capture takes of the stacks of the program: at most 512 bytes in any call, whatever is noted of it.
#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>
#include <csignal>
#include <map>
#include <sstream>
#include <stdexcept>

#include "collectors/process/own_stack.h"
#include "model/base/messages.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;

constexpr long kMost = 512;  // bytes

std::string beside(const char* variable) {
    const char* path = std::getenv(variable);
    if (!path || !*path) SKIP(std::string("there is no ") + variable);
    return path;
}

struct Depth {
    long first = 0, later = 0;
};
using Depths = std::map<std::string, Depth>;

Depths depthsIn(const std::string& text) {
    Depths out;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        const std::size_t later = line.rfind(' '),
                          first = later == line.npos || later == 0 ? line.npos : line.rfind(' ', later - 1);
        if (first != line.npos)
            out[line.substr(0, first)] = {std::atol(line.c_str() + first), std::atol(line.c_str() + later)};
    }
    return out;
}

/// What the program says by itself, and under a capture with these options.
void compare(const std::string& kinds, const Words& options, const Words& words, const std::string& name) {
    const Place place;
    needsCapture(place);
    const std::string program = beside("SIGHTLINE_STACK_USE_PROGRAM"), plainFile = (place / "plain").string();
    std::string command = program;
    for (const std::string& w : words) command += ' ' + w;
    CHECK_EQ(std::system((command + " > " + plainFile).c_str()), 0);
    Words all{"profile", "-t", kinds, "-f", "true", "-o", "run"};
    all.insert(all.end(), options.begin(), options.end());
    all.push_back(program);
    all.insert(all.end(), words.begin(), words.end());
    const Ran captured = run(place, all);
    CHECK_EQ(captured.code, 0);
    if (captured.code != 0) std::printf("    standard error was: %s\n", captured.err.c_str());
    CHECK(captured.out.ends_with("over\n"));
    const Depths plain = depthsIn(bytesOfFile(plainFile)), now = depthsIn(captured.out);
    CHECK(!plain.empty());
    CHECK_EQ(plain.size(), now.size());
    long most = 0;
    std::string which;
    for (const auto& [call, depth] : now) {
        const auto before = plain.find(call);
        CHECK(before != plain.end());
        if (before == plain.end()) continue;
        const long first = depth.first - before->second.first, later = depth.later - before->second.later;
        if (std::max(first, later) > most) most = std::max(first, later), which = call;
        if (first > kMost || later > kMost)
            std::printf("    %s: first %ld, later %ld bytes more than %ld, %ld\n", call.c_str(), first, later,
                        before->second.first, before->second.later);
        CHECK(first <= kMost && later <= kMost);
    }
    std::printf("    %s: at most %ld bytes (%s)\n", name.c_str(), most, which.c_str());
}

}  // namespace

TEST("a call of the OS runtime takes 512 bytes of the program's stack at most, with names of files and stacks") {
    compare("osrt", {"--osrt-threshold", "0", "--osrt-backtrace-threshold", "0", "--osrt-file-access=true"}, {"osrt"},
            "all noted");
}

TEST("a call of the OS runtime that is not noted takes 512 bytes at most") {
    compare("osrt", {"--osrt-threshold", "1000000000"}, {"osrt"}, "not noted");
}

TEST("calls of libraries, events of OpenMP and of NVTX, and ranges of Python take 512 bytes at most") {
    compare("cublas,cudnn,mpi,opengl,openmp,nvtx", {}, {"cublas", "cudnn", "mpi", "opengl", "openmp", "nvtx", "python"},
            "libraries");
}

// cuBLAS is not among them: what stands for it sleeps, which is a call within a call, and each of the two takes its
// part.
TEST("all kinds together take 512 bytes at most") {
    compare("osrt,cudnn,mpi,opengl,openmp,nvtx",
            {"--osrt-threshold", "0", "--osrt-backtrace-threshold", "0", "--osrt-file-access=true"},
            {"osrt", "cudnn", "mpi", "opengl", "openmp", "nvtx", "python"}, "together");
}

TEST("events of a range that begins the capture, and those before it, take 512 bytes at most") {
    compare("nvtx", {"-c", "nvtx", "-p", "range", "--capture-range-end=none"}, {"nvtx"}, "capture range");
}

TEST("the first call of NVTX in a program may come from a thread of 16 KiB") {
    const Place place;
    needsCapture(place);
    const Ran r = run(place, {"profile", "-t", "nvtx", "-o", "run", beside("SIGHTLINE_STACK_USE_PROGRAM"), "first"});
    CHECK_EQ(r.code, 0);
    CHECK(r.out.ends_with("over\n"));
}

TEST("a shell that runs programs, and one that becomes another program, lose no record in twenty runs") {
    const Place place;
    needsCapture(place);
    needsReader();
    const std::string script =
        place.write("shim.sh", "#!/bin/sh\n/bin/true\nls /usr/bin > /dev/null | cat &\nwait\nexec \"$@\"\n");
    int lost = 0;
    for (int i = 0; i < 20; ++i) {
        const std::string program = beside("SIGHTLINE_CALLS_PROGRAM");
        const Ran r =
            i % 2 ? run(place, {"profile", "-t", "osrt", "-f", "true", "-o", "run", "sh", "-c",
                                program + " poll; " + program + " naps"})
                  : run(place, {"profile", "-t", "osrt", "-f", "true", "-o", "run", "sh", script, program, "poll"});
        CHECK_EQ(r.code, 0);
        if (!fs::exists(place / "run.rep")) return check::fail(__FILE__, __LINE__, "there is no report");
        const Opened report(place / "run.rep");
        for (const model::Diagnostic& d : report.store->diagnostics().list()) {
            if (d.subject.code != model::MessageCode::RecordsDropped) continue;
            ++lost;
            std::printf("    run %d: %s\n", i, model::english(d.subject).c_str());
        }
    }
    CHECK_EQ(lost, 0);
}

// ------------------------------------------------------------------------------------------- the stack itself

namespace {

volatile std::sig_atomic_t g_handled = 0;
std::uintptr_t g_handledAt = 0;

bool isNear(const void* a, std::uintptr_t b) {
    const auto x = reinterpret_cast<std::uintptr_t>(a);
    return (x > b ? x - b : b - x) < (std::uintptr_t{1} << 20);
}

}  // namespace

TEST("a signal that comes while something is done on a stack of our own is handled after that, on the program's") {
    struct sigaction action {};
    action.sa_handler = [](int) {
        g_handledAt = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
        g_handled = g_handled + 1;
    };
    ::sigaction(SIGUSR1, &action, nullptr);
    bool handledWithin = true, elsewhere = false;
    const void* const here = __builtin_frame_address(0);
    CHECK(collectors::onOwnStack([&] {
        elsewhere = !isNear(here, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
        ::raise(SIGUSR1);
        handledWithin = g_handled != 0;
    }));
    CHECK(elsewhere);
    CHECK(!handledWithin);
    CHECK_EQ(static_cast<int>(g_handled), 1);
    CHECK(isNear(here, g_handledAt));
    sigset_t blocked;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    CHECK_EQ(::sigismember(&blocked, SIGUSR1), 0);
}

TEST("a stack of our own may be asked for on one, and what is thrown there is caught there") {
    int sum = 0;
    CHECK(collectors::onOwnStack([&] {
        sum += 1;
        collectors::onOwnStack([&] {
            sum += 10;
            try {
                throw std::runtime_error("thrown");
            } catch (const std::exception&) {
                sum += 100;
            }
        });
        sum += 1000;
    }));
    CHECK_EQ(sum, 1111);
}

TEST("stacks of our own are kept for the next use, and are as many as are used at a time") {
    std::uintptr_t first = 0, second = 0;
    const auto place = [](std::uintptr_t& to) {
        return [&to] { to = collectors::ownStackAround(__builtin_frame_address(0)).begin; };
    };
    collectors::onOwnStack(place(first));
    collectors::onOwnStack(place(second));
    CHECK_EQ(first, second);
    std::uintptr_t within = 0;
    collectors::onOwnStack([&] {
        collectors::onOwnStack(place(within));
        place(second)();
    });
    CHECK_EQ(second, first);
    CHECK(within != first);
}

TEST("a thread that is cancelled while it uses a stack of our own ends after that") {
    static std::atomic<bool> within, go, after;
    within = go = after = false;
    pthread_t thread;
    ::pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
            int was = 0;
            ::pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &was);
            collectors::onOwnStack([] {
                within = true;
                within.notify_one();
                go.wait(false);
                after = true;
            });
            for (;;) ::pause();
        },
        nullptr);
    within.wait(false);
    ::pthread_cancel(thread);
    go = true;
    go.notify_one();
    void* result = nullptr;
    ::pthread_join(thread, &result);
    CHECK(result == PTHREAD_CANCELED);
    CHECK(after);
}
