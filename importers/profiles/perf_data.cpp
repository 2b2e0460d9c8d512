// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "importers/common/text_kind.h"
#include "importers/profiles/perf_script.h"
#include "importers/profiles/profiles.h"
#include "model/base/memory_bound.h"
#include "model/base/messages.h"

namespace importers::profiles {

using model::ErrorCode;
using model::Result;

namespace {

/// A descriptor that is closed when nobody needs it any more.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    void reset(int fd) { close(), m_fd = fd; }
    void close() {
        if (m_fd >= 0) ::close(m_fd);
        m_fd = -1;
    }
    int get() const { return m_fd; }

private:
    int m_fd = -1;
};

/// "perf script" of a file, whose output is read while it runs. It is ended with this object.
class PerfProgram {
public:
    explicit PerfProgram(const OpenOptions& options)
        : m_stop(options.stop), m_memory(options.mostMemory, model::MemoryBound::kGathered) {}
    PerfProgram(const PerfProgram&) = delete;
    PerfProgram& operator=(const PerfProgram&) = delete;
    ~PerfProgram() {
        if (m_pid <= 0) return;
        ::kill(m_pid, SIGKILL);
        (void)finish();
    }

    /// False if it cannot be run: it is not installed.
    bool start(const std::string& file);
    /// Of its output; 0 at the end, after a stop and when memory runs short.
    std::size_t read(char* to, std::size_t n);
    /// Whether it ended well, once there is no more to read.
    bool finish();
    bool wantsTooMuch() const { return m_isLarge; }
    /// The beginning of what it printed about errors.
    const std::string& errors() const { return m_errors; }

private:
    void readErrors();

    std::stop_token m_stop;
    model::MemoryBound m_memory;
    Descriptor m_output, m_problems;
    std::string m_errors;
    std::uint64_t m_bytes = 0;
    pid_t m_pid = 0;
    bool m_isLarge = false;
};

/// What perf needs of the environment: where programs are, and where it keeps symbols. Its own settings stay out, for
/// they could name other programs; and it must not ask servers for symbols.
std::array<std::string, 5> perfEnvironment() {
    const char *path = std::getenv("PATH"), *home = std::getenv("HOME");
    return {std::string("PATH=") + (path ? path : "/usr/bin:/bin"), std::string("HOME=") + (home ? home : "/"),
            "LC_ALL=C", "PERF_CONFIG=/dev/null", "DEBUGINFOD_URLS="};
}

bool PerfProgram::start(const std::string& file) {
    int output[2], problems[2];
    if (::pipe2(output, O_CLOEXEC) != 0) return false;
    m_output.reset(output[0]);
    const Descriptor outputEnd(output[1]);
    if (::pipe2(problems, O_CLOEXEC) != 0) return false;
    m_problems.reset(problems[0]);
    const Descriptor problemsEnd(problems[1]);
    std::array<std::string, 10> words{"perf", "--no-pager",  "script", "-F", "+pid",
                                      "--ns", "--no-inline", "-f",     "-i", file};
    std::array<char*, words.size() + 1> arguments{};
    for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
    auto settings = perfEnvironment();
    std::array<char*, settings.size() + 1> environment{};
    for (std::size_t i = 0; i < settings.size(); ++i) environment[i] = settings[i].data();
    posix_spawn_file_actions_t actions;
    if (::posix_spawn_file_actions_init(&actions) != 0) return false;
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, problems[1], STDERR_FILENO);
    const int failed = ::posix_spawnp(&m_pid, "perf", &actions, nullptr, arguments.data(), environment.data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed) m_pid = 0;
    return !failed;
}

void PerfProgram::readErrors() {
    constexpr std::size_t kMost = 4096;
    std::array<char, 1024> text;
    const ssize_t n = ::read(m_problems.get(), text.data(), text.size());
    if (n <= 0) m_problems.close();
    else if (m_errors.size() < kMost) m_errors.append(text.data(), static_cast<std::size_t>(n));
}

std::size_t PerfProgram::read(char* to, std::size_t n) {
    constexpr int kLook = 50;  // ms between looks at the stop
    while (!m_stop.stop_requested() && !m_isLarge) {
        std::array<pollfd, 2> waits{{{m_output.get(), POLLIN, 0}, {m_problems.get(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), kLook) < 0) continue;
        if (waits[1].revents) readErrors();
        if (!waits[0].revents) continue;
        const ssize_t got = ::read(m_output.get(), to, n);
        if (got <= 0) return 0;
        m_bytes += static_cast<std::uint64_t>(got);
        m_isLarge = m_memory.isReached();
        return static_cast<std::size_t>(got);
    }
    return 0;
}

bool PerfProgram::finish() {
    if (m_stop.stop_requested() || m_isLarge) ::kill(m_pid, SIGKILL);
    m_output.close();
    while (m_problems.get() >= 0) readErrors();
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {}
    m_pid = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

int sniffPerfData(const Sniff& s) {
    return s.head.starts_with("PERFILE2") || s.head.starts_with("PERFFILE") || s.head.starts_with("2ELIFREP") ? 90 : 0;
}

Result<void> openPerfData(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    PerfProgram perf(options);
    std::error_code ignored;
    if (!perf.start(std::filesystem::absolute(path, ignored).string()))
        return model::fail(ErrorCode::PerfData, path.string(), model::MessageCode::PerfNotInstalled);
    PerfSamples samples(store, options);
    Lines lines([&](char* to, std::size_t n) {
        // How much perf will print is not known before.
        if (options.progress) options.progress({0, store.info().fileBytes});
        return perf.read(to, n);
    });
    for (std::string_view line; lines.next(line);) samples.add(line);
    const bool wentWell = perf.finish(), isStopped = options.stop.stop_requested();
    const std::string problem = shown(std::string_view(perf.errors()).substr(0, perf.errors().find('\n')));
    if (!isStopped && samples.isEmpty())
        return model::fail(
            ErrorCode::PerfData, path.string(),
            problem.empty() ? model::Message(model::MessageCode::NoSamplesInFile) : model::Message(problem));
    store.info().format = "perf.data";
    store.info().formatKey = "perf-data";
    if (perf.wantsTooMuch()) store.diagnostics().add(model::Note::Incomplete, model::MessageCode::NoMemoryForTheRest);
    else if (!wentWell && !isStopped)
        store.diagnostics().add(model::Note::Incomplete, problem.empty() ? "perf" : problem);
    store.info().partial |= !wentWell;
    samples.finish();
    store.publish(true);
    if (options.published) options.published();
    if (isStopped) throw Stopped{};
    return {};
}

}  // namespace importers::profiles
