// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

/// Starts a thread of this library in another program's process. It blocks the program's signals, is named "sightline",
/// and cannot be joined. It does not keep the process alive: the C library does not count it among the threads whose
/// last one calls exit(). False if no thread can be made.
bool startThread(void* (*run)(void*), void* argument);

/// Whether this process has threads of startThread(), or had some of which the system may still know.
bool ownThreadsRun();
/// Waits until all threads that run this function are gone. They must have been told to end. False if one did not end
/// within two seconds. Must not be called from one of them. What ended by itself is waited for as well: a thread whose
/// function returned still counts for calls of the system that only a process with one thread may make.
bool endThreads(void* (*run)(void*));
/// The same for all threads of startThread(). No new ones start until admitOwnThreads().
bool endOwnThreads();
void admitOwnThreads();

/// Whether the first thread of the process has ended, in whatever way. Uses one system call and no descriptor.
bool firstThreadEnded();
/// Whether the program has exactly one thread. Uses one system call and no descriptor. False if /proc does not tell.
bool programHasOneThread();
/// From a thread of startThread(): whether the first thread has ended and only our threads are left. If the last thread
/// of the program had ended through the C library, that would have called exit(). So it ended by the system call, and
/// without us the kernel would have ended the process.
bool onlyOwnThreadsLeft();
/// Ends the process as the kernel does when its last thread ends by the system call: without exit handlers, with the
/// exit status of the first thread. (From Linux 5.17 on, the kernel uses the status of the last thread, which we do not
/// know unless it is the first one.)
[[noreturn]] void endAsFirstThreadDid();

/// For a forked child, in which none of these threads exists.
void forgetOwnThreads();

}  // namespace collectors
