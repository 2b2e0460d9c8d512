// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of Nsight Compute as tables of statistics and of SQL: against what ncu printed, and against each other.
#include <fmt/format.h>
#include <map>

#include "importers/sql/sql_session.h"
#include "model/rep/rep_writer.h"
#include "model/reports/report.h"
#include "model/rules/rule.h"
#include "tests/kit/cells.h"
#include "tests/kit/ncu_samples.h"

namespace {

using namespace model;
using reports::Table;

Table tableOf(const SnapshotPtr& s, std::string_view key) { return reports::find(key)->make({*s, s->whole()}); }

/// The first cell of each row of an answer as text, with bars between the cells of a row.
std::vector<std::string> answer(const SnapshotPtr& s, std::string_view sql) {
    importers::SqlSession session(s);
    std::vector<std::string> out;
    const auto done = session.query(
        sql, {}, [](auto) {},
        [&](std::span<const importers::Cell> row) {
            std::string& line = out.emplace_back();
            for (const importers::Cell& c : row)
                line += (line.empty() ? "" : "|") + (c.type == importers::Cell::Type::Text ? std::string(c.text())
                                                     : c.type == importers::Cell::Type::Real
                                                         ? fmt::format("{}", c.real)
                                                         : fmt::format("{}", c.intOr(-1)));
            return true;
        });
    CHECK(done.has_value());
    return out;
}

SnapshotPtr own() { return ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"); }

}  // namespace

TEST("kernel_rules has what the details page says, rule by rule") {
    const SnapshotPtr s = own();
    std::map<std::string, std::pair<std::size_t, double>> printed, found;  // by kernel: messages, sum of estimates
    const auto page = ncu_samples::readCsv(ncu_samples::own() / "kern_full.details.csv");
    for (std::size_t r = 1; r < page.size(); ++r) {
        if (page[r].size() < 20 || page[r][15].empty()) continue;
        auto& [count, sum] = printed[page[r][0]];
        ++count;
        if (!page[r][19].empty()) sum += std::stod(page[r][19]);
    }
    const Table t = tableOf(s, "kernel_rules");
    for (std::size_t r = 0; r < t.rows; ++r) {
        auto& [count, sum] = found[std::to_string(cells::whole(t.cell(r, 0)))];
        ++count;
        if (!std::holds_alternative<std::monostate>(t.cell(r, 5))) sum += cells::real(t.cell(r, 5));
        CHECK(!cells::text(t.cell(r, 3)).empty() && !cells::text(t.cell(r, 7)).empty());
    }
    CHECK(!printed.empty() && printed.size() == found.size());
    for (const auto& [kernel, of] : printed) {
        CHECK_EQ(of.first, found[kernel].first);
        CHECK(std::abs(of.second - found[kernel].second) < 0.01 * static_cast<double>(of.first));
    }
    CHECK_EQ(answer(s, "SELECT count(*) FROM kernel_rules"), (std::vector<std::string>{std::to_string(t.rows)}));
}

TEST("kernel_metrics has every column of the raw page") {
    const SnapshotPtr s = own();
    const auto page = ncu_samples::readCsv(ncu_samples::own() / "kern_full.raw.csv");
    const Table t = tableOf(s, "kernel_metrics");
    std::map<std::pair<std::int64_t, std::string>, double> values;
    for (std::size_t r = 0; r < t.rows; ++r)
        values[{cells::whole(t.cell(r, 0)), cells::text(t.cell(r, 3))}] = cells::real(t.cell(r, 4));
    std::size_t compared = 0;
    for (std::size_t r = 2; r < page.size(); ++r)
        for (std::size_t c = 0; c < page[0].size(); ++c) {
            if (page[0][c] != "launch__registers_per_thread" && page[0][c] != "smsp__inst_executed.sum") continue;
            std::string digits = page[r][c];
            std::erase(digits, ',');
            CHECK_EQ((values[{std::stoll(page[r][0]), page[0][c]}]), std::stod(digits));
            ++compared;
        }
    CHECK(compared >= 2);
    CHECK_EQ(answer(s, "SELECT count(*) FROM kernel_metrics"), (std::vector<std::string>{std::to_string(t.rows)}));
    CHECK_EQ(
        answer(
            s,
            "SELECT section, typeof(value), unit FROM kernel_metrics WHERE profile = 0 AND metric = 'gpu__time_duration.sum'"),
        (std::vector<std::string>{"GPU Speed Of Light Throughput|real|ns"}));
}

TEST("kernel_source adds up to the source page") {
    const SnapshotPtr s = own();
    const auto page = ncu_samples::readCsv(ncu_samples::own() / "kern_full.source.csv");
    // Each kernel is a block: its name, a heading, its instructions.
    std::vector<std::int64_t> executed;
    std::size_t column = 0;
    for (const auto& row : page) {
        if (row[0] == "Kernel Name") executed.push_back(0);
        else if (row[0] == "Address")
            column = static_cast<std::size_t>(std::find(row.begin(), row.end(), "Instructions Executed") - row.begin());
        else if (column < row.size() && row[0].starts_with("0x")) executed.back() += std::stoll(row[column]);
    }
    executed.erase(std::unique(executed.begin(), executed.end()),
                   executed.end());  // it has each kernel twice, printed with two views
    std::map<std::int64_t, std::int64_t> found;
    const Table t = tableOf(s, "kernel_source");
    for (std::size_t r = 0; r < t.rows; ++r)
        if (cells::text(t.cell(r, 6)) == "inst_executed")
            found[cells::whole(t.cell(r, 0))] += cells::whole(t.cell(r, 7));
    CHECK(!executed.empty() && executed.size() == found.size());
    for (const auto& [kernel, sum] : found) CHECK_EQ(sum, executed[static_cast<std::size_t>(kernel)]);
    CHECK_EQ(answer(s, "SELECT sum(value) FROM kernel_source WHERE profile = 0 AND metric = 'inst_executed'"),
             (std::vector<std::string>{std::to_string(executed[0])}));
    CHECK(answer(s, "SELECT count(*) FROM kernel_source WHERE line > 0").front() == "0" ||
          !answer(s, "SELECT file FROM kernel_source WHERE line > 0 LIMIT 1").front().empty());
}

TEST("analyze has the remarks of the profiler, what gains most first, also of a part of a .rep") {
    const SnapshotPtr s = own();
    const rules::Rule& rule = *rules::find("profiler_rules");
    const Table found = makeTable(rule.table, {*s, s->whole()});
    CHECK(found.rows > 0);
    for (std::size_t r = 1; r < found.rows; ++r)
        CHECK(cells::real(found.cell(r, 0)) <= cells::real(found.cell(r - 1, 0)));
    CHECK(rules::gainOf(rule, found) > 0);
    const ncu_samples::TemporaryFile file("", ".rep");
    CHECK(writeRep(*s, file.path()).has_value());
    auto store = EventStore::create();
    importers::OpenOptions part;
    part.wanted = reports::find("kernel_rules")->needs;
    CHECK(importers::openReport(file.path(), *store, part).has_value());
    CHECK_EQ(tableOf(store->snapshot(), "kernel_rules").rows, tableOf(s, "kernel_rules").rows);
    const auto empty = EventStore::create()->publish(true);
    CHECK(!rule.table.make({*empty, {0, 1}}).why.empty() && !tableOf(empty, "kernel_metrics").why.empty());
}
