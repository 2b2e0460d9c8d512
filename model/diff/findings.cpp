// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/findings.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "model/base/messages.h"
#include "model/base/utf8.h"
#include "model/diff/late_rank.h"
#include "model/diff/setup.h"
#include "model/diff/short_names.h"
#include "model/store/kernel_profiles.h"
#include "model/workload/calls.h"
#include "model/workload/steps.h"
#include "model/workload/summary.h"

namespace model::diff {
namespace {

using Kind = Finding::Kind;
using enum MessageCode;

constexpr double kLeastShare = 0.005;     // of a repetition
constexpr double kLeastHostShare = 0.01;  // for code between calls, and idleness
constexpr double kAlike = 0.05;           // of the fastest transfers
constexpr std::size_t kMostRanks = 4;     // that have sentences of their own
constexpr int kMany = 3;                  // findings about kernels, for a sum of them

bool isDuration(Verdict v) { return v == Verdict::Slower || v == Verdict::Faster; }
bool isNumber(Verdict v) {
    return v == Verdict::Added || v == Verdict::Removed || v == Verdict::More || v == Verdict::Fewer;
}

/// A name of anything but a kernel that fits into a sentence.
std::string firstOf(std::string_view name) {
    constexpr std::size_t kMost = 90;
    if (name.size() <= kMost) return std::string(name);
    return std::string(utf8Prefix(name, kMost)) + "…";
}

std::vector<std::string_view> kernelsOf(const Comparison& c) {
    std::vector<std::string_view> out;
    for (const Row& row : c.rows)
        if (row.category == Category::Kernel)
            for (const NameId name : {row.name, row.nameB}) out.push_back(c.names.text(name));
    return out;
}

Argument duration(double ns) { return Argument::duration(ns); }

/// Calls that launch or copy: another number of them only follows from other work.
bool followsFromWork(std::string_view call) {
    for (const std::string_view word : {"Launch", "Memcpy", "Memset"})
        if (call.find(word) != call.npos) return true;
    return false;
}

/// Calls whose time is the GPU's: they wait for it.
bool waits(std::string_view call) {
    return rules::isSynchronization(call) || (call.find("Memcpy") != call.npos && call.find("Async") == call.npos);
}

class Findings {
public:
    explicit Findings(const Comparison& c) : m_c(c), m_time(c.ofAllRanks(Part::Time)), m_short(kernelsOf(c)) {
        for (const Figures* f : {&c.figuresA, &c.figuresB})
            for (const Work& w : f->kernels)
                if (w.communication) m_communication.insert(w.token.name);
    }

    std::vector<Finding> take() {
        addSetup();
        addUnit();
        addTimes();
        addReplacements();
        for (const Row& row : m_c.rows) addRow(row);
        addCompute();
        addLateRank();
        addIncomplete();
        addSameWork();
        const bool changed =
            std::any_of(m_out.begin(), m_out.end(), [](const Finding& f) { return f.kind == Kind::Change; });
        for (Finding& f : m_out)
            if (changed && f.key == "step_time_same") f.kind = Kind::Same;
        std::stable_sort(m_out.begin(), m_out.end(), [](const Finding& a, const Finding& b) {
            return a.kind != b.kind ? a.kind < b.kind : a.weight > b.weight;
        });
        return std::move(m_out);
    }

private:
    void add(Kind kind, std::string_view key, Message message, double weight = 0, Proof proof = {}) {
        m_out.push_back({kind, key, std::move(message), weight, std::move(proof), std::exchange(m_whole, {})});
    }
    /// The name as the next sentence has it, which keeps it whole beside.
    Argument shortened(Category category, std::string_view name) {
        const std::string out = category == Category::Kernel ? m_short(name) : firstOf(name);
        if (out != name) m_whole.emplace_back(name);
        return Argument::name(out);
    }
    /// The form of a sentence for what the numbers are counted per.
    MessageCode forms(MessageCode repetition, MessageCode whole) const { return isWhole(m_c) ? whole : repetition; }
    bool matters(const Change& change, double share = kLeastShare) const {
        return std::abs(change.delta()) >= share * m_time.a;
    }

    void addSetup() {
        for (SetupDifference& d : setupDifferences(m_c.a->info(), m_c.b->info()))
            add(Kind::Setup, "setup", {SetupDiffers, {Argument::name(d.fact), std::move(d.a), std::move(d.b)}});
        constexpr MessageCode kKinds[kCategories] = {Kernels, CopiesAndMemsets, CallsOfCuda, Ranges, Operators, Slices};
        for (std::size_t k = 0; k < kCategories; ++k) {
            const bool inA = m_c.figuresA.traced[k], inB = m_c.figuresB.traced[k];
            if (inA != inB) add(Kind::Setup, "not_traced", {OnlyOneHolds, {inA ? "A" : "B", kKinds[k]}});
        }
        m_commonCalls = haveCommonCalls();
        if (m_c.traced(Category::Api) && !m_commonCalls) add(Kind::Setup, "other_api", NoCommonCalls);
        const std::size_t a = m_c.figuresA.ranks.size(), b = m_c.figuresB.ranks.size();
        if (a != b) add(Kind::Setup, "ranks", {RanksDiffer, {Argument::count(a), Argument::count(b)}});
    }

    /// Names of calls differ altogether from CUDA to HIP.
    bool haveCommonCalls() const {
        const auto &a = m_c.figuresA.names[static_cast<std::size_t>(Category::Api)],
                   &b = m_c.figuresB.names[static_cast<std::size_t>(Category::Api)];
        return a.empty() || b.empty() ||
               std::any_of(a.begin(), a.end(), [&](const auto& call) { return b.contains(call.first); });
    }

    void addUnit() {
        const Repetitions &a = m_c.figuresA.repetitions, &b = m_c.figuresB.repetitions;
        const Argument inA = Argument::count(a.count()), inB = Argument::count(b.count());
        const bool emptyA = m_c.a->eventCount() == 0, emptyB = m_c.b->eventCount() == 0;
        if (emptyA && emptyB) return add(Kind::Note, "empty", BothReportsEmpty);
        if (emptyA || emptyB) return add(Kind::Note, "empty", {OneReportEmpty, {emptyA ? "A" : "B"}});
        const Argument name = Argument::name(a.name);
        if (a.unit == Unit::Step) add(Kind::Note, "unit", {ComparedByStep, {name, inA, inB}});
        if (a.unit == Unit::Range) add(Kind::Note, "unit", {ComparedByRange, {name, inA, inB}});
        if (a.unit == Unit::Whole) add(Kind::Note, "unit", ComparedAsWhole);
        addStepNames(a, b);
        addWarmUp(a, b);
        if (a.unit != Unit::Whole && !hasSpread(m_c)) add(Kind::Note, "few", FewRepetitions);
    }

    /// Steps of other names are compared all the same, and nobody may overlook it.
    void addStepNames(const Repetitions& a, const Repetitions& b) {
        if (a.unit != Unit::Step) return;
        if (a.name != b.name)
            return add(Kind::Setup, "other_steps", {StepNamesDiffer, {Argument::name(a.name), Argument::name(b.name)}});
        const std::set<std::string_view> inA = stepNames(*m_c.a, a), inB = stepNames(*m_c.b, b);
        if (std::any_of(inA.begin(), inA.end(), [&](std::string_view name) { return inB.contains(name); })) return;
        add(Kind::Note, "steps_by_number",
            {StepsByNumber, {Argument::name(*inA.begin()), Argument::name(*inB.begin())}});
    }
    static std::set<std::string_view> stepNames(const Snapshot& s, const Repetitions& all) {
        std::set<std::string_view> out;
        for (const Series& series : all.series)
            for (const auto* list : {&series.warmUp, &series.whole})
                for (const Repetition& r : *list) out.insert(s.text(eventAt(s, r.event).name));
        return out;
    }

    /// What is left out of both reports, though it is slow in one of them only perhaps.
    void addWarmUp(const Repetitions& a, const Repetitions& b) {
        if (a.slowFirst == 0 && b.slowFirst == 0) return;
        const Argument where = a.slowFirst == 0   ? Argument("B")
                               : b.slowFirst == 0 ? Argument("A")
                                                  : Argument(BothReports);
        const Series *inA = mostWarmUp(a), *inB = mostWarmUp(b);
        if (inA->warmUp.empty() && inB->warmUp.empty()) return add(Kind::Note, "warm_up_kept", {WarmUpKept, {where}});
        const Argument namesA = namesOf(*m_c.a, *inA), namesB = namesOf(*m_c.b, *inB);
        add(Kind::Note, "warm_up",
            {WarmUpLeftOut,
             {Argument::count(inA->warmUp.size()), Argument::count(inB->warmUp.size()),
              namesA == namesB || inB->warmUp.empty() ? namesA
              : inA->warmUp.empty()                   ? namesB
                                                      : Argument(Message(InAAndB, {namesA, namesB})),
              where}});
    }
    static const Series* mostWarmUp(const Repetitions& all) {
        return &*std::max_element(all.series.begin(), all.series.end(),
                                  [](const Series& x, const Series& y) { return x.warmUp.size() < y.warmUp.size(); });
    }
    static Argument namesOf(const Snapshot& s, const Series& series) {
        constexpr std::size_t kMost = 3;
        std::vector<Argument> names;
        for (std::size_t i = 0; i < std::min(kMost, series.warmUp.size()); ++i)
            names.push_back(Argument::name(s.text(eventAt(s, series.warmUp[i].event).name)));
        Argument out = listOf(std::move(names));
        return series.warmUp.size() > kMost ? Argument(Message(NameAndMore, {std::move(out)})) : out;
    }

    /// Of many ranks one sentence for all, instead of one each.
    void addTimes() {
        if (m_c.figuresA.repetitions.unit == Unit::Whole) return;  // a longer window is no change
        const bool many = m_c.parts.size() > kMostRanks * kParts;
        for (const PartRow& row : m_c.parts)
            if (!many || row.rankA == m_c.parts[0].rankA)
                addTime(row.part, many ? m_c.ofAllRanks(row.part) : row.time,
                        many ? Message(GpusTogether, {Argument::count(m_c.parts.size() / kParts)}) : rankName(m_c, row),
                        m_c.proofOf(row));
    }
    void addTime(Part part, const Change& time, Message rank, Proof proof) {
        const auto told = [&](MessageCode code) {
            return Message(code, {std::move(rank), duration(time.a), duration(time.b), changeOf(time.a, time.b)});
        };
        const double weight = std::abs(time.delta());
        if (part == Part::Time && time.verdict == Verdict::Within)
            add(Kind::Note, "step_time_same", told(time.spreadIsKnown() ? StepTimeWithin : StepTimeAlike), 0,
                std::move(proof));
        else if (part == Part::Time && time.verdict == Verdict::Small)
            add(Kind::Note, "step_time_same", told(StepTimeSmall), 0, std::move(proof));
        else if (part == Part::Time && time.verdict == Verdict::Unclear)
            add(Kind::Note, "step_time_unclear", told(StepTimeUnclear), 0, std::move(proof));
        else if (part == Part::Time && matters(time))
            add(Kind::Change, "step_time", told(StepTimeChanged), m_time.a + weight, std::move(proof));
        else if (part == Part::Idle && isDuration(time.verdict) && matters(time, kLeastHostShare))
            add(Kind::Change, "idle", told(GpuIdles), weight, std::move(proof));
    }

    Argument kernelsNamed(const std::vector<NameId>& kernels) {
        std::vector<Argument> names;
        for (const NameId k : kernels) names.push_back(shortened(Category::Kernel, m_c.names.text(k)));
        return listOf(std::move(names));
    }
    void addReplacements() {
        for (const Replacement& r : m_c.replacements) {
            if (!r.isTold) continue;
            const double times = static_cast<double>(r.times);
            m_told += r.after - r.before;
            ++m_kernels;
            for (const auto& [kernels, ns] : {std::pair(&r.from, &r.fromTimes), std::pair(&r.to, &r.toTimes)})
                for (std::size_t i = 0; i < kernels->size(); ++i) {
                    Told& told = m_replaced[(*kernels)[i]];
                    told.count += times, told.time += (*ns)[i];
                }
            const bool fused = r.to.size() < r.from.size();
            Argument from = kernelsNamed(r.from), to = kernelsNamed(r.to);
            add(Kind::Change, fused ? "fused" : "replaced",
                {fused ? forms(KernelsFused, KernelsFusedInAll) : forms(KernelsReplaced, KernelsReplacedInAll),
                 {Argument::tenths(times), std::move(from), std::move(to), duration(r.before), duration(r.after)}},
                std::abs(r.after - r.before), r.proof);
        }
    }

    void addRow(const Row& row) {
        const std::string_view name = m_c.names.text(row.name);
        const bool unit =
            m_c.figuresA.repetitions.unit == Unit::Step && row.category == Category::Range && reports::isStep(name);
        if (row.name != row.nameB)
            add(Kind::Note, "renamed",
                {KernelRenamed,
                 {Argument::name(kernelBaseName(name)), shortened(row.category, m_c.names.text(row.nameB))}},
                0, m_c.proofOf(row));
        if (isNumber(row.time.verdict)) addNumber(row, name);
        else if (isDuration(row.time.verdict) &&
                 (row.category == Category::Kernel || row.category == Category::Memory) && matters(row.time))
            addWork(row, name);
        else if (row.category == Category::Api && isDuration(row.self.verdict) && !waits(name) && matters(row.self))
            addCall(row, name);
        else if (!unit &&
                 (row.category == Category::Range || row.category == Category::Operator ||
                  row.category == Category::Slice) &&
                 isDuration(row.self.verdict) && matters(row.self, kLeastHostShare))
            add(Kind::Change, "host_code",
                {CodeOnCpu,
                 {shortened(row.category, name), duration(row.self.a), duration(row.self.b),
                  changeOf(row.self.a, row.self.b)}},
                std::abs(row.self.delta()), m_c.proofOf(row));
    }
    void addNumber(const Row& row, std::string_view name) {
        const bool whole = m_c.figuresA.repetitions.unit == Unit::Whole && !m_c.options.wholeReports;
        if (whole && (row.time.verdict == Verdict::More || row.time.verdict == Verdict::Fewer))
            return;  // one is longer
        if (row.category == Category::Api && (followsFromWork(name) || !m_commonCalls)) return;
        Told told;
        if (const auto at = m_replaced.find(row.name); row.category == Category::Kernel && at != m_replaced.end())
            told = at->second;
        if (told.count > 0 && told.count >= std::abs(row.countB - row.countA)) return;
        // What a replacement tells of is not told once more: what is left of the number and of the time.
        const bool cameMore = row.time.verdict == Verdict::Added || row.time.verdict == Verdict::More;
        const auto rest = [&](double value, double part, bool of) { return of ? std::max(0.0, value - part) : value; };
        const double countA = rest(row.countA, told.count, !cameMore), countB = rest(row.countB, told.count, cameMore),
                     timeA = rest(row.time.a, told.time, !cameMore), timeB = rest(row.time.b, told.time, cameMore);
        const bool gpu = row.category == Category::Kernel || row.category == Category::Memory;
        if (row.category == Category::Kernel) m_told += timeB - timeA, ++m_kernels;
        const double weight = std::abs(gpu ? timeB - timeA : row.self.delta());
        const auto [key, code] = numberCode(row.time.verdict, told.count > 0);
        add(Kind::Change, key,
            {code,
             {shortened(row.category, name), Argument::tenths(countA), Argument::tenths(countB), duration(timeA),
              duration(timeB)}},
            weight, m_c.proofOf(row));
    }
    /// Key and sentence of another number of events.
    std::pair<std::string_view, MessageCode> numberCode(Verdict verdict, bool partlyTold) const {
        const auto of = [&](std::string_view key, MessageCode repetition, MessageCode whole) {
            return std::pair(key, partlyTold ? forms(BesideReplaced, BesideReplacedInAll) : forms(repetition, whole));
        };
        switch (verdict) {
        case Verdict::Added: return of("added", OnlyInB, OnlyInBInAll);
        case Verdict::Removed: return of("removed", OnlyInA, OnlyInAInAll);
        case Verdict::More: return of("more", MoreOften, MoreOftenInAll);
        default: return of("fewer", LessOften, LessOftenInAll);
        }
    }
    void addWork(const Row& row, std::string_view name) {
        std::vector<Argument> values{shortened(row.category, name), duration(row.time.a), duration(row.time.b),
                                     changeOf(row.time.a, row.time.b)};
        const double weight = std::abs(row.time.delta());
        if (row.category == Category::Kernel && m_communication.contains(row.name)) {
            const auto fastest = [](const Figure* f) { return quantileOf({f->each.begin(), f->each.end()}, 0.1); };
            const double a = fastest(m_c.figureA(row)), b = fastest(m_c.figureB(row));
            if (std::abs(b - a) <= kAlike * std::max(a, b)) {
                values.push_back(duration(a)), values.push_back(duration(b));
                return add(Kind::Change, "waiting", {WaitingNotTransfer, std::move(values)}, weight, m_c.proofOf(row));
            }
        }
        if (row.category == Category::Kernel) m_told += row.time.delta(), ++m_kernels;
        const bool slower = row.time.verdict == Verdict::Slower;
        add(Kind::Change, slower ? "slower" : "faster", {slower ? WorkSlower : WorkFaster, std::move(values)}, weight,
            m_c.proofOf(row));
    }
    void addCall(const Row& row, std::string_view name) {
        std::vector<Argument> values{shortened(row.category, name), duration(row.self.a), duration(row.self.b),
                                     changeOf(row.self.a, row.self.b)};
        if (!row.bimodal) values.push_back(duration(row.eachA)), values.push_back(duration(row.eachB));
        add(Kind::Change, "calls", {row.bimodal ? CallsTake : CallsTakeEach, std::move(values)},
            std::abs(row.self.delta()), m_c.proofOf(row));
    }

    /// Kernels that are all a little slower or faster, as at another clock, of which no single one tells; or many that
    /// changed, together.
    void addCompute() {
        const Change compute = m_c.ofAllRanks(Part::Compute);
        if (!isDuration(compute.verdict) || !matters(compute, kLeastHostShare)) return;
        const bool untold = std::abs(compute.delta() - m_told) >= std::abs(compute.delta()) / 2;
        if (!untold && m_kernels < kMany) return;
        add(Kind::Change, "compute",
            {untold ? ComputeChangedUntold : ComputeChanged,
             {duration(compute.a), duration(compute.b), changeOf(compute.a, compute.b)}},
            std::abs(compute.delta()));
    }

    void addLateRank() {
        const auto a = lateRank(m_c.figuresA), b = lateRank(m_c.figuresB);
        if (!a && !b) return;
        const Message inA = a ? rankName(m_c.figuresA, a->rank) : Message(),
                      inB = b ? rankName(m_c.figuresB, b->rank) : Message();
        if (inA == inB) return;
        const double weight = std::max(a ? a->waited : 0, b ? b->waited : 0);
        if (weight < kLeastHostShare * m_time.a) return;
        if (!a || !b)
            return add(Kind::Change, "late_rank", {LateInOne, {a ? "A" : "B", a ? inA : inB, duration(weight)}},
                       weight);
        std::vector<Argument> values{inA, duration(a->waited), inB, duration(b->waited)};
        const bool sameTransfer = std::abs(b->fastest - a->fastest) <= kAlike * std::max(a->fastest, b->fastest);
        if (sameTransfer) values.push_back(duration(a->fastest)), values.push_back(duration(b->fastest));
        add(Kind::Change, "late_rank", {sameTransfer ? LateIsAnotherSameTransfer : LateIsAnother, std::move(values)},
            weight);
    }

    void addIncomplete() {
        for (const auto& [report, figures] : {std::pair("A", &m_c.figuresA), std::pair("B", &m_c.figuresB)})
            if (figures->withoutLaunch > 0) {
                Proof proof;
                (report[0] == 'A' ? proof.a : proof.b) =
                    reports::evidenceOf(report[0] == 'A' ? *m_c.a : *m_c.b, figures->incomplete);
                add(Kind::Note, "incomplete",
                    {KernelsWithoutLaunch,
                     {report, Argument::count(figures->withoutLaunch), Argument::count(figures->kernelsInReport)}},
                    0, std::move(proof));
            }
    }

    void addSameWork() {
        if (!m_c.traced(Category::Kernel) || m_c.figuresA.repetitions.unit == Unit::Whole) return;
        std::size_t names = 0;
        double kernels = 0;
        bool alike = !isDuration(m_c.ofAllRanks(Part::Compute).verdict);
        for (const Row& row : m_c.rows) {
            if (row.category != Category::Kernel || (row.countA == 0 && row.countB == 0)) continue;
            if (isNumber(row.time.verdict)) return;
            alike &= row.time.verdict == Verdict::Within || row.time.verdict == Verdict::Small;
            ++names;
            kernels += row.countA;
        }
        add(Kind::Note, "same_work",
            {alike ? SameWorkAsFast : SameWork, {Argument::tenths(kernels), Argument::count(names)}});
    }

    const Comparison& m_c;
    const Change m_time;
    const ShortNames m_short;
    std::set<NameId> m_communication;  // kernels that are
    std::vector<std::string> m_whole;  // names that the next sentence shortens
    std::vector<Finding> m_out;
    bool m_commonCalls = true;
    int m_kernels = 0;  // findings about them
    double m_told = 0;  // ns a repetition that findings about kernels account for
    struct Told {
        double count = 0, time = 0;
    };
    std::unordered_map<NameId, Told>
        m_replaced;  // kernels of a repetition that a replacement tells of: A's that went, B's that came
};

}  // namespace

std::string_view findingKindKey(Finding::Kind kind) {
    return kind == Kind::Setup ? "setup" : kind == Kind::Same ? "same" : kind == Kind::Change ? "change" : "note";
}

std::vector<Finding> findingsOf(const Comparison& c) { return Findings(c).take(); }

Message nothingChanged(const Comparison& c, const std::vector<Finding>& findings) {
    if (std::any_of(findings.begin(), findings.end(),
                    [](const Finding& f) { return f.kind == Kind::Change || f.key == "empty"; }))
        return {};
    if (!hasSpread(c)) return NothingToJudge;
    const auto changed = [](const auto& row) { return isDuration(row.time.verdict) || isNumber(row.time.verdict); };
    const bool any =
        std::any_of(c.parts.begin(), c.parts.end(), changed) || std::any_of(c.rows.begin(), c.rows.end(), changed);
    return any ? NothingLarge : NothingBeyondSpread;
}

}  // namespace model::diff
