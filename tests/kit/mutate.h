// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "tests/kit/opened.h"

/// Damaged copies of a file, the same in every run.
class Mutations {
public:
    explicit Mutations(std::uint64_t seed) : m_state(seed * 2654435761u + 88172645463325252ull) {}

    /// A copy with a few bytes changed, cut out, repeated or put in; now and then cut off.
    std::string operator()(const std::string& original) {
        std::string s = original;
        for (std::uint64_t n = 1 + next(4); n && !s.empty(); --n) {
            const std::size_t at = next(s.size());
            const std::size_t length = std::min<std::size_t>(1 + next(next(4) ? 4 : 64), s.size() - at);
            switch (next(8)) {
            case 0: s.erase(at, length); break;
            case 1: s.insert(at, s.substr(at, length)); break;
            case 2: s.insert(at, length, static_cast<char>(next(256))); break;
            case 3: s.replace(at, length, length, '\xff'); break;
            case 4: s[at] = static_cast<char>(s[at] ^ (1 << next(8))); break;
            case 5: s[at] = static_cast<char>(next(2) ? 0x7f : 0x80); break;
            case 6:
                if (next(16) == 0) s.resize(at);
                break;
            default: s[at] = static_cast<char>(next(256)); break;
            }
        }
        return s;
    }

private:
    std::uint64_t next(std::uint64_t below) {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return m_state % below;
    }
    std::uint64_t m_state;
};

/// Opens so many damaged copies and returns how many of them opened. What is shown of the others, nobody can say; but
/// none may end the program or keep it for long.
inline std::uint64_t openedOfMutants(const std::string& original, std::uint64_t seed, int count) {
    Mutations mutate(seed);
    std::uint64_t opened = 0;
    for (int i = 0; i < count; ++i) {
        const ScratchFile mutant(mutate(original));
        opened += Opened(mutant.path()).result.has_value();
    }
    return opened;
}
