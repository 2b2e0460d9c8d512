// SPDX-License-Identifier: GPL-3.0-or-later
// The range that a capture waits for, for programs of Python.
#include <nvtx3/nvToolsExt.h>

extern "C" void push() { nvtxRangePushA("captured"); }
extern "C" void pop() { nvtxRangePop(); }
