// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/call_tree.h"

#include <algorithm>
#include <array>

#include "model/query/ranges.h"
#include "model/workload/launches.h"

namespace model {

std::uint32_t CallTree::child(std::uint32_t parent, const Function& function) {
    const auto [at, fresh] = m_index.try_emplace({parent, function}, static_cast<std::uint32_t>(m_nodes.size()));
    if (fresh) m_nodes.push_back({function, parent});
    return at->second;
}

void CallTree::add(std::uint32_t node, std::int64_t self, std::int64_t count) {
    m_nodes[node].self = saturatingAdd(m_nodes[node].self, self);
    m_nodes[node].count += count;
}

void CallTree::finish() {
    m_index.clear();
    for (Node& n : m_nodes) n.total = n.self;
    for (std::size_t i = m_nodes.size(); i-- > 0;)
        if (const std::uint32_t p = m_nodes[i].parent; p != kNone)
            m_nodes[p].total = saturatingAdd(m_nodes[p].total, m_nodes[i].total);
    m_first.assign(m_nodes.size() + 2, 0);
    const auto group = [&](const Node& n) { return n.parent == kNone ? std::size_t{0} : n.parent + std::size_t{1}; };
    for (const Node& n : m_nodes) ++m_first[group(n) + 1];
    for (std::size_t g = 1; g < m_first.size(); ++g) m_first[g] += m_first[g - 1];
    m_children.resize(m_nodes.size());
    std::vector<std::size_t> next(m_first.begin(), m_first.end() - 1);
    m_total = 0;
    for (std::uint32_t i = 0; i < m_nodes.size(); ++i) {
        m_children[next[group(m_nodes[i])]++] = i;
        if (m_nodes[i].parent == kNone) m_total = saturatingAdd(m_total, m_nodes[i].total);
    }
    for (std::size_t g = 0; g + 1 < m_first.size(); ++g)
        std::stable_sort(m_children.begin() + static_cast<std::ptrdiff_t>(m_first[g]),
                         m_children.begin() + static_cast<std::ptrdiff_t>(m_first[g + 1]),
                         [&](std::uint32_t a, std::uint32_t b) { return m_nodes[a].total > m_nodes[b].total; });
}

std::span<const std::uint32_t> CallTree::children(std::uint32_t node) const {
    const std::size_t group = node == kNone ? 0 : node + std::size_t{1};
    return {m_children.data() + m_first[group], m_children.data() + m_first[group + 1]};
}

void CallTree::distinguish(const Snapshot& report) {
    m_texts = textsOfNamesakes(report, {m_nodes.begin(), m_nodes.end()});
}

std::string_view CallTree::text(const Snapshot& report, const Function& function) const {
    const auto own = m_texts.find(function);
    return own == m_texts.end() ? frameText(report, function.name) : std::string_view(own->second);
}

namespace {

/// Nodes of a tree for call chains, which are a tree themselves.
class ChainNodes {
public:
    ChainNodes(const Snapshot& report, CallTree& tree)
        : m_chains(report.store().callchains()), m_functions(report), m_tree(tree) {}

    std::uint32_t operator()(ChainId chain) {
        std::vector<ChainId> open;  // from the chain outwards, up to one that is known
        for (ChainId c = chain; c != 0 && !m_nodes.contains(c); c = m_chains.nodes()[c - 1].parent) open.push_back(c);
        for (; !open.empty(); open.pop_back()) m_nodes[open.back()] = nodeOf(open.back());
        return m_nodes.at(chain);
    }

private:
    std::uint32_t nodeOf(ChainId chain) {
        const ChainId outer = m_chains.nodes()[chain - 1].parent;
        const std::uint32_t parent = outer ? m_nodes.at(outer) : CallTree::kNone;
        const Function function = m_functions.at(chain);
        const bool same = parent != CallTree::kNone && function.isModule() && m_tree.nodes()[parent] == function;
        return same ? parent : m_tree.child(parent, function);
    }

    const CallchainTable& m_chains;
    FrameFunctions m_functions;
    CallTree& m_tree;
    std::unordered_map<ChainId, std::uint32_t> m_nodes;
};

bool isWanted(const CallTreeRequest& r, const TrackKey& key) {
    return r.threads.empty() || r.threads.contains(threadOf(key));
}

/// Calls enter(node) for all nodes, outer ones first and children in their order, and leave(node) behind what is below.
template <class Enter, class Leave>
void walk(const CallTree& tree, Enter&& enter, Leave&& leave) {
    struct Open {
        std::uint32_t node;
        std::size_t next;
    };
    std::vector<Open> open{{CallTree::kNone, 0}};
    while (!open.empty()) {
        const auto children = tree.children(open.back().node);
        if (open.back().next < children.size()) {
            const std::uint32_t child = children[open.back().next++];
            enter(child);
            open.push_back({child, 0});
        } else {
            if (open.back().node != CallTree::kNone) leave(open.back().node);
            open.pop_back();
        }
    }
}

}  // namespace

CallTree sampledTree(const CallTreeRequest& r, TrackKind kind) {
    CallTree tree(CallTree::Unit::Samples);
    ChainNodes nodes(r.report, tree);
    for (const Track& t : r.report.tree().tracks) {
        if (t.kind != kind || !isWanted(r, t.key)) continue;
        for (const LaneId id : t.lanes) {
            const LaneView lane = r.report.lane(id);
            const RowRange rows = rowsOverlapping(lane, r.range);
            for (std::size_t i = rows.first; i < rows.last && !(i % 65536 == 0 && r.stop.stop_requested()); ++i) {
                const ChainId chain = lane.lane->columns() & kPayloadColumn ? lane.lane->payloadColumn()[i] : 0;
                tree.add(chain ? nodes(chain) : tree.child(CallTree::kNone, {lane.name(i)}), 1, 1);
            }
        }
    }
    tree.finish();
    tree.distinguish(r.report);
    return tree;
}

CallTree nestedTree(const CallTreeRequest& r, std::initializer_list<TrackKind> kinds) {
    CallTree tree(CallTree::Unit::Ns);
    for (const auto& [thread, rows] : rowsByThread(r.report, kinds)) {
        if (!r.threads.empty() && !r.threads.contains(thread)) continue;
        const Nesting nesting(r.report, rows, r.range, {}, r.stop);
        const auto& items = nesting.items();
        std::vector<TimeNs> self(items.size());
        std::vector<std::uint32_t> nodes(items.size(), CallTree::kNone);
        for (std::size_t i = 0; i < items.size(); ++i) {
            self[i] = items[i].when.intersected(r.range).length();
            if (items[i].parent != Nesting::kNone)
                self[items[i].parent] = saturatingSub(self[items[i].parent], self[i]);
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!r.range.overlaps(items[i].when.begin, items[i].when.end)) continue;
            if (isRangeRow(r.report.track(trackOf(r.report, items[i].event)).kind) && items[i].when.isEmpty())
                continue;  // marks
            const StringId name = r.names ? r.names->first(items[i].name) : items[i].name;
            nodes[i] = tree.child(items[i].parent == Nesting::kNone ? CallTree::kNone : nodes[items[i].parent], {name});
            if (r.names) tree.name({name}, r.names->text(name));
            tree.add(nodes[i], std::max<TimeNs>(0, self[i]), 1);
        }
    }
    tree.finish();
    return tree;
}

namespace {

using enum TrackKind;
constexpr std::initializer_list<TrackKind> kSamples{CpuSamples}, kPythonSamples{PythonSamples},
    kPython{PythonFunctions}, kOperators{Annotations, Operators, CudaApi}, kSlices{Slices},
    kGpuWork{StreamKernels, StreamMemory, StreamGraphs};
constexpr std::array kSources{
    CallSourceInfo{CallSource::Samples, "samples", CpuSamples, kSamples},
    CallSourceInfo{CallSource::PythonSamples, "python-samples", PythonSamples, kPythonSamples},
    CallSourceInfo{CallSource::Nvtx, "nvtx", Nvtx, kThreadRangeRows},
    CallSourceInfo{CallSource::Python, "python", PythonFunctions, kPython},
    CallSourceInfo{CallSource::Operators, "operators", Operators, kOperators},
    CallSourceInfo{CallSource::Slices, "slices", Slices, kSlices},
    CallSourceInfo{CallSource::Launches, "launches", StreamKernels, kGpuWork},
};

}  // namespace

std::span<const CallSourceInfo> callSources() { return kSources; }

const CallSourceInfo& infoOf(CallSource source) { return kSources[static_cast<std::size_t>(source)]; }

namespace {

bool hasStacks(const Snapshot& s) {
    for (const Track& t : s.tree().tracks)
        for (const LaneId id : t.kind == TrackKind::CudaApi ? t.lanes : std::vector<LaneId>())
            if (const LaneView lane = s.lane(id); lane.lane->columns() & kPayloadColumn)
                for (std::size_t i = 0; i < lane.rows; ++i)
                    if (lane.lane->payloadColumn()[i]) return true;
    return false;
}

}  // namespace

bool isThere(const Snapshot& s, CallSource source) {
    const auto kinds = kindsOf(source);
    const bool rows = std::any_of(s.tree().tracks.begin(), s.tree().tracks.end(), [&](const Track& t) {
        return std::find(kinds.begin(), kinds.end(), t.kind) != kinds.end() && !t.lanes.empty() &&
               !s.lane(t.lanes[0]).isEmpty();
    });
    return rows && (source != CallSource::Launches || hasStacks(s));
}

CallTree launchTree(const CallTreeRequest& r) {
    CallTree tree(CallTree::Unit::Ns);
    ChainNodes nodes(r.report, tree);
    const reports::CallIndex calls(r.report);
    reports::forEvents(
        {r.report, r.range, {}, 0, r.stop}, kGpuWork, [&](const Track& t, EventRef work, const LaneView& lane) {
            const std::uint32_t correlation = lane.lane->correlation(work.row);
            const EventRef call = correlation ? calls.find(t.key, correlation) : EventRef{};
            if (!r.threads.empty() && (!call.isValid() || !isWanted(r, r.report.track(trackOf(r.report, call)).key)))
                return;
            const ChainId chain = reports::stackOf(r.report, call);
            const std::uint32_t around = chain ? nodes(chain) : tree.child(CallTree::kNone, {});
            tree.add(tree.child(around, {lane.name(work.row)}),
                     TimeRange{lane.start(work.row), lane.end(work.row)}.intersected(r.range).length(), 1);
        });
    tree.finish();
    tree.distinguish(r.report);
    return tree;
}

CallTree callTree(CallSource source, const CallTreeRequest& r) {
    if (source == CallSource::Launches) return launchTree(r);
    return isSampled(source) ? sampledTree(r, infoOf(source).look) : nestedTree(r, kindsOf(source));
}

CallTree bottomUp(const CallTree& topDown) {
    CallTree out(topDown.unit());
    for (const CallTree::Node& n : topDown.nodes()) {
        if (n.self == 0) continue;
        std::uint32_t at = out.child(CallTree::kNone, n);
        for (std::uint32_t p = n.parent; p != CallTree::kNone; p = topDown.nodes()[p].parent)
            at = out.child(at, topDown.nodes()[p]);
        out.add(at, n.self, n.count);
    }
    out.finish();
    out.distinguish(topDown);
    return out;
}

std::vector<FlatRow> flat(const CallTree& topDown) {
    std::unordered_map<Function, std::size_t, FunctionHash> index;
    std::vector<FlatRow> out;
    std::unordered_map<Function, int, FunctionHash> open;  // how often a function is on the way to the present node
    walk(
        topDown,
        [&](std::uint32_t i) {
            const CallTree::Node& n = topDown.nodes()[i];
            const auto [at, fresh] = index.try_emplace(n, out.size());
            if (fresh) out.push_back({n});
            FlatRow& row = out[at->second];
            row.self = saturatingAdd(row.self, n.self);
            row.count += n.count;
            if (open[n]++ == 0) row.total = saturatingAdd(row.total, n.total);
        },
        [&](std::uint32_t i) { --open[topDown.nodes()[i]]; });
    std::stable_sort(out.begin(), out.end(), [](const FlatRow& a, const FlatRow& b) {
        return a.self != b.self ? a.self > b.self : a.total > b.total;
    });
    return out;
}

std::string foldedStacks(const CallTree& tree, const Snapshot& report) {
    std::string out, path;
    std::vector<std::size_t> lengths;  // of the path before each open node
    walk(
        tree,
        [&](std::uint32_t i) {
            lengths.push_back(path.size());
            if (!path.empty()) path += ';';
            for (const char c : tree.text(report, tree.nodes()[i]))
                path += c == ';' ? ',' : c == '\n' || c == '\r' ? ' ' : c;
            if (const std::int64_t self = tree.nodes()[i].self)
                out.append(path).append(" ").append(std::to_string(self)).append("\n");
        },
        [&](std::uint32_t) {
            path.resize(lengths.back());
            lengths.pop_back();
        });
    return out;
}

}  // namespace model
