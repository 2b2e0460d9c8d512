// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/roofline/counted_work.h"

#include <algorithm>
#include <cmath>

#include "model/base/translate_noop.h"
#include "model/roofline/operator_points.h"
#include "model/roofline/profile_metrics.h"
#include "model/workload/events.h"

namespace model::roofline {

using reports::DeviceId;
using reports::Request;

namespace {

constexpr double kNanosecond = 1e-9;

std::uint64_t keyOf(EventRef e) { return std::uint64_t{e.lane} << 32 | e.row; }

Request wholeOf(const Request& r) {
    Request out = r;
    out.range = {kTimeMin, kTimeMax};
    return out;
}

}  // namespace

CountedWork::CountedWork(const Request& r) {
    const Request whole = wholeOf(r);
    if (!reports::tracksOf(r.report, {TrackKind::Operators}).empty()) addOperators(whole);
    if (r.report.profileCount() > 0) addProfiles(whole);
}

const KernelWork* CountedWork::find(EventRef kernel) const {
    const auto at = m_work.find(keyOf(kernel));
    return at == m_work.end() ? nullptr : &at->second;
}

double CountedWork::peakOf(const Request& r, const DeviceId& device, Precision precision) {
    const auto [at, fresh] = m_chips.try_emplace(device);
    if (fresh) at->second = chipOf(r, device.host, device.device);
    const double peak = at->second.peaks ? at->second.peaks->rates.work[indexOf(precision)] : 0;
    return peak > 0 ? peak : kUnknown;
}

void CountedWork::addOperators(const Request& whole) {
    std::size_t kernels = 0;
    for (const OperatorCall& call : OperatorCalls(whole).find(kernels)) {
        if (!call.work.isMatrix) continue;  // the utilisation of a model is that of its products
        KernelWork all;
        all.isModel = true;
        all.precision = call.work.precision;
        if (all.precision == Precision::Fp32 && std::any_of(call.kernels.begin(), call.kernels.end(), [&](EventRef e) {
                return isTf32Kernel(whole.report.text(eventAt(whole.report, e).name));
            }))
            all.precision = Precision::TensorTf32;
        all.peak = peakOf(whole, {call.host, call.device}, all.precision);
        for (const EventRef e : call.kernels) {
            KernelWork one = all;
            one.flop = call.work.flop * static_cast<double>(eventAt(whole.report, e).duration()) /
                       static_cast<double>(call.time);
            one.atPeak = one.flop / one.peak;
            m_work.insert_or_assign(keyOf(e), one);
        }
    }
}

void CountedWork::addProfiles(const Request& whole) {
    ProfileReader reader(whole.report);
    const reports::ArgReader profile(whole.report, kProfileArg);
    reports::forEvents(whole, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        const auto id = profile.number(reports::argsAt(lane, e.row));
        if (!id || *id < 0 || static_cast<std::uint64_t>(*id) >= whole.report.profileCount()) return;
        const ProfileFigures figures = reader.read(whole.report.kernelProfiles().at(static_cast<ProfileId>(*id)),
                                                   static_cast<double>(reports::durationAt(lane, e.row)) * kNanosecond);
        KernelWork sum;
        sum.atPeak = 0;
        double most = 0;
        for (const Work& w : figures.work) {
            if (!(w.flop > 0)) continue;
            const double sheet = peakOf(whole, {t.key.host, t.key.device}, w.precision);
            const double peak = isKnown(sheet) ? sheet : w.peak;
            sum.flop += w.flop;
            sum.atPeak += w.flop / peak;
            if (w.flop > most) most = w.flop, sum.precision = w.precision, sum.peak = peak;
        }
        if (!figures.work.empty()) m_work.insert_or_assign(keyOf(e), sum);
    });
}

void WorkSum::add(const KernelWork& work, double share) {
    if (!(work.flop > 0)) return;
    m_flop += work.flop * share;
    m_atPeak += work.atPeak * share;
    m_flopOf[indexOf(work.precision)] += work.flop * share;
    m_peakOf[indexOf(work.precision)] = work.peak;
    (work.isModel ? m_modelled : m_measured) = true;
}

void WorkSum::add(const WorkSum& other) {
    if (other.empty()) return;
    m_flop += other.m_flop;
    m_atPeak += other.m_atPeak;
    for (std::size_t p = 0; p < kPrecisions; ++p) {
        m_flopOf[p] += other.m_flopOf[p];
        if (other.m_flopOf[p] > 0) m_peakOf[p] = other.m_peakOf[p];
    }
    m_measured |= other.m_measured;
    m_modelled |= other.m_modelled;
}

std::optional<double> WorkSum::mfu(double seconds) const {
    if (empty() || !(seconds > 0) || !isKnown(m_atPeak)) return {};
    return m_atPeak / seconds;
}

Precision WorkSum::precision() const {
    return static_cast<Precision>(std::max_element(m_flopOf.begin(), m_flopOf.end()) - m_flopOf.begin());
}

double WorkSum::peak() const { return empty() ? kUnknown : m_peakOf[indexOf(precision())]; }

std::string WorkSum::source() const {
    if (empty()) return QT_TRANSLATE_NOOP("Reports", "no work is known");
    std::string out;
    const auto add = [&out](bool is, std::string_view words) {
        if (is) out.append(out.empty() ? "" : "; ").append(words);
    };
    add(m_measured, QT_TRANSLATE_NOOP("Reports", "measured"));
    add(m_modelled, QT_TRANSLATE_NOOP("Reports", "modelled by sizes"));
    add(!isKnown(m_atPeak), QT_TRANSLATE_NOOP("Reports", "peak not known"));
    return out;
}

WorkByTime::WorkByTime(const Request& r, const CountedWork& work) {
    reports::forEvents(wholeOf(r), {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        Device& d = m_devices[{t.key.host, t.key.device}];
        d.pieces.push_back({{lane.start(e.row), lane.end(e.row)}, work.find(e)});
        d.longest = std::max(d.longest, reports::durationAt(lane, e.row));
    });
    for (auto& [id, d] : m_devices)
        std::stable_sort(d.pieces.begin(), d.pieces.end(),
                         [](const Piece& a, const Piece& b) { return a.when.begin < b.when.begin; });
}

WorkByTime::Stretch WorkByTime::in(const DeviceId& device, TimeRange when) const {
    Stretch out;
    const auto of = m_devices.find(device);
    if (of == m_devices.end()) return out;
    const auto& [pieces, longest] = of->second;
    const TimeNs first = saturatingSub(when.begin, longest);
    auto at = std::lower_bound(pieces.begin(), pieces.end(), first,
                               [](const Piece& p, TimeNs t) { return p.when.begin < t; });
    for (; at != pieces.end() && at->when.begin < when.end; ++at) {
        const auto inside = static_cast<double>(at->when.intersected(when).length());
        if (!(inside > 0)) continue;
        out.kernels += inside;
        if (!at->work) continue;
        out.known += inside;
        out.work.add(*at->work, inside / static_cast<double>(at->when.length()));
    }
    return out;
}

}  // namespace model::roofline
