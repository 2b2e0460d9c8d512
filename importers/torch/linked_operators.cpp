// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/torch/linked_operators.h"

#include <algorithm>
#include <vector>

namespace importers::torch {

using model::Arg;
using model::TrackKind;

namespace {

/// Calls use(track, event, number of the record function) for the operators of a report that have one.
template <class Use>
void forNumbered(const model::Snapshot& report, Use&& use) {
    const model::StringId key = report.store().strings().find(kRecordFunctionArgument);
    if (!key) return;
    for (const model::Track& track : report.tree().tracks) {
        if (track.kind != TrackKind::Operators) continue;
        for (const auto* lanes : {&track.lanes, &track.overflow})
            for (const model::LaneId id : *lanes) {
                const model::LaneView lane = report.lane(id);
                for (std::size_t i = 0; i < lane.rows; ++i) {
                    const model::Event e = lane.lane->row(i);
                    if (const auto number = report.store().args().find(e.args, key)) use(track, e, number->value);
                }
            }
    }
}

}  // namespace

Agreement agreementOf(const ExecutionTrace& trace, const model::Snapshot& report) {
    Agreement out;
    bool otherProcess = false, sameProcess = false;
    forNumbered(report, [&](const model::Track& track, const model::Event& e, std::int64_t number) {
        const ExecutionTrace::Node* node = trace.find(number);
        if (!node) return;
        ++out.numbers;
        out.names += trace.text(node->name) == report.text(e.name);
        (trace.pid() == track.key.pid ? sameProcess : otherProcess) = true;
    });
    out.sameProcess = !trace.pid() || sameProcess || !otherProcess;
    return out;
}

LinkedOperators::LinkedOperators(const ExecutionTrace& trace, const model::Snapshot& report, model::EventStore& target)
    : m_trace(trace), m_report(report), m_target(target),
      m_number(report.store().strings().find(kRecordFunctionArgument)) {
    const auto word = [&](std::string_view text) { return target.strings().intern(text); };
    m_nodeKey = word("Execution trace node");
    m_told = {{{word("Input Dims"), &ExecutionTrace::Node::inputShapes, {word("Input Dims"), word("Input dims")}},
               {word("Input type"), &ExecutionTrace::Node::inputTypes, {word("Input type"), 0}},
               {word("Output Dims"), &ExecutionTrace::Node::outputShapes, {word("Output Dims"), word("Output dims")}},
               {word("Output type"), &ExecutionTrace::Node::outputTypes, {word("Output type"), 0}}}};
}

model::ArgsId LinkedOperators::args(const model::Event& event, model::ArgsId args) {
    const auto number = m_report.store().args().find(event.args, m_number);
    const ExecutionTrace::Node* node = number ? m_trace.find(number->value) : nullptr;
    if (!node || m_trace.text(node->name) != m_report.text(event.name)) return args;
    ++m_count;
    std::vector<Arg> all = m_target.args().at(args);
    const auto has = [&](model::StringId key) {
        return key && std::any_of(all.begin(), all.end(), [&](const Arg& a) { return a.key == key; });
    };
    for (const Told& told : m_told)
        if (const model::StringId text = node->*told.text; text && !has(told.known[0]) && !has(told.known[1]))
            all.push_back({told.key, Arg::Type::String, m_target.strings().intern(m_trace.text(text))});
    all.push_back({m_nodeKey, Arg::Type::Int, node->id});
    return m_target.args().intern(all);
}

}  // namespace importers::torch
