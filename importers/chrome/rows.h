// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "importers/common/staging.h"
#include "model/store/track.h"

namespace importers::chrome {

/// The events of a row before it is built.
struct Row {
    StagedEvents events;
    model::TimeNs first = model::kTimeMax, last = model::kTimeMin;
    std::uint64_t open = 0;  ///< events that never ended

    void add(const model::Event& e) {
        count(e);
        events.push(e);
    }
    void add(std::span<const model::Event> sorted) {
        for (const model::Event& e : sorted) count(e);
        events.append(sorted);
    }

private:
    void count(const model::Event& e) {
        first = std::min(first, e.start);
        if (e.end == model::kTimeMax) {
            ++open;
            last = std::max(last, e.start);
        } else {
            last = std::max(last, e.end);
        }
    }
};
using RowId = std::pair<model::TrackKind, model::TrackKey>;
using Rows = std::map<RowId, Row>;

/// Whether a row holds GPU work.
inline bool isStreamRow(model::TrackKind kind) { return model::trackKindInfo(kind).identity & model::kStream; }

struct ThreadId {
    std::int64_t pid, tid;
    auto operator<=>(const ThreadId&) const = default;
};

}  // namespace importers::chrome
