// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

/// A thread that samples all threads of Python, --python-sampling-frequency times a second, without stopping any of
/// them and without the GIL. A thread gets a sample if it ran since the last time. A thread that begins to wait gets
/// one more, and then none until it runs again.
void startPythonSampling();  ///< does nothing if there is no interpreter so far, or if it is sampling already
void stopPythonSampling();
void writePythonSamples();
void forgetPythonSampling();  ///< in a forked child

}  // namespace collectors
