// SPDX-License-Identifier: GPL-3.0-or-later
// Copies, memsets and synchronization that keep the CPU waiting.
#include "model/rules/memory_calls.h"

#include "model/base/api_name.h"
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/copies.h"
#include "model/rules/needs.h"
#include "model/workload/calls.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::rules {
namespace {

using namespace reports;

/// A memory operation and the call that started it.
struct Operation {
    Launched launched;
    Event call, work;
    const Track* track;
    std::string_view callName, name;
    bool isAsync() const { return callName.find("Async") != callName.npos; }
};

std::string kindText(std::optional<std::int64_t> kind) {
    constexpr const char* kKinds[] = {
        QT_TRANSLATE_NOOP("Reports", "Pageable"),      QT_TRANSLATE_NOOP("Reports", "Pinned"),
        QT_TRANSLATE_NOOP("Reports", "Device"),        QT_TRANSLATE_NOOP("Reports", "Array"),
        QT_TRANSLATE_NOOP("Reports", "Managed"),       QT_TRANSLATE_NOOP("Reports", "Device Static"),
        QT_TRANSLATE_NOOP("Reports", "Managed Static")};
    return kind && *kind >= 0 && *kind < std::ssize(kKinds) ? kKinds[*kind] : "";
}

/// The memory at both ends of an operation. AMD's profilers do not tell pageable memory from pinned one, but the
/// direction of a copy tells the host's from the device's.
struct Ends {
    std::string from, to;
};
Ends endsOf(const Operation& o, const CopyFacts& read) {
    const ArgsId args = o.work.args;
    const auto target = read.target.number(args);
    Ends ends{kindText(read.source.number(args)), kindText(target ? target : read.memory.number(args))};
    if (!isCopy(o.name)) return ends;
    constexpr const char *kHost = QT_TRANSLATE_NOOP("Reports", "Host"), *kDevice = "Device";
    const bool toDevice = read.is(CopyFacts::kHostToDevice, "HtoD", args, o.name),
               toHost = read.is(CopyFacts::kDeviceToHost, "DtoH", args, o.name),
               within = read.is(CopyFacts::kDeviceToDevice, "DtoD", args, o.name);
    if (ends.from.empty()) ends.from = toDevice ? kHost : toHost || within ? kDevice : "";
    if (ends.to.empty()) ends.to = toHost ? kHost : toDevice || within ? kDevice : "";
    return ends;
}

/// Calls that pass are rows, the longest on the GPU first.
template <class Pass>
Table operationsTable(const Request& r, Pass&& pass) {
    const CopyFacts read(r.report);
    std::vector<Operation> found;
    for (const Launched& l : launchedWork(r, {TrackKind::StreamMemory})) {
        Operation o{
            l, eventAt(r.report, l.call), eventAt(r.report, l.work), &r.report.track(trackOf(r.report, l.work)), {},
            {}};
        o.callName = withoutApiVersion(r.report.text(o.call.name));
        o.name = r.report.text(o.work.name);
        if (pass(o, read)) found.push_back(o);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Operation& a, const Operation& b) { return a.work.duration() > b.work.duration(); });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const Operation& o : found) {
        const auto bytes = read.bytes.number(o.work.args);
        const Ends ends = endsOf(o, read);
        rows.push_back({o.work.duration(), o.work.start, ends.from, ends.to,
                        bytes ? Cell(static_cast<double>(*bytes) / 1e6) : Cell(), cellOfProcess(r.report, o.track->key),
                        cellOfKey(o.track->key.device), cellOfKey(o.track->key.context), cellOfKey(o.track->key.stream),
                        std::string(o.callName), o.call.duration()});
        evidence.push_back(evidenceOf(r.report, {o.launched.call, o.launched.work}));
    }
    return listTable(std::move(rows), std::move(evidence), whyNoLaunches(r));
}

Table memcpyAsync(const Request& r) {
    return operationsTable(r, [](const Operation& o, const CopyFacts& read) {
        return isCopy(o.name) && o.isAsync() && read.touchesPageable(o.work.args, o.name);
    });
}

Table memcpySync(const Request& r) {
    return operationsTable(r, [](const Operation& o, const CopyFacts& read) {
        const bool deviceToDevice = read.is(CopyFacts::kDeviceToDevice, "DtoD", o.work.args, o.name);
        return isCopy(o.name) && !o.isAsync() && o.callName.find("emcpy") != o.callName.npos && !deviceToDevice;
    });
}

Table memsetSync(const Request& r) {
    return operationsTable(r, [](const Operation& o, const CopyFacts& read) {
        const auto kind = read.memory.number(o.work.args);
        return isMemset(o.name) && !o.isAsync() && (kind == CopyFacts::kPinned || kind == CopyFacts::kManaged);
    });
}

Table apiSync(const Request& r) {
    std::vector<EventRef> found;
    NameTest waits(r.report, isSynchronization);
    forEvents(r, {TrackKind::CudaApi}, [&](const Track&, EventRef e, const LaneView& lane) {
        if (waits(lane.name(e.row))) found.push_back(e);
    });
    const auto lengthOf = [&](EventRef e) { return durationAt(r.report.lane(e.lane), e.row); };
    std::stable_sort(found.begin(), found.end(), [&](EventRef a, EventRef b) { return lengthOf(a) > lengthOf(b); });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const EventRef e : found) {
        const Event call = eventAt(r.report, e);
        const TrackKey& key = r.report.track(trackOf(r.report, e)).key;
        rows.push_back({call.duration(), call.start, cellOfProcess(r.report, key), cellOfKey(key.tid),
                        std::string(withoutApiVersion(r.report.text(call.name)))});
        evidence.push_back(evidenceOf(r.report, {e}));
    }
    return listTable(std::move(rows), std::move(evidence), whyNoCalls(r));
}

constexpr ColumnInfo kOperationColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long it took on the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When the work began on the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Src Kind"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Memory that is read"),
     Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Dst Kind"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Memory that is written"),
     Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Bytes (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Size of a copy or memset")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Device ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Context ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "CUDA context")},
    {QT_TRANSLATE_NOOP("Reports", "Stream ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Stream")},
    {QT_TRANSLATE_NOOP("Reports", "API Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Call that launched")},
    {QT_TRANSLATE_NOOP("Reports", "API Dur (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long the call took on the CPU")},
};
constexpr ColumnInfo kSyncColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long it took on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When the call began")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "API Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The function")},
};

}  // namespace

constinit const Rule kMemcpyAsync{
    {"cuda_memcpy_async", QT_TRANSLATE_NOOP("Reports", "Asynchronous Copies of Pageable Memory"),
     QT_TRANSLATE_NOOP("Reports", "Asynchronous copies from or to pageable host memory."), kOperationColumns,
     memcpyAsync},
    MessageCode::MemcpyAsyncAdvice,
    MessageCode::MemcpyAsyncNothing};
constinit const Rule kMemcpySync{
    {"cuda_memcpy_sync", QT_TRANSLATE_NOOP("Reports", "Synchronous Copies"),
     QT_TRANSLATE_NOOP("Reports", "Copies between host and device that block the calling thread."), kOperationColumns,
     memcpySync},
    MessageCode::MemcpySyncAdvice,
    MessageCode::MemcpySyncNothing};
constinit const Rule kMemsetSync{
    {"cuda_memset_sync", QT_TRANSLATE_NOOP("Reports", "Synchronous Memsets"),
     QT_TRANSLATE_NOOP("Reports", "Memsets of pinned or managed memory that block the calling thread."),
     kOperationColumns, memsetSync},
    MessageCode::MemsetSyncAdvice,
    MessageCode::MemsetSyncNothing};
constinit const Rule kApiSync{
    {"cuda_api_sync", QT_TRANSLATE_NOOP("Reports", "Synchronization Calls"),
     QT_TRANSLATE_NOOP("Reports", "Calls that wait until the GPU has done its work."), kSyncColumns, apiSync},
    MessageCode::ApiSyncAdvice,
    MessageCode::ApiSyncNothing};

}  // namespace model::rules
