// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorder/spool_trim.h"

#include <algorithm>
#include <optional>

namespace app::recorder {

using collectors::spool::Block;
using collectors::spool::NvtxEvent;
using collectors::spool::NvtxOp;
using model::rep::kFrameHeaderBytes;

namespace {

/// Whether records of a type belong to a moment, and nothing that comes later refers to them.
bool isOfMoment(Block type) {
    switch (type) {
    case Block::Clocks:
    case Block::Kernels:
    case Block::GraphKernels:
    case Block::Copies:
    case Block::Sets:
    case Block::Calls:
    case Block::Syncs:
    case Block::Graphs:
    case Block::Events:
    case Block::Unified:
    case Block::Overheads:
    case Block::Compiles:
    case Block::Samples:
    case Block::Switches:
    case Block::LibraryCalls:
    case Block::CallStacks:
    case Block::Readings:
    case Block::Marks:
    case Block::KernelMetrics:
    case Block::RawStacks: return true;
    default: return false;
    }
}

/// Events that give a name to what later ones refer to.
bool isNaming(NvtxOp op) {
    return op == NvtxOp::NameThread || op == NvtxOp::NameCategory || op == NvtxOp::NameStream ||
           op == NvtxOp::NameDevice;
}

std::uint32_t threadOf(const SpoolFrame& frame, const std::vector<unsigned char>& payload) {
    if (payload.size() < frame.head.subject) return 0;
    return collectors::spool::read<NvtxEvent>(payload.data(), frame.head.subject).thread;
}

std::uint32_t threadOfPayloads(const std::vector<unsigned char>& payload) {
    using collectors::spool::NvtxPayload;
    return payload.size() < sizeof(NvtxPayload)
               ? 0
               : collectors::spool::read<NvtxPayload>(payload.data(), sizeof(NvtxPayload)).thread;
}

/// Those records of a block of NVTX that name something.
std::vector<unsigned char> namingRecords(const SpoolFrame& frame, const std::vector<unsigned char>& payload) {
    std::vector<unsigned char> out;
    const std::size_t each = frame.head.subject;
    for (std::size_t at = 0; each > 0 && at + each <= payload.size(); at += each) {
        const unsigned char* const record = payload.data() + at;
        if (isNaming(collectors::spool::read<NvtxEvent>(record, each).op)) out.insert(out.end(), record, record + each);
    }
    return out;
}

}  // namespace

void SpoolTrim::trim(SpoolFrames& spool, std::int64_t until) {
    std::uint64_t limit = 0;
    for (; !m_sizes.empty() && m_sizes.front().first <= until; m_sizes.pop_front()) limit = m_sizes.front().second;
    if (limit > m_walked) walk(spool, limit), join(spool);
}

/// Behind the limit only for events whose payloads stand before it.
void SpoolTrim::walk(SpoolFrames& spool, std::uint64_t limit) {
    Payloads payloads;
    std::uint64_t at = m_walked;
    while (at < limit || !payloads.empty()) {
        const std::optional<SpoolFrame> frame = spool.at(at);
        if (!frame) break;
        const bool isOld = at < limit;
        at = frame->end();
        if (frame->type() == Block::Nvtx) {
            const auto thread = isOld ? payloads.end() : payloads.find(threadOf(*frame, spool.payload(*frame)));
            if (isOld || thread != payloads.end()) discardEvents(spool, *frame, payloads);
        } else if (isOld && frame->type() == Block::Payloads) {
            payloads[threadOfPayloads(spool.payload(*frame))].push_back(*frame);
        } else if (isOld && isOfMoment(frame->type()) &&
                   !(frame->type() == Block::Clocks && !std::exchange(m_hasClock, true))) {
            spool.discard(frame->offset, frame->end());
        }
        if (isOld) m_walked = at;
    }
    for (const auto& [thread, frames] : payloads)  // their events were lost
        for (const SpoolFrame& frame : frames) spool.discard(frame.offset, frame.end());
}

void SpoolTrim::discardEvents(SpoolFrames& spool, const SpoolFrame& frame, Payloads& payloads) {
    const std::vector<unsigned char> bytes = spool.payload(frame);
    if (const auto of = payloads.find(threadOf(frame, bytes)); of != payloads.end()) {
        for (const SpoolFrame& p : of->second) spool.discard(p.offset, p.end());
        payloads.erase(of);
    }
    const std::vector<unsigned char> names = namingRecords(frame, bytes);
    if (names.empty()) return void(spool.discard(frame.offset, frame.end()));
    SpoolFrame kept = frame;
    kept.head.rows = static_cast<std::uint32_t>(names.size() / frame.head.subject);
    kept.head.seal(names.data(), static_cast<std::uint32_t>(names.size()));
    // What is left must have room for a header. It is written first: the block is whole at any moment.
    if (frame.bytes() - kept.bytes() < kFrameHeaderBytes) return;
    if (spool.discard(kept.end(), frame.end())) spool.write(kept.offset, kept.head, names);
}

/// Neighbours among the discarded blocks become one: only whole pages can be given back, and each header keeps one.
void SpoolTrim::join(SpoolFrames& spool) {
    std::uint64_t begin = 0, end = 0;  // of those that are joined; 0 = none
    const auto close = [&] {
        if (begin != 0 && spool.discard(begin, end)) spool.free(begin, end);
    };
    while (m_joined < m_walked) {
        const std::optional<SpoolFrame> frame = spool.at(m_joined);
        if (!frame) break;
        const bool discarded = frame->type() == Block::Discarded;
        const bool fits = begin != 0 && frame->end() - begin <= model::rep::kMaxPayload;
        if (!discarded || !fits) {
            close();
            begin = discarded ? frame->offset : 0;
        }
        end = m_joined = frame->end();
    }
    close();
    if (begin != 0) m_joined = begin;  // the next ones may join it
}

}  // namespace app::recorder
