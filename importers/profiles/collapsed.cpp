// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "importers/common/json_text.h"
#include "importers/profiles/function_rows.h"
#include "importers/profiles/lines.h"
#include "importers/profiles/profiles.h"
#include "model/base/messages.h"

namespace importers::profiles {

using model::Note;
using model::Result;
using model::TimeNs;

namespace {

/// A line of a collapsed profile: functions, the outermost first, and how often they were seen.
struct Collapsed {
    std::string_view functions;
    std::uint64_t count = 0;
};

std::optional<Collapsed> collapsedLine(std::string_view line) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    const std::size_t space = line.find_last_of(" \t");
    if (space == line.npos || space == 0) return {};
    const auto count = json::integer(line.substr(space + 1));
    if (!count || *count < 0 || !model::isDigit(line[space + 1])) return {};
    return Collapsed{line.substr(0, space), static_cast<std::uint64_t>(*count)};
}

/// Equal stacks are one: a tree of functions with the counts of the stacks that end there.
class CollapsedTree {
public:
    void add(const Collapsed& line) {
        std::uint32_t at = 0;
        std::size_t depth = 0;
        for (std::string_view rest = line.functions; !rest.empty();) {
            const std::size_t end = std::min(rest.find(';'), rest.size());
            if (++depth <= kMostFrames) at = child(at, function(rest.substr(0, end)));
            else ++m_deep;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        std::uint64_t& own = m_nodes[at].own;
        own = std::min(own + line.count, kMostCount);
        m_total = std::min(m_total + line.count, kMostCount);
    }

    /// Draws each stack for as long as its count says, one behind the other, those together that share functions.
    void addRows(FunctionRows& rows, TimeNs unit, StopCheck& check) const {
        std::vector<std::vector<std::uint32_t>> inner(m_nodes.size());
        for (std::uint32_t n = static_cast<std::uint32_t>(m_nodes.size()); --n > 0;)
            inner[m_nodes[n].outer].push_back(n);
        std::vector<std::uint32_t> open{0}, functions;
        TimeNs time = 0;
        while (!open.empty()) {
            check();
            const std::uint32_t n = open.back();
            open.pop_back();
            if (m_nodes[n].own) {
                functions.clear();
                for (std::uint32_t at = n; at; at = m_nodes[at].outer) functions.push_back(m_nodes[at].function);
                std::reverse(functions.begin(), functions.end());
                rows.stack(functions, time);
                time = model::saturatingAdd(time, static_cast<TimeNs>(m_nodes[n].own) * unit);
            }
            open.insert(open.end(), inner[n].begin(), inner[n].end());  // the first one last
        }
        rows.stack({}, time);
        for (const std::string* name : m_names) rows.addName(*name, {}, 0);
    }

    std::uint64_t total() const { return m_total; }
    std::uint64_t deep() const { return m_deep; }

private:
    static constexpr std::uint64_t kMostCount = std::uint64_t{1} << 51;  // as ns: a month

    std::uint32_t function(std::string_view name) {
        m_name.clear();
        json::appendText(name, false, m_name);
        const auto [at, isNew] = m_functions.try_emplace(m_name, static_cast<std::uint32_t>(m_names.size()));
        if (isNew) m_names.push_back(&at->first);
        return at->second;
    }
    std::uint32_t child(std::uint32_t outer, std::uint32_t function) {
        const auto [at, isNew] =
            m_index.try_emplace(std::uint64_t{outer} << 32 | function, static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) m_nodes.push_back({outer, function, 0});
        return at->second;
    }

    struct Node {
        std::uint32_t outer, function;
        std::uint64_t own;
    };
    std::vector<Node> m_nodes{{0, 0, 0}};
    std::unordered_map<std::uint64_t, std::uint32_t> m_index;
    std::unordered_map<std::string, std::uint32_t> m_functions;
    std::vector<const std::string*> m_names;
    std::string m_name;
    std::uint64_t m_total = 0, m_deep = 0;
};

}  // namespace

int sniffCollapsed(const Sniff& s) {
    std::string_view text = s.text;
    if (text.size() == kHeadBytes) text = text.substr(0, text.rfind('\n') + 1);  // without the line that is cut off
    std::size_t lines = 0;
    bool isNested = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line == "\r") continue;
        const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r'; };
        if (std::any_of(line.begin(), line.end(), isControl)) return 0;
        const auto read = collapsedLine(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
        if (!read || read->functions.starts_with(';') || read->functions.find("; ") != line.npos) return 0;
        isNested |= read->functions.find(';') != line.npos;
        ++lines;
    }
    return lines > 0 && isNested ? 30 : 0;
}

Result<void> openCollapsed(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    Lines lines([&](char* to, std::size_t n) {
        if (options.progress) options.progress({source->fileBytesDone(), store.info().fileBytes});
        return source->read(to, n);
    });
    CollapsedTree tree;
    std::uint64_t odd = 0;
    for (std::string_view line; lines.next(line);) {
        if (const auto read = collapsedLine(line)) tree.add(*read);
        else odd += !line.empty();
    }
    store.info().format = "collapsed stacks";
    store.info().formatKey = "collapsed";
    noteProblems(source->problems(), store);
    if (odd) store.diagnostics().add(Note::DamagedPart, model::MessageCode::LinesOfStacks, odd);
    if (tree.deep()) store.diagnostics().add(Note::DepthLimit, model::MessageCode::InnerFramesOfStack, tree.deep());
    // Counts are samples, or ns that a profiler added up.
    const TimeNs unit = tree.total() < 1'000'000'000 ? 1000 : 1;
    noteDrawnUnit(store, unit, {});
    FunctionRows rows(store, options);
    rows.beginThread("stacks");
    StopCheck check(options.stopBuilding);
    tree.addRows(rows, unit, check);
    rows.finish("collapsed stacks");
    store.publish(true);
    if (options.published) options.published();
    if (options.stop.stop_requested()) throw Stopped{};
    return {};
}

}  // namespace importers::profiles
