// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "importers/chrome/event_reader.h"
#include "importers/common/importer.h"
#include "importers/common/text_source.h"

namespace importers::chrome {

/// Reads the events of a file with several threads, with never more than a few MiB of its text in memory.
///
/// The text is cut where events seem to begin, and the pieces are read at the same time. A guess was right if the
/// previous piece ends exactly there. Otherwise the piece is read again from where that one ended.
class EventStream {
public:
    EventStream(TextSource& source, model::EventStore& store, const OpenOptions& options,
                std::size_t pieceBytes = kPieceBytes);
    ~EventStream();
    static constexpr std::size_t kPieceBytes = 1 << 20;  ///< bytes of text that one thread reads at a time

    struct End {
        bool closed = false;  ///< the array was closed; `rest` is the text after it
        bool inside = false;  ///< the file ends inside the event at `offset`
        bool cancelled = false;
        std::uint64_t offset = 0;  ///< of what follows, in the unpacked text
        std::string rest;
    };
    /// Call it once. `head` is text that was read already, at `offset`. Calls take(records) for each stretch, in the
    /// order of the file, from the calling thread.
    End run(std::string head, std::uint64_t offset, const std::function<void(Records&)>& take);

private:
    struct Piece;
    class Queue;
    class Skipper;

    std::unique_ptr<Piece> emptyPiece();
    std::unique_ptr<Piece> readPiece();
    std::unique_ptr<Piece> nextPiece();
    std::unique_ptr<Piece> joined(const Piece& piece);
    std::unique_ptr<Piece> behindLong(std::string_view begun, std::uint64_t offset);
    static std::size_t wholeEventIn(std::string_view text);
    void reread(Piece& piece);
    bool goesOn();

    TextSource& m_source;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    const std::size_t m_pieceBytes;
    const unsigned m_threads;
    std::unique_ptr<Queue> m_queue;
    std::unique_ptr<EventReader> m_own;  // for pieces whose beginning was guessed wrong
    std::vector<std::unique_ptr<Piece>> m_spare;
    std::string m_carry;  // text that was read and belongs to the next piece
    std::uint64_t m_carryOffset = 0;
    bool m_ended = false;  // all text was read
    std::chrono::steady_clock::time_point m_lastProgress = std::chrono::steady_clock::now();
};

}  // namespace importers::chrome
