// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that were answered wrongly once, each with its right answer.
#include "model/health.h"
#include "tests/opened.h"
#include "tests/samples.h"

namespace {

using model::Note;
using model::TrackKind;

struct Answered : Opened {
    explicit Answered(std::string_view name) : Opened(sample("round2/" + std::string(name))) { CHECK_EQ(error(), std::string("opened")); }
    bool isFoundUnhealthy(model::HealthCode code) const {
        const model::Health h = model::captureHealth(*s);
        return std::any_of(h.findings.begin(), h.findings.end(), [&](const model::HealthFinding& f) { return f.code == code; });
    }
};

}  // namespace

TEST("numbers that are kept as text are numbers") {
    const Answered o("r2_text_numbers.sqlite");
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("cudaMemcpyAsync_v3020 1000+500"));
    CHECK_EQ(o.spans(TrackKind::StreamMemory), std::string("Memcpy HtoD 2000+3000"));
    const auto copy = o.events(TrackKind::StreamMemory).front();
    CHECK_EQ(o.arg(copy.event, "bytes"), 4096);
    CHECK_EQ(copy.event.correlation, 42u);
    CHECK_EQ(copy.track->key.stream, 7);
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("text that is no number is said to be none, and is no time") {
    const ScratchDatabase db(
        "CREATE TABLE StringIds (id TEXT, value TEXT); INSERT INTO StringIds VALUES ('1', 'launch'), ('x', 'lost');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start TEXT, end TEXT, eventClass TEXT, globalTid TEXT, correlationId TEXT, nameId TEXT, returnValue TEXT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES ('soon', '1500', '0', '16777217', '1', '1', '0'), (' 10 ', '1.5e1', '0', '16777217', '2', '1', '0'),"
        " ('20', 'later', '0', '16777217', '3', 'inline', 'E_7');");
    const Opened o(db.path());
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("launch 10+5; inline 20+0"));
    CHECK_EQ(o.argText(o.events(TrackKind::CudaApi)[1].event, "returnValue"), std::string("E_7"));
    CHECK_EQ(o.notes(Note::NotANumber), 2u);
    CHECK_EQ(o.notes(Note::NoTime), 1u);
    CHECK_EQ(o.notes(Note::NeverClosed), 0u);
}

TEST("tables with a version behind their name are the table they version") {
    const Answered o("r2_versioned.sqlite");
    CHECK_EQ(o.spans(TrackKind::StreamMemory), std::string("Memcpy HtoD 2000+3000"));
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("cudaMemcpyAsync_v3020 1000+500"));
    CHECK_EQ(o.spans(TrackKind::OsRuntime), std::string("poll 3000+6000"));
    CHECK_EQ(o.inFile(model::EventKind::Osrt), 1u);
    CHECK_EQ(o.notes(Note::UnknownTable), 0u);
}

TEST("of several versions of a table the last is read, and the others are named; one without a version comes first") {
    const std::string table = " (start, end, globalTid, nameId); INSERT INTO ";
    const auto rows = [&](const std::string& name, int start) {
        return "CREATE TABLE " + name + table + name + " VALUES (" + std::to_string(start) + ", 90, 16777217, 1);";
    };
    const Opened versions(ScratchDatabase("CREATE TABLE StringIds (id, value);" + rows("OSRT_API_V9", 9) + rows("OSRT_API_V10", 10)).path());
    CHECK_EQ(versions.events(TrackKind::OsRuntime).front().event.start, 10);
    CHECK_EQ(versions.notes(Note::UnknownTable), 1u);
    const Opened plain(ScratchDatabase("CREATE TABLE StringIds (id, value);" + rows("OSRT_API_V9", 9) + rows("OSRT_API", 1)).path());
    CHECK_EQ(plain.events(TrackKind::OsRuntime).front().event.start, 1);
    CHECK_EQ(plain.notes(Note::UnknownTable), 1u);
}

TEST("a report of which nothing was understood is not healthy") {
    const ScratchDatabase db("CREATE TABLE StringIds (id, value); CREATE TABLE OSRT_API_NEXT (t); INSERT INTO OSRT_API_NEXT VALUES (1), (2);");
    const Opened o(db.path());
    const model::Health h = model::captureHealth(*o.s);
    CHECK_EQ(h.findings.size(), std::size_t{1});
    CHECK(h.findings.front().code == model::HealthCode::NothingUnderstood);
    CHECK_EQ(h.findings.front().count, 2u);
    CHECK(!Answered("r2_versioned.sqlite").isFoundUnhealthy(model::HealthCode::NothingUnderstood));
}
