// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/agent.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <map>
#include <string>

#include <xxhash.h>

#include "app/cli/capture/control.h"
#include "app/cli/capture/run.h"
#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/socket.h"
#include "app/cli/capture/steady_clock.h"
#include "app/cli/remote/frames.h"
#include "app/cli/remote/run_folder.h"
#include "app/text/json.h"
#include "app/text/print_message.h"
#include "importers/capture/capture.h"
#include "importers/capture/spool_file.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

#include "sightline_version.h"

namespace app::remote {
namespace fs = std::filesystem;
namespace {

using SteadyClock = std::chrono::steady_clock;
using model::Handle;

constexpr std::uint64_t kMostAtOnce = 1 << 20;         // bytes of an answer to `sync`
constexpr std::uint64_t kLargestText = 3 << 20;        // of what is sent whole, and of what a command prints
constexpr int kLookEveryMs = 50, kLookAtMostMs = 200;  // soon at first, then seldom: a session may have many files
constexpr int kAloneMs = 120'000;  // without a request: the other side is gone, though nobody says so
constexpr auto kStatusEvery = std::chrono::milliseconds(500);

std::uint64_t numberIn(const std::string& text) {
    std::uint64_t out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

Words failed(const model::Message& why) { return {"failed", messageJson(why)}; }
Words okOr(const model::Message& wrong) { return wrong.empty() ? Words{"ok"} : failed(wrong); }

/// What the asking side has of the files of a capture, and what it lacks.
class Sync {
public:
    Sync(const Words& request, std::size_t from) {
        for (std::size_t i = from; i + 1 < request.size(); i += 2) m_known[request[i]] = numberIn(request[i + 1]);
    }

    bool isEmpty() const { return m_entries.empty(); }
    bool hasMore() const { return m_more; }
    const Words& entries() const { return m_entries; }

    void add(const char* kind, const std::string& name, std::uint64_t number, std::string bytes) {
        m_left -= std::min<std::uint64_t>(m_left, bytes.size());
        m_entries.insert(m_entries.end(), {kind, name, std::to_string(number), std::move(bytes)});
    }

    /// Files of the run that were named: what was appended to them, and of reports their end.
    void addRun(const fs::path& path) {
        const auto folder = model::Folder::open(path);
        if (!folder) return;
        for (const char* name : {"messages", "out", "err"}) addNamed(*folder, name, false);
        for (const auto& [name, known] : m_known)
            if (name.starts_with("run/") && RunFolder::isReportName(name.substr(4)))
                addNamed(*folder, name.substr(4), true);
    }

    /// What the session tells of itself.
    void addFacts(const fs::path& path) {
        if (const auto folder = model::Folder::open(path))
            for (const char* name : {"options", "session"}) addWhole(*folder, name);
    }

    /// Its spools. `complete`: bytes of them that change no more, as far as was seen.
    void addSpools(const fs::path& path, std::map<std::string, std::uint64_t>& complete) {
        const auto folder = model::Folder::open(path);
        if (!folder) return;
        std::vector<std::string> spools = importers::capture::spoolsIn(*folder);
        // Another one is the first each time: none waits for ever behind those that grow fastest.
        if (!spools.empty()) {
            const auto first = static_cast<std::ptrdiff_t>(m_turn++ % spools.size());
            std::rotate(spools.begin(), spools.begin() + first, spools.end());
        }
        for (const std::string& name : spools) {
            const auto file = folder->file(name);
            if (!file) continue;
            std::uint64_t& end = complete[name];
            if (end < file->bytes) end = importers::capture::completeBytes(*file, end);
            append("session/" + name, *file, end);
        }
    }

private:
    void addNamed(const model::Folder& folder, const std::string& name, bool isComplete) {
        const std::string as = "run/" + name;
        if (!m_known.contains(as)) return;
        const auto file = folder.file(name);
        if (!file && isComplete) add("missing", as, 0, {});
        if (!file) return;
        append(as, *file, file->bytes);
        if (isComplete && m_known[as] >= file->bytes) add("end", as, file->bytes, {});
    }

    void append(const std::string& name, const model::InputFile& file, std::uint64_t end) {
        std::uint64_t& known = m_known[name];
        if (known >= end) return;
        const std::uint64_t size = std::min(end - known, m_left);
        m_more |= size < end - known;
        if (size == 0) return;
        std::string bytes(size, '\0');
        if (!file.read(bytes.data(), size, known)) return;
        add("append", name, known, std::move(bytes));
        known += size;
    }

    void addWhole(const model::Folder& folder, const char* name) {
        const auto content = folder.read(name, kLargestText);
        if (!content) return;
        const std::uint64_t sum = XXH3_64bits(content->data(), content->size());
        std::uint64_t& known = m_known[std::string("session/") + name];
        if (known == sum) return;
        if (m_left < content->size() && !m_entries.empty()) return void(m_more = true);
        known = sum;
        add("whole", std::string("session/") + name, sum, *content);
    }

    std::map<std::string, std::uint64_t> m_known;
    std::uint64_t m_left = kMostAtOnce;
    Words m_entries;
    bool m_more = false;
    static inline std::size_t m_turn = 0;
};

class Agent {
public:
    Words answer(const Words& request) {
        if (request.empty()) return failed({model::MessageCode::UnknownQuestion, {""}});
        const std::string& what = request[0];
        const std::string id = request.size() > 1 ? request[1] : std::string();
        if (what == "hello") return {"hello", SIGHTLINE_VERSION, hostName()};
        if (what == "clock") return {"clock", std::to_string(capture::clockNow(CLOCK_REALTIME))};
        if (what == "list") return list();
        if (what == "do") return run(request);
        const auto folder = RunFolder::of(id);
        if (!folder) return failed(sentenceOf(folder.error()));
        if (what == "start" && request.size() > 4)
            return okOr(folder->start({request[2], request[3], request[4], {request.begin() + 5, request.end()}}));
        if (folder->state() == RunFolder::State::None) return failed({model::MessageCode::NoCaptureThere, {id}});
        if (what == "sync" && request.size() > 3) return sync(*folder, request);
        if (what == "recover") return okOr(folder->recover());
        if (what == "control" && request.size() > 3) return control(*folder, request[2], request[3]);
        if (what == "signal" && request.size() > 2)
            return folder->signal(static_cast<int>(numberIn(request[2]) % 65)), Words{"ok"};
        if (what == "remove" && folder->state() == RunFolder::State::Running)
            return failed({model::MessageCode::CaptureStillRuns, {id}});
        if (what == "remove") return remove(*folder, request.size() > 2);
        return failed({model::MessageCode::UnknownQuestion, {model::Argument::name(what)}});
    }

private:
    static std::string hostName() {
        char host[256] = {};
        ::gethostname(host, sizeof host - 1);
        return host;
    }

    /// What a session left that could make no report goes only where that is wanted.
    static Words remove(const RunFolder& folder, bool all) {
        const fs::path session = folder.session();
        if (!session.empty() && !all) return failed(capture::whereKept(session));
        if (!session.empty()) capture::removeSession(session);
        folder.remove();
        return {"ok"};
    }

    static Words list() {
        Words out{"list"};
        for (const std::string& id : RunFolder::all()) {
            const auto folder = RunFolder::of(id);
            if (folder && folder->state() != RunFolder::State::None)
                out.insert(out.end(), {id, std::to_string(static_cast<int>(folder->state())), folder->typed()});
        }
        return out;
    }

    /// Runs another command of this program to its end.
    static Words run(const Words& request) {
        std::string itself = "/proc/self/exe";
        std::vector<char*> argv{itself.data()};
        for (std::size_t i = 1; i < request.size(); ++i) argv.push_back(const_cast<char*>(request[i].c_str()));
        argv.push_back(nullptr);
        int out[2], err[2];
        if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0) return failed(std::strerror(errno));
        const pid_t pid = ::fork();
        if (pid == 0) {
            const Handle nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
            ::dup2(nowhere.get(), STDIN_FILENO), ::dup2(out[1], STDOUT_FILENO), ::dup2(err[1], STDERR_FILENO);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(out[1]), ::close(err[1]);
        const Handle ends[2]{Handle(out[0]), Handle(err[0])};
        std::string texts[2];
        readBoth(ends, texts);
        int status = 0;
        if (pid < 0 || ::waitpid(pid, &status, 0) != pid) return failed(std::strerror(errno));
        return {"done", std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)), texts[0],
                texts[1]};
    }

    static void readBoth(const Handle (&ends)[2], std::string (&texts)[2]) {
        bool open[2] = {true, true};
        char buffer[4096];
        while (open[0] || open[1]) {
            pollfd both[2] = {{open[0] ? ends[0].get() : -1, POLLIN, 0}, {open[1] ? ends[1].get() : -1, POLLIN, 0}};
            if (::poll(both, 2, -1) < 0 && errno != EINTR) return;
            for (int i = 0; i < 2; ++i) {
                if (!both[i].revents) continue;
                const ssize_t n = ::read(ends[i].get(), buffer, sizeof buffer);
                open[i] = n > 0;
                if (n > 0 && texts[i].size() < kLargestText) texts[i].append(buffer, static_cast<std::size_t>(n));
            }
        }
    }

    Words sync(const RunFolder& folder, const Words& request) {
        const auto until = SteadyClock::now() + std::chrono::milliseconds(numberIn(request[2]) % 60'000);
        Sync sync(request, 4);
        const bool spools = request[3] == "1";
        for (int pause = kLookEveryMs;; pause = std::min(pause * 2, kLookAtMostMs)) {
            // In this order: what it left before it ended is there when it has.
            const RunFolder::State state = folder.state();
            if (state == RunFolder::State::None) return failed({model::MessageCode::NoCaptureThere, {folder.id()}});
            const fs::path session = state == RunFolder::State::Running ? folder.session() : fs::path();
            sync.addRun(folder.path());
            if (!session.empty()) addStatus(session, sync);
            addAnswers(sync);
            if (!session.empty()) sync.addFacts(session);
            if (!session.empty() && spools) sync.addSpools(session, m_complete);
            if (!sync.isEmpty() || state != RunFolder::State::Running || SteadyClock::now() >= until) {
                Words out{"sync", std::to_string(static_cast<int>(state)), std::to_string(folder.status()),
                          sync.hasMore() ? "1" : "0"};
                out.insert(out.end(), sync.entries().begin(), sync.entries().end());
                return out;
            }
            pollfd in{STDIN_FILENO, POLLIN, 0};
            if (::poll(&in, 1, pause) > 0) return {"sync", std::to_string(static_cast<int>(state)), "0", "0"};
        }
    }

    /// What the session says of itself, where that has changed.
    void addStatus(const fs::path& session, Sync& sync) {
        const auto now = SteadyClock::now();
        if (now - m_askedStatus < kStatusEvery) return;
        m_askedStatus = now;
        const capture::Answer answer = capture::ask(session, std::vector<std::string>{"status"});
        std::string text;
        for (const auto& [key, value] : answer.facts) text += fmt::format("{} {}\n", key, value);
        if (!answer.ended.empty()) text += "ended " + messageJson(answer.ended) + '\n';
        if (!answer.reached || text == m_status) return;
        m_status = text;
        sync.add("status", {}, 0, text);
    }

    Words control(const RunFolder& folder, const std::string& client, const std::string& line) {
        auto& socket = m_clients[client];
        if (!socket.open()) socket = capture::LineSocket(capture::connectTo(folder.session() / "control"));
        if (!socket.open()) return m_clients.erase(client), failed(model::MessageCode::SessionHasEnded);
        socket.send(line + '\n');
        return {"ok"};
    }

    void addAnswers(Sync& sync) {
        for (auto at = m_clients.begin(); at != m_clients.end();) {
            auto& [client, socket] = *at;
            const bool open = socket.receive();
            for (std::string line; socket.next(line);) sync.add("answer", client, 0, line);
            if (!open) sync.add("closed", client, 0, {});
            at = open ? std::next(at) : m_clients.erase(at);
        }
    }

    std::map<std::string, std::uint64_t> m_complete;  // by spool
    std::map<std::string, capture::LineSocket> m_clients;
    SteadyClock::time_point m_askedStatus;
    std::string m_status;
};

bool writeAllOf(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

}  // namespace

int runAgent() {
    if (::isatty(STDIN_FILENO)) return printMessage(model::MessageCode::AgentAlone, 2);
    for (const int s : {SIGPIPE, SIGINT, SIGQUIT}) ::signal(s, SIG_IGN);
    Agent agent;
    FrameReader frames;
    std::string buffer(64 << 10, '\0');
    for (;;) {
        while (const auto request = frames.next())
            if (!writeAllOf(frameOf(agent.answer(*request)))) return 3;
        if (frames.isBroken()) return 3;
        pollfd in{STDIN_FILENO, POLLIN, 0};
        if (::poll(&in, 1, kAloneMs) == 0) return 0;
        const ssize_t n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (n == 0) return 0;
        if (n < 0 && errno != EINTR) return 3;
        if (n > 0) frames.add(std::string_view(buffer).substr(0, static_cast<std::size_t>(n)));
    }
}

}  // namespace app::remote
