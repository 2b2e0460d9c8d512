// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

namespace collectors {

// Calls of CUDA that have their stack: that of Python (--python-backtrace=cuda) when they begin, the native one
// (--cudabacktrace) when they have taken long. Callbacks of CUPTI are on only for calls for which that is asked.

/// Whether a callback is on for another reason, too, and has to stay.
using KeptCallbacks = bool (*)(CUpti_CallbackDomain, CUpti_CallbackId);
void stacksOfCalls(CUpti_SubscriberHandle subscriber, bool on, KeptCallbacks isKept);
/// A callback for a function of the runtime or the driver.
void onCall(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData& call);

}  // namespace collectors
