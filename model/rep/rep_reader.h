// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>

#include "model/base/error.h"
#include "model/store/event_store.h"
#include "model/store/wanted.h"

namespace model {

struct RepReadOptions {
    std::stop_token stop;  ///< checked once a frame; what was read so far is kept
    /// Bytes done and total bytes; from the calling thread, at most some 20 times a second.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
    std::function<void()> published;  ///< from the calling thread, after each publish of the store
    unsigned threads = 0;  ///< threads that unpack, including the calling one; 0 = as many as there are cores
    std::uint64_t mostMemory =
        0;  ///< bytes that the process may grow by before the rest is left out; 0 = four fifths of what is free
    Wanted wanted{};  ///< other frames are not even read, and the store has `partial` set
};

/// Reads a `.rep` file (REP_FORMAT.md) into a store. Publishes the contents of the first picture first, and everything
/// at the end. Without an end mark, and if parts are damaged, everything else is read, and diagnostics name what is
/// missing. Errors: CannotOpen, NotAFile, EmptyFile, Truncated, UnknownFormat, Damaged (the first bytes), NewerVersion,
/// OutOfMemory, Cancelled (the store keeps what was read and has `partial` set).
Result<void> readRep(const std::filesystem::path& path, EventStore& store, const RepReadOptions& options = {});

/// Reads a file while it is still being written.
class RepFollower {
public:
    /// The store must outlive it. Reads nothing yet; the file may still be empty.
    static Result<RepFollower> open(const std::filesystem::path& path, EventStore& store);
    RepFollower(RepFollower&&) noexcept;
    ~RepFollower();

    struct Progress {
        std::size_t frames = 0;    ///< read by this call
        std::uint64_t offset = 0;  ///< everything before it was read
        bool closed = false;       ///< the end mark was seen: no more frames will come
    };
    /// Reads the frames that became complete since the last call, and publishes the store if there were any. Call it
    /// when the file has grown. Errors: as readRep, if no more can be expected; an incomplete beginning is no error.
    Result<Progress> poll();
    /// The writer is gone: the rest of the file counts as cut off, with a note.
    void finish();

private:
    struct State;
    explicit RepFollower(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace model
