// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C at a terminal, once and twice, at any moment: a report, or where the capture is kept; never nothing without a
// word. SIGHTLINE_INTERRUPTS says how often; 24 if it does not.
#include <pty.h>
#include <termios.h>

#include <algorithm>
#include <ctime>
#include <random>

#include "app/cli/capture/session_folder.h"
#include "tests/kit/capture_run.h"

namespace {

using namespace capture_run;

/// A command line at a terminal of its own, whose keys signal whatever runs in its foreground.
class AtTerminal {
public:
    AtTerminal(const Place& place, const Words& words) {
        const char* cli = std::getenv("SIGHTLINE_CLI");
        if (!cli) SKIP("no command line");
        std::vector<char*> argv{const_cast<char*>(cli)};
        for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
        argv.push_back(nullptr);
        m_pid = ::forkpty(&m_terminal, nullptr, nullptr, nullptr);
        if (m_pid < 0) SKIP("no terminals");
        if (m_pid == 0) {
            // A key that interrupts discards what is printed and not yet read: a person has seen it, this reads last.
            termios settings{};
            ::tcgetattr(STDIN_FILENO, &settings);
            settings.c_lflag |= NOFLSH;
            ::tcsetattr(STDIN_FILENO, TCSANOW, &settings);
            ::setenv("TMPDIR", place.tmp().c_str(), 1);
            if (::chdir(place.path().c_str()) == 0) ::execv(cli, argv.data());
            ::_exit(125);
        }
        // Keys are lost on a terminal that is nobody's yet, however long that lasts on a busy machine.
        comes([this] { return ::tcgetpgrp(m_terminal) == m_pid; });
    }
    ~AtTerminal() {
        if (m_pid > 0) ::kill(m_pid, SIGKILL), ::waitpid(m_pid, nullptr, 0);
        ::close(m_terminal);
    }
    AtTerminal(const AtTerminal&) = delete;
    AtTerminal& operator=(const AtTerminal&) = delete;

    /// Nobody may be there any more.
    bool typeInterrupt() const { return ::write(m_terminal, "\x03", 1) == 1; }
    /// Reads what is shown until it holds a text, or to the end.
    bool shows(std::string_view text) {
        char buffer[4096];
        while (m_shown.find(text) == std::string::npos) {
            const ssize_t n = ::read(m_terminal, buffer, sizeof buffer);
            if (n <= 0) return false;  // nobody has the terminal any more
            m_shown.append(buffer, static_cast<std::size_t>(n));
        }
        return true;
    }
    void wait() {
        while (shows("\x01never shown")) {}
        ::waitpid(m_pid, &m_status, 0);
        m_pid = 0;
    }
    pid_t pid() const { return m_pid; }
    const std::string& shown() const { return m_shown; }
    int signal() const { return WIFSIGNALED(m_status) ? WTERMSIG(m_status) : 0; }
    int code() const { return WIFEXITED(m_status) ? WEXITSTATUS(m_status) : -1; }

private:
    pid_t m_pid = 0;
    int m_terminal = -1, m_status = 0;
    std::string m_shown;
};

/// The moments between keys are what is tried here.
void pause(unsigned us) {
    const timespec time{us / 1'000'000, static_cast<long>(us % 1'000'000) * 1000};
    ::nanosleep(&time, nullptr);
}

/// Whether what was captured is in a report, or in a folder that is named and of which recover makes one.
bool isKept(const Place& place, const std::string& shown) {
    if (isReport(place / "run.rep")) return true;
    constexpr std::string_view kBefore = "sightline recover ";
    const std::size_t at = shown.find(kBefore);
    if (at == shown.npos) return false;
    const std::size_t begin = at + kBefore.size(), end = shown.find_first_of(" \r\n", begin);
    const std::string folder = shown.substr(begin, end - begin);
    if (!fs::is_directory(folder)) return false;
    return run(place, {"recover", folder, "-o", "again"}, "recover").code == 0 && isReport(place / "again.rep");
}

bool anySpool(const Place& place) {
    for (const fs::path& session : place.sessions())
        if (app::capture::spoolSizes(session).files > 0) return true;
    return false;
}

int rounds() {
    const char* const wanted = std::getenv("SIGHTLINE_INTERRUPTS");
    return wanted ? std::max(1, std::atoi(wanted)) : 24;
}

}  // namespace

TEST("Ctrl+C twice, however fast, leaves a report or says where the capture is kept") {
    const Place probe;
    needsCapture(probe);
    needsReader();
    std::mt19937 random(3);
    int reports = 0;
    for (int round = 0; round < rounds(); ++round) {
        const Place place;
        AtTerminal at(place, profile({"-t", "nvtx", "-o", "run"}, {"range", "a", "ready", "forever"}));
        CHECK(at.shows("ready "));
        at.typeInterrupt();
        pause(random() % (round % 2 ? 40'000 : 200'000));
        at.typeInterrupt();
        at.wait();
        const bool kept = isKept(place, at.shown());
        if (!kept) std::printf("    round %d showed: %s\n", round, at.shown().c_str());
        CHECK(kept);
        reports += isReport(place / "run.rep");
    }
    std::printf("    %d of %d left a report at once, the others where it is kept\n", reports, rounds());
}

TEST("Ctrl+C while a capture begins leaves what was captured, or says that nothing was") {
    const Place probe;
    needsCapture(probe);
    needsReader();
    std::mt19937 random(4);
    for (int round = 0; round < rounds(); ++round) {
        const Place place;
        Words options{"-t", "nvtx", "-o", "run"};
        if (round % 2) options.push_back("--cpu-metrics");  // a session that waits for its sampler first
        AtTerminal at(place, profile(options, {"range", "a", "ready", "forever"}));
        pause(random() % 150'000);
        at.typeInterrupt();
        if (round % 3 == 0) pause(random() % 40'000), at.typeInterrupt();
        at.wait();
        const bool ran = at.shown().find("ready ") != std::string::npos;
        const bool said = at.shown().find("sightline: ") != std::string::npos;
        const bool fine = isKept(place, at.shown()) || (!ran && !anySpool(place) && (said || at.signal() == SIGINT));
        if (!fine)
            std::printf("    round %d: code %d, signal %d, %s, showed: %s\n", round, at.code(), at.signal(),
                        anySpool(place) ? "something is noted" : "nothing is noted", at.shown().c_str());
        CHECK(fine);
        CHECK(comes([&] {  // nobody runs on without being seen
            for (const fs::path& session : place.sessions())
                if (!app::capture::livingProcesses(session).empty()) return false;
            return true;
        }));
    }
}

TEST("Ctrl+C twice before the program runs leaves no session, and that is said") {
    const Place probe;
    needsCapture(probe);
    std::mt19937 random(5);
    std::int64_t endsWithinUs = 0;  // after one key, as fast as this machine is now
    int before = 0;
    for (int round = 0; round < rounds(); ++round) {
        const Place place;
        // Its sampler is waited for before the program runs, and when the session closes.
        AtTerminal at(place, profile({"-t", "nvtx", "-o", "run", "--cpu-metrics"}, {"range", "a", "ready", "forever"}));
        CHECK(comes([&] { return samplerOf(at.pid()) != 0; }));
        const auto typed = std::chrono::steady_clock::now();
        at.typeInterrupt();
        const bool once = round % 8 == 0;
        if (!once) pause(random() % std::clamp<std::int64_t>(endsWithinUs, 1, 999'999)), at.typeInterrupt();
        at.wait();
        const auto took = std::chrono::steady_clock::now() - typed;
        if (once) endsWithinUs = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
        if (at.shown().find("ready ") != std::string::npos || isReport(place / "run.rep")) continue;
        ++before;
        const bool fine = place.sessions().empty() && at.shown().find("sightline: ") != std::string::npos;
        if (!fine)
            std::printf("    round %d: code %d, signal %d, %s, showed: %s\n", round, at.code(), at.signal(),
                        place.sessions().empty() ? "no session" : "a session is left", at.shown().c_str());
        CHECK(fine);
    }
    std::printf("    %d of %d before the program ran, the last within %d ms\n", before, rounds(),
                static_cast<int>(endsWithinUs / 1000));
}

TEST("a writer of reports that is killed is told of, with where the capture is kept") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "nvtx", "-o", "run", "--session-new=kept"}, {"marks", "ready", "read"}));
    r.ready();
    const fs::path session = place.sessions().at(0);
    r.writeLine();
    // The program has ended, and the only child that the session still has writes.
    const fs::path children = "/proc/" + std::to_string(r.pid()) + "/task/" + std::to_string(r.pid()) + "/children";
    pid_t writer = 0;
    CHECK(comes([&] {
        std::string name;
        writer = std::atoi(bytesOfFile(children).c_str());
        std::getline(std::ifstream("/proc/" + std::to_string(writer) + "/comm"), name);
        return writer > 0 && name == "sightline";
    }));
    ::kill(writer, SIGKILL);
    r.wait();
    CHECK(r.errs("Writing the report was ended by signal 9.") && r.errs("sightline recover " + session.string()));
    CHECK(app::capture::spoolSizes(session).files == 1);
}
