// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA calls and GPU work one by one.
#include <fmt/format.h>

#include "model/api_name.h"
#include "model/reports/cuda.h"
#include "model/reports/trace.h"

namespace model::reports {
namespace {

constexpr ColumnInfo kApiColumns[] = {
    {"Start (ns)", Unit::Ns, "When the call began"},
    {"Duration (ns)", Unit::Ns, "How long it took on the CPU"},
    {"Name", Unit::Text, "The function"},
    {"Result", Unit::Number, "What it returned; 0 is success"},
    {"CorrID", Unit::Number, "Number that the call and the work it launched have in common"},
    {"Pid", Unit::Number, "Process"},
    {"Tid", Unit::Number, "Thread"},
    {"T-Pri", Unit::Number, "Priority of the thread, where the report has it"},
    {"Thread Name", Unit::Text, "Name of the thread"},
};

Table apiTrace(const Request& r) {
    auto trace = std::make_shared<Trace>(r, std::initializer_list<TrackKind>{TrackKind::CudaApi});
    const ArgReader result(r.report, "returnValue");
    return traceTable(trace, "The report holds no CUDA API calls in that time.", [trace, result](std::size_t row, std::size_t column) -> Cell {
        const Trace::Row e = trace->row(row);
        switch (column) {
        case 0: return e.event.start;
        case 1: return e.event.duration();
        case 2: return std::string(withoutApiVersion(trace->text(e.event.name)));
        case 3: return cellOf(result.number(e.event.args));
        case 4: return e.event.correlation ? Cell(std::int64_t{e.event.correlation}) : Cell();
        case 5: return cellOfKey(e.track->key.pid);
        case 6: return cellOfKey(e.track->key.tid);
        case 7: return Cell();
        default: return trace->threadName(*e.track);
        }
    });
}

constexpr ColumnInfo kGpuColumns[] = {
    {"Start (ns)", Unit::Ns, "When the work began on the GPU"},
    {"Duration (ns)", Unit::Ns, "How long it took on the GPU"},
    {"CorrId", Unit::Number, "Number that the work and the call that launched it have in common"},
    {"GrdX", Unit::Number, "Blocks of the grid in x"},
    {"GrdY", Unit::Number, "Blocks of the grid in y"},
    {"GrdZ", Unit::Number, "Blocks of the grid in z"},
    {"BlkX", Unit::Number, "Threads of a block in x"},
    {"BlkY", Unit::Number, "Threads of a block in y"},
    {"BlkZ", Unit::Number, "Threads of a block in z"},
    {"Reg/Trd", Unit::Number, "Registers of a thread"},
    {"StcSMem (MB)", Unit::Megabytes, "Static shared memory of a block"},
    {"DymSMem (MB)", Unit::Megabytes, "Dynamic shared memory of a block"},
    {"Bytes (MB)", Unit::Megabytes, "Size of a copy or memset"},
    {"Throughput (MB/s)", Unit::Number, "Size by duration"},
    {"SrcMemKd", Unit::Text, "Memory that is read"},
    {"DstMemKd", Unit::Text, "Memory that is written"},
    {"Device", Unit::Text, "Name and number of the GPU"},
    {"Ctx", Unit::Number, "CUDA context"},
    {"GreenCtx", Unit::Number, "Green context"},
    {"Strm", Unit::Number, "Stream"},
    {"Name", Unit::Text, "Kernel or kind of memory operation"},
};

std::string memoryKind(std::int64_t kind) {
    constexpr const char* kKinds[] = {"Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static"};
    return kind >= 0 && kind < std::ssize(kKinds) ? kKinds[kind] : "Unknown";
}

struct GpuArgs {
    ArgReader gridX, gridY, gridZ, blockX, blockY, blockZ, registers, staticMemory, dynamicMemory, bytes, source, target, memory, green;
    explicit GpuArgs(const Snapshot& s)
        : gridX(s, "gridX"), gridY(s, "gridY"), gridZ(s, "gridZ"), blockX(s, "blockX"), blockY(s, "blockY"), blockZ(s, "blockZ"),
          registers(s, "registersPerThread"), staticMemory(s, "staticSharedMemory"), dynamicMemory(s, "dynamicSharedMemory"), bytes(s, "bytes"),
          source(s, "srcKind"), target(s, "dstKind"), memory(s, "memKind"), green(s, "greenContextId") {}
};

Cell megabytes(const std::optional<std::int64_t>& bytes) { return bytes ? Cell(static_cast<double>(*bytes) / 1e6) : Cell(); }

Cell throughput(const std::optional<std::int64_t>& bytes, TimeNs duration) {
    return bytes && duration > 0 ? Cell(static_cast<double>(*bytes) * 1000 / static_cast<double>(duration)) : Cell();
}

Cell kindCell(const std::optional<std::int64_t>& kind) { return kind ? Cell(memoryKind(*kind)) : Cell(); }

Table gpuTrace(const Request& r) {
    auto trace = std::make_shared<Trace>(r, std::initializer_list<TrackKind>{TrackKind::StreamKernels, TrackKind::StreamMemory});
    auto args = std::make_shared<GpuArgs>(r.report);
    auto namer = std::make_shared<KernelNamer>(r);
    return traceTable(trace, "The report holds no GPU work in that time.", [trace, args, namer](std::size_t row, std::size_t column) -> Cell {
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
        case 15: return kindCell(args->target.number(a) ? args->target.number(a) : args->memory.number(a));
        case 16: return trace->deviceName(*e.track);
        case 17: return cellOfKey(e.track->key.context);
        case 18: return cellOf(args->green.number(a));
        case 19: return cellOfKey(e.track->key.stream);
        default: return kernel ? namer->text(namer->id(trace->lane(row), trace->ref(row).row)) : memoryOperation(trace->text(e.event.name));
        }
    });
}

}  // namespace

const Report kCudaApiTrace{"cuda_api_trace", "CUDA API Trace", "Each CUDA call, in order of start.", kApiColumns, apiTrace};
const Report kCudaGpuTrace{"cuda_gpu_trace", "CUDA GPU Trace", "Each kernel and memory operation, in order of start.", kGpuColumns, gpuTrace};

}  // namespace model::reports
