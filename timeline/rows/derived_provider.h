// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QObject>

#include "model/query/derived.h"
#include "timeline/rows/derived_rows.h"

namespace timeline {

/// Computes derived rows in the thread pool, when their row is first opened, and again when the report has grown. Old
/// rows stay on screen until the new ones are ready.
class DerivedProvider final : public QObject, public DerivedRows {
    Q_OBJECT

public:
    explicit DerivedProvider(QObject* parent = nullptr);
    ~DerivedProvider() override;

    std::uint64_t revision() const override { return m_revision; }
    bool has(const model::Snapshot& s, model::TrackId track) const override;
    std::span<const DerivedTrack> children(const model::SnapshotPtr& s, model::TrackId track) override;
    model::LaneView lane(model::LaneId id) const override;
    model::EventRef original(model::LaneId id, std::uint32_t row) const override;

    /// The report has grown: computes everything again that was requested before.
    void refresh(const model::SnapshotPtr& s);

signals:
    /// There are new rows; revision() has grown.
    void changed();

private:
    struct Result {
        model::Derived data;
        std::vector<DerivedTrack> tracks;
        model::LaneId firstLane = 0;
    };
    struct Entry {
        std::uint64_t version = 0;  ///< of the last snapshot that it was computed for
        bool running = false;
        std::shared_ptr<Result> now;
        std::shared_ptr<Result> before;  ///< cached pictures may still use it
    };

    void start(Entry& entry, const model::SnapshotPtr& s, model::TrackId track);
    void take(model::TrackId track, std::shared_ptr<Result> result);
    const Result* resultOf(model::LaneId id) const;

    model::SnapshotPtr m_latest;
    std::map<model::TrackId, Entry> m_entries;
    std::map<model::LaneId, const Result*> m_byFirstLane;
    model::LaneId m_nextLane = kFirstDerivedLane;
    std::uint64_t m_revision = 0;
    std::shared_ptr<std::stop_source> m_stop;
};

}  // namespace timeline
