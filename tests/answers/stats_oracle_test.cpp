// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of real reports against plain SQL on their exports: whole numbers exactly, others to a billionth.
#include <fmt/format.h>
#include <cmath>
#include <filesystem>
#include <map>

#include "importers/open.h"
#include "model/reports/report.h"
#include "tests/kit/check.h"
#include "tests/kit/export_db.h"

namespace {

using namespace export_db;
using model::reports::Report;
using model::reports::Table;

struct Sample {
    fs::path path;
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    Export db;
    explicit Sample(const fs::path& p) : path(p), db(p) {
        CHECK(importers::openReport(p, *store).has_value());
        s = store->snapshot();
    }
    Table make(const char* report) const {
        model::TimeRange all = s->range();
        ++all.end;
        return model::reports::find(report)->make({*s, all});
    }
};

/// Calls use(sample) for each export.
template <class F>
void forSamples(F&& use) {
    for (const fs::path& path : exports()) use(Sample(path));
}

/// Compares a summary with its query. `labels`: columns that say which row it is, from column `first` on; `times`: the
/// share comes first, and whole values are exact.
void compare(const Sample& sample, const char* report, const char* table, std::size_t first, std::size_t labels,
             bool times) {
    const Table ours = sample.make(report);
    if (!sample.db.has(table)) return CHECK_EQ(ours.rows, 0u);
    std::map<std::string, Row> theirs;
    for (Row& row : sample.db.rows(sample.db.fitted(sqlOf(report)) + sqlOf("summary"))) {
        const std::string label = text(row[0]);
        theirs.emplace(label, std::move(row));
    }
    CHECK_EQ(ours.rows, theirs.size());
    double last = INFINITY;
    for (std::size_t r = 0; r < ours.rows; ++r) {
        std::string label;
        for (std::size_t l = 0; l < labels; ++l) label += (l ? "|" : "") + text(ours.cell(r, first + l));
        const auto found = theirs.find(label);
        if (found == theirs.end()) {
            check::fail(__FILE__, __LINE__,
                        fmt::format("{} {}: no row {}", sample.path.filename().string(), report, label).c_str());
            continue;
        }
        const double total = number(ours.cell(r, times ? 1 : 0));
        CHECK(total <= last);
        last = total;
        for (std::size_t c = 0; c + 1 < found->second.size() - (times ? 0 : 1); ++c) {
            const Cell a = ours.cell(r, c), &b = found->second[c + (times ? 1 : 2)];
            if (!same(a, b, times || c == 1 ? 1 : 1e6))
                check::fail(__FILE__, __LINE__,
                            fmt::format("{} {} {} column {}: {} != {}", sample.path.filename().string(), report, label,
                                        c, text(a), text(b))
                                .c_str());
        }
    }
}

}  // namespace

TEST("Unified memory: totals of migrations and faults, and each address") {
    std::size_t seen = 0;
    forSamples([&](const Sample& sample) {
        const Table total = sample.make("um_total_sum"), each = sample.make("um_sum"),
                    faults = sample.make("um_cpu_page_faults_sum");
        const bool copies = sample.db.has("CUPTI_ACTIVITY_KIND_MEMCPY"),
                   cpu = sample.db.has("CUDA_UM_CPU_PAGE_FAULT_EVENTS"),
                   gpu = sample.db.has("CUDA_UM_GPU_PAGE_FAULT_EVENTS");
        const auto sum = [&](bool there, const std::string& sql) {
            return there ? number(sample.db.rows(sql)[0][0]) : 0;
        };
        const double toDevice =
            sum(copies, "SELECT coalesce(sum(bytes), 0) FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind = 11");
        const double toHost =
            sum(copies, "SELECT coalesce(sum(bytes), 0) FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind = 12");
        const double cpuFaults = sum(cpu, "SELECT count(*) FROM CUDA_UM_CPU_PAGE_FAULT_EVENTS");
        const double gpuFaults =
            sum(gpu, "SELECT coalesce(sum(numberOfPageFaults), 0) FROM CUDA_UM_GPU_PAGE_FAULT_EVENTS");
        if (toDevice + toHost + cpuFaults + gpuFaults == 0) return CHECK_EQ(total.rows, 0u);
        ++seen;
        CHECK_EQ(total.rows, 1u);
        CHECK(std::abs(number(total.cell(0, 0)) - toDevice / 1e6) < 1e-9);
        CHECK(std::abs(number(total.cell(0, 1)) - toHost / 1e6) < 1e-9);
        CHECK_EQ(number(total.cell(0, 2)), cpuFaults);
        CHECK_EQ(number(total.cell(0, 3)), gpuFaults);
        double counted = 0;
        for (std::size_t r = 0; r < faults.rows; ++r) counted += number(faults.cell(r, 0));
        CHECK_EQ(counted, cpuFaults);
        CHECK(each.rows >= 1 && each.rows <= 10);
        if (!copies) return;
        const auto most = sample.db.rows(
            "SELECT virtualAddress, sum(iif(copyKind = 11, bytes, 0)) / 1e6, sum(iif(copyKind = 12, bytes, 0)) / 1e6, sum(bytes) * 1e3 / sum(end - start) FROM CUPTI_ACTIVITY_KIND_MEMCPY "
            "WHERE copyKind IN (11, 12) GROUP BY 1 ORDER BY sum(bytes) DESC, 1 LIMIT 1");
        if (most.empty() || !std::holds_alternative<std::int64_t>(most[0][0])) return;
        CHECK_EQ(text(each.cell(0, 0)), fmt::format("0x{:x}", std::get<std::int64_t>(most[0][0])));
        CHECK(std::abs(number(each.cell(0, 1)) - number(most[0][1])) < 1e-9);
        CHECK(std::abs(number(each.cell(0, 2)) - number(most[0][2])) < 1e-9);
        CHECK(std::abs(number(each.cell(0, 5)) / number(most[0][3]) - 1) < 1e-9);
    });
    CHECK(seen > 0);
}

TEST("Sums of kernels, calls, memory operations and OS calls equal plain SQL on the export") {
    int compared = 0;
    forSamples([&](const Sample& s) {
        compare(s, "cuda_gpu_kern_sum", "CUPTI_ACTIVITY_KIND_KERNEL", 8, 1, true);
        compare(s, "cuda_gpu_kern_gb_sum", "CUPTI_ACTIVITY_KIND_KERNEL", 8, 3, true);
        compare(s, "cuda_api_sum", "CUPTI_ACTIVITY_KIND_RUNTIME", 8, 1, true);
        compare(s, "osrt_sum", "OSRT_API", 8, 1, true);
        if (s.db.has("CUPTI_ACTIVITY_KIND_MEMCPY")) {
            compare(s, "cuda_gpu_mem_time_sum", "CUPTI_ACTIVITY_KIND_MEMCPY", 8, 1, true);
            compare(s, "cuda_gpu_mem_size_sum", "CUPTI_ACTIVITY_KIND_MEMCPY", 7, 1, false);
        }
        ++compared;
    });
    CHECK(compared >= least(28, 2));
}

TEST("Sums of NVTX ranges equal plain SQL on the export") {
    forSamples([&](const Sample& s) { compare(s, "nvtx_sum", "NVTX_EVENTS", 8, 2, true); });
}

TEST("Launch and execution times equal plain SQL on the export") {
    forSamples([&](const Sample& s) {
        if (!s.db.has("CUPTI_ACTIVITY_KIND_KERNEL") || !s.db.has("CUPTI_ACTIVITY_KIND_RUNTIME")) return;
        const Table ours = s.make("cuda_kern_exec_sum");
        const auto key = [](const Row& r) {
            return fmt::format("{}|{}|{}|{}|{}", text(r[0]), text(r[1]), text(r[2]), text(r[3]), text(r[4]));
        };
        std::map<std::string, Row> theirs;
        for (Row& row : s.db.rows(sqlOf("cuda_kern_exec_sum"))) theirs.emplace(key(row), row);
        CHECK_EQ(ours.rows, theirs.size());
        for (std::size_t r = 0; r < ours.rows; ++r) {
            const auto c = [&](std::size_t column) { return ours.cell(r, column); };
            const auto found = theirs.find(key({c(0), c(1), c(2), c(25), c(26)}));
            CHECK(found != theirs.end());
            if (found == theirs.end()) continue;
            const std::size_t columns[] = {3, 4,  5,  7,
                                           8, 10, 15, 20};  // counts, total mean, min, max, call, queue, kernel
            for (std::size_t i = 0; i < std::size(columns); ++i)
                if (!same(c(columns[i]), found->second[5 + i]))
                    check::fail(__FILE__, __LINE__,
                                fmt::format("{} column {}: {} != {}", s.path.filename().string(), columns[i],
                                            text(c(columns[i])), text(found->second[5 + i]))
                                    .c_str());
        }
    });
}

TEST("Projections of NVTX ranges of threads equal plain SQL on the export") {
    int compared = 0;
    forSamples([&](const Sample& s) {
        if (!s.db.has("CUPTI_ACTIVITY_KIND_KERNEL") || !s.db.has("CUPTI_ACTIVITY_KIND_MEMCPY") ||
            !s.db.has("NVTX_EVENTS"))
            return;
        if (s.db.count("NVTX_EVENTS") * s.db.count("CUPTI_ACTIVITY_KIND_KERNEL") > 50'000'000)
            return;  // the join is of all with all
        const Table ours = s.make("nvtx_gpu_proj_sum");
        std::map<std::string, Row> theirs;
        for (Row& row : s.db.rows(s.db.fitted(sqlOf("nvtx_gpu_proj_sum")))) theirs.emplace(text(row[0]), row);
        std::size_t threads = 0;
        for (std::size_t r = 0; r < ours.rows; ++r) {
            if (text(ours.cell(r, 1)) != "PushPop") continue;
            ++threads;
            const auto found = theirs.find(text(ours.cell(r, 0)));
            CHECK(found != theirs.end());
            if (found == theirs.end()) continue;
            const std::size_t columns[] = {2, 3, 4, 5, 7, 8, 10};
            for (std::size_t i = 0; i < std::size(columns); ++i)
                if (!same(ours.cell(r, columns[i]), found->second[1 + i]))
                    check::fail(__FILE__, __LINE__,
                                fmt::format("{} {} column {}: {} != {}", s.path.filename().string(), found->first,
                                            columns[i], text(ours.cell(r, columns[i])), text(found->second[1 + i]))
                                    .c_str());
        }
        CHECK_EQ(threads, theirs.size());
        compared += threads > 0;
    });
    CHECK(compared > 0);
}

TEST("Kernels by the innermost NVTX range around their launch equal plain SQL on the export") {
    int named = 0;
    forSamples([&](const Sample& s) {
        if (!s.db.has("CUPTI_ACTIVITY_KIND_KERNEL") || !s.db.has("CUPTI_ACTIVITY_KIND_RUNTIME") ||
            !s.db.has("NVTX_EVENTS"))
            return;
        if (s.db.count("NVTX_EVENTS") * s.db.count("CUPTI_ACTIVITY_KIND_KERNEL") > 50'000'000)
            return;  // the join is of all with all
        const Table ours = model::reports::find("cuda_gpu_kern_sum")
                               ->make({*s.s, {s.s->range().begin, s.s->range().end + 1}, {}, 0, {}, true});
        std::map<std::string, Row> theirs;
        for (Row& row : s.db.rows(sqlOf("cuda_gpu_kern_sum_nvtx_name"))) theirs.emplace(text(row[0]), row);
        CHECK_EQ(ours.rows, theirs.size());
        for (std::size_t r = 0; r < ours.rows; ++r) {
            const std::string label = text(ours.cell(r, 8));
            const auto found = theirs.find(label);
            if (found == theirs.end()) {
                check::fail(__FILE__, __LINE__,
                            fmt::format("{}: no row {}", s.path.filename().string(), label).c_str());
                continue;
            }
            const std::size_t columns[] = {2, 1, 5, 6};
            for (std::size_t i = 0; i < std::size(columns); ++i)
                CHECK(same(ours.cell(r, columns[i]), found->second[1 + i]));
            named += label.find('/') != label.npos;
        }
    });
    CHECK(named > least(20, 5));
}
