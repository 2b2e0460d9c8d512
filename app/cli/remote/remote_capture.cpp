// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/remote_capture.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <random>
#include <span>

#include "app/cli/capture/finish.h"
#include "app/cli/capture/output_name.h"
#include "app/cli/capture/run.h"
#include "app/cli/capture/session_folder.h"
#include "app/cli/remote/run_folder.h"
#include "app/text/json.h"
#include "app/text/print_message.h"
#include "model/base/messages.h"

namespace app::remote {
namespace fs = std::filesystem;
using capture::kFailed;
using capture::kFine;
using capture::kUsage;
using std::chrono::seconds;

namespace {

constexpr int kInterruptedCode = 128 + SIGINT;  // as shells have it
constexpr const char* kWaitMs = "250";
constexpr std::size_t kLongestMessage = 1 << 20, kMostReports = 10'000;
constexpr seconds kNoHurry{24 * 3600};  // somebody may have to type a password, a queue to give a machine
constexpr seconds kAskEvery{30};
constexpr seconds kAgainWithin{60};
constexpr seconds kGiveUpAfter{600};

std::uint64_t countIn(const std::string& text) {
    std::uint64_t out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

/// The program's own bytes, as it would have written them here.
void writeOutput(int to, std::string_view bytes) {
    std::fflush(to == STDOUT_FILENO ? stdout : stderr);
    while (!bytes.empty()) {
        const ssize_t n = ::write(to, bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR) return;
        if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

std::string newId(const std::string& name) {
    std::random_device random;
    return fmt::format("{}-{:08x}", name.substr(0, 40), random());
}

/// %h is the machine where the program runs.
std::string withHost(const std::string& pattern, const std::string& host) {
    std::string out, escaped;
    for (const char c : host) escaped += c == '%' ? "%%" : c == '/' ? "_" : std::string(1, c);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char next = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if (pattern[i] == '%' && next == 'h') out += escaped, ++i;
        else if (pattern[i] == '%' && next == '%') out += "%%", ++i;
        else out += pattern[i];
    }
    return out;
}

/// Holds the name of a file that is not there yet: whoever creates it has it.
bool claim(const fs::path& file) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd >= 0) ::close(fd);
    return fd >= 0;
}

}  // namespace

RemoteCapture::RemoteCapture(std::string target, capture::CaptureOptions options)
    : m_signals(m_poller, [this](int number, bool) { onSignal(number); }),
      m_machine(m_poller, std::move(target), options.kitFolder), m_mirror(m_poller), m_options(std::move(options)) {}

std::string RemoteCapture::recoverLine(const char* more) const {
    return fmt::format("sightline recover --on {} {}{}", quotedForShell(m_machine.name()), m_id, more);
}

/// Nothing there hears of it before there is a program; then it goes to that.
void RemoteCapture::onSignal(int number) {
    if (m_phase == Phase::Connecting) return m_poller.stop();
    m_toPass.push_back(number);
    if (m_phase != Phase::Reconnecting || number == SIGUSR1 || number == SIGUSR2) return;
    if (m_warned) return m_poller.stop();
    m_warned = true;
    printMessage({model::MessageCode::InterruptAgain, {m_machine.name()}}, kFine);
}

int RemoteCapture::connect() {
    const auto connected = m_machine.connect(kNoHurry);
    if (!connected) {
        const bool interrupted = connected.error().kind == Failure::Kind::Stopped;
        return printMessage(sentenceOf(connected.error(), m_machine.name()), interrupted ? kInterruptedCode : kUsage);
    }
    m_connected = true;
    nameReportsBy(m_machine.host());
    return kFine;
}

void RemoteCapture::nameReportsBy(const std::string& host) {
    for (std::string* pattern : {&m_options.output, &m_options.outputFolder, &m_options.sessionName})
        *pattern = withHost(*pattern, host);
}

bool RemoteCapture::waitFor(int fd) {
    const auto until = Poller::Clock::now() + kNoHurry;
    for (;;) {
        const auto ready = m_poller.wait(fd, POLLIN, std::min(until, Poller::Clock::now() + kAskEvery));
        if (ready != Poller::Ready::TimeOver || Poller::Clock::now() >= until) return ready == Poller::Ready::Yes;
        if (m_connected) (void)m_machine.ask({"clock"});  // where nobody asks anything, the other side ends
    }
}

model::Message RemoteCapture::openMirror() {
    const auto opened = m_mirror.open(m_sessionName, m_machine.name(), m_id, capture::claimedFile(m_options));
    return opened ? model::Message() : model::sentenceOf(opened.error());
}

int RemoteCapture::run(const std::string& typed, std::vector<std::string> words) {
    if (const model::Message wrong = capture::complaintAboutOutput(m_options); !wrong.empty())
        return printMessage(wrong, kUsage);
    {
        const model::Handle alone = capture::lockSessions();
        if (const auto wrong = capture::complaintAboutOthers(m_options, true); !wrong.empty())
            return printMessage(wrong, kUsage);
        for (const model::Message& remark : capture::remarksOnNames(m_options, true)) printMessage(remark, kFine);
        m_sessionName =
            m_options.sessionName.empty() ? fmt::format("on-{}", ::getpid()) : capture::newSessionName(m_options);
        m_id = newId(m_sessionName);
        if (const auto wrong = openMirror(); !wrong.empty()) return printMessage(wrong, kUsage);
    }
    measureClock();
    m_live = m_options.keepNs == 0;  // parts of its spools are discarded, and would have to be here, too
    std::string functions;
    if (!m_options.pythonFunctions.empty())
        if (const auto in = model::openNamed(m_options.pythonFunctions))
            functions = in->readAll(1 << 20, m_options.pythonFunctions).value_or(std::string());
    Words request{"start", m_id, typed, m_options.targetFolder, functions};
    request.insert(request.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
    if (m_poller.isStopped()) {
        m_mirror.remove();
        return printMessage(model::MessageCode::InterruptedBeforeRun, kInterruptedCode);
    }
    m_phase = Phase::Following;  // from here on it may run: signals are for the program
    for (;;) {
        const auto started = m_machine.ask(request);
        if (started) return follow();
        if (started.error().kind == Failure::Kind::Refused) {
            m_mirror.remove();
            return printMessage({model::MessageCode::SaidThere, {m_machine.name(), started.error().why}}, kUsage);
        }
        if (!reconnect(started.error().why)) return leave();
    }
}

int RemoteCapture::join(const std::string& id) {
    m_id = id;
    m_joined = true;
    m_sessionName = id.substr(0, id.rfind('-'));
    if (const auto wrong = openMirror(); !wrong.empty()) return printMessage(wrong, kUsage);
    return follow();
}

int RemoteCapture::follow() {
    m_phase = Phase::Following;
    for (;;) {
        const auto done = exchange();
        if (done && *done) return finish();
        if (done) continue;
        const Failure& failure = done.error();
        if (failure.kind == Failure::Kind::Refused) return gone(failure.why);
        if (failure.kind == Failure::Kind::Stopped || !reconnect(failure.why)) return leave();
    }
}

/// What is to go there, then what came from there. True where all is here.
Outcome<bool> RemoteCapture::exchange() {
    if (auto passed = passOn(); !passed) return tl::unexpected(passed.error());
    for (Report& report : m_reports)
        if (!report.file) beginReport(report);
    std::erase_if(m_reports, [](const Report& report) { return !report.file; });
    Words request{"sync", m_id, kWaitMs, m_live ? "1" : "0"};
    for (const auto& [name, bytes] : {std::pair{"out", m_out}, {"err", m_err}, {"messages", m_messages}})
        request.insert(request.end(), {std::string("run/") + name, std::to_string(bytes)});
    for (const Report& report : m_reports)
        request.insert(request.end(), {"run/" + report.name, std::to_string(report.file->position())});
    const Words known = m_mirror.known();
    request.insert(request.end(), known.begin(), known.end());
    const auto answer = m_machine.ask(request);
    return answer ? apply(*answer) : tl::unexpected(answer.error());
}

Outcome<void> RemoteCapture::passOn() {
    while (!m_toPass.empty()) {
        const auto done = m_machine.ask({"signal", m_id, std::to_string(m_toPass.front())});
        if (!done) return tl::unexpected(done.error());
        m_toPass.pop_front();
    }
    while (m_mirror.hasQuestions()) {
        const Mirror::Question question = m_mirror.takeQuestion();
        const auto done = m_machine.ask({"control", m_id, question.client, question.line});
        if (done) continue;
        if (done.error().kind != Failure::Kind::Refused) return tl::unexpected(done.error());
        m_mirror.answer(question.client, "failed " + messageJson(done.error().why));
    }
    return {};
}

Outcome<bool> RemoteCapture::apply(const Words& answer) {
    constexpr std::size_t kHead = 4, kEntry = 4;
    if (answer.size() < kHead || answer[0] != "sync" || (answer.size() - kHead) % kEntry != 0)
        return tl::unexpected(Failure{Failure::Kind::Broken, model::MessageCode::TransportGarbage});
    for (std::size_t i = kHead; i < answer.size(); i += kEntry)
        applyEntry(answer[i], answer[i + 1], countIn(answer[i + 2]), answer[i + 3]);
    const auto state = static_cast<RunFolder::State>(countIn(answer[1]));
    if (state == RunFolder::State::Running) return false;
    m_mirror.setEnding();
    if (answer[3] == "1" || answer.size() > kHead || !m_reports.empty()) return false;
    if (state == RunFolder::State::Died && !m_recovered) {
        const auto asked = m_machine.ask({"recover", m_id});
        m_recovered = asked.has_value();
        if (asked) return printMessage({model::MessageCode::SessionDiedThere, {m_machine.name()}}, kFine), false;
        const bool nothingLeft = asked.error().kind == Failure::Kind::Refused && !m_written.empty();
        if (!nothingLeft) return tl::unexpected(asked.error());
    }
    // A session that could make no report, for want of room there: somebody has come for it again.
    if (m_joined && m_written.empty() && !m_recovered) {
        m_recovered = true;
        const auto asked = m_machine.ask({"recover", m_id});
        if (asked) return false;
        if (asked.error().kind != Failure::Kind::Refused) return tl::unexpected(asked.error());
    }
    // How a program ended whose session and keeper were killed is not known.
    m_status = state == RunFolder::State::Ended && !m_recovered ? static_cast<int>(countIn(answer[2])) : kFailed << 8;
    return true;
}

void RemoteCapture::applyEntry(const std::string& kind, const std::string& name, std::uint64_t number,
                               const std::string& bytes) {
    const auto isNext = [&](const char* file, std::uint64_t& known) {
        if (name != file || number != known) return false;
        known += bytes.size();
        return true;
    };
    if (kind == "status") m_mirror.setStatus(bytes), m_live &= !m_mirror.isRecording();
    else if (kind == "answer") m_mirror.answer(name, bytes);
    else if (kind == "closed") m_mirror.closed(name);
    else if (kind == "end") endReport(name, number);
    else if (kind == "missing") loseReport(name);
    else if (kind == "whole") (void)m_mirror.replace(name, number, bytes);
    else if (kind != "append") return;
    else if (isNext("run/out", m_out)) writeOutput(STDOUT_FILENO, bytes);
    else if (isNext("run/err", m_err)) writeOutput(STDERR_FILENO, bytes);
    else if (isNext("run/messages", m_messages)) readMessages(bytes);
    else if (name.starts_with("run/")) addToReport(name, number, bytes);
    else if (m_live && !m_mirror.append(name, number, bytes)) {
        m_live = false;
        printMessage({model::MessageCode::LiveEndsDiskFull, {m_machine.name()}}, kFine);
    }
}

void RemoteCapture::readMessages(std::string_view bytes) {
    m_messageLine += bytes;
    for (std::size_t end; (end = m_messageLine.find('\n')) != m_messageLine.npos; m_messageLine.erase(0, end + 1))
        handleMessage(messageFromJson(std::string_view(m_messageLine).substr(0, end)));
    if (m_messageLine.size() > kLongestMessage) m_messageLine.clear();
}

void RemoteCapture::handleMessage(const model::Message& message) {
    using enum model::MessageCode;
    const bool isReport = message.code == ReportWritten && !message.arguments.empty();
    const std::string there = isReport ? message.arguments.front().text : std::string();
    if (const std::string name = fs::path(there).filename().string(); isReport && RunFolder::isReportName(name)) {
        if (m_named.size() < kMostReports && m_named.insert(name).second)
            m_reports.push_back({there, name, {}, false, nullptr});
    } else if (message.code != FolderRemoved && !message.empty())
        printMessage({SaidThere, {m_machine.name(), message}}, kFine);
}

// ------------------------------------------------------------------------------------------------------------ reports

void RemoteCapture::beginReport(Report& report) {
    std::string process = capture::factOf(capture::readFacts(m_mirror.folder()), "pid");
    std::erase_if(process, [](unsigned char c) { return std::isdigit(c) == 0; });  // part of a name of a file
    report.here = capture::outputFile(m_options, process, ++m_reportsSoFar, capture::manyReports(m_options));
    capture::makeOutputFolder(m_options, report.here);
    if (!m_options.overwrite && !(report.claimed = claim(report.here)))
        return failReport(
            report, model::sentenceOf(model::fail(model::ErrorCode::CannotWrite, report.here.string(),
                                                  errno == EEXIST ? model::Message(model::MessageCode::StandsThere)
                                                                  : std::strerror(errno))
                                          .value()));
    auto file = model::OutputFile::create(report.here);
    if (!file) return failReport(report, model::sentenceOf(file.error()));
    report.file = std::make_unique<model::OutputFile>(std::move(*file));
}

void RemoteCapture::failReport(Report& report, const model::Message& why) {
    m_failed = true;
    report.file = nullptr;
    if (report.claimed) ::unlink(report.here.c_str());
    printMessage(why, kFailed);
}

void RemoteCapture::addToReport(const std::string& name, std::uint64_t from, const std::string& bytes) {
    for (Report& report : m_reports) {
        if ("run/" + report.name != name || !report.file || report.file->position() != from) continue;
        const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
        if (const auto done = report.file->write(std::span(data, bytes.size())); !done)
            failReport(report, model::sentenceOf(done.error()));
    }
    std::erase_if(m_reports, [](const Report& report) { return !report.here.empty() && !report.file; });
}

/// Somebody has removed it there.
void RemoteCapture::loseReport(const std::string& name) {
    for (Report& report : m_reports)
        if ("run/" + report.name == name) failReport(report, model::MessageCode::NoReportWritten);
    std::erase_if(m_reports, [](const Report& report) { return !report.file; });
}

void RemoteCapture::endReport(const std::string& name, std::uint64_t bytes) {
    const auto report = std::find_if(m_reports.begin(), m_reports.end(), [&](const Report& r) {
        return "run/" + r.name == name && r.file && r.file->position() == bytes;
    });
    if (report == m_reports.end()) return;
    if (const auto done = report->file->commit(); !done) {
        failReport(*report, model::sentenceOf(done.error()));
    } else {
        m_written.push_back(report->here);
        m_mirror.addReport(report->there, report->here);
        capture::reportWritten(report->here);
    }
    m_reports.erase(report);
}

// -------------------------------------------------------------------------------------------------------- connections

void RemoteCapture::measureClock() {
    const auto measured = m_machine.measureClock();
    if (measured) m_clock = m_clock ? between(*m_clock, *measured) : *measured;
}

/// False where it did not come about: somebody had enough of it, or it took too long.
bool RemoteCapture::reconnect(const model::Message& why) {
    m_mirror.loseAnswers();
    m_machine.close();
    printMessage({model::MessageCode::ConnectionLost, {m_machine.name(), why}}, kFine);
    m_phase = Phase::Reconnecting;
    const auto giveUp = Poller::Clock::now() + kGiveUpAfter;
    bool connected = false;
    for (std::chrono::milliseconds pause{200}; !connected && Poller::Clock::now() < giveUp; pause *= 2) {
        const auto until = Poller::Clock::now() + std::min<std::chrono::milliseconds>(pause, seconds(10));
        if (m_poller.wait(-1, 0, until) == Poller::Ready::Stopped) return false;
        const auto again = m_machine.connect(kAgainWithin);
        if (!again && again.error().kind == Failure::Kind::Stopped) return false;
        connected = again.has_value();
    }
    m_phase = Phase::Following;
    m_warned = false;
    if (connected) printMessage({model::MessageCode::ConnectedAgain, {m_machine.name()}}, kFine);
    return connected;
}

int RemoteCapture::leave() {
    for (Report& report : m_reports)
        if (report.claimed) ::unlink(report.here.c_str());
    m_reports.clear();
    return printMessage({model::MessageCode::GoesOnThere, {m_machine.name(), recoverLine()}}, kFailed);
}

/// The machine knows nothing of it any more. What has come of it is here.
int RemoteCapture::gone(const model::Message& why) {
    for (Report& report : m_reports)
        if (report.claimed) ::unlink(report.here.c_str());
    const bool isGone = why.code == model::MessageCode::NoCaptureThere;
    printMessage(isGone ? model::Message(model::MessageCode::CaptureIsGone, {m_machine.name()})
                        : model::Message(model::MessageCode::SaidThere, {m_machine.name(), why}),
                 kFailed);
    if (m_mirror.holdsSpools()) return printMessage(capture::whereKept(m_mirror.folder()), kFailed);
    m_mirror.remove();
    return kFailed;
}

/// False where it stays there: nobody answers any more, or the session could make no report.
bool RemoteCapture::removeThere() {
    for (;;) {
        const auto done = m_machine.ask({"remove", m_id});
        const bool refused = !done && done.error().kind == Failure::Kind::Refused;
        if (refused && done.error().why.code == model::MessageCode::CaptureIsKept) return false;
        if (done || refused) return true;  // it is gone, the answer was lost
        if (done.error().kind == Failure::Kind::Stopped || !reconnect(done.error().why)) return false;
    }
}

int RemoteCapture::finish() {
    measureClock();
    const bool keep = m_failed || m_options.keepThere;
    if (m_failed) printMessage({model::MessageCode::ReportStaysThere, {m_machine.name(), recoverLine()}}, kFailed);
    else if (keep) printMessage({model::MessageCode::KeptThere, {m_machine.name(), recoverLine(" --remove")}}, kFine);
    const bool removed = keep || removeThere();
    m_machine.close();
    // Where no report came of what the session left, all of that stays, there and here.
    if (!removed && m_written.empty() && m_mirror.holdsSpools()) {
        printMessage({model::MessageCode::ReportStaysThere, {m_machine.name(), recoverLine()}}, kFailed);
        return printMessage(capture::whereKept(m_mirror.folder()), kFailed);
    }
    if (!removed) printMessage({model::MessageCode::KeptThere, {m_machine.name(), recoverLine(" --remove")}}, kFine);
    m_mirror.remove();
    for (const capture::FoundSession& s : capture::findSessions())
        if (!s.running && capture::factOf(capture::readFacts(s.folder), capture::kRunFact) == m_id)
            capture::removeSession(s.folder);
    bool fine = !m_failed;
    for (const fs::path& report : m_written) fine &= capture::writeBeside(report, m_options);
    return fine ? kFine : kFailed;
}

}  // namespace app::remote
