// SPDX-License-Identifier: GPL-3.0-or-later
// Options that commands with tables share, and what `stats` and `analyze` print when nobody names a table or a rule.
#include "app/text/table_view.h"
#include "tests/kit/cli_run.h"

using namespace cli_run;

namespace {

/// Three kernels of one name, one of another, and their launches.
std::string kernels() {
    std::string out = R"({"traceEvents":[)";
    int n = 0;
    for (const auto& [name, us] : {std::pair("a", 5), std::pair("b", 4), std::pair("b", 4), std::pair("b", 4)}) {
        out += fmt::format(
            R"({}{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{},"dur":1,"args":{{"correlation":{}}}}},)",
            n ? "," : "", n * 10, n + 1);
        out += fmt::format(
            R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},"args":{{"device":0,"stream":7,"correlation":{}}}}})",
            name, n * 10 + 2, us, n + 1);
        ++n;
    }
    return out + "]}";
}

std::string readAll(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST("stats prints what is in the file, and names in a line what is not") {
    const Folder folder;
    const std::string slices = folder.write("s.json", R"([{"ph":"X","name":"work","pid":1,"tid":1,"ts":1,"dur":3}])");
    const Ran ran = run("", "stats", slices);
    CHECK(ran.code == 0 && ran.out.starts_with("** Slices (slice_sum)\n") && ran.says("  work\n"));
    CHECK(!ran.says("The report holds no"));
    CHECK(ran.says(
        "Without rows: nvtx_sum, osrt_sum, cuda_api_sum, cuda_gpu_kern_sum, cuda_gpu_mem_time_sum, cuda_gpu_mem_size_sum."));
    CHECK(run("", "stats", "-f", "csv", slices).out.starts_with("Self (%),"));
    const std::string mark = folder.write("m.json", R"([{"ph":"i","name":"now","pid":1,"tid":1,"ts":1,"s":"t"}])");
    CHECK(run("", "stats", mark).out.starts_with("All tables are without rows: nvtx_sum,"));
    CHECK(run("", "stats", "-r", "osrt_sum", mark).says("The report holds no OS runtime calls."));
}

TEST("tables are sorted by any column, cut and summed") {
    const Folder folder;
    const std::string file = folder.write("t.json", kernels());
    const auto csv = [&](auto... words) {
        return run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", words..., file).out;
    };
    const std::string heading =
        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n";
    const std::string a = "29.4,5000,1,5000.0,5000.0,5000,5000,0.0,a\n",
                      b = "70.6,12000,3,4000.0,4000.0,4000,4000,0.0,b\n", total = "100.0,17000,4,,,,,,Total\n";
    CHECK_EQ(csv(), heading + b + a + "\n");
    CHECK_EQ(csv("--sort", "avg"), heading + a + b + "\n");
    CHECK_EQ(csv("--sort", "Total Time (ns):asc"), heading + a + b + "\n");
    CHECK_EQ(csv("--sort", "name"), heading + a + b + "\n");
    CHECK_EQ(csv("--sort", "name:desc"), heading + b + a + "\n");
    CHECK_EQ(csv("--totals"), heading + b + a + total + "\n");
    CHECK_EQ(csv("--rows", "1", "--totals"), heading + b + total + "\n");
    CHECK_EQ(csv("--rows", "0"), heading + b + a + "\n");
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum", "--rows", "1", file)
              .says("The first 1 of 2 rows; --rows 0 shows all.\n"));
    const Ran none = run("", "stats", "-r", "cuda_gpu_kern_sum", "--sort", "averge", file),
              many = run("", "stats", "--sort", "instnces", file);
    CHECK(none.code == 2 && none.says("There is no column “averge”: Time (%), Total Time (ns), Instances"));
    CHECK(many.code == 2 && many.says("There is no column “instnces” in these tables. Did you mean “Instances”?"));
}

TEST("a column says whether its values add up, and of nested rows only their own do") {
    const auto sums = [](std::string_view key) {
        const model::reports::Report& report = *model::reports::find(key);
        std::string out;
        for (std::size_t c = 0; c < report.columns.size(); ++c)
            if (app::addsUp(report, c))
                out += std::string(out.empty() ? "" : ", ") + std::string(report.columns[c].title);
        return out;
    };
    CHECK_EQ(sums("cuda_gpu_kern_sum"), std::string("Time (%), Total Time (ns), Instances"));
    CHECK_EQ(sums("cuda_gpu_trace"), std::string("Duration (ns), Bytes (MB)"));
    CHECK_EQ(sums("row_use"), std::string("Busy (ns), Waiting (ns), Idle (ns), Events"));
    CHECK_EQ(sums("memory_events"), std::string("Size"));
    CHECK_EQ(sums("cpu_top_down"), std::string("Self (%), Self Samples"));
    CHECK_EQ(sums("cpu_bottom_up"), std::string());
    CHECK_EQ(sums("nvtx_tree"), std::string("Self Time (ns)"));
    CHECK_EQ(sums("python_sum"), std::string("Self (%), Self (ns), Calls"));
}

TEST("times are in the unit that is asked for, with all their digits") {
    const Folder folder;
    const std::string file = folder.write("t.json", kernels());
    const auto csv = [&](const char* unit) {
        return run("", "stats", "-r", "cuda_gpu_kern_sum:base", "-f", "csv", "--timeunit", unit, file);
    };
    CHECK(csv("us").says("Time (%),Total Time (us),Instances,Avg (us)") && csv("us").says("\n70.6,12.000,3,4.000,"));
    CHECK(csv("msec").says("Total Time (ms)") && csv("milliseconds").says("\n70.6,0.012000,3,"));
    CHECK(csv("s").says("\n70.6,0.000012000,3,") && csv("ns").says("Total Time (ns)"));
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum", "--json", "--timeunit", "us", file)
              .says("\"Total Time (us)\": 12,"));
    CHECK(csv("min").code == 2 && csv("min").says("“min” is no unit of time: ns, us, ms, s."));
}

TEST("a file gets what is printed, in the form of its ending, and nothing is replaced by chance") {
    const Folder folder;
    const std::string file = folder.write("t.json", kernels()), csv = (folder / "out.csv").string(),
                      json = (folder / "out.json").string();
    CHECK_EQ(run("", "stats", "-r", "cuda_gpu_kern_sum", "-o", csv, file).out, "");
    CHECK_EQ(readAll(csv), run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", file).out);
    const Ran there = run("", "stats", "-o", csv, file);
    CHECK(there.code == 2 && there.says("is there already, and was left as it is."));
    CHECK_EQ(run("", "analyze", "--force-overwrite", "-f", "json", "-o", csv, file).code, 0);
    CHECK(readAll(csv).starts_with("["));
    CHECK(run("", "stats", "--force-overwrite", "-o", file, file).says("is the report itself"));
    CHECK_EQ(run("", "query", "SELECT count(*) AS n FROM events", "-o", json, file).code, 0);
    CHECK(readAll(json).find("\"n\": 8") != std::string::npos);
    CHECK_EQ(run("", "compare", "--whole", "-o", (folder / "changes.md").string(), file, file).code, 0);
    CHECK(readAll(folder / "changes.md").find("##") != std::string::npos);
    CHECK_EQ(run("", "stats", "-o", (folder / "none/out.csv").string(), file).code, 3);
}

TEST("analyze begins with a short list by what could be gained, and ends with what found nothing") {
    const Folder folder;
    std::string trace = R"({"traceEvents":[)";
    for (int i = 0; i < 15; ++i)  // each wait is followed by an idle GPU
        trace += fmt::format(
            R"({3}{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{0},"dur":5,"args":{{"correlation":{1}}}}},
            {{"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":1,"tid":1,"ts":{2},"dur":200}},
            {{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":{2},"dur":100,"args":{{"device":0,"stream":7,"correlation":{1}}}}})",
            i * 1000, i + 1, i * 1000 + 10, i ? "," : "");
    const std::string file = folder.write("t.json", trace + "]}");
    const Ran ran = run("", "analyze", file);
    CHECK(ran.out.starts_with("** Findings\n\n Gain at Most (ns)  Gain (%)  Found  Rule"));
    const auto sync = ran.out.find("needless_sync"), calls = ran.out.find("cuda_api_sync");
    CHECK(sync < calls && calls != std::string::npos &&
          ran.out.find("** Synchronization Before an Idle GPU") < ran.out.find("** Synchronization Calls"));
    CHECK(ran.says("The first 10 of 15 rows; --rows 0 shows all.\n"));
    CHECK(ran.says("\nFound nothing: ") && ran.says("cuda_memset_sync") &&
          !ran.says("No memset that blocks a thread was found."));
    CHECK(ran.out.ends_with("sightline analyze --all\n"));
    CHECK(!run("", "analyze", "--rows", "0", file).says("The first"));
    CHECK(run("", "analyze", "--all", file).says("No memset that blocks a thread was found."));
    CHECK(run("", "analyze", "--json", file).says("\"gain_at_most_ns\": 9"));
}

TEST("query reads its statement from standard input or a file") {
    const Folder folder;
    const std::string file = folder.write("t.json", kernels()),
                      sql = folder.write("q.sql", "SELECT count(*) AS n\nFROM events\n");
    CHECK_EQ(run("", "query", "--file", sql, "-f", "csv", file).out, "n\n8\n");
    CHECK_EQ(run(fmt::format("cat '{}' |", sql), "query", "-", "-f", "csv", file).out, "n\n8\n");
    CHECK_EQ(run(fmt::format("cat '{}' |", sql), "query", "-f", "csv", file, "-").out, "n\n8\n");
    const Ran missing = run("", "query", "--file", (folder / "none.sql").string(), file);
    CHECK(missing.code == 2 && missing.says("The statement cannot be read from"));
}

TEST("export writes lines of JSON by either name") {
    const Folder folder;
    const std::string file = folder.write("t.json", kernels()), a = (folder / "a.jsonl").string(),
                      b = (folder / "b.jsonl").string();
    CHECK_EQ(run("", "export", "-t", "jsonlines", "-o", a, file).code, 0);
    CHECK_EQ(run("", "export", "-t", "json", "-o", b, file).code, 0);
    CHECK(!readAll(a).empty() && readAll(a) == readAll(b));
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", a).says("70.6,12000,3,"));
}
