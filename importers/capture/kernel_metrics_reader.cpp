// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/kernel_metrics_reader.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "importers/capture/process_reader.h"
#include "importers/common/demangle.h"

namespace importers::capture {
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostMetrics = 4096;
constexpr double kLongest = 3.6e15;  // ns; beyond that a duration is damage

}  // namespace

void KernelMetricsReader::readLists(std::span<const unsigned char> bytes) {
    while (bytes.size() >= 8) {
        std::uint32_t head[2];
        std::memcpy(head, bytes.data(), sizeof head);
        bytes = bytes.subspan(sizeof head);
        const std::size_t size = std::size_t{head[1]} * sizeof(std::uint32_t);
        if (head[1] > kMostMetrics || size > bytes.size()) return;
        std::vector<model::MetricList::Entry> entries;
        for (std::size_t i = 0; i < head[1]; ++i) {
            std::uint32_t name;
            std::memcpy(&name, bytes.data() + i * sizeof name, sizeof name);
            entries.push_back({text(name), 0, model::MetricValue::Type::Real});
        }
        m_lists[head[0]] = m_session.store.kernelProfiles().list(entries);
        bytes = bytes.subspan(std::min((size + 7) / 8 * 8, bytes.size()));
    }
}

void KernelMetricsReader::read(std::span<const unsigned char> bytes) {
    while (bytes.size() >= sizeof(spool::KernelMetrics)) {
        spool::KernelMetrics record;
        std::memcpy(&record, bytes.data(), sizeof record);
        bytes = bytes.subspan(sizeof record);
        if (record.values > kMostMetrics || record.values * sizeof(double) > bytes.size()) return;
        std::vector<double> values(record.values);
        if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
        bytes = bytes.subspan(values.size() * sizeof(double));
        add(record, values);
    }
}

void KernelMetricsReader::add(const spool::KernelMetrics& r, std::span<const double> values) {
    const auto list = m_lists.find(r.list);
    const model::TimeNs asked = spoolTime(r.time);
    if (list == m_lists.end() || list->second->entries.size() != values.size() || !m_session.isWanted(asked)) return;
    model::EventStore& store = m_session.store;
    const std::string mangled(store.strings().at(text(r.name))), name = demangled(mangled);
    model::KernelProfile p;
    p.name = store.strings().intern(name);
    p.function = store.strings().intern(model::kernelBaseName(name));
    p.mangled = text(r.name);
    const auto device = m_devices.find(r.device);
    p.pid = m_key;
    p.device = device == m_devices.end() ? static_cast<std::int64_t>(r.device) : device->second;
    p.context = r.context;
    p.stream = r.stream;
    std::copy(std::begin(r.grid), std::end(r.grid), p.grid.begin());
    std::copy(std::begin(r.block), std::end(r.block), p.block.begin());
    if (const auto d = m_session.devices.find(p.device); d != m_session.devices.end())
        p.chip = d->second.major * 10 + d->second.minor;
    p.list = list->second;
    for (const double v : values) p.values.push_back(model::MetricValue::ofReal(v).bits);
    const double ns = p.find(store.strings().find("gpu__time_duration.sum")).number();
    const model::TimeNs duration = ns >= 0 && ns < kLongest ? std::llround(ns) : 0;

    model::TrackKey key;
    key.pid = m_key;
    key.device = p.device;
    key.context = p.context;
    key.stream = p.stream;
    Arguments& a = m_session.args;
    a.addText("shortName", store.strings().at(p.function));
    if (mangled != name) a.addText("mangledName", mangled);
    a.addInt("gridX", r.grid[0]), a.addInt("gridY", r.grid[1]), a.addInt("gridZ", r.grid[2]);
    a.addInt("blockX", r.block[0]), a.addInt("blockY", r.block[1]), a.addInt("blockZ", r.block[2]);
    a.addInt("dynamicSharedMemory", r.dynamicShared);
    const model::StringId event = p.name;
    a.addInt(model::kProfileArg, store.kernelProfiles().add(std::move(p)));
    m_session.add(model::EventKind::Kernel, model::TrackKind::StreamKernels, key,
                  {asked, asked + duration, event, a.intern(), 0, 0});
}

}  // namespace importers::capture
