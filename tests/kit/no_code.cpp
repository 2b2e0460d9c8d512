// SPDX-License-Identifier: GPL-3.0-or-later
// A library of nothing but precompiled headers has a source all the same.
