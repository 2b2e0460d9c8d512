// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "importers/common/finish.h"
#include "importers/torch/allocator.h"
#include "importers/torch/snapshot.h"
#include "importers/torch/torch.h"
#include "model/base/messages.h"

namespace importers::torch {

using model::ErrorCode;
using model::Note;
using model::Result;
using model::TimeNs;
using model::TrackKind;
using End = PickleReader::End;

namespace {

constexpr TimeNs kMicrosecond = 1000;
constexpr TimeNs kUnixTime = 100'000'000'000'000'000;  // ns: times from 1973 on count from 1970

/// Makes the report of a snapshot.
class SnapshotRows {
public:
    SnapshotRows(model::EventStore& store, const SnapshotReader& reader, Snapshot& snapshot, const OpenOptions& options)
        : m_store(store), m_reader(reader), m_snapshot(snapshot), m_options(options), m_groups(store) {}

    void add() {
        order();
        const model::TimeRange times = timesOf();
        std::map<std::int64_t, std::vector<const Segment*>> segments;
        for (const Segment& s : m_snapshot.segments)
            segments[std::clamp<std::int64_t>(s.device, 0, 4095)].push_back(&s);
        for (std::size_t d = 0; d < m_snapshot.traces.size(); ++d)
            if (!m_snapshot.traces[d].empty()) segments[static_cast<std::int64_t>(d)];
        for (const auto& [device, own] : segments) {
            const auto d = static_cast<std::size_t>(device);
            AllocatorRows rows(m_store, m_groups, m_reader, device, times, m_options);
            rows.add(d < m_snapshot.traces.size() ? std::span<const TraceEntry>(m_snapshot.traces[d])
                                                  : std::span<const TraceEntry>(),
                     own);
        }
        if (std::all_of(m_snapshot.traces.begin(), m_snapshot.traces.end(), [](const auto& t) { return t.empty(); }))
            m_store.diagnostics().add(Note::ReportMessage, model::MessageCode::SnapshotWithoutTrace);
        addAnnotations(times);
        const TimeNs zero = m_groups.build(m_options.threads, m_options.stopBuilding);
        if (zero > kUnixTime) m_store.info().utcEpochNs = zero;
        nameTracks();
    }

private:
    /// Entries of the first versions have no times: they stand in their order.
    void order() {
        std::uint64_t without = 0;
        for (std::vector<TraceEntry>& trace : m_snapshot.traces) {
            const bool any = std::any_of(trace.begin(), trace.end(), [](const TraceEntry& e) { return e.hasTime; });
            TimeNs last = any && !trace.empty() ? trace.front().time : 0;
            for (TraceEntry& e : trace) {
                if (!any) e.time = last += kMicrosecond;
                else if (!e.hasTime) e.time = last;
                without += !e.hasTime;
                last = e.time;
            }
        }
        if (without) m_store.diagnostics().add(Note::ReportMessage, model::MessageCode::EntriesWithoutTimes, without);
    }

    /// From the first entry to the last one. A snapshot without a trace tells of one moment.
    model::TimeRange timesOf() const {
        model::TimeRange out{model::kTimeMax, model::kTimeMin};
        const auto cover = [&](TimeNs t) { out = {std::min(out.begin, t), std::max(out.end, t)}; };
        for (const auto& trace : m_snapshot.traces)
            for (const TraceEntry& e : trace) cover(e.time);
        for (const Annotation& a : m_snapshot.annotations) cover(a.time);
        if (out.begin > out.end) out = {0, 0};
        out.end = std::max(out.end, model::saturatingAdd(out.begin, kMicrosecond));
        return out;
    }

    void addAnnotations(model::TimeRange times) {
        std::map<std::pair<std::int64_t, std::string_view>, std::vector<TimeNs>> open;
        std::uint64_t ends = 0, unclosed = 0;
        for (const Annotation& a : m_snapshot.annotations) {
            std::vector<TimeNs>& starts = open[{a.device, a.name}];
            if (a.isStart) {
                starts.push_back(a.time);
            } else if (starts.empty()) {
                ++ends;
            } else {
                addAnnotation(a.name, a.device, {starts.back(), a.time});
                starts.pop_back();
            }
        }
        for (const auto& [of, starts] : open)
            for (const TimeNs start : starts) ++unclosed, addAnnotation(of.second, of.first, {start, times.end});
        if (ends) m_store.diagnostics().add(Note::UnmatchedEnd, model::MessageCode::AnnotationsOfSnapshot, ends);
        if (unclosed) m_store.diagnostics().add(Note::NeverClosed, model::MessageCode::AnnotationsOfSnapshot, unclosed);
    }

    void addAnnotation(std::string_view name, std::int64_t device, model::TimeRange when) {
        model::TrackKey key;
        key.pid = kProcess;
        key.domain = std::clamp<std::int64_t>(device, 0, 4095);
        m_groups.add(TrackKind::Async, key,
                     {when.begin, std::max(when.begin, when.end), m_store.strings().intern(name), 0, 0, 0});
        ++m_store.info().eventsInFile[static_cast<std::size_t>(model::EventKind::AsyncSlice)];
    }

    void nameTracks() {
        const model::SnapshotPtr s = m_store.publish();
        const auto word = [&](const std::string& text) { return m_store.strings().intern(text); };
        constexpr const char* kCurves[] = {"allocated", "reserved", "freed, in use by a stream"};
        for (const model::Track& t : s->tree().tracks) {
            if (t.kind == TrackKind::MemoryUsage) m_store.setTrackName(t.id, word(kCurves[t.key.domain]));
            if (t.kind == TrackKind::Process) m_store.setTrackName(t.id, word("PyTorch"));
            if (t.kind == TrackKind::Objects)
                m_store.setTrackName(t.id, word(fmt::format("Segments of GPU {}", t.key.domain)));
            if (t.kind == TrackKind::Async)
                m_store.setTrackName(t.id, word(fmt::format("Annotations of GPU {}", t.key.domain)));
        }
        model::TrackKey process;
        process.pid = kProcess;
        m_store.info().entities.push_back({model::Entity::Type::Process, process, "PyTorch", {}});
    }

    model::EventStore& m_store;
    const SnapshotReader& m_reader;
    Snapshot& m_snapshot;
    const OpenOptions& m_options;
    EventGroups m_groups;
};

Result<void> refuse(const std::filesystem::path& path, const PickleReader& reader, End end) {
    const auto at = static_cast<std::int64_t>(reader.offset());
    switch (end) {
    case End::RunsCode: return model::fail(ErrorCode::PickleFile, path.string(), reader.problem(), at);
    case End::Damaged: return model::fail(ErrorCode::Damaged, path.string(), reader.problem(), at);
    case End::Cut: return model::fail(ErrorCode::Truncated, path.string(), {}, at);
    case End::TooLarge: return model::fail(ErrorCode::OutOfMemory, path.string());
    case End::Stopped: throw Stopped{};
    case End::Whole: break;
    }
    return model::fail(ErrorCode::PickleFile, path.string());
}

void notePartial(model::EventStore& store, const PickleReader& reader, End end, bool isKnown) {
    if (end == End::Whole) return;
    store.info().partial = true;
    const auto at = static_cast<std::int64_t>(reader.offset());
    if (end == End::Damaged) store.diagnostics().add(Note::DamagedPart, reader.problem(), 1, {}, at);
    else if (end == End::TooLarge) store.diagnostics().add(Note::Incomplete, reader.problem(), 1, {}, at);
    else if (end == End::Cut && !isKnown)
        store.diagnostics().add(Note::Incomplete, model::MessageCode::PickleCut, 1, {}, at);
}

}  // namespace

int sniffSnapshot(const Sniff& s) {
    const std::string_view b = s.unpacked;
    if (b.size() < 4 || b[0] != '\x80' || b[1] < 2 || b[1] > 5) return 0;
    const auto says = [&](std::string_view word) { return b.find(word) != std::string_view::npos; };
    if (says("device_traces") || b.substr(0, 64).find("segments") != std::string_view::npos) return 90;
    return says("total_size") && says("blocks") && says("segment_type") ? 80 : 0;
}

Result<void> openSnapshot(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = ByteSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    OpenOptions inner = options;
    if (options.progress)
        inner.progress = [&](const Progress& p) { options.progress({p.bytesDone, store.info().fileBytes}); };
    PickleValues values;
    SnapshotReader reader(values, store);
    PickleReader pickle(
        **source, values, [&](const PickleValues&, const PickleValue& v) { return reader.fold(v); }, inner);
    const End end = pickle.read();
    if (end == End::RunsCode) return refuse(path, pickle, end);
    const PickleValue root = pickle.root();
    if (!reader.isSnapshot(root)) return refuse(path, pickle, end);
    model::ReportInfo& info = store.info();
    info.format = "PyTorch memory snapshot";
    info.formatKey = "torch-memory";
    info.product = "PyTorch";
    noteProblems((*source)->problems(), store);
    notePartial(store, pickle, end, !(*source)->problems().empty());
    Snapshot snapshot = reader.read(root);
    for (auto& [key, value] : snapshot.settings) info.session_facts.emplace_back("allocator." + key, std::move(value));
    SnapshotRows(store, reader, snapshot, options).add();
    return finishReport(path, store, options, end == End::Stopped);
}

}  // namespace importers::torch
