// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the host by name.
#include "model/reports/host.h"

#include "model/reports/events.h"
#include "model/reports/summary.h"

namespace model::reports {
namespace {

Table sumByName(const Request& r, std::initializer_list<TrackKind> kinds, const char* why) {
    Groups<StringId> groups;
    forEvents(r, kinds, [&](const Track&, EventRef e, const LaneView& lane) { groups.add(lane.name(e.row), durationAt(lane, e.row), e); });
    return timeTable(r.report, summaryRows(groups, [&](StringId id) { return std::vector{std::string(r.report.text(id))}; }), why);
}

Table osrtSum(const Request& r) { return sumByName(r, {TrackKind::OsRuntime}, "The report holds no OS runtime calls in that time."); }

constexpr auto kColumns = timeColumns("Num Calls", {{"Name", Unit::Text, "The function"}});

}  // namespace

const Report kOsrtSum{"osrt_sum", "OS Runtime Summary", "Calls of the C library and of system functions that were traced, by function.", kColumns, osrtSum, true};

}  // namespace model::reports
