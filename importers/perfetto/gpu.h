// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "importers/perfetto/trace_data.h"

namespace importers::perfetto {

/// The description of a counter in a trace.
struct CounterSpec {
    std::string name, unit, description;
    auto operator<=>(const CounterSpec&) const = default;
};
using CounterSpecs = std::map<std::uint64_t, const CounterSpec*>;  ///< by the numbers that values name

/// An interned description of counters, read once, because packets may refer to it any number of times.
struct CounterDescriptor {
    CounterSpecs specs;
    std::optional<std::int64_t> gpu;
    std::set<std::pair<std::int64_t, std::int64_t>> shown;  ///< on which (machine, GPU)
};

/// Work of GPUs and their counters.
class GpuReader {
public:
    explicit GpuReader(TraceData& data) : m_data(data) {}

    void renderStage(std::string_view message, const Packet& packet, Sequence& sequence);
    void counters(std::string_view message, const Packet& packet, Sequence& sequence);

    /// The clock of a GPU from a time on, in the unit of its driver: the kernel writes it when it changes.
    void frequency(std::int64_t host, std::uint32_t gpu, Stamp stamp, std::uint32_t value) {
        m_frequencies[{host, gpu}].emplace_back(stamp, value);
    }

    /// A piece of work on its row; times are in the trace's clock once they are resolved.
    struct Work {
        Stamp stamp;
        model::TimeNs duration = 0;
        model::TrackKind kind{};
        model::TrackKey key;
        model::Event event;
        std::uint64_t id = 0;
        std::vector<std::uint64_t> waits;  ///< ids of work that had to end before
    };
    std::vector<Work>& work() { return m_work; }
    /// Puts the values of counters into the groups. `resolve` converts a Stamp to a time.
    template <class F>
    void finishCounters(F&& resolve) {
        for (auto& [id, c] : m_counters) {
            std::vector<std::pair<model::TimeNs, double>> values;
            for (const auto& [stamp, value] : c.values) values.emplace_back(resolve(stamp), value);
            addCounter(id, c, values);
        }
        for (const auto& [of, values] : m_frequencies)
            for (const auto& [stamp, value] : values) addFrequency(of.first, of.second, resolve(stamp), value);
    }
    /// Names the rows of GPUs, their queues and counters.
    void name();

private:
    struct Counter {
        const CounterSpec* spec = nullptr;
        std::vector<std::pair<Stamp, double>> values;
    };
    using CounterId = std::tuple<std::int64_t, std::int64_t, std::string>;  ///< machine, GPU, name or number
    struct Stage {
        std::uint64_t queue = 0, stage = 0, kernel = 0, context = 0, name = 0, logicalQueue = 0;
        bool hasLogicalQueue = false;
        std::int64_t queueIndex = -1, stageIndex = -1;
        std::string_view ownName;
    };

    void specifications(std::string_view message);
    std::string specName(std::uint64_t iid, Sequence& sequence, std::string* description = nullptr);
    void stageField(const WireField& f, Stage& stage, Work& work, Sequence& sequence);
    void launch(std::string_view message, Sequence& sequence);
    void dimensions(const char* const (&keys)[3], std::string_view message);
    void computeArgument(std::string_view message, Sequence& sequence);
    std::string kernelName(std::uint64_t iid, Sequence& sequence);
    void placeOn(const Stage& stage, Work& work, Sequence& sequence, const std::string& stageName);
    const CounterSpec* share(CounterSpec spec) { return &*m_allSpecs.insert(std::move(spec)).first; }
    void readSpecs(std::string_view descriptor, CounterSpecs& specs);
    CounterDescriptor* descriptor(std::uint64_t iid, Sequence& sequence);
    Counter& counter(std::int64_t host, std::int64_t gpu, const CounterSpec* spec);
    void counterValue(std::string_view message, std::int64_t gpu, const Packet& packet,
                      const CounterDescriptor* described);
    void addCounter(const CounterId& id, Counter& counter, std::vector<std::pair<model::TimeNs, double>>& values);

    void addFrequency(std::int64_t host, std::int64_t gpu, model::TimeNs time, double value);

    TraceData& m_data;
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<Stamp, double>>>
        m_frequencies;  ///< by machine and GPU
    std::vector<Work> m_work;
    std::vector<std::string> m_oldQueues, m_oldStages;
    std::map<std::uint64_t, std::int64_t> m_oldContexts;  ///< process by context
    std::map<std::tuple<model::TrackKey, std::string>, std::int64_t> m_queues;
    std::map<model::TrackKey, std::int64_t> m_queueCounts;
    std::map<model::TrackKey, std::string> m_queueNames;
    std::map<model::TrackKey, std::uint32_t> m_apis;
    std::set<CounterSpec> m_allSpecs;
    std::map<std::pair<std::int64_t, std::uint64_t>, const CounterSpec*>
        m_specs;  ///< of descriptors inside the events, by machine and number
    std::map<CounterId, Counter> m_counters;
    std::map<std::tuple<std::int64_t, std::int64_t, const CounterSpec*>, Counter*>
        m_counterOf;  ///< the same, looked up without its name
    std::map<model::TrackKey, std::string> m_counterNames;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_counterCounts;
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t>
        m_devices;  ///< index among the entities by (machine, GPU)
};

}  // namespace importers::perfetto
