// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "model/base/column.h"
#include "model/base/string_table.h"
#include "model/base/time.h"

namespace model {

/// Summary of consecutive rows: the longest event and four Misra–Gries counters of time by name.
///
/// The counters never overstate: a name's counter is at most its true time and understates it by at most
/// (busy - sum of counters) / 5, so a name with more than a fifth of the time is always among them.
struct Summary {
    static constexpr int kCounters = 4;
    struct Share {
        StringId name = 0;
        float ns = 0;
    };

    TimeNs longestDuration = -1;  ///< -1 = no rows
    std::uint32_t longest = 0;    ///< row; the first of equals
    std::uint32_t reserved = 0;
    Share shares[kCounters];

    void see(TimeNs duration, std::uint32_t row) {
        if (duration > longestDuration || (duration == longestDuration && row < longest)) {
            longestDuration = duration;
            longest = row;
        }
    }
    void weigh(StringId name, float ns);
    void merge(const Summary& o);
    /// Counter with the most time; ns = 0 when there is none.
    Share dominant() const;
    /// Difference between the largest and the second largest counter.
    float lead() const;
    float sum() const;
};
static_assert(sizeof(Summary) == 48);

/// Level 0 summarises 64 rows, each higher level 4 nodes; beside level 0 the busy time of all rows before a block.
/// Append-only, like the lane it belongs to; about 1 byte a row and level. Append is amortised O(1).
class BlockPyramid {
public:
    static constexpr std::size_t kBlock = 64;
    static constexpr std::size_t kFanOut = 4;
    static constexpr std::size_t kMaxLevels = 14;

    /// Adds the block of rows [64·n, 64·n+64), n = blocks(); `busy` = the sum of their durations.
    void append(const Summary& block, TimeNs busy);

    std::size_t blocks() const { return m_busyBefore.size(); }
    std::size_t memoryBytes() const;

    /// Sum of durations of all rows before block `b`, for b in [0, blocks()].
    TimeNs busyBefore(std::size_t b) const { return b == 0 ? 0 : m_busyBefore[b - 1]; }

    /// Merges the summaries of blocks [a, b) into `into`, as seen by a reader that knows `known` blocks. O(log n).
    void collect(std::size_t a, std::size_t b, std::size_t known, Summary& into) const;

    /// To read a level back from a file.
    const Column<Summary>* level(std::size_t l) const { return m_levels[l].get(); }

private:
    Column<TimeNs> m_busyBefore;  // element i = busy time of blocks 0 … i
    std::array<std::unique_ptr<Column<Summary>>, kMaxLevels> m_levels;
};

}  // namespace model
