// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <utility>

#include "model/base/translate_noop.h"
#include "model/workload/events.h"
#include "model/workload/request.h"

namespace model::reports {

/// The statistics of `nsys stats` for a list of durations or sizes.
struct Summary {
    std::int64_t count = 0;
    std::int64_t total = 0;
    double mean = 0;
    double median = 0;  ///< of an even number: the mean of the two in the middle
    std::int64_t min = 0, max = 0;
    double stddev = 0;  ///< of a sample (n − 1); 0 for one value
};
/// Reorders the values. Linear.
Summary summarise(std::span<std::int64_t> values);

/// Durations or sizes by group, with the events they come from.
template <class Key, class Hash = std::hash<Key>>
class Groups {
public:
    struct Group {
        Key key;
        std::vector<std::int64_t> values;
        std::vector<EventRef> events;  // the first kMostEvidence
    };

    Group& group(const Key& key) {
        const auto [at, fresh] = m_index.try_emplace(key, m_groups.size());
        if (fresh) m_groups.push_back({key, {}, {}});
        return m_groups[at->second];
    }
    void add(const Key& key, std::int64_t value, EventRef event) {
        Group& g = group(key);
        g.values.push_back(value);
        if (g.events.size() < kMostEvidence) g.events.push_back(event);
    }
    std::vector<Group>& all() { return m_groups; }

private:
    std::unordered_map<Key, std::size_t, Hash> m_index;
    std::vector<Group> m_groups;
};

/// A row of a table that stands for a group: the summary, its share, and texts that name the group.
struct SummaryRow {
    Summary summary;
    std::vector<std::string> labels;
    std::vector<EventRef> events;                          ///< the events that it is made of, or
    std::shared_ptr<const std::vector<TrackId>> tracks{};  ///< where to find them on request: rows of the timeline
    std::vector<StringId> names{};                         ///< and names on them
};
struct SummaryRows {
    std::vector<SummaryRow> rows;
    std::int64_t total = 0;
};

/// Sorted by total, greatest first; equals by their labels.
SummaryRows sorted(std::vector<SummaryRow> rows);

/// "Time (%)", total, count, mean, median, min, max, standard deviation, labels.
Table timeTable(const Request& r, std::vector<SummaryRow> rows, Message why);
/// The same for sizes in bytes, printed as MB: no share.
Table sizeTable(const Request& r, std::vector<SummaryRow> rows, Message why);

Evidence evidenceOf(const Snapshot& s, std::vector<EventRef> events);

/// Rows by name. Events of those kinds of rows are one row if `label` gives their names one text.
template <class Label>
std::vector<SummaryRow> rowsByName(const Request& r, std::initializer_list<TrackKind> kinds, Label&& label) {
    const auto tracks = std::make_shared<const std::vector<TrackId>>(tracksOf(r.report, kinds));
    const DurationsByName durations(r, *tracks);
    std::unordered_map<std::string, std::vector<const NamedDurations*>> byLabel;
    for (const NamedDurations& n : durations.names()) byLabel[label(r.report.text(n.name))].push_back(&n);
    std::vector<SummaryRow> rows;
    rows.reserve(byLabel.size());
    for (auto& [text, parts] : byLabel) {
        std::vector<StringId> names;
        for (const NamedDurations* p : parts) names.push_back(p->name);
        std::vector<std::int64_t> joined;
        if (parts.size() > 1)
            for (const NamedDurations* p : parts) joined.insert(joined.end(), p->values.begin(), p->values.end());
        rows.push_back(
            {summarise(parts.size() > 1 ? std::span(joined) : parts[0]->values), {text}, {}, tracks, std::move(names)});
    }
    return rows;
}

template <class Groups, class Labels>
std::vector<SummaryRow> summaryRows(Groups& groups, Labels&& labels) {
    std::vector<SummaryRow> rows;
    rows.reserve(groups.all().size());
    for (auto& g : groups.all())
        if (!g.values.empty()) rows.push_back({summarise(g.values), labels(g.key), std::move(g.events)});
    return rows;
}

/// Columns at the beginning of every table of times; `total` is the time of all its rows.
inline constexpr std::size_t kTimeColumns = 8;
Cell timeCell(const Summary& s, std::int64_t total, std::size_t column);

/// The eight columns at the beginning of time summaries; `count` is the heading of the third.
constexpr std::array<ColumnInfo, 8> timeColumns(std::string_view count) {
    return {{{QT_TRANSLATE_NOOP("Reports", "Time (%)"), Unit::Percent,
              QT_TRANSLATE_NOOP("Reports", "Share of the total time of all rows of this table"), Role::Sum},
             {QT_TRANSLATE_NOOP("Reports", "Total Time (ns)"), Unit::Ns,
              QT_TRANSLATE_NOOP("Reports", "Sum of the durations; overlapping ones count twice")},
             {count, Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
             {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration"),
              Role::Each},
             {QT_TRANSLATE_NOOP("Reports", "Med (ns)"), Unit::Ns,
              QT_TRANSLATE_NOOP("Reports", "Median duration: half of them are shorter"), Role::Each},
             {QT_TRANSLATE_NOOP("Reports", "Min (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Shortest duration"),
              Role::Each},
             {QT_TRANSLATE_NOOP("Reports", "Max (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Longest duration"),
              Role::Each},
             {QT_TRANSLATE_NOOP("Reports", "StdDev (ns)"), Unit::Ns,
              QT_TRANSLATE_NOOP("Reports", "Standard deviation of a sample (n − 1)"), Role::Each}}};
}
template <std::size_t N>
constexpr std::array<ColumnInfo, 8 + N> timeColumns(std::string_view count, const ColumnInfo (&labels)[N]) {
    std::array<ColumnInfo, 8 + N> out;
    const auto first = timeColumns(count);
    for (std::size_t i = 0; i < 8; ++i) out[i] = first[i];
    for (std::size_t i = 0; i < N; ++i) out[8 + i] = labels[i];
    return out;
}

}  // namespace model::reports
