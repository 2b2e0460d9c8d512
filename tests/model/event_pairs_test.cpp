// SPDX-License-Identifier: GPL-3.0-or-later
// Single events of two reports beside each other.
#include <algorithm>

#include "model/diff/alignment.h"
#include "model/diff/event_pairs.h"
#include "tests/kit/check.h"
#include "tests/kit/made_run.h"

namespace {

using namespace model;
using diff::Category;
using diff::Comparison;
using made::compared;
using made::kUs;
using made::Run;

/// Events of a name of both: "=" in both, of A's length; "-" only in A; "+" only in B.
std::string pairsOf(const Comparison& c, Category category, std::string_view name, std::int32_t repetition) {
    const auto row = std::find_if(c.rows.begin(), c.rows.end(), [&](const diff::Row& r) {
        return r.category == category && c.names.text(r.name) == name;
    });
    std::string out;
    if (row == c.rows.end()) return "no row";
    for (const diff::EventPair& p : diff::eventPairs(c, *row))
        if (p.repetition == repetition)
            out += p.isInBoth()    ? fmt::format("={} ", (p.lengthA + 5 * kUs) / (10 * kUs) * 10)
                   : p.a.isValid() ? "- "
                                   : "+ ";
    return out;
}
/// Lengths of those that are in both are near each other.
bool areAlike(const Comparison& c, Category category, std::string_view name) {
    const auto row = std::find_if(c.rows.begin(), c.rows.end(), [&](const diff::Row& r) {
        return r.category == category && c.names.text(r.name) == name;
    });
    const auto pairs = diff::eventPairs(c, *row);
    return std::all_of(pairs.begin(), pairs.end(), [](const diff::EventPair& p) {
        return !p.isInBoth() || std::abs(p.lengthA - p.lengthB) < 8 * kUs;
    });
}
const std::string kGemm = "gemm<float>(float*)", kLaunch = "cudaLaunchKernel";

}  // namespace

TEST("Events of a name stand beside those of the same place in the other report") {
    Run a, b;
    b.work.push_back({"relu(float*)", 70 * kUs});  // one more in each step, at its end
    b.steps = 13;                                  // and a step more
    const auto c = compared(a, b);
    const auto row = std::find_if(c->rows.begin(), c->rows.end(),
                                  [&](const diff::Row& r) { return c->names.text(r.name) == "relu(float*)"; });
    const auto pairs = diff::eventPairs(*c, *row);
    CHECK_EQ(pairs.size(), 26u);
    std::vector<TimeNs> stepsA, stepsB;
    for (const auto& s : diff::stepsIn(*c->a)) stepsA.push_back(s.when.begin);
    for (const auto& s : diff::stepsIn(*c->b)) stepsB.push_back(s.when.begin);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const diff::EventPair& p = pairs[i];
        CHECK_EQ(p.repetition, static_cast<std::int32_t>(i / 2));
        CHECK_EQ(p.a.isValid(), i % 2 == 0 && i < 24);
        CHECK(p.b.isValid());
        CHECK_EQ(p.lengthB > 60 * kUs, i % 2 == 1);
        if (p.isInBoth()) CHECK(p.startA > stepsA[i / 2] && p.startB > stepsB[i / 2] && p.startB < stepsB[i / 2 + 1]);
        if (p.isInBoth()) CHECK_EQ(c->a->text(eventAt(*c->a, p.a).name), std::string_view("relu(float*)"));
    }
    const auto whole = diff::compare(a.make(), b.make(), {true, {}});
    const auto same = std::find_if(whole->rows.begin(), whole->rows.end(),
                                   [&](const diff::Row& r) { return whole->names.text(r.name) == "relu(float*)"; });
    const auto all = diff::eventPairs(*whole, *same);
    CHECK_EQ(all.size(), 26u);
    CHECK_EQ(std::count_if(all.begin(), all.end(), [](const diff::EventPair& p) { return p.isInBoth(); }), 12);
}

TEST("A kernel more or less moves none of the later ones of its name from its place") {
    Run a;
    a.work = {{kGemm, 400 * kUs},
              {"bias(float*)", 60 * kUs},
              {kGemm, 200 * kUs},
              {"relu(float*)", 50 * kUs},
              {kGemm, 100 * kUs}};
    Run more = a;
    more.work.insert(more.work.begin() + 1, {{"cast(float*)", 20 * kUs}, {kGemm, 300 * kUs}});
    const auto c = compared(a, more);
    CHECK_EQ(pairsOf(*c, Category::Kernel, kGemm, 5), std::string("=400 + =200 =100 "));
    CHECK(areAlike(*c, Category::Kernel, kGemm));
    CHECK_EQ(pairsOf(*compared(more, a), Category::Kernel, kGemm, 5), std::string("=400 - =200 =100 "));
    // The call that launched it is the one that is more.
    CHECK_EQ(pairsOf(*c, Category::Api, kLaunch, 5), std::string("=10 + + =10 =10 =10 =10 "));

    Run renamed = more;  // the compiler calls it otherwise
    for (Run::Piece& piece : renamed.work)
        if (piece.name == kGemm) piece.name = "gemm<float, 2>(float *)";
    CHECK_EQ(pairsOf(*compared(a, renamed), Category::Kernel, kGemm, 5), std::string("=400 + =200 =100 "));
}

TEST("Kernels that run on another stream in B stand beside those of A, and steps beside those of their name") {
    Run a, b;
    a.noise = b.noise = 0;
    for (std::size_t i : {2u, 4u}) b.work[i].stream = 20;  // relu and softmax
    b.work.insert(b.work.begin(), {"cast(float*)", 20 * kUs});
    b.firstNumber = 3;
    const auto c = compared(a, b);
    CHECK_EQ(pairsOf(*c, Category::Kernel, "relu(float*)", 2), std::string("- "));
    CHECK_EQ(pairsOf(*c, Category::Kernel, "relu(float*)", 3), std::string("=50 "));
    CHECK_EQ(pairsOf(*c, Category::Kernel, kGemm, 11), std::string("=400 =400 "));
    CHECK_EQ(pairsOf(*c, Category::Kernel, kGemm, 14), std::string("+ + "));
}

TEST("A kernel that runs after its step has ended stands in the step that launched it") {
    Run a, b;
    b.waits = false;
    const auto c = compared(a, b);
    for (std::int32_t step = 0; step < 12; ++step)
        CHECK_EQ(pairsOf(*c, Category::Kernel, kGemm, step), std::string("=400 =400 "));
}
