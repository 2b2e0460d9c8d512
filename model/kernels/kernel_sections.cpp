// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/kernel_sections.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace model {
namespace {

constexpr std::size_t kLongChart = 6;    // bars; longer charts are ordered by size
constexpr std::size_t kMaxParts = 1000;  // of a breakdown: reports are not trusted
constexpr std::string_view kBreakdown = "breakdown:";

double sizeOf(const SectionLine& line) { return std::isnan(line.value.number()) ? -1 : line.value.number(); }
void bySize(std::vector<SectionLine>& lines) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const SectionLine& a, const SectionLine& b) { return sizeOf(a) > sizeOf(b); });
}

class Reader {
public:
    Reader(const Snapshot& s, const KernelProfile& p) : m_s(s), m_p(p) {}

    SectionGroup group(const ProfileSection& section) const {
        SectionGroup out;
        out.section = &section;
        for (const SectionMetric& m : section.header)
            if (add(out.numbers, m)) addParts(out.numbers.back());
        for (const SectionChart& chart : section.charts)
            if (SectionBars made = bars(chart); !repeats(made, out.numbers)) out.charts.push_back(std::move(made));
        return out;
    }

private:
    /// Whether a chart shows nothing that the numbers above it do not show.
    static bool repeats(const SectionBars& chart, const std::vector<SectionLine>& numbers) {
        return std::all_of(chart.lines.begin(), chart.lines.end(), [&](const SectionLine& line) {
            return !line.instance && std::any_of(numbers.begin(), numbers.end(),
                                                 [&](const SectionLine& n) { return n.metric == line.metric; });
        });
    }

    bool add(std::vector<SectionLine>& lines, const SectionMetric& m) const {
        const auto at = m_p.list->find(m.metric);
        if (!at || m_p.value(*at).type == MetricValue::Type::None) return false;
        SectionLine line;
        line.metric = m.metric;
        line.label = m_s.text(m.label ? m.label : m.metric);
        line.value = m_p.value(*at);
        const MetricList::Entry& entry = m_p.list->entries[*at];
        line.unit = entry.unit ? m_s.text(entry.unit) : metricUnit(m_s.text(entry.name));
        if (line.unit == "%" && line.value.isNumber()) line.share = std::clamp(line.value.number() / 100, 0.0, 1.0);
        lines.push_back(std::move(line));
        return true;
    }

    void addParts(SectionLine& line) const {
        const std::string name = std::string(kBreakdown) + std::string(m_s.text(line.metric));
        std::string_view list = m_s.text(m_p.find(m_s.store().strings().find(name)).text());
        while (!list.empty() && line.parts.size() < kMaxParts) {
            const std::size_t comma = std::min(list.find(','), list.size());
            std::string_view part = list.substr(0, comma);
            list.remove_prefix(std::min(comma + 1, list.size()));
            part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
            if (add(line.parts, {m_s.store().strings().find(part), 0})) line.parts.back().label = readableMetric(part);
        }
        bySize(line.parts);
    }

    SectionBars bars(const SectionChart& chart) const {
        SectionBars out;
        out.title = m_s.text(chart.title);
        for (const SectionMetric& m : chart.bars)
            if (!addInstances(out.lines, m.metric)) add(out.lines, m);
        double greatest = 0;
        for (const SectionLine& line : out.lines) greatest = std::max(greatest, line.value.number());
        for (SectionLine& line : out.lines)
            if (std::isnan(line.share) && line.value.number() >= 0)
                line.share = greatest > 0 ? std::min(line.value.number() / greatest, 1.0) : 0;
        if (out.lines.size() > kLongChart) bySize(out.lines);
        return out;
    }

    /// A metric that was counted by a text (opcodes) is a bar for each.
    bool addInstances(std::vector<SectionLine>& lines, StringId metric) const {
        bool any = false;
        for (const MetricInstances& m : m_p.instances) {
            if (m.metric != metric || m.key != MetricInstances::Key::Text) continue;
            for (std::size_t i = 0; i < m.size(); ++i) {
                SectionLine line;
                line.metric = metric;
                line.instance = static_cast<StringId>((*m.keys)[i]);
                line.label = m_s.text(line.instance);
                line.value = m.value(i);
                if (line.value.isNumber()) lines.push_back(std::move(line));
                any = true;
            }
        }
        return any;
    }

    const Snapshot& m_s;
    const KernelProfile& m_p;
};

struct UnitName {
    std::string_view prefix, text;
};
constexpr std::array kUnits{
    UnitName{"sm", "SM"},
    UnitName{"smsp", "SM partition"},
    UnitName{"l1tex", "L1"},
    UnitName{"lts", "L2"},
    UnitName{"ltc", "L2"},
    UnitName{"dram", "DRAM"},
    UnitName{"fbpa", "DRAM controller"},
    UnitName{"gpu", "GPU"},
    UnitName{"gpc", "GPC"},
    UnitName{"idc", "constant cache"},
    UnitName{"gcc", "GPC cache"},
    UnitName{"lrc", "L2 fabric"},
};

}  // namespace

std::vector<SectionGroup> sectionGroups(const Snapshot& s, const KernelProfile& p) {
    std::vector<const ProfileSection*> order(p.sections.begin(), p.sections.end());
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->order < b->order; });
    const Reader reader(s, p);
    std::vector<SectionGroup> out;
    for (const ProfileSection* section : order)
        if (SectionGroup group = reader.group(*section); !group.numbers.empty() || !group.charts.empty())
            out.push_back(std::move(group));
    return out;
}

MetricValue valueOfLine(const Snapshot& from, const SectionLine& line, const Snapshot& s, const KernelProfile& p) {
    const StringTable& strings = s.store().strings();
    const StringId metric = strings.find(from.text(line.metric));
    if (!line.instance) return p.find(metric);
    const StringId key = strings.find(from.text(line.instance));
    for (const MetricInstances& m : p.instances) {
        if (!key || m.metric != metric || m.key != MetricInstances::Key::Text) continue;
        for (std::size_t i = 0; i < m.size(); ++i)
            if ((*m.keys)[i] == key) return m.value(i);
    }
    return {};
}

std::string readableMetric(std::string_view metric) {
    const std::string_view counter = metric.substr(0, metric.find('.'));
    const std::size_t gap = counter.find("__");
    if (gap == std::string_view::npos) return std::string(metric);
    const std::string_view prefix = counter.substr(0, gap);
    const auto unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const UnitName& u) { return u.prefix == prefix; });
    std::string out(unit == kUnits.end() ? prefix : unit->text);
    out += ": ";
    for (const char c : counter.substr(gap + 2)) out += c == '_' ? ' ' : c;
    return out;
}

}  // namespace model
