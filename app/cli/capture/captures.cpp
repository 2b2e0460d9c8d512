// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/captures.h"
#include "model/base/messages.h"

#include <fmt/format.h>
#include <algorithm>

namespace app::capture {
namespace {

constexpr std::size_t kMostBegins = 50'000;  // of processes that came later to a capture

std::string sizeText(std::uint64_t bytes) {
    constexpr double kMiB = 1u << 20, kGiB = 1u << 30;
    const auto size = static_cast<double>(bytes);
    return size < kGiB ? fmt::format("{:.1f} MiB", size / kMiB) : fmt::format("{:.2f} GiB", size / kGiB);
}

}  // namespace

model::Message spaceComplaint(std::uint64_t spools, std::uint64_t most, std::uint64_t free, std::uint64_t disk) {
    if (most && spools >= most)
        return {model::MessageCode::MaxSizeReached, {fmt::format("{:.2f}", static_cast<double>(most) / 1e9)}};
    const std::uint64_t least = std::min<std::uint64_t>(std::uint64_t{1} << 30, disk / 20);
    if (free < least) return {model::MessageCode::DiskNearlyFull, {sizeText(free), sizeText(least)}};
    return {};
}

bool anyInRange(const Processes& processes) {
    return std::any_of(processes.begin(), processes.end(), [](const Process& p) { return p.inRange; });
}

void Captures::arm() {
    m_armed = true;
    // What stands before the first one begins when the program did. Here it is what is not kept any more.
    if (m_options.keepNs > 0 && m_captures.empty()) m_captures.push_back({0, 0, true, {}});
    m_firstAsked = m_captures.size();
}

// --- what a process may do

bool Captures::isWanted(const Process& p) const {
    const bool own = m_options.rangeBy != RangeBy::None && m_options.rangeEnd != RangeEnd::None && p.ranged;
    return m_running && (!own || p.inRange);
}

std::size_t Captures::rangesBegun() const {
    const std::size_t begun = m_captures.size() - m_firstAsked;
    return begun - (begun > 0 && m_running);
}

/// The capture that the next range of a process begins, or joins; nothing where nobody wants it. The n-th range of each
/// process is of the n-th capture, whenever the others come to theirs. Without repeat only the first one counts,
/// however soon the next one follows.
std::optional<std::size_t> Captures::next(const Process& p) const {
    if (m_options.rangeBy == RangeBy::None || !m_armed || m_closed || !m_hasRoom) return std::nullopt;
    const std::size_t before = m_options.rangeEnd == RangeEnd::None ? 0 : p.ranges;
    const std::size_t most = isRepeated() ? m_options.repeats : 1;
    if (most != 0 && before >= most) return std::nullopt;
    const std::size_t capture = m_firstAsked + before;
    if (capture >= m_captures.size()) return capture;
    const CaptureTime& known = m_captures[capture];
    const bool isWritten = capture < std::max(m_written, m_writing);
    const bool isOver = !isRepeated() && !m_running && known.end != 0;
    if (known.dropped || isWritten || isOver) return std::nullopt;
    return capture;
}

std::string_view Captures::heeded(const Process& p) const {
    const bool goesOn = m_options.rangeEnd == RangeEnd::None;
    if ((goesOn && m_running) || (!p.inRange && !next(p))) return "nothing";
    return goesOn ? "begins" : "all";
}

// --- what happens

bool Captures::rangeBegan(Process& p, std::int64_t at) {
    const std::optional<std::size_t> capture = next(p);
    ++p.ranges;
    p.ranged = true;
    p.inRange = capture.has_value();
    if (!capture) {
        unwanted(p, at);
        return false;
    }
    p.capture = *capture;
    const bool isFirst = *capture >= m_captures.size();
    if (isFirst) begin(at);
    CaptureTime& mine = m_captures[*capture];
    const bool noted = !isFirst && m_options.rangeEnd != RangeEnd::None && !p.spool.empty();
    if (noted && m_begins < kMostBegins) m_begins += mine.begins.try_emplace(p.spool, at).second;
    mine.end = 0;
    return true;
}

/// A process traces until it hears that nobody wants this: what it notes meanwhile belongs to no report.
void Captures::unwanted(Process& p, std::int64_t at) {
    if (m_captures.empty()) return;
    if (!m_captures.back().dropped) m_captures.push_back({model::kTimeMax, model::kTimeMax, true, {}});
    if (m_begins < kMostBegins && !p.spool.empty())
        m_begins += m_captures.back().begins.try_emplace(p.spool, at).second;
}

bool Captures::rangeEnded(Process& p, std::int64_t at, const Processes& others) {
    p.inRange = false;
    if (m_options.rangeEnd == RangeEnd::None) return false;
    const bool last = std::none_of(others.begin(), others.end(),
                                   [&](const Process& o) { return o.inRange && o.capture == p.capture; });
    if (last && p.capture < m_captures.size()) m_captures[p.capture].end = std::max(at, m_captures[p.capture].begin);
    return m_running && !anyInRange(others);
}

bool Captures::allRangesOver(const Processes& processes) const {
    return m_options.repeats != 0 && std::all_of(processes.begin(), processes.end(), [&](const Process& o) {
               return !o.ranged || o.ranges >= m_options.repeats;
           });
}

bool Captures::end(std::int64_t at) {
    if (!m_running) return false;
    m_running = false;
    m_ended = at;
    if (m_options.keepNs > 0 && m_captures.back().end == 0) endLast(at - m_options.keepNs, at);
    for (CaptureTime& c : m_captures)
        if (!c.dropped && c.end == 0) c.end = std::max(at, c.begin);
    return true;
}

void Captures::cut(std::int64_t begin, std::int64_t end) { endLast(begin, end); }

void Captures::goOn() {
    const std::int64_t begin = m_captures.back().begin;
    m_captures.back().dropped = true;  // has its report
    if (!m_armed) return;              // cancelled meanwhile
    m_captures.push_back({begin, 0, false, {}});
    if (!m_running) endLast(m_ended - m_options.keepNs, m_ended);
}

/// Ends the last capture, and leaves out what was before `begin`.
void Captures::endLast(std::int64_t begin, std::int64_t end) {
    CaptureTime& c = m_captures.back();
    c.end = std::max(end, c.begin);
    c.begin = std::clamp(begin, c.begin, c.end);
}

void Captures::drop(std::int64_t at) {
    for (CaptureTime& c : m_captures)
        if (!c.dropped && c.end == 0) c.end = at, c.dropped = true;
}

// --- reports

bool Captures::anyUnwritten() const {
    return std::any_of(m_captures.begin() + static_cast<std::ptrdiff_t>(std::min(m_written, m_captures.size())),
                       m_captures.end(), [](const CaptureTime& c) { return !c.dropped; });
}

std::size_t Captures::beginWriting() {
    m_writing = m_captures.size();
    return m_written;
}

}  // namespace app::capture
