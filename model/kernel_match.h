// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/event_store.h"
#include "model/query.h"

namespace model {

/// A profiled kernel and the kernel of a timeline that is taken for the same launch.
struct KernelMatch {
    ProfileId profile = 0;
    EventRef event;                ///< in the timeline
    std::uint32_t occurrence = 0;  ///< from 0, among the launches that were compared
    std::uint32_t launches = 0;    ///< of that kernel in the timeline
    bool sameShape = false;        ///< grid and block are equal, too
};

/// Matches the profiles of one report with the kernels of another: by the base name of the function, among those by grid
/// and block where the timeline has launches of that shape, and of these by occurrence: the second profile of a kernel
/// is its second launch. Profiles without a counterpart are left out; the result is in order of profiles. The runs were
/// different ones, so this is a suggestion. O(n log n) in the kernels of the timeline.
std::vector<KernelMatch> matchKernels(const Snapshot& profiles, const Snapshot& timeline);

/// The match of a profile, or nullptr; and of an event of the timeline.
const KernelMatch* matchOf(std::span<const KernelMatch> matches, ProfileId profile);
const KernelMatch* matchOf(std::span<const KernelMatch> matches, EventRef event);

/// By profile of one report, its namesake in another, which it is compared with: of several of one name and shape the n-th is that of the n-th, and the
/// last one there that of all later ones; where that shape is not there the shape does not count. A name that is not there is that of the only one with its
/// base that only the other has: tools spell parameters differently. Nothing where there is none. O(n log n) in the profiles of both.
std::vector<std::optional<ProfileId>> namesakes(const Snapshot& profiles, const Snapshot& other);

/// The profile that an event names, if the snapshot has it.
std::optional<ProfileId> profileOf(const Snapshot& snapshot, EventRef event);
/// The event that names a profile; invalid if there is none. O(kernels).
EventRef eventOfProfile(const Snapshot& snapshot, ProfileId profile);

}  // namespace model
