// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "model/base/error.h"
#include "model/roofline/peaks.h"

namespace importers {

/// Reads a table of chips' peaks (the form of resources/peaks.json). Errors: Damaged, without the name of the file; the
/// detail is a sentence without its full stop.
model::Result<model::roofline::PeakTable> readPeaks(std::string_view json);

/// The table that is part of the program.
const model::roofline::PeakTable& builtInPeaks();

/// The chips of the user's own file, followed by the table of the program. `notUsed` is a sentence if that file exists
/// and cannot be used.
struct Peaks {
    model::roofline::PeakTable table;
    model::Message notUsed;
};
Peaks peaksWith(const std::filesystem::path& own);

/// Where the user's own file usually is: sightline/peaks.json in $XDG_CONFIG_HOME or ~/.config; empty if there is no
/// home.
std::filesystem::path usualPeaksFile();

/// Makes another file the user's own one, which is read at once; empty: the usual one. Thread safe.
void choosePeaksFile(const std::filesystem::path& file);
/// The chosen file, or else the usual one. Thread safe.
std::filesystem::path ownPeaksFile();

/// peaksWith(ownPeaksFile()), read once for each choice. What was read for an earlier choice stays, because results
/// point to it. Thread safe.
const Peaks& devicePeaks();

}  // namespace importers
