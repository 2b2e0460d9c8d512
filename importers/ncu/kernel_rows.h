// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "model/store/event_store.h"

namespace importers::ncu {

/// Puts profiled kernels into the store: the profile into its table, and an event that names it into the row of its
/// stream. Reports have no start times, so each kernel begins where the previous one ended.
class KernelRows {
public:
    explicit KernelRows(model::EventStore& store);

    /// `list` of the profile must be set.
    void add(model::KernelProfile&& profile);
    void nameProcess(std::int64_t pid, std::string_view name);
    void nameDevice(std::int64_t device, std::string_view name) { m_devices[device] = name; }
    /// Names rows, adds facts about processes and devices to the report, and notes that the times are not real.
    void finish();

private:
    model::ArgsId argsOf(const model::KernelProfile& profile, model::ProfileId id);
    model::TimeNs durationOf(const model::KernelProfile& profile);
    model::MetricValue value(const model::KernelProfile& profile, std::string_view metric, std::string_view label);
    void nameTracks();
    void addEntities();

    model::EventStore& m_store;
    model::TimeNs m_clock = 0;
    std::uint64_t m_kernels = 0;
    std::uint64_t m_unknownDurations = 0;
    std::map<std::int64_t, std::string> m_processes;
    std::map<std::int64_t, std::string> m_devices;
    std::map<std::int64_t, model::ProfileId> m_firstOfDevice;
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>> m_streams;
};

}  // namespace importers::ncu
