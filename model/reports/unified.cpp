// SPDX-License-Identifier: GPL-3.0-or-later
// Unified memory: what moved between host and device, and what touched pages that were elsewhere.
#include "model/reports/unified.h"

#include <fmt/format.h>
#include <map>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/workload/events.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr std::int64_t kRows = 10;  // of um_sum, as nsys stats prints them
constexpr MessageCode kWhy = MessageCode::NoUnifiedMemoryInTime;

struct Traffic {
    std::int64_t toDevice = 0, toHost = 0;  // bytes
    TimeNs time = 0;                        // of the migrations
    std::int64_t cpuFaults = 0, gpuFaults = 0;
    std::vector<EventRef> events;

    std::int64_t bytes() const { return toDevice + toHost; }
    void see(EventRef e) {
        if (events.size() < kMostEvidence) events.push_back(e);
    }
};

/// Migrations and faults by the address that they are about; 0 = the report does not say.
std::map<std::int64_t, Traffic> trafficOf(const Request& r) {
    std::map<std::int64_t, Traffic> out;
    const ArgReader bytes(r.report, "bytes"), place(r.report, "virtualAddress"), address(r.report, "address"),
        count(r.report, "numberOfPageFaults");
    forEvents(r, {TrackKind::StreamMemory, TrackKind::Memory}, [&](const Track&, EventRef e, const LaneView& lane) {
        const std::string_view name = r.report.text(lane.name(e.row));
        const bool toDevice = name == "Unified memcpy HtoD";
        if (!toDevice && name != "Unified memcpy DtoH") return;
        const ArgsId args = argsAt(lane, e.row);
        Traffic& t = out[place.number(args).value_or(0)];
        std::int64_t& sum = toDevice ? t.toDevice : t.toHost;
        sum = saturatingAdd(sum, bytes.number(args).value_or(0));
        t.time = saturatingAdd(t.time, durationAt(lane, e.row));
        t.see(e);
    });
    forEvents(r, {TrackKind::UnifiedMemory}, [&](const Track&, EventRef e, const LaneView& lane) {
        const ArgsId args = argsAt(lane, e.row);
        Traffic& t = out[address.number(args).value_or(0)];
        if (const auto faults = count.number(args)) t.gpuFaults = saturatingAdd(t.gpuFaults, *faults);
        else ++t.cpuFaults;
        t.see(e);
    });
    return out;
}

std::string hex(std::int64_t address) { return fmt::format("0x{:x}", static_cast<std::uint64_t>(address)); }
Cell megabytes(std::int64_t bytes) { return static_cast<double>(bytes) / 1e6; }

Table fixedTable(const Request& r, std::vector<std::vector<Cell>> cells, std::vector<std::vector<EventRef>> events) {
    Table t;
    t.rows = cells.size();
    const auto rows = std::make_shared<const std::vector<std::vector<Cell>>>(std::move(cells));
    const auto evidence = std::make_shared<const std::vector<std::vector<EventRef>>>(std::move(events));
    t.cell = [rows](std::size_t row, std::size_t column) { return (*rows)[row][column]; };
    t.evidence = [evidence, &s = r.report](std::size_t row) { return evidenceOf(s, (*evidence)[row]); };
    if (t.rows == 0) t.why = kWhy;
    return t;
}

Table umSum(const Request& r) {
    std::vector<std::pair<std::int64_t, Traffic>> rows;
    for (auto& [address, t] : trafficOf(r)) rows.emplace_back(address, std::move(t));
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        const auto key = [](const Traffic& t) { return std::pair(t.bytes(), t.cpuFaults + t.gpuFaults); };
        return key(a.second) > key(b.second);
    });
    const auto most = static_cast<std::size_t>(r.limit > 0 ? r.limit : kRows);
    if (rows.size() > most) rows.resize(most);
    std::vector<std::vector<Cell>> cells;
    std::vector<std::vector<EventRef>> events;
    for (auto& [address, t] : rows) {
        cells.push_back(
            {hex(address), megabytes(t.toDevice), megabytes(t.toHost), t.cpuFaults, t.gpuFaults,
             t.time > 0 ? Cell(static_cast<double>(t.bytes()) * 1e3 / static_cast<double>(t.time)) : Cell()});
        events.push_back(std::move(t.events));
    }
    return fixedTable(r, std::move(cells), std::move(events));
}

Table umTotalSum(const Request& r) {
    const auto traffic = trafficOf(r);
    if (traffic.empty()) return fixedTable(r, {}, {});
    Traffic all;
    std::int64_t least = 0, greatest = 0;
    for (const auto& [address, t] : traffic) {
        all.toDevice = saturatingAdd(all.toDevice, t.toDevice);
        all.toHost = saturatingAdd(all.toHost, t.toHost);
        all.cpuFaults += t.cpuFaults;
        all.gpuFaults = saturatingAdd(all.gpuFaults, t.gpuFaults);
        for (const EventRef& e : t.events) all.see(e);
        if (address == 0) continue;
        if (least == 0) least = address;
        greatest = address;
    }
    return fixedTable(r,
                      {{megabytes(all.toDevice), megabytes(all.toHost), all.cpuFaults, all.gpuFaults,
                        least ? Cell(hex(least)) : Cell(), greatest ? Cell(hex(greatest)) : Cell()}},
                      {std::move(all.events)});
}

Table umCpuPageFaultsSum(const Request& r) {
    const ArgReader function(r.report, "CpuInstruction"), module(r.report, "module"), pc(r.report, "originalFaultPc"),
        gpuFaults(r.report, "numberOfPageFaults");
    std::map<std::string, Traffic> groups;
    forEvents(r, {TrackKind::UnifiedMemory}, [&](const Track&, EventRef e, const LaneView& lane) {
        const ArgsId args = argsAt(lane, e.row);
        if (gpuFaults.number(args)) return;
        std::string where(r.report.text(function.text(args)));
        if (where.empty() && pc.number(args)) where = hex(*pc.number(args));
        if (const std::string_view in = r.report.text(module.text(args)); !in.empty())
            where += fmt::format(" [{}]", in.substr(in.rfind('/') + 1));
        Traffic& t = groups[where];
        ++t.cpuFaults;
        t.see(e);
    });
    std::vector<std::pair<std::string, Traffic>> rows(std::make_move_iterator(groups.begin()),
                                                      std::make_move_iterator(groups.end()));
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.second.cpuFaults > b.second.cpuFaults; });
    std::vector<std::vector<Cell>> cells;
    std::vector<std::vector<EventRef>> events;
    for (auto& [where, t] : rows) {
        cells.push_back({t.cpuFaults, where.empty() ? Cell() : Cell(where)});
        events.push_back(std::move(t.events));
    }
    return fixedTable(r, std::move(cells), std::move(events));
}

constexpr ColumnInfo kSumColumns[] = {{QT_TRANSLATE_NOOP("Reports", "Virtual Address"), Unit::Text,
                                       QT_TRANSLATE_NOOP("Reports", "Where the migrated or touched memory begins")},
                                      {QT_TRANSLATE_NOOP("Reports", "HtoD Migration Size (MB)"), Unit::Megabytes,
                                       QT_TRANSLATE_NOOP("Reports", "Moved from the host to a GPU")},
                                      {QT_TRANSLATE_NOOP("Reports", "DtoH Migration Size (MB)"), Unit::Megabytes,
                                       QT_TRANSLATE_NOOP("Reports", "Moved from a GPU to the host")},
                                      {QT_TRANSLATE_NOOP("Reports", "CPU Page Faults"), Unit::Count,
                                       QT_TRANSLATE_NOOP("Reports", "Times a CPU touched a page that was elsewhere")},
                                      {QT_TRANSLATE_NOOP("Reports", "GPU Page Faults"), Unit::Count,
                                       QT_TRANSLATE_NOOP("Reports", "Times a GPU touched a page that was elsewhere")},
                                      {QT_TRANSLATE_NOOP("Reports", "Migration Throughput (MB/s)"), Unit::Number,
                                       QT_TRANSLATE_NOOP("Reports", "Moved bytes by the time of the migrations")}};
constexpr ColumnInfo kTotalColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Total HtoD Migration Size (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Moved from the host to a GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Total DtoH Migration Size (MB)"), Unit::Megabytes,
     QT_TRANSLATE_NOOP("Reports", "Moved from a GPU to the host")},
    {QT_TRANSLATE_NOOP("Reports", "Total CPU Page Faults"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Times a CPU touched a page that was elsewhere")},
    {QT_TRANSLATE_NOOP("Reports", "Total GPU PageFaults"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Times a GPU touched a page that was elsewhere")},
    {QT_TRANSLATE_NOOP("Reports", "Minimum Virtual Address"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "The lowest address")},
    {QT_TRANSLATE_NOOP("Reports", "Maximum Virtual Address"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "The highest address at which a migration or fault begins")}};
constexpr ColumnInfo kFaultColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "CPU Page Faults"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Times a CPU touched a page that was elsewhere")},
    {QT_TRANSLATE_NOOP("Reports", "CPU Instruction Address"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "The instruction that touched it, with its module")}};

}  // namespace

constinit const Report kUmSum{"um_sum",
                              QT_TRANSLATE_NOOP("Reports", "Unified Memory Analysis Summary"),
                              QT_TRANSLATE_NOOP("Reports", "Migrations and page faults by address, most bytes first."),
                              kSumColumns,
                              umSum,
                              Subject::Memory,
                              withoutUnifiedMemory};
constinit const Report kUmTotalSum{
    "um_total_sum",
    QT_TRANSLATE_NOOP("Reports", "Unified Memory Totals Summary"),
    QT_TRANSLATE_NOOP("Reports", "All migrations and page faults of unified memory together."),
    kTotalColumns,
    umTotalSum,
    Subject::Memory,
    withoutUnifiedMemory};
constinit const Report kUmCpuPageFaultsSum{
    "um_cpu_page_faults_sum",
    QT_TRANSLATE_NOOP("Reports", "Unified Memory CPU Page Faults Summary"),
    QT_TRANSLATE_NOOP("Reports", "Page faults of CPUs by the instruction that touched the page."),
    kFaultColumns,
    umCpuPageFaultsSum,
    Subject::Memory,
    without<MessageCode::NoUnifiedMemory, TrackKind::UnifiedMemory>};

}  // namespace model::reports
