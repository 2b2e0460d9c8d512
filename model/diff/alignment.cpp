// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/alignment.h"

#include <cmath>
#include <optional>

#include "model/diff/repetitions.h"
#include "model/reports/events.h"
#include "model/subjects.h"
#include "model/translate_noop.h"

namespace model::diff {
namespace {

std::optional<TimeRange> firstKernel(const Snapshot& s) {
    std::optional<TimeRange> out;
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::StreamKernels) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes)
                if (const LaneView lane = s.lane(id); !lane.isEmpty() && (!out || lane.start(0) < out->begin))
                    out = TimeRange{lane.start(0), lane.end(0)};
    }
    return out;
}

std::optional<TimeRange> nth(const std::vector<Repetition>& all, std::size_t n) { return n < all.size() ? std::optional(all[n].when) : std::nullopt; }

std::optional<TimeRange> anchorIn(const Snapshot& s, const AlignWish& wish, EventRef event) {
    switch (wish.by) {
    case AlignBy::Start: return s.eventCount() > 0 ? std::optional(s.range()) : std::nullopt;
    case AlignBy::Kernel: return firstKernel(s);
    case AlignBy::Step: return nth(stepsIn(s), wish.nth);
    case AlignBy::Range: return nth(rangesNamed(s, wish.range), wish.nth);
    case AlignBy::Events: {
        if (event.lane >= s.laneCount() || event.row >= s.lane(event.lane).rows) return {};
        const LaneView lane = s.lane(event.lane);
        return TimeRange{lane.start(event.row), lane.end(event.row)};
    }
    case AlignBy::Wall: return s.info().utcEpochNs ? std::optional(TimeRange{}) : std::nullopt;
    }
    return {};
}

std::string whyNot(const Snapshot& s, const AlignWish& wish) {
    const char* text = QT_TRANSLATE_NOOP("Compare", "%1 holds no events.");
    switch (wish.by) {
    case AlignBy::Kernel: text = QT_TRANSLATE_NOOP("Compare", "%1 holds no kernels."); break;
    case AlignBy::Step: text = QT_TRANSLATE_NOOP("Compare", "%1 has no step number %2, counted from 0."); break;
    case AlignBy::Range: text = QT_TRANSLATE_NOOP("Compare", "%1 has no range “%3” number %2, counted from 0."); break;
    case AlignBy::Events: text = QT_TRANSLATE_NOOP("Compare", "%1 does not hold the event."); break;
    case AlignBy::Wall: text = QT_TRANSLATE_NOOP("Compare", "%1 does not say what time it was."); break;
    case AlignBy::Start: break;
    }
    return withValues(text, {s.info().path, std::to_string(wish.nth), wish.range});
}

TimeNs scaled(TimeNs distance, double by) {
    if (by == 1) return distance;
    const double out = static_cast<double>(distance) * by;
    return std::abs(out) < static_cast<double>(kTimeLimit) ? static_cast<TimeNs>(std::llround(out)) : out < 0 ? -kTimeLimit : kTimeLimit;
}

}  // namespace

TimeNs Alignment::toA(TimeNs b) const { return saturatingAdd(anchorA, scaled(saturatingSub(b, anchorB), stretch)); }
TimeNs Alignment::toB(TimeNs a) const { return saturatingAdd(anchorB, scaled(saturatingSub(a, anchorA), 1 / stretch)); }

tl::expected<Alignment, std::string> align(const Snapshot& a, const Snapshot& b, const AlignWish& wish) {
    const auto inA = anchorIn(a, wish, wish.eventA), inB = anchorIn(b, wish, wish.eventB);
    if (!inA || !inB) return tl::unexpected(whyNot(inA ? b : a, wish));
    if (wish.by == AlignBy::Wall) return Alignment{0, saturatingSub(a.info().utcEpochNs, b.info().utcEpochNs)};
    Alignment out{inA->begin, inB->begin};
    if (wish.stretch && inA->length() > 0 && inB->length() > 0) out.stretch = static_cast<double>(inA->length()) / static_cast<double>(inB->length());
    return out;
}

}  // namespace model::diff
