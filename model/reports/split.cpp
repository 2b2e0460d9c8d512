// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/split.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "model/base/translate_noop.h"
#include "model/reports/trace.h"
#include "model/store/report_part.h"
#include "model/workload/events.h"

namespace model::reports {
namespace {

constexpr std::array<std::pair<std::string_view, SplitBy>, 4> kWords{
    {{"host", SplitBy::Host}, {"rank", SplitBy::Rank}, {"device", SplitBy::Device}, {"stream", SplitBy::Stream}}};

/// Reports whose rows are work of GPUs, or ranges and operators by the GPU work in them.
constexpr std::array<std::string_view, 21> kOfGpus{"cuda_gpu_kern_sum",
                                                   "cuda_gpu_kern_gb_sum",
                                                   "cuda_gpu_mem_time_sum",
                                                   "cuda_gpu_mem_size_sum",
                                                   "cuda_gpu_sum",
                                                   "cuda_gpu_trace",
                                                   "cuda_kern_exec_sum",
                                                   "cuda_kern_exec_trace",
                                                   "nvtx_gpu_proj_sum",
                                                   "nvtx_gpu_proj_trace",
                                                   "nvtx_kern_sum",
                                                   "nvtx_backward_sum",
                                                   "nccl_sum",
                                                   "op_sum",
                                                   "op_shape_sum",
                                                   "op_stack_sum",
                                                   "op_module_sum",
                                                   "launch_latency",
                                                   "launch_top_down",
                                                   "launch_bottom_up",
                                                   "kernel_group_sum"};

constexpr ColumnInfo kHost{QT_TRANSLATE_NOOP("Reports", "Host"), Unit::Text,
                           QT_TRANSLATE_NOOP("Reports", "The machine; of several files opened as one, the file")};
constexpr ColumnInfo kRank{QT_TRANSLATE_NOOP("Reports", "Rank"), Unit::Number,
                           QT_TRANSLATE_NOOP("Reports", "Number of the rank, where the report knows it")};
constexpr ColumnInfo kProcess{QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number,
                              QT_TRANSLATE_NOOP("Reports", "Process")};
constexpr ColumnInfo kDevice{QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text,
                             QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")};
constexpr ColumnInfo kStream{QT_TRANSLATE_NOOP("Reports", "Strm"), Unit::Number,
                             QT_TRANSLATE_NOOP("Reports", "Stream")};

std::vector<ColumnInfo> columnsOf(SplitBy by) {
    switch (by) {
    case SplitBy::Host: return {kHost};
    case SplitBy::Rank: return {kRank, kHost, kProcess};
    case SplitBy::Device: return {kDevice};
    default: return {kDevice, kProcess, kStream};
    }
}

/// One host, rank, GPU or stream.
struct Part {
    std::vector<Cell> labels;
    std::function<bool(const Track&)> keep;
};

bool hasEvents(const Snapshot& s, const Track& t) {
    return std::any_of(t.lanes.begin(), t.lanes.end(), [&](LaneId id) { return !s.lane(id).isEmpty(); });
}

bool isOfProcess(const Track& t) { return t.key.pid != TrackKey::kNone; }

std::string hostName(const Snapshot& s, std::int64_t host) {
    for (const Track& t : s.tree().tracks)
        if (t.kind == TrackKind::Host && t.key.host == host && t.name) return std::string(s.text(t.name));
    return {};
}

std::optional<std::int64_t> numberIn(const Facts& facts) {
    for (const auto& [key, value] : facts) {
        std::int64_t out = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
        if (key.ends_with("ank") && error == std::errc() && end == value.data() + value.size()) return out;
    }
    return {};
}

/// The rank of a file of several that were opened as one, or of a report that is of one rank.
std::optional<std::int64_t> rankOf(const Snapshot& s, std::int64_t host) {
    for (const Entity& e : s.info().entities)
        if (e.type == Entity::Type::Host && e.key.host == host)
            if (const auto rank = numberIn(e.facts)) return rank;
    return numberIn(s.info().session_facts);
}

std::vector<Part> hosts(const Snapshot& s) {
    std::vector<Part> out;
    std::set<std::int64_t> seen;
    for (const Track& t : s.tree().tracks)
        if (seen.insert(t.key.host).second)
            out.push_back(
                {{hostName(s, t.key.host)}, [host = t.key.host](const Track& row) { return row.key.host == host; }});
    return out;
}

/// Processes; all of a host whose rank is known are one. Those of known ranks come first, in order.
std::vector<Part> ranks(const Snapshot& s) {
    std::map<std::tuple<bool, std::int64_t, std::int64_t, std::int64_t>, Part> out;  // unknown, rank, host, process
    for (const Track& t : s.tree().tracks) {
        if (!isOfProcess(t) || !hasEvents(s, t)) continue;
        const auto rank = rankOf(s, t.key.host);
        const std::int64_t host = t.key.host, pid = rank ? TrackKey::kNone : t.key.pid;
        const auto keep = [host, pid](const Track& row) {
            return row.key.host == host && (pid == TrackKey::kNone || !isOfProcess(row) || row.key.pid == pid);
        };
        out.try_emplace({!rank, rank.value_or(0), host, pid},
                        Part{{cellOf(rank), hostName(s, host), cellOfProcess(s, t.key)}, keep});
    }
    std::vector<Part> list;
    for (auto& [key, part] : out) list.push_back(std::move(part));
    return list;
}

/// GPUs or streams that did something. Rows that are of no GPU belong to each.
std::vector<Part> devices(const Snapshot& s, bool streams) {
    const bool several = hosts(s).size() > 1;  // then GPUs of one number are told apart by their machine
    std::map<std::array<std::int64_t, 5>, Part> out;
    for (const Track& t : s.tree().tracks) {
        const bool work = t.kind == TrackKind::StreamKernels || t.kind == TrackKind::StreamMemory ||
                          t.kind == TrackKind::StreamGraphs;
        if (!work || !hasEvents(s, t)) continue;
        const TrackKey k = t.key;
        const auto isOfDevice = [k](const Track& row) { return row.key.host == k.host && row.key.device == k.device; };
        const auto isOfStream = [k](const Track& row) {
            return row.key.pid == k.pid && row.key.context == k.context && row.key.stream == k.stream;
        };
        const auto keep = [=](const Track& row) {
            return row.key.device == TrackKey::kNone || (isOfDevice(row) && (!streams || isOfStream(row)));
        };
        std::vector<Cell> labels{several ? fmt::format("{}, {}", hostName(s, k.host), deviceText(s, k))
                                         : deviceText(s, k)};
        if (streams) labels.insert(labels.end(), {cellOfProcess(s, k), cellOfKey(k.stream)});
        out.try_emplace(streams ? std::array{k.host, k.device, k.pid, k.context, k.stream}
                                : std::array<std::int64_t, 5>{k.host, k.device},
                        Part{std::move(labels), keep});
    }
    std::vector<Part> list;
    for (auto& [key, part] : out) list.push_back(std::move(part));
    return list;
}

std::vector<Part> partsOf(const Snapshot& s, SplitBy by) {
    switch (by) {
    case SplitBy::Host: return hosts(s);
    case SplitBy::Rank: return ranks(s);
    default: return devices(s, by == SplitBy::Stream);
    }
}

/// Tables of parts of a report, one below the other.
class Joined {
public:
    void add(std::vector<Cell> labels, SnapshotPtr report, Table table) {
        if (table.rows == 0) return;
        m_parts.push_back({std::move(labels), std::move(report), std::move(table), m_rows});
        m_rows += m_parts.back().table.rows;
    }
    std::size_t rows() const { return m_rows; }
    Cell cell(std::size_t row, std::size_t column) const {
        const One& one = at(row);
        return column < one.labels.size() ? one.labels[column]
                                          : one.table.cell(row - one.first, column - one.labels.size());
    }
    Evidence evidence(std::size_t row) const {
        const One& one = at(row);
        return one.table.evidence ? one.table.evidence(row - one.first) : Evidence();
    }

private:
    struct One {
        std::vector<Cell> labels;
        SnapshotPtr report;  // that the table reads
        Table table;
        std::size_t first;  // row of the whole
    };
    const One& at(std::size_t row) const {
        return *std::prev(std::upper_bound(m_parts.begin(), m_parts.end(), row,
                                           [](std::size_t r, const One& one) { return r < one.first; }));
    }
    std::vector<One> m_parts;
    std::size_t m_rows = 0;
};

}  // namespace

std::optional<SplitBy> splitBy(std::string_view word) {
    for (const auto& [text, by] : kWords)
        if (text == word) return by;
    return {};
}

bool canSplit(const Report& report, SplitBy by) {
    return by == SplitBy::Host || by == SplitBy::Rank ||
           std::find(kOfGpus.begin(), kOfGpus.end(), report.key) != kOfGpus.end();
}

SplitReport::SplitReport(const Report& of, SplitBy by) : m_of(of), m_by(by), m_columns(columnsOf(by)), m_report(of) {
    m_columns.insert(m_columns.end(), of.columns.begin(), of.columns.end());
    m_title =
        fmt::format("{} by {}", of.title,
                    std::find_if(kWords.begin(), kWords.end(), [&](const auto& w) { return w.second == by; })->first);
    m_report.columns = m_columns;
    m_report.title = m_title;
    m_report.make = nullptr;
}

Table SplitReport::make(const Request& r) const {
    const auto joined = std::make_shared<Joined>();
    for (Part& part : partsOf(r.report, m_by)) {
        if (r.stop.stop_requested()) break;
        const SnapshotPtr only = ReportPart::of(r.report, part.keep);
        joined->add(
            std::move(part.labels), only,
            makeTable(m_of, {*only, r.range, r.names, r.limit, r.stop, r.rangeNames, r.eachLaunch, r.peaks, r.groups}));
    }
    Table t;
    t.rows = joined->rows();
    t.cell = [joined](std::size_t row, std::size_t column) { return joined->cell(row, column); };
    t.evidence = [joined](std::size_t row) { return joined->evidence(row); };
    if (t.rows == 0) t.why = makeTable(m_of, r).why;
    return t;
}

}  // namespace model::reports
