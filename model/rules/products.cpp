// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products that leave tensor cores idle.
#include "model/rules/products.h"

#include <algorithm>
#include <cctype>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/chip.h"
#include "model/rules/needs.h"
#include "model/workload/calls.h"
#include "model/workload/intervals.h"
#include "model/workload/summary.h"

namespace model::rules {
namespace {

using namespace reports;
using roofline::Precision;

constexpr std::int64_t kLeastPercent = 5;

/// Whether a kernel multiplies matrices (or convolves) in FP32 without tensor cores, by its name: those of cuBLAS,
/// cuDNN and CUTLASS say which arithmetic they use.
bool isFp32Product(std::string_view name) {
    std::string word(name);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto has = [&](std::initializer_list<std::string_view> parts) {
        return std::any_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return word.find(part) != word.npos; });
    };
    return has({"sgemm", "scudnn", "_ffma", "simt_s"}) &&
           !has({"tf32", "tensorop", "s1688", "s16816", "h1688", "h16816", "bf16"});
}

/// A GPU of the report, as far as this rule asks.
struct Chip {
    bool hasTensorCores = false, isKnown = false;
    double share = 0;  ///< of the time of such kernels that tensor cores could save at most; 0 = unknown
};

Chip chipOf(const Request& r, const DeviceId& id) {
    const Entity* e = deviceEntity(r.report, id);
    if (!e) return {};
    constexpr std::int64_t kVolta = 7;  // the first with tensor cores
    const std::int64_t major = numberOf(*e, {"computeMajor", "Compute Capability Major"});
    Chip out{major >= kVolta && e->name.find("GTX") == e->name.npos, major > 0, 0};
    const roofline::ChipPeaks* peaks = dataSheetOf(r, *e);
    if (!peaks) return out;
    const auto rate = [&](Precision p) { return peaks->rates.work[roofline::indexOf(p)]; };
    const double tensor = rate(Precision::TensorTf32) > 0 ? rate(Precision::TensorTf32) : rate(Precision::TensorFp16),
                 plain = rate(Precision::Fp32);
    out.isKnown = true;
    // Matrix cores of AMD compute FP32, too, and names do not tell which unit did.
    out.hasTensorCores = tensor > plain && rate(Precision::TensorFp32) <= 0;
    if (out.hasTensorCores && plain > 0) out.share = 1 - plain / tensor;
    return out;
}

struct Product {
    DeviceId device;
    TimeNs time = 0;
    std::vector<TimeRange> when;
    std::vector<EventRef> events;
    std::int64_t count = 0;
};

Table fp32Products(const Request& r) {
    std::map<std::pair<DeviceId, StringId>, Product> products;
    std::map<DeviceId, TimeNs> all, slow;
    NameTest isProduct(r.report, isFp32Product);
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        const DeviceId id{t.key.host, t.key.device};
        const TimeNs time = durationAt(lane, e.row);
        all[id] = saturatingAdd(all[id], time);
        if (!isProduct(lane.name(e.row))) return;
        slow[id] = saturatingAdd(slow[id], time);
        Product& p = products[{id, lane.name(e.row)}];
        p.device = id;
        p.time = saturatingAdd(p.time, time);
        p.when.push_back({lane.start(e.row), lane.end(e.row)});
        ++p.count;
        if (p.events.size() < kMostEvidence) p.events.push_back(e);
    });
    const std::int64_t least = r.limit > 0 ? r.limit : kLeastPercent;
    bool anyKnown = products.empty();
    std::vector<std::pair<std::vector<Cell>, Evidence>> found;
    for (auto& [key, p] : products) {
        const Chip chip = chipOf(r, p.device);
        anyKnown |= chip.isKnown;
        const auto whole = static_cast<double>(std::max<TimeNs>(1, all[p.device]));
        if (!chip.hasTensorCores || static_cast<double>(slow[p.device]) * 100 < static_cast<double>(least) * whole)
            continue;
        const auto wall = static_cast<double>(lengthOf(united(std::move(p.when))));
        found.push_back({{chip.share > 0 ? Cell(static_cast<std::int64_t>(wall * chip.share)) : Cell(), p.time,
                          static_cast<double>(p.time) * 100 / whole, p.count,
                          deviceText(r.report, p.device.host, p.device.device), std::string(r.report.text(key.second))},
                         evidenceOf(r.report, std::move(p.events))});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::get<std::int64_t>(a.first[1]) > std::get<std::int64_t>(b.first[1]);
    });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (auto& f : found) rows.push_back(std::move(f.first)), evidence.push_back(std::move(f.second));
    Message why = whyNoKernels(r);
    if (why.empty()) why = whyOtherVendor(r);
    if (why.empty() && !anyKnown) why = MessageCode::TensorCoresUnknown;
    return listTable(std::move(rows), std::move(evidence), std::move(why));
}

constexpr ColumnInfo kProductColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Time that these kernels would save at the peak of the tensor cores; empty where the chip's data sheet is not known"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Total Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of the durations of the kernels")},
    {QT_TRANSLATE_NOOP("Reports", "Time (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "The same as a share of the time of all kernels of the GPU"), Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Kernels"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
};

}  // namespace

constinit const Rule kFp32Products{
    {"fp32_products", QT_TRANSLATE_NOOP("Reports", "Matrix Products Without Tensor Cores"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "Kernels of cuBLAS, cuDNN and CUTLASS that multiply matrices or convolve in FP32 on GPUs with tensor cores, where they take 5 % of the kernels' time or more."),
     kProductColumns, fp32Products},
    MessageCode::Fp32ProductsAdvice,
    MessageCode::Fp32ProductsNothing,
    MessageCode::Fp32ProductsFormula,
    true,
    Vendors::Nvidia};

}  // namespace model::rules
