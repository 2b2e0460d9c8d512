// SPDX-License-Identifier: GPL-3.0-or-later
// What a profiler measured of each kernel: kernel_metrics, kernel_rules, kernel_source. A kernel is a part.
#include <cmath>
#include <deque>

#include "importers/sql/event_source.h"
#include "model/kernels/kernel_pages.h"

namespace importers::sql {

using model::KernelProfile;
using model::MetricValue;
using model::ProfileId;

namespace {

Cell metricCell(const model::Snapshot& s, const MetricValue& v) {
    switch (v.type) {
    case MetricValue::Type::Text: return textCell(s, v.text());
    case MetricValue::Type::Int:
        return v.bits <= static_cast<std::uint64_t>(INT64_MAX) ? Cell::ofInt(static_cast<std::int64_t>(v.bits))
                                                               : Cell::ofReal(v.number());
    case MetricValue::Type::Real: return Cell::ofReal(v.number());
    default: return {};
    }
}

/// The first two columns of all: number of the profile, which the argument kernelProfile of its event has, and name of
/// the kernel.
class ProfileSource : public Source {
public:
    ProfileSource(std::string_view name, const model::Snapshot& s) : Source(name), m_s(s) {}
    std::size_t parts() const override { return m_s.profileCount(); }
    Cell cell(std::size_t part, std::uint64_t row, std::size_t column, Scratch&) const override {
        if (column == 0) return Cell::ofInt(static_cast<std::int64_t>(part));
        return column == 1 ? textCell(m_s, profile(part).name) : cellOf(part, row, column);
    }

protected:
    const KernelProfile& profile(std::size_t part) const {
        return m_s.kernelProfiles().at(static_cast<ProfileId>(part));
    }
    virtual Cell cellOf(std::size_t part, std::uint64_t row, std::size_t column) const = 0;
    const model::Snapshot& m_s;
};

class MetricsSource : public ProfileSource {
public:
    explicit MetricsSource(const model::Snapshot& s) : ProfileSource("kernel_metrics", s) {}
    std::span<const Column> columns() const override { return kColumns; }
    std::uint64_t rows(std::size_t part) const override { return profile(part).metricCount(); }

private:
    static constexpr Column kColumns[] = {{"profile", Type::Int, Use::OfPart},
                                          {"kernel", Type::Text, Use::OfPart},
                                          {"section", Type::Text},
                                          {"metric", Type::Text},
                                          {"value", Type::Any},
                                          {"unit", Type::Text}};

    Cell cellOf(std::size_t part, std::uint64_t row, std::size_t column) const override {
        const KernelProfile& p = profile(part);
        const auto& metric = p.list->entries[row];
        if (column == 3) return textCell(m_s, metric.name);
        if (column == 4) return metricCell(m_s, p.value(row));
        if (column == 5) return Cell::ofText(model::metricUnit(m_s, metric));
        if (!m_sections || m_sectionsOf != part) m_sections.emplace(p), m_sectionsOf = part;
        return textCell(m_s, m_sections->titleOf(metric.name));
    }

    mutable std::optional<model::MetricSections> m_sections;
    mutable std::size_t m_sectionsOf = 0;
};

class RulesSource : public ProfileSource {
public:
    explicit RulesSource(const model::Snapshot& s) : ProfileSource("kernel_rules", s) {
        for (std::size_t part = 0; part < parts(); ++part) {
            Remarks& of = m_remarks.emplace_back(Remarks{model::remarksOf(profile(part)), {}});
            for (const model::KernelRemark& r : of.all)
                of.texts.push_back(model::plainRuleText(m_s.text(r.item->text)));
        }
    }
    std::span<const Column> columns() const override { return kColumns; }
    std::uint64_t rows(std::size_t part) const override { return m_remarks[part].all.size(); }

private:
    static constexpr Column kColumns[] = {{"profile", Type::Int, Use::OfPart},
                                          {"kernel", Type::Text, Use::OfPart},
                                          {"section", Type::Text},
                                          {"rule", Type::Text},
                                          {"title", Type::Text},
                                          {"kind", Type::Text},
                                          {"speedup", Type::Real},
                                          {"speedupOf", Type::Text},
                                          {"message", Type::Text}};
    struct Remarks {
        std::vector<model::KernelRemark> all;
        std::deque<std::string> texts;
    };

    Cell cellOf(std::size_t part, std::uint64_t row, std::size_t column) const override {
        const model::KernelRemark& r = m_remarks[part].all[row];
        switch (column) {
        case 2: return textCell(m_s, r.rule->section);
        case 3: return textCell(m_s, r.rule->id);
        case 4: return textCell(m_s, r.title());
        case 5: return Cell::ofText(model::remarkKind(r.item->kind));
        case 6: return r.promises() ? Cell::ofReal(r.item->percent) : Cell();
        case 7: return r.promises() ? Cell::ofText(model::speedupScope(r.item->speedup)) : Cell();
        default: return Cell::ofText(m_remarks[part].texts[row]);
        }
    }

    std::deque<Remarks> m_remarks;
};

/// Values by instruction take a while to gather: each kernel's when they are first asked for.
class InstructionsSource : public ProfileSource {
public:
    explicit InstructionsSource(const model::Snapshot& s)
        : ProfileSource("kernel_source", s), m_values(s.profileCount()) {}
    std::span<const Column> columns() const override { return kColumns; }
    std::uint64_t rows(std::size_t part) const override { return valuesOf(part).size(); }

private:
    static constexpr Column kColumns[] = {{"profile", Type::Int, Use::OfPart},
                                          {"kernel", Type::Text, Use::OfPart},
                                          {"file", Type::Text},
                                          {"line"},
                                          {"offset"},
                                          {"instruction", Type::Text},
                                          {"metric", Type::Text},
                                          {"value", Type::Any}};

    const std::vector<model::InstructionValue>& valuesOf(std::size_t part) const {
        if (!m_values[part]) m_values[part] = model::instructionValues(m_s, static_cast<ProfileId>(part));
        return *m_values[part];
    }
    Cell cellOf(std::size_t part, std::uint64_t row, std::size_t column) const override {
        const model::InstructionValue& v = valuesOf(part)[row];
        const auto* line = v.function ? v.function->lineAt(v.offset) : nullptr;
        const bool isKnown = line && line->line;
        switch (column) {
        case 2: return isKnown ? textCell(m_s, line->file) : Cell();
        case 3: return isKnown ? Cell::ofInt(line->line) : Cell();
        case 4: return Cell::ofInt(static_cast<std::int64_t>(v.offset));
        case 5: return v.text.empty() ? Cell() : Cell::ofText(v.text);
        case 6: return textCell(m_s, v.metric);
        default:
            return std::abs(v.value) < 9e15 && v.value == std::trunc(v.value)
                       ? Cell::ofInt(static_cast<std::int64_t>(v.value))
                       : Cell::ofReal(v.value);
        }
    }

    mutable std::vector<std::optional<std::vector<model::InstructionValue>>> m_values;
};

}  // namespace

void addProfileTables(const model::Snapshot& s, Sources& out) {
    out.push_back(std::make_unique<MetricsSource>(s));
    out.push_back(std::make_unique<RulesSource>(s));
    out.push_back(std::make_unique<InstructionsSource>(s));
}

}  // namespace importers::sql
