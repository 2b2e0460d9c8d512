// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "importers/capture/spool_file.h"
#include "model/store/event_store.h"

namespace importers::capture {

struct Session;

/// Counters of single kernels: each launch is a profile, as reports of Nsight Compute have them, and an event where it
/// began.
class KernelMetricsReader {
public:
    KernelMetricsReader(Session& session, std::int64_t key, const std::vector<model::StringId>& strings,
                        const std::map<std::uint32_t, std::int64_t>& devices)
        : m_session(session), m_key(key), m_strings(strings), m_devices(devices) {}

    void readLists(std::span<const unsigned char> bytes);
    void read(std::span<const unsigned char> bytes);

private:
    void add(const collectors::spool::KernelMetrics& record, std::span<const double> values);
    model::StringId text(std::uint32_t number) const { return number < m_strings.size() ? m_strings[number] : 0; }

    Session& m_session;
    std::int64_t m_key;
    const std::vector<model::StringId>& m_strings;
    const std::map<std::uint32_t, std::int64_t>& m_devices;
    std::unordered_map<std::uint32_t, const model::MetricList*> m_lists;
};

}  // namespace importers::capture
