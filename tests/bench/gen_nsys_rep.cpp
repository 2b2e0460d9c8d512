// SPDX-License-Identifier: GPL-3.0-or-later

// gen_nsys_rep IN.sqlite OUT.nsys-rep: the events of an exported database as a report, for benchmarks.

#include "tests/bench/gen_nsys_rep.h"

#include <exception>

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: gen_nsys_rep IN.sqlite OUT.nsys-rep\n");
        return 2;
    }
    try {
        const auto result = bench::generateRep(arguments[1], arguments[2]);
        const std::pair<const char*, std::uint64_t> facts[] = {{"events", result.events},
                                                               {"generic", result.genericEvents},
                                                               {"chunks", result.chunks},
                                                               {"strings", result.strings},
                                                               {"bytes", result.bytes}};
        for (const auto& [name, value] : facts) std::printf("%s %s ", name, std::to_string(value).c_str());
        std::printf("\n");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
