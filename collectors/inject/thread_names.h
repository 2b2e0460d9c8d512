// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

/// The name of the calling thread, into the spool where that does not have it. Costs a call of the system and no descriptor. noteThreadEnd(): … and the
/// thread ends.
void noteThreadName();
void noteThreadEnd();
/// The names of all threads; from the flushing thread, and at the end. Threads that never noted anything have no other way. Without a word where the
/// system does not let a thread have descriptors of its own.
void readThreadNames();
/// In a forked child.
void forgetThreadNames();

}  // namespace collectors
