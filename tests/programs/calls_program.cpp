// SPDX-License-Identifier: GPL-3.0-or-later
// A program whose calls of the system are known: it does what its words say, one after the other. No NVTX, no CUDA.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using std::chrono::milliseconds;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::_Exit(9);
}
void require(bool fine, const char* what) {
    if (!fine) fail(what);
}

// Each function with a name of its own, so that stacks can be asked for it.
[[gnu::noinline]] void waitsForMutex() {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    ::pthread_mutex_lock(&mutex);
    std::atomic<bool> waits{false};
    std::thread other([&] {
        waits = true;
        waits.notify_one();
        ::pthread_mutex_lock(&mutex);
        ::pthread_mutex_unlock(&mutex);
    });
    waits.wait(false);
    ::usleep(90'000);
    ::pthread_mutex_unlock(&mutex);
    other.join();
}

[[gnu::noinline]] void waitsForCondition() {
    std::mutex mutex;
    std::condition_variable condition;
    std::unique_lock lock(mutex);
    require(condition.wait_for(lock, milliseconds(30)) == std::cv_status::timeout, "no timeout");
    bool set = false;
    std::thread other([&] {
        ::usleep(60'000);
        const std::lock_guard guard(mutex);
        set = true;
        condition.notify_one();
    });
    condition.wait(lock, [&] { return set; });
    lock.unlock();
    other.join();
}

[[gnu::noinline]] void readsPipe() {
    int ends[2];
    require(::pipe(ends) == 0, "no pipe");
    std::thread other([&] {
        ::usleep(50'000);
        require(::write(ends[1], "x", 1) == 1, "not written");
    });
    char c = 0;
    require(::read(ends[0], &c, 1) == 1 && c == 'x', "not read");
    other.join();
    ::close(ends[0]);
    ::close(ends[1]);
}

[[gnu::noinline]] void polls() {
    for (int i = 0; i < 5; ++i) require(::poll(nullptr, 0, 20) == 0, "poll");
}

[[gnu::noinline]] void files(const char* path) {
    const int fd = ::open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    require(fd >= 0, "not opened");
    const std::vector<char> bytes(8 << 20, 'x');
    require(::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "not written");
    require(::fsync(fd) == 0, "fsync");
    const int other = ::dup(fd);
    std::vector<char> back(8 << 20);
    require(::pread(other, back.data(), back.size(), 0) == static_cast<ssize_t>(back.size()) && back == bytes,
            "not read back");
    require(::open("/nowhere/at all", O_RDONLY) == -1 && errno == ENOENT, "errno is not kept");
    errno = 77;
    ::usleep(1000);
    require(errno == 77, "errno is changed");
    ::close(other);
    ::close(fd);
    ::unlink(path);
}

/// Known and short: 100 000 calls that take less than a microsecond.
void shortCalls() {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    char c = 0;
    for (int i = 0; i < 100'000; ++i) require(::write(nowhere, &c, 1) == 1, "not written");
    ::close(nowhere);
}

int g_unwound = 0;
struct Unwound {
    ~Unwound() { ++g_unwound; }
};

/// Threads that are cancelled in calls which wait: what stands in their frames is cleaned up.
void cancels() {
    static int ends[2];
    require(::pipe(ends) == 0, "no pipe");
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    void (*const waits[])() = {
        [] {
            char c;
            (void)!::read(ends[0], &c, 1);
        },
        [] { ::poll(nullptr, 0, -1); },
        [] { ::sleep(1000); },
        [] {
            ::pthread_mutex_lock(&mutex);
            ::pthread_cond_wait(&condition, &mutex);
        },
    };
    for (const auto wait : waits) {
        pthread_t thread;
        ::pthread_create(
            &thread, nullptr,
            [](void* f) -> void* {
                const Unwound unwound;
                reinterpret_cast<void (*)()>(f)();
                return nullptr;
            },
            reinterpret_cast<void*>(wait));
        ::usleep(20'000);
        ::pthread_cancel(thread);
        void* result = nullptr;
        ::pthread_join(thread, &result);
        require(result == PTHREAD_CANCELED, "not cancelled");
        if (wait == waits[3]) ::pthread_mutex_unlock(&mutex);
    }
    require(g_unwound == 4, "not unwound");
}

/// The next signal, ms from now: of time that has passed since the last handler, so that slow machines come to do
/// something else in between.
void alarmSoon() {
    const itimerval soon{{0, 0}, {0, 2000}};
    ::setitimer(ITIMER_REAL, &soon, nullptr);
}

/// A handler that makes calls of its own, some hundred times a second, while the program makes others and takes memory.
void handlers() {
    static volatile int count;
    static int ends[2];
    require(::pipe(ends) == 0, "no pipe");
    struct sigaction action {};
    action.sa_handler = [](int) {
        char c = 0;
        count = count + 1;
        (void)!::write(ends[1], &c, 1);
        (void)!::read(ends[0], &c, 1);
        const timespec t{0, 20'000};
        ::nanosleep(&t, nullptr);
        alarmSoon();
    };
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &action, nullptr);
    alarmSoon();
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    std::vector<char> bytes(4096);
    while (count < 100) {
        std::vector<char>(1 << 14).swap(bytes);
        (void)!::write(nowhere, bytes.data(), bytes.size());
        ::sched_yield();
    }
    const itimerval never{};
    ::setitimer(ITIMER_REAL, &never, nullptr);
}

/// A child that works and leaves without a word, and one that becomes another program; both among threads that make
/// calls.
void forks() {
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i)
        threads.emplace_back([&] {
            while (!stop) ::usleep(200), std::free(std::malloc(1 << 16));
        });
    for (int i = 0; i < 10; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            for (int k = 0; k < 3; ++k) ::usleep(2000);
            ::_exit(3);
        }
        int status = 0;
        require(::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3,
                "the child failed");
    }
    stop = true;
    for (std::thread& t : threads) t.join();
    require(std::system("true") == 0, "no other program");
}

/// Seven arguments: the last one is on the stack.
void names() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(80);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    char host[64], service[64];
    for (int i = 0; i < 100; ++i) {
        require(::getnameinfo(reinterpret_cast<const sockaddr*>(&address), sizeof address, host, sizeof host, service,
                              sizeof service, NI_NUMERICHOST | NI_NUMERICSERV) == 0,
                "no name");
        require(std::strcmp(host, "127.0.0.1") == 0 && std::strcmp(service, "80") == 0, "another name");
    }
}

/// Children that load something, of a program whose calls are noted all the time. Who cannot within a minute is ended.
void forkedLoads() {
    std::atomic<bool> stop{false};
    std::thread other([&] {
        while (!stop) ::sched_yield();
    });
    for (int i = 0; i < 100; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::alarm(60);
            ::_exit(::dl_iterate_phdr([](dl_phdr_info*, std::size_t, void*) { return 7; }, nullptr) == 7 &&
                            ::dlopen("libm.so.6", RTLD_NOW)
                        ? 0
                        : 1);
        }
        int status = 0;
        require(::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0,
                "the child cannot load anything");
    }
    stop = true;
    other.join();
}

/// Threads that are cancelled at any moment, while handlers of signals and they themselves make calls that are noted.
void cancelsOften() {
    struct sigaction action {};
    action.sa_handler = [](int) {  // no cancellation point, but the call that it interrupts is one
        for (int k = 0; k < 20; ++k) ::sched_yield();
    };
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &action, nullptr);
    for (int i = 0; i < 300; ++i) {
        pthread_t thread;
        ::pthread_create(
            &thread, nullptr,
            [](void*) -> void* {
                const Unwound unwound;
                const timespec t{0, 1000};
                for (;;) ::nanosleep(&t, nullptr), ::sched_yield();
            },
            nullptr);
        for (int k = 0; k < i % 5; ++k) ::pthread_kill(thread, SIGUSR1), ::usleep(static_cast<useconds_t>(i * 7 % 100));
        ::pthread_cancel(thread);
        void* result = nullptr;
        ::pthread_join(thread, &result);
        require(result == PTHREAD_CANCELED, "not cancelled");
    }
}

/// In a child that is forked within the handler's reach, again and again.
void forkedHandlers() {
    for (int i = 0; i < 20; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            struct sigaction action {};
            action.sa_handler = [](int) {
                const timespec t{0, 10'000};
                ::nanosleep(&t, nullptr);
                alarmSoon();
            };
            ::sigaction(SIGALRM, &action, nullptr);
            alarmSoon();
            for (int k = 0; k < 400'000; ++k) std::free(std::malloc(64 + static_cast<std::size_t>(k % 4000)));
            ::_exit(0);
        }
        int status = 0;
        require(::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0,
                "the child failed");
    }
}

/// The least of many short rounds, in which nothing else ran: ns.
double nsOf(auto&& call) {
    constexpr int kCalls = 200;
    double best = 1e9;
    for (int round = 0; round < 4000; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < kCalls; ++i) call();
        best = std::min(
            best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / kCalls);
    }
    return best;
}

/// What a call costs: the C library's own function, and as programs call it; in one run. "name ns ns".
void costs() {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    void* const libc = ::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    const auto realWrite = reinterpret_cast<ssize_t (*)(int, const void*, size_t)>(::dlsym(libc, "write"));
    const auto realLock = reinterpret_cast<int (*)(pthread_mutex_t*)>(::dlsym(libc, "pthread_mutex_lock"));
    ::usleep(20'000);
    char c = 0;
    std::printf("write %.1f %.1f\n", nsOf([&] { (void)!realWrite(nowhere, &c, 1); }),
                nsOf([&] { (void)!::write(nowhere, &c, 1); }));
    std::printf("mutex %.1f %.1f\n", nsOf([&] { realLock(&mutex), ::pthread_mutex_unlock(&mutex); }),
                nsOf([&] { ::pthread_mutex_lock(&mutex), ::pthread_mutex_unlock(&mutex); }));
}

/// Uses libraries that nobody else sees.
void useLibraries(const char* path) {
    void* const library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    require(library != nullptr, "the library was not loaded");
    require(!::dlsym(RTLD_DEFAULT, "useLibraries"), "everybody sees the library");
    const auto use = reinterpret_cast<int (*)()>(::dlsym(library, "useLibraries"));
    const int wrong = use();
    if (wrong) std::fprintf(stderr, "call %d was wrong\n", wrong);
    require(wrong == 0, "libraries do not do what they do without being traced");
}

/// The main thread ends; another one goes on with a file.
void filesOfLastThread(const char* path) {
    static const char* file = path;
    static const pthread_t main = ::pthread_self();
    std::thread([] {
        ::pthread_join(main, nullptr);
        const int fd = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        require(fd >= 0 && ::fsync(fd) == 0, "not written by the last thread");
        ::close(fd);
        std::exit(0);
    }).detach();
    ::pthread_exit(nullptr);
}

void step(const std::string& word, const char* argument) {
    if (word == "libraries") useLibraries(argument);
    if (word == "mutex") waitsForMutex();
    if (word == "condition") waitsForCondition();
    if (word == "pipe") readsPipe();
    if (word == "poll") polls();
    if (word == "files") files(argument);
    if (word == "lastfiles") filesOfLastThread(argument);
    if (word == "short") shortCalls();
    if (word == "cancel") cancels();
    if (word == "handlers") handlers();
    if (word == "forks") forks();
    if (word == "forkedhandlers") forkedHandlers();
    if (word == "forkedloads") forkedLoads();
    if (word == "cancels") cancelsOften();
    if (word == "costs") costs();
    if (word == "names") names();
    if (word == "naps")
        for (int i = 0; i < 50; ++i) ::usleep(200);
    if (word == "leave") ::_exit(0);
    if (word == "exec")
        ::execl("/bin/sh", "sh", "-c", "test $# -eq 7 && test \"$7\" = seven && exit 0", "sh", "1", "2", "3", "4", "5",
                "6", "seven", static_cast<char*>(nullptr));
    if (word == "noexec")
        require(::execlp("/nowhere/at all", "all", static_cast<char*>(nullptr)) == -1 && errno == ENOENT,
                "something was run");
    if (word == "killed") ::kill(::getpid(), SIGKILL);
    if (word == "sleep") ::usleep(static_cast<useconds_t>(std::atoi(argument)) * 1000);
    if (word == "many")
        for (int i = 0; i < 200'000; ++i) ::sched_yield();
}

}  // namespace

int main(int count, char** words) {
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool has = word.ends_with("files") || word == "sleep" || word == "libraries";
        step(word, has && i + 1 < count ? words[++i] : "");
    }
    return 0;
}
