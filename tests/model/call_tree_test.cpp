// SPDX-License-Identifier: GPL-3.0-or-later
// Call trees against stacks that are counted one by one.
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "model/reports/report.h"
#include "model/store/packer.h"
#include "model/workload/call_tree.h"
#include "tests/kit/check.h"

namespace {

using model::CallTree;
using model::StringId;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;
using Path = std::vector<std::string>;       // outermost first
using Paths = std::map<Path, std::int64_t>;  // ns or samples at the end of each path

/// What a tree says of each path's own time.
Paths pathsOf(const CallTree& tree, const model::Snapshot& s) {
    Paths out;
    for (const CallTree::Node& n : tree.nodes()) {
        if (n.self == 0) continue;
        Path path{std::string(frameText(s, n.name))};
        for (std::uint32_t p = n.parent; p != CallTree::kNone; p = tree.nodes()[p].parent)
            path.push_back(std::string(frameText(s, tree.nodes()[p].name)));
        std::reverse(path.begin(), path.end());
        out[path] += n.self;
    }
    return out;
}

std::string shown(const Paths& paths) {
    std::string out;
    for (const auto& [path, value] : paths) {
        for (const std::string& name : path) out += name + ";";
        out += fmt::format(" {}\n", value);
    }
    return out;
}

/// Everything that is made of a tree, against the paths it must have.
void checkTree(const CallTree& tree, const model::Snapshot& s, const Paths& expected) {
    CHECK_EQ(shown(pathsOf(tree, s)), shown(expected));
    std::int64_t all = 0;
    std::map<std::string, std::int64_t> self, total;
    Paths reversed;
    std::string lines;
    for (const auto& [path, value] : expected) {
        all += value;
        self[path.back()] += value;
        for (const std::string& name : std::set<std::string>(path.begin(), path.end())) total[name] += value;
        reversed[Path(path.rbegin(), path.rend())] += value;
    }
    CHECK_EQ(tree.total(), all);
    for (const model::FlatRow& row : model::flat(tree)) {
        const std::string name(frameText(s, row.name));
        CHECK_EQ(row.self, self[name]);
        CHECK_EQ(row.total, total[name]);
    }
    const CallTree up = model::bottomUp(tree);
    CHECK_EQ(shown(pathsOf(up, s)), shown(reversed));
    for (const std::uint32_t root : up.children(CallTree::kNone))
        CHECK_EQ(up.nodes()[root].total, self[std::string(frameText(s, up.nodes()[root].name))]);
    // Folded lines hold the same, each path once.
    std::map<std::string, std::int64_t> folded, theirs;
    for (const auto& [path, value] : expected) {
        std::string line;
        for (const std::string& name : path) line += (line.empty() ? "" : ";") + name;
        theirs[line] = value;
    }
    const std::string text = foldedStacks(tree, s);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at), space = text.rfind(' ', end);
        folded[text.substr(at, space - at)] += std::stoll(text.substr(space + 1, end - space - 1));
        at = end + 1;
    }
    CHECK(folded == theirs);
    // Totals are sums, and children come with the greatest first.
    for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
        std::int64_t sum = tree.nodes()[i].self, last = INT64_MAX;
        for (const std::uint32_t c : tree.children(i)) {
            CHECK(tree.nodes()[c].parent == i && tree.nodes()[c].total <= last);
            last = tree.nodes()[c].total;
            sum += last;
        }
        CHECK_EQ(sum, tree.nodes()[i].total);
    }
}

/// Paths with what is below them, as a table shows them: names indented by their levels.
void checkTable(const char* report, const model::reports::Request& request, const Paths& expected, std::size_t levels) {
    Paths totals;
    std::int64_t all = 0;
    for (const auto& [path, value] : expected) {
        all += value;
        for (std::size_t n = 1; n <= std::min(path.size(), levels); ++n)
            totals[Path(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(n))] += value;
    }
    const model::reports::Table t = model::reports::find(report)->make(request);
    Paths shownTotals;
    Path path;
    for (std::size_t r = 0; r < t.rows; ++r) {
        const auto number = [&](std::size_t column) { return std::get<std::int64_t>(t.cell(r, column)); };
        const std::string name = std::get<std::string>(t.cell(r, 6));
        const auto level = static_cast<std::size_t>(number(5));
        CHECK(level <= path.size() && level < levels && name.starts_with(std::string(2 * level, ' ')));
        path.resize(level);
        path.push_back(name.substr(2 * level));
        shownTotals[path] = number(1);
        const auto own = expected.find(path);
        CHECK_EQ(number(3), own == expected.end() ? 0 : own->second);
        CHECK(std::get<double>(t.cell(r, 0)) == static_cast<double>(number(1)) * 100 / static_cast<double>(all));
        CHECK(!t.evidence(r).events.empty());
    }
    CHECK_EQ(shown(shownTotals), shown(totals));
}

Paths turned(const Paths& paths) {
    Paths out;
    for (const auto& [path, value] : paths) out[Path(path.rbegin(), path.rend())] += value;
    return out;
}

model::TrackKey threadKey(std::int64_t tid) {
    model::TrackKey key;
    key.pid = 1;
    key.tid = tid;
    key.domain = 0;
    return key;
}

struct Box {
    TimeNs begin, end;
    std::string name;
    std::int64_t tid;
    int depth;  // of the row in the thread: 0 Python, 1 operators
};

/// Random events that nest, in two rows a thread; operators lie in Python functions or beside them.
void nest(std::mt19937_64& random, TimeNs begin, TimeNs end, int kind, int depth, std::int64_t tid,
          std::vector<Box>& out) {
    for (TimeNs t = begin; t < end && depth < 5;) {
        t += static_cast<TimeNs>(random() % 6);
        const TimeNs to = std::min(end, t + 1 + static_cast<TimeNs>(random() % 30));
        if (t >= to) break;
        const int own = kind == 1 ? 1 : static_cast<int>(random() % 3 == 0);
        out.push_back({t, to, fmt::format("{}{}", own ? "op" : "py", random() % 4), tid, own});
        nest(random, t, to, own, depth + 1, tid, out);
        t = to;
    }
}

}  // namespace

TEST("Nested events are a tree of the stacks at every instant, within a range and some threads") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<Box> boxes;
        for (const std::int64_t tid : {1, 2}) nest(random, 0, 200, 0, 0, tid, boxes);
        const auto store = model::EventStore::create();
        for (const std::int64_t tid : {1, 2})
            for (const int kind : {0, 1}) {
                model::Packer packer(
                    *store, store->track(kind ? TrackKind::Operators : TrackKind::PythonFunctions, threadKey(tid)),
                    model::Shape::Nested);
                std::vector<model::Event> events;
                for (const Box& b : boxes)
                    if (b.tid == tid && b.depth == kind)
                        events.push_back({b.begin, b.end, store->strings().intern(b.name), 0, 0, 0});
                model::sortForLanes(events);
                for (const model::Event& e : events) packer.add(e);
            }
        const auto s = store->publish(true);
        const TimeNs from = static_cast<TimeNs>(random() % 150), to = from + 1 + static_cast<TimeNs>(random() % 100);
        const bool one = random() % 2 == 0;
        Paths expected;
        for (TimeNs t = from; t < to; ++t)
            for (const std::int64_t tid : {1, 2}) {
                if (one && tid == 2) continue;
                Path path;
                for (const Box& b : boxes)  // outer ones were made first
                    if (b.tid == tid && b.begin <= t && t < b.end) path.push_back(b.name);
                if (!path.empty()) ++expected[path];
            }
        model::CallTreeRequest r{*s, {from, to}};
        if (one) r.threads = {{0, 1, 1}};
        const CallTree tree = nestedTree(r, {TrackKind::PythonFunctions, TrackKind::Operators});
        CHECK(tree.unit() == CallTree::Unit::Ns);
        checkTree(tree, *s, expected);
    }
}

TEST("Tables of slices show how they nest: from the top, from the bottom, and by name") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<Box> boxes;
        for (const std::int64_t tid : {1, 2}) nest(random, 0, 200, 0, 0, tid, boxes);
        const auto store = model::EventStore::create();
        for (const std::int64_t tid : {1, 2}) {
            model::Packer packer(*store, store->track(TrackKind::Slices, threadKey(tid)), model::Shape::Nested);
            std::vector<model::Event> events;
            for (const Box& b : boxes)
                if (b.tid == tid) events.push_back({b.begin, b.end, store->strings().intern(b.name), 0, 0, 0});
            model::sortForLanes(events);
            for (const model::Event& e : events) packer.add(e);
        }
        const auto s = store->publish(true);
        const TimeNs from = static_cast<TimeNs>(random() % 100), to = from + 50;
        Paths expected;
        std::map<std::string, std::int64_t> self;
        for (TimeNs t = from; t < to; ++t)
            for (const std::int64_t tid : {1, 2}) {
                Path path;
                for (const Box& b : boxes)
                    if (b.tid == tid && b.begin <= t && t < b.end) path.push_back(b.name);
                if (path.empty()) continue;
                ++expected[path];
                ++self[path.back()];
            }
        model::reports::Request request{*s, {from, to}};
        checkTable("slice_top_down", request, expected, 99);
        checkTable("slice_bottom_up", request, turned(expected), 99);
        request.limit = 2;
        checkTable("slice_top_down", request, expected, 2);
        const model::reports::Table flat = model::reports::find("slice_sum")->make(request);
        for (std::size_t r = 0; r < flat.rows; ++r)
            CHECK_EQ(std::get<std::int64_t>(flat.cell(r, 1)), self[std::get<std::string>(flat.cell(r, 5))]);
        CHECK(flat.rows >= self.size());
    }
}

TEST("Samples are a tree of their call chains") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        std::mt19937_64 random(seed);
        const auto store = model::EventStore::create();
        struct Sample {
            TimeNs at;
            std::int64_t tid;
            Path path;
        };
        std::vector<Sample> samples;
        for (const std::int64_t tid : {1, 2}) {
            model::Lane& lane = store->lane(store->track(TrackKind::CpuSamples, threadKey(tid)), 0);
            for (TimeNs t = 0; t < 100; t += 1 + static_cast<TimeNs>(random() % 4)) {
                Path path;
                std::vector<model::Frame> frames;  // leaf first
                for (std::size_t n = random() % 6; n > 0; --n) {
                    path.push_back(fmt::format("f{}", random() % 3));
                    frames.insert(frames.begin(), {store->strings().intern(path.back()), 0, random() % 2, 0, 0});
                }
                if (path.empty()) path.push_back("(no stack)");
                lane.append({t, t, frames.empty() ? 0 : frames[0].symbol, 0, 0, store->callchains().intern(frames)});
                samples.push_back({t, tid, path});
            }
        }
        const auto s = store->publish(true);
        const TimeRange range{static_cast<TimeNs>(random() % 30), 40 + static_cast<TimeNs>(random() % 80)};
        Paths expected;
        for (const Sample& one : samples)
            if (range.contains(one.at) && one.tid == 2) ++expected[one.path];
        model::CallTreeRequest r{*s, range};
        r.threads = {{0, 1, 2}};
        checkTree(model::sampledTree(r), *s, expected);
        Paths all;
        for (const Sample& one : samples)
            if (range.contains(one.at)) ++all[one.path];
        checkTable("cpu_top_down", {*s, range}, all, 99);
        checkTable("cpu_bottom_up", {*s, range}, turned(all), 99);
    }
}

TEST("Frames without a symbol go by their module, and neighbours of one module are one") {
    const auto store = model::EventStore::create();
    auto& strings = store->strings();
    const StringId main = strings.intern("main"), cuda = strings.intern("/usr/lib/libcuda.so"),
                   program = strings.intern("a.out"), call = strings.intern("cuLaunch;Kernel");
    const auto bare = [&](std::uint64_t ip) {
        return model::Frame{strings.intern(fmt::format("0x{:x}", ip)), cuda, ip, model::Frame::Unresolved, 0};
    };
    const std::vector<model::Frame> chain{bare(1), bare(2), {call, cuda, 3, 0, 0}, bare(4), {main, program, 5, 0, 0}};
    model::Lane& lane = store->lane(store->track(TrackKind::CpuSamples, threadKey(1)), 0);
    lane.append({5, 5, chain[0].symbol, 0, 0, store->callchains().intern(chain)});
    lane.append({7, 7, main, 0, 0, store->callchains().intern(std::span(chain).last(1))});
    const auto s = store->publish(true);
    CHECK_EQ(foldedStacks(model::sampledTree({*s, {0, 10}}), *s),
             "main 1\nmain;libcuda.so;cuLaunch,Kernel;libcuda.so 1\n");

    const model::reports::Table t = model::reports::find("cpu_sample_sum")->make({*s, {0, 10}});
    CHECK_EQ(t.rows, 3u);
    std::map<std::string, std::size_t> rows;
    for (std::size_t r = 0; r < t.rows; ++r) rows[std::get<std::string>(t.cell(r, 4))] = r;
    const auto number = [&](const char* function, std::size_t column) {
        return std::get<std::int64_t>(t.cell(rows.at(function), column));
    };
    CHECK_EQ(number("main", 1), 1);
    CHECK_EQ(number("main", 3), 2);
    CHECK_EQ(number("libcuda.so", 1), 1);
    CHECK_EQ(number("libcuda.so", 3), 1);  // twice in one chain
    CHECK_EQ(number("cuLaunch;Kernel", 1), 0);
    CHECK(std::get<double>(t.cell(rows.at("main"), 2)) == 100);
    CHECK_EQ(std::get<std::string>(t.cell(rows.at("main"), 5)), "a.out");
    CHECK_EQ(t.evidence(rows.at("main")).events.size(), 2u);
    CHECK_EQ(t.evidence(rows.at("libcuda.so")).events.size(), 1u);
}

TEST("Functions of one name in two modules are two: in tables, trees and folded stacks, with their events") {
    const auto store = model::EventStore::create();
    auto& strings = store->strings();
    const StringId work = strings.intern("work"), main = strings.intern("main"),
                   program = strings.intern("/home/me/ab");
    const auto frame = [&](StringId name, std::string_view module) {
        return model::Frame{name, module.empty() ? 0 : strings.intern(module), 0, 0, 0};
    };
    model::Lane& cpu = store->lane(store->track(TrackKind::CpuSamples, threadKey(1)), 0);
    TimeNs at = 0;
    const auto sample = [&](model::Lane& lane, const model::Frame& inner, const model::Frame& outer) {
        const std::vector<model::Frame> frames{inner, outer};
        lane.append({at, at, inner.symbol, 0, 0, store->callchains().intern(frames)});
        ++at;
    };
    const model::Frame outer{main, program, 0, 0, 0};
    for (int i = 0; i < 3; ++i) sample(cpu, frame(work, "/opt/a/liba.so"), outer);
    for (int i = 0; i < 2; ++i) sample(cpu, frame(work, "/opt/b/libb.so"), outer);
    sample(cpu, frame(work, "[Unknown]"), outer);
    sample(cpu, frame(work, ""), outer);
    // Of Python: a module is a file, with the line that ran; files of two packages have one name.
    model::Lane& python = store->lane(store->track(TrackKind::PythonSamples, threadKey(1)), 0);
    for (const char* place : {"/x/alpha/model.py:3", "/x/alpha/model.py:4", "/x/beta/model.py:3"})
        sample(python, frame(work, place), frame(main, "main.py:9"));
    const auto s = store->publish(true);

    const CallTree tree = callTree(model::CallSource::Samples, {*s, {0, 100}});
    CHECK_EQ(foldedStacks(tree, *s), "main;work (liba.so) 3\nmain;work (libb.so) 2\nmain;work 2\n");
    CHECK_EQ(foldedStacks(bottomUp(tree), *s), "work (liba.so);main 3\nwork (libb.so);main 2\nwork;main 2\n");
    const CallTree ofPython = callTree(model::CallSource::PythonSamples, {*s, {0, 100}});
    CHECK_EQ(foldedStacks(ofPython, *s), "main;work (alpha/model.py) 2\nmain;work (beta/model.py) 1\n");

    const model::reports::Table t = model::reports::find("cpu_sample_sum")->make({*s, {0, 100}});
    std::map<std::string, std::pair<std::int64_t, std::size_t>> rows;  // by module: samples, and those that prove it
    for (std::size_t r = 0; r < t.rows; ++r)
        if (std::get<std::string>(t.cell(r, 4)) == "work")
            rows[std::holds_alternative<std::string>(t.cell(r, 5)) ? std::get<std::string>(t.cell(r, 5)) : ""] = {
                std::get<std::int64_t>(t.cell(r, 1)), t.evidence(r).events.size()};
    CHECK(rows.size() == 3 && rows["/opt/a/liba.so"] == std::pair(std::int64_t{3}, std::size_t{3}) &&
          rows["/opt/b/libb.so"] == std::pair(std::int64_t{2}, std::size_t{2}) &&
          rows[""] == std::pair(std::int64_t{2}, std::size_t{2}));
    const model::reports::Table p = model::reports::find("python_sample_sum")->make({*s, {0, 100}});
    CHECK(p.rows == 3 && std::get<std::string>(p.cell(0, 5)) == "/x/alpha/model.py" &&
          std::get<std::int64_t>(p.cell(0, 1)) == 2 && p.evidence(0).events.size() == 2);
    const model::reports::Table top = model::reports::find("cpu_top_down")->make({*s, {0, 100}});
    CHECK(top.rows == 4 && std::get<std::string>(top.cell(1, 6)) == "  work (liba.so)" &&
          top.evidence(1).events.size() == 3);
}

TEST("GPU work is launched by the function of its module") {
    const auto store = model::EventStore::create();
    auto& strings = store->strings();
    const StringId forward = strings.intern("forward"), launch = strings.intern("cudaLaunchKernel"),
                   gemm = strings.intern("gemm");
    model::Lane& calls = store->lane(store->track(TrackKind::CudaApi, threadKey(1)), 0);
    model::TrackKey stream = threadKey(1);
    stream.tid = model::TrackKey::kNone, stream.device = 0, stream.context = 1, stream.stream = 7;
    model::Lane& kernels = store->lane(store->track(TrackKind::StreamKernels, stream), 0);
    std::uint32_t n = 0;
    for (const char* module : {"encoder.py", "decoder.py"}) {
        const model::Frame frame{forward, strings.intern(module), 0, 0, 0};
        calls.append({n * 10, n * 10 + 5, launch, 0, n + 1, store->callchains().intern(std::span(&frame, 1))});
        kernels.append({100 + n * 10, 105 + n * 10, gemm, 0, n + 1, 0});
        ++n;
    }
    const auto s = store->publish(true);
    CHECK_EQ(foldedStacks(callTree(model::CallSource::Launches, {*s, {0, 1000}}), *s),
             "forward (encoder.py);gemm 5\nforward (decoder.py);gemm 5\n");
    const model::reports::Table t = model::reports::find("launch_top_down")->make({*s, {0, 1000}});
    CHECK(t.rows == 4 && t.evidence(0).events.size() == 1);
}

TEST("Modules of one file name that have no symbols are told apart by their folders") {
    const auto store = model::EventStore::create();
    auto& strings = store->strings();
    model::Lane& lane = store->lane(store->track(TrackKind::CpuSamples, threadKey(1)), 0);
    TimeNs at = 0;
    for (const char* module : {"/opt/a/libx.so", "/opt/b/libx.so", "/opt/b/libx.so", "/opt/liby.so"}) {
        const model::Frame frame{strings.intern("0x1"), strings.intern(module), 1, model::Frame::Unresolved, 0};
        lane.append({at, at, frame.symbol, 0, 0, store->callchains().intern(std::span(&frame, 1))});
        ++at;
    }
    const auto s = store->publish(true);
    CHECK_EQ(foldedStacks(model::sampledTree({*s, {0, 10}}), *s), "b/libx.so 2\na/libx.so 1\nliby.so 1\n");
}

TEST("Samples of CPUs and of Python are trees and tables of their own: in one, time would count twice") {
    const auto store = model::EventStore::create();
    auto& strings = store->strings();
    const StringId step = strings.intern("step"), eval = strings.intern("_PyEval_EvalFrameDefault"),
                   file = strings.intern("train.py"), python = strings.intern("python3");
    const model::Frame own{eval, python, 1, 0, 0}, script{step, file, 0, 0, 0};
    store->lane(store->track(TrackKind::CpuSamples, threadKey(1)), 0)
        .append({5, 5, eval, 0, 0, store->callchains().intern(std::span(&own, 1))});
    model::Lane& samples = store->lane(store->track(TrackKind::PythonSamples, threadKey(1)), 0);
    for (const TimeNs at : {4, 6})
        samples.append({at, at, step, 0, 0, store->callchains().intern(std::span(&script, 1))});
    const auto s = store->publish(true);
    CHECK_EQ(foldedStacks(callTree(model::CallSource::Samples, {*s, {0, 10}}), *s), "_PyEval_EvalFrameDefault 1\n");
    CHECK_EQ(foldedStacks(callTree(model::CallSource::PythonSamples, {*s, {0, 10}}), *s), "step 2\n");
    CHECK(isThere(*s, model::CallSource::PythonSamples) && !isThere(*s, model::CallSource::Python));
    const model::reports::Table t = model::reports::find("python_sample_sum")->make({*s, {0, 10}});
    CHECK(t.rows == 1 && std::get<std::int64_t>(t.cell(0, 1)) == 2 &&
          std::get<std::string>(t.cell(0, 5)) == "train.py");
    CHECK_EQ(t.evidence(0).events.size(), 2u);
    CHECK_EQ(model::reports::find("python_sample_bottom_up")->make({*s, {0, 10}}).evidence(0).events.size(), 2u);
}

TEST("GPU work is a tree by the stack of its launch; what has none is under its own node") {
    const auto store = model::EventStore::create();
    auto& strings = store->strings();
    const auto frame = [&](const char* name) { return model::Frame{strings.intern(name), 0, 1, 0, 0}; };
    const std::vector<model::Frame> forward{frame("forward"), frame("main")}, step{frame("step"), frame("main")};
    const StringId gemm = strings.intern("gemm"), copy = strings.intern("copy"),
                   launch = strings.intern("cudaLaunchKernel");
    model::Lane& calls = store->lane(store->track(TrackKind::CudaApi, threadKey(1)), 0);
    const model::ChainId chains[] = {store->callchains().intern(forward), store->callchains().intern(step), 0};
    for (std::uint32_t i = 0; i < 3; ++i) calls.append({i * 10, i * 10 + 5, launch, 0, i + 1, chains[i]});
    model::TrackKey stream = threadKey(1);
    stream.tid = model::TrackKey::kNone, stream.device = 0, stream.context = 1, stream.stream = 7;
    model::Lane& kernels = store->lane(store->track(TrackKind::StreamKernels, stream), 0);
    kernels.append({100, 140, gemm, 0, 1, 0});
    kernels.append({140, 150, gemm, 0, 2, 0});
    kernels.append({150, 157, copy, 0, 3, 0});
    kernels.append({160, 161, copy, 0, 9, 0});  // of a call that the report does not hold
    const auto s = store->publish(true);
    CHECK(isThere(*s, model::CallSource::Launches));
    CHECK_EQ(foldedStacks(callTree(model::CallSource::Launches, {*s, {0, 1000}}), *s),
             "main;forward;gemm 40\nmain;step;gemm 10\n(no stack);copy 8\n");
    CHECK_EQ(foldedStacks(callTree(model::CallSource::Launches, {*s, {120, 145}}), *s),
             "main;forward;gemm 20\nmain;step;gemm 5\n");
    model::CallTreeRequest other{*s, {0, 1000}};
    other.threads = {{0, 1, 2}};
    CHECK_EQ(callTree(model::CallSource::Launches, other).total(), 0);
    const model::reports::Table t = model::reports::find("launch_top_down")->make({*s, {0, 1000}});
    std::map<std::string, std::size_t> found;
    for (std::size_t r = 0; r < t.rows; ++r) found[std::get<std::string>(t.cell(r, 6))] = t.evidence(r).events.size();
    CHECK(found["main"] == 2 && found["  forward"] == 1 && found["    gemm"] == 2 && found["(no stack)"] == 2 &&
          found["  copy"] == 2);
}

TEST("An empty report has empty trees, and tables that say why") {
    const auto s = model::EventStore::create()->publish(true);
    const CallTree tree = model::sampledTree({*s, {0, 10}});
    CHECK(tree.nodes().empty() && tree.children(CallTree::kNone).empty() && tree.total() == 0);
    CHECK(model::flat(model::bottomUp(tree)).empty() && foldedStacks(tree, *s).empty());
    for (const char* report :
         {"cpu_sample_sum", "cpu_top_down", "cpu_bottom_up", "python_sample_sum", "python_sample_top_down",
          "python_sample_bottom_up", "python_sum", "python_top_down", "python_bottom_up", "slice_sum", "slice_top_down",
          "launch_top_down", "launch_bottom_up"})
        CHECK(english(model::reports::find(report)->make({*s, {0, 1}}).why).ends_with("."));
}
