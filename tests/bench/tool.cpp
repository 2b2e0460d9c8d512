// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/tool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

extern char** environ;

namespace bench {

Finished run(const std::vector<std::string>& arguments) {
    const std::string name = std::filesystem::path(arguments.front()).filename();
    std::vector<char*> argv;
    for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);

    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw Failure(fmt::format("{}: {}", name, std::strerror(errno)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t child = 0;
    const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);

    Finished finished;
    char buffer[4096];
    while (error == 0) {
        const ssize_t n = read(ends[0], buffer, sizeof buffer);
        if (n > 0) finished.output.append(buffer, static_cast<std::size_t>(n));
        else if (n == 0 || errno != EINTR) break;
    }
    close(ends[0]);
    if (error != 0) throw Failure(fmt::format("{}: {}", name, std::strerror(error)));

    int status = 0;
    rusage used{};
    while (wait4(child, &status, 0, &used) < 0)
        if (errno != EINTR) throw Failure(fmt::format("{}: {}", name, std::strerror(errno)));
    if (WIFSIGNALED(status)) throw Failure(fmt::format("{} was ended by signal {}", name, WTERMSIG(status)));
    if (WEXITSTATUS(status) != 0) throw Failure(fmt::format("{} exited with {}", name, WEXITSTATUS(status)));
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    finished.processorSeconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    return finished;
}

double numberAfter(std::string_view text, std::string_view word) {
    double value = 0;
    const auto at = text.find(word);
    if (at != std::string_view::npos) {
        const char* begin = text.data() + at + word.size();
        std::from_chars(begin, text.data() + text.size(), value);
    }
    if (!(value > 0)) throw Failure(fmt::format("no figure behind “{}” in: {}", word, text.substr(0, text.find('\n'))));
    return value;
}

}  // namespace bench
