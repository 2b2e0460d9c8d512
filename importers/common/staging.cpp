// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/staging.h"

#include "model/store/packer.h"

namespace importers {

namespace {

/// Events that are merged at most: more than a thread has open at a time.
constexpr std::size_t kMostMerged = 4096;

}  // namespace

model::Event& StagedEvents::back() {
    if (m_size <= kSmall) return m_small.back();
    return m_blocks.back()[(m_size - kSmall - 1) % kBlock];
}

void StagedEvents::popBack() {
    if (m_size <= kSmall) m_small.pop_back();
    else if ((m_size - kSmall - 1) % kBlock == 0) m_blocks.pop_back();
    --m_size;
}

void StagedEvents::append(std::span<const model::Event> sorted) {
    if (sorted.empty()) return;
    std::vector<model::Event> late;  // last one first
    while (m_size > 0 && late.size() < kMostMerged && model::laneOrder(sorted.front(), back())) {
        late.push_back(back());
        popBack();
    }
    auto before = late.rbegin();
    for (const model::Event& e : sorted) {
        for (; before != late.rend() && !model::laneOrder(e, *before); ++before) push(*before);
        push(e);
    }
    for (; before != late.rend(); ++before) push(*before);
}

void StagedEvents::sort(StopCheck& check) {
    model::Event last{model::kTimeMin, model::kTimeMin, 0, 0, 0, 0};
    if (inOrder(last, check)) return;
    std::vector<model::Event> all;
    all.reserve(m_size);
    drain([&](const model::Event& e) { all.push_back(e); });
    stableSort(all, model::laneOrder, check);
    for (const model::Event& e : all) push(e);
}

bool StagedEvents::inOrder(model::Event& last, StopCheck& check) const {
    const auto follows = [&](const model::Event& e) {
        check();
        const bool ok = !model::laneOrder(e, last);
        last = e;
        return ok;
    };
    for (const model::Event& e : m_small)
        if (!follows(e)) return false;
    std::size_t left = m_size - m_small.size();
    for (const Block& b : m_blocks) {
        const std::size_t n = std::min(left, kBlock);
        for (std::size_t i = 0; i < n; ++i)
            if (!follows(b[i])) return false;
        left -= n;
    }
    return true;
}

}  // namespace importers
