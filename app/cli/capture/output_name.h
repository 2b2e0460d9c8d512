// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/capture/options.h"
#include "model/base/error.h"

namespace app::capture {

/// What stands for the places in names.
struct Places {
    std::string process;  ///< %p; empty = not known yet, and the place stays
    std::string number;   ///< %n, the same
};

/// Replaces %p, %n, %h (the host), %q{NAME} (the environment; nothing where it is not set) and %%. Anything else behind
/// a % stays.
std::string expandPlaces(std::string_view text, const Places& places);

/// A name of a session that was typed, as sessions have it.
std::string asSessionName(std::string typed);

/// The name of --session-new with its places replaced, as it can be part of a path.
std::string newSessionName(const CaptureOptions& options);

/// About names that become something else than what was typed: variables that are not set, endings of other
/// tools. `writes` = a report.
std::vector<model::Message> remarksOnNames(const CaptureOptions& options, bool writes);

/// The file of the n-th capture of a session, n from 1. %n becomes the first number whose file is free; without %n the
/// captures of a session with several of them get ".1", ".2" … before the ending.
std::filesystem::path outputFile(const CaptureOptions& options, std::string_view process, unsigned n, bool several);

/// The one file that a capture is going to be, absolute; empty where its name is found when it is written (%n, %p).
std::string claimedFile(const CaptureOptions& options);

/// Why a session cannot begin beside those that run: another one has its name, or writes the same file; or
/// nothing. `itself` is not asked.
model::Message complaintAboutOthers(const CaptureOptions& options, bool writes,
                                    const std::filesystem::path& itself = {});

/// Whether a capture may become several reports.
bool manyReports(const CaptureOptions& options);

/// Whether reports can be written there; asked before the program starts. Why not, or nothing.
model::Message complaintAboutOutput(const CaptureOptions& options);

/// Creates the folder of --output-dir, with those above it, for a report that is about to be written there.
void makeOutputFolder(const CaptureOptions& options, const std::filesystem::path& report);

}  // namespace app::capture
