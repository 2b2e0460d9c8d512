// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "app/cli/capture/run.h"
#include "app/cli/capture/session_folder.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace app::remote {
namespace fs = std::filesystem;
using model::Handle;

namespace {

constexpr std::size_t kShortText = 64 << 10;  // bytes of the small files
/// What lies in the folder, beside reports.
constexpr const char* kOwn[] = {"out", "err", "messages", "status", "process", "lock", "typed", "functions.json"};

bool isRunId(std::string_view id) {
    return !id.empty() && id.size() <= 64 && id[0] != '.' && std::all_of(id.begin(), id.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
}

model::Result<fs::path> runsFolder() {
    auto sessions = capture::sessionsFolder();
    if (!sessions) return sessions;
    if (auto made = model::makePrivateFolder(*sessions / "runs"); !made) return tl::unexpected(made.error());
    return *sessions / "runs";
}

std::string shortText(const fs::path& folder, const char* name) {
    const auto opened = model::Folder::open(folder);
    return opened ? opened->read(name, kShortText).value_or(std::string()) : std::string();
}

Handle openOf(const fs::path& file, int flags) {
    return Handle(::open(file.c_str(), flags | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
}

/// Becomes the program; only where that cannot be does it return.
void becomeProfile(const fs::path& folder, std::vector<std::string>& words, const std::string& runsIn) {
    const Handle in(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Handle out = openOf(folder / "out", O_WRONLY | O_APPEND), err = openOf(folder / "err", O_WRONLY | O_APPEND);
    ::dup2(in.get(), STDIN_FILENO);
    ::dup2(out.get(), STDOUT_FILENO);
    ::dup2(err.get(), STDERR_FILENO);
    for (const int s : {SIGINT, SIGPIPE, SIGQUIT, SIGHUP}) ::signal(s, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    if (::chdir(runsIn.c_str()) == 0) ::execv(argv[0], argv.data());
    ::_exit(127);
}

/// Waits for the program, and notes how it ended: what nobody else could. Holds the lock as long as it lives.
[[noreturn]] void keep(const fs::path& folder, std::vector<std::string>& words, const std::string& runsIn, int lock) {
    ::setsid();
    ::prctl(PR_SET_NAME, "sightline-keep");
    const Handle nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere.get(), fd);
    for (int fd = STDERR_FILENO + 1; fd < 256; ++fd)
        if (fd != lock) ::close(fd);
    ::signal(SIGCHLD, SIG_DFL);
    const pid_t pid = ::fork();
    if (pid == 0) becomeProfile(folder, words, runsIn);
    int status = 127 << 8;
    const auto opened = model::Folder::open(folder);
    if (opened && pid > 0) (void)opened->replace("process", std::to_string(pid));
    while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    if (opened) (void)opened->replace("status", std::to_string(status));
    ::_exit(0);
}

}  // namespace

model::Result<RunFolder> RunFolder::of(const std::string& id) {
    if (!isRunId(id)) return model::refused({model::MessageCode::NoCaptureThere, {id}});
    const auto runs = runsFolder();
    if (!runs) return tl::unexpected(runs.error());
    return RunFolder(id, *runs / id);
}

std::vector<std::string> RunFolder::all() {
    std::vector<std::string> out;
    const auto runs = runsFolder();
    std::error_code ignored;
    if (!runs) return out;
    for (fs::directory_iterator it(*runs, ignored), end; it != end; it.increment(ignored))
        if (it->is_directory(ignored) && !it->is_symlink(ignored)) out.push_back(it->path().filename().string());
    std::sort(out.begin(), out.end());
    return out;
}

RunFolder::State RunFolder::state() const {
    const Handle lock(::open((m_path / "lock").c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!lock.valid()) return State::None;
    if (::flock(lock.get(), LOCK_SH | LOCK_NB) != 0) return State::Running;
    if (!shortText(m_path, "status").empty()) return State::Ended;
    const fs::path session = this->session();
    return !session.empty() && capture::isRunning(session) ? State::Running : State::Died;
}

int RunFolder::status() const { return std::atoi(shortText(m_path, "status").c_str()); }
pid_t RunFolder::process() const { return std::atoi(shortText(m_path, "process").c_str()); }
std::string RunFolder::typed() const { return shortText(m_path, "typed"); }

model::Message RunFolder::start(const Start& start) const {
    std::error_code ignored;
    const char* home = std::getenv("HOME");
    const bool hasHome = home && fs::is_directory(home, ignored);
    const std::string folder = !start.folder.empty() ? start.folder : hasHome ? home : "/";
    if (!fs::is_directory(folder, ignored)) return {model::MessageCode::NoFolderThere, {model::Argument::file(folder)}};
    if (::mkdir(m_path.c_str(), 0700) != 0) {
        if (errno != EEXIST) return {model::MessageCode::CannotStartThere, {std::strerror(errno)}};
        if (state() != State::None) return {};  // the answer to the same request was lost
    }
    const auto opened = model::Folder::open(m_path);
    if (!opened) return {model::MessageCode::CannotStartThere, {opened.error().detail}};
    (void)opened->replace("typed", start.typed.substr(0, kShortText));
    std::vector<std::string> words{"profile"};
    if (!start.functions.empty()) {
        if (const auto done = opened->replace("functions.json", start.functions); !done)
            return {model::MessageCode::CannotStartThere, {done.error().detail}};
        words.push_back("--python-functions-trace=" + (m_path / "functions.json").string());
    }
    words.push_back("--session-new=" + m_id);
    words.push_back("--output=" + (m_path / "report%n.rep").string());
    words.insert(words.end(), start.options.begin(), start.options.end());
    ::setenv(capture::kTypedVariable, start.typed.c_str(), 1);
    model::Message wrong = run(std::move(words), folder);
    ::unsetenv(capture::kTypedVariable);
    return wrong;
}

model::Message RunFolder::recover() const {
    const fs::path session = this->session();
    if (session.empty()) return {model::MessageCode::NoCaptureThere, {m_id}};
    return run({"recover", session.string(), "--remove", "-o", (m_path / "report%n.rep").string()}, m_path.string());
}

model::Message RunFolder::run(std::vector<std::string> words, const std::string& folder) const {
    std::error_code error;
    const fs::path itself = fs::read_symlink("/proc/self/exe", error);
    words.insert(words.begin(), {itself.string(), "--only-messages=" + (m_path / "messages").string()});
    ::unlink((m_path / "status").c_str());
    // The keeper has it from its begin: whoever asks in between sees that somebody is there.
    const Handle lock = openOf(m_path / "lock", O_RDWR);
    if (!lock.valid() || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return {model::MessageCode::CannotStartThere, {std::strerror(errno)}};
    const pid_t pid = ::fork();
    if (pid < 0) return {model::MessageCode::CannotStartThere, {std::strerror(errno)}};
    if (pid == 0) {
        if (::fork() == 0) keep(m_path, words, folder, lock.get());
        ::_exit(0);
    }
    ::waitpid(pid, nullptr, 0);
    return {};
}

void RunFolder::signal(int number) const {
    if (const pid_t pid = process(); pid > 0 && state() == State::Running) ::kill(pid, number);
}

fs::path RunFolder::session() const {
    constexpr std::size_t kRandom = 6;  // letters that make its name its own
    std::error_code ignored;
    const std::string begin = m_id + '-';
    for (fs::directory_iterator it(m_path.parent_path().parent_path(), ignored), end; it != end; it.increment(ignored))
        if (const std::string name = it->path().filename().string();
            name.starts_with(begin) && name.size() == begin.size() + kRandom && !it->is_symlink(ignored))
            return it->path();
    return {};
}

void RunFolder::remove() const {
    const auto opened = model::Folder::open(m_path);
    if (!opened || state() == State::Running) return;
    for (const std::string& name : opened->names())
        if (isReportName(name) || std::find(std::begin(kOwn), std::end(kOwn), name) != std::end(kOwn))
            opened->remove(name);
    (void)opened->removeItself();
}

bool RunFolder::isReportName(std::string_view name) {
    if (!name.starts_with("report") || !name.ends_with(".rep") || name.size() > 64) return false;
    name.remove_prefix(6), name.remove_suffix(4);
    return name.find_first_not_of("0123456789.") == name.npos;
}

}  // namespace app::remote
