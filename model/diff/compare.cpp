// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/compare.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "model/base/work_names.h"
#include "model/diff/kernel_kind.h"
#include "model/diff/wording.h"
#include "model/kernels/kernel_match.h"
#include "model/workload/summary.h"

namespace model::diff {
namespace {

/// A name that one of the reports has never is added or removed; else another number of events is more or fewer, beyond
/// the spread of the numbers where that is known.
Verdict verdictOf(const std::vector<double>& countsA, const std::vector<double>& countsB, bool inA, bool inB,
                  Verdict time) {
    const double a = medianOf(countsA), b = medianOf(countsB);
    if (!inA) return b > 0 ? Verdict::Added : Verdict::Within;
    if (!inB) return a > 0 ? Verdict::Removed : Verdict::Within;
    const Verdict counts = a == b ? Verdict::Within : judge(countsA, countsB);
    if (counts == Verdict::Slower || (counts == Verdict::Unclear && b > a)) return Verdict::More;
    if (counts == Verdict::Faster || (counts == Verdict::Unclear && b < a)) return Verdict::Fewer;
    return time;
}

double medianEach(const Figure* f) { return f ? medianOf({f->each.begin(), f->each.end()}) : 0; }

Row rowOf(Category category, NameId name, NameId nameB, const Figures& fa, const Figure* a, const Figures& fb,
          const Figure* b) {
    static const Figure kNone;
    const Figure &inA = a ? *a : kNone, &inB = b ? *b : kNone;
    const auto countsA = fa.samples(inA, &Share::count), countsB = fb.samples(inB, &Share::count);
    Row row{category,
            name,
            nameB,
            medianOf(countsA),
            medianOf(countsB),
            changeOf(fa.samples(inA, &Share::time), fb.samples(inB, &Share::time), Asked::Many),
            changeOf(fa.samples(inA, &Share::self), fb.samples(inB, &Share::self), Asked::Many),
            medianEach(a),
            medianEach(b),
            isBimodal(inA.each) || isBimodal(inB.each),
            {},
            {}};
    row.time.verdict = verdictOf(countsA, countsB, a, b, row.time.verdict);
    return row;
}

/// Kernels of A and what they are in B where that is another name: by model::KernelNames, and so in both directions.
std::unordered_map<NameId, NameId> renamedKernels(const Comparison& c) {
    constexpr auto kKernel = static_cast<std::size_t>(Category::Kernel);
    std::vector<std::string_view> inA, inB;
    std::unordered_map<std::string_view, NameId> ids;
    for (const auto& [from, to] : {std::pair(&c.figuresA, &inA), std::pair(&c.figuresB, &inB)})
        for (const auto& [name, figure] : from->names[kKernel]) {
            to->push_back(c.names.text(name));
            ids.emplace(c.names.text(name), name);
        }
    const KernelNames toB(inA, inB), toA(inB, inA);
    std::unordered_map<NameId, NameId> out;
    for (const std::string_view name : inA)
        if (const auto other = toB.find(name); other && *other != name && toA.find(*other) == name)
            out.emplace(ids.at(name), ids.at(*other));
    return out;
}

void addRows(Comparison& c) {
    for (std::size_t k = 0; k < kCategories; ++k) {
        const auto category = static_cast<Category>(k);
        if (!c.traced(category)) continue;
        const auto &inA = c.figuresA.names[k], &inB = c.figuresB.names[k];
        const auto renamed = category == Category::Kernel ? renamedKernels(c) : std::unordered_map<NameId, NameId>();
        std::unordered_set<NameId> seen;
        for (const auto& [name, figure] : inA) {
            const auto other = renamed.find(name);
            const NameId nameB = other == renamed.end() ? name : other->second;
            const auto inOther = inB.find(nameB);
            seen.insert(nameB);
            c.rows.push_back(rowOf(category, name, nameB, c.figuresA, &figure, c.figuresB,
                                   inOther == inB.end() ? nullptr : &inOther->second));
        }
        for (const auto& [name, figure] : inB)
            if (!seen.contains(name))
                c.rows.push_back(rowOf(category, name, name, c.figuresA, nullptr, c.figuresB, &figure));
    }
    std::sort(c.rows.begin(), c.rows.end(), [&](const Row& a, const Row& b) {
        const double x = std::abs(a.time.delta()), y = std::abs(b.time.delta());
        if (x != y) return x > y;
        return a.category != b.category ? a.category < b.category : c.names.text(a.name) < c.names.text(b.name);
    });
}

/// Those that have repetitions. Numbers of processes say nothing from one run to another, those of GPUs do.
std::vector<std::size_t> ranksInOrder(const Figures& f) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < f.ranks.size(); ++i)
        if (!f.ranks[i].parts[0].empty()) out.push_back(i);
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(f.ranks[a].host, f.ranks[a].device) < std::tie(f.ranks[b].host, f.ranks[b].device);
    });
    return out;
}

void addParts(Comparison& c) {
    const auto inA = ranksInOrder(c.figuresA), inB = ranksInOrder(c.figuresB);
    for (std::size_t r = 0; r < std::min(inA.size(), inB.size()); ++r)
        for (std::size_t p = 0; p < kParts; ++p) {
            const auto &a = c.figuresA.ranks[inA[r]].parts[p], &b = c.figuresB.ranks[inB[r]].parts[p];
            if (!a.empty() && !b.empty())
                c.parts.push_back({inA[r], inB[r], static_cast<Part>(p), changeOf(a, b, Asked::Few)});
        }
}

/// The repetition of the first rank that stands for all: of those with the most frequent number of kernels the one of
/// median length.
std::optional<std::uint32_t> typicalRepetition(const Figures& f) {
    const auto ranks = ranksInOrder(f);
    if (ranks.empty()) return {};
    const Rank& rank = f.ranks[ranks[0]];
    std::map<double, std::vector<std::uint32_t>> byKernels;
    for (std::uint32_t i = 0; i < rank.work.size(); ++i) byKernels[rank.work[i]].push_back(i);
    auto& most = std::max_element(byKernels.begin(), byKernels.end(), [](const auto& a, const auto& b) {
                     return a.second.size() < b.second.size();
                 })->second;
    const auto middle = most.begin() + static_cast<std::ptrdiff_t>(most.size() / 2);
    const std::vector<Repetition>& all = f.repetitions.series[ranks[0]].whole;
    std::nth_element(most.begin(), middle, most.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return all[a].pace.length() < all[b].pace.length(); });
    return f.firstOf[ranks[0]] + *middle;
}

/// Kernels of a repetition by stream; the streams in the order in which they begin.
std::vector<std::vector<const Work*>> streamsOf(const Figures& f, std::uint32_t repetition) {
    std::map<std::int64_t, std::vector<const Work*>> streams;
    const auto from = std::lower_bound(f.kernels.begin(), f.kernels.end(), repetition,
                                       [](const Work& w, std::uint32_t r) { return w.repetition < r; });
    for (auto at = from; at != f.kernels.end() && at->repetition == repetition; ++at)
        streams[at->stream].push_back(&*at);
    std::vector<std::vector<const Work*>> out;
    for (auto& [stream, list] : streams) out.push_back(std::move(list));
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a[0]->when.begin < b[0]->when.begin; });
    return out;
}

class Replacements {
public:
    explicit Replacements(Comparison& c) : m_c(c) {}
    void addStream(const std::vector<const Work*>& a, const std::vector<const Work*>& b) {
        for (const Run& run : differences(tokensOf(a), tokensOf(b))) {
            const Works inA = std::span(a).subspan(run.beginA, run.endA - run.beginA),
                        inB = std::span(b).subspan(run.beginB, run.endB - run.beginB);
            // Nothing is common to the whole reports: that is another program, not one that was changed.
            const bool all = isWhole(m_c) && inA.size() == a.size() && inB.size() == b.size();
            if (all && !haveOneBase(inA, inB)) addApart(inA, inB);
            else addByKind(inA, inB);
        }
    }

private:
    using Works = std::span<const Work* const>;
    /// Kernels in each other's place that do other work did not take it: those of a kind belong together, the others
    /// came and went.
    void addByKind(Works a, Works b) {
        const std::vector<KernelKind> kindsA = kindsOf(a), kindsB = kindsOf(b);
        if (a.empty() || b.empty() || haveOneBase(a, b) || mayReplace(kindsA, kindsB, haveOneRange(a, b)))
            return add(a, b);
        const std::vector<IndexPair> alike = commonSequence(numbers(kindsA, kUnknownA), numbers(kindsB, kUnknownB));
        for (const auto& [i, j] : alike) add(a.subspan(i, 1), b.subspan(j, 1));
        for (const Run& rest : runsBetween(alike, a.size(), b.size()))
            addApart(a.subspan(rest.beginA, rest.endA - rest.beginA), b.subspan(rest.beginB, rest.endB - rest.beginB));
    }
    /// What went, and what came, without anything to do with each other.
    void addApart(Works a, Works b) {
        if (!a.empty()) add(a, {});
        if (!b.empty()) add({}, b);
    }
    /// Of one base name: the compiler calls it otherwise.
    static bool haveOneBase(Works a, Works b) {
        return a.size() == 1 && b.size() == 1 && a[0]->token.base == b[0]->token.base;
    }
    /// All launched in one range or operator; the one by which repetitions are told apart says nothing.
    bool haveOneRange(Works a, Works b) const {
        const NameId range = a[0]->token.range;
        const auto isThere = [range](const Work* w) { return w->token.range == range; };
        return range != 0 && m_c.names.text(range) != m_c.figuresA.repetitions.name &&
               std::all_of(a.begin(), a.end(), isThere) && std::all_of(b.begin(), b.end(), isThere);
    }
    std::vector<KernelKind> kindsOf(Works works) {
        std::vector<KernelKind> out;
        for (const Work* w : works) {
            const auto [at, fresh] = m_kinds.try_emplace(w->token.name);
            if (fresh) at->second = kernelKind(m_c.names.text(w->token.name));
            out.push_back(at->second);
        }
        return out;
    }
    static constexpr NameId kUnknownA = 1000, kUnknownB = 1001;  // no kinds, and not alike
    static std::vector<NameId> numbers(const std::vector<KernelKind>& kinds, NameId unknown) {
        std::vector<NameId> out;
        for (const KernelKind k : kinds) out.push_back(k == KernelKind::Unknown ? unknown : static_cast<NameId>(k));
        return out;
    }
    void add(Works a, Works b) {
        std::pair<std::vector<NameId>, std::vector<NameId>> key;
        for (const Work* w : a) key.first.push_back(w->token.name);
        for (const Work* w : b) key.second.push_back(w->token.name);
        const auto [at, fresh] = m_known.try_emplace(key, m_c.replacements.size());
        if (fresh)
            m_c.replacements.push_back({key.first,
                                        key.second,
                                        0,
                                        0,
                                        0,
                                        std::vector<double>(a.size()),
                                        std::vector<double>(b.size()),
                                        {},
                                        false});
        Replacement& r = m_c.replacements[at->second];
        ++r.times;
        r.before += add(a, r.fromTimes, r.proof.a);
        r.after += add(b, r.toTimes, r.proof.b);
    }
    static std::vector<Token> tokensOf(const std::vector<const Work*>& list) {
        std::vector<Token> out;
        for (const Work* w : list) out.push_back(w->token);
        return out;
    }
    static double add(Works part, std::vector<double>& each, reports::Evidence& to) {
        double time = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            const Work* w = part[i];
            const auto ns = static_cast<double>(w->when.length());
            time += ns;
            each[i] += ns;
            to.range = to.events.empty() ? w->when : to.range.united(w->when);
            if (to.events.size() < kMostProof) to.events.push_back(w->event);
        }
        return time;
    }

    Comparison& m_c;
    std::unordered_map<NameId, KernelKind> m_kinds;
    std::map<std::pair<std::vector<NameId>, std::vector<NameId>>, std::size_t> m_known;
};

void addReplacements(Comparison& c) {
    const auto a = typicalRepetition(c.figuresA), b = typicalRepetition(c.figuresB);
    if (!a || !b) return;
    const auto streamsA = streamsOf(c.figuresA, *a), streamsB = streamsOf(c.figuresB, *b);
    const auto numbersOf = [](const auto& streams) {
        std::vector<std::int64_t> out;
        for (const auto& stream : streams) out.push_back(stream[0]->stream);
        return out;
    };
    Replacements found(c);
    std::vector<bool> isMatched(streamsB.size());
    std::vector<const std::vector<const Work*>*> others(streamsA.size());
    for (const auto& [i, j] : matchedLines(numbersOf(streamsA), numbersOf(streamsB)))
        others[i] = &streamsB[j], isMatched[j] = true;
    for (std::size_t i = 0; i < streamsA.size(); ++i)
        found.addStream(streamsA[i], others[i] ? *others[i] : std::vector<const Work*>());
    for (std::size_t j = 0; j < streamsB.size(); ++j)
        if (!isMatched[j]) found.addStream({}, streamsB[j]);
}

/// Replacements that all repetitions bear out, and which rows they are about.
void nameReplacements(Comparison& c) {
    constexpr std::size_t kLongestRun = 16;
    std::unordered_map<NameId, Row*> rows;
    for (Row& row : c.rows)
        if (row.category == Category::Kernel) rows[row.name] = rows[row.nameB] = &row;
    const auto all = [&](const std::vector<NameId>& kernels, Verdict some, Verdict each) {
        return !kernels.empty() && kernels.size() <= kLongestRun &&
               std::all_of(kernels.begin(), kernels.end(), [&](NameId kernel) {
                   const auto at = rows.find(kernel);
                   return at != rows.end() && (at->second->time.verdict == some || at->second->time.verdict == each);
               });
    };
    const auto addNew = [](std::vector<NameId>& to, const std::vector<NameId>& names) {
        for (const NameId name : names)
            if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
    };
    for (Replacement& r : c.replacements) {
        r.isTold = all(r.from, Verdict::Fewer, Verdict::Removed) && all(r.to, Verdict::More, Verdict::Added);
        if (!r.isTold) continue;
        for (const NameId kernel : r.from) addNew(rows.at(kernel)->replacedBy, r.to);
        for (const NameId kernel : r.to) addNew(rows.at(kernel)->replaces, r.from);
    }
}

/// Kernels of B that A writes in another spelling, and what they are in A.
std::unordered_map<NameId, NameId> respelledKernels(const Figures& a, const Names& namesA, const Figures& b,
                                                    const Names& namesB) {
    constexpr auto kKernel = static_cast<std::size_t>(Category::Kernel);
    const auto byText = [](const Figures& f, const Names& names, auto&& isAside) {
        std::map<std::string, std::vector<NameId>> out;
        for (const auto& [name, figure] : f.names[kKernel])
            if (!isAside(names.text(name))) out[canonicalKernelName(names.text(name))].push_back(name);
        return out;
    };
    std::unordered_set<std::string_view> inA, inB;
    for (const auto& [name, figure] : a.names[kKernel]) inA.insert(namesA.text(name));
    for (const auto& [name, figure] : b.names[kKernel]) inB.insert(namesB.text(name));
    const auto onlyA = byText(a, namesA, [&](std::string_view text) { return inB.contains(text); });
    std::unordered_map<NameId, NameId> out;
    for (const auto& [text, names] : byText(b, namesB, [&](std::string_view t) { return inA.contains(t); }))
        if (const auto other = onlyA.find(text); names.size() == 1 && other != onlyA.end() && other->second.size() == 1)
            out.emplace(names[0], other->second[0]);
    return out;
}

/// Whether the names of copies and memsets tell kinds of memory, as some profilers write them.
bool reportMemory(const Figures& f, const Names& names) {
    const auto& copies = f.names[static_cast<std::size_t>(Category::Memory)];
    return std::all_of(copies.begin(), copies.end(),
                       [&](const auto& c) { return canonicalCopyName(names.text(c.first)) != names.text(c.first); });
}

/// The same figures with copies by their operation alone.
void forgetMemory(Figures& f, Names& names) {
    std::vector<std::pair<NameId, Figure>> copies;
    auto& all = f.names[static_cast<std::size_t>(Category::Memory)];
    for (auto& [name, figure] : all) copies.emplace_back(name, std::move(figure));
    std::sort(copies.begin(), copies.end(),
              [&](const auto& a, const auto& b) { return names.text(a.first) < names.text(b.first); });
    all.clear();
    for (auto& [name, figure] : copies) all[names.id(canonicalCopyName(names.text(name)))].add(std::move(figure));
}

/// The same figures with names of another collection, of which some are known.
Figures withNames(Figures figures, const Names& from, Names& to, std::unordered_map<NameId, NameId> known) {
    const auto renamed = [&](NameId id) {
        const auto [at, fresh] = known.try_emplace(id);
        if (fresh && id) at->second = to.id(from.text(id));
        return at->second;
    };
    for (auto& names : figures.names) {
        std::unordered_map<NameId, Figure> out;
        for (auto& [id, figure] : names) out.emplace(renamed(id), std::move(figure));
        names = std::move(out);
    }
    for (Work& w : figures.kernels) w.token = {renamed(w.token.name), renamed(w.token.base), renamed(w.token.range)};
    return figures;
}

reports::Evidence evidenceOf(const Snapshot& s, const Figure* f) {
    return f ? reports::evidenceOf(s, f->events) : reports::Evidence();
}

reports::Evidence evidenceOf(const Series& series) {
    reports::Evidence out;
    for (const Repetition& r : series.whole) {
        out.range = &r == series.whole.data() ? r.when : out.range.united(r.when);
        if (r.event.isValid() && out.events.size() < kMostProof) out.events.push_back(r.event);
    }
    return out;
}

}  // namespace

const Figure* Comparison::figure(const Figures& of, Category category, NameId name) {
    const auto& all = of.names[static_cast<std::size_t>(category)];
    const auto found = all.find(name);
    return found == all.end() ? nullptr : &found->second;
}

Proof Comparison::proofOf(const Row& row) const { return {evidenceOf(*a, figureA(row)), evidenceOf(*b, figureB(row))}; }

Proof Comparison::proofOf(const PartRow& row) const {
    return {evidenceOf(figuresA.repetitions.series[row.rankA]), evidenceOf(figuresB.repetitions.series[row.rankB])};
}

Change Comparison::ofAllRanks(Part part) const {
    const auto joined = [&](const Figures& f) {
        std::vector<double> out;
        for (const Rank& r : f.ranks)
            out.insert(out.end(), r.parts[static_cast<std::size_t>(part)].begin(),
                       r.parts[static_cast<std::size_t>(part)].end());
        return out;
    };
    return changeOf(joined(figuresA), joined(figuresB), Asked::Few);
}

std::shared_ptr<const Comparison> compare(SnapshotPtr a, SnapshotPtr b, const CompareOptions& options) {
    auto c = std::make_shared<Comparison>();
    c->a = std::move(a);
    c->b = std::move(b);
    c->options = options;
    BothRepetitions repetitions = repetitionsOf(*c->a, *c->b, options.wholeReports);
    // Each in a thread of its own, with names of its own.
    Names namesB;
    auto figuresB = std::async(std::launch::async,
                               [&] { return figuresOf(*c->b, std::move(repetitions.b), namesB, options.stop); });
    c->figuresA = figuresOf(*c->a, std::move(repetitions.a), c->names, options.stop);
    Figures ownB = figuresB.get();
    c->tellsMemory = reportMemory(c->figuresA, c->names) && reportMemory(ownB, namesB);
    if (!c->tellsMemory) forgetMemory(c->figuresA, c->names), forgetMemory(ownB, namesB);
    auto respelled = respelledKernels(c->figuresA, c->names, ownB, namesB);
    c->figuresB = withNames(std::move(ownB), namesB, c->names, std::move(respelled));
    addParts(*c);
    addRows(*c);
    addReplacements(*c);
    nameReplacements(*c);
    return c;
}

}  // namespace model::diff
