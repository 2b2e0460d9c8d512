// SPDX-License-Identifier: GPL-3.0-or-later
// A report of which only a part was read: the tables made of that part are those of the whole.
#include <fmt/format.h>
#include <filesystem>
#include <set>

#include "importers/open.h"
#include "model/query/query.h"
#include "model/rep/rep_writer.h"
#include "model/reports/report.h"
#include "tests/kit/check.h"
#include "tests/kit/export_db.h"
#include "tests/kit/rep_content.h"

namespace {

namespace fs = std::filesystem;
using export_db::text;
using model::Wanted;
using model::reports::KernelNames;
using model::reports::Report;
using model::reports::Table;

std::shared_ptr<model::EventStore> openPart(const fs::path& path, const Wanted& wanted) {
    auto store = model::EventStore::create();
    importers::OpenOptions options;
    options.wanted = wanted;
    CHECK(importers::openReport(path, *store, options).has_value());
    return store;
}

std::string tableText(const model::EventStore& store, const Report& report, KernelNames names, bool ranges,
                      model::TimeRange range) {
    const model::SnapshotPtr s = store.snapshot();
    const Table table = report.make({*s, range, names, 0, {}, ranges});
    std::string out = english(table.why) + '\n';
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (std::size_t c = 0; c < report.columns.size(); ++c) out += text(table.cell(row, c)) + '|';
        out += '\n';
    }
    return out;
}

std::set<std::string> notesOf(const model::EventStore& store) {
    std::set<std::string> out;
    for (const model::Diagnostic& d : store.diagnostics().list())
        out.insert(fmt::format("{} {}", static_cast<int>(d.note), model::english(d.subject)));
    return out;
}

/// Whether everything that is told about the part is told about the whole, too.
void checkNotes(const fs::path& path, const model::EventStore& part, const std::set<std::string>& whole) {
    for (const std::string& note : notesOf(part))
        if (!whole.contains(note))
            check::fail(__FILE__, __LINE__, fmt::format("{}: false note {}", path.string(), note).c_str());
}

/// Compares a table of part and whole, with names of that form; returns how often it had rows.
int compareTable(const fs::path& path, const model::EventStore& whole, const std::set<std::string>& notes,
                 const Report& report, KernelNames names, bool ranges) {
    const model::TimeRange range = whole.snapshot()->range();
    const auto part = openPart(path, model::reports::needsOf(report, names, ranges));
    CHECK(part->info().partial);
    checkNotes(path, *part, notes);
    int filled = 0;
    for (const model::TimeRange r :
         {model::TimeRange{range.begin, range.end + 1},
          model::TimeRange{range.begin + range.length() / 3, range.end - range.length() / 3}}) {
        const std::string expected = tableText(whole, report, names, ranges, r);
        if (tableText(*part, report, names, ranges, r) != expected)
            check::fail(__FILE__, __LINE__, fmt::format("{}: {} differs", path.string(), report.key).c_str());
        filled += expected.size() > 1 && expected[0] == '\n';
    }
    return filled;
}

/// Compares each table of part and whole; returns how many had rows.
int compareAll(const fs::path& path) {
    int filled = 0;
    const auto whole = openPart(path, {});
    const auto notes = notesOf(*whole);
    for (const Report* const each : model::reports::all()) {
        const Report& report = *each;
        if (report.needs.isEverything()) continue;
        for (const KernelNames names : {KernelNames::Demangled, KernelNames::Base, KernelNames::Mangled}) {
            if (names != KernelNames::Demangled && !report.needs.has(model::TrackKind::StreamKernels)) continue;
            filled += compareTable(path, *whole, notes, report, names, false);
        }
        if (takesRangeNames(report)) filled += compareTable(path, *whole, notes, report, KernelNames::Demangled, true);
    }
    return filled;
}

}  // namespace

TEST("Tables made of what they need are those of the whole report, in each of its formats") {
    const rep_content::Folder folder;
    int filled = 0;
    for (const fs::path& path : export_db::reports()) {
        filled += compareAll(path);
        if (path.extension() != ".sqlite") continue;
        CHECK(model::writeRep(*openPart(path, {})->snapshot(), folder / "a.rep").has_value());
        filled += compareAll(folder / "a.rep");
    }
    CHECK(filled > export_db::least(1000, 40));
}

TEST("A range that was never closed ends with the report, also where nothing else of that was wanted") {
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    if (!shared) SKIP("the crafted inputs are not here");
    CHECK(compareAll(fs::path(shared) / "samples" / "crafted" / "nsys_bad_times.sqlite") > 0);
}

TEST("Of a saved report nothing but wanted rows and columns is in the store") {
    const rep_content::Folder folder;
    CHECK(model::writeRep(*rep_content::storeOf(rep_content::randomContent(7, 20000))->snapshot(), folder / "a.rep")
              .has_value());
    const auto whole = openPart(folder / "a.rep", {}),
               part = openPart(folder / "a.rep",
                               Wanted::of({model::TrackKind::StreamKernels, model::TrackKind::OsRuntime}));
    std::size_t events = 0;
    for (const model::Track& t : part->snapshot()->tree().tracks) {
        const bool wanted = t.kind == model::TrackKind::StreamKernels || t.kind == model::TrackKind::OsRuntime;
        const model::Track& full = whole->snapshot()->tree().tracks[t.id];
        CHECK_EQ(t.lanes.size(), wanted ? full.lanes.size() : 0u);
        for (std::size_t l = 0; l < t.lanes.size(); ++l) {
            const auto snapshot = part->snapshot(), all = whole->snapshot();
            const model::LaneView a = snapshot->lane(t.lanes[l]), b = all->lane(full.lanes[l]);
            CHECK_EQ(a.rows, b.rows);
            CHECK_EQ(a.lane->columns(), model::kNoColumns);
            CHECK(!a.lane->hasSummaries());
            const model::TimeRange range{b.start(0), b.end(b.rows / 2)};
            CHECK_EQ(model::busyTime(a, range), model::busyTime(b, range));
            events += a.rows;
        }
    }
    CHECK(events > 0);
    CHECK(part->args().count() == 0 && part->callchains().nodeCount() == 0 &&
          part->snapshot()->flows().memoryBytes() == 0);
    checkNotes(folder / "a.rep", *part, notesOf(*whole));
}
