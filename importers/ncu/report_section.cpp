// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "importers/ncu/report_result.h"
#include "model/base/messages.h"

namespace importers::ncu {

using model::ProfileRule;
using model::ProfileSection;
using model::RooflineChart;
using model::SectionMetric;

namespace {

/// Whether a filter {1 least, 2 greatest chip, 3* more of them} lets a chip through.
bool chipFits(std::string_view filter, std::uint32_t chip, bool& ok, int depth = 0) {
    std::uint64_t least = 0, most = UINT64_MAX;
    bool hasParts = false, partFits = false, hasRange = false;
    WireReader r(filter);
    for (WireField f; r.next(f);) {
        if (f.number == 1 && !f.isBytes()) least = f.value, hasRange = true;
        else if (f.number == 2 && !f.isBytes()) most = f.value, hasRange = true;
        else if (f.number == 3 && f.isBytes() && depth == 0) {
            hasParts = true;
            partFits = chipFits(f.bytes, chip, ok, depth + 1) || partFits;
        }
    }
    ok = ok && !r.failed();
    const bool inRange = chip >= least && chip <= most;
    return hasParts ? partFits || (hasRange && inRange) : inRange;
}

/// Reads sections; metrics are those for one chip.
class SectionReader : MessageReader {
public:
    SectionReader(ReportContext& context, std::uint32_t chip) : m_context(context), m_chip(chip) {}

    bool read(std::string_view message, ProfileSection& s) {
        WireReader r(message);
        for (WireField f; r.next(f);) {
            switch (f.number) {
            case 1: s.id = m_context.intern(f.bytes); break;
            case 2: s.title = m_context.intern(f.bytes); break;
            case 3: s.order = f.isBytes() ? 0 : f.asInt(); break;
            case 4: header(f, s); break;
            case 5: body(f, s); break;
            case 6: {
                const SectionMetric m = metric(f);
                if (m.metric) s.metrics.push_back(m.metric);
                break;
            }
            case 7: s.description = m_context.intern(f.bytes); break;
            case 9: s.extends = m_context.intern(f.bytes); break;
            case 8:
            case 10:
            case 11:
            case 12:
            case 13: break;  // sets, expressions of derived metrics, groups, a table of source metrics
            default: ++m_context.unknown[{model::MessageCode::UnknownField, {"section", f.number}}];
            }
        }
        return m_ok && !r.failed();
    }

private:
    /// {1 name, 2 label, 6 filter, 7* {1 other name, 2 label, 3 filter}}: the one that belongs to the chip.
    SectionMetric metric(const WireField& message) {
        std::string_view name, label, chosen, chosenLabel;
        bool own = true, found = false;
        each(message, [&](const WireField& f) {
            if (f.number == 1) name = f.bytes;
            else if (f.number == 2) label = f.bytes;
            else if (f.number == 6 && f.isBytes()) own = chipFits(f.bytes, m_chip, m_ok);
            else if (f.number == 7 && !found) {
                std::string_view other, otherLabel;
                bool fits = true;
                each(f, [&](const WireField& g) {
                    if (g.number == 1) other = g.bytes;
                    else if (g.number == 2) otherLabel = g.bytes;
                    else if (g.number == 3 && g.isBytes()) fits = chipFits(g.bytes, m_chip, m_ok);
                });
                if (fits && !other.empty()) chosen = other, chosenLabel = otherLabel, found = true;
            }
        });
        // An unknown chip is in no range: the name that stands first is the best guess.
        if (own || m_chip == 0) return {m_context.intern(name), m_context.intern(label)};
        if (!found) return {0, m_context.intern(label)};
        return {m_context.intern(chosen), m_context.intern(chosenLabel.empty() ? label : chosenLabel)};
    }

    void header(const WireField& message, ProfileSection& s) {
        each(message, [&](const WireField& f) {
            if (f.number != 2) return;
            const SectionMetric m = metric(f);
            if (m.metric) s.header.push_back(m);
        });
    }

    void body(const WireField& message, ProfileSection& s) {
        each(message, [&](const WireField& f) {
            if (f.number != 1) return;  // 2 is a title
            each(f, [&](const WireField& item) {
                if (item.number == 6) return s.rooflines.push_back(roofline(item));
                if (item.number == 200) return;  // which side bodies stand on
                if (item.number == 2) return s.charts.push_back(bars(item));
                if (item.number != 5) {
                    ++m_context.notShown[model::MessageCode::OtherCharts];
                    return;
                }
                each(item, [&](const WireField& outer) {
                    each(outer, [&](const WireField& chart) {
                        if (chart.number == 2) s.charts.push_back(bars(chart));
                    });
                });
            });
        });
    }

    model::SectionChart bars(const WireField& message) {
        model::SectionChart chart;
        each(message, [&](const WireField& f) {
            if (f.number == 1) chart.title = m_context.intern(f.bytes);
            else if (f.number == 5)
                if (const SectionMetric m = metric(f); m.metric) chart.bars.push_back(m);
        });
        return chart;
    }

    /// {2 metric} or {3 {1* metrics, 2 what they are multiplied with}}.
    void product(const WireField& message, std::vector<SectionMetric>& terms, SectionMetric& factor) {
        each(message, [&](const WireField& f) {
            if (f.number == 2) terms.push_back(metric(f));
            if (f.number != 3) return;
            each(f, [&](const WireField& g) {
                if (g.number == 1) terms.push_back(metric(g));
                else if (g.number == 2) factor = metric(g);
            });
        });
    }

    RooflineChart::Line line(const WireField& message) {
        RooflineChart::Line out;
        each(message, [&](const WireField& f) {
            if (f.number == 1) product(f, out.work, out.workRate);
            else if (f.number == 2) {
                std::vector<SectionMetric> terms;
                product(f, terms, out.trafficRate);
                if (!terms.empty()) out.traffic = terms.front();
                if (terms.size() > 1) ++m_context.notShown[model::MessageCode::FurtherTerms];
            } else if (f.number == 3) out.label = label(f);
        });
        return out;
    }

    model::StringId label(const WireField& message) {
        model::StringId out = 0;
        each(message, [&](const WireField& f) {
            if (f.number == 1 && f.isBytes()) out = m_context.intern(f.bytes);
        });
        return out;
    }

    RooflineChart roofline(const WireField& message) {
        RooflineChart chart;
        each(message, [&](const WireField& f) {
            if (f.number == 1) chart.title = m_context.intern(f.bytes);
            else if (f.number == 2) chart.xLabel = label(f);
            else if (f.number == 3) chart.yLabel = label(f);
            else if (f.number == 4) chart.roofs.push_back(line(f));
            else if (f.number == 5) chart.points.push_back(line(f));
        });
        return chart;
    }

    ReportContext& m_context;
    std::uint32_t m_chip;
};

}  // namespace

const ProfileSection* readSection(ReportContext& context, std::string_view message, std::uint32_t chip) {
    std::string key = fmt::format("{}:", chip);
    key += message;
    if (const auto known = context.sections.find(key); known != context.sections.end()) return known->second;
    ProfileSection section;
    if (!SectionReader(context, chip).read(message, section)) return nullptr;
    return context.sections[std::move(key)] = context.store.kernelProfiles().addSection(std::move(section));
}

}  // namespace importers::ncu
