// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of another engine's tests with what it published as the right answer. Where Sightline keeps more than that
// engine does, the case says what.
#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "importers/open.h"
#include "tests/kit/check.h"
#include "tests/kit/samples.h"

namespace {

using model::Note;
using model::TrackKind;

struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;

    explicit Opened(const std::string& name) {
        const auto ok = importers::openReport(sample("chrome_oracle/" + name), *store);
        CHECK(ok.has_value());
        s = store->snapshot();
    }
    /// The rows of a table "ts,dur,name", by ts, with absolute times in ns.
    std::vector<std::string> slices(std::initializer_list<TrackKind> kinds) const {
        std::vector<model::Event> all;
        for (const model::Track& t : s->tree().tracks)
            if (std::find(kinds.begin(), kinds.end(), t.kind) != kinds.end())
                for (const auto* lanes : {&t.lanes, &t.overflow})
                    for (const model::LaneId l : *lanes)
                        for (std::size_t i = 0; i < s->lane(l).rows; ++i) all.push_back(s->lane(l).lane->row(i));
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
        std::vector<std::string> out;
        for (const model::Event& e : all)
            out.push_back(fmt::format("{},{},{}", e.start + s->info().utcEpochNs, e.duration(), s->text(e.name)));
        return out;
    }
    std::string args(std::string_view event) const {
        for (model::LaneId l = 0; l < s->laneCount(); ++l)
            for (std::size_t i = 0; i < s->lane(l).rows; ++i) {
                const model::Event e = s->lane(l).lane->row(i);
                if (s->text(e.name) != event) continue;
                std::string out;
                for (const model::Arg& a : store->args().at(e.args)) {
                    out += fmt::format("{}{}=", out.empty() ? "" : " ", s->text(a.key));
                    if (a.type == model::Arg::Type::String) out += s->text(static_cast<model::StringId>(a.value));
                    else if (a.type == model::Arg::Type::Real) out += fmt::format("{}", a.real());
                    else out += std::to_string(a.value);
                }
                return out;
            }
        return "no such event";
    }
    std::string trackNameOf(TrackKind kind) const {
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind) return std::string(s->text(t.name));
        return "no such track";
    }
    const model::Track* track(TrackKind kind, std::int64_t pid, std::int64_t tid = model::TrackKey::kNone) const {
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind && t.key.pid == pid && t.key.tid == tid) return &t;
        return nullptr;
    }
    std::string value(std::string_view counter) const {
        for (const model::Track& t : s->tree().tracks)
            if (t.counter != model::kNoCounter && s->text(t.name) == counter)
                return fmt::format("{:.6f}", s->counter(t.counter).series->value()[0]);
        return "no such counter";
    }
    std::uint64_t notes(Note n) const { return store->diagnostics().total(n); }
};

using Rows = std::vector<std::string>;

}  // namespace

TEST("args keep their order (the oracle's keys begin with 'args.', ours do not)") {
    const Opened o("pf_args_ordered.json");
    CHECK_EQ(o.args("Event1"), "02.step2=2 cat=C unfinished=1");
    CHECK_EQ(o.args("Event2"), "01.step1=1 02.step2=2 cat=C unfinished=1");
}

TEST("unreadable times: the oracle drops both events, Sightline keeps the one that has a time, with zero length") {
    const Opened o("pf_invalid_string_ts_and_dur.json");
    CHECK((o.slices({TrackKind::Slices}) == Rows{"300000,0,InvalidDur"}));
    CHECK_EQ(o.notes(Note::NoDuration), 1u);
    CHECK_EQ(o.notes(Note::NoTime), 1u);
}

TEST("async slices without a category or with an empty id: the oracle drops them, Sightline keeps all three") {
    const Opened o("pf_json_async.json");
    CHECK((o.slices({TrackKind::Async}) == Rows{"2000000,100000,AsyncMissingCat", "2200000,100000,AsyncEmptyStringId",
                                                "2400000,100000,AsyncMissingCatEmptyStringId"}));
}

TEST("values of counters as sloppy text") {
    const Opened o("pf_json_counter_args.json");
    CHECK_EQ(o.value("CounterStringEdgeCases leading_dot"), "0.750000");
    CHECK_EQ(o.value("CounterStringEdgeCases leading_zero_float"), "1.230000");
    CHECK_EQ(o.value("CounterStringEdgeCases leading_zero_int_str"), "50.000000");
    CHECK_EQ(o.value("CounterStringEdgeCases plus_val"), "10.500000");
    CHECK_EQ(o.value("CounterStringEdgeCases trailing_dot"), "246.000000");
    // The oracle drops the other five; here they are gaps, and counted.
    CHECK_EQ(o.notes(Note::NotANumber), 5u);
}

TEST("a begin whose end has another name: open to the end, as in the oracle") {
    const Opened o("pf_json_flow.json");
    const Rows rows = o.slices({TrackKind::Slices});
    CHECK_EQ(rows.at(0).substr(0, 7), "100000,");
    CHECK(rows.at(0).ends_with(",BeginEvent"));
    CHECK_EQ(rows.at(1), "250000,50000,CompleteEvent");
    CHECK_EQ(o.notes(Note::UnmatchedEnd), 1u);
    CHECK_EQ(o.notes(Note::NeverClosed), 1u);
    CHECK(o.args("BeginEvent").find("unfinished=1") != std::string::npos);
    CHECK(o.s->flows().all().empty());  // as the oracle's counts of arrows in and out: 0, 0
}

TEST("id2 global and local; the oracle does not know an unnamed key, Sightline takes it as a global id") {
    const Opened o("pf_json_id2.json");
    CHECK((o.slices({TrackKind::Async}) ==
           Rows{"4000000,100000,AsyncId2StandardGlobalKey", "4200000,100000,AsyncId2EmptyGlobalKey"}));
    const Opened text("pf_json_id2_global_string_id.json");
    CHECK((text.slices({TrackKind::Async}) == Rows{"4000000,100000,AsyncId2GlobalString"}));
    CHECK_EQ(text.trackNameOf(TrackKind::Async), "AsyncId2GlobalString");
    const Opened local("pf_json_id2_local_int_id.json");
    CHECK((local.slices({TrackKind::Async}) == Rows{"1750244461563845000,167000,write"}));
    CHECK_EQ(local.trackNameOf(TrackKind::Async), "write");
}

TEST("a file that ends behind an event") {
    CHECK((Opened("pf_json_incomplete.json").slices({TrackKind::Slices}) == Rows{"4619295550000,8000000,typecheck"}));
}

TEST("names of processes and threads, the latest wins; what lacks a pid or a tid") {
    const Opened o("pf_json_metadata.json");
    CHECK(
        (o.slices({TrackKind::Slices}) == Rows{"790000,25000,ActivityOnThread31", "900000,50000,EventMissingCatAndArgs",
                                               "960000,10000,PidOnlyEvent", "970000,10000,NoPidNoTidEvent"}));
    CHECK_EQ(o.s->text(o.track(TrackKind::Process, 30)->name), "MyProcess30");
    CHECK_EQ(o.s->text(o.track(TrackKind::Thread, 30, 31)->name), "MyRevisedThread31Name");
    CHECK_EQ(o.s->text(o.track(TrackKind::Thread, 30, 32)->name), "");
    CHECK(o.track(TrackKind::Thread, 33, 33) != nullptr);
    // The oracle puts what has neither on process 0; here it is a process without a number.
    CHECK(o.track(TrackKind::Process, model::TrackKey::kNone) != nullptr);
    CHECK_EQ(o.value("MyCounters[counter_group_1] counter1_float"), "100.500000");
    CHECK_EQ(o.value("MyCounters[counter_group_1] counter3_str_num"), "25.700000");
}

TEST("process 0 and thread 0 are like any other") {
    const Opened o("pf_json_pid_tid_zero.json");
    Rows rows = o.slices({TrackKind::Async});
    std::sort(rows.begin(), rows.end());
    Rows expected{"0,4000,RoutineControl Reeq", "0,1000,31 ",       "0,1000,RoutineControl",       "1000,1000,01 ",
                  "1000,1000,startRoutine",     "2000,2000,02 03 ", "2000,2000,Routine Identifier"};
    std::sort(expected.begin(), expected.end());
    CHECK(rows == expected);
}

TEST("sort indexes of processes and threads") {
    const Opened o("pf_json_sort_index_hints.json");
    CHECK_EQ(o.track(TrackKind::Process, 30)->order, -2);
    CHECK_EQ(o.track(TrackKind::Thread, 30, 31)->order, 5);
    // Process 40 has an index and no event: the oracle lists it, Sightline shows rows for what there is.
    CHECK(o.track(TrackKind::Process, 40) == nullptr);
}

TEST("thread states with their processor, waiting for input and the function that blocks") {
    const Opened o("pf_json_thread_state.json");
    CHECK((o.slices({TrackKind::ThreadState}) == Rows{"1000000,5000000,Running", "6000000,10000000,S",
                                                      "16000000,8000000,D", "24000000,2000000,R",
                                                      "26000000,4000000,Running"}));
    CHECK(o.args("D").find("io_wait=1 blocked_function=wait_on_page_locked") == 0);
    CHECK(o.args("Running").find("cpu=0") == 0);
    const Opened sched("pf_json_thread_state_sched.json");
    CHECK((sched.slices({TrackKind::ThreadState}) ==
           Rows{"1000000,5000000,Running", "6000000,10000000,S", "26000000,4000000,Running"}));
    CHECK(sched.track(TrackKind::ThreadState, 100, 101) != nullptr);
}

TEST("superfluous commas and empty events are nothing to say") {
    const Opened o("pf_json_trailing_comma.json");
    CHECK((o.slices({TrackKind::Slices}) == Rows{"4890000,3764289708,Bar", "3473608458,295555500,Foo"}));
    CHECK(o.store->diagnostics().list().empty());
    const Opened empty("pf_trailing_empty_event.json");
    CHECK_EQ(empty.s->eventCount(), 1u);
    CHECK(empty.store->diagnostics().list().empty());
}

TEST("slices that overlap partially: the oracle logs an error, Sightline keeps both with their times and says so") {
    const Opened o("pf_overlapping_complete_event_import_log.json");
    CHECK((o.slices({TrackKind::Slices}) == Rows{"100000,100000,outer", "150000,100000,inner"}));
    CHECK_EQ(o.notes(Note::Overlapping), 1u);
}

TEST("processes and threads that are texts; only the first letter of a phase counts") {
    const Opened o("pf_string_pid_tid.json");
    CHECK((o.slices({TrackKind::Slices}) == Rows{"5100,500100,name.exec"}));
    CHECK_EQ(o.trackNameOf(TrackKind::Process), "foo");
    CHECK_EQ(o.trackNameOf(TrackKind::Thread), "bar");
}

TEST("times as text") {
    CHECK((Opened("pf_string_ts_and_dur.json").slices({TrackKind::Slices}) ==
           Rows{"100000,100500,BeginEvent", "250000,50500,CompleteEvent"}));
    const Opened o("pf_string_tts_and_tdur.json");
    CHECK((o.slices({TrackKind::Slices}) == Rows{"400000,100000,StringTtsTdur"}));
    CHECK_EQ(o.args("StringTtsTdur"), "tts=390.5 tdur=80.5");  // µs, as in the file
}
