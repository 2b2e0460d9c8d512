// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace model {

// Profilers write the name of one thing in several ways. These are to compare by, not to show: whatever matches names
// of two reports uses these.

/// The name of a kernel in one spelling. Tools differ in blanks ("f(double *, int)"), casts of template arguments
/// ("(int)4", "4", "4ul"; "(bool)1", "true"),
/// "<unnamed>" and "(anonymous namespace)", "[lambda(int) (instance 1)]" and "{lambda(int)#1}", where they write const,
/// and whether they write return types. Of a template they write parameters as T1 or as the type that this is: they are
/// left out, as its arguments tell them.
std::string canonicalKernelName(std::string_view name);

/// The name of a copy or memset without the kinds of memory that only some tell: of "Memcpy DtoD (Device -> Device)" it
/// is "Memcpy DtoD".
std::string_view canonicalCopyName(std::string_view name);

}  // namespace model
