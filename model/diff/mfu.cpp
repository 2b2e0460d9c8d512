// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/mfu.h"

#include "model/base/messages.h"
#include "model/roofline/counted_work.h"

namespace model::diff {
namespace {

/// Why there are no percentages though there are repetitions.
Message whyUnknown(const roofline::WorkSum& all, std::string_view chip) {
    if (all.empty()) return MessageCode::NoWorkOfKernels;
    return {MessageCode::DensePeakUnknown, {chip, Argument::name(precisionInfo(all.precision()).label)}};
}

}  // namespace

MfuOfRepetitions mfuOf(const Snapshot& s, const Figures& figures, const roofline::PeakTable* peaks) {
    MfuOfRepetitions out;
    reports::Request request{s, {-kTimeLimit, kTimeLimit}};
    request.peaks = peaks;
    const roofline::CountedWork counted(request);
    const roofline::WorkByTime worked(request, counted);
    roofline::WorkSum all;
    double kernels = 0, known = 0;
    bool complete = true;
    for (const Series& series : figures.repetitions.series) {
        if (series.device.device == TrackKey::kNone) continue;
        if (out.chip.empty()) out.chip = roofline::chipOf(request, series.device.host, series.device.device).name;
        for (const Repetition& r : series.whole) {
            if (r.fills && series.whole.size() > 3) continue;  // as its pace is left out
            const auto stretch = worked.in(series.device, r.pace);
            all.add(stretch.work);
            kernels += stretch.kernels;
            known += stretch.known;
            const auto mfu = stretch.work.mfu(static_cast<double>(r.pace.length()) * 1e-9);
            complete &= mfu.has_value() || stretch.work.empty();
            out.percent.push_back(mfu.value_or(0) * 100);
        }
    }
    if (all.empty() || !complete) {
        out.percent.clear();
        out.why = whyUnknown(all, out.chip);
        return out;
    }
    out.peak = all.peak();
    out.precision = all.precision();
    out.known = kernels > 0 ? known / kernels : 0;
    return out;
}

}  // namespace model::diff
