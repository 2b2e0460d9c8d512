// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for libGL.so.1, where no call does anything.
extern "C" {
void glClear(unsigned) {}
void glTexSubImage3D(unsigned, int, int, int, int, int, int, int, unsigned, unsigned, const void*) {}
}
