// SPDX-License-Identifier: GPL-3.0-or-later
// Analysis databases of rocprof-compute: a real one against what SQLite itself reads of it, and small ones made here.
#include <cmath>
#include <map>

#include "importers/peaks_file.h"
#include "model/kernels/kernel_sections.h"
#include "model/kernels/kernel_summary.h"
#include "model/roofline/roofline.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/samples.h"

namespace {

using model::Note;
using model::TrackKind;

/// Calls use(statement) for each row that SQLite gives.
template <class Use>
void forSql(const std::filesystem::path& path, const std::string& sql, Use&& use) {
    sqlite3* db = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK ||
        sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        throw std::runtime_error(sqlite3_errmsg(db));
    while (sqlite3_step(statement) == SQLITE_ROW) use(statement);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}
std::string textAt(sqlite3_stmt* row, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
    return text ? text : "";
}

/// A database with one kernel of two dispatches.
const std::string kSmall =
    "CREATE TABLE compute_metadata(id INTEGER PRIMARY KEY, compute_version TEXT, schema_version TEXT);"
    "INSERT INTO compute_metadata VALUES (1, '3.5.0', '1.3.0');"
    "CREATE TABLE compute_workload(workload_id INTEGER PRIMARY KEY, name TEXT, sys_info_extdata JSON);"
    "INSERT INTO compute_workload VALUES (1, 'pi', '{\"gpu_model\": \"MI300X\", \"cu_per_gpu\": 304}');"
    "CREATE TABLE compute_kernel(kernel_uuid INTEGER PRIMARY KEY, workload_id INTEGER, kernel_name TEXT);"
    "INSERT INTO compute_kernel VALUES (1, 1, 'void axpy<float>(float*)');"
    "CREATE TABLE compute_dispatch(dispatch_uuid INTEGER PRIMARY KEY, kernel_uuid INTEGER, gpu_id INTEGER,"
    " start_timestamp INTEGER, end_timestamp INTEGER);"
    "INSERT INTO compute_dispatch VALUES (1,1,0,1000000,1002000),(2,1,0,1003000,1005000),(3,9,0,1006000,1007000);"
    "CREATE TABLE compute_metric_definition(metric_uuid INTEGER PRIMARY KEY, workload_id INTEGER, name TEXT,"
    " metric_id TEXT, description TEXT, table_name TEXT, sub_table_name TEXT, unit TEXT);"
    "INSERT INTO compute_metric_definition VALUES"
    " (1,1,'VALU FLOPs (F32)','4.1.1','','Roofline','Roofline Performance Rates','Gflop/s'),"
    " (2,1,'HBM Bandwidth','4.1.10','','Roofline','Roofline Performance Rates','Gb/s'),"
    " (3,1,'VGPRs','7.1.5','','Wavefront','Wavefront Launch Stats','Registers');"
    "CREATE TABLE compute_kernel_metric_value(value_uuid INTEGER PRIMARY KEY, metric_uuid INTEGER,"
    " kernel_uuid INTEGER, value_name TEXT, value FLOAT);"
    "INSERT INTO compute_kernel_metric_value VALUES (1,1,1,'Value',400.0),(2,1,1,'Peak (Empirical)',800.0),"
    " (3,2,1,'Value',100.0),(4,2,1,'Peak (Empirical)',NULL),(5,3,1,'Avg',12),(6,7,1,'Avg',1),(7,1,8,'Avg',1);"
    "CREATE TABLE compute_pcsampling(kernel_uuid INTEGER, count INTEGER); INSERT INTO compute_pcsampling VALUES (1, 2);";

/// A file with what such SQL makes.
struct Made {
    ScratchFile file{"", ".db"};
    Opened o;
    explicit Made(const std::string& sql) : o(write(file.path(), sql)) {}

private:
    static const std::filesystem::path& write(const std::filesystem::path& path, const std::string& sql) {
        std::filesystem::remove(path);
        sqlite3* db = nullptr;
        if (sqlite3_open(path.c_str(), &db) != SQLITE_OK ||
            sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
            throw std::runtime_error(sqlite3_errmsg(db));
        sqlite3_close(db);
        return path;
    }
};

}  // namespace

TEST("a real database gives every value of every kernel that SQLite reads, in base units") {
    const std::filesystem::path path = sample("round2_rocm/rocprof_compute.db");
    const Opened o(path);
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.s->info().formatKey, std::string("rocprof-compute"));
    CHECK_EQ(o.s->profileCount(), 7u);
    std::map<std::string, const model::KernelProfile*> profiles;
    std::size_t metrics = 0;
    for (model::ProfileId id = 0; id < o.s->profileCount(); ++id) {
        const model::KernelProfile& p = o.s->kernelProfiles().at(id);
        profiles[std::string(o.s->text(p.name))] = &p;
        metrics += p.metricCount();
    }
    CHECK_EQ(metrics, 48405u);
    const std::map<std::string, double> factors{{"Gb/s", 1e9},   {"Gbps", 1e9},   {"Gflop/s", 1e9},
                                                {"Gflops", 1e9}, {"Giop/s", 1e9}, {"Giops", 1e9}};
    std::size_t values = 0, wrong = 0;
    forSql(
        path,
        "SELECT k.kernel_name, d.sub_table_name, d.name, d.unit, v.value_name, v.value FROM compute_kernel k"
        " JOIN compute_kernel_metric_value v USING (kernel_uuid) JOIN compute_metric_definition d USING (metric_uuid)",
        [&](sqlite3_stmt* row) {
            ++values;
            const std::string metric = textAt(row, 1) + ": " + textAt(row, 2) + ", " + textAt(row, 4);
            const double found = profiles.at(textAt(row, 0))->find(o.s->store().strings().find(metric)).number();
            const auto factor = factors.find(textAt(row, 3));
            const bool isShare = textAt(row, 4) == "Pct of Peak";  // of what the definition counts
            const double expected =
                sqlite3_column_double(row, 5) * (factor == factors.end() || isShare ? 1 : factor->second);
            const bool isNull = sqlite3_column_type(row, 5) == SQLITE_NULL;
            wrong += isNull ? !std::isnan(found)  // one is infinite
                            : found != expected && !(std::abs(found - expected) <= 1e-12 * std::abs(expected));
        });
    CHECK_EQ(values, 48405u);
    CHECK_EQ(wrong, 0u);
    std::map<std::string, std::string> facts;
    for (const auto& [key, value] : o.s->info().session_facts) facts[key] = value;
    CHECK_EQ(facts["metric_definitions"], std::string("1942"));
    CHECK_EQ(facts["metric_values"], std::string("48405"));
}

TEST("dispatches are events with their own times, which name the profile of their kernel") {
    const std::filesystem::path path = sample("round2_rocm/rocprof_compute.db");
    const Opened o(path);
    std::string expected;
    forSql(path,
           "SELECT kernel_name, start_timestamp - (SELECT min(start_timestamp) FROM compute_dispatch),"
           " end_timestamp - start_timestamp FROM compute_dispatch JOIN compute_kernel USING (kernel_uuid)"
           " ORDER BY start_timestamp",
           [&](sqlite3_stmt* row) {
               expected +=
                   (expected.empty() ? "" : "; ") + textAt(row, 0) + " " + textAt(row, 1) + "+" + textAt(row, 2);
           });
    CHECK_EQ(o.spans(TrackKind::StreamKernels), expected);
    for (const Opened::Found& f : o.events(TrackKind::StreamKernels)) {
        const std::int64_t profile = o.arg(f.event, model::kProfileArg);
        CHECK(profile >= 0 && profile < 7);
        CHECK_EQ(o.s->text(o.s->kernelProfiles().at(static_cast<model::ProfileId>(profile)).name), f.name);
    }
}

TEST("the kernel pages have the tool's sections, and the line of a kernel its duration, registers and cycles") {
    const Opened o(sample("round2_rocm/rocprof_compute.db"));
    const auto groups = model::sectionGroups(*o.s, o.s->kernelProfiles().at(6));
    CHECK(groups.size() > 40);
    CHECK_EQ(std::string(o.s->text(groups.at(0).section->title)), std::string("System Speed-of-Light"));
    CHECK_EQ(groups.at(0).numbers.at(0).label, std::string("VALU FLOPs, Avg"));
    CHECK(std::abs(groups.at(0).numbers.at(0).value.number() - 468.1142857142857e9) < 1);
    CHECK_EQ(std::string(groups.at(0).numbers.at(0).unit), std::string("FLOP/s"));
    const model::KernelSummary line = model::summaryOf(*o.s, 6);
    CHECK_EQ(line.ns, 8960.0);
    CHECK_EQ(line.registers, 12.0);
    CHECK_EQ(line.cycles, 32143.5);
}

TEST("the roofline has the intensities that the tool computed, below the ceilings that it measured") {
    const std::filesystem::path path = sample("round2_rocm/rocprof_compute.db");
    const Opened o(path);
    const auto found = model::roofline::measure(
        {*o.s, {-model::kTimeLimit, model::kTimeLimit}, {}, 0, {}, false, false, &importers::builtInPeaks()});
    std::size_t points = 0;
    forSql(path,
           "SELECT kernel_name, total_flops, l1_cache_data, l2_cache_data, hbm_cache_data, (SELECT count(*) FROM"
           " compute_dispatch d WHERE d.kernel_uuid = k.kernel_uuid) FROM compute_kernel_roofline_data"
           " JOIN compute_kernel k USING (kernel_uuid) WHERE total_flops > 0",
           [&](sqlite3_stmt* row) {
               for (const auto& p : found.points) {
                   if (p.name != textAt(row, 0) || !p.hasWork()) continue;
                   ++points;
                   // Of several dispatches the tool's rates are means of rates; these sums are divided afterwards.
                   const double part = sqlite3_column_int(row, 5) == 1 ? 1e-9 : 0.05;
                   const auto same = [&](double v, int column) {
                       const double of = sqlite3_column_double(row, column);
                       return std::abs(v - of) <= part * of;
                   };
                   CHECK(same(p.rate() / 1e9, 1));
                   CHECK(same(p.intensity(model::roofline::Level::L1), 2));
                   CHECK(same(p.intensity(model::roofline::Level::L2), 3));
                   CHECK(same(p.intensity(model::roofline::Level::Dram), 4));
                   CHECK(p.peaks == model::roofline::Origin::Measured);
               }
           });
    CHECK_EQ(points, 4u);
    // The benchmark of the tool, as the database has it beside the metrics.
    const auto roofOf = [&](bool isWork, model::roofline::Precision precision) {
        for (const auto& r : found.roofs)
            if (r.isWork == isWork && r.origin == model::roofline::Origin::Measured &&
                (isWork ? r.precision == precision : r.level == model::roofline::Level::Dram))
                return r.rate / 1e9;
        return 0.0;
    };
    forSql(
        path,
        "SELECT json_extract(roofline_bench_extdata, '$.FP32Flops'), json_extract(roofline_bench_extdata, '$.HBMBw'),"
        " json_extract(roofline_bench_extdata, '$.MFMABF16Flops') FROM compute_workload",
        [&](sqlite3_stmt* row) {
            using model::roofline::Precision;
            CHECK(std::abs(roofOf(true, Precision::Fp32) - sqlite3_column_double(row, 0)) < 1e-3);
            CHECK(std::abs(roofOf(false, Precision::Fp32) - sqlite3_column_double(row, 1)) < 1e-3);
            CHECK(std::abs(roofOf(true, Precision::TensorBf16) - sqlite3_column_double(row, 2)) < 1e-3);
        });
    CHECK(found.caches == model::roofline::Caches::Unknown);
}

TEST("values without a kernel or definition, dispatches without a kernel and tables without a reader are counted") {
    const Made made(kSmall);
    const Opened& o = made.o;
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels),
             std::string("void axpy<float>(float*) 0+2000; void axpy<float>(float*) 3000+2000"));
    CHECK_EQ(o.s->profileCount(), 1u);
    CHECK_EQ(o.s->kernelProfiles().at(0).metricCount(), 5u);
    CHECK_EQ(o.s->store().diagnostics().total(Note::DanglingReference), 3u);
    CHECK_EQ(o.s->store().diagnostics().total(Note::UnknownTable), 1u);
    CHECK_EQ(o.s->info().productVersion, std::string("3.5.0"));
    const auto found = model::roofline::measure(
        {*o.s, {-model::kTimeLimit, model::kTimeLimit}, {}, 0, {}, false, false, &importers::builtInPeaks()});
    CHECK_EQ(found.points.size(), 1u);
    CHECK(std::abs(found.points.at(0).flop - 400e9 * 4e-6) < 1e-3);
    CHECK(found.chips.at(0).peaks && found.chips.at(0).peaks->name.find("MI300X") != std::string::npos);
}

TEST("damaged copies of a database end in an error or in what could be read") {
    const Made made(kSmall);
    const std::uint64_t opened = openedOfMutants(bytesOfFile(made.file.path()), 1, 150);
    CHECK(opened > 20);
}
