// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "model/rep/beside.h"

namespace app::capture {
namespace {

bool addressOf(const std::filesystem::path& path, sockaddr_un& address) {
    address.sun_family = AF_UNIX;
    const std::string& text = path.native();
    if (text.size() >= sizeof address.sun_path) return errno = ENAMETOOLONG, false;
    std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
    return true;
}

}  // namespace

bool isTrustedPeer(int socket) {
    const auto account = model::peerOf(socket);
    return account && (*account == ::getuid() || *account == 0);
}

Handle listenAt(const std::filesystem::path& path) {
    sockaddr_un address{};
    if (!addressOf(path, address)) return {};
    Handle s(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ::unlink(path.c_str());
    if (!s.valid() || ::bind(s.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(s.get(), 256) != 0)
        return {};
    return s;
}

Handle connectTo(const std::filesystem::path& path) {
    sockaddr_un address{};
    struct stat status {};
    if (!addressOf(path, address) || ::lstat(path.c_str(), &status) != 0) return {};
    if (!S_ISSOCK(status.st_mode)) return errno = ENOTSOCK, Handle();  // a link may lead to a socket of anything
    Handle s(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!s.valid() || ::connect(s.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return {};
    if (!isTrustedPeer(s.get())) return errno = EPERM, Handle();
    return s;
}

Handle acceptFrom(const Handle& listener, pid_t& peer) {
    for (;;) {
        Handle s(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!s.valid()) return {};
        ucred who{};
        socklen_t size = sizeof who;
        peer = 0;
        if (!isTrustedPeer(s.get()) || ::getsockopt(s.get(), SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) continue;
        peer = who.pid;
        return s;
    }
}

bool LineSocket::receive() {
    char buffer[4096];
    for (;;) {
        const ssize_t n = ::recv(fd(), buffer, sizeof buffer, MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        if (n == 0) return false;
        m_pending.append(buffer, static_cast<std::size_t>(n));
        if (m_pending.size() > kLongestLine) return false;
    }
}

bool LineSocket::next(std::string& line) {
    const std::size_t end = m_pending.find('\n');
    if (end == m_pending.npos) return false;
    line = m_pending.substr(0, end);
    m_pending.erase(0, end + 1);
    return true;
}

bool LineSocket::wait(std::string& line, int atMost) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point until = Clock::now() + std::chrono::milliseconds(atMost);
    while (!next(line)) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        pollfd p{fd(), POLLIN, 0};
        const int ready = ::poll(&p, 1, atMost < 0 ? -1 : static_cast<int>(std::max<std::int64_t>(0, left)));
        if (ready < 0 && errno != EINTR) return close(), false;
        if (ready == 0) return false;
        if (ready > 0 && !receive()) {
            close();
            return next(line);
        }
    }
    return true;
}

void LineSocket::send(std::string_view line) {
    if (!open()) return;
    const ssize_t n = ::send(fd(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n != static_cast<ssize_t>(line.size())) ::shutdown(fd(), SHUT_RDWR);  // half a line would be read as another
}

}  // namespace app::capture
