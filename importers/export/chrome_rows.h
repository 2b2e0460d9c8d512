// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/query/query.h"

namespace importers::exporting {

/// How the events of a row of the timeline are written.
enum class Form : std::uint8_t { Slices, OwnSlices, Stream, OwnStream, Async, Instants, None };
struct FormOfKind {
    Form form = Form::None;
    std::string_view category;  ///< in PyTorch's profiler's words, if it has a name for it
};
FormOfKind formOf(model::TrackKind kind);

/// A thread of the trace in its viewer.
struct TraceRow {
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    bool operator==(const TraceRow&) const = default;
};

/// The events that share a row of the trace, and the name of the row.
struct RowGroup {
    std::vector<const model::Track*> tracks;
    TraceRow row;
    std::string name;
    std::int64_t order = 0;
};

/// Numbers for processes and rows: those of the report, and new ones for what has none.
class TraceRows {
public:
    explicit TraceRows(const model::Snapshot& report);

    const std::vector<RowGroup>& groups() const { return m_groups; }
    std::int64_t pidOf(const model::TrackKey& key) const;
    /// The process that represents a GPU.
    std::int64_t pidOfGpu(const model::TrackKey& key) const;
    /// A row number that no thread of the report has.
    std::int64_t freshTid() { return m_nextTid++; }

    struct Process {
        std::int64_t pid = 0;
        std::string name, labels;
    };
    const std::vector<Process>& processes() const { return m_processes; }

private:
    void addGroup(const model::Track& t, Form form);

    const model::Snapshot& m_s;
    std::map<std::int64_t, std::int64_t> m_hosts;  // number of a machine, if there are several
    std::vector<Process> m_processes;
    std::vector<RowGroup> m_groups;
    std::map<std::pair<int, model::TrackKey>, std::size_t> m_groupOf;
    std::int64_t m_nextTid;
};

}  // namespace importers::exporting
