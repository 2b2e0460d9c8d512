// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of real reports whose differences were found in another way: plain SQL, and plain counting in the JSON.
#include <fmt/format.h>
#include <simdjson.h>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "model/base/messages.h"
#include "model/diff/alignment.h"
#include "model/diff/findings.h"
#include "model/query/autograd.h"
#include "tests/kit/check.h"
#include "tests/kit/opened.h"

namespace {

namespace fs = std::filesystem;
using namespace model;
using diff::Category;
using diff::Comparison;
using diff::Finding;
using diff::Part;
using diff::Verdict;

fs::path sample(const std::string& name) {
    if (fs::path(name).is_absolute()) return name;
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const fs::path path = shared ? fs::path(shared) / "samples" / name : fs::path();
    if (!shared || !fs::exists(path)) SKIP("no sample reports");
    return path;
}

/// One of the large samples; empty where there are none.
fs::path captured(const std::string& name) {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const fs::path path = samples ? fs::path(samples) / name : fs::path();
    return samples && fs::exists(path) ? path : fs::path();
}

struct Pair {
    Opened a, b;
    std::shared_ptr<const Comparison> c;
    std::vector<Finding> findings;
    Pair(const std::string& before, const std::string& after, bool whole = false)
        : a(sample(before)), b(sample(after)), c(diff::compare(a.s, b.s, {whole, {}})), findings(findingsOf(*c)) {}

    const diff::Row* row(Category category, std::string_view name) const {
        for (const diff::Row& r : c->rows)
            if (r.category == category && c->names.text(r.name) == name) return &r;
        return nullptr;
    }
    const diff::PartRow& part(std::size_t rank, Part part) const {
        return c->parts.at(rank * diff::kParts + static_cast<std::size_t>(part));
    }
    std::vector<const Finding*> found(std::string_view key) const {
        std::vector<const Finding*> out;
        for (const Finding& f : findings)
            if (f.key == key) out.push_back(&f);
        return out;
    }
};

/// What a row says of its own numbers.
void mustAgree(const Pair& p, const diff::Change& t, const std::string& row) {
    const double size = std::abs(t.delta()), share = size / std::max(1.0, std::max(t.a, t.b));
    bool agrees = t.verdict == Verdict::Within || t.verdict == Verdict::Small || t.verdict == Verdict::Unclear;
    if (t.verdict == Verdict::Slower) agrees = t.delta() > 0 && share > 0.02;
    if (t.verdict == Verdict::Faster) agrees = t.delta() < 0 && share > 0.02;
    if (t.verdict == Verdict::Small) agrees = t.spreadIsKnown() && share <= 0.02;
    agrees &= t.spreadIsKnown() ? (t.verdict == Verdict::Within) == (size <= t.spread)
                                : (t.verdict == Verdict::Within) == (share <= 0.02) &&
                                      (t.verdict == Verdict::Unclear) == (share > 0.02);
    if (!agrees)
        check::fail(__FILE__, __LINE__,
                    fmt::format("{} {}: {} is {}, spread {}", p.c->a->info().path, row, t.delta(),
                                diff::verdictKey(t.verdict), t.spread));
}
void mustAgree(const Pair& p) {
    const auto isNumber = [](Verdict v) {
        return v == Verdict::Added || v == Verdict::Removed || v == Verdict::More || v == Verdict::Fewer;
    };
    bool changed = false;
    for (const diff::PartRow& r : p.c->parts) {
        mustAgree(p, r.time, fmt::format("part {}", static_cast<int>(r.part)));
        changed |= r.time.verdict == Verdict::Slower || r.time.verdict == Verdict::Faster;
    }
    for (const diff::Row& r : p.c->rows) {
        if (!isNumber(r.time.verdict)) mustAgree(p, r.time, std::string(p.c->names.text(r.name)));
        mustAgree(p, r.self, fmt::format("self of {}", p.c->names.text(r.name)));
        changed |= isNumber(r.time.verdict) || r.time.verdict == Verdict::Slower || r.time.verdict == Verdict::Faster;
        if (r.category == Category::Kernel && (r.time.verdict == Verdict::Slower || r.time.verdict == Verdict::Faster))
            for (const Finding* f : p.found("same_work"))
                CHECK(english(f->message).find("they are as fast") == std::string::npos);
    }
    if (const model::Message none = diff::nothingChanged(*p.c, p.findings); !none.empty())
        CHECK_EQ(none.code == model::MessageCode::NothingBeyondSpread, !changed && diff::hasSpread(*p.c));
}

/// A window of 300 ms of a forward pass on two GPUs, before and after, at other blocks and with another number of them.
const Pair& windows() {
    static const Pair pair("nsys_other/compare_before_2gpu.sqlite", "nsys_other/compare_after_2gpu.sqlite");
    return pair;
}

bool near(double value, double truth, double share) { return std::abs(value - truth) <= share * std::abs(truth); }

/// Names of operators that begin in a step of a trace, by name: how often in each step. Read from the JSON and counted,
/// no more.
std::map<std::string, std::vector<std::int64_t>> operatorsByStep(const fs::path& path, const std::string& unpacked) {
    simdjson::dom::parser parser;
    const simdjson::dom::element root = parser.parse(unpacked);
    struct Slice {
        double begin, end;
        std::string name;
        std::string thread;
    };
    std::vector<Slice> steps, operators;
    const auto number = [](simdjson::dom::element e) {
        return e.is_double() ? double(e) : e.is_int64() ? double(std::int64_t(e)) : double(std::uint64_t(e));
    };
    for (const simdjson::dom::element e : root["traceEvents"].get_array()) {
        std::string_view phase, category, name;
        if (e["ph"].get(phase) || phase != "X" || e["cat"].get(category) || e["name"].get(name)) continue;
        const double begin = number(e["ts"]);
        const Slice slice{begin, begin + number(e["dur"]), std::string(name), simdjson::minify(e["pid"])};
        const bool annotation = category == "user_annotation" || category == "cpu_op" || category == "Operator";
        if (annotation && name.starts_with("ProfilerStep")) steps.push_back(slice);
        else if (category == "cpu_op" || category == "Operator") operators.push_back(slice);
    }
    CHECK(!steps.empty());
    CHECK(fs::exists(path));
    std::sort(steps.begin(), steps.end(), [](const Slice& a, const Slice& b) { return a.begin < b.begin; });
    std::map<std::string, std::vector<std::int64_t>> out;
    for (const Slice& o : operators)
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (o.thread == steps[i].thread && o.begin >= steps[i].begin && o.begin < steps[i].end) {
                auto& counts = out[o.name];
                counts.resize(steps.size());
                ++counts[i];
            }
    return out;
}

std::string unzipped(const fs::path& path) {
    FILE* pipe = ::popen(fmt::format("gzip -dc '{}'", path.string()).c_str(), "r");
    std::string out;
    char buffer[65536];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, n);
    ::pclose(pipe);
    return out;
}

double median(std::vector<std::int64_t> counts, std::size_t of) {
    counts.resize(of);
    std::sort(counts.begin(), counts.end());
    return of % 2 ? static_cast<double>(counts[of / 2]) : static_cast<double>(counts[of / 2 - 1] + counts[of / 2]) / 2;
}

/// Compares the number of each operator per step with the counting, in both reports, and which of them are said to
/// differ.
std::set<std::string> compareOperators(const std::string& before, const std::string& after) {
    const Pair pair(before, after);
    const auto inA = operatorsByStep(sample(before), unzipped(sample(before))),
               inB = operatorsByStep(sample(after), unzipped(sample(after)));
    const std::size_t stepsA = inA.begin()->second.size(), stepsB = inB.begin()->second.size();
    CHECK_EQ(pair.c->figuresA.count(), stepsA);
    CHECK_EQ(pair.c->figuresB.count(), stepsB);
    std::set<std::string> names, differ;
    for (const auto& [name, counts] : inA) names.insert(name);
    for (const auto& [name, counts] : inB) names.insert(name);
    std::size_t rows = 0;
    for (const diff::Row& r : pair.c->rows) rows += r.category == Category::Operator;
    CHECK_EQ(rows, names.size());
    for (const std::string& name : names) {
        const diff::Row* row = pair.row(Category::Operator, name);
        if (!row) {
            check::fail(__FILE__, __LINE__, "no row " + name);
            continue;
        }
        const double a = inA.contains(name) ? median(inA.at(name), stepsA) : 0,
                     b = inB.contains(name) ? median(inB.at(name), stepsB) : 0;
        CHECK_EQ(row->countA, a);
        CHECK_EQ(row->countB, b);
        const Verdict v = row->time.verdict;
        if (v == Verdict::Added || v == Verdict::Removed || v == Verdict::More || v == Verdict::Fewer)
            differ.insert(name);
        if (a == b) CHECK(!differ.contains(name));
    }
    return differ;
}

}  // namespace

TEST("Two windows of a forward pass are compared by the block that both repeat, not by what fits into them") {
    const Pair& p = windows();
    CHECK(p.c->figuresA.repetitions.unit == diff::Unit::Range);
    CHECK_EQ(p.c->figuresA.repetitions.name, std::string("FSDP::pre_forward (blocks.#._checkpoint_wrapped_module)"));
    CHECK_EQ(p.c->figuresA.count(), 32u);
    CHECK_EQ(p.c->figuresB.count(), 28u);
    for (const char* key : {"added", "removed", "more", "fewer", "fused", "replaced"})
        CHECK_EQ(p.found(key).size(), 0u);
}

TEST("Their kernels are the same in every block, and as fast") {
    const Pair& p = windows();
    for (const diff::Figures* f : {&p.c->figuresA, &p.c->figuresB}) {
        std::vector<std::set<diff::NameId>> bases(f->count());
        for (const diff::Work& w : f->kernels) bases[w.repetition].insert(w.token.base);
        for (const auto& rank : f->ranks)
            for (const double kernels : rank.work) CHECK_EQ(kernels, 119.0);
        for (const auto& b : bases) CHECK_EQ(b.size(), 11u);
    }
    std::map<std::string, double> counts;
    for (const diff::Row& r : p.c->rows)
        if (r.category == Category::Kernel) {
            CHECK_EQ(r.countA, r.countB);
            const std::string name(p.c->names.text(r.name));
            for (const char* part :
                 {"flash_fwd", "SendRecv", "nvjet", "layer_norm", "CatArray", "reduce_kernel", "elementwise"})
                if (name.find(part) != name.npos) {
                    counts[part] += r.countA;
                    break;
                }
        }
    CHECK_EQ(counts["flash_fwd"], 2.0);
    CHECK_EQ(counts["SendRecv"], 2.0);
    CHECK_EQ(counts["nvjet"], 10.0);
    CHECK_EQ(counts["layer_norm"], 3.0);
    CHECK_EQ(counts["CatArray"], 2.0);
    CHECK_EQ(counts["reduce_kernel"], 4.0);
    CHECK_EQ(counts["elementwise"], 96.0);
    CHECK_EQ(p.found("slower").size() + p.found("faster").size() + p.found("waiting").size(), 0u);
    CHECK_EQ(p.found("same_work").size(), 1u);
    for (std::size_t rank = 0; rank < 2; ++rank)
        CHECK(p.part(rank, Part::Compute).time.verdict == Verdict::Small);  // 0.3 %, of the blocks' own work
    CHECK(near(p.part(1, Part::Compute).time.a, 15.107e6, 0.005));
}

TEST("Of a kernel with two modes no median is told, of the others it is that of the truth") {
    const Pair& p = windows();
    for (const diff::Row& r : p.c->rows) {
        if (r.category != Category::Kernel) continue;
        const std::string_view name = p.c->names.text(r.name);
        if (name.find("flash_fwd") != name.npos) CHECK(r.bimodal);
        if (name.starts_with("nvjet_tst_192x208"))
            CHECK(near(r.eachA, 559.2e3, 0.002) && near(r.eachB, 568.7e3, 0.002) && !r.bimodal);
        if (name.starts_with("nvjet_tst_192x192"))
            CHECK(near(r.eachA, 101.7e3, 0.01) && near(r.eachB, 103.4e3, 0.01) && r.time.verdict == Verdict::Small &&
                  r.time.delta() > r.time.spread);
        if (name.find("layer_norm") != name.npos) CHECK(near(r.eachA, 74.4e3, 0.002) && near(r.eachB, 74.6e3, 0.002));
    }
}

TEST("Their blocks take longer, the GPUs do less, and the late rank is another one") {
    const Pair& p = windows();
    const double before[] = {16.65e6, 16.77e6}, after[] = {19.33e6, 19.69e6};
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const diff::Change &time = p.part(rank, Part::Time).time, &cpu = p.part(rank, Part::Cpu).time;
        CHECK(near(cpu.a, before[rank], 0.001) && near(cpu.b, after[rank], 0.001));
        CHECK(near(time.a, before[rank], 0.02) && near(time.b, after[rank], 0.02));  // the GPU ends its blocks as often
        CHECK(time.verdict == Verdict::Slower);
        CHECK(p.part(rank, Part::Idle).time.delta() > 0);
    }
    CHECK(p.part(0, Part::Idle).time.verdict == Verdict::Slower);
    CHECK_EQ(p.found("step_time").size(), 2u);
    CHECK_EQ(p.found("late_rank").size(), 1u);
    CHECK_EQ(valueText(p.found("late_rank").at(0)->message.arguments.at(0)), std::string("GPU 1"));
    CHECK_EQ(valueText(p.found("late_rank").at(0)->message.arguments.at(2)), std::string("GPU 0"));
    CHECK(english(p.found("late_rank").at(0)->message).find("The transfer itself is no slower") != std::string::npos);
    const diff::Row* transfer = nullptr;
    for (const diff::Row& r : p.c->rows)
        if (r.category == Category::Kernel && p.c->names.text(r.name).starts_with("ncclDevKernel_SendRecv"))
            transfer = &r;
    CHECK(transfer && transfer->time.verdict == Verdict::Within);
}

TEST("The cause is the host: launches and operators take longer, waits do not, and nothing is said to be gained") {
    const Pair& p = windows();
    const diff::Row* launch = p.row(Category::Api, "cudaLaunchKernel");
    CHECK(near(launch->eachA, 5.65e3, 0.005) && near(launch->eachB, 8.41e3, 0.005));
    CHECK(launch->self.verdict == Verdict::Slower);
    bool told = false;
    for (const Finding* f : p.found("calls")) told |= valueText(f->message.arguments[0]) == "cudaLaunchKernel";
    CHECK(told);
    const auto each = [&](const char* name, double before, double after) {
        const diff::Row* r = p.row(Category::Range, name);
        if (!r || !near(r->eachA, before, 0.03) || !near(r->eachB, after, 0.03))
            check::fail(__FILE__, __LINE__, fmt::format("{}: {} {}", name, r ? r->eachA : 0, r ? r->eachB : 0));
    };
    each("aten::linear", 79.8e3, 109.2e3);
    each("aten::empty_strided", 4.47e3, 6.43e3);
    each("FSDP::pre_forward (blocks.#._checkpoint_wrapped_module)", 1.56e6, 2.41e6);
    each("aten::layer_norm", 71e3, 85e3);
    const diff::Row* wait = p.row(Category::Api, "cudaStreamSynchronize");
    CHECK(wait->countA == 1 && wait->countB == 1 && wait->time.verdict == Verdict::Within);
    for (const Finding& f : p.findings)
        if (f.kind == Finding::Kind::Change && f.key != "late_rank")
            for (const model::Argument& a : f.message.arguments)
                CHECK(a.unit != model::Argument::Unit::Duration || a.number >= 0);
}

TEST("Blocks of one rank lie on those of the same rank, however they are asked for") {
    const Pair& p = windows();
    using diff::AlignBy;
    // Rank 0 of B has begun its first block when rank 1 has, and is another thread (148) than its second in order of
    // time (149).
    const auto pairs = diff::repetitionPairs(*p.c);
    CHECK_EQ(pairs.at(0).a.when.begin - pairs.at(0).b.when.begin, -12'778'727'253);
    const std::string& name = p.c->figuresA.repetitions.name;
    CHECK_EQ(pairs.size(), 14u);  // of 28 of both ranks
    for (std::size_t n = 0; n < pairs.size(); ++n) {
        const diff::Alignment laid = *diff::align(*p.c, {AlignBy::Range, name, n});
        CHECK_EQ(laid.anchorA, pairs.at(n).a.when.begin);
        CHECK_EQ(laid.anchorB, pairs.at(n).b.when.begin);
        const diff::Alignment event = *diff::align(*p.c, {AlignBy::Event, name, n});
        CHECK(event.anchorA == laid.anchorA && event.anchorB == laid.anchorB);
    }
    const diff::Alignment stretched = *diff::align(*p.c, {AlignBy::Range, name, 4, true});
    // Stretched is the pace.
    CHECK_EQ(stretched.toA(diff::extentOf(pairs.at(4).b).end), diff::extentOf(pairs.at(4).a).end);
    // A block by its own name: the times are those of the rank, never those of the other one's same block.
    const auto begins = [](const diff::Series& series, TimeNs t) {
        return std::any_of(series.whole.begin(), series.whole.end(), [&](const auto& r) { return r.when.begin == t; });
    };
    std::size_t asked = 0;
    for (const diff::RepetitionPair& pair : pairs) {
        const std::string exact(operatorNameIn(p.c->a->text(eventAt(*p.c->a, pair.a.event).name)));
        const auto one = diff::align(*p.c, {AlignBy::Range, exact});
        if (!one || !begins(p.c->figuresB.repetitions.series[p.c->parts[0].rankB], one->anchorB))
            continue;  // the last one has no next, and is none that is compared
        ++asked;
        CHECK(begins(p.c->figuresA.repetitions.series[p.c->parts[0].rankA], one->anchorA));
        CHECK(!diff::align(*p.c, {AlignBy::Range, exact, 1}) || diff::align(*p.c, {AlignBy::Range, exact, 1})->anchorA >
                                                                    one->anchorA + 50'000'000);  // not the other rank's
    }
    CHECK(asked > 0);
}

TEST("Copies of their blocks are equal, and kernels without a launch are incomplete, not a difference") {
    const Pair& p = windows();
    const diff::Row* copies = p.row(Category::Memory, "Memcpy DtoD");
    CHECK(copies->countA == 29 && copies->countB == 29 && copies->time.verdict == Verdict::Within);
    CHECK_EQ(p.c->figuresA.withoutLaunch, 24);
    CHECK_EQ(p.c->figuresB.withoutLaunch, 10);
    CHECK_EQ(p.found("incomplete").size(), 2u);
    CHECK(p.found("incomplete").at(0)->kind == Finding::Kind::Note);
}

TEST("No row of two real reports contradicts its own numbers, and no sentence the rows") {
    mustAgree(windows());
    mustAgree(Pair("kineto/hta_trace_diff_control_control.json.gz", "kineto/hta_trace_diff_test_test.json.gz"));
    mustAgree(Pair("kineto/hta_trace_compare_base_base.json.gz", "kineto/hta_trace_compare_test_test.json.gz"));
    mustAgree(Pair("kineto/tl_h100_gaunernst_bert_small_uncased_1016001.json.gz",
                   "kineto/tl_mi300_gaunernst_bert_small_uncased_1016001.json.gz"));
    mustAgree(Pair("kineto/tl_h100_gaunernst_bert_small_uncased_1016001.json.gz",
                   "kineto/tl_mi300_gaunernst_bert_small_uncased_1016001.json.gz", true));
    if (const fs::path ranks = captured("h100/kineto/ddp_rank0.kineto.json.gz"); !ranks.empty())
        mustAgree(Pair(ranks.string(), captured("h100/kineto/ddp_rank1.kineto.json.gz").string()));
    const fs::path captures = fs::path(SIGHTLINE_SOURCE_DIR) / "tests" / "data" / "captures";
    mustAgree(Pair((captures / "compare-before.rep").string(), (captures / "compare-after.rep").string()));
}

TEST("A real report compared with itself shows no change") {
    const Opened a(sample("nsys_other/compare_before_2gpu.sqlite"));
    for (const Finding& f : findingsOf(*diff::compare(a.s, a.s))) CHECK(f.kind == Finding::Kind::Note);
    const Opened few(sample("kineto/hta_triton_example_triton_example.json.gz"));  // no calls in its steps
    for (const Finding& f : findingsOf(*diff::compare(few.s, few.s))) CHECK(f.kind == Finding::Kind::Note);
}

TEST("The report of a run and what its profiler exported of it are the same run") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const fs::path folder = samples ? fs::path(samples) / "nsys_pairs" : fs::path();
    if (!samples || !fs::exists(folder)) SKIP("no sample reports");
    std::size_t pairs = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".nsys-rep" && entry.path().extension() != ".qdrep") continue;
        const Opened report(entry.path()), exported(fs::path(entry.path()).replace_extension(".sqlite"));
        ++pairs;
        for (const Finding& f : findingsOf(*diff::compare(report.s, exported.s)))
            if (f.kind == Finding::Kind::Change || f.key == "not_traced" || f.key == "other_api")
                check::fail(__FILE__, __LINE__, entry.path().filename().string() + ": " + english(f.message));
    }
    CHECK_EQ(pairs, 26u);
}

TEST("One run as two profilers wrote it runs the same kernels and copies") {
    const fs::path nsys = captured("h100/nsys/ddp_2gpu.sqlite"),
                   kineto = captured("h100/kineto/ddp_rank0.kineto.json.gz");
    if (nsys.empty()) SKIP("no sample reports");
    for (const Pair& p : {Pair(nsys.string(), kineto.string()), Pair(kineto.string(), nsys.string())}) {
        std::size_t kernels = 0, copies = 0;
        for (const diff::Row& r : p.c->rows) {
            if (r.category != Category::Kernel && r.category != Category::Memory) continue;
            ++(r.category == Category::Kernel ? kernels : copies);
            if (!p.c->figureA(r) || !p.c->figureB(r) || r.name != r.nameB)
                check::fail(__FILE__, __LINE__, fmt::format("{} is in one alone", p.c->names.text(r.name)));
        }
        CHECK(kernels > 20 && copies >= 2);
    }
}

TEST("Numbers of operators per step are those that counting finds: two runs that differ in much") {
    const auto differ =
        compareOperators("kineto/hta_trace_diff_control_control.json.gz", "kineto/hta_trace_diff_test_test.json.gz");
    CHECK(differ.contains("aten::mm") && differ.contains("aten::bmm"));
}

TEST("Numbers of operators per step are those that counting finds: two steps, three operators more") {
    CHECK_EQ(fmt::format("{}", fmt::join(compareOperators("kineto/hta_trace_compare_base_base.json.gz",
                                                          "kineto/hta_trace_compare_test_test.json.gz"),
                                         " ")),
             std::string("AddmmBackward0 All2All_Pooled_Req CatBackward0"));
}

TEST(
    "One model on GPUs of two makers: four operators come more often, kernels are matched by the operators that launch them") {
    const std::string h100 = "kineto/tl_h100_gaunernst_bert_small_uncased_1016001.json.gz",
                      mi300 = "kineto/tl_mi300_gaunernst_bert_small_uncased_1016001.json.gz";
    CHECK_EQ(fmt::format("{}", fmt::join(compareOperators(h100, mi300), " ")),
             std::string("aten::as_strided aten::empty aten::permute aten::view"));
    const Pair p(h100, mi300);
    CHECK_EQ(valueText(p.found("setup").at(0)->message.arguments.at(0)), std::string("GPU"));
    CHECK_EQ(p.found("other_api").size(), 1u);
    bool attention = false;
    for (const Finding* f : p.found("replaced"))
        attention |= valueText(f->message.arguments[1]).find("flash_fwd") != std::string::npos &&
                     valueText(f->message.arguments[2]) == "attn_fwd";
    CHECK(attention);
    for (const char* key : {"step_time", "slower", "faster", "host_code", "calls"})
        CHECK_EQ(p.found(key).size(), 0u);  // one step shows no spread
}
