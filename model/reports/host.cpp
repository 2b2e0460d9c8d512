// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the host by name.
#include "model/reports/host.h"

#include "model/reports/events.h"
#include "model/reports/summary.h"
#include "model/translate_noop.h"

namespace model::reports {
namespace {

Table sumByName(const Request& r, std::initializer_list<TrackKind> kinds, const char* why) {
    return timeTable(r, rowsByName(r, kinds, [](std::string_view name) { return std::string(name); }), why);
}

Table osrtSum(const Request& r) { return sumByName(r, {TrackKind::OsRuntime}, QT_TRANSLATE_NOOP("Reports", "The report holds no OS runtime calls in that time.")); }

constexpr auto kColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Num Calls"), {{QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The function")}});

}  // namespace

const Report kOsrtSum{"osrt_sum", QT_TRANSLATE_NOOP("Reports", "OS Runtime Summary"), QT_TRANSLATE_NOOP("Reports", "Calls of the C library and of system functions that were traced, by function."), kColumns, osrtSum, true, Wanted::of({TrackKind::OsRuntime})};

}  // namespace model::reports
