// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/source_metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace model {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

bool isByPlace(const MetricInstances& m) {
    return m.key == MetricInstances::Key::Offset && m.function &&
           (m.type == MetricValue::Type::Int || m.type == MetricValue::Type::Real);
}

/// Which columns people look at first.
int rankOf(std::string_view metric) {
    if (metric == "smsp__pcsamp_sample_count" || metric == "# Samples") return 0;
    if (metric == "inst_executed" || metric == "Instructions Executed") return 1;
    if (metric == "thread_inst_executed" || metric == "Thread Instructions Executed") return 2;
    if (metric.ends_with("_not_issued") || metric.ends_with("(Not Issued)")) return 5;
    return metric.find("stall") != std::string_view::npos ? 3 : 4;
}

/// The columns of a table, without those that are zero everywhere, in their order.
class Columns {
public:
    Columns(const Snapshot& s, const KernelProfile& p, bool sums) {
        struct Column {
            StringId metric;
            int rank;
            double total;
        };
        std::vector<Column> all;
        for (const MetricInstances& m : p.instances) {
            const std::string_view name = s.text(m.metric);
            if (!isByPlace(m) || (sums && !addsUp(name))) continue;
            auto at = std::find_if(all.begin(), all.end(), [&](const Column& c) { return c.metric == m.metric; });
            if (at == all.end()) at = all.insert(at, {m.metric, rankOf(name), 0});
            for (std::size_t i = 0; i < m.size(); ++i)
                if (const double v = m.value(i).number(); !std::isnan(v)) at->total += std::abs(v);
        }
        std::erase_if(all, [](const Column& c) { return c.total == 0; });
        std::stable_sort(all.begin(), all.end(), [](const Column& a, const Column& b) {
            return std::tuple(a.rank, -a.total) < std::tuple(b.rank, -b.total);
        });
        for (const Column& c : all) {
            m_index[c.metric] = m_order.size();
            m_order.push_back(c.metric);
        }
    }
    const std::vector<StringId>& order() const { return m_order; }
    const std::size_t* indexOf(StringId metric) const {
        const auto found = m_index.find(metric);
        return found == m_index.end() ? nullptr : &found->second;
    }

private:
    std::vector<StringId> m_order;
    std::map<StringId, std::size_t> m_index;
};

void add(double& sum, double v) {
    if (!std::isnan(v)) sum = std::isnan(sum) ? v : sum + v;
}

std::string_view textOf(const Snapshot& s, StringId file, bool& found) {
    const KernelProfiles& profiles = s.kernelProfiles();
    for (std::size_t i = 0; i < s.profileFileCount(); ++i)
        if (profiles.file(i).path == file && profiles.file(i).text) {
            found = true;
            return s.text(profiles.file(i).text);
        }
    return {};
}

}  // namespace

bool addsUp(std::string_view metric) {
    for (const std::string_view part :
         {"avg", "Avg", "derivative", "Derivative", "nway", "N-Way", "_type", "ratio", "pct"})
        if (metric.find(part) != std::string_view::npos) return false;
    return true;
}

double SourceTable::total(std::size_t column) const {
    double sum = 0;
    for (const Row& r : rows)
        if (!std::isnan(r.values[column])) sum += r.values[column];
    return sum;
}

std::vector<StringId> sourceFiles(const Snapshot& snapshot, ProfileId profile) {
    const KernelProfile& p = snapshot.kernelProfiles().at(profile);
    std::map<StringId, std::size_t> values;
    for (const MetricInstances& m : p.instances) {
        if (!isByPlace(m)) continue;
        for (const std::uint64_t offset : *m.keys)
            if (const auto* line = m.function->lineAt(offset)) ++values[line->file];
    }
    for (const SourceMarker& m : p.markers)
        if (m.file) ++values[m.file];
    std::vector<std::pair<StringId, std::size_t>> order(values.begin(), values.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<StringId> out;
    for (const auto& [file, n] : order) out.push_back(file);
    return out;
}

SourceTable sourceLines(const Snapshot& snapshot, ProfileId profile, StringId file) {
    const KernelProfile& p = snapshot.kernelProfiles().at(profile);
    const Columns columns(snapshot, p, true);
    SourceTable out;
    out.columns = columns.order();
    std::map<std::uint32_t, SourceTable::Row> rows;
    const auto rowAt = [&](std::uint32_t line) -> SourceTable::Row& {
        SourceTable::Row& row = rows[line];
        row.line = line;
        row.values.resize(out.columns.size(), kNotMeasured);
        return row;
    };
    std::string_view text = textOf(snapshot, file, out.hasText);
    for (std::uint32_t line = 1; out.hasText && !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view one = text.substr(0, end);
        if (one.ends_with('\r')) one.remove_suffix(1);
        rowAt(line).text = one;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    for (const MetricInstances& m : p.instances) {
        const std::size_t* column = isByPlace(m) ? columns.indexOf(m.metric) : nullptr;
        if (!column) continue;
        for (std::size_t i = 0; i < m.size(); ++i)
            if (const auto* line = m.function->lineAt((*m.keys)[i]); line && line->file == file)
                add(rowAt(line->line).values[*column], m.value(i).number());
    }
    for (const SourceMarker& m : p.markers) {
        const auto* line = m.function ? m.function->lineAt(m.offset) : nullptr;
        if (line && line->file == file) rowAt(line->line).markers.push_back(&m);
        else if (m.file == file && m.line) rowAt(m.line).markers.push_back(&m);
    }
    for (auto& [line, row] : rows) out.rows.push_back(std::move(row));
    return out;
}

SourceTable textLines(const Snapshot& snapshot, ProfileId profile, std::span<const std::string> text,
                      const LineOf& lineOf) {
    const KernelProfile& p = snapshot.kernelProfiles().at(profile);
    const Columns columns(snapshot, p, true);
    SourceTable out;
    out.columns = columns.order();
    out.hasText = true;
    out.rows.resize(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        out.rows[i].line = static_cast<std::uint32_t>(i + 1);
        out.rows[i].text = text[i];
        out.rows[i].values.resize(out.columns.size(), kNotMeasured);
    }
    const auto rowOf = [&](const ProfileFunction& function, std::uint64_t offset) -> SourceTable::Row* {
        const std::uint32_t line = lineOf(function, offset);
        return line > 0 && line <= out.rows.size() ? &out.rows[line - 1] : nullptr;
    };
    for (const MetricInstances& m : p.instances) {
        const std::size_t* column = isByPlace(m) ? columns.indexOf(m.metric) : nullptr;
        if (!column) continue;
        for (std::size_t i = 0; i < m.size(); ++i)
            if (SourceTable::Row* row = rowOf(*m.function, (*m.keys)[i]))
                add(row->values[*column], m.value(i).number());
    }
    for (const SourceMarker& m : p.markers)
        if (SourceTable::Row* row = m.function ? rowOf(*m.function, m.offset) : nullptr) row->markers.push_back(&m);
    return out;
}

SourceTable instructions(const Snapshot& snapshot, ProfileId profile) {
    const KernelProfile& p = snapshot.kernelProfiles().at(profile);
    const Columns columns(snapshot, p, false);
    SourceTable out;
    out.columns = columns.order();
    // Functions in the order in which the profile names them.
    std::vector<const ProfileFunction*> functions;
    const auto rankOfFunction = [&](const ProfileFunction* f) {
        const auto at = std::find(functions.begin(), functions.end(), f);
        if (at == functions.end()) functions.push_back(f);
        return static_cast<std::size_t>(std::find(functions.begin(), functions.end(), f) - functions.begin());
    };
    std::map<std::pair<std::size_t, std::uint64_t>, SourceTable::Row> rows;
    const auto rowAt = [&](const ProfileFunction* f, std::uint64_t offset) -> SourceTable::Row& {
        SourceTable::Row& row = rows[{rankOfFunction(f), offset}];
        row.function = f;
        row.offset = offset;
        row.values.resize(out.columns.size(), kNotMeasured);
        return row;
    };
    for (const MetricInstances& m : p.instances) {
        const std::size_t* column = isByPlace(m) ? columns.indexOf(m.metric) : nullptr;
        if (!column) continue;
        for (std::size_t i = 0; i < m.size(); ++i)
            add(rowAt(m.function, (*m.keys)[i]).values[*column], m.value(i).number());
    }
    for (const SourceMarker& m : p.markers)
        if (m.function) rowAt(m.function, m.offset).markers.push_back(&m);
    for (std::size_t f = 0; f < functions.size(); ++f)
        for (const ProfileFunction::Instruction& i : functions[f]->sass) {
            rowAt(functions[f], i.offset).text = snapshot.text(i.text);
            out.hasText = true;
        }
    for (auto& [place, row] : rows) out.rows.push_back(std::move(row));
    return out;
}

std::map<std::uint64_t, std::string_view> instructionTexts(const Snapshot& snapshot, ProfileId profile) {
    std::map<std::uint64_t, std::string_view> out;
    for (const MetricInstances& m : snapshot.kernelProfiles().at(profile).instances) {
        if (!m.function || m.function->sass.empty()) continue;
        for (const ProfileFunction::Instruction& i : m.function->sass) out[i.offset] = snapshot.text(i.text);
        break;  // all metrics of an instruction name the same function
    }
    return out;
}

}  // namespace model
