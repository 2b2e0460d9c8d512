// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace collectors {

/// Whether a session may be at the other end of a connected socket: this process's account, root, or the owner of the
/// session's folder. The last one is another account where a program runs as root in the session of a user, or in a
/// container; the folder's owner has written the options in it, which the process obeys already.
inline bool isSession(int socket, const char* folder) {
    ucred peer{};
    socklen_t size = sizeof peer;
    struct stat status {};
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
    return peer.uid == ::geteuid() || peer.uid == 0 || (::stat(folder, &status) == 0 && peer.uid == status.st_uid);
}

}  // namespace collectors
