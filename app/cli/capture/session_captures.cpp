// SPDX-License-Identifier: GPL-3.0-or-later
// What begins and ends a capture of a session, and what follows: everything is written, the program ended where that is
// wanted, and reports are made.
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/cli/capture/run.h"
#include "app/cli/capture/session.h"
#include "model/base/messages.h"

namespace app::capture {
namespace {

constexpr std::int64_t kSpaceEvery = kSecond, kRecordEvery = kSecond;
constexpr unsigned kMostUnasked = 20;  // reports: whoever is slow every time fills no disk
constexpr std::int64_t kOnItsWay = kSecond / 20;
constexpr std::int64_t kFlushWithin = 5 * kSecond;  // the longest one seen on a GPU took 0.4 s
constexpr std::int64_t kEndWithin = 10 * kSecond;   // of the program, after a signal that ends it

}  // namespace

void Session::rangeBegan(Process& p, std::int64_t at) {
    if (m_captures.rangeBegan(p, at)) capturing();
}

void Session::rangeEnded(Process& p, std::int64_t at) {
    if (!m_captures.rangeEnded(p, at, m_processes)) return;
    // What another process began before this may still be on its way.
    m_rangesOver = at;
    m_due[Due::RangesOver] = monotonicNow() + kOnItsWay;
}

void Session::rangesOver() {
    if (!m_captures.isRunning() || anyInRange(m_processes)) return;
    switch (m_options.rangeEnd) {
    case RangeEnd::None: return;
    case RangeEnd::Stop: end(m_rangesOver), flushThen(false); return;
    case RangeEnd::StopShutdown: endAll(m_rangesOver); return;
    case RangeEnd::Repeat: end(m_rangesOver); return;
    case RangeEnd::RepeatShutdown:
        m_captures.allRangesOver(m_processes) ? endAll(m_rangesOver) : end(m_rangesOver);
        return;
    }
}

/// Begins a capture that no process asked for.
void Session::begin(std::int64_t at) {
    if (m_captures.isRunning() || m_phase != Phase::Running) return;
    m_captures.begin(at);
    capturing();
}

void Session::capturing() {
    if (m_captures.start()) {
        for (Process& p : m_processes) reportState(p);
        m_options.collect.startPaused = false;
        (void)reportOptions();  // who comes later is told at its hello, too
        if (m_options.durationNs > 0) m_due[Due::End] = monotonicNow() + m_options.durationNs;
        m_due[Due::Space] = monotonicNow() + kSpaceEvery;
        if (m_recorder)
            m_recorder.emplace(m_options.keepNs, m_options.triggers);  // nothing stalls while nothing is traced
        if (m_recorder) m_due[Due::Record] = monotonicNow() + kRecordEvery;
    }
    noteFacts();
}

void Session::end(std::int64_t at) {
    m_due.erase(Due::Begin);
    m_due.erase(Due::End);
    m_due.erase(Due::Space);
    m_due.erase(Due::Record);
    m_due.erase(Due::RangesOver);
    if (!m_captures.end(at)) return;
    for (Process& p : m_processes) p.inRange = false, reportState(p);
    m_options.collect.startPaused = true;
    (void)reportOptions();
    noteFacts();
}

/// The capture ends, and the session with it.
void Session::endAll(std::int64_t at) {
    if (m_phase != Phase::Running) return;
    m_phase = Phase::Ending;
    m_captures.close();
    look();
    end(at);
    flushThen(true);
}

/// A capture that fills the disk harms more than the program it looks at.
void Session::checkSpace() {
    struct statvfs disk {};
    if (!m_captures.isRunning() || ::statvfs(m_folder.c_str(), &disk) != 0) return;
    m_noSpace =
        spaceComplaint(spoolSizes(m_folder).bytes, m_options.maxBytes, std::uint64_t{disk.f_bavail} * disk.f_frsize,
                       std::uint64_t{disk.f_blocks} * disk.f_frsize);
    m_captures.setRoom(m_noSpace.empty());
    if (m_noSpace.empty()) return void(m_due[Due::Space] = monotonicNow() + kSpaceEvery);
    printMessage({model::MessageCode::CaptureEndsHere, {m_noSpace}}, kFine);
    end(monotonicNow());
    flushThen(false);
}

/// The flight recorder looks at what came, and discards what is too old.
void Session::record() {
    if (!m_captures.isRunning()) return;
    m_due[Due::Record] = monotonicNow() + kRecordEvery;
    const auto folder = model::Folder::open(m_folder);
    if (!folder) return;
    const bool isRead = m_cut || m_flushing || m_writer.runs();
    m_recorder->look(*folder, monotonicNow(), !isRead);
    const recorder::Trigger due = m_recorder->due(monotonicNow());
    const bool isAsked = due.why.code == model::MessageCode::SnapshotMark;
    if (due.why.empty() || isRead || (!isAsked && m_unasked > kMostUnasked)) return;
    if (!isAsked && ++m_unasked > kMostUnasked)
        return void(printMessage({model::MessageCode::SnapshotsOver, {model::Argument::count(kMostUnasked)}}, kFine));
    (void)snapshot(due);
}

/// Writes a report of what the flight recorder keeps. Processes trace on.
model::Message Session::snapshot(const recorder::Trigger& trigger) {
    if (!m_recorder) return model::MessageCode::NoFlightRecorder;
    if (m_phase != Phase::Running) return model::MessageCode::SessionEnding;
    if (!m_captures.isRunning()) return model::MessageCode::NothingIsCaptured;
    if (m_cut || m_flushing || m_writer.runs()) return model::MessageCode::ReportStillWritten;
    printMessage(trigger.why, kFine);
    m_recorded = trigger.why;
    m_cut = true;
    m_recorder->wrote(monotonicNow());
    m_captures.cut(trigger.at - m_recorder->keepNs(), monotonicNow());
    flushThen(false);
    return {};
}

model::Message Session::snapshotNow() {
    const auto keeps = model::Argument::duration(static_cast<double>(m_options.keepNs));
    return snapshot({{model::MessageCode::SnapshotAsked, {keeps}}, monotonicNow()});
}

/// Waits until every process has written what it holds.
void Session::flushThen(bool over) {
    m_overAfterFlush |= over;
    bool any = false;
    for (Process& p : m_processes) {
        any |= p.flushes = p.line.open() && p.joined;
        p.line.send("flush\n");
    }
    m_flushing = true;
    m_due[Due::Flushed] = monotonicNow() + kFlushWithin;
    if (!any) flushed();
}

void Session::flushed() {
    for (Process& p : m_processes) m_silentFlushes += p.flushes, p.flushes = false;
    m_due.erase(Due::Flushed);
    m_flushing = false;
    if (m_overAfterFlush) return kill();
    noteFacts();
    startWriter();
}

void Session::kill() {
    const std::vector<pid_t> left = m_programs.runsOwn() ? children() : std::vector<pid_t>();
    if (left.empty() || m_options.killSignal == 0) return over();
    m_killed = !target().ended();
    m_phase = Phase::Killing;
    m_due[Due::Killed] = monotonicNow() + kEndWithin;
    for (const pid_t pid : left) ::kill(pid, m_options.killSignal);
}

void Session::over() {
    m_due.clear();
    m_phase = Phase::Over;
    const std::uint64_t bytes = m_options.maxBytes ? spoolSizes(m_folder).bytes : 0;
    const std::string gigabytes = fmt::format("{:.2f}", static_cast<double>(bytes) / 1e9);
    if (bytes > m_options.maxBytes && m_noSpace.empty())
        printMessage({model::MessageCode::MoreThanMaxSize, {gigabytes}}, kFine);
    noteFacts();
    startWriter();
}

void Session::startWriter() {
    if (m_writer.runs() || !m_captures.anyUnwritten()) return;
    const std::size_t first = m_captures.beginWriting();
    if (m_writer.start(m_blocked, [&] { return m_write(*this, first); })) return;
    printMessage({model::MessageCode::NoWriterProcess, {std::strerror(errno)}}, kFailed);
    printMessage(whereKept(m_folder), kFailed);
    reportsWritten(false);
}

void Session::writerEnded(int status) {
    if (WIFSIGNALED(status)) {
        printMessage({model::MessageCode::WriterKilled, {WTERMSIG(status)}}, kFailed);
        printMessage(whereKept(m_folder), kFailed);
    }
    reportsWritten(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

void Session::reportsWritten(bool fine) {
    m_captures.written();
    m_writingFailed |= !fine;
    if (std::exchange(m_cut, false)) m_captures.goOn(), m_recorded = {}, noteFacts();
    if (!m_captures.isRunning() && m_captures.anyUnwritten()) return startWriter();
    answerAwaiting(fine);
    // Without a program a session ends with its capture.
    if (m_phase == Phase::Running && !runsProgram() && !m_captures.isRunning()) endAll();
}

}  // namespace app::capture
