// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <signal.h>

#include "app/cli/capture/captures.h"
#include "app/cli/capture/kept_out.h"
#include "app/cli/capture/options.h"
#include "app/cli/capture/processes.h"
#include "app/cli/capture/programs.h"
#include "app/cli/capture/report_writer.h"
#include "app/cli/capture/sampler_process.h"
#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/socket.h"
#include "app/cli/capture/steady_clock.h"
#include "app/cli/recorder/flight_recorder.h"

namespace app::capture {

/// A running session: it starts the program, tells the processes in it when to trace, and waits for their end. One
/// thread, one poll(); no data go through it, each process writes its own spool.
class Session {
public:
    /// Writes the reports of those captures that have none; returns false where that failed (it has said why). Runs in
    /// a process of its own: the session goes on meanwhile, and answers.
    using Write = std::function<bool(const Session&, std::size_t firstCapture)>;

    /// `typed` = the command line, for the report.
    Session(CaptureOptions options, std::filesystem::path folder, std::string typed, Write write);
    ~Session();

    /// Makes what processes look for in the folder. Why it fails, or nothing.
    model::Message open();
    /// Runs the program. Why it fails, and the exit code; or nothing.
    model::Message startProgram(int& exitCode);
    /// Begins the capture, or waits for what begins it.
    void arm();
    /// Until all is over and reports are written; then nothing of the session is open any more.
    void run();
    /// Nobody hears of it any more; its sampler ends. Signals wait until it is destroyed.
    void close();

    const CaptureOptions& options() const { return m_options; }
    const std::filesystem::path& folder() const { return m_folder; }
    const Target& target() const { return m_programs.own(); }
    const std::vector<CaptureTime>& captures() const { return m_captures.all(); }
    bool writingFailed() const { return m_writingFailed; }
    bool ended() const { return m_killed; }              ///< it ended the program, which did not ask for that
    bool armed() const { return m_captures.isArmed(); }  ///< a capture was asked for, and not cancelled
    /// Captures from this one on belong to the last `start`.
    std::size_t firstAsked() const { return m_captures.firstAsked(); }
    pid_t programPid() const { return m_programs.pid(); }  ///< 0 = none

private:
    enum class Phase : std::uint8_t { Running, Ending, Killing, Over };
    enum class Due : std::uint8_t {
        Begin,
        End,
        Started,
        Flushed,
        Killed,
        Look,
        Listen,
        Space,
        Record,
        RangesOver,
        SayWaiting,
        Unheard,
        Sampler
    };

    /// Somebody at the control socket.
    struct Client {
        LineSocket line;
        pid_t pid = 0;  ///< his process
        bool awaitsStart = false, awaitsReport = false, awaitsAttached = false;
        bool brings = false;  ///< he is about to run a program here, or does
        Guest guest = {};
    };

    void poll();
    void readSignals();
    void passSignal(int number, bool typed);
    void reap();
    void onDue();
    void look();
    void waitForDescriptors(int error);

    // Whose end ends the session.
    bool runsProgram() const;
    void hearLast();
    void ownProgramEnded();
    void programsEnded();
    void lookForEndOfPrograms();
    void guestCame(Client& client, pid_t number);
    void clientsLeft();
    void reportWaiting() const;
    std::vector<pid_t> guests() const;

    // The processes.
    void acceptProcesses();
    void hear(Process& process);
    void obeyProcess(Process& process, std::string_view line);
    void reportState(Process& process);
    void answersCame();
    void processesLeft();
    void noteUnheard();

    // What looks from outside.
    void startSampler();
    void samplerEnded();
    Process* sampler();
    bool attach(pid_t program);
    void attached();
    bool awaitsSampler();
    void waitForSampler(const std::function<bool()>& done);

    // What begins and ends captures, and what follows (session_captures.cpp).
    void rangeBegan(Process& process, std::int64_t at);
    void rangeEnded(Process& process, std::int64_t at);
    void rangesOver();
    void begin(std::int64_t at);
    void capturing();
    void end(std::int64_t at);
    void endAll(std::int64_t at = monotonicNow());
    void checkSpace();
    void record();
    model::Message snapshot(const recorder::Trigger& trigger);
    model::Message snapshotNow();
    void flushThen(bool over);
    void flushed();
    void kill();
    void over();
    void startWriter();
    void writerEnded(int status);
    void reportsWritten(bool fine);

    // People (session_control.cpp).
    void obeyClient(Client& client, const std::string& line);
    void reportStatus(Client& client) const;
    model::Message startFor(Client& client, const std::vector<std::string>& words);
    void parseAsked(const CaptureOptions& asked);
    void started();
    model::Message adopt(const std::vector<std::string>& words);
    model::Message stopFor(Client& client);
    model::Message snapshotFor(Client& client);
    model::Message cancel();
    void answerAwaiting(bool fine);

    model::Result<void> reportOptions();
    void noteFacts() const;
    std::vector<model::Message> untraced() const;
    SessionFacts facts() const;
    std::vector<pid_t> children() const { return m_programs.children(ownProcesses()); }
    std::vector<pid_t> ownProcesses() const;

    CaptureOptions m_options;
    std::filesystem::path m_folder;
    std::string m_typed;
    Write m_write;
    Captures m_captures{m_options};
    Programs m_programs;
    SamplerProcess m_sampler;
    ReportWriter m_writer;
    std::optional<recorder::FlightRecorder> m_recorder;
    model::Message m_recorded;  // why the last report of what is kept was written
    bool m_cut = false;         // that report is not written yet
    unsigned m_unasked = 0;     // reports that nobody asked for

    Handle m_signals, m_listener, m_control;
    sigset_t m_before{}, m_blocked{};
    Processes m_processes;
    Processes m_left;  // their connection ended without a word: they were killed, run another program, or come back
    std::list<Client> m_clients;
    std::map<Due, std::int64_t> m_due;
    std::int64_t m_lookEveryNs = 0;

    Phase m_phase = Phase::Running;
    bool m_flushing = false, m_overAfterFlush = false, m_killed = false;
    bool m_startsProgram = false;    // its process is there and does not run yet
    std::int64_t m_rangesOver = 0;   // when the last process left its range
    model::Message m_noSpace;        // why the last capture was ended early; empty = it was not
    std::vector<KeptOut> m_keptOut;  // what was asked for and will not be seen
    bool m_writingFailed = false;
    std::size_t m_reportsTold = 0;        // of those that are written
    std::map<pid_t, std::string> m_seen;  // processes below this one
    std::set<pid_t> m_joined;
    std::size_t m_silentFlushes = 0;  // processes that did not answer in time
    std::set<pid_t> m_unheard;        // processes that live and have no connection any more
    std::map<std::string, std::pair<std::string, std::uint64_t>>
        m_lost;                                     // by spool: number of the process, records that are in no file
    std::map<std::string, std::int64_t> m_flushed;  // by number of the process: when it last said that all is written
    std::int64_t m_startedMonotonic = 0, m_startedReal = 0;
};

}  // namespace app::capture
