// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/findings.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "model/base/places.h"
#include "model/base/translate_noop.h"
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

std::string countText(double count) { return fmt::format("{}", std::round(count * 10) / 10); }

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
    void add(Kind kind, std::string_view key, const char* text, std::vector<std::string> values, double weight = 0,
             Proof proof = {}) {
        m_out.push_back({kind, key, text, std::move(values), weight, std::move(proof), std::exchange(m_whole, {}),
                         std::exchange(m_lists, {})});
    }
    /// The name as the next sentence has it, which keeps it whole beside.
    std::string shortened(Category category, std::string_view name) {
        std::string out = category == Category::Kernel ? m_short(name) : firstOf(name);
        if (out != name) m_whole.emplace_back(name);
        return out;
    }
    /// The form of a sentence for what the numbers are counted per.
    const char* forms(const char* repetition, const char* whole) const { return isWhole(m_c) ? whole : repetition; }
    bool matters(const Change& change, double share = kLeastShare) const {
        return std::abs(change.delta()) >= share * m_time.a;
    }

    void addSetup() {
        for (SetupDifference& d : setupDifferences(m_c.a->info(), m_c.b->info()))
            add(Kind::Setup, "setup", QT_TRANSLATE_NOOP("Compare", "%1 is %2 in A and %3 in B."),
                {std::move(d.fact), std::move(d.a), std::move(d.b)});
        constexpr const char* kKinds[kCategories] = {QT_TRANSLATE_NOOP("Compare", "kernels"),
                                                     QT_TRANSLATE_NOOP("Compare", "copies and memsets"),
                                                     QT_TRANSLATE_NOOP("Compare", "calls of the CUDA API"),
                                                     QT_TRANSLATE_NOOP("Compare", "ranges"),
                                                     QT_TRANSLATE_NOOP("Compare", "operators"),
                                                     QT_TRANSLATE_NOOP("Compare", "slices")};
        for (std::size_t k = 0; k < kCategories; ++k) {
            const bool inA = m_c.figuresA.traced[k], inB = m_c.figuresB.traced[k];
            if (inA != inB)
                add(Kind::Setup, "not_traced", QT_TRANSLATE_NOOP("Compare", "Only %1 holds %2: they are not compared."),
                    {inA ? "A" : "B", kKinds[k]});
        }
        m_commonCalls = haveCommonCalls();
        if (m_c.traced(Category::Api) && !m_commonCalls)
            add(Kind::Setup, "other_api",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "A and B have no API call in common, as with CUDA and HIP: their calls are not compared."),
                {});
        const std::size_t a = m_c.figuresA.ranks.size(), b = m_c.figuresB.ranks.size();
        if (a != b)
            add(Kind::Setup, "ranks", QT_TRANSLATE_NOOP("Compare", "Ranks: %1 in A, %2 in B."),
                {std::to_string(a), std::to_string(b)});
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
        const std::string inA = std::to_string(a.count()), inB = std::to_string(b.count());
        const bool emptyA = m_c.a->eventCount() == 0, emptyB = m_c.b->eventCount() == 0;
        if (emptyA && emptyB)
            return add(Kind::Note, "empty",
                       QT_TRANSLATE_NOOP(
                           "Compare", "Both reports are empty: they hold no events, and there is nothing to compare."),
                       {});
        if (emptyA || emptyB)
            return add(
                Kind::Note, "empty",
                QT_TRANSLATE_NOOP("Compare", "%1 is empty: it holds no events, and there is nothing to compare."),
                {emptyA ? "A" : "B"});
        if (a.unit == Unit::Step)
            add(Kind::Note, "unit",
                QT_TRANSLATE_NOOP("Compare",
                                  "Compared by step (%1): %2 in A, %3 in B. Times and numbers are medians of them."),
                {a.name, inA, inB});
        if (a.unit == Unit::Range)
            add(Kind::Note, "unit",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "Compared by repetition, from one begin of “%1” to the next: %2 in A, %3 in B. Times and numbers are medians of them."),
                {a.name, inA, inB});
        if (a.unit == Unit::Whole)
            add(Kind::Note, "unit",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "Whole reports are compared: a longer one has more of everything, and no spread is known."),
                {});
        addStepNames(a, b);
        addWarmUp(a, b);
        if (a.unit != Unit::Whole && !hasSpread(m_c))
            add(Kind::Note, "few",
                QT_TRANSLATE_NOOP("Compare",
                                  "Fewer than three repetitions show no spread: differences of time are not judged."),
                {});
    }

    /// Steps of other names are compared all the same, and nobody may overlook it.
    void addStepNames(const Repetitions& a, const Repetitions& b) {
        if (a.unit != Unit::Step) return;
        if (a.name != b.name)
            return add(
                Kind::Setup, "other_steps",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "Steps are called “%1” in A and “%2” in B: they are taken for the same, the n-th for the n-th."),
                {a.name, b.name});
        const std::set<std::string_view> inA = stepNames(*m_c.a, a), inB = stepNames(*m_c.b, b);
        if (std::any_of(inA.begin(), inA.end(), [&](std::string_view name) { return inB.contains(name); })) return;
        add(Kind::Note, "steps_by_number",
            QT_TRANSLATE_NOOP(
                "Compare",
                "No step of A has the name of one of B, “%1” is one in A and “%2” in B: the n-th is laid on the n-th."),
            {std::string(*inA.begin()), std::string(*inB.begin())});
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
        const std::string where = a.slowFirst == 0   ? "B"
                                  : b.slowFirst == 0 ? "A"
                                                     : QT_TRANSLATE_NOOP("Compare", "A and B");
        const Series *inA = mostWarmUp(a), *inB = mostWarmUp(b);
        if (inA->warmUp.empty() && inB->warmUp.empty())
            return add(
                Kind::Note, "warm_up_kept",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "The first steps take 20 % longer than the median in %1, or more, and are not left out as warm-up: of one report fewer than three would be left."),
                {where});
        const std::string namesA = namesOf(*m_c.a, *inA), namesB = namesOf(*m_c.b, *inB);
        add(Kind::Note, "warm_up",
            QT_TRANSLATE_NOOP(
                "Compare",
                "The first steps are left out of both reports as warm-up, %1 of A and %2 of B (%3): in %4 they take 20 % longer than the median, or more."),
            {std::to_string(inA->warmUp.size()), std::to_string(inB->warmUp.size()),
             namesA == namesB || namesB.empty() ? namesA
             : namesA.empty()                   ? namesB
                                                : namesA + " / " + namesB,
             where});
    }
    static const Series* mostWarmUp(const Repetitions& all) {
        return &*std::max_element(all.series.begin(), all.series.end(),
                                  [](const Series& x, const Series& y) { return x.warmUp.size() < y.warmUp.size(); });
    }
    static std::string namesOf(const Snapshot& s, const Series& series) {
        constexpr std::size_t kMost = 3;
        std::string out;
        for (std::size_t i = 0; i < std::min(kMost, series.warmUp.size()); ++i)
            out.append(i ? ", " : "").append(s.text(eventAt(s, series.warmUp[i].event).name));
        return series.warmUp.size() > kMost ? out + " …" : out;
    }

    /// Of many ranks one sentence for all, instead of one each.
    void addTimes() {
        if (m_c.figuresA.repetitions.unit == Unit::Whole) return;  // a longer window is no change
        const bool many = m_c.parts.size() > kMostRanks * kParts;
        for (const PartRow& row : m_c.parts)
            if (!many || row.rankA == m_c.parts[0].rankA)
                addTime(row.part, many ? m_c.ofAllRanks(row.part) : row.time,
                        many ? fmt::format("{} × GPU", m_c.parts.size() / kParts) : rankText(m_c, row),
                        m_c.proofOf(row));
    }
    void addTime(Part part, const Change& time, std::string rank, Proof proof) {
        std::vector<std::string> values{std::move(rank), durationText(time.a), durationText(time.b),
                                        percentText(time.a, time.b)};
        const double weight = std::abs(time.delta());
        if (part == Part::Time && time.verdict == Verdict::Within)
            add(Kind::Note, "step_time_same",
                time.spreadIsKnown()
                    ? QT_TRANSLATE_NOOP("Compare",
                                        "%1: a repetition takes %2 in A and %3 in B (%4), which is within the spread.")
                    : QT_TRANSLATE_NOOP(
                          "Compare",
                          "%1: a repetition takes %2 in A and %3 in B (%4), about the same; the spread is unknown."),
                std::move(values), 0, std::move(proof));
        else if (part == Part::Time && time.verdict == Verdict::Small)
            add(Kind::Note, "step_time_same",
                QT_TRANSLATE_NOOP("Compare", "%1: a repetition takes %2 in A and %3 in B (%4): as fast to within 2 %."),
                std::move(values), 0, std::move(proof));
        else if (part == Part::Time && time.verdict == Verdict::Unclear)
            add(Kind::Note, "step_time_unclear",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "%1: a repetition takes %2 in A and %3 in B (%4); whether that is more than chance is not known."),
                std::move(values), 0, std::move(proof));
        else if (part == Part::Time && matters(time))
            add(Kind::Change, "step_time",
                QT_TRANSLATE_NOOP("Compare", "%1: a repetition takes %2 in A and %3 in B (%4)."), std::move(values),
                m_time.a + weight, std::move(proof));
        else if (part == Part::Idle && isDuration(time.verdict) && matters(time, kLeastHostShare))
            add(Kind::Change, "idle",
                QT_TRANSLATE_NOOP("Compare", "%1 does nothing for %2 of a repetition in A and %3 in B (%4)."),
                std::move(values), weight, std::move(proof));
    }

    /// Kernels as that value of the next sentence.
    std::string listOf(const std::vector<NameId>& kernels, std::size_t value) {
        std::string out;
        Finding::List list{value, {}};
        for (const NameId k : kernels) {
            list.names.push_back(shortened(Category::Kernel, m_c.names.text(k)));
            out += (out.empty() ? "" : ", ") + list.names.back();
        }
        m_lists.push_back(std::move(list));
        return out;
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
            std::string from = listOf(r.from, 1), to = listOf(r.to, 2);
            add(Kind::Change, fused ? "fused" : "replaced",
                fused
                    ? forms(QT_TRANSLATE_NOOP("Compare",
                                              "Kernels were fused, %1 × per repetition: %2 became %3 (%4 → %5)."),
                            QT_TRANSLATE_NOOP("Compare",
                                              "Kernels were fused, %1 × in the whole report: %2 became %3 (%4 → %5)."))
                    : forms(QT_TRANSLATE_NOOP("Compare",
                                              "Kernels were replaced, %1 × per repetition: %2 became %3 (%4 → %5)."),
                            QT_TRANSLATE_NOOP(
                                "Compare", "Kernels were replaced, %1 × in the whole report: %2 became %3 (%4 → %5).")),
                {countText(times), std::move(from), std::move(to), durationText(r.before), durationText(r.after)},
                std::abs(r.after - r.before), r.proof);
        }
    }

    void addRow(const Row& row) {
        const std::string_view name = m_c.names.text(row.name);
        const bool unit =
            m_c.figuresA.repetitions.unit == Unit::Step && row.category == Category::Range && reports::isStep(name);
        if (row.name != row.nameB)
            add(Kind::Note, "renamed",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "“%1” has other template arguments or parameters in B: both are taken for the same kernel."),
                {std::string(kernelBaseName(name)), shortened(row.category, m_c.names.text(row.nameB))}, 0,
                m_c.proofOf(row));
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
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "On the CPU, “%1” itself, without what it calls, takes %2 of a repetition in A and %3 in B (%4)."),
                {shortened(row.category, name), durationText(row.self.a), durationText(row.self.b),
                 percentText(row.self.a, row.self.b)},
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
        const auto [key, text] = numberText(row.time.verdict, told.count > 0);
        add(Kind::Change, key, text,
            {shortened(row.category, name), countText(countA), countText(countB), durationText(timeA),
             durationText(timeB)},
            weight, m_c.proofOf(row));
    }
    /// Key and sentence of another number of events.
    std::pair<std::string_view, const char*> numberText(Verdict verdict, bool partlyTold) const {
        const char* rest = forms(
            QT_TRANSLATE_NOOP("Compare",
                              "Beside what was replaced, “%1” runs %2 × per repetition in A and %3 × in B (%4 → %5)."),
            QT_TRANSLATE_NOOP(
                "Compare",
                "Beside what was replaced, “%1” runs %2 × in the whole of A and %3 × in the whole of B (%4 → %5)."));
        const auto of = [&](std::string_view key, const char* text) {
            return std::pair(key, partlyTold ? rest : text);
        };
        switch (verdict) {
        case Verdict::Added:
            return of("added", forms(QT_TRANSLATE_NOOP("Compare", "Only B has “%1”: %3 per repetition, %5."),
                                     QT_TRANSLATE_NOOP("Compare", "Only B has “%1”: %3 in the whole report, %5.")));
        case Verdict::Removed:
            return of("removed", forms(QT_TRANSLATE_NOOP("Compare", "Only A has “%1”: %2 per repetition, %4."),
                                       QT_TRANSLATE_NOOP("Compare", "Only A has “%1”: %2 in the whole report, %4.")));
        case Verdict::More:
            return of(
                "more",
                forms(QT_TRANSLATE_NOOP("Compare", "“%1” comes more often: %2 per repetition in A, %3 in B (%4 → %5)."),
                      QT_TRANSLATE_NOOP(
                          "Compare", "“%1” comes more often: %2 in the whole of A, %3 in the whole of B (%4 → %5).")));
        default:
            return of(
                "fewer",
                forms(QT_TRANSLATE_NOOP("Compare", "“%1” comes less often: %2 per repetition in A, %3 in B (%4 → %5)."),
                      QT_TRANSLATE_NOOP(
                          "Compare", "“%1” comes less often: %2 in the whole of A, %3 in the whole of B (%4 → %5).")));
        }
    }
    void addWork(const Row& row, std::string_view name) {
        std::vector<std::string> values{shortened(row.category, name), durationText(row.time.a),
                                        durationText(row.time.b), percentText(row.time.a, row.time.b)};
        const double weight = std::abs(row.time.delta());
        if (row.category == Category::Kernel && m_communication.contains(row.name)) {
            const auto fastest = [](const Figure* f) { return quantileOf({f->each.begin(), f->each.end()}, 0.1); };
            const double a = fastest(m_c.figureA(row)), b = fastest(m_c.figureB(row));
            if (std::abs(b - a) <= kAlike * std::max(a, b)) {
                values.push_back(durationText(a)), values.push_back(durationText(b));
                return add(
                    Kind::Change, "waiting",
                    QT_TRANSLATE_NOOP(
                        "Compare",
                        "“%1” takes %2 of a repetition in A and %3 in B (%4); the fastest tenth is alike (%5, %6), so it is waiting for other ranks, not the transfer."),
                    std::move(values), weight, m_c.proofOf(row));
            }
        }
        if (row.category == Category::Kernel) m_told += row.time.delta(), ++m_kernels;
        const bool slower = row.time.verdict == Verdict::Slower;
        add(Kind::Change, slower ? "slower" : "faster",
            slower ? QT_TRANSLATE_NOOP("Compare", "“%1” is slower: %2 per repetition in A, %3 in B (%4).")
                   : QT_TRANSLATE_NOOP("Compare", "“%1” is faster: %2 per repetition in A, %3 in B (%4)."),
            std::move(values), weight, m_c.proofOf(row));
    }
    void addCall(const Row& row, std::string_view name) {
        std::vector<std::string> values{shortened(row.category, name), durationText(row.self.a),
                                        durationText(row.self.b),      percentText(row.self.a, row.self.b),
                                        durationText(row.eachA),       durationText(row.eachB)};
        add(Kind::Change, "calls",
            row.bimodal
                ? QT_TRANSLATE_NOOP("Compare", "On the CPU, calls of %1 take %2 of a repetition in A and %3 in B (%4).")
                : QT_TRANSLATE_NOOP(
                      "Compare",
                      "On the CPU, calls of %1 take %2 of a repetition in A and %3 in B (%4); one call %5 and %6."),
            std::move(values), std::abs(row.self.delta()), m_c.proofOf(row));
    }

    /// Kernels that are all a little slower or faster, as at another clock, of which no single one tells; or many that
    /// changed, together.
    void addCompute() {
        const Change compute = m_c.ofAllRanks(Part::Compute);
        if (!isDuration(compute.verdict) || !matters(compute, kLeastHostShare)) return;
        const bool untold = std::abs(compute.delta() - m_told) >= std::abs(compute.delta()) / 2;
        if (!untold && m_kernels < kMany) return;
        add(Kind::Change, "compute",
            untold
                ? QT_TRANSLATE_NOOP(
                      "Compare",
                      "Kernels together keep a GPU busy for %1 of a repetition in A and %2 in B (%3); most of that is in no single kernel.")
                : QT_TRANSLATE_NOOP("Compare",
                                    "Kernels together keep a GPU busy for %1 of a repetition in A and %2 in B (%3)."),
            {durationText(compute.a), durationText(compute.b), percentText(compute.a, compute.b)},
            std::abs(compute.delta()));
    }

    void addLateRank() {
        const auto a = lateRank(m_c.figuresA), b = lateRank(m_c.figuresB);
        if (!a && !b) return;
        const std::string inA = a ? rankText(m_c.figuresA, a->rank) : "",
                          inB = b ? rankText(m_c.figuresB, b->rank) : "";
        if (inA == inB) return;
        const double weight = std::max(a ? a->waited : 0, b ? b->waited : 0);
        if (weight < kLeastHostShare * m_time.a) return;
        if (!a || !b)
            return add(
                Kind::Change, "late_rank",
                QT_TRANSLATE_NOOP(
                    "Compare",
                    "Only in %1 a rank comes late to communication: others wait for %2 (%3 a repetition on average)."),
                {a ? "A" : "B", a ? inA : inB, durationText(weight)}, weight);
        std::vector<std::string> values{inA,
                                        durationText(a->waited),
                                        inB,
                                        durationText(b->waited),
                                        durationText(a->fastest),
                                        durationText(b->fastest)};
        const bool sameTransfer = std::abs(b->fastest - a->fastest) <= kAlike * std::max(a->fastest, b->fastest);
        add(Kind::Change, "late_rank",
            sameTransfer
                ? QT_TRANSLATE_NOOP(
                      "Compare",
                      "Another rank comes late to communication: others wait for %1 in A (%2 a repetition on average) and for %3 in B (%4). The transfer itself is no slower: the fastest tenth takes %5 and %6.")
                : QT_TRANSLATE_NOOP(
                      "Compare",
                      "Another rank comes late to communication: others wait for %1 in A (%2 a repetition on average) and for %3 in B (%4)."),
            std::move(values), weight);
    }

    void addIncomplete() {
        for (const auto& [report, figures] : {std::pair("A", &m_c.figuresA), std::pair("B", &m_c.figuresB)})
            if (figures->withoutLaunch > 0) {
                Proof proof;
                (report[0] == 'A' ? proof.a : proof.b) =
                    reports::evidenceOf(report[0] == 'A' ? *m_c.a : *m_c.b, figures->incomplete);
                add(Kind::Note, "incomplete",
                    QT_TRANSLATE_NOOP(
                        "Compare",
                        "%2 of %3 kernels of %1 have no launch in the report, as at the edge of a capture: they are left out, and are no difference."),
                    {report, std::to_string(figures->withoutLaunch), std::to_string(figures->kernelsInReport)}, 0,
                    std::move(proof));
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
            alike
                ? QT_TRANSLATE_NOOP(
                      "Compare",
                      "A repetition runs the same kernels in both (%1, of %2 names), and they are as fast: what differs is not their work.")
                : QT_TRANSLATE_NOOP("Compare", "A repetition runs the same kernels in both: %1, of %2 names."),
            {countText(kernels), std::to_string(names)});
    }

    const Comparison& m_c;
    const Change m_time;
    const ShortNames m_short;
    std::set<NameId> m_communication;    // kernels that are
    std::vector<std::string> m_whole;    // names that the next sentence shortens
    std::vector<Finding::List> m_lists;  // of the next sentence
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

std::string Finding::sentence() const {
    std::vector<std::string_view> v(values.begin(), values.end());
    v.resize(9);
    return withValues(text, {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]});
}

std::string_view findingKindKey(Finding::Kind kind) {
    return kind == Kind::Setup ? "setup" : kind == Kind::Same ? "same" : kind == Kind::Change ? "change" : "note";
}

std::vector<Finding> findingsOf(const Comparison& c) { return Findings(c).take(); }

const char* nothingChanged(const Comparison& c, const std::vector<Finding>& findings) {
    if (std::any_of(findings.begin(), findings.end(),
                    [](const Finding& f) { return f.kind == Kind::Change || f.key == "empty"; }))
        return nullptr;
    if (!hasSpread(c)) return QT_TRANSLATE_NOOP("Html", "Nothing changed that can be judged without a spread.");
    const auto changed = [](const auto& row) { return isDuration(row.time.verdict) || isNumber(row.time.verdict); };
    const bool any =
        std::any_of(c.parts.begin(), c.parts.end(), changed) || std::any_of(c.rows.begin(), c.rows.end(), changed);
    return any ? QT_TRANSLATE_NOOP(
                     "Html",
                     "Nothing that changed beyond the spread is large enough to stand here: the tables have it.")
               : QT_TRANSLATE_NOOP("Html", "Nothing changed beyond the spread by more than 2 %.");
}

}  // namespace model::diff
