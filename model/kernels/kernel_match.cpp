// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/kernel_match.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "model/base/work_names.h"

namespace model {
namespace {

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
            std::sort(list.begin(), list.end(), [](const Launch& a, const Launch& b) {
                return std::tie(a.start, a.event.lane, a.event.row) < std::tie(b.start, b.event.lane, b.event.row);
            });
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

    LaunchGrid shape(const Launch& l) const {
        LaunchGrid out{};
        for (std::size_t i = 0; i < out.size(); ++i)
            if (m_keys[i])
                if (const auto arg = m_snapshot.store().args().find(l.args, m_keys[i]);
                    arg && arg->type == Arg::Type::Int)
                    out[i] = arg->value;
        return out;
    }

private:
    void addLane(LaneId id) {
        const LaneView lane = m_snapshot.lane(id);
        for (std::size_t i = 0; i < lane.rows; ++i) {
            const StringId name = lane.name(i);
            auto known = m_lists.find(name);
            if (known == m_lists.end())
                known = m_lists.emplace(name, &m_byName[kernelBaseName(m_snapshot.text(name))]).first;
            known->second->push_back({lane.start(i),
                                      {id, static_cast<std::uint32_t>(i)},
                                      lane.lane->columns() & kArgsColumn ? lane.lane->argsColumn()[i] : 0});
        }
    }

    const Snapshot& m_snapshot;
    std::array<StringId, 6> m_keys{};
    std::map<std::string_view, std::vector<Launch>> m_byName;
    std::unordered_map<StringId, std::vector<Launch>*> m_lists;
};

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
    std::map<std::string_view, std::map<LaunchGrid, Group>> groups;
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
        out.push_back({id, group.launches[occurrence]->event, occurrence,
                       static_cast<std::uint32_t>(group.launches.size()), sameShape});
    }
    return out;
}

const KernelMatch* matchOf(std::span<const KernelMatch> matches, ProfileId profile) {
    const auto at =
        std::partition_point(matches.begin(), matches.end(), [&](const KernelMatch& m) { return m.profile < profile; });
    return at == matches.end() || at->profile != profile ? nullptr : &*at;
}

const KernelMatch* matchOf(std::span<const KernelMatch> matches, EventRef event) {
    const auto at =
        std::find_if(matches.begin(), matches.end(), [&](const KernelMatch& m) { return m.event == event; });
    return at == matches.end() ? nullptr : &*at;
}

KernelNames::KernelNames(std::span<const std::string_view> here, std::span<const std::string_view> there)
    : m_there(there.begin(), there.end()) {
    const std::unordered_set<std::string_view> own(here.begin(), here.end());
    for (const std::string_view name : m_there)
        if (!own.contains(name)) {
            m_spelled[canonicalKernelName(name)].push_back(name);
            m_alike[kernelBaseName(name)].push_back(name);
        }
}

std::optional<std::string_view> KernelNames::find(std::string_view here) const {
    if (const auto same = m_there.find(here); same != m_there.end()) return *same;
    if (const auto spelled = m_spelled.find(canonicalKernelName(here));
        spelled != m_spelled.end() && spelled->second.size() == 1)
        return spelled->second.front();
    const auto alike = m_alike.find(kernelBaseName(here));
    if (alike == m_alike.end() || alike->second.size() != 1) return {};
    return alike->second.front();
}

LaunchGrid shapeOf(const KernelProfile& p) {
    LaunchGrid out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = p.grid[i], out[i + 3] = p.block[i];
    return out;
}

LaunchNumber LaunchCounter::next(std::string_view kernel, const LaunchGrid& shape) {
    auto all = m_all.find(kernel);
    if (all == m_all.end()) all = m_all.emplace(kernel, 0).first;
    auto seen = m_seen.find(kernel);
    if (seen == m_seen.end()) seen = m_seen.emplace(kernel, std::map<LaunchGrid, std::uint32_t>()).first;
    return {shape, all->second++, seen->second[shape]++};
}

void LaunchesThere::add(const LaunchNumber& number, std::size_t which) {
    m_all.emplace(number.ofAll, which);
    m_byShape[number.shape].emplace(number.ofShape, which);
}

std::size_t LaunchesThere::find(const LaunchNumber& here) const {
    const auto same = m_byShape.find(here.shape);
    const ByNumber& of = same == m_byShape.end() ? m_all : same->second;
    const auto after = of.upper_bound(same == m_byShape.end() ? here.ofAll : here.ofShape);
    return after == of.begin() ? after->second : std::prev(after)->second;
}

std::vector<std::optional<ProfileId>> namesakes(const Snapshot& profiles, const Snapshot& other) {
    const auto namesOf = [](const Snapshot& s) {
        std::vector<std::string_view> out(s.profileCount());
        for (ProfileId id = 0; id < out.size(); ++id) out[id] = s.text(s.kernelProfiles().at(id).name);
        return out;
    };
    const auto here = namesOf(profiles), there = namesOf(other);
    const KernelNames names(here, there);
    std::unordered_map<std::string_view, LaunchesThere> launches;
    LaunchCounter numbersHere, numbersThere;
    for (ProfileId id = 0; id < there.size(); ++id)
        launches[there[id]].add(numbersThere.next(there[id], shapeOf(other.kernelProfiles().at(id))), id);
    std::vector<std::optional<ProfileId>> out(here.size());
    for (ProfileId id = 0; id < out.size(); ++id) {
        const LaunchNumber number = numbersHere.next(here[id], shapeOf(profiles.kernelProfiles().at(id)));
        if (const auto name = names.find(here[id])) out[id] = static_cast<ProfileId>(launches.at(*name).find(number));
    }
    return out;
}

std::optional<ProfileId> profileOf(const Snapshot& snapshot, EventRef event) {
    if (!holds(snapshot, event)) return {};
    const StringId key = snapshot.store().strings().find(kProfileArg);
    if (key == 0 || snapshot.profileCount() == 0) return {};
    const auto arg = snapshot.store().args().find(eventAt(snapshot, event).args, key);
    if (!arg || arg->type != Arg::Type::Int || arg->value < 0 ||
        static_cast<std::uint64_t>(arg->value) >= snapshot.profileCount())
        return {};
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
