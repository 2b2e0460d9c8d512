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
model::Message parseSwitch(bool& into, std::string_view text);
/// "10", "1.5", "300ms": seconds where nothing else is said.
model::Message parseSeconds(std::int64_t& into, std::string_view text);
/// "500M", "2G": bytes, by the thousand.
model::Message parseSize(std::uint64_t& into, std::string_view text);
/// Whether processes are to be traced for this kind (importers::capture::tracedKinds()).
bool isTraced(const collectors::Options& options, std::string_view key);
model::Message parseTrace(CaptureOptions& options, std::string_view text);
model::Message parseGraphTrace(CaptureOptions& options, std::string_view text);
model::Message parseRange(CaptureOptions& options, std::string_view text);
/// What is wrong where both names of the end of a range are given.
model::Message oneRangeEnd();
model::Message parseRangeEnd(CaptureOptions& options, std::string_view text);
/// "1.5", "1.5:RANGE": when a step is slow, and what a step is.
model::Message parseSlowStep(CaptureOptions& options, std::string_view text);
model::Message parseNumber(unsigned& into, std::string_view text, unsigned least, unsigned most);
/// A word that an option may have, and the text that it stands for.
struct Word {
    std::string_view typed, means;
};
model::Message parseWord(std::string& into, std::string_view text, std::span<const Word> words);
/// "kernel:500,sync": which calls of CUDA have their stack, from how many ns on.
model::Message parseCudaStacks(CaptureOptions& options, std::string_view text);
model::Message parseGpuMetrics(CaptureOptions& options, std::string_view text);
/// "10000", "10k", one for each GPU with commas; more than this version does counts as the most that it does.
model::Message parseGpuMetricsHz(CaptureOptions& options, std::string_view text);
model::Message parseGpuMetricsSet(CaptureOptions& options, std::string_view text);
model::Message parseSample(CaptureOptions& options, std::string_view text);
model::Message parseBacktrace(CaptureOptions& options, std::string_view text);
model::Message parseStackDepth(CaptureOptions& options, std::string_view text);
model::Message parsePythonFunctions(CaptureOptions& o, std::string_view text);
model::Message parsePyTorch(CaptureOptions& o, std::string_view text);
/// Adds mpi to the libraries; which one it is makes no difference.
model::Message parseMpi(CaptureOptions& options, std::string_view text);
model::Message parseMpiImplementation(CaptureOptions& options, std::string_view text);
model::Message parseNetwork(CaptureOptions& options, std::string_view text);
model::Message parseStorage(CaptureOptions& options, std::string_view text);
model::Message parseKill(CaptureOptions& options, std::string_view text);
model::Message parseEnvironment(CaptureOptions& options, std::string_view text);
model::Message parseExports(CaptureOptions& options, std::string_view text);
model::Message parseSessionName(std::string& into, std::string_view text);
/// A text that goes into the options of a session: one line of it.
model::Message parseLine(std::string& into, std::string_view text);

}  // namespace app::capture
