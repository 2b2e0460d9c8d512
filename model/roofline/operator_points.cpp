// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/roofline/operator_points.h"

namespace model::roofline {

using reports::argsAt;

OperatorCalls::OperatorCalls(const reports::Request& r)
    : m_r(r), m_index(r.report),
      m_externalId(r.report, "External id"), m_sizes{{r.report, "Input Dims"}, {r.report, "Input dims"}},
      m_types{{r.report, "Input type"}, {r.report, "Input Types"}}, m_values{{r.report, "Concrete Inputs"},
                                                                             {r.report, "Concrete inputs"}} {
    for (const auto& [thread, rows] : rowsByThread(r.report, {TrackKind::Operators})) {
        m_byThread[thread] = static_cast<std::uint32_t>(m_threads.size());
        m_threads.push_back({thread, Nesting(r.report, rows, {kTimeMin, kTimeMax}, {}, r.stop), {}});
        m_threads.back().calls.assign(m_threads.back().nesting.items().size(), kUntried);
    }
}

std::vector<OperatorCall> OperatorCalls::find(std::size_t& kernels) {
    // All work of a call goes with all its time, so that kernels outside of the range are needed, too.
    reports::Request whole = m_r;
    whole.range = {kTimeMin, kTimeMax};
    reports::forEvents(whole, {TrackKind::StreamKernels}, [&](const Track& track, EventRef e, const LaneView& lane) {
        const bool inRange = m_r.range.overlaps(lane.start(e.row), lane.end(e.row));
        kernels += inRange;
        const auto place = placeOf(track, e, lane);
        OperatorCall* call = place ? callAt(*place) : nullptr;
        if (!call) return;
        call->host = track.key.host;
        call->device = track.key.device;
        call->time += reports::durationAt(lane, e.row);
        call->kernels.push_back(e);
        call->inRange += inRange;
    });
    dropOuter();
    std::vector<OperatorCall> out;
    for (const Thread& thread : m_threads)
        for (const std::uint32_t call : thread.calls)
            if (call < kNoCall && m_calls[call].time > 0 && m_calls[call].inRange > 0)
                out.push_back(std::move(m_calls[call]));
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
    const auto id = m_externalId.number(args);
    if (!id) return {};
    if (!m_externalIdsRead) {
        m_externalIdsRead = true;
        for (std::uint32_t t = 0; t < m_threads.size(); ++t)
            for (std::uint32_t i = 0; i < m_threads[t].nesting.items().size(); ++i) {
                const EventRef e = m_threads[t].nesting.items()[i].event;
                if (const std::uint32_t number = m_r.report.lane(e.lane).lane->correlation(e.row))
                    m_byExternalId.try_emplace({m_threads[t].id[0], m_threads[t].id[1], number}, Place{t, i});
            }
    }
    const auto at = m_byExternalId.find({track.key.host, track.key.pid, *id});
    return at == m_byExternalId.end() ? std::nullopt : std::optional(at->second);
}

/// The innermost operator there, or around it, that a model fits; nullptr if there is none. Valid until the next one is
/// asked for.
OperatorCall* OperatorCalls::callAt(Place place) {
    Thread& thread = m_threads[place.thread];
    const auto& items = thread.nesting.items();
    for (; place.item != Nesting::kNone; place.item = items[place.item].parent) {
        std::uint32_t& call = thread.calls[place.item];
        if (call == kUntried) {
            call = kNoCall;
            if (const auto& work = workOf(place)) {
                call = static_cast<std::uint32_t>(m_calls.size());
                OperatorCall& made = m_calls.emplace_back();
                made.event = items[place.item].event;
                made.work = *work;
            }
        }
        if (call != kNoCall) return &m_calls[call];
    }
    return nullptr;
}

const std::optional<OperatorWork>& OperatorCalls::workOf(Place place) {
    static const std::optional<OperatorWork> kNone;
    const Nesting::Item& item = m_threads[place.thread].nesting.items()[place.item];
    const Snapshot& s = m_r.report;
    const auto [known, isNew] = m_hasModel.try_emplace(item.name);
    if (isNew) known->second = hasModel(s.text(item.name));
    if (!known->second) return kNone;
    const ArgsId args = argsAt(s.lane(item.event.lane), item.event.row);
    const std::array key{item.name, m_sizes.text(args), m_types.text(args), m_values.text(args)};
    const auto [at, fresh] = m_works.try_emplace(key);
    if (fresh) at->second = modelOf(s.text(key[0]), {s.text(key[1]), s.text(key[2]), s.text(key[3])});
    return at->second;
}

void OperatorCalls::dropOuter() {
    for (Thread& thread : m_threads) {
        const auto& items = thread.nesting.items();
        std::vector<std::uint32_t> inner;
        for (std::uint32_t i = 0; i < items.size(); ++i)
            if (thread.calls[i] < kNoCall && m_calls[thread.calls[i]].time > 0) inner.push_back(i);
        for (const std::uint32_t item : inner)
            for (std::uint32_t i = items[item].parent; i != Nesting::kNone; i = items[i].parent)
                thread.calls[i] = kNoCall;
    }
}

}  // namespace model::roofline
