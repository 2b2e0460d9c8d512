// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/message.h"
#include "model/base/time.h"
#include "model/rep/beside.h"

namespace importers::capture {

/// Facts of a session about itself.
using SessionFacts = std::vector<std::pair<std::string, std::string>>;

/// "key\0value\0" … in the file `session` of the folder. Empty if there are none. Returns at most some thousand facts,
/// whatever the file holds.
SessionFacts readFacts(const std::filesystem::path& folder);
SessionFacts readFacts(const model::Folder& folder);
std::string factOf(const SessionFacts& facts, std::string_view key);

/// What the session has to say of its captures, such as NotTraced, as facts, and back. Texts of older sessions are
/// found again.
void addMessages(const std::vector<model::Message>& messages, SessionFacts& facts);
std::vector<model::Message> messagesIn(const SessionFacts& facts);
/// Whether that fact is one of them, and means nothing to a person.
bool isMessage(std::string_view key);

/// The time of a capture, ns of CLOCK_MONOTONIC.
struct CaptureTime {
    std::int64_t begin = 0;
    std::int64_t end = 0;  ///< 0 = not yet, or nobody saw it
    bool dropped =
        false;  ///< by `cancel`, or because nobody wanted it: what is traced from here on belongs to no report
    std::map<std::string, std::int64_t> begins =
        {};  ///< for processes that began their range later, by the name of their spool
};

/// The captures as facts, and back.
void addFacts(const std::vector<CaptureTime>& captures, SessionFacts& facts);
std::vector<CaptureTime> capturesIn(const SessionFacts& facts);

/// The part of a spool that belongs to the i-th capture. It begins where its process entered its range, which may be
/// later than tracing was switched on for another process. It ends where the next capture begins, because between
/// captures nothing is traced but what a capture has launched and the GPU did later.
model::TimeRange windowOf(const std::vector<CaptureTime>& captures, std::size_t i, const std::string& spool);

}  // namespace importers::capture
