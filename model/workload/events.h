// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <unordered_map>

#include "model/base/huge_vector.h"
#include "model/store/process_number.h"
#include "model/workload/request.h"

namespace model::reports {

/// Calls use(track, event reference, lane) for each event of those kinds of rows that overlaps the range of the
/// request, by track and lane, each lane in order of start.
template <class F>
void forEvents(const Request& r, std::initializer_list<TrackKind> kinds, F&& use) {
    for (const Track& t : r.report.tree().tracks) {
        if (std::find(kinds.begin(), kinds.end(), t.kind) == kinds.end()) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes) {
                const LaneView lane = r.report.lane(id);
                const RowRange rows = rowsOverlapping(lane, r.range);
                for (std::size_t i = rows.first; i < rows.last && !(i % 65536 == 0 && r.stop.stop_requested()); ++i)
                    use(t, EventRef{id, static_cast<std::uint32_t>(i)}, lane);
            }
    }
}

/// Whether the range holds an event on such rows.
bool holdsEvents(const Request& r, std::initializer_list<TrackKind> kinds);

/// All rows of the timeline of those kinds.
std::vector<TrackId> tracksOf(const Snapshot& s, std::initializer_list<TrackKind> kinds);

/// Durations of the events of one name.
struct NamedDurations {
    StringId name = 0;
    std::span<std::int64_t> values;
};
/// Durations, in ns, of all events on those rows that overlap the range, by name. Two linear passes over the columns:
/// most tables of millions of events are made of this.
class DurationsByName {
public:
    DurationsByName(const Request& r, std::span<const TrackId> tracks);
    std::span<const NamedDurations> names() const { return m_names; }

private:
    HugeVector<std::int64_t> m_values;
    HugeVector<NamedDurations> m_names;
};

/// The first events of those names, on those rows, that overlap the range; for Evidence.
std::vector<EventRef> eventsNamed(const Request& r, std::span<const TrackId> tracks, std::vector<StringId> names);

inline TimeNs durationAt(const LaneView& lane, std::size_t row) { return lane.end(row) - lane.start(row); }
inline ArgsId argsAt(const LaneView& lane, std::size_t row) {
    return lane.lane->columns() & kArgsColumn ? lane.lane->argsColumn()[row] : 0;
}

/// Reads arguments by their key.
class ArgReader {
public:
    ArgReader(const Snapshot& s, std::string_view key) : m_s(s), m_key(s.store().strings().find(key)) {}

    std::optional<std::int64_t> number(ArgsId args) const {
        const auto a = m_key && args ? m_s.store().args().find(args, m_key) : std::nullopt;
        if (!a || a->type == Arg::Type::String) return {};
        return a->type == Arg::Type::Int ? a->value : static_cast<std::int64_t>(a->real());
    }
    StringId text(ArgsId args) const {
        const auto a = m_key && args ? m_s.store().args().find(args, m_key) : std::nullopt;
        return a && a->type == Arg::Type::String ? static_cast<StringId>(a->value) : 0;
    }

private:
    const Snapshot& m_s;
    StringId m_key;
};

/// "123" or empty.
inline Cell cellOf(const std::optional<std::int64_t>& v) { return v ? Cell(*v) : Cell(); }
inline Cell cellOfKey(std::int64_t key) { return key == TrackKey::kNone || isTextId(key) ? Cell() : Cell(key); }
/// The system's number of the process of a key.
Cell cellOfProcess(const Snapshot& s, const auto& key) { return cellOfKey(processNumber(s.info(), key.host, key.pid)); }

/// "  64    1    1": the three sizes of a grid or block, aligned as in `nsys stats`.
std::string dim3Text(std::int64_t x, std::int64_t y, std::int64_t z);

/// The name of a memory operation in statistics: "[CUDA memcpy Host-to-Device]", or "[HIP memcpy …" of such a report.
std::string memoryOperation(std::string_view name, bool inHip);

class RangeNames;

/// Names of kernels in the form that a request asks for.
class KernelNamer {
public:
    explicit KernelNamer(const Request& r);
    ~KernelNamer();
    /// Whether kernels go by the names of their rows: then those are the ids.
    static bool isPlain(const Request& r) { return r.names == KernelNames::Demangled && !r.rangeNames; }
    /// A number that distinguishes kernels in the requested form, for text() of the same namer.
    std::uint32_t id(const LaneView& lane, std::size_t row);
    std::string text(std::uint32_t id) const;

private:
    StringId kernel(const LaneView& lane, std::size_t row);
    std::string kernelText(StringId id) const;
    StringId firstWithBaseOf(StringId id);

    const Snapshot& m_s;
    const KernelNames m_names;
    ArgReader m_short, m_mangled;
    std::unordered_map<StringId, StringId> m_first;  // by name: the first name with the same base
    std::unordered_map<std::string_view, StringId> m_bases;
    const std::unique_ptr<RangeNames> m_ranges;                  // null: no range before the kernel
    std::vector<std::pair<StringId, StringId>> m_pairs;          // by number: range and kernel
    std::unordered_map<std::uint64_t, std::uint32_t> m_numbers;  // by range and kernel
};

}  // namespace model::reports
