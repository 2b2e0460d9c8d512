// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "app/cli/capture/control.h"
#include "app/cli/capture/finish.h"
#include "app/cli/capture/kept_out.h"
#include "app/cli/capture/output_name.h"
#include "app/cli/capture/session.h"
#include "app/text/export.h"
#include "app/text/interrupts.h"
#include "app/text/json.h"
#include "app/text/stats.h"
#include "app/text/terminal.h"
#include "importers/capture/nothing_seen.h"
#include "importers/open.h"
#include "model/base/messages.h"

namespace app::capture {
namespace fs = std::filesystem;

namespace {

constexpr int kAttachedWithinMs = 10'000;

std::string sizeOf(const fs::path& file) {
    std::error_code ignored;
    const auto bytes = static_cast<double>(fs::file_size(file, ignored));
    return bytes < 1e6 ? fmt::format("{:.1f} kB", bytes / 1e3) : fmt::format("{:.1f} MB", bytes / 1e6);
}

/// The tables that nsys prints with a report, and what it has no tables of; those without rows are left out.
constexpr const char* kStats[]{"nvtx_sum",
                               "osrt_sum",
                               "cuda_api_sum",
                               "cuda_gpu_kern_sum",
                               "cuda_gpu_mem_time_sum",
                               "cuda_gpu_mem_size_sum",
                               "um_sum",
                               "um_total_sum",
                               "um_cpu_page_faults_sum",
                               "library_sum",
                               "cpu_sample_sum:20",
                               "python_sample_sum:20"};

void printStats(const fs::path& report) {
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(report, *store); !opened)
        return void(printMessage(sentenceOf(opened.error()), kFailed));
    JsonWriter unused;
    StatsOptions tables;
    tables.reports.assign(std::begin(kStats), std::end(kStats));
    tables.leaveOutEmpty = true;
    const std::string text = statsText(*store->snapshot(), statsPlan(tables).value(), unused).value_or(std::string());
    print(text.empty() ? model::english(model::MessageCode::NothingForStats) + '\n' : text, stdout);
}

}  // namespace

std::string asTyped(std::string_view command, std::span<const std::string> words) {
    if (const char* elsewhere = std::getenv(kTypedVariable)) {
        std::string typed = elsewhere;
        ::unsetenv(kTypedVariable);
        return typed;
    }
    std::string out = "sightline " + std::string(command);
    bool values = false;
    for (const std::string& word : words) {
        const bool joined =
            word.starts_with("--env-var=") || (word.starts_with("-e") && word.size() > 2 && !word.starts_with("--"));
        const std::string shown = values   ? "NAME=…"
                                  : joined ? word.substr(0, word.starts_with("--") ? 10 : 2) + "NAME=…"
                                           : word;
        const bool plain = !shown.empty() && shown.find_first_of(" \t\n'\"\\$&|;<>()*?#`") == shown.npos;
        out += plain ? ' ' + shown : " '" + shown + '\'';
        values = word == "-e" || word == "--env-var";
    }
    return out;
}

void reportWritten(const fs::path& report) {
    printMessage({model::MessageCode::ReportWritten, {model::Argument::file(report.string()), sizeOf(report)}}, kFine);
}

bool writeBeside(const fs::path& report, const CaptureOptions& o) {
    bool fine = true;
    for (const std::string& type : o.exports) {
        ExportRequest request;
        request.report = report.string();
        request.type = type;
        request.overwrite = o.overwrite;
        fine &= runExport(request) == 0;
    }
    if (o.stats) printStats(report);
    return fine;
}

namespace {

/// Of a file in the folder of a session; the report does not need it.
void reportNotWritten(const model::Error& e) {
    const bool isFile = e.code != model::ErrorCode::NotAFile;
    printMessage(
        {model::MessageCode::FileLeftAsIs, {e.subject, isFile ? e.detail : model::MessageCode::NoFileOfSession}},
        kFine);
}

/// Which captures of a session are to become reports.
struct Captures {
    std::span<const CaptureTime> all;
    std::size_t first = 0;     ///< without a report
    std::size_t numbered = 0;  ///< that has the number 1
    bool several = false;      ///< reports have numbers in their names
};

/// What was said before the program ran, as the report says it.
std::vector<model::Message> toldBefore(const CaptureOptions& o) {
    std::vector<model::Message> out;
    for (const std::string& what : o.untraced)
        out.push_back(
            {model::MessageCode::NotTraced, {model::Argument::name(what), model::MessageCode::NotInThisVersion}});
    for (const KeptOut& kept : keptOut(o)) out.push_back({model::MessageCode::NotTraced, {kept.what, kept.why}});
    return out;
}

/// Writes reports and says so, also into `reports` in the folder. Says what went wrong, and where the spools are.
bool writeReports(const model::Folder& folder, const CaptureOptions& o, pid_t process, const Captures& captures,
                  std::vector<model::Message> told) {
    const Interrupts interrupts;
    const auto target = [&](unsigned n) {
        fs::path file =
            outputFile(o, std::to_string(process), n - static_cast<unsigned>(captures.numbered), captures.several);
        makeOutputFolder(o, file);
        return file;
    };
    bool fine = true;
    const auto written = [&](const fs::path& report) {
        if (const auto noted = addReport(folder, report); !noted) reportNotWritten(noted.error());
        reportWritten(report);
        fine &= writeBeside(report, o);
    };
    const FinishOptions finish{captures.all, captures.first,     target,         written,
                               o.overwrite,  interrupts.token(), std::move(told)};
    if (const auto done = finishCapture(folder, finish); !done) {
        const model::Error& e = done.error();
        printMessage(e.code == model::ErrorCode::Cancelled ? model::MessageCode::WritingInterrupted : sentenceOf(e),
                     kFailed);
        if (spoolSizes(folder).files > 0)
            printMessage(whereKept(folder.path()), kFailed);  // else nothing could be lost
        return false;
    }
    return fine;
}

/// In the folder of a session of ours.
bool writeReports(const Session& session, const Captures& captures) {
    const auto folder = model::Folder::open(session.folder());
    if (!folder) return printMessage(sentenceOf(folder.error()), kFailed), false;
    const CaptureOptions& o = session.options();
    return writeReports(*folder, o, session.programPid(), captures, toldBefore(o));
}

/// Of the captures from `first` on; in a process of its own.
bool writeReports(const Session& session, std::size_t first) {
    return writeReports(session, {session.captures(), first, session.firstAsked(), manyReports(session.options())});
}

const Session::Write writer = [](const Session& session, std::size_t first) { return writeReports(session, first); };

/// What a capture waited for that never began.
std::string_view neverBegan(const CaptureOptions& o) {
    switch (o.rangeBy) {
    case RangeBy::ProfilerApi: return importers::capture::kNeverProfilerApi;
    case RangeBy::Nvtx: return importers::capture::kNeverNvtx;
    case RangeBy::None: break;
    }
    return o.delayNs > 0 ? importers::capture::kNeverDelay : std::string_view();
}

/// A report without events, which says why it has none: whoever asked for one looks for a file. Nothing that was noted
/// belongs to it.
bool writeEmptyReport(const Session& session) {
    const CaptureOptions& o = session.options();
    std::vector<CaptureTime> captures = session.captures();
    captures.push_back({model::kTimeMax, model::kTimeMax, true, {}});
    captures.push_back({model::kTimeMax, model::kTimeMax, false, {}});
    SessionFacts facts = readFacts(session.folder());
    std::erase_if(facts, [](const auto& fact) { return fact.first.starts_with("capture."); });
    importers::capture::addFacts(captures, facts);
    facts.emplace_back(importers::capture::kNever, neverBegan(o));
    facts.emplace_back(importers::capture::kNeverRange, o.collect.nvtxCapture);
    if (const auto noted = writeFacts(session.folder(), facts); !noted)
        printMessage(sentenceOf(noted.error()), kFailed);
    const std::size_t last = captures.size() - 1;
    return writeReports(session, {captures, last, last, manyReports(o)});
}

/// When all is over: false where a report was asked for and is not there. The folder goes where nothing in it is needed
/// any more.
bool closeSession(const Session& session) {
    const std::vector<CaptureTime>& captures = session.captures();
    const bool captured =
        std::any_of(captures.begin(), captures.end(), [](const CaptureTime& c) { return !c.dropped; });
    bool fine = !session.writingFailed();
    if (!captured && session.armed()) fine = writeEmptyReport(session);
    else if (!captured)
        printMessage(captures.empty() ? model::MessageCode::NoStartCame : model::MessageCode::CaptureCancelled, kFine);
    const bool needed = !fine && spoolSizes(session.folder()).files > 0;
    if (!needed) removeSession(session.folder());
    return fine;
}

/// What is known before the program runs. `writes` = a report.
void reportUntraced(const CaptureOptions& o, bool writes) {
    std::vector<model::Argument> all;
    for (const std::string& what : o.untraced) all.push_back(model::Argument::name(what));
    if (!all.empty()) printMessage({model::MessageCode::NotCaptured, {model::listOf(std::move(all))}}, kFine);
    for (const model::Message& remark : o.remarks) printMessage(remark, kFine);
    for (const KeptOut& kept : keptOut(o))
        printMessage({model::MessageCode::CannotBeTraced, {kept.what, kept.why}}, kFine);
    for (const model::Message& remark : remarksOnNames(o, writes)) printMessage(remark, kFine);
}

model::Result<fs::path> newFolder(const CaptureOptions& o, std::string_view kind) {
    return createSessionFolder(o.sessionName.empty() ? fmt::format("{}-{}", kind, ::getpid()) : newSessionName(o));
}

/// Runs a program in a session of its own. `captures` = without being asked again.
int runSession(const CaptureOptions& options, std::string_view command, std::span<const std::string> words,
               bool captures) {
    Handle alone = lockSessions();
    if (const model::Message others = complaintAboutOthers(options, captures); !others.empty())
        return printMessage(others, kUsage);
    reportUntraced(options, captures);
    const auto folder = newFolder(options, command);
    if (!folder) return printMessage(sentenceOf(folder.error()), kUsage);
    int exitCode = kFailed;
    // Not on the stack: what runs between fork() and exec() is sampled with all of it.
    const auto owned = std::make_unique<Session>(options, *folder, asTyped(command, words), writer);
    Session& session = *owned;
    model::Message wrong = session.open();
    if (wrong.empty() && captures) session.arm();
    alone = {};
    if (wrong.empty()) wrong = session.startProgram(exitCode);
    if (wrong.empty()) {
        session.run();
        const bool fine = closeSession(session);
        const Target& target = session.target();
        if (!target.ended() && session.ended())
            printMessage({model::MessageCode::ProgramGoesOn, {model::Argument::process(target.pid())}}, kFine);
        const bool own = target.ended() && !session.ended();
        if (own && target.status() != 0) endAs(target.status());
        return fine ? kFine : kFailed;
    }
    // Signals wait for the end of the session: a second Ctrl+C ends this process after all is removed and said.
    session.close();
    removeSession(*folder);
    return printMessage(wrong, exitCode);
}

/// From now on signals wait for waitFor(): none ends this process while its program goes on.
sigset_t holdSignals() {
    sigset_t mine;
    sigemptyset(&mine);
    for (const int s : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) sigaddset(&mine, s);
    ::sigprocmask(SIG_BLOCK, &mine, nullptr);
    return mine;
}

/// Waits for a program that runs in the session of another process.
void waitFor(Target& target, const sigset_t& mine, bool all) {
    for (;;) {
        int status = 0;
        pid_t pid;
        while ((pid = ::waitpid(-1, &status, WNOHANG)) > 0) target.noteEnd(pid, status);
        if (all ? pid < 0 && errno == ECHILD : target.ended()) return;
        siginfo_t info{};
        const int number = ::sigwaitinfo(&mine, &info);
        const bool typed = info.si_code == SI_KERNEL;  // at the terminal: the program has it, too
        if (number > 0 && number != SIGCHLD && !typed && !target.ended()) ::kill(target.pid(), number);
    }
}

}  // namespace

model::Message whereKept(const fs::path& session) {
    return {model::MessageCode::CaptureIsKept,
            {model::Argument::file(session.string()), fmt::format("sightline recover {} -o FILE", session.string())}};
}

model::Message silence(const fs::path& session) {
    return {model::MessageCode::SessionSilent, {model::Argument::name(sessionName(session)), kHeardWithinMs / 1000}};
}

int profile(const CaptureOptions& options, std::span<const std::string> words) {
    return runSession(options, "profile", words, true);
}

int launch(const CaptureOptions& options, std::span<const std::string> words, const fs::path& joined) {
    if (joined.empty()) return runSession(options, "launch", words, options.rangeBy != RangeBy::None);
    reportUntraced(options, false);
    std::vector<std::string> question{"adopt"};
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--session") ++i;  // the others are for the session
        else if (!words[i].starts_with("--session=")) question.push_back(words[i]);
    }
    LineSocket control(connectTo(joined / "control"));  // while it is open the session waits for this program
    if (!control.open())
        return printMessage(errno == EAGAIN ? silence(joined) : model::MessageCode::SessionHasEnded, kFailed);
    const Answer answer = ask(control, question);
    if (answer.silent || !answer.wrong.empty())
        return printMessage(answer.silent ? silence(joined) : answer.wrong, kFailed);
    const sigset_t signals = holdSignals();
    Target target;
    int exitCode = kFailed;
    const auto announce = [&] {
        control.send(fmt::format("program{}{}\n", kWordEnd, target.pid()));
        for (std::string line; control.wait(line, kAttachedWithinMs) && line != "done";) {}
        const timespec noWait{};  // the program holds signals back so far: one that it has twice is one
        for (int number; (number = ::sigtimedwait(&signals, nullptr, &noWait)) > 0;)
            if (number != SIGCHLD) ::kill(target.pid(), number);
    };
    if (const model::Message wrong = target.start(options, joined, exitCode, announce); !wrong.empty())
        return printMessage(wrong, exitCode);
    waitFor(target, signals, options.waitForAll);
    control.send("ended\n");
    if (target.status() != 0) endAs(target.status());
    return kFine;
}

int startSession(const CaptureOptions& options, std::span<const std::string> words) {
    Handle alone = lockSessions();
    if (const model::Message others = complaintAboutOthers(options, true); !others.empty())
        return printMessage(others, kUsage);
    reportUntraced(options, true);
    const auto folder = newFolder(options, "session");
    if (!folder) return printMessage(sentenceOf(folder.error()), kUsage);
    int report[2];
    if (::pipe2(report, O_CLOEXEC) != 0) return printMessage(std::strerror(errno), kFailed);
    const pid_t pid = ::fork();
    if (pid < 0) return printMessage(std::strerror(errno), kFailed);
    if (pid > 0) {
        alone = {};
        ::close(report[1]);
        std::string wrong(4096, '\0');
        const ssize_t n = ::read(report[0], wrong.data(), wrong.size());
        wrong.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
        ::close(report[0]);
        if (wrong.empty())
            return printMessage({model::MessageCode::SessionWaits, {model::Argument::name(sessionName(*folder))}},
                                kFine);
        removeSession(*folder);
        return printMessage(messageFromJson(wrong), kFailed);
    }
    ::setsid();
    Session session(options, *folder, asTyped("start", words), writer);
    if (const model::Message wrong = session.open(); !wrong.empty()) {
        const std::string line = messageJson(wrong);
        ::_exit(::write(report[1], line.data(), line.size()) < 0);
    }
    session.arm();
    alone = {};
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, fd);
    ::close(report[1]);
    session.run();
    const bool fine = closeSession(session);
    std::fflush(nullptr);
    ::_exit(fine ? kFine : kFailed);
}

int recover(const fs::path& typed, const CaptureOptions& options, bool remove) {
    const auto opened = model::Folder::openTrusted(typed);
    std::error_code ignored;
    if (!opened && fs::is_directory(typed, ignored)) return printMessage(sentenceOf(opened.error()), kUsage);
    if (!opened)
        return printMessage({model::MessageCode::NoFolderOfSession, {model::Argument::file(typed.string())}}, kUsage);
    // It may be another's, who can put something else in its place at any moment: nothing below asks for it by its
    // path.
    const model::Folder& session = *opened;
    const std::string where = session.path().string(), name = sessionName(session.path());
    if (isRunning(session))
        return printMessage({model::MessageCode::SessionIsRunning, {model::Argument::name(name)}}, kUsage);
    if (spoolSizes(session).files == 0)
        return printMessage({model::MessageCode::NothingCapturedIn, {model::Argument::file(where)}}, kFailed);
    const std::string living = namesOf(livingProcesses(session));
    if (remove && !living.empty()) return printMessage({model::MessageCode::ProgramRunsNotRemoved, {living}}, kUsage);
    if (!living.empty()) printMessage({model::MessageCode::ProgramRunsStill, {living}}, kFine);
    SessionFacts facts = readFacts(session);
    if (!facts.empty() && factOf(facts, "ended.monotonic").empty() && factOf(facts, "recovered").empty()) {
        facts.emplace_back("recovered", "1");  // readers need not wait for it
        if (const auto done = writeFacts(session, facts); !done) reportNotWritten(done.error());
    }
    const std::vector<CaptureTime> captures = capturesIn(facts);
    const pid_t process = std::atoi(factOf(facts, "pid").c_str());
    const bool several =
        std::count_if(captures.begin(), captures.end(), [](const CaptureTime& c) { return !c.dropped; }) > 1;
    for (const model::Message& remark : remarksOnNames(options, true)) printMessage(remark, kFine);
    if (!writeReports(session, options, process, {captures, 0, 0, several}, {})) return kFailed;
    if (!remove) return printMessage({model::MessageCode::SessionLeftIsKept, {model::Argument::file(where)}}, kFine);
    const bool whole = removeSession(session);
    return printMessage(
        {whole ? model::MessageCode::FolderRemoved : model::MessageCode::FolderStays, {model::Argument::file(where)}},
        kFine);
}

}  // namespace app::capture
