// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/calls.h"

#include <algorithm>

#include "model/base/api_name.h"

namespace model::rules {

namespace {

using enum CallNames::Kind;

constexpr CallNames kCalls[]{
    {Waits, "cudaDeviceSynchronize", "cuCtxSynchronize", "hipDeviceSynchronize"},
    {Waits, "cudaStreamSynchronize", "cuStreamSynchronize", "hipStreamSynchronize"},
    {Waits, "cudaEventSynchronize", "cuEventSynchronize", "hipEventSynchronize"},
    {Waits, "cudaThreadSynchronize", "", "hipCtxSynchronize"},
    {Allocates, "cudaMalloc", "cuMemAlloc", "hipMalloc"},
    {Allocates, "cudaMallocPitch", "cuMemAllocPitch", "hipMallocPitch"},
    {Allocates, "", "", "hipMemAllocPitch"},
    {Allocates, "cudaMalloc3D", "", "hipMalloc3D"},
    {Allocates, "cudaMallocManaged", "cuMemAllocManaged", "hipMallocManaged"},
    {Allocates, "cudaMallocHost", "cuMemAllocHost", "hipMallocHost"},
    {Allocates, "", "", "hipMemAllocHost"},
    {Allocates, "cudaHostAlloc", "cuMemHostAlloc", "hipHostMalloc"},
    {Allocates, "", "", "hipHostAlloc"},
    {Allocates, "", "", "hipExtMallocWithFlags"},
    {Allocates, "cudaHostRegister", "cuMemHostRegister", "hipHostRegister"},
    {Allocates, "cudaHostUnregister", "cuMemHostUnregister", "hipHostUnregister"},
    {Allocates, "cudaFree", "cuMemFree", "hipFree"},
    {Allocates, "cudaFreeHost", "cuMemFreeHost", "hipHostFree"},
    {Allocates, "", "", "hipFreeHost"},
};

/// Without the version of a function, and without the variant that uses a stream of each thread.
std::string_view plainCall(std::string_view name) {
    name = withoutApiVersion(name);
    for (const std::string_view suffix : {"_ptsz", "_ptds", "_spt", "_v2"})
        if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
    return name;
}

bool isCallOf(CallNames::Kind kind, std::string_view name) {
    name = plainCall(name);
    return !name.empty() && std::any_of(std::begin(kCalls), std::end(kCalls), [&](const CallNames& c) {
        return c.kind == kind && (name == c.cuda || name == c.driver || name == c.hip);
    });
}

}  // namespace

std::span<const CallNames> callNames() { return kCalls; }

bool isSynchronization(std::string_view name) { return isCallOf(Waits, name); }

bool isBlockingAllocation(std::string_view name) { return isCallOf(Allocates, name); }

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
