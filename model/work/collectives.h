// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "model/query/nesting.h"
#include "model/work/launches.h"
#include "model/work/message_size.h"

namespace model::reports {

/// What a report tells about a piece of communication.
struct Collective {
    std::string_view which;  ///< collectiveOf(): empty for point to point transfers, and where nothing tells it
    std::optional<std::int64_t> bytes;  ///< MessageSize::ofCollective()
    std::int64_t ranks = 0;             ///< that participate; 0 = not known
    std::string group;                  ///< process group or communicator, as the report numbers it; empty = not known
};

/// Which GPU work is communication, and what it is. An event is if its arguments name a collective, if the innermost
/// range or operator around its launch is a call of a library (isCommunicationCall()), or if its name is known
/// (isCommunicationKernel()). Its kind comes from its arguments, else from those of the calls around its launch (NCCL's
/// NVTX ranges have some), else by its name. Everything that separates communication from computing uses this. The
/// snapshot must outlive it. Not for several threads.
class Communication {
public:
    explicit Communication(const Snapshot& s);

    /// O(1) for names that are known; else, in reports that hold calls of such libraries, O(rows of the launching
    /// thread · log n).
    bool operator()(const LaneView& lane, std::size_t row);
    /// Of an event that is communication.
    Collective collective(const LaneView& lane, std::size_t row);

private:
    struct Rows {
        std::vector<LaneView> lanes;  // of ranges and operators of a thread, which lie in each other
        std::vector<LaneView> calls;  // those of them that hold a call of a library
    };
    struct Around {
        TimeRange when;
        ArgsId args = 0;
        StringId name = 0;
    };
    bool isCall(StringId name);
    const Rows& rowsOf(EventRef call);
    EventRef callOf(const LaneView& lane, std::size_t row);
    /// What lies around a call, the innermost first; empty where no call of a library does.
    std::vector<Around> around(EventRef call);
    bool isLaunchedByCall(const LaneView& lane, std::size_t row);
    std::int64_t ranksOf(const std::string& group);
    void countRanks();

    const Snapshot& m_s;
    MessageSize m_size;
    ArgReader m_name;
    bool m_hasCalls = false;                              // the report holds calls of libraries
    std::optional<CallIndex> m_calls;                     // made when it is first asked for
    std::vector<std::uint8_t> m_knownWork, m_knownCalls;  // by name: 0 not asked, 1 yes, 2 no
    std::map<ThreadId, Rows> m_rows;
    std::pair<LaneId, const Rows*> m_lastRows{EventRef{}.lane, nullptr};
    std::optional<std::map<std::string, std::int64_t>> m_ranks;  // by group
};

}  // namespace model::reports
