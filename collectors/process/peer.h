// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace collectors {

/// Whether the peer of a connected socket may be a session: it has this process's account, root's, or that of the owner
/// of the session's folder. The owner is another account if a program runs as root in a user's session, or in a
/// container. That owner wrote the options in the folder, which this process obeys already.
inline bool isSession(int socket, const char* folder) {
    ucred peer{};
    socklen_t size = sizeof peer;
    struct stat status {};
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
    return peer.uid == ::geteuid() || peer.uid == 0 || (::stat(folder, &status) == 0 && peer.uid == status.st_uid);
}

}  // namespace collectors
