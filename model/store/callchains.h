// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "model/base/column.h"
#include "model/base/string_table.h"

namespace model {

/// Id of an interned call chain; 0 = none.
using ChainId = std::uint32_t;

/// One frame of a call chain.
struct Frame {
    enum Flag : std::uint16_t { KernelMode = 1, Thumb = 2, Unresolved = 4, SpecialEntry = 8 };
    StringId symbol = 0;
    StringId module = 0;
    std::uint64_t ip = 0;      ///< original instruction pointer
    std::uint16_t flags = 0;   ///< of Flag
    std::uint16_t unwind = 0;  ///< unwind method as the report numbers it
    bool operator==(const Frame&) const = default;
};

/// Interned call chains: a tree of frames, in which chains share their common outer part. `intern` may be called from
/// several threads; reading takes no lock for ids that came with a Snapshot.
class CallchainTable {
public:
    /// Frames innermost (leaf) first, as every profiler stores them. An empty chain is 0.
    ChainId intern(std::span<const Frame> leafFirst);
    /// The chain with one more frame inside `outer` (0 = none).
    ChainId intern(ChainId outer, const Frame& inner);

    /// The frames, leaf first.
    std::vector<Frame> at(ChainId id) const;

    /// The innermost frame; id must not be 0.
    Frame leaf(ChainId id) const { return m_frames[m_nodes[id - 1].frame]; }

    std::size_t nodeCount() const { return m_nodes.size(); }
    std::size_t memoryBytes() const;
    /// Discards what only `intern` needs; it is rebuilt when a new chain is interned.
    void dropIndex();

    /// For files: the tree as it is stored, a parent always before its children. Node i has id i + 1.
    struct Node {
        ChainId parent = 0;
        std::uint32_t frame = 0;  ///< index of a frame
    };
    const Column<Node>& nodes() const { return m_nodes; }
    const Column<Frame>& frames() const { return m_frames; }
    /// Adds frames and nodes without looking for equal ones. False, with nothing added, if a node names a missing
    /// frame, or a parent that does not come before it. One thread.
    bool load(std::span<const Frame> frames, std::span<const Node> nodes);
    /// While a file is loaded, rows may come before their chains: chains above `last` read as empty. kAllVisible when
    /// all are there.
    void setVisible(ChainId last) { m_visible.store(last, std::memory_order_release); }
    static constexpr ChainId kAllVisible = 0xffffffff;

private:
    std::uint32_t frameIndex(const Frame& f);
    ChainId child(ChainId parent, std::uint32_t frame);

    mutable std::mutex m_mutex;
    Column<Node> m_nodes;
    Column<Frame> m_frames;
    std::vector<std::uint32_t> m_frameSlots;
    std::vector<std::uint32_t> m_nodeSlots;
    std::atomic<ChainId> m_visible{kAllVisible};
};

}  // namespace model
