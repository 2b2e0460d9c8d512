// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "model/diff/figures.h"
#include "model/diff/spread.h"
#include "model/reports/report.h"

namespace model::diff {

/// What a row or finding stands for in the two timelines.
struct Proof {
    reports::Evidence a, b;
};

/// One name in both reports.
struct Row {
    Category category = Category::Kernel;
    NameId name = 0, nameB = 0;                ///< the same, but for a kernel that the compiler calls otherwise in B
    double countA = 0, countB = 0;             ///< median per repetition
    Change time;                               ///< per repetition
    Change self;                               ///< the same without what lies inside
    double eachA = 0, eachB = 0;               ///< median of single events
    bool bimodal = false;                      ///< single events are of two kinds: eachA, eachB say nothing
    std::vector<NameId> replacedBy, replaces;  ///< kernels of B that came in its place, kernels of A in whose place it
                                               ///< came; by replacements that isTold
};

/// A part of a repetition on one rank.
struct PartRow {
    std::size_t rankA = 0, rankB = 0;  ///< indices of Figures::ranks
    Part part = Part::Time;
    Change time;
};

/// Kernels that follow each other in A, and those in their place in B.
struct Replacement {
    std::vector<NameId> from, to;            ///< one of them may be empty: only removed, only added
    std::int64_t times = 0;                  ///< in the repetition that was looked at
    double before = 0, after = 0;            ///< ns of them all
    std::vector<double> fromTimes, toTimes;  ///< ns of each, all times together
    Proof proof;
    bool isTold =
        false;  ///< all repetitions bear it out: there are fewer of each kernel that went, and more of each that came
};

struct CompareOptions {
    bool wholeReports = false;  ///< as one repetition each, whatever repeats in them
    std::stop_token stop = {};  ///< asked: what comes is of no use
};

/// Two reports side by side.
struct Comparison {
    SnapshotPtr a, b;
    CompareOptions options;
    Names names;
    Figures figuresA, figuresB;
    std::vector<PartRow> parts;  ///< ranks of both by host, GPU and process; of each all parts
    std::vector<Row>
        rows;  ///< of kinds that both reports traced; by what a repetition takes more or less of, greatest first
    std::vector<Replacement> replacements;  ///< of the first rank's typical repetitions
    bool tellsMemory = true;  ///< names of copies tell kinds of memory in both reports; else they are compared without

    bool traced(Category category) const {
        return figuresA.traced[static_cast<std::size_t>(category)] &&
               figuresB.traced[static_cast<std::size_t>(category)];
    }
    const Figure* figureA(const Row& row) const { return figure(figuresA, row.category, row.name); }
    const Figure* figureB(const Row& row) const { return figure(figuresB, row.category, row.nameB); }
    Proof proofOf(const Row& row) const;
    Proof proofOf(const PartRow& row) const;
    /// Over the repetitions of all ranks.
    Change ofAllRanks(Part part) const;
    static const Figure* figure(const Figures& of, Category category, NameId name);
};

/// Compares by repetition: that one report holds more of them changes nothing. O(n log n) in the events of both.
std::shared_ptr<const Comparison> compare(SnapshotPtr a, SnapshotPtr b, const CompareOptions& options = {});

}  // namespace model::diff
