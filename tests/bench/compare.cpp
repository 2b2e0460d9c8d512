// SPDX-License-Identifier: GPL-3.0-or-later
// compare A B: opens two reports and prints how long that takes, and then what a comparison of them takes: what has
// changed, in sentences; the same of the whole reports, whatever repeats in them; the events of the kernel that there
// is most of beside each other, and those of the call; a flame graph of the difference.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "importers/open.h"
#include "model/diff/event_pairs.h"
#include "model/diff/findings.h"
#include "model/diff/tree.h"

namespace {

using namespace model;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// The row with the most events of a kind.
const diff::Row* mostOf(const diff::Comparison& c, diff::Category category) {
    const diff::Row* out = nullptr;
    for (const diff::Row& row : c.rows)
        if (row.category == category && (!out || row.countA + row.countB > out->countA + out->countB)) out = &row;
    return out;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return std::fprintf(stderr, "usage: compare A B\n"), 2;
    const double opening = now();
    SnapshotPtr reports[2];
    for (int i = 0; i < 2; ++i) {
        const auto store = EventStore::create();
        if (const auto opened = importers::openReport(argv[1 + i], *store); !opened)
            return std::fprintf(stderr, "%s\n", model::english(opened.error().detail).c_str()), 3;
        reports[i] = store->snapshot();
    }
    double begin = now();
    std::printf("open %.6f s ", begin - opening);
    const auto lap = [&](const char* what) {
        std::printf("%s %.6f s ", what, now() - begin);
        std::fflush(stdout);
        begin = now();
    };
    const auto c = diff::compare(reports[0], reports[1]);
    const std::size_t findings = diff::findingsOf(*c).size();
    lap("compare");
    const auto whole = diff::compare(reports[0], reports[1], {true, {}});
    std::size_t seen = diff::findingsOf(*whole).size();
    lap("whole");
    for (const auto& [comparison, category, what] :
         {std::tuple(c, diff::Category::Kernel, "kernels"), std::tuple(c, diff::Category::Api, "calls"),
          std::tuple(whole, diff::Category::Kernel, "whole-kernels")}) {
        if (const diff::Row* row = mostOf(*comparison, category)) seen += diff::eventPairs(*comparison, *row).size();
        lap(what);
    }
    for (const CallSource source : diff::treeSources(*reports[0], *reports[1])) {
        seen += diff::treeDifference(*c, source).tree->nodes().size();
        break;
    }
    lap("tree");
    std::printf("events in files %llu repetitions %zu rows %zu findings %zu seen %zu\n",
                static_cast<unsigned long long>(reports[0]->eventCount() + reports[1]->eventCount()),
                c->figuresA.count(), c->rows.size(), findings, seen);
    std::fflush(stdout);
    _Exit(0);  // taking the stores apart is not part of it
}
