// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/tree.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace model::diff {

namespace {

/// From the first repetition to the last.
TimeRange extentOf(const Snapshot& s, const Figures& figures) {
    TimeRange out{kTimeMax, kTimeMin};
    for (const Series& series : figures.repetitions.series)
        for (const Repetition& r : series.whole) out = out.united(r.when);
    return out.begin < out.end ? out : s.whole();
}

/// Adds a report's own times to the nodes of the common tree.
void take(CallTree& into, EventStore& names, const Snapshot& s, const CallTree& from, double repetitions, std::vector<double>& self) {
    std::vector<std::uint32_t> node(from.nodes().size());
    for (std::size_t i = 0; i < node.size(); ++i) {
        const CallTree::Node& n = from.nodes()[i];
        node[i] = into.child(n.parent == CallTree::kNone ? CallTree::kNone : node[n.parent], n.name ? names.strings().intern(generalName(frameText(s, n.name))) : 0);
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
    std::shared_ptr<CallTree> tree;
    if (isThere(*c.a, source) && isThere(*c.b, source))
        for (const bool first : {true, false}) {
            const SnapshotPtr& s = first ? c.a : c.b;
            const Figures& figures = first ? c.figuresA : c.figuresB;
            const CallTree own = callTree(source, {*s, extentOf(*s, figures), {}, stop});
            if (!tree) tree = std::make_shared<CallTree>(own.unit());
            take(*tree, *names, *s, own, static_cast<double>(std::max<std::size_t>(1, figures.count())), first ? out.a : out.b);
        }
    if (!tree) tree = std::make_shared<CallTree>(CallTree::Unit::Ns);
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
    out.tree = std::move(tree);
    out.names = names->publish(true);
    return out;
}

std::vector<CallSource> treeSources(const Snapshot& a, const Snapshot& b) {
    std::vector<CallSource> out;
    for (const CallSource source : {CallSource::Nvtx, CallSource::Operators, CallSource::Python, CallSource::Samples, CallSource::PythonSamples, CallSource::Launches, CallSource::Slices})
        if (isThere(a, source) && isThere(b, source)) out.push_back(source);
    return out;
}

}  // namespace model::diff
