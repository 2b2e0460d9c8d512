// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON Lines export of Nsight Systems. No real one was at hand: lines are made here as the documentation and
// programs that read such files describe them, most of them out of real SQLite exports, which hold the same tables.
#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "importers/common/sqlite_reader.h"
#include "importers/nsys/jsonlines_reader.h"
#include "importers/open.h"
#include "tests/kit/check.h"
#include "tests/kit/export_db.h"
#include "tests/kit/mutate.h"
#include "tests/kit/samples.h"
#include "tests/kit/scratch_file.h"
#include "tests/kit/store_compare.h"

namespace {

namespace fs = std::filesystem;
using model::ErrorCode;
using model::Note;
using model::TrackKind;
using namespace std::string_literals;

struct Export {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::Result<void> result;
    model::SnapshotPtr s;

    explicit Export(const fs::path& path, const importers::OpenOptions& options = {})
        : result(importers::openReport(path, *store, options)), s(store->snapshot()) {}
    std::string rows(TrackKind kind) const {
        std::string out;
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind)
                for (const model::LaneId l : t.lanes)
                    for (std::size_t i = 0; i < s->lane(l).rows; ++i) {
                        const model::Event e = s->lane(l).lane->row(i);
                        out += fmt::format("{}..{} {}; ", e.start, e.end, s->text(e.name));
                    }
        return out;
    }
    std::string note(Note note) const {
        std::string out;
        for (const model::Diagnostic& d : store->diagnostics().list())
            if (d.note == note)
                out += fmt::format("{} {} {}; ", model::english(d.subject), d.count, model::english(d.example));
        return out;
    }
};

Export openText(std::string_view text) { return Export(ScratchFile(text, ".jsonl").path()); }

std::string inQuotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') (out += '\\') += c;
        else if (c == '\n') out += "\\n";
        else if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else out += c;
    }
    return out + '"';
}

/// The rows of a database as lines: keys in alphabetical order, NULL left out.
std::string linesOf(const fs::path& database) {
    std::string out;
    const auto db = importers::SqliteReader::open(database);
    if (!db) return out;
    for (const importers::SqliteTable& t : db->tables()) {
        std::vector<int> columns;
        for (std::size_t i = 0; i < t.columns.size(); ++i) columns.push_back(static_cast<int>(i));
        for (const auto& part : db->parts(t, SIZE_MAX))
            (void)db->scan(part, columns, [&](std::span<const importers::Cell> cells, std::int64_t) {
                std::map<std::string, std::string> values{{"table", inQuotes(t.name)}};
                for (std::size_t i = 0; i < cells.size(); ++i) {
                    using Type = importers::Cell::Type;
                    const importers::Cell& c = cells[i];
                    if (c.type == Type::Int) values[t.columns[i]] = std::to_string(c.i);
                    if (c.type == Type::Real) values[t.columns[i]] = fmt::format("{}", c.real);
                    if (c.type == Type::Text) values[t.columns[i]] = inQuotes(c.text());
                }
                std::string line;
                for (const auto& [key, value] : values)
                    line += (line.empty() ? "{" : ",") + inQuotes(key) + ":" + value;
                out += line + "}\n";
            });
    }
    return out;
}

/// What two exports of one run must have in common: everything but the names of the formats, the examples of notes and
/// the order of processes and threads, which is that of the file.
std::string comparable(const model::Snapshot& s) {
    std::istringstream in(store_compare::dumpStore(s));
    std::string out;
    std::multiset<std::string> entities;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("entity ")) entities.insert(line);
        else if (!line.starts_with("info '") && !line.starts_with("note ")) out += line + '\n';
    }
    for (const std::string& e : entities) out += e + '\n';
    return out;
}

const std::string kReport =
    R"({"end":2487364321,"eventType":60,"domainId":0,"globalTid":282747880941798,"rangeId":2,"start":18624241,"table":"NVTX_EVENTS","textId":107}
{"id":107,"table":"StringIds","value":"compute_values"}
{"id":61,"table":"StringIds","value":"kernel \"a\"\u00e9\n"}
{"name":"PROCESS_0:ENVIRONMENT_VARIABLE","table":"META_DATA_CAPTURE","value":"TOKEN=\"planted\""}
{"correlationId":5,"deviceId":0,"contextId":1,"streamId":7,"globalPid":282747880931328,"demangledName":61,"shortName":61,"start":20000000,"end":20000500,"gridX":4,"newColumn":"kept","table":"CUPTI_ACTIVITY_KIND_KERNEL"}
{"table":"ANALYSIS_DETAILS","startTime":1000000,"duration":3000000000,"globalVid":282747880701952}
{"table":"EXPORT_META_DATA","name":"EXPORT_PRODUCT_VERSION","value":"2025.3.1"}
)";

}  // namespace

TEST("rows open whatever the order of lines and keys") {
    const Export o = openText(kReport);
    CHECK(o.result.has_value());
    CHECK_EQ(o.s->info().format, "Nsight Systems JSON Lines export"s);
    CHECK_EQ(o.s->info().productVersion, "2025.3.1"s);
    CHECK_EQ(o.s->info().session.end, model::TimeNs{3000000000});
    CHECK_EQ(o.rows(TrackKind::ProcessNvtx), "18624241..2487364321 compute_values; "s);
    CHECK_EQ(o.rows(TrackKind::StreamKernels), "20000000..20000500 kernel \"a\"é\n; "s);
    std::string dump = store_compare::dumpStore(*o.s);
    CHECK(dump.find("'newColumn'='kept'") != std::string::npos);
    CHECK(dump.find("planted") == std::string::npos);
}

TEST("numbers may be written as text, large ones without a sign, and tables may be unknown") {
    const Export o = openText(
        R"({"table":"OSRT_API","start":"10","end":"20","globalTid":"282747880941798","nameId":"3","returnValue":18446744073709551615}
{"table":"StringIds","id":"3","value":"7"}
{"table":"NET_NIC_METRIC","start":1,"end":2}
{"table":"NET_NIC_METRIC","start":2,"end":3}
{"start":4}
{"table":"GENERIC_EVENTS","data":"{}","timestamp":1,"typeId":2}
)");
    CHECK_EQ(o.rows(TrackKind::OsRuntime), "10..20 7; "s);
    CHECK(store_compare::dumpStore(*o.s).find("'returnValue'=-1 ") != std::string::npos);
    CHECK_EQ(o.note(Note::UnknownTable), "NET_NIC_METRIC 2 ; "s);
    CHECK_EQ(o.note(Note::SkippedUnknown), "line without a table 1 ; "s);
    CHECK_EQ(o.note(Note::NotShown), "generic event 1 ; "s);
}

TEST("tables with a version are the table that they version: those of strings, descriptions and call chains, too") {
    const std::string chains =
        R"({"table":"OSRT_API","start":1,"end":9,"globalTid":282747880941798,"nameId":107,"callchainId":4}
{"table":"OSRT_CALLCHAINS","id":4,"stackDepth":0,"symbol":107}
{"table":"ThreadNames","nameId":107,"priority":0,"globalTid":282747880941798}
)";
    std::string versioned = kReport + chains;
    const std::string key = "\"table\":\"";
    for (std::size_t at = versioned.find(key); at != versioned.npos; at = versioned.find(key, at)) {
        at = versioned.find('"', at + key.size());
        versioned.insert(at, "_V2");
    }
    const Export plain = openText(kReport + chains), other = openText(versioned);
    CHECK(comparable(*plain.s).find("compute_values") != std::string::npos);
    CHECK_EQ(store_compare::firstDifference(comparable(*plain.s), comparable(*other.s)), ""s);
    CHECK_EQ(other.note(Note::UnknownTable), ""s);
}

TEST("a broken line costs that line, and a file that breaks off says so") {
    const Export o = openText(R"({"table":"StringIds","id":1,"value":"call"}
{"table":"OSRT_API","start":1,"end":2,"globalTid":282747880941798,"nameId":1}
{"table":"OSRT_API","start":[{[,"end":"x
{"table":"OSRT_API","start":5,"end":6,"globalTid":282747880941798,"nameId":1} rest
{"table":"OSRT_API","start":3,"end":4,"globalTid":282747880941798,"nameId":1}
{"table":"OSRT_API","start":7,"en)");
    CHECK(o.result.has_value());
    CHECK_EQ(o.rows(TrackKind::OsRuntime), "1..2 call; 3..4 call; "s);
    CHECK_EQ(o.note(Note::DamagedPart), "lines that are no JSON 2 line 3; "s);
    CHECK_EQ(o.note(Note::Incomplete), "it ends in the middle of a line 1 ; "s);
    CHECK(o.s->info().partial);
}

TEST("exports written as lines give what the database gives") {
    int compared = 0;
    for (const fs::path& database : export_db::exports()) {
        if (fs::file_size(database) >= 950'000 || database.string().find("2022") != std::string::npos ||
            database.string().find("old") != std::string::npos)
            continue;
        importers::OpenOptions three;
        three.threads = 3;
        const ScratchFile lines(linesOf(database), ".jsonl");
        const Export a(database), b(lines.path(), three);
        CHECK(b.result.has_value());
        const std::string left = comparable(*a.s), right = comparable(*b.s);
        if (left != right)
            check::fail(__FILE__, __LINE__,
                        database.filename().string() + ": " + store_compare::firstDifference(left, right));
        ++compared;
    }
    CHECK(compared >= export_db::least(6, 1));
}

TEST("ids of strings and call chains that are far apart cost no memory") {
    std::string text, rows;
    std::int64_t id = 1024;
    for (int i = 0; i < 40; ++i, id = id * 2 + 1) {
        text += fmt::format("{{\"table\":\"StringIds\",\"id\":{},\"value\":\"name {}\"}}\n", id, i);
        text += fmt::format("{{\"table\":\"OSRT_CALLCHAINS\",\"id\":{},\"stackDepth\":0,\"symbol\":{}}}\n", id, id);
        text += fmt::format(
            "{{\"table\":\"OSRT_API\",\"start\":{},\"end\":{},\"globalTid\":282747880941798,\"nameId\":{},\"callchainId\":{}}}\n",
            i * 10, i * 10 + 5, id, id);
        rows += fmt::format("{}..{} name {}; ", i * 10, i * 10 + 5, i);
    }
    const Export o = openText(text);
    CHECK_EQ(o.rows(TrackKind::OsRuntime), rows);
    CHECK(store_compare::dumpStore(*o.s).find("[ 'name 39'") != std::string::npos);
}

TEST("captured output is read again from the file, with its line ends") {
    const ScratchFile file(R"({"table":"StringIds","id":8,"value":"/dev/stdout"}
{"table":"StringIds","id":9,"value":"one\ntwo\ttab \ud83d\ude00"}
{"table":"ProcessStreams","globalPid":282747880931328,"filenameId":8,"contentId":9}
)");
    const Export o(file.path());
    CHECK_EQ(o.s->info().attachments.size(), std::size_t{1});
    const auto text = importers::readAttachment(file.path(), o.s->info().attachments.front());
    CHECK(text.has_value());
    CHECK_EQ(*text, "one\ntwo\ttab 😀"s);
}

TEST("only lines of tables are taken for an export") {
    CHECK_EQ(static_cast<int>(openText(R"({"table":"users","id":1})"
                                       "\n")
                                  .result.error()
                                  .code),
             static_cast<int>(ErrorCode::JsonWithoutEvents));
    CHECK_EQ(static_cast<int>(openText(R"({"table":"SOME_OTHER","id":1})"
                                       "\n")
                                  .result.error()
                                  .code),
             static_cast<int>(ErrorCode::ForeignDatabase));
}

TEST("lines come whole, whatever the size of the blocks they are read in") {
    std::string text;
    for (int i = 0; i < 3; ++i) text += std::string(3 << 20, static_cast<char>('a' + i)) + "\n\n";
    text += "last";
    const ScratchFile file(text);
    auto source = importers::TextSource::open(file.path());
    importers::nsys::LineReader reader(*source);
    importers::nsys::LineBlock block;
    std::string seen;
    while (reader.next(block))
        for (const auto& line : block.lines) seen += fmt::format("{}:{}{} ", line.number, line.size, line.begin[0]);
    CHECK_EQ(seen, "1:3145728a 3:3145728b 5:3145728c 7:4l "s);
}

TEST("damaged exports never do worse than leave rows out") {
    Mutations mutate(7);
    for (int i = 0; i < 400; ++i) {
        const Export o = openText(mutate(kReport));
        if (o.result) CHECK(o.s->eventCount() <= 40);
    }
}
