// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <string>

#include "collectors/protocol/spool.h"

namespace collectors {

inline spool::FileIdentity identityOf(const struct stat& s) {
    return {
        s.st_ino, static_cast<std::uint64_t>(s.st_size),
        static_cast<std::uint64_t>(s.st_mtim.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(s.st_mtim.tv_nsec)};
}

/// Of what is mapped by that name: a file that can be replaced meanwhile. `device` and `inode`: as the system says that
/// they are; some file systems, those that lie over others, have other devices for stat(). 0 = nobody says.
inline spool::FileIdentity identityOf(const std::string& path, std::uint64_t device = 0, std::uint64_t inode = 0) {
    struct stat s {};
    if (!path.starts_with('/') || path.starts_with("//")) return {};
    if (::stat(path.c_str(), &s) != 0 || (inode != 0 && s.st_dev == device && s.st_ino != inode))
        return spool::kIsAnother;
    return identityOf(s);
}

}  // namespace collectors
