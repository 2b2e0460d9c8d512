// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the host by name.
#include "model/reports/host.h"

#include <map>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/workload/events.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

Table sumByName(const Request& r, std::initializer_list<TrackKind> kinds, MessageCode why) {
    return timeTable(r, rowsByName(r, kinds, [](std::string_view name) { return std::string(name); }), why);
}

Table osrtSum(const Request& r) { return sumByName(r, {TrackKind::OsRuntime}, MessageCode::NoOsCallsInTime); }

std::string libraryOf(const Snapshot& s, const Track& t) {
    return std::string(t.kind == TrackKind::Library && t.name ? s.text(t.name) : trackKindInfo(t.kind).label);
}

constexpr std::initializer_list<TrackKind> kLibraries{TrackKind::Cublas, TrackKind::Cudnn, TrackKind::Library};

/// Calls by library and function; of one library only where that is named.
Table librarySum(const Request& r, std::string_view only, MessageCode why) {
    std::map<std::string, std::vector<TrackId>> byLibrary;
    for (const TrackId id : tracksOf(r.report, kLibraries))
        if (std::string library = libraryOf(r.report, r.report.track(id)); only.empty() || library == only)
            byLibrary[std::move(library)].push_back(id);
    std::vector<SummaryRow> rows;
    for (auto& [library, ids] : byLibrary) {
        const auto tracks = std::make_shared<const std::vector<TrackId>>(std::move(ids));
        const DurationsByName durations(r, *tracks);
        for (const NamedDurations& n : durations.names())
            rows.push_back({summarise(n.values), {library, std::string(r.report.text(n.name))}, {}, tracks, {n.name}});
    }
    return timeTable(r, std::move(rows), why);
}

constexpr auto kLibraryColumns = timeColumns(
    QT_TRANSLATE_NOOP("Reports", "Num Calls"),
    {{QT_TRANSLATE_NOOP("Reports", "Library"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The library that was called")},
     {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The function"), Role::Name}});
constexpr auto kColumns = timeColumns(
    QT_TRANSLATE_NOOP("Reports", "Num Calls"),
    {{QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The function"), Role::Name}});

}  // namespace

constinit const Report kOsrtSum{
    "osrt_sum",
    QT_TRANSLATE_NOOP("Reports", "OS Runtime Summary"),
    QT_TRANSLATE_NOOP("Reports", "Calls of the C library and of system functions that were traced, by function."),
    kColumns,
    osrtSum,
    Subject::OsRuntime,
    without<MessageCode::NoOsCalls, TrackKind::OsRuntime>,
    true,
    Wanted::of({TrackKind::OsRuntime})};

constinit const Report kLibrarySum{
    "library_sum",
    QT_TRANSLATE_NOOP("Reports", "Library Calls"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Calls of cuBLAS, cuDNN, cuSOLVER, cuSPARSE, MPI, OpenMP, OpenGL that were traced, by library and function."),
    kLibraryColumns,
    [](const Request& r) { return librarySum(r, {}, MessageCode::NoLibraryCallsInTime); },
    Subject::OsRuntime,
    without<MessageCode::NoLibraryCalls, TrackKind::Cublas, TrackKind::Cudnn, TrackKind::Library>,
    false,
    Wanted::of(kLibraries)};
constinit const Report kMpiSum{
    "mpi_event_sum",
    QT_TRANSLATE_NOOP("Reports", "MPI Calls"),
    QT_TRANSLATE_NOOP("Reports", "Calls of MPI that were traced, by function."),
    kLibraryColumns,
    [](const Request& r) { return librarySum(r, "MPI", MessageCode::NoMpiCallsInTime); },
    Subject::Communication,
    [](const Contents& c) { return c.hasMpi() ? MessageCode::Nothing : MessageCode::NoMpiCalls; },
    false,
    Wanted::of(kLibraries)};

}  // namespace model::reports
