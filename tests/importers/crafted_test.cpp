// SPDX-License-Identifier: GPL-3.0-or-later
// Small odd, damaged and hostile reports, and what must come of each.
#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "importers/open.h"
#include "tests/kit/check.h"

namespace {

using model::ErrorCode;
using model::Note;
using model::TrackKind;

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
    std::vector<model::Event> events(TrackKind kind) const {
        std::vector<model::Event> out;
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind)
                for (const model::LaneId l : t.lanes)
                    for (std::size_t i = 0; i < s->lane(l).rows; ++i) out.push_back(s->lane(l).lane->row(i));
        std::sort(out.begin(), out.end(),
                  [](const model::Event& a, const model::Event& b) { return a.start < b.start; });
        return out;
    }
    std::string spans(TrackKind kind) const {
        std::string out;
        for (const model::Event& e : events(kind)) out += fmt::format("{}..{} {}; ", e.start, e.end, s->text(e.name));
        return out;
    }
    std::string error() const {
        return result
                   ? "opened"
                   : fmt::format("{} {}", static_cast<int>(result.error().code), model::english(result.error().detail));
    }
    bool refused(ErrorCode code) const { return !result && result.error().code == code; }
    std::uint64_t notes(Note note) const { return store->diagnostics().total(note); }
};

}  // namespace

TEST("a Git LFS pointer is refused with the size of the real file") {
    const Opened o("lfs_pointer.json");
    CHECK(o.refused(ErrorCode::GitLfsPointer));
    CHECK(o.error().find("67.9 MB") != std::string::npos);
}

TEST("an export with few columns, with more columns, and with a view instead of a table opens") {
    for (const char* name : {"nsys_min_columns.sqlite", "nsys_extra_columns.sqlite", "view_instead_of_table.sqlite"}) {
        const Opened o(name);
        CHECK_EQ(o.error(), std::string("opened"));
        CHECK_EQ(o.events(TrackKind::StreamKernels).size(), std::size_t{1});
        CHECK(o.s->text(o.events(TrackKind::StreamKernels).front().name).starts_with("k"));
    }
}

TEST("a missing string is shown by a placeholder") {
    const Opened o("nsys_missing_string.sqlite");
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(kernels.size(), std::size_t{2});
    CHECK(o.s->text(kernels[0].name).find("99999 missing") != std::string_view::npos);
    CHECK_EQ(std::string(o.s->text(kernels[1].name)), std::string("[Unknown]"));
    CHECK(o.notes(Note::MissingString) >= 1);
}

TEST("odd times are kept, and what was done about them is told") {
    const Opened o("nsys_bad_times.sqlite");
    CHECK_EQ(o.spans(TrackKind::StreamKernels),
             std::string("-1878291120..-1878291100 k(float*); 20..20 k(float*); 30..30 k(float*); 50..60 k(float*); "));
    CHECK_EQ(o.spans(TrackKind::Nvtx), std::string("5..60 never closed; 7..7 mark; "));
    CHECK_EQ(o.notes(Note::EndBeforeStart), std::uint64_t{1});
    CHECK_EQ(o.notes(Note::NeverClosed), std::uint64_t{1});
    CHECK_EQ(o.notes(Note::TimeGap), std::uint64_t{1});
    CHECK_EQ(o.s->range().begin, model::TimeNs{-1878291120});
}

TEST("a database that is no profile is refused by name") {
    CHECK(Opened("empty_db.sqlite").refused(ErrorCode::EmptyDatabase));
    const Opened other("other_app.sqlite");
    CHECK(other.refused(ErrorCode::ForeignDatabase));
    CHECK(other.error().find("moz_places") != std::string::npos);
}

TEST("rows that still lie in the write-ahead log are read") {
    CHECK_EQ(Opened("wal_left.sqlite").events(TrackKind::StreamKernels).size(), std::size_t{2});
}

TEST("a truncated database gives what could be read, with the warning, or a clear refusal") {
    const Opened o("truncated.sqlite");
    if (o.result) CHECK(o.notes(Note::DamagedPart) >= 1);
    else CHECK(o.refused(ErrorCode::Damaged));
}

TEST("content decides, not the name") {
    CHECK_EQ(Opened("sqlite_named.nsys-rep").events(TrackKind::CudaApi).size(), std::size_t{1});
}

TEST("small reports of the native format") {
    for (const char* name : {"mini_old.qdrep", "mini_truncated.nsys-rep", "mini_count_mismatch.nsys-rep"}) {
        const Opened o(name);
        CHECK_EQ(o.error(), std::string("opened"));
        CHECK_EQ(o.spans(TrackKind::CudaApi),
                 std::string("1000..2000 cudaLaunchKernel_v7000; 2500..2600 cudaMemcpy_v3020; "));
        const auto kernels = o.events(TrackKind::StreamKernels);
        CHECK_EQ(kernels.size(), std::size_t{2});
        CHECK_EQ(kernels[0].start, model::TimeNs{3000});
        CHECK_EQ(kernels[1].end, model::TimeNs{10000});
        CHECK_EQ(o.events(TrackKind::StreamMemory).size(), std::size_t{1});
        CHECK_EQ(o.spans(TrackKind::Nvtx), std::string("500..9500 train ✓ step; "));
    }
    CHECK(Opened("mini_truncated.nsys-rep").notes(Note::Incomplete) >= 1);
    CHECK(Opened("mini_count_mismatch.nsys-rep").notes(Note::CountMismatch) >= 1);
    const Opened negative("mini_negative_time.nsys-rep");
    CHECK_EQ(negative.events(TrackKind::StreamKernels).front().start, model::TimeNs{-500});
    CHECK_EQ(negative.events(TrackKind::Nvtx).front().start, model::TimeNs{-1878291120});
    CHECK_EQ(Opened("mini_empty.nsys-rep").s->eventCount(), std::uint64_t{0});
    CHECK_EQ(Opened("mini_bad_string_ref.nsys-rep").events(TrackKind::StreamKernels).size(), std::size_t{1});
}

TEST("a bomb is refused before memory is taken") {
    const Opened o("mini_bomb.nsys-rep");
    CHECK(o.refused(ErrorCode::TooLarge));
    CHECK(o.error().find("4294967295") != std::string::npos);
}

TEST("a raw capture is recognised") { CHECK(Opened("stream.qdstrm").refused(ErrorCode::RawCapture)); }
