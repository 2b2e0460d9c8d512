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

/// A profiled kernel and the kernel of a timeline that is taken for the same launch.
struct KernelMatch {
    ProfileId profile = 0;
    EventRef event;                ///< in the timeline
    std::uint32_t occurrence = 0;  ///< from 0, among the launches that were compared
    std::uint32_t launches = 0;    ///< of that kernel in the timeline
    bool sameShape = false;        ///< grid and block are equal, too
};

/// Matches the profiles of one report with the kernels of another: by the base name of the function, among those by
/// grid and block where the timeline has launches of that shape, and of these by occurrence: the second profile of a
/// kernel is its second launch. Profiles without a counterpart are left out; the result is in order of profiles. The
/// runs were different ones, so this is a suggestion. O(n log n) in the kernels of the timeline.
std::vector<KernelMatch> matchKernels(const Snapshot& profiles, const Snapshot& timeline);

/// The match of a profile, or nullptr; and of an event of the timeline.
const KernelMatch* matchOf(std::span<const KernelMatch> matches, ProfileId profile);
const KernelMatch* matchOf(std::span<const KernelMatch> matches, EventRef event);

/// The rule by which a kernel of one report is one of another, first part: its name there. It is the same name, else of
/// those that only the other report has the only one that is the same in one spelling (canonicalKernelName()), as tools
/// differ in that, else the only one with the same base, as compilers name variants. Views of texts that outlive it.
class KernelNames {
public:
    KernelNames(std::span<const std::string_view> here, std::span<const std::string_view> there);
    /// Nothing where there is none.
    std::optional<std::string_view> find(std::string_view here) const;

private:
    std::unordered_set<std::string_view> m_there;
    std::unordered_map<std::string, std::vector<std::string_view>>
        m_spelled;  // names that only `there` has, in one spelling
    std::unordered_map<std::string_view, std::vector<std::string_view>> m_alike;  // and by their base
};

using LaunchGrid = std::array<std::int64_t, 6>;  ///< grid, block; 0 = unknown
LaunchGrid shapeOf(const KernelProfile& p);

/// Which launch of its kernel one is, from 0.
struct LaunchNumber {
    LaunchGrid shape{};
    std::uint32_t ofAll = 0, ofShape = 0;
};
/// Numbers launches in their order.
class LaunchCounter {
public:
    LaunchNumber next(std::string_view kernel, const LaunchGrid& shape);

private:
    std::map<std::string, std::map<LaunchGrid, std::uint32_t>, std::less<>> m_seen;
    std::map<std::string, std::uint32_t, std::less<>> m_all;
};
/// Second part: launches of a kernel in another report, and which of them a launch of this one is. Of those of its
/// shape, or where there are none of all, the n-th is the n-th, and the last one is all later ones.
class LaunchesThere {
public:
    void add(const LaunchNumber& number, std::size_t which);
    /// `which` of that one; there must be some.
    std::size_t find(const LaunchNumber& here) const;

private:
    using ByNumber = std::map<std::uint32_t, std::size_t>;
    ByNumber m_all;
    std::map<LaunchGrid, ByNumber> m_byShape;
};

/// By profile of one report, its namesake in another, which it is compared with, by that rule. Nothing where there is
/// none. O(n log n) in the profiles of both.
std::vector<std::optional<ProfileId>> namesakes(const Snapshot& profiles, const Snapshot& other);

/// The profile that an event names, if the snapshot has it.
std::optional<ProfileId> profileOf(const Snapshot& snapshot, EventRef event);
/// The event that names a profile; invalid if there is none. O(kernels).
EventRef eventOfProfile(const Snapshot& snapshot, ProfileId profile);

}  // namespace model
