// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/time.h"
#include "model/rep/beside.h"

namespace importers::capture {

/// What a session says about itself.
using SessionFacts = std::vector<std::pair<std::string, std::string>>;

/// "key\0value\0" … in the file `session` of the folder. Empty where there are none. Whatever the file holds, no more
/// than some thousand facts come back.
SessionFacts readFacts(const std::filesystem::path& folder);
SessionFacts readFacts(const model::Folder& folder);
std::string factOf(const SessionFacts& facts, std::string_view key);

/// When something was captured, ns of CLOCK_MONOTONIC.
struct CaptureTime {
    std::int64_t begin = 0;
    std::int64_t end = 0;  ///< 0 = not yet, or nobody saw it
    bool dropped = false;  ///< by `cancel`, or nobody wanted it: what is traced from here on belongs to no report
    std::map<std::string, std::int64_t> begins =
        {};  ///< of processes that began their range later, by the name of their spool
};

/// The captures as facts, and back.
void addFacts(const std::vector<CaptureTime>& captures, SessionFacts& facts);
std::vector<CaptureTime> capturesIn(const SessionFacts& facts);

/// What of a spool belongs to the i-th capture: from where its process came to its range — it may have been switched on
/// for another's —, up to where the next one begins, because nothing is traced between them but what a capture has
/// launched and the GPU did later.
model::TimeRange windowOf(const std::vector<CaptureTime>& captures, std::size_t i, const std::string& spool);

}  // namespace importers::capture
