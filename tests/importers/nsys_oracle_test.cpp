// SPDX-License-Identifier: GPL-3.0-or-later
// A report and the export that its own maker made of it must give the same store.
#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "importers/common/sqlite_reader.h"
#include "importers/nsys/rep_events.h"
#include "importers/nsys/row_collector.h"
#include "importers/nsys/schema.h"
#include "importers/open.h"
#include "tests/kit/check.h"
#include "tests/kit/samples.h"

namespace {

namespace fs = std::filesystem;
using importers::nsys::TableId;
using model::TrackKind;

struct Pair {
    fs::path report, database;
};

/// A report that a program of its own wrote, with an export that was written by hand; and the pairs of other people.
std::vector<Pair> pairs() {
    std::vector<Pair> out{{sample("crafted/mini_old.qdrep"), sample("own/nsys/mini_old.sqlite")}};
    for (const char* folder : {"nsys_pairs", "h100/nsys"}) {
        const fs::path others = sample("own").parent_path() / folder;
        if (!fs::exists(others)) continue;
        for (const auto& e : fs::directory_iterator(others)) {
            if (e.path().extension() != ".sqlite") continue;
            for (const char* ending : {".nsys-rep", ".qdrep"}) {
                fs::path report = e.path();
                report.replace_extension(ending);
                if (fs::exists(report)) out.push_back({report, e.path()});
            }
        }
    }
    std::sort(out.begin(), out.end(), [](const Pair& a, const Pair& b) { return a.database < b.database; });
    return out;
}

model::SnapshotPtr open(const fs::path& path) {
    const auto store = model::EventStore::create();
    const auto opened = importers::openReport(path, *store);
    if (!opened)
        check::fail(__FILE__, __LINE__, fmt::format("{}: {}", path.string(), model::english(opened.error().detail)));
    return store->snapshot();
}

/// Argument names that both sides can know, by kind of track: columns of our schema that the export has.
using Columns = std::map<TrackKind, std::set<std::string, std::less<>>>;
Columns commonColumns(const fs::path& database) {
    Columns out;
    const auto db = importers::SqliteReader::open(database);
    std::set<TrackKind> uncorrelated;  // one of their tables has no correlation ids in this version
    for (const auto& t : importers::nsys::tables()) {
        auto& columns = out[importers::nsys::trackOf(t.id)];
        columns.insert("cpu");
        const importers::SqliteTable* found = db->table(t.name);
        if (!found) continue;
        for (const auto& c : t.columns)
            if (found->column(c.name) >= 0) columns.insert(c.name);
        if (found->column("correlationId") < 0) uncorrelated.insert(importers::nsys::trackOf(t.id));
    }
    for (const TrackKind kind : uncorrelated) out[kind].erase("correlationId");
    out[TrackKind::Nccl] = out[TrackKind::ProcessNvtx] = out[TrackKind::Nvtx];
    return out;
}

/// Tracks whose rows the report has and an old export lacks, wholly or in part (see kReportOnlyTables).
bool reportMayHaveMore(TrackKind kind) {
    return kind == TrackKind::Diagnostics || kind == TrackKind::ProfilerOverhead || kind == TrackKind::Jit ||
           kind == TrackKind::GpuMetric;
}

using Rows = std::multiset<std::string>;
using Tracks = std::map<std::pair<TrackKind, model::TrackKey>, Rows>;

std::string describe(const model::Snapshot& s, const model::Event& e, TrackKind kind, const Columns& columns) {
    const auto found = columns.find(kind);
    const std::set<std::string, std::less<>> none, &keys = found == columns.end() ? none : found->second;
    // The device's own time of an event record is in the report only; an export places it at its API call.
    std::string out = kind == TrackKind::StreamEvents ? std::string() : fmt::format("{}..{} ", e.start, e.end);
    out += fmt::format("'{}' #{}", s.text(e.name), keys.contains("correlationId") ? e.correlation : 0);
    const bool chains = kind == TrackKind::CpuSamples || kind == TrackKind::OsRuntime || kind == TrackKind::CudaApi;
    if (!chains) out += fmt::format(" payload {}", e.payload);
    else
        for (const model::Frame& f : s.store().callchains().at(e.payload))
            out += fmt::format(" <{}|{}|{:x}|{}>", s.text(f.symbol), s.text(f.module), f.ip, f.flags);
    std::map<std::string, std::string> args;
    for (const model::Arg& a : s.store().args().at(e.args)) {
        const std::string_view key = s.text(a.key);
        if (!keys.contains(key) || key == "timestamp") continue;
        args[std::string(key)] = a.type == model::Arg::Type::String
                                     ? std::string(s.text(static_cast<model::StringId>(a.value)))
                                 : a.type == model::Arg::Type::Real ? fmt::format("{}", a.real())
                                                                    : fmt::format("{}", a.value);
    }
    for (const auto& [key, value] : args) out += fmt::format(" {}={}", key, value);
    return out;
}

Tracks rowsOf(const model::Snapshot& s, const Columns& keys) {
    Tracks out;
    for (const model::Track& t : s.tree().tracks) {
        Rows rows;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const model::LaneId l : *lanes)
                for (std::size_t i = 0; i < s.lane(l).rows; ++i)
                    rows.insert(describe(s, s.lane(l).lane->row(i), t.kind, keys));
        if (t.counter != model::kNoCounter)
            for (std::size_t i = 0; i < s.counter(t.counter).rows; ++i)
                rows.insert(fmt::format("{} = {}", s.counter(t.counter).series->time()[i],
                                        s.counter(t.counter).series->value()[i]));
        if (!rows.empty()) out[{t.kind, t.key}] = std::move(rows);
    }
    return out;
}

std::string firstDifference(const Rows& a, const Rows& b) {
    std::vector<std::string> only;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only));
    return only.empty() ? "" : only.front();
}

std::vector<std::vector<std::string>> tsv(const fs::path& path) {
    std::vector<std::vector<std::string>> rows;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, '\t');) rows.back().push_back(cell);
    }
    return rows;
}

}  // namespace

TEST("a report and its export give the same rows on the same tracks, with the same arguments and call chains") {
    for (const Pair& p : pairs()) {
        const auto keys = commonColumns(p.database);
        const model::SnapshotPtr fromReport = open(p.report), fromExport = open(p.database);
        const Tracks a = rowsOf(*fromReport, keys), b = rowsOf(*fromExport, keys);
        CHECK(!b.empty());
        for (const auto& [id, rows] : b) {
            const auto found = a.find(id);
            const std::string where =
                fmt::format("{} {}", p.database.filename().string(), model::trackKindInfo(id.first).key);
            const Rows none;
            const std::string lost = firstDifference(rows, found == a.end() ? none : found->second);
            CHECK_EQ(lost.empty() ? lost : where + " only in the export: " + lost, std::string());
        }
        for (const auto& [id, rows] : a) {
            if (reportMayHaveMore(id.first)) continue;
            const auto found = b.find(id);
            const std::string where =
                fmt::format("{} {}", p.database.filename().string(), model::trackKindInfo(id.first).key);
            const Rows none;
            const std::string more = firstDifference(rows, found == b.end() ? none : found->second);
            CHECK_EQ(more.empty() ? more : where + " only in the report: " + more, std::string());
        }
    }
}

TEST("a report and its export give tracks the same names") {
    for (const Pair& p : pairs()) {
        const model::SnapshotPtr fromReport = open(p.report), fromExport = open(p.database);
        std::map<std::pair<TrackKind, model::TrackKey>, std::string> names;
        for (const model::Track& t : fromReport->tree().tracks) names[{t.kind, t.key}] = fromReport->text(t.name);
        for (const model::Track& t : fromExport->tree().tracks) {
            const auto found = names.find({t.kind, t.key});
            if (found == names.end() || t.name == 0) continue;
            // Without that table an export does not say which GPU a process means by a device number.
            if (t.kind == TrackKind::CudaHw &&
                !importers::SqliteReader::open(p.database)->table("TARGET_INFO_CUDA_DEVICE"))
                continue;
            CHECK_EQ(found->second, std::string(fromExport->text(t.name)));
        }
    }
}

TEST("counts by kind equal the rows that the vendor's export has") {
    const auto table = tsv(sample("nsys_pairs/expected.tsv"));
    CHECK(table.size() > 20);
    const auto& head = table.front();
    for (std::size_t r = 1; r < table.size(); ++r) {
        const fs::path database = sample("nsys_pairs") / table[r][0];
        for (const Pair& p : pairs()) {
            if (p.database != database) continue;
            for (const fs::path& file : {p.report, p.database}) {
                const model::SnapshotPtr s = open(file);
                for (std::size_t c = 2; c < table[r].size(); ++c) {
                    if (table[r][c].empty()) continue;
                    for (const auto& t : importers::nsys::tables()) {
                        if (head[c] != t.name) continue;
                        const auto counted = s->info().eventsInFile[static_cast<std::size_t>(t.kind)];
                        CHECK_EQ(fmt::format("{} {} {}", file.filename().string(), head[c], counted),
                                 fmt::format("{} {} {}", file.filename().string(), head[c], table[r][c]));
                    }
                }
            }
        }
    }
}

TEST("every event of a report is on a row, paired, or named in the import log") {
    for (const Pair& p : pairs())
        for (const fs::path& file : {p.report, p.database}) {
            const model::SnapshotPtr s = open(file);
            std::uint64_t inFile = 0;
            for (const model::KindInfo& k : model::kinds())
                // Scheduling events come in pairs, and NVTX has rows that only name things.
                if (k.kind != model::EventKind::Sched && k.kind != model::EventKind::Nvtx &&
                    k.kind != model::EventKind::MemoryUsage)
                    inFile += s->info().eventsInFile[static_cast<std::size_t>(k.kind)];
            std::uint64_t drawn = 0;
            for (const model::Track& t : s->tree().tracks) {
                const bool apart = t.kind == TrackKind::ThreadState || t.kind == TrackKind::Nvtx ||
                                   t.kind == TrackKind::Nccl || t.kind == TrackKind::ProcessNvtx ||
                                   t.kind == TrackKind::MemoryUsage || t.kind == TrackKind::MemoryEvents;
                if (apart) continue;
                for (const auto* lanes : {&t.lanes, &t.overflow})
                    for (const model::LaneId l : *lanes) drawn += s->lane(l).rows;
                if (t.counter != model::kNoCounter) drawn += s->counter(t.counter).rows;
            }
            const std::uint64_t named = s->store().diagnostics().total(model::Note::NoTime);
            CHECK_EQ(fmt::format("{} {}", file.filename().string(), drawn + named),
                     fmt::format("{} {}", file.filename().string(), inFile));
        }
}

TEST("what a report holds and does not show is in the written list") {
    for (const Pair& p : pairs()) {
        const model::SnapshotPtr s = open(p.report);
        for (const auto& [what, n] : s->info().skipped) {
            const bool listed = std::find(std::begin(importers::nsys::kNotShown), std::end(importers::nsys::kNotShown),
                                          what) != std::end(importers::nsys::kNotShown);
            CHECK_EQ(
                listed ? std::string() : fmt::format("{}: {} × {}", p.report.filename().string(), n, english(what)),
                std::string());
        }
    }
}
