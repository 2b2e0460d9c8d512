// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics of rocprof-compute say what. It gives rates, and the peaks that its own benchmark reached on the GPU.
#include <fmt/format.h>

#include "model/roofline/profile_metrics.h"

namespace model::roofline {
namespace {

constexpr std::string_view kRoofline = "Roofline Performance Rates";

struct RocprofWork {
    std::string_view name;
    Precision precision;
};
constexpr RocprofWork kRocprofWork[]{
    {"VALU FLOPs (F64)", Precision::Fp64},        {"VALU FLOPs (F32)", Precision::Fp32},
    {"VALU FLOPs (F16)", Precision::Fp16},        {"MFMA FLOPs (F64)", Precision::TensorFp64},
    {"MFMA FLOPs (F32)", Precision::TensorFp32},  {"MFMA FLOPs (F16)", Precision::TensorFp16},
    {"MFMA FLOPs (BF16)", Precision::TensorBf16}, {"MFMA FLOPs (F8)", Precision::TensorFp8},
    {"MFMA FLOPs (F6F4)", Precision::TensorFp4},  {"MFMA IOPs (Int8)", Precision::TensorInt8},
};
constexpr std::string_view kRocprofTraffic[kLevels]{"HBM Bandwidth", "L2 Cache Bandwidth", "L1 Cache Bandwidth"};

}  // namespace

bool readRocprof(const Snapshot& s, const KernelProfile& p, ProfileFigures& to) {
    const auto number = [&](std::string_view name, std::string_view value) {
        const StringId id = s.store().strings().find(fmt::format("{}: {}, {}", kRoofline, name, value));
        const double v = id ? p.find(id).number() : kUnknown;
        return v >= 0 ? v : kUnknown;
    };
    bool any = false;
    for (const auto& [name, precision] : kRocprofWork) {
        const double rate = number(name, "Value"), peak = number(name, "Peak (Empirical)");
        const std::string definition = fmt::format("{}: {}, Peak (Empirical)", kRoofline, name);
        to.peaks[indexOf(precision)] = peak;
        to.peakDefinition[indexOf(precision)] = definition;
        if (!isKnown(rate)) continue;
        any = true;
        to.work.push_back({precision,
                           rate * to.seconds,
                           peak,
                           fmt::format("{}: {}, Value", kRoofline, name),
                           isKnown(peak) ? definition : std::string(),
                           {},
                           false});
    }
    for (std::size_t l = 0; l < kLevels; ++l) {
        const double rate = number(kRocprofTraffic[l], "Value");
        if (!isKnown(rate)) continue;
        any = true;
        to.bytes[l] = rate * to.seconds;
        to.peakBytes[l] = number(kRocprofTraffic[l], "Peak (Empirical)");
        to.definition[l] = fmt::format("{}: {}, Value", kRoofline, kRocprofTraffic[l]);
    }
    return any;
}

}  // namespace model::roofline
