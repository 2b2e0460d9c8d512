// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of made-up reports with one known change each: it is found, and nothing else is said.
#include <fmt/format.h>
#include <algorithm>
#include <random>

#include "model/base/number_text.h"
#include "model/diff/alignment.h"
#include "model/diff/event_pairs.h"
#include "model/diff/findings.h"
#include "model/diff/setup.h"
#include "model/diff/spread.h"
#include "tests/kit/check.h"
#include "tests/kit/made_run.h"

namespace {

using namespace model;
using diff::Category;
using diff::Comparison;
using diff::Finding;
using diff::Verdict;
using made::compared;
using made::kUs;
using made::Run;

std::string listOf(const Comparison& c) {
    std::string out;
    for (const Finding& f : diff::findingsOf(c))
        if (f.kind != Finding::Kind::Note && f.kind != Finding::Kind::Same)
            out += fmt::format("{}{}", out.empty() ? "" : " ", f.key);
    return out;
}
const Finding* findingOf(const std::vector<Finding>& all, std::string_view key) {
    for (const Finding& f : all)
        if (f.key == key) return &f;
    return nullptr;
}
std::string valueOf(const Comparison& c, std::string_view key, std::size_t place) {
    const auto all = diff::findingsOf(c);
    const Finding* f = findingOf(all, key);
    return f ? valueText(f->message.arguments.at(place)) : "no such finding";
}

}  // namespace

TEST("A report compared with itself, or with another run of the same, shows no change") {
    const Run run;
    const SnapshotPtr s = run.make();
    CHECK_EQ(listOf(*diff::compare(s, s)), std::string());
    const auto again = compared(run, run);
    CHECK_EQ(listOf(*again), std::string());
    CHECK_EQ(again->figuresA.count(), 12u);
    CHECK(findingOf(diff::findingsOf(*again), "same_work"));
}

TEST("Of runs that differ in their noise alone, hardly any is said to have changed") {
    Run a, b;
    a.noise = b.noise = 20;
    int claims = 0;
    for (unsigned i = 0; i < 100; ++i) {
        a.seed = 1000 + i;
        b.seed = 5000 + i;
        const auto all = diff::findingsOf(*diff::compare(a.make(), b.make()));
        claims += std::any_of(all.begin(), all.end(), [](const Finding& f) { return f.kind == Finding::Kind::Change; });
    }
    CHECK(claims <= 3);
}

TEST("That a report holds more steps, later and under other numbers, is no change") {
    Run longer;
    longer.steps = 31;
    longer.begin = 77'000 * kUs;
    longer.stepName = "step {}00";
    CHECK_EQ(listOf(*compared(Run(), longer)), std::string());
}

TEST("A kernel that became slower is found, with the step that takes longer by as much") {
    Run b;
    b.work[4].length += 80 * kUs;
    const auto c = compared(Run(), b);
    CHECK_EQ(listOf(*c), std::string("step_time slower"));
    CHECK_EQ(valueOf(*c, "slower", 0), std::string("softmax(float*)"));
    const auto all = diff::findingsOf(*c);
    const Finding& f = *findingOf(all, "slower");
    CHECK(f.weight > 75e3 && f.weight < 85e3);
    CHECK_EQ(f.proof.a.events.size(), 12u);
    CHECK_EQ(c->b->text(eventAt(*c->b, f.proof.b.events[0]).name), std::string_view("softmax(float*)"));
    CHECK(english(f.message).starts_with("“softmax(float*)” is slower: "));
}

TEST("A change beyond the spread that is below two percent is said to be small, not to be within the spread") {
    Run a, b;
    a.noise = b.noise = 0;
    b.work[0].length = b.work[3].length = 405 * kUs;
    const auto c = compared(a, b);
    CHECK_EQ(listOf(*c), std::string());
    const auto row = std::find_if(c->rows.begin(), c->rows.end(),
                                  [&](const diff::Row& r) { return c->names.text(r.name) == "gemm<float>(float*)"; });
    CHECK(row->time.verdict == Verdict::Small && row->time.delta() > row->time.spread);
    CHECK_EQ(std::string(diff::verdictWord(row->time)) + " " + std::string(diff::verdictKey(row->time.verdict)),
             std::string("small (below 2 %) small"));
    const auto all = diff::findingsOf(*c);
    CHECK(findingOf(all, "step_time_same") &&
          english(findingOf(all, "step_time_same")->message).ends_with(": as fast to within 2 %."));
    CHECK(findingOf(all, "same_work") &&
          english(findingOf(all, "same_work")->message).find("they are as fast") != std::string::npos);
}

TEST("Kernels that are all a little slower are found together") {
    Run a;
    a.launch = 2 * kUs;
    a.work.clear();
    for (int i = 0; i < 250; ++i) a.work.push_back({fmt::format("k{}()", i), 8 * kUs});
    Run b = a;
    for (Run::Piece& p : b.work) p.length += 400;
    CHECK_EQ(listOf(*compared(a, b)), std::string("step_time compute"));
}

TEST("A kernel that became faster is found") {
    Run b;
    b.work[0].length = b.work[3].length = 300 * kUs;
    CHECK_EQ(listOf(*compared(Run(), b)), std::string("step_time faster"));
}

TEST("Kernels that were fused are said to be, and not to be removed and added") {
    Run b;
    b.work[1] = {"bias_relu(float*)", 80 * kUs};
    b.work.erase(b.work.begin() + 2);
    const auto c = compared(Run(), b);
    CHECK_EQ(listOf(*c), std::string("step_time fused"));
    CHECK_EQ(valueOf(*c, "fused", 0), std::string("1"));
    CHECK_EQ(valueOf(*c, "fused", 1), std::string("bias(float*), relu(float*)"));
    CHECK_EQ(valueOf(*c, "fused", 2), std::string("bias_relu(float*)"));
}

TEST("A kernel that the compiler calls otherwise is the same kernel, and is compared with itself") {
    Run b;
    for (Run::Piece& p : b.work)
        if (p.name == "gemm<float>(float*)") p.name = "gemm<float, 4>(float*)";
    const auto c = compared(Run(), b);
    CHECK_EQ(listOf(*c), std::string());
    CHECK_EQ(valueOf(*c, "renamed", 1), std::string("gemm<float, 4>(float*)"));
    for (Run::Piece& p : b.work) p.length += p.name == "gemm<float, 4>(float*)" ? 50 * kUs : 0;
    CHECK_EQ(listOf(*compared(Run(), b)), std::string("step_time slower"));
}

TEST("A kernel in another's place replaced it") {
    Run b;
    for (Run::Piece& p : b.work)
        if (p.name == "gemm<float>(float*)") p.name = "sgemm_128x64(float*)";
    const auto c = compared(Run(), b);
    CHECK_EQ(listOf(*c), std::string("replaced"));
    CHECK_EQ(valueOf(*c, "replaced", 0), std::string("2"));
}

TEST("A kernel that is gone, and one that is new, is found where nothing took its place") {
    Run b;
    b.work.erase(b.work.begin() + 2);
    CHECK_EQ(listOf(*compared(Run(), b)), std::string("step_time removed"));
    CHECK_EQ(listOf(*compared(b, Run())), std::string("step_time added"));
}

TEST("A kernel in the place of one that did other work did not replace it") {
    Run a, b;
    a.work[1].name = "void splitKreduce_kernel<32, 16>(float*)";
    b.work[1].name = "ampere_sgemm_64x64_nn(float*)";
    const auto c = compared(a, b);
    CHECK(listOf(*c) == "added removed" || listOf(*c) == "removed added");
    a.work[2].name = "void cutlass::Kernel<gemm_128x128>(float*)";  // one that did the same work stands beside it
    b.work.erase(b.work.begin() + 2);
    const auto both = compared(a, b);
    CHECK_EQ(valueOf(*both, "fused", 2), std::string("ampere_sgemm_64x64_nn(float*)"));
}

TEST("Kernels of unknown work took each other's place only where one piece of the program launched both") {
    Run a, b;
    a.work[1].name = "mine(float*)";
    b.work[1].name = "yours(float*)";
    const auto apart = listOf(*compared(a, b));
    CHECK(apart == "added removed" || apart == "removed added");
    a.work[1].within = b.work[1].within = "my layer";
    CHECK_EQ(listOf(*compared(a, b)), std::string("replaced"));
    b.work[1].within = "another layer";
    CHECK(listOf(*compared(a, b)).find("replaced") == std::string::npos);
}

TEST("Reports that have no kernel in common hold other programs: nothing in them was fused or replaced") {
    Run a, b;
    a.work = {{"vecAdd(float*)", 40 * kUs},
              {"matmulNaive(float*)", 90 * kUs},
              {"reduceSum(float*)", 20 * kUs},
              {"my_gemm(float*)", 20 * kUs}};
    b.work = {{"nvjet_sm90_tst", 60 * kUs}, {"fp64_fma(double*)", 30 * kUs}};
    a.steps = b.steps = 1;
    const auto c = diff::compare(a.make(), b.make(), {true, {}});
    std::string keys = listOf(*c);
    CHECK(keys.find("fused") == keys.npos && keys.find("replaced") == keys.npos);
    for (const char* key : {"added", "removed"}) CHECK(keys.find(key) != keys.npos);
    for (const diff::Replacement& r : c->replacements) CHECK(r.from.empty() || r.to.empty());
}

TEST("What a replacement tells of is not told once more") {
    Run a, b;
    const Run::Piece old{"old_gemm(int*)", 30 * kUs};
    a.work = {a.work[0], old, a.work[2], a.work[3], old, a.work[4], old};
    b.work = {a.work[0], {"fresh_gemm(int*)", 30 * kUs}, a.work[2],
              a.work[3], {"fresh_gemm(int*)", 30 * kUs}, a.work[5]};
    const auto c = compared(a, b);
    CHECK_EQ(listOf(*c), std::string("step_time removed replaced"));
    CHECK_EQ(valueOf(*c, "replaced", 0), std::string("2"));
    const auto all = diff::findingsOf(*c);
    const Finding& rest = *findingOf(all, "removed");
    CHECK(english(rest.message)
              .starts_with("Beside what was replaced, “old_gemm(int*)” runs 1 × per repetition in A and 0 × in B"));
    CHECK(rest.weight > 29e3 && rest.weight < 31e3);  // of three
}

TEST("Of whole reports no number is said to be a repetition's, and no spread to be known") {
    Run a, b;
    b.work.push_back({"extra(int)", 5 * kUs});
    b.work[1].name = "fresh_relu(float*)";
    b.work.push_back({"relu(float*)", 50 * kUs});
    const auto c = diff::compare(a.make(), b.make(), {true, {}});
    std::string all;
    for (const Finding& f : diff::findingsOf(*c)) all += english(f.message) + '\n';
    CHECK(all.find("Only B has “extra(int)”: 12 in the whole report, ") != all.npos);
    CHECK(all.find("“relu(float*)” comes more often: 12 in the whole of A, 24 in the whole of B") != all.npos);
    CHECK(all.find("Kernels were replaced, 12 × in the whole report") != all.npos);
    for (const char* never : {"repetition", "within the spread", " inf", "nan"})
        if (all.find(never) != all.npos) check::fail(__FILE__, __LINE__, std::string(never) + ": " + all);
    CHECK(!diff::hasSpread(*c) && diff::isWhole(*c));
    const diff::Change& time = c->parts.at(0).time;
    CHECK(!time.spreadIsKnown());
    CHECK_EQ(std::string(diff::verdictReason(time)), std::string("spread unknown (one measurement)"));
    const auto same = diff::compare(a.make(), a.make(), {true, {}});
    CHECK_EQ(std::string(diff::verdictWord(same->parts.at(0).time)), std::string("alike"));
    const auto repeated = diff::compare(a.make(), a.make());
    CHECK_EQ(std::string(diff::verdictWord(repeated->parts.at(0).time)), std::string("within the spread"));
}

TEST("Changes are told in percent where that says something") {
    CHECK_EQ(valueText(diff::changeOf(100, 117)), std::string("+17.0 %"));
    CHECK_EQ(valueText(diff::changeOf(100, 95)), std::string("−5.0 %"));
    CHECK_EQ(valueText(diff::changeOf(100, 999)), std::string("+899.0 %"));
    CHECK_EQ(valueText(diff::changeOf(100, 1000)), std::string("× 10"));
    CHECK_EQ(valueText(diff::changeOf(295, 31e6)), std::string("× 105\u202f000"));
    CHECK_EQ(valueText(diff::changeOf(31e6, 295)), std::string("÷ 105\u202f000"));
    CHECK_EQ(valueText(diff::changeOf(5, 0)), std::string("−100.0 %"));
    CHECK_EQ(valueText(diff::changeOf(0, 5)), std::string("from 0"));
    CHECK_EQ(valueText(diff::changeOf(0, 0)), std::string("0.0 %"));
    CHECK_EQ(valueText(diff::changeOf(10000, 9999)), std::string("0.0 %"));
    CHECK_EQ(model::durationText(-1500), std::string("−1.5 µs"));
}

TEST("A longer step is put down to the code on the CPU that takes longer, and to the GPU that waits for it") {
    Run b;
    b.loading += 150 * kUs;
    const auto c = compared(Run(), b);
    CHECK_EQ(listOf(*c), std::string("step_time idle host_code"));
    CHECK_EQ(valueOf(*c, "host_code", 0), std::string("load data"));
}

TEST("A copy more in each step is found") {
    Run b;
    b.work.push_back({"Memcpy HtoD", 30 * kUs, TrackKind::StreamMemory});
    const auto c = compared(Run(), b);
    CHECK_EQ(listOf(*c), std::string("step_time more"));
    CHECK_EQ(valueOf(*c, "more", 0), std::string("Memcpy HtoD"));
    CHECK_EQ(valueOf(*c, "more", 1) + " " + valueOf(*c, "more", 2), std::string("1 2"));
}

TEST(
    "What another tool spells otherwise is compared with itself, copies without the kinds of memory that only one tells") {
    Run a, b;
    a.work = {{"void ns::<unnamed>::gemm<float, (int)4>(const T1 *, int)", 400 * kUs},
              {"Memcpy HtoD", 30 * kUs, TrackKind::StreamMemory},
              {"Memcpy HtoD", 50 * kUs, TrackKind::StreamMemory}};
    b.work = {{"void ns::(anonymous namespace)::gemm<float, 4>(float const*, int)", 400 * kUs},
              {"Memcpy HtoD (Pageable -> Device)", 30 * kUs, TrackKind::StreamMemory},
              {"Memcpy HtoD (Pinned -> Device)", 50 * kUs, TrackKind::StreamMemory}};
    for (const auto& c : {compared(a, b), compared(b, a)}) {
        CHECK_EQ(listOf(*c), std::string());
        const auto all = diff::findingsOf(*c);
        CHECK(!findingOf(all, "renamed"));
        std::size_t gpu = 0;
        for (const diff::Row& r : c->rows) {
            if (r.category != Category::Kernel && r.category != Category::Memory) continue;
            ++gpu;
            CHECK(r.countA == r.countB && r.countA == (r.category == Category::Memory ? 2 : 1));
            CHECK_EQ(c->figureA(r)->each.size(), c->figureB(r)->each.size());
            const auto pairs = diff::eventPairs(*c, r);
            CHECK_EQ(pairs.size(), r.category == Category::Memory ? 24u : 12u);
            for (const diff::EventPair& p : pairs) CHECK(p.isInBoth());
        }
        CHECK_EQ(gpu, 2u);
    }
    // Where both tell them, they are what the rows are for.
    const auto c = compared(b, b);
    CHECK_EQ(std::count_if(c->rows.begin(), c->rows.end(),
                           [](const diff::Row& r) { return r.category == Category::Memory; }),
             2);
    const auto pinned = std::find_if(c->rows.begin(), c->rows.end(), [&](const diff::Row& r) {
        return c->names.text(r.name) == "Memcpy HtoD (Pinned -> Device)";
    });
    CHECK_EQ(diff::eventPairs(*c, *pinned).size(), 12u);
}

TEST("A GPU that does nothing for longer is found") {
    Run b;
    b.pause = 200 * kUs;
    CHECK_EQ(listOf(*compared(Run(), b)), std::string("step_time idle"));
}

TEST("Launches that take longer are found where the GPU waits for them") {
    Run a, b;
    for (Run* r : {&a, &b})
        for (Run::Piece& p : r->work) p.length = 10 * kUs;
    a.launch = 20 * kUs;
    b.launch = 30 * kUs;
    const auto c = compared(a, b);
    CHECK_EQ(listOf(*c), std::string("step_time idle calls calls"));
    CHECK_EQ(valueOf(*c, "calls", 0), std::string("cudaLaunchKernel"));
}

TEST("Where steps have no names, the range that repeats divides the report") {
    Run a;
    a.named = false;
    Run b = a;
    b.steps = 20;
    const auto same = compared(a, b);
    CHECK(same->figuresA.repetitions.unit == diff::Unit::Range);
    CHECK_EQ(same->figuresA.repetitions.name, std::string("load data"));
    CHECK_EQ(same->figuresA.count(), 11u);  // the end of the last one is not known
    CHECK_EQ(same->figuresB.count(), 19u);
    CHECK_EQ(listOf(*same), std::string());
    b.work[4].length += 80 * kUs;
    CHECK_EQ(listOf(*compared(a, b)), std::string("step_time slower"));
}

TEST("The first step is warm-up where it takes longer in either report, and is left out of both") {
    Run b;
    b.slowFirst = 3000 * kUs;
    const auto c = compared(Run(), b);
    CHECK_EQ(listOf(*c), std::string());
    for (const diff::Figures* f : {&c->figuresA, &c->figuresB}) {
        const diff::Series& series = f->repetitions.series.at(0);
        CHECK_EQ(series.warmUp.size(), 1u);
        CHECK_EQ(series.whole.size(), 11u);
        CHECK(f->repetitions.slowFirst == (f == &c->figuresA ? 0 : 1));
    }
    const auto all = diff::findingsOf(*c);
    CHECK_EQ(
        english(findingOf(all, "warm_up")->message),
        std::string(
            "The first steps are left out of both reports as warm-up, 1 of A and 1 of B (step 0): in B they take 20 % longer than the median, or more."));
}

TEST(
    "Steps of one name are left out as warm-up, as many where the reports share no name, and none where too few would be left") {
    const auto counts = [](const Comparison& c) {
        return std::pair(c.figuresA.repetitions.series.at(0).warmUp.size(),
                         c.figuresB.repetitions.series.at(0).warmUp.size());
    };
    Run a, b;
    a.slowFirst = 3000 * kUs;
    b.firstNumber = 1;  // begins with step 1, which no one leaves out of A
    const auto later = compared(a, b);
    CHECK(counts(*later) == std::pair(std::size_t{1}, std::size_t{0}));
    CHECK_EQ(later->figuresB.count(), 12u);
    b.firstNumber = 100;
    const auto apart = compared(a, b);
    CHECK(counts(*apart) == std::pair(std::size_t{1}, std::size_t{1}));
    CHECK_EQ(valueOf(*apart, "warm_up", 2), std::string("step 0 / step 100"));
    b.firstNumber = 0;
    b.steps = 3;
    const auto few = compared(a, b);
    CHECK(counts(*few) == std::pair(std::size_t{0}, std::size_t{0}));
    CHECK_EQ(valueOf(*few, "warm_up_kept", 0), std::string("A"));
}

TEST("Of two repetitions no difference of time is claimed, but one of numbers is") {
    Run a, b;
    a.steps = b.steps = 2;
    b.work[4].length += 80 * kUs;
    CHECK_EQ(listOf(*compared(a, b)), std::string());
    b.work.push_back({"extra(int)", 5 * kUs});
    CHECK_EQ(listOf(*compared(a, b)), std::string("added"));
}

TEST("A rank test tells a shift from noise, and outliers do not move it") {
    const std::vector<double> a{10, 11, 10.5, 10.2, 10.8, 11.1, 10.4, 10.9},
        shifted{12, 13, 12.5, 12.2, 12.8, 13.1, 12.4, 12.9};
    std::vector<double> outlier = a;
    outlier[3] = 500;
    CHECK(diff::judge(a, shifted) == Verdict::Slower);
    CHECK(diff::judge(shifted, a) == Verdict::Faster);
    CHECK(diff::judge(a, outlier) == Verdict::Within);
    CHECK(diff::judge(a, a) == Verdict::Within);
    CHECK(diff::judge(std::vector<double>{10, 20, 10, 20, 10}, std::vector<double>{20, 10, 20, 10, 20}) ==
          Verdict::Within);
    CHECK(diff::judge(std::vector<double>{10}, std::vector<double>{20}) == Verdict::Unclear);
    CHECK(diff::judge(std::vector<double>{10, 10, 10}, std::vector<double>{10.1, 10.1, 10.1}) == Verdict::Small);
    CHECK(diff::judge(std::vector<double>{10, 10, 10}, std::vector<double>{10.1, 10.1, 10.1}, diff::Asked::Few, 0) ==
          Verdict::Slower);
    CHECK(diff::judge(std::vector<double>{10, 10.2, 10.1}, std::vector<double>{10.1, 10, 10.3}) == Verdict::Within);
    CHECK(diff::judge(std::vector<double>{10}, std::vector<double>{10.1}) == Verdict::Within);  // of no known spread
    CHECK(diff::judge(std::vector<double>{10, 11, 10}, std::vector<double>{13, 13, 14}) == Verdict::Slower);
    CHECK(diff::judge(std::vector<double>{10, 11, 12}, std::vector<double>{13, 15, 14}) == Verdict::Within);
    CHECK_EQ(diff::medianOf({4, 1, 3, 2}), 2.5);
    CHECK_EQ(diff::quantileOf({1, 2, 3, 4, 5}, 1), 5.0);
    CHECK(diff::isBimodal({100, 101, 102, 103, 104, 900, 901, 902, 903, 904}));
    CHECK(!diff::isBimodal({100, 101, 102, 103, 104, 105, 106, 107, 108, 900}));
}

TEST("A difference is within the spread that is shown with it, or beyond it, whatever the values are") {
    std::mt19937 random(11);
    std::normal_distribution<double> noise(0, 20);
    std::size_t within = 0, beyond = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<double> a(3 + random() % 30), b(3 + random() % 30);
        const double modes = random() % 3 * 100, step = random() % 2 ? 1 : 16, shift = random() % 3 * 40;
        for (auto* values : {&a, &b})
            for (double& v : *values) v = 500 + step * std::round((noise(random) + modes * (random() % 2)) / step);
        for (double& v : b) v += shift;
        const diff::Change up = diff::changeOf(a, b, i % 2 ? diff::Asked::Few : diff::Asked::Many),
                           down = diff::changeOf(b, a, i % 2 ? diff::Asked::Few : diff::Asked::Many);
        CHECK_EQ(std::abs(up.delta()) <= up.spread, up.verdict == Verdict::Within);
        if (up.delta() != 0)
            CHECK(up.spread == down.spread && (up.verdict == Verdict::Slower) == (down.verdict == Verdict::Faster));
        ++(up.verdict == Verdict::Within ? within : beyond);
    }
    CHECK(within > 500 && beyond > 500);
    // Of all differences the middle ones say how large it is, low ones how large at least: more repetitions know that
    // better.
    std::vector<double> few, many;
    for (int i = 0; i < 12; ++i) few.push_back(i);
    for (int i = 0; i < 10; ++i) many.insert(many.end(), few.begin(), few.end());
    const auto later = [](std::vector<double> values) {
        for (double& v : values) v += 10;
        return values;
    };
    CHECK_EQ(diff::changeOf(few, later(few)).spread, 7.0);
    CHECK_EQ(diff::changeOf(many, later(many)).spread, 2.0);
}

TEST("A rank test of pure noise hardly ever claims a change, however few repetitions there are") {
    std::mt19937 random(7);
    std::normal_distribution<double> noise(100, 20);
    for (const std::size_t n : {3u, 4u, 5u, 8u, 14u, 40u}) {
        int claims = 0;
        for (int i = 0; i < 2000; ++i) {
            std::vector<double> a(n), b(n);
            for (double& v : a) v = noise(random);
            for (double& v : b) v = noise(random);
            const Verdict v = diff::judge(a, b, diff::Asked::Many);
            claims += v == Verdict::Slower || v == Verdict::Faster;
        }
        CHECK(claims <= (n < 6 ? 40 : 8));
    }
}

TEST("Common sequences are as long as a table of all prefixes finds them") {
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        std::vector<diff::NameId> a(random() % 40), b(random() % 40);
        for (auto* list : {&a, &b})
            for (diff::NameId& n : *list) n = 1 + random() % 5;
        std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
        for (std::size_t i = 1; i <= a.size(); ++i)
            for (std::size_t j = 1; j <= b.size(); ++j)
                table[i][j] =
                    a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
        const auto common = diff::commonSequence(a, b);
        CHECK_EQ(common.size(), table[a.size()][b.size()]);
        for (std::size_t k = 0; k < common.size(); ++k) {
            CHECK_EQ(a[common[k].first], b[common[k].second]);
            if (k > 0) CHECK(common[k].first > common[k - 1].first && common[k].second > common[k - 1].second);
        }
    }
}

TEST("Sequences of a hundred thousand that have little in common are still matched in time") {
    std::mt19937 random(5);
    std::vector<diff::NameId> a(100'000), b(100'000);
    for (diff::NameId& n : a) n = 1 + random() % 1000;
    for (diff::NameId& n : b) n = 1 + random() % 1000;
    for (std::size_t i = 0; i < 50'000; ++i) b[i + 40'000] = a[i];
    const auto common = diff::commonSequence(a, b);
    for (std::size_t k = 1; k < common.size(); ++k)
        CHECK(common[k].first > common[k - 1].first && common[k].second > common[k - 1].second);
    CHECK(common.size() > 1000);
}

TEST("Times of B are laid on A's by start, kernel, step, range and event, and stretched where that is asked for") {
    Run a, b;
    b.begin = 5000 * kUs;
    b.loading = 40 * kUs;
    const auto c = diff::compare(a.make(), b.make());
    using diff::AlignBy;
    const auto by = [&](diff::AlignRequest request) { return *diff::align(*c, request); };
    CHECK_EQ(by({AlignBy::Start}).offset(), -4000 * kUs);
    const diff::Alignment step = by({AlignBy::Step, {}, 3});
    const auto stepsA = diff::stepsIn(*c->a), stepsB = diff::stepsIn(*c->b);
    CHECK_EQ(stepsA.size(), 12u);
    CHECK_EQ(step.toA(stepsB[3].when.begin), stepsA[3].when.begin);
    CHECK_EQ(step.toB(stepsA[3].when.begin), stepsB[3].when.begin);
    const diff::Alignment stretched = by({AlignBy::Step, {}, 3, true});
    CHECK_EQ(stretched.toA(stepsB[3].when.end), stepsA[3].when.end);
    CHECK_EQ(by({AlignBy::Range, "load data", 2}).offset(), stepsA[2].when.begin - stepsB[2].when.begin);
    CHECK_EQ(by({AlignBy::Range, "step 7", 0}).offset(), stepsA[7].when.begin - stepsB[7].when.begin);
    CHECK_EQ(diff::alignOn(*c->a, stepsA[1].event, *c->b, stepsB[4].event)->offset(),
             stepsA[1].when.begin - stepsB[4].when.begin);
    const auto starts = [&](const Snapshot& s, std::string_view name) {
        std::vector<TimeNs> out;
        for (LaneId id = 0; id < s.laneCount(); ++id)
            for (std::uint32_t i = 0; i < s.lane(id).rows; ++i)
                if (s.text(s.lane(id).name(i)) == name) out.push_back(s.lane(id).start(i));
        return out;
    };
    for (const char* name : {"relu(float*)", "cudaLaunchKernel_v7000", "Memcpy HtoD"}) {
        const auto inA = starts(*c->a, name), inB = starts(*c->b, name);
        CHECK_EQ(by({AlignBy::Event, name, 4}).anchorA, inA.at(4));
        CHECK_EQ(by({AlignBy::Event, name, 4}).anchorB, inB.at(4));
    }
    CHECK_EQ(by({AlignBy::Event, "cudaLaunchKernel", 4}).anchorA, starts(*c->a, "cudaLaunchKernel_v7000").at(4));
    CHECK(by({AlignBy::Kernel}).offset() < by({AlignBy::Start}).offset());
    CHECK(!diff::align(*c, {AlignBy::Step, {}, 12}));
    CHECK(!diff::align(*c, {AlignBy::Range, "none"}));
    CHECK(!diff::align(*c, {AlignBy::Range, "relu(float*)"}));
    CHECK(!diff::align(*c, {AlignBy::Event, "relu(float*)", 12}));
    CHECK(!diff::align(*c, {AlignBy::Wall}));
    CHECK(!diff::alignOn(*c->a, {}, *c->b, stepsB[4].event));
}

TEST("What is compared from one begin to the next is stretched by that time, not by the range's own") {
    Run a;
    a.named = false;
    Run b = a;
    b.loading *= 3;
    const auto c = diff::compare(a.make(), b.make());
    const auto &inA = c->figuresA.repetitions.series.at(0).whole, &inB = c->figuresB.repetitions.series.at(0).whole;
    const diff::Alignment third = *diff::align(*c, {diff::AlignBy::Range, "load data", 2, true});
    CHECK_EQ(third.toA(inB[2].when.begin), inA[2].when.begin);
    CHECK_EQ(third.toA(inB[3].when.begin), inA[3].when.begin);
    CHECK_EQ(diff::align(*c, {diff::AlignBy::Event, "load data", 2, true})->stretch, third.stretch);
    CHECK_EQ(diff::align(*c, {diff::AlignBy::Kernel, {}, 0, true})->stretch, 1.0);
}

TEST("What counts up in names of ranges is told from what belongs to them") {
    CHECK_EQ(diff::generalName("ProfilerStep#12"), std::string("ProfilerStep#"));
    CHECK_EQ(diff::generalName("blocks.15.mlp (step 3)"), std::string("blocks.#.mlp (step #)"));
    CHECK_EQ(diff::generalName("aten::conv2d, seq = 42, op_id = 7"), std::string("aten::conv2d"));
    CHECK_EQ(diff::generalName("AllToAll4D"), std::string("AllToAll4D"));
    CHECK_EQ(diff::generalName(""), std::string());
}

TEST("Set-ups are compared by what both reports state and what matters to a run") {
    ReportInfo a, b;
    a.session_facts = {
        {"NvDriverVersion", "550.1"}, {"Hostname", "one"}, {"CudaDriverVersion", "12040"}, {"CpuCores", "8"}};
    b.session_facts = {{"NvDriverVersion", "580.2"}, {"Hostname", "two"}, {"CudaDriverVersion", "12040"}};
    a.entities = {{Entity::Type::Device, {}, "GPU X", {{"clockRate", "1980"}}}};
    b.entities = {{Entity::Type::Device, {}, "GPU X", {{"clockRate", "1410"}}}};
    const auto text = [](const std::vector<diff::SetupDifference>& all) {
        std::string out;
        for (const auto& d : all) out += fmt::format("{} {} {}; ", d.fact, english(d.a), english(d.b));
        return out;
    };
    CHECK_EQ(text(diff::setupDifferences(a, b)), std::string("clockRate 1980 1410; NvDriverVersion 550.1 580.2; "));
    // When a run began is no difference of how it was set up.
    a.session_facts.emplace_back("ClockAtZeroNs", "1000");
    b.session_facts.emplace_back("ClockAtZeroNs", "2000");
    CHECK_EQ(text(diff::setupDifferences(a, b)), std::string("clockRate 1980 1410; NvDriverVersion 550.1 580.2; "));
    b.entities.push_back(b.entities[0]);
    CHECK_EQ(text(diff::setupDifferences(a, b)), std::string("GPU GPU X 2 × GPU X; NvDriverVersion 550.1 580.2; "));
    CHECK_EQ(text(diff::setupDifferences(a, a)), std::string());
    b = a;
    b.product = "Profiler X", b.productVersion = "2";
    CHECK_EQ(text(diff::setupDifferences(a, b)), std::string("Profiler not recorded Profiler X 2; "));
    b.productVersion.clear();
    CHECK_EQ(text(diff::setupDifferences(b, a)), std::string("Profiler Profiler X not recorded; "));
}

TEST("A comparison that is asked to stop ends in order") {
    std::stop_source stop;
    stop.request_stop();
    const SnapshotPtr s = Run().make();
    CHECK(diff::compare(s, s, {false, stop.get_token()}) != nullptr);
}

TEST("Empty reports are compared") {
    const SnapshotPtr none = EventStore::create()->publish(true);
    CHECK_EQ(listOf(*diff::compare(none, none)), std::string());
    const auto said = diff::findingsOf(*diff::compare(none, none));
    CHECK_EQ(said.size(), 1u);
    CHECK(english(said.at(0).message).starts_with("Both reports are empty"));
    CHECK_EQ(valueOf(*diff::compare(none, Run().make()), "empty", 0), std::string("A"));
    CHECK_EQ(listOf(*diff::compare(none, Run().make())), std::string("not_traced not_traced not_traced not_traced"));
}
