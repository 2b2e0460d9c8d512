// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <limits>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// Metrics of one profile by their names, to compare profiles of several reports.
class ProfileValues {
public:
    ProfileValues(const Snapshot& snapshot, const KernelProfile& profile) : m_s(&snapshot), m_p(&profile) {}

    /// None if it was not measured.
    MetricValue value(std::string_view metric) const { return m_p->find(m_s->store().strings().find(metric)); }
    /// NaN if it was not measured, or is a text.
    double number(std::string_view metric) const { return value(metric).number(); }
    /// The first of several names that is a number. Metrics have other names on other chips, and CSV pages have labels.
    double number(std::initializer_list<std::string_view> names) const;

private:
    const Snapshot* m_s;
    const KernelProfile* m_p;
};

/// Threads of a block, blocks of a grid; saturates. 0 = unknown.
std::uint64_t volumeOf(const std::array<std::uint32_t, 3>& extent);

/// A profiled kernel in one line. NaN = not measured.
struct KernelSummary {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    ProfileId profile = 0;
    double ns = kNone;       ///< duration
    double speedup = kNone;  ///< per cent of the duration: the greatest estimate of a rule for the whole kernel
    const ProfileRule* rule = nullptr;  ///< the rule with that estimate
    double compute = kNone;             ///< per cent of what the multiprocessors could do
    double memory = kNone;              ///< per cent of what the memory system could do
    double registers = kNone;           ///< of a thread
    double cycles = kNone;

    /// The estimate as a time.
    double gainNs() const { return ns * speedup / 100; }
};

KernelSummary summaryOf(const Snapshot& snapshot, ProfileId profile);
/// All profiles of the snapshot, in the order of the report.
std::vector<KernelSummary> kernelSummaries(const Snapshot& snapshot);

}  // namespace model
