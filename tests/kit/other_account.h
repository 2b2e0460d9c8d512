// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>
#include <functional>

#include "tests/kit/check.h"

/// Somebody else at this computer. To be somebody else one has to be root first.
namespace other_account {

constexpr uid_t kUser = 65534;  // nobody

inline void need() {
    if (::geteuid() != 0) SKIP("not root, so no other account can be had");
}

/// Becomes that account for good; for a child.
inline bool become() {
    return ::setgroups(0, nullptr) == 0 && ::setresgid(kUser, kUser, kUser) == 0 &&
           ::setresuid(kUser, kUser, kUser) == 0;
}

/// Does something in a process of that account and waits for its end. The exit code; -1 where it did not exit.
inline int run(const std::function<int()>& what) {
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(become() ? what() : 126);
    int status = 0;
    return ::waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace other_account
