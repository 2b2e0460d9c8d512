// SPDX-License-Identifier: GPL-3.0-or-later
// What the profiler itself advises for kernels that it measured.
#include "model/rules/profiler.h"

#include <cmath>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/kernels/kernel_match.h"
#include "model/kernels/kernel_pages.h"
#include "model/kernels/kernel_summary.h"
#include "model/reports/gpu.h"
#include "model/rules/needs.h"
#include "model/workload/summary.h"

namespace model::rules {
namespace {

using namespace reports;

struct Advised {
    KernelRemark remark;
    ProfileId profile;
    EventRef event;
    double gain;  // ns of the whole kernel; NaN = unknown
};

Table profilerRules(const Request& r) {
    const Snapshot& s = r.report;
    std::vector<Advised> found;
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track&, EventRef e, const LaneView&) {
        const auto profile = s.profileCount() > 0 ? profileOf(s, e) : std::nullopt;
        if (!profile) return;
        const double ns = summaryOf(s, *profile).ns;
        for (const KernelRemark& remark : remarksOf(s.kernelProfiles().at(*profile)))
            if (!remark.onlyTells())
                found.push_back(
                    {remark, *profile, e,
                     remark.item->speedup == ProfileRule::Speedup::Global ? ns * remark.item->percent / 100 : NAN});
    });
    // What gains most of a whole kernel first, then by the share of a part; then warnings.
    const auto key = [](const Advised& a) {
        return std::tuple(std::isnan(a.gain) ? -1 : a.gain, a.remark.promises() ? a.remark.item->percent : -1,
                          -static_cast<std::int64_t>(a.profile));
    };
    std::stable_sort(found.begin(), found.end(), [&](const Advised& a, const Advised& b) { return key(a) > key(b); });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const Advised& a : found) {
        rows.push_back({std::isnan(a.gain) ? Cell() : Cell(std::llround(a.gain)),
                        a.remark.promises() ? Cell(a.remark.item->percent) : Cell(),
                        std::string(speedupScope(a.remark.item->speedup)), static_cast<std::int64_t>(a.profile),
                        std::string(kernelBaseName(s.text(s.kernelProfiles().at(a.profile).name))),
                        std::string(s.text(a.remark.title())), plainRuleText(s.text(a.remark.item->text))});
        evidence.push_back(evidenceOf(s, {a.event}));
    }
    Message why = whyOtherVendor(r);
    if (why.empty() && s.profileCount() == 0) why = MessageCode::KernelsNotMeasured;
    return listTable(std::move(rows), std::move(evidence), std::move(why));
}

constexpr ColumnInfo kColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Duration of the kernel × the estimate, where that is of the whole kernel"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Est. Speedup (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports",
                       "Share of the time that the rule thinks can be saved; empty where it estimates none")},
    {QT_TRANSLATE_NOOP("Reports", "Of"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Of what: the whole kernel, or a part of it"), Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "ID"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Place of the kernel in the report, from 0")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Rule"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "What the rule calls it")},
    {QT_TRANSLATE_NOOP("Reports", "Message"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "What it says, in the profiler's words"), Role::Sentence},
};

}  // namespace

constinit const Rule kProfilerRules{
    {"profiler_rules", QT_TRANSLATE_NOOP("Reports", "What the Profiler Advises"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "What the rules of Nsight Compute estimate or warn of, for the kernels that it measured. What only tells something is in the table “Rules of the Profiler”."),
     kColumns, profilerRules},
    MessageCode::ProfilerRulesAdvice,
    MessageCode::ProfilerRulesNothing,
    MessageCode::ProfilerRulesFormula,
    false,
    Vendors::Nvidia};

}  // namespace model::rules
