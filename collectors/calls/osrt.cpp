// SPDX-License-Identifier: Apache-2.0
// libsightline-osrt.so: stands before the C library where a capture asks for it.
#include "collectors/calls/osrt_words.h"

#define SIGHTLINE_LIBRARY OsRuntime
#define SIGHTLINE_FUNCTIONS "collectors/calls/osrt_functions.inc"
#define SIGHTLINE_FACTS "osrt", "OS runtime", nullptr, -1
#define SIGHTLINE_WORDS osrtWords(kFunctions[function].symbol)
#define SIGHTLINE_FLOATS false
#include "collectors/calls/table.inc"

namespace collectors::calls {
namespace {

// Before the program calls them: finding a function may take a lock and memory, which later calls in handlers of signals must not.
__attribute__((constructor)) void loaded() {
    for (std::size_t i = 0; i < OsRuntime::library.count; ++i) findReal(OsRuntime::library, i, nullptr);
    static Library* const all[] = {&OsRuntime::library};
    attach(all, 1);
}

}  // namespace
}  // namespace collectors::calls
