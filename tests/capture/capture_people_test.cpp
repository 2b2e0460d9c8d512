// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions and other accounts: links in the folder of a session lead nowhere, and sockets speak with their own account
// and root only.
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "app/cli/capture/session_folder.h"
#include "collectors/process/options.h"
#include "collectors/process/peer.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/other_account.h"
#include "tests/kit/scratch_file.h"
#include "tests/kit/spool_examples.h"
#include "tests/kit/spool_maker.h"

namespace {

namespace fs = std::filesystem;
using app::capture::Handle;
using cli_run::Folder;
using cli_run::Ran;

constexpr std::string_view kFacts("command\0train\0", 14);

/// A session that was killed, as somebody might hand it on.
fs::path writeSession(const Folder& folder) {
    folder.write("s-abc/options", "cuda 1\n");
    folder.write("s-abc/session", kFacts);
    folder.write("s-abc/42-0.spool", SpoolMaker::example().bytes());
    folder.write("precious", "precious");
    return folder / "s-abc";
}

Ran recover(const Folder& folder) {
    return cli_run::run("", "recover", (folder / "s-abc").string(), "-o", (folder / "out").string());
}

/// A process of another account that listens at a path until so many called it, and says whether it heard anything.
class Listener {
public:
    explicit Listener(const fs::path& path, int callers = 1) {
        int ready[2];
        if (::pipe2(ready, O_CLOEXEC) != 0) return;
        m_pid = ::fork();
        if (m_pid == 0) ::_exit(other_account::become() ? listen(path, callers, ready[1]) : 3);
        ::close(ready[1]);
        char c = 0;
        m_ready = ::read(ready[0], &c, 1) == 1;
        ::close(ready[0]);
    }
    ~Listener() {
        if (m_pid > 0) ::kill(m_pid, SIGKILL), ::waitpid(m_pid, nullptr, 0);
    }
    bool isReady() const { return m_ready; }
    /// Waits for its end.
    bool heardNothing() {
        int status = 0;
        ::waitpid(std::exchange(m_pid, -1), &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

private:
    static int listen(const fs::path& path, int callers, int ready) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.c_str(), path.native().size() + 1);
        const int s = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (::bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || ::listen(s, 8) != 0) return 3;
        if (::chmod(path.c_str(), 0777) != 0 || ::write(ready, "x", 1) != 1) return 3;
        for (char c = 0; callers > 0; --callers)
            if (::read(::accept(s, nullptr, nullptr), &c, 1) > 0) return 1;
        return 0;
    }

    pid_t m_pid = -1;
    bool m_ready = false;
};

fs::path openFolder(const Folder& folder) {
    fs::create_directory(folder / "open");
    fs::permissions(folder / "open", fs::perms::all);
    fs::permissions(folder / "", fs::perms::owner_all | fs::perms::others_exec);
    return folder / "open";
}

}  // namespace

TEST("recover writes no line into what the links of a session lead to, and makes the report all the same") {
    for (const char* name : {"reports", "session"}) {
        const Folder folder;
        const fs::path session = writeSession(folder);
        fs::remove(session / name);
        fs::create_symlink(folder / "precious", session / name);
        const Ran ran = recover(folder);
        CHECK_EQ(ran.code, 0);
        CHECK(fs::exists(folder / "out.rep"));
        CHECK_EQ(bytesOfFile(folder / "precious"), std::string("precious"));
        CHECK(fs::is_symlink(session / name));
        if (name == std::string_view("reports")) CHECK(ran.says("reports was left as it is"));
    }
}

TEST("recover waits for no pipe in the folder of a session") {
    const Folder folder;
    const fs::path session = writeSession(folder);
    for (const char* name : {"reports", "43-0.spool"}) CHECK_EQ(::mkfifo((session / name).c_str(), 0600), 0);
    const Ran ran = recover(folder);
    CHECK_EQ(ran.code, 0);
    CHECK(ran.says("43-0.spool cannot be read"));
}

TEST("recover notes its reports in a file of its own, also where that has a second name elsewhere") {
    const Folder folder;
    const fs::path session = writeSession(folder);
    folder.write("s-abc/reports", "/before.rep\n");
    fs::create_hard_link(session / "reports", folder / "linked");
    CHECK_EQ(recover(folder).code, 0);
    CHECK_EQ(bytesOfFile(session / "reports"), "/before.rep\n" + (folder / "out.rep").string() + '\n');
    CHECK_EQ(bytesOfFile(folder / "linked"), std::string("/before.rep\n"));
}

TEST("What root recovers in the folder of somebody else stays theirs, and reaches nothing outside of it") {
    other_account::need();
    const Folder folder;
    const fs::path session = writeSession(folder);
    fs::create_symlink(folder / "precious", session / "reports");
    for (const char* name : {"", "options", "session", "42-0.spool"})
        CHECK_EQ(::chown((session / name).c_str(), other_account::kUser, 0), 0);
    CHECK_EQ(recover(folder).code, 0);
    CHECK_EQ(bytesOfFile(folder / "precious"), std::string("precious"));
    CHECK(bytesOfFile(session / "session").find("recovered") != std::string::npos);
    struct stat s {};
    CHECK(::stat((session / "session").c_str(), &s) == 0 && s.st_uid == other_account::kUser);
}

TEST("What recover does to a session stays in its folder, also where a link takes the folder's place meanwhile") {
    const Folder folder;
    const fs::path session = writeSession(folder);
    for (int n = 0; n < 40; ++n) folder.write(fmt::format("s-abc/{}-0.spool", 100 + n), SpoolMaker::example().bytes());
    constexpr const char* kPrecious[] = {"options", "session", "reports", "7.spool"};
    for (const char* name : kPrecious) folder.write(fmt::format("victim/{}", name), "precious");
    const Handle watch(::inotify_init1(IN_CLOEXEC));
    CHECK(::inotify_add_watch(watch.get(), (session / "session").c_str(), IN_OPEN) >= 0);
    const pid_t swapper = ::fork();
    if (swapper == 0) {
        char event[4096];
        if (::read(watch.get(), event, sizeof event) <= 0) ::_exit(1);
        const bool swapped = ::rename(session.c_str(), (folder / "away").c_str()) == 0 &&
                             ::symlink((folder / "victim").c_str(), session.c_str()) == 0;
        ::_exit(swapped ? 0 : 1);
    }
    const Ran ran = cli_run::run("", "recover", session.string(), "--remove", "-o", (folder / "out").string());
    int status = 0;
    CHECK(::waitpid(swapper, &status, 0) == swapper && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK_EQ(ran.code, 0);
    CHECK(fs::exists(folder / "out.rep"));
    for (const char* name : kPrecious) CHECK_EQ(bytesOfFile(folder / fmt::format("victim/{}", name)), "precious");
    CHECK(!fs::exists(folder / "away") && fs::is_symlink(session));
}

TEST("recover goes by a link of ours to the folder of a session, and by none that another account can change") {
    other_account::need();
    const Folder folder;
    writeSession(folder);
    fs::create_directory(folder / "theirs");
    for (const char* link : {"ours", "other", "theirs/s"}) fs::create_symlink(folder / "s-abc", folder / link);
    fs::create_symlink(folder / "theirs", folder / "way");
    for (const char* link : {"other", "way"}) CHECK_EQ(::lchown((folder / link).c_str(), other_account::kUser, 0), 0);
    const auto recoverBy = [&](const char* link) {
        return cli_run::run("", "recover", (folder / link).string(), "-f", "true", "-o", (folder / "out").string());
    };
    CHECK_EQ(recoverBy("ours").code, 0);
    fs::remove(folder / "out.rep");
    for (const char* link : {"other", "way/s"}) {
        const Ran ran = recoverBy(link);
        CHECK_EQ(ran.code, 2);
        CHECK(ran.says("it belongs to another account"));
    }
    CHECK(!fs::exists(folder / "out.rep"));
}

TEST("recover --remove leaves what another account put into the folder of a session") {
    other_account::need();
    const Folder folder;
    const fs::path session = writeSession(folder);
    folder.write("s-abc/43-0.spool", "x");
    CHECK_EQ(::chown((session / "43-0.spool").c_str(), other_account::kUser, 0), 0);
    const Ran ran = cli_run::run("", "recover", session.string(), "--remove", "-o", (folder / "out").string());
    CHECK_EQ(ran.code, 0);
    CHECK(ran.says("with what others put there"));
    CHECK(fs::exists(session / "43-0.spool") && !fs::exists(session / "42-0.spool"));
}

TEST("Nothing is said to a socket of a session that another account listens at") {
    other_account::need();
    const Folder folder;
    const fs::path open = openFolder(folder);
    Listener other(open / "control");
    CHECK(other.isReady());
    errno = 0;
    CHECK(!app::capture::connectTo(open / "control").valid());
    CHECK_EQ(errno, EPERM);
    CHECK(other.heardNothing());
}

TEST("A link in the place of a session's socket is not followed") {
    const Folder folder;
    const Handle real = app::capture::listenAt(folder / "real");
    fs::create_symlink(folder / "real", folder / "control");
    CHECK(app::capture::connectTo(folder / "real").valid());
    CHECK(!app::capture::connectTo(folder / "control").valid());
}

TEST("A session turns other accounts away that reach its socket") {
    other_account::need();
    const Folder folder;
    const fs::path path = openFolder(folder) / "socket";
    const Handle listener = app::capture::listenAt(path);
    fs::permissions(path, fs::perms::all);
    int said[2];
    CHECK_EQ(::pipe2(said, O_CLOEXEC), 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
        if (!other_account::become()) ::_exit(3);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.c_str(), path.native().size() + 1);
        const int s = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (::connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || ::write(said[1], "x", 1) != 1)
            ::_exit(3);
        char c = 0;
        ::_exit(::read(s, &c, 1) == 0 ? 0 : 1);  // the connection ends
    }
    char c = 0;
    CHECK_EQ(::read(said[0], &c, 1), 1);
    pid_t peer = -1;
    CHECK(!app::capture::acceptFrom(listener, peer).valid());
    int status = 0;
    ::waitpid(pid, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ::close(said[0]), ::close(said[1]);
}

TEST("A process joins a session of its own account, of root or of the folder's owner, and no other") {
    other_account::need();
    const Folder folder;
    const fs::path open = openFolder(folder);
    const auto mayJoin = [&](const fs::path& path) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.c_str(), path.native().size() + 1);
        const Handle s(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        return ::connect(s.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
               collectors::isSession(s.get(), open.c_str());
    };
    const Listener another(open / "socket", 2);
    CHECK(another.isReady() && !mayJoin(open / "socket"));
    CHECK_EQ(::chown(open.c_str(), other_account::kUser, 0),
             0);  // a program that runs as root in the session of a user
    CHECK(mayJoin(open / "socket"));
    const Handle root = app::capture::listenAt(open / "of root");
    fs::permissions(open / "of root", fs::perms::all);
    CHECK_EQ(other_account::run([&] { return mayJoin(open / "of root") ? 0 : 1; }), 0);
}

TEST("A process does not wait for options that are a pipe, nor follow a link to them") {
    const Folder folder;
    folder.write("elsewhere", "cuda 1\n");
    fs::create_directories(folder / "a");
    fs::create_directories(folder / "b");
    CHECK_EQ(::mkfifo((folder / "a/options").c_str(), 0600), 0);
    fs::create_symlink(folder / "elsewhere", folder / "b/options");
    for (const char* name : {"a", "b"}) {
        ::setenv("SIGHTLINE_SESSION", (folder / name).c_str(), 1);
        collectors::Options options;
        CHECK(!options.read());
    }
    ::unsetenv("SIGHTLINE_SESSION");
}
