// SPDX-License-Identifier: GPL-3.0-or-later
// A program that tests capture: it does what its words say, one after the other.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <signal.h>

#if SIGHTLINE_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace {

void range(const char* name) {
#if SIGHTLINE_HAS_NVTX
    nvtxRangePushA(name);
    nvtxMarkA("inside");
    nvtxRangePop();
#else
    (void)name;
#endif
}

/// Prints a line so that whoever reads it can act.
void print(const std::string& text) {
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
}

#if SIGHTLINE_HAS_NVTX
/// Forks again and again while three threads name new marks: each child marks something and ends.
void forkAmongThreads() {
    range("before");  // NVTX itself starts up in one thread, and waits for ever in a child that was forked meanwhile
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&stop, t] {
            for (int i = 0; !stop && i < 1'000'000; ++i)
                nvtxMarkA(("thread " + std::to_string(t) + " mark " + std::to_string(i)).c_str());
        });
    int whole = 0;
    for (int i = 0; i < 40; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            range("in a child");
            std::exit(0);
        }
        int status = 0;
        whole += child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    stop = true;
    for (std::thread& t : threads) t.join();
    print("whole children " + std::to_string(whole));
}

/// Short workers, one after the other, that leave without a word: each forks, marks something and is gone.
void shortWorkers() {
    range("before");
    for (int i = 0; i < 20; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            range("worker");
            if (i % 2) ::kill(::getpid(), SIGKILL);
            ::_exit(0);
        }
        ::waitpid(child, nullptr, 0);
    }
}

/// What NVTX is told before a fork, and used behind it.
void definedBefore() {
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
    nvtxDomainNameCategoryA(domain, 5, "loading");
    const nvtxStringHandle_t text = nvtxDomainRegisterStringA(domain, "registered");
    nvtxEventAttributes_t a{};
    a.version = NVTX_VERSION, a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE, a.category = 5;
    a.messageType = NVTX_MESSAGE_TYPE_REGISTERED, a.message.registered = text;
    const pid_t child = ::fork();
    if (child != 0) return void(::waitpid(child, nullptr, 0));
    nvtxDomainMarkEx(domain, &a);
    ::_exit(0);
}

/// Closes low descriptors again and again, while hundreds of threads live, and opens files of its own under their
/// numbers: nobody else may close those.
void closeAmongThreads() {
    range("before");
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int t = 0; t < 400; ++t)
        threads.emplace_back([&stop] {
            while (!stop) ::usleep(100'000);
        });
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(4);
    int gone = 0;
    while (std::chrono::steady_clock::now() < until) {
        for (int fd = 3; fd < 24; ++fd) ::close(fd);
        int own[16];
        for (int& fd : own) fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::sched_yield();
        for (const int fd : own) gone += fd >= 0 && ::fcntl(fd, F_GETFD) < 0;
    }
    stop = true;
    for (std::thread& t : threads) t.join();
    print("own files closed " + std::to_string(gone));
}

/// Threads one after the other that live for a moment, each with a name of its own.
void shortThreads() {
    for (int t = 0; t < 5000; ++t)
        std::thread([t] {
            ::pthread_setname_np(::pthread_self(), ("short " + std::to_string(t)).c_str());
            nvtxMarkA("in a short thread");
        }).join();
}

/// A range of one domain lies in one of another; what is popped is of each its own.
void otherDomain(const char* name) {
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
    nvtxEventAttributes_t a{};
    a.version = NVTX_VERSION, a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE, a.messageType = NVTX_MESSAGE_TYPE_ASCII,
    a.message.ascii = "theirs";
    nvtxRangePushA(name);
    nvtxDomainRangePushEx(domain, &a);
    nvtxRangePop();
    nvtxMarkA("outside");
    nvtxDomainRangePop(domain);
}

/// The range of a training's step so many times, with nothing between the end of one and the begin of the next;
/// 0 = until it is killed.
void stepLoop(const char* name, unsigned times) {
    for (unsigned i = 1; times == 0 || i <= times; ++i) {
        nvtxRangePushA(name);
        nvtxMarkA(("in " + std::to_string(i)).c_str());
        nvtxRangePop();
    }
}

/// Steps that take 10 ms each, with 500 marks.
void numberedSteps(int times) {
    for (int i = 1; i <= times; ++i) {
        nvtxRangePushA(("step " + std::to_string(i)).c_str());
        for (int mark = 0; mark < 500; ++mark) nvtxMarkA("busy");
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        nvtxRangePop();
    }
}

/// Eight ranges, and a mark in each and behind each.
void stepsAndGaps(const char* name) {
    for (int i = 1; i <= 8; ++i) {
        nvtxRangePushA(name);
        nvtxMarkA(("in " + std::to_string(i)).c_str());
        nvtxRangePop();
        nvtxMarkA(("gap " + std::to_string(i)).c_str());
    }
}

std::int64_t monotonicNs() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

/// Marks, waits and computes, a millisecond each time, and notes in a file that is memory what it has done and when:
/// {times, when each was over, ns}. Whoever kills it, or the profiler, knows from there what there was to be seen.
void beat(const char* path) {
    constexpr std::size_t kBeats = 1500, kBytes = (kBeats + 1) * sizeof(std::int64_t);
    const int file = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (::ftruncate(file, kBytes) != 0) std::exit(9);
    void* const memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) std::exit(9);
    auto* const done = static_cast<volatile std::int64_t*>(memory);
    for (std::size_t i = 1; i <= kBeats; ++i) {
        nvtxMarkA(("beat " + std::to_string(i)).c_str());
        ::usleep(200);
        const std::int64_t until = monotonicNs() + 600'000;
        while (monotonicNs() < until) {}
        done[i] = monotonicNs();
        done[0] = static_cast<std::int64_t>(i);
    }
}

/// Closes every descriptor that it did not open, opens files of its own, and marks a lot.
void closeAndMark() {
    range("before");
    for (int fd = 3; fd < 4096; ++fd) ::close(fd);
    std::vector<int> own;
    for (int i = 0; i < 64; ++i) own.push_back(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    for (int fd : own) ::dup2(fd, fd + 700);
    for (int i = 0; i < 5000; ++i) nvtxMarkA(("after " + std::to_string(i)).c_str());
    std::size_t strange = 0;
    for (const int fd : own) strange += ::lseek(fd, 0, SEEK_END) > 0;
    print("files with bytes of others " + std::to_string(strange));
}
#endif

/// Calls of a CUDA that is none (fake_launches.cpp): 1 launches, 2 waits, 3 allocates.
struct FakeCuda {
    void (*call)(unsigned, unsigned, unsigned);
    void (*profiler)(unsigned);
    void (*instantiate)(unsigned);
    void (*launchGraph)(unsigned, unsigned);
    FakeCuda() {
        void* const library = ::dlopen("libcupti.so.13", RTLD_NOW | RTLD_GLOBAL);
        const char* const path = std::getenv("CUDA_INJECTION64_PATH");
        void* const inject = path ? ::dlopen(path, RTLD_NOW) : nullptr;
        if (!library) std::exit(9);
        call = reinterpret_cast<void (*)(unsigned, unsigned, unsigned)>(::dlsym(library, "fakeSlowCall"));
        profiler = reinterpret_cast<void (*)(unsigned)>(::dlsym(library, "fakeProfiler"));
        instantiate = reinterpret_cast<void (*)(unsigned)>(::dlsym(library, "fakeInstantiate"));
        launchGraph = reinterpret_cast<void (*)(unsigned, unsigned)>(::dlsym(library, "fakeGraphLaunch"));
        if (inject) reinterpret_cast<int (*)()>(::dlsym(inject, "InitializeInjection"))();
    }
};

[[gnu::noinline]] void launchesOften(const FakeCuda& cuda) {
    for (unsigned i = 0; i < 50; ++i) cuda.call(1, 100 + i, 0);
    cuda.call(1, 200, 4000);
    print("launched");
}
[[gnu::noinline]] void waitsLong(const FakeCuda& cuda) {
    cuda.call(2, 300, 4000);
    print("waited");
}
[[gnu::noinline]] void allocates(const FakeCuda& cuda) {
    cuda.call(3, 400, 4000);
    print("allocated");
}

/// Nobody tells how much stack this needs: it stands between known functions.
[[gnu::noinline]] void deep(const FakeCuda& cuda, int depth) {
    if (depth > 0) deep(cuda, depth - 1);
    else cuda.call(2, 500, 4000);
    print("deep");
}

[[gnu::noinline]] void callsOfCuda() {
    const FakeCuda cuda;
    launchesOften(cuda);
    waitsLong(cuda);
    allocates(cuda);
    std::thread([&] { waitsLong(cuda); }).join();
    deep(cuda, 300);
}

/// Graphs that were made before, between and in two ranges, each launched in both. Four threads make some all the time.
void graphsAroundRanges() {
    const FakeCuda cuda;
    std::atomic<bool> over{false};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (unsigned i = 0; !over; ++i) {
                const unsigned graph = 1'000'000 * (t + 1) + i;
                cuda.instantiate(graph);
                cuda.launchGraph(graph, graph);
            }
        });
    cuda.instantiate(1);
    cuda.launchGraph(1, 1);
    for (unsigned range = 1; range <= 2; ++range) {
        cuda.profiler(1);
        cuda.instantiate(10 * range);
        for (const unsigned graph : {1u, 10u, 15u, 20u})
            if (graph <= 10 * range) cuda.launchGraph(graph, 100 * range + graph);
        cuda.profiler(0);
        cuda.instantiate(10 * range + 5);
        cuda.launchGraph(10 * range + 5, 100 * range + 90);
    }
    over = true;
    for (std::thread& t : threads) t.join();
}

/// What a short call costs more that may have its stack (launches) than one that has none (allocations): ns, the least
/// of many rounds.
void costsOfCalls() {
    const FakeCuda cuda;
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < 200; ++round)
        for (const unsigned id : {1u, 3u}) {
            const auto begin = std::chrono::steady_clock::now();
            for (unsigned i = 0; i < 200; ++i) cuda.call(id, 1000 + i, 0);
            double& least = best[id == 3];
            least = std::min(
                least,
                std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / 200);
        }
    std::printf("calls %.1f %.1f\n", best[1], best[0]);
}

/// cudaProfilerStart() and -Stop() so many times, with nothing between them; 0 = until it is killed.
void profiledLoop(unsigned times) {
    const FakeCuda cuda;
    for (unsigned i = 0; times == 0 || i < times; ++i) {
        cuda.profiler(1);
        cuda.call(3, 100 + i, 0);
        cuda.profiler(0);
    }
}

/// As a program that becomes a daemon does.
void closeAll() {
    for (int fd = 3; fd < 4096; ++fd) ::close(fd);
}

std::string argument;  // of the words that have one
int between[2];        // "pipe": a child says "tell", and the program goes on behind "hear"

void step(const std::string& word) {
    if (word == "out") print("to standard output");
    if (word == "err") std::fprintf(stderr, "to standard error\n");
    if (word == "variable")
        print(argument + "=" + (std::getenv(argument.c_str()) ? std::getenv(argument.c_str()) : "(none)"));
    if (word == "exit") std::exit(std::atoi(argument.c_str()));
    if (word == "signal") ::raise(std::atoi(argument.c_str()));
    if (word == "range") range(argument.c_str());
    if (word == "ready") print("ready " + std::to_string(::getpid()));
    if (word == "read") std::getchar();  // until somebody writes a line, or the other end is gone
#if SIGHTLINE_HAS_NVTX
    if (word == "forks") forkAmongThreads();
    if (word == "workers") shortWorkers();
    if (word == "defined") definedBefore();
    if (word == "domain") otherDomain(argument.c_str());
    if (word == "push") nvtxRangePushA(argument.c_str());
    if (word == "pop") nvtxRangePop();
    if (word == "mark") nvtxMarkA(argument.c_str());
    static nvtxRangeId_t started = 0;
    if (word == "start") started = nvtxRangeStartA(argument.c_str());
    if (word == "stop") nvtxRangeEnd(started);
    if (word == "loop") stepLoop(argument.c_str(), 0);
    if (word == "row") stepLoop(argument.c_str(), 20'000);
    if (word == "steps") numberedSteps(std::atoi(argument.c_str()));
    if (word == "takes") std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(argument.c_str())));
    if (word == "gaps") stepsAndGaps(argument.c_str());
    if (word == "beat") beat(argument.c_str());
    if (word == "closes") closeAndMark();
    if (word == "closing") closeAmongThreads();
    if (word == "threads") shortThreads();
    if (word == "marks")
        for (int i = 0; i < 200'000; ++i) nvtxMarkA("many");
    if (word == "limited") {
        const rlimit small{256 << 10, 256 << 10};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
#endif
    if (word == "shut") {  // no file grows any more
        const rlimit none{1, 1};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    if (word == "cuda") callsOfCuda();
    if (word == "cudacosts") costsOfCalls();
    if (word == "cudagraphs") graphsAroundRanges();
    if (word == "profiled") profiledLoop(static_cast<unsigned>(std::atoi(argument.c_str())));
    if (word == "detached" && ::setsid() < 0) std::exit(9);
    if (word == "closeall") closeAll();
    if (word == "chrooted" && (::chroot("/proc") != 0 || ::chdir("/") != 0)) std::exit(9);
    char byte = 0;
    if (word == "pipe" && ::pipe(between) != 0) std::exit(9);
    if (word == "tell" && ::write(between[1], &byte, 1) != 1) std::exit(9);
    if (word == "hear" && ::read(between[0], &byte, 1) != 1) std::exit(9);
    if (word == "called") ::pthread_setname_np(::pthread_self(), argument.c_str());
    if (word == "deaf") ::signal(SIGTERM, SIG_IGN);
    if (word == "forever")
        for (;;) ::pause();
}

bool hasArgument(const std::string& word) {
    for (const char* w : {"variable", "exit", "signal", "range", "domain", "push", "mark", "start", "called", "loop",
                          "row", "gaps", "steps", "takes", "beat", "profiled"})
        if (word == w) return true;
    return false;
}

}  // namespace

/// "child … end" runs what stands between in a child, which nobody waits for.
int main(int count, char** words) {
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "child") {
            if (::fork() == 0) continue;
            while (i < count && std::strcmp(words[i], "end") != 0) ++i;
            continue;
        }
        if (word == "end") return 0;
        if (hasArgument(word) && i + 1 < count) argument = words[++i];
        step(word);
    }
    return 0;
}
