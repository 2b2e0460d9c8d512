// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "model/roofline/roofline.h"
#include "model/store/event_store.h"

namespace model::roofline {

/// Work of one precision of one kernel.
struct Work {
    Precision precision = Precision::Fp32;
    double flop = 0;
    double peak = kUnknown;  ///< operations per second, for the instructions that it used; NaN = not measured
    std::string formula;
    std::string peakDefinition;
    std::string variant;        ///< "hmma" if it used instructions that are slower than the chip's best
    bool isIncomplete = false;  ///< a term of the sum was not collected
};

/// The data of a profile for a roofline.
struct ProfileFigures {
    double seconds = kUnknown;
    std::vector<Work> work;  ///< for every precision that was counted, including those without work
    std::array<double, kLevels> bytes{kUnknown, kUnknown, kUnknown};
    std::array<double, kLevels> peakBytes{kUnknown, kUnknown, kUnknown};  ///< per second
    std::array<std::string, kLevels> definition;
    std::array<double, kPrecisions> peaks;  ///< the chip's best per second, without sparsity
    std::array<std::string, kPrecisions> peakDefinition;
    SpeedOfLight busy;             ///< 0 … 1
    bool tensorUncounted = false;  ///< tensor units were busy and no counter tells with what
};

/// Adds what rocprof-compute measured to figures with a length: it gives rates per second. False if the profile is not
/// of that tool.
bool readRocprof(const Snapshot& s, const KernelProfile& p, ProfileFigures& to);

/// Extracts figures from profiles. Lookups in a list of metrics are done once for all profiles that share it.
class ProfileReader {
public:
    explicit ProfileReader(const Snapshot& s) : m_s(s) {}
    /// `fallbackSeconds`: the length of the kernel's event, in case the profile has no duration.
    ProfileFigures read(const KernelProfile& profile, double fallbackSeconds);

private:
    struct TensorMetric {
        std::string name;  // up to ".sum"
        Precision precision;
        std::string instruction;  // "hmma" of a child; "" of a parent
        bool hasDestination = false, sparse = false, halved = false;
    };
    const std::vector<TensorMetric>& tensorMetrics(const MetricList& list);
    double number(const KernelProfile& p, std::string_view name) const;
    double share(const KernelProfile& p, std::initializer_list<std::string_view> units) const;
    double total(const KernelProfile& p, const std::string& base, double cyclesPerSecond, double seconds) const;
    void readVector(const KernelProfile& p, ProfileFigures& to) const;
    void readTensor(const KernelProfile& p, ProfileFigures& to);
    void readOldTensor(const KernelProfile& p, ProfileFigures& to) const;
    void readTraffic(const KernelProfile& p, ProfileFigures& to) const;
    void readBusy(const KernelProfile& p, ProfileFigures& to) const;

    const Snapshot& m_s;
    std::map<const MetricList*, std::vector<TensorMetric>> m_tensor;
};

}  // namespace model::roofline
