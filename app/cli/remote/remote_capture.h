// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/capture/options.h"
#include "app/cli/remote/machine.h"
#include "app/cli/remote/mirror.h"
#include "app/cli/remote/poller.h"
#include "app/cli/remote/signals.h"
#include "model/base/message.h"
#include "model/rep/rep_output.h"

namespace app::remote {

/// A capture on another machine, from its begin or from where it is found to its end: what the program prints is
/// printed here, signals and questions of people go there, and its reports come back. A connection that breaks is made
/// again; everything goes on from the byte where it was.
class RemoteCapture {
public:
    /// `target` of the options' targets. The words of reports' names are those of this machine, but for %h.
    RemoteCapture(std::string target, capture::CaptureOptions options);

    /// 0, or the exit code: it has said why.
    int connect();
    /// Waits until a descriptor can be read; false where somebody had enough of it.
    bool waitFor(int fd);
    /// Begins a capture and stays with it. `typed` and `words`: what was typed, for people, and the options that count
    /// there, with the program. The exit code of this process.
    int run(const std::string& typed, std::vector<std::string> words);
    /// Stays with one that was begun before.
    int join(const std::string& id);

    /// How `sightline profile` there ended, and so its program, as waitpid() gives it; 0 where that is not known.
    int status() const { return m_status; }
    const std::vector<std::filesystem::path>& reports() const { return m_written; }
    const std::optional<ClockOffset>& clock() const { return m_clock; }

private:
    /// A report on its way.
    struct Report {
        std::string there;           // its path
        std::string name;            // of the file of the run
        std::filesystem::path here;  // empty before its name is free
        bool claimed = false;        // an empty file holds that name
        std::unique_ptr<model::OutputFile> file;
    };

    void onSignal(int number);
    void nameReportsBy(const std::string& host);
    model::Message openMirror();
    int follow();
    Outcome<bool> exchange();
    Outcome<void> passOn();
    Outcome<bool> apply(const Words& answer);
    void applyEntry(const std::string& kind, const std::string& name, std::uint64_t number, const std::string& bytes);
    void readMessages(std::string_view bytes);
    void handleMessage(const model::Message& message);
    void beginReport(Report& report);
    void failReport(Report& report, const model::Message& why);
    void addToReport(const std::string& name, std::uint64_t from, const std::string& bytes);
    void loseReport(const std::string& name);
    void endReport(const std::string& name, std::uint64_t bytes);
    bool reconnect(const model::Message& why);
    int leave();
    int gone(const model::Message& why);
    int finish();
    bool removeThere();
    void measureClock();
    std::string recoverLine(const char* more = "") const;

    enum class Phase : std::uint8_t { Connecting, Following, Reconnecting };

    Poller m_poller;
    Signals m_signals;
    Machine m_machine;
    Mirror m_mirror;
    capture::CaptureOptions m_options;
    Phase m_phase = Phase::Connecting;
    std::string m_id, m_sessionName;
    std::deque<int> m_toPass;  // signals
    bool m_warned = false;     // that another Ctrl+C leaves

    std::uint64_t m_out = 0, m_err = 0, m_messages = 0;  // bytes that came
    std::string m_messageLine;                           // of messages, not yet ended
    std::list<Report> m_reports;
    std::set<std::string> m_named;  ///< reports that were told of
    std::vector<std::filesystem::path> m_written;
    unsigned m_reportsSoFar = 0;
    bool m_live = true, m_recovered = false, m_failed = false, m_joined = false, m_connected = false;
    int m_status = 0;
    std::optional<ClockOffset> m_clock;
};

}  // namespace app::remote
