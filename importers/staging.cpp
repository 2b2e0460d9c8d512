// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/staging.h"

#include <new>
#include <sys/mman.h>

#include "model/packer.h"

namespace importers {

EventBlocks::Block EventBlocks::take() {
    {
        std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            Block b = std::move(m_free.back());
            m_free.pop_back();
            return b;
        }
    }
    void* p = mmap(nullptr, kBlock * sizeof(model::Event), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    return Block(static_cast<model::Event*>(p));
}

void EventBlocks::Unmap::operator()(model::Event* block) const { munmap(block, kBlock * sizeof(model::Event)); }

void EventBlocks::trim() {
    std::lock_guard lock(m_mutex);
    m_free.clear();
}

void EventBlocks::giveBack(Block block) {
    std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(block));
}

bool StagedEvents::inOrder(model::Event& last) const {
    const auto follows = [&](const model::Event& e) {
        const bool ok = !model::laneOrder(e, last);
        last = e;
        return ok;
    };
    for (const model::Event& e : m_small)
        if (!follows(e)) return false;
    std::size_t left = m_size - m_small.size();
    for (const EventBlocks::Block& b : m_blocks) {
        const std::size_t n = std::min(left, EventBlocks::kBlock);
        for (std::size_t i = 0; i < n; ++i)
            if (!follows(b[i])) return false;
        left -= n;
    }
    return true;
}

}  // namespace importers
