// SPDX-License-Identifier: GPL-3.0-or-later
// `sightline query`: what it prints in each format, what it says of a wrong statement, and what it exits with.
#include "tests/kit/check.h"
#include "tests/kit/cli_run.h"

namespace {

using namespace cli_run;

constexpr std::string_view kTrace = R"json({"traceEvents":[
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":0,"dur":5,"args":{"correlation":7}},
    {"ph":"X","cat":"kernel","name":"void a,b<int>()","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7,"correlation":7}},
    {"ph":"X","cat":"kernel","name":"c","pid":0,"tid":7,"ts":20,"dur":3.5,"args":{"device":0,"stream":7,"correlation":8}}]})json";
constexpr const char* kKernels = "SELECT name, dur, dur / 2000.0 AS half FROM events WHERE stream = 7 ORDER BY start";

}  // namespace

TEST("query prints an answer for people and for programs") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    const Ran table = run("", "query", kKernels, file);
    CHECK_EQ(table.code, 0);
    CHECK_EQ(
        table.out,
        " name              dur  half\n ---------------  ----  ----\n void a,b<int>()  2500  1.25\n c                3500  1.75\n");
    CHECK_EQ(run("", "query", kKernels, file, "-f", "csv").out,
             "name,dur,half\n\"void a,b<int>()\",2500,1.25\nc,3500,1.75\n");
    CHECK_EQ(run("", "query", "SELECT 1.0, NULL, 1 WHERE 1", "-f", "tsv", file).out, "1.0\tNULL\t1\n1.0\t\t1\n");
    CHECK(run("", "query", kKernels, "-f", "markdown", file)
              .says("| `void a,b<int>()` | 2500 | 1.25 |\n| `c`               | 3500 | 1.75 |"));
    const Ran json = run("", "query", "SELECT 1 AS n, 0.5 AS x, NULL AS y", "--json", file);
    CHECK(
        json.says("\"rows\": [\n      {\n        \"n\": 1,\n        \"x\": 0.5,\n        \"y\": null\n      }\n    ]"));
    CHECK(json.out.starts_with("[\n") && json.out.ends_with("]\n"));
    const Ran twice = run("", "query", "SELECT 1 AS n, 2 AS n", "--json", file);
    CHECK(twice.says("\"n\": 1,\n        \"n_2\": 2"));
}

TEST("query leaves room on a small disk: its temporary files take no more than they leave free") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace), disk = (folder / "disk").string();
    const std::string mounts = fmt::format("mkdir -p \"{0}\" && mount -t tmpfs -o size=64m none \"{0}\"", disk);
    const std::string sort =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 400000) SELECT x FROM n ORDER BY hex(zeroblob(100)) || (x * 7919 % 400009)";
    const std::string unshare = ::geteuid() == 0 ? "unshare -m" : "unshare -r -m";
    if (run(fmt::format("exec {} sh -c '{} && exit 7' sh", unshare, mounts), "nothing").code != 7)
        SKIP("no file system can be mounted here");
    const Ran ran = run(fmt::format("exec {} sh -c '{} && SQLITE_TMPDIR=\"{}\" exec \"$@\"' sh", unshare, mounts, disk),
                        "query", sort, file);
    CHECK_EQ(ran.code, 4);
    CHECK(ran.says(
        "The query sorts or gathers more than may be kept in temporary files. Ask for fewer rows or columns."));
}

TEST("query asks several reports, each under its name") {
    const Folder folder;
    const std::string a = folder.write("a.json", kTrace), b = folder.write("b.json", kTrace);
    const Ran both = run("", "query", "SELECT count(*) FROM events", a, b);
    CHECK_EQ(
        both.out,
        fmt::format("** {}\n\n count(*)\n --------\n        3\n\n** {}\n\n count(*)\n --------\n        3\n", a, b));
    const Ran one = run("", "query", "SELECT 1", a, (folder / "missing.rep").string());
    CHECK_EQ(one.code, 3);
    CHECK(one.says(" 1\n") && one.says("missing.rep cannot be opened"));
}

TEST("query says where a statement is wrong") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    const Ran wrong = run("", "query", "SELECT name,\n       lenght\nFROM events", file);
    CHECK_EQ(wrong.code, 2);
    CHECK_EQ(wrong.out, "sightline: no such column: lenght.\n         lenght\n         ^\n");
    CHECK_EQ(run("", "query", "SELECT 1; SELECT 2", file).code, 2);
    const Ran drop = run("", "query", "DROP TABLE events", file);
    CHECK_EQ(drop.code, 2);
    CHECK(drop.says("A report can only be read"));
    CHECK_EQ(run("", "query", "SELECT 1").code, 2);
    CHECK_EQ(run("", "query", "SELECT 1", (folder / "missing.rep").string()).code, 3);
}

TEST("query bounds what it prints for people, says so, and lists tables") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    const char* many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1500) SELECT x FROM n";
    const Ran cut = run("", "query", many, file);
    CHECK(cut.says("\n 1000\n") && !cut.says("\n 1001\n") &&
          cut.says("these are the first 1000 rows; --limit 0 prints all"));
    CHECK(run("", "query", many, file, "--limit", "0").says("\n 1500\n"));
    CHECK(run("", "query", many, file, "-f", "csv").says("\n1500\n"));
    CHECK_EQ(run("", "query", many, file, "-f", "csv", "--limit", "2").out, "x\n1\n2\n");
    const Ran schema = run("", "query", "--schema", file);
    CHECK_EQ(schema.code, 0);
    CHECK(schema.says("CUPTI_ACTIVITY_KIND_KERNEL: 2 rows\n    start INTEGER, end INTEGER, ") &&
          !schema.says("OSRT_API"));
    CHECK(run("", "query", "--schema", "-f", "csv", file).says("events,3,dur,INTEGER\n"));
    CHECK(run("", "query", "--help").says("CUPTI_ACTIVITY_KIND_KERNEL k"));
}

TEST("query tells a statement that fails while it runs from a wrong one") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    const Ran overflow = run("", "query", "SELECT sum(9223372036854775807) FROM events", file);
    CHECK_EQ(overflow.code, 4);
    CHECK(overflow.says("integer overflow"));
    CHECK_EQ(run("", "query", "SELECT sum(nothere) FROM events", file).code, 2);
    CHECK(run("", "query", "--help").says("4 the statement failed while it ran"));
}

TEST("query takes the statement first or last") {
    const Folder folder;
    const std::string a = folder.write("a.json", kTrace), b = folder.write("b.json", kTrace);
    CHECK_EQ(run("", "query", a, "SELECT 1 AS n", "-f", "csv").out, "n\n1\n");
    CHECK_EQ(run("", "query", a, b, "SELECT 1 AS n", "-f", "csv").out,
             run("", "query", "SELECT 1 AS n", a, b, "-f", "csv").out);
    CHECK_EQ(run("", "query", a, (folder / "missing.rep").string(), b).code, 2);  // no statement at all
}
