// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over CUDA calls and GPU work.
#include <map>
#include <unordered_map>

#include "model/base/api_name.h"
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/cuda.h"
#include "model/store/vendor_words.h"
#include "model/workload/events.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr MessageCode kNoKernels = MessageCode::NoGpuKernelsInTime;
constexpr MessageCode kNoMemory = MessageCode::NoMemoryOperationsInTime;
constexpr MessageCode kNoGpuWork = MessageCode::NoGpuWorkInTime;
constexpr MessageCode kNoCalls = MessageCode::NoCudaCallsInTime;

constexpr ColumnInfo kName{QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text,
                           QT_TRANSLATE_NOOP("Reports", "What it is called"), Role::Name};
constexpr ColumnInfo kOperation{QT_TRANSLATE_NOOP("Reports", "Operation"), Unit::Text,
                                QT_TRANSLATE_NOOP("Reports", "Kernel, or kind of memory operation")};
constexpr ColumnInfo kCategory{QT_TRANSLATE_NOOP("Reports", "Category"), Unit::Text,
                               QT_TRANSLATE_NOOP("Reports", "CUDA_API, CUDA_KERNEL or MEMORY_OPER")};

std::vector<SummaryRow> apiRows(const Request& r) {
    // Versions of a call are one call.
    return rowsByName(r, {TrackKind::CudaApi},
                      [](std::string_view name) { return std::string(withoutApiVersion(name)); });
}

std::vector<SummaryRow> kernelRows(const Request& r) {
    if (KernelNamer::isPlain(r))
        return rowsByName(r, {TrackKind::StreamKernels}, [](std::string_view name) { return std::string(name); });
    KernelNamer namer(r);
    Groups<std::uint32_t> groups;
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track&, EventRef e, const LaneView& lane) {
        groups.add(namer.id(lane, e.row), durationAt(lane, e.row), e);
    });
    return summaryRows(groups, [&](std::uint32_t id) { return std::vector{namer.text(id)}; });
}

/// Durations of memory operations, or their sizes.
std::vector<SummaryRow> memoryRows(const Request& r, bool sizes) {
    const auto operationOf = [inHip = usesHip(r.report)](std::string_view name) {
        return memoryOperation(name, inHip);
    };
    if (!sizes) return rowsByName(r, {TrackKind::StreamMemory}, operationOf);
    const ArgReader bytes(r.report, "bytes"), alsoBytes(r.report, "Bytes");
    Groups<StringId> groups;
    std::unordered_map<StringId, StringId> firstOf;  // by name: the first that is the same operation
    std::unordered_map<std::string, StringId> operations;
    const auto operation = [&](StringId name) {
        const auto [at, fresh] = firstOf.try_emplace(name, name);
        if (fresh) at->second = operations.try_emplace(operationOf(r.report.text(name)), name).first->second;
        return at->second;
    };
    forEvents(r, {TrackKind::StreamMemory}, [&](const Track&, EventRef e, const LaneView& lane) {
        const ArgsId args = argsAt(lane, e.row);
        auto size = bytes.number(args);
        if (!size) size = alsoBytes.number(args);
        if (size) groups.add(operation(lane.name(e.row)), *size, e);
    });
    return summaryRows(groups, [&](StringId id) { return std::vector{operationOf(r.report.text(id))}; });
}

/// Puts a category before the label of each row.
std::vector<SummaryRow> inCategory(const Request& r, std::vector<SummaryRow> rows, std::string_view category) {
    const std::string words = inVendorWords(category, r.report);
    for (SummaryRow& row : rows) row.labels.insert(row.labels.begin(), words);
    return rows;
}

std::vector<SummaryRow> gpuRows(const Request& r) {
    auto rows = inCategory(r, kernelRows(r), "CUDA_KERNEL");
    for (SummaryRow& row : inCategory(r, memoryRows(r, false), "MEMORY_OPER")) rows.push_back(std::move(row));
    return rows;
}

Table apiSum(const Request& r) { return timeTable(r, apiRows(r), kNoCalls); }
Table kernSum(const Request& r) { return timeTable(r, kernelRows(r), kNoKernels); }
Table memTimeSum(const Request& r) { return timeTable(r, memoryRows(r, false), kNoMemory); }
Table memSizeSum(const Request& r) { return sizeTable(r, memoryRows(r, true), kNoMemory); }
Table gpuSum(const Request& r) { return timeTable(r, gpuRows(r), kNoGpuWork); }

Table apiGpuSum(const Request& r) {
    auto rows = gpuRows(r);
    for (SummaryRow& row : inCategory(r, apiRows(r), "CUDA_API")) rows.push_back(std::move(row));
    return timeTable(r, std::move(rows), MessageCode::NoCallsNorWorkInTime);
}

/// Grid and block of a kernel; the tuple of its arguments decides, so each tuple is read once.
class Launches {
public:
    explicit Launches(const Snapshot& s) {
        for (const char* key : {"gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ"})
            m_readers.emplace_back(s, key);
    }
    /// Index of the launch configuration in labels().
    std::size_t of(ArgsId args) {
        const auto [at, fresh] = m_byArgs.try_emplace(args, 0);
        if (!fresh) return at->second;
        std::array<std::int64_t, 6> sizes{};
        bool known = false;
        for (std::size_t i = 0; i < 6; ++i) {
            const auto n = m_readers[i].number(args);
            known |= n.has_value();
            sizes[i] = n.value_or(0);
        }
        const auto [shape, isNew] =
            m_shapes.try_emplace(known ? sizes : std::array<std::int64_t, 6>{-1}, m_labels.size());
        if (isNew && known)
            m_labels.push_back({dim3Text(sizes[0], sizes[1], sizes[2]), dim3Text(sizes[3], sizes[4], sizes[5])});
        else if (isNew) m_labels.push_back({"", ""});
        return at->second = shape->second;
    }
    const std::array<std::string, 2>& labels(std::size_t index) const { return m_labels[index]; }

private:
    std::vector<ArgReader> m_readers;
    std::unordered_map<ArgsId, std::size_t> m_byArgs;
    std::map<std::array<std::int64_t, 6>, std::size_t> m_shapes;
    std::vector<std::array<std::string, 2>> m_labels;
};

Table kernGbSum(const Request& r) {
    KernelNamer namer(r);
    Launches launches(r.report);
    Groups<std::uint64_t> groups;
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track&, EventRef e, const LaneView& lane) {
        groups.add(std::uint64_t{namer.id(lane, e.row)} << 32 | launches.of(argsAt(lane, e.row)),
                   durationAt(lane, e.row), e);
    });
    const auto labels = [&](std::uint64_t key) {
        const auto& shape = launches.labels(key & 0xffffffff);
        return std::vector{shape[0], shape[1], namer.text(static_cast<std::uint32_t>(key >> 32))};
    };
    return timeTable(r, summaryRows(groups, labels), kNoKernels);
}

constexpr auto kApiColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Num Calls"), {kName});
constexpr auto kKernelColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"), {kName});
constexpr auto kGbColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"),
                                        {{QT_TRANSLATE_NOOP("Reports", "GridXYZ"), Unit::Text,
                                          QT_TRANSLATE_NOOP("Reports", "Blocks of the grid in three directions")},
                                         {QT_TRANSLATE_NOOP("Reports", "BlockXYZ"), Unit::Text,
                                          QT_TRANSLATE_NOOP("Reports", "Threads of a block in three directions")},
                                         kName});
constexpr auto kMemTimeColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Count"), {kOperation});
constexpr auto kCategoryColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"), {kCategory, kOperation});
constexpr ColumnInfo kMemSizeColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Total (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Sum of the sizes, in 10^6 bytes")},
    {QT_TRANSLATE_NOOP("Reports", "Count"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (MB)"), Unit::Megabytes, QT_TRANSLATE_NOOP("Reports", "Mean size"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Med (MB)"), Unit::Megabytes, QT_TRANSLATE_NOOP("Reports", "Median size"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Min (MB)"), Unit::Megabytes, QT_TRANSLATE_NOOP("Reports", "Smallest size"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Max (MB)"), Unit::Megabytes, QT_TRANSLATE_NOOP("Reports", "Largest size"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "StdDev (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Standard deviation of a sample (n − 1)"), Role::Each},
    kOperation};

constexpr TrackKind kCalls = TrackKind::CudaApi, kKernels = TrackKind::StreamKernels, kMemory = TrackKind::StreamMemory;

}  // namespace

constinit const Report kCudaApiSum{
    "cuda_api_sum",
    QT_TRANSLATE_NOOP("Reports", "CUDA API Summary"),
    QT_TRANSLATE_NOOP("Reports", "CUDA calls by function. Calls of all threads; versions of a function count as one."),
    kApiColumns,
    apiSum,
    Subject::CudaApi,
    without<MessageCode::NoCudaCalls, kCalls>,
    true,
    Wanted::of({kCalls})};
constinit const Report kCudaGpuKernSum{"cuda_gpu_kern_sum",
                                       QT_TRANSLATE_NOOP("Reports", "CUDA GPU Kernel Summary"),
                                       QT_TRANSLATE_NOOP("Reports", "Kernels by name, over all GPUs and streams."),
                                       kKernelColumns,
                                       kernSum,
                                       Subject::Kernels,
                                       without<MessageCode::NoGpuKernels, kKernels>,
                                       true,
                                       Wanted::of({kKernels})};
constinit const Report kCudaGpuKernGbSum{"cuda_gpu_kern_gb_sum",
                                         QT_TRANSLATE_NOOP("Reports", "CUDA GPU Kernel/Grid/Block Summary"),
                                         QT_TRANSLATE_NOOP("Reports", "Kernels by name and launch configuration."),
                                         kGbColumns,
                                         kernGbSum,
                                         Subject::Kernels,
                                         without<MessageCode::NoGpuKernels, kKernels>,
                                         false,
                                         Wanted::of({kKernels}, kArgsColumn)};
constinit const Report kCudaGpuMemTimeSum{
    "cuda_gpu_mem_time_sum",
    QT_TRANSLATE_NOOP("Reports", "CUDA GPU MemOps Summary (by Time)"),
    QT_TRANSLATE_NOOP("Reports", "Copies and memsets by direction, by the time they took on the GPU."),
    kMemTimeColumns,
    memTimeSum,
    Subject::Memory,
    without<MessageCode::NoMemoryOperations, kMemory>,
    true,
    Wanted::of({kMemory})};
constinit const Report kCudaGpuMemSizeSum{
    "cuda_gpu_mem_size_sum",
    QT_TRANSLATE_NOOP("Reports", "CUDA GPU MemOps Summary (by Size)"),
    QT_TRANSLATE_NOOP("Reports", "Copies and memsets by direction, by their size. 1 MB = 10^6 bytes."),
    kMemSizeColumns,
    memSizeSum,
    Subject::Memory,
    without<MessageCode::NoMemoryOperations, kMemory>,
    true,
    Wanted::of({kMemory}, kArgsColumn)};
constinit const Report kCudaGpuSum{"cuda_gpu_sum",
                                   QT_TRANSLATE_NOOP("Reports", "CUDA GPU Summary (Kernels/MemOps)"),
                                   QT_TRANSLATE_NOOP("Reports", "Kernels and memory operations in one table."),
                                   kCategoryColumns,
                                   gpuSum,
                                   Subject::Kernels,
                                   without<MessageCode::NoGpuWork, kKernels, kMemory>,
                                   false,
                                   Wanted::of({kKernels, kMemory})};
constinit const Report kCudaApiGpuSum{
    "cuda_api_gpu_sum",
    QT_TRANSLATE_NOOP("Reports", "CUDA Summary (API/Kernels/MemOps)"),
    QT_TRANSLATE_NOOP("Reports", "Calls, kernels and memory operations in one table."),
    kCategoryColumns,
    apiGpuSum,
    Subject::CudaApi,
    without<MessageCode::NoCallsNorWork, kCalls, kKernels, kMemory>,
    false,
    Wanted::of({kCalls, kKernels, kMemory})};

}  // namespace model::reports
