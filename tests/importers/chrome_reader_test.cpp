// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON as it is written in the wild: numbers, texts, packed files, and files that are read in pieces.
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <filesystem>
#include <fstream>
#include <random>

#include "importers/chrome/assembly.h"
#include "importers/chrome/chrome.h"
#include "importers/common/json_text.h"
#include "importers/common/text_source.h"
#include "importers/open.h"
#include "tests/kit/check.h"
#include "tests/kit/store_compare.h"

namespace fs = std::filesystem;

namespace {

using namespace importers;

/// A private folder that goes with the test.
struct Folder {
    fs::path path;
    Folder() {
        std::string name = (fs::temp_directory_path() / "sightline-json-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path); }
    fs::path write(const std::string& name, std::string_view bytes) const {
        std::ofstream(path / name, std::ios::binary) << bytes;
        return path / name;
    }
};

std::string gzip(std::string_view text) {
    std::string out(compressBound(text.size()) + 64, '\0');
    z_stream z{};
    deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

std::string zstdOf(std::string_view text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

std::string textOf(const fs::path& path, std::size_t step = 1 << 16) {
    auto source = TextSource::open(path);
    if (!source) return "error";
    std::string out, block(step, '\0');
    while (const std::size_t n = source->read(block.data(), step)) out.append(block, 0, n);
    return out;
}

std::string utf16(std::string_view ascii, bool big, bool mark) {
    std::string out = mark ? (big ? "\xfe\xff" : "\xff\xfe") : "";
    for (const char c : ascii) {
        if (big) out += '\0';
        out += c;
        if (!big) out += '\0';
    }
    return out;
}

/// A trace of many kinds of events with nested arguments, of about `events` events.
std::string randomTrace(std::uint64_t seed, int events, bool broken) {
    std::mt19937_64 r(seed);
    std::string t = "{\"schemaVersion\": 1, \"traceEvents\": [\n";
    const char* phases[] = {"X", "B", "E", "i", "C", "b", "e", "s", "f"};
    for (int i = 0; i < events; ++i) {
        if (i) t += r() % 5 ? ",\n" : ", ";
        const char* ph = phases[r() % 9];
        t += fmt::format(
            R"({{"ph": "{}", "name": "n{}", "cat": "{}", "pid": {}, "tid": {}, "ts": {}.{:03}, "dur": {}, "id": {}, "args": {{)",
            ph, r() % 20, r() % 3 ? "cpu_op" : "other", r() % 3, r() % 4, 100 + r() % 100000, r() % 1000, r() % 50,
            r() % 7);
        for (int a = 0, n = static_cast<int>(r() % 4); a < n; ++a) {
            t += a ? "," : "";
            switch (r() % 5) {
            case 0: t += fmt::format("\"k{}\": {}", a, r() % 1000); break;
            case 1: t += fmt::format("\"k{}\": \"a \\\"quoted\\\" }}, {{ \\\"ph\\\" text\"", a); break;
            case 2: t += fmt::format("\"k{}\": [{{\"ph\": 1}}, {{\"ph\": 2}}]", a); break;  // looks like two events
            case 3: t += fmt::format("\"k{}\": {{\"x\": {}, \"y\": \"}}\"}}", a, r() % 9); break;
            default: t += fmt::format("\"k{}\": {}.5", a, r() % 100);
            }
        }
        t += "}}";
        if (broken && r() % 40 == 0) t += R"(,{"ph": "X", "name": "bad "quote" here", "ts": 1, "pid": 1, "tid": 1})";
    }
    return t + "\n], \"traceName\": \"x.json\"}\n";
}

std::string dumpInPieces(const fs::path& path, std::size_t pieceBytes, unsigned threads) {
    const auto store = model::EventStore::create();
    auto source = TextSource::open(path);
    OpenOptions options;
    options.threads = threads;
    chrome::Assembly assembly(*store, options);
    chrome::DocumentFacts facts;
    chrome::Document document(*source, *store, options, pieceBytes);
    const auto outcome = document.read(facts, [&](chrome::Records& r) { assembly.take(r); });
    CHECK(outcome == chrome::Document::Outcome::Whole);
    assembly.finish(facts);
    std::string oddities;
    for (const auto& [what, o] : assembly.oddities())
        oddities += fmt::format("odd {} '{}' {}\n", model::noteInfo(what.first).key, english(what.second), o.count);
    return store_compare::dumpStore(*store->publish(true)) + oddities;
}

}  // namespace

TEST("microseconds become whole nanoseconds, exactly, in every form that programs write") {
    const auto ns = [](std::string_view s) { return json::decimal(s, 3).value_or(-999); };
    CHECK_EQ(ns("1712085100123456.789"), 1712085100123456789);
    CHECK_EQ(ns("0.001"), 1);
    CHECK_EQ(ns("0.0005"), 1);
    CHECK_EQ(ns("0.0004"), 0);
    CHECK_EQ(ns("-0.0005"), -1);
    CHECK_EQ(ns("1e3"), 1000000);
    CHECK_EQ(ns("2.5E+1"), 25000);
    CHECK_EQ(ns("1e-3"), 1);
    CHECK_EQ(ns("-0"), 0);
    CHECK_EQ(ns("+10.5"), 10500);
    CHECK_EQ(ns(".75"), 750);
    CHECK_EQ(ns("246."), 246000);
    CHECK_EQ(ns("007"), 7000);
    for (const char* s : {"", "-", "+", ".", "1.5e", "2e+", "12x", "0x10", "nan", "Infinity", " 1", "1 "})
        CHECK_EQ(ns(s), -999);
    bool clamped = false;
    CHECK_EQ(*json::decimal("1e30", 3, &clamped), INT64_MAX);
    CHECK(clamped);
    CHECK_EQ(ns("1000000000000000000000000000000000000000000e-39"), 1000000);
    // The quick way and the exact one agree.
    std::mt19937_64 r(1);
    for (int i = 0; i < 20000; ++i) {
        const std::string s = fmt::format("{}.{:0{}}", r() % 10000000000000000ull, r() % 1000, 1 + r() % 3);
        json::Value v{s.data(), static_cast<std::uint32_t>(s.size()), json::Value::Type::Number, false};
        CHECK_EQ(json::microseconds(v).value_or(-1), ns(s));
    }
}

TEST("texts: escapes are resolved, what cannot be shown becomes visible, what is no UTF-8 is replaced") {
    const auto text = [](std::string_view raw) {
        std::string out;
        json::appendText(raw, true, out);
        return out;
    };
    CHECK_EQ(text(R"(a\"b\\c\/d)"), "a\"b\\c/d");
    CHECK_EQ(text(R"(\u00e9\u4e2d\ud83d\ude00)"), "é中😀");
    CHECK_EQ(text(R"(\ud83d \ude00 \u12)"), "\xef\xbf\xbd \xef\xbf\xbd \\u12");
    CHECK_EQ(text("a\x01\x7f\tb"), "a\\x01\\x7f\\tb");
    CHECK_EQ(text("\xc0\x80\xed\xa0\x80\xf5"),
             "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    CHECK_EQ(text("\\"), "\\");
    CHECK(json::isPlainText("abc é中😀"));
    CHECK(!json::isPlainText("abc\n"));
}

TEST("texts as they are: the same escapes are resolved, and nothing becomes visible") {
    CHECK_EQ(json::exactText(R"(a\"b\\c\/d\n\u0001)"), "a\"b\\c/d\n\x01");
    CHECK_EQ(json::exactText(R"(\u00e9\u4e2d\ud83d\ude00)"), "é中😀");
    CHECK_EQ(json::exactText(R"(\ud83d \u12 \q)"), "\xef\xbf\xbd \\u12 \\q");
    CHECK_EQ(json::exactText("a\x01\tb\\"), "a\x01\tb\\");
}

TEST("packed files give the same text, whatever the packing and the size of a read") {
    const Folder f;
    const std::string text = randomTrace(3, 500, false);
    const auto half = text.size() / 2;
    const std::string members =
        gzip(std::string_view(text).substr(0, half)) + gzip(std::string_view(text).substr(half));
    for (const auto& path : {f.write("plain", text), f.write("one.gz", gzip(text)), f.write("two.gz", members),
                             f.write("padded.gz", members + std::string(512, '\0')), f.write("a.zst", zstdOf(text)),
                             f.write("le", utf16(text, false, true)), f.write("be", utf16(text, true, true)),
                             f.write("le-bare", utf16(text, false, false)), f.write("bom", "\xef\xbb\xbf" + text)})
        for (const std::size_t step : {std::size_t{1 << 16}, std::size_t{4099}}) CHECK(textOf(path, step) == text);
}

TEST("packed files that break off give what there is, and say so") {
    const Folder f;
    const std::string text = randomTrace(4, 2000, false);
    for (const std::string& packed : {gzip(text), zstdOf(text)}) {
        const auto path = f.write("cut", packed.substr(0, packed.size() * 2 / 3));
        auto source = TextSource::open(path);
        CHECK(source.has_value());
        std::string out(text.size(), '\0');
        out.resize(source->read(out.data(), out.size()));
        CHECK(!out.empty() && out.size() < text.size() && text.starts_with(out));
        CHECK_EQ(source->problems().size(), 1u);
        CHECK(source->problems().front().note == model::Note::Incomplete);
    }
}

TEST("what unpacks to more than a thousand times its size is stopped") {
    const Folder f;
    const std::string zeros(16 << 20, '\0');
    std::string bomb;
    for (int i = 0; i < 16; ++i) bomb += zstdOf(zeros);
    auto source = TextSource::open(f.write("bomb.zst", bomb));
    std::string block(1 << 20, '\0');
    std::uint64_t total = 0;
    while (const std::size_t n = source->read(block.data(), block.size())) total += n;
    CHECK(total < 80u << 20);
    CHECK_EQ(source->problems().size(), 1u);
}

TEST("whatever pieces a file is read in, and by however many threads, its content is the same") {
    const Folder f;
    for (const bool broken : {false, true}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const auto path = f.write("trace.json", randomTrace(seed, 1500, broken));
            const std::string whole = dumpInPieces(path, 64 << 20, 1);
            CHECK(whole.size() > 50000);
            for (const std::size_t piece :
                 {std::size_t{97}, std::size_t{300}, std::size_t{1000}, std::size_t{4096}, std::size_t{40000}})
                for (const unsigned threads : {1u, 3u})
                    CHECK_EQ(store_compare::firstDifference(whole, dumpInPieces(path, piece, threads)), "");
        }
    }
}

TEST("broken events cost themselves and no others") {
    const Folder f;
    const std::string text = randomTrace(9, 3000, true);
    std::size_t bad = 0;
    for (std::size_t at = 0; (at = text.find("bad \"quote", at)) != text.npos; ++at) ++bad;
    CHECK(bad > 20);
    const auto clean = model::EventStore::create(), dirty = model::EventStore::create();
    CHECK(openReport(f.write("dirty.json", text), *dirty).has_value());
    std::string repaired;
    for (std::size_t at = 0;;) {
        const std::size_t next = text.find(R"(,{"ph": "X", "name": "bad)", at);
        repaired.append(text, at, next - at);
        if (next == text.npos) break;
        at = text.find('}', next) + 1;
    }
    CHECK(openReport(f.write("clean.json", repaired), *clean).has_value());
    CHECK_EQ(dirty->diagnostics().total(model::Note::DamagedPart), bad);
    CHECK_EQ(dirty->snapshot()->eventCount(), clean->snapshot()->eventCount());
}

TEST("one event a line without an array, and a file that ends anywhere") {
    const Folder f;
    const auto store = model::EventStore::create();
    std::string lines;
    for (int i = 0; i < 100; ++i)
        lines += fmt::format("{{\"ph\":\"X\",\"name\":\"e{}\",\"ts\":{},\"dur\":1,\"pid\":1,\"tid\":1}}\n", i, i * 2);
    CHECK(openReport(f.write("lines.json", lines), *store).has_value());
    CHECK_EQ(store->snapshot()->eventCount(), 100u);
    CHECK(store->diagnostics().list().empty());
    const std::string whole = randomTrace(5, 12, false);
    for (std::size_t n = 45; n < whole.size(); n += 3) {
        const auto cut = model::EventStore::create();
        CHECK(openReport(f.write("cut.json", std::string_view(whole).substr(0, n)), *cut).has_value());
        const bool said = cut->diagnostics().total(model::Note::Incomplete) > 0;
        CHECK(said || whole.compare(n, 1, "\n") == 0 || whole.find("]", n) == whole.npos ||
              cut->snapshot()->info().partial || n + 2 >= whole.size());
    }
}
