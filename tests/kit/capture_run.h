// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "importers/open.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/scratch_file.h"

/// The command line as a process of its own, in a folder with a TMPDIR of its own, so that nothing of other sessions is
/// seen.
namespace capture_run {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

inline std::string program() {
    const char* path = std::getenv("SIGHTLINE_CAPTURE_PROGRAM");
    if (!path) SKIP("no program to capture");
    return path;
}

class Place {
public:
    Place() { fs::create_directories(tmp()); }
    fs::path tmp() const { return m_folder / "t"; }
    fs::path operator/(std::string_view name) const { return m_folder / name; }
    fs::path path() const { return m_folder / ""; }
    std::string write(std::string_view name, std::string_view bytes) const { return m_folder.write(name, bytes); }
    /// Folders of sessions that are there.
    std::vector<fs::path> sessions() const {
        std::vector<fs::path> out;
        std::error_code ignored;
        for (const auto& parent : fs::directory_iterator(tmp(), ignored))
            for (const auto& session : fs::directory_iterator(parent.path(), ignored)) out.push_back(session.path());
        return out;
    }

private:
    cli_run::Folder m_folder;
};

/// A running command line.
class Running {
public:
    Running(const Place& place, const Words& words, const std::string& tag = "run") : m_err(place / (tag + ".err")) {
        const char* cli = std::getenv("SIGHTLINE_CLI");
        if (!cli) SKIP("no command line");
        int in[2], out[2];
        if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) SKIP("no pipes");
        std::vector<char*> argv{const_cast<char*>(cli)};
        for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
        argv.push_back(nullptr);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::dup2(in[0], STDIN_FILENO);
            ::dup2(out[1], STDOUT_FILENO);
            ::dup2(::open(m_err.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDERR_FILENO);
            ::setenv("TMPDIR", place.tmp().c_str(), 1);
            if (::chdir(place.path().c_str()) == 0) ::execv(cli, argv.data());
            ::_exit(125);
        }
        ::close(in[0]);
        ::close(out[1]);
        m_in = in[1];
        m_out = out[0];
    }
    ~Running() {
        closeInput();
        if (!m_waited) ::kill(m_pid, SIGKILL), ::waitpid(m_pid, nullptr, 0);
        ::close(m_out);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    pid_t pid() const { return m_pid; }
    void writeLine() const { CHECK(::write(m_in, "\n", 1) == 1); }
    void closeInput() {
        if (m_in >= 0) ::close(m_in);
        m_in = -1;
    }
    /// What the program prints, up to the next line end; "" at the end.
    std::string line() {
        std::string out;
        for (char c; ::read(m_out, &c, 1) == 1 && c != '\n';) out += c;
        return out;
    }
    /// … the number in "ready 123".
    pid_t ready() {
        const std::string text = line();
        CHECK(text.starts_with("ready "));
        return text.size() > 6 ? std::atoi(text.c_str() + 6) : 0;
    }
    /// Reads all output and waits for the end.
    void wait() {
        char buffer[4096];
        for (ssize_t n; (n = ::read(m_out, buffer, sizeof buffer)) > 0;)
            m_rest.append(buffer, static_cast<std::size_t>(n));
        ::waitpid(m_pid, &m_status, 0);
        m_waited = true;
    }
    const std::string& rest() const { return m_rest; }
    int code() const { return WIFEXITED(m_status) ? WEXITSTATUS(m_status) : -1; }
    int signal() const { return WIFSIGNALED(m_status) ? WTERMSIG(m_status) : 0; }
    std::string err() const { return bytesOfFile(m_err); }
    bool errs(std::string_view text) const {
        const bool found = err().find(text) != std::string::npos;
        if (!found) std::printf("    standard error was: %s\n", err().c_str());
        return found;
    }

private:
    fs::path m_err;
    pid_t m_pid = 0;
    int m_in = -1, m_out = -1, m_status = 0;
    bool m_waited = false;
    std::string m_rest;
};

/// Runs to the end.
struct Ran {
    std::string out, err;
    int code = -1, signal = 0;
    bool errs(std::string_view text) const {
        const bool found = err.find(text) != std::string::npos;
        if (!found) std::printf("    standard error was: %s\n", err.c_str());
        return found;
    }
};
inline Ran run(const Place& place, const Words& words, const std::string& tag = "run") {
    Running r(place, words, tag);
    r.closeInput();
    r.wait();
    return {r.rest(), r.err(), r.code(), r.signal()};
}
/// `sightline profile [options] <test program> [its words]`.
inline Words profile(const Words& options, const Words& words, std::string command = "profile") {
    Words out{std::move(command)};
    out.insert(out.end(), options.begin(), options.end());
    out.push_back(program());
    out.insert(out.end(), words.begin(), words.end());
    return out;
}

/// Tests that need the library that goes into programs.
inline void needsCapture(const Place& place) {
    if (run(place, {"status", "-e"}, "probe").out.find("This build cannot capture") != std::string::npos)
        SKIP("capture was not built");
}
/// … and what reads its spools.
inline void needsReader() {
    for (const importers::Importer& i : importers::importers())
        if (i.key == "capture") return;
    SKIP("spools cannot be read");
}

/// The sampler of a session that runs; 0 = there is none.
inline pid_t samplerOf(pid_t session) {
    std::error_code ignored;
    for (fs::directory_iterator it("/proc", ignored), end; it != end; it.increment(ignored)) {
        const pid_t pid = std::atoi(it->path().filename().c_str());
        std::string stat;
        if (pid > 0) std::getline(std::ifstream(it->path() / "stat"), stat);
        const std::size_t name = stat.rfind(") ");
        const bool isSampler = stat.find("(sightline-sampl)") != stat.npos && name != stat.npos;
        if (isSampler && std::atoi(stat.c_str() + name + 4) == session) return pid;
    }
    return 0;
}

/// Waits for the end of a process. Closes the handle.
inline bool hasEnded(int handle) {
    pollfd p{handle, POLLIN, 0};
    const bool ended = ::poll(&p, 1, 10'000) == 1;
    ::close(handle);
    return ended;
}

/// Waits for something that others do; a minute is far more than it needs.
template <class F>
bool comes(F&& is) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!is() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    return is();
}

inline bool isReport(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && bytesOfFile(file).starts_with("\x89REP");
}

inline bool isThere(pid_t pid) { return ::kill(pid, 0) == 0; }

}  // namespace capture_run
