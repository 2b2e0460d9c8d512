// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace model::diff {

namespace {

/// From the first repetition to the last.
TimeRange extentOf(const Snapshot& s, const Figures& figures) {
    TimeRange out{kTimeMax, kTimeMin};
    for (const Series& series : figures.repetitions.series)
        for (const Repetition& r : series.whole) out = out.united(r.when);
    return out.begin < out.end ? out : s.whole();
}

/// Modules of the functions that have one name, in both reports.
struct Namesakes {
    using Modules = std::set<std::string_view>;
    std::array<Modules, 2> modules;
    std::map<std::string_view, std::string_view> same;  // B's that are A's

    /// Modules tell functions of one report apart, and are no reason for B's to be others than A's: those whose paths
    /// have the longest ends in common are the same, and what is left where it is one in each.
    void pair() {
        constexpr std::size_t kMostParts = 16;
        Modules a = modules[0], b = modules[1];
        for (std::size_t parts = kMostParts; parts > 0 && !a.empty() && !b.empty(); --parts) {
            std::map<std::string_view, std::string_view> ends;
            for (const std::string_view module : a) ends.try_emplace(endOfPath(module, parts), module);
            std::erase_if(b, [&](std::string_view module) {
                const auto found = ends.extract(endOfPath(module, parts));
                if (found.empty()) return false;
                same[module] = found.mapped();
                a.erase(found.mapped());
                return true;
            });
        }
        if (a.size() == 1 && b.size() == 1) same[*b.begin()] = *a.begin();
    }
    /// As A calls it, where it has it. Where one report knows no module, the name must do.
    std::string_view common(std::size_t side, std::string_view module) const {
        if (modules[0] == Modules{""} || modules[1] == Modules{""}) return {};
        const auto found = side == 1 ? same.find(module) : same.end();
        return found == same.end() ? module : found->second;
    }
};

using Functions = std::map<Function, Function>;

/// By the functions of A and of B those of the common tree, whose names are `words`.
std::array<Functions, 2> commonFunctions(StringTable& words, const std::array<const Snapshot*, 2>& reports,
                                         const std::array<CallTree, 2>& trees) {
    std::map<StringId, Namesakes> names;
    std::array<Functions, 2> out;
    for (std::size_t side = 0; side < 2; ++side)
        for (const CallTree::Node& n : trees[side].nodes()) {
            const auto [at, fresh] = out[side].try_emplace(n);
            if (!fresh) continue;
            at->second.name = n.name ? words.intern(generalName(frameText(*reports[side], n.name))) : 0;
            names[at->second.name].modules[side].insert(moduleText(*reports[side], n.module));
        }
    for (auto& [name, namesakes] : names) namesakes.pair();
    for (std::size_t side = 0; side < 2; ++side)
        for (auto& [function, common] : out[side]) {
            const std::string_view module =
                names.at(common.name).common(side, moduleText(*reports[side], function.module));
            common.module = module.empty() ? 0 : words.intern(module);
        }
    return out;
}

/// Adds a report's own times to the nodes of the common tree.
void take(CallTree& into, const CallTree& from, const Functions& common, double repetitions,
          std::vector<double>& self) {
    std::vector<std::uint32_t> node(from.nodes().size());
    for (std::size_t i = 0; i < node.size(); ++i) {
        const CallTree::Node& n = from.nodes()[i];
        node[i] = into.child(n.parent == CallTree::kNone ? CallTree::kNone : node[n.parent], common.at(n));
        self.resize(std::max<std::size_t>(self.size(), node[i] + std::size_t{1}), 0);
        self[node[i]] += static_cast<double>(n.self) / repetitions;
    }
}

/// Sums up what is below each node; parents stand before their children.
void sumUp(const CallTree& tree, std::vector<double>& values) {
    values.resize(tree.nodes().size(), 0);
    for (std::size_t i = values.size(); i-- > 0;)
        if (const std::uint32_t parent = tree.nodes()[i].parent; parent != CallTree::kNone) values[parent] += values[i];
}

}  // namespace

double TreeDifference::share(std::uint32_t node) const {
    const double most = std::max(a[node], b[node]);
    return most > 0 ? delta(node) / most : 0;
}

TreeDifference treeDifference(const Comparison& c, CallSource source, std::stop_token stop) {
    TreeDifference out;
    const auto names = EventStore::create();
    auto tree = std::make_shared<CallTree>(CallTree::Unit::Ns);
    if (isThere(*c.a, source) && isThere(*c.b, source)) {
        const std::array trees{callTree(source, {*c.a, extentOf(*c.a, c.figuresA), {}, stop}),
                               callTree(source, {*c.b, extentOf(*c.b, c.figuresB), {}, stop})};
        const auto common = commonFunctions(names->strings(), {c.a.get(), c.b.get()}, trees);
        const auto repetitions = [](const Figures& f) {
            return static_cast<double>(std::max<std::size_t>(1, f.count()));
        };
        tree = std::make_shared<CallTree>(trees[0].unit());
        take(*tree, trees[0], common[0], repetitions(c.figuresA), out.a);
        take(*tree, trees[1], common[1], repetitions(c.figuresB), out.b);
    }
    sumUp(*tree, out.a);
    sumUp(*tree, out.b);
    // Widths: what is in a node fits into it, also where A and B take their time in different parts of it.
    const std::size_t n = tree->nodes().size();
    const double scale = tree->unit() == CallTree::Unit::Ns ? 1 : 1000;  // few samples fall into a repetition
    std::vector<std::int64_t> width(n), inside(n, 0);
    for (std::size_t i = n; i-- > 0;) {
        width[i] = std::max<std::int64_t>(std::llround(std::max(out.a[i], out.b[i]) * scale), inside[i]);
        if (const std::uint32_t parent = tree->nodes()[i].parent; parent != CallTree::kNone) inside[parent] += width[i];
    }
    for (std::size_t i = 0; i < n; ++i) tree->add(static_cast<std::uint32_t>(i), width[i] - inside[i], 0);
    tree->finish();
    out.names = names->publish(true);
    tree->distinguish(*out.names);
    out.tree = std::move(tree);
    return out;
}

std::vector<CallSource> treeSources(const Snapshot& a, const Snapshot& b) {
    std::vector<CallSource> out;
    for (const CallSource source : {CallSource::Nvtx, CallSource::Operators, CallSource::Python, CallSource::Samples,
                                    CallSource::PythonSamples, CallSource::Launches, CallSource::Slices})
        if (isThere(a, source) && isThere(b, source)) out.push_back(source);
    return out;
}

}  // namespace model::diff
