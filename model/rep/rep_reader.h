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
    std::stop_token stop;  ///< asked once a frame; what was read so far is kept
    /// Bytes done and in all; from the calling thread, at most some 20 times a second.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
    std::function<void()> published;  ///< from the calling thread, after each publish of the store
    unsigned threads = 0;             ///< that unpack, the calling one included; 0 = as many as there are cores
    std::uint64_t mostMemory =
        0;  ///< bytes that the process may grow by, then the rest is left out; 0 = four fifths of what is free
    Wanted wanted{};  ///< frames of anything else are not even looked at, and the store says `partial`
};

/// Reads a `.rep` file (REP_FORMAT.md) into a store, publishing what the first picture shows first, and all of it at
/// the end. Without an end mark, and where parts are damaged, everything else is read and diagnostics say what is
/// missing. Errors: CannotOpen, NotAFile, EmptyFile, Truncated, UnknownFormat, Damaged (the first bytes),
/// NewerVersion, OutOfMemory, Cancelled (the store keeps what was read and says `partial`).
Result<void> readRep(const std::filesystem::path& path, EventStore& store, const RepReadOptions& options = {});

/// Reads a file while it is still being written.
class RepFollower {
public:
    /// The store must outlive it. Nothing is read yet; the file may still be empty.
    static Result<RepFollower> open(const std::filesystem::path& path, EventStore& store);
    RepFollower(RepFollower&&) noexcept;
    ~RepFollower();

    struct Progress {
        std::size_t frames = 0;    ///< read by this call
        std::uint64_t offset = 0;  ///< everything before it was read
        bool closed = false;       ///< the end mark was seen: nothing more will come
    };
    /// Reads the frames that became complete since the last call and publishes the store if there were any; call it
    /// when the file has grown. Errors: as readRep, where no more can be expected; a beginning that is not complete
    /// yet is no error.
    Result<Progress> poll();
    /// The writer is gone: the rest of the file counts as cut off, with a note.
    void finish();

private:
    struct State;
    explicit RepFollower(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace model
