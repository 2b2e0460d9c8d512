// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

#include "model/base/error.h"
#include "model/store/event_store.h"

namespace model {

struct RepWriteOptions {
    std::stop_token stop;
    /// Rows written and total rows; from the calling thread, once a frame.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
    unsigned threads = 0;  ///< threads that pack; 0 = as many as there are cores. The file does not depend on it.
    std::vector<std::filesystem::path> sources{};  ///< files that the report was read from: never overwritten
};

/// Writes everything in a snapshot as `.rep` (REP_FORMAT.md), except the path of its file. Equal content gives equal
/// files. The target appears complete or stays unchanged. Errors: Cancelled, OutOfMemory, NotAFile (a folder);
/// CannotWrite with the system's reason; those of checkTarget().
Result<void> writeRep(const Snapshot& snapshot, const std::filesystem::path& target,
                      const RepWriteOptions& options = {});

}  // namespace model
