// SPDX-License-Identifier: GPL-3.0-or-later
// `sightline profile --on ssh:…` over a real ssh, to a server that the test starts with keys and a port of its own.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "tests/kit/remote_run.h"

using namespace remote_run;

namespace {

int freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool bound = ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                       ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(socket);
    return bound ? ntohs(address.sin_port) : 0;
}

void runTool(const std::string& line) { CHECK_EQ(std::system(line.c_str()), 0); }

/// An ssh server of this account, and a client that knows nothing but it.
class Server {
public:
    explicit Server(const Place& place) : m_place(place) {
        if (::access("/usr/sbin/sshd", X_OK) != 0) SKIP("no sshd (Debian: openssh-server)");
        if (std::system("command -v ssh ssh-keygen >/dev/null") != 0) SKIP("no ssh (Debian: openssh-client)");
        if (::getuid() == 0) ::mkdir("/run/sshd", 0755);  // where root's server goes to be without rights
        m_port = freePort();
        for (const char* key : {"host", "mine"})
            runTool(fmt::format("ssh-keygen -q -t ed25519 -N '' -f {}", (place / key).string()));
        fs::copy_file(place / "mine.pub", place / "authorized");
        ::chmod((place / "authorized").c_str(), 0600);
        const std::string config = place.write(
            "sshd", fmt::format("ListenAddress 127.0.0.1\nPort {}\nHostKey {}\nAuthorizedKeysFile {}\nStrictModes no\n"
                                "UsePAM no\nPasswordAuthentication no\nPidFile {}\nPermitRootLogin yes\n"
                                "SetEnv XDG_CACHE_HOME={} TMPDIR={}\n",
                                m_port, (place / "host").string(), (place / "authorized").string(),
                                (place / "pid").string(), sharedCache().string(), Elsewhere(place).tmp().string()));
        m_pid = ::fork();
        if (m_pid == 0) {
            const int log = ::open((place / "sshd.log").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
            ::dup2(log, STDERR_FILENO);
            ::execl("/usr/sbin/sshd", "/usr/sbin/sshd", "-D", "-e", "-f", config.c_str(), nullptr);
            ::_exit(127);
        }
        const bool up = comes([&] {
            return bytesOfFile(place / "sshd.log").find("Server listening") != std::string::npos ||
                   ::waitpid(m_pid, nullptr, WNOHANG) == m_pid;
        });
        if (!up || ::kill(m_pid, 0) != 0) SKIP("sshd does not start here");
        // The person's own ssh with its own configuration, as far as it is a file.
        std::ofstream(place / "known") << fmt::format("[127.0.0.1]:{} ", m_port) << bytesOfFile(place / "host.pub");
        place.write("client", fmt::format("Host far\n  HostName 127.0.0.1\n  IdentityFile {}\n  IdentitiesOnly yes\n"
                                          "  UserKnownHostsFile {}\n  StrictHostKeyChecking yes\n",
                                          (place / "mine").string(), (place / "known").string()));
        const std::string ssh = place.write(
            "bin/ssh", fmt::format("#!/bin/sh\nexec /usr/bin/ssh -F {} \"$@\"\n", (place / "client").string()));
        ::chmod(ssh.c_str(), 0755);
        const char* path = std::getenv("PATH");
        m_path = path ? path : "";
        ::setenv("PATH", ((place / "bin").string() + ":" + m_path).c_str(), 1);
    }
    ~Server() {
        ::setenv("PATH", m_path.c_str(), 1);
        closeShared();
        if (m_pid > 0) ::kill(m_pid, SIGTERM), ::waitpid(m_pid, nullptr, 0);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string target() const { return fmt::format("ssh:{}@far:{}", ::getpwuid(::getuid())->pw_name, m_port); }
    /// The sockets of connections that are kept for the next command.
    std::vector<fs::path> shared() const {
        std::vector<fs::path> out;
        for (const fs::path& path : m_place.sessions())
            if (path.filename().string().starts_with("ssh-")) out.push_back(path);
        return out;
    }
    void closeShared() const {
        for (const fs::path& socket : shared())
            (void)std::system(fmt::format("ssh -o ControlPath={} -O exit far 2>/dev/null", socket.string()).c_str());
    }

private:
    const Place& m_place;
    int m_port = 0;
    pid_t m_pid = 0;
    std::string m_path;
};

}  // namespace

TEST("a program runs over ssh, and the next connection needs no key any more") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Server server(place);
    const Ran ran = run(place, profileOn(server.target(), {"-o", "far"}, {"out", "err", "range", "one", "exit", "7"}));
    CHECK_EQ(ran.code, 7);
    CHECK_EQ(ran.out, std::string("to standard output\n"));
    CHECK(ran.errs("to standard error\n"));
    CHECK_EQ(namesIn(place / "far.rep"), std::string("one inside "));
    CHECK_EQ(server.shared().size(), 1);
    fs::rename(place / "mine", place / "gone");
    CHECK_EQ(run(place, profileOn(server.target(), {"-o", "again"}, {"exit", "9"}), "again").code, 9);
    server.closeShared();
    CHECK(comes([&] { return server.shared().empty(); }));
    const Ran none = run(place, profileOn(server.target(), {"-o", "none"}, {"out"}), "none");
    CHECK(none.code == 2 && none.errs("Permission denied") && none.errs("cannot be reached: "));
}

TEST("Ctrl+C goes over ssh, and a connection of ssh that is killed is made again") {
    const Place place;
    needsCapture(place);
    needsReader();
    const Server server(place);
    Running session(place, profileOn(server.target(), {"-o", "run"}, {"range", "one", "ready", "forever"}));
    const pid_t program = session.ready();
    server.closeShared();
    CHECK(comes([&] { return session.err().find("Connected to") != std::string::npos; }));
    CHECK(isThere(program));
    ::kill(session.pid(), SIGINT);
    session.wait();
    CHECK_EQ(session.signal(), SIGINT);
    CHECK_EQ(namesIn(place / "run.rep"), std::string("one inside "));
}

TEST("a machine whose key is not the known one is refused, as ssh says it") {
    const Place place;
    needsCapture(place);
    const Server server(place);
    place.write("known", "");
    const Ran ran = run(place, profileOn(server.target(), {"-o", "none"}, {"out"}));
    CHECK(ran.code == 2 && ran.out.empty() && ran.errs("Host key verification failed"));
    CHECK(!fs::exists(place / "none.rep"));
}
