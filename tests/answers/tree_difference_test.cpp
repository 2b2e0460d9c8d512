// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a repetition goes by path, in two reports.
#include <fmt/format.h>
#include <map>

#include "model/diff/tree.h"
#include "tests/kit/check.h"
#include "tests/kit/text_report.h"

namespace {

using model::CallSource;
using model::CallTree;
using model::diff::TreeDifference;

const TextReport::Names kNames{{'s', "step 1"},  {'t', "step 2"},   {'u', "step 3"},
                               {'f', "forward"}, {'b', "backward"}, {'x', "extra"}};

/// "a > b" of every node, with its place.
std::map<std::string, std::uint32_t> paths(const TreeDifference& d) {
    std::map<std::string, std::uint32_t> out;
    std::vector<std::string> path(d.tree->nodes().size());
    for (std::uint32_t i = 0; i < path.size(); ++i) {
        const CallTree::Node& n = d.tree->nodes()[i];
        path[i] = (n.parent == CallTree::kNone ? "" : path[n.parent] + " > ") + std::string(d.names->text(n.name));
        out[path[i]] = i;
    }
    return out;
}

std::uint32_t at(const std::map<std::string, std::uint32_t>& paths, const std::string& path) {
    const auto found = paths.find(path);
    if (found == paths.end()) check::fail(__FILE__, __LINE__, path + " is not there");
    return found == paths.end() ? 0 : found->second;
}

}  // namespace

TEST("A path takes in each report what it takes of a repetition, and is as wide as the greater one") {
    const TextReport a("t5/nvtx: |ssssssssttttttttuuuuuuuu|\n         |fffbbbb.fffbbbb.fffbbbb.|\n", kNames);
    const TextReport b("t5/nvtx: |ssssssssssttttttttttuuuuuuuuuu|\n         |fffffbbb.xfffffbbb.xfffffbbb.x|\n",
                       kNames);
    const auto c = model::diff::compare(a.snapshot(), b.snapshot());
    CHECK(model::diff::treeSources(*c->a, *c->b) == std::vector<CallSource>{CallSource::Nvtx});
    const TreeDifference d = treeDifference(*c, CallSource::Nvtx);
    const auto all = paths(d);
    CHECK_EQ(all.size(), 4u);
    const auto step = at(all, "step #"), forward = at(all, "step # > forward"), backward = at(all, "step # > backward"),
               extra = at(all, "step # > extra");
    CHECK(d.a[step] == 8'000 && d.b[step] == 10'000);
    CHECK(d.a[forward] == 3'000 && d.b[forward] == 5'000 && d.share(forward) == 0.4);
    CHECK(d.a[backward] == 4'000 && d.b[backward] == 3'000 && d.share(backward) == -0.25);
    CHECK(d.a[extra] == 0 && d.b[extra] == 1'000 && d.share(extra) == 1);
    // 5 + 4 + 1 µs stand in it, and that is what B takes.
    const auto width = [&](std::uint32_t node) { return d.tree->nodes()[node].total; };
    CHECK(width(step) == 10'000 && width(forward) == 5'000 && width(backward) == 4'000 && width(extra) == 1'000);
    CHECK_EQ(d.tree->total(), 10'000);
}

TEST("Where A and B take their time in different parts, what is around both holds both") {
    const TextReport apart("t5/nvtx: |ssssssssttttttttuuuuuuuu|\n         |fffffff.fffffff.fffffff.|\n", kNames),
        other("t5/nvtx: |ssssssssttttttttuuuuuuuu|\n         |bbbbbbb.bbbbbbb.bbbbbbb.|\n", kNames);
    const auto c = model::diff::compare(apart.snapshot(), other.snapshot());
    const TreeDifference d = treeDifference(*c, CallSource::Nvtx);
    const auto all = paths(d);
    const auto step = at(all, "step #");
    CHECK(d.a[step] == 8'000 && d.b[step] == 8'000 && d.delta(step) == 0);
    CHECK_EQ(d.tree->nodes()[step].total, 14'000);
}

namespace {

/// One sample in each of these functions, "name@module".
model::SnapshotPtr sampled(const std::vector<std::string>& functions) {
    const auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = key.tid = 1;
    model::Lane& lane = store->lane(store->track(model::TrackKind::CpuSamples, key), 0);
    model::TimeNs at = 0;
    for (const std::string& f : functions) {
        const std::size_t sign = f.find('@');
        const std::string module = f.substr(sign + 1);
        const model::Frame frame{store->strings().intern(f.substr(0, sign)),
                                 module.empty() ? 0 : store->strings().intern(module), 0, 0, 0};
        lane.append({at, at, frame.symbol, 0, 0, store->callchains().intern(std::span(&frame, 1))});
        at += 10;
    }
    return store->publish(true);
}

/// "name A B" of each node, as people read them.
std::string compared(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const auto c = model::diff::compare(sampled(a), sampled(b));
    const TreeDifference d = treeDifference(*c, CallSource::Samples);
    std::string out;
    for (std::uint32_t i = 0; i < d.tree->nodes().size(); ++i)
        out += fmt::format("{}{} {} {}", i ? "; " : "", d.tree->text(*d.names, d.tree->nodes()[i]), d.a[i], d.b[i]);
    return out;
}

}  // namespace

TEST("Functions of one name are told apart by their modules, and found in the other report wherever those lie there") {
    CHECK_EQ(compared({"work@/a/liba.so", "work@/a/liba.so", "work@/a/libb.so"},
                      {"work@/b/libb.so", "work@/b/libb.so", "work@/b/liba.so"}),
             "work (liba.so) 2 1; work (libb.so) 1 2");
    CHECK_EQ(compared({"forward@/x/alpha/model.py", "forward@/x/beta/model.py"},
                      {"forward@/y/beta/model.py", "forward@/y/beta/model.py"}),
             "forward (alpha/model.py) 1 0; forward (beta/model.py) 1 2");
    CHECK_EQ(compared({"main@/tmp/before"}, {"main@/tmp/after"}), "main 1 1");  // another program of the same functions
    CHECK_EQ(compared({"layer 1@m.py"}, {"layer 2@n/m.py", "layer 3@n/m.py"}), "layer # 1 2");
    CHECK_EQ(compared({"work@", "work@"}, {"work@liba.so", "work@libb.so"}), "work 2 2");  // nobody knows which
    CHECK_EQ(compared({"work@liba.so"}, {"work@libb.so", "work@libc.so"}),
             "work (liba.so) 1 0; work (libb.so) 0 1; work (libc.so) 0 1");
}

TEST("Without a common source there is nothing") {
    const TextReport a("t5/nvtx: |ssssssss|\n", kNames), b("t5/api: |LL.L|\n", {{'L', "cudaLaunchKernel"}});
    const auto c = model::diff::compare(a.snapshot(), b.snapshot());
    CHECK(model::diff::treeSources(*c->a, *c->b).empty());
    const TreeDifference d = treeDifference(*c, CallSource::Nvtx);
    CHECK(d.tree->nodes().empty() && d.a.empty() && d.b.empty() && d.tree->total() == 0);
}
