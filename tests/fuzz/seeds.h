// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct Seed {
    std::string key;  ///< of the importer that it is for
    std::string name;
    std::string bytes;
    /// Of a seed of "any": the key of the importer that must take it; empty where none need do.
    std::string importer = {};
};

/// Small inputs of every format: the project's own always, those of the samples where they are (SIGHTLINE_SHARED,
/// SIGHTLINE_SAMPLES), up to `most` bytes each. The order is the same in every run.
std::vector<Seed> seeds(std::size_t most);

/// The keys of the fuzzers: those of the importers, "session" and "any".
inline constexpr std::string_view kKeys[] = {"rep",
                                             "capture",
                                             "session",
                                             "nsys-rep",
                                             "nsys-sqlite",
                                             "nsys-jsonlines",
                                             "chrome",
                                             "ncu-rep",
                                             "ncu-csv",
                                             "rpd",
                                             "rocpd",
                                             "rocpd-index",
                                             "rocprof-compute",
                                             "rocprofv3-json",
                                             "rocprofv3-csv",
                                             "perfetto",
                                             "torch-memory",
                                             "torch-memory-timeline",
                                             "xplane",
                                             "nvprof",
                                             "speedscope",
                                             "collapsed",
                                             "perf-script",
                                             "html",
                                             "any"};

}  // namespace fuzz
