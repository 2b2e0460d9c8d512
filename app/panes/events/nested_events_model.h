// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/kit/background.h"
#include "model/query/event_order.h"
#include "model/query/nesting.h"
#include "timeline/look/time_format.h"

namespace app {

/// Events of threads as they lie in each other: calls in operators, those in NVTX ranges; below a call the GPU work
/// that it launched. One row a thread at the top. Made in a pool thread.
class NestedEventsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Start, Duration, Self, Row, ColumnCount };
    static constexpr std::uint64_t kMostEvents = 3'000'000;

    explicit NestedEventsModel(QObject* parent = nullptr);

    /// Threads of those lanes, and of the GPU work's callers none: only rows of threads count.
    void setEvents(model::SnapshotPtr snapshot, model::EventScope scope);
    bool isWorking() const { return m_making.isWorking(); }
    /// More events than can be nested at once: nothing is shown.
    bool isTooMuch() const { return m_tooMuch; }
    std::uint64_t total() const;
    using QAbstractItemModel::event;
    model::EventRef event(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();
    /// How times are shown and copied.
    void setTimes(const timeline::TimeFormat& times);

signals:
    void changed();

private:
    struct Thread {
        model::TrackId track = model::kNoTrack;
        std::unique_ptr<model::Nesting> nesting;
        std::vector<std::uint32_t> children;  // of items, parent after parent; those without one first
        std::vector<std::uint32_t> first;     // by item + 1: where its children begin in `children`
        std::vector<std::uint32_t> place;     // of an item among its siblings
        std::span<const std::uint32_t> inside(std::uint32_t item) const;
    };
    struct Made {
        std::vector<Thread> threads;
    };
    enum class Level : std::uint8_t { Thread, Item, Work };
    struct At {
        Level level = Level::Thread;
        std::uint32_t thread = 0, item = 0;
    };
    static quintptr id(At at) {
        return static_cast<quintptr>(at.level) << 62 | static_cast<quintptr>(at.thread) << 32 | at.item;
    }
    static At at(const QModelIndex& index);
    static std::shared_ptr<const Made> make(const model::Snapshot& s, const model::EventScope& scope,
                                            const std::stop_token& stop);
    const std::vector<model::EventRef>& work(At call) const;
    bool mayHaveWork(At at) const;

    timeline::TimeFormat m_times;
    model::SnapshotPtr m_snapshot;
    std::shared_ptr<const Made> m_made;
    mutable std::map<quintptr, std::vector<model::EventRef>> m_work;  // by the id of the call
    bool m_tooMuch = false;
    Newest m_making{this};  // last
};

}  // namespace app
