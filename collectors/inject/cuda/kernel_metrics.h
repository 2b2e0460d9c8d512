// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

namespace collectors {

/// Counters of each kernel for the roofline: in the place of CUPTI's activities, which cannot go on beside them.
bool measuresKernels();
/// The callbacks that are needed, of our subscriber; onKernelCallback() is to be called from them.
void subscribeToKernels(CUpti_SubscriberHandle subscriber);
void onKernelCallback(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);

/// What was measured is written; nothing is measured until the next launch while tracing is on.
void endKernels();
/// In a forked child.
void forgetKernels();

}  // namespace collectors
