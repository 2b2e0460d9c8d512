// SPDX-License-Identifier: GPL-3.0-or-later
// `sightline export`: where it writes to, what it never writes over, and what it says.
#include <sys/stat.h>
#include <algorithm>

#include "tests/kit/check.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/scratch_file.h"

namespace {

using namespace cli_run;

constexpr std::string_view kTrace = R"json({"traceEvents":[
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":0,"dur":5,"args":{"correlation":7}},
    {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7,"correlation":7}},
    {"ph":"X","cat":"kernel","name":"late","pid":0,"tid":7,"ts":3000,"dur":3.5,"args":{"device":0,"stream":7,"correlation":8}}]})json";

std::size_t filesIn(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST("export writes each form, which opens again, beside the report or where it is told to") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    for (const char* type : {"sqlite", "json", "chrome", "rep"}) CHECK_EQ(run("", "export", "-t", type, file).code, 0);
    for (const char* name : {"t.sqlite", "t.jsonl", "t.trace.json", "t.rep"}) {
        const Ran info = run("", "info", (folder / name).string());
        CHECK_EQ(info.code, 0);
        CHECK(info.says("kernel                             2"));
    }
    CHECK_EQ(filesIn(folder / ""), 5u);
    const std::string other = (folder / "sub.sqlite").string();
    const Ran said = run("", "export", "-t", "sqlite", "-o", other, "--json", file);
    CHECK_EQ(said.code, 0);
    CHECK(said.says("\"file\": \"" + other + "\""));
    CHECK(run("", "query", "SELECT count(*) AS n FROM CUPTI_ACTIVITY_KIND_KERNEL", "-f", "csv", other).says("n\n2\n"));
}

TEST("export of a time and of kinds, and of one kind as CSV to standard output") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    const Ran csv = run("", "export", "-t", "csv", "--kinds", "kernel", "--times", "/1ms", file);
    CHECK_EQ(csv.code, 0);
    CHECK(csv.out.starts_with("start,end,deviceId,") && csv.says("\n10000,12500,0,") && !csv.says("late"));
    CHECK_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 2);
    const Ran two = run("", "export", "-t", "csv", "--kinds", "kernel,cuda_api", "-o", "-", file);
    CHECK_EQ(two.code, 2);
    CHECK(two.says(
        "These are several tables: CUPTI_ACTIVITY_KIND_KERNEL, CUPTI_ACTIVITY_KIND_RUNTIME. Name a folder for them with -o."));
    CHECK_EQ(run("", "export", "-t", "csv", "--kinds", "kernel,cuda_api", file).code, 0);
    CHECK_EQ(filesIn(folder / "t_csv"), 2u);
}

TEST("export of a part without events says so in every form, and what it writes is a file") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    const std::string said = fmt::format("sightline: {} holds no such events.", file);
    for (const char* type : {"sqlite", "json", "csv", "chrome", "rep"}) {
        const std::string out = (folder / type).string();
        const Ran kind = run("", "export", "-t", type, "--kinds", "osrt", "-o", out, file);
        CHECK_EQ(kind.code, 0);
        CHECK(kind.says(said) && fs::exists(out));
        const Ran gap = run("", "export", "-t", type, "--times", "1ms/2ms", "-o", out + "2", file);
        CHECK(gap.code == 0 && gap.says(said));
        CHECK(!run("", "export", "-t", type, "--kinds", "kernel", "-o", out + "3", file).says("holds no"));
    }
    CHECK(run("", "export", "-t", "csv", "--kinds", "osrt", file).says(said));
    const std::string empty = folder.write("empty.json", R"({"traceEvents":[]})");
    CHECK(run("", "export", "-t", "sqlite", empty).says("empty.json holds no events."));
    for (const char* type : {"sqlite", "rep"}) CHECK_EQ(run("", "info", (folder / type).string()).code, 0);
}

TEST("export leaves what is there, and says how to go on") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace), other = folder.write("mine.db", "precious");
    const Ran there = run("", "export", "-t", "sqlite", "-o", other, file);
    CHECK_EQ(there.code, 2);
    CHECK_EQ(
        there.out,
        fmt::format(
            "sightline: {} is there already, and was left as it is. Name another one with -o, or replace it with -f.\n",
            other));
    CHECK_EQ(bytesOfFile(other), "precious");
    CHECK_EQ(run("", "export", "-t", "sqlite", "-o", other, "-f", file).code, 0);
    CHECK(bytesOfFile(other).starts_with("SQLite format 3"));
    const Ran itself = run("", "export", "-t", "chrome", "-o", file, "-f", file);
    CHECK_EQ(itself.code, 2);
    CHECK(itself.says("is the report itself"));
    CHECK_EQ(bytesOfFile(file), kTrace);
}

TEST("export refuses what it does not understand, and names what it cannot write") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    const Ran kind = run("", "export", "-t", "csv", "--kinds", "kernel,kernels", file);
    CHECK_EQ(kind.code, 2);
    CHECK(kind.says("“kernels” is no kind of event. There are: kernel, memcpy, "));
    CHECK_EQ(run("", "export", "-t", "sqlite", "--times", "soon", file).code, 2);
    CHECK_EQ(run("", "export", "-t", "sqlite", "--times", "5s/", file).code, 2);
    CHECK_EQ(run("", "export", "-t", "word", file).code, 2);
    CHECK(run("", "export", "-t", "sqlite", "--kinds", "", file).code != 0);
    CHECK_EQ(run("", "export", file).code, 2);
    CHECK_EQ(run("", "export", "-t", "sqlite", (folder / "missing.rep").string()).code, 3);
    const Ran nowhere = run("", "export", "-t", "sqlite", "-o", "/nonexistent/x.sqlite", file);
    CHECK_EQ(nowhere.code, 3);
    CHECK(nowhere.says("/nonexistent/x.sqlite cannot be written: No such file or directory."));
    CHECK(run("", "export", "--help").says("sightline export -t chrome --times 1s/2s"));
    CHECK_EQ(filesIn(folder / ""), 1u);
}

TEST("export does not replace a pipe, and writes only csv to standard output") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace), pipe = (folder / "pipe").string();
    CHECK_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    CHECK(run("", "export", "-t", "sqlite", "-f", "-o", pipe, file).code != 0);
    CHECK(fs::is_fifo(pipe));
    for (const char* type : {"sqlite", "json", "chrome", "rep"})
        CHECK_EQ(run("", "export", "-t", type, "-o", "-", file).code, 2);
    CHECK_EQ(filesIn(folder / ""), 2u);
}
