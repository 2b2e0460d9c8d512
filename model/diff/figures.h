// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/diff/repetitions.h"
#include "model/diff/sequences.h"
#include "model/workload/names.h"

namespace model::diff {

/// What is counted by name.
enum class Category : std::uint8_t { Kernel, Memory, Api, Range, Operator, Slice, Count };
inline constexpr std::size_t kCategories = static_cast<std::size_t>(Category::Count);

/// What events of such rows are counted as, if they are.
std::optional<Category> categoryOf(TrackKind kind);
/// The name that an event of such a row is counted under: without what a program counts up in it and what versions add.
std::string comparedName(TrackKind kind, std::string_view name);

/// What one name took in one repetition.
struct Share {
    std::uint32_t repetition = 0;  ///< index over all series
    std::int64_t count = 0;
    TimeNs time = 0;
    TimeNs self = 0;  ///< without what lies inside; calls that wait for the GPU count as nothing
};

/// One name in all whole repetitions of a report.
struct Figure {
    std::vector<Share> shares;     ///< in order of repetitions; of those that have any
    std::vector<TimeNs> each;      ///< durations of its events
    std::vector<EventRef> events;  ///< the first of them, kMostProof at most

    /// Another name's that is taken for the same.
    void add(Figure other);
};
inline constexpr std::size_t kMostProof = 1000;

/// What a repetition took: its pace (Time), the CPU range and the GPU span, and how the GPU spent the pace. Of whole
/// reports there is no Cpu and no Gpu.
enum class Part : std::uint8_t { Time, Cpu, Gpu, Compute, Communication, Memory, Idle, Count };
inline constexpr std::size_t kParts = static_cast<std::size_t>(Part::Count);

/// One rank: a series with the GPU that it uses most.
struct Rank {
    std::int64_t host = 0, device = TrackKey::kNone;
    std::optional<std::int64_t> number;  ///< as the report says it
    /// ns a repetition. Of a report without GPU work only Time and Cpu have values; the first one that fills a queue
    /// has only Cpu and Gpu.
    std::array<std::vector<double>, kParts> parts;
    std::vector<double> communication;  ///< ns a repetition that its kernels of communication took, hidden ones too
    std::vector<double> work;           ///< kernels of a repetition
};

/// A piece of GPU work in a repetition, for sequences.
struct Work {
    Token token;
    EventRef event;
    TimeRange when;
    std::int64_t stream = 0;
    std::uint32_t repetition = 0;
    bool communication = false;
};

/// Everything that is compared, of one report.
struct Figures {
    Repetitions repetitions;
    std::vector<Rank> ranks;             ///< by series
    std::vector<std::uint32_t> firstOf;  ///< index of the first repetition of each series; one more at the end
    std::array<std::unordered_map<NameId, Figure>, kCategories> names;
    std::array<bool, kCategories> traced{};  ///< whether the report holds any such event at all
    std::vector<Work> kernels;               ///< in order of series, repetition, stream, start
    std::int64_t kernelsInReport = 0;
    std::int64_t withoutLaunch =
        0;  ///< of them, what no call of the report launched, though calls were traced: left out, as are such copies
    std::vector<EventRef> incomplete;  ///< the first of those

    std::size_t count() const { return repetitions.count(); }
    /// The series of a repetition.
    std::size_t seriesOf(std::uint32_t repetition) const;
    /// By repetition; 0 where there is none.
    std::vector<double> samples(const Figure& figure, auto Share::*of) const {
        std::vector<double> out(count());
        for (const Share& s : figure.shares) out[s.repetition] = static_cast<double>(s.*of);
        return out;
    }
};

/// GPU work belongs to the repetition in which its process launched it; events of threads to the one in which they
/// began. O(n log n).
Figures figuresOf(const Snapshot& s, Repetitions repetitions, Names& names, std::stop_token stop = {});

}  // namespace model::diff
