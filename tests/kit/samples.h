// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/kit/check.h"

/// A file or folder of the samples: those that come with the project, unpacked, or those of other people beside the
/// checkout. Where it is in neither, the test is skipped.
inline std::filesystem::path sample(std::string_view path) {
    const char* own = std::getenv("SIGHTLINE_SAMPLES");
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    for (const auto& folder :
         {std::filesystem::path(own ? own : ""), std::filesystem::path(shared ? shared : "") / "samples"})
        if (!folder.empty() && std::filesystem::exists(folder / path)) return folder / path;
    SKIP("the sample is not here: " + std::string(path));
}
