// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/capture/options.h"

/// How the values of options are read. Those that return a text say what is wrong, or nothing.
namespace app::capture {

std::vector<std::string> splitAt(std::string_view text, char separator);

std::optional<bool> switchOf(std::string_view text);
std::string takeSwitch(bool& into, std::string_view text);
/// "10", "1.5", "300ms": seconds where nothing else is said.
std::string takeSeconds(std::int64_t& into, std::string_view text);
/// "500M", "2G": bytes, by the thousand.
std::string takeSize(std::uint64_t& into, std::string_view text);
std::string takeTrace(CaptureOptions& options, std::string_view text);
std::string takeGraphTrace(CaptureOptions& options, std::string_view text);
std::string takeRange(CaptureOptions& options, std::string_view text);
/// What is wrong where both names of the end of a range are given.
inline constexpr std::string_view kOneRangeEnd = "only one of --capture-range-end and --stop-on-range-end can count";
std::string takeRangeEnd(CaptureOptions& options, std::string_view text);
std::string takeNumber(unsigned& into, std::string_view text, unsigned least, unsigned most);
/// A word that an option may have, and the text that it stands for.
struct Word {
    std::string_view typed, means;
};
std::string takeWord(std::string& into, std::string_view text, std::span<const Word> words);
/// "kernel:500,sync": which calls of CUDA have their stack, from how many ns on.
std::string takeCudaStacks(CaptureOptions& options, std::string_view text);
std::string takeGpuMetrics(CaptureOptions& options, std::string_view text);
/// "10000", "10k", one for each GPU with commas; more than this version does counts as the most that it does.
std::string takeGpuMetricsHz(CaptureOptions& options, std::string_view text);
std::string takeGpuMetricsSet(CaptureOptions& options, std::string_view text);
std::string takeSample(CaptureOptions& options, std::string_view text);
std::string takeBacktrace(CaptureOptions& options, std::string_view text);
std::string takeStackDepth(CaptureOptions& options, std::string_view text);
std::string takePythonFunctions(CaptureOptions& o, std::string_view text);
std::string takePyTorch(CaptureOptions& o, std::string_view text);
/// Adds mpi to the libraries; which one it is makes no difference.
std::string takeMpi(CaptureOptions& options, std::string_view text);
std::string takeMpiImplementation(CaptureOptions& options, std::string_view text);
std::string takeNetwork(CaptureOptions& options, std::string_view text);
std::string takeStorage(CaptureOptions& options, std::string_view text);
std::string takeKill(CaptureOptions& options, std::string_view text);
std::string takeEnvironment(CaptureOptions& options, std::string_view text);
std::string takeExports(CaptureOptions& options, std::string_view text);
std::string takeSessionName(std::string& into, std::string_view text);
/// A text that goes into the options of a session: one line of it.
std::string takeLine(std::string& into, std::string_view text);

}  // namespace app::capture
