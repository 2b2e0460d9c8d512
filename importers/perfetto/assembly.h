// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "importers/common/importer.h"
#include "importers/common/stop_check.h"
#include "importers/perfetto/gpu.h"
#include "importers/perfetto/system.h"
#include "importers/perfetto/trace_data.h"
#include "model/query/query.h"

namespace importers::perfetto {

/// Makes what is shown from what was read: times of one clock, slices of begins and ends, rows, arrows.
class Assembly {
public:
    Assembly(TraceData& data, GpuReader& gpu, SystemReader& system, const OpenOptions& options)
        : m_data(data), m_gpu(gpu), m_system(system), m_options(options), m_check(options.stopBuilding) {}
    /// Throws Stopped after a stop; rows that are complete by then stay.
    void run();

private:
    /// An event on its row, with times of the trace's clock, if something refers to it.
    struct Placed {
        TrackTree::Row row;
        model::Event event;
    };
    static constexpr std::uint32_t kNowhere = 0xffffffff;
    struct Point {
        std::uint64_t id = 0;
        model::TimeNs time = 0;
        std::size_t order = 0;  ///< in the file
        FlowUse::Role role = FlowUse::Role::Step;
        std::uint32_t placed = kNowhere;
        std::uint32_t record = kNowhere;  ///< or the slice that begins with this one, once it is placed
        model::StringId name = 0;
    };
    struct Launch {
        std::uint32_t placed = kNowhere, correlation = 0;
        std::int64_t host = 0, pid = 0;
    };
    struct OpenSlice {
        std::uint32_t record = 0;
        model::ArgsId args = 0;
    };
    class SliceStack;
    /// A record, or the end of an arrow, on a track, in order of time.
    struct Item {
        model::TimeNs time = 0;
        std::size_t order = 0;
        std::uint32_t index = 0;
        bool isFlow = false;
    };

    model::TimeNs resolve(Stamp stamp);
    void chooseClock();
    void resolveTimes();
    void counters();
    void pairTracks();
    void pairTrack(TrackIndex track, std::span<const Item> items);
    void close(TrackIndex track, SliceStack& open, std::uint32_t index);
    void meetFlow(const FlowRecord& flow, SliceStack& open, std::vector<std::uint32_t>& waiting);
    void state(TrackIndex track, std::vector<OpenSlice>& open, std::uint32_t index);
    std::uint32_t addSlice(TrackIndex track, const OpenSlice& slice, model::TimeNs end);
    void addInstant(TrackIndex track, std::uint32_t record);
    std::uint32_t place(std::uint32_t record, const TrackTree::Row& row, model::Event event);
    void flowPoints(std::uint32_t record, std::uint32_t placed);
    void placeGpuWork();
    void joinFlows();
    void gpuArrows();
    void nameAll();
    void locateAll();
    model::EventRef refOf(std::uint32_t placed) const {
        return placed == kNowhere ? model::EventRef{} : m_refs[placed];
    }
    void arrow(model::EventRef from, model::EventRef to, model::StringId name);

    TraceData& m_data;
    GpuReader& m_gpu;
    SystemReader& m_system;
    const OpenOptions& m_options;
    StopCheck m_check;
    model::TimeNs m_end = model::kTimeMin;
    model::TimeNs m_zero = 0;
    std::vector<Placed> m_placed;
    std::vector<Point> m_points;
    std::unordered_map<std::uint64_t, Launch> m_launches;  ///< by id of GPU work
    std::vector<std::pair<std::uint64_t, std::uint32_t>>
        m_waits;  ///< id of GPU work, and the placed event that waited for it
    std::unordered_map<std::uint64_t, std::uint32_t> m_work;  ///< placed GPU work by its id
    std::map<model::TrackKey, std::uint32_t> m_apis;          ///< of threads that call GPUs
    std::uint32_t m_correlations = 0;
    std::uint64_t m_neverClosed = 0;
    bool m_placeAll = false;  ///< for the current track: arrows can meet any slice
    std::unordered_map<std::uint32_t, std::uint32_t> m_placeOfRecord;  ///< if m_placeAll
    std::vector<model::EventRef> m_refs;                               ///< of the placed events
    std::vector<model::Flow> m_arrows;
};

}  // namespace importers::perfetto
