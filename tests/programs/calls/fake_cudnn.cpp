// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for libcudnn.so.9.
extern "C" {
int cudnnBackendExecute(void*, void*, void*) { return 0; }
/// Floating point among the others, and more words than registers.
int cudnnBatchNormalizationForwardTraining(void*, int mode, const void*, const void*, void*, const void*, void*, void*,
                                           void*, void*, void*, double average, void*, void*, double epsilon,
                                           void* mean, void* variance) {
    return mode == 4 && average == 0.125 && epsilon == 1e-5 && mean == reinterpret_cast<void*>(16) &&
                   variance == reinterpret_cast<void*>(17)
               ? 0
               : 3;
}
}
