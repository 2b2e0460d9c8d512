// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace importers {

/// Calls `each` with the files in a folder and its subfolders until it returns false. What is hidden and what may not be
/// read is passed over.
void visitFolder(const std::filesystem::path& folder, const std::function<bool(const std::filesystem::path&)>& each);

/// Whether a name ends as those of reports do. The content decides what a file is; this only keeps a folder with a million
/// other files from being read.
bool mayBeReport(const std::filesystem::path& file);

/// The reports in a folder and its subfolders, as people count: rank2 before rank10.
std::vector<std::filesystem::path> reportsIn(const std::filesystem::path& folder);

}  // namespace importers
