// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/capture/options.h"
#include "model/base/message.h"

namespace app::capture {

/// A file that belongs to this program: beside it, or where installations have it. Empty where it is not.
std::filesystem::path besides(const char* name);
/// The library that goes into programs: beside this program, or in ../lib/sightline. Empty where it is not.
std::filesystem::path injectedLibrary();
/// … and the program that looks from outside.
std::filesystem::path samplerProgram();
/// Why nothing can be captured, or nothing: the library is missing, or was never built.
model::Message complaintAboutLibrary();

/// What a program that belongs to a session has in its environment, "NAME=value".
std::vector<std::string> environmentOf(const CaptureOptions& options, const std::filesystem::path& session);

/// The program that is profiled, and what it starts. This process becomes the one that orphans among them fall to, so
/// that all of them are known and waited for.
class Target {
public:
    /// Starts it, with standard input and output as they are here. Why it cannot be run, or nothing; `exitCode` is
    /// then what shells give for that: 127 not found, 126 not to be run. `beforeRun` is called when its process is
    /// there and the program is not yet; null = nothing is to be done then.
    model::Message start(const CaptureOptions& options, const std::filesystem::path& session, int& exitCode,
                         const std::function<void()>& beforeRun = nullptr);

    pid_t pid() const { return m_pid; }
    bool started() const { return m_pid > 0; }
    bool ended() const { return m_ended; }
    int status() const { return m_status; }  ///< as waitpid() gives it; once ended
    /// A child has ended.
    void noteEnd(pid_t pid, int status);

private:
    pid_t m_pid = 0;
    int m_status = 0;
    bool m_ended = false;
};

/// All processes below this one, by what /proc says now, but `except` and what is below those.
std::vector<pid_t> descendants(std::span<const pid_t> except);

/// The child of a process that this one knows by a number, which is another one outside of its container. 0 = none that
/// can be seen.
pid_t childCalled(pid_t parent, pid_t number);

/// The name of a process as the system has it; empty when it is gone.
std::string processName(pid_t pid);

/// Whether a process has the library that goes into programs in its memory; false where that cannot be seen.
bool isInjected(pid_t pid);
/// "12 python, 13 python, …": the first five of them.
std::string namesOf(const std::vector<pid_t>& processes);

/// Ends this process as the program ended: with its exit code, or by its signal.
[[noreturn]] void endAs(int status);

}  // namespace app::capture
