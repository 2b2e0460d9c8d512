// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorder/recorder_triggers.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>

#include "model/base/messages.h"
#include "model/workload/steps.h"

namespace app::recorder {

using collectors::spool::Block;
using collectors::spool::NvtxEvent;
using collectors::spool::NvtxOp;
using model::Argument;
using model::MessageCode;

namespace {

constexpr std::size_t kMostNames = 50'000, kMostDepth = 4096, kMostRanges = 10'000;
constexpr std::size_t kSteps = 101, kFewestSteps = 5;  // that a median is taken of
constexpr std::size_t kMostKinds = 1000;               // of steps

bool isWork(Block type) {
    return type == Block::Kernels || type == Block::GraphKernels || type == Block::Graphs || type == Block::Copies ||
           type == Block::Sets;
}
bool isCall(Block type) { return type == Block::Nvtx || type == Block::Calls || type == Block::LibraryCalls; }

}  // namespace

RecorderTriggers::RecorderTriggers(TriggerOptions options, std::int64_t keepNs)
    : m_options(std::move(options)), m_keepNs(keepNs) {}

std::uint64_t RecorderTriggers::look(const std::string& name, const SpoolFrames& spool, std::int64_t now) {
    Watched& watched = m_spools[name];
    while (const std::optional<SpoolFrame> frame = spool.at(watched.at)) {
        watched.at = frame->end();
        if (frame->type() == Block::Strings) readNames(watched, spool.payload(*frame));
        if (frame->type() == Block::Nvtx) readEvents(watched, *frame, spool.payload(*frame));
        if (isWork(frame->type())) m_lastWork = now, m_stallTold = false;
        if (isCall(frame->type())) m_lastCall = now, m_stallTold &= m_lastWork != 0;
    }
    return watched.at;
}

bool RecorderTriggers::isStalled(std::int64_t now) const {
    const std::int64_t last = m_lastWork ? m_lastWork : m_lastCall;
    return m_options.stallNs > 0 && last != 0 && now - last >= m_options.stallNs;
}

Trigger RecorderTriggers::due(std::int64_t now) const {
    if (!m_mark.why.empty()) return m_mark;
    if (!m_slow.why.empty() || m_stallTold || !isStalled(now)) return m_slow;
    const std::int64_t last = m_lastWork ? m_lastWork : m_lastCall;
    return {{m_lastWork ? MessageCode::SnapshotStall : MessageCode::SnapshotStallOfCalls,
             {Argument::duration(static_cast<double>(m_keepNs)), Argument::duration(static_cast<double>(now - last))}},
            last};
}

void RecorderTriggers::forget(std::int64_t now) {
    m_stallTold |= m_mark.why.empty() && m_slow.why.empty() && isStalled(now);
    m_mark = m_slow = {};
}

void RecorderTriggers::readNames(Watched& watched, const std::vector<unsigned char>& bytes) const {
    for (std::size_t at = 0; bytes.size() - at >= 8;) {
        std::uint32_t head[2];  // the number, and the bytes of the text
        std::memcpy(head, bytes.data() + at, sizeof head);
        at += sizeof head;
        if (head[1] > bytes.size() - at) return;
        const std::string_view text(reinterpret_cast<const char*>(bytes.data() + at), head[1]);
        const bool isOfStep = m_options.slowFactor > 0 &&
                              (m_options.slowName.empty() ? model::reports::isStep(text) : text == m_options.slowName);
        if (isOfStep) watched.names[head[0]] = text;
        if (text == kSnapshotMark) watched.mark = head[0];
        if (watched.names.size() > kMostNames) watched.names.erase(watched.names.begin());
        at = std::min(bytes.size(), at + (head[1] + std::size_t{3}) / 4 * 4);
    }
}

void RecorderTriggers::readEvents(Watched& watched, const SpoolFrame& frame, const std::vector<unsigned char>& bytes) {
    const std::size_t each = frame.head.subject;
    if (each < offsetof(NvtxEvent, op) + 1) return;
    for (std::size_t at = 0; at + each <= bytes.size(); at += each) {
        const auto e = collectors::spool::read<NvtxEvent>(bytes.data() + at, each);
        const auto name = watched.names.find(e.name);
        const bool isKnown = name != watched.names.end();
        std::vector<Open>& stack = watched.stacks[{e.thread, e.domain}];
        switch (e.op) {
        case NvtxOp::Push:
            if (stack.size() < kMostDepth) stack.push_back({isKnown ? e.name : 0, e.time});
            break;
        case NvtxOp::Pop:
            if (stack.empty()) break;
            stepEnded(watched, stack.back(), e.time);
            stack.pop_back();
            break;
        case NvtxOp::Start:
            if (isKnown && watched.ranges.size() < kMostRanges) watched.ranges[e.id] = {e.name, e.time};
            break;
        case NvtxOp::End:
            if (const auto range = watched.ranges.find(e.id); range != watched.ranges.end()) {
                stepEnded(watched, range->second, e.time);
                watched.ranges.erase(range);
            }
            break;
        case NvtxOp::Mark:
            if (e.name != 0 && e.name == watched.mark)
                m_mark = {{MessageCode::SnapshotMark,
                           {Argument::duration(static_cast<double>(m_keepNs)), Argument::name(kSnapshotMark)}},
                          static_cast<std::int64_t>(e.time)};
            break;
        default: break;
        }
    }
}

void RecorderTriggers::stepEnded(const Watched& watched, const Open& step, std::uint64_t end) {
    const auto name = watched.names.find(step.name);
    if (step.name == 0 || name == watched.names.end()) return;
    std::string kind = name->second;  // "step" of "step 12"
    std::erase_if(kind, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (m_steps.size() >= kMostKinds && !m_steps.contains(kind)) return;
    std::deque<std::int64_t>& before = m_steps[kind];
    const auto took = static_cast<std::int64_t>(end - std::min(step.start, end));
    if (before.size() >= kFewestSteps) {
        std::vector<std::int64_t> sorted(before.begin(), before.end());
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::nth_element(sorted.begin(), middle, sorted.end());
        const double times = static_cast<double>(took) / static_cast<double>(std::max<std::int64_t>(1, *middle));
        if (times > m_options.slowFactor)
            m_slow = {{MessageCode::SnapshotSlowStep,
                       {Argument::duration(static_cast<double>(m_keepNs)), Argument::name(name->second),
                        Argument::duration(static_cast<double>(took)), Argument::tenths(times)}},
                      static_cast<std::int64_t>(end)};
    }
    before.push_back(took);
    if (before.size() > kSteps) before.pop_front();
}

}  // namespace app::recorder
