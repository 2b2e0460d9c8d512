// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/protocol/phrase.h"

namespace collectors::calls {

/// The functions of the tracing library that libsightline-guard.so calls; collectors/process/process.h describes them.
/// The tracing library stores this struct in the guard's variable kGuardedBy when it is loaded. So the guard need not
/// search for it at a call: such calls happen where no lock may be acquired, as in children of clone(2).
struct Guarded {
    void (*endForGood)(Phrase::Key why);
    bool (*pauseThreads)();
    void (*resumeThreads)();
};
inline constexpr const char* kGuardedBy = "sightlineGuardedBy";  ///< of type const Guarded*; null until then

}  // namespace collectors::calls
