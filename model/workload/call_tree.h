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

/// Time or samples by the path of names that led there: what a flame graph draws, from the top down or from the bottom
/// up. Built with add(), then finish(); read afterwards. Names are those of a report.
class CallTree {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;
    enum class Unit : std::uint8_t { Ns, Samples };
    struct Node : Function {
        std::uint32_t parent = kNone;  ///< always before its children; kNone: outermost
        std::int64_t self = 0;         ///< spent in it and in nothing below it
        std::int64_t total = 0;        ///< self and the totals of its children
        std::int64_t count = 0;        ///< events, or samples that end here
    };

    explicit CallTree(Unit unit) : m_unit(unit) {}

    /// The child that is that function (parent kNone: an outermost node), made if it is new.
    std::uint32_t child(std::uint32_t parent, const Function& function);
    void add(std::uint32_t node, std::int64_t self, std::int64_t count);
    /// Sums up and puts children in order. Linear, but for the order.
    void finish();
    /// Gives functions of one name texts that tell them apart: its own, or those of the tree of which it was made.
    void distinguish(const Snapshot& report);
    void distinguish(const CallTree& other) { m_texts = other.m_texts; }
    /// Another text for a function than its name.
    void name(const Function& function, std::string text) { m_texts[function] = std::move(text); }

    /// The title of a function in this tree: its name, and its module where others have that name: "work
    /// (liba.so)".
    std::string_view text(const Snapshot& report, const Function& function) const;
    Unit unit() const { return m_unit; }
    const std::vector<Node>& nodes() const { return m_nodes; }
    /// Children of a node, or (kNone) the outermost ones: the one with the greatest total first, equals in the order in
    /// which they were made.
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
    std::map<Function, std::string>
        m_texts;  // of those that are not the only ones of their name, or are called otherwise
    std::vector<std::uint32_t> m_children;  // grouped by parent; the outermost first
    std::vector<std::size_t> m_first;       // by parent + 1: where its children begin
};

/// Which part of a report a tree is made of.
struct CallTreeRequest {
    const Snapshot& report;
    TimeRange range;
    std::set<ThreadId> threads = {};  ///< empty: all
    std::stop_token stop = {};
    BaseNames* names = nullptr;  ///< of nestedTree(): names with one base are one function
};

/// Samples of CPUs, or those of Python, in the range by their call chains, outermost function first; all threads as
/// one. Neighbours that have no symbols and are of one module are one.
CallTree sampledTree(const CallTreeRequest& r, TrackKind kind = TrackKind::CpuSamples);

/// Events of those kinds of rows by how they nest (NVTX ranges; Python functions; operators and calls), in ns inside of
/// the range; all threads as one. Where two kinds lie in each other exactly, the one that is named first is around the
/// other.
CallTree nestedTree(const CallTreeRequest& r, std::initializer_list<TrackKind> kinds);

/// Time of GPU work inside of the range, by the stack of the call that launched it, the work itself innermost; what has
/// no stack is under a node without a name.
CallTree launchTree(const CallTreeRequest& r);

/// What trees are made of: samples of CPUs or of Python, events by how they nest, or GPU work by the stack of its
/// launch. Both sorts of samples are of the same threads: in one tree they would count time twice.
enum class CallSource : std::uint8_t { Samples, PythonSamples, Nvtx, Python, Operators, Slices, Launches };
struct CallSourceInfo {
    CallSource source;
    std::string_view key;  ///< as the command line calls it
    TrackKind look;        ///< the rows whose colours it has
    std::initializer_list<TrackKind>
        kinds;  ///< the rows whose events are nested, outer kinds first; of samples the rows that have them
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
/// sampledTree(), nestedTree() or launchTree() of that: the one definition for every table and picture.
CallTree callTree(CallSource source, const CallTreeRequest& r);

/// The same time by the function that spent it: outermost nodes are the functions that have time of their own, below
/// each its callers. The total of a node is what the function at the top spent itself when it was called that way.
CallTree bottomUp(const CallTree& topDown);

/// One function, wherever it is.
struct FlatRow : Function {
    std::int64_t self = 0;
    std::int64_t total = 0;  ///< with what is below; a function below itself counts once
    std::int64_t count = 0;
};
/// All functions, the greatest self first, then the greatest total.
std::vector<FlatRow> flat(const CallTree& topDown);

/// Lines of "outer;inner;innermost 123", as tools for flame graphs read them. Only what has time or samples of its own.
std::string foldedStacks(const CallTree& tree, const Snapshot& report);

}  // namespace model
