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
#include <vector>

#include "model/column.h"
#include "model/string_table.h"

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
/// variable-length integers, and equal tuples are stored once: launch configurations repeat.
/// (A shard that is full goes on without looking for equals.)
///
/// `intern` may be called from several threads. Reading takes no lock for ids that came with a Snapshot.
class ArgsTable {
public:
    ArgsTable() = default;
    ArgsTable(const ArgsTable&) = delete;
    ArgsTable& operator=(const ArgsTable&) = delete;

    /// The id of that tuple; the order of the arguments is kept and belongs to it. At most 255 arguments; more are cut.
    ArgsId intern(std::span<const Arg> args);

    using Key = std::pair<StringId, Arg::Type>;
    /// The id of a list of keys, for callers that intern many tuples of one shape.
    std::uint32_t shape(std::span<const Key> keys);
    /// Like intern(args), for a shape and its values (as in Arg::value).
    ArgsId intern(std::uint32_t shape, std::span<const std::int64_t> values);

    /// The tuple in its order.
    std::vector<Arg> at(ArgsId id) const;
    /// The value of one argument of a tuple.
    std::optional<Arg> find(ArgsId id, StringId key) const;

    std::uint32_t count() const;
    std::size_t memoryBytes() const;

    /// Drops what only `intern` needs; it is rebuilt when a new tuple is interned.
    void dropIndex();

    // For files.

    std::size_t shapeCount() const;
    std::vector<Key> shapeKeys(std::uint32_t shape) const;
    std::uint32_t shapeOf(ArgsId id) const;
    /// The first out.size() values of a tuple, as in Arg::value.
    void values(ArgsId id, std::span<std::int64_t> out) const;
    /// Adds a tuple with the id count() + 1 without looking for an equal one, which `intern` will not find later
    /// either. One thread, and only on a table that was filled by load() alone.
    void load(std::uint32_t shape, std::span<const std::int64_t> values);
    /// While a file is loaded rows may come before their tuples: tuples above `last` read as "no arguments".
    /// kAllVisible when all are there.
    void setVisible(ArgsId last) { m_visible.store(last, std::memory_order_release); }
    static constexpr ArgsId kAllVisible = 0xffffffff;

    /// Calls visit(id, tuple) for every tuple.
    template <class F>
    void forEach(F&& visit) const {
        for (unsigned s = 0; s < kShards; ++s)
            for (std::size_t i = 0; i < m_shards[s].offsets.size(); ++i) {
                const auto id = static_cast<ArgsId>(i * kShards + s + 1);
                visit(id, at(id));
            }
    }

private:
    static constexpr unsigned kShards = 16;  // also the stride of ids: shard = (id - 1) % kShards
    static constexpr unsigned kIndexBits = 24;
    static constexpr std::uint32_t kIndexMask = (1u << kIndexBits) - 1;

    struct Shard {
        mutable std::mutex mutex;
        Column<std::uint8_t> bytes;
        Column<std::uint32_t> offsets;   // in units of one byte; a shard holds at most 4 GiB
        std::vector<std::uint32_t> table;  // eight bits of the hash above kIndexBits of index + 1
    };
    using Shape = std::vector<Key>;

    const Shape* shapeAt(std::uint32_t id) const;
    static void rebuild(Shard& shard, std::size_t slotCount);
    static std::uint32_t hashAt(const Shard& shard, std::size_t index);
    static bool equals(const Shard& shard, std::uint32_t index, std::span<const std::uint8_t> packed);

    std::array<Shard, kShards> m_shards;
    std::atomic<ArgsId> m_visible{kAllVisible};
    ArgsId m_loaded = 0;
    mutable std::mutex m_shapeMutex;
    std::vector<std::unique_ptr<Shape>> m_shapes;
};

}  // namespace model
