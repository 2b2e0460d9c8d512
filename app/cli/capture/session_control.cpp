// SPDX-License-Identifier: GPL-3.0-or-later
// What people ask of a running session: a line each, its words separated by kWordEnd. The answer is "heard" at once,
// then lines "key value" and a last one, "done" or "failed MESSAGE": why not, as messageJson() writes it.
#include <fmt/format.h>
#include <algorithm>
#include <filesystem>

#include "app/cli/capture/control.h"
#include "app/cli/capture/kept_out.h"
#include "app/cli/capture/option_values.h"
#include "app/cli/capture/output_name.h"
#include "app/cli/capture/run.h"
#include "app/cli/capture/session.h"
#include "app/text/json.h"
#include "model/base/messages.h"

namespace app::capture {
namespace {

constexpr std::int64_t kAnswerWithin = 5'000'000'000;

}  // namespace

void Session::obeyClient(Client& client, const std::string& line) {
    std::vector<std::string> words = splitAt(line, kWordEnd);
    const std::string command = words.front();
    words.erase(words.begin());
    model::Message wrong;
    client.line.send("heard\n");
    if (command == "status") reportStatus(client);
    else if (command == "start") wrong = startFor(client, words);
    else if (command == "stop") wrong = stopFor(client);
    else if (command == "cancel") wrong = cancel();
    else if (command == "snapshot") wrong = snapshotFor(client);
    else if (command == "adopt") wrong = adopt(words), client.brings = wrong.empty();
    else if (command == "program" && words.size() == 1) guestCame(client, std::atoi(words[0].c_str()));
    else if (command == "ended") client.brings = false, client.guest = {};
    else if (command == "shutdown") {
        if (!words.empty()) wrong = parseKill(m_options, words[0]);
        if (wrong.empty()) return endAll();  // that the connection ends, when all is written, is the answer
    } else wrong = {model::MessageCode::UnknownQuestion, {model::Argument::name(command)}};
    if (!wrong.empty()) client.line.send("failed " + messageJson(wrong) + '\n');
    else if (!client.awaitsReport && !client.awaitsStart && !client.awaitsAttached) client.line.send("done\n");
}

void Session::reportStatus(Client& client) const {
    const char* state = m_phase != Phase::Running ? "ending"
                        : m_captures.isRunning()  ? "capturing"
                        : m_writer.runs()         ? "writing"
                        : captures().empty()      ? "waiting"
                                                  : "stopped";
    const SpoolSizes spools = spoolSizes(m_folder);
    const auto programs = std::count_if(m_processes.begin(), m_processes.end(),
                                        [this](const Process& p) { return !m_sampler.is(p.pid); });
    std::string text = fmt::format("name {}\nstate {}\nfolder {}\nprocesses {}\nspools {}\nbytes {}\ncaptures {}\n",
                                   sessionName(m_folder), state, m_folder.string(), programs, spools.files,
                                   spools.bytes, captures().size());
    if (target().started()) text += fmt::format("program {}\npid {}\n", m_options.program.front(), target().pid());
    const auto begun =
        std::find_if(captures().rbegin(), captures().rend(), [](const CaptureTime& c) { return !c.dropped; });
    if (m_captures.isRunning() && begun != captures().rend())
        text += fmt::format("since {}\n", monotonicNow() - begun->begin);
    if (m_recorder) text += fmt::format("keeps {}\n", m_recorder->keepNs());
    if (!m_noSpace.empty()) text += "ended " + messageJson(m_noSpace) + '\n';
    client.line.send(text);
}

model::Message Session::startFor(Client& client, const std::vector<std::string>& words) {
    if (m_phase != Phase::Running) return model::MessageCode::SessionEnding;
    if (m_captures.isRunning() || m_due.contains(Due::Begin)) return model::MessageCode::CaptureRunning;
    if (m_writer.runs()) return model::MessageCode::ReportStillWritten;
    CaptureOptions asked;
    const std::string folder = words.empty() ? std::string() : words.front();
    if (const auto wrong = parseOptions(std::span(words).subspan(words.empty() ? 0 : 1), kStart, asked); !wrong.empty())
        return wrong;
    if (std::filesystem::path(asked.output).has_parent_path())
        asked.output = (std::filesystem::path(folder) / asked.output).string();
    asked.outputFolder = (std::filesystem::path(folder) / asked.outputFolder).string();
    if (const auto wrong = complaintAboutOutput(asked); !wrong.empty()) return wrong;
    const Handle alone = lockSessions();
    if (const auto wrong = complaintAboutOthers(asked, true, m_folder); !wrong.empty()) return wrong;
    const bool rangeIsNew =
        asked.rangeBy != RangeBy::None && (asked.collect.profilerApi != m_options.collect.profilerApi ||
                                           asked.collect.nvtxCapture != m_options.collect.nvtxCapture);
    if (rangeIsNew && !m_joined.empty()) return model::MessageCode::RunsWithoutThatRange;
    const bool otherSampling = m_sampler.runs() && asked.collect.needsSampler() &&
                               !(asked.collect == static_cast<const collectors::Sampling&>(m_options.collect));
    if (otherSampling) return model::MessageCode::SessionLooksOtherwise;
    parseAsked(asked);
    arm();
    client.awaitsStart = m_captures.isRunning();
    client.awaitsAttached = awaitsSampler();
    if (!m_captures.isRunning()) return {};
    m_due[Due::Started] = monotonicNow() + kAnswerWithin;
    answersCame();
    return {};
}

void Session::parseAsked(const CaptureOptions& asked) {
    m_options.output = asked.output;
    m_options.outputFolder = asked.outputFolder;
    m_options.overwrite = asked.overwrite;
    m_options.stats = asked.stats;
    m_options.exports = asked.exports;
    m_options.stopOnExit = asked.stopOnExit;
    m_options.delayNs = asked.delayNs;
    m_options.durationNs = asked.durationNs;
    m_options.untraced.insert(m_options.untraced.end(), asked.untraced.begin(), asked.untraced.end());
    if (asked.collect.needsSampler() && !m_sampler.runs()) {
        static_cast<collectors::Sampling&>(m_options.collect) = asked.collect;
        (void)reportOptions();
        startSampler();
    }
    if (asked.rangeBy == RangeBy::None) return;
    m_options.rangeBy = asked.rangeBy;
    m_options.rangeEnd = asked.rangeEnd;
    m_options.repeats = asked.repeats;
    m_options.collect.profilerApi = asked.collect.profilerApi;
    m_options.collect.nvtxCapture = asked.collect.nvtxCapture;
    (void)reportOptions();
}

/// Every process traces now, or did not answer in time.
void Session::started() {
    m_due.erase(Due::Started);
    for (Process& p : m_processes) p.starts = false;
    for (Client& c : m_clients) {
        if (!c.awaitsStart) continue;
        c.awaitsStart = false;
        if (!c.awaitsAttached) c.line.send("done\n");
    }
}

/// Options of a program that `sightline launch` runs in this session.
model::Message Session::adopt(const std::vector<std::string>& words) {
    if (m_phase != Phase::Running) return model::MessageCode::SessionEnding;
    CaptureOptions asked;
    if (const auto wrong = parseOptions(words, kLaunch, asked); !wrong.empty()) return wrong;
    collectors::Options& mine = m_options.collect;
    if (!m_joined.empty() && (asked.collect.cuda != mine.cuda || asked.collect.nvtx != mine.nvtx))
        return model::MessageCode::SessionTracesOtherwise;
    asked.collect.startPaused = mine.startPaused;
    asked.collect.profilerApi |= mine.profilerApi;
    if (asked.collect.nvtxCapture.empty()) asked.collect.nvtxCapture = mine.nvtxCapture;
    if (asked.rangeBy != RangeBy::None && m_options.rangeBy != asked.rangeBy)
        return model::MessageCode::GiveRangeToStart;
    if (m_sampler.runs()) static_cast<collectors::Sampling&>(asked.collect) = mine;  // it looks as it was told first
    mine = asked.collect;
    if (!target().started()) m_options.program = asked.program;
    for (const KeptOut& kept : keptOut(asked)) {
        const auto isSame = [&](const KeptOut& k) { return k.what == kept.what; };
        if (std::none_of(m_keptOut.begin(), m_keptOut.end(), isSame)) m_keptOut.push_back(kept);
    }
    m_options.untraced.insert(m_options.untraced.end(), asked.untraced.begin(), asked.untraced.end());
    const auto done = reportOptions();
    startSampler();
    return done ? model::Message() : done.error().detail;
}

model::Message Session::stopFor(Client& client) {
    if (!m_captures.isRunning() && !m_due.contains(Due::Begin) && !m_writer.runs())
        return model::MessageCode::NothingIsCaptured;
    client.awaitsReport = m_captures.isRunning() || m_writer.runs();
    end(monotonicNow());
    if (client.awaitsReport) flushThen(false);
    return {};
}

model::Message Session::snapshotFor(Client& client) {
    client.awaitsReport = true;
    model::Message wrong = snapshotNow();
    if (!wrong.empty()) client.awaitsReport = false;
    return wrong;
}

model::Message Session::cancel() {
    if (!m_captures.isRunning() && !m_due.contains(Due::Begin)) return model::MessageCode::NothingIsCaptured;
    m_captures.drop(monotonicNow());
    m_captures.disarm();
    end(monotonicNow());
    if (!runsProgram()) endAll();
    return {};
}

void Session::answerAwaiting(bool fine) {
    std::string text;
    const std::vector<std::string> reports = reportsOf(m_folder);
    for (std::size_t i = m_reportsTold; i < reports.size(); ++i) text += "report " + reports[i] + '\n';
    m_reportsTold = reports.size();
    if (fine) text += "done\n";
    else {
        const bool kept = spoolSizes(m_folder).files > 0;
        const model::Message wrong =
            kept ? model::Message(model::MessageCode::NoReportButKept, {model::Argument::file(m_folder.string())})
                 : model::Message(model::MessageCode::NoReportWritten);
        text += "failed " + messageJson(wrong) + '\n';
    }
    for (Client& c : m_clients) {
        if (!c.awaitsReport) continue;
        c.awaitsReport = false;
        c.line.send(text);
    }
}

}  // namespace app::capture
