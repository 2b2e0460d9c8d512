// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "model/base/error.h"

namespace importers {

/// Calls `each` with the files in a folder and its subfolders until it returns false. The folder of a session counts as
/// a file, and so does a subfolder that cannot be read. Skips hidden entries, links to folders, and files that belong
/// to a report beside them: its view, the log of a database, the traces that are made of a profile of XLA.
void visitFolder(const std::filesystem::path& folder, const std::function<bool(const std::filesystem::path&)>& each);

/// Whether a name ends like those of reports, or the path is that of a folder, see visitFolder(). The content decides
/// what a file is; this only avoids reading a folder with a million other files.
bool mayBeReport(const std::filesystem::path& file);

/// How names of reports end, for a dialog that lists files: those of the table of importers, and those that other files
/// have as well. In small letters, each with its dot.
std::vector<std::string_view> reportEndings();

/// Whether a file that cannot be opened, for that reason, was never a report. One that is empty, damaged, cut or
/// unreadable may have been one, and a name that only reports have is trusted.
bool isNoReport(const std::filesystem::path& file, const model::Error& error);

struct FolderContent {
    std::vector<std::filesystem::path> reports;  ///< in natural order: rank2 before rank10. Includes those that cannot
                                                 ///< be opened: opening one gives the reason
    std::size_t others = 0;                      ///< number of files that are not reports
};
/// The contents of a folder and its subfolders.
FolderContent contentOf(const std::filesystem::path& folder);

}  // namespace importers
