// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors::calls {

/// What libsightline-guard.so calls of the library that traces (collectors/process/process.h says what each does). That
/// library puts it into the guard's variable kGuardedBy as it is loaded, so that nobody has to look for it when a call
/// comes: such calls are made where no lock may be taken, as in children of clone(2).
struct Guarded {
    void (*endForGood)(const char* why);
    bool (*pauseThreads)();
    void (*resumeThreads)();
};
inline constexpr const char* kGuardedBy = "sightlineGuardedBy";  ///< of type const Guarded*; null until then

}  // namespace collectors::calls
