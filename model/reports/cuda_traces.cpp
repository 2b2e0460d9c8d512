// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA calls and GPU work one by one.
#include <fmt/format.h>

#include "model/base/api_name.h"
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/cuda.h"
#include "model/reports/trace.h"
#include "model/store/vendor_words.h"

namespace model::reports {
namespace {

constexpr ColumnInfo kApiTraceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When the call began")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long it took on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The function"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Result"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "What it returned; 0 is success")},
    {QT_TRANSLATE_NOOP("Reports", "CorrID"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Number that the call and the work it launched have in common")},
    {QT_TRANSLATE_NOOP("Reports", "Pid"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Tid"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "T-Pri"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Priority of the thread, where the report has it")},
    {QT_TRANSLATE_NOOP("Reports", "Thread Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name of the thread")},
};

Table apiTrace(const Request& r) {
    auto trace = std::make_shared<Trace>(r, std::initializer_list<TrackKind>{TrackKind::CudaApi});
    const ArgReader result(r.report, "returnValue");
    return traceTable(trace, MessageCode::NoCudaCallsInTime,
                      [trace, result](std::size_t row, std::size_t column) -> Cell {
                          const Trace::Row e = trace->row(row);
                          switch (column) {
                          case 0: return e.event.start;
                          case 1: return e.event.duration();
                          case 2: return std::string(withoutApiVersion(trace->text(e.event.name)));
                          case 3: return cellOf(result.number(e.event.args));
                          case 4: return e.event.correlation ? Cell(std::int64_t{e.event.correlation}) : Cell();
                          case 5: return cellOfProcess(trace->snapshot(), e.track->key);
                          case 6: return cellOfKey(e.track->key.tid);
                          case 7: return Cell();
                          default: return trace->threadName(*e.track);
                          }
                      });
}

constexpr ColumnInfo kGpuTraceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When the work began on the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long it took on the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "CorrId"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Number that the work and the call that launched it have in common")},
    {QT_TRANSLATE_NOOP("Reports", "GrdX"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Blocks of the grid in x")},
    {QT_TRANSLATE_NOOP("Reports", "GrdY"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Blocks of the grid in y")},
    {QT_TRANSLATE_NOOP("Reports", "GrdZ"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Blocks of the grid in z")},
    {QT_TRANSLATE_NOOP("Reports", "BlkX"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Threads of a block in x")},
    {QT_TRANSLATE_NOOP("Reports", "BlkY"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Threads of a block in y")},
    {QT_TRANSLATE_NOOP("Reports", "BlkZ"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Threads of a block in z")},
    {QT_TRANSLATE_NOOP("Reports", "Reg/Trd"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Registers of a thread")},
    {QT_TRANSLATE_NOOP("Reports", "StcSMem (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Static shared memory of a block"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "DymSMem (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Dynamic shared memory of a block"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Bytes (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Size of a copy or memset")},
    {QT_TRANSLATE_NOOP("Reports", "Throughput (MB/s)"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Size by duration")},
    {QT_TRANSLATE_NOOP("Reports", "SrcMemKd"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Memory that is read")},
    {QT_TRANSLATE_NOOP("Reports", "DstMemKd"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Memory that is written")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Ctx"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "CUDA context")},
    {QT_TRANSLATE_NOOP("Reports", "GreenCtx"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Green context")},
    {QT_TRANSLATE_NOOP("Reports", "Strm"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Stream")},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Kernel or kind of memory operation"), Role::Name},
};

std::string memoryKind(std::int64_t kind) {
    constexpr const char* kKinds[] = {"Pageable", "Pinned",        "Device",        "Array",
                                      "Managed",  "Device Static", "Managed Static"};
    return kind >= 0 && kind < std::ssize(kKinds) ? kKinds[kind] : "Unknown";
}

struct GpuArgs {
    ArgReader gridX, gridY, gridZ, blockX, blockY, blockZ, registers, staticMemory, dynamicMemory, bytes, source,
        target, memory, green;
    explicit GpuArgs(const Snapshot& s)
        : gridX(s, "gridX"), gridY(s, "gridY"), gridZ(s, "gridZ"), blockX(s, "blockX"), blockY(s, "blockY"),
          blockZ(s, "blockZ"), registers(s, "registersPerThread"), staticMemory(s, "staticSharedMemory"),
          dynamicMemory(s, "dynamicSharedMemory"), bytes(s, "bytes"), source(s, "srcKind"), target(s, "dstKind"),
          memory(s, "memKind"), green(s, "greenContextId") {}
};

Cell megabytes(const std::optional<std::int64_t>& bytes) {
    return bytes ? Cell(static_cast<double>(*bytes) / 1e6) : Cell();
}

Cell throughput(const std::optional<std::int64_t>& bytes, TimeNs duration) {
    return bytes && duration > 0 ? Cell(static_cast<double>(*bytes) * 1000 / static_cast<double>(duration)) : Cell();
}

Cell kindCell(const std::optional<std::int64_t>& kind) { return kind ? Cell(memoryKind(*kind)) : Cell(); }

Table gpuTrace(const Request& r) {
    auto trace =
        std::make_shared<Trace>(r, std::initializer_list<TrackKind>{TrackKind::StreamKernels, TrackKind::StreamMemory});
    auto args = std::make_shared<GpuArgs>(r.report);
    auto namer = std::make_shared<KernelNamer>(r);
    return traceTable(trace, MessageCode::NoGpuWorkInTime,
                      [trace, args, namer, inHip = usesHip(r.report)](std::size_t row, std::size_t column) -> Cell {
                          const Trace::Row e = trace->row(row);
                          const ArgsId a = e.event.args;
                          const bool kernel = e.track->kind == TrackKind::StreamKernels;
                          switch (column) {
                          case 0: return e.event.start;
                          case 1: return e.event.duration();
                          case 2: return e.event.correlation ? Cell(std::int64_t{e.event.correlation}) : Cell();
                          case 3: return cellOf(args->gridX.number(a));
                          case 4: return cellOf(args->gridY.number(a));
                          case 5: return cellOf(args->gridZ.number(a));
                          case 6: return cellOf(args->blockX.number(a));
                          case 7: return cellOf(args->blockY.number(a));
                          case 8: return cellOf(args->blockZ.number(a));
                          case 9: return cellOf(args->registers.number(a));
                          case 10: return megabytes(args->staticMemory.number(a));
                          case 11: return megabytes(args->dynamicMemory.number(a));
                          case 12: return kernel ? Cell() : megabytes(args->bytes.number(a));
                          case 13: return kernel ? Cell() : throughput(args->bytes.number(a), e.event.duration());
                          case 14: return kindCell(args->source.number(a));
                          case 15:
                              return kindCell(args->target.number(a) ? args->target.number(a) : args->memory.number(a));
                          case 16: return trace->deviceName(*e.track);
                          case 17: return cellOfKey(e.track->key.context);
                          case 18: return cellOf(args->green.number(a));
                          case 19: return cellOfKey(e.track->key.stream);
                          default:
                              return kernel ? namer->text(namer->id(trace->lane(row), trace->ref(row).row))
                                            : memoryOperation(trace->text(e.event.name), inHip);
                          }
                      });
}

}  // namespace

constinit const Report kCudaApiTrace{"cuda_api_trace",
                                     QT_TRANSLATE_NOOP("Reports", "CUDA API Trace"),
                                     QT_TRANSLATE_NOOP("Reports", "Each CUDA call, in order of start."),
                                     kApiTraceColumns,
                                     apiTrace,
                                     Subject::CudaApi,
                                     without<MessageCode::NoCudaCalls, TrackKind::CudaApi>};
constinit const Report kCudaGpuTrace{
    "cuda_gpu_trace",
    QT_TRANSLATE_NOOP("Reports", "CUDA GPU Trace"),
    QT_TRANSLATE_NOOP("Reports", "Each kernel and memory operation, in order of start."),
    kGpuTraceColumns,
    gpuTrace,
    Subject::Kernels,
    without<MessageCode::NoGpuWork, TrackKind::StreamKernels, TrackKind::StreamMemory>,
    false,
    Wanted::of({TrackKind::StreamKernels, TrackKind::StreamMemory}, kCorrelationColumn | kArgsColumn)};

}  // namespace model::reports
