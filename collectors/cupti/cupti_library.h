// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

/// Opens libcupti: the one that this process has loaded, or the one that the system finds. Null if there is none.
void* openCupti();

}  // namespace collectors
