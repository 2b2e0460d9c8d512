// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over CUDA calls and GPU work.
#include <map>

#include "model/api_name.h"
#include "model/reports/cuda.h"
#include "model/reports/events.h"
#include "model/reports/summary.h"

namespace model::reports {
namespace {

constexpr const char* kNoKernels = "The report holds no GPU kernels in that time.";
constexpr const char* kNoMemory = "The report holds no GPU memory operations in that time.";
constexpr const char* kNoGpuWork = "The report holds no GPU work in that time.";
constexpr const char* kNoCalls = "The report holds no CUDA API calls in that time.";

constexpr ColumnInfo kName{"Name", Unit::Text, "What it is called"};
constexpr ColumnInfo kOperation{"Operation", Unit::Text, "Kernel, or kind of memory operation"};
constexpr ColumnInfo kCategory{"Category", Unit::Text, "CUDA_API, CUDA_KERNEL or MEMORY_OPER"};

std::vector<SummaryRow> apiRows(const Request& r) {
    Groups<StringId> byId;
    forEvents(r, {TrackKind::CudaApi}, [&](const Track&, EventRef e, const LaneView& lane) { byId.add(lane.name(e.row), durationAt(lane, e.row), e); });
    // Versions of a call are one call.
    Groups<std::string_view> byName;
    for (auto& g : byId.all()) {
        auto& to = byName.group(withoutApiVersion(r.report.text(g.key)));
        to.values.insert(to.values.end(), g.values.begin(), g.values.end());
        const std::size_t room = kMostEvidence - to.events.size();
        to.events.insert(to.events.end(), g.events.begin(), g.events.begin() + static_cast<std::ptrdiff_t>(std::min(room, g.events.size())));
    }
    return summaryRows(byName, [](std::string_view name) { return std::vector{std::string(name)}; });
}

std::vector<SummaryRow> kernelRows(const Request& r) {
    KernelNamer namer(r);
    Groups<StringId> groups;
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track&, EventRef e, const LaneView& lane) { groups.add(namer.id(lane, e.row), durationAt(lane, e.row), e); });
    return summaryRows(groups, [&](StringId id) { return std::vector{namer.text(id)}; });
}

/// Durations of memory operations, or their sizes.
std::vector<SummaryRow> memoryRows(const Request& r, bool sizes) {
    const ArgReader bytes(r.report, "bytes"), alsoBytes(r.report, "Bytes");
    Groups<StringId> groups;
    forEvents(r, {TrackKind::StreamMemory}, [&](const Track&, EventRef e, const LaneView& lane) {
        if (!sizes) return groups.add(lane.name(e.row), durationAt(lane, e.row), e);
        const ArgsId args = argsAt(lane, e.row);
        auto size = bytes.number(args);
        if (!size) size = alsoBytes.number(args);
        if (size) groups.add(lane.name(e.row), *size, e);
    });
    return summaryRows(groups, [&](StringId id) { return std::vector{memoryOperation(r.report.text(id))}; });
}

/// Puts a category before the label of each row.
std::vector<SummaryRow> inCategory(std::vector<SummaryRow> rows, const char* category) {
    for (SummaryRow& row : rows) row.labels.insert(row.labels.begin(), category);
    return rows;
}

std::vector<SummaryRow> gpuRows(const Request& r) {
    auto rows = inCategory(kernelRows(r), "CUDA_KERNEL");
    for (SummaryRow& row : inCategory(memoryRows(r, false), "MEMORY_OPER")) rows.push_back(std::move(row));
    return rows;
}

Table apiSum(const Request& r) { return timeTable(r.report, apiRows(r), kNoCalls); }
Table kernSum(const Request& r) { return timeTable(r.report, kernelRows(r), kNoKernels); }
Table memTimeSum(const Request& r) { return timeTable(r.report, memoryRows(r, false), kNoMemory); }
Table memSizeSum(const Request& r) { return sizeTable(r.report, memoryRows(r, true), kNoMemory); }
Table gpuSum(const Request& r) { return timeTable(r.report, gpuRows(r), kNoGpuWork); }

Table apiGpuSum(const Request& r) {
    auto rows = gpuRows(r);
    for (SummaryRow& row : inCategory(apiRows(r), "CUDA_API")) rows.push_back(std::move(row));
    return timeTable(r.report, std::move(rows), "The report holds neither CUDA calls nor GPU work in that time.");
}

/// Grid and block of a kernel; the tuple of its arguments decides, so each tuple is read once.
class Launches {
public:
    explicit Launches(const Snapshot& s) {
        for (const char* key : {"gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ"}) m_readers.emplace_back(s, key);
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
        const auto [shape, isNew] = m_shapes.try_emplace(known ? sizes : std::array<std::int64_t, 6>{-1}, m_labels.size());
        if (isNew && known) m_labels.push_back({dim3Text(sizes[0], sizes[1], sizes[2]), dim3Text(sizes[3], sizes[4], sizes[5])});
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
        groups.add(std::uint64_t{namer.id(lane, e.row)} << 32 | launches.of(argsAt(lane, e.row)), durationAt(lane, e.row), e);
    });
    const auto labels = [&](std::uint64_t key) {
        const auto& shape = launches.labels(key & 0xffffffff);
        return std::vector{shape[0], shape[1], namer.text(static_cast<StringId>(key >> 32))};
    };
    return timeTable(r.report, summaryRows(groups, labels), kNoKernels);
}

constexpr auto kApiColumns = timeColumns("Num Calls", {kName});
constexpr auto kKernelColumns = timeColumns("Instances", {kName});
constexpr auto kGbColumns = timeColumns("Instances", {{"GridXYZ", Unit::Text, "Blocks of the grid in three directions"},
                                                       {"BlockXYZ", Unit::Text, "Threads of a block in three directions"},
                                                       kName});
constexpr auto kMemTimeColumns = timeColumns("Count", {kOperation});
constexpr auto kCategoryColumns = timeColumns("Instances", {kCategory, kOperation});
constexpr ColumnInfo kMemSizeColumns[] = {{"Total (MB)", Unit::Megabytes, "Sum of the sizes, in 10^6 bytes"},
                                          {"Count", Unit::Count, "How many there are"},
                                          {"Avg (MB)", Unit::Megabytes, "Mean size"},
                                          {"Med (MB)", Unit::Megabytes, "Median size"},
                                          {"Min (MB)", Unit::Megabytes, "Smallest size"},
                                          {"Max (MB)", Unit::Megabytes, "Largest size"},
                                          {"StdDev (MB)", Unit::Megabytes, "Standard deviation of a sample (n − 1)"},
                                          kOperation};

}  // namespace

const Report kCudaApiSum{"cuda_api_sum", "CUDA API Summary", "CUDA calls by function. Calls of all threads; versions of a function count as one.", kApiColumns, apiSum, true};
const Report kCudaGpuKernSum{"cuda_gpu_kern_sum", "CUDA GPU Kernel Summary", "Kernels by name, over all GPUs and streams.", kKernelColumns, kernSum, true};
const Report kCudaGpuKernGbSum{"cuda_gpu_kern_gb_sum", "CUDA GPU Kernel/Grid/Block Summary", "Kernels by name and launch configuration.", kGbColumns, kernGbSum};
const Report kCudaGpuMemTimeSum{"cuda_gpu_mem_time_sum", "CUDA GPU MemOps Summary (by Time)", "Copies and memsets by direction, by the time they took on the GPU.",
                                    kMemTimeColumns, memTimeSum, true};
const Report kCudaGpuMemSizeSum{"cuda_gpu_mem_size_sum", "CUDA GPU MemOps Summary (by Size)", "Copies and memsets by direction, by their size. 1 MB = 10^6 bytes.",
                                    kMemSizeColumns, memSizeSum, true};
const Report kCudaGpuSum{"cuda_gpu_sum", "CUDA GPU Summary (Kernels/MemOps)", "Kernels and memory operations in one table.", kCategoryColumns, gpuSum};
const Report kCudaApiGpuSum{"cuda_api_gpu_sum", "CUDA Summary (API/Kernels/MemOps)", "Calls, kernels and memory operations in one table.", kCategoryColumns, apiGpuSum};

}  // namespace model::reports
