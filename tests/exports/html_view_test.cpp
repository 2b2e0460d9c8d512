// SPDX-License-Identifier: GPL-3.0-or-later
// A page shows what somebody made of a timeline: notes, colours, added rows; and only as much of it as was given away.
#include <fstream>

#include <re2/re2.h>

#include "app/html/html_notes.h"
#include "app/html/html_report.h"
#include "importers/open.h"
#include "model/look/palette.h"
#include "model/store/added_rows.h"
#include "tests/kit/check.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/text_report.h"

namespace {

using model::TrackKind;
using model::look::ColourBy;
using model::look::Note;
using Of = Note::Of;

TextReport report() {
    return TextReport(
        "gpu0/s7: |aaaaaaaa..bbbbbbbbb.|\n"
        "gpu0/s8: |....aaaaaaaa........|\n"
        "t5/api: |LL........L.........|\n",
        {{'a', "gemm"}, {'b', "softmax"}, {'L', "cudaLaunchKernel"}});
}

std::string pageOf(const model::SnapshotPtr& s, app::HtmlView view) {
    app::HtmlOptions options;
    options.view = std::move(view);
    return app::htmlReport(*s, options);
}

/// What stands between two texts, the first time.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t at = text.find(begin);
    if (at == text.npos) return {};
    const std::size_t from = at + begin.size();
    return text.substr(from, text.find(end, from) - from);
}
std::string listOf(const std::string& page) { return between(page, "<ol class=\"notes\">", "</ol>"); }
std::string dataOf(const std::string& page) { return between(page, "id=\"live-data\">", "</script>"); }
std::string namesOf(const std::string& page) { return between(dataOf(page), "\"names\":[", "],\"rows\""); }
std::string legendOf(const std::string& page) { return between(page, "<p class=\"legend\" data-colours=", "</p>"); }
bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }
std::string hex(model::look::Rgb rgb) { return fmt::format("#{:06x}", rgb & 0xffffff); }

/// The event of a stream that begins at a µs.
model::EventRef eventAt(const model::Snapshot& s, model::TrackId track, model::TimeNs us) {
    for (const model::LaneId lane : s.track(track).lanes)
        for (std::uint32_t row = 0; row < s.lane(lane).rows; ++row)
            if (s.lane(lane).start(row) == us * 1000) return {lane, row};
    return {};
}

/// A report with a row that somebody added.
model::SnapshotPtr withRow(const TextReport& of, const char* name, const char* events) {
    model::AddedRows rows;
    const model::SnapshotPtr s = of.snapshot();
    model::StringTable& strings = of.store()->strings();
    rows.add(*model::AddedRow::of(
        rows.nextTrack(*s), strings.intern(name),
        {{0, 3000, strings.intern(events), 0, 0, 0}, {10'000, 12'000, strings.intern(events), 0, 0, 0}}));
    return rows.on(s);
}

}  // namespace

TEST("Notes of events, rows and moments are on the page, in the order of their times, and say where") {
    const TextReport r = report();
    const model::SnapshotPtr s = r.snapshot();
    const model::TrackId stream = r.track("gpu0/s7");
    app::HtmlView view;
    view.notes.push_back({Of::Moment, 15'000, {}, model::kNoTrack, {}, "a moment"});
    view.notes.push_back({Of::Event, 0, eventAt(*s, stream, 10), model::kNoTrack, {}, "why so slow?"});
    view.notes.push_back({Of::Row, 0, {}, s->track(stream).parent, {}, "this stream"});
    const std::string page = pageOf(s, view), list = listOf(page);
    CHECK(has(list, "data-note=\"0\"><b>this stream</b>") && has(list, "data-note=\"1\"><b>why so slow?</b>") &&
          has(list, "data-note=\"2\"><b>a moment</b>"));
    for (const std::string& part : {std::string("softmax · "), std::string("Default stream (7)"),
                                    app::htmlDuration(10'000), app::htmlDuration(15'000)})
        if (!has(list, part)) check::fail(__FILE__, __LINE__, part + " is not in " + list);
    // Row, event with its times, row and lane; the moment has neither.
    const std::string data = between(dataOf(page), "\"notes\":[[", "]]");
    CHECK(RE2::FullMatch(data, R"(2,0,0,\d+,-1\],\[1,10000,19000,\d+,\d+\],\[0,15000,15000,-1,-1)"));
    CHECK(pageOf(s, {}).find("class=\"notes\"") == std::string::npos);
}

TEST("Texts of notes are text, and a page has room for so many") {
    const TextReport r = report();
    app::HtmlView view;
    view.notes.push_back(
        {Of::Moment, 1000, {}, model::kNoTrack, {}, "</script><img src=x onerror=alert(1)>\u202e&\"'"});
    std::string page = pageOf(r.snapshot(), view);
    CHECK(!has(page, "<img") && !has(page, "\u202e"));
    CHECK(has(listOf(page), "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;\\u202e&amp;"));
    view.notes.assign(Note::kMost + 7, {Of::Moment, 1000, {}, model::kNoTrack, {}, "again"});
    page = pageOf(r.snapshot(), view);
    CHECK(has(page, "data-note=\"499\"") && !has(page, "data-note=\"500\"") &&
          has(page, "7 more notes were left out."));
    view.notes.assign(Note::kMost, {Of::Moment, 1000, {}, model::kNoTrack, {}, std::string(100'000, '<')});
    page = pageOf(r.snapshot(), view);
    CHECK(listOf(page).size() < 2 * app::kHtmlNoteBytes && has(page, "more notes were left out."));
    // An event that is not there leaves a note about its time.
    view.notes.assign(1, {Of::Event, 2000, {999, 0}, model::kNoTrack, {}, "lost"});
    CHECK(has(dataOf(pageOf(r.snapshot(), view)), "\"notes\":[[0,2000,2000,-1,-1]]"));
}

TEST("The page has the colours that were chosen, from the same source as the window, and says by what") {
    const TextReport r = report();
    const model::SnapshotPtr s = r.snapshot();
    const auto page = [&](ColourBy by) { return pageOf(s, {by, {}, {}}); };
    const std::string kind = page(ColourBy::Kind);
    CHECK(has(legendOf(kind), "Coloured by kind") && has(legendOf(kind), ">Kernels<"));
    // One entry for a name, and for each stream that it is on.
    const auto countOf = [](const std::string& text, std::string_view part) {
        std::size_t n = 0;
        for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
        return n;
    };
    CHECK_EQ(countOf(namesOf(kind), "[\"gemm\""), 1u);
    const std::string stream = page(ColourBy::Stream);
    CHECK_EQ(countOf(namesOf(stream), "[\"gemm\""), 2u);
    for (std::size_t n = 0; n < 2; ++n)
        for (const auto theme : {model::look::Theme::Light, model::look::Theme::Dark}) {
            const std::string colour = hex(model::look::lookOfNumber(n, theme).fill);
            CHECK(has(namesOf(stream), colour) && has(legendOf(stream), colour));
        }
    CHECK(has(namesOf(stream), hex(model::look::lookOfNone(model::look::Theme::Light).fill)));
    CHECK(has(legendOf(stream), "\"stream\">Coloured by stream") &&
          has(legendOf(stream), "Default stream (7), GPU 0") && has(legendOf(stream), "Stream 8, GPU 0") &&
          has(legendOf(stream), "On no stream"));
    const std::string duration = legendOf(page(ColourBy::Duration));
    CHECK(has(duration, "Coloured by duration") && has(duration, "1 µs to 10 µs") && !has(duration, "100 ms"));
    CHECK(has(namesOf(page(ColourBy::Duration)), hex(model::look::lookOfStep(1, 7, model::look::Theme::Dark).fill)));
    CHECK(has(legendOf(page(ColourBy::Process)), "Coloured by rank and process") &&
          has(legendOf(page(ColourBy::Process)), "1000"));
    CHECK(has(legendOf(page(ColourBy::Category)), "CUDA API"));
    const std::string name = page(ColourBy::Name);
    CHECK(has(legendOf(name), "Coloured by name") && namesOf(name) != namesOf(kind));
    model::look::LookTable wheel(model::look::Theme::Light, &s->store(), true);
    CHECK(has(namesOf(name), hex(wheel.look(TrackKind::StreamKernels, s->store().strings().find("gemm")).fill)));
}

TEST("Names of colourings are those that view files have") {
    for (std::size_t i = 0; i < static_cast<std::size_t>(ColourBy::Count); ++i) {
        const auto by = static_cast<ColourBy>(i);
        CHECK(model::look::colourByFromId(model::look::colourById(by)) == by);
    }
    CHECK(!model::look::colourByFromId("rainbow"));
}

TEST("Rows that were added are rows of the page, and its figures do not count them") {
    const TextReport r = report();
    const model::SnapshotPtr s = r.snapshot(), shown = withRow(r, "my slow kernels", "gemm");
    app::HtmlView view;
    view.shown = shown;
    const auto row = static_cast<model::TrackId>(shown->trackCount() - 1);
    view.notes.push_back({Of::Event, 0, eventAt(*shown, row, 10), model::kNoTrack, {}, "of my row"});
    const std::string page = pageOf(s, view), usual = pageOf(s, {});
    CHECK(has(dataOf(page), "[\"Queries\"") && has(dataOf(page), "[\"my slow kernels\",1,"));
    CHECK(!has(dataOf(usual), "my slow kernels"));
    CHECK(has(listOf(page), "Queries › my slow kernels"));
    const auto tables = [](const std::string& of) { return between(of, "<section id=\"tables\">", "</section>"); };
    const auto cards = [](const std::string& of) { return between(of, "<section id=\"overview\">", "</section>"); };
    CHECK(!tables(page).empty() && tables(page) == tables(usual) && cards(page) == cards(usual));
}

TEST("A part of a report takes along what of a view belongs to it") {
    const TextReport r = report();
    const model::SnapshotPtr s = r.snapshot(), shown = withRow(r, "my row", "gemm");
    const model::TrackId stream = r.track("gpu0/s7"), thread = r.track("t5/api");
    app::HtmlView view;
    view.shown = shown;
    view.colours = ColourBy::Duration;
    view.notes.push_back({Of::Moment, 2000, {}, model::kNoTrack, {}, "before"});
    view.notes.push_back({Of::Moment, 12'000, {}, model::kNoTrack, {}, "within"});
    view.notes.push_back({Of::Event, 10'000, eventAt(*s, stream, 10), model::kNoTrack, {}, "softmax"});
    view.notes.push_back({Of::Event, 0, eventAt(*s, thread, 0), model::kNoTrack, {}, "cut off"});
    view.notes.push_back({Of::Row, 0, {}, s->track(thread).parent, {}, "thread"});
    importers::ExportOptions options;
    options.times = model::TimeRange{9000, 20'000};
    options.scrub = importers::scrubBit(importers::ScrubPart::Pids);
    const auto part = app::htmlPart(s, view, options);
    CHECK(part.has_value() && part->report != s && part->view.colours == ColourBy::Duration);
    const model::Snapshot& there = *part->view.shown;
    std::string texts;
    for (const Note& note : part->view.notes) texts += note.text + ' ';
    CHECK_EQ(texts, "within softmax thread ");
    const Note& event = part->view.notes.at(1);
    CHECK(event.of == Of::Event);
    CHECK_EQ(there.text(there.lane(event.event.lane).name(event.event.row)), "softmax");
    CHECK_EQ(there.lane(event.event.lane).start(event.event.row), 10'000);
    const Note& row = part->view.notes.at(2);
    CHECK(row.of == Of::Row && there.track(row.track).kind == TrackKind::Thread && there.track(row.track).key.tid != 5);
    const model::Track& added = there.track(static_cast<model::TrackId>(there.trackCount() - 1));
    CHECK_EQ(there.text(added.name), "my row");
    CHECK_EQ(there.lane(added.lanes.at(0)).rows, 1u);  // the other was before the part
    // Nothing is taken out: the view stays as it is.
    const auto whole = app::htmlPart(s, view, {});
    CHECK(whole && whole->report == s && whole->view.shown == shown && whole->view.notes.size() == 5);
}

TEST("sightline report shows the notes and colours of a view that the window kept") {
    const cli_run::Folder folder;
    const std::string file = folder.write("t.json", R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"slowKernel","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"user_annotation","name":"step","pid":9,"tid":9,"ts":1,"dur":20}]})json");
    const auto store = model::EventStore::create();
    CHECK(importers::openReport(file, *store).has_value());
    const model::SnapshotPtr s = store->snapshot();
    std::string where;
    for (const model::Track& t : s->tree().tracks)
        if (t.kind == TrackKind::StreamKernels)
            where = fmt::format(R"("kind":"{}","host":"{}","pid":"{}","device":"{}","context":"{}","stream":"{}")",
                                model::trackKindInfo(t.kind).key, t.key.host, t.key.pid, t.key.device, t.key.context,
                                t.key.stream);
    const model::TimeNs start = s->range().begin + 9000;  // of the kernel
    const std::string view = folder.write(
        "my.view.json",
        fmt::format(
            R"({{"version":1,"colours":"duration","notes":[{{"of":"event","time":"0","text":"look here","event":{{{},"lane":"0","start":"{}"}}}},)"
            R"({{"of":"moment","time":"{}","text":"then this"}},{{"of":"moment","text":"without a time"}},7]}})",
            where, start, start + 1000));
    CHECK_EQ(cli_run::run("", "report", "--view", view, file).code, 0);
    std::ifstream in(folder / "t.html", std::ios::binary);
    const std::string page(std::istreambuf_iterator<char>(in), {});
    CHECK(has(listOf(page), "<b>look here</b> <span class=\"note\">slowKernel · ") &&
          has(listOf(page), "<b>then this</b>"));
    CHECK(!has(page, "without a time") && has(legendOf(page), "Coloured by duration"));
    CHECK_EQ(cli_run::run("", "report", "-f", file).code, 0);
    for (const char* bad : {"[]", "{}", "{\"version\":0}", "{\"version\":99}", "{\"version\":1"})
        CHECK_EQ(cli_run::run("", "report", "-f", "--view", folder.write("bad.json", bad), file).code, 3);
    CHECK_EQ(cli_run::run("", "report", "-f", "--view", view, file, file).code, 2);
}

TEST("What is scrubbed of a report is scrubbed of notes and added rows") {
    const TextReport r = report();
    app::HtmlView view;
    view.shown = withRow(r, "rows of secretName", "secretName");
    view.notes.push_back(
        {Of::Moment, 2000, {}, model::kNoTrack, {}, "see /home/alice/train.py, --token abcdef0123456789"});
    const auto pageWith = [&](importers::ScrubParts scrub) {
        importers::ExportOptions options;
        options.scrub = scrub;
        const auto part = app::htmlPart(r.snapshot(), view, options);
        return pageOf(part->report, part->view);
    };
    const std::string usual = pageWith(importers::kUsualScrub), all = pageWith(importers::kFullScrub);
    CHECK(has(usual, "rows of secretName") && has(usual, "train.py"));
    CHECK(!has(usual, "alice") && !has(usual, "abcdef0123456789"));
    CHECK(!has(all, "secretName") && !has(all, "train.py") && has(listOf(all), "<b>note1</b>"));
}
