// SPDX-License-Identifier: GPL-3.0-or-later
// Counters: extremes, exact means and the buckets that are drawn, against a look at every value.
#include <cmath>

#include "model/query/query.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;
using naive::Random;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Value {
    TimeNs t;
    double v;
};

/// Values of every character: quick and slow, several at the same time, gaps (NaN), spikes.
std::vector<Value> randomValues(Random& random, std::size_t rows) {
    std::vector<Value> out;
    const int gaps = random.chance(50) ? 0 : 20, same = random.chance(50) ? 0 : 30;
    const std::int64_t step = random.magnitude(1'000'000);
    TimeNs t = random.between(-1'000'000'000, 1'000'000'000);
    for (std::size_t i = 0; i < rows; ++i) {
        t += random.chance(same) ? 0 : random.chance(1) ? random.between(0, 1000 * step) : random.between(1, step);
        double v = static_cast<double>(random.between(-1000, 1000)) / 8;
        if (random.chance(gaps)) v = kNaN;
        else if (random.between(0, 500) == 0) v *= 1e6;
        out.push_back({t, v});
    }
    return out;
}

TimeRange randomRange(Random& random, const std::vector<Value>& values, std::size_t rows) {
    const auto point = [&] {
        return (rows ? values[random.index(rows)].t : 0) + (random.chance(50) ? 0 : random.between(-50'000, 50'000));
    };
    TimeRange r{point(), point()};
    if (r.end < r.begin) std::swap(r.begin, r.end);
    if (r.isEmpty()) r.end = r.begin + 1;
    return r;
}

/// Time at which the value of row i stops to hold.
TimeNs endOf(const std::vector<Value>& values, std::size_t rows, std::size_t i) {
    return i + 1 < rows ? values[i + 1].t : kTimeMax;
}

/// Extremes over the rows for which wanted(start, end of holding) is true.
template <class F>
MinMax extremes(const std::vector<Value>& values, std::size_t rows, F wanted) {
    MinMax m;
    for (std::size_t i = 0; i < rows; ++i)
        if (wanted(values[i].t, endOf(values, rows, i))) m.add(values[i].v);
    return m;
}

bool contains(MinMax outer, MinMax inner) {
    return inner.isEmpty() || (!outer.isEmpty() && outer.min <= inner.min && outer.max >= inner.max);
}

struct Mean {
    long double integral = 0, weight = 0, magnitude = 0;
};
Mean meanOf(const std::vector<Value>& values, std::size_t rows, TimeRange range) {
    Mean m;
    for (std::size_t i = 0; i < rows; ++i) {
        const TimeNs a = std::max(values[i].t, range.begin), b = std::min(endOf(values, rows, i), range.end);
        if (std::isnan(values[i].v)) continue;
        m.magnitude +=
            std::fabs(static_cast<long double>(values[i].v)) *
            static_cast<long double>(std::min(endOf(values, rows, i), range.end) - std::min(values[i].t, range.end));
        if (b <= a) continue;
        m.integral += static_cast<long double>(values[i].v) * static_cast<long double>(b - a);
        m.weight += static_cast<long double>(b - a);
    }
    return m;
}

/// Calls check(random, view, values) for random counters and views of prefixes of them.
template <class F>
void forCounters(std::uint64_t seed, F&& check) {
    for (const std::size_t rows : {1, 2, 63, 64, 65, 128, 255, 256, 257, 1000, 5000, 40'000}) {
        for (std::uint64_t i = 0; i < 3; ++i) {
            Random random(seed * 100'000 + rows * 3 + i);
            const auto values = randomValues(random, rows);
            CounterSeries series;
            for (const Value& v : values) series.append(v.t, v.v);
            check(random, CounterView{&series, rows}, values);
            check(random, CounterView{&series, 1 + random.index(rows)}, values);
            if (check::failures().size() > 20) return;
        }
    }
}

}  // namespace

TEST("extremes of any rows are those of a scan") {
    forCounters(1, [](Random& random, const CounterView& view, const std::vector<Value>& values) {
        for (int i = 0; i < 50; ++i) {
            std::size_t a = random.index(view.rows + 1), b = random.index(view.rows + 1);
            if (a > b) std::swap(a, b);
            MinMax expected;
            for (std::size_t k = a; k < b; ++k) expected.add(values[k].v);
            CHECK(view.series->minMax(a, b, view.rows) == expected);
        }
    });
}

TEST("extremes of a time range hold all values that hold in it, and no other") {
    forCounters(2, [](Random& random, const CounterView& view, const std::vector<Value>& values) {
        for (int i = 0; i < 50; ++i) {
            const TimeRange r = i == 0 ? TimeRange{kTimeMin, kTimeMax} : randomRange(random, values, view.rows);
            // A value that is replaced at the time of its own birth still shows if that is inside the range.
            const MinMax expected = extremes(
                values, view.rows, [&](TimeNs t, TimeNs end) { return t < r.end && (end > r.begin || t > r.begin); });
            CHECK(view.series->minMax(r, view.rows) == expected);
        }
        CHECK(view.series->minMax(TimeRange{5, 5}, view.rows).isEmpty());
        CHECK(view.series->minMax(TimeRange{values[0].t - 10, values[0].t}, view.rows).isEmpty());
    });
}

TEST("the mean is weighted by time, and gaps weigh nothing") {
    forCounters(3, [](Random& random, const CounterView& view, const std::vector<Value>& values) {
        for (int i = 0; i < 50; ++i) {
            const TimeRange r = randomRange(random, values, view.rows);
            const Mean expected = meanOf(values, view.rows, r);
            const double mean = view.series->mean(r, view.rows);
            CHECK_EQ(std::isnan(mean), expected.weight == 0);
            if (expected.weight == 0) continue;
            // A difference of two prefix sums in double: as exact as the sum of everything before it.
            const double error = static_cast<double>(expected.magnitude / expected.weight) * 1e-12 + 1e-9;
            CHECK(std::fabs(mean - static_cast<double>(expected.integral / expected.weight)) <= error);
        }
    });
}

TEST("a constant counter has its own value as mean, from its first value on, however far one looks") {
    CounterSeries series;
    for (int i = 0; i < 1000; ++i) series.append(i * 1000, 42.5);
    CHECK_EQ(series.mean({-500, 2000}, 1000), 42.5);
    CHECK_EQ(series.mean({10, 11}, 1000), 42.5);
    CHECK_EQ(series.mean({5'000'000, 6'000'000}, 1000), 42.5);
    CHECK_EQ(series.mean({-kTimeLimit, kTimeLimit}, 1000), 42.5);
    CHECK_EQ(series.mean({kTimeMin, kTimeMax}, 1000), 42.5);
    CHECK(std::isnan(series.mean({-500, 0}, 1000)));
    CHECK(std::isnan(series.mean({0, 100}, 0)));
}

TEST("a value without a finite size does not spoil the means after it") {
    CounterSeries series;
    for (int i = 0; i < 500; ++i)
        series.append(i * 10, i == 100 ? std::numeric_limits<double>::infinity() : i == 200 ? kNaN : 8.0);
    CHECK_EQ(series.mean({4000, 4500}, 500), 8.0);
    CHECK_EQ(series.minMax(std::size_t{90}, std::size_t{110}, 500).max, std::numeric_limits<double>::infinity());
}

TEST("what is sampled ends with its last sample: in extremes, means, buckets and places") {
    CounterSeries series(true);
    for (int i = 0; i < 100; ++i) series.append(i * 10, i == 99 ? 1000.0 : 5.0);
    CHECK_EQ(series.mean({0, 100'000}, 100), 5.0);  // the last one holds for no time
    CHECK_EQ(series.mean({0, 500}, 100), 5.0);
    CHECK_EQ(series.mean({990, 2000}, 100), 1000.0);  // nothing else is known
    CHECK(std::isnan(series.mean({991, 2000}, 100)));
    CHECK(series.minMax(TimeRange{991, 2000}, 100).isEmpty());
    CHECK_EQ(series.minMax(TimeRange{985, 2000}, 100).max, 1000.0);
    CHECK_EQ(series.rowAt(990, 100), 99);
    CHECK_EQ(series.rowAt(991, 100), -1);
    CHECK_EQ(series.mean({400, 100'000}, 50), 5.0);  // a reader who knows fewer rows
    CHECK(series.minMax(TimeRange{491, 2000}, 50).isEmpty());
    std::vector<MinMax> out(100);
    counterBuckets({&series, 100}, 0, 6, out);  // of 64 ns
    CHECK_EQ(out[15].max, 1000.0);              // 960..1024
    CHECK(out[16].isEmpty() && out[99].isEmpty());
}

TEST("curves of metrics are sampled, those of memory change when it does") {
    const auto store = EventStore::create();
    for (const TrackKind kind : {TrackKind::GpuMetric, TrackKind::HostCounter, TrackKind::GenericCounter,
                                 TrackKind::MemoryUsage, TrackKind::ProcessCounter}) {
        TrackKey key;
        key.pid = key.device = key.domain = key.tid = 0;
        CHECK_EQ(store->counter(store->track(kind, key)).isSampled(),
                 kind != TrackKind::MemoryUsage && kind != TrackKind::ProcessCounter);
    }
}

TEST("the row at a time is the last one that is not after it") {
    forCounters(4, [](Random& random, const CounterView& view, const std::vector<Value>& values) {
        for (int i = 0; i < 50; ++i) {
            const TimeNs t = randomRange(random, values, view.rows).begin;
            std::ptrdiff_t expected = -1;
            for (std::size_t k = 0; k < view.rows && values[k].t <= t; ++k) expected = static_cast<std::ptrdiff_t>(k);
            CHECK_EQ(view.series->rowAt(t, view.rows), expected);
        }
    });
}

TEST("buckets of a counter never lose a value that holds in them and widen by at most a block to each side") {
    forCounters(5, [](Random& random, const CounterView& view, const std::vector<Value>& values) {
        std::vector<Value> known(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(view.rows));
        for (int round = 0; round < 6; ++round) {
            const int shift = static_cast<int>(random.between(4, 40));
            std::vector<MinMax> out(1 + random.index(60), MinMax{-1e9, 1e9});
            const std::int64_t first = (known[random.index(known.size())].t >> shift) -
                                       random.between(0, static_cast<std::int64_t>(out.size()));
            counterBuckets(view, first, shift, out);
            for (std::size_t i = 0; i < out.size(); ++i) {
                const auto index = first + static_cast<std::int64_t>(i);
                const TimeRange r{index << shift, (index + 1) << shift};
                const MinMax inside = extremes(known, view.rows, [&](TimeNs t, TimeNs end) {
                    return t < r.end && (end > r.begin || t > r.begin);
                });
                CHECK(contains(out[i], inside));
                // Rows that touch the bucket; only where there are very many of them may their neighbours show.
                std::size_t a = 0, b = 0;
                while (a < view.rows && endOf(known, view.rows, a) < r.begin) ++a;
                while (b < view.rows && known[b].t < r.end) ++b;
                MinMax widest;
                const bool many = b > a && b - a > 1024;
                if (many) {
                    a -= std::min<std::size_t>(a, CounterSeries::kBlock);
                    b = std::min(view.rows, b + CounterSeries::kBlock);
                }
                for (; a < b; ++a) widest.add(known[a].v);
                CHECK(contains(widest, out[i]));
            }
        }
    });
}

TEST("a spike of one value is seen at every zoom") {
    CounterSeries series;
    constexpr std::size_t rows = 300'000, at = 123'457;
    for (std::size_t i = 0; i < rows; ++i) series.append(static_cast<TimeNs>(i) * 100, i == at ? 1000.0 : 1.0);
    for (int shift = 5; shift < 35; ++shift) {
        std::vector<MinMax> out(3);
        counterBuckets({&series, rows}, ((static_cast<TimeNs>(at) * 100) >> shift) - 1, shift, out);
        CHECK_EQ(out[1].max, 1000.0);
    }
}

TEST("a counter's extremes and integrals take little beside its values") {
    CounterSeries series;
    for (TimeNs i = 0; i < 1'000'000; ++i) series.append(i, static_cast<double>(i % 7));
    const double bytes = static_cast<double>(series.memoryBytes()) / 1'000'000;
    std::printf("  counter: %.2f bytes a value\n", bytes);
    CHECK(bytes < 18.5);  // 16 are the time and the value
}
