// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer program for one importer: SIGHTLINE_FUZZ_KEY is its key.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static fuzz::InputFile file;
    fuzz::run(SIGHTLINE_FUZZ_KEY, {reinterpret_cast<const char*>(data), size}, file);
    return 0;
}
