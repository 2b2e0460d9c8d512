// SPDX-License-Identifier: GPL-3.0-or-later
// When a session captures: ranges of its processes, which come and go at different times, and what ends a capture
// before they do.
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <algorithm>

#include "app/cli/capture/run.h"
#include "app/cli/capture/session.h"

namespace app::capture {
namespace {

constexpr std::int64_t kSpaceEvery = 1'000'000'000;
constexpr std::int64_t kOnItsWay = 50'000'000;
constexpr std::size_t kMostBegins = 50'000;  // of processes that came later to a capture

std::string sizeText(std::uint64_t bytes) {
    constexpr double kMiB = 1u << 20, kGiB = 1u << 30;
    const auto size = static_cast<double>(bytes);
    return size < kGiB ? fmt::format("{:.1f} MiB", size / kMiB) : fmt::format("{:.2f} GiB", size / kGiB);
}

}  // namespace

std::string spaceComplaint(std::uint64_t spools, std::uint64_t most, std::uint64_t free, std::uint64_t disk) {
    if (most && spools >= most)
        return fmt::format("what was captured reached the {:.2f} GB of --max-size", static_cast<double>(most) / 1e9);
    const std::uint64_t least = std::min<std::uint64_t>(std::uint64_t{1} << 30, disk / 20);
    if (free < least)
        return fmt::format("only {} of the disk were free, and {} stay so", sizeText(free), sizeText(least));
    return {};
}

bool Session::isRepeated() const {
    return m_options.rangeEnd == RangeEnd::Repeat || m_options.rangeEnd == RangeEnd::RepeatShutdown;
}

bool Session::anyInRange() const {
    return std::any_of(m_processes.begin(), m_processes.end(), [](const Process& p) { return p.inRange; });
}

/// Whether a process is to trace: where it has ranges of its own, in these.
bool Session::isWanted(const Process& p) const {
    const bool own = m_options.rangeBy != RangeBy::None && m_options.rangeEnd != RangeEnd::None && p.ranged;
    return m_capturing && (!own || p.inRange);
}

/// How many ranges a process that joins now has missed: the one that others are in is the next one of its own.
std::size_t Session::rangesBegun() const {
    const std::size_t begun = m_captures.size() - m_firstAsked;
    return begun - (begun > 0 && m_capturing);
}

/// The capture that the next range of a process begins, or joins; nothing where nobody wants it. The n-th range of each
/// process is of the n-th capture, whenever the others come to theirs. Without repeat only the first one counts,
/// however soon the next one follows.
std::optional<std::size_t> Session::nextCapture(const Process& p) const {
    const bool counts = m_options.rangeBy != RangeBy::None && m_armed && m_phase == Phase::Running;
    if (!counts || !m_noSpace.empty()) return std::nullopt;
    const std::size_t before = m_options.rangeEnd == RangeEnd::None ? 0 : p.ranges;
    const std::size_t most = isRepeated() ? m_options.repeats : 1;
    if (most != 0 && before >= most) return std::nullopt;
    const std::size_t capture = m_firstAsked + before;
    if (capture >= m_captures.size()) return capture;
    const CaptureTime& known = m_captures[capture];
    const bool isWritten = capture < std::max(m_written, m_writing);
    const bool isOver = !isRepeated() && !m_capturing && known.end != 0;
    if (known.dropped || isWritten || isOver) return std::nullopt;
    return capture;
}

/// What of its own ranges still counts, as a process is told: see obey() in collectors/process/process.cpp.
std::string_view Session::heeded(const Process& p) const {
    const bool goesOn = m_options.rangeEnd == RangeEnd::None;
    if ((goesOn && m_capturing) || (!p.inRange && !nextCapture(p))) return "nothing";
    return goesOn ? "begins" : "all";
}

void Session::rangeBegan(Process& p, std::int64_t at) {
    const std::optional<std::size_t> capture = nextCapture(p);
    ++p.ranges;
    p.ranged = true;
    if (!capture) return unwanted(p, at);
    p.inRange = true;
    p.capture = *capture;
    const bool isFirst = *capture >= m_captures.size();
    if (isFirst) m_captures.push_back({at, 0, false, {}});
    CaptureTime& mine = m_captures[*capture];
    const bool noted = !isFirst && m_options.rangeEnd != RangeEnd::None && !p.spool.empty();
    if (noted && m_begins < kMostBegins) m_begins += mine.begins.try_emplace(p.spool, at).second;
    mine.end = 0;
    capturing();
}

/// A process traces until it hears that nobody wants this: what it notes meanwhile belongs to no report.
void Session::unwanted(Process& p, std::int64_t at) {
    p.inRange = false;
    if (m_captures.empty()) return;
    if (!m_captures.back().dropped) m_captures.push_back({model::kTimeMax, model::kTimeMax, true, {}});
    if (m_begins < kMostBegins && !p.spool.empty())
        m_begins += m_captures.back().begins.try_emplace(p.spool, at).second;
}

void Session::rangeEnded(Process& p, std::int64_t at) {
    p.inRange = false;
    const bool last = std::none_of(m_processes.begin(), m_processes.end(),
                                   [&](const Process& o) { return o.inRange && o.capture == p.capture; });
    if (m_options.rangeEnd == RangeEnd::None) return;
    if (last && p.capture < m_captures.size()) m_captures[p.capture].end = std::max(at, m_captures[p.capture].begin);
    if (!m_capturing || anyInRange()) return;
    // What another process began before this may still be on its way.
    m_rangesOver = at;
    m_due[Due::RangesOver] = monotonicNow() + kOnItsWay;
}

void Session::rangesOver() {
    if (!m_capturing || anyInRange()) return;
    const bool all = m_options.repeats != 0 &&
                     std::all_of(m_processes.begin(), m_processes.end(),
                                 [&](const Process& o) { return !o.ranged || o.ranges >= m_options.repeats; });
    switch (m_options.rangeEnd) {
    case RangeEnd::None: return;
    case RangeEnd::Stop: end(m_rangesOver), flushThen(false); return;
    case RangeEnd::StopShutdown: endAll(m_rangesOver); return;
    case RangeEnd::Repeat: end(m_rangesOver); return;
    case RangeEnd::RepeatShutdown: all ? endAll(m_rangesOver) : end(m_rangesOver); return;
    }
}

/// Begins a capture that no process asked for.
void Session::begin(std::int64_t at) {
    if (m_capturing || m_phase != Phase::Running) return;
    m_captures.push_back({at, 0, false, {}});
    capturing();
}

void Session::capturing() {
    if (!m_capturing) {
        m_capturing = true;
        for (Process& p : m_processes) tellState(p);
        m_options.collect.startPaused = false;
        (void)tellOptions();  // who comes later is told at its hello, too
        if (m_options.durationNs > 0) m_due[Due::End] = monotonicNow() + m_options.durationNs;
        m_due[Due::Space] = monotonicNow() + kSpaceEvery;
    }
    noteFacts();
}

void Session::end(std::int64_t at) {
    m_due.erase(Due::Begin);
    m_due.erase(Due::End);
    m_due.erase(Due::Space);
    m_due.erase(Due::RangesOver);
    if (!m_capturing) return;
    m_capturing = false;
    for (CaptureTime& c : m_captures)
        if (!c.dropped && c.end == 0) c.end = std::max(at, c.begin);
    for (Process& p : m_processes) p.inRange = false, tellState(p);
    m_options.collect.startPaused = true;
    (void)tellOptions();
    noteFacts();
}

/// The capture ends, and the session with it.
void Session::endAll(std::int64_t at) {
    if (m_phase != Phase::Running) return;
    m_phase = Phase::Ending;
    look();
    end(at);
    flushThen(true);
}

/// A capture that fills the disk harms more than the program it looks at.
void Session::checkSpace() {
    struct statvfs disk {};
    if (!m_capturing || ::statvfs(m_folder.c_str(), &disk) != 0) return;
    m_noSpace =
        spaceComplaint(spoolSizes(m_folder).bytes, m_options.maxBytes, std::uint64_t{disk.f_bavail} * disk.f_frsize,
                       std::uint64_t{disk.f_blocks} * disk.f_frsize);
    if (m_noSpace.empty()) return void(m_due[Due::Space] = monotonicNow() + kSpaceEvery);
    say(fmt::format("The capture ends here and the program goes on: {}.", m_noSpace), kFine);
    end(monotonicNow());
    flushThen(false);
}

}  // namespace app::capture
