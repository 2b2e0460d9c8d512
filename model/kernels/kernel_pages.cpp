// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/kernel_pages.h"

#include <array>
#include <cmath>

#include "model/base/translate_noop.h"
#include "model/kernels/source_metrics.h"

namespace model {

std::string_view metricUnit(const Snapshot& snapshot, const MetricList::Entry& metric) {
    return metric.unit ? snapshot.text(metric.unit) : metricUnit(snapshot.text(metric.name));
}

MetricSections::MetricSections(const KernelProfile& profile) {
    for (const ProfileSection* section : profile.sections) {
        const StringId title = section->title ? section->title : section->id;
        for (const SectionMetric& m : section->header) m_titles.try_emplace(m.metric, title);
        for (const SectionChart& chart : section->charts)
            for (const SectionMetric& m : chart.bars) m_titles.try_emplace(m.metric, title);
        for (const StringId metric : section->metrics) m_titles.try_emplace(metric, title);
    }
}

StringId MetricSections::titleOf(StringId metric) const {
    const auto at = m_titles.find(metric);
    return at == m_titles.end() ? 0 : at->second;
}

std::vector<KernelRemark> remarksOf(const KernelProfile& profile) {
    std::vector<KernelRemark> out;
    for (const ProfileRule& rule : profile.rules)
        for (const ProfileRule::Item& item : rule.items) out.push_back({&rule, &item});
    return out;
}

std::vector<KernelRemark> remarksByGain(const KernelProfile& profile) {
    std::vector<KernelRemark> out = remarksOf(profile);
    const auto weight = [](const KernelRemark& r) {
        using Kind = ProfileRule::Kind;
        if (r.promises()) return 0;
        if (r.item->kind == Kind::Error) return 1;
        return r.item->kind == Kind::Warning || r.item->kind == Kind::Optimization ? 2 : 3;
    };
    const auto key = [&](const KernelRemark& r) {
        return std::tuple(weight(r), -r.item->percent, r.item->speedup == ProfileRule::Speedup::Local);
    };
    std::stable_sort(out.begin(), out.end(),
                     [&](const KernelRemark& a, const KernelRemark& b) { return key(a) < key(b); });
    return out;
}

std::string_view remarkKind(ProfileRule::Kind kind) {
    constexpr std::array<std::string_view, 5> kKinds{
        "", QT_TRANSLATE_NOOP("Reports", "information"), QT_TRANSLATE_NOOP("Reports", "warning"),
        QT_TRANSLATE_NOOP("Reports", "error"), QT_TRANSLATE_NOOP("Reports", "optimization")};
    return kKinds[static_cast<std::size_t>(kind)];
}

std::string_view speedupScope(ProfileRule::Speedup speedup) {
    constexpr std::array<std::string_view, 3> kScopes{"", QT_TRANSLATE_NOOP("Reports", "part"),
                                                      QT_TRANSLATE_NOOP("Reports", "kernel")};
    return kScopes[static_cast<std::size_t>(speedup)];
}

std::vector<InstructionValue> instructionValues(const Snapshot& snapshot, ProfileId profile) {
    const SourceTable table = instructions(snapshot, profile);
    std::vector<InstructionValue> out;
    for (const SourceTable::Row& row : table.rows)
        for (std::size_t c = 0; c < row.values.size(); ++c)
            if (!std::isnan(row.values[c]))
                out.push_back({row.offset, row.function, row.text, table.columns[c], row.values[c]});
    return out;
}

}  // namespace model
