// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

namespace collectors {

/// How a thread may be cancelled.
struct Cancelling {
    int state = PTHREAD_CANCEL_ENABLE, type = PTHREAD_CANCEL_DEFERRED;
};

/// The thread cannot be cancelled until allowCancelling(). The cancel type matters, too. glibc sends a signal to a
/// thread that can be cancelled at any moment (one that waits in the C library and runs a handler). When that signal
/// arrives, glibc does not check the cancel state again.
inline Cancelling forbidCancelling() {
    Cancelling was;
    ::pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &was.type);
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &was.state);
    return was;
}
/// A thread that was to be cancelled meanwhile may end in here.
inline void allowCancelling(Cancelling was) {
    ::pthread_setcancelstate(was.state, nullptr);
    ::pthread_setcanceltype(was.type, nullptr);
}

/// While this lives, the thread cannot be cancelled. Otherwise code of ours that writes, opens or waits in a thread of
/// the program could end halfway, in functions that no exception may leave.
class Uncancelled {
public:
    ~Uncancelled() noexcept(false) { allowCancelling(m_was); }
    Uncancelled() = default;
    Uncancelled(const Uncancelled&) = delete;
    Uncancelled& operator=(const Uncancelled&) = delete;

private:
    Cancelling m_was = forbidCancelling();
};

}  // namespace collectors
