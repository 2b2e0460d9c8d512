// SPDX-License-Identifier: GPL-3.0-or-later
// A network between a program and its standard input and output: relay [options] command …
//   --rtt MS       so long takes a byte there and one back
//   --rate BITS    a second, in each direction
//   --cuts FILE    numbers, one for each run: so many bytes go through, both ways together, then all breaks
//   --count FILE   "there back" is appended at the end: bytes that went through
// SIGUSR1 breaks it at once.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kOnItsWay = 1 << 20;  // bytes that fit between the two ends

struct Settings {
    std::chrono::nanoseconds delay{0};
    double bitsPerSecond = 0;  // 0 = as many as there are
    std::string cuts, count;
    long long cutAfter = -1;
};
Settings settings;
long long passed[2];
volatile std::sig_atomic_t broken = 0;

[[noreturn]] void end(int code) {
    if (!settings.count.empty()) std::ofstream(settings.count, std::ios::app) << passed[0] << ' ' << passed[1] << '\n';
    std::_Exit(code);
}

/// One direction.
struct Way {
    int from, to, index;
    struct Part {
        Clock::time_point due;
        std::string bytes;
    };
    std::deque<Part> parts = {};
    std::size_t waiting = 0;
    Clock::time_point free = Clock::now();
    bool open = true;

    bool reads() const { return open && waiting < kOnItsWay; }

    void read() {
        char buffer[4096];
        const ssize_t n = ::read(from, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) return;
        open = n > 0;
        if (!open) return;
        free = std::max(free, Clock::now());
        if (settings.bitsPerSecond > 0)
            free +=
                std::chrono::nanoseconds(static_cast<long long>(static_cast<double>(n) * 8e9 / settings.bitsPerSecond));
        parts.push_back({free + settings.delay, {buffer, static_cast<std::size_t>(n)}});
        waiting += static_cast<std::size_t>(n);
    }

    void write() {
        while (!parts.empty() && parts.front().due <= Clock::now()) {
            std::string& bytes = parts.front().bytes;
            std::size_t size = bytes.size();
            if (settings.cutAfter >= 0)
                size = static_cast<std::size_t>(
                    std::min<long long>(static_cast<long long>(size), settings.cutAfter - passed[0] - passed[1]));
            for (std::size_t done = 0; done < size;) {
                const ssize_t n = ::write(to, bytes.data() + done, size - done);
                if (n < 0 && errno != EINTR) end(3);
                if (n > 0) done += static_cast<std::size_t>(n), passed[index] += n;
            }
            if (settings.cutAfter >= 0 && passed[0] + passed[1] >= settings.cutAfter) end(4);
            waiting -= bytes.size();
            parts.pop_front();
        }
        if (!open && parts.empty() && to >= 0) ::close(to), to = -1;
    }
};

/// The first number of a file, which is gone from there then; -1 = there is none.
long long takeCut(const std::string& file) {
    std::ifstream in(file);
    long long first = -1;
    std::ostringstream rest;
    if (in >> first) rest << in.rdbuf();
    in.close();
    std::ofstream(file) << rest.str();
    return first;
}

}  // namespace

int main(int count, char** words) {
    int at = 1;
    for (; at + 1 < count && words[at][0] == '-'; at += 2) {
        const std::string option = words[at], value = words[at + 1];
        if (option == "--rtt") settings.delay = std::chrono::microseconds(std::atoi(value.c_str()) * 500LL);
        if (option == "--rate") settings.bitsPerSecond = std::atof(value.c_str());
        if (option == "--cuts") settings.cuts = value;
        if (option == "--count") settings.count = value;
    }
    if (!settings.cuts.empty()) settings.cutAfter = takeCut(settings.cuts);
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGUSR1, [](int) { broken = 1; });
    int in[2], out[2];
    if (at >= count || ::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) return 2;
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        ::signal(SIGPIPE, SIG_DFL);
        ::execvp(words[at], words + at);
        std::_Exit(127);
    }
    ::close(in[0]), ::close(out[1]);
    Way there{STDIN_FILENO, in[1], 0}, back{out[0], STDOUT_FILENO, 1};
    while (back.open || !back.parts.empty()) {
        std::vector<pollfd> fds{{there.reads() ? there.from : -1, POLLIN, 0},
                                {back.reads() ? back.from : -1, POLLIN, 0}};
        int wait = -1;
        for (const Way* way : {&there, &back}) {
            if (way->parts.empty()) continue;
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(way->parts.front().due - Clock::now()).count();
            const int ms = static_cast<int>(std::max<long long>(0, left));
            wait = wait < 0 ? ms : std::min(wait, ms);
        }
        if (::poll(fds.data(), fds.size(), wait) < 0 && errno != EINTR) end(5);
        if (broken) end(4);
        if (fds[0].revents) there.read();
        if (fds[1].revents) back.read();
        there.write();
        back.write();
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    end(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}
