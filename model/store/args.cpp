// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/args.h"

#include <algorithm>
#include <bit>
#include <new>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "model/base/varint.h"

namespace model {
namespace {

/// Reads the varints of one tuple out of a column whose segments need not be contiguous.
class Reader {
public:
    Reader(const Column<std::uint8_t>& bytes, std::size_t at) : m_bytes(bytes), m_at(at) {}
    std::uint64_t next() {
        std::uint64_t v = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t b = m_bytes[m_at++];
            v |= static_cast<std::uint64_t>(b & 0x7f) << shift;
            if (!(b & 0x80)) break;
        }
        return v;
    }
    std::size_t position() const { return m_at; }

private:
    const Column<std::uint8_t>& m_bytes;
    std::size_t m_at;
};

std::uint32_t hashOf(std::span<const std::uint8_t> packed) {
    return static_cast<std::uint32_t>(XXH3_64bits(packed.data(), packed.size()) >> 16);
}

}  // namespace

double Arg::real() const { return type == Type::Real ? std::bit_cast<double>(value) : static_cast<double>(value); }

Arg Arg::ofReal(StringId key, double v) { return {key, Type::Real, std::bit_cast<std::int64_t>(v)}; }

std::uint32_t ArgsTable::shape(std::span<const Key> keys) {
    keys = keys.first(std::min(keys.size(), kMaxArgs));
    std::lock_guard lock(m_shapeMutex);
    std::uint64_t hash = keys.size();
    for (const Key& k : keys)
        hash = std::rotl((hash ^ k.first) * 0x9e3779b97f4a7c15ull, 29) + static_cast<std::uint64_t>(k.second);
    const auto [first, last] = m_shapeIndex.equal_range(hash);
    for (auto at = first; at != last; ++at)
        if (std::equal(keys.begin(), keys.end(), m_shapes[at->second]->begin(), m_shapes[at->second]->end()))
            return at->second;
    const auto id = static_cast<std::uint32_t>(m_shapes.size());
    m_shapes.push_back(std::make_unique<Shape>(keys.begin(), keys.end()));
    m_shapeIndex.emplace(hash, id);
    return id;
}

const ArgsTable::Shape* ArgsTable::shapeAt(std::uint32_t id) const {
    std::lock_guard lock(m_shapeMutex);
    return m_shapes[id].get();
}

ArgsId ArgsTable::intern(std::span<const Arg> args) {
    if (args.empty()) return 0;
    args = args.first(std::min(args.size(), kMaxArgs));
    Key keys[kMaxArgs];
    std::int64_t values[kMaxArgs];
    for (std::size_t i = 0; i < args.size(); ++i) {
        keys[i] = {args[i].key, args[i].type};
        values[i] = args[i].value;
    }
    return intern(shape({keys, args.size()}), {values, args.size()});
}

std::span<const std::uint8_t> ArgsTable::pack(std::uint32_t shape, std::span<const std::int64_t> values,
                                              std::uint8_t (&buffer)[kMaxPacked]) {
    std::uint8_t* p = putVarint(buffer, shape);
    for (const std::int64_t v : values.first(std::min(values.size(), kMaxArgs))) p = putVarint(p, zigzag(v));
    return {buffer, static_cast<std::size_t>(p - buffer)};
}

ArgsId ArgsTable::append(std::uint32_t shapeId, std::span<const std::int64_t> values) {
    if (values.empty()) return 0;
    std::uint8_t buffer[kMaxPacked];
    const auto bytes = pack(shapeId, values, buffer);
    // Each thread keeps to a shard of its own, as far as there are enough of them.
    static std::atomic<unsigned> threads{0};
    thread_local const unsigned mine = threads++;
    const unsigned s = kIndexed + mine % (kShards - kIndexed);
    Shard& shard = m_shards[s];
    std::lock_guard lock(shard.mutex);
    if (shard.bytes.size() > UINT32_MAX - kMaxPacked) throw std::bad_alloc();  // four billion bytes of arguments
    const auto index = static_cast<std::uint32_t>(shard.offsets.size());
    shard.offsets.push(static_cast<std::uint32_t>(shard.bytes.size()));
    shard.bytes.append(bytes);
    return idOf(s, index);
}

ArgsId ArgsTable::intern(std::uint32_t shapeId, std::span<const std::int64_t> values) {
    if (values.empty()) return 0;
    std::uint8_t buffer[kMaxPacked];
    const auto bytes = pack(shapeId, values, buffer);
    const std::uint32_t hash = hashOf(bytes);
    const unsigned s = hash % kIndexed;
    Shard& shard = m_shards[s];

    std::lock_guard lock(shard.mutex);
    const auto index = static_cast<std::uint32_t>(shard.offsets.size());
    if (index < kIndexMask) {
        if ((index + 1) * 4 > shard.table.size() * 3)
            rebuild(shard, std::max<std::size_t>(64, std::bit_ceil(std::size_t{index + 1} * 2)));
        const std::size_t mask = shard.table.size() - 1;
        const std::uint32_t tag = hash & ~kIndexMask;
        std::size_t slot = (hash / kIndexed) & mask;
        for (; shard.table[slot]; slot = (slot + 1) & mask) {
            const std::uint32_t known = (shard.table[slot] & kIndexMask) - 1;
            if ((shard.table[slot] & ~kIndexMask) == tag && equals(shard, known, bytes)) return idOf(s, known);
        }
        shard.table[slot] = tag | (index + 1);
    }
    shard.offsets.push(static_cast<std::uint32_t>(shard.bytes.size()));
    shard.bytes.append(bytes);
    return idOf(s, index);
}

bool ArgsTable::equals(const Shard& shard, std::uint32_t index, std::span<const std::uint8_t> packed) {
    // A tuple says itself where it ends, so equal bytes over the length of the new one mean equal tuples.
    std::size_t at = shard.offsets[index];
    if (shard.bytes.size() - at < packed.size()) return false;
    while (!packed.empty()) {
        const auto run = shard.bytes.run(at, at + packed.size());
        if (!std::equal(run.begin(), run.end(), packed.begin())) return false;
        at += run.size();
        packed = packed.subspan(run.size());
    }
    return true;
}

std::uint32_t ArgsTable::hashAt(const Shard& shard, std::size_t index) {
    const std::size_t first = shard.offsets[index];
    const std::size_t last = index + 1 < shard.offsets.size() ? shard.offsets[index + 1] : shard.bytes.size();
    const auto run = shard.bytes.run(first, last);
    if (run.size() == last - first) return hashOf(run);
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = first; i < last; ++i) bytes.push_back(shard.bytes[i]);
    return hashOf(bytes);
}

void ArgsTable::rebuild(Shard& shard, std::size_t slotCount) {
    // Hashes are not kept: they would take as much memory as the tuples.
    shard.table.assign(slotCount, 0);
    const std::size_t mask = slotCount - 1;
    for (std::size_t i = 0; i < shard.offsets.size() && i < kIndexMask; ++i) {
        const std::uint32_t hash = hashAt(shard, i);
        std::size_t s = (hash / kIndexed) & mask;
        while (shard.table[s]) s = (s + 1) & mask;
        shard.table[s] = (hash & ~kIndexMask) | static_cast<std::uint32_t>(i + 1);
    }
}

std::vector<Arg> ArgsTable::at(ArgsId id) const {
    std::vector<Arg> out;
    if (id == 0 || id > m_visible.load(std::memory_order_acquire)) return out;
    const Shape& keys = *shapeAt(shapeOf(id));
    std::int64_t read[kMaxArgs];
    values(id, {read, keys.size()});
    out.reserve(keys.size());
    for (std::size_t k = 0; k < keys.size(); ++k) out.push_back({keys[k].first, keys[k].second, read[k]});
    return out;
}

std::optional<Arg> ArgsTable::find(ArgsId id, StringId key) const {
    if (id == 0 || id > m_visible.load(std::memory_order_acquire)) return std::nullopt;
    const Shape& keys = *shapeAt(shapeOf(id));
    const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.first == key; });
    if (found == keys.end()) return std::nullopt;
    std::int64_t read[kMaxArgs];
    const auto k = static_cast<std::size_t>(found - keys.begin());
    values(id, {read, k + 1});
    return Arg{key, found->second, read[k]};
}

std::size_t ArgsTable::shapeCount() const {
    std::lock_guard lock(m_shapeMutex);
    return m_shapes.size();
}

std::vector<ArgsTable::Key> ArgsTable::shapeKeys(std::uint32_t shape) const { return *shapeAt(shape); }

ArgsTable::Place ArgsTable::place(ArgsId id) const {
    const ArgsId paged = m_paged.load(std::memory_order_acquire);
    if (id > paged) {
        const std::size_t i = id - paged - 1;
        return {nullptr, &m_shards[i % kShards], i / kShards};
    }
    const std::size_t p = m_pageFirst.lowerBound(0, m_pageCount.load(std::memory_order_acquire), id) - 1;
    return {m_pages[p], nullptr, id - 1 - m_pageFirst[p]};
}

std::uint32_t ArgsTable::shapeOf(ArgsId id) const {
    const Place p = place(id);
    if (p.page) return p.page->shapeOf(p.index);
    return static_cast<std::uint32_t>(Reader(p.shard->bytes, p.shard->offsets[p.index]).next());
}

void ArgsTable::values(ArgsId id, std::span<std::int64_t> out) const {
    const Place p = place(id);
    if (p.page) return p.page->values(p.index, out);
    const Shard& shard = *p.shard;
    const std::size_t at = shard.offsets[p.index];
    // Not up to the size of the column: a writer may be changing it. A tuple says itself where it ends.
    const std::size_t longest = 10 * (out.size() + 1);
    const auto run = shard.bytes.run(at, at + longest);
    if (run.size() == longest) {
        const std::uint8_t* b = run.data();
        std::uint64_t v;
        getVarint(b, run.data() + run.size(), v);  // the shape
        for (std::int64_t& o : out) {
            getVarint(b, run.data() + run.size(), v);
            o = unzigzag(v);
        }
    } else {
        Reader in(shard.bytes, at);
        in.next();
        for (std::int64_t& o : out) o = unzigzag(in.next());
    }
}

void ArgsTable::load(ArgsPage&& page) {
    const ArgsId before = m_paged;
    m_pageOwner.push_back(std::make_unique<const ArgsPage>(std::move(page)));
    m_pageFirst.push(before);
    m_pages.push(m_pageOwner.back().get());
    m_pageCount.store(m_pages.size(), std::memory_order_release);
    m_paged.store(before + static_cast<ArgsId>(m_pageOwner.back()->rows()), std::memory_order_release);
}

std::uint32_t ArgsTable::count() const {
    std::size_t n = m_paged;
    for (const Shard& s : m_shards) n += s.offsets.size();
    return static_cast<std::uint32_t>(n);
}

std::size_t ArgsTable::memoryBytes() const {
    std::size_t n = 0;
    for (const Shard& s : m_shards) n += s.bytes.memoryBytes() + s.offsets.memoryBytes() + s.table.size() * 4;
    for (const auto& p : m_pageOwner) n += p->memoryBytes();
    return n;
}

void ArgsTable::dropIndex() {
    for (Shard& s : m_shards) {
        std::lock_guard lock(s.mutex);
        s.table = std::vector<std::uint32_t>();
    }
}

}  // namespace model
