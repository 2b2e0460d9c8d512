// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

namespace collectors {

/// How a thread may be cancelled.
struct Cancelling {
    int state = PTHREAD_CANCEL_ENABLE, type = PTHREAD_CANCEL_DEFERRED;
};

/// The thread cannot be cancelled until allowCancelling(). Its type counts, too: glibc's signal for a thread that could
/// be cancelled at any moment when it was sent (one that waits in the C library, and runs a handler) does not ask for
/// the state when it comes.
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

/// While this lives, the thread cannot be cancelled: whatever is done in a thread of the program and writes, opens or
/// waits would otherwise end halfway, in functions that no exception leaves.
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
