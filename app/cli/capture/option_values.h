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
std::string parseSwitch(bool& into, std::string_view text);
/// "10", "1.5", "300ms": seconds where nothing else is said.
std::string parseSeconds(std::int64_t& into, std::string_view text);
/// "500M", "2G": bytes, by the thousand.
std::string parseSize(std::uint64_t& into, std::string_view text);
std::string parseTrace(CaptureOptions& options, std::string_view text);
std::string parseGraphTrace(CaptureOptions& options, std::string_view text);
std::string parseRange(CaptureOptions& options, std::string_view text);
/// What is wrong where both names of the end of a range are given.
inline constexpr std::string_view kOneRangeEnd = "only one of --capture-range-end and --stop-on-range-end can count";
std::string parseRangeEnd(CaptureOptions& options, std::string_view text);
std::string parseNumber(unsigned& into, std::string_view text, unsigned least, unsigned most);
/// A word that an option may have, and the text that it stands for.
struct Word {
    std::string_view typed, means;
};
std::string parseWord(std::string& into, std::string_view text, std::span<const Word> words);
/// "kernel:500,sync": which calls of CUDA have their stack, from how many ns on.
std::string parseCudaStacks(CaptureOptions& options, std::string_view text);
std::string parseGpuMetrics(CaptureOptions& options, std::string_view text);
/// "10000", "10k", one for each GPU with commas; more than this version does counts as the most that it does.
std::string parseGpuMetricsHz(CaptureOptions& options, std::string_view text);
std::string parseGpuMetricsSet(CaptureOptions& options, std::string_view text);
std::string parseSample(CaptureOptions& options, std::string_view text);
std::string parseBacktrace(CaptureOptions& options, std::string_view text);
std::string parseStackDepth(CaptureOptions& options, std::string_view text);
std::string parsePythonFunctions(CaptureOptions& o, std::string_view text);
std::string parsePyTorch(CaptureOptions& o, std::string_view text);
/// Adds mpi to the libraries; which one it is makes no difference.
std::string parseMpi(CaptureOptions& options, std::string_view text);
std::string parseMpiImplementation(CaptureOptions& options, std::string_view text);
std::string parseNetwork(CaptureOptions& options, std::string_view text);
std::string parseStorage(CaptureOptions& options, std::string_view text);
std::string parseKill(CaptureOptions& options, std::string_view text);
std::string parseEnvironment(CaptureOptions& options, std::string_view text);
std::string parseExports(CaptureOptions& options, std::string_view text);
std::string parseSessionName(std::string& into, std::string_view text);
/// A text that goes into the options of a session: one line of it.
std::string parseLine(std::string& into, std::string_view text);

}  // namespace app::capture
