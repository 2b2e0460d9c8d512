// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/target.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "app/cli/capture/preload.h"
#include "model/base/messages.h"

extern char** environ;

namespace app::capture {
namespace fs = std::filesystem;

namespace {

constexpr const char* kLibrary = "libsightline-inject.so";
constexpr const char* kSampler = "sightline-sampler";
constexpr const char* kPython = "sightline-python";
constexpr const char* kOpenMp = "libsightline-openmp.so";

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

void set(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
    std::erase_if(environment, [&](const std::string& line) { return line.starts_with(name + "="); });
    environment.push_back(name + "=" + value);
}

/// The value; empty where there is none.
std::string valueOf(const std::vector<std::string>& environment, const std::string& name) {
    const auto at = std::find_if(environment.begin(), environment.end(),
                                 [&](const std::string& line) { return line.starts_with(name + "="); });
    return at == environment.end() ? std::string() : at->substr(name.size() + 1);
}

/// In front of what a list with colons has, or behind it.
void putBefore(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
    const std::string rest = valueOf(environment, name);
    set(environment, name, rest.empty() ? value : value + ':' + rest);
}
void putBehind(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
    const std::string rest = valueOf(environment, name);
    set(environment, name, rest.empty() ? value : rest + ':' + value);
}

/// Programs that are built with a sanitizer end where anything stands before its runtime. What stands there passes
/// every call on to it: AddressSanitizer need not mind. ThreadSanitizer would look at what our threads, which it does
/// not know, do with each other; at the program it looks as before.
void admitBesideSanitizers(std::vector<std::string>& environment) {
    putBehind(environment, "ASAN_OPTIONS", "verify_asan_link_order=0");
    putBehind(environment, "TSAN_OPTIONS", "ignore_noninstrumented_modules=1");
}

/// What whoever started this process gave it, read before main(): the program is to have that, and not what this
/// process made of it.
struct Given {
    sigset_t blocked;
    void (*onBrokenPipe)(int);  // SIG_DFL or SIG_IGN
    void (*onEndOfChild)(int);
};
const Given g_given = [] {
    Given given{};
    ::sigprocmask(SIG_BLOCK, nullptr, &given.blocked);
    const auto now = [](int signal) {
        struct sigaction action {};
        ::sigaction(signal, nullptr, &action);
        return action.sa_handler;
    };
    given.onBrokenPipe = now(SIGPIPE);
    given.onEndOfChild = now(SIGCHLD);
    return given;
}();

/// In the child. What a shell does before it runs a program: nothing of this process stays. Waits until `go` is closed.
[[noreturn]] void become(char** words, char** environment, bool showOutput, int report, int go) {
    char unused = 0;
    while (go >= 0 && ::read(go, &unused, 1) < 0 && errno == EINTR) {}
    ::signal(SIGPIPE, g_given.onBrokenPipe);
    ::signal(SIGCHLD, g_given.onEndOfChild);
    ::sigprocmask(SIG_SETMASK, &g_given.blocked, nullptr);
    if (!showOutput) {
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
    }
    ::execvpe(words[0], words, environment);
    const int reason = errno;
    if (::write(report, &reason, sizeof reason) < 0) ::_exit(125);
    ::_exit(127);
}

model::Message whyNotRun(const std::string& program, int reason, int& exitCode) {
    exitCode = reason == ENOENT ? 127 : 126;
    if (reason == ENOENT) return {model::MessageCode::NoSuchProgram, {model::Argument::file(program)}};
    return {model::MessageCode::ProgramCannotRun, {model::Argument::file(program), std::strerror(reason)}};
}

/// Whether the system lists children itself; else all processes are asked for their parents.
bool childrenAreListed() {
    static const bool listed = ::access(fmt::format("/proc/self/task/{}/children", ::getpid()).c_str(), R_OK) == 0;
    return listed;
}

/// Children of a process; of all its threads.
void childrenOf(pid_t pid, std::vector<pid_t>& out) {
    std::error_code ignored;
    for (fs::directory_iterator it(fmt::format("/proc/{}/task", pid), ignored), end; it != end; it.increment(ignored)) {
        std::ifstream in(it->path() / "children");
        for (pid_t child; in >> child;) out.push_back(child);
    }
}

pid_t parentOf(pid_t pid) {
    std::ifstream in(fmt::format("/proc/{}/stat", pid));
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const std::size_t name = text.rfind(')');  // the name may hold anything
    return name == text.npos || text.size() < name + 4 ? 0 : std::atoi(text.c_str() + name + 4);
}

/// Its number in the innermost container that it runs in.
pid_t innermostNumber(pid_t pid) {
    constexpr std::string_view kNumbers = "NSpid:";
    std::ifstream in(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(kNumbers)) return std::atoi(line.c_str() + line.find_last_of(" \t") + 1);
    return pid;
}

std::multimap<pid_t, pid_t> childrenOfAll() {
    std::multimap<pid_t, pid_t> out;
    std::error_code ignored;
    for (fs::directory_iterator it("/proc", ignored), end; it != end; it.increment(ignored))
        if (const pid_t pid = std::atoi(it->path().filename().c_str()); pid > 0) out.emplace(parentOf(pid), pid);
    return out;
}

}  // namespace

fs::path besides(const char* name) {
    std::error_code ignored;
    const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path& path : {here / name, here / "../lib/sightline" / name})
        if (fs::exists(path, ignored)) return fs::canonical(path, ignored);
    return {};
}

fs::path injectedLibrary() { return besides(kLibrary); }
fs::path samplerProgram() { return besides(kSampler); }

model::Message complaintAboutLibrary() {
#if SIGHTLINE_CAN_CAPTURE
    if (!injectedLibrary().empty()) return {};
    return {model::MessageCode::PartMissing, {model::Argument::file(kLibrary)}};
#else
    return model::MessageCode::BuiltWithoutCollectors;
#endif
}

std::vector<std::string> environmentOf(const CaptureOptions& o, const fs::path& session) {
    std::vector<std::string> out;
    for (char** line = environ; o.inheritEnvironment && *line; ++line) out.emplace_back(*line);
    for (const auto& [name, value] : o.environment) set(out, name, value);
    const std::string library = injectedLibrary().string();
    if (o.collect.cuda) set(out, "CUDA_INJECTION64_PATH", library);
    if (o.collect.nvtx) set(out, "NVTX_INJECTION64_PATH", library);
    const std::string package = besides(kPython).string();
    if (!package.empty() && (!o.pythonFunctions.empty() || !o.pytorch.empty())) {
        putBefore(out, "PYTHONPATH", package);
        set(out, "SIGHTLINE_LIBRARY", library);
        set(out, "SIGHTLINE_PYTHON_FUNCTIONS", o.pythonFunctions);
        set(out, "SIGHTLINE_PYTORCH", o.pytorch);
    }
    set(out, "SIGHTLINE_SESSION", session.string());
    if (const std::string tool = besides(kOpenMp).string(); !tool.empty() && o.collect.wantsLibrary("openmp"))
        putBehind(out, "OMP_TOOL_LIBRARIES", tool);  // the user's own tool goes first
    if (const std::string preload = preloadOf(o, valueOf(out, "LD_PRELOAD")); !preload.empty()) {
        set(out, "LD_PRELOAD", preload);
        admitBesideSanitizers(out);
    }
    return out;
}

model::Message Target::start(const CaptureOptions& options, const fs::path& session, int& exitCode,
                             const std::function<void()>& beforeRun) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::vector<std::string> words = options.program, environment = environmentOf(options, session);
    std::vector<char*> argv = pointers(words), envp = pointers(environment);
    int report[2], go[2] = {-1, -1};
    if (::pipe2(report, O_CLOEXEC) != 0 || (beforeRun && ::pipe2(go, O_CLOEXEC) != 0))
        return whyNotRun(words[0], errno, exitCode);
    ::signal(SIGCHLD, SIG_DFL);  // where it is ignored the system forgets how the program ended
    m_pid = ::fork();
    if (m_pid == 0) {
        ::close(go[1]);
        become(argv.data(), envp.data(), options.showOutput, report[1], go[0]);
    }
    ::close(report[1]);
    if (beforeRun) {
        ::close(go[0]);
        if (m_pid > 0) beforeRun();
        ::close(go[1]);
    }
    int reason = m_pid < 0 ? errno : 0;
    ssize_t n = 0;  // nothing comes once the program runs
    while (m_pid > 0 && (n = ::read(report[0], &reason, sizeof reason)) < 0 && errno == EINTR) {}
    ::close(report[0]);
    if (reason == 0) return {};
    if (m_pid > 0) ::waitpid(m_pid, nullptr, 0);
    m_pid = 0;
    return whyNotRun(words[0], reason, exitCode);
}

void Target::noteEnd(pid_t pid, int status) {
    if (pid != m_pid) return;
    m_ended = true;
    m_status = status;
}

std::vector<pid_t> descendants(std::span<const pid_t> except) {
    const bool listed = childrenAreListed();
    const std::multimap<pid_t, pid_t> all = listed ? std::multimap<pid_t, pid_t>() : childrenOfAll();
    std::vector<pid_t> out{::getpid()};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const pid_t parent = out[i];
        if (listed) childrenOf(parent, out);
        for (auto [at, end] = all.equal_range(parent); at != end; ++at) out.push_back(at->second);
        std::erase_if(out, [&](pid_t pid) { return std::find(except.begin(), except.end(), pid) != except.end(); });
    }
    out.erase(out.begin());
    return out;
}

pid_t childCalled(pid_t parent, pid_t number) {
    std::vector<pid_t> all;
    if (parent > 0 && childrenAreListed()) childrenOf(parent, all);
    if (parent > 0 && !childrenAreListed()) {
        const std::multimap<pid_t, pid_t> known = childrenOfAll();
        for (auto [at, end] = known.equal_range(parent); at != end; ++at) all.push_back(at->second);
    }
    const auto isCalled = [number](pid_t pid) { return innermostNumber(pid) == number; };
    const auto called = std::find_if(all.begin(), all.end(), isCalled);
    return called == all.end() ? 0 : *called;
}

std::string processName(pid_t pid) {
    std::ifstream in(fmt::format("/proc/{}/comm", pid));
    std::string name;
    std::getline(in, name);
    return name;
}

bool isInjected(pid_t pid) {
    std::ifstream in(fmt::format("/proc/{}/maps", pid));
    for (std::string line; std::getline(in, line);)
        if (line.find(kLibrary) != line.npos) return true;
    return false;
}

std::string namesOf(const std::vector<pid_t>& processes) {
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(processes.size(), 5); ++i)
        out += fmt::format("{}{} {}", i ? ", " : "", processes[i], processName(processes[i]));
    return processes.size() > 5 ? out + ", …" : out;
}

void endAs(int status) {
    std::fflush(nullptr);
    if (WIFSIGNALED(status)) {
        const rlimit none{0, 0};  // the program may have left a core; this one need not
        ::setrlimit(RLIMIT_CORE, &none);
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, WTERMSIG(status));
        ::signal(WTERMSIG(status), SIG_DFL);
        ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
        ::raise(WTERMSIG(status));
        ::_exit(128 + WTERMSIG(status));  // a signal that ends nothing
    }
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

}  // namespace app::capture
