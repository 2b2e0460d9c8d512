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

/// The user's own file: sightline/peaks.json in $XDG_CONFIG_HOME or ~/.config; empty if there is no home.
std::filesystem::path ownPeaksFile();

/// peaksWith(ownPeaksFile()), read once. Thread safe.
const Peaks& devicePeaks();

}  // namespace importers
