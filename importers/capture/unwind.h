// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "importers/capture/address_spaces.h"

namespace importers::capture {

struct Registers;

/// The copied state of a thread: registers as DWARF numbers them, followed by the program counter, and its stack from
/// the stack pointer on.
struct ThreadCopy {
    collectors::spool::RawStack::Machine machine{};
    std::span<const std::uint64_t> registers;
    std::span<const unsigned char> stack;
    std::uint32_t space = 0;  ///< of AddressSpaces
    model::TimeNs time = 0;
};

/// Finds callers by the tables that compilers write for exceptions (.eh_frame, .debug_frame; read by libdw), and by
/// frame pointers if there are none. For 64-bit programs on x86-64 and ARM; others have only the innermost frame. At
/// most 256 frames, 4096 files, and one minute in all: after that only innermost frames.
class Unwinder {
public:
    explicit Unwinder(const AddressSpaces& spaces);
    ~Unwinder();
    Unwinder(const Unwinder&) = delete;
    Unwinder& operator=(const Unwinder&) = delete;

    /// The frames, innermost first: where the thread was, then return addresses. They live until the next call.
    std::span<const std::uint64_t> frames(const ThreadCopy& thread);
    /// Whether the last frames have callers that are missing: beyond the end of the copy, which may also end at pages
    /// that were never touched, or because they are too many.
    bool isCut() const { return m_isCut; }
    /// Number of threads for which no time was left.
    std::uint64_t shortened() const { return m_shortened; }

private:
    class File;
    struct State;
    File* file(const AddressSpaces::Place& place);
    bool step(State& state, bool isCaller);
    std::optional<Registers> byFramePointer(const State& state) const;

    const AddressSpaces& m_spaces;
    std::map<std::uint32_t, std::unique_ptr<File>> m_files;  // by number
    std::vector<std::uint64_t> m_frames;
    std::chrono::nanoseconds m_used{0};
    std::uint64_t m_shortened = 0;
    bool m_isCut = false;
};

}  // namespace importers::capture
