// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

namespace collectors {

/// Counters of each kernel, for the roofline. They replace CUPTI's activities, which cannot run at the same time.
bool measuresKernels();
/// Enables the callbacks that are needed for our subscriber, which must call onKernelCallback() from them.
void subscribeToKernels(CUpti_SubscriberHandle subscriber);
void onKernelCallback(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);

/// Writes the measurements. Nothing is measured until the next launch while tracing is on.
void endKernels();
/// In a forked child.
void forgetKernels();

}  // namespace collectors
