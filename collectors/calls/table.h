// SPDX-License-Identifier: Apache-2.0
// Makes one library of the list of its functions: their numbers, their stubs, the table. Included once for each list, with these defined:
//   SIGHTLINE_LIBRARY    a name for the type
//   SIGHTLINE_FUNCTIONS  the file of the list
//   SIGHTLINE_FACTS      key, name, beginnings of files, what is returned where there is no such library
//   SIGHTLINE_WORDS      words of the stack that arguments may be in, beside the registers
//   SIGHTLINE_FLOATS     whether some take floating point
#include "collectors/calls/forward.h"

#define X(symbol, ...) SIGHTLINE_STUB(symbol)
#include SIGHTLINE_FUNCTIONS
#undef X

namespace collectors::calls {
namespace {

struct SIGHTLINE_LIBRARY {
    enum Row : std::int32_t {
#define X(symbol, ...) k_##symbol,
#include SIGHTLINE_FUNCTIONS
#undef X
        kCount
    };
    static constexpr Function kFunctions[] = {
#define X(symbol, shown, detail, first, kind, returns, file, safe) {#symbol, shown, detail, k_##first, Kind::kind, Returns::returns, File::file, safe},
#include SIGHTLINE_FUNCTIONS
#undef X
    };
    static constexpr Address kStubs[] = {
#define X(symbol, ...) sightline_stub_##symbol,
#include SIGHTLINE_FUNCTIONS
#undef X
    };
    static constexpr std::size_t kStackWords = SIGHTLINE_WORDS;
    static constexpr bool kFloats = SIGHTLINE_FLOATS;
    static std::atomic<Address> real[kCount];
    static Library library;
};

std::atomic<Address> SIGHTLINE_LIBRARY::real[];
constinit Library SIGHTLINE_LIBRARY::library{SIGHTLINE_FACTS, kFunctions, kStubs, kCount, real, &g_nothing};

}  // namespace

// Where the stubs jump to.
extern "C" {
#define X(symbol, ...) extern __attribute__((visibility("hidden"), used)) const auto sightline_slot_##symbol = forward<SIGHTLINE_LIBRARY, SIGHTLINE_LIBRARY::k_##symbol>();
#include SIGHTLINE_FUNCTIONS
#undef X
}

}  // namespace collectors::calls

#undef SIGHTLINE_LIBRARY
#undef SIGHTLINE_FUNCTIONS
#undef SIGHTLINE_FACTS
#undef SIGHTLINE_WORDS
#undef SIGHTLINE_FLOATS
