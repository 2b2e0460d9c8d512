// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

namespace collectors {

/// While this lives, the thread cannot be cancelled: whatever is done in somebody else's thread and writes, opens or waits would otherwise end halfway, in
/// functions that no exception leaves.
class Uncancelled {
public:
    Uncancelled() { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &m_was); }
    ~Uncancelled() { ::pthread_setcancelstate(m_was, nullptr); }
    Uncancelled(const Uncancelled&) = delete;
    Uncancelled& operator=(const Uncancelled&) = delete;

private:
    int m_was = PTHREAD_CANCEL_ENABLE;
};

}  // namespace collectors
