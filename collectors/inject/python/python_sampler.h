// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

/// A thread that looks at all threads of Python, --python-sampling-frequency times a second, without stopping any of
/// them and without the GIL. Those that ran since the last time have a sample; one that begins to wait has one more,
/// and then none until it runs again.
void startPythonSampling();  ///< nothing where there is no interpreter by now, or it is going on
void stopPythonSampling();
void writePythonSamples();
void forgetPythonSampling();  ///< in a forked child

}  // namespace collectors
