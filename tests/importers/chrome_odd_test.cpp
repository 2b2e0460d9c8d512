// SPDX-License-Identifier: GPL-3.0-or-later
// Traces in JSON as hand-made tools, damage and bad luck make them: what must not cost more than itself.
#include <chrono>

#include "tests/kit/opened.h"
#include "tests/kit/packed.h"

namespace {

using model::Note;
using model::TrackKind;

std::string event(int at, std::string_view name = "e", std::string_view more = {}) {
    return fmt::format(R"({{"ph":"X","name":"{}","ts":{},"dur":1,"pid":1,"tid":1{}}})", name, at, more);
}

std::string trace(std::string_view events) { return fmt::format("{{\"traceEvents\":[{}]}}", events); }

struct Trace {
    ScratchFile file;
    Opened o;
    explicit Trace(std::string_view text, const char* ending = ".json") : file(text, ending), o(file.path()) {
        CHECK(o.result.has_value());
    }
    std::uint64_t notes(Note n) const { return o.store->diagnostics().total(n); }
    std::string slices() const { return o.spans(TrackKind::Slices); }
    std::string noteOn(std::string_view subject) const {
        for (const model::Diagnostic& d : o.store->diagnostics().list())
            if (model::english(d.subject).find(subject) != std::string::npos)
                return d.example.empty() ? "said" : model::english(d.example);
        return "not said";
    }
};

using packed::gzip;
using packed::zip;

constexpr std::size_t kTooLong = 36 << 20;

}  // namespace

TEST("an event of very many MiB is left out, and nothing else") {
    std::string longText = "\"", longList = "[0";
    while (longText.size() < kTooLong) longText += R"(no end, but }, { and \" and ] in it. )";
    while (longList.size() < kTooLong) longList += ",[1,{\"x\":2}]";
    for (const std::string& value : {longText + '"', longList + ']'}) {
        const Trace t(trace(event(1, "before") + "," + event(2, "long", ",\"args\":{\"v\":" + value + "}") + "," +
                            event(3, "behind") + "," + event(4, "last")));
        CHECK_EQ(t.slices(), "before 1000+1000; behind 3000+1000; last 4000+1000");
        CHECK(t.noteOn("very many MiB") != "not said");
        CHECK(!t.o.s->info().partial);
    }
}

TEST("an event of many MiB is read whole") {
    std::string value = "\"";
    while (value.size() < (9u << 20)) value += "0123456789";
    const Trace t(trace(event(1, "before") + "," + event(2, "long", ",\"args\":{\"v\":" + value + "\"}") + "," +
                        event(3, "behind")));
    CHECK_EQ(t.slices(), "before 1000+1000; long 2000+1000; behind 3000+1000");
    CHECK(t.o.store->diagnostics().list().empty());
}

TEST("an event that never ends costs itself, where others follow in the text") {
    std::string text =
        event(1, "before") + R"(,{"ph":"X","name":"open","ts":2,"dur":1,"pid":1,"tid":1,"args":{"list":[[[[[[[)";
    int n = 0;
    while (text.size() < kTooLong)
        text += "," + event(10 + n++, "e", fmt::format(",\"args\":{{\"filling\":\"{}\"}}", std::string(4000, 'x')));
    const Trace t(trace(text));
    CHECK_EQ(t.o.s->eventCount(),
             static_cast<std::uint64_t>(n));  // "before", and all but the one that follows a bracket
    CHECK(t.noteOn("without an end") != "not said");
}

TEST("traces one behind the other are one trace; other text behind a trace is told") {
    const std::string a = trace(event(1, "a")), b = trace(event(5, "b")), list = "[" + event(9, "c") + "]";
    const Trace both(a + "\n" + b + list + "\n");
    CHECK_EQ(both.slices(), "a 1000+1000; b 5000+1000; c 9000+1000");
    CHECK(both.o.store->diagnostics().list().empty());
    const Trace behind(a + " and more");
    CHECK_EQ(behind.slices(), "a 1000+1000");
    CHECK_EQ(behind.noteOn("text behind the end"), fmt::format("byte {}", a.size() + 1));
    const Trace clean(a + "\r\n\n");
    CHECK(clean.o.store->diagnostics().list().empty());
}

TEST("bytes behind compressed data are told, padding is not") {
    const std::string a = gzip(trace(event(1, "a")));
    CHECK_EQ(Trace(a + "garbage", ".json.gz").noteOn("bytes behind the end"), "said");
    CHECK(Trace(a + std::string(1000, '\0'), ".json.gz").o.store->diagnostics().list().empty());
    CHECK(Trace(a + gzip("\n"), ".json.gz").o.store->diagnostics().list().empty());
}

TEST("the largest file of an archive is read, the others are named") {
    const Trace t(zip({{"small.json", trace(event(1, "a"))},
                       {"large.json", trace(event(1, "b") + "," + event(2, "c"))},
                       {"__MACOSX/x", "x"}}),
                  ".zip");
    CHECK_EQ(t.slices(), "b 1000+1000; c 2000+1000");
    CHECK_EQ(t.notes(Note::FileLeftOut), 1u);
    CHECK_EQ(t.noteOn("small.json"), "in the same zip archive");
    CHECK(!t.o.s->info().partial);
}

TEST("a brace too many or too few costs one event at most") {
    const Trace many(trace(event(1, "a") + "}," + event(2, "b") + "," + event(3, "c")));
    CHECK_EQ(many.slices(), "a 1000+1000; b 2000+1000; c 3000+1000");
    CHECK_EQ(many.notes(Note::DamagedPart), 1u);
    const std::string open = R"({"ph":"X","name":"open","ts":2,"dur":1,"pid":1,"tid":1,"args":{"x":1})";
    const Trace few(trace(event(1, "a") + ",\n" + open + ",\n" + event(3, "c") + "," + event(4, "d")));
    CHECK_EQ(few.slices(), "a 1000+1000; c 3000+1000; d 4000+1000");
    CHECK_EQ(few.notes(Note::DamagedPart), 1u);
}

TEST("a time beyond all measure is not drawn, so that the others can be seen") {
    for (const char* ts : {"1e400", "1e18", "-99999999999999999999"}) {
        const Trace t(trace(event(1, "a") +
                            fmt::format(R"(,{{"ph":"X","name":"far","ts":{},"dur":1,"pid":1,"tid":1}})", ts) + "," +
                            event(3, "b")));
        CHECK_EQ(t.slices(), "a 1000+1000; b 3000+1000");
        CHECK_EQ(t.notes(Note::NoTime), 1u);
    }
}

TEST("the scope of an id counts, whether the id is a number or a text") {
    for (const char* id : {"7", "\"0x7\""}) {
        const auto async = [&](char ph, int ts, const char* scope) {
            return fmt::format(R"({{"ph":"{}","name":"n","cat":"c","id":{},"scope":"{}","ts":{},"pid":1,"tid":1}})", ph,
                               id, scope, ts);
        };
        const Trace t(trace(async('b', 0, "one") + "," + async('b', 1, "two") + "," + async('e', 5, "one") + "," +
                            async('e', 10, "two")));
        CHECK_EQ(t.o.spans(TrackKind::Async), "n 0+5000; n 1000+9000");
    }
}

TEST("of a name's arguments the one counts that names") {
    const Trace t(
        trace(R"({"ph":"M","name":"process_name","pid":1,"args":{"more":"zzz","name":"right"}},)" + event(1)));
    CHECK_EQ(t.o.names(TrackKind::Process), "right");
}

TEST("keys with escapes are keys") {
    const Trace t(trace(R"({"p\u0068":"X","\u006eame":"a","ts":1,"d\u0075r":2,"pid":1,"tid":1})"));
    CHECK_EQ(t.slices(), "a 1000+2000");
}

TEST("asynchronous events whose id, category or name is missing or empty are kept") {
    const Trace t(trace(
        R"({"ph":"b","name":"","ts":1,"pid":1},{"ph":"e","name":"","ts":4,"pid":1},{"ph":"b","cat":"","name":"n","id":"","ts":2,"pid":1},)"
        R"({"ph":"e","cat":"","name":"n","id":"","ts":3,"pid":1})"));
    CHECK_EQ(t.o.spans(TrackKind::Async), "(unnamed) 1000+3000; n 2000+1000");
}

TEST("a phase of a zero byte is no phase, and a word says which it is") {
    const Trace t(trace(event(1, "a") +
                        R"(,{"ph":"\u0000","name":"z","ts":2,"pid":1},{"ph":"Zebra","name":"z","ts":2,"pid":1})"));
    CHECK_EQ(t.slices(), "a 1000+1000");
    CHECK_EQ(t.notes(Note::SkippedUnknown), 2u);
    CHECK(t.noteOn("events of phase Zebra") != "not said");
}

TEST("events behind much else are found") {
    std::string facts = "{\"otherData\":{";
    for (int i = 0; facts.size() < 200'000; ++i)
        facts += fmt::format("{}\"fact {}\":\"{}\"", i ? "," : "", i, std::string(50, 'x'));
    const Trace t(facts + "},\"traceEvents\":[" + event(1, "a") + "]}");
    CHECK_EQ(t.slices(), "a 1000+1000");
}

TEST("stacks that name each other cost no more than they are used") {
    constexpr int kFrames = 10'000;
    std::string frames = "\"stackFrames\":{";
    for (int i = 0; i < kFrames; ++i)
        frames += fmt::format(R"({}"{}":{{"name":"f{}","parent":"{}"}})", i ? "," : "", i, i, i ? i - 1 : 0);
    frames += "}";
    const auto open = [&](int events) {
        std::string text;
        for (int i = 0; i < events; ++i)
            text += (i ? "," : "") + event(i, "e", fmt::format(",\"sf\":\"{}\"", kFrames - 1 - i));
        return Trace(fmt::format("{{\"traceEvents\":[{}],{}}}", text, frames));
    };
    const Trace few = open(3);
    const auto found = few.o.events(TrackKind::Slices);
    CHECK_EQ(found.size(), 3u);
    const auto stack = few.o.store->callchains().at(found[0].event.payload);
    CHECK_EQ(stack.size(), 1024u);
    CHECK_EQ(few.o.s->text(stack[0].symbol), fmt::format("f{}", kFrames - 1));
    CHECK_EQ(few.o.s->text(stack[1].symbol), fmt::format("f{}", kFrames - 2));
    // All of them at 1024 frames would be 160 MiB.
    const Trace all = open(kFrames);
    CHECK_EQ(all.o.events(TrackKind::Slices).size(), static_cast<std::size_t>(kFrames));
    CHECK(all.o.store->memoryBytes() < 64u << 20);
    CHECK(all.noteOn("very deep stacks") != "not said");
}

TEST("kernels of ROCm have their own names, not those of their descriptors") {
    const ScratchFile file(R"({"schemaVersion": 1, "traceEvents": [
        {"ph":"X","cat":"kernel","name":"_Z4axpyPfi.kd","pid":0,"tid":3,"ts":10,"dur":5,"args":{"device":0,"stream":3}},
        {"ph":"X","cat":"kernel","name":"__amd_rocclr_fillBufferAligned.kd","pid":0,"tid":3,"ts":20,"dur":5,"args":{"device":0,"stream":3}},
        {"ph":"X","cat":"cpu_op","name":"load.kd","pid":7,"tid":7,"ts":1,"dur":5}]})",
                           ".json");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("_Z4axpyPfi 10000+5000"));
    CHECK_EQ(o.spans(TrackKind::StreamMemory), std::string("__amd_rocclr_fillBufferAligned 20000+5000"));
    CHECK_EQ(o.spans(TrackKind::Operators), std::string("load.kd 1000+5000"));
}
