// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "collectors/inject/python/python_frames.h"

namespace collectors::python {

/// Frames of Python as the spool holds them. Each instruction of a code object is read once. For one thread at a time.
class FrameNames {
public:
    /// 0 if the name cannot be read.
    template <class Memory>
    std::uint64_t frame(const Layout& layout, const Memory& memory, const RawFrame& raw);
    /// The number of a stack in the spool; 0 if the name of one of its frames cannot be read. Innermost frame first.
    /// `deeper`: outer frames were left out.
    template <class Memory>
    std::uint32_t stack(const Layout& layout, const Memory& memory, std::span<const RawFrame> frames, bool deeper);
    void clear() { m_known.clear(); }

private:
    static constexpr std::size_t kMost = 1 << 17;
    struct Key {
        Code code;
        std::int32_t instruction = 0;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& k) const;
    };
    std::unordered_map<Key, std::uint64_t, Hash> m_known;
};

/// A hash that stands for a stack: equal for equal frames.
std::uint64_t hashOf(std::span<const RawFrame> frames);

}  // namespace collectors::python
