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

/// The identity of a mapped file with that name, which may be replaced meanwhile. `device` and `inode`: as the kernel
/// reports the mapping; 0 = unknown. Overlay file systems report other devices to stat().
inline spool::FileIdentity identityOf(const std::string& path, std::uint64_t device = 0, std::uint64_t inode = 0) {
    struct stat s {};
    if (!path.starts_with('/') || path.starts_with("//")) return {};
    if (::stat(path.c_str(), &s) != 0 || (inode != 0 && s.st_dev == device && s.st_ino != inode))
        return spool::kIsAnother;
    return identityOf(s);
}

}  // namespace collectors
