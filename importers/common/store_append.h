// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

#include "model/store/event_store.h"

namespace importers {

/// The destination of the events of one host of a report.
struct HostTarget {
    std::int64_t host = 0;    ///< its id in the target
    model::TimeNs shift = 0;  ///< ns, added to its times, which stay within the limits
};

struct AppendOptions {
    std::function<HostTarget(std::int64_t host)> target;  ///< for each host id of the source; required
    unsigned threads = 0;                                 ///< 0 = as many as there are cores
    std::stop_token stop;                                 ///< leaves out rows that are not yet copied
    /// If set, the arguments of each operator of a framework in the target: of `event`, as it is in the source, whose
    /// arguments there are `args`. Called by several threads.
    std::function<model::ArgsId(const model::Event& event, model::ArgsId args)> operatorArgs = {};
};

/// Appends the rows of a report to a store: tracks, lanes with names, arguments and call chains, counters, colours.
/// Names become names of the target. Tracks are made in the order of the source, so that the same reports appended in
/// the same order always get the same ids. Adds the source's flows, with the target's ids, to `flows`, for setFlows().
/// The caller handles facts (ReportInfo), entities and notes. Publishes nothing. Target hosts must be new to the
/// target.
void appendStore(model::EventStore& target, const model::Snapshot& source, const AppendOptions& options,
                 std::vector<model::Flow>& flows);

}  // namespace importers
