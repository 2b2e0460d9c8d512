// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/query/query.h"
#include "model/store/event_store.h"

namespace model {

/// A profiled kernel and the kernel of a timeline that counts as the same launch.
struct KernelMatch {
    ProfileId profile = 0;
    EventRef event;                ///< in the timeline
    std::uint32_t occurrence = 0;  ///< from 0, among the compared launches
    std::uint32_t launches = 0;    ///< number of launches of that kernel in the timeline
    bool sameShape = false;        ///< grid and block are equal as well
};

/// Matches the profiles of one report with the kernels of another. First by the base name of the function. Among those
/// by grid and block, if the timeline has launches of that shape. Among these by occurrence: the second profile of a
/// kernel is its second launch. Profiles without a counterpart are left out; the result is in order of profiles. The
/// runs were different ones, so this is a suggestion. O(n log n) in the kernels of the timeline.
std::vector<KernelMatch> matchKernels(const Snapshot& profiles, const Snapshot& timeline);

/// The match of a profile, or of an event of the timeline; nullptr if there is none.
const KernelMatch* matchOf(std::span<const KernelMatch> matches, ProfileId profile);
const KernelMatch* matchOf(std::span<const KernelMatch> matches, EventRef event);

/// First part of the rule that decides which kernel of one report is which of another: its name there. That is the same
/// name. Else it is the only name, of those that only the other report has, with the same canonical spelling
/// (canonicalKernelName()), since tools spell names differently. Else it is the only name with the same base, since
/// compilers name variants. Holds views of texts that must outlive it.
class KernelNames {
public:
    KernelNames(std::span<const std::string_view> here, std::span<const std::string_view> there);
    /// Nothing if there is none.
    std::optional<std::string_view> find(std::string_view here) const;

private:
    std::unordered_set<std::string_view> m_there;
    std::unordered_map<std::string, std::vector<std::string_view>>
        m_spelled;  // names that only `there` has, in canonical spelling
    std::unordered_map<std::string_view, std::vector<std::string_view>> m_alike;  // … and by their base
};

using LaunchGrid = std::array<std::int64_t, 6>;  ///< grid, block; 0 = unknown
LaunchGrid shapeOf(const KernelProfile& p);

/// The index of a launch among those of its kernel, from 0.
struct LaunchNumber {
    LaunchGrid shape{};
    std::uint32_t ofAll = 0, ofShape = 0;
};
/// Numbers launches in order.
class LaunchCounter {
public:
    LaunchNumber next(std::string_view kernel, const LaunchGrid& shape);

private:
    std::map<std::string, std::map<LaunchGrid, std::uint32_t>, std::less<>> m_seen;
    std::map<std::string, std::uint32_t, std::less<>> m_all;
};
/// Second part: the launches of a kernel in another report, and which of them corresponds to a launch of this one.
/// Among those of its shape, or among all if there are none, the n-th corresponds to the n-th. The last one corresponds
/// to all later ones.
class LaunchesThere {
public:
    void add(const LaunchNumber& number, std::size_t which);
    /// `which` of that launch; there must be launches.
    std::size_t find(const LaunchNumber& here) const;

private:
    using ByNumber = std::map<std::uint32_t, std::size_t>;
    ByNumber m_all;
    std::map<LaunchGrid, ByNumber> m_byShape;
};

/// For each profile of one report its counterpart in another, by that rule. Nothing if there is none. O(n log n) in the
/// profiles of both.
std::vector<std::optional<ProfileId>> namesakes(const Snapshot& profiles, const Snapshot& other);

/// The profile that an event names, if the snapshot has it.
std::optional<ProfileId> profileOf(const Snapshot& snapshot, EventRef event);
/// The event that names a profile; invalid if there is none. O(kernels).
EventRef eventOfProfile(const Snapshot& snapshot, ProfileId profile);

}  // namespace model
