// SPDX-License-Identifier: GPL-3.0-or-later
// GPU work by what it is for: groups of kernels, copies and memsets by patterns of their names, and which groups ran at
// once.
#include "model/reports/kernel_groups.h"

#include <re2/re2.h>
#include <algorithm>
#include <bit>
#include <map>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/workload/collectives.h"
#include "model/workload/intervals.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr MessageCode kNoGroups = MessageCode::NoGpuWorkInTime;
constexpr std::initializer_list<TrackKind> kWork{TrackKind::StreamKernels, TrackKind::StreamMemory,
                                                 TrackKind::StreamGraphs};
constexpr const char* kOther = QT_TRANSLATE_NOOP("Reports", "other");
constexpr const char* kCommunication = QT_TRANSLATE_NOOP("Reports", "communication");
constexpr const char* kMemory = QT_TRANSLATE_NOOP("Reports", "copies and memsets");

// Where no groups are named: what kernels of frameworks and libraries are mostly for. The first that is found counts.
struct UsualGroup {
    const char *name, *pattern;
};
constexpr UsualGroup kUsual[] = {
    {QT_TRANSLATE_NOOP("Reports", "attention"), "flash|fmha|attention|attn|mha_|mla_"},
    {QT_TRANSLATE_NOOP("Reports", "convolution"), "conv|wgrad|dgrad|fprop|winograd"},
    {QT_TRANSLATE_NOOP("Reports", "matrix product"), "gemm|gemv|matmul|cutlass|nvjet|xmma|wgmma|^Cijk_|splitK"},
    {QT_TRANSLATE_NOOP("Reports", "normalization"), "norm"},
    {QT_TRANSLATE_NOOP("Reports", "softmax and loss"), "softmax|nll_loss|cross_entropy"},
    {QT_TRANSLATE_NOOP("Reports", "optimizer"), "adam|sgd|lamb|optimizer|multi_tensor_apply"},
    {QT_TRANSLATE_NOOP("Reports", "reduction"), "reduce|triton_(red|per)_"},
    {QT_TRANSLATE_NOOP("Reports", "element by element"), "elementwise|triton_poi_|relu|silu|fill"},
};

std::unique_ptr<const RE2> compiled(std::string_view pattern) {
    RE2::Options options;
    options.set_case_sensitive(false);
    options.set_log_errors(false);
    options.set_max_mem(8 << 20);
    return std::make_unique<const RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
}

/// The group of each event of a GPU. Groups are numbered in the order in which they were given; what is in none is in
/// the last.
class GroupsOf {
public:
    explicit GroupsOf(const Request& r) : m_s(r.report), m_isCommunication(r.report), m_usual(r.groups.empty()) {
        const auto add = [&](std::string_view name, std::string_view pattern) {
            m_names.emplace_back(name), m_patterns.push_back(compiled(pattern));
        };
        for (const NameGroup& g : r.groups.first(std::min(r.groups.size(), kMostGroups))) add(g.name, g.pattern);
        if (m_usual)
            for (const UsualGroup& g : kUsual) add(g.name, g.pattern);
        if (m_usual) m_names.insert(m_names.end(), {kCommunication, kMemory});
        m_names.emplace_back(kOther);
    }
    std::uint32_t of(TrackKind kind, const LaneView& lane, std::size_t row) {
        if (m_usual && kind == TrackKind::StreamMemory) return number(kMemory);
        if (m_usual && m_isCommunication(lane, row)) return number(kCommunication);
        const StringId name = lane.name(row);
        const auto [at, fresh] = m_known.try_emplace(name, 0);
        if (fresh) at->second = byPattern(name);
        return at->second;
    }
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::uint32_t number(std::string_view group) const {
        return static_cast<std::uint32_t>(std::find(m_names.begin(), m_names.end(), group) - m_names.begin());
    }
    std::uint32_t byPattern(StringId name) const {
        const std::string_view text = m_s.text(name);
        for (std::uint32_t i = 0; i < m_patterns.size(); ++i)
            if (m_patterns[i]->ok() && RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *m_patterns[i]))
                return i;
        return static_cast<std::uint32_t>(m_names.size()) - 1;
    }
    const Snapshot& m_s;
    Communication m_isCommunication;
    const bool m_usual;
    std::vector<std::string> m_names;
    std::vector<std::unique_ptr<const RE2>> m_patterns;
    std::unordered_map<StringId, std::uint32_t> m_known;
};

Table groupSum(const Request& r) {
    GroupsOf groupOf(r);
    Groups<std::uint32_t> groups;
    forEvents(r, kWork, [&](const Track& t, EventRef e, const LaneView& lane) {
        groups.add(groupOf.of(t.kind, lane, e.row), durationAt(lane, e.row), e);
    });
    return timeTable(r, summaryRows(groups, [&](std::uint32_t group) { return std::vector{groupOf.names()[group]}; }),
                     kNoGroups);
}

/// A group begins or ends to run on a GPU.
struct Border {
    TimeNs at;
    std::uint32_t group;
    bool begins;
};

/// How long each set of groups ran at once; a bit a group. Nothing = idle between the first and the last of them.
std::map<std::uint64_t, TimeNs> timeBySet(const std::map<std::uint32_t, Intervals>& byGroup) {
    std::vector<Border> borders;
    for (const auto& [group, intervals] : byGroup)
        for (const TimeRange& i : intervals)
            borders.insert(borders.end(), {{i.begin, group, true}, {i.end, group, false}});
    std::sort(borders.begin(), borders.end(), [](const Border& a, const Border& b) { return a.at < b.at; });
    std::map<std::uint64_t, TimeNs> out;
    std::uint64_t running = 0;
    for (std::size_t i = 0; i < borders.size(); ++i) {
        if (i > 0 && borders[i].at > borders[i - 1].at) out[running] += borders[i].at - borders[i - 1].at;
        running ^= std::uint64_t{1} << borders[i].group;
    }
    return out;
}

std::string setText(std::uint64_t set, const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (set >> i & 1) out.append(out.empty() ? "" : "; ").append(names[i]);
    return out.empty() ? QT_TRANSLATE_NOOP("Reports", "nothing") : out;
}

Table groupOverlap(const Request& r) {
    GroupsOf groupOf(r);
    std::map<DeviceId, std::map<std::uint32_t, std::vector<TimeRange>>> work;
    forEvents(r, kWork, [&](const Track& t, EventRef e, const LaneView& lane) {
        const TimeRange when = TimeRange{lane.start(e.row), lane.end(e.row)}.intersected(r.range);
        if (!when.isEmpty()) work[{t.key.host, t.key.device}][groupOf.of(t.kind, lane, e.row)].push_back(when);
    });
    std::vector<std::vector<Cell>> rows;
    for (auto& [device, byGroup] : work) {
        std::map<std::uint32_t, Intervals> intervals;
        for (auto& [group, list] : byGroup) intervals[group] = united(std::move(list));
        const std::map<std::uint64_t, TimeNs> sets = timeBySet(intervals);
        TimeNs all = 0;
        for (const auto& [set, time] : sets) all += time;
        std::vector<std::pair<TimeNs, std::uint64_t>> order;
        for (const auto& [set, time] : sets) order.emplace_back(time, set);
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        for (const auto& [time, set] : order)
            rows.push_back({deviceText(r.report, device.host, device.device),
                            static_cast<double>(time) * 100 / static_cast<double>(std::max<TimeNs>(1, all)), time,
                            std::int64_t{std::popcount(set)}, setText(set, groupOf.names())});
    }
    return listTable(std::move(rows), {}, kNoGroups);
}

constexpr ColumnInfo kKernelGroup{
    QT_TRANSLATE_NOOP("Reports", "Group"), Unit::Text,
    QT_TRANSLATE_NOOP("Reports", "As it was named (--group), or what such work is usually for"), Role::Words};
constexpr auto kGroupColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"), {kKernelGroup});
constexpr ColumnInfo kOverlapColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Time (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the time from the first to the last work of the GPU"), Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time in which work of these groups ran, and of no other")},
    {QT_TRANSLATE_NOOP("Reports", "Groups at Once"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "How many groups that are"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Groups"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The groups that ran at once"),
     Role::Words},
};

}  // namespace

Result<void> checkPattern(std::string_view pattern) {
    const auto regex = compiled(pattern);
    return regex->ok() ? Result<void>() : fail(ErrorCode::BadRequest, std::string(pattern), regex->error());
}

constinit const Report kKernelGroupSum{
    "kernel_group_sum",
    QT_TRANSLATE_NOOP("Reports", "GPU Work by Groups"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Kernels, graphs, copies and memsets by groups of names: those that are given (--group NAME=PATTERN), or what such work is usually for. Work is in the first group whose pattern its name holds."),
    kGroupColumns,
    groupSum,
    Subject::Kernels,
    withoutGpuWork<MessageCode::NoGpuWork>};
constinit const Report kKernelGroupOverlap{
    "kernel_group_overlap",
    QT_TRANSLATE_NOOP("Reports", "Overlap of Groups of GPU Work"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "For how long which groups of GPU work ran at once, by GPU: the rows of a GPU add up to the time from its first to its last work."),
    kOverlapColumns,
    groupOverlap,
    Subject::Kernels,
    withoutGpuWork<MessageCode::NoGpuWork>,
    false,
    {},
    true};

}  // namespace model::reports
