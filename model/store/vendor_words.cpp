// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/vendor_words.h"

#include <algorithm>
#include <utility>

namespace model {
namespace {

/// Names of which one holds another come first. All names here are Latin in every language.
constexpr VendorWord kVendorWords[]{
    // Calls that are not merely called with another prefix.
    {"cudaMallocHost", "hipHostMalloc"},
    {"cudaHostAlloc", "hipHostMalloc"},
    {"cudaHostRegister", "hipHostRegister"},
    {"cudaFreeHost", "hipHostFree"},
    // Options, with the profiler where it is another than below.
    {"Nsight Systems with --cuda-memory-usage=true", "rocprofv3 with --memory-allocation-trace"},
    {"--cuda-memory-usage=true", "ROCPROFSYS_ROCM_DOMAINS"},
    {"--cuda-um-cpu-page-faults", "HSA_XNACK=1"},
    {"--cuda-um-gpu-page-faults", "ROCPROFSYS_ROCM_DOMAINS"},
    {"--gpu-metrics-devices=all", "ROCPROFSYS_USE_AMD_SMI=ON"},
    {"--gpu-metrics-devices", "ROCPROFSYS_USE_AMD_SMI=ON"},
    {"-t cublas,cudnn,cusolver,cusparse,mpi,openmp,opengl", "rocprof-sys"},
    {"--set roofline or --set full", "--roof-only"},
    {"--set roofline 或 --set full", "--roof-only"},
    {"nvidia-smi -q -d CLOCK,PERFORMANCE", "amd-smi metric --clock --power --temperature"},
    {"nvidia-smi -lgc", "amd-smi set --perf-determinism"},
    {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"},
    // Profilers.
    {"ncu --set full -o NAME PROGRAM", "rocprof-compute profile -n NAME -- PROGRAM"},
    {"ncu --set full", "rocprof-compute profile"},
    {"--section SourceCounters", "--pc-sampling-method stochastic"},
    {"ncu --set roofline", "rocprof-compute"},
    {"Nsight Systems", "rocprof-sys"},
    {"Nsight Compute", "rocprof-compute"},
    {"CUPTI", "rocprofiler-sdk"},
    // Libraries.
    {"NVTX, roctx", "roctx"},
    {"NVTX and roctx", "roctx"},
    {"NVTX、roctx", "roctx"},
    {"NVTX", "roctx"},
    {"NCCL, RCCL", "RCCL"},
    {"NCCL、RCCL", "RCCL"},
    {"NCCL", "RCCL"},
    {"NVSHMEM", "rocSHMEM"},
    {"cuBLAS", "rocBLAS"},
    {"cuDNN", "MIOpen"},
    {"cuSOLVER", "rocSOLVER"},
    {"cuSPARSE", "rocSPARSE"},
    {"CUTLASS", "Composable Kernel"},
    // Hardware.
    {"tensor cores", "matrix cores"},
    {"Tensor Cores", "Matrix Cores"},
    {"Tensor Core", "Matrix Core"},
    {"multiprocessors", "compute units"},
    {"multiprocessor", "compute unit"},
};

/// What our texts say of reports of TPUs, in the same form: they hold neither calls of CUDA nor work of a GPU, and what
/// a program names with XLA's TraceMe are ranges as those of NVTX. NVIDIA's profilers know nothing of a TPU: advice to
/// use their options is left out.
struct TpuWord {
    std::string_view cuda, tpu;
};
constexpr TpuWord kTpuWords[]{
    {" Nsight Systems traces them with --cuda-um-cpu-page-faults and --cuda-um-gpu-page-faults.", ""},
    {"Nsight Systems 需使用 --cuda-um-cpu-page-faults 和 --cuda-um-gpu-page-faults 进行追踪。", ""},
    {", Nsight Systems with --cuda-memory-usage=true.", "."},
    {"，Nsight Systems 则需要 --cuda-memory-usage=true。", "。"},
    {"; Nsight Systems records it with --gpu-metrics-devices.", "."},
    {"；Nsight Systems 使用 --gpu-metrics-devices 时会记录它。", "。"},
    {" Capture with --gpu-metrics-devices=all.", ""},
    {"请用 --gpu-metrics-devices=all 采集。", ""},
    {"; Nsight Compute measures them: “ncu --set full -o NAME PROGRAM”.", "."},
    {"；Nsight Compute 可以测量：“ncu --set full -o NAME PROGRAM”。", "。"},
    {"; Nsight Compute measures them.", "."},
    {"；Nsight Compute 可以测量它们。", "。"},
    {" Nsight Compute collects them with --set roofline or --set full.", ""},
    {"Nsight Compute 用 --set roofline 或 --set full 采集它们。", ""},
    {"NVTX, roctx", "TraceMe"},
    {"NVTX and roctx", "TraceMe"},
    {"NVTX、roctx", "TraceMe"},
    {"NVTX", "TraceMe"},
    {"NCCL, RCCL", "XLA"},
    {"NCCL、RCCL", "XLA"},
    {"NCCL", "XLA"},
    {"CUDA GPU", "GPU"},
    {"CUDA", "GPU"},
};

bool isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where it stands as words of their own.
void replaceWords(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos;) {
        const std::size_t end = at + from.size();
        const bool within = (at > 0 && isWordPart(text[at - 1]) && isWordPart(from.front())) ||
                            (end < text.size() && isWordPart(text[end]) && isWordPart(from.back()));
        if (!within) text.replace(at, from.size(), to);
        at += within ? 1 : to.size();
    }
}

/// Every other call has the same name behind "cuda" and "hip"; "CUDA" is also a part of words, as in settings.
void replacePrefixes(std::string& text) {
    constexpr std::string_view kPrefix = "cuda", kName = "CUDA";
    const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
    for (std::size_t at = 0; (at = text.find(kPrefix, at)) != text.npos; ++at)
        if (at + kPrefix.size() < text.size() && isCapital(text[at + kPrefix.size()]))
            text.replace(at, kPrefix.size(), "hip");
    for (std::size_t at = 0; (at = text.find(kName, at)) != text.npos;) text.replace(at, kName.size(), "HIP");
}

/// What reads nothing but HIP, by ReportInfo::product: a report of it may name no call and no GPU.
constexpr std::string_view kHipProducts[] = {"ROCm", "rocmProfileData", "rocprof-compute"};

}  // namespace

std::span<const VendorWord> vendorWords() { return kVendorWords; }

bool usesHip(const Snapshot& snapshot) {
    bool calls = false;
    for (const Track& t : snapshot.tree().tracks) {
        if (t.kind != TrackKind::CudaApi) continue;
        for (const LaneId id : t.lanes) {
            const LaneView lane = snapshot.lane(id);
            if (lane.rows == 0) continue;
            if (snapshot.text(lane.name(0)).starts_with("hip")) return true;
            calls = true;
        }
    }
    if (calls) return false;
    const auto& products = kHipProducts;
    if (std::find(std::begin(products), std::end(products), snapshot.info().product) != std::end(products)) return true;
    for (const Entity& e : snapshot.info().entities)
        for (const std::string_view word : {"AMD", "Radeon", "Instinct"})
            if (e.type == Entity::Type::Device && e.name.find(word) != e.name.npos) return true;
    return false;
}

Vendor vendorOf(const Snapshot& snapshot) {
    if (usesHip(snapshot)) return Vendor::Amd;
    bool isTpu = false;
    for (const Track& t : snapshot.tree().tracks) {
        if (t.kind == TrackKind::CudaHw || t.kind == TrackKind::Gpu || t.kind == TrackKind::CudaApi)
            return Vendor::Nvidia;
        isTpu |= t.kind == TrackKind::Process && snapshot.text(t.name).starts_with("/device:TPU:");
    }
    return isTpu ? Vendor::Google : Vendor::Nvidia;
}

std::string inWordsOf(Vendor vendor, std::string text) {
    if (vendor == Vendor::Amd) return inHipWords(std::move(text));
    if (vendor == Vendor::Google)
        for (const TpuWord& word : kTpuWords) replaceWords(text, word.cuda, word.tpu);
    return text;
}

std::string inHipWords(std::string text) {
    for (const VendorWord& word : kVendorWords) replaceWords(text, word.cuda, word.hip);
    replacePrefixes(text);
    return text;
}

}  // namespace model
