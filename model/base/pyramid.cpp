// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/pyramid.h"

#include <algorithm>

namespace model {

void Summary::weigh(StringId name, float ns) {
    if (!(ns > 0)) return;
    int least = 0;
    for (int i = 0; i < kCounters; ++i) {
        if (shares[i].name == name && shares[i].ns > 0) {
            shares[i].ns += ns;
            return;
        }
        if (shares[i].ns < shares[least].ns) least = i;
    }
    // Misra–Gries with weights: take the same amount from all five, which removes one of them.
    if (shares[least].ns > 0) {
        const float d = std::min(shares[least].ns, ns);
        for (Share& s : shares) s.ns -= d;
        ns -= d;
    }
    if (ns > 0) shares[least] = {name, ns};
}

void Summary::merge(const Summary& o) {
    if (o.longestDuration >= 0) see(o.longestDuration, o.longest);
    for (const Share& s : o.shares) weigh(s.name, s.ns);
}

Summary::Share Summary::dominant() const {
    return *std::max_element(std::begin(shares), std::end(shares), [](Share a, Share b) { return a.ns < b.ns; });
}

float Summary::lead() const {
    float first = 0, second = 0;
    for (const Share& s : shares) {
        if (s.ns > first) {
            second = first;
            first = s.ns;
        } else {
            second = std::max(second, s.ns);
        }
    }
    return first - second;
}

float Summary::sum() const {
    float n = 0;
    for (const Share& s : shares) n += s.ns;
    return n;
}

void BlockPyramid::append(const Summary& block, TimeNs busy) {
    m_busyBefore.push(saturatingAdd(busyBefore(blocks()), busy));
    for (std::size_t l = 0; l < kMaxLevels; ++l) {
        if (!m_levels[l]) m_levels[l] = std::make_unique<Column<Summary>>();
        Column<Summary>& level = *m_levels[l];
        if (l == 0) {
            level.push(block);
        } else {
            const Column<Summary>& below = *m_levels[l - 1];
            Summary parent;
            for (std::size_t i = below.size() - kFanOut; i < below.size(); ++i) parent.merge(below[i]);
            level.push(parent);
        }
        if (level.size() % kFanOut != 0) return;
    }
}

void BlockPyramid::collect(std::size_t a, std::size_t b, std::size_t known, Summary& into) const {
    // Climb while both ends are inside: at each level the ragged nodes at the left and right are taken, then the
    // rest is covered by parents. A reader of a prefix must not touch parents that were completed after it.
    for (std::size_t l = 0; a < b; ++l) {
        const Column<Summary>& level = *m_levels[l];
        known /= kFanOut;  // nodes known one level up
        while (a < b && (a % kFanOut != 0 || a / kFanOut >= known || l + 1 == kMaxLevels)) into.merge(level[a++]);
        while (a < b && b % kFanOut != 0) into.merge(level[--b]);
        a /= kFanOut;
        b /= kFanOut;
    }
}

std::size_t BlockPyramid::memoryBytes() const {
    std::size_t n = m_busyBefore.memoryBytes();
    for (const auto& l : m_levels)
        if (l) n += l->memoryBytes();
    return n;
}

}  // namespace model
