// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "model/base/error.h"

namespace importers::ncu {

/// The binary (ELF) in a report of Nsight Compute that contains a kernel, by the kernel's mangled name. Errors: those
/// of opening the file; UnsupportedFeature if the file is no such report, or lacks the kernel's code.
model::Result<std::string> readCubin(const std::filesystem::path& report, std::string_view mangled);

/// Text of instructions by their offset in bytes, by mangled name of the function.
using SassListing = std::map<std::string, std::map<std::uint64_t, std::string>, std::less<>>;

/// Reads the output of `nvdisasm -c` for a binary. Skips lines that are not instructions (labels, directives).
SassListing readSass(std::string_view text);

}  // namespace importers::ncu
