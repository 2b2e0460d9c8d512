// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_events.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "model/base/varint.h"
#include "model/query/correlation.h"
#include "model/workload/collectives.h"

namespace app {

using model::LaneId;
using model::LaneView;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;

namespace {

constexpr std::size_t kEventBytes = 8, kPointBytes = 7;  // of data, usual ones
constexpr std::size_t kCounterPart = 8;                  // counters take one n-th of the bytes at most

class Bytes {
public:
    void varint(std::uint64_t v) {
        std::uint8_t room[10];
        const std::uint8_t* const end = model::putVarint(room, v);
        m_out.append(reinterpret_cast<const char*>(room), static_cast<std::size_t>(end - room));
    }
    void signedVarint(std::int64_t v) { varint(model::zigzag(v)); }
    void real(double value) {
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
        for (int shift = 0; shift < 32; shift += 8) m_out += static_cast<char>(bits >> shift & 255);
    }
    std::string take() { return std::move(m_out); }

private:
    std::string m_out;
};

/// So many of each lane there is room for: all of those with few, and of the others as many of each.
std::size_t capOf(std::vector<std::size_t> counts, std::size_t room) {
    std::sort(counts.begin(), counts.end());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t cap = room / (counts.size() - i);
        if (counts[i] > cap) return cap;
        room -= counts[i];
    }
    return counts.empty() ? 0 : counts.back();
}

/// The rows with the greatest durations, in their order. Linear in the rows; needs room for twice as many as it finds.
std::vector<std::uint32_t> longestRows(const LaneView& lane, model::RowRange rows, std::size_t most) {
    std::vector<std::uint32_t> out;
    const auto longer = [&](std::uint32_t a, std::uint32_t b) {
        const TimeNs x = lane.end(a) - lane.start(a), y = lane.end(b) - lane.start(b);
        return x != y ? x > y : a < b;
    };
    const auto keepMost = [&] {
        if (out.size() <= most) return;
        std::nth_element(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(most), out.end(), longer);
        out.resize(most);
    };
    for (std::size_t r = rows.first; r < rows.last; ++r) {
        out.push_back(static_cast<std::uint32_t>(r));
        if (out.size() > 2 * most + 64) keepMost();
    }
    keepMost();
    std::sort(out.begin(), out.end());
    return out;
}

/// Neighbouring bins that look the same.
struct Run {
    std::size_t first = 0, count = 0;
    model::Ink ink;
};

struct Bins {
    int shift = 0;
    std::int64_t first = 0;  // bin 0 begins at first << shift
    std::vector<Run> runs;
};

/// The finest bins of which there are at most so many runs; none where the lane has too few rows for bins.
Bins binsOf(const LaneView& lane, TimeRange range, std::size_t mostRuns) {
    constexpr std::int64_t kFewest = 64, kMost = std::int64_t{1} << 21;
    Bins out;
    int shift = 0;
    while (range.length() >> shift > kFewest) ++shift;
    std::vector<model::Ink> ink;
    for (; shift >= 0; --shift) {
        const std::int64_t first = range.begin >> shift, count = ((range.end - 1) >> shift) - first + 1;
        if (count > kMost) break;
        ink.assign(static_cast<std::size_t>(count), {});
        if (!model::inkBuckets(lane, first, shift, ink)) break;
        std::vector<Run> runs;
        for (std::size_t i = 0; i < ink.size(); ++i) {
            if (ink[i].busy == 0) continue;
            Run* const last = runs.empty() ? nullptr : &runs.back();
            if (last && last->first + last->count == i && last->ink.name == ink[i].name &&
                last->ink.busy == ink[i].busy)
                ++last->count;
            else runs.push_back({i, 1, ink[i]});
        }
        if (runs.size() > mostRuns && !out.runs.empty()) break;
        const bool fits = runs.size() <= mostRuns;
        out = {shift, first, std::move(runs)};
        if (!fits) break;
    }
    return out;
}

/// What is taken of a lane.
struct Part {
    LaneId id = 0;
    LaneView lane;
    TrackKind kind = TrackKind::Generic;
    std::size_t all = 0;
    std::vector<std::uint32_t> rows;
    Bins bins;
    std::uint64_t firstNumber = 0;  // of its events
};

class Packer {
public:
    Packer(const model::Snapshot& s, TimeRange range, std::size_t names, model::look::Colouring* colouring)
        : m_s(s), m_range(range), m_mostNames(names),
          m_colouring(colouring && colouring->isGrouped() ? colouring : nullptr) {
        m_out.names.emplace_back();
    }

    HtmlEvents pack(const std::vector<LaneId>& lanes, const std::vector<model::TrackId>& counters, std::size_t bytes) {
        choose(lanes, bytes / kEventBytes);
        findLaunches();
        m_bytes.varint(m_parts.size());
        for (const Part& part : m_parts) addLane(part);
        m_bytes.varint(counters.size());
        const std::size_t points = counters.empty() ? 0 : bytes / kCounterPart / kPointBytes / counters.size();
        for (const model::TrackId id : counters) addCounter(m_s.track(id), std::max<std::size_t>(16, points));
        m_out.data = m_bytes.take();
        return std::move(m_out);
    }

private:
    void choose(const std::vector<LaneId>& lanes, std::size_t room) {
        std::vector<std::size_t> counts;
        for (const LaneId id : lanes) counts.push_back(model::rowsOverlapping(m_s.lane(id), m_range).count());
        const std::size_t cap = capOf(counts, room);
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            Part& part = m_parts.emplace_back();
            part.id = lanes[i];
            part.lane = m_s.lane(part.id);
            part.kind = m_s.track(part.lane.lane->track()).kind;
            part.all = counts[i];
            const model::RowRange rows = model::rowsOverlapping(part.lane, m_range);
            if (part.all > cap) part.bins = binsOf(part.lane, m_range, std::max<std::size_t>(1, cap / 2));
            // Where there are no bins all room is for events.
            part.rows = longestRows(part.lane, rows, part.bins.runs.empty() ? cap : cap / 2);
            part.firstNumber = m_out.events;
            m_out.events += part.rows.size();
            m_out.all += part.all;
        }
    }

    // --- launches

    static bool isOfThread(const Part& p) { return model::trackKindInfo(p.kind).identity & model::kTid; }
    std::uint64_t keyOf(const Part& part, std::uint32_t row) {
        const model::TrackKey& key = m_s.track(part.lane.lane->track()).key;
        const std::uint64_t process =
            m_processes.emplace(std::pair(key.host, key.pid), m_processes.size()).first->second;
        return process << 32 | part.lane.lane->correlation(row);
    }

    void findLaunches() {
        for (const Part& part : m_parts) {
            if (!isOfThread(part)) continue;
            for (std::size_t i = 0; i < part.rows.size(); ++i) {
                if (!model::hasCorrelation(m_s, {part.id, part.rows[i]})) continue;
                const Launch launch{part.firstNumber + i, part.lane.start(part.rows[i])};
                const auto [at, isNew] = m_launches.emplace(keyOf(part, part.rows[i]), launch);
                if (!isNew && launch.start < at->second.start) at->second = launch;
            }
        }
    }

    // --- lanes

    void addLane(const Part& part) {
        const bool links = !isOfThread(part) && (part.lane.lane->columns() & model::kCorrelationColumn);
        m_bytes.varint(part.all);
        m_bytes.varint(part.rows.size());
        m_bytes.varint(links);
        TimeNs end = m_range.begin;
        std::int64_t lastLink = 0;
        for (std::size_t i = 0; i < part.rows.size(); ++i) {
            const std::uint32_t row = part.rows[i];
            if (i == 0) m_bytes.signedVarint(part.lane.start(row) - m_range.begin);
            else m_bytes.varint(static_cast<std::uint64_t>(part.lane.start(row) - end));
            end = part.lane.end(row);
            m_bytes.varint(static_cast<std::uint64_t>(end - part.lane.start(row)));
            m_bytes.varint(nameOf(
                {lookOf(part.kind, part.lane.name(row), {part.id, row}), part.lane.name(row), groupOf(part, row)}));
            if (links) addLink(part, row, lastLink);
        }
        addBins(part);
    }

    void addLink(const Part& part, std::uint32_t row, std::int64_t& last) {
        const auto found =
            model::hasCorrelation(m_s, {part.id, row}) ? m_launches.find(keyOf(part, row)) : m_launches.end();
        if (found == m_launches.end()) return m_bytes.varint(0);
        const auto number = static_cast<std::int64_t>(found->second.number);
        m_bytes.varint(1 + model::zigzag(number - last));
        last = number;
    }

    void addBins(const Part& part) {
        m_bytes.varint(part.bins.runs.size());
        if (part.bins.runs.empty()) return;
        m_bytes.varint(static_cast<std::uint64_t>(part.bins.shift));
        m_bytes.signedVarint((part.bins.first << part.bins.shift) - m_range.begin);
        std::size_t at = 0;
        for (const Run& run : part.bins.runs) {
            m_bytes.varint(run.first - at);
            m_bytes.varint(run.count - 1);
            m_bytes.varint(nameOf({lookOf(part.kind, run.ink.name), run.ink.name, groupOf(part, run)}));
            m_bytes.varint(run.ink.busy);
            at = run.first + run.count;
        }
    }

    // --- names

    static bool isWork(TrackKind kind) { return kind == TrackKind::StreamKernels || kind == TrackKind::StreamGraphs; }
    /// As in the window: work that is communication by what is around it looks like that.
    TrackKind lookOf(TrackKind kind, model::StringId name) const {
        if (!m_communication || !isWork(kind) || m_communication->isToldByName(name)) return kind;
        return m_communication->mostOf(name).value_or(false) ? TrackKind::Nccl : kind;
    }
    TrackKind lookOf(TrackKind kind, model::StringId name, model::EventRef event) const {
        if (!m_communication || !isWork(kind) || !m_communication->isMixed(name)) return lookOf(kind, name);
        return (*m_communication)(name, event) ? TrackKind::Nccl : kind;
    }

    // As in the window: states of threads keep the colours that people know.
    using Group = model::look::Colouring::Group;
    Group groupOf(const Part& part, std::size_t row) {
        if (!m_colouring || part.kind == TrackKind::ThreadState) return 0;
        return m_colouring->groupOf({part.id, static_cast<std::uint32_t>(row)},
                                    part.lane.end(row) - part.lane.start(row));
    }
    /// Of the last event that begins in the bins or before them.
    Group groupOf(const Part& part, const Run& run) {
        const TimeNs end = (part.bins.first + static_cast<std::int64_t>(run.first + run.count)) << part.bins.shift;
        const std::size_t behind = part.lane.lane->start().lowerBound(0, part.lane.rows, end);
        return groupOf(part, behind > 0 ? behind - 1 : 0);
    }

    std::size_t nameOf(const HtmlEventName& key) {
        const auto found = m_names.find(key);
        if (found != m_names.end()) return found->second;
        if (m_out.names.size() > m_mostNames) return 0;
        m_out.names.push_back(key);
        return m_names[key] = m_out.names.size() - 1;
    }

    // --- counters

    void addCounter(const model::Track& track, std::size_t most) {
        const model::CounterView counter = m_s.counter(track.counter);
        const auto& times = counter.series->time();
        std::size_t first = 0, last = 0;
        for (const auto& [t, row] : {std::pair(m_range.begin, &first), std::pair(m_range.end, &last)}) {
            std::size_t a = 0, b = counter.rows;
            while (a < b) {
                const std::size_t middle = (a + b) / 2;
                if (times[middle] < t) a = middle + 1;
                else b = middle;
            }
            *row = a;
        }
        if (first > 0) --first;  // the value that holds at the begin
        if (last < counter.rows) ++last;
        const bool holds = !counter.series->isSampled();
        if (last - first <= most) return addValues(counter, first, last, holds);
        int shift = 1;
        while (static_cast<std::size_t>(m_range.length() >> shift) > most / 2) ++shift;
        addRanges(counter, shift, holds);
    }

    void addValues(const model::CounterView& counter, std::size_t first, std::size_t last, bool holds) {
        m_bytes.varint(last - first);
        m_bytes.varint(holds);
        m_bytes.varint(0);
        TimeNs before = m_range.begin;
        for (std::size_t i = first; i < last; ++i) {
            const TimeNs t = counter.series->time()[i];
            if (i == first) m_bytes.signedVarint(t - before);
            else m_bytes.varint(static_cast<std::uint64_t>(t - before));
            before = t;
            m_bytes.real(counter.series->value()[i]);
        }
    }

    void addRanges(const model::CounterView& counter, int shift, bool holds) {
        const std::int64_t first = m_range.begin >> shift;
        std::vector<model::MinMax> buckets(static_cast<std::size_t>((m_range.end >> shift) - first + 1));
        model::counterBuckets(counter, first, shift, buckets);
        m_bytes.varint(buckets.size());
        m_bytes.varint(holds);
        m_bytes.varint(static_cast<std::uint64_t>(shift));
        for (std::size_t i = 0; i < buckets.size(); ++i) {
            if (i == 0) m_bytes.signedVarint((first << shift) - m_range.begin);
            else m_bytes.varint(std::uint64_t{1} << shift);
            const bool empty = buckets[i].isEmpty();
            m_bytes.real(empty ? std::numeric_limits<double>::quiet_NaN() : buckets[i].min);
            m_bytes.real(empty ? std::numeric_limits<double>::quiet_NaN() : buckets[i].max);
        }
    }

    struct Launch {
        std::uint64_t number;
        TimeNs start;
    };

    const model::Snapshot& m_s;
    TimeRange m_range;
    std::size_t m_mostNames;
    model::look::Colouring* m_colouring;  // null: colours are those of kinds and names
    std::shared_ptr<const model::reports::CommunicationWork> m_communication =
        model::reports::CommunicationWork::of(m_s);
    std::vector<Part> m_parts;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> m_processes;
    std::unordered_map<std::uint64_t, Launch> m_launches;  // by process and correlation id
    std::map<HtmlEventName, std::size_t> m_names;
    Bytes m_bytes;
    HtmlEvents m_out;
};

}  // namespace

HtmlEvents htmlEvents(const model::Snapshot& report, TimeRange range, const std::vector<LaneId>& lanes,
                      const std::vector<model::TrackId>& counters, std::size_t bytes, std::size_t names,
                      model::look::Colouring* colouring) {
    HtmlEvents out = Packer(report, range, names, colouring).pack(lanes, counters, bytes);
    // Events far apart, and many names, take more bytes than usual.
    for (double part = 1; out.data.size() > bytes && part > 0.01;) {
        part *= 0.9 * static_cast<double>(bytes) / static_cast<double>(out.data.size());
        out = Packer(report, range, names, colouring)
                  .pack(lanes, counters, static_cast<std::size_t>(part * static_cast<double>(bytes)));
    }
    return out;
}

}  // namespace app
