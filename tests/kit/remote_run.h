// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>
#include <sstream>

#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

/// Captures on a machine that is this one, with another home, another TMPDIR and nothing of this environment.
namespace remote_run {

using namespace capture_run;

/// Where the collector lies for all tests of a program: it is large, and is sent once.
inline const fs::path& sharedCache() {
    static const cli_run::Folder folder;
    static const fs::path path = [] {
        const fs::path cache = folder / "cache";
        fs::create_directories(cache);
        return cache;
    }();
    return path;
}

inline std::string relay() {
    const char* path = std::getenv("SIGHTLINE_RELAY");
    if (!path) SKIP("no relay");
    return path;
}

/// The other machine of a test.
class Elsewhere {
public:
    explicit Elsewhere(const Place& place, const char* name = "there") : m_home(place / name) {
        fs::create_directories(tmp());
        fs::create_directories(m_home);
    }
    const fs::path& home() const { return m_home; }
    fs::path tmp() const { return m_home / "t"; }
    /// A command that runs another one there.
    std::string target(const std::string& cache = sharedCache().string()) const {
        return fmt::format("env -i PATH=/usr/bin:/bin HOME={} TMPDIR={} XDG_CACHE_HOME={}", m_home.string(),
                           tmp().string(), cache);
    }
    /// The same with a home of its own for the collector.
    std::string freshTarget() const { return target((m_home / ".cache").string()); }
    fs::path sessions() const { return tmp() / fmt::format("sightline-{}", ::getuid()); }
    /// Folders of captures that lie there.
    std::vector<fs::path> runs() const { return entries(sessions() / "runs"); }
    /// What captures have left there: nothing but the folders that hold others.
    bool isClean() const {
        for (const fs::path& path : entries(sessions())) {
            const bool holds = path.filename() == "runs" || path.filename() == "kit";
            if (!holds || !entries(path).empty()) return std::printf("    left: %s\n", path.c_str()), false;
        }
        return true;
    }
    /// The agents that answer there; what keeps captures is of the same program.
    std::vector<pid_t> agents() const {
        std::vector<pid_t> out = processes("sightline agent");
        std::erase_if(out, [](pid_t pid) {
            return bytesOfFile(fmt::format("/proc/{}/comm", pid)).starts_with("sightline-keep");
        });
        return out;
    }
    /// Processes there whose words contain a text.
    std::vector<pid_t> processes(const std::string& text) const {
        std::vector<pid_t> out;
        std::error_code ignored;
        for (fs::directory_iterator it("/proc", ignored), end; it != end; it.increment(ignored)) {
            const pid_t pid = std::atoi(it->path().filename().c_str());
            if (pid <= 0 || bytesOfFile(it->path() / "environ").find("TMPDIR=" + tmp().string()) == std::string::npos)
                continue;
            std::string words = bytesOfFile(it->path() / "cmdline");
            std::replace(words.begin(), words.end(), '\0', ' ');
            if (words.find(text) != std::string::npos) out.push_back(pid);
        }
        return out;
    }

private:
    static std::vector<fs::path> entries(const fs::path& folder) {
        std::vector<fs::path> out;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(folder, ignored)) out.push_back(entry.path());
        return out;
    }
    fs::path m_home;
};

inline Words profileOn(const std::string& target, const Words& options, const Words& words) {
    Words all{"--on", target};
    all.insert(all.end(), options.begin(), options.end());
    return profile(all, words);
}

/// The names of all NVTX ranges and marks of a report, in order of their begin.
inline std::string namesIn(const fs::path& report) {
    const Opened opened(report);
    if (!opened.result) return "unreadable";
    std::string out;
    for (const auto& found : opened.events(model::TrackKind::Nvtx)) out += std::string(found.name) + ' ';
    return out;
}

}  // namespace remote_run
