// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/base/column.h"
#include "model/base/string_table.h"
#include "model/base/time.h"

namespace model {

/// What a lane looks like when many events share a pixel: for bins of 2^k ns on an absolute grid the name that fills
/// most of the bin and how much of the bin is busy. A level is twice as coarse as the one below it.
///
/// The block pyramid answers exact questions in O(log n) each; a frame asks a hundred thousand of them, so drawing
/// reads these bins instead: one look-up a pixel. Empty stretches and stretches filled by one event take no bins.
///
/// Append-only: a bin is written when nothing more can start in it, and never again.
class TimeMip {
public:
    static constexpr int kMaxLevels = 48;
    static constexpr int kChunkShift = 4;
    static constexpr std::size_t kChunk = std::size_t{1} << kChunkShift;

    struct Bin {
        StringId name = 0;      ///< 0 and busy 0 = nothing here
        std::uint8_t busy = 0;  ///< 255 = busy all the time; at least 1 where anything exists
    };

    /// Bins of 2^baseShift ns on level 0; `firstStart` is the start of the first event.
    TimeMip(int baseShift, TimeNs firstStart);
    ~TimeMip();
    TimeMip(const TimeMip&) = delete;
    TimeMip& operator=(const TimeMip&) = delete;

    int baseShift() const { return m_shift; }

    /// Adds the next event of the lane. Events are disjoint and in order of start.
    void append(TimeNs start, TimeNs end, StringId name);
    /// Completes the coarser levels for all level-0 bins that are final; call once after a batch.
    void finishBatch();

    /// Level-0 bins with an index below this one are final. Part of a Snapshot; level l is final below final >> l.
    std::int64_t finalBins() const { return m_final; }
    /// Whether a reader who was given `finalBins` may read level l. Coarser levels would be one or two bins wide.
    bool hasLevel(int l, std::int64_t finalBins) const {
        return l >= 0 && l < kMaxLevels && m_shift + l < 62 &&
               (l == 0 || (finalBins >> (l - 1)) - (m_firstStart >> (m_shift + l - 1)) >= 2);
    }
    std::size_t memoryBytes() const;

    /// Bin of level `l` (width 2^(baseShift+l) ns) with absolute index `index` = time >> (baseShift + l).
    Bin at(int l, std::int64_t index) const;

    /// Copies bins [first, first + n) of level `l`; bins outside what exists are empty.
    void read(int l, std::int64_t first, std::size_t n, Bin* out) const;

private:
    struct Chunk {
        StringId name[kChunk];
        std::uint8_t busy[kChunk];
    };
    // An entry: 0 = empty; bit 0 set = one event fills it all, its name in the upper half; else a Chunk*.
    struct Level {
        std::int64_t firstChunk = 0;
        std::int64_t done = 0;  // bins below this index are written
        Column<std::uint64_t> chunks;
        // Entries of `chunks` that exist: readers of older snapshots look at bins beyond the directory as they knew it.
        std::atomic<std::size_t> reached{0};
    };

    Level& level(int l);
    std::uint64_t entry(const Level& l, std::int64_t chunk) const;
    void put(Level& l, std::int64_t index, Bin bin);
    void putFull(Level& l, std::int64_t first, std::int64_t last, StringId name);
    void reach(Level& l, std::int64_t chunk);
    Chunk& chunkFor(Level& l, std::int64_t index);
    void flushOpenBin();
    void merge(int l);
    void mergeChunk(const Level& below, Level& above, std::int64_t chunk, std::int64_t from, std::int64_t to);

    int m_shift;
    TimeNs m_firstStart;
    std::int64_t m_final;
    // The bin that events still fall into.
    std::int64_t m_openBin;
    TimeNs m_openBusy = 0;
    TimeNs m_openBest = -1;
    StringId m_openName = 0;

    std::array<std::unique_ptr<Level>, kMaxLevels> m_levels;
    std::vector<std::unique_ptr<Chunk[]>> m_blocks;
    std::size_t m_blockLeft = 0;
};

}  // namespace model
