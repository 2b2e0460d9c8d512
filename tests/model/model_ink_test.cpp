// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing bins (model/base/time_mip.h) and the ink of buckets (inkBuckets), against a look at every row.
#include <cmath>
#include <cstring>

#include "model/query/query.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;
using naive::Random;
using naive::Style;
using Events = std::span<const Event>;

namespace {

/// What really is in a bucket.
struct Truth {
    TimeNs busy = 0;
    bool any = false;
    std::set<StringId> names;
    TimeNs longestPiece = -1;
    std::set<StringId> longestNames;
};

TimeRange bucketRange(std::int64_t index, int shift) { return {index << shift, (index + 1) << shift}; }

std::vector<Truth> truthOf(Events events, std::int64_t first, int shift, std::size_t n) {
    std::vector<Truth> out(n);
    const auto end = first + static_cast<std::int64_t>(n);
    for (const Event& e : events) {
        const std::int64_t a = std::max(first, e.start >> shift);
        const std::int64_t b = std::min(end, ((e.end > e.start ? e.end - 1 : e.start) >> shift) + 1);
        for (std::int64_t i = a; i < b; ++i) {
            Truth& t = out[static_cast<std::size_t>(i - first)];
            const TimeNs piece = naive::clipped(e, bucketRange(i, shift));
            t.busy += piece;
            t.any = true;
            t.names.insert(e.name);
            if (piece > t.longestPiece) {
                t.longestPiece = piece;
                t.longestNames.clear();
            }
            if (piece == t.longestPiece) t.longestNames.insert(e.name);
        }
    }
    return out;
}

/// Ink against the truth. A bin of level 0 is rounded to the nearest of 255 parts but never to nothing, so it is at
/// most 1/2 too small and less than 1 too large. Merging two bins takes the mean, rounded up: every level adds at most
/// 1/2 to what is too large and nothing to what is too small.
void checkInk(const Truth& truth, StringId name, std::uint8_t busy, int shift, int level) {
    const double exact = static_cast<double>(truth.busy) / std::ldexp(1.0, shift) * 255, off = busy - exact;
    if (!truth.any) {
        CHECK_EQ(int{busy}, 0);
        CHECK_EQ(name, 0u);
        return;
    }
    CHECK(busy >= 1);
    CHECK(truth.names.count(name) == 1);
    CHECK(off >= -0.5 - 1e-6);
    CHECK(off <= 1 + 0.5 * level + 1e-6);
}

struct Grown {
    std::vector<Event> events;
    std::unique_ptr<Lane> lane = std::make_unique<Lane>(0, EventKind::Kernel, kNoColumns);
    std::vector<LaneView> views;
};

Grown grow(Random& random, Style style, std::size_t rows, std::int64_t maxBatch) {
    Grown g;
    g.events = naive::randomEvents(random, style, rows);
    g.views = naive::appendInBatches(random, *g.lane, g.events, maxBatch);
    return g;
}

/// Calls check(random, view, rows of the view) for views of random lanes of every style, some of prefixes.
template <class F>
void forViews(std::uint64_t seed, F&& check) {
    for (int style = 0; style < naive::kStyles; ++style) {
        for (const std::size_t rows : {513, 2000, 6000, 20'000}) {
            Random random(seed * 1000 + static_cast<std::uint64_t>(style) * 10 + rows);
            const Grown g = grow(random, static_cast<Style>(style), rows, random.chance(30) ? 20 : 5000);
            const std::size_t before = check::failures().size();
            check(random, g.views.back(), Events(g.events));
            for (int i = 0; i < 2; ++i) {
                const LaneView& view = g.views[random.index(g.views.size())];
                check(random, view, Events(g.events).first(view.rows));
            }
            if (check::failures().size() != before)
                check::fail(__FILE__, __LINE__,
                            std::string("with style ") + naive::nameOf(static_cast<Style>(style)) + ", rows " +
                                std::to_string(rows));
            if (check::failures().size() > 20) return;
        }
    }
}

/// A window of buckets that touches the lane: around an event, or around one of its ends.
std::int64_t randomFirst(Random& random, Events events, int shift, std::size_t n) {
    const Event& e = random.chance(20)   ? events.front()
                     : random.chance(25) ? events.back()
                                         : events[random.index(events.size())];
    return (e.start >> shift) - random.between(0, static_cast<std::int64_t>(n));
}

/// Coarsest shift that still makes sense.
constexpr int kLastShift = 61;

}  // namespace

TEST("every bin of every level that a reader may read holds what is there, within rounding") {
    std::size_t bins = 0;
    forViews(1, [&](Random& random, const LaneView& view, Events events) {
        if (!view.mip) return;
        for (int l = 0; view.mip->hasLevel(l, view.mipBins); ++l) {
            const int shift = view.mip->baseShift() + l;
            const std::size_t n = 1 + random.index(300);
            const std::int64_t first = randomFirst(random, events, shift, n);
            std::vector<TimeMip::Bin> read(n);
            view.mip->read(l, first, n, read.data());
            const auto truth = truthOf(events, first, shift, n);
            for (std::size_t i = 0; i < n; ++i) {
                if (first + static_cast<std::int64_t>(i) >= view.mipBins >> l) break;  // not final yet
                checkInk(truth[i], read[i].name, read[i].busy, shift, l);
                if (l == 0 && truth[i].any) CHECK(truth[i].longestNames.count(read[i].name) == 1);
                const TimeMip::Bin one = view.mip->at(l, first + static_cast<std::int64_t>(i));
                CHECK(one.name == read[i].name && one.busy == read[i].busy);
                ++bins;
            }
        }
    });
    CHECK(bins > 100'000);
}

TEST("the ink of buckets is what is there, within rounding, at every zoom and for every prefix") {
    std::size_t buckets = 0;
    forViews(2, [&](Random& random, const LaneView& view, Events events) {
        for (int shift = view.mip ? view.mip->baseShift() : 0; shift <= kLastShift;
             shift += random.chance(60) ? 1 : 3) {
            const std::size_t n = 1 + random.index(300);
            const std::int64_t first = randomFirst(random, events, shift, n);
            std::vector<Ink> ink(n, Ink{99, 99});
            if (!inkBuckets(view, first, shift, ink)) {
                CHECK(!view.mip);
                continue;
            }
            const auto truth = truthOf(events, first, shift, n);
            for (std::size_t i = 0; i < n; ++i)
                checkInk(truth[i], ink[i].name, ink[i].busy, shift, shift - view.mip->baseShift());
            buckets += n;
        }
    });
    CHECK(buckets > 100'000);
}

TEST("a bucket looks the same in every window that shows it") {
    forViews(3, [](Random& random, const LaneView& view, Events events) {
        if (!view.mip) return;
        for (int shift = view.mip->baseShift(); shift <= kLastShift; shift += 2) {
            const std::size_t n = 1 + random.index(500);
            const std::int64_t first = randomFirst(random, events, shift, n);
            std::vector<Ink> whole(n);
            CHECK(inkBuckets(view, first, shift, whole));
            for (int round = 0; round < 4; ++round) {
                const std::size_t from = random.index(n), m = 1 + random.index(n - from);
                std::vector<Ink> part(m, Ink{77, 77});
                CHECK(inkBuckets(view, first + static_cast<std::int64_t>(from), shift, part));
                std::size_t different = 0;
                for (std::size_t i = 0; i < m; ++i)
                    different += part[i].name != whole[from + i].name || part[i].busy != whole[from + i].busy;
                CHECK_EQ(different, std::size_t{0});
            }
        }
    });
}

TEST("a snapshot shows the same picture after the lane has grown") {
    for (int style = 0; style < naive::kStyles; ++style) {
        Random random(static_cast<std::uint64_t>(style) + 40);
        const auto events = naive::randomEvents(random, static_cast<Style>(style), 30'000);
        Lane lane(0, EventKind::Kernel, kNoColumns);
        struct Taken {
            LaneView view;
            std::int64_t first;
            int shift;
            std::vector<Ink> ink;
        };
        std::vector<Taken> taken;
        for (std::size_t i = 0; i < events.size();) {
            for (const std::size_t end = std::min(events.size(), i + 1500); i < end; ++i) lane.append(events[i]);
            lane.finishBatch();
            Taken t{naive::viewOf(lane), 0, lane.mip()->baseShift() + static_cast<int>(random.between(0, 12)),
                    std::vector<Ink>(200)};
            t.shift = std::min(t.shift, kLastShift);
            t.first = (events[i - 1].start >> t.shift) - 150;
            CHECK(inkBuckets(t.view, t.first, t.shift, t.ink));
            taken.push_back(std::move(t));
        }
        std::size_t different = 0;
        for (const Taken& t : taken) {
            std::vector<Ink> again(t.ink.size());
            CHECK(inkBuckets(t.view, t.first, t.shift, again));
            for (std::size_t i = 0; i < again.size(); ++i)
                different += again[i].name != t.ink[i].name || again[i].busy != t.ink[i].busy;
        }
        CHECK_EQ(different, std::size_t{0});
    }
}

TEST("where rows are few or wider than buckets, nothing is written and rectangles are asked for") {
    Random random(5);
    Grown few = grow(random, Style::Dense, 100, 100);
    std::vector<Ink> ink(10, Ink{42, 42});
    CHECK(!inkBuckets(few.views.back(), 0, 10, ink));
    Grown many = grow(random, Style::Dense, 5000, 5000);
    CHECK(!inkBuckets(many.views.back(), 0, many.views.back().mip->baseShift() - 1, ink));
    for (const Ink& i : ink) CHECK(i.name == 42 && i.busy == 42);
}

TEST("a single instant in hours of nothing has ink at every zoom") {
    Random random(6);
    auto events = naive::randomEvents(random, Style::Dense, 3000);
    constexpr TimeNs hour = 3'600'000'000'000;
    const TimeNs lonely = events.back().end + 7 * hour;
    events.push_back({lonely, lonely, 4711, 0, 0, 0});
    events.push_back({lonely + 9 * hour, lonely + 9 * hour + 5, 1, 0, 0, 0});
    Lane lane(0, EventKind::Kernel, kNoColumns);
    for (const Event& e : events) lane.append(e);
    lane.finishBatch();
    const LaneView view = naive::viewOf(lane);
    for (int shift = view.mip->baseShift(); shift < 42; ++shift) {  // 2^42 ns is more than an hour
        std::vector<Ink> ink(3);
        CHECK(inkBuckets(view, (lonely >> shift) - 1, shift, ink));
        CHECK(ink[1].busy == 1 && ink[1].name == 4711);
        CHECK(ink[0].busy == 0 && ink[2].busy == 0);
    }
}

TEST("an event that fills a bucket fills its ink, and full stretches cost no memory") {
    Lane lane(0, EventKind::Kernel, kNoColumns);
    TimeNs t = 0;
    for (int i = 0; i < 4000; ++i) {
        lane.append({t, t + 1000, 1, 0, 0, 0});
        t += 1000;
    }
    const TimeNs start = t;
    lane.append({start, start + 20'000'000'000, 2, 0, 0, 0});
    t = start + 20'000'000'000;
    for (int i = 0; i < 4000; ++i) {
        lane.append({t, t + 1000, 1, 0, 0, 0});
        t += 1000;
    }
    lane.finishBatch();
    const LaneView view = naive::viewOf(lane);
    for (int shift = view.mip->baseShift(); shift < 33; ++shift) {
        Ink ink[1];
        CHECK(inkBuckets(view, ((start + 10'000'000'000) >> shift), shift, ink));
        CHECK(ink[0].busy == 255 && ink[0].name == 2);
    }
}

TEST("bins stay small beside the rows, whatever the lane is like") {
    struct Case {
        Style style;
        double bytes;  // a row
    };
    for (const Case c : {Case{Style::Dense, 6},
                         {Style::Sparse, 6},
                         {Style::Instants, 6},
                         {Style::LongAmongShort, 20},
                         {Style::HugeGaps, 12},
                         {Style::Clusters, 90},
                         {Style::Tiny, 6},
                         {Style::Phases, 6},
                         {Style::Limits, 12}}) {
        Random random(static_cast<std::uint64_t>(c.style) + 8);
        const auto events = naive::randomEvents(random, c.style, 400'000);
        Lane once(0, EventKind::Kernel, kNoColumns), live(0, EventKind::Kernel, kNoColumns);
        for (const Event& e : events) once.append(e);
        const std::size_t before = once.memoryBytes();
        once.finishBatch();
        const double bytes = static_cast<double>(once.memoryBytes() - before) / 400'000;
        naive::appendInBatches(random, live, events, 20'000);
        const double liveBytes = static_cast<double>(live.memoryBytes() - before) / 400'000;
        std::printf("  %-14s %.2f bytes a row at once, %.2f with a publish now and then\n", naive::nameOf(c.style),
                    bytes, liveBytes);
        CHECK(bytes < c.bytes);
        CHECK(liveBytes < 3 * c.bytes);
    }
}

TEST("an hour of nothing after a burst does not blow up the bins of a small lane") {
    Lane lane(0, EventKind::Kernel, kNoColumns);
    constexpr TimeNs hour = 3'600'000'000'000;
    TimeNs t = 0;
    for (int burst = 0; burst < 8; ++burst) {
        for (int i = 0; i < 150; ++i) {
            lane.append({t, t + 500, static_cast<StringId>(1 + i % 3), 0, 0, 0});
            t += 1000;
        }
        t += hour;
        lane.finishBatch();
    }
    std::printf("  %zu bytes for %zu rows with gaps of an hour\n", lane.memoryBytes(), lane.rows());
    CHECK(lane.memoryBytes() < 1'500'000);
}
