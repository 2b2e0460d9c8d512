// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as people and programs use it: what it refuses to write over, what it says and what it exits with.
#include <fmt/format.h>
#include <filesystem>

#include "tests/kit/check.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/scratch_file.h"

namespace {

using namespace cli_run;

constexpr std::string_view kTrace = R"([{"ph":"X","name":"work","pid":42,"tid":7,"ts":1,"dur":0.3}])";
constexpr std::string_view kOther = R"([{"ph":"X","name":"more","pid":42,"tid":7,"ts":5,"dur":3}])";

bool isReport(const fs::path& file) { return bytesOfFile(file).starts_with("\x89REP"); }

}  // namespace

TEST("a report is not converted over the file that it is read from, by whatever name") {
    const Folder folder;
    const std::string trace = folder.write("a.json", kTrace);
    fs::create_symlink(trace, folder / "link.rep");
    fs::create_hard_link(trace, folder / "hard.rep");
    for (const fs::path& target : {fs::path(trace), folder / "link.rep", folder / "hard.rep", folder / "./a.json"}) {
        const Ran ran = run("", "convert", trace, target.string());
        CHECK_EQ(ran.code, 2);
        CHECK(ran.says("is a file that the report is made from") && ran.says("another name"));
        CHECK_EQ(bytesOfFile(trace), kTrace);
    }
    CHECK_EQ(run("", "convert", trace, (folder / "a.rep").string()).code, 0);
    const std::string before = bytesOfFile(folder / "a.rep");
    CHECK_EQ(run("", "convert", (folder / "a.rep").string(), (folder / "a.rep").string()).code, 2);
    CHECK_EQ(bytesOfFile(folder / "a.rep"), before);
}

TEST("a file that is no Sightline report is not written over, as when the output is forgotten") {
    const Folder folder;
    const std::string a = folder.write("a.json", kTrace), b = folder.write("b.json", kOther),
                      rep = (folder / "out.rep").string();
    const Ran forgotten = run("", "convert", "--merge", a, b);
    CHECK_EQ(forgotten.code, 2);
    CHECK(forgotten.says("b.json is there already, is not a Sightline report") && forgotten.says("comes last"));
    CHECK_EQ(bytesOfFile(b), kOther);
    // A report and an empty file may be replaced.
    folder.write("out.rep", "");
    CHECK_EQ(run("", "convert", a, rep).code, 0);
    const std::string first = bytesOfFile(rep);
    CHECK_EQ(run("", "convert", b, rep).code, 0);
    CHECK(isReport(rep) && bytesOfFile(rep) != first);
    CHECK_EQ(run("", "convert", a, "/dev/null").code, 0);
}

TEST("a folder stands for the reports in it, in the order in which people count") {
    const Folder folder;
    folder.write("run/rank10.json", kTrace);
    folder.write("run/deep/rank2.json", kTrace);
    folder.write("run/rank2.json", kOther);
    folder.write("run/notes.json", "{\"epoch\": 1}");
    folder.write("run/readme.txt", "words");
    folder.write("run/.hidden/rank3.json", kTrace);
    const std::string run_ = (folder / "run").string(), rep = (folder / "run/all.rep").string();
    const Ran text = run("", "info", run_);
    CHECK_EQ(text.code, 0);
    const auto deep = text.out.find("deep/rank2.json"), two = text.out.find("run/rank2.json"),
               ten = text.out.find("run/rank10.json");
    CHECK(deep < two && two < ten && ten != std::string::npos);
    CHECK(!text.says("notes.json") && !text.says("rank3"));
    // Twice: the report that was written there is not one of its own files.
    CHECK_EQ(run("", "convert", "--merge", run_, rep).code, 0);
    CHECK_EQ(run("", "convert", "--merge", run_, rep).code, 0);
    CHECK(run("", "info", rep).says("3 merged reports"));
    CHECK_EQ(run("", "convert", run_, rep).code, 2);
    folder.write("empty/readme.txt", "words");
    const Ran none = run("", "info", (folder / "empty").string());
    CHECK_EQ(none.code, 3);
    CHECK(none.says("holds no report"));
    CHECK(run("", "info", "--json", (folder / "run/deep").string()).out.starts_with("["));
}

TEST("info names what has a name and shows short times") {
    const Folder folder;
    const std::string trace = folder.write("a.json", R"([{"ph":"X","name":"work","pid":42,"tid":7,"ts":1,"dur":0.3},
        {"ph":"M","name":"process_labels","pid":42,"args":{"labels":"x"}}])");
    const Ran ran = run("", "info", trace);
    CHECK_EQ(ran.code, 0);
    CHECK(ran.says("  process 42\n"));
    CHECK(ran.says("  0.300 us of events from 1.000 us to 1.300 us\n"));
    const std::string named = folder.write(
        "b.json",
        R"([{"ph":"X","name":"work","pid":"Spans","tid":7,"ts":1e9,"dur":0.3}, {"ph":"M","name":"process_labels","pid":"Spans","args":{"labels":"x"}}])");
    const Ran text = run("", "info", named);
    CHECK(text.says("  process: Spans\n"));
    const Ran one = run("", "info", "--merge", trace);
    CHECK(one.says("  1 merged report \n") || one.says("  1 merged report\n"));
}

TEST("a report that cannot be read has a place in the array for programs") {
    const Folder folder;
    const std::string a = folder.write("a.json", kTrace), bad = folder.write("bad.json", "words"),
                      c = folder.write("c.json", kOther);
    const Ran ran = run("", "info", "--json", a, bad, c);
    CHECK_EQ(ran.code, 3);
    const auto at = ran.out.find(fmt::format("\"file\": \"{}\"", bad));
    CHECK(at != std::string::npos && ran.out.find("\"error\": \"", at) != std::string::npos);
    CHECK(ran.out.find(fmt::format("\"path\": \"{}\"", a)) < at &&
          ran.out.find(fmt::format("\"path\": \"{}\"", c)) > at);
}

TEST("events of the file can be compared with what is drawn and what was left out") {
    const Folder folder;
    const std::string trace = folder.write("a.json", R"([{"ph":"X","name":"work","pid":1,"tid":1,"ts":1,"dur":3},
        {"ph":"X","name":"more","pid":1,"tid":2,"ts":9,"dur":3}, {"ph":"X","name":"late","pid":1,"tid":2},
        {"ph":"C","name":"memory","pid":1,"ts":1,"args":{"used":5}}, {"ph":"C","name":"memory","pid":1,"ts":2,"args":{"used":6}},
        {"ph":"C","name":"memory","pid":1,"ts":3,"args":{"used":NaN}},
        {"ph":"s","id":1,"name":"go","cat":"c","pid":1,"tid":1,"ts":2}, {"ph":"f","id":1,"name":"go","cat":"c","bp":"e","pid":1,"tid":2,"ts":10},
        {"ts":1}, {"ts":2}])");
    const Ran json = run("", "info", "--json", trace);
    for (const char* line : {"\"slice\": 2", "\"drawn\": 2,", "\"counter_values\": 2,", "\"counter_gaps\": 1,",
                             "\"arrows\": 1,", "\"events without a phase\": 2"}) {
        if (!json.says(line)) check::fail(__FILE__, __LINE__, std::string(line) + " is not in " + json.out);
    }
    const Ran text = run("", "info", trace);
    CHECK(text.says("2 events, 2 values of counters (1 gap) and 1 arrow on"));
    CHECK(text.says("left out: 2 events without a phase"));
}

TEST("stats prints the tables that are asked for, in the format that is asked for") {
    const Folder folder;
    constexpr std::string_view kTraining = R"json({"traceEvents":[
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":0,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":"kernel","name":"void a,b<int>()","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7,"correlation":7}},
        {"ph":"X","cat":"kernel","name":"void a,b<int>()","pid":0,"tid":7,"ts":20,"dur":3.5,"args":{"device":0,"stream":7,"correlation":8}}]})json";
    const std::string file = folder.write("t.json", kTraining);
    const Ran csv = run("", "stats", "-r", "cuda_gpu_kern_sum,cuda_api_sum", "-f", "csv", file);
    CHECK_EQ(csv.code, 0);
    CHECK(
        csv.says("Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
                 "100.0,6000,2,3000.0,3000.0,2500,3500,707.1,\"void a,b<int>()\"\n"));
    CHECK(csv.says("100.0,5000,1,5000.0,5000.0,5000,5000,0.0,cudaLaunchKernel\n"));
    const Ran old = run("", "stats", "-r", "gpukernsum", "-f", "tsv", "--filter-time", "15us/", file);
    CHECK(old.says("100.0\t3500\t1\t3500.0"));
    const Ran behind = run("", "stats", "-r", "cuda_gpu_kern_sum", "--filter-time", "1s/", file);
    CHECK(behind.code == 2 && behind.says("has nothing in that time"));
    const Ran json = run("", "stats", "-r", "cuda_kern_exec_sum", "--json", file);
    CHECK(json.says("\"QAvg (ns)\": 5000") && json.says("\"report\": \"cuda_kern_exec_sum\""));
    const Ran table = run("", "stats", file);
    CHECK(table.says("** CUDA GPU Kernel Summary (cuda_gpu_kern_sum)") && !table.says("The report holds no") &&
          !table.says("osrt_sum)"));
    CHECK(table.says(
        "Without rows: nvtx_sum, osrt_sum, cuda_gpu_mem_time_sum, cuda_gpu_mem_size_sum. sightline stats -r NAME says why.\n"));
    const Ran part = run("", "stats", "-r", "osrt_sum,cuda_gpu_kern_sum", "--filter-time", "15us/", file);
    CHECK(part.says("** CUDA GPU Kernel Summary (cuda_gpu_kern_sum)"));
    const Ran gap = run("", "stats", "-r", "cuda_gpu_kern_sum,cuda_gpu_trace", "--filter-time", "13us/14us", file);
    CHECK(gap.says("The report holds no GPU kernels in that time.\n") &&
          gap.says("The report holds no GPU work in that time.\n"));
    CHECK(run("", "stats", "-r", "osrt_sum", "--json", file).says("\"code\": \"NoOsCalls\""));
    CHECK(!run("", "analyze", file).says("in that time.") &&
          !run("", "analyze", "--checklist", file).says("in that time."));
    const std::string inRange = folder.write("r.json", R"json({"traceEvents":[
        {"ph":"X","cat":"user_annotation","name":"step","pid":1,"tid":1,"ts":0,"dur":9},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":"kernel","name":"void k<int>()","pid":0,"tid":7,"ts":10,"dur":2.5,"args":{"device":0,"stream":7,"correlation":7}}]})json");
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum:nvtx-name:base", "-f", "csv", inRange).says(",step/k\n"));
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum:nvtx-name", "-f", "csv", inRange).says(",step/void k<int>()\n"));
    const Ran nothing = run("", "stats", "-r", "osrt_sum:nvtx-name", file);
    CHECK(nothing.code == 2 && nothing.says("osrt_sum names no kernels that “nvtx-name” could stand before."));
    CHECK_EQ(run("", "stats", "-r", "no_such", file).code, 2);
    CHECK_EQ(run("", "stats", "--filter-time", "soon", file).code, 2);
    CHECK_EQ(run("", "stats", "--filter-nvtx", "step 9", file).code, 2);
    CHECK_EQ(run("", "stats", (folder / "missing.rep").string()).code, 3);
    CHECK(run("", "stats", "--help-reports").says("nvtx_gpu_proj_sum"));
}

TEST("stats tells tables by GPU or stream, and groups of kernels that one names") {
    const Folder folder;
    const std::string file = folder.write("t.json", R"json({"traceEvents":[
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":0,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":2,"args":{"device":0,"stream":7,"correlation":7}},
        {"ph":"X","cat":"kernel","name":"relu","pid":1,"tid":8,"ts":11,"dur":3,"args":{"device":1,"stream":8,"correlation":8}}]})json");
    const char* const header = "Device,Time (%),Total Time (ns),Instances,";
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum:by=device", "-f", "csv", file).says(header));
    const Ran all = run("", "stats", "--by", "device", "-r", "cuda_gpu_kern_sum,cuda_api_sum", "-f", "csv", file);
    CHECK(all.code == 0 && all.says(header) &&
          all.says("\nTime (%),Total Time (ns),Num Calls,"));  // calls are of no GPU: told as ever
    CHECK(run("", "stats", "--by", "stream", "-r", "cuda_gpu_kern_sum", "--json", file).says("\"Strm\": 8"));
    const Ran calls = run("", "stats", "-r", "cuda_api_sum:by=device", file);
    CHECK(calls.code == 2 && calls.says("cuda_api_sum has no rows of GPUs"));
    CHECK_EQ(run("", "stats", "--by", "moon", file).code, 2);
    const Ran groups = run("", "stats", "--group", "products=GEMM", "-f", "csv", file);
    CHECK(groups.says(",products\n") && groups.says(",other\n") && groups.says("Groups at Once"));
    CHECK_EQ(run("", "stats", "--group", "products", file).code, 2);
    const Ran wrong = run("", "stats", "--group", "products=(", file);
    CHECK(wrong.code == 2 && wrong.says("The pattern of group “products” is not valid"));
}

TEST("nvtx --backward prints the work of both passes, or what numbers are missing") {
    const Folder folder;
    const std::string forward =
        R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":20,"args":{"Sequence number":5,"Fwd thread id":0}})";
    const std::string trace = folder.write("trace.json", R"({"traceEvents":[)" + forward + R"(,
        {"ph":"X","cat":"cpu_op","name":"MmBackward0","pid":1,"tid":2,"ts":50,"dur":20,"args":{"Sequence number":5,"Fwd thread id":1}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":55,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":60,"dur":200,"args":{"device":0,"stream":7,"correlation":7}}]})");
    const std::string plain = folder.write("plain.json", R"({"traceEvents":[)" + forward + "]}");
    const Ran ran = run("", "nvtx", "--backward", "-f", "csv", trace);
    CHECK(ran.code == 0 && ran.says("aten::mm,Operator,1,200000,0,200000,100.0,0,1"));
    CHECK(run("", "nvtx", "--backward", plain).says("emit_nvtx()"));
    for (const char* other : {"--gpu", "--kernels", "--list"})
        CHECK_EQ(run("", "nvtx", "--backward", other, trace).code, 2);
}

TEST("stats --folded prints stacks as tools for flame graphs read them") {
    const Folder folder;
    constexpr std::string_view kRun = R"json({"traceEvents":[
        {"ph":"X","cat":"python_function","name":"run","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","cat":"python_function","name":"step","pid":1,"tid":1,"ts":2,"dur":4},
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":3,"dur":1}]})json";
    const std::string file = folder.write("t.json", kRun);
    const Ran python = run("", "stats", "--folded", "python", file);
    CHECK_EQ(python.code, 0);
    CHECK_EQ(python.out, "run 6000\nrun;step 4000\n");
    CHECK_EQ(run("", "stats", "--folded", "operators", file).out, "aten::mm 1000\n");
    CHECK_EQ(run("", "stats", "--folded", "python", "--filter-time", "5us/8us", file).out, "run 2000\nrun;step 1000\n");
    const Ran none = run("", "stats", "--folded", "samples", file);
    CHECK(none.code == 2 &&
          none.out.find("holds no stacks of “samples” in that time. It has: python, operators.") != none.out.npos);
    CHECK_EQ(run("", "stats", "--folded", "else", file).code, 2);
    CHECK_EQ(run("", "stats", "--folded", "python", "-r", "op_sum", file).code, 2);
}

TEST("analyze --checklist answers questions with numbers, and --fail makes an exit code of them") {
    const Folder folder;
    constexpr std::string_view kRun = R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":90,"args":{"device":0,"stream":7,"correlation":1}},
        {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":95,"dur":5,"args":{"device":0,"stream":7,"correlation":2}}]})json";
    const std::string file = folder.write("t.json", kRun);
    const Ran text = run("", "analyze", "--checklist", file);
    CHECK_EQ(text.code, 0);
    CHECK(text.says("yes      Is each GPU busy for 80 % of the time?\n         95.0 %, GPU (0): Time in which"));
    CHECK(text.says("unknown  Is warm-up excluded?\n         The report holds no ranges that are named like steps"));
    CHECK(run("", "analyze", "--checklist", "-f", "csv", file)
              .says("\nkernels_long,Are kernels long enough?,yes,50.0,1 / 2,\n"));
    CHECK(run("", "analyze", "--checklist", "--json", file).says("\"Check\": \"gpu_busy\""));
    CHECK_EQ(run("", "analyze", "--checklist", "--fail", file).code, 0);
    CHECK_EQ(run("", "analyze", "--checklist", "--fail", "--filter-time", "85us/97us", file).code, 1);  // 7 of 12 µs
    CHECK_EQ(run("", "analyze", "--checklist", "-r", "gpu_gaps", file).code, 2);
}

TEST("analyze says what was found, what it means, and what was not found") {
    const Folder folder;
    constexpr std::string_view kRun = R"json({"traceEvents":[
        {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":0,"dur":9,"args":{"correlation":1}},
        {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pageable -> Device)","pid":0,"tid":7,"ts":2,"dur":5,"args":{"device":0,"stream":7,"correlation":1}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":10,"dur":1,"args":{"correlation":2}},
        {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":7,"ts":12,"dur":5,"args":{"device":0,"stream":7,"correlation":2}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpy","pid":1,"tid":1,"ts":20,"dur":8,"args":{"correlation":3}},
        {"ph":"X","cat":"gpu_memcpy","name":"Memcpy DtoH (Device -> Pageable)","pid":0,"tid":7,"ts":22,"dur":4,"args":{"device":0,"stream":7,"correlation":3}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":1,"tid":1,"ts":30,"dur":3},
        {"ph":"X","cat":"kernel","name":"late","pid":0,"tid":7,"ts":700000,"dur":1,"args":{"device":0,"stream":7,"correlation":9}}]})json";
    const std::string file = folder.write("t.json", kRun);
    const Ran async = run("", "analyze", "-r", "cuda_memcpy_async", "-f", "csv", file);
    CHECK_EQ(async.code, 0);
    CHECK(async.says(
        "Duration (ns),Start (ns),Src Kind,Dst Kind,Bytes (MB),PID,Device ID,Context ID,Stream ID,API Name,API Dur (ns)\n5000,2000,Pageable,Device,,1,0,0,7,cudaMemcpyAsync,9000\n"));
    CHECK(!async.says("12000"));
    CHECK(run("", "analyze", "-r", "cuda_memcpy_sync", "-f", "csv", file).says("\n4000,22000,"));
    CHECK(
        run("", "analyze", "-r", "cuda_api_sync", "-f", "csv", file).says("\n3000,30000,1,1,cudaDeviceSynchronize\n"));
    CHECK(run("", "analyze", "-r", "gpu_gaps", "-f", "csv", file).says("\n699974000,26000,1,0,"));
    const Ran all = run("", "analyze", file);
    CHECK(all.says("pin_memory=True") && !all.says("No memset that blocks a thread was found."));
    CHECK(run("", "analyze", "--all", file).says("No memset that blocks a thread was found."));
    CHECK(run("", "analyze", "-r", "gpu_gaps:800", file).says("No gap of that length was found."));
    CHECK(run("", "analyze", "-r", "gpu_time_util", "--json", file).says("\"found\": 1"));
    CHECK_EQ(run("", "analyze", "-r", "no_such", file).code, 2);
    CHECK(run("", "analyze", "--help-rules").says("gpu_time_util"));
    const Ran gain = run("", "analyze", "-r", "pageable_copies", file);
    CHECK(gain.says("Gain at most: For each copy its duration") &&
          run("", "analyze", "-r", "slow_rank", file).says("holds no communication between GPUs"));
    CHECK(run("", "analyze", "-r", "slow_rank", "--json", file).says("\"applied\": false"));
    CHECK_EQ(run("", "analyze", "--fail", "-r", "gpu_gaps", file).code, 1);
    CHECK_EQ(run("", "analyze", "--fail", "-r", "gpu_gaps:800", file).code, 0);
}

TEST("where no temporary file can be written, the way out is named") {
    const Folder folder;
    const std::string page = folder.write(
        "page.html", fmt::format("<html><script>var t = {{\"traceEvents\": {}}};</script></html>", kTrace));
    CHECK_EQ(run("", "info", page).code, 0);
    const Ran ran = run("TMPDIR=/nonexistent", "info", page);
    CHECK_EQ(ran.code, 3);
    CHECK(ran.says("no temporary file can be written for it: No such file or directory") && ran.says("TMPDIR"));
}
