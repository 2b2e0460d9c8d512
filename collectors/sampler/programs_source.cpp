// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/programs_source.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "collectors/process/options.h"
#include "collectors/sampler/cpu_events.h"

namespace collectors {
namespace {

constexpr int kOftenMs = 250, kSeldomMs = 1000;

std::mutex g_mutex;
std::vector<int> g_programs;  // descriptors of processes, readable once one has ended

void attach(int pid) {
    const int program = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    const std::lock_guard guard(g_mutex);
    if (program >= 0) g_programs.push_back(program);
}

/// Waits a moment, or until a program ends; false where none lives.
bool anyProgramLives() {
    std::vector<pollfd> all;
    {
        const std::lock_guard guard(g_mutex);
        for (const int program : g_programs) all.push_back({program, POLLIN, 0});
    }
    if (::poll(all.data(), all.size(), all.empty() ? 0 : kOftenMs) > 0) {
        const std::lock_guard guard(g_mutex);
        for (const pollfd& p : all)
            if (p.revents != 0) ::close(p.fd), std::erase(g_programs, p.fd);
    }
    const std::lock_guard guard(g_mutex);
    return !g_programs.empty();
}

/// What a program has started may outlive it, and is known by its environment.
bool anyProcessLives() {
    const std::string mine = "SIGHTLINE_SESSION=" + options().folder;
    for (const int pid : numbersIn("/proc")) {
        if (pid == ::getpid()) continue;
        std::ifstream in("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
        for (std::string line; std::getline(in, line, '\0');)
            if (line == mine) return true;
    }
    return false;
}

}  // namespace

void waitForPrograms(bool (*wanted)()) {
    while (wanted() && anyProgramLives()) {}
    while (wanted() && anyProcessLives()) ::poll(nullptr, 0, kSeldomMs);
}

constinit const Source kProgramsSource{"programs", nullptr, nullptr, nullptr, nullptr, nullptr, attach};

}  // namespace collectors
