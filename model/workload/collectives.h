// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/query/nesting.h"
#include "model/workload/launches.h"
#include "model/workload/message_size.h"

namespace model::reports {

/// What a report tells about one piece of communication.
struct Collective {
    std::string_view which;             ///< collectiveOf(): empty for point-to-point transfers, and if nothing tells it
    std::optional<std::int64_t> bytes;  ///< MessageSize::ofCollective()
    std::int64_t ranks = 0;             ///< number of participants; 0 = unknown
    std::string group;                  ///< process group or communicator, as the report numbers it; empty = unknown
};

/// The argument in which PyTorch's profiler names the collective of a kernel.
inline constexpr std::string_view kCollectiveName = "Collective name";

/// Decides which GPU work is communication, and what it is. An event is communication if its arguments name a
/// collective, if the innermost range or operator around its launch is a call of a library (isCommunicationCall()), or
/// if its name is known (isCommunicationKernel()). Its kind comes from its arguments, else from those of the calls
/// around its launch (NCCL's NVTX ranges have some), else from its name. Everything that separates communication from
/// computing uses this class. The snapshot must outlive it. Not for several threads.
class Communication {
public:
    explicit Communication(const Snapshot& s);

    /// O(1) for known names. For others, in reports with calls of such libraries, O(rows of the launching thread · log
    /// n).
    bool operator()(const LaneView& lane, std::size_t row);
    /// Whether names alone decide in this report, so that the answer is the same for all work of a name.
    bool isByNameAlone() const { return !m_hasCalls && !m_hasArguments; }
    /// For an event that is communication.
    Collective collective(const LaneView& lane, std::size_t row);

private:
    struct Rows {
        std::vector<LaneView> lanes;  // of ranges and operators of a thread, which nest
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
    /// What is around a call, the innermost first; empty if no call of a library is.
    std::vector<Around> around(EventRef call);
    bool isLaunchedByCall(const LaneView& lane, std::size_t row);
    std::int64_t ranksOf(const std::string& group);
    void countRanks();

    const Snapshot& m_s;
    MessageSize m_size;
    ArgReader m_name;
    bool m_hasCalls = false;                              // the report holds calls of libraries
    bool m_hasArguments = false;                          // … and arguments that name collectives
    std::optional<CallIndex> m_calls;                     // made on first use
    std::vector<std::uint8_t> m_knownWork, m_knownCalls;  // by name: 0 not yet known, 1 yes, 2 no
    std::map<ThreadId, Rows> m_rows;
    std::pair<LaneId, const Rows*> m_lastRows{EventRef{}.lane, nullptr};
    std::optional<std::map<std::string, std::int64_t>> m_ranks;  // by group
};

/// The communication of a report, computed once for all its work: for repeated queries, as in drawing. Plain data that
/// any thread may read.
class CommunicationWork {
public:
    /// Null if names alone decide (isCommunicationKernel()), as in most reports, and if it was stopped. O(work).
    static std::shared_ptr<const CommunicationWork> of(const Snapshot& s, const std::stop_token& stop = {});

    /// Whether most time of the work of that name is communication; nothing if the report held no such work.
    std::optional<bool> mostOf(StringId name) const;
    /// Whether the name alone decides, as in any other report.
    bool isToldByName(StringId name) const { return name < m_names.size() && (m_names[name] & kNamed); }
    /// Whether some work of that name is communication and some is not.
    bool isMixed(StringId name) const { return name < m_names.size() && (m_names[name] & kMixed); }
    /// For an event of a name that isMixed().
    bool operator()(StringId name, EventRef event) const;

private:
    static constexpr std::uint8_t kKnown = 1, kMost = 2, kMixed = 4, kNamed = 8;
    std::vector<std::uint8_t> m_names;
    std::vector<EventRef> m_unlike;  // exceptions from the majority of their name, by lane and row
};

}  // namespace model::reports
