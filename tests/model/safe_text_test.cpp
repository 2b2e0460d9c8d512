// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of strangers on every way in, and on every way out: nothing of them is obeyed.
#include <algorithm>
#include <random>

#include "app/text/terminal.h"
#include "importers/export/export.h"
#include "importers/export/output.h"
#include "importers/sql/sql_session.h"
#include "model/base/safe_text.h"
#include "model/base/utf8.h"
#include "model/rep/rep_writer.h"
#include "model/store/report_texts.h"
#include "tests/kit/all_texts.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/opened.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;

struct Case {
    std::string_view text, shown;
};
using namespace std::string_view_literals;
/// One of every kind.
constexpr Case kCases[] = {
    {"\x1b[31mred\x1b]0;title\a"sv, "\\x1b[31mred\\x1b]0;title\\x07"sv},
    {"a\0b"sv, "a\\x00b"sv},
    {"over\r\b\x7f"sv, "over\\x0d\\x08\\x7f"sv},
    {"\u009b31m \u0085"sv, "\\x9b31m \\x85"sv},
    {"load\u202egnp.exe"sv, "load\\u202egnp.exe"sv},
    {"\u2066a\u2069\u200e\u200f\u061c\u202a\u202c"sv, "\\u2066a\\u2069\\u200e\\u200f\\u061c\\u202a\\u202c"sv},
    {"one\u2028two\u2029"sv, "one\\u2028two\\u2029"sv},
    {"\ufeffin\ufeff\u200bside\u2060"sv, "\\ufeffin\\ufeff\\u200bside\\u2060"sv},
    {"tag\U000e0041"sv, "tag\\U000e0041"sv},
    {"\ufffe\uffff\ufff9"sv, "\\ufffe\\uffff\\ufff9"sv},
    {"\xff\xc2 \xed\xa0\x80 \xc0\x80"sv, "\ufffd\ufffd \ufffd\ufffd\ufffd \ufffd\ufffd"sv},
    {"plain\tλ 内核 “x” 🚀 e\u0301\n"sv, "plain\tλ 内核 “x” 🚀 e\u0301\n"sv},
    {"line\r\nline"sv, "line\r\nline"sv},
    {""sv, ""sv},
};

/// Characters of a text that a program may obey, line ends and tabs aside.
std::string obeyedIn(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const char32_t c = model::decodeUtf8(text);
        if (c == '\r' && text.starts_with('\n')) continue;
        if (c != '\n' && c != '\t' && model::isObeyed(c))
            out += fmt::format("U+{:04X} ", static_cast<std::uint32_t>(c));
    }
    return out;
}

std::string hostile() {
    std::string out;
    for (const Case& c : kCases)
        if (c.text != c.shown) out += c.text;
    return out;
}

/// As JSON, with every character beyond ASCII, and those that must be, as an escape; what is no UTF-8 stays as it is.
std::string asJson(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t n = model::utf8Bytes(text);
        if (n == 0) {
            out += text[0];
            text.remove_prefix(1);
            continue;
        }
        auto c = static_cast<std::uint32_t>(model::decodeUtf8(text));
        if (c >= 0x10000)
            out += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((c - 0x10000) >> 10), 0xdc00 + ((c - 0x10000) & 0x3ff));
        else out += fmt::format("\\u{:04x}", c);
    }
    return out;
}

/// A trace with such texts wherever one may hold them.
std::string hostileTrace() {
    const std::string t = asJson(hostile());
    return fmt::format(
        R"json({{"traceName":"{0}","{0}":"{0}","deviceProperties":[{{"id":0,"name":"{0}","{0}":"{0}"}}],"traceEvents":[
        {{"ph":"M","name":"process_name","pid":1,"tid":7,"args":{{"name":"{0}"}}}},
        {{"ph":"M","name":"thread_name","pid":1,"tid":7,"args":{{"name":"{0}"}}}},
        {{"ph":"X","cat":"kernel","name":"k{0}","pid":0,"tid":7,"ts":10,"dur":2,"args":{{"device":0,"stream":7,"{0}":"{0}"}}}},
        {{"ph":"X","name":"n{0}","pid":1,"tid":7,"ts":20,"dur":2,"args":{{"a":{{"{0}":["{0}"]}},"{0}":"{0}"}}}},
        {{"ph":"C","name":"c{0}","pid":1,"ts":20,"args":{{"{0}":3}}}},
        {{"ph":"b","cat":"x","id":"{0}","name":"n{0}","pid":1,"tid":7,"ts":20}},{{"ph":"?{0}"}}]}})json",
        t);
}

}  // namespace

TEST("what programs obey is written out in one form, the rest stays, and what was written out is left alone") {
    for (const Case& c : kCases) {
        CHECK_EQ(model::safeText(c.text), c.shown);
        CHECK_EQ(model::safeText(c.shown), c.shown);
        CHECK_EQ(model::isSafeText(c.text), c.text == c.shown);
        CHECK_EQ(obeyedIn(c.shown), "");
    }
    std::mt19937 random(7);
    for (int i = 0; i < 20000; ++i) {
        std::string text(random() % 40, '\0');
        for (char& c : text) c = static_cast<char>(random() % 3 ? 'a' + random() % 26 : random());
        const std::string safe = model::safeText(text);
        CHECK(model::isSafeText(safe));
        CHECK_EQ(safe == text, model::isSafeText(text));
    }
    for (int place = 0; place < 24; ++place)  // wherever in a word of eight bytes it stands
        for (const int c : {0x00, 0x1f, 0x7f, 0x80, 0xff}) {
            std::string text(24, 'x');
            text[static_cast<std::size_t>(place)] = static_cast<char>(c);
            CHECK(!model::isSafeText(text));
        }
}

TEST(
    "no way into a store keeps what programs obey: interned, adopted from a file, notes, and what a report says of itself") {
    const auto store = model::EventStore::create();
    for (const Case& c : kCases) {
        const model::StringId id = store->strings().intern(c.text);
        CHECK_EQ(store->strings().at(id), c.shown);
        CHECK_EQ(store->strings().intern(c.shown), id);
        CHECK_EQ(store->strings().find(c.text), id);
    }
    model::StringTable adopted;
    std::vector<std::string_view> texts;
    for (const Case& c : kCases) texts.push_back(c.text);
    adopted.adopt(nullptr, 0, texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
        CHECK_EQ(adopted.at(static_cast<model::StringId>(i + 1)), kCases[i].shown);
    model::ReportInfo& info = store->info();
    info.session_facts.emplace_back("", ""), info.entities.emplace_back().facts.emplace_back("", ""),
        info.categories.emplace_back(), info.attachments.emplace_back(), info.skipped["what"] = 1;
    int places = 0;
    model::rewriteTexts(info, [&](std::string& text) { text = hostile() + std::to_string(++places); });
    CHECK(places >= 14);
    store->diagnostics().add(model::Note::ReportMessage, hostile(), 1, hostile());
    CHECK_EQ(obeyedIn(allTexts(*store->publish(true))), "");
}

TEST("a report that an earlier version wrote, or somebody else, is shown as harmless as a new one") {
    // Written before texts were made harmless: load U+202E gnp.exe.
    const Opened out(fs::path(SIGHTLINE_SOURCE_DIR) / "tests" / "data" / "texts" / "direction.rep");
    CHECK(out.result.has_value());
    CHECK_EQ(out.spans(model::TrackKind::Slices), "load\\u202egnp.exe 0+5000; 🚀 step 6000+5000");
}

TEST("nothing that a trace holds is obeyed in any answer of the command line, nor in any file that it writes") {
    const Folder folder;
    const std::string file = folder.write("t.json", hostileTrace());
    const auto check = [&](const std::string& what, std::string_view text) {
        if (const std::string found = obeyedIn(text); !found.empty())
            check::fail(__FILE__, __LINE__, what + ": " + found);
        for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(model::utf8Bytes(rest)))
            if (model::utf8Bytes(rest) == 0) return check::fail(__FILE__, __LINE__, what + ": no UTF-8");
    };
    const auto answer = [&](auto&&... words) {
        const cli_run::Ran ran = cli_run::run("", words...);
        check(fmt::format("{}", fmt::join(std::vector<std::string>{words...}, " ")), ran.out);
        return ran;
    };
    answer("info", file), answer("info", "--json", file);
    CHECK(answer("stats", "-r", "cuda_gpu_kern_sum", file).says("\\u202e"));
    for (const char* format : {"table", "csv", "tsv", "json", "markdown"}) {
        answer("stats", "-f", format, file), answer("analyze", "-f", format, file);
        const cli_run::Ran sql = answer(
            "query", "-f", format,
            "SELECT name, char(27) || char(155) || char(0x202e) || char(10) AS x, count(*) FROM events GROUP BY 1",
            file);
        CHECK_EQ(sql.code, 0);
        CHECK(sql.says(std::string_view(format) == "json" ? "\\\\x1b\\\\x9b\\\\u202e" : "\\x1b\\x9b\\u202e"));
    }
    answer("query", "SELECT 1 AS \"\x1b[31m\u202e\" FROM nowhere", file);
    answer("query", "SELECT 1 AS \"\x1b[31m\u202e\"", file);
    const std::string bad = folder.write("evil\u202egnp\x1b[31m.json", "{\"\x1b]0;x\u202e\": 1}");
    CHECK(answer("info", bad).code != 0), CHECK(answer("info", "--json", bad).code != 0);
    CHECK(answer("stats", (folder / "no\u202ewhere").string()).code != 0);
    for (const char* type : {"json", "chrome", "csv"}) {
        const fs::path out = folder / type;
        CHECK_EQ(answer("export", "-t", type, "-o", out.string(), file).code, 0);
        for (const fs::path& one : fs::is_directory(out)
                                       ? std::vector<fs::path>(fs::directory_iterator(out), fs::directory_iterator())
                                       : std::vector{out})
            check(type, bytesOfFile(one));
    }
    const fs::path page = folder / "page.html", rep = folder / "t.rep";
    CHECK_EQ(answer("report", "-o", page.string(), file).code, 0);
    check("HTML", bytesOfFile(page));
    CHECK_EQ(answer("convert", file, rep.string()).code, 0);
    check(".rep", allTexts(*Opened(rep).s));
}

TEST("for spreadsheets, what they would take for a formula has an apostrophe before it, and numbers stay numbers") {
    const auto field = [](std::string_view text, bool forSpreadsheet = true) {
        std::string out;
        importers::exporting::appendCsv(out, text, forSpreadsheet);
        return out;
    };
    for (const auto& [text, expected] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {"=1+1", "\"'=1+1\""},
             {"+cmd|' /C calc'!A0", "\"'+cmd|' /C calc'!A0\""},
             {"-fno-x", "\"'-fno-x\""},
             {"@SUM(A1)", "\"'@SUM(A1)\""},
             {"\tx", "\"'\tx\""},
             {"=\"a\"", "\"'=\"\"a\"\"\""},
             {"-12.5", "-12.5"},
             {"-3e-9", "-3e-9"},
             {"+7", "+7"},
             {"a=b", "a=b"},
             {"a,b", "\"a,b\""},
             {"", ""}})
        CHECK_EQ(field(text), expected);
    CHECK_EQ(field("=1+1", false), "=1+1");
    const Folder folder;
    const std::string file = folder.write(
        "t.json",
        R"json({"traceEvents":[{"ph":"X","cat":"kernel","name":"=HYPERLINK(1)","pid":0,"tid":7,"ts":10,"dur":2,"args":{"device":0,"stream":7}}]})json");
    CHECK(cli_run::run("", "stats", "-r", "cuda_gpu_kern_sum", "--spreadsheet", file).says(",\"'=HYPERLINK(1)\""));
    CHECK(cli_run::run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", file).says(",=HYPERLINK(1)"));
    CHECK(cli_run::run("", "query", "--spreadsheet", "SELECT name, -5 AS n FROM events", file)
              .says("\"'=HYPERLINK(1)\",-5\n"));
    CHECK(
        cli_run::run("", "compare", "--whole", "--by", "kernel", "--spreadsheet", file, file).says("\"'=HYPERLINK(1)"));
    CHECK(
        cli_run::run("", "export", "-t", "csv", "--spreadsheet", "--kinds", "kernel", file).says("\"'=HYPERLINK(1)\""));
    CHECK_EQ(cli_run::run("", "export", "-t", "json", "--spreadsheet", file).code, 2);
    CHECK_EQ(cli_run::run("", "stats", "--json", "--spreadsheet", file).code, 2);
}
