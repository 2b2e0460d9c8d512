// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernel_match.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace model {
namespace {

using Extents = std::array<std::int64_t, 6>;  // grid, block; 0 = unknown

/// Launches of a timeline, by kernel, in the order of their starts.
class Launches {
public:
    explicit Launches(const Snapshot& s) : m_snapshot(s) {
        constexpr std::string_view kKeys[] = {"gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ"};
        for (std::size_t i = 0; i < m_keys.size(); ++i) m_keys[i] = s.store().strings().find(kKeys[i]);
        for (const Track& t : s.tree().tracks) {
            if (t.kind != TrackKind::StreamKernels) continue;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const LaneId lane : *lanes) addLane(lane);
        }
        for (auto& [name, list] : m_byName)
            std::sort(list.begin(), list.end(), [](const Launch& a, const Launch& b) { return std::tie(a.start, a.event.lane, a.event.row) < std::tie(b.start, b.event.lane, b.event.row); });
    }

    struct Launch {
        TimeNs start;
        EventRef event;
        ArgsId args;
    };

    const std::vector<Launch>* of(std::string_view base) const {
        const auto found = m_byName.find(base);
        return found == m_byName.end() ? nullptr : &found->second;
    }

    Extents shape(const Launch& l) const {
        Extents out{};
        for (std::size_t i = 0; i < out.size(); ++i)
            if (m_keys[i])
                if (const auto arg = m_snapshot.store().args().find(l.args, m_keys[i]); arg && arg->type == Arg::Type::Int) out[i] = arg->value;
        return out;
    }

private:
    void addLane(LaneId id) {
        const LaneView lane = m_snapshot.lane(id);
        for (std::size_t i = 0; i < lane.rows; ++i) {
            const StringId name = lane.name(i);
            auto known = m_lists.find(name);
            if (known == m_lists.end()) known = m_lists.emplace(name, &m_byName[kernelBaseName(m_snapshot.text(name))]).first;
            known->second->push_back({lane.start(i), {id, static_cast<std::uint32_t>(i)}, lane.lane->columns() & kArgsColumn ? lane.lane->argsColumn()[i] : 0});
        }
    }

    const Snapshot& m_snapshot;
    std::array<StringId, 6> m_keys{};
    std::map<std::string_view, std::vector<Launch>> m_byName;
    std::unordered_map<StringId, std::vector<Launch>*> m_lists;
};

Extents shapeOf(const KernelProfile& p) {
    Extents out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = p.grid[i], out[i + 3] = p.block[i];
    return out;
}

}  // namespace

std::vector<KernelMatch> matchKernels(const Snapshot& profiles, const Snapshot& timeline) {
    std::vector<KernelMatch> out;
    if (profiles.profileCount() == 0) return out;
    const Launches launches(timeline);
    // Launches of one kernel by shape, found once; then the next one that is not taken.
    struct Group {
        std::vector<const Launches::Launch*> launches;
        std::uint32_t next = 0;
    };
    std::map<std::string_view, std::map<Extents, Group>> groups;
    std::map<std::string_view, Group> anyShape;
    for (ProfileId id = 0; id < profiles.profileCount(); ++id) {
        const KernelProfile& p = profiles.kernelProfiles().at(id);
        const std::string_view base = kernelBaseName(profiles.text(p.function ? p.function : p.name));
        const auto* list = base.empty() ? nullptr : launches.of(base);
        if (!list) continue;
        const auto [byShape, isNew] = groups.try_emplace(base);
        if (isNew)
            for (const Launches::Launch& l : *list) {
                byShape->second[launches.shape(l)].launches.push_back(&l);
                anyShape[base].launches.push_back(&l);
            }
        const auto exact = byShape->second.find(shapeOf(p));
        const bool sameShape = exact != byShape->second.end() && p.grid[0] != 0;
        Group& group = sameShape ? exact->second : anyShape[base];
        const std::uint32_t occurrence = group.next++;
        if (occurrence >= group.launches.size()) continue;
        out.push_back({id, group.launches[occurrence]->event, occurrence, static_cast<std::uint32_t>(group.launches.size()), sameShape});
    }
    return out;
}

const KernelMatch* matchOf(std::span<const KernelMatch> matches, ProfileId profile) {
    const auto at = std::partition_point(matches.begin(), matches.end(), [&](const KernelMatch& m) { return m.profile < profile; });
    return at == matches.end() || at->profile != profile ? nullptr : &*at;
}

const KernelMatch* matchOf(std::span<const KernelMatch> matches, EventRef event) {
    const auto at = std::find_if(matches.begin(), matches.end(), [&](const KernelMatch& m) { return m.event == event; });
    return at == matches.end() ? nullptr : &*at;
}

namespace {

/// Kernels of another report by name, and by the base of a name that only that report has: tools spell parameters differently.
class Namesakes {
public:
    Namesakes(const Snapshot& here, const Snapshot& there) {
        std::unordered_set<std::string_view> own;
        for (ProfileId id = 0; id < here.profileCount(); ++id) own.insert(nameOf(here, id));
        for (ProfileId id = 0; id < there.profileCount(); ++id) {
            const std::string_view name = nameOf(there, id);
            auto& all = m_byName[name];
            if (all.empty() && !own.contains(name)) m_alike[kernelBaseName(name)].push_back(name);
            all.push_back(id);
            m_byShape[{name, shapeOf(there.kernelProfiles().at(id))}].push_back(id);
        }
    }

    std::optional<ProfileId> find(const Snapshot& here, ProfileId id) {
        std::string_view name = nameOf(here, id);
        if (!m_byName.contains(name)) {
            const auto alike = m_alike.find(kernelBaseName(name));
            if (alike == m_alike.end() || alike->second.size() != 1) return {};
            name = alike->second.front();
        }
        // Those of the same shape in their order; a launch of a shape that is not there is compared by its place among all.
        const Extents shape = shapeOf(here.kernelProfiles().at(id));
        const auto same = m_byShape.find({name, shape});
        const std::vector<ProfileId>& of = same == m_byShape.end() ? m_byName.at(name) : same->second;
        return of[std::min(m_next[{name, same == m_byShape.end() ? Extents{} : shape}]++, of.size() - 1)];
    }

private:
    using Key = std::pair<std::string_view, Extents>;
    static std::string_view nameOf(const Snapshot& s, ProfileId id) { return s.text(s.kernelProfiles().at(id).name); }

    std::unordered_map<std::string_view, std::vector<ProfileId>> m_byName;
    std::map<Key, std::vector<ProfileId>> m_byShape;
    std::unordered_map<std::string_view, std::vector<std::string_view>> m_alike;
    std::map<Key, std::size_t> m_next;
};

}  // namespace

std::vector<std::optional<ProfileId>> namesakes(const Snapshot& profiles, const Snapshot& other) {
    Namesakes there(profiles, other);
    std::vector<std::optional<ProfileId>> out(profiles.profileCount());
    for (ProfileId id = 0; id < out.size(); ++id) out[id] = there.find(profiles, id);
    return out;
}

std::optional<ProfileId> profileOf(const Snapshot& snapshot, EventRef event) {
    if (!event.isValid() || event.lane >= snapshot.laneCount() || event.row >= snapshot.lane(event.lane).rows) return {};
    const StringId key = snapshot.store().strings().find(kProfileArg);
    if (key == 0 || snapshot.profileCount() == 0) return {};
    const auto arg = snapshot.store().args().find(eventAt(snapshot, event).args, key);
    if (!arg || arg->type != Arg::Type::Int || arg->value < 0 || static_cast<std::uint64_t>(arg->value) >= snapshot.profileCount()) return {};
    return static_cast<ProfileId>(arg->value);
}

EventRef eventOfProfile(const Snapshot& snapshot, ProfileId profile) {
    for (LaneId l = 0; l < snapshot.laneCount(); ++l) {
        const LaneView lane = snapshot.lane(l);
        if (lane.lane->kind() != EventKind::Kernel) continue;
        for (std::uint32_t row = 0; row < lane.rows; ++row)
            if (profileOf(snapshot, {l, row}) == profile) return {l, row};
    }
    return {};
}

}  // namespace model
