// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "app/cli/capture/options.h"
#include "app/text/print_message.h"
#include "model/base/message.h"

/// The commands that hold a session, or make a report of one. Options have been read and fit. What people are told goes
/// to standard error, so that standard output is the program's alone.
namespace app::capture {

constexpr int kFine = 0, kUsage = 2, kFailed = 3;

/// What is told besides: where a capture without a report lies, and how it becomes one.
model::Message whereKept(const std::filesystem::path& session);
/// About a session that does not answer.
model::Message silence(const std::filesystem::path& session);

/// A command as it was typed, without the values of environment variables: they may be secrets. Where it was typed on
/// another machine, that stands in a variable, which its program does not get.
inline constexpr const char* kTypedVariable = "SIGHTLINE_TYPED";
std::string asTyped(std::string_view command, std::span<const std::string> words);
/// Tells that a report is written.
void reportWritten(const std::filesystem::path& report);
/// Writes what else was asked for with a report: --export, --stats. False where some of it could not be written.
bool writeBeside(const std::filesystem::path& report, const CaptureOptions& options);

/// Runs a program and captures it. Where the program ended by itself, so does this process.
int profile(const CaptureOptions& options, std::span<const std::string> words);
/// Runs a program that others start and stop the capture of. `joined` = a session that is there; empty = a new one.
int launch(const CaptureOptions& options, std::span<const std::string> words, const std::filesystem::path& joined);
/// A session without a program, in the background.
int startSession(const CaptureOptions& options, std::span<const std::string> words);
/// A report of what a session left, which goes afterwards where that is wanted. Options: output, outputFolder,
/// overwrite, stats, exports.
int recover(const std::filesystem::path& session, const CaptureOptions& options, bool remove);

}  // namespace app::capture
