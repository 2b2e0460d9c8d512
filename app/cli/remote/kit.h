// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "model/base/error.h"

namespace app::remote {

/// What runs a capture on a machine that has a C library and nothing else of ours: the command line, the libraries that
/// it needs, and the collectors.
struct Kit {
    struct File {
        std::string name;  ///< in the folder of the kit
        std::filesystem::path path;
    };
    std::vector<File> files;
    std::string sum;      ///< of all names and contents
    std::string machine;  ///< that it runs on, as `uname -m` has it; empty = not known
    std::string libc;     ///< the version of glibc that it needs, "2.36"; empty = not known
    std::uint64_t bytes = 0;

    /// What this program is made of, with the libraries that it has loaded. Errors: a part is missing or unreadable.
    static model::Result<Kit> ofThisProgram();
    /// A folder that the target `portable` made.
    static model::Result<Kit> inFolder(const std::filesystem::path& folder);

    /// All files as a compressed archive (tar, gzip), with an empty file `complete` at its end.
    model::Result<std::string> packed() const;
};

/// The greater of two versions, "2.9" < "2.36".
bool isOlderVersion(std::string_view a, std::string_view b);

}  // namespace app::remote
