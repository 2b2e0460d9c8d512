// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/query/query.h"
#include "timeline/look/palette.h"
#include "timeline/look/time_scale.h"

namespace timeline {

/// How busy each bucket of a view is, over any number of lanes: shares add up, and the busiest name decides the colour.
class BucketCover {
public:
    BucketCover() = default;
    explicit BucketCover(const TimeScale& scale) { reset(scale); }

    /// Starts again; keeps the memory.
    void reset(const TimeScale& scale) {
        m_holds = Holds::Nothing;
        if (scale == m_scale && !m_edges.empty()) return;
        m_scale = scale;
        m_first = scale.firstBucket();
        m_shift = scale.bucketShift();
        m_count = scale.bucketCount();
        m_perNs = static_cast<float>(255 / width());
        m_edges.resize(m_count + 1);
        const double step = width() * scale.pxPerNs(), left = scale.x(m_first << m_shift) + TimeScale::kHair,
                     right = scale.width();
        for (std::size_t i = 0; i <= m_count; ++i)
            m_edges[i] = static_cast<int>(std::clamp(left + static_cast<double>(i) * step, 0.0, right));
    }

    /// Adds a lane from its bins; false if it has too few rows for that. `id` comes back in the contents.
    bool addInk(const model::LaneView& lane, TrackKind look, model::LaneId id = 0) {
        auto& ink = nextInk();
        ink.resize(m_count);
        if (!model::inkBuckets(lane, m_first, m_shift, ink)) return false;
        commit(look, id);
        return true;
    }

    /// Adds rows of one lane, one by one in their order: beginRows(), addRow() …, endRows().
    void beginRows() {
        nextInk().assign(m_count, {});
        m_target = nextInk().data();
        m_wrote = false;
        m_open = {};
    }
    /// An event of zero length leaves a trace as well.
    void addRow(StringId name, TimeNs start, TimeNs end) {
        const TimeNs stop = std::max(end, start + 1);
        const std::int64_t first = start >> m_shift, last = (stop - 1) >> m_shift;
        if (first == last) return weigh(first, end - start, name);
        weigh(first, ((first + 1) << m_shift) - start, name);
        const std::int64_t to = std::min(last, m_first + static_cast<std::int64_t>(m_count));
        for (std::int64_t b = std::max(first + 1, m_first); b < to; ++b) weigh(b, TimeNs{1} << m_shift, name);
        weigh(last, end - (last << m_shift), name);
    }
    /// Adds the whole bucket in which the row starts, unless a row did that before.
    void addBusiest(const model::LaneView& lane, std::uint32_t row) {
        const std::int64_t bucket = lane.start(row) >> m_shift;
        if (!isVisible(bucket) || m_target[bucket - m_first].busy != 0) return;
        const model::Bucket b = model::bucket(lane, {bucket << m_shift, (bucket + 1) << m_shift});
        put(bucket, b.busy, b.dominant);
    }
    void endRows(TrackKind look, model::LaneId id = 0) {
        flush();
        if (m_wrote) commit(look, id);
    }

    bool isEmpty() const { return m_holds == Holds::Nothing; }

    /// The contents of bucket i; busy 0 = nothing, else 1 … 255.
    struct Content {
        StringId name = 0;
        TrackKind look = TrackKind::Generic;
        std::uint8_t busy = 0;
        model::LaneId lane = 0;  ///< that is busiest there
    };
    Content at(std::size_t i) const {
        switch (m_holds) {
        case Holds::Nothing: return {};
        case Holds::Ink: return {m_ink[i].name, m_inkLook, m_ink[i].busy, m_inkLane};
        default: return {m_cells[i].name, m_cells[i].look, level(m_cells[i]), m_cells[i].lane};
        }
    }

    /// Calls use(x0, x1, content) for every bucket with contents, from left to right. x is in device px, at least one
    /// wide, within the view, and without overlaps.
    template <class Use>
    void spans(Use use) const {
        if (m_holds == Holds::Nothing) return;
        const bool cells = m_holds == Holds::Cells;
        for (std::size_t i = 0; i < m_count; ++i) {
            if (cells ? m_cells[i].best < 0 : m_ink[i].busy == 0) continue;
            if (m_edges[i + 1] > m_edges[i]) use(m_edges[i], m_edges[i + 1], at(i));
        }
    }

    /// Whether pixel `x` has ink.
    bool touches(int x) const {
        if (m_holds == Holds::Nothing) return false;
        const std::int64_t i = (m_scale.timeIn(x) >> m_shift) - m_first;
        return i >= 0 && i < static_cast<std::int64_t>(m_count) && at(static_cast<std::size_t>(i)).busy != 0;
    }

private:
    struct Cell {
        float busy = 0;   ///< ns; float is enough for 255 levels
        float best = -1;  ///< ns of `name`; < 0 = empty
        StringId name = 0;
        TrackKind look = TrackKind::Generic;
        model::LaneId lane = 0;
    };

    double width() const { return static_cast<double>(TimeNs{1} << m_shift); }
    std::uint8_t level(const Cell& c) const {
        return c.best < 0 ? std::uint8_t{0}
                          : static_cast<std::uint8_t>(std::clamp(c.busy * m_perNs + 0.5f, 1.0f, 255.0f));
    }
    /// The buffer for the next lane. The first one is kept unchanged, because most lines have only one.
    std::vector<model::Ink>& nextInk() { return m_holds == Holds::Nothing ? m_ink : m_moreInk; }
    void commit(TrackKind look, model::LaneId id) {
        if (m_holds == Holds::Nothing) {
            m_holds = Holds::Ink;
            m_inkLook = look;
            m_inkLane = id;
            return;
        }
        if (m_holds == Holds::Ink) {
            m_cells.assign(m_count, Cell{});
            addToCells(m_ink, m_inkLook, m_inkLane);
            m_holds = Holds::Cells;
        }
        addToCells(m_moreInk, look, id);
    }

    bool isVisible(std::int64_t bucket) const {
        return bucket >= m_first && bucket < m_first + static_cast<std::int64_t>(m_count);
    }
    void weigh(std::int64_t bucket, TimeNs ns, StringId name) {
        if (bucket != m_open.bucket) {
            flush();
            m_open = {bucket, 0, -1, 0};
        }
        m_open.busy += ns;
        if (ns > m_open.best) {
            m_open.best = ns;
            m_open.name = name;
        }
    }
    void flush() {
        if (m_open.best >= 0 && isVisible(m_open.bucket)) put(m_open.bucket, m_open.busy, m_open.name);
        m_open.best = -1;
    }
    void put(std::int64_t bucket, TimeNs busy, StringId name) {
        const float level = static_cast<float>(busy) * m_perNs + 0.5f;
        m_target[bucket - m_first] = {name, static_cast<std::uint8_t>(std::clamp(level, 1.0f, 255.0f))};
        m_wrote = true;
    }
    void addToCells(std::span<const model::Ink> ink, TrackKind look, model::LaneId id) {
        const float unit = 1 / m_perNs;
        for (std::size_t i = 0; i < m_count; ++i)
            if (ink[i].busy) add(m_cells[i], look, id, ink[i].name, static_cast<float>(ink[i].busy) * unit);
    }
    static void add(Cell& c, TrackKind look, model::LaneId id, StringId name, float ns) {
        c.busy += ns;
        if (ns > c.best) {
            c.best = ns;
            c.name = name;
            c.look = look;
            c.lane = id;
        }
    }

    enum class Holds { Nothing, Ink, Cells };

    TimeScale m_scale;
    std::int64_t m_first = 0;
    int m_shift = 0;
    std::size_t m_count = 0;
    float m_perNs = 1;         // levels of 255 per ns of a bucket
    std::vector<int> m_edges;  // device px of the buckets' left edges, and of the last one's right edge
    Holds m_holds = Holds::Nothing;
    TrackKind m_inkLook = TrackKind::Generic;
    model::LaneId m_inkLane = 0;
    std::vector<model::Ink> m_ink, m_moreInk;
    // The bucket to which the current rows add.
    struct Open {
        std::int64_t bucket = INT64_MIN;
        TimeNs busy = 0;
        TimeNs best = -1;  // of `name`; -1 = nothing
        StringId name = 0;
    } m_open;
    model::Ink* m_target = nullptr;
    bool m_wrote = false;
    std::vector<Cell> m_cells;
};

}  // namespace timeline
