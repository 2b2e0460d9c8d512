// SPDX-License-Identifier: GPL-3.0-or-later
// Web pages with a trace inside.
#include <fmt/format.h>
#include <cstdlib>

#include "importers/html/page_scripts.h"
#include "importers/html/trace_text.h"
#include "importers/open.h"
#include "tests/kit/check.h"
#include "tests/kit/packed.h"
#include "tests/kit/samples.h"
#include "tests/kit/scratch_file.h"

namespace {

using model::ErrorCode;
using model::Note;
using namespace std::string_literals;

const std::string kTrace =
    R"({"traceEvents":[{"ph":"X","name":"work","ts":1,"dur":2,"pid":1,"tid":1},{"ph":"X","name":"more","ts":4,"dur":1,"pid":1,"tid":1}]})";

struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::Result<void> result;
    model::SnapshotPtr s;

    explicit Opened(const std::filesystem::path& path)
        : result(importers::openReport(path, *store)), s(store->snapshot()) {}
    std::string outcome() const {
        return result ? fmt::format("{} events, {}", s->eventCount(), s->info().format)
                      : fmt::format("error {}", static_cast<int>(result.error().code));
    }
};

Opened openText(std::string_view page) { return Opened(ScratchFile(page, ".html").path()); }

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t v = 0;
        for (std::size_t k = 0; k < 3; ++k)
            v = v << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? letters[v >> (18 - 6 * k) & 63] : '=';
        if (i % 57 == 54) out += '\n';
    }
    return out;
}

using packed::gzip;

std::string page(std::string_view script) {
    return fmt::format("<!DOCTYPE html>\n<html><head><title>T</title>\n{}\n</head><body></body></html>\n", script);
}

constexpr std::string_view kOpened = "2 events, HTML page with a trace (Chrome trace (JSON))";

}  // namespace

TEST("a trace in a page opens, however it is written") {
    CHECK_EQ(
        openText(page("<script id=\"viewer-data\" type=\"application/json\">\n" + base64(gzip(kTrace)) + "\n</script>"))
            .outcome(),
        kOpened);
    CHECK_EQ(openText(page("<script class=\"trace-data\" type=\"application/text\">" + kTrace + "</script>")).outcome(),
             kOpened);
    CHECK_EQ(openText(page("<SCRIPT>\nvar trace = " + kTrace + ";\nshow(trace);</SCRIPT>")).outcome(), kOpened);
    CHECK_EQ(
        openText(
            page(
                "<script>show([{\"args\":{\"list\":[{}]},\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1},"
                "{\"ph\":\"X\",\"name\":\"b\",\"ts\":9,\"dur\":2,\"pid\":1,\"tid\":1}], 5)</script>"))
            .outcome(),
        kOpened);
    CHECK_EQ(
        openText(page("<script>const data = {\"meta\":{\"a\":[1]},\"traceEvents\":" + kTrace.substr(15) + "</script>"))
            .outcome(),
        kOpened);
    CHECK_EQ(openText(gzip(page("<script class=\"trace-data\" type=\"application/text\">" + kTrace + "</script>")))
                 .outcome(),
             kOpened);
}

TEST("a trace that lies far behind the viewer's own program is found") {
    std::string viewer = "<script>function tracing(){}" + std::string(3 << 20, ' ') + "</script><script></script>";
    CHECK_EQ(openText(page(viewer + "<script id=\"viewer-data\" type=\"application/json\">" + base64(gzip(kTrace)) +
                           "</script>"))
                 .outcome(),
             kOpened);
    CHECK_EQ(openText(page(viewer)).outcome(), fmt::format("error {}", static_cast<int>(ErrorCode::HtmlPage)));
}

TEST("of several traces the largest is shown, and the others are counted") {
    const Opened o = openText(page(
        "<script class=\"trace-data\" type=\"application/text\">[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]</script>"
        "<script class=\"trace-data\" type=\"application/text\">" +
        kTrace + "</script>"));
    CHECK_EQ(o.outcome(), kOpened);
    CHECK_EQ(o.store->diagnostics().total(Note::NotShown), std::uint64_t{1});
}

TEST("a page that breaks off in its trace shows what is there and says so") {
    const std::string whole = page("<script class=\"trace-data\" type=\"application/text\">" + kTrace);
    const Opened o = openText(whole.substr(0, whole.find("},{") + 1));
    CHECK_EQ(o.outcome(), "1 events, HTML page with a trace (Chrome trace (JSON))"s);
    CHECK(o.s->info().partial);
    CHECK(o.store->diagnostics().total(Note::Incomplete) >= 1);
}

TEST("a page without a trace is refused, also one that mentions tracing") {
    CHECK_EQ(openText(page("<script>document.write(\"traceEvents\")</script>")).outcome(),
             fmt::format("error {}", static_cast<int>(ErrorCode::HtmlPage)));
    CHECK_EQ(openText(page("<script id=\"viewer-data\">QUJD</script>")).outcome(),
             fmt::format("error {}", static_cast<int>(ErrorCode::HtmlPage)));
    CHECK_EQ(openText(page("<script id=\"viewer-data\"><script<<script <script id=\"trace-data\"")).outcome(),
             fmt::format("error {}", static_cast<int>(ErrorCode::HtmlPage)));
}

TEST("marks of programs in a kernel trace become slices and counters with exact times") {
    const auto marks = importers::html::marksOf(
        "# tracer: nop\n"
        "   render-17   [000] ...1 50260.929925: tracing_mark_write: B|16|draw \"a\"\r\n"
        "   render-17   ( 16) [000] d..3 50260.9299257: print: C|16|queue|x|-3\n"
        "   render-17   [001] 50260.930000: sched_switch: prev_comm=render\n"
        "   render-17   [001] 50260.931000: 0: E\n"
        "   a-b-18 [001] 0.000001: 0: S|16|load|7\n"
        "nonsense\n  x-y [0] 1: 2\n");
    CHECK_EQ(marks.marks, std::uint64_t{4});
    CHECK_EQ(marks.kernelLines, std::uint64_t{1});
    CHECK_EQ(marks.json, R"([{"ph":"B","ts":50260929925,"pid":16,"tid":17,"name":"draw \"a\""},
{"ph":"C","ts":50260929925.7,"pid":16,"tid":17,"name":"queue|x","args":{"value":-3}},
{"ph":"E","ts":50260931000,"pid":16,"tid":17},
{"ph":"b","ts":1,"pid":16,"tid":18,"name":"load","cat":"async","id":7},
{"ph":"M","name":"thread_name","pid":16,"tid":17,"args":{"name":"render"}},
{"ph":"M","name":"thread_name","pid":16,"tid":18,"args":{"name":"a-b"}}]
)"s);
    const Opened o = openText(page(
        "<script>\n var linuxPerfData = \"\\\n# tracer: nop\\n\\\n  a-1 [000] 1.500000: 0: C|1|VSYNC|1\\n\\\n  a-1 [000] 2.500000: 0: C|1|VSYNC|0\\n\";</script>"));
    CHECK_EQ(o.outcome(), "2 events, HTML page with a trace (ftrace)"s);
    const Opened kernel = openText(
        page("<script>var linuxPerfData = '# tracer: nop\\n a-1 [000] 1.500000: sched_switch: x\\n'</script>"));
    CHECK_EQ(kernel.outcome(), fmt::format("error {}", static_cast<int>(ErrorCode::FtraceText)));
}

TEST("every sample of the page with counters is drawn") {
    const Opened o(sample("chrome/cat_counter_tracks.html"));
    CHECK(o.result.has_value());
    CHECK_EQ(o.s->eventCount(), std::uint64_t{1611});
}

TEST("base64 is read as it is written and anything else is not") {
    CHECK_EQ(importers::html::decodeBase64("TWFu\n TWE= "), "ManMa"s);
    CHECK_EQ(importers::html::decodeBase64("TW-u"), ""s);
    CHECK_EQ(importers::html::decodeBase64(base64(kTrace)), kTrace);
}
