// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <sqlite3.h>
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "importers/open.h"
#include "model/query/correlation.h"
#include "tests/kit/check.h"
#include "tests/kit/scratch_file.h"

/// A report that was opened, and short ways to ask for its content.
struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::Result<void> result;
    model::SnapshotPtr s;

    explicit Opened(const std::filesystem::path& path) {
        result = importers::openReport(path, *store);
        s = store->snapshot();
    }

    struct Found {
        const model::Track* track;
        model::EventRef ref;
        model::Event event;
        std::string_view name;
    };
    /// All events on tracks of a kind, in order of start.
    std::vector<Found> events(model::TrackKind kind) const {
        std::vector<Found> out;
        for (const model::Track& t : s->tree().tracks) {
            if (t.kind != kind) continue;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const model::LaneId l : *lanes)
                    for (std::uint32_t i = 0; i < s->lane(l).rows; ++i) {
                        const model::Event e = s->lane(l).lane->row(i);
                        out.push_back({&t, {l, i}, e, s->text(e.name)});
                    }
        }
        std::stable_sort(out.begin(), out.end(),
                         [](const Found& a, const Found& b) { return a.event.start < b.event.start; });
        return out;
    }
    /// "name start+length; …" in order of start.
    std::string spans(model::TrackKind kind) const {
        std::string out;
        for (const Found& f : events(kind))
            out += fmt::format("{}{} {}+{}", out.empty() ? "" : "; ", f.name, f.event.start, f.event.duration());
        return out;
    }
    /// "time=value …" of a counter.
    std::string values(const model::Track& track) const {
        std::string out;
        const model::CounterView c = s->counter(track.counter);
        for (std::size_t i = 0; i < c.rows; ++i)
            out += fmt::format("{}{}={}", out.empty() ? "" : " ", c.series->time()[i], c.series->value()[i]);
        return out;
    }
    /// Tracks of a kind in the order in which they are shown.
    std::vector<const model::Track*> tracks(model::TrackKind kind) const {
        std::vector<const model::Track*> out;
        const auto visit = [&](const auto& self, model::TrackId id) -> void {
            const model::Track& t = s->track(id);
            if (t.kind == kind) out.push_back(&t);
            for (const model::TrackId child : t.children) self(self, child);
        };
        for (const model::TrackId root : s->tree().roots) visit(visit, root);
        return out;
    }
    std::string names(model::TrackKind kind) const {
        std::string out;
        for (const model::Track* t : tracks(kind)) out += (out.empty() ? "" : "; ") + std::string(s->text(t->name));
        return out;
    }

    /// The value of an integer argument, or -1.
    std::int64_t arg(const model::Event& e, std::string_view key) const {
        const auto found = store->args().find(e.args, store->strings().find(key));
        return found ? found->value : -1;
    }
    std::string argText(const model::Event& e, std::string_view key) const {
        const auto found = store->args().find(e.args, store->strings().find(key));
        return found && found->type == model::Arg::Type::String
                   ? std::string(s->text(static_cast<model::StringId>(found->value)))
                   : std::string();
    }
    double argReal(const model::Event& e, std::string_view key) const {
        const auto found = store->args().find(e.args, store->strings().find(key));
        return found && found->type == model::Arg::Type::Real ? found->real() : -1;
    }
    /// "key=value key=value", in the order of the tuple.
    std::string args(const model::Event& e) const {
        std::string out;
        for (const model::Arg& a : store->args().at(e.args)) {
            out += fmt::format("{}{}=", out.empty() ? "" : " ", s->text(a.key));
            if (a.type == model::Arg::Type::String) out += s->text(static_cast<model::StringId>(a.value));
            else if (a.type == model::Arg::Type::Real) out += fmt::format("{}", a.real());
            else out += std::to_string(a.value);
        }
        return out;
    }
    /// "from > to; …" in order of the origin's time.
    std::string arrows() const {
        std::vector<std::pair<model::TimeNs, std::string>> all;
        for (const model::Flow& f : s->flows().all()) {
            const model::Event from = model::eventAt(*s, {f.fromLane, f.fromRow}),
                               to = model::eventAt(*s, {f.toLane, f.toRow});
            all.emplace_back(from.start, fmt::format("{} > {}", s->text(from.name), s->text(to.name)));
        }
        std::sort(all.begin(), all.end());
        std::string out;
        for (const auto& [time, text] : all) out += (out.empty() ? "" : "; ") + text;
        return out;
    }
    std::uint64_t notes(model::Note note) const { return store->diagnostics().total(note); }
    /// Every note, for messages and for reports that must have none.
    std::string allNotes() const {
        std::string out;
        for (const model::Diagnostic& d : store->diagnostics().list())
            out += fmt::format("{}{} {} ({})", out.empty() ? "" : "; ", model::noteInfo(d.note).key,
                               model::english(d.subject), d.count);
        return out;
    }
    std::string fact(std::string_view wanted) const {
        for (const auto& [key, value] : s->info().session_facts)
            if (key == wanted) return value;
        return {};
    }
    std::uint64_t inFile(model::EventKind kind) const { return s->info().eventsInFile[static_cast<std::size_t>(kind)]; }
    std::string error() const {
        return result
                   ? "opened"
                   : fmt::format("{} {}", static_cast<int>(result.error().code), model::english(result.error().detail));
    }
    bool refused(model::ErrorCode code) const { return !result && result.error().code == code; }
};

/// A database in which some statements were carried out.
class ScratchDatabase : public ScratchFile {
public:
    explicit ScratchDatabase(const std::string& sql) : ScratchFile({}, ".db") {
        sqlite3* db = nullptr;
        char* error = nullptr;
        CHECK_EQ(sqlite3_open(path().c_str(), &db), SQLITE_OK);
        sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &error);
        CHECK_EQ(std::string(error ? error : ""), std::string());
        sqlite3_free(error);
        sqlite3_close(db);
    }
};
