// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "importers/torch/execution_trace.h"
#include "model/store/event_store.h"

namespace importers::torch {

/// The key by which the profiler's trace has the number that an execution trace calls rf_id.
inline constexpr std::string_view kRecordFunctionArgument = "Record function id";

/// How many operators of a report an execution trace knows by number, and of these, how many by name as well. Numbers
/// begin anew in every process, so the names decide whether both are of one run.
struct Agreement {
    std::uint64_t numbers = 0, names = 0;
    bool sameProcess = true;  ///< as far as the trace says whose it is
    bool isSameRun() const { return sameProcess && names > 0 && names * 10 >= numbers * 9; }
};
Agreement agreementOf(const ExecutionTrace& trace, const model::Snapshot& report);

/// Gives operators of a report what an execution trace of the same run tells: the node's number, and the shapes and
/// types that the report lacks.
class LinkedOperators {
public:
    LinkedOperators(const ExecutionTrace& trace, const model::Snapshot& report, model::EventStore& target);

    /// AppendOptions::operatorArgs.
    model::ArgsId args(const model::Event& event, model::ArgsId args);
    std::uint64_t count() const { return m_count; }

private:
    struct Told {
        model::StringId key;
        model::StringId ExecutionTrace::Node::*text;
        std::array<model::StringId, 2> known;  ///< keys by which a report says it itself
    };
    const ExecutionTrace& m_trace;
    const model::Snapshot& m_report;
    model::EventStore& m_target;
    model::StringId m_number;   // of the report
    model::StringId m_nodeKey;  // of the target, as the following
    std::array<Told, 4> m_told;
    std::atomic<std::uint64_t> m_count{0};
};

}  // namespace importers::torch
