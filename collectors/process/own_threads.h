// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

/// Starts a thread of this library in another program's process. It gets no signals of the program's, does not keep the
/// process alive (the C library does not count it among the threads whose last one calls exit()), is called
/// "sightline", and is nobody's to join. False where there can be none.
bool startThread(void* (*run)(void*), void* argument);

/// Whether this process has threads of startThread().
bool ownThreadsRun();
/// Waits until the threads that run this are gone, which must have been told to end. False where one did not end within
/// two seconds. Not from one of them.
bool endThreads(void* (*run)(void*));
/// The same for all threads of startThread(), and there are no others until admitOwnThreads().
bool endOwnThreads();
void admitOwnThreads();

/// Whether the first thread of the process has ended, by whatever way. A call of the system, and no descriptor.
bool firstThreadEnded();
/// Whether the program has one thread. A call of the system, and no descriptor; false where /proc does not say it.
bool programHasOneThread();
/// From a thread of startThread(): whether the first thread has ended and no thread of the program's is left. The C
/// library would have called exit(), had the last one ended by its means; so it ended by the system's call, and the
/// system would have ended the process there.
bool onlyOwnThreadsLeft();
/// Ends the process as the system does it when its last thread ends by its call: with what the first thread ended with,
/// without exit handlers. (From Linux 5.17 on the number is that of the last thread, which is not known where that is
/// not the first one.)
[[noreturn]] void endAsFirstThreadDid();

/// In a forked child, where none of them is.
void forgetOwnThreads();

}  // namespace collectors
