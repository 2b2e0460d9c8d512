// SPDX-License-Identifier: GPL-3.0-or-later
// `sightline compare`: what it prints, what breaks a threshold, and what it exits with.
#include <simdjson.h>
#include <cmath>

#include "tests/kit/check.h"
#include "tests/kit/cli_run.h"

namespace {

using namespace cli_run;

/// A trace of eight steps of 100 µs, in each a kernel of that many µs, behind its launch. No name: none.
std::string trace(int kernelUs, int stepUs = 100, int noiseUs = 1, const char* kernel = "gemm<(2 > 1)>(a.b*)",
                  const char* step = "ProfilerStep#{}") {
    std::string events;
    const auto add = [&](const char* category, const char* name, int pid, int ts, int dur, const std::string& args) {
        events += fmt::format(
            "{}{{\"ph\":\"X\",\"cat\":\"{}\",\"name\":\"{}\",\"pid\":{},\"tid\":1,\"ts\":{},\"dur\":{},\"args\":{{{}}}}}",
            events.empty() ? "" : ",\n", category, name, pid, ts, dur, args);
    };
    for (int i = 0; i < 8; ++i) {
        const int t = i * stepUs;
        add("user_annotation", fmt::format(fmt::runtime(step), i).c_str(), 1, t, stepUs, "");
        add("cpu_op", "aten::mm", 1, t + 2, 20, fmt::format("\"External id\":{}", i + 1));
        add("cuda_runtime", "cudaLaunchKernel", 1, t + 5, 10, fmt::format("\"correlation\":{}", i + 1));
        if (kernel)
            add("kernel", kernel, 0, t + 20, kernelUs + i % 2 * noiseUs,
                fmt::format("\"device\":0,\"stream\":7,\"correlation\":{}", i + 1));
    }
    return "{\"traceEvents\":[" + events + "]}";
}

struct Files {
    Folder folder;
    std::string a = folder.write("a.json", trace(40)), same = folder.write("same.json", trace(40)),
                slower = folder.write("slower.json", trace(50, 110));
};

}  // namespace

TEST("compare says what changed, and prints tables for people and for programs") {
    const Files f;
    const Ran text = run("", "compare", f.a, f.slower);
    CHECK_EQ(text.code, 0);
    CHECK(text.says("a repetition takes 100.0 µs in A and 110.0 µs in B (+10.0 %)."));
    CHECK(text.says("“gemm<(2 > 1)>(a.b*)” is slower: 40.5 µs per repetition in A, 50.5 µs in B (+24.7 %)."));
    CHECK(text.says("** Kernels, medians of the repetitions\n"));
    CHECK(text.says("Compared by step (ProfilerStep#): 8 in A, 8 in B. Times and numbers are medians of them."));
    const Ran none = run("", "compare", f.a, f.same);
    CHECK(none.says("Nothing changed beyond the spread by more than 2 %."));
    const Ran csv = run("", "compare", "--by", "kernel", "-f", "csv", f.a, f.slower);
    CHECK(csv.says(
        "Verdict,A (ns),B (ns),Delta (ns),Delta (%),Spread (ns),Count A,Count B,Each A (ns),Each B (ns),Self A (ns),Self B (ns),Name,Replacement\nslower,40500,50500,10000,24.7,1000,1.0,1.0,40500,50500,40500,50500,gemm<(2 > 1)>(a.b*),\n"));
    const Ran joined = run("", "compare", "-f", "csv", f.a, f.slower);
    CHECK(joined.says(
        "Table,Rank,Part,A (ns),B (ns),Delta (ns),Delta (%),Spread (ns),Verdict,Count A,Count B,Each A (ns),Each B (ns),Self A (ns),Self B (ns),Name,Replacement\nstep,"));
    CHECK(joined.says(
        "\nkernel,,,40500,50500,10000,24.7,1000,slower,1.0,1.0,40500,50500,40500,50500,gemm<(2 > 1)>(a.b*),\n"));
    const Ran markdown = run("", "compare", "-f", "markdown", "--by", "operator,api", f.a, f.slower);
    CHECK(markdown.says("## What changed\n\n- GPU 0: a repetition takes") && markdown.says("| within  |") &&
          markdown.says("aten::mm"));
    const Ran json = run("", "compare", "--json", f.a, f.slower);
    simdjson::dom::parser parser;
    const simdjson::dom::element root = parser.parse(json.out);
    CHECK_EQ(std::int64_t(root["repetitionsA"]), 8);
    CHECK_EQ(std::string_view(root["findings"].at(0)["Finding"]), std::string_view("step_time"));
    CHECK_EQ(std::int64_t(root["kernel"].at(0)["Delta (ns)"]), 10000);
    const simdjson::dom::element message = root["findings"].at(0)["message"];
    CHECK_EQ(std::string_view(message["code"]), std::string_view("StepTimeChanged"));
    CHECK_EQ(std::string_view(message["text"]), std::string_view(root["findings"].at(0)["Sentence"]));
    CHECK_EQ(std::string_view(message["arguments"].at(0)["code"]), std::string_view("GpuNumber"));
    const std::int64_t before = message["arguments"].at(1)["number"], after = message["arguments"].at(2)["number"];
    CHECK_EQ(std::string_view(message["arguments"].at(1)["unit"]), std::string_view("duration_ns"));
    CHECK_EQ(std::int64_t(message["arguments"].at(3)["number"]),
             std::llround(static_cast<double>(after - before) * 1000 / static_cast<double>(before)));
}

TEST("Whole reports are told as such, without a spread and without percentages that say nothing") {
    const Files f;
    const std::string longer = f.folder.write("longer.json", trace(9000, 10000));
    const Ran text = run("", "compare", "--whole", f.a, longer);
    CHECK(text.says("of the whole reports") && text.says("× 2") &&
          text.says("Nothing changed that can be judged without a spread."));
    CHECK(!text.says("of a repetition") && !text.says("per repetition") && !text.says("within"));
    const Ran csv = run("", "compare", "--whole", "--by", "kernel", "-f", "csv", f.a, longer);
    CHECK(csv.says("unclear,324000,72004000,71680000,22123.5,,8.0"));  // no spread; programs get percent
    CHECK(run("", "compare", "--whole", "--by", "kernel", "-f", "csv", f.a, f.same)
              .says("alike,324000,324000,0,0.0,,8.0"));
}

TEST("A threshold that breaks makes it exit with 1, one that holds with 0") {
    const Files f;
    const Ran broken = run("", "compare", "--fail-if", "step.p50>+3%", f.a, f.slower);
    CHECK_EQ(broken.code, 1);
    CHECK(broken.says("sightline: broken: step.p50>+3%: 100.0 µs in A, 110.0 µs in B (+10.0 %)"));
    const auto code = [&](const char* threshold) {
        return run("", "compare", "--fail-if", threshold, f.a, f.slower).code;
    };
    CHECK_EQ(code("step.p50>+10%"), 0);
    CHECK_EQ(code("step.p50>=+10%"), 1);
    CHECK_EQ(code(" step.p50 >= +10% "), 1);
    CHECK_EQ(code("step.p50 > +10%"), 0);
    CHECK_EQ(code("step.p50>+9 %"), 1);
    CHECK_EQ(code("step.p50>+10 % ~"), 0);
    CHECK_EQ(code("step.mean>+9 us"), 1);
    CHECK_EQ(code("api:cudaLaunchKernel.count>+10%"), 0);
    CHECK_EQ(code("step.max>105us"), 1);
    CHECK_EQ(code("step.max>0.2ms"), 0);
    CHECK_EQ(code("step.mean>+9us"), 1);
    CHECK_EQ(code("step.mean>+11us"), 0);
    CHECK_EQ(code("step.mean<-1us"), 0);
    CHECK_EQ(code("kernel:gemm<(2 > 1)>(a.b*).p90>+5us"), 1);
    CHECK_EQ(code("kernel:gemm<(2 > 1)>(a.b*).count>1"), 0);
    CHECK_EQ(code("api:cudaLaunchKernel.count>=1"), 1);
    CHECK_EQ(code("operator:aten::mm.min>+0ns"), 0);
    CHECK_EQ(code("idle.p50>+1us"), 0);
    CHECK_EQ(run("", "compare", "--fail-if", "step.p50>+30%", "--fail-if", "compute.p50>+3%", f.a, f.slower).code, 1);
    CHECK_EQ(run("", "compare", "--fail-if", "step.p50<-3%", f.slower, f.a).code, 1);
}

TEST("A gate sees GPU work that outlasts the CPU range of its step") {
    const Folder folder;
    const auto ahead = [&](const char* name, int kernelUs) {
        std::string events;
        for (int i = 0, end = 50; i < 12; ++i, end += kernelUs + 1)
            events += fmt::format(
                "{}{{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#{}\",\"pid\":5,\"tid\":5,\"ts\":{},\"dur\":99}},"
                "{{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":5,\"tid\":5,\"ts\":{},\"dur\":3,\"args\":{{\"correlation\":{}}}}},"
                "{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":{},\"dur\":{},\"args\":{{\"device\":0,\"stream\":7,\"correlation\":{}}}}}",
                i ? "," : "", i, i * 100, i * 100 + 10, i + 1, end, kernelUs, i + 1);
        return folder.write(name, "{\"traceEvents\":[" + events + "]}");
    };
    const std::string a = ahead("a.json", 1000), b = ahead("b.json", 2000);
    const Ran pace = run("", "compare", "--fail-if", "step.p50>+3%", a, b);
    CHECK_EQ(pace.code, 1);
    CHECK(pace.says("broken: step.p50>+3%: 1.00 ms in A, 2.00 ms in B (+99.9 %)"));
    CHECK_EQ(run("", "compare", "--fail-if", "step.gpu.p50>+3%", a, b).code, 1);
    CHECK_EQ(run("", "compare", "--fail-if", "step.cpu.p50>+3%", a, b).code, 0);
    const Ran csv = run("", "compare", "--by", "step", "-f", "csv", a, b);
    CHECK(csv.says("GPU 0,time,1001000,2001000,") && csv.says("GPU 0,CPU range,99000,99000,") &&
          csv.says("GPU 0,GPU span,1000000,2000000,"));
    CHECK_EQ(run("", "compare", "--fail-if", "step.gpus.p50>+3%", a, b).code, 2);
}

TEST("What one threshold or the alignment lacks is told, whatever else holds, and all of it") {
    const Files f;
    for (const auto& [first, second] :
         {std::pair("kernel:nosuch.p50>+3%", "step.p50>+300%"), std::pair("step.p50>+300%", "kernel:nosuch.p50>+3%")}) {
        const Ran ran = run("", "compare", "--fail-if", first, "--fail-if", second, f.a, f.same);
        CHECK(ran.code == 2 && ran.says("“kernel:nosuch.p50>+3%” cannot be answered"));
    }
    const Ran all = run("", "compare", "--align", "range:nosuch:3", "--fail-if", "kernel:nosuch.p50>+3%", "--fail-if",
                        "api:none.p50>1us", "--fail-if", "step.p50>+300%", f.a, f.same);
    CHECK(all.code == 2 && all.says("“nosuch”") && all.says("“kernel:nosuch.p50>+3%”") &&
          all.says("“api:none.p50>1us”"));
}

TEST("A table that is asked for twice is printed once, and a wrong number of rows is refused in a sentence") {
    const Files f;
    const std::string json = run("", "compare", "--by", "kernel,kernel", "--by", "kernel", "--json", f.a, f.slower).out;
    CHECK(json.find("\"kernel\":") != json.npos && json.find("\"kernel\":") == json.rfind("\"kernel\":"));
    CHECK_EQ(run("", "compare", "--by", "kernel,kernel", "-f", "csv", f.a, f.slower).out,
             run("", "compare", "--by", "kernel", "-f", "csv", f.a, f.slower).out);
    for (const char* rows : {"0", "-1", "1.5", "x", "99999999999999999999999"}) {
        const Ran ran = run("", "compare", "--rows", rows, f.a, f.slower);
        CHECK(ran.code == 2 && ran.says(fmt::format("--rows: “{}” is no whole number from 1 on", rows)) &&
              ran.out.size() < 200);
    }
    CHECK(run("", "query", "--limit", "-1", "SELECT 1", f.a).says("--limit: “-1” is no whole number from 0 on"));
}

TEST("What is rounded to nothing has no sign") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(5000, 6000)), b = folder.write("b.json", trace(4999, 6000));
    for (const char* format : {"csv", "table"}) {
        const Ran ran = run("", "compare", "--by", "kernel", "-f", format, a, b);
        if (ran.says("-0.0") || !(ran.says("-1000,0.0,") || ran.says("-1,000")))
            check::fail(__FILE__, __LINE__, ran.out);
    }
}

TEST("A threshold holds a kernel to itself where the compiler calls it otherwise in B, under either name") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(20, 100, 1, "void gemm<128, 64>(float*)")),
                      slower = folder.write("b.json", trace(60, 100, 1, "void gemm<256, 64>(float*)"));
    for (const char* name : {"void gemm<128, 64>(float*)", "void gemm<256, 64>(float*)"}) {
        const Ran ran = run("", "compare", "--fail-if", fmt::format("kernel:{}.mean>+10%", name), a, slower);
        if (ran.code != 1 || !ran.says("20.5 µs in A, 60.5 µs in B (+195.1 %)"))
            check::fail(__FILE__, __LINE__, ran.out);
        CHECK_EQ(run("", "compare", "--fail-if", fmt::format("kernel:{}.count<1", name), a, slower).code, 0);
    }
}

TEST("A change within the spread of the repetitions fails unless it was asked to lie beyond it") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(30, 100, 20)), b = folder.write("b.json", trace(32, 100, 21)),
                      slower = folder.write("c.json", trace(60, 100, 20));
    CHECK_EQ(run("", "compare", "--fail-if", "compute.p50>+3%", a, b).code, 1);
    const Ran asked = run("", "compare", "--fail-if", "compute.p50>+3%~", a, b);
    CHECK_EQ(asked.code, 0);
    CHECK(
        asked.says("sightline: within the spread, not failed: compute.p50>+3%~: 40.0 µs in A, 42.5 µs in B (+6.2 %)"));
    CHECK_EQ(run("", "compare", "--fail-if", "compute.p50>+3%~", a, slower).code, 1);
    CHECK_EQ(run("", "compare", "--whole", "--fail-if", "compute.p50>+3%~", a, b).code,
             1);  // of one there is no spread
}

TEST("What excuses a kernel's change is what its row says, and a row that is slower is not passed over") {
    const Folder folder;
    std::string noisy = trace(40, 100, 1, "k()");
    noisy.replace(noisy.find("\"dur\":40"), 8, "\"dur\":50");  // of the first step, and as long as those of B
    const std::string a = folder.write("a.json", noisy), b = folder.write("b.json", trace(50, 100, 1, "k()"));
    const std::string csv = run("", "compare", "-f", "csv", a, b).out;
    CHECK(csv.find("GPU 0,compute,41000,50500,9500,23.2,8500,slower,") != csv.npos);
    CHECK(csv.find("kernel,,,41000,50500,9500,23.2,9500,within,") !=
          csv.npos);  // one of many names, of which chance moves some
    CHECK_EQ(run("", "compare", "--fail-if", "compute.p50>+3%~", a, b).code, 1);
    CHECK_EQ(run("", "compare", "--fail-if", "kernel:k().p50>+3%~", a, b).code, 0);
    const Ran text = run("", "compare", a, b);
    CHECK(text.says("Kernels together keep a GPU busy for 41.0 µs") &&
          text.says("A repetition runs the same kernels in both: 1, of 1 names."));
}

TEST("Tables link a kernel that was replaced to the one that came for it") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(40, 100, 1, "old_gemm(float*)")),
                      b = folder.write("b.json", trace(40, 100, 1, "new_gemm(float*)")),
                      same = folder.write("c.json", trace(40, 100, 1, "old_gemm(float*)"));
    const Ran csv = run("", "compare", "--by", "kernel", "-f", "csv", a, b);
    CHECK(csv.says("old_gemm(float*),→ new_gemm(float*)\n") && csv.says("new_gemm(float*),← old_gemm(float*)\n"));
    const Ran json = run("", "compare", "--json", a, b);
    simdjson::dom::parser parser;
    for (const simdjson::dom::element row : simdjson::dom::element(parser.parse(json.out))["kernel"].get_array())
        CHECK_EQ(std::string_view(row["Replacement"]), std::string_view(row["Name"]) == "old_gemm(float*)"
                                                           ? std::string_view("→ new_gemm(float*)")
                                                           : std::string_view("← old_gemm(float*)"));
    CHECK(run("", "compare", a, b).says("  Replacement"));
    CHECK(!run("", "compare", a, same).says("Replacement"));  // nothing to say, no column
}

TEST("What excuses a change is the spread, not that it is small") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(40, 1000, 0)), b = folder.write("b.json", trace(40, 1010, 0));
    CHECK(run("", "compare", a, b).says("as fast to within 2 %."));
    CHECK(run("", "compare", "-f", "csv", "--by", "step", a, b).says("GPU 0,time,1000000,1010000,10000,1.0,0,small\n"));
    CHECK_EQ(run("", "compare", "--fail-if", "step.p50>+0.5%~", a, b).code, 1);
}

TEST("What is no threshold, no alignment or no table is refused, and so is what the reports lack") {
    const Files f;
    for (const char* wrong : {"step", "step>3%", "step.p50", "step.p50>", "step.p50>3%", "step.p50>+3", "step.p101>+3%",
                              "step.count>+1", "stepp.p50>+3%", "kernel:.p50>+3%", "kernel.p50>+3%", "api:x.count>1ms",
                              "step.p50>+nan%", "step.p50=+3%", ""}) {
        const Ran ran = run("", "compare", "--fail-if", wrong, f.a, f.same);
        if (ran.code != 2)
            check::fail(__FILE__, __LINE__, fmt::format("“{}” exits with {}: {}", wrong, ran.code, ran.out));
    }
    const Ran unknown = run("", "compare", "--fail-if", "kernel:gem.p50>+3%", f.a, f.same);
    CHECK_EQ(unknown.code, 2);
    CHECK(unknown.says(
        "“kernel:gem.p50>+3%” cannot be answered: neither report holds such a name. Did you mean “gemm<(2 > 1)>(a.b*)”?"));
    CHECK(run("", "compare", "--fail-if", "kernel:zzzzzz.p50>+3%", f.a, f.same)
              .says("neither report holds such a name.\n"));
    for (const auto& [wrong, why] :
         {std::pair("step.count>+1", "“step” has no count: that is for what has a name, as kernel:NAME.count."),
          std::pair("step.p50>3%", "“3%” lacks its sign: +3% is a change"),
          std::pair("kernel:.mean>1ms", "“kernel” lacks a name: kernel:NAME."),
          std::pair("kernel.mean>1ms", "“kernel” lacks a name: kernel:NAME."),
          std::pair("step:x.mean>1ms", "“step” takes no name."),
          std::pair("step.p50>+3", "“+3” lacks its unit: %, ns, us, ms or s."),
          std::pair("step.p50>+3h", "There is no unit “h”"), std::pair("api:x.count>1ms", "“1ms”: a count has no unit"),
          std::pair("step.p50>much", "“much” is no number."), std::pair("step.p50>1ms~", "a ~ stands behind a change"),
          std::pair("step>3%", "“step” lacks a statistic"), std::pair("step.p50", "None of > >= < <= is in it.")})
        if (const Ran ran = run("", "compare", "--fail-if", wrong, f.a, f.same); ran.code != 2 || !ran.says(why))
            check::fail(__FILE__, __LINE__, fmt::format("{}: {}", wrong, ran.out));
    const Ran metric = run("", "compare", "--fail-if", "stp.p50>+3%", f.a, f.same),
              statistic = run("", "compare", "--fail-if", "step.meen>+3%", f.a, f.same);
    CHECK(metric.code == 2 && metric.says("There is no metric “stp”. Did you mean “step”?\n"));
    CHECK(statistic.code == 2 && statistic.says("There is no statistic “meen”. Did you mean “mean”?\n"));
    CHECK_EQ(run("", "compare", "--fail-if", "step.p50>1ms~", f.a, f.same).code, 2);  // no change
    CHECK_EQ(run("", "compare", "--by", "kernels", f.a, f.same).code, 2);
    CHECK_EQ(run("", "compare", "--align", "steps", f.a, f.same).code, 2);
    CHECK_EQ(run("", "compare", "--align", "step:9", f.a, f.same).code, 2);
    CHECK(run("", "compare", "--align", "step:9", f.a, f.same)
              .says("There is no step number 9, counted from 1: the reports have 8 whole ones in common."));
    CHECK_EQ(run("", "compare", f.a).code, 2);
    CHECK_EQ(run("", "compare", f.a, f.same, f.slower).code, 2);
    CHECK_EQ(run("", "compare", f.a, (f.folder / "missing.rep").string()).code, 3);
}

TEST("It is told how many changes are not shown, and that nothing is there to be compared") {
    const Files f;
    const Ran full = run("", "compare", f.a, f.slower), fewer = run("", "compare", "--rows", "1", f.a, f.slower);
    std::size_t changes = 0;
    for (std::size_t at = full.out.find("\n  * "); at != full.out.npos; at = full.out.find("\n  * ", at + 1)) ++changes;
    CHECK(changes > 1);
    CHECK(fewer.says(fmt::format("… and {} smaller change{}: --rows {} or -f json lists all\n", changes - 1,
                                 changes == 2 ? "" : "s", changes)));
    CHECK(!run("", "compare", "--rows", std::to_string(changes), f.a, f.slower).says("smaller change"));
    const std::string empty = f.folder.write("empty.json", "{\"traceEvents\":[]}");
    const Ran none = run("", "compare", empty, empty);
    CHECK(none.code == 0 && none.says("Both reports are empty") && !none.says("Nothing changed"));
    CHECK(run("", "compare", f.a, f.same).says("Nothing changed"));
}

TEST("What cannot be written ends with 3") {
    const Files f;
    const char* cli = std::getenv("SIGHTLINE_CLI");
    if (!cli || !fs::exists("/dev/full")) SKIP("no full device");
    CHECK_EQ(WEXITSTATUS(
                 std::system(fmt::format("'{}' compare '{}' '{}' > /dev/full 2> /dev/null", cli, f.a, f.same).c_str())),
             3);
    CHECK(run("", "compare", "--help").says("3 a report could not be read, or the answer not be written"));
}

TEST("B's times are laid on A's where it is told") {
    const Files f;
    CHECK(run("", "compare", "--align", "step:4", f.a, f.slower).says("Time in A = time in B − 30000 ns\n"));
    CHECK(run("", "compare", "--align", "step:1", f.a, f.slower).says("Time in A = time in B + 0 ns\n"));
    CHECK(run("", "compare", "--whole", "--align", "step:4", f.a, f.slower).says("Time in A = time in B − 30000 ns\n"));
    CHECK(run("", "compare", "--align", "event:aten::mm:3", f.a, f.slower).says("Time in A = time in B − 20000 ns\n"));
    CHECK(run("", "compare", "--align", "event:gemm<(2 > 1)>(a.b*):6", f.a, f.slower)
              .says("Time in A = time in B − 50000 ns\n"));
    CHECK(run("", "compare", "--align", "event:aten::mm:9", f.a, f.slower)
              .says("has no event “aten::mm” number 9, counted from 1."));
    CHECK(run("", "compare", "--align", "range:ProfilerStep#2", f.a, f.slower)
              .says("Time in A = time in B − 20000 ns\n"));
    CHECK(run("", "compare", "--align", "start", f.a, f.slower).says("Time in A = time in B + 0 ns\n"));
    CHECK(run("", "compare", "--align", "step:3", "--stretch", f.a, f.slower).says("stretched by 0.909091"));
    CHECK(run("", "compare", "--align", "range:ProfilerStep#3:1", "--stretch", f.a, f.slower)
              .says("stretched by 0.909091"));
    for (const char* zero : {"step:0", "range:ProfilerStep#2:0", "event:aten::mm:0"}) {
        const Ran ran = run("", "compare", "--align", zero, f.a, f.slower);
        CHECK(ran.code == 2 && ran.says("asks for number 0: they are counted from 1."));
    }
    for (const char* lengthless : {"start", "kernel", "wall"}) {
        const Ran ran = run("", "compare", "--stretch", "--align", lengthless, f.a, f.slower);
        CHECK(ran.code == 2 && ran.says("has no length of its own"));
    }
    CHECK_EQ(run("", "compare", "--stretch", "--whole", f.a, f.slower).code, 2);
}

TEST("In Markdown a name is code, whatever is in it; words and numbers are as they are") {
    const Folder folder;
    const char* name = "a`b<*x*>|_y_ @user #12 end`";
    const std::string a = folder.write("a|<b>.json", trace(40, 100, 1, name)),
                      slower = folder.write("b.json", trace(60, 110, 1, name));
    const Ran ran = run("", "compare", "-f", "markdown", "--by", "kernel,step", a, slower);
    CHECK(ran.says(
        "- “`` a`b<*x*>|_y_ @user #12 end` ``” is slower: 40.5 µs per repetition in A, 60.5 µs in B (+49.4 %).\n"));
    CHECK(ran.says("| `` a`b<*x*>\\|_y_ @user #12 end` `` |\n"));  // of a cell, where a bar would end it
    CHECK(ran.says(fmt::format("- A: `{}`\n", a)));
    CHECK(ran.says("| GPU 0 | time ") && ran.says("| slower  | 40,500 | 60,500 |"));
    CHECK(run("", "stats", "-r", "cuda_gpu_kern_sum", "-f", "markdown", a)
              .says("| `` a`b<*x*>\\|_y_ @user #12 end` `` |\n"));
    // A name of two lines, and a heading of somebody.
    const Ran query = run("", "query", "-f", "markdown", "select char(97,10,60,98) as \"x|<y>\"", a);
    CHECK(query.says("| `x\\|<y>` |\n") && query.says("| `a <b`   |\n"));
    // In CSV it is a field of RFC 4180.
    CHECK(run("", "query", "-f", "csv", "select char(97,10,60,98) as \"x,y\"", a).says("\"x,y\"\n\"a\n<b\"\n"));
    const std::string quoted = folder.write("c.json", trace(40, 100, 1, R"(f(\"x\", 1))"));
    CHECK(run("", "compare", "-f", "csv", "--by", "kernel", quoted, quoted).says(",\"f(\"\"x\"\", 1)\",\n"));
}

TEST("Several tables of CSV are one with the columns of all, which says the table of a row") {
    const Files f;
    const Ran csv = run("", "compare", "-f", "csv", f.a, f.slower);
    const std::string heading =
        "Table,Rank,Part,A (ns),B (ns),Delta (ns),Delta (%),Spread (ns),Verdict,Count A,Count B,Each A (ns),Each B (ns),Self A (ns),Self B (ns),Name,Replacement\n";
    CHECK(csv.out.starts_with(heading + "step,GPU 0,time,100000,110000,10000,10.0,0,slower,,,,,,,,\n"));
    CHECK(csv.says(
        "\nkernel,,,40500,50500,10000,24.7,1000,slower,1.0,1.0,40500,50500,40500,50500,gemm<(2 > 1)>(a.b*),\n"));
    CHECK(csv.out.find("\n\n") == csv.out.npos);
    CHECK(run("", "compare", "-f", "csv", "--by", "step", f.a, f.slower)
              .out.starts_with("Rank,Part,A (ns)"));  // one is as it is
}

TEST("Steps of other names are compared, and that is said to whoever reads only the errors") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(40, 100, 1, nullptr)),
                      other = folder.write("b.json", trace(40, 100, 1, nullptr, "step {}")),
                      later = folder.write("c.json", trace(40, 100, 1, nullptr, "ProfilerStep#9{}"));
    const auto errors = [&](const std::string& b) {
        const Ran ran = run("", "compare", "-f", "csv", a, b);
        CHECK_EQ(ran.code, 0);
        const std::size_t at = ran.out.find("sightline: ");
        return at == ran.out.npos ? std::string() : ran.out.substr(at, ran.out.find('\n', at) - at);
    };
    CHECK_EQ(
        errors(other),
        std::string(
            "sightline: Steps are called “ProfilerStep#” in A and “step #” in B: they are taken for the same, the n-th for the n-th."));
    CHECK_EQ(
        errors(later),
        std::string(
            "sightline: No step of A has the name of one of B, “ProfilerStep#0” is one in A and “ProfilerStep#90” in B: the n-th is laid on the n-th."));
    CHECK_EQ(errors(a), std::string());
    CHECK(run("", "compare", a, other).says("  ! Steps are called “ProfilerStep#” in A"));
}

TEST("What is asked to be aligned on and is not there is told with the names that are near") {
    const Files f;
    const auto said = [&](const char* align) { return run("", "compare", "--align", align, f.a, f.slower); };
    CHECK(said("event:aten::m:3").says("has no event “aten::m” number 3, counted from 1. Did you mean “aten::mm”?\n"));
    CHECK(said("range:ProfilerStap#2").says("Did you mean “ProfilerStep#"));
    CHECK(said("event:cudaLaunchKernl").says("Did you mean “cudaLaunchKernel”?\n"));
    CHECK(said("event:aten::mm:9").says("number 9, counted from 1.\n"));  // the name is there
    CHECK_EQ(said("event:zzzzzzzz").code, 2);
    CHECK(said("event:zzzzzzzz").says("counted from 1.\n"));
}

TEST(
    "The same first steps are left out of both reports, so that the greatest and the mean step compare like with like") {
    const Folder folder;
    const auto run8 = [](int first) {
        std::string events;
        int t = 0;
        for (int i = 0; i < 8; ++i) {
            const int length = i == 0 ? first : 100;
            events += fmt::format(
                "{}{{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#{}\",\"pid\":1,\"tid\":1,\"ts\":{},\"dur\":{}}}",
                i ? "," : "", i, t, length);
            t += length;
        }
        return "{\"traceEvents\":[" + events + "]}";
    };
    // 119 is not slow by itself, 121 is: either both count their first step or neither does.
    const std::string a = folder.write("a.json", run8(121)), b = folder.write("b.json", run8(119));
    CHECK_EQ(run("", "compare", "--fail-if", "step.max>+1%", a, b).code, 0);
    CHECK_EQ(run("", "compare", "--fail-if", "step.mean>+1%", a, b).code, 0);
    CHECK(
        run("", "compare", a, b)
            .says(
                "The first steps are left out of both reports as warm-up, 1 of A and 1 of B (ProfilerStep#0): in A they take 20 % longer than the median, or more."));
}

TEST(
    "A gate does not pass where a capture failed: what is asked of a repetition is refused where nothing repeats in both reports") {
    const Files f;
    const std::string empty = f.folder.write("empty.json", "{\"traceEvents\":[]}");
    const std::string stepless = f.folder.write(
        "cpu.json",
        R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":40},{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":50,"dur":40}]})");
    for (const char* threshold : {"step.p50>+3%", "idle.mean>+1ms", "compute.max>1s"}) {
        const Ran ran = run("", "compare", "--fail-if", threshold, f.a, empty);
        CHECK(ran.code == 2 && ran.says("is asked of a repetition, and nothing repeats in both reports: B (") &&
              ran.says("empty.json) has no events. Capture again"));
        CHECK(run("", "compare", "--fail-if", threshold, empty, f.a).says("reports: A ("));
        CHECK_EQ(run("", "compare", "--whole", "--fail-if", threshold, f.a, empty).code, 2);  // nothing is not 0
    }
    const Ran cpu = run("", "compare", "--fail-if", "step.p50>+3%", f.a, stepless);
    CHECK(cpu.code == 2 && cpu.says("cpu.json) has no steps. Mark the steps"));
    CHECK_EQ(run("", "compare", "--whole", "--fail-if", "step.p50>+3%", f.a, stepless).code, 0);
    CHECK_EQ(run("", "compare", "--whole", "--fail-if", "step.p50>+3%", stepless, f.a).code, 1);
    CHECK_EQ(run("", "compare", "--fail-if", "kernel:gemm<(2 > 1)>(a.b*).p50>+3%", f.a, empty).code, 2);
    // What has a name is asked of whole reports too, and that is said.
    const Ran named = run("", "compare", "--fail-if", "operator:aten::mm.count>100", f.a, stepless);
    CHECK(
        named.code == 0 &&
        named.says(
            "sightline: operator:aten::mm.count>100: nothing repeats in both reports, so the whole ones were compared.\n"));
}

TEST("An empty report has no length") {
    const Files f;
    const std::string empty = f.folder.write("empty.json", "{\"traceEvents\":[]}");
    for (const auto& [a, b] : {std::pair(empty, f.a), std::pair(f.a, empty), std::pair(empty, empty)}) {
        CHECK_EQ(run("", "compare", "--by", "step", "-f", "csv", a, b).out,
                 std::string("Rank,Part,A (ns),B (ns),Delta (ns),Delta (%),Spread (ns),Verdict\n"));
        const Ran text = run("", "compare", a, b), json = run("", "compare", "--json", a, b);
        CHECK(text.says("empty") && !text.says("1 ns") && !text.says("×"));
        simdjson::dom::parser parser;
        const simdjson::dom::element root = parser.parse(json.out);
        CHECK_EQ(root["step"].get_array().size(), 0u);
        CHECK_EQ(std::int64_t(root["repetitionsA"]), a == empty ? 0 : 1);
    }
}

TEST("In Markdown each kernel of several is code by itself") {
    const Folder folder;
    const auto launches = [](const std::vector<const char*>& kernels) {
        std::string events;
        int id = 0;
        for (int i = 0; i < 8; ++i) {
            events += fmt::format(
                "{}{{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#{}\",\"pid\":1,\"tid\":1,\"ts\":{},\"dur\":100}}",
                i ? "," : "", i, i * 100);
            for (std::size_t k = 0; k < kernels.size(); ++k) {
                const int at = i * 100 + 5 + static_cast<int>(k) * 20;
                events += fmt::format(
                    ",{{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":{},\"dur\":3,\"args\":{{\"correlation\":{}}}}}",
                    at, ++id);
                events += fmt::format(
                    ",{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"{}\",\"pid\":0,\"tid\":7,\"ts\":{},\"dur\":12,\"args\":{{\"device\":0,\"stream\":7,\"correlation\":{}}}}}",
                    kernels[k], at + 5, id);
            }
        }
        return "{\"traceEvents\":[" + events + "]}";
    };
    const std::string a = folder.write("a.json", launches({"bias(float*)", "relu(float*)"})),
                      b = folder.write("b.json", launches({"bias_relu(float*)"}));
    CHECK(run("", "compare", "-f", "markdown", a, b)
              .says(": `bias(float*)`, `relu(float*)` became `bias_relu(float*)` ("));
    CHECK(run("", "compare", a, b).says(": bias(float*), relu(float*) became bias_relu(float*) ("));
}

TEST("A threshold takes a kernel by its base name where only one has it") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(20, 100, 1, "void ns::vecAdd<128>(float*, int)")),
                      b = folder.write("b.json", trace(60, 100, 1, "void ns::vecAdd<128>(float*, int)"));
    CHECK_EQ(run("", "compare", "--fail-if", "kernel:vecAdd.p50>+3%", a, b).code, 1);
    CHECK_EQ(run("", "compare", "--fail-if", "kernel:vecAdd.count<1", a, b).code, 0);
    CHECK_EQ(run("", "compare", "--fail-if", "kernel:void ns::vecAdd<128>( float *, int ).p50>+3%", a, b).code,
             1);  // blanks are nobody's business
    CHECK_EQ(run("", "compare", "--fail-if", "kernel:vecAd.p50>+3%", a, b).code, 2);
    // Two of them: which one is not known.
    std::string two = trace(60, 100, 1, "void ns::vecAdd<128>(float*, int)"),
                other = trace(30, 100, 1, "vecAdd(double*)");
    const std::string both =
        folder.write("c.json", two.substr(0, two.size() - 2) + "," + other.substr(other.find('[') + 1));
    const Ran ran = run("", "compare", "--fail-if", "kernel:vecAdd.p50>+3%", a, both);
    CHECK(ran.code == 2 && ran.says("cannot be answered: 2 kernels have that name, such as “") &&
          ran.says("vecAdd(double*)”"));
}

TEST("Kernels whose names differ in blanks alone are the same kernel") {
    const Folder folder;
    const std::string a = folder.write("a.json", trace(20, 100, 1, "void fma<A<2> >(double *, int)")),
                      b = folder.write("b.json", trace(60, 100, 1, "void fma<A<2>>(double*, int)"));
    const Ran ran = run("", "compare", a, b);
    CHECK(ran.says("“void fma<A<2> >(double *, int)” is slower") && !ran.says("template arguments") &&
          !ran.says(" → ") && !ran.says("fma<A<2>>("));
    CHECK(run("", "compare", "--align", "event:void fma<A<2>>(double*, int):3", a, b).says("Time in A = time in B"));
}
