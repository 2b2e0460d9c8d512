// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/roofline/operator_points.h"

#include "model/reports/events.h"

namespace model::roofline {

using reports::ArgReader;
using reports::argsAt;

OperatorCalls::OperatorCalls(const reports::Request& r) : m_r(r), m_index(r.report) {
    for (const auto& [thread, rows] : rowsByThread(r.report, {TrackKind::Operators})) {
        m_byThread[thread] = static_cast<std::uint32_t>(m_threads.size());
        m_threads.push_back({thread, Nesting(r.report, rows, {kTimeMin, kTimeMax}, {}, r.stop)});
    }
}

std::vector<OperatorCall> OperatorCalls::find(std::size_t& kernels) {
    reports::forEvents(m_r, {TrackKind::StreamKernels}, [&](const Track& track, EventRef e, const LaneView& lane) {
        ++kernels;
        const auto place = placeOf(track, e, lane);
        OperatorCall* call = place ? callAt(*place) : nullptr;
        if (!call) return;
        call->host = track.key.host;
        call->device = track.key.device;
        call->time += reports::durationAt(lane, e.row);
        call->kernels.push_back(e);
    });
    dropOuter();
    std::vector<OperatorCall> out;
    for (auto& [place, call] : m_calls)
        if (call && call->time > 0) out.push_back(std::move(*call));
    return out;
}

/// The innermost operator around the call that launched a kernel.
std::optional<OperatorCalls::Place> OperatorCalls::placeOf(const Track& track, EventRef kernel, const LaneView& lane) {
    const std::uint32_t correlation = lane.lane->correlation(kernel.row);
    const EventRef call = correlation ? m_index.find(track.key, correlation) : EventRef{};
    if (!call.isValid()) return placeByExternalId(track, argsAt(lane, kernel.row));
    const auto thread = m_byThread.find(threadOf(m_r.report.track(trackOf(m_r.report, call)).key));
    if (thread == m_byThread.end()) return {};
    const std::uint32_t item = m_threads[thread->second].nesting.at(m_r.report.lane(call.lane).start(call.row));
    return item == Nesting::kNone ? std::nullopt : std::optional(Place{thread->second, item});
}

/// Where the report has no call: the number that operator and kernel share.
std::optional<OperatorCalls::Place> OperatorCalls::placeByExternalId(const Track& track, ArgsId args) {
    const auto id = ArgReader(m_r.report, "External id").number(args);
    if (!id) return {};
    if (!m_externalIdsRead) {
        m_externalIdsRead = true;
        for (std::uint32_t t = 0; t < m_threads.size(); ++t)
            for (std::uint32_t i = 0; i < m_threads[t].nesting.items().size(); ++i) {
                const EventRef e = m_threads[t].nesting.items()[i].event;
                if (const std::uint32_t number = m_r.report.lane(e.lane).lane->correlation(e.row)) m_byExternalId.try_emplace({m_threads[t].id[0], m_threads[t].id[1], number}, Place{t, i});
            }
    }
    const auto at = m_byExternalId.find({track.key.host, track.key.pid, *id});
    return at == m_byExternalId.end() ? std::nullopt : std::optional(at->second);
}

/// The innermost operator there, or around it, that a model fits; nullptr if there is none.
OperatorCall* OperatorCalls::callAt(Place place) {
    const auto& items = m_threads[place.thread].nesting.items();
    for (; place.item != Nesting::kNone; place.item = items[place.item].parent) {
        const auto [at, fresh] = m_calls.try_emplace(place);
        if (fresh)
            if (auto work = workOf(place)) {
                at->second.emplace();
                at->second->event = items[place.item].event;
                at->second->work = std::move(*work);
            }
        if (at->second) return &*at->second;
    }
    return nullptr;
}

std::optional<OperatorWork> OperatorCalls::workOf(Place place) const {
    const Nesting::Item& item = m_threads[place.thread].nesting.items()[place.item];
    const Snapshot& s = m_r.report;
    const std::string_view name = s.text(item.name);
    if (!hasModel(name)) return {};
    const ArgsId args = argsAt(s.lane(item.event.lane), item.event.row);
    const auto text = [&](std::string_view key, std::string_view old) {
        const StringId id = ArgReader(s, key).text(args);
        return s.text(id ? id : ArgReader(s, old).text(args));
    };
    return modelOf(name, {text("Input Dims", "Input dims"), text("Input type", "Input Types"), text("Concrete Inputs", "Concrete inputs")});
}

void OperatorCalls::dropOuter() {
    std::vector<Place> inner;
    for (const auto& [place, call] : m_calls)
        if (call && call->time > 0) inner.push_back(place);
    for (const Place& p : inner) {
        const auto& items = m_threads[p.thread].nesting.items();
        for (std::uint32_t i = items[p.item].parent; i != Nesting::kNone; i = items[i].parent)
            if (const auto outer = m_calls.find({p.thread, i}); outer != m_calls.end()) outer->second.reset();
    }
}

}  // namespace model::roofline
