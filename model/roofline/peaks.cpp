// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/roofline/peaks.h"

#include <algorithm>

#include "model/base/ascii.h"

namespace model::roofline {
namespace {

constexpr PrecisionInfo kPrecisionTable[] = {
    {Precision::Fp64, "fp64", "FP64"},
    {Precision::Fp32, "fp32", "FP32"},
    {Precision::Fp16, "fp16", "FP16"},
    {Precision::TensorFp64, "tensor_fp64", "FP64 tensor"},
    {Precision::TensorFp32, "tensor_fp32", "FP32 matrix"},
    {Precision::TensorTf32, "tensor_tf32", "TF32 tensor"},
    {Precision::TensorFp16, "tensor_fp16", "FP16 tensor"},
    {Precision::TensorBf16, "tensor_bf16", "BF16 tensor"},
    {Precision::TensorFp8, "tensor_fp8", "FP8 tensor"},
    {Precision::TensorFp4, "tensor_fp4", "FP4 tensor"},
    {Precision::TensorInt8, "tensor_int8", "INT8 tensor"},
    {Precision::TensorInt4, "tensor_int4", "INT4 tensor"},
    {Precision::TensorInt1, "tensor_int1", "INT1 tensor"},
};
static_assert(std::size(kPrecisionTable) == kPrecisions);
constexpr LevelInfo kLevelTable[] = {{Level::Dram, "dram", "DRAM"}, {Level::L2, "l2", "L2"}, {Level::L1, "l1", "L1"}};
static_assert(std::size(kLevelTable) == kLevels);

bool holds(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace

const PrecisionInfo& precisionInfo(Precision p) { return kPrecisionTable[indexOf(p)]; }
std::span<const PrecisionInfo> precisions() { return kPrecisionTable; }
const LevelInfo& levelInfo(Level l) { return kLevelTable[indexOf(l)]; }
std::span<const LevelInfo> levels() { return kLevelTable; }

const ChipPeaks* PeakTable::find(std::string_view device, std::int64_t sms, double memory) const {
    for (const ChipPeaks& c : chips) {
        if (c.sms && sms && c.sms != sms) continue;
        if (memory > 0 &&
            ((c.leastMemory > 0 && memory < c.leastMemory) || (c.mostMemory > 0 && memory > c.mostMemory)))
            continue;
        if (std::any_of(c.match.begin(), c.match.end(),
                        [&](const std::string& m) { return !m.empty() && holds(device, m); }))
            return &c;
    }
    return nullptr;
}

}  // namespace model::roofline
