// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/base/column.h"
#include "model/base/spin_lock.h"
#include "model/base/string_table.h"
#include "model/store/args_page.h"

namespace model {

/// Id of an interned tuple of arguments; 0 = no arguments.
using ArgsId = std::uint32_t;

/// One argument of an event. `value` is an integer, the bits of a double, or a StringId.
struct Arg {
    enum class Type : std::uint8_t { Int, Real, String };
    StringId key = 0;
    Type type = Type::Int;
    std::int64_t value = 0;

    double real() const;
    static Arg ofReal(StringId key, double v);
    bool operator==(const Arg&) const = default;
};

/// Interned tuples of arguments. A tuple is stored as the id of its shape (keys and types) and its values as
/// variable-length integers. Equal tuples are stored once, because launch configurations repeat. (A full shard no
/// longer looks for equal tuples.)
///
/// `intern` may be called from several threads. Reading takes no lock for ids that came with a Snapshot.
class ArgsTable {
public:
    ArgsTable() = default;
    ArgsTable(const ArgsTable&) = delete;
    ArgsTable& operator=(const ArgsTable&) = delete;

    /// The id of that tuple. The order of the arguments is part of it. At most 255 arguments; further ones are cut off.
    ArgsId intern(std::span<const Arg> args);

    using Key = std::pair<StringId, Arg::Type>;
    /// The id of a list of keys, for callers that intern many tuples of one shape.
    std::uint32_t shape(std::span<const Key> keys);
    /// Like intern(args), for a shape and its values (as in Arg::value).
    ArgsId intern(std::uint32_t shape, std::span<const std::int64_t> values);
    /// Like intern, without looking for an equal tuple: for tuples with a running number, which never repeat.
    ArgsId append(std::uint32_t shape, std::span<const std::int64_t> values);

    /// The tuple in its order.
    std::vector<Arg> at(ArgsId id) const;
    /// The value of one argument of a tuple.
    std::optional<Arg> find(ArgsId id, StringId key) const;

    std::uint32_t count() const;
    std::size_t memoryBytes() const;

    /// Discards what only `intern` needs; it is rebuilt when a new tuple is interned.
    void dropIndex();

    // For files.

    std::size_t shapeCount() const;
    std::vector<Key> shapeKeys(std::uint32_t shape) const;
    std::uint32_t shapeOf(ArgsId id) const;
    /// The first out.size() values of a tuple, as in Arg::value.
    void values(ArgsId id, std::span<std::int64_t> out) const;
    /// Adds tuples with the ids count() + 1 … without looking for equal ones. `intern` will not find them later either.
    /// One thread, and only before the first `intern`.
    void load(ArgsPage&& page);
    /// While a file is loaded, rows may come before their tuples: tuples above `last` read as "no arguments".
    /// kAllVisible when all are there.
    void setVisible(ArgsId last) { m_visible.store(last, std::memory_order_release); }
    static constexpr ArgsId kAllVisible = 0xffffffff;

    /// Calls visit(id) for every tuple.
    template <class F>
    void forEachId(F&& visit) const {
        for (ArgsId id = 1; id <= m_paged; ++id) visit(id);
        for (unsigned s = 0; s < kShards; ++s)
            for (std::size_t i = 0; i < m_shards[s].offsets.size(); ++i) visit(idOf(s, i));
    }
    /// Calls visit(id, tuple) for every tuple.
    template <class F>
    void forEach(F&& visit) const {
        forEachId([&](ArgsId id) { visit(id, at(id)); });
    }

private:
    // Ids: first those of the pages, then those of the shards in turn.
    static constexpr unsigned kIndexed = 16;           // shards of interned tuples
    static constexpr unsigned kShards = 2 * kIndexed;  // the others are for appended ones
    static constexpr unsigned kIndexBits = 24;
    static constexpr std::uint32_t kIndexMask = (1u << kIndexBits) - 1;

    static constexpr std::size_t kMaxArgs = 255;
    static constexpr std::size_t kMaxPacked = 10 * (kMaxArgs + 1);

    struct Shard {
        mutable SpinLock mutex;
        Column<std::uint8_t> bytes;
        Column<std::uint32_t> offsets;     // in units of one byte; a shard holds at most 4 GiB
        std::vector<std::uint32_t> table;  // eight bits of the hash above kIndexBits of index + 1
    };
    using Shape = std::vector<Key>;

    struct Place {
        const ArgsPage* page = nullptr;  // or
        const Shard* shard = nullptr;
        std::size_t index = 0;
    };
    Place place(ArgsId id) const;
    ArgsId idOf(unsigned shard, std::size_t index) const {
        return static_cast<ArgsId>(m_paged + index * kShards + shard + 1);
    }
    const Shape* shapeAt(std::uint32_t id) const;
    static std::span<const std::uint8_t> pack(std::uint32_t shape, std::span<const std::int64_t> values,
                                              std::uint8_t (&buffer)[kMaxPacked]);
    static void rebuild(Shard& shard, std::size_t slotCount);
    static std::uint32_t hashAt(const Shard& shard, std::size_t index);
    static bool equals(const Shard& shard, std::uint32_t index, std::span<const std::uint8_t> packed);

    std::array<Shard, kShards> m_shards;
    std::atomic<ArgsId> m_visible{kAllVisible};
    std::atomic<ArgsId> m_paged{0};  // tuples in pages
    std::atomic<std::size_t> m_pageCount{0};
    Column<const ArgsPage*> m_pages;
    Column<ArgsId> m_pageFirst;  // id before the first one of each page
    std::vector<std::unique_ptr<const ArgsPage>> m_pageOwner;
    mutable std::mutex m_shapeMutex;
    std::vector<std::unique_ptr<Shape>> m_shapes;
    std::unordered_multimap<std::uint64_t, std::uint32_t> m_shapeIndex;  // by hash
};

}  // namespace model
