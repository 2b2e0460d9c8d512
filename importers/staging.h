// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "model/lane.h"

namespace importers {

/// Blocks of events that are handed out and taken back. Thread safe.
class EventBlocks {
public:
    static constexpr std::size_t kBlock = 4096;
    struct Unmap {
        void operator()(model::Event* block) const;
    };
    // Mapped, not from the heap: what is given back must really be free for the lanes that grow meanwhile.
    using Block = std::unique_ptr<model::Event[], Unmap>;

    Block take();
    void giveBack(Block block);
    /// Gives the memory of all blocks back to the system.
    void trim();

private:
    std::mutex m_mutex;
    std::vector<Block> m_free;
};

/// Events of one group in the order in which they were read, before they are put into lanes.
class StagedEvents {
public:
    StagedEvents() = default;
    StagedEvents(const StagedEvents&) = delete;
    StagedEvents& operator=(const StagedEvents&) = delete;
    StagedEvents(StagedEvents&&) noexcept = default;
    StagedEvents& operator=(StagedEvents&&) noexcept = default;

    void push(const model::Event& e, EventBlocks& blocks) {
        if (m_size < kSmall) {
            m_small.push_back(e);
        } else {
            const std::size_t at = (m_size - kSmall) % EventBlocks::kBlock;
            if (at == 0) m_blocks.push_back(blocks.take());
            m_blocks.back()[at] = e;
        }
        ++m_size;
    }
    std::size_t size() const { return m_size; }

    /// Calls use(event) in order and gives the blocks back as they are used up.
    template <class F>
    void drain(EventBlocks& blocks, F&& use) {
        for (const model::Event& e : m_small) use(e);
        std::size_t left = m_size - m_small.size();
        for (EventBlocks::Block& b : m_blocks) {
            const std::size_t n = std::min(left, EventBlocks::kBlock);
            for (std::size_t i = 0; i < n; ++i) use(b[i]);
            left -= n;
            blocks.giveBack(std::move(b));
        }
        m_small = std::vector<model::Event>();
        m_blocks = std::vector<EventBlocks::Block>();
        m_size = 0;
    }

    /// Calls change(event&) for each, in order.
    template <class F>
    void forEach(F&& change) {
        for (model::Event& e : m_small) change(e);
        std::size_t left = m_size - m_small.size();
        for (EventBlocks::Block& b : m_blocks) {
            const std::size_t n = std::min(left, EventBlocks::kBlock);
            for (std::size_t i = 0; i < n; ++i) change(b[i]);
            left -= n;
        }
    }

    /// Whether the events come in the order that lanes need, going on from `last`, which is updated.
    bool inOrder(model::Event& last) const;

private:
    static constexpr std::size_t kSmall = 256;  // few events must not cost a block
    std::vector<model::Event> m_small;
    std::vector<EventBlocks::Block> m_blocks;
    std::size_t m_size = 0;
};

}  // namespace importers
