// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "model/reports/report.h"

namespace model::reports {

/// What a report is split by: a table for each, one below the other.
enum class SplitBy : std::uint8_t { Host, Rank, Device, Stream };

/// "host", "rank", "device", "stream".
std::optional<SplitBy> splitBy(std::string_view word);

/// Whether the report's rows can be split by that: only work of GPUs is of a device or stream.
bool canSplit(const Report& report, SplitBy by);

/// A report split by host, rank, GPU or stream: the report's columns behind those that say which one. Its table is what
/// the report says of the rows of the timeline that belong to it, so shares are of the host, rank, GPU or stream. Rows
/// without a GPU, such as calls and ranges, belong to all GPUs: only together they say what was launched where.
class SplitReport {
public:
    SplitReport(const Report& of, SplitBy by);
    SplitReport(const SplitReport&) = delete;
    SplitReport& operator=(const SplitReport&) = delete;

    /// To show the table: key, title and columns.
    const Report& report() const { return m_report; }
    Table make(const Request& r) const;

private:
    const Report& m_of;
    const SplitBy m_by;
    std::vector<ColumnInfo> m_columns;
    std::string m_title;
    Report m_report;
};

}  // namespace model::reports
