// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/python/python_names.h"

#include "collectors/process/spool_writer.h"
#include "collectors/process/stack_table.h"
#include "collectors/protocol/stack_numbers.h"

namespace collectors::python {
namespace {

std::uint64_t hashOf(std::uint64_t seed, const Code& c, std::int32_t instruction) {
    const std::uint64_t place = std::uint64_t{static_cast<std::uint32_t>(instruction)} << 32 | c.firstLine;
    return mixed(mixed(seed ^ c.address, place), mixed(c.name ^ c.content, c.file ^ c.lineTable << 1));
}

}  // namespace

std::uint64_t hashOf(std::span<const RawFrame> frames) {
    std::uint64_t out = frames.size();
    for (const RawFrame& f : frames) out = hashOf(out, f.code, f.instruction);
    return out;
}

std::size_t FrameNames::Hash::operator()(const Key& k) const { return hashOf(1, k.code, k.instruction); }

template <class Memory>
std::uint64_t FrameNames::frame(const Layout& layout, const Memory& memory, const RawFrame& raw) {
    if (m_known.size() >= kMost) m_known.clear();
    const auto [at, fresh] = m_known.try_emplace({raw.code, raw.instruction}, 0);
    if (!fresh) return at->second;
    Named named;
    if (!nameOf(layout, memory, raw, named)) {
        m_known.erase(at);
        return 0;
    }
    return at->second = spool::namedFrame(spoolWriter().string(named.name), spoolWriter().string(named.place));
}

template <class Memory>
std::uint32_t FrameNames::stack(const Layout& layout, const Memory& memory, std::span<const RawFrame> frames,
                                bool deeper) {
    std::uint64_t out[kMostFrames + 1];
    std::size_t count = 0;
    for (const RawFrame& f : frames)
        if ((out[count++] = frame(layout, memory, f)) == 0) return 0;
    if (deeper) out[count++] = spool::namedFrame(spoolWriter().string(kOuterFramesLeftOut), 0);
    return numberOfStack({out, count});
}

template std::uint32_t FrameNames::stack(const Layout&, const DirectMemory&, std::span<const RawFrame>, bool);
template std::uint32_t FrameNames::stack(const Layout&, const SafeMemory&, std::span<const RawFrame>, bool);

}  // namespace collectors::python
