// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of tables before they are made: which are empty, which one answers most, and the headline of a report.
#include <fmt/format.h>
#include <filesystem>
#include <set>

#include "importers/open.h"
#include "model/reports/contents.h"
#include "model/reports/report.h"
#include "model/rules/headline.h"
#include "model/rules/measurement.h"
#include "tests/kit/check.h"
#include "tests/kit/samples.h"
#include "tests/kit/text_report.h"

namespace {

namespace fs = std::filesystem;
using model::reports::Contents;
using model::reports::Report;
using model::reports::Table;

model::SnapshotPtr open(const fs::path& path) {
    auto store = model::EventStore::create();
    CHECK(importers::openReport(path, *store, {}).has_value());
    return store->snapshot();
}

/// How many tables are said to be empty, and how many are found empty only when they are made.
struct Counted {
    int said = 0, unsaid = 0;
};

/// Makes every table: what is said to be empty has no rows, for the same reason.
Counted checkAll(const model::Snapshot& s, const std::string& name) {
    const Contents contents(s);
    Counted out;
    for (const Report* const r : model::reports::all()) {
        const model::Message said = lacks(*r, contents);
        const Table table = makeTable(*r, {s, s.whole()});
        out.said += !said.empty();
        out.unsaid += said.empty() && table.rows == 0;
        if (!said.empty() && (table.rows > 0 || table.why != said))
            check::fail(__FILE__, __LINE__,
                        fmt::format("{}: {} was said to be empty ({}), and has {} rows ({})", name, r->key,
                                    english(said), table.rows, english(table.why))
                            .c_str());
    }
    return out;
}

TEST("a table that is said to be empty is empty, for the reason that is said") {
    Counted all;
    std::set<std::string> formats;
    for (const char* folder : {"h100", "crafted", "round2", "round2_rocm"})
        for (const auto& entry : fs::recursive_directory_iterator(sample(folder))) {
            if (!entry.is_regular_file() || entry.file_size() > 4'000'000) continue;
            auto store = model::EventStore::create();
            if (!importers::openReport(entry.path(), *store, {})) continue;
            const Counted one = checkAll(*store->snapshot(), entry.path().string());
            all.said += one.said;
            all.unsaid += one.unsaid;
            formats.insert(store->info().formatKey);
        }
    CHECK(formats.size() >= 3);
    // Nearly all that is empty is known to be: a list that says nothing of it helps nobody.
    CHECK(all.said > 0);
    if (all.unsaid * 10 > all.said)
        check::fail(__FILE__, __LINE__, fmt::format("{} said, {} not", all.said, all.unsaid).c_str());
}

TEST("of an empty report every table is said to be empty") {
    const auto s = model::EventStore::create()->publish(true);
    const Contents contents(*s);
    for (const Report* const r : model::reports::all()) CHECK(!lacks(*r, contents).empty());
    for (const auto& info : model::callSources())
        CHECK(model::reports::lacks(info.source, contents) != model::MessageCode::Nothing);
}

std::string openingOf(const char* text, TextReport::Names names = {}) {
    return std::string(model::reports::opening(Contents(*TextReport(text, std::move(names)).snapshot())).key);
}

TEST("a report opens on the table that answers most") {
    CHECK_EQ(openingOf("gpu0/s7: |..kk|\nt1/nvtx: |ffff|\nt1/api: |L...|\nt1/osrt: |oooo|\n"), "cuda_gpu_kern_sum");
    CHECK_EQ(openingOf("gpu0/s7/mem: |..HH|\nt1/nvtx: |ffff|\n"), "cuda_gpu_sum");
    CHECK_EQ(openingOf("t1/nvtx: |ffff|\nt1/api: |L...|\nt1/osrt: |oooo|\n"), "nvtx_sum");
    CHECK_EQ(openingOf("t1/samples: |s.s.|\nt1/osrt: |oooo|\n"), "cpu_sample_sum");
    CHECK_EQ(openingOf("t1/api: |L...|\nt1/osrt: |oooo|\n"), "cuda_api_sum");
    CHECK_EQ(openingOf("t1/osrt: |oooo|\n"), "osrt_sum");
    CHECK_EQ(std::string(model::reports::opening({}).key), "cuda_gpu_kern_sum");
    CHECK_EQ(std::string(model::reports::opening(Contents(*open(sample("h100") / "ncu" / "kern_full.ncu-rep"))).key),
             "kernel_profiles");
}

TEST("functions open on samples, then on what nests") {
    const auto source = [](const char* text) {
        return model::reports::openingSource(Contents(*TextReport(text).snapshot()));
    };
    using model::CallSource;
    CHECK(source("t1/samples: |s.s.|\nt1/nvtx: |ffff|\n") == CallSource::Samples);
    CHECK(source("gpu0/s7: |..kk|\nt1/nvtx: |ffff|\nt1/api: |L...|\n") == CallSource::Nvtx);
    CHECK(source("gpu0/s7: |..kk|\nt1/api: |L...|\n") == CallSource::Operators);
}

model::rules::Headline headline(const model::Snapshot& s) { return model::rules::headlineOf({s, s.whole()}); }
std::string findingOf(const model::rules::Headline& h) {
    return english(h.finding(h.rule ? h.rule->table.title : std::string_view()));
}

TEST("a headline says what a report is and what promises most") {
    // Copies of pageable memory: each is a call that waits.
    const TextReport report(
        "gpu0/s7: |....kkkkk..kkkkkkk....|\n"
        "t4242/api: |LLL.....L....SSSSSSSS.|\n",
        {{'k', "gemm"}, {'L', "cudaLaunchKernel"}, {'S', "cudaDeviceSynchronize"}});
    const model::Snapshot& s = *report.snapshot();
    CHECK_EQ(english(model::rules::whatItIs(s)), "A program on a GPU: 21.0 µs with kernels, CUDA calls.");
    const auto found = headline(s);
    CHECK(found.rule != nullptr && !found.cannotTell);
    // It is the one with the greatest gain of all rules.
    for (const model::rules::Rule* rule : model::rules::all()) {
        const Table table = makeTable(rule->table, {s, s.whole()});
        if (rule != &model::rules::kMeasurement) CHECK(gainOf(*rule, table) <= found.gain);
    }
    CHECK(findingOf(found).find(found.rule->table.title) != std::string::npos);
    CHECK(!found.evidence.events.empty() || !found.evidence.range.isEmpty());
}

TEST("a headline does not make anything up") {
    const auto nothing = headline(*TextReport("t1/osrt: |oooo|\n").snapshot());
    CHECK(nothing.rule == nullptr && nothing.cannotTell);
    CHECK(findingOf(nothing).find("cannot be told") != std::string::npos);
}

}  // namespace
