// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/capture/options.h"
#include "model/base/message.h"

/// How the values of options are read. Those that return a message say what is wrong, or nothing.
namespace app::capture {

std::vector<std::string> splitAt(std::string_view text, char separator);

std::optional<bool> switchOf(std::string_view text);
model::Message takeSwitch(bool& into, std::string_view text);
/// "10", "1.5", "300ms": seconds where nothing else is said.
model::Message takeSeconds(std::int64_t& into, std::string_view text);
/// "500M", "2G": bytes, by the thousand.
model::Message takeSize(std::uint64_t& into, std::string_view text);
model::Message takeTrace(CaptureOptions& options, std::string_view text);
model::Message takeGraphTrace(CaptureOptions& options, std::string_view text);
model::Message takeRange(CaptureOptions& options, std::string_view text);
/// What is wrong where both names of the end of a range are given.
model::Message oneRangeEnd();
model::Message takeRangeEnd(CaptureOptions& options, std::string_view text);
model::Message takeNumber(unsigned& into, std::string_view text, unsigned least, unsigned most);
/// A word that an option may have, and the text that it stands for.
struct Word {
    std::string_view typed, means;
};
model::Message takeWord(std::string& into, std::string_view text, std::span<const Word> words);
/// "kernel:500,sync": which calls of CUDA have their stack, from how many ns on.
model::Message takeCudaStacks(CaptureOptions& options, std::string_view text);
model::Message takeGpuMetrics(CaptureOptions& options, std::string_view text);
/// "10000", "10k", one for each GPU with commas; more than this version does counts as the most that it does.
model::Message takeGpuMetricsHz(CaptureOptions& options, std::string_view text);
model::Message takeGpuMetricsSet(CaptureOptions& options, std::string_view text);
model::Message takeSample(CaptureOptions& options, std::string_view text);
model::Message takeBacktrace(CaptureOptions& options, std::string_view text);
model::Message takeStackDepth(CaptureOptions& options, std::string_view text);
model::Message takePythonFunctions(CaptureOptions& o, std::string_view text);
model::Message takePyTorch(CaptureOptions& o, std::string_view text);
/// Adds mpi to the libraries; which one it is makes no difference.
model::Message takeMpi(CaptureOptions& options, std::string_view text);
model::Message takeMpiImplementation(CaptureOptions& options, std::string_view text);
model::Message takeNetwork(CaptureOptions& options, std::string_view text);
model::Message takeStorage(CaptureOptions& options, std::string_view text);
model::Message takeKill(CaptureOptions& options, std::string_view text);
model::Message takeEnvironment(CaptureOptions& options, std::string_view text);
model::Message takeExports(CaptureOptions& options, std::string_view text);
model::Message takeSessionName(std::string& into, std::string_view text);
/// A text that goes into the options of a session: one line of it.
model::Message takeLine(std::string& into, std::string_view text);

}  // namespace app::capture
