// SPDX-License-Identifier: GPL-3.0-or-later
// What `analyze` says first, and in whose words; slices that are compared.
#include "tests/kit/cli_run.h"

using namespace cli_run;

namespace {

/// A hundred kernels of 10 µs, one of 50 ms, and a copy that a thread waits for.
std::string giant(std::string_view copyCall, std::string_view copyName) {
    std::string out = R"({"traceEvents":[)";
    for (int i = 0; i < 100; ++i)
        out += fmt::format(
            R"({{"ph":"X","cat":"kernel","name":"reduce","pid":0,"tid":7,"ts":{},"dur":10,"args":{{"device":0,"stream":7,"correlation":{}}}}},)",
            i * 20, i + 10);
    out += fmt::format(
        R"({{"ph":"X","cat":"kernel","name":"reduce","pid":0,"tid":7,"ts":3000,"dur":50000,"args":{{"device":0,"stream":7,"correlation":900}}}},
        {{"ph":"X","cat":"cuda_runtime","name":"{}","pid":1,"tid":1,"ts":100,"dur":29000,"args":{{"correlation":1}}}},
        {{"ph":"X","cat":"gpu_memcpy","name":"{}","pid":0,"tid":7,"ts":2500,"dur":4,"args":{{"device":0,"stream":7,"correlation":1}}}}]}})",
        copyCall, copyName);
    return out;
}

}  // namespace

TEST("what is wrong with the measurement comes first, and answers that depend on it say so") {
    const Folder folder;
    const std::string file = folder.write("t.json", giant("cudaMemcpy", "Memcpy DtoH (Device -> Pageable)"));
    const Ran ran = run("", "analyze", file);
    const auto doubt = ran.out.find("** Doubts About the Measurement (measurement)"),
               copies = ran.out.find("** Synchronous Copies");
    CHECK(doubt < copies && copies != std::string::npos);
    CHECK(ran.says("one instance of a kernel holds much of all GPU time") &&
          ran.says("50,000,000      10,000  reduce"));
    const Ran checklist = run("", "analyze", "--checklist", file);
    CHECK(checklist.says("Take this with care: one instance of a kernel holds much of all GPU time."));
    const Ran json = run("", "analyze", "--json", "-r", "gpu_time_util", file);
    CHECK(json.says("\"doubts\": [") && json.says("\"code\": \"DoubtGiant\"") &&
          json.says("\"code\": \"GpuTimeUtilAdvice\""));
    CHECK(run("", "analyze", "--json", "--checklist", file).says("\"code\": \"CheckGpuBusyQuestion\""));
    CHECK(!run("", "analyze", "-r", "pageable_copies", file).says("Take this with care"));
}

TEST("a thread that waits for a copy is seen, and advice is in the words of the vendor") {
    const Folder folder;
    const std::string cuda = folder.write("cuda.json", giant("cudaMemcpy", "Memcpy DtoH (Device -> Pageable)")),
                      hip = folder.write("hip.json", giant("hipMemcpy", "MEMORY_COPY_DEVICE_TO_HOST"));
    for (const std::string& file : {cuda, hip})
        CHECK(run("", "analyze", "-r", "cuda_memcpy_sync", "-f", "csv", file).says("Memcpy,29000000\n"));
    CHECK(run("", "analyze", "-r", "cuda_memcpy_sync", cuda).says("Use cudaMemcpyAsync with pinned memory"));
    const Ran amd = run("", "analyze", "-r", "cuda_memcpy_sync", hip);
    CHECK(amd.says("Use hipMemcpyAsync with pinned memory") && !amd.says("cudaMemcpyAsync"));
    CHECK(run("", "stats", hip).says("** HIP API Summary (cuda_api_sum)") &&
          run("", "stats", cuda).says("** CUDA API Summary (cuda_api_sum)"));
}

TEST("kernels of the HIP runtime that copy or fill are copies and sets") {
    const Folder folder;
    std::string out = R"({"traceEvents":[)";
    int at = 0;
    for (const char* name : {"__amd_rocclr_copyBuffer", "__amd_rocclr_fillBufferAligned", "gemm"})
        out += fmt::format(
            R"({}{{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":10,"args":{{"device":0,"stream":7,"correlation":{}}}}})",
            at ? "," : "", name, at * 20, at + 1),
            ++at;
    const std::string file = folder.write("t.json", out + "]}");
    CHECK_EQ(run("", "query", "-f", "csv", "SELECT kind, name FROM events ORDER BY start", file).out,
             "kind,name\nmemcpy,__amd_rocclr_copyBuffer\nmemset,__amd_rocclr_fillBufferAligned\nkernel,gemm\n");
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", file).says("100.0,10000,1,"));
    const Ran info = run("", "info", "--json", file);
    CHECK(info.says("\"memcpy\": 1") && info.says("\"memset\": 1") && info.says("\"kernel\": 1"));
}

TEST("slices are compared by name") {
    const Folder folder;
    const auto slices = [](int child) {
        return fmt::format(
            R"([{{"ph":"X","name":"parent","pid":1,"tid":1,"ts":0,"dur":100}},{{"ph":"X","name":"child","pid":1,"tid":1,"ts":10,"dur":{}}},
            {{"ph":"X","name":"{}","pid":1,"tid":1,"ts":200,"dur":5}}])",
            child, child > 30 ? "new" : "old");
    };
    const std::string a = folder.write("a.json", slices(30)), b = folder.write("b.json", slices(60));
    const Ran ran = run("", "compare", "--whole", "--by", "slice", "-f", "csv", a, b);
    CHECK_EQ(ran.code, 0);
    CHECK(ran.says("Verdict,A (ns),B (ns),Delta (ns)"));
    CHECK(ran.says(",30000,60000,30000,100.0,") && ran.says(",70000,40000,parent,"));
    CHECK(ran.says("added,") && ran.says(",new,") && ran.says("removed,") && ran.says(",old,"));
    CHECK(run("", "compare", "--whole", "--by", "slice", a, b).says("** Slices, of the whole reports"));
    CHECK_EQ(run("", "compare", "--whole", "--fail-if", "slice:child.p50>+50%", a, b).code, 1);
    CHECK_EQ(run("", "compare", "--whole", "--fail-if", "slice:parent.p50>+50%", a, b).code, 0);
}
