// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/event_order.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace model {
namespace {

constexpr std::size_t kStopEvery = 4096;

/// A number whose order as an integer is that of the real number; NaN last.
std::int64_t ordered(double value) {
    const auto bits = std::bit_cast<std::int64_t>(std::isnan(value) ? HUGE_VAL : value);
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

}  // namespace

std::optional<Arg> argumentOf(const Snapshot& s, const LaneView& lane, std::size_t row, StringId key) {
    if (!(lane.lane->columns() & kArgsColumn)) return {};
    const ArgsId id = lane.lane->argsColumn()[row];
    return id ? s.store().args().find(id, key) : std::nullopt;
}

EventNumbers::EventNumbers(const Snapshot& s, const EventScope& scope) {
    for (const LaneId id : scope.lanes) {
        const LaneView lane = s.lane(id);
        const RowRange rows = scope.range ? rowsOverlapping(lane, *scope.range) : RowRange{0, lane.rows};
        if (rows.count() == 0 || m_count + rows.count() > UINT32_MAX) continue;
        m_parts.push_back(
            {id, rows.first, static_cast<std::uint32_t>(m_count), static_cast<std::uint32_t>(rows.count())});
        m_count += rows.count();
    }
}

EventRef EventNumbers::at(std::uint32_t number) const {
    const auto next = std::upper_bound(m_parts.begin(), m_parts.end(), number,
                                       [](std::uint32_t n, const Part& p) { return n < p.offset; });
    if (next == m_parts.begin()) return {};
    const Part& part = *std::prev(next);
    return {part.lane, static_cast<std::uint32_t>(part.first + (number - part.offset))};
}

std::optional<std::uint32_t> EventNumbers::of(EventRef event) const {
    for (const Part& p : m_parts)
        if (p.lane == event.lane && event.row >= p.first && event.row - p.first < p.rows)
            return p.offset + static_cast<std::uint32_t>(event.row - p.first);
    return {};
}

// Alphabetic rank of every name, or value of the argument, that occurs; by StringId.
std::vector<std::uint32_t> EventOrder::textRanks() const {
    const auto& strings = snapshot->store().strings();
    std::vector<std::uint32_t> rank(std::size_t{strings.count()} + 1, 0);
    std::vector<StringId> texts;
    const auto see = [&](StringId id) {
        if (id >= rank.size() || rank[id]) return;
        rank[id] = 1;
        texts.push_back(id);
    };
    for (const EventNumbers::Part& p : numbers.parts()) {
        if (stop.stop_requested()) return rank;
        const LaneView lane = snapshot->lane(p.lane);
        for (std::size_t row = p.first; row < p.first + p.rows; ++row) {
            if (key == EventKey::Name) see(lane.name(row));
            else if (const auto a = argumentOf(*snapshot, lane, row, argument); a && a->type == Arg::Type::String)
                see(static_cast<StringId>(a->value));
        }
    }
    std::sort(texts.begin(), texts.end(), [&](auto a, auto b) { return strings.at(a) < strings.at(b); });
    for (std::size_t i = 0; i < texts.size(); ++i) rank[texts[i]] = static_cast<std::uint32_t>(i + 1);
    return rank;
}

HugeVector<EventOrder::Item> EventOrder::items() const {
    const bool texts = key == EventKey::Name || key == EventKey::Argument;
    const std::vector<std::uint32_t> ranks = texts ? textRanks() : std::vector<std::uint32_t>();
    EventMatcher matcher(filter, *snapshot);
    HugeVector<Item> out;
    if (filter.isEmpty()) out.reserve(numbers.count());
    for (std::size_t part = 0; part < numbers.parts().size(); ++part) {
        const EventNumbers::Part& p = numbers.parts()[part];
        const LaneView lane = snapshot->lane(p.lane);
        if (!matcher.setLane(lane)) continue;
        for (std::uint32_t i = 0; i < p.rows; ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) return {};
            const std::size_t row = p.first + i;
            if (!filter.isEmpty() && !matcher.matches(row)) continue;
            std::int64_t k = lane.start(row);
            if (key == EventKey::Duration) k = lane.end(row) - k;
            if (key == EventKey::Name) k = ranks[lane.name(row)];
            if (key == EventKey::Lane) k = static_cast<std::int64_t>(part);
            if (key == EventKey::Argument) {  // events without it first, then numbers, then texts
                const auto a = argumentOf(*snapshot, lane, row, argument);
                if (!a) k = INT64_MIN;
                else if (a->type == Arg::Type::String)
                    k = INT64_MAX - INT32_MAX + ranks[static_cast<std::size_t>(a->value)];
                else k = ordered(a->type == Arg::Type::Int ? static_cast<double>(a->value) : a->real());
            }
            out.push_back({k, lane.start(row), p.offset + i});
        }
    }
    return out;
}

std::vector<std::uint32_t> EventOrder::compute(
    const std::function<void(std::vector<std::uint32_t>, std::uint64_t)>& first) const {
    HugeVector<Item> all = items();
    if (stop.stop_requested()) return {};
    const auto before = [down = descending](const Item& a, const Item& b) {
        if (a.key != b.key) return down ? a.key > b.key : a.key < b.key;
        return std::tie(a.start, a.number) < std::tie(b.start, b.number);
    };
    const auto numbersOf = [&](std::size_t n) {
        std::vector<std::uint32_t> out(n);
        std::transform(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n), out.begin(),
                       [](const Item& i) { return i.number; });
        return out;
    };
    auto rest = all.begin();
    if (all.size() > 100 * kFirst && first) {
        rest += kFirst;
        std::nth_element(all.begin(), rest, all.end(), before);
        std::sort(all.begin(), rest, before);
        first(numbersOf(kFirst), all.size());
        if (stop.stop_requested()) return {};
    }
    if (!std::is_sorted(rest, all.end(), before)) std::sort(rest, all.end(), before);
    return stop.stop_requested() ? std::vector<std::uint32_t>() : numbersOf(all.size());
}

}  // namespace model
