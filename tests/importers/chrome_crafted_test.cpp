// SPDX-License-Identifier: GPL-3.0-or-later
// Small odd, damaged and hostile traces in JSON, and what must come of each.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "importers/open.h"
#include "model/query/correlation.h"
#include "tests/kit/check.h"

namespace {

using model::ErrorCode;
using model::Note;
using model::TimeNs;
using model::TrackKind;

/// A sample, opened.
struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::Result<void> result;
    model::SnapshotPtr s;

    explicit Opened(const std::string& name) {
        const char* shared = std::getenv("SIGHTLINE_SHARED");
        if (!shared) SKIP("the crafted inputs are not here");
        result = importers::openReport(std::filesystem::path(shared) / "samples" / "crafted" / name, *store);
        s = store->snapshot();
    }

    /// All events of a kind of row as "start..end name" in µs, by start; overflow lanes too.
    std::string events(TrackKind kind) const {
        std::vector<model::Event> all;
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind)
                for (const auto* lanes : {&t.lanes, &t.overflow})
                    for (const model::LaneId l : *lanes)
                        for (std::size_t i = 0; i < s->lane(l).rows; ++i) all.push_back(s->lane(l).lane->row(i));
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return std::pair(a.start, -a.end) < std::pair(b.start, -b.end);
        });
        std::string out;
        for (const model::Event& e : all)
            out += fmt::format("{}{}..{} {}", out.empty() ? "" : ", ", us(e.start), us(e.end), s->text(e.name));
        return out;
    }
    static std::string us(TimeNs t) { return fmt::format("{:g}", static_cast<double>(t) / 1000); }

    std::size_t count(TrackKind kind) const {
        std::size_t n = 0;
        for (const model::Track& t : s->tree().tracks) n += t.kind == kind;
        return n;
    }
    std::vector<std::string> names(TrackKind kind) const {
        std::vector<std::string> out;
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind) out.emplace_back(s->text(t.name));
        std::sort(out.begin(), out.end());
        return out;
    }
    std::string series(std::string_view name) const {
        for (const model::Track& t : s->tree().tracks) {
            if (t.counter == model::kNoCounter || s->text(t.name) != name) continue;
            std::string out;
            const model::CounterView c = s->counter(t.counter);
            for (std::size_t i = 0; i < c.rows; ++i) {
                const double v = c.series->value()[i];
                out += fmt::format("{}{}:{}", i ? " " : "", us(c.series->time()[i]),
                                   std::isnan(v) ? "gap" : fmt::format("{:g}", v));
            }
            return out;
        }
        return "no such counter";
    }
    std::string arg(std::string_view event, std::string_view key) const {
        for (model::LaneId l = 0; l < s->laneCount(); ++l)
            for (std::size_t i = 0; i < s->lane(l).rows; ++i) {
                const model::Event e = s->lane(l).lane->row(i);
                if (s->text(e.name) != event) continue;
                const auto a = store->args().find(e.args, store->strings().find(key));
                if (!a) continue;
                return a->type == model::Arg::Type::String
                           ? std::string(s->text(static_cast<model::StringId>(a->value)))
                           : std::to_string(a->value);
            }
        return "none";
    }
    std::string error() const {
        return result
                   ? "opened"
                   : fmt::format("{} {}", static_cast<int>(result.error().code), model::english(result.error().detail));
    }
    std::uint64_t notes(Note note) const { return store->diagnostics().total(note); }
    std::string example(Note note) const {
        for (const model::Diagnostic& d : store->diagnostics().list())
            if (d.note == note) return model::english(d.example);
        return {};
    }
    bool quiet() const { return store->diagnostics().list().empty(); }
};

constexpr TrackKind kSlices = TrackKind::Slices;

}  // namespace

TEST("values that are not numbers are gaps of a counter, and counted") {
    const Opened o("nan_counter.json");
    CHECK_EQ(o.series("CPU sys"), "1:gap 2:gap 3:4.5");
    CHECK_EQ(o.series("CPU usr"), "1:1 2:2 3:gap");
    CHECK_EQ(o.notes(Note::NotANumber), 3u);
}

TEST("control characters become visible and stay on one line") {
    CHECK_EQ(Opened("control_char.json").events(kSlices), "1..3 |||S\\x01(1): <module>, 4..6 tab\\there\\nline");
}

TEST("an unescaped quote costs one event; the warning names line, column and byte") {
    const Opened o("unescaped_quote.json");
    CHECK_EQ(o.events(kSlices), "1..3 ok1, 8..10 ok2");
    CHECK_EQ(o.notes(Note::DamagedPart), 1u);
    CHECK_EQ(o.example(Note::DamagedPart), "line 3, column 21 (byte 93)");
}

TEST(
    "a file that is cut off keeps what is whole and says so; an array without its bracket is whole, and said to be open") {
    const Opened cut("truncated_mid_string.json");
    CHECK_EQ(cut.s->eventCount(), 7u);
    CHECK_EQ(cut.notes(Note::Incomplete), 1u);
    CHECK(cut.s->info().partial);
    const Opened open("array_not_closed.json");
    CHECK_EQ(open.s->eventCount(), 4u);
    CHECK_EQ(open.notes(Note::Incomplete), 1u);
    CHECK(!open.s->info().partial);
    const Opened comma("trailing_comma.json");
    CHECK_EQ(comma.s->eventCount(), 1u);
    CHECK(comma.quiet());
}

TEST("gzip with several members, a wrong checksum, a wrong name, and zip open by content") {
    for (const char* name : {"gz_crc_broken.json.gz", "gz_two_members.json.gz", "plain_inside_gz_name.json.gz",
                             "zip_of_trace.zip", "utf16.json"}) {
        const Opened o(name);
        CHECK_EQ(o.error(), "opened");
        CHECK_EQ(o.s->eventCount(), 10u);
        CHECK_EQ(o.notes(Note::ChecksumMismatch), std::string(name).starts_with("gz_crc") ? 1u : 0u);
        CHECK_EQ(o.store->diagnostics().list().size(), std::string(name).starts_with("gz_crc") ? 1u : 0u);
    }
}

TEST("bytes and surrogates that are no text are shown as replacement characters") {
    CHECK_EQ(Opened("bad_utf8.json").events(kSlices), "1..3 caf\xef\xbf\xbd_kernel\xef\xbf\xbd");
    CHECK_EQ(Opened("lone_surrogate.json").events(kSlices), "1..3 bad \xef\xbf\xbd end");
}

TEST("literals without quotes are kept as text; one warning names both places") {
    const Opened o("hex_literal.json");
    CHECK_EQ(o.events(TrackKind::Async), "1..4 KernelLaunch");
    CHECK_EQ(o.events(kSlices), "9..10 Send");
    CHECK_EQ(o.arg("KernelLaunch", "Stream"), "0x262ca50");
    CHECK_EQ(o.arg("Send", "datatype"), "ncclFloat32");
    CHECK_EQ(o.notes(Note::NotANumber), 2u);
    CHECK_EQ(o.example(Note::NotANumber), "line 1, column 91 (byte 90); line 1, column 250 (byte 249)");
}

TEST("whole numbers of any length keep all their digits") {
    const Opened o("huge_int_args.json");
    CHECK_EQ(o.arg("ncclKernel", "Comms Id"), "12715772615376301750");
    CHECK_EQ(o.arg("ncclKernel", "neg"), "-9223372036854775809");
    CHECK_EQ(o.arg("ncclKernel", "seq"), "1180591620717411303424");
}

TEST("of equal keys the last wins; numbers in every form are exact") {
    CHECK_EQ(Opened("duplicate_keys.json").events(kSlices), "2..5 second");
    CHECK_EQ(Opened("number_forms.json").events(kSlices), "0..0.001 b, 1000..1025 a");
}

TEST("three thousand nested slices have three thousand lanes") {
    const Opened o("deep_nesting.json");
    CHECK_EQ(o.s->eventCount(), 3000u);
    for (const model::Track& t : o.s->tree().tracks)
        if (t.kind == kSlices) CHECK_EQ(t.lanes.size(), 3000u);
    CHECK(o.quiet());
}

TEST("files without events: empty ones are refused, those without any event open") {
    const Opened empty("empty.json");
    CHECK(!empty.result && empty.result.error().code == ErrorCode::EmptyFile);
    for (const char* name : {"empty_events.json", "only_metadata.json"}) {
        const Opened o(name);
        CHECK_EQ(o.error(), "opened");
        CHECK_EQ(o.s->eventCount(), 0u);
    }
    CHECK_EQ(Opened("only_metadata.json").s->info().entities.at(0).name, "python");
}

TEST("times as text are exact to the nanosecond; what is no time is skipped and counted") {
    const Opened o("string_ts.json");
    CHECK_EQ(o.events(kSlices), "0..2.5 a");
    CHECK_EQ(o.s->info().utcEpochNs, 1712085100123456789);
    CHECK_EQ(o.notes(Note::NoTime), 1u);
}

TEST("a duration of -1 means unfinished; other negative ones are drawn with zero length") {
    const Opened o("negative_dur.json");
    CHECK_EQ(o.events(kSlices), "10..30 unfinished, 20..25 ok, 30..30 worse");
    CHECK_EQ(o.arg("unfinished", "unfinished"), "1");
    CHECK_EQ(o.arg("ok", "unfinished"), "none");
    CHECK_EQ(o.notes(Note::NeverClosed), 1u);
    CHECK_EQ(o.notes(Note::EndBeforeStart), 1u);
}

TEST("entries without time or phase, and what is no event, are skipped with the reason") {
    const Opened o("ts_missing.json");
    CHECK_EQ(o.events(kSlices), "1..3 ok, 5..6 (unnamed), 9..9 no_dur");
    CHECK_EQ(o.notes(Note::NoTime), 1u);
    CHECK_EQ(o.notes(Note::SkippedUnknown), 5u);  // no phase, an unknown one, null, 42, []
    CHECK_EQ(o.notes(Note::NoDuration), 1u);
}

TEST("metadata has no time, may come late, and may stand behind the events") {
    const Opened late("meta_negative_ts.json");
    CHECK_EQ(late.s->range().begin, 100'000);
    CHECK_EQ(late.names(TrackKind::Process).at(0), "CTA view");
    CHECK_EQ(late.names(TrackKind::Thread).at(0), "late name");
    const Opened after("metadata_after_events.json");
    CHECK_EQ(after.s->eventCount(), 1u);
    CHECK_EQ(after.names(TrackKind::CudaHw).at(0), "NVIDIA A40");
    CHECK(after.s->info().session_facts.at(0) == std::pair(std::string("rank"), std::string("5")));
}

TEST("processes and threads may be named by a text, a huge number, or not at all") {
    const Opened text("string_pid.json");
    CHECK_EQ(text.s->eventCount(), 4u);
    CHECK((text.names(TrackKind::Process) == std::vector<std::string>{"", "CPU functions", "GPU 0"}));
    const Opened big("big_tid.json");
    CHECK((big.names(TrackKind::Thread) == std::vector<std::string>{"18446744073709551615", "MainThread", "Other"}));
    CHECK_EQ(big.count(TrackKind::Process), 2u);
    const Opened missing("missing_pid.json");
    CHECK_EQ(missing.events(kSlices), "0..5 a");
    CHECK_EQ(missing.names(TrackKind::Thread).at(0), "T0");
    const Opened same("same_tid_two_pids.json");
    CHECK((same.names(TrackKind::Thread) == std::vector<std::string>{"ipc A", "ipc B"}));
}

TEST("arguments may be a list, a text, or nothing; a name may be a number") {
    CHECK_EQ(Opened("args_array.json").events(kSlices), "1..3 a, 4..6 b, 8..10 7");
    CHECK_EQ(Opened("args_array.json").arg("b", "args"), "text");
}

TEST("the unit for display never scales a time; the base time makes it absolute") {
    CHECK_EQ(Opened("time_unit_us.json").events(kSlices), "1000..3000 a");
    const Opened o("base_time.pt.trace.json");
    CHECK_EQ(o.events(TrackKind::StreamKernels), "5000.25..5010.75 k");
    CHECK_EQ(o.s->info().utcEpochNs + o.s->range().begin, 1712085100005000250);
}

TEST("kernels that overlap on a stream keep their times, on a second line") {
    const Opened o("overlap_x.json");
    CHECK_EQ(o.events(TrackKind::StreamKernels), "3..6.776 A, 5..7 B, 20..21 C");
    for (const model::Track& t : o.s->tree().tracks)
        if (t.kind == TrackKind::StreamKernels) CHECK_EQ(t.lanes.size(), 2u);
    CHECK(o.quiet());
}

TEST("equal slices nest in the order of the file; children may come before their parents") {
    const Opened same("identical_x.json");
    for (const model::Track& t : same.s->tree().tracks) {
        if (t.kind != kSlices) continue;
        CHECK_EQ(t.lanes.size(), 3u);
        CHECK_EQ(same.s->text(same.s->lane(t.lanes[1]).name(0)), "DebugType b");
    }
    const Opened child("child_before_parent.json");
    for (const model::Track& t : child.s->tree().tracks) {
        if (t.kind != kSlices) continue;
        CHECK_EQ(t.lanes.size(), 2u);
        CHECK(t.overflow.empty());
        CHECK_EQ(child.s->text(child.s->lane(t.lanes[0]).name(0)), "tie_parent");
        CHECK_EQ(child.s->text(child.s->lane(t.lanes[1]).name(1)), "SimMesh");
    }
}

TEST("begins without an end run to the end and are marked; ends without a begin are counted") {
    const Opened o("unmatched_be.json");
    CHECK_EQ(o.events(kSlices), "5..60 open1, 6..60 open2, 50..60 last");
    CHECK_EQ(o.arg("open2", "unfinished"), "1");
    CHECK_EQ(o.notes(Note::UnmatchedEnd), 1u);
    CHECK_EQ(o.notes(Note::NeverClosed), 2u);
    const Opened wrong("be_wrong_name.json");
    CHECK_EQ(wrong.events(kSlices), "0..10 alpha, 1..9 beta");
    CHECK_EQ(wrong.notes(Note::UnmatchedEnd), 1u);
}

TEST("async slices of one id nest, and their ends are matched by name") {
    CHECK_EQ(Opened("async_overlap_same_id.json").events(TrackKind::Async), "0..5000 parse, 2000..4000 parse");
    CHECK_EQ(Opened("async_overlap_names.json").events(TrackKind::Async), "0..5 parent, 0..3 t0, 1..4 t1");
    const Opened o("async_end_only.json");
    CHECK_EQ(o.events(TrackKind::Async), "6..20 y, 8..8 tick");
    CHECK_EQ(o.notes(Note::UnmatchedEnd), 1u);
    CHECK_EQ(o.arg("y", "unfinished"), "1");
}

TEST("a kernel before its launch is still linked to it; ids of zero link nothing; half arrows are counted") {
    const Opened o("kernel_before_launch.json");
    CHECK_EQ(o.s->eventCount(), 5u);
    CHECK_EQ(o.events(TrackKind::StreamKernels), "98..108 k1, 200..210 k_orphan, 220..230 k_zero, 240..250 k_zero2");
    for (model::LaneId l = 0; l < o.s->laneCount(); ++l) {
        const model::LaneView lane = o.s->lane(l);
        if (o.s->track(lane.lane->track()).kind != TrackKind::StreamKernels) continue;
        for (std::size_t i = 0; i < lane.rows; ++i) {
            const auto linked = model::correlated(*o.s, {l, static_cast<std::uint32_t>(i)});
            CHECK_EQ(linked.launches.size(), o.s->text(lane.name(i)) == "k1" ? 1u : 0u);
            CHECK_EQ(linked.work.size(), o.s->text(lane.name(i)) == "k1" ? 1u : 0u);
        }
    }
    CHECK_EQ(o.notes(Note::UnmatchedFlow), 2u);
    CHECK(o.s->flows().all().empty());
}

TEST("counters: series by name and id, in order of time, the last of equal times") {
    const Opened o("counters.json");
    CHECK_EQ(o.series("mem[1] a"), "0:0 3:3 5:6 9:9");
    CHECK_EQ(o.series("mem[1] b"), "0:0 3:-3 5:-6 9:-9");
    CHECK_EQ(o.series("mem[2] a"), "4:1");
    CHECK_EQ(o.series("txt v"), "4:12.5");
}

TEST("instants belong to a thread, a process or everything; allocations draw a curve, too") {
    const Opened o("instants.json");
    CHECK_EQ(o.events(TrackKind::ThreadInstants), "1..1 t, 2..2 old, 5..5 mark, 6..6 [memory]");
    CHECK_EQ(o.events(TrackKind::ProcessInstants), "3..3 p");
    CHECK_EQ(o.events(TrackKind::GlobalInstants), "4..4 g");
    CHECK_EQ(o.series("allocated"), "6:0");
    CHECK_EQ(o.series("reserved"), "6:2.09715e+06");
}

TEST("twenty thousand slices with gaps of a nanosecond are all there") {
    const Opened o("many_small_gaps.json");
    CHECK_EQ(o.s->eventCount(), 20000u);
    CHECK(o.quiet());
}

TEST("the ranks of a job say their number and the size of the job") {
    for (int rank = 0; rank < 3; ++rank) {
        const Opened o(fmt::format("drift_rank{}.pt.trace.json", rank));
        CHECK_EQ(o.s->eventCount(), 2u);
        const auto& facts = o.s->info().session_facts;
        CHECK(std::find(facts.begin(), facts.end(), std::pair(std::string("rank"), std::to_string(rank))) !=
              facts.end());
        CHECK(std::find(facts.begin(), facts.end(), std::pair(std::string("world size"), std::string("3"))) !=
              facts.end());
    }
}
