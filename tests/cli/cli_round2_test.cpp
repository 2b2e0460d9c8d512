// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that small files were asked on the command line, and once answered wrongly; each with its right answer.
#include "tests/kit/cli_run.h"
#include "tests/kit/samples.h"

namespace {

using namespace cli_run;

std::string round2(std::string_view name) { return sample("round2/" + std::string(name)).string(); }
std::string rocm(std::string_view name) { return sample("round2_rocm/" + std::string(name)).string(); }

std::size_t countOf(std::string_view text, std::string_view part) {
    std::size_t out = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++out;
    return out;
}

}  // namespace

TEST("a gate sees GPU work that outlasts the step on the CPU") {
    const std::string a = round2("n46_a.pt.trace.json"), b = round2("n46_b.pt.trace.json");
    const Ran r = run("", "compare", "--fail-if", "step.p50>+3%", "--by", "step", "-f", "csv", a, b);
    CHECK_EQ(r.code, 1);
    CHECK(r.says("step.p50>+3%"));
    const Ran steps = run("", "compare", "-f", "csv", a, b);
    CHECK(steps.says("time,1007000,2007000"));
    CHECK(steps.says("CPU range,99000,99000"));
    CHECK(steps.says("GPU span,1005000,2005000"));
    CHECK_EQ(run("", "compare", "--fail-if", "step.cpu.p50>+3%", a, b).code, 0);
    CHECK_EQ(run("", "compare", "--fail-if", "step.gpu.p50>+3%", a, b).code, 1);
}

TEST("communication is known by more than NCCL's names") {
    const Ran r = run("", "stats", "-r", "gpu_breakdown", "-f", "csv", round2("n07_comm_names.pt.trace.json"));
    CHECK_EQ(r.code, 0);
    CHECK(r.says(",13,240000,120000,50.0,120000,50.0,0,"));
}

TEST("the late rank is found where only arguments name the collective, as where the kernels do") {
    for (const char* ranks : {"n44_rccl_ranks", "n44_nccl_ranks"}) {
        const Folder folder;
        const std::string merged = (folder / "r.rep").string();
        CHECK_EQ(run("", "convert", "--merge", round2(ranks), merged).code, 0);
        const Ran r = run("", "analyze", "-r", "slow_rank", "-f", "csv", merged);
        CHECK_EQ(r.code, 0);
        CHECK(r.says("\n1200000,") && r.says(",6,6,1200000,") && r.says(",2,102,"));
        CHECK(!r.says("no kernels of NCCL or RCCL"));
    }
}

TEST("one instance that holds most of the time is the first finding") {
    const Ran r = run("", "analyze", round2("n19_giant_median.pt.trace.json"));
    CHECK_EQ(r.code, 0);
    CHECK(r.says("24,000,000") && r.says("14,000") && r.says("78.6"));
    CHECK(r.out.find("measurement") < r.out.find("exposed_communication"));
    CHECK(r.says("Take this with care"));
}

TEST("names that end in shapes are one") {
    const Ran r = run("", "stats", "-r", "cuda_gpu_kern_sum:base", "-f", "csv", round2("n27_shapes.json"));
    CHECK(r.says(",30000,6,5000.0") && r.says(",eltwise_bwd\n") && r.says(",3000,1,") && r.says(",reduce_init\n"));
}

TEST("ranges are those of annotations and roctx, too") {
    const Ran stages = run("", "nvtx", "--gpu", "-f", "csv", round2("n50_stages.pt.trace.json"));
    CHECK(stages.says("prefill,PushPop,300000,100000,1,") && stages.says(",1,1.0,0.0,0.0,Annotation,"));
    CHECK(stages.says("decode,PushPop,100000,50000,1,") && stages.says(",2,2.0,0.0,0.0,Annotation,"));
    const std::string roctx = rocm("t_r0_results.db");
    CHECK_EQ(countOf(run("", "stats", "-r", "nvtx_sum", "-f", "csv", roctx).out, ",roctx\n"), 40u);
    CHECK_EQ(countOf(run("", "stats", "-r", "nvtx_gpu_proj_sum", "-f", "csv", roctx).out, ",roctx,"), 40u);
    CHECK_EQ(countOf(run("", "nvtx", "--gpu", "-f", "csv", roctx).out, ",roctx,"), 40u);
}

TEST("copies that wait are found in reports of AMD, in its own words") {
    const Ran r = run("", "analyze", "--all", rocm("t_r0_results.db"));
    CHECK_EQ(r.code, 0);
    CHECK(r.says("hipMemcpy") && r.says("hipMemcpyAsync"));
    CHECK(!r.says("cudaMemcpyAsync") && !r.says("CUDA"));
    const Ran checklist = run("", "analyze", "--checklist", rocm("t_r0_results.db"));
    CHECK(checklist.says("that no HIP graph launched") && !checklist.says("CUDA"));
    const Folder folder;
    CHECK_EQ(run("", "report", rocm("t_r0_results.db"), "-o", (folder / "r.html").string()).code, 0);
    std::ifstream page(folder / "r.html");
    const std::string html{std::istreambuf_iterator<char>(page), {}};
    CHECK(html.find("HIP API Summary") != html.npos && html.find("no HIP graph launched") != html.npos);
    CHECK(html.find("CUDA") == html.npos);
}

TEST("kernels of the HIP runtime that copy or fill count as copies and sets, as the database has them") {
    const std::string training = rocm("908_results.db");
    const Ran names = run("", "query", "-f", "csv", "SELECT kind, name, count(*) FROM events GROUP BY 1, 2", training);
    CHECK(names.says("\nmemcpy,__amd_rocclr_copyBuffer,3153\n"));
    CHECK(names.says("\nmemset,__amd_rocclr_fillBufferAligned,3213\n"));
    CHECK_EQ(countOf(names.out, "__amd_rocclr_"), 2u);
    const Ran kinds = run("", "query", "-f", "csv", "SELECT kind, count(*) FROM events GROUP BY 1", training);
    CHECK(kinds.says(fmt::format("\nkernel,{}\n", 43915 - 3153 - 3213)));
    CHECK(!run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", training).says("__amd_rocclr_"));
}

TEST("what is drawn as long in B as in A is the pace of a step, as thresholds have it") {
    const Ran r = run("", "compare", "--align", "step:2", "--stretch", round2("n46_a.pt.trace.json"),
                      round2("n46_b.pt.trace.json"));
    CHECK(r.says("stretched by 0.502488"));  // 1010 to 2010 µs; the CPU ranges are 99 µs in both
}

TEST("slices are compared by name") {
    const Ran r = run("", "compare", "--by", "slice", "-f", "csv", round2("n03_self.json"), round2("n38_flame.json"));
    CHECK_EQ(r.code, 0);
    CHECK(r.says("removed,150000,0,-150000,") && r.says(",parent,\n"));
    CHECK(r.says("added,0,100000,100000,") && r.says(",main,\n"));
}

TEST("ranks of one machine have its clock") {
    const Ran r = run("", "info", "--merge", rocm("s_r0_results.db"), rocm("s_r1_results.db"));
    CHECK_EQ(r.code, 0);
    CHECK(r.says("Aligned by: clock of the machine"));
    CHECK(r.says("ClockAtZeroNs: 1000001000000") && r.says("ClockAtZeroNs: 1000001137000"));
}
