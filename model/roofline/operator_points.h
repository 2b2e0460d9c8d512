// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "model/query/nesting.h"
#include "model/roofline/operator_models.h"
#include "model/workload/events.h"
#include "model/workload/launches.h"

namespace model::roofline {

/// A call of an operator with a model, and the kernels that it launched itself or through operators without a model.
struct OperatorCall {
    EventRef event;
    std::int64_t host = 0, device = 0;  ///< of its kernels
    OperatorWork work;
    TimeNs time = 0;  ///< of its kernels
    std::vector<EventRef> kernels;
    std::size_t inRange = 0;  ///< kernels that overlap the range of the request
};

/// Calls of operators and their kernels. A call around another one with a model and kernels does not count: its work is
/// that of the inner one.
class OperatorCalls {
public:
    explicit OperatorCalls(const reports::Request& r);
    /// Calls with a kernel in the range, whole, in order of thread and time. `kernels`: number of all kernels in the
    /// range, including those of no call.
    std::vector<OperatorCall> find(std::size_t& kernels);

private:
    struct Thread {
        ThreadId id;
        Nesting nesting;
        std::vector<std::uint32_t> calls;  // by item: its index in m_calls, or one of these
    };
    static constexpr std::uint32_t kUntried = 0xffffffff, kNoCall = 0xfffffffe;
    struct Place {
        std::uint32_t thread = 0, item = Nesting::kNone;
        auto operator<=>(const Place&) const = default;
    };
    std::optional<Place> placeOf(const Track& track, EventRef kernel, const LaneView& lane);
    std::optional<Place> placeByExternalId(const Track& track, ArgsId args);
    OperatorCall* callAt(Place place);
    const std::optional<OperatorWork>& workOf(Place place);
    void dropOuter();

    /// An argument, by the key of newer or older versions of PyTorch's profiler.
    struct Argument {
        reports::ArgReader now, before;
        StringId text(ArgsId args) const {
            const StringId id = now.text(args);
            return id ? id : before.text(args);
        }
    };

    const reports::Request& m_r;
    reports::CallIndex m_index;
    reports::ArgReader m_externalId;
    Argument m_sizes, m_types, m_values;
    std::unordered_map<StringId, bool> m_hasModel;  // by name
    std::map<std::array<StringId, 4>, std::optional<OperatorWork>>
        m_works;  // by name, sizes, types and values, which repeat
    std::vector<Thread> m_threads;
    std::map<ThreadId, std::uint32_t> m_byThread;
    std::map<std::array<std::int64_t, 3>, Place> m_byExternalId;  // host, process, id
    bool m_externalIdsRead = false;
    std::vector<OperatorCall> m_calls;  // those with a model
};

}  // namespace model::roofline
