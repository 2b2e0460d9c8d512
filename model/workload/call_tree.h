// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/query/functions.h"
#include "model/query/nesting.h"
#include "model/workload/base_name.h"

namespace model {

/// Time or samples by path of names: the data of a flame graph, from the top down or from the bottom up. Build it with
/// add(), then call finish(), then read it. Names belong to a report.
class CallTree {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;
    enum class Unit : std::uint8_t { Ns, Samples };
    struct Node : Function {
        std::uint32_t parent = kNone;  ///< always before its children; kNone: outermost
        std::int64_t self = 0;         ///< spent in the node itself and in nothing below it
        std::int64_t total = 0;        ///< self and the totals of its children
        std::int64_t count = 0;        ///< events, or samples that end here
    };

    explicit CallTree(Unit unit) : m_unit(unit) {}

    /// The child for that function (parent kNone: an outermost node); makes it if it is new.
    std::uint32_t child(std::uint32_t parent, const Function& function);
    void add(std::uint32_t node, std::int64_t self, std::int64_t count);
    /// Adds up totals and sorts children. Linear, except for the sorting.
    void finish();
    /// Gives functions of one name distinct texts: its own, or those of the tree that it was made from.
    void distinguish(const Snapshot& report);
    void distinguish(const CallTree& other) { m_texts = other.m_texts; }
    /// Sets a text for a function, other than its name.
    void name(const Function& function, std::string text) { m_texts[function] = std::move(text); }

    /// The title of a function in this tree: its name, with its module if others have that name: "work (liba.so)".
    std::string_view text(const Snapshot& report, const Function& function) const;
    Unit unit() const { return m_unit; }
    const std::vector<Node>& nodes() const { return m_nodes; }
    /// Children of a node, or (kNone) the outermost ones: the greatest total first, equals in the order in which they
    /// were made.
    std::span<const std::uint32_t> children(std::uint32_t node) const;
    std::int64_t total() const { return m_total; }

private:
    Unit m_unit;
    std::int64_t m_total = 0;
    std::vector<Node> m_nodes;
    struct Place {
        std::uint32_t parent;
        Function function;
        bool operator==(const Place&) const = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& p) const {
            return FunctionHash()(p.function) ^ p.parent * std::size_t{0xff51afd7ed558ccd};
        }
    };
    std::unordered_map<Place, std::uint32_t, PlaceHash> m_index;
    std::map<Function, std::string> m_texts;  // for functions that share their name, or have another text
    std::vector<std::uint32_t> m_children;    // grouped by parent; the outermost first
    std::vector<std::size_t> m_first;         // by parent + 1: where its children begin
};

/// The part of a report that a tree covers.
struct CallTreeRequest {
    const Snapshot& report;
    TimeRange range;
    std::set<ThreadId> threads = {};  ///< empty: all
    std::stop_token stop = {};
    BaseNames* names = nullptr;  ///< for nestedTree(): names with one base are one function
};

/// Samples of CPUs, or of Python, in the range, by their call chains, outermost function first; all threads together.
/// Adjacent frames without symbols in one module are merged.
CallTree sampledTree(const CallTreeRequest& r, TrackKind kind = TrackKind::CpuSamples);

/// Events of those kinds of rows as they nest (NVTX ranges; Python functions; operators and calls), in ns inside the
/// range; all threads together. If events of two kinds have equal times, the kind that is named first is the outer one.
CallTree nestedTree(const CallTreeRequest& r, std::initializer_list<TrackKind> kinds);

/// Time of GPU work inside the range, in ns, by the stack of the call that launched it. The work itself is innermost.
/// Work without a stack is under a node without a name.
CallTree launchTree(const CallTreeRequest& r);

/// The source of a tree: samples of CPUs or of Python, nested events, or GPU work by the stack of its launch. Both
/// sorts of samples cover the same threads, so one tree with both would count time twice.
enum class CallSource : std::uint8_t { Samples, PythonSamples, Nvtx, Python, Operators, Slices, Launches };
struct CallSourceInfo {
    CallSource source;
    std::string_view key;  ///< on the command line
    TrackKind look;        ///< the rows whose colours the tree has
    std::initializer_list<TrackKind>
        kinds;  ///< the rows whose events nest, outer kinds first; for samples, the rows that hold them
};
/// All of them, in the order of the enumeration.
std::span<const CallSourceInfo> callSources();
const CallSourceInfo& infoOf(CallSource source);
inline std::initializer_list<TrackKind> kindsOf(CallSource source) { return infoOf(source).kinds; }
inline bool isSampled(CallSource source) {
    return source == CallSource::Samples || source == CallSource::PythonSamples;
}
/// Whether the report has anything on those rows.
bool isThere(const Snapshot& s, CallSource source);
/// Calls sampledTree(), nestedTree() or launchTree(): the one definition for every table and picture.
CallTree callTree(CallSource source, const CallTreeRequest& r);

/// The same time by the function that spent it. Outermost nodes are the functions with self time; below each are its
/// callers. The total of a node is what the function at the top spent itself when it was called that way.
CallTree bottomUp(const CallTree& topDown);

/// One function, wherever it is called.
struct FlatRow : Function {
    std::int64_t self = 0;
    std::int64_t total = 0;  ///< with everything below; a recursive function counts once
    std::int64_t count = 0;
};
/// All functions, the greatest self first, then the greatest total.
std::vector<FlatRow> flat(const CallTree& topDown);

/// Lines of "outer;inner;innermost 123", the format of flame graph tools. Only nodes with time or samples of their own.
std::string foldedStacks(const CallTree& tree, const Snapshot& report);

}  // namespace model
