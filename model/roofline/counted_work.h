// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "model/roofline/roofline.h"
#include "model/workload/intervals.h"

namespace model::roofline {

/// Operations of one kernel that counts for the utilisation of a model (MFU).
struct KernelWork {
    double flop = 0;
    double peak = kUnknown;    ///< dense peak of its GPU in that precision, operations per second; NaN = not known
    double atPeak = kUnknown;  ///< seconds that the work would take at the dense peaks of its precisions
    Precision precision = Precision::Fp32;  ///< in which it did most
    bool isModel = false;                   ///< from the sizes of an operator's inputs, not measured
};

/// The work of all kernels of a report. What a profiler measured counts as it was measured. Of other kernels it is that
/// of the matrix product, convolution or attention that launched them, by the sizes of its inputs; an operator with
/// several kernels divides its work among them by their time. Linear in kernels and operators.
class CountedWork {
public:
    explicit CountedWork(const reports::Request& r);
    /// nullptr = nothing is known of the kernel's work.
    const KernelWork* find(EventRef kernel) const;
    bool empty() const { return m_work.empty(); }

private:
    void addOperators(const reports::Request& whole);
    void addProfiles(const reports::Request& whole);
    double peakOf(const reports::Request& r, const reports::DeviceId& device, Precision precision);

    std::unordered_map<std::uint64_t, KernelWork> m_work;  // by lane and row
    std::map<reports::DeviceId, Chip> m_chips;
};

/// Work of several kernels of GPUs of one kind.
class WorkSum {
public:
    /// `share`: the part of the kernel that counts, 0 … 1.
    void add(const KernelWork& work, double share = 1);
    void add(const WorkSum& other);
    bool empty() const { return m_flop <= 0; }
    double flop() const { return m_flop; }
    /// Share of the dense peak, 0 … 1, that the work is in a time; nothing if no work is known, or a peak is not. Work
    /// of several precisions counts against the peak of each.
    std::optional<double> mfu(double seconds) const;
    Precision precision() const;  ///< of most of the work
    double peak() const;          ///< of that precision; NaN = not known
    /// Where the work is from, and what lacks for the utilisation: words of tables, separated by "; ".
    std::string source() const;

private:
    double m_flop = 0, m_atPeak = 0;
    std::array<double, kPrecisions> m_flopOf{}, m_peakOf{};
    bool m_measured = false, m_modelled = false;
};

/// Work by time: the kernels of one GPU that run in a stretch, each for the part of it that does.
class WorkByTime {
public:
    WorkByTime(const reports::Request& r, const CountedWork& work);
    struct Stretch {
        WorkSum work;
        double kernels = 0, known = 0;  ///< ns of kernels, and of those whose work is known
    };
    Stretch in(const reports::DeviceId& device, TimeRange when) const;

private:
    struct Piece {
        TimeRange when;
        const KernelWork* work;  // of CountedWork, nullptr = not known
    };
    struct Device {
        std::vector<Piece> pieces;  // by begin
        TimeNs longest = 0;
    };
    std::map<reports::DeviceId, Device> m_devices;
};

}  // namespace model::roofline
