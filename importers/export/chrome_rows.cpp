// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/chrome_rows.h"

#include <fmt/format.h>

namespace importers::exporting {

using model::Track;
using model::TrackKey;
using model::TrackKind;

namespace {

using T = TrackKind;
using enum Form;

struct Line {
    TrackKind kind;
    Form form;
    std::string_view category;
};
// Slices share the row of their thread, Stream that of their stream; the others have a row for each track. Kinds that
// are not here hold no events.
constexpr Line kForms[] = {
    {T::Annotations, Slices, "user_annotation"},
    {T::Nvtx, Slices, "user_annotation"},
    {T::Nccl, Slices, "user_annotation"},
    {T::Operators, Slices, "cpu_op"},
    {T::PythonFunctions, Slices, "python_function"},
    {T::Slices, Slices, "slice"},
    {T::CudaApi, Slices, "cuda_runtime"},
    {T::CudaGraphs, Slices, "cuda_graph_call"},
    {T::Cudnn, Slices, "cudnn"},
    {T::Cublas, Slices, "cublas"},
    {T::Library, Slices, "library"},
    {T::OsRuntime, Slices, "os_runtime"},
    {T::ThreadState, OwnSlices, "thread_state"},
    {T::ProfilerOverhead, OwnSlices, "overhead"},
    {T::Jit, OwnSlices, "jit"},
    {T::StreamAnnotations, Stream, "gpu_user_annotation"},
    {T::StreamKernels, Stream, "kernel"},
    {T::StreamMemory, Stream, "gpu_memcpy"},
    {T::StreamGraphs, OwnStream, "cuda_graph"},
    {T::StreamSync, OwnStream, "cuda_sync"},
    {T::StreamEvents, OwnStream, "cuda_event"},
    {T::ProcessNvtx, Async, "nvtx"},
    {T::Async, Async, "async"},
    {T::Objects, Async, "object"},
    {T::UnifiedMemory, Async, "page_fault"},
    {T::Generic, Async, "generic"},
    {T::ThreadInstants, Instants, "instant"},
    {T::CpuSamples, Instants, "cpu_sample"},
    {T::PythonSamples, Instants, "python_sample"},
    {T::ProcessInstants, Instants, "instant"},
    {T::GlobalInstants, Instants, "instant"},
    {T::MemoryEvents, Instants, "cuda_memory"},
    {T::MemoryPool, Instants, "cuda_memory_pool"},
    {T::Diagnostics, Instants, "diagnostic"},
};

/// Above all ids of processes and threads that systems give, and within the 32 bits that viewers keep.
constexpr std::int64_t kFirstOwnNumber = 1'000'000'000;
constexpr std::int64_t kBetweenHosts = 10'000'000;

std::int64_t idNumber(std::int64_t id) {
    return id == TrackKey::kNone ? 0 : model::isTextId(id) ? id - model::textId(0) + 1 : id;
}

}  // namespace

FormOfKind formOf(TrackKind kind) {
    for (const Line& l : kForms)
        if (l.kind == kind) return {l.form, l.category};
    return {};
}

TraceRows::TraceRows(const model::Snapshot& report) : m_s(report), m_nextTid(kFirstOwnNumber) {
    for (const Track& t : report.tree().tracks)
        m_hosts.try_emplace(t.key.host, static_cast<std::int64_t>(m_hosts.size()));
    const auto visit = [&](const auto& self, model::TrackId id) -> void {
        const Track& t = report.track(id);
        if (t.kind == TrackKind::Process) m_processes.push_back({pidOf(t.key), std::string(report.text(t.name)), {}});
        if (t.kind == TrackKind::Gpu) {
            const std::string label = fmt::format("GPU {}", idNumber(t.key.device));
            m_processes.push_back(
                {pidOfGpu(t.key), t.name ? fmt::format("{}: {}", label, report.text(t.name)) : label, label});
        }
        if (const Form form = formOf(t.kind).form; form != None && !(t.lanes.empty() && t.overflow.empty()))
            addGroup(t, form);
        for (const model::TrackId child : t.children) self(self, child);
    };
    for (const model::TrackId root : report.tree().roots) visit(visit, root);
}

std::int64_t TraceRows::pidOf(const TrackKey& key) const {
    return idNumber(key.pid) + m_hosts.at(key.host) * kBetweenHosts;
}

std::int64_t TraceRows::pidOfGpu(const TrackKey& key) const {
    return kFirstOwnNumber + idNumber(key.device) + m_hosts.at(key.host) * kBetweenHosts;
}

void TraceRows::addGroup(const Track& t, Form form) {
    // Those that share a row have the key of their parent in common: the thread or the stream.
    const Track& parent = m_s.track(t.parent);
    const bool shares = form == Slices || form == Stream;
    const TrackKey key = shares ? parent.key : t.key;
    const auto [at, fresh] =
        m_groupOf.try_emplace({shares ? static_cast<int>(form) : 100 + static_cast<int>(t.kind), key}, m_groups.size());
    if (fresh) {
        RowGroup& group = m_groups.emplace_back();
        group.row.pid = pidOf(t.key);
        const bool onThread = form == Slices || form == Instants;
        group.row.tid = onThread ? idNumber(t.key.tid) : form == Async ? 0 : freshTid();
        group.order = static_cast<std::int64_t>(m_groups.size());
        const std::string_view own = m_s.text(parent.name);
        if (form == Stream || form == OwnStream)
            group.name = fmt::format("GPU {} stream {}{}{}", idNumber(t.key.device), idNumber(t.key.stream),
                                     own.empty() ? "" : ": ", own);
        else if (parent.kind == TrackKind::Thread) group.name = own;
        if (form == OwnSlices && own.empty()) group.name = fmt::format("Thread {}", idNumber(t.key.tid));
        if (form == OwnSlices || form == OwnStream)
            group.name += fmt::format(", {}", model::trackKindInfo(t.kind).label);
    }
    m_groups[at->second].tracks.push_back(&t);
}

}  // namespace importers::exporting
