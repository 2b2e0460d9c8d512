// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "model/base/time.h"
#include "model/store/event_store.h"
#include "model/store/lane.h"

/// Random lanes of every character, and the questions of model/query/query.h answered by looking at every row: slow,
/// short and obviously right. Property tests compare the model with this.
namespace naive {

using model::Event;
using model::StringId;
using model::TimeNs;
using model::TimeRange;

/// Random numbers that are the same on every machine (the distributions of the standard library are not).
class Random {
public:
    explicit Random(std::uint64_t seed) : m_engine(seed * 0x9e3779b97f4a7c15ull + 1) {}

    std::uint64_t bits() { return m_engine(); }
    /// Uniform in [first, last].
    std::int64_t between(std::int64_t first, std::int64_t last) {
        const std::uint64_t n = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
        const std::uint64_t offset = n == 0 ? m_engine() : m_engine() % n;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + offset);
    }
    std::size_t index(std::size_t n) { return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(n) - 1)); }
    bool chance(int percent) { return between(1, 100) <= percent; }
    /// Of random magnitude in [1, limit]: small numbers are as likely as large ones.
    std::int64_t magnitude(std::int64_t limit) {
        const int bits = static_cast<int>(between(1, std::bit_width(static_cast<std::uint64_t>(limit))));
        const std::int64_t top = std::int64_t{1} << (bits - 1);
        return std::min(limit, top + between(0, top - 1));
    }

private:
    std::mt19937_64 m_engine;
};

/// Characters of lanes.
enum class Style {
    Dense,           ///< back to back, hardly a gap
    Sparse,          ///< short events, long gaps of like size
    Instants,        ///< most have zero length, many at the same time
    HugeGaps,        ///< bursts of microseconds, now and then an hour of nothing
    LongAmongShort,  ///< now and then a second-long event among microsecond-long ones
    OneName,
    UniqueNames,
    Negative,     ///< around zero, most of it before it
    Limits,       ///< from -kTimeLimit to kTimeLimit
    NearLowest,   ///< close to -kTimeLimit
    NearHighest,  ///< close to kTimeLimit
    Tiny,         ///< events of 0 … 3 ns, borders touch
    Clusters,     ///< bunches of a dozen short events, and single ones with a second of nothing around them
    Phases,       ///< names and lengths change every few thousand events, as in training steps
    Count
};
inline constexpr int kStyles = static_cast<int>(Style::Count);

inline const char* nameOf(Style style) {
    static constexpr const char* names[] = {"Dense",       "Sparse",      "Instants", "HugeGaps", "LongAmongShort",
                                            "OneName",     "UniqueNames", "Negative", "Limits",   "NearLowest",
                                            "NearHighest", "Tiny",        "Clusters", "Phases"};
    return names[static_cast<int>(style)];
}

/// Rows of a lane: disjoint and in order, all within ±kTimeLimit.
inline std::vector<Event> randomEvents(Random& random, Style style, std::size_t rows) {
    std::vector<Event> out;
    out.reserve(rows);
    constexpr TimeNs hour = 3'600'000'000'000;
    TimeNs t = 0;
    if (style == Style::Negative) t = -static_cast<TimeNs>(rows) * 800;
    else if (style == Style::Limits || style == Style::NearLowest) t = -model::kTimeLimit;
    else if (style == Style::NearHighest) t = model::kTimeLimit - static_cast<TimeNs>(rows) * 2000 - 1;
    else if (random.chance(50)) t = random.between(-1'000'000, 1'000'000'000);
    const TimeNs step = rows ? 2 * (model::kTimeLimit / static_cast<TimeNs>(rows)) : 0;  // for Limits
    for (std::size_t i = 0; i < rows; ++i) {
        TimeNs gap = random.between(0, 500), length = random.between(1, 1500);
        std::int64_t name = random.between(1, random.chance(70) ? 5 : 60);
        switch (style) {
        case Style::Dense: gap = random.chance(10) ? random.between(0, 20) : 0; break;
        case Style::Sparse: gap = random.between(10'000, 1'000'000); break;
        case Style::Instants:
            gap = random.chance(40) ? 0 : random.between(0, 3000);
            length = random.chance(85) ? 0 : length;
            break;
        case Style::HugeGaps: gap = random.between(0, 1999) == 0 ? random.between(hour / 2, hour) : gap; break;
        case Style::LongAmongShort:
            length = random.between(0, 99) == 0 ? random.between(500'000'000, 1'500'000'000) : length;
            break;
        case Style::OneName: name = 7; break;
        case Style::UniqueNames: name = static_cast<std::int64_t>(i) + 1; break;
        case Style::Limits:
            gap = random.between(0, step / 2);
            length = random.chance(20) ? 0 : random.between(0, step / 2);
            break;
        case Style::Tiny:
            gap = random.chance(60) ? 0 : random.between(0, 3);
            length = random.between(0, 3);
            break;
        case Style::Clusters: gap = i % 15 < 12 ? gap : random.between(500'000'000, 1'500'000'000); break;
        case Style::Phases: {
            const auto phase = static_cast<std::int64_t>(i / 3000 % 8);
            name = phase * 24 + std::min(random.between(1, 24), random.between(1, 24));
            length = 300 + (name * 2654435761 % 997) * 20;
            break;
        }
        case Style::Negative:
        case Style::NearLowest:
        case Style::NearHighest:
        case Style::Count: break;
        }
        t += gap;
        out.push_back({t, t + length, static_cast<StringId>(name), static_cast<model::ArgsId>(random.between(0, 9)),
                       static_cast<std::uint32_t>(i / 2), static_cast<std::uint32_t>(random.between(0, 1000))});
        t += length;
    }
    return out;
}

/// A range that has something to do with the events: of random size, often with a border of an event as its border.
inline TimeRange randomRange(Random& random, std::span<const Event> events) {
    if (events.empty()) return {random.between(-100, 0), random.between(1, 100)};
    const auto point = [&] {
        const Event& e = events[random.index(events.size())];
        const TimeNs at = random.chance(50) ? e.start : e.end;
        return random.chance(40) ? at : at + random.between(-3, 3);
    };
    TimeRange r{point(), 0};
    if (random.chance(50)) {
        r.end = point();
        if (r.end < r.begin) std::swap(r.begin, r.end);
    } else {
        r.end = r.begin + random.magnitude(std::max<TimeNs>(1, (events.back().end - events.front().start) / 4));
    }
    if (random.chance(2)) r = {model::kTimeMin, model::kTimeMax};
    if (r.isEmpty()) r.end = r.begin + 1;
    return r;
}

/// A view of the first `rows` rows, to be taken after finishBatch() and before more is appended, like a Snapshot does.
inline model::LaneView viewOf(const model::Lane& lane) {
    const model::TimeMip* mip = lane.mip();
    return {&lane, lane.rows(), mip, mip ? mip->finalBins() : 0};
}

/// Appends the events in batches of random sizes and returns the views that readers would have been given after them.
/// The last view sees everything.
inline std::vector<model::LaneView> appendInBatches(Random& random, model::Lane& lane, std::span<const Event> events,
                                                    std::int64_t maxBatch) {
    std::vector<model::LaneView> views;
    for (std::size_t i = 0; i < events.size();) {
        const std::size_t n = std::min(events.size() - i, static_cast<std::size_t>(random.magnitude(maxBatch)));
        for (std::size_t k = 0; k < n; ++k) lane.append(events[i + k]);
        i += n;
        lane.finishBatch();
        views.push_back(viewOf(lane));
    }
    if (views.empty()) views.push_back(viewOf(lane));
    return views;
}

// ---- The questions of model/query/query.h.

inline std::vector<std::size_t> overlapping(std::span<const Event> events, TimeRange range) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (range.overlaps(events[i].start, events[i].end)) out.push_back(i);
    return out;
}

inline TimeNs clipped(const Event& e, TimeRange range) {
    return std::max<TimeNs>(0, std::min(e.end, range.end) - std::max(e.start, range.begin));
}

inline TimeNs busyTime(std::span<const Event> events, TimeRange range) {
    TimeNs sum = 0;
    for (const Event& e : events) sum += e.start < range.end && e.end > range.begin ? clipped(e, range) : 0;
    return sum;
}

inline std::size_t countStarting(std::span<const Event> events, TimeRange range) {
    return static_cast<std::size_t>(
        std::count_if(events.begin(), events.end(), [&](const Event& e) { return range.contains(e.start); }));
}

inline bool covers(const Event& e, TimeNs t) { return e.start == t || (e.start < t && t < e.end); }

/// Distance in ns from t to the nearer border of the event; 0 if it covers t.
inline TimeNs distance(const Event& e, TimeNs t) {
    if (covers(e, t)) return 0;
    return t < e.start ? model::saturatingSub(e.start, t) : model::saturatingSub(t, e.end);
}

inline std::optional<std::size_t> longest(std::span<const Event> events, TimeRange range) {
    std::optional<std::size_t> best;
    for (const std::size_t i : overlapping(events, range))
        if (!best || events[i].duration() > events[*best].duration()) best = i;
    return best;
}

/// Time of each name inside the range. Names of events that overlap without taking time in it are there with 0.
inline std::map<StringId, TimeNs> timeByName(std::span<const Event> events, TimeRange range) {
    std::map<StringId, TimeNs> out;
    for (const std::size_t i : overlapping(events, range)) out[events[i].name] += clipped(events[i], range);
    return out;
}

}  // namespace naive
