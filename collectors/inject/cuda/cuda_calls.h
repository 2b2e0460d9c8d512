// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

namespace collectors {

// CUDA calls with stacks: the Python stack (--python-backtrace=cuda) at their begin, the native one (--cudabacktrace)
// if they took long. CUPTI's callbacks are on only for the requested calls.

/// Whether a callback is also on for another reason, and has to stay on.
using KeptCallbacks = bool (*)(CUpti_CallbackDomain, CUpti_CallbackId);
void stacksOfCalls(CUpti_SubscriberHandle subscriber, bool on, KeptCallbacks isKept);
/// A callback for a function of the runtime or the driver.
void onCall(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData& call);

}  // namespace collectors
