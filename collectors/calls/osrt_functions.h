// SPDX-License-Identifier: Apache-2.0
// The calls of the OS runtime that are noted: those that may wait, read, write, or ask the system for something that takes time. One row each, for
// table.h: X(symbol, name as shown, detail, the function that tries first, kind, what it returns, the file that it is about, whether it is signal safe).
//
// Not here: functions whose meaning depends on who calls them (dlopen, dlsym), those that return twice in one frame (vfork, and syscall() with its
// number), and those of which nobody knows how many arguments they take (printf).
#define INT(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Int, None, false)
#define INT_SAFE(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Int, None, true)
#define WORD(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Word, None, false)
#define OTHER(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Nothing, None, false)
#define OPEN(symbol, argument) X(symbol, #symbol, nullptr, symbol, Plain, Int, Open##argument, true)
#define OF_INT(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Int, Fd0, true)
#define OF_WORD(symbol) X(symbol, #symbol, nullptr, symbol, Plain, Word, Fd0, true)
#define AS(symbol, shown) X(symbol, shown, nullptr, symbol, Plain, Word, Fd0, true)
#define PATH(symbol, argument) X(symbol, #symbol, nullptr, symbol, Plain, Nothing, Path##argument, false)
#define LOCK(symbol, first) X(symbol, #symbol, nullptr, first, Lock, Int, None, false)

// threads
INT(pthread_mutex_trylock) INT(pthread_rwlock_tryrdlock) INT(pthread_rwlock_trywrlock)
LOCK(pthread_mutex_lock, pthread_mutex_trylock) LOCK(pthread_mutex_timedlock, pthread_mutex_trylock)
LOCK(pthread_mutex_clocklock, pthread_mutex_trylock) LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock)
LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_tryrdlock) LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock)
LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock) INT(pthread_spin_lock)
INT(pthread_cond_wait) INT(pthread_cond_timedwait) INT(pthread_cond_clockwait) INT(pthread_cond_signal) INT(pthread_cond_broadcast)
INT(pthread_barrier_wait) INT(pthread_join) INT(pthread_timedjoin_np) INT(pthread_clockjoin_np) INT(pthread_create) INT_SAFE(pthread_kill)
INT(sem_wait) INT(sem_timedwait) INT(sem_clockwait) INT_SAFE(sem_post) INT_SAFE(sched_yield)
// files
OPEN(open, 0) OPEN(open64, 0) OPEN(openat, 1) OPEN(openat64, 1) OPEN(creat, 0) OPEN(creat64, 0)
X(__open_2, "open", nullptr, __open_2, Plain, Int, Open0, true) X(__open64_2, "open64", nullptr, __open64_2, Plain, Int, Open0, true) INT_SAFE(close)
OF_WORD(read) OF_WORD(readv) OF_WORD(pread) OF_WORD(pread64) OF_WORD(preadv) OF_WORD(preadv64) OF_WORD(preadv2) OF_WORD(preadv64v2)
AS(__read_chk, "read") AS(__pread_chk, "pread") AS(__pread64_chk, "pread64")
OF_WORD(write) OF_WORD(writev) OF_WORD(pwrite) OF_WORD(pwrite64) OF_WORD(pwritev) OF_WORD(pwritev64) OF_WORD(pwritev2) OF_WORD(pwritev64v2)
OF_INT(fsync) OF_INT(fdatasync) OF_INT(syncfs) OF_INT(sync_file_range) OTHER(sync) OF_INT(fallocate) OF_INT(fallocate64)
OF_INT(posix_fallocate) OF_INT(posix_fallocate64) OF_INT(ftruncate) OF_INT(ftruncate64) OF_INT(flock) OF_INT(lockf) OF_INT(lockf64)
OF_INT(fcntl) OF_INT(fcntl64) OF_INT(ioctl) WORD(copy_file_range) WORD(sendfile) WORD(sendfile64) WORD(splice) WORD(tee) WORD(vmsplice)
INT_SAFE(pipe) INT_SAFE(pipe2) PATH(fopen, 0) PATH(fopen64, 0) PATH(freopen, 0) PATH(freopen64, 0) INT(fclose) INT(fflush)
WORD(fread) WORD(fwrite) OTHER(fgets) INT(fputs) INT(puts) WORD(getline) WORD(getdelim)
X(rename, "rename", nullptr, rename, Plain, Int, Path0, true) X(unlink, "unlink", nullptr, unlink, Plain, Int, Path0, true) X(mkdir, "mkdir", nullptr, mkdir, Plain, Int, Path0, true)
X(truncate, "truncate", nullptr, truncate, Plain, Int, Path0, true) X(statfs, "statfs", nullptr, statfs, Plain, Int, Path0, true)
// memory
OTHER(mmap) OTHER(mmap64) INT(munmap) OTHER(mremap) INT(msync) INT(mprotect) INT(madvise) INT(mlock) INT(munlock) INT(mlockall)
// sockets
INT_SAFE(socket) INT_SAFE(socketpair) OF_INT(connect) OF_INT(bind) OF_INT(listen) OF_INT(accept) OF_INT(accept4) OF_INT(shutdown)
OF_WORD(send) OF_WORD(sendto) OF_WORD(sendmsg) OF_INT(sendmmsg) OF_WORD(recv) OF_WORD(recvfrom) OF_WORD(recvmsg) OF_INT(recvmmsg)
AS(__recv_chk, "recv") AS(__recvfrom_chk, "recvfrom") INT(getaddrinfo) INT(getnameinfo) OTHER(gethostbyname)
// waiting
INT_SAFE(poll) INT_SAFE(ppoll) INT_SAFE(select) INT_SAFE(pselect) X(__poll_chk, "poll", nullptr, __poll_chk, Plain, Int, None, true)
X(__ppoll_chk, "ppoll", nullptr, __ppoll_chk, Plain, Int, None, true) INT_SAFE(epoll_wait) INT_SAFE(epoll_pwait) INT_SAFE(epoll_pwait2) INT_SAFE(epoll_ctl)
INT_SAFE(sleep) INT_SAFE(usleep) INT_SAFE(nanosleep) INT_SAFE(clock_nanosleep) INT_SAFE(pause) INT_SAFE(sigsuspend)
INT_SAFE(sigwait) INT_SAFE(sigwaitinfo) INT_SAFE(sigtimedwait) WORD(mq_receive) WORD(mq_timedreceive) INT(mq_send) INT(mq_timedsend)
WORD(msgrcv) INT(msgsnd) INT(semop) INT(semtimedop) INT(aio_suspend) INT(aio_suspend64)
// processes
X(fork, "fork", nullptr, fork, Fork, Int, None, false) INT_SAFE(execv) INT_SAFE(execve) INT_SAFE(execvp) INT_SAFE(execvpe) INT_SAFE(fexecve)
INT(posix_spawn) INT(posix_spawnp) INT_SAFE(wait) INT_SAFE(waitpid) INT_SAFE(wait3) INT_SAFE(wait4) INT_SAFE(waitid) INT(system)
OTHER(popen) INT(pclose) INT_SAFE(kill) X(_exit, "_exit", nullptr, _exit, Leave, Nothing, None, true) X(_Exit, "_Exit", nullptr, _Exit, Leave, Nothing, None, true)

#undef INT
#undef INT_SAFE
#undef WORD
#undef OTHER
#undef OPEN
#undef OF_INT
#undef OF_WORD
#undef AS
#undef PATH
#undef LOCK
