// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "model/base/error.h"

namespace importers {

/// Calls `each` with the files in a folder and its subfolders until it returns false. The folder of a session is one of
/// them, and so is a subfolder that cannot be looked into. What is hidden is passed over, and so are links to folders
/// and what belongs to a report beside it: its view, the log of a database.
void visitFolder(const std::filesystem::path& folder, const std::function<bool(const std::filesystem::path&)>& each);

/// Whether a name ends as those of reports do, or the path is that of a folder, see visitFolder(). The content decides
/// what a file is; this only keeps a folder with a million other files from being read.
bool mayBeReport(const std::filesystem::path& file);

/// Whether a file that cannot be opened, and why, was never a report. One that is empty, damaged, cut or may not be
/// read may have been, and a name that only reports have is believed.
bool isNoReport(const std::filesystem::path& file, const model::Error& error);

struct FolderContent {
    std::vector<std::filesystem::path> reports;  ///< as people count: rank2 before rank10. Also those that cannot be
                                                 ///< opened: opening one tells why
    std::size_t others = 0;                      ///< files that are no reports
};
/// What is in a folder and its subfolders.
FolderContent contentOf(const std::filesystem::path& folder);

}  // namespace importers
