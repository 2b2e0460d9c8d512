// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/memory_flow.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

#include "model/base/translate_noop.h"
#include "model/kernels/kernel_summary.h"

namespace model {
namespace {

constexpr double kSector = 32;  // bytes
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

using Place = MemoryPlace;
using MetricNames = std::initializer_list<std::string_view>;

/// A way between two places and the metrics that add up to what it carried. Without ".sum" and the like.
struct Way {
    Place from, to;
    std::string_view unit;
    double factor;
    std::array<std::string_view, 5> metrics;
    std::array<std::string_view, 2> older;  ///< instead of them, where none of them is there
};
constexpr Way kWays[] = {
    {Place::Kernel,
     Place::L1,
     "request",
     1,
     {"l1tex__t_requests_pipe_lsu_mem_global_op_st", "l1tex__t_requests_pipe_lsu_mem_global_op_red",
      "l1tex__t_requests_pipe_lsu_mem_global_op_atom", "l1tex__t_requests_pipe_lsu_mem_local_op_st",
      "l1tex__t_requests_pipe_tex_mem_surface_op_st"},
     {}},
    {Place::L1,
     Place::Kernel,
     "request",
     1,
     {"l1tex__t_requests_pipe_lsu_mem_global_op_ld", "l1tex__t_requests_pipe_lsu_mem_local_op_ld",
      "l1tex__t_requests_pipe_tex_mem_texture", "l1tex__t_requests_pipe_tex_mem_surface_op_ld"},
     {}},
    {Place::Kernel,
     Place::Shared,
     "inst",
     1,
     {"smsp__sass_inst_executed_op_shared_st"},
     {"sass__inst_executed_shared_stores"}},
    {Place::Shared,
     Place::Kernel,
     "inst",
     1,
     {"smsp__sass_inst_executed_op_shared_ld"},
     {"sass__inst_executed_shared_loads"}},
    {Place::L1, Place::L2, "byte", 1, {"l1tex__m_l1tex2xbar_write_bytes"}, {}},
    {Place::L2, Place::L1, "byte", 1, {"l1tex__m_xbar2l1tex_read_bytes"}, {}},
    {Place::L2, Place::Device, "byte", 1, {"dram__bytes_write"}, {}},
    {Place::Device, Place::L2, "byte", 1, {"dram__bytes_read"}, {}},
    {Place::L2,
     Place::System,
     "byte",
     kSector,
     {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_write_lookup_miss",
      "lts__t_sectors_srcunit_tex_aperture_sysmem_op_red_lookup_miss"},
     {}},
    {Place::System, Place::L2, "byte", kSector, {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_read_lookup_miss"}, {}},
    {Place::L2,
     Place::Peer,
     "byte",
     kSector,
     {"lts__t_sectors_srcunit_tex_aperture_peer_op_write_lookup_miss",
      "lts__t_sectors_srcunit_tex_aperture_peer_op_red_lookup_miss"},
     {}},
    {Place::Peer, Place::L2, "byte", kSector, {"lts__t_sectors_srcunit_tex_aperture_peer_op_read_lookup_miss"}, {}},
};

/// Adds up what is there of several metrics.
struct Sum {
    double total = kNone, percent = kNone;
    std::string metrics;
};
Sum sumOf(const ProfileValues& values, std::span<const std::string_view> names) {
    Sum out;
    for (const std::string_view base : names) {
        if (base.empty()) continue;
        for (const std::string& name : {fmt::format("{}.sum", base), std::string(base)}) {
            const double v = values.number(name);
            if (std::isnan(v)) continue;
            out.total = std::isnan(out.total) ? v : out.total + v;
            out.metrics += (out.metrics.empty() ? "" : "\n") + name;
            break;
        }
        // Ways of several metrics share what carries them: their shares add up, too.
        const double percent = values.number(fmt::format("{}.sum.pct_of_peak_sustained_elapsed", base));
        if (!std::isnan(percent)) out.percent = std::isnan(out.percent) ? percent : out.percent + percent;
    }
    return out;
}

double ratio(double a, double b) { return b > 0 ? a / b : kNone; }

struct Access {
    std::string_view label, name, instructions;
    std::string_view older = {};  ///< instead of `instructions`, until 2022
};

/// Fills a row from patterns of names: what is asked for by column, and left out where it is not there.
class TableMaker {
public:
    TableMaker(const ProfileValues& values, std::string_view title, std::vector<MemoryTable::Column> columns)
        : m_values(values) {
        m_table.title = title;
        m_table.columns = std::move(columns);
    }
    void begin(std::string_view label) { m_row = {label, {}, {}}; }
    double add(MetricNames names) {
        const Sum sum = sumOf(m_values, {names.begin(), names.size()});
        add(sum.total, sum.metrics);
        return sum.total;
    }
    void addInstructions(const Access& row) {
        Sum sum = sumOf(m_values, {&row.instructions, 1});
        if (std::isnan(sum.total)) sum = sumOf(m_values, {&row.older, 1});
        add(sum.total, std::move(sum.metrics));
    }
    void add(double value, std::string metrics) {
        m_row.cells.push_back(value);
        m_row.metrics.push_back(std::move(metrics));
    }
    void end() {
        if (std::any_of(m_row.cells.begin(), m_row.cells.end(), [](double v) { return !std::isnan(v); }))
            m_table.rows.push_back(std::move(m_row));
    }
    MemoryTable take() { return std::move(m_table); }

private:
    const ProfileValues& m_values;
    MemoryTable m_table;
    MemoryTable::Row m_row;
};

MemoryTable firstLevel(const ProfileValues& values) {
    constexpr Access kRows[] = {
        {QT_TRANSLATE_NOOP("MemoryTables", "Global load"), "lsu_mem_global_op_ld",
         "smsp__sass_inst_executed_op_global_ld", "sass__inst_executed_global_loads"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Global store"), "lsu_mem_global_op_st",
         "smsp__sass_inst_executed_op_global_st", "sass__inst_executed_global_stores"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Global atomic"), "lsu_mem_global_op_atom", ""},
        {QT_TRANSLATE_NOOP("MemoryTables", "Global reduction"), "lsu_mem_global_op_red",
         "smsp__inst_executed_op_global_red"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Local load"), "lsu_mem_local_op_ld", "smsp__sass_inst_executed_op_local_ld",
         "sass__inst_executed_local_loads"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Local store"), "lsu_mem_local_op_st",
         "smsp__sass_inst_executed_op_local_st", "sass__inst_executed_local_stores"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Texture"), "tex_mem_texture", "smsp__inst_executed_op_texture"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Surface load"), "tex_mem_surface_op_ld",
         "smsp__inst_executed_op_surface_ld"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Surface store"), "tex_mem_surface_op_st",
         "smsp__inst_executed_op_surface_st"},
    };
    TableMaker t(values, QT_TRANSLATE_NOOP("MemoryTables", "L1 cache"),
                 {{QT_TRANSLATE_NOOP("MemoryTables", "Instructions"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Requests"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Sectors"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Sectors a request"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Hit rate"), "%"},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Bytes"), "byte"}});
    for (const Access& row : kRows) {
        t.begin(row.label);
        t.addInstructions(row);
        const std::string requests = fmt::format("l1tex__t_requests_pipe_{}", row.name),
                          sectors = fmt::format("l1tex__t_sectors_pipe_{}", row.name), hits = sectors + "_lookup_hit";
        const double n = t.add({requests}), size = t.add({sectors});
        t.add(ratio(size, n), {});
        t.add(ratio(values.number(hits + ".sum"), size) * 100, hits + ".sum");
        t.add(size * kSector, {});
        t.end();
    }
    return t.take();
}

MemoryTable shared(const ProfileValues& values) {
    constexpr Access kRows[] = {
        {QT_TRANSLATE_NOOP("MemoryTables", "Shared load"), "_op_ld", "smsp__sass_inst_executed_op_shared_ld",
         "sass__inst_executed_shared_loads"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Shared store"), "_op_st", "smsp__sass_inst_executed_op_shared_st",
         "sass__inst_executed_shared_stores"},
        {QT_TRANSLATE_NOOP("MemoryTables", "Shared atomic"), "_op_atom", "smsp__inst_executed_op_shared_atom"},
        {QT_TRANSLATE_NOOP("MemoryTables", "All"), "", "smsp__sass_inst_executed_op_shared"},
    };
    TableMaker t(values, QT_TRANSLATE_NOOP("MemoryTables", "Shared memory"),
                 {{QT_TRANSLATE_NOOP("MemoryTables", "Instructions"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Wavefronts"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Bank conflicts"), ""}});
    for (const Access& row : kRows) {
        t.begin(row.label);
        t.addInstructions(row);
        t.add({fmt::format("l1tex__data_pipe_lsu_wavefronts_mem_shared{}", row.name)});
        t.add({fmt::format("l1tex__data_bank_conflicts_pipe_lsu_mem_shared{}", row.name)});
        t.end();
    }
    return t.take();
}

MemoryTable secondLevel(const ProfileValues& values) {
    constexpr Access kRows[] = {
        {QT_TRANSLATE_NOOP("MemoryTables", "L1 read"), "_srcunit_tex_op_read", ""},
        {QT_TRANSLATE_NOOP("MemoryTables", "L1 write"), "_srcunit_tex_op_write", ""},
        {QT_TRANSLATE_NOOP("MemoryTables", "L1 reduction"), "_srcunit_tex_op_red", ""},
        {QT_TRANSLATE_NOOP("MemoryTables", "L1 atomic"), "_srcunit_tex_op_atom_dot_alu", ""},
        {QT_TRANSLATE_NOOP("MemoryTables", "L1 compare and swap"), "_srcunit_tex_op_atom_dot_cas", ""},
        {QT_TRANSLATE_NOOP("MemoryTables", "All"), "", ""},
    };
    TableMaker t(values, QT_TRANSLATE_NOOP("MemoryTables", "L2 cache"),
                 {{QT_TRANSLATE_NOOP("MemoryTables", "Requests"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Sectors"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Sectors a request"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Hit rate"), "%"},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Bytes"), "byte"}});
    for (const Access& row : kRows) {
        t.begin(row.label);
        const std::string sectors = fmt::format("lts__t_sectors{}", row.name), hits = sectors + "_lookup_hit.sum",
                          misses = sectors + "_lookup_miss.sum";
        const double n = t.add({fmt::format("lts__t_requests{}", row.name)}), size = t.add({sectors});
        t.add(ratio(size, n), {});
        const double hit = values.number(hits);
        t.add(ratio(hit, hit + values.number(misses)) * 100, hits + '\n' + misses);
        t.add(size * kSector, {});
        t.end();
    }
    return t.take();
}

MemoryTable device(const ProfileValues& values) {
    TableMaker t(values, QT_TRANSLATE_NOOP("MemoryTables", "Device memory"),
                 {{QT_TRANSLATE_NOOP("MemoryTables", "Sectors"), ""},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Bytes"), "byte"},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Throughput"), "byte/s"},
                  {QT_TRANSLATE_NOOP("MemoryTables", "Of the peak"), "%"}});
    constexpr Access kRows[] = {{QT_TRANSLATE_NOOP("MemoryTables", "Read"), "read", ""},
                                {QT_TRANSLATE_NOOP("MemoryTables", "Write"), "write", ""}};
    for (const Access& row : kRows) {
        t.begin(row.label);
        t.add({fmt::format("dram__sectors_{}", row.name)});
        const std::string bytes = fmt::format("dram__bytes_{}", row.name);
        t.add({bytes});
        for (const char* what : {".sum.per_second", ".sum.pct_of_peak_sustained_elapsed"})
            t.add(values.number(bytes + what), bytes + what);
        t.end();
    }
    return t.take();
}

}  // namespace

const MemoryFlow& MemoryChart::flow(MemoryPlace from, MemoryPlace to) const {
    return *std::find_if(flows.begin(), flows.end(), [&](const MemoryFlow& f) { return f.from == from && f.to == to; });
}

bool MemoryChart::isMeasured() const {
    return std::any_of(flows.begin(), flows.end(), [](const MemoryFlow& f) { return !std::isnan(f.amount); });
}

bool isComparable(const MemoryChart& a, const MemoryChart& b) {
    const auto both = [](double x, double y) { return !std::isnan(x) && !std::isnan(y); };
    for (std::size_t i = 0; i < a.hitRate.size(); ++i)
        if (both(a.hitRate[i], b.hitRate[i])) return true;
    return std::any_of(a.flows.begin(), a.flows.end(),
                       [&](const MemoryFlow& f) { return both(f.amount, b.flow(f.from, f.to).amount); });
}

MemoryChart memoryChart(const Snapshot& s, const KernelProfile& p) {
    const ProfileValues values(s, p);
    MemoryChart out;
    for (const Way& way : kWays) {
        Sum sum = sumOf(values, way.metrics);
        if (std::isnan(sum.total)) sum = sumOf(values, way.older);
        out.flows.push_back({way.from, way.to, way.unit, sum.total * way.factor, sum.percent, std::move(sum.metrics)});
    }
    out.hitRate.fill(kNone);
    out.hitRate[static_cast<std::size_t>(Place::L1)] =
        values.number({"l1tex__t_sector_hit_rate.pct", "L1/TEX Hit Rate"});
    out.hitRate[static_cast<std::size_t>(Place::L2)] = values.number({"lts__t_sector_hit_rate.pct", "L2 Hit Rate"});
    return out;
}

std::vector<MemoryTable> memoryTables(const Snapshot& s, const KernelProfile& p) {
    const ProfileValues values(s, p);
    std::vector<MemoryTable> out{firstLevel(values), shared(values), secondLevel(values), device(values)};
    std::erase_if(out, [](const MemoryTable& t) { return t.rows.empty(); });
    return out;
}

}  // namespace model
