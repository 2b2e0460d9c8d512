// SPDX-License-Identifier: GPL-3.0-or-later
// What `ncu --csv` prints, with what stands around it in real outputs.
#include <fmt/format.h>
#include <cmath>

#include "importers/ncu/csv_reader.h"
#include "model/base/messages.h"
#include "model/kernels/source_metrics.h"
#include "model/query/query.h"
#include "tests/kit/ncu_samples.h"

namespace {

using importers::ncu::csvUnit;
using model::KernelProfile;
using model::MetricValue;
using model::Note;
using model::SnapshotPtr;

SnapshotPtr openText(std::string_view text) {
    const ncu_samples::TemporaryFile file(text);
    return ncu_samples::open(file.path());
}
MetricValue value(const SnapshotPtr& s, std::string_view metric, model::ProfileId id = 0) {
    return s->kernelProfiles().at(id).find(s->store().strings().find(metric));
}

constexpr std::string_view kRaw =
    "==PROF== Connected to process 12\n"
    "my program says \"hello, and forgets a quote\n"
    "==PROF== Disconnected\n"
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"gpu__time_duration.sum\",\"dram__bytes.sum\",\"some__text\",\"a\",\"b\"\n"
    "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"us\",\"Kbyte\",\"\",\"\",\"sector/ns\"\n"
    "\"0\",\"12\",\"prog\",\"127.0.0.1\",\"gemm<float>(int, int)\",\"1\",\"7\",\"(16, 4, 1)\",\"(1024, 1, 1)\",\"0\",\"8.6\",\"1,234.5\",\"2.50\",\"GPU, the\",\"n/a\",\"0.5\"\n"
    "==PROF== a line between\n"
    "\"1\",\"12\",\"prog\",\"127.0.0.1\",\"reduce()\",\"1\",\"7\",\"(32, 1, 1)\",\"(2, 1, 1)\",\"0\",\"8.6\",\"7\",\"\"\n";

TEST("the raw page opens with messages around it, units in base, missing cells as not measured and short rows") {
    const SnapshotPtr s = openText(kRaw);
    CHECK_EQ(s->profileCount(), 2);
    CHECK_EQ(s->info().formatKey, std::string("ncu-csv"));
    const KernelProfile& p = s->kernelProfiles().at(0);
    CHECK_EQ(s->text(p.name), std::string_view("gemm<float>(int, int)"));
    CHECK_EQ(s->text(p.function), std::string_view("gemm"));
    CHECK(p.block == (std::array<std::uint32_t, 3>{16, 4, 1}) && p.grid[0] == 1024 && p.chip == 86 && p.pid == 12);
    CHECK_EQ(value(s, "gpu__time_duration.sum").number(), 1234500);
    CHECK_EQ(value(s, "dram__bytes.sum").number(), 2500);
    CHECK_EQ(s->text(value(s, "some__text").text()), std::string_view("GPU, the"));
    CHECK(value(s, "a").type == MetricValue::Type::None);
    CHECK_EQ(value(s, "b").number(), 0.5e9);
    CHECK(value(s, "dram__bytes.sum", 1).type == MetricValue::Type::None);
    CHECK(value(s, "b", 1).type == MetricValue::Type::None);
    CHECK_EQ(s->store().diagnostics().total(Note::SkippedUnknown), 1);
    CHECK_EQ(s->store().diagnostics().total(Note::Incomplete), 1);  // the short row
    CHECK_EQ(s->store().strings().find("127.0.0.1"), 0u);
}

TEST("columns are found by their names, in any order and number") {
    const SnapshotPtr s = openText(
        "\"ID\",\"x\",\"Grid Size\",\"Kernel Name\",\"thread Domain:Push/Pop_Range:PL_Type\"\n\"\",\"ms\",\"\",\"\",\"\"\n\"0\",\"2\",\"(5, 6, 7)\",\"k\",\"range\"\n");
    CHECK_EQ(s->profileCount(), 1);
    CHECK(s->kernelProfiles().at(0).grid == (std::array<std::uint32_t, 3>{5, 6, 7}));
    CHECK_EQ(value(s, "x").number(), 2e6);
    CHECK_EQ(s->kernelProfiles().at(0).metricCount(), 1);
    CHECK_EQ(s->store().diagnostics().total(Note::NotShown), 1);
}

constexpr std::string_view kDetails =
    "==PROF== Profiling \"f\"\n"
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Context\",\"Stream\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup Type\",\"Estimated Speedup\"\n"
    "\"0\",\"1\",\"f\",\"1\",\"7\",\"Speed\",\"Duration\",\"us\",\"1,000.5\",\n"
    "\"0\",\"1\",\"f\",\"1\",\"7\",\"Speed\",\"Throughput\",\"Gbyte/s\",\"2\"\n"
    "\"0\",\"1\",\"f\",\"1\",\"7\",\"Memory\",\"Throughput\",\"%\",\"55.5\"\n"
    "\"0\",\"1\",\"f\",\"1\",\"7\",\"SpeedId\",\"\",\"\",\"\",\"Bottleneck\",\"OPT\",\"Do \"\"this\"\",\nthen that\",\"global\",\"12.5\"\n"
    "\"1\",\"1\",\"g\",\"1\",\"7\",\"Speed\",\"Duration\",\"us\",\"2\"\n"
    "\"0\",\"1\",\"h\",\"1\",\"7\",\"Speed\",\"Duration\",\"us\",\"3\"\n";

TEST("the details page opens: sections with labels, rules with speed-up, ids that begin anew") {
    const SnapshotPtr s = openText(kDetails);
    CHECK_EQ(s->profileCount(), 3);
    const KernelProfile& p = s->kernelProfiles().at(0);
    CHECK_EQ(value(s, "Duration").number(), 1000500);
    CHECK_EQ(value(s, "Throughput").number(), 2e9);
    CHECK_EQ(value(s, "Memory / Throughput").number(), 55.5);
    CHECK_EQ(p.sections.size(), 2);
    CHECK_EQ(s->text(p.sections[1]->header.at(0).label), std::string_view("Throughput"));
    CHECK(s->kernelProfiles().at(1).sections.at(0) == s->kernelProfiles().at(2).sections.at(0));
    const model::ProfileRule& rule = p.rules.at(0);
    CHECK_EQ(s->text(rule.items.at(0).text), std::string_view("Do \"this\",\nthen that"));
    CHECK(rule.items[0].kind == model::ProfileRule::Kind::Optimization &&
          rule.items[0].speedup == model::ProfileRule::Speedup::Global);
    CHECK_EQ(rule.items[0].percent, 12.5);
    CHECK(model::eventAt(*s, {0, 0}).duration() == 1000500);
}

TEST("the source page opens as instructions with their text; a table that repeats the one before is left out") {
    constexpr std::string_view kTable =
        "\"Kernel Name\",\"f(int)\",\n\"Address\",\"Source\",\"# Samples\",\"Access Size\"\n\"0x7f10\",\"   MOV R1\",\"3\",\"-\"\n\"0x7f20\",\"EXIT\",\"1,200\",\"32\"\n";
    const SnapshotPtr s = openText(std::string(kTable) + std::string(kTable));
    CHECK_EQ(s->profileCount(), 1);
    CHECK_EQ(s->store().diagnostics().total(Note::NotShown), 1);
    const model::SourceTable t = model::instructions(*s, 0);
    CHECK_EQ(t.rows.size(), 2);
    CHECK(t.hasText);
    CHECK_EQ(t.rows[0].text, std::string_view("MOV R1"));
    CHECK_EQ(t.rows[1].offset, 16);
    CHECK_EQ(s->text(t.columns.at(0)), std::string_view("# Samples"));
    CHECK_EQ(t.rows[1].values[0], 1200);
    CHECK(std::isnan(t.rows[0].values[1]));
    CHECK_EQ(t.total(0), 1203);
}

TEST("output of ncu without a table is refused with the next step") {
    const ncu_samples::TemporaryFile file(
        "==PROF== Connected to process 1\n  vecAdd (1, 1, 1)x(1, 1, 1)\n    Duration us 3\n");
    auto store = model::EventStore::create();
    const auto opened = importers::openReport(file.path(), *store);
    CHECK(!opened && opened.error().code == model::ErrorCode::UnknownFormat);
    CHECK(!opened && opened.error().detail.code == model::MessageCode::OutputWithoutTable);
}

TEST("numbers of every locale are read, and texts stay texts") {
    model::StringTable strings;
    const auto number = [&](std::string_view cell) { return importers::ncu::csvValue(cell, 1, strings).number(); };
    CHECK_EQ(number("4,963,609,951.19"), 4963609951.19);
    CHECK_EQ(number("4.963.609.951,19"), 4963609951.19);
    CHECK_EQ(number("1,234"), 1234);
    CHECK_EQ(number("1.234.567"), 1234567);
    CHECK_EQ(number("12,5"), 12.5);
    CHECK_EQ(number("0,125"), 0.125);
    CHECK_EQ(number("-0,500"), -0.5);
    CHECK_EQ(importers::ncu::csvValue("1,250", 1, strings, {','}).number(), 1.25);
    CHECK_EQ(importers::ncu::csvValue("1.250", 1, strings, {','}).number(), 1250);
    CHECK_EQ(number("0.500000"), 0.5);
    CHECK_EQ(number("1\xe2\x80\xaf"
                    "234,5"),
             1234.5);
    CHECK_EQ(number("-3.5"), -3.5);
    CHECK(importers::ncu::csvValue("18446744073709551615", 1, strings) == MetricValue::ofInt(~std::uint64_t{0}));
    CHECK(importers::ncu::csvValue("nan", 1, strings).type == MetricValue::Type::Real);
    for (const char* missing : {"", "n/a", "no data"})
        CHECK(importers::ncu::csvValue(missing, 1, strings).type == MetricValue::Type::None);
    for (const char* text : {"NVIDIA H100", "1,2,3", "0x10", "12 GB", "--"})
        CHECK(importers::ncu::csvValue(text, 1, strings).type == MetricValue::Type::Text);
}

TEST("a header in the middle begins a table of its own, of whatever page and columns") {
    const std::string raw(kRaw), details(kDetails);
    CHECK_EQ(openText(raw + raw)->profileCount(), 4);
    CHECK_EQ(openText(details + details)->profileCount(), 6);
    constexpr std::string_view kSource =
        "\"Kernel Name\",\"f(int)\",\n\"Address\",\"Source\",\"# Samples\"\n\"0x7f10\",\"EXIT\",\"3\"\n";
    const SnapshotPtr mixed = openText(details + "==PROF== Disconnected\n" + std::string(kSource) + raw +
                                       "ID,Kernel Name,x\n,,us\n0,plain,4\n");
    CHECK_EQ(mixed->profileCount(), 7);
    CHECK_EQ(mixed->text(mixed->kernelProfiles().at(6).name), std::string_view("plain"));
    CHECK_EQ(value(mixed, "x", 6).number(), 4000);
    CHECK_EQ(value(mixed, "gpu__time_duration.sum", 4).number(), 1234500);
    // A line that only looks like a header, and one that is a text.
    const SnapshotPtr none = openText(
        details +
        "\"ID\",\"of what\"\n\"2\",\"1\",\"i\",\"1\",\"7\",\"Speed\",\"Duration\",\"us\",\"4\"\n"
        "\"2\",\"1\",\"i\",\"1\",\"7\",\"Speed\",\"\",\"\",\"\",\"Rule\",\"INF\",\"so\n\"\"ID\"\",\"\"Kernel Name\"\"\",\"\",\"\"\n");
    CHECK_EQ(none->profileCount(), 4);
    CHECK_EQ(none->store().diagnostics().total(Note::SkippedUnknown), 1);
}

TEST("a file tells whether its numbers have a decimal comma") {
    const auto durations = [](std::initializer_list<std::string_view> cells) {
        std::string text = "\"ID\",\"Kernel Name\",\"CC\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
        int id = 0;
        for (const std::string_view cell : cells)
            text += fmt::format("\"{}\",\"k\",\"9.0\",\"Duration\",\"us\",\"{}\"\n", id++, cell);
        const SnapshotPtr s = openText(text);
        std::string out;
        for (model::ProfileId p = 0; p < s->profileCount(); ++p)
            out += fmt::format("{} ", value(s, "Duration", p).number());
        return out;
    };
    CHECK_EQ(durations({"0,125"}), std::string("125 "));
    CHECK_EQ(durations({"1,250"}), std::string("1250000 "));
    CHECK_EQ(durations({"1,250", "72,19"}), std::string("1250 72190 "));
    CHECK_EQ(durations({"1,250", "1.250", "0,5"}), std::string("1250 1250000 500 "));
    CHECK_EQ(durations({"1,250", "1.250", "0.5"}), std::string("1250000 1250 500 "));
    CHECK_EQ(durations({"1,250", "1.234,5"}), std::string("1250 1234500 "));
    CHECK_EQ(durations({"1,250", "1,234,567"}), std::string("1250000 1234567000 "));
}

TEST("units are taken apart into a factor and the base unit") {
    const auto is = [](std::string_view printed, double scale, std::string_view base) {
        const auto unit = csvUnit(printed);
        return std::abs(unit.scale - scale) <= 1e-9 * scale && unit.base == base;
    };
    CHECK(is("", 1, ""));
    CHECK(is("%", 1, "%"));
    CHECK(is("Kbyte", 1e3, "byte"));
    CHECK(is("Tbyte/s", 1e12, "byte/s"));
    CHECK(is("Kbyte/cycle", 1e3, "byte/cycle"));
    CHECK(is("Gbyte/second", 1e9, "byte/s"));
    CHECK(is("us", 1e3, "ns"));
    CHECK(is("msecond", 1e6, "ns"));
    CHECK(is("second", 1e9, "ns"));
    CHECK(is("Ghz", 1e9, "Hz"));
    CHECK(is("cycle/nsecond", 1e9, "Hz"));
    CHECK(is("sector/us", 1e6, "sector/s"));
    CHECK(is("inst/cycle", 1, "inst/cycle"));
    CHECK(is("register/thread", 1, "register/thread"));
}

}  // namespace
