// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/event_groups.h"

#include <fmt/format.h>
#include <algorithm>
#include <string>
#include <utility>

#include "importers/common/parallel.h"
#include "model/base/messages.h"
#include "model/base/time_units.h"
#include "model/store/packer.h"

namespace importers {

using model::Event;
using model::Note;
using model::TimeNs;
using model::TrackKind;

namespace {
/// Nobody records a program for longer than this.
constexpr TimeNs kLongestRecording = 30 * model::kDays.ns;
}  // namespace

model::TimeRange plausibleTimes(std::vector<TimeNs>& times) {
    if (times.empty()) return {};
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    return {model::saturatingSub(*middle, kLongestRecording), model::saturatingAdd(*middle, kLongestRecording)};
}

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

void EventGroups::append(std::span<EventGroups* const> parts, unsigned threads) {
    std::map<EventGroup*, std::vector<EventGroup*>> found;
    for (EventGroups* part : parts)
        for (auto& [id, g] : part->m_groups) found[&group(id.first, id.second)].push_back(g.get());
    const std::vector<std::pair<EventGroup*, std::vector<EventGroup*>>> jobs(found.begin(), found.end());
    parallelFor(jobs.size(), threads, [&](std::size_t i) {
        EventGroup& to = *jobs[i].first;
        for (EventGroup* from : jobs[i].second) {
            to.events.take(from->events);
            to.values.insert(to.values.end(), from->values.begin(), from->values.end());
        }
    });
    for (EventGroups* part : parts) {
        part->m_groups.clear();
        part->m_last = nullptr;
    }
}

std::optional<model::TimeRange> EventGroups::span(unsigned threads, const std::stop_token& stop) const {
    std::vector<const EventGroup*> groups;
    for (const auto& [id, g] : m_groups)
        if (!g->events.empty() || !g->values.empty()) groups.push_back(g.get());
    std::vector<model::TimeRange> ranges(groups.size(), {model::kTimeMax, model::kTimeMin});
    parallelFor(groups.size(), threads, [&](std::size_t i) {
        StopCheck check(stop);
        model::TimeRange range = ranges[i];
        const auto see = [&](TimeNs start, TimeNs end) {
            check();
            range = {std::min(range.begin, start), std::max({range.end, start, end})};
        };
        groups[i]->events.forEach([&](const Event& e) { see(e.start, e.end); });
        for (const auto& [time, value] : groups[i]->values) see(time, time);
        ranges[i] = range;
    });
    std::optional<model::TimeRange> all;
    for (const model::TimeRange& r : ranges)
        all = all ? model::TimeRange{std::min(all->begin, r.begin), std::max(all->end, r.end)} : r;
    return all;
}

bool EventGroups::leaveOutStrays(model::TimeRange span, StopCheck& check) {
    if (span.length() <= kLongestRecording) return false;
    std::vector<TimeNs> times;  // of events: counters have very many values, all of one clock
    for (const auto& [id, g] : m_groups)
        std::as_const(g->events).forEach([&](const Event& e) { times.push_back(e.start); });
    if (times.empty())
        for (const auto& [id, g] : m_groups)
            for (const auto& [time, value] : g->values) times.push_back(time);
    const model::TimeRange near = plausibleTimes(times);
    for (const auto& [id, g] : m_groups) {
        model::Message example;
        const auto isStray = [&](TimeNs start, TimeNs end) {
            check();
            const bool stray = start < near.begin || start > near.end || end > near.end;
            if (stray && example.empty())
                example = {model::MessageCode::FromTo, {model::Argument::time(start), model::Argument::time(end)}};
            return stray;
        };
        const std::size_t n = g->events.eraseIf([&](const Event& e) { return isStray(e.start, e.end); }) +
                              std::erase_if(g->values, [&](const auto& v) { return isStray(v.first, v.first); });
        if (n) m_store.diagnostics().add(Note::NoTime, model::trackKindInfo(g->kind).label, n, example);
    }
    return true;
}

TimeNs EventGroups::build(unsigned threads, std::stop_token stop) {
    StopCheck gathering(stop);
    auto all = span(threads, stop);
    if (all && leaveOutStrays(*all, gathering)) all = span(threads, stop);
    const TimeNs zero = all.value_or(model::TimeRange{}).begin;
    struct Job {
        EventGroup* group;
        model::TrackId track;
        Problems problems = {};
    };
    const std::size_t firstLane = m_store.laneCount();
    std::vector<Job> jobs;
    for (auto& [id, g] : m_groups) {
        if (g->events.empty() && g->values.empty()) continue;
        jobs.push_back({g.get(), m_store.track(g->kind, g->key)});
        if (!g->values.empty()) m_store.counter(jobs.back().track);  // numbered in this order
        // Rows that gather the work of a context by name.
        if (g->kind == TrackKind::StreamKernels) m_store.track(TrackKind::Kernels, g->key);
        if (g->kind == TrackKind::StreamMemory) m_store.track(TrackKind::Memory, g->key);
    }
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const Job& a, const Job& b) { return a.group->events.size() > b.group->events.size(); });
    parallelFor(jobs.size(), threads, [&](std::size_t i) {
        StopCheck check(stop);
        jobs[i].problems = buildOne(*jobs[i].group, jobs[i].track, zero, check);
    });
    m_store.orderLanes(firstLane);
    for (const Job& job : jobs) {
        const std::string_view label = model::trackKindInfo(job.group->kind).label;
        if (job.problems.backwards) m_store.diagnostics().add(Note::EndBeforeStart, label, job.problems.backwards);
        if (job.problems.overlapping) m_store.diagnostics().add(Note::Overlapping, label, job.problems.overlapping);
    }
    m_groups.clear();
    m_last = nullptr;
    return zero;
}

EventGroups::Problems EventGroups::buildOne(EventGroup& g, model::TrackId track, TimeNs zero, StopCheck& check) {
    const model::TrackKindInfo& info = model::trackKindInfo(g.kind);
    Problems problems;
    g.events.forEach([&](Event& e) {
        if (e.end < e.start) {
            ++problems.backwards;
            e.end = e.start;
        }
        e.start -= zero;
        e.end -= zero;
    });
    for (auto& [time, value] : g.values) time -= zero;
    if (!g.values.empty()) buildCounter(g, track, check);
    if (g.events.empty()) return problems;
    g.events.sort(check);
    model::Packer packer(m_store, track, info.shape);
    g.events.drain([&](const Event& e) {
        check();
        packer.add(e);
    });
    for (model::Lane* lane : packer.lanes()) lane->finishBatch();
    problems.overlapping = packer.overlapping();
    return problems;
}

void EventGroups::buildCounter(EventGroup& g, model::TrackId track, StopCheck& check) {
    stableSort(
        g.values, [](const auto& a, const auto& b) { return a.first < b.first; }, check);
    model::CounterSeries& series = m_store.counter(track);
    for (const auto& [time, value] : g.values) check(), series.append(std::max(time, series.lastTime()), value);
    g.values = {};
}

}  // namespace importers
