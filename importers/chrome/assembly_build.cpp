// SPDX-License-Identifier: GPL-3.0-or-later
// Rows become lanes, values become counters.
#include <malloc.h>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "importers/chrome/assembly.h"
#include "importers/common/parallel.h"
#include "model/base/messages.h"
#include "model/store/packer.h"

namespace importers::chrome {

using model::Event;
using model::Note;
using model::StringId;
using model::TimeNs;
using model::TrackId;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::int64_t kNone = TrackKey::kNone;
constexpr std::uint32_t kChainBit = 0x80000000u;
/// Frames of one stack; a chain of parents that is longer leads in a circle.
constexpr std::size_t kMostStackFrames = 1024;
/// When stacks have so many frames together, the rest of them keep only a few each: a small file can name very many.
constexpr std::size_t kManyFrames = 2 << 20;
constexpr std::size_t kFewFrames = 32;

bool mayHaveStack(TrackKind kind) { return kind == TrackKind::Slices || kind == TrackKind::CpuSamples; }

}  // namespace

std::vector<model::ChainId> Assembly::stackChains(const DocumentFacts& facts) {
    // By the StringId of the frame's id, as events carry it. Only of stacks that an event has: a chain is as long as
    // its stack is deep, and all of them together may be far more than the file.
    struct Node {
        model::Frame frame;
        StringId id;
        const DocumentFacts::StackFrame* said;
        const Node* parent = nullptr;
    };
    std::map<std::string_view, Node> nodes;
    for (const auto& [id, said] : facts.stackFrames) {
        Node node{{}, m_store.strings().intern(id), &said};
        node.frame.symbol = m_store.strings().intern(said.name);
        if (!said.category.empty()) node.frame.module = m_store.strings().intern(said.category);
        nodes.emplace(id, node);
    }
    StringId last = 0;
    for (auto& [id, node] : nodes) {
        const auto parent = nodes.find(node.said->parent);
        if (parent != nodes.end() && !node.said->parent.empty()) node.parent = &parent->second;
        last = std::max(last, node.id);
    }
    std::vector<bool> used(nodes.empty() ? 0 : last + std::size_t{1});
    for (auto& [row, events] : m_rows)
        if (mayHaveStack(row.first) && !used.empty())
            events.events.forEach([&](const Event& e) {
                m_check();
                if (!(e.payload & kChainBit) && e.payload < used.size()) used[e.payload] = true;
            });
    std::vector<model::ChainId> chains(used.size(), 0);
    std::vector<model::Frame> leafFirst;
    std::size_t frames = 0;
    std::uint64_t cut = 0;
    for (const auto& [id, node] : nodes) {
        m_check();
        if (!used[node.id]) continue;
        leafFirst.clear();
        const std::size_t most = frames < kManyFrames ? kMostStackFrames : kFewFrames;
        const Node* n = &node;
        for (; n && leafFirst.size() < most; n = n->parent) leafFirst.push_back(n->frame);
        cut += n != nullptr;
        frames += leafFirst.size();
        chains[node.id] = m_store.callchains().intern(leafFirst);
    }
    if (cut) m_store.diagnostics().add(Note::NotShown, model::MessageCode::OutermostFrames, cut);
    return chains;
}

void Assembly::buildRows(const DocumentFacts& facts) {
    const std::vector<model::ChainId> chains = stackChains(facts);
    std::map<RowId, std::vector<Row*>> parts;
    std::uint64_t dangling = 0, open = 0;
    for (auto& [id, row] : m_rows) {
        if (row.events.size() == 0) continue;
        open += row.open;
        parts[placeOf(id)].push_back(&row);
        if (!mayHaveStack(id.first)) continue;
        row.events.forEach([&](Event& e) {
            m_check();
            if (e.payload & kChainBit) e.payload &= ~kChainBit;
            else if (e.payload < chains.size() && chains[e.payload]) e.payload = chains[e.payload];
            else if (e.payload) e.payload = 0, ++dangling;
        });
    }
    if (dangling) m_store.diagnostics().add(Note::DanglingReference, model::MessageCode::StackFrames, dangling);
    if (open) m_store.diagnostics().add(Note::NeverClosed, model::MessageCode::EventsWithoutEnd, open);

    struct Job {
        const RowId* id;
        TrackId track;
        const std::vector<Row*>* rows;
        std::size_t size;
    };
    std::vector<Job> jobs;
    for (const auto& [id, rows] : parts) {
        std::size_t n = 0;
        for (const Row* r : rows) n += r->events.size();
        jobs.push_back({&id, m_store.track(id.first, id.second), &rows, n});
        if (id.first == TrackKind::StreamKernels) m_store.track(TrackKind::Kernels, id.second);
        if (id.first == TrackKind::StreamMemory) m_store.track(TrackKind::Memory, id.second);
    }
    std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.size > b.size; });
    parallelFor(jobs.size(), m_options.threads,
                [&](std::size_t i) { buildRow(*jobs[i].id, jobs[i].track, *jobs[i].rows); });
    m_rowIndex.clear();
    m_rows.clear();
    model::SegmentPool::instance().trim();
    malloc_trim(0);
    m_store.publish();
    if (m_options.published) m_options.published();
}

void Assembly::buildRow(const RowId& id, TrackId track, std::span<Row* const> parts) {
    const model::TrackKindInfo& info = model::trackKindInfo(id.first);
    model::Packer packer(m_store, track, info.shape);
    StopCheck check(m_options.stopBuilding);
    const auto placed = [&](Event e) {
        check();
        e.end = e.end == model::kTimeMax ? std::max(m_end, e.start) : e.end;
        e.start = shifted(e.start);
        e.end = shifted(e.end);
        packer.add(e);
    };
    bool inOrder = parts.size() == 1 && parts[0]->open == 0;
    Event last{model::kTimeMin, model::kTimeMin, 0, 0, 0, 0};
    if (inOrder) inOrder = parts[0]->events.inOrder(last, check);
    if (inOrder) {
        parts[0]->events.drain(placed);
    } else {
        std::vector<Event> all;
        std::size_t n = 0;
        for (const Row* r : parts) n += r->events.size();
        all.reserve(n);
        for (Row* r : parts)
            r->events.drain([&](Event e) {
                check();
                if (e.end == model::kTimeMax) e.end = std::max(m_end, e.start);
                all.push_back(e);
            });
        stableSort(all, model::laneOrder, check);
        for (const Event& e : all) placed(e);
    }
    for (model::Lane* lane : packer.lanes()) lane->finishBatch();
    if (packer.overlapping()) m_store.diagnostics().add(Note::Overlapping, info.label, packer.overlapping());
}

void Assembly::sortedSeries(TrackId track, std::vector<std::pair<TimeNs, double>>& values) {
    stableSort(
        values, [](const auto& a, const auto& b) { return a.first < b.first; }, m_check);
    model::CounterSeries& series = m_store.counter(track);
    for (std::size_t i = 0; i < values.size(); ++i) {
        m_check();
        if (i + 1 < values.size() && values[i + 1].first == values[i].first) continue;  // the last of equal times holds
        series.append(shifted(values[i].first), values[i].second);
    }
}

void Assembly::buildCounters() {
    std::map<std::tuple<std::int64_t, StringId, StringId>, std::vector<std::pair<TimeNs, double>>> all;
    for (const CounterValue& c : m_counters) m_check(), all[{c.pid, c.counter, c.series}].emplace_back(c.time, c.value);
    m_counters = {};
    std::int64_t index = 0;
    for (auto& [id, values] : all) {
        const auto& [pid, counter, series] = id;
        TrackKey key;
        key.pid = pid;
        key.domain = index++;
        TrackKind kind = TrackKind::ProcessCounter;
        if (const auto device = m_deviceOfPid.find(pid); device != m_deviceOfPid.end()) {
            kind = TrackKind::GpuMetric;
            key.device = device->second;
        }
        const TrackId track = m_store.track(kind, key);
        std::string name(m_store.strings().at(counter));
        if (series && series != counter) name.append(" ").append(m_store.strings().at(series));
        m_store.setTrackName(track, m_store.strings().intern(name));
        sortedSeries(track, values);
    }
}

void Assembly::buildMemory() {
    // Curves of the allocator, from the totals that each allocation tells.
    std::map<std::tuple<bool, std::int64_t, std::int64_t, int>, std::vector<std::pair<TimeNs, double>>> all;
    for (const MemoryPoint& m : m_memory) {
        m_check();
        const bool own = m_hasOwners && m_hostPids.contains(m.pid);
        const std::int64_t pid = m.onGpu && m_mainPid != kNone && !own ? m_mainPid : m.pid;
        all[{m.onGpu, pid, m.device, 0}].emplace_back(m.time, static_cast<double>(m.allocated));
        if (m.onGpu) all[{m.onGpu, pid, m.device, 1}].emplace_back(m.time, static_cast<double>(m.reserved));
    }
    m_memory = {};
    for (auto& [id, values] : all) {
        const auto& [onGpu, pid, device, which] = id;
        TrackKey key;
        key.pid = pid;
        key.device = onGpu ? device : kNone;
        key.domain = onGpu ? which : -1;
        const TrackId track = m_store.track(onGpu ? TrackKind::MemoryUsage : TrackKind::ProcessCounter, key);
        m_store.setTrackName(track, m_store.strings().intern(!onGpu  ? "CPU memory allocated"
                                                             : which ? "reserved"
                                                                     : "allocated"));
        sortedSeries(track, values);
    }
}

}  // namespace importers::chrome
