// SPDX-License-Identifier: GPL-3.0-or-later
// The page that shares a report: well formed whatever the report holds, needs nothing else, and has the numbers of
// stats and compare.
#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>
#include <sstream>

#include "app/html/html_page.h"
#include "app/html/html_report.h"
#include "app/html/html_sections.h"
#include "app/html/html_timeline.h"
#include "app/text/compare.h"
#include "app/text/table_text.h"
#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/base/places.h"
#include "model/reports/roofline.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/opened.h"
#include "tests/kit/samples.h"
#include "tests/kit/text_report.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using model::TrackKind;

/// Elements of a page in their order, with attributes and the text directly in them; complains where it is no XML.
struct Element {
    std::string name, text;
    std::map<std::string, std::string> attributes;
    std::size_t parent = 0;
};

std::string unescaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        if (text[0] == '<') throw std::runtime_error("a bare <");
        if (text[0] != '&') {
            out += text[0];
            text.remove_prefix(1);
            continue;
        }
        bool known = false;
        for (const auto& [entity, c] : {std::pair("&lt;", '<'), std::pair("&gt;", '>'), std::pair("&amp;", '&'),
                                        std::pair("&quot;", '"'), std::pair("&#39;", '\'')})
            if (text.starts_with(entity)) {
                out += c;
                text.remove_prefix(std::string_view(entity).size());
                known = true;
                break;
            }
        if (!known) throw std::runtime_error("a bare &: " + std::string(text.substr(0, 40)));
    }
    return out;
}

std::vector<Element> parsed(const std::string& page) {
    constexpr std::string_view kType = "<!DOCTYPE html>\n";
    CHECK(page.starts_with(kType));
    std::string_view in = std::string_view(page).substr(kType.size());
    std::vector<Element> out(1);
    std::vector<std::size_t> open{0};
    while (!in.empty()) {
        const std::size_t tag = in.find('<');
        out[open.back()].text += unescaped(in.substr(0, tag));
        if (tag == in.npos) break;
        constexpr std::string_view kVerbatim = "<![CDATA[", kEnd = "]]>";
        if (in.substr(tag).starts_with(kVerbatim)) {
            const std::size_t close = in.find(kEnd, tag);
            if (close == in.npos) throw std::runtime_error("an open CDATA");
            out[open.back()].text += in.substr(tag + kVerbatim.size(), close - tag - kVerbatim.size());
            in.remove_prefix(close + kEnd.size());
            continue;
        }
        const std::size_t end = in.find('>', tag);
        if (end == in.npos) throw std::runtime_error("an open tag");
        std::string_view inside = in.substr(tag + 1, end - tag - 1);
        in.remove_prefix(end + 1);
        if (inside.starts_with('/')) {
            if (open.size() < 2 || out[open.back()].name != inside.substr(1))
                throw std::runtime_error("</" + std::string(inside) + "> closes " + out[open.back()].name);
            open.pop_back();
            continue;
        }
        const bool closed = inside.ends_with('/');
        if (closed) inside.remove_suffix(1);
        Element e;
        e.parent = open.back();
        std::size_t at = std::min(inside.find(' '), inside.size());
        e.name = inside.substr(0, at);
        while (at < inside.size()) {
            const std::size_t sign = inside.find("=\"", at),
                              quote = sign == inside.npos ? sign : inside.find('"', sign + 2);
            if (quote == inside.npos) throw std::runtime_error("an attribute of <" + std::string(inside));
            e.attributes[std::string(inside.substr(at + 1, sign - at - 1))] =
                unescaped(inside.substr(sign + 2, quote - sign - 2));
            at = quote + 1;
        }
        out.push_back(std::move(e));
        if (!closed) open.push_back(out.size() - 1);
    }
    CHECK_EQ(open.size(), 1u);
    return out;
}

/// The rows of a table: of numbers what data-v has, else the text.
std::vector<std::vector<std::string>> rowsOf(const std::vector<Element>& page, const std::string& key) {
    std::size_t table = 0, row = 0;
    std::vector<std::vector<std::string>> out;
    for (std::size_t i = 0; i < page.size(); ++i) {
        const Element& e = page[i];
        if (e.name == "table") table = e.attributes.count("data-key") && e.attributes.at("data-key") == key ? i : 0;
        if (e.name == "tr" && table) row = i;
        if (e.name != "td" || !table || e.parent != row) continue;
        if (out.empty() || page[i - 1].name == "tr") out.emplace_back();
        const auto value = e.attributes.find("data-v");
        out.back().push_back(value == e.attributes.end() ? e.text : value->second);
    }
    return out;
}

void compareRows(const std::string& key, const std::vector<std::vector<std::string>>& found,
                 const std::vector<model::reports::ColumnInfo>& columns, const model::reports::Table& expected,
                 std::size_t most) {
    CHECK_EQ(found.size(), std::min(most, expected.rows));
    for (std::size_t r = 0; r < found.size(); ++r)
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::string plain = app::plainCell(expected.cell(r, c), columns[c].unit);
            if (columns[c].unit == model::reports::Unit::Text && plain.size() > app::kMostText) continue;  // cut
            if (columns[c].role != model::reports::Role::Verdict && found[r].at(c) != plain)
                check::fail(__FILE__, __LINE__,
                            fmt::format("{} row {} {}: {} != {}", key, r, columns[c].title, found[r][c], plain));
        }
}

void needsNothing(const std::string& page) {
    for (const char* word : {"http:", "https:", "src=", "url(", "@import", "<link", "<iframe", "<object", "<img",
                             "<base", "javascript:", "onerror", "onload", "onclick"})
        if (page.find(word) != page.npos) check::fail(__FILE__, __LINE__, fmt::format("{} is in the page", word));
    // One that sorts tables, and one that draws the timeline from its data.
    std::size_t scripts = 0;
    for (std::size_t at = page.find("<script>"); at != page.npos; at = page.find("<script>", at + 1)) ++scripts;
    const bool lives = page.find("<script type=\"application/json\" id=\"live-data\">") != page.npos;
    CHECK_EQ(scripts, lives ? 2u : 1u);
    CHECK(page.find("default-src 'none'") != page.npos);
}

std::vector<fs::path> sampleReports() {
    return {sample("h100/nsys/ddp_2gpu.sqlite"), sample("nsys_pairs/pair05_2025.3.2.474.sqlite"),
            sample("nsys_pairs/pair23_2024.6.2.225.sqlite")};
}

/// The base64 of the SHA-256 of a script; empty where nothing computes it.
std::string hashOf(std::string_view script) {
    const Folder folder;
    const std::string file = folder.write("script.js", script);
    std::FILE* sum = ::popen(fmt::format("sha256sum '{}'", file).c_str(), "r");
    char hex[65] = {};
    const bool read = sum && std::fread(hex, 1, 64, sum) == 64;
    if (sum) ::pclose(sum);
    if (!read) SKIP("no sha256sum");
    std::string bytes, base64;
    for (int i = 0; i < 64; i += 2) bytes += static_cast<char>(std::stoi(std::string(hex + i, 2), nullptr, 16));
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) base64 += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63];
    }
    return base64;
}

constexpr const char* kHostile =
    "</script><img onerror='x'>\"&<zz>\x01\x7f\xff\xc0\xaf\xed\xa0\x80 \xe2\x80\xae gnirts \xc2\x85]]><!--";

}  // namespace

TEST("Tables of a page have the numbers of sightline stats") {
    std::size_t compared = 0;
    for (const fs::path& path : sampleReports()) {
        const Opened report(path);
        app::HtmlOptions options;
        options.rows = 200;
        const std::string page = app::htmlReport(*report.s, options);
        const auto elements = parsed(page);
        needsNothing(page);
        for (const model::reports::Report* const each : model::reports::all()) {
            const model::reports::Report& r = *each;
            const auto found = rowsOf(elements, std::string(r.key));
            if (found.empty()) continue;
            const model::reports::Request request{
                *report.s, report.s->whole(), {}, 0, {}, false, false, &importers::devicePeaks().table};
            compareRows(std::string(r.key), found, {r.columns.begin(), r.columns.end()}, makeTable(r, request),
                        options.rows);
            ++compared;
        }
        // Of a printed table, too.
        const cli_run::Ran stats = cli_run::run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", path.string());
        std::istringstream lines(stats.out);
        std::string line;
        for (const auto& row : rowsOf(elements, "cuda_gpu_kern_sum")) {
            while (std::getline(lines, line) && line.find("Time (%)") != line.npos) {}
            const std::string numbers = fmt::format("{},{},{},", row[0], row[1], row[2]);
            if (!line.starts_with(numbers)) check::fail(__FILE__, __LINE__, line + " / " + numbers);
        }
    }
    CHECK(compared >= 15);
}

TEST("A printed page is light whatever the screen is, and its tables fit on the paper") {
    const auto store = model::EventStore::create();
    const std::string page = app::htmlReport(*store->publish(true), {});
    const auto part = [&](std::string_view from) {
        const std::size_t at = page.find(from);
        return at == page.npos ? std::string() : page.substr(at, page.find("\n@media", at + 1) - at);
    };
    const std::string dark = part("@media (prefers-color-scheme:dark)"), print = part("@media print");
    CHECK(dark.find("--bg:") != dark.npos);
    // What the dark theme changes has its own value on paper. (It comes later, so it counts.)
    static const std::regex kVariable("(--[a-z0-9]+):#");
    const std::string changed = dark.substr(0, dark.find("}}"));
    for (std::sregex_iterator v(changed.begin(), changed.end(), kVariable), end; v != end; ++v)
        if (print.find((*v)[1].str() + ":#") == print.npos)
            check::fail(__FILE__, __LINE__, (*v)[1].str() + " is not set for print");
    CHECK(page.find("@media print") > page.find("@media (prefers-color-scheme:dark)"));
    for (const char* rule :
         {"thead th.n{position:static;white-space:normal", "details:has(th:nth-child(18)){page:wide}",
          "tr,.card,svg{break-inside:avoid}", "h1,h2,h3,summary"})
        if (print.find(rule) == print.npos) check::fail(__FILE__, __LINE__, rule);
}

TEST("Tables of a page about two reports have the numbers of sightline compare") {
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const fs::path folder = fs::path(shared ? shared : "") / "samples" / "nsys_other";
    if (!shared || !fs::exists(folder)) SKIP("the sample reports are not here");
    const Opened a(folder / "compare_before_2gpu.sqlite"), b(folder / "compare_after_2gpu.sqlite");
    const std::string page = app::htmlComparison(a.s, b.s);
    needsNothing(page);
    const auto elements = parsed(page);
    const auto c = model::diff::compare(a.s, b.s);
    std::size_t compared = 0;
    for (const app::CompareTable& t : app::compareTables(*c)) {
        model::reports::Table table;
        table.rows = t.rows.size();
        const std::vector<std::size_t> order = app::htmlColumns(t);
        std::vector<model::reports::ColumnInfo> columns;
        for (const std::size_t column : order) columns.push_back(t.report->columns[column]);
        table.cell = [&](std::size_t row, std::size_t column) { return t.rows[row][order[column]]; };
        const auto found = rowsOf(elements, std::string(t.report->key));
        compareRows(std::string(t.key), found, columns, table, 50);
        // The name is seen without scrolling.
        if (t.key != "step") CHECK_EQ(columns.at(1).title, std::string_view("Name"));
        if (t.key == "kernel") CHECK(columns.size() <= 10);
        compared += !found.empty();
    }
    CHECK(compared >= 4);
    CHECK(page.find("a repetition takes") != page.npos);
}

TEST("The page of measured kernels has their summary, their roofline and what the profiler's rules say") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const fs::path path = fs::path(samples ? samples : "") / "h100" / "ncu" / "kern_full.ncu-rep";
    if (!samples || !fs::exists(path)) SKIP("the sample report is not here");
    const Opened report(path);
    const std::string page = app::htmlReport(*report.s, {});
    needsNothing(page);
    const auto elements = parsed(page);
    CHECK_EQ(rowsOf(elements, "kernel_profiles").size(), 6u);
    CHECK_EQ(rowsOf(elements, "roofline").size(), 6u);
    CHECK_EQ(static_cast<std::size_t>(
                 std::count_if(elements.begin(), elements.end(),
                               [](const Element& e) { return e.name == "circle" && e.attributes.contains("stroke"); })),
             4u);  // two do no floating-point work
    const auto says = [&](std::string_view text) {
        return std::any_of(elements.begin(), elements.end(),
                           [&](const Element& e) { return e.name == "text" && e.text == text; });
    };
    CHECK(says("vecAdd") && says("reduceSum") && says("FP32 66.6 TFLOP/s (measured)"));
    const auto rules = rowsOf(elements, "profiler_rules");
    CHECK(rules.size() > 6);
    // The greatest first: 76.6 %.
    CHECK(!rules.empty() && rules[0].at(0) == "76.6");
    CHECK(page.find("No rule found anything that costs time.") == page.npos);
}

TEST("Whatever a report holds is text in the page") {
    const std::string hostile = kHostile;
    const TextReport report("gpu0/s7: |aabb.ccc|\nt5/api: |LL.LLL.|\nt5/nvtx: |nnnnnnnn|\n",
                            {{'a', hostile}, {'n', hostile}, {'L', hostile}, {'c', "\"'><svg onload=alert(1)>"}});
    model::EventStore& store = *report.store();
    store.info().path = "/x/<zz>" + hostile;
    store.info().product = hostile;
    store.info().session_facts.emplace_back(hostile, hostile);
    model::Entity device;
    device.key.device = 0, device.name = hostile;
    store.info().entities.push_back(device);
    store.diagnostics().add(model::Note::ReportMessage, "12 events were lost " + hostile);
    const model::SnapshotPtr s = store.publish(true);
    for (const std::string& page : {app::htmlReport(*s), app::htmlComparison(s, s)}) {
        const auto elements = parsed(page);
        for (const Element& e : elements) {
            CHECK(e.name != "img" && e.name != "zz");
            for (const auto& [name, value] : e.attributes) CHECK(!name.starts_with("on"));
        }
        for (const char c : page) CHECK(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
        CHECK(page.find("\x7f") == page.npos && page.find("\xff") == page.npos && page.find("\u202e") == page.npos &&
              page.find("\xed\xa0\x80") == page.npos);
        CHECK(page.find(
                  "&lt;/script&gt;&lt;img onerror=&#39;x&#39;&gt;&quot;&amp;&lt;zz&gt;\\x01\\x7f\ufffd\ufffd\ufffd") !=
              page.npos);
    }
}

TEST("The page lets its own scripts run and no other") {
    CHECK_EQ(hashOf(app::kHtmlScript), std::string(app::kHtmlScriptHash));
    CHECK_EQ(hashOf(app::kHtmlTimelineScript), std::string(app::kHtmlTimelineHash));
    CHECK(app::kHtmlScript.find('<') == std::string_view::npos && app::kHtmlScript.find('&') == std::string_view::npos);
    // The other one is verbatim text of XML.
    const std::string_view timeline = app::kHtmlTimelineScript;
    CHECK(timeline.starts_with("//<![CDATA[\n") && timeline.find("]]>") == timeline.rfind("]]>") &&
          timeline.ends_with("//]]>\n"));
    CHECK(timeline.find("innerHTML") == timeline.npos && timeline.find("eval") == timeline.npos &&
          timeline.find("</script") == timeline.npos);
}

TEST("A page is of bounded size, however much a report holds") {
    const auto store = model::EventStore::create();
    std::uint32_t random = 1;
    const auto next = [&] { return random = random * 1664525u + 1013904223u, random >> 8; };
    for (int t = 0; t < 60; ++t) {
        model::TrackKey key;
        key.pid = 1, key.tid = t, key.device = t % 4, key.context = 1, key.stream = t;
        model::Lane& kernels = store->lane(store->track(TrackKind::StreamKernels, key), 0);
        model::Lane& calls = store->lane(store->track(TrackKind::CudaApi, key), 0);
        model::TimeNs at = next() % 1000;
        for (int i = 0; i < 4000; ++i) {
            const model::TimeNs end = at + 1 + next() % 900;
            const std::string name =
                fmt::format("a_name_that_is_long_enough_to_matter_where_it_repeats_{}_{}", t, next() % 3000);
            kernels.append({at, end, store->strings().intern(name), 0, 0, 0});
            calls.append({at, end, store->strings().intern(name), 0, 0, 0});
            at = end + next() % 900;
        }
    }
    const std::string page = app::htmlReport(*store->publish(true));
    parsed(page);
    CHECK(page.size() < 5'000'000);
}

TEST("The picture has a bar for each event that is wide enough, at its place in time") {
    const TextReport report("gpu0/s7: |aabb.ccc..|\nt5/nvtx: |nnnnnnnnnn|\n", {{'a', "alpha"}, {'b', "beta"}});
    const std::string picture = app::htmlTimeline(*report.snapshot(), {0, 10'000}, 10'000, {});
    const auto elements = parsed("<!DOCTYPE html>\n" + picture);
    std::vector<std::string> labels;
    for (const Element& e : elements)
        if (e.name == "text" && e.attributes.count("class") && e.attributes.at("class") == "bar")
            labels.push_back(e.attributes.at("x") + " " + e.text);
    // 210 + 98 units a µs, and 3 of space.
    CHECK(labels == (std::vector<std::string>{"213.0 alpha", "409.0 beta", "703.0 c", "213.0 n"}));
    // Half of the width where a longer time has the same picture.
    CHECK(app::htmlTimeline(*report.snapshot(), {0, 10'000}, 20'000, {}).find("x=\"311.0\" y=\"37.0\">beta") !=
          std::string::npos);
    CHECK(app::htmlTimeline(*report.snapshot(), {0, 0}, 0, {}).empty());
}

TEST("Words of a page are translated, names are not, and a stop leaves nothing") {
    const TextReport report("gpu0/s7: |aabb.ccc|\n", {{'a', "Overview"}});
    app::HtmlOptions options;
    options.language = "zh-CN";
    options.words.translate = [](const char*, std::string_view english, std::int64_t) {
        return "«" + std::string(english) + "»";
    };
    const std::string page = app::htmlReport(*report.snapshot(), options);
    CHECK(page.find("<html lang=\"zh-CN\">") != page.npos);
    CHECK(page.find("<h2>«Overview»</h2>") != page.npos && page.find(">Overview</td>") != page.npos);
    std::stop_source stop;
    stop.request_stop();
    options.stop = stop.get_token();
    const Folder folder;
    const auto stopped = app::writeHtml(report.snapshot(), nullptr, folder / "x.html", options);
    CHECK(!stopped && stopped.error().code == model::ErrorCode::Cancelled);
    CHECK(!fs::exists(folder / "x.html"));
}

TEST("Cells of a table that are words of ours are translated, those that are names are not") {
    using namespace model::reports;
    static constexpr ColumnInfo kColumns[] = {{"Name", Unit::Text, ""}, {"Notes", Unit::Text, "", Role::Words}};
    const Report report{"some", "Some", "", kColumns, nullptr};
    const model::Message moves(model::MessageCode::WorkOfMoves, {model::Argument::tenths(7)});
    const Cell cells[] = {std::string("compute"), moves, std::string("  (no stack)"), std::string("latency; L2")};
    Table table;
    table.rows = 2;
    table.cell = [&](std::size_t row, std::size_t column) { return cells[2 * row + column]; };
    const app::HtmlWords words{[](const char* context, std::string_view english, std::int64_t) {
        return std::string(context) + "«" + std::string(english) + "»";
    }};
    const std::string page = app::htmlTable(report, table, 10, words);
    CHECK(page.find(">compute</td>") != page.npos);
    CHECK(page.find(">Messages«half-precision instructions (7 % of the work) may be register moves»</td>") !=
          page.npos);
    CHECK(page.find(">  Labels«(no stack)»</td>") != page.npos);
    CHECK(page.find(">Reports«latency»; Reports«L2»</td>") != page.npos);
}

TEST("Numbers of a page are written as the window writes them") {
    using namespace model::reports;
    static constexpr ColumnInfo kColumns[] = {{"Start (ns)", Unit::Instant, ""},
                                              {"Wait (ns)", Unit::Ns, ""},
                                              {"Held", Unit::Bytes, ""},
                                              {"Busbw (B/s)", Unit::BytesPerSecond, ""},
                                              {"Share (%)", Unit::Percent, ""},
                                              {"FLOP/byte", Unit::Number, ""},
                                              {"Delta (%)", Unit::Percent, "", Role::Change}};
    const Report report{"some", "Some", "", kColumns, nullptr};
    const Cell cells[] = {
        std::int64_t{61'234'567'890}, std::int64_t{1'234'567}, std::int64_t{9'437'184}, 2.5e9, 0.01, 12345.67, 1900.0};
    Table table;
    table.rows = 1;
    table.cell = [&](std::size_t, std::size_t column) { return cells[column]; };
    const std::string page = app::htmlTable(report, table, 10, {});
    for (const std::string_view part :
         {">Start<", ">Wait (ms)<", "data-v=\"61234567890\">61.234\u202f567\u202f890 s<", "data-v=\"1234567\">1.235<",
          ">9.00 MiB<", ">2.5 GB/s<", ">&lt;0.1<", ">12\u202f346<", ">× 20<"})
        if (page.find(part) == page.npos) check::fail(__FILE__, __LINE__, std::string(part) + " is not in " + page);
}

TEST("A page begins with how busy each GPU was, and with the share of the longest kernel") {
    const TextReport report("gpu0/s7: |aabb.ccc|\n");
    const std::string page = app::htmlReport(*report.snapshot(), {});
    const std::string cards = page.substr(page.find("<div class=\"cards\">"), 4000);
    CHECK(cards.find("87.5 %") != cards.npos && cards.find("; 3 kernels") != cards.npos);
    CHECK(cards.find("42.9 %") != cards.npos);
}

TEST("A page counts events, and names the values of counters that the window counts with them") {
    const TextReport report("gpu0/s7: |aabb.ccc|\ncounter: |01234567|\n");
    const std::string page = app::htmlReport(*report.snapshot(), {});
    CHECK(page.find("3 events, 8 values of counters") != page.npos);
    CHECK_EQ(report.snapshot()->eventCount(), 3u + 8u);
    CHECK(app::htmlReport(*TextReport("gpu0/s7: |aabb.ccc|\n").snapshot(), {}).find("3 events<") != page.npos);
}

TEST("The command line writes a page beside the report, of a part and scrubbed if wanted, and replaces nothing") {
    const Folder folder;
    const std::string file = folder.write("t.json", R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"secretKernel","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7,"correlation":7}},
        {"ph":"X","cat":"kernel","name":"late","pid":0,"tid":7,"ts":3000,"dur":3.5,"args":{"device":0,"stream":7,"correlation":8}}]})json");
    CHECK_EQ(cli_run::run("", "report", file).code, 0);
    CHECK(bytesOfFile(folder / "t.html").find("secretKernel") != std::string::npos);
    const cli_run::Ran there = cli_run::run("", "report", file);
    CHECK(there.code == 2 && there.says("t.html is there already, and was left as it is."));
    CHECK_EQ(cli_run::run("", "report", "-f", "--scrub=names", "--times", "/1ms", file).code, 0);
    const std::string part = bytesOfFile(folder / "t.html");
    CHECK(part.find("secretKernel") == part.npos && part.find("kernel1") != part.npos &&
          part.find(">late<") == part.npos);
    CHECK_EQ(cli_run::run("", "report", file, file).code, 0);
    CHECK(bytesOfFile(folder / "t-t.html").find("What changed") != std::string::npos);
    CHECK_EQ(cli_run::run("", "report", "-o", file, "-f", file).code, 2);
    CHECK_EQ(cli_run::run("", "report", (folder / "none.rep").string()).code, 3);
}
