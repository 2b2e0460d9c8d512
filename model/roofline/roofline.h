// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "model/kernels/kernel_match.h"
#include "model/roofline/peaks.h"
#include "model/workload/request.h"

namespace model::roofline {

/// The source of a number.
enum class Origin : std::uint8_t {
    Measured,   ///< by a profiler in this report
    DataSheet,  ///< from the maker
    Practical,  ///< a share of the data sheet that large matrix products are known to reach
};

/// What limits a kernel: the resource of which it uses the greatest share, or none if that share is small.
enum class Bound : std::uint8_t { Unknown, Dram, L2, L1, Compute, Latency };
/// Below this share of every roof, a kernel waits for something else: latency, too few warps, its launch.
inline constexpr double kLatencyShare = 0.4;
/// The same if the profiler measured how busy the units are. It looks at every port and pipe, so higher shares are
/// usual. Nsight Compute's own rule for speed of light has this limit.
inline constexpr double kLatencySpeedOfLight = 0.6;

/// Half-precision work below this share of a kernel's work is not drawn: compilers clear registers with HFMA2.
inline constexpr double kPhantomShare = 0.05;

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr bool isKnown(double v) { return v == v; }

/// How busy a profiler found the units, relative to their maximum.
struct SpeedOfLight {
    double compute = kUnknown,
           memory = kUnknown;  ///< of the multiprocessors; of the busiest part of the memories
    std::array<double, kLevels> level{kUnknown, kUnknown, kUnknown};

    bool isKnown() const { return roofline::isKnown(compute) && roofline::isKnown(memory); }
    SpeedOfLight times(double seconds) const;
    SpeedOfLight& operator+=(const SpeedOfLight& other);
};

/// Work and traffic of a launch, or of all launches of a name. Sums come before quotients.
struct Point {
    std::string name;                       ///< of the kernel; of an operator if isModel
    std::string shape;                      ///< for an operator: the sizes that the model uses
    std::uint32_t chip = 0;                 ///< index into Result::chips
    Precision precision = Precision::Fp32;  ///< of its work
    double flop = 0;     ///< operations, of this precision; 0 = no floating-point work: then the point has only bytes
    double seconds = 0;  ///< on the device
    std::array<double, kLevels> bytes{kUnknown, kUnknown, kUnknown};
    double peakFlop = kUnknown;  ///< operations that the chip could have done in that time, and …
    std::array<double, kLevels> peakBytes{kUnknown, kUnknown, kUnknown};  ///< … bytes that it could have moved
    SpeedOfLight busy;  ///< shares × seconds; if it is unknown for one launch, it is unknown for their sum
    Origin peaks = Origin::Measured;
    bool isVerified = true;  ///< false if the peaks are from the table of chips, and not from a data sheet
    std::uint32_t launches = 0;
    LaunchNumber launch;   ///< for a point of one launch: the number of the launch within its kernel, or within the
                           ///< operator with those sizes
    bool isModel = false;  ///< counted from the sizes of an operator's inputs, not measured
    bool isIncomplete =
        false;  ///< some work was not counted: tensor units without a counter, or one of the counted kinds is missing
    double phantomShare = 0;  ///< share of half-precision instructions, which are not drawn, in the kernel's work
    std::string formula;      ///< how the work was determined
    std::array<std::string, kLevels> definition;  ///< the metric behind the bytes of a level; "" = unknown
    std::string peakDefinition;                   ///< the metric or data sheet behind the roof
    std::vector<EventRef> events;                 ///< kernels; at most reports::kMostEvidence

    bool hasWork() const { return flop > 0; }
    double rate() const { return flop / seconds; }  ///< operations per second
    double bandwidth(Level l) const { return bytes[indexOf(l)] / seconds; }
    /// Operations per byte; NaN if the level is unknown, infinite if nothing was moved.
    double intensity(Level l) const { return flop / bytes[indexOf(l)]; }
    /// The maximum of operations per second at its intensity; NaN if unknown.
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
    Precision precision = Precision::Fp32;  ///< for work
    Level level = Level::Dram;              ///< for traffic
    Origin origin = Origin::Measured;
    double rate = 0;
    bool isVerified = true;  ///< false if it is from the table of chips, and not from a data sheet
    std::string definition;  ///< metric, or source of the data sheet
    std::string variant;     ///< the instructions with this rate, if a chip has slower ones ("hmma")
};

struct Chip {
    std::string name;
    std::int64_t sms = 0;              ///< 0 = unknown
    const ChipPeaks* peaks = nullptr;  ///< nullptr = not in the table
    bool operator==(const Chip&) const = default;
};
/// The chip of a GPU of the report, with its data sheet where the request has one.
Chip chipOf(const reports::Request& r, std::int64_t host, std::int64_t device);

/// The state of the caches when bytes of DRAM were counted. Our counters measure several launches of a kernel and leave
/// the caches warm. Nsight Compute clears them unless it is told otherwise.
enum class Caches : std::uint8_t { Unknown, Warm, Cleared };
/// For the profiled kernels of a report; unknown if it has none.
Caches cachesOf(const Snapshot& snapshot);

struct Result {
    Caches caches = Caches::Unknown;  ///< for measured points
    std::vector<Chip> chips;
    std::vector<Point> points;  ///< the longest first, including those without work
    std::vector<Roof> roofs;
    std::size_t without = 0;  ///< kernels about which nothing is known: not profiled with roofline metrics, and of no
                              ///< operator with a model
    std::size_t kernels = 0;  ///< all examined kernels
};

/// The points of a report: for measured kernels; else for operators whose input sizes are known, with the time of their
/// kernels. One point for each launch (an operator's call) or each name, as requested. Linear in the kernels and their
/// metrics.
Result measure(const reports::Request& request);

/// Where the roof of a memory meets that of the arithmetic, in operations per byte.
inline double ridge(const Roof& work, const Roof& traffic) { return work.rate / traffic.rate; }

}  // namespace model::roofline
