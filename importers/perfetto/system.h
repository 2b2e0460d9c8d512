// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>

#include "importers/perfetto/gpu.h"
#include "importers/perfetto/trace_data.h"

namespace importers::perfetto {

/// Data of the machine itself: its processes, and the ranges that programs write through the kernel.
class SystemReader {
public:
    SystemReader(TraceData& data, GpuReader& gpu) : m_data(data), m_gpu(gpu) {}

    void processTree(std::string_view message, std::int64_t host);
    /// Descriptions of the writer, from before tracks had descriptors.
    void processDescriptor(std::string_view message, std::int64_t host);
    void threadDescriptor(std::string_view message, std::int64_t host, Sequence& sequence);
    void systemInfo(std::string_view message);
    void ftrace(std::string_view message, std::int64_t host, std::int64_t offset);
    /// Converts times to those of the trace's clock.
    template <class F>
    void resolveTimes(F&& resolve) {
        for (Print& p : m_prints) p.stamp.time = resolve(p.stamp);
    }
    /// Puts the ranges that programs wrote into the groups; open ones last to `end`.
    void finish(model::TimeNs end);

private:
    struct Print {
        Stamp stamp;
        std::int64_t host = 0, tid = 0;
        std::string text;
    };
    struct Open {
        model::TimeNs start = 0;
        model::StringId name = 0;
    };
    using ThreadId = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  ///< machine, process, thread
    /// Whether it is one about the clock of a GPU; then it becomes a value.
    bool gpuFrequency(std::uint32_t event, std::string_view message, std::int64_t host, Stamp stamp);
    void ftraceEvent(std::string_view message, std::int64_t host, std::uint32_t clock, std::int64_t offset);
    using AsyncId = std::tuple<std::int64_t, std::int64_t, std::string>;  ///< machine, process, name and id
    void atrace(const Print& p, std::map<ThreadId, std::vector<Open>>& open, std::map<AsyncId, Open>& async);
    void atraceAsync(const Print& p, model::TrackKey key, std::span<const std::string_view> parts,
                     std::map<AsyncId, Open>& async);

    TraceData& m_data;
    GpuReader& m_gpu;
    std::vector<Print> m_prints;
};

}  // namespace importers::perfetto
