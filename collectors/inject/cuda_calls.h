// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

namespace collectors {

// Calls of CUDA that have their stack (--python-backtrace=cuda): launches, copies, sets and waits, in the runtime and the driver. Callbacks of CUPTI are on
// for them only where that is asked for.

void stacksOfCalls(CUpti_SubscriberHandle subscriber, bool on);
/// A callback for a function of the runtime or the driver.
void onCall(const CUpti_CallbackData& call);

}  // namespace collectors
