// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/contents.h"

#include <algorithm>

#include "model/workload/collective.h"
#include "model/workload/collectives.h"
#include "model/workload/steps.h"

namespace model::reports {

using enum MessageCode;
using T = TrackKind;

namespace {

constexpr std::uint32_t kNamesBetweenStops = 4096;

bool holdsAnything(const Snapshot& s, const Track& t) {
    for (const auto* lanes : {&t.lanes, &t.overflow})
        for (const LaneId id : *lanes)
            if (!s.lane(id).isEmpty()) return true;
    return t.counter != kNoCounter && s.counter(t.counter).rows > 0;
}

}  // namespace

Contents::Contents(const Snapshot& s, const std::stop_token& stop)
    : m_profiles(s.profileCount() > 0), m_launchStacks(isThere(s, CallSource::Launches)),
      m_orderOnly(s.store().diagnostics().total(Note::OrderOnly) > 0) {
    for (const Track& t : s.tree().tracks) {
        bool& known = m_kinds[static_cast<std::size_t>(t.kind)];
        const bool mpi = t.kind == T::Library && !m_mpi && t.name && s.text(t.name) == "MPI";
        if ((known && !mpi) || !holdsAnything(s, t)) continue;
        known = true;
        m_mpi |= mpi;
    }
    readNames(s, stop);
}

// Names are few beside events.
void Contents::readNames(const Snapshot& s, const std::stop_token& stop) {
    const StringTable& names = s.store().strings();
    m_communication = names.find(kCollectiveName) != 0;
    m_migrations = names.find("Unified memcpy HtoD") != 0 || names.find("Unified memcpy DtoH") != 0;
    m_torchAllocations = names.find("[memory]") != 0;
    m_segments = names.find("segment bytes") != 0;
    const std::uint32_t count = names.count();
    for (StringId id = 1; id <= count && !(m_communication && m_steps); ++id) {
        if (id % kNamesBetweenStops == 0 && stop.stop_requested()) return;
        const std::string_view name = names.at(id);
        m_communication = m_communication || isCommunicationKernel(name) || isCommunicationCall(name);
        m_steps = m_steps || isStep(name);
    }
}

bool Contents::hasGpuWork() const { return has(T::StreamKernels) || has(T::StreamMemory) || has(T::StreamGraphs); }
bool Contents::hasThreadRanges() const { return has(T::Nvtx) || has(T::Nccl) || has(T::Annotations); }

MessageCode withoutLaunchedKernels(const Contents& c) {
    return c.has(T::CudaApi) && c.has(T::StreamKernels) ? Nothing : NoLaunchedKernels;
}
MessageCode withoutLaunchedWork(const Contents& c) {
    return c.has(T::CudaApi) && c.hasGpuWork() ? Nothing : NoLaunchedWork;
}
MessageCode withoutRanges(const Contents& c) { return c.hasRanges() ? Nothing : NoRanges; }
MessageCode withoutRangesWithWork(const Contents& c) {
    return c.hasRanges() && c.hasGpuWork() ? Nothing : NoRangesWithWork;
}
MessageCode withoutUnifiedMemory(const Contents& c) {
    return c.has(T::UnifiedMemory) || c.hasMigrations() ? Nothing : NoUnifiedMemory;
}
MessageCode withoutAllocations(const Contents& c) {
    return c.has(T::MemoryEvents) || (c.has(T::ThreadInstants) && c.hasTorchAllocations()) ? Nothing : NoAllocations;
}
MessageCode withoutSegments(const Contents& c) { return c.has(T::Objects) && c.hasSegments() ? Nothing : NoSegments; }
MessageCode withoutProfiles(const Contents& c) { return c.hasProfiles() ? Nothing : NoKernelMetrics; }

MessageCode lacks(CallSource source, const Contents& c) {
    switch (source) {
    case CallSource::Samples: return without<NoCpuSamples, T::CpuSamples>(c);
    case CallSource::PythonSamples: return without<NoPythonSamples, T::PythonSamples>(c);
    case CallSource::Nvtx: return c.hasThreadRanges() ? Nothing : NoThreadRanges;
    case CallSource::Python: return without<NoPythonFunctions, T::PythonFunctions>(c);
    case CallSource::Operators: return without<NoOperatorsNorCalls, T::Annotations, T::Operators, T::CudaApi>(c);
    case CallSource::Slices: return without<NoThreadSlices, T::Slices>(c);
    case CallSource::Launches: return withoutGpuWork<NoGpuWork>(c);
    }
    return Nothing;
}

// Samples before anything else. Operators and ranges of threads alike have rows that others have, too: their own count.
CallSource openingSource(const Contents& c) {
    if (c.has(T::CpuSamples)) return CallSource::Samples;
    if (c.has(T::PythonSamples)) return CallSource::PythonSamples;
    if (c.has(T::PythonFunctions)) return CallSource::Python;
    if (c.has(T::Operators)) return CallSource::Operators;
    if (c.hasLaunchStacks()) return CallSource::Launches;
    if (c.hasThreadRanges()) return CallSource::Nvtx;
    if (c.has(T::Slices)) return CallSource::Slices;
    return c.has(T::CudaApi) ? CallSource::Operators : CallSource::Nvtx;
}

}  // namespace model::reports
