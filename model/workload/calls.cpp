// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/calls.h"

#include <array>

#include "model/base/api_name.h"

namespace model::rules {

bool isSynchronization(std::string_view name) {
    name = withoutApiVersion(name);
    for (const std::string_view s :
         {"cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize", "cudaThreadSynchronize",
          "cuCtxSynchronize", "cuStreamSynchronize", "cuEventSynchronize", "hipDeviceSynchronize",
          "hipStreamSynchronize", "hipEventSynchronize"})
        if (name == s || (name.starts_with(s) && name.substr(s.size()).starts_with("_pts"))) return true;
    return false;
}

bool isBlockingAllocation(std::string_view name) {
    name = withoutApiVersion(name);
    constexpr std::array<std::string_view, 22> kCalls{
        "cudaMalloc",    "cudaMallocPitch",  "cudaMalloc3D",      "cudaMallocManaged", "cudaMallocHost",
        "cudaHostAlloc", "cudaHostRegister", "cudaFree",          "cudaFreeHost",      "cudaHostUnregister",
        "cuMemAlloc",    "cuMemAllocPitch",  "cuMemAllocManaged", "cuMemAllocHost",    "cuMemHostAlloc",
        "cuMemFree",     "cuMemFreeHost",    "hipMalloc",         "hipHostMalloc",     "hipMallocManaged",
        "hipFree",       "hipHostFree"};
    if (name.ends_with("_v2")) name.remove_suffix(3);
    return std::find(kCalls.begin(), kCalls.end(), name) != kCalls.end();
}

bool isGraphLaunch(std::string_view name) { return name.find("GraphLaunch") != name.npos; }

ThreadCode::ThreadCode(const Snapshot& s)
    : m_s(s), m_rows(rowsByThread(
                  s, {TrackKind::Annotations, TrackKind::Nvtx, TrackKind::PythonFunctions, TrackKind::Operators})) {}

std::string_view ThreadCode::at(const TrackKey& thread, TimeNs t) const {
    const auto rows = m_rows.find(threadOf(thread));
    if (rows == m_rows.end()) return {};
    StringId name = 0;
    TimeNs last = kTimeMin;
    for (const Track* track : rows->second)
        for (const LaneId id : track->lanes) {
            const LaneView lane = m_s.lane(id);
            const auto row = rowAt(lane, t);
            if (row && lane.start(*row) >= last) last = lane.start(*row), name = lane.name(*row);
        }
    return m_s.text(name);
}

}  // namespace model::rules
