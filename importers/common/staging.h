// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
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
    StagedEvents(StagedEvents&& o) noexcept
        : m_small(std::exchange(o.m_small, {})), m_blocks(std::exchange(o.m_blocks, {})),
          m_size(std::exchange(o.m_size, 0)) {}
    StagedEvents& operator=(StagedEvents&& o) noexcept {
        m_small = std::exchange(o.m_small, {});
        m_blocks = std::exchange(o.m_blocks, {});
        m_size = std::exchange(o.m_size, 0);
        return *this;
    }

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
    bool empty() const { return m_size == 0; }
    model::Event& operator[](std::size_t i) {
        return i < kSmall ? m_small[i] : m_blocks[(i - kSmall) / kBlock][(i - kSmall) % kBlock];
    }

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
        visit(*this, change);
    }
    template <class F>
    void forEach(F&& look) const {
        visit(*this, [&](const model::Event& e) { look(e); });
    }

    /// Adds all events of the other one, which is empty then.
    void take(StagedEvents& other) {
        if (m_size == 0) std::swap(*this, other);
        else other.drain([this](const model::Event& e) { push(e); });
    }
    /// Returns how many there were.
    template <class F>
    std::size_t eraseIf(F&& isUnwanted) {
        const std::size_t before = m_size;
        StagedEvents kept;
        drain([&](const model::Event& e) {
            if (!isUnwanted(e)) kept.push(e);
        });
        *this = std::move(kept);
        return before - m_size;
    }
    /// Puts them into the order of lanes, keeping the order of equals.
    void sort(StopCheck& check);

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

    template <class Self, class F>
    static void visit(Self& self, F&& use) {
        for (auto& e : self.m_small) use(e);
        std::size_t left = self.m_size - self.m_small.size();
        for (auto& b : self.m_blocks) {
            const std::size_t n = std::min(left, kBlock);
            for (std::size_t i = 0; i < n; ++i) use(b[i]);
            left -= n;
        }
    }

    model::Event& back();
    void popBack();

    std::vector<model::Event> m_small;
    std::vector<Block> m_blocks;
    std::size_t m_size = 0;
};

}  // namespace importers
