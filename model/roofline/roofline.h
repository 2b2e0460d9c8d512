// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "model/kernels/kernel_match.h"
#include "model/roofline/peaks.h"
#include "model/workload/request.h"

namespace model::roofline {

/// Where a number is from.
enum class Origin : std::uint8_t {
    Measured,   ///< by a profiler in this report
    DataSheet,  ///< by the maker's word
    Practical,  ///< a share of the data sheet that large matrix products are known to reach
};

/// What holds a kernel up: the resource of which it uses the greatest share, or none where that share is small.
enum class Bound : std::uint8_t { Unknown, Dram, L2, L1, Compute, Latency };
/// Below this share of every roof a kernel waits for something else: latency, too few warps, its launch.
inline constexpr double kLatencyShare = 0.4;
/// The same where the profiler says how busy the units are. These look at every port and pipe, so more of them is
/// usual; Nsight Compute's own rule for speed of light has this limit.
inline constexpr double kLatencySpeedOfLight = 0.6;

/// Half-precision work below this share of a kernel's is not drawn: compilers clear registers with HFMA2.
inline constexpr double kPhantomShare = 0.05;

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr bool isKnown(double v) { return v == v; }

/// How busy a profiler saw the units, of the most that they can be.
struct SpeedOfLight {
    double compute = kUnknown,
           memory = kUnknown;  ///< of the multiprocessors; of whichever part of the memories is busiest
    std::array<double, kLevels> level{kUnknown, kUnknown, kUnknown};

    bool isKnown() const { return roofline::isKnown(compute) && roofline::isKnown(memory); }
    SpeedOfLight times(double seconds) const;
    SpeedOfLight& operator+=(const SpeedOfLight& other);
};

/// Work and traffic of a launch, or of all launches of a name. Sums are made before quotients.
struct Point {
    std::string name;                       ///< of the kernel; of an operator where isModel
    std::string shape;                      ///< of an operator: the sizes that the model counts with
    std::uint32_t chip = 0;                 ///< index into Result::chips
    Precision precision = Precision::Fp32;  ///< of its work
    double flop = 0;     ///< operations, of this precision; 0 = it does no floating-point work: then it has bytes only
    double seconds = 0;  ///< on the device
    std::array<double, kLevels> bytes{kUnknown, kUnknown, kUnknown};
    double peakFlop = kUnknown;  ///< what the chip could have done in that time, and …
    std::array<double, kLevels> peakBytes{kUnknown, kUnknown, kUnknown};  ///< … moved
    SpeedOfLight busy;  ///< shares × seconds; what is not known of one launch is not known of their sum
    Origin peaks = Origin::Measured;
    bool isVerified = true;  ///< unless those are from the table of chips, and there from no data sheet
    std::uint32_t launches = 0;
    LaunchNumber launch;        ///< of a point a launch: which one of its kernel, or operator with those sizes
    bool isModel = false;       ///< counted from the sizes of an operator's inputs, not measured
    bool isIncomplete = false;  ///< work that no counter saw: of tensor units, or one of the counted kinds is missing
    double phantomShare = 0;    ///< of half-precision instructions that are not drawn, in the kernel's work
    std::string formula;        ///< how the work was found
    std::array<std::string, kLevels> definition;  ///< which metric the bytes of a level are from; "" = unknown
    std::string peakDefinition;                   ///< which metric, or whose data sheet, the roof is from
    std::vector<EventRef> events;                 ///< kernels; at most reports::kMostEvidence

    bool hasWork() const { return flop > 0; }
    double rate() const { return flop / seconds; }  ///< operations per second
    double bandwidth(Level l) const { return bytes[indexOf(l)] / seconds; }
    /// Operations per byte; NaN where the level is unknown, infinite where nothing was moved.
    double intensity(Level l) const { return flop / bytes[indexOf(l)]; }
    /// The most that it could do per second at its intensity; NaN where unknown.
    double roof(Level l) const;
    /// Share of that roof, 0 … 1.
    double efficiency(Level l) const { return rate() / roof(l); }
    Bound bound() const;

private:
    Bound boundBySpeedOfLight() const;
};

/// A line of the chart: operations per second, or bytes per second of a memory.
struct Roof {
    std::uint32_t chip = 0;
    bool isWork = false;
    Precision precision = Precision::Fp32;  ///< of work
    Level level = Level::Dram;              ///< of traffic
    Origin origin = Origin::Measured;
    double rate = 0;
    bool isVerified = true;  ///< unless what the table of chips says is from no data sheet
    std::string definition;  ///< metric, or source of the data sheet
    std::string variant;     ///< instructions that this rate is of, where a chip has slower ones ("hmma")
};

struct Chip {
    std::string name;
    std::int64_t sms = 0;              ///< 0 = unknown
    const ChipPeaks* peaks = nullptr;  ///< nullptr = in no table
    bool operator==(const Chip&) const = default;
};

/// What was in the caches when bytes of DRAM were counted: our own counters take several launches of a kernel and leave
/// the caches warm, Nsight Compute clears them unless it is told otherwise.
enum class Caches : std::uint8_t { Unknown, Warm, Cleared };
/// Of the profiled kernels of a report; unknown where it has none.
Caches cachesOf(const Snapshot& snapshot);

struct Result {
    Caches caches = Caches::Unknown;  ///< of points that a profiler measured
    std::vector<Chip> chips;
    std::vector<Point> points;  ///< the longest first; those without work are part of it
    std::vector<Roof> roofs;
    std::size_t without =
        0;  ///< kernels that nothing is known of: not profiled with roofline metrics, of no operator that a model fits
    std::size_t kernels = 0;  ///< all kernels that were looked at
};

/// Points of a report: of kernels that a profiler measured; else of operators whose inputs' sizes are known, with the
/// time of their kernels. A point a launch (an operator's call) or a name, as the request says. Linear in the kernels
/// and their metrics.
Result measure(const reports::Request& request);

/// Where the roof of a memory meets that of the arithmetic, operations per byte.
inline double ridge(const Roof& work, const Roof& traffic) { return work.rate / traffic.rate; }

}  // namespace model::roofline
