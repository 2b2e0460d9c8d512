// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/time_mip.h"

#include <cstring>

namespace model {
namespace {
constexpr std::int64_t kChunkBins = static_cast<std::int64_t>(TimeMip::kChunk);
std::int64_t chunkOf(std::int64_t bin) { return bin >> TimeMip::kChunkShift; }

constexpr std::uint64_t kFullMark = 1;
std::uint64_t fullEntry(StringId name) { return (static_cast<std::uint64_t>(name) << 32) | kFullMark; }
}  // namespace

TimeMip::TimeMip(int baseShift, TimeNs firstStart)
    : m_shift(baseShift), m_firstStart(firstStart), m_final(firstStart >> baseShift),
      m_openBin(firstStart >> baseShift) {
    level(0);
}

TimeMip::~TimeMip() = default;

TimeMip::Level& TimeMip::level(int l) {
    auto& p = m_levels[static_cast<std::size_t>(l)];
    if (!p) {
        p = std::make_unique<Level>();
        const std::int64_t first = m_firstStart >> std::min(63, m_shift + l);
        p->firstChunk = chunkOf(first);
        p->done = p->firstChunk * kChunkBins;
    }
    return *p;
}

// Entries are set once (empty -> chunk or full) while readers of older snapshots may look at them.
std::uint64_t TimeMip::entry(const Level& l, std::int64_t chunk) const {
    const std::int64_t i = chunk - l.firstChunk;
    if (i < 0 || static_cast<std::size_t>(i) >= l.reached.load(std::memory_order_acquire)) return 0;
    return std::atomic_ref(const_cast<std::uint64_t&>(l.chunks[static_cast<std::size_t>(i)]))
        .load(std::memory_order_acquire);
}

void TimeMip::reach(Level& l, std::int64_t chunk) {
    if (static_cast<std::int64_t>(l.chunks.size()) > chunk - l.firstChunk) return;
    while (static_cast<std::int64_t>(l.chunks.size()) <= chunk - l.firstChunk) l.chunks.push(0);
    l.reached.store(l.chunks.size(), std::memory_order_release);
}

TimeMip::Chunk& TimeMip::chunkFor(Level& l, std::int64_t index) {
    const std::int64_t c = chunkOf(index);
    reach(l, c);
    std::atomic_ref e(l.chunks.writable(static_cast<std::size_t>(c - l.firstChunk)));
    std::uint64_t v = e.load(std::memory_order_relaxed);
    if (v == 0) {
        constexpr std::size_t kBlockChunks = 64;
        if (m_blockLeft == 0) {
            m_blocks.emplace_back(new Chunk[kBlockChunks]);
            m_blockLeft = kBlockChunks;
        }
        Chunk* fresh = &m_blocks.back()[kBlockChunks - m_blockLeft--];
        std::memset(fresh, 0, sizeof(Chunk));
        v = reinterpret_cast<std::uintptr_t>(fresh);
        e.store(v, std::memory_order_release);
    }
    return *reinterpret_cast<Chunk*>(v);
}

void TimeMip::put(Level& l, std::int64_t index, Bin bin) {
    Chunk& c = chunkFor(l, index);
    c.name[index & (kChunkBins - 1)] = bin.name;
    c.busy[index & (kChunkBins - 1)] = bin.busy;
}

void TimeMip::putFull(Level& l, std::int64_t first, std::int64_t last, StringId name) {
    while (first < last) {
        if ((first & (kChunkBins - 1)) == 0 && last - first >= kChunkBins) {
            const std::int64_t c = chunkOf(first);
            reach(l, c);
            std::atomic_ref(l.chunks.writable(static_cast<std::size_t>(c - l.firstChunk)))
                .store(fullEntry(name), std::memory_order_release);
            first += kChunkBins;
        } else {
            put(l, first++, {name, 255});
        }
    }
}

void TimeMip::flushOpenBin() {
    if (m_openBest < 0) return;
    const TimeNs width = TimeNs{1} << m_shift;
    const auto busy = static_cast<std::uint8_t>(std::clamp<TimeNs>((m_openBusy * 255 + width / 2) / width, 1, 255));
    put(*m_levels[0], m_openBin, {m_openName, busy});
    m_openBest = -1;
    m_openBusy = 0;
}

void TimeMip::append(TimeNs start, TimeNs end, StringId name) {
    const std::int64_t first = start >> m_shift;
    const std::int64_t last = (end > start ? end - 1 : start) >> m_shift;
    if (first > m_openBin) {
        flushOpenBin();
        m_openBin = first;
    }
    const auto weigh = [&](TimeNs from, TimeNs to) {
        const TimeNs ns = to - from;
        m_openBusy += ns;
        if (ns > m_openBest) {
            m_openBest = ns;
            m_openName = name;
        }
    };
    if (first == last) {
        weigh(start, end);
    } else {
        weigh(start, (first + 1) << m_shift);
        flushOpenBin();
        putFull(*m_levels[0], first + 1, last, name);
        m_openBin = last;
        weigh(last << m_shift, end);
    }
    m_final = m_openBin;
}

void TimeMip::finishBatch() {
    m_levels[0]->done = m_final;
    for (int l = 1; hasLevel(l, m_final); ++l) merge(l);
}

void TimeMip::merge(int l) {
    const Level& below = *m_levels[static_cast<std::size_t>(l - 1)];
    Level& above = level(l);
    const std::int64_t end = m_final >> l;
    while (above.done < end) {
        const std::int64_t c = chunkOf(above.done);
        const std::int64_t to = std::min(end, (c + 1) * kChunkBins);
        const std::uint64_t left = entry(below, 2 * c), right = entry(below, 2 * c + 1);
        const bool whole = above.done == c * kChunkBins && to == (c + 1) * kChunkBins;
        if (whole && left == right && (left == 0 || (left & kFullMark))) {
            if (left) {
                reach(above, c);
                std::atomic_ref(above.chunks.writable(static_cast<std::size_t>(c - above.firstChunk)))
                    .store(left, std::memory_order_release);
            }
        } else {
            mergeChunk(below, above, c, above.done, to);
        }
        above.done = to;
    }
}

void TimeMip::mergeChunk(const Level& below, Level& above, std::int64_t chunk, std::int64_t from, std::int64_t to) {
    Chunk pair[2];
    for (int side = 0; side < 2; ++side) {
        const std::uint64_t e = entry(below, 2 * chunk + side);
        if (e == 0) {
            std::memset(&pair[side], 0, sizeof(Chunk));
        } else if (e & kFullMark) {
            std::fill_n(pair[side].name, kChunk, static_cast<StringId>(e >> 32));
            std::fill_n(pair[side].busy, kChunk, std::uint8_t{255});
        } else {
            std::memcpy(&pair[side], reinterpret_cast<const Chunk*>(e), sizeof(Chunk));
        }
    }
    for (std::int64_t i = from; i < to; ++i) {
        const std::int64_t child = 2 * (i & (kChunkBins - 1));
        const Chunk& c = pair[child >> kChunkShift];
        const std::int64_t o = child & (kChunkBins - 1);
        const std::uint8_t a = c.busy[o], b = c.busy[o + 1];
        if (a == 0 && b == 0) continue;
        put(above, i, {b > a ? c.name[o + 1] : c.name[o], static_cast<std::uint8_t>((a + b + 1) / 2)});
    }
}

TimeMip::Bin TimeMip::at(int l, std::int64_t index) const {
    Bin b;
    read(l, index, 1, &b);
    return b;
}

void TimeMip::read(int l, std::int64_t first, std::size_t n, Bin* out) const {
    const Level* level = l < kMaxLevels ? m_levels[static_cast<std::size_t>(l)].get() : nullptr;
    if (!level) {
        std::fill_n(out, n, Bin{});
        return;
    }
    const std::int64_t end = first + static_cast<std::int64_t>(n);
    while (first < end) {
        const std::int64_t c = chunkOf(first);
        const std::int64_t to = std::min(end, (c + 1) * kChunkBins);
        const std::uint64_t e = entry(*level, c);
        const auto m = static_cast<std::size_t>(to - first);
        if (e == 0) {
            std::fill_n(out, m, Bin{});
        } else if (e & kFullMark) {
            std::fill_n(out, m, Bin{static_cast<StringId>(e >> 32), 255});
        } else {
            const Chunk& k = *reinterpret_cast<const Chunk*>(e);
            const auto o = static_cast<std::size_t>(first & (kChunkBins - 1));
            for (std::size_t i = 0; i < m; ++i) out[i] = {k.name[o + i], k.busy[o + i]};
        }
        out += m;
        first = to;
    }
}

std::size_t TimeMip::memoryBytes() const {
    std::size_t n = m_blocks.size() * 64 * sizeof(Chunk);
    for (const auto& l : m_levels)
        if (l) n += l->chunks.memoryBytes();
    return n;
}

}  // namespace model
