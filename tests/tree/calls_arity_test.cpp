// SPDX-License-Identifier: GPL-3.0-or-later
// What the stubs of the OS runtime pass on, against what the functions behind them take.
#include <aio.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "collectors/calls/osrt_words.h"
#include "tests/kit/check.h"

// What headers declare only where buffers are checked (_FORTIFY_SOURCE).
extern "C" {
int __open_2(const char*, int);
int __open64_2(const char*, int);
ssize_t __read_chk(int, void*, std::size_t, std::size_t);
ssize_t __pread_chk(int, void*, std::size_t, off_t, std::size_t);
ssize_t __pread64_chk(int, void*, std::size_t, off64_t, std::size_t);
ssize_t __recv_chk(int, void*, std::size_t, std::size_t, int);
ssize_t __recvfrom_chk(int, void*, std::size_t, std::size_t, int, sockaddr*, socklen_t*);
int __poll_chk(pollfd*, nfds_t, int, std::size_t);
int __ppoll_chk(pollfd*, nfds_t, const timespec*, const sigset_t*, std::size_t);
}

namespace {

template <class R, class... A>
constexpr std::size_t arity(R (*)(A...)) {
    return sizeof...(A);
}
/// Those of the list take one more at most.
template <class R, class... A>
constexpr std::size_t arity(R (*)(A..., ...)) {
    return sizeof...(A) + 1;
}

struct Listed {
    const char* name;
    std::size_t arguments;
};
constexpr Listed kFunctions[] = {
#define X(symbol, ...) {#symbol, arity(&::symbol)},
#include "collectors/calls/osrt_functions.inc"
#undef X
};

}  // namespace

TEST("stubs of the OS runtime pass on as many arguments as the functions take") {
    constexpr std::size_t kRegisters = 6;  // of x86-64, which has fewer than ARM
    std::size_t onStack = 0;
    for (const Listed& f : kFunctions) {
        const std::size_t words = collectors::calls::osrtWords(f.name);
        if (f.arguments > kRegisters + words) std::printf("    %s takes %zu\n", f.name, f.arguments);
        CHECK(f.arguments <= kRegisters + words);
        onStack += words;
    }
    CHECK_EQ(onStack, std::size_t{2});
}
