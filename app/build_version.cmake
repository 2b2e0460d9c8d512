# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCE=… -DVERSION=… -DTO=… -P build_version.cmake: a header with the version and the commit that is checked out.
# Each build runs it; the file changes only where the commit does. Sources without a history of their own, as from an
# archive, have the version alone, even where somebody unpacked them inside of another project.
set(commit "")
if(EXISTS "${SOURCE}/.git")
    execute_process(COMMAND git --git-dir=${SOURCE}/.git rev-parse --short=12 HEAD
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(commit)
    string(APPEND VERSION " (${commit})")
endif()
file(CONFIGURE OUTPUT "${TO}" CONTENT [[// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Made by app/build_version.cmake.
#define SIGHTLINE_BUILD "@VERSION@"
]] @ONLY)
