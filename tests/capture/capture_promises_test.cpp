// SPDX-License-Identifier: GPL-3.0-or-later
// What a program under capture is promised (resources/manual/promises.md): the same program runs without a capture and
// with each kind of trace that works without a GPU, and nobody who looks at it from outside can tell one from the
// other.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <set>

#include <sys/resource.h>

#include "tests/kit/capture_run.h"

namespace {

using namespace capture_run;
using namespace std::chrono_literals;

std::string promisesProgram() {
    const char* path = std::getenv("SIGHTLINE_PROMISES_PROGRAM");
    if (!path) SKIP("no program to capture");
    return path;
}

/// As whoever started the program sees it.
struct Seen {
    std::string out;
    int code = -1, signal = 0;
    bool operator==(const Seen&) const = default;
};

Seen plain(const std::string& way) {
    Seen seen;
    std::FILE* const program = ::popen(("exec '" + promisesProgram() + "' " + way).c_str(), "re");
    CHECK(program != nullptr);
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, program)) > 0;) seen.out.append(buffer, n);
    const int status = ::pclose(program);
    seen.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    seen.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return seen;
}

struct Kinds {
    const char* name;
    Words options;
};
// Each with NVTX, by which the library enters where nothing stands before the program.
const Kinds kDefault{"default", {}};
const Kinds kBefore[] = {
    {"osrt", {"-t", "nvtx,osrt", "--osrt-threshold=0"}},
    {"libraries", {"-t", "nvtx,cublas,cudnn,cusolver,cusparse,mpi,opengl"}},
    {"openmp", {"-t", "nvtx,openmp"}},
    {"python", {"-t", "nvtx", "--python-sampling"}},
    {"all", {"-t", "cuda,nvtx,osrt,cublas,mpi,openmp", "--python-sampling"}},
};

Ran captured(const Place& place, const Kinds& kinds, const std::string& way) {
    Words words{"profile", "-o", std::string(kinds.name) + "-" + way};
    words.insert(words.end(), kinds.options.begin(), kinds.options.end());
    words.insert(words.end(), {promisesProgram(), way});
    return run(place, words, std::string(kinds.name) + "-" + way);
}

void isAsPlain(const Place& place, const Kinds& kinds, const std::string& way, const Seen& want) {
    const Ran r = captured(place, kinds, way);
    const Seen seen{r.out, r.code, r.signal};
    if (seen != want)
        std::printf("    %s with %s: code %d, signal %d, printed: %s\n", way.c_str(), kinds.name, seen.code,
                    seen.signal, seen.out.c_str());
    CHECK(seen == want);
    CHECK(place.sessions().empty());
}

void isAsPlainWithAll(const char* way) {
    const Place place;
    needsCapture(place);
    const Seen want = plain(way);
    isAsPlain(place, kDefault, way, want);
    for (const Kinds& kinds : kBefore) isAsPlain(place, kinds, way, want);
}

constexpr std::string_view kForbade = "the program forbade itself calls of the system (seccomp)";

/// The processes of which the report of a run says that they forbade themselves calls of the system.
std::set<std::string> forbidding(const Place& place, const Kinds& kinds, const std::string& way) {
    const std::string text = run(place, {"info", std::string(kinds.name) + "-" + way + ".rep"}, "info").out;
    std::set<std::string> out;
    for (std::size_t at = 0; (at = text.find(kForbade, at)) != text.npos; at += kForbade.size()) {
        const std::size_t process = text.rfind("Process ", at);
        out.insert(process == text.npos ? std::string() : text.substr(process, text.find(':', process) - process));
    }
    return out;
}

/// Microseconds that the program says; 0 where it does not.
long elapsedOf(const std::string& err) {
    const std::size_t at = err.find("took ");
    return at == err.npos ? 0 : std::atol(err.c_str() + at + 5);
}

/// Microseconds for which CPUs did something else than this test and what it runs, other guests of its host included.
long elsewhere() {
    std::ifstream stat("/proc/stat");
    std::string word;
    long ticks = 0, busy = 0, own = 0;
    stat >> word;
    for (int field = 0; field < 8 && stat >> ticks; ++field)
        if (field != 3 && field != 4) busy += ticks;  // idle, and idle with something to wait for
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage used{};
        ::getrusage(who, &used);
        for (const timeval& t : {used.ru_utime, used.ru_stime}) own += t.tv_sec * 1'000'000 + t.tv_usec;
    }
    return busy * (1'000'000 / ::sysconf(_SC_CLK_TCK)) - own;
}

/// In turns, since the machine may be busy with other things at any time; the shortest of each counts. Turns go on
/// until these are near enough: what really takes longer does so in each of fifteen. Where others take the CPUs,
/// whoever has more threads waits longer for them: then only what is many times as long is wrong. `more` = what the
/// threads of all children may take on kernels that are slow to make them.
void takesAtMost(const char* way, double times, std::chrono::microseconds more) {
    const Place place;
    needsCapture(place);
    long without = 0, with = 0;
    const auto begin = std::chrono::steady_clock::now();
    const long others = elsewhere();
    const auto isNear = [&] {
        return static_cast<double>(with - more.count()) <= static_cast<double>(without) * times;
    };
    for (int turn = 0; turn < 3 || (turn < 15 && !isNear()); ++turn) {
        const std::string file = place / "plain.err";
        CHECK_EQ(std::system(("'" + promisesProgram() + "' " + way + " >/dev/null 2>'" + file + "'").c_str()), 0);
        const long a = elapsedOf(bytesOfFile(file));
        const Ran r = run(place, {"profile", "-t", "osrt", "-f", "true", "-o", "forks", promisesProgram(), way});
        CHECK_EQ(r.code, 0);
        const long b = elapsedOf(r.err);
        CHECK(a > 0 && b > 0);
        without = turn ? std::min(without, a) : a, with = turn ? std::min(with, b) : b;
    }
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    const bool quiet = elsewhere() - others < took.count() / 4;
    std::printf("    %s: %ld us without, %ld us with, on a %s machine\n", way, without, with, quiet ? "quiet" : "busy");
    times *= quiet ? 1 : 4;
    CHECK(isNear());
}

}  // namespace

TEST("a program whose main thread ends first ends with its last thread, handlers and buffers included") {
    for (const char* way : {"main-ends", "main-ends-detached", "main-ends-alone"}) isAsPlainWithAll(way);
}

TEST("a program whose last thread ends by a call of the system ends there, without exit handlers") {
    for (const char* way : {"raw-end", "raw-end-after-thread"}) isAsPlainWithAll(way);
}

TEST("a signal ends a program whose main thread is gone") { isAsPlainWithAll("killed-after-main"); }

TEST("children end as they would, whatever way they end") { isAsPlainWithAll("children-end"); }

TEST("children of which no handler hears end as fast as others") { isAsPlainWithAll("strays"); }

TEST("forks while another thread makes the first call of NVTX") { isAsPlainWithAll("forks-at-first"); }

TEST("a program that copes with having no memory left does so") { isAsPlainWithAll("without-memory"); }

TEST("a program whose files may not grow goes on") { isAsPlainWithAll("without-files"); }

TEST("signals reach the program, each of them, and no thread that is not its own") { isAsPlainWithAll("signals"); }

TEST("a program that closes all descriptors has its own behind the numbers, and nothing else in them") {
    isAsPlainWithAll("closes-all");
}

TEST("threads can be cancelled while they wait") { isAsPlainWithAll("cancels"); }

TEST("a program that leaves itself read and write alone goes on, and its report says why it ends there") {
    isAsPlainWithAll("strict");
    const Place place;
    needsReader();
    captured(place, kBefore[0], "strict");
    CHECK_EQ(forbidding(place, kBefore[0], "strict").size(), 1u);
}

TEST("a program under a filter of its own makes no call that it would not make, its end included") {
    for (const char* way : {"filter-prctl", "filter-call", "filter-all-threads"}) isAsPlainWithAll(way);
}

TEST("a filter of a child ends the capture of the child alone") {
    const Place place;
    needsCapture(place);
    const Seen want = plain("filter-child");
    isAsPlain(place, kDefault, "filter-child", want);
    for (const Kinds& kinds : kBefore) isAsPlain(place, kinds, "filter-child", want);
    needsReader();
    CHECK_EQ(forbidding(place, kBefore[0], "filter-child").size(), 1u);
}

TEST("a program that is run under a filter of the program before it goes on, and its report says so") {
    isAsPlainWithAll("filter-before");
    const Place place;
    needsReader();
    captured(place, kBefore[0], "filter-before");
    CHECK_EQ(forbidding(place, kBefore[0], "filter-before").size(), 1u);
}

TEST("a program begins with the signals blocked and ignored that it would have") {
    sigset_t some, was;
    sigemptyset(&some);
    for (const int s : {SIGUSR1, SIGTERM, SIGCHLD, SIGRTMIN + 3}) sigaddset(&some, s);
    ::sigprocmask(SIG_BLOCK, &some, &was);
    struct Back {
        sigset_t mask;
        void (*pipe)(int) = ::signal(SIGPIPE, SIG_IGN), (*hangUp)(int) = ::signal(SIGHUP, SIG_IGN);
        ~Back() {
            ::signal(SIGPIPE, pipe), ::signal(SIGHUP, hangUp);
            ::sigprocmask(SIG_SETMASK, &mask, nullptr);
        }
    } const back{was};
    isAsPlainWithAll("begins");
}

TEST("a program that is started where ends of children are ignored has its capture end with it") {
    const Place place;
    needsCapture(place);
    const std::string command = "trap '' CHLD; cd '" + place.path().string() +
                                "'; export TMPDIR=\"$PWD/t\"; exec "
                                "timeout 60 \"$SIGHTLINE_CLI\" profile -t nvtx -o run sh -c 'exit 7' 2>err";
    const int status = std::system(command.c_str());
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    CHECK(fs::exists(place / "run.rep"));
}

TEST("a program that forbids itself the processor's clock goes on") { isAsPlainWithAll("clockless"); }

// As root they succeed, else they fail, and the same way.
TEST("a program that changes its user, groups and capabilities does, and so do its children") {
    isAsPlainWithAll("rights");
}

TEST("a program with one thread enters namespaces that only such a one may") { isAsPlainWithAll("namespaces"); }

TEST("three hundred forks of children that note nothing take at most twice their time and 0.5 ms each") {
    takesAtMost("forks-_exit", 2, 300 * 500us);
}

// Each has a file of its own then, and a thread that writes it.
TEST("three hundred forks of children that note something take at most twice their time and 2.5 ms each") {
    for (const char* way : {"forks-noted", "forks-noted-exit"}) takesAtMost(way, 2, 300 * 2500us);
}
