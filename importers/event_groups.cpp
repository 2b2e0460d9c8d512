// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/event_groups.h"

#include <algorithm>

#include "importers/parallel.h"
#include "model/packer.h"

namespace importers {

using model::Event;
using model::Note;
using model::TimeNs;
using model::TrackKind;

EventGroup& EventGroups::group(TrackKind kind, const model::TrackKey& key) {
    if (m_last && m_last->kind == kind && m_last->key == key) return *m_last;
    std::unique_ptr<EventGroup>& g = m_groups[{kind, key}];
    if (!g) {
        g = std::make_unique<EventGroup>();
        g->kind = kind;
        g->key = key;
    }
    m_last = g.get();
    return *m_last;
}

std::optional<TimeNs> EventGroups::earliest() const {
    std::optional<TimeNs> first;
    const auto see = [&](TimeNs t) { first = std::min(first.value_or(t), t); };
    for (const auto& [id, g] : m_groups) {
        for (const Event& e : g->events) see(e.start);
        for (const auto& [time, value] : g->values) see(time);
    }
    return first;
}

std::optional<TimeNs> EventGroups::latest() const {
    std::optional<TimeNs> last;
    const auto see = [&](TimeNs t) { last = std::max(last.value_or(t), t); };
    for (const auto& [id, g] : m_groups) {
        for (const Event& e : g->events) see(std::max(e.start, e.end));
        for (const auto& [time, value] : g->values) see(time);
    }
    return last;
}

void EventGroups::build(TimeNs zero, unsigned threads, std::stop_token stop) {
    struct Job {
        EventGroup* group;
        model::TrackId track;
    };
    std::vector<Job> jobs;
    for (auto& [id, g] : m_groups) {
        if (g->events.empty() && g->values.empty()) continue;
        jobs.push_back({g.get(), m_store.track(g->kind, g->key)});
        // Rows that gather the work of a context by name.
        if (g->kind == TrackKind::StreamKernels) m_store.track(TrackKind::Kernels, g->key);
        if (g->kind == TrackKind::StreamMemory) m_store.track(TrackKind::Memory, g->key);
    }
    std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.group->events.size() > b.group->events.size(); });
    parallelFor(jobs.size(), threads, [&](std::size_t i) {
        if (!stop.stop_requested()) buildOne(*jobs[i].group, jobs[i].track, zero);
    });
    m_groups.clear();
    m_last = nullptr;
}

void EventGroups::buildOne(EventGroup& g, model::TrackId track, TimeNs zero) {
    const model::TrackKindInfo& info = model::trackKindInfo(g.kind);
    std::uint64_t outOfRange = 0, backwards = 0;
    const auto shifted = [&](TimeNs t) {
        const TimeNs exact = model::saturatingSub(t, zero);
        const TimeNs kept = std::clamp(exact, -model::kTimeLimit, model::kTimeLimit);
        outOfRange += kept != exact;
        return kept;
    };
    for (Event& e : g.events) {
        if (e.end < e.start) {
            ++backwards;
            e.end = e.start;
        }
        e.start = shifted(e.start);
        e.end = shifted(e.end);
    }
    for (auto& [time, value] : g.values) time = shifted(time);
    if (outOfRange) m_store.diagnostics().add(Note::TimeOutOfRange, info.label, outOfRange);
    if (backwards) m_store.diagnostics().add(Note::EndBeforeStart, info.label, backwards);
    if (!g.values.empty()) buildCounter(g, track);
    if (g.events.empty()) return;
    model::sortForLanes(g.events);
    model::Packer packer(m_store, track, info.shape);
    for (const Event& e : g.events) packer.add(e);
    for (model::Lane* lane : packer.lanes()) lane->finishBatch();
    if (packer.overlapping()) m_store.diagnostics().add(Note::Overlapping, info.label, packer.overlapping());
    g.events = std::vector<Event>();
}

void EventGroups::buildCounter(EventGroup& g, model::TrackId track) {
    std::stable_sort(g.values.begin(), g.values.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    model::CounterSeries& series = m_store.counter(track);
    for (const auto& [time, value] : g.values) series.append(std::max(time, series.lastTime()), value);
    g.values = {};
}

}  // namespace importers
