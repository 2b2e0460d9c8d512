// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a page: what it holds is what the store has, in bounded size, and it works in a real browser.
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

#include <re2/re2.h>

#include "app/html/html_events.h"
#include "app/html/html_live.h"
#include "app/html/html_report.h"
#include "app/html/html_rows.h"
#include "importers/open.h"
#include "model/base/json_writer.h"
#include "model/base/varint.h"
#include "model/store/added_rows.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/opened.h"
#include "tests/kit/text_report.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using model::TrackKind;

const fs::path kSample = fs::path(SIGHTLINE_SOURCE_DIR) / "resources/samples/sample.rep";

/// What a page holds of one lane, as its description says.
struct ReadLane {
    std::uint64_t all = 0;
    struct Event {
        std::int64_t start, end;
        std::uint64_t name;
        std::int64_t launch;  ///< number of an event; -1: none
    };
    std::vector<Event> events;
    struct Run {
        std::int64_t begin, end;
        std::uint64_t name, busy;
    };
    std::vector<Run> runs;
    int shift = 0;
};

struct ReadCounter {
    std::uint64_t holds = 0, shift = 0;
    struct Point {
        std::int64_t time;
        float low, high;
    };
    std::vector<Point> points;
};

class Reading {
public:
    explicit Reading(const std::string& data)
        : m_at(reinterpret_cast<const std::uint8_t*>(data.data())), m_end(m_at + data.size()) {
        for (std::uint64_t n = number(); n > 0; --n) lanes.push_back(lane());
        for (std::uint64_t n = number(); n > 0; --n) counters.push_back(counter());
        CHECK(m_at == m_end);
    }

    std::vector<ReadLane> lanes;
    std::vector<ReadCounter> counters;

private:
    std::uint64_t number() {
        std::uint64_t v = 0;
        if (!model::getVarint(m_at, m_end, v)) throw std::runtime_error("cut off");
        return v;
    }
    std::int64_t signedNumber() { return model::unzigzag(number()); }
    float real() {
        float v = 0;
        std::memcpy(&v, m_at, 4);
        m_at += 4;
        return v;
    }

    ReadLane lane() {
        ReadLane out;
        out.all = number();
        const std::uint64_t count = number(), links = number();
        std::int64_t end = 0, link = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            ReadLane::Event e{};
            e.start = i == 0 ? signedNumber() : end + static_cast<std::int64_t>(number());
            e.end = end = e.start + static_cast<std::int64_t>(number());
            e.name = number();
            e.launch = -1;
            if (links)
                if (const std::uint64_t step = number()) e.launch = link += model::unzigzag(step - 1);
            out.events.push_back(e);
        }
        std::uint64_t runs = number();
        if (runs == 0) return out;
        out.shift = static_cast<int>(number());
        const std::int64_t begin = signedNumber();
        for (std::int64_t at = 0; runs > 0; --runs) {
            at += static_cast<std::int64_t>(number());
            ReadLane::Run r{};
            r.begin = begin + (at << out.shift);
            at += static_cast<std::int64_t>(number()) + 1;
            r.end = begin + (at << out.shift);
            r.name = number();
            r.busy = number();
            out.runs.push_back(r);
        }
        return out;
    }

    ReadCounter counter() {
        ReadCounter out;
        std::uint64_t n = number();
        out.holds = number();
        out.shift = number();
        for (std::int64_t at = 0; n > 0; --n) {
            at = out.points.empty() ? signedNumber() : at + static_cast<std::int64_t>(number());
            const float low = real();
            out.points.push_back({at, low, out.shift ? real() : low});
        }
        return out;
    }

    const std::uint8_t *m_at, *m_end;
};

std::vector<model::LaneId> allLanes(const model::Snapshot& s) {
    std::vector<model::LaneId> out;
    for (model::LaneId id = 0; id < s.laneCount(); ++id)
        if (!s.lane(id).isEmpty()) out.push_back(id);
    return out;
}
std::vector<model::TrackId> allCounters(const model::Snapshot& s) {
    std::vector<model::TrackId> out;
    for (const model::Track& t : s.tree().tracks)
        if (t.counter != model::kNoCounter) out.push_back(t.id);
    return out;
}

/// A report with many more events than a page has room for: two crowded streams and a quiet thread.
std::shared_ptr<model::EventStore> largeReport(int events) {
    auto store = model::EventStore::create();
    std::uint32_t random = 7;
    const auto next = [&] { return random = random * 1664525u + 1013904223u, random >> 8; };
    for (int stream = 0; stream < 2; ++stream) {
        model::TrackKey key;
        key.pid = 1, key.device = 0, key.context = 1, key.stream = stream;
        model::Lane& kernels = store->lane(store->track(TrackKind::StreamKernels, key), 0);
        model::TimeNs at = 0;
        for (int i = 0; i < events; ++i) {
            const model::TimeNs end = at + 200 + next() % 3000;
            const std::string name = "kernel_" + std::to_string(next() % 60);
            kernels.append({at, end, store->strings().intern(name), 0, static_cast<std::uint32_t>(i + 1), 0});
            at = end + next() % 1000;
        }
    }
    model::TrackKey thread;
    thread.pid = 1, thread.tid = 1;
    model::Lane& ranges = store->lane(store->track(TrackKind::Nvtx, thread), 0);
    for (int i = 0; i < 20; ++i)
        ranges.append({i * 1'000'000, i * 1'000'000 + 900'000, store->strings().intern("step"), 0, 0, 0});
    store->publish(true);
    return store;
}

std::string contentOf(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"live-data\">";
    const std::size_t at = page.find(begin);
    return at == page.npos ? std::string()
                           : page.substr(at + begin.size(), page.find("</script>", at) - at - begin.size());
}

/// The translation of the window, without Qt.
std::map<std::pair<std::string, std::string>, std::string> chinese() {
    std::map<std::pair<std::string, std::string>, std::string> out;
    std::ifstream file(fs::path(SIGHTLINE_SOURCE_DIR) / "translations/sightline_zh_CN.ts");
    const auto plain = [](std::string text) {
        for (const auto& [entity, c] : {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&quot;", "\""),
                                        std::pair("&apos;", "'"), std::pair("&amp;", "&")})
            RE2::GlobalReplace(&text, entity, c);
        return text;
    };
    std::string line, context, source, text;
    while (std::getline(file, line)) {
        if (RE2::PartialMatch(line, "<name>(.*)</name>", &text)) context = text;
        else if (RE2::PartialMatch(line, "<source>(.*)</source>", &text)) source = plain(text);
        else if (RE2::PartialMatch(line, "<translation>(.*)</translation>", &text))
            out[{context, source}] = plain(text);
    }
    return out;
}

/// The longest kernel of the sample's stream 17 that has as much time before and after it.
Opened::Found longestKernel(const Opened& report) {
    const auto kernels = report.events(TrackKind::StreamKernels);
    return *std::max_element(kernels.begin(), kernels.end(), [&](const auto& a, const auto& b) {
        const auto key = [&](const auto& e) {
            const bool hasRoom = e.event.start - e.event.duration() > report.s->range().begin &&
                                 e.event.end + e.event.duration() < report.s->range().end;
            return std::pair(e.track->key.stream == 17 && hasRoom, e.event.duration());
        };
        return key(a) < key(b);
    });
}

/// Notes at that kernel, at its row and in the middle of the report; an added row; colours of streams.
app::HtmlView annotated(const Opened& report, bool inChinese) {
    const model::Snapshot& s = *report.s;
    const Opened::Found longest = longestKernel(report);
    app::HtmlView view;
    view.colours = model::look::ColourBy::Stream;
    model::AddedRows rows;
    rows.add(*model::AddedRow::of(rows.nextTrack(s),
                                  report.store->strings().intern(inChinese ? "最长的 kernel" : "Longest kernel"),
                                  {longest.event}));
    view.shown = rows.on(report.s);
    using Of = model::look::Note::Of;
    const auto note = [&](Of of, const char* english, const char* chinese) -> model::look::Note& {
        view.notes.push_back(
            {of, s.range().begin + s.range().length() / 2, {}, model::kNoTrack, {}, inChinese ? chinese : english});
        return view.notes.back();
    };
    note(Of::Event, "cold <b>cache</b>?", "缓存未预热？").event = longest.ref;
    note(Of::Row, "compute stream", "计算流").track = longest.track->parent;
    note(Of::Moment, "half time", "一半时间");
    return view;
}

}  // namespace

TEST("A page holds every event of a small report, with its times, its name and its launch") {
    const Opened report(kSample);
    const model::Snapshot& s = *report.s;
    const auto lanes = allLanes(s);
    const app::HtmlEvents made = app::htmlEvents(s, s.whole(), lanes, allCounters(s), 10'000'000, 100'000);
    const Reading read(made.data);
    CHECK_EQ(read.lanes.size(), lanes.size());
    CHECK_EQ(made.events, made.all);
    std::vector<model::EventRef> numbered;
    for (const model::LaneId id : lanes)
        for (std::uint32_t row = 0; row < s.lane(id).rows; ++row) numbered.push_back({id, row});
    CHECK_EQ(made.events, numbered.size());
    std::size_t at = 0, launched = 0, wrong = 0;
    for (const ReadLane& lane : read.lanes) {
        CHECK(lane.runs.empty() && lane.all == lane.events.size());
        for (const ReadLane::Event& e : lane.events) {
            const model::EventRef ref = numbered.at(at++);
            const model::Event real = model::eventAt(s, ref);
            wrong += e.start != real.start - s.range().begin || e.end != real.end - s.range().begin ||
                     made.names.at(e.name).name != real.name;
            if (e.launch < 0) continue;
            ++launched;
            const auto launches = model::correlated(s, ref).launches;
            if (launches.empty() || !(launches[0] == numbered.at(static_cast<std::size_t>(e.launch)))) ++wrong;
        }
    }
    CHECK_EQ(wrong, 0u);
    CHECK(launched > 100);
}

TEST("Curves of a page have the values of the report, or their least and greatest") {
    const TextReport report("counter: |0013540|\ngpu0/s7: |aaaaaaa|\n");
    const model::Snapshot& s = *report.snapshot();
    const Reading read(app::htmlEvents(s, s.whole(), {}, allCounters(s), 100'000, 10).data);
    CHECK_EQ(read.counters.size(), 1u);
    std::string values;
    for (const ReadCounter::Point& p : read.counters.at(0).points) values += fmt::format("{}={} ", p.time, p.low);
    CHECK_EQ(values, "0=0 1000=0 2000=1 3000=3 4000=5 5000=4 6000=0 ");
    // So many values that only their least and greatest have room.
    const auto store = model::EventStore::create();
    model::TrackKey key;
    key.device = 0, key.domain = 1;
    const model::TrackId track = store->track(TrackKind::GpuMetric, key);
    model::CounterSeries& series = store->counter(track);
    for (int i = 0; i < 100'000; ++i) series.append(i * 10, i == 77'777 ? 1000 : i % 10);
    const auto many = store->publish(true);
    const Reading short_(app::htmlEvents(*many, many->whole(), {}, {track}, 20'000, 10).data);
    const ReadCounter& curve = short_.counters.at(0);
    CHECK(curve.shift > 0 && curve.points.size() < 1000);
    const auto spike =
        std::find_if(curve.points.begin(), curve.points.end(), [](const auto& p) { return p.high > 999; });
    CHECK(spike != curve.points.end() && std::abs(spike->time - 777'770) < 4 << curve.shift);
}

TEST("Of a large report a page holds the longest events, and how busy the rest was") {
    const auto store = largeReport(150'000);
    const auto s = store->snapshot();
    const auto lanes = allLanes(*s);
    constexpr std::size_t kBytes = 300'000;
    const app::HtmlEvents made = app::htmlEvents(*s, s->whole(), lanes, {}, kBytes, 1000);
    CHECK(made.data.size() <= kBytes && made.data.size() > kBytes / 3);
    const Reading read(made.data);
    CHECK_EQ(made.all, 300'020u);
    for (std::size_t l = 0; l < lanes.size(); ++l) {
        const ReadLane& lane = read.lanes[l];
        const model::LaneView view = s->lane(lanes[l]);
        CHECK_EQ(lane.all, view.rows);
        if (view.rows < 100) {
            CHECK_EQ(lane.events.size(), view.rows);
            continue;
        }
        // None that was left out is longer than one that is here.
        std::vector<std::int64_t> durations;
        for (std::size_t r = 0; r < view.rows; ++r) durations.push_back(view.end(r) - view.start(r));
        std::sort(durations.begin(), durations.end(), std::greater<>());
        std::int64_t least = INT64_MAX;
        for (const auto& e : lane.events) least = std::min(least, e.end - e.start);
        CHECK_EQ(least, durations.at(lane.events.size() - 1));
        // The bins say what the lane's own busy time says.
        CHECK(lane.runs.size() > 100);
        double busy = 0;
        for (const auto& r : lane.runs)
            busy += static_cast<double>(r.end - r.begin) * static_cast<double>(r.busy) / 255;
        const auto exact = static_cast<double>(model::busyTime(view, s->whole()));
        CHECK(std::abs(busy - exact) < 0.02 * exact);
    }
}

TEST("A page is at most 5 MB, however much a report holds, and says what it left out") {
    const std::string page = app::htmlReport(*largeReport(600'000)->snapshot());
    CHECK(page.size() < 5'000'000);
    CHECK(page.find("of 1\u202f200\u202f020 events are drawn one by one") != page.npos);
    // Many rows, names and lanes, each of its own.
    const auto store = model::EventStore::create();
    for (int t = 0; t < 6000; ++t) {
        model::TrackKey key;
        key.pid = t / 100, key.tid = t;
        model::Lane& lane = store->lane(store->track(TrackKind::Slices, key), 0);
        for (int i = 0; i < 20; ++i)
            lane.append({i * 1'000'000'000'000, i * 1'000'000'000'000 + 1,
                         store->strings().intern(fmt::format("{:0>200}", t * 20 + i)), 0, 0, 0});
    }
    const std::string many = app::htmlReport(*store->publish(true));
    CHECK(many.size() < 5'000'000);
    CHECK(many.find("more rows were left out.") != many.npos && many.find("Some names were left out.") != many.npos);
    CHECK(many.find("All 120\u202f000 events") == many.npos);
}

TEST("What a report says cannot leave the data of a page") {
    const std::string hostile = "</script><script>alert(1)</script>&amp;<!--]]>\u2028\u202e\"\\\x01";
    const TextReport report("gpu0/s7: |aabb.ccc|\nt5/nvtx: |nnnnnnnn|\n", {{'a', hostile}, {'n', hostile}});
    report.store()->setTrackName(report.track("gpu0/s7"), report.store()->strings().intern(hostile));
    const auto s = report.store()->publish(true);
    const std::string content = contentOf(app::htmlReport(*s));
    CHECK(!content.empty());
    for (const char* part : {"<", ">", "&", "\u2028", "\u202e"})
        if (content.find(part) != content.npos) check::fail(__FILE__, __LINE__, part);
    CHECK(content.find("\\u003c/script\\u003e\\u003cscript\\u003ealert(1)") != content.npos);
}

TEST("A scrubbed page holds no name of the report") {
    const Folder folder;
    const std::string file = folder.write("t.json", R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"secretKernel","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7,"correlation":7}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":5,"dur":1,"args":{"correlation":7}},
        {"ph":"M","name":"process_name","pid":9,"args":{"name":"secretProcess"}},
        {"ph":"X","cat":"user_annotation","name":"secretStep","pid":9,"tid":9,"ts":1,"dur":20}]})json");
    const auto content = [&](const char* name) {
        std::ifstream in(folder / name, std::ios::binary);
        return contentOf(std::string(std::istreambuf_iterator<char>(in), {}));
    };
    CHECK_EQ(cli_run::run("", "report", file).code, 0);
    CHECK(content("t.html").find("secretKernel") != std::string::npos &&
          content("t.html").find("secretProcess") != std::string::npos);
    CHECK_EQ(cli_run::run("", "report", "-f", "--scrub=all", file).code, 0);
    const std::string scrubbed = content("t.html");
    CHECK(scrubbed.find("\"names\"") != scrubbed.npos && scrubbed.find("ecret") == scrubbed.npos);
}

TEST("The timeline of a page works in a browser, with mouse, wheel and keys") {
    const Opened report(kSample);
    const Folder folder;
    folder.write("page.html", app::htmlReport(*report.s));
    app::HtmlOptions options;
    options.view = annotated(report, false);
    folder.write("notes.html", app::htmlReport(*report.s, options));
    options.view = annotated(report, true);
    options.language = "zh-CN";
    options.words.translate = [words = chinese()](const char* context, std::string_view english, std::int64_t) {
        const auto found = words.find({context, std::string(english)});
        return found == words.end() ? std::string(english) : found->second;
    };
    folder.write("page_zh.html", app::htmlReport(*report.s, options));
    folder.write("large.html", app::htmlReport(*largeReport(150'000)->snapshot()));
    const Opened::Found longest = longestKernel(report);
    const auto launches = model::correlated(*report.s, longest.ref).launches;
    CHECK(!launches.empty());
    model::JsonWriter json;
    json.beginObject().key("row").value("Stream 17").key("name").value(longest.name);
    json.key("start").value(longest.event.start - report.s->range().begin);
    json.key("end").value(longest.event.end - report.s->range().begin);
    json.key("duration").value(fmt::format("{:.3f}", static_cast<double>(longest.event.duration()) / 1e6));
    json.key("launch").value(report.s->text(model::eventAt(*report.s, launches.at(0)).name).substr(0, 16)).endObject();
    folder.write("expected.json", json.take());
    std::FILE* const run = ::popen(fmt::format("python3 -B '{}/tests/exports/html_browser.py' '{}' 2>&1",
                                               SIGHTLINE_SOURCE_DIR, (folder / "").string())
                                       .c_str(),
                                   "r");
    std::string out;
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, run)) out.append(buffer, n);
    const int status = ::pclose(run);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) SKIP(out);
    if (status != 0) check::fail(__FILE__, __LINE__, out);
}
