// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/roofline/roofline.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "model/base/messages.h"
#include "model/roofline/operator_points.h"
#include "model/roofline/profile_metrics.h"
#include "model/workload/events.h"

namespace model::roofline {
namespace {

using reports::Request;

constexpr double kNs = 1e-9;

/// Adds a text to those that are there already: most sums are made of one kind.
void addText(std::string& to, const std::string& text) {
    if (text.empty() || to == text || to.find(text) != to.npos) return;
    to += (to.empty() ? "" : "; ") + text;
}

class Collector {
public:
    explicit Collector(const Request& r) : m_r(r), m_names(r) {}

    Result take() {
        if (m_r.report.profileCount() > 0) addProfiles();
        else addOperators();
        addDataSheets();
        finishRoofs();
        std::stable_sort(m_out.points.begin(), m_out.points.end(), [](const Point& a, const Point& b) {
            return a.seconds != b.seconds
                       ? a.seconds > b.seconds
                       : std::tie(a.name, a.precision, a.shape) < std::tie(b.name, b.precision, b.shape);
        });
        return std::move(m_out);
    }

private:
    void addProfiles() {
        ProfileReader reader(m_r.report);
        const reports::ArgReader profile(m_r.report, kProfileArg);
        reports::forEvents(m_r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
            ++m_out.kernels;
            const auto id = profile.number(reports::argsAt(lane, e.row));
            if (!id || *id < 0 || static_cast<std::uint64_t>(*id) >= m_r.report.profileCount())
                return void(++m_out.without);
            const KernelProfile& p = m_r.report.kernelProfiles().at(static_cast<ProfileId>(*id));
            const ProfileFigures f = reader.read(p, static_cast<double>(reports::durationAt(lane, e.row)) * kNs);
            if (f.work.empty()) return void(++m_out.without);
            const std::uint32_t chip = chipOf(t.key.host, t.key.device);
            addMeasuredRoofs(chip, f);
            const std::string& name = m_names.text(m_names.id(lane, e.row));
            addKernel(name, m_launches.next(name, shapeOf(p)), chip, f, e);
        });
    }

    void addKernel(const std::string& name, const LaunchNumber& launch, std::uint32_t chip, const ProfileFigures& f,
                   EventRef e) {
        double all = 0, half = 0;
        for (const Work& w : f.work) all += w.flop, half += w.precision == Precision::Fp16 ? w.flop : 0;
        const double phantom = all > 0 && half < kPhantomShare * all ? half / all : 0;
        bool any = false;
        for (const Work& w : f.work) {
            if (!(w.flop > 0) || (w.precision == Precision::Fp16 && phantom > 0)) continue;
            addPoint(name, launch, chip, f, w, phantom, e);
            any = true;
        }
        // Kernels that only move data have a place in the list, with their bytes.
        if (any) return;
        Work none;
        none.isIncomplete = f.work.front().isIncomplete;
        addPoint(name, launch, chip, f, none, phantom, e);
    }

    void addPoint(const std::string& name, const LaunchNumber& launch, std::uint32_t chip, const ProfileFigures& f,
                  const Work& w, double phantom, EventRef e) {
        Point one;
        one.name = name;
        if (m_r.eachLaunch) one.launch = launch;
        one.chip = chip;
        one.precision = w.precision;
        one.flop = w.flop;
        one.seconds = f.seconds;
        one.bytes = f.bytes;
        one.peakFlop = w.peak * f.seconds;
        for (std::size_t l = 0; l < kLevels; ++l) one.peakBytes[l] = f.peakBytes[l] * f.seconds;
        one.busy = f.busy.times(f.seconds);
        one.launches = 1;
        one.isIncomplete = w.isIncomplete || f.tensorUncounted;
        one.phantomShare = phantom;
        one.formula = w.formula;
        one.definition = f.definition;
        one.peakDefinition = w.peakDefinition;
        one.events = {e};
        if (!w.variant.empty())
            m_variants.try_emplace({chip, w.precision, w.variant},
                                   Roof{chip, true, w.precision, Level::Dram, Origin::Measured, w.peak, true,
                                        w.peakDefinition, w.variant});
        add(std::move(one));
    }

    void addOperators() {
        if (reports::tracksOf(m_r.report, {TrackKind::Operators}).empty())
            return countKernels();  // they may lie before the range of their kernels
        OperatorCalls calls(m_r);
        std::size_t used = 0;
        for (OperatorCall& c : calls.find(m_out.kernels)) {
            used += c.inRange;
            addOperator(std::move(c));
        }
        m_out.without = m_out.kernels - used;
    }

    void addOperator(OperatorCall c) {
        Point one;
        one.name = m_r.report.text(eventAt(m_r.report, c.event).name);
        one.shape = c.work.shape;
        if (m_r.eachLaunch) one.launch = m_launches.next(one.name + '\n' + one.shape, {});
        one.chip = chipOf(c.host, c.device);
        one.precision = c.work.precision;
        if (c.work.isMatrix && one.precision == Precision::Fp32)
            for (const EventRef e : c.kernels)
                if (isTf32Kernel(m_r.report.text(eventAt(m_r.report, e).name))) one.precision = Precision::TensorTf32;
        one.flop = c.work.flop;
        one.seconds = static_cast<double>(c.time) * kNs;
        one.bytes[indexOf(Level::Dram)] = c.work.bytes;
        one.launches = 1;
        one.isModel = true;
        one.formula = c.work.formula;
        one.peaks = Origin::DataSheet;
        one.events = std::move(c.kernels);
        add(std::move(one));
    }

    void countKernels() {
        reports::forEvents(m_r, {TrackKind::StreamKernels},
                           [&](const Track&, EventRef, const LaneView&) { ++m_out.kernels; });
        m_out.without = m_out.kernels;
    }

    /// A point of its own, or a part of the one of that name.
    void add(Point one) {
        fillFromDataSheet(one);
        if (m_r.eachLaunch) return void(m_out.points.push_back(std::move(one)));
        const auto [at, fresh] =
            m_byName.try_emplace({one.name, one.precision, one.chip, one.hasWork()}, m_out.points.size());
        if (fresh) return void(m_out.points.push_back(std::move(one)));
        Point& sum = m_out.points[at->second];
        sum.flop += one.flop;
        sum.seconds += one.seconds;
        sum.peakFlop += one.peakFlop;
        for (std::size_t l = 0; l < kLevels; ++l) {
            sum.bytes[l] += one.bytes[l];
            sum.peakBytes[l] += one.peakBytes[l];
            addText(sum.definition[l], one.definition[l]);
        }
        sum.busy += one.busy;
        sum.launches += one.launches;
        sum.isIncomplete |= one.isIncomplete;
        sum.phantomShare = std::max(sum.phantomShare, one.phantomShare);
        addText(sum.formula, one.formula);
        addText(sum.peakDefinition, one.peakDefinition);
        if (sum.shape != one.shape) sum.shape.clear();
        const std::size_t room = reports::kMostEvidence - std::min(reports::kMostEvidence, sum.events.size());
        sum.events.insert(sum.events.end(), one.events.begin(),
                          one.events.begin() + static_cast<std::ptrdiff_t>(std::min(room, one.events.size())));
    }

    void fillFromDataSheet(Point& p) const {
        const ChipPeaks* sheet = m_out.chips[p.chip].peaks;
        if (!sheet) return;
        const double work = p.hasWork() ? sheet->rates.work[indexOf(p.precision)] : 0;
        if (!isKnown(p.peakFlop) && work > 0) {
            p.peakFlop = work * p.seconds;
            p.peakDefinition = sheet->name;
            p.peaks = Origin::DataSheet;
            p.isVerified = !sheet->unverifiedWork[indexOf(p.precision)];
        }
        for (std::size_t l = 0; l < kLevels; ++l)
            if (isKnown(p.bytes[l]) && !isKnown(p.peakBytes[l]) && sheet->rates.traffic[l] > 0)
                p.peakBytes[l] = sheet->rates.traffic[l] * p.seconds;
    }

    std::uint32_t chipOf(std::int64_t host, std::int64_t device) {
        const auto [at, fresh] = m_chipOf.try_emplace({host, device});
        if (!fresh) return at->second;
        Chip chip = roofline::chipOf(m_r, host, device);
        const auto same = std::find(m_out.chips.begin(), m_out.chips.end(), chip);
        at->second = static_cast<std::uint32_t>(same - m_out.chips.begin());
        if (same == m_out.chips.end()) m_out.chips.push_back(std::move(chip));
        return at->second;
    }

    /// Clocks change from kernel to kernel: the roof of the report is their mean by time.
    struct Mean {
        double sum = 0, seconds = 0;
        std::string definition;
        void add(double rate, double time, const std::string& from) {
            if (!isKnown(rate) || !(rate > 0)) return;
            sum += rate * time;
            seconds += time;
            if (definition.empty()) definition = from;
        }
    };
    struct ChipRoofs {
        std::array<Mean, kPrecisions> work;
        std::array<Mean, kLevels> traffic;
    };
    void addMeasuredRoofs(std::uint32_t chip, const ProfileFigures& f) {
        ChipRoofs& roofs = m_roofs[chip];
        for (std::size_t p = 0; p < kPrecisions; ++p) roofs.work[p].add(f.peaks[p], f.seconds, f.peakDefinition[p]);
        for (std::size_t l = 0; l < kLevels; ++l) roofs.traffic[l].add(f.peakBytes[l], f.seconds, f.definition[l]);
    }
    void finishRoofs() {
        for (const auto& [chip, roofs] : m_roofs) {
            for (std::size_t p = 0; p < kPrecisions; ++p)
                if (const Mean& m = roofs.work[p]; m.seconds > 0)
                    m_out.roofs.push_back({chip,
                                           true,
                                           static_cast<Precision>(p),
                                           Level::Dram,
                                           Origin::Measured,
                                           m.sum / m.seconds,
                                           true,
                                           m.definition,
                                           {}});
            for (std::size_t l = 0; l < kLevels; ++l)
                if (const Mean& m = roofs.traffic[l]; m.seconds > 0)
                    m_out.roofs.push_back({chip,
                                           false,
                                           Precision::Fp32,
                                           static_cast<Level>(l),
                                           Origin::Measured,
                                           m.sum / m.seconds,
                                           true,
                                           m.definition,
                                           {}});
        }
        for (auto& [key, roof] : m_variants) m_out.roofs.push_back(std::move(roof));
    }
    void addDataSheets() {
        for (std::uint32_t c = 0; c < m_out.chips.size(); ++c) {
            const ChipPeaks* sheet = m_out.chips[c].peaks;
            if (!sheet) continue;
            const std::string source = fmt::format("{}: {}", sheet->name, sheet->source);
            for (const PrecisionInfo& p : precisions()) {
                const double rate = sheet->rates.work[indexOf(p.precision)];
                const bool verified = !sheet->unverifiedWork[indexOf(p.precision)];
                if (rate > 0)
                    m_out.roofs.push_back(
                        {c, true, p.precision, Level::Dram, Origin::DataSheet, rate, verified, source, {}});
                if (rate > 0 && isTensor(p.precision) && sheet->practical > 0)
                    m_out.roofs.push_back({c,
                                           true,
                                           p.precision,
                                           Level::Dram,
                                           Origin::Practical,
                                           rate * sheet->practical,
                                           verified,
                                           source,
                                           {}});
            }
            for (const LevelInfo& l : levels())
                if (const double rate = sheet->rates.traffic[indexOf(l.level)]; rate > 0)
                    m_out.roofs.push_back({c,
                                           false,
                                           Precision::Fp32,
                                           l.level,
                                           Origin::DataSheet,
                                           rate,
                                           !sheet->unverifiedTraffic[indexOf(l.level)],
                                           source,
                                           {}});
        }
    }

    const Request& m_r;
    reports::KernelNamer m_names;
    Result m_out;
    std::map<std::tuple<std::string, Precision, std::uint32_t, bool>, std::size_t>
        m_byName;              // of kernels with work and without
    LaunchCounter m_launches;  // of a kernel; calls of an operator with a shape
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> m_chipOf;  // host, device
    std::map<std::uint32_t, ChipRoofs> m_roofs;
    std::map<std::tuple<std::uint32_t, Precision, std::string>, Roof> m_variants;
};

}  // namespace

double Point::roof(Level l) const {
    const double work = peakFlop / seconds, memory = intensity(l) * peakBytes[indexOf(l)] / seconds;
    return isKnown(work) && isKnown(memory) ? std::min(work, memory) : kUnknown;
}

namespace {
constexpr Bound kBoundOf[] = {Bound::Dram, Bound::L2, Bound::L1};
}

SpeedOfLight SpeedOfLight::times(double seconds) const {
    SpeedOfLight out{compute * seconds, memory * seconds, level};
    for (double& l : out.level) l *= seconds;
    return out;
}

SpeedOfLight& SpeedOfLight::operator+=(const SpeedOfLight& other) {
    compute += other.compute;
    memory += other.memory;
    for (std::size_t l = 0; l < kLevels; ++l) level[l] += other.level[l];
    return *this;
}

/// The memory is as busy as one of its parts, and that one it is. More than it is only a part that the profiler does
/// not count as a limit.
Bound Point::boundBySpeedOfLight() const {
    if (std::max(busy.compute, busy.memory) < kLatencySpeedOfLight * seconds) return Bound::Latency;
    if (busy.compute > busy.memory) return Bound::Compute;
    const auto distance = [this](double level) {
        return isKnown(level) ? std::abs(level - busy.memory) : std::numeric_limits<double>::infinity();
    };
    const auto nearest = std::min_element(busy.level.begin(), busy.level.end(),
                                          [&](double a, double b) { return distance(a) < distance(b); });
    return isKnown(*nearest) ? kBoundOf[nearest - busy.level.begin()] : Bound::Unknown;
}

Bound Point::bound() const {
    if (busy.isKnown())
        if (const Bound known = boundBySpeedOfLight(); known != Bound::Unknown) return known;
    Bound out = Bound::Unknown;
    double most = -1;
    const auto consider = [&](double share, Bound bound) {
        if (share > most) most = share, out = bound;  // what is unknown is never greater
    };
    for (std::size_t l = 0; l < kLevels; ++l) consider(bytes[l] / peakBytes[l], kBoundOf[l]);
    consider(flop / peakFlop, Bound::Compute);
    return most >= 0 && most < kLatencyShare && !busy.isKnown() ? Bound::Latency : out;
}

Caches cachesOf(const Snapshot& s) {
    if (s.profileCount() == 0 || s.info().product == "rocprof-compute") return Caches::Unknown;
    for (const Diagnostic& d : s.store().diagnostics().list())
        if (d.note == Note::ReportMessage && d.subject.code == MessageCode::KernelsMeasured) return Caches::Warm;
    return Caches::Cleared;
}

Result measure(const Request& request) {
    Result out = Collector(request).take();
    if (std::any_of(out.points.begin(), out.points.end(), [](const Point& p) { return !p.isModel; }))
        out.caches = cachesOf(request.report);
    return out;
}

}  // namespace model::roofline
