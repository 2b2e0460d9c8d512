// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/derived_provider.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include "model/query/ranges.h"
#include "timeline/look/names.h"

namespace timeline {
namespace {

model::Derived compute(const model::Snapshot& s, model::TrackId track, std::stop_token stop) {
    switch (s.track(track).kind) {
    case model::TrackKind::Stream: return model::projectNvtx(s, track, stop);
    case model::TrackKind::Queues: return model::eventsByQueue(s, track, stop);
    default: return model::eventsByName(s, track, stop);
    }
}

/// Rows whose TrackKey::domain is a name of the report.
bool isByName(model::TrackKind kind) {
    return kind == model::TrackKind::KernelsByName || kind == model::TrackKind::MemoryByName;
}

model::TrackKind lookOf(model::TrackKind kind) {
    switch (kind) {
    case model::TrackKind::KernelsByName:
    case model::TrackKind::Queue: return model::TrackKind::StreamKernels;
    case model::TrackKind::MemoryByName: return model::TrackKind::StreamMemory;
    default: return model::TrackKind::Nvtx;
    }
}

QString titleOf(const model::Snapshot& report, const model::Track& t) {
    if (t.kind == model::TrackKind::Queue)
        return t.key.domain == model::TrackKey::kNone ? DerivedProvider::tr("Without a queue")
                                                      : DerivedProvider::tr("Queue %1").arg(t.key.domain);
    if (isByName(t.kind)) {
        const std::string_view name =
            displayName(lookOf(t.kind), report.text(static_cast<model::StringId>(t.key.domain)));
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    for (const model::Track& other : report.tree().tracks) {
        const std::string_view name = report.text(other.name);
        if (!model::isThreadRangeRow(other.kind) || other.key.pid != t.key.pid || other.key.domain != t.key.domain)
            continue;
        if (other.kind == model::TrackKind::Annotations)
            return name.empty() ? DerivedProvider::tr("Annotations")
                                : QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        if (!name.empty())
            return DerivedProvider::tr("NVTX (%1)")
                .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    return DerivedProvider::tr("NVTX");
}

}  // namespace

DerivedProvider::DerivedProvider(QObject* parent) : QObject(parent), m_stop(std::make_shared<std::stop_source>()) {}

DerivedProvider::~DerivedProvider() { m_stop->request_stop(); }

bool DerivedProvider::has(const model::Snapshot& s, model::TrackId id) const {
    const model::TrackKind kind = s.track(id).kind;
    return kind == model::TrackKind::Kernels || kind == model::TrackKind::Memory || kind == model::TrackKind::Queues ||
           (kind == model::TrackKind::Stream && model::hasNvtx(s, id));
}

std::span<const DerivedTrack> DerivedProvider::children(const model::SnapshotPtr& s, model::TrackId track) {
    Entry& entry = m_entries[track];
    if (entry.version < s->version() && !entry.running) start(entry, s, track);
    return entry.now ? std::span<const DerivedTrack>(entry.now->tracks) : std::span<const DerivedTrack>();
}

void DerivedProvider::start(Entry& entry, const model::SnapshotPtr& s, model::TrackId track) {
    entry.running = true;
    entry.version = s->version();
    QThreadPool::globalInstance()->start([self = QPointer(this), stop = m_stop, s, track] {
        auto result = std::make_shared<Result>();
        const std::stop_token token = stop->get_token();
        result->data = compute(*s, track, token);
        if (token.stop_requested()) return;
        const model::Snapshot& derived = *result->data.snapshot;
        for (const model::TrackId id : result->data.tracks) {
            const model::Track& t = derived.track(id);
            DerivedTrack row;
            row.key = std::string(model::trackKindInfo(t.kind).key) + ':' +
                      (isByName(t.kind) ? std::string(s->text(static_cast<model::StringId>(t.key.domain)))
                                        : std::to_string(t.key.domain));
            row.title = titleOf(*s, t);
            row.look = lookOf(t.kind);
            row.lanes = t.lanes;
            row.lanes.insert(row.lanes.end(), t.overflow.begin(), t.overflow.end());
            result->tracks.push_back(std::move(row));
        }
        // The object may be gone by now: `stop` is asked for in its destructor, before this could be delivered.
        QMetaObject::invokeMethod(qApp, [self, track, result] {
            if (self) self->take(track, result);
        });
    });
}

void DerivedProvider::take(model::TrackId track, std::shared_ptr<Result> result) {
    Entry& entry = m_entries[track];
    entry.running = false;
    result->firstLane = m_nextLane;
    m_nextLane += std::max<model::LaneId>(1, static_cast<model::LaneId>(result->data.snapshot->laneCount()));
    for (DerivedTrack& t : result->tracks)
        for (model::LaneId& l : t.lanes) l += result->firstLane;
    if (entry.before) m_byFirstLane.erase(entry.before->firstLane);
    entry.before = std::move(entry.now);
    entry.now = std::move(result);
    m_byFirstLane[entry.now->firstLane] = entry.now.get();
    ++m_revision;
    emit changed();
    if (m_latest) refresh(m_latest);
}

void DerivedProvider::refresh(const model::SnapshotPtr& s) {
    m_latest = s;
    for (auto& [track, entry] : m_entries)
        if (entry.version < s->version() && !entry.running) start(entry, s, track);
}

const DerivedProvider::Result* DerivedProvider::resultOf(model::LaneId id) const {
    auto after = m_byFirstLane.upper_bound(id);
    if (after == m_byFirstLane.begin()) return nullptr;
    const Result* r = std::prev(after)->second;
    return id - r->firstLane < r->data.snapshot->laneCount() ? r : nullptr;
}

model::LaneView DerivedProvider::lane(model::LaneId id) const {
    const Result* r = resultOf(id);
    return r ? r->data.snapshot->lane(id - r->firstLane) : model::LaneView{};
}

model::EventRef DerivedProvider::original(model::LaneId id, std::uint32_t row) const {
    const Result* r = resultOf(id);
    return r ? r->data.original(id - r->firstLane, row) : model::EventRef{};
}

}  // namespace timeline
