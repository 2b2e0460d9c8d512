// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/store/event_store.h"

namespace model::rep {

/// The profiles of a store as payloads of KernelProfiles frames. A payload depends on no other one but for the strings.
class ProfilePacker {
public:
    /// `string` returns the number of a string in the file.
    ProfilePacker(const Snapshot& snapshot, std::function<std::uint32_t(StringId)> string);
    /// Only these profiles, numbered by their index in the list, and the source files of their functions.
    ProfilePacker(const Snapshot& snapshot, std::function<std::uint32_t(StringId)> string,
                  std::vector<ProfileId> chosen);

    struct Payload {
        std::uint32_t first = 0;    ///< id of the first profile
        std::uint32_t entries = 0;  ///< profiles
        std::vector<std::uint8_t> bytes;
    };
    /// The next payload; no bytes = there are no more.
    Payload next();

private:
    const Snapshot& m_snapshot;
    std::function<std::uint32_t(StringId)> m_string;
    void files(const std::function<void(const ProfileSourceFile&)>& take) const;

    std::optional<std::vector<ProfileId>> m_chosen;
    std::size_t m_at = 0;
    bool m_filesDone = false;
};

/// Reads payloads into a store.
class ProfileUnpacker {
public:
    /// `string` returns the id of the string with a number.
    ProfileUnpacker(KernelProfiles& profiles, std::function<StringId(std::uint32_t)> string);

    /// False if the payload is damaged; keeps profiles before the damage. Adds empty profiles for those missing before
    /// `first`, so that the others keep their numbers.
    bool read(std::uint32_t first, std::span<const std::uint8_t> payload);

private:
    KernelProfiles& m_profiles;
    std::function<StringId(std::uint32_t)> m_string;
    // Definitions by their bytes, because payloads repeat them.
    std::map<std::string, const ProfileSection*, std::less<>> m_sections;
    std::map<std::string, const ProfileFunction*, std::less<>> m_functions;
};

/// Adds the profiles of a snapshot to another store; `string` maps its strings. Returns the id of the first one.
ProfileId appendProfiles(KernelProfiles& to, const Snapshot& from, const std::function<StringId(StringId)>& string);
/// The same for some of them, in the order of the list.
ProfileId appendProfiles(KernelProfiles& to, const Snapshot& from, std::vector<ProfileId> chosen,
                         const std::function<StringId(StringId)>& string);

}  // namespace model::rep
