// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "importers/common/stop_check.h"
#include "model/base/segment_pool.h"
#include "model/store/lane.h"

namespace importers {

/// Events of one group, in the order in which they were read, before they go into lanes. Its blocks come from the same
/// memory as columns, so that drained blocks are reused by the lanes that grow meanwhile.
class StagedEvents {
public:
    StagedEvents() = default;
    StagedEvents(const StagedEvents&) = delete;
    StagedEvents& operator=(const StagedEvents&) = delete;
    StagedEvents(StagedEvents&&) noexcept = default;
    StagedEvents& operator=(StagedEvents&&) noexcept = default;

    void push(const model::Event& e) {
        if (m_size < kSmall) {
            m_small.push_back(e);
        } else {
            const std::size_t at = (m_size - kSmall) % kBlock;
            if (at == 0) m_blocks.push_back(newBlock());
            m_blocks.back()[at] = e;
        }
        ++m_size;
    }
    std::size_t size() const { return m_size; }

    /// Adds events that are in the order of lanes. Events that were written when they ended may begin before the last
    /// ones here. They are merged, so that the whole stays in order; a file with many such events at a time is left as
    /// it is.
    void append(std::span<const model::Event> sorted);

    /// Calls use(event) in order, and frees blocks as they are used up.
    template <class F>
    void drain(F&& use) {
        for (const model::Event& e : m_small) use(e);
        std::size_t left = m_size - m_small.size();
        for (Block& b : m_blocks) {
            const std::size_t n = std::min(left, kBlock);
            for (std::size_t i = 0; i < n; ++i) use(b[i]);
            left -= n;
            b.reset();
        }
        m_small = std::vector<model::Event>();
        m_blocks = std::vector<Block>();
        m_size = 0;
    }

    /// Calls change(event&) for each event, in order.
    template <class F>
    void forEach(F&& change) {
        for (model::Event& e : m_small) change(e);
        std::size_t left = m_size - m_small.size();
        for (Block& b : m_blocks) {
            const std::size_t n = std::min(left, kBlock);
            for (std::size_t i = 0; i < n; ++i) change(b[i]);
            left -= n;
        }
    }

    /// Whether the events continue the order that lanes need, starting from `last`, which is updated.
    bool inOrder(model::Event& last, StopCheck& check) const;

private:
    static constexpr std::size_t kSmall = 256;  // few events must not need a block
    static constexpr std::size_t kBlockBytes = 2 * model::SegmentPool::kUnit;
    static constexpr std::size_t kBlock = kBlockBytes / sizeof(model::Event);
    static_assert(sizeof(model::Event) * kBlock == kBlockBytes);
    struct GiveBack {
        void operator()(model::Event* block) const { model::SegmentPool::instance().deallocate(block, kBlockBytes); }
    };
    using Block = std::unique_ptr<model::Event[], GiveBack>;
    static Block newBlock() {
        return Block(static_cast<model::Event*>(model::SegmentPool::instance().allocate(kBlockBytes)));
    }

    model::Event& back();
    void popBack();

    std::vector<model::Event> m_small;
    std::vector<Block> m_blocks;
    std::size_t m_size = 0;
};

}  // namespace importers
