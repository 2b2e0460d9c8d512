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
        std::printf("events %llu generic %llu chunks %llu strings %llu bytes %llu\n",
                    static_cast<unsigned long long>(result.events), static_cast<unsigned long long>(result.genericEvents),
                    static_cast<unsigned long long>(result.chunks), static_cast<unsigned long long>(result.strings),
                    static_cast<unsigned long long>(result.bytes));
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
