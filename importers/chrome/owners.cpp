// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/owners.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>

#include "model/base/messages.h"

namespace importers::chrome {

using model::Event;
using model::Note;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::uint32_t kMostIdBits = 1u << 28;

struct Call {
    std::uint32_t id;     ///< as the file says it
    std::uint32_t place;  ///< as in LaunchEnd
    std::int64_t pid;
    Event* event;
};

/// Those of an id, of what is sorted by it.
template <class T>
std::span<const T> ofId(const std::vector<T>& sorted, std::uint32_t id) {
    const auto begin = std::ranges::lower_bound(sorted, id, {}, &T::id);
    return {begin, std::ranges::upper_bound(begin, sorted.end(), id, {}, &T::id)};
}

/// Calls by id, and the arrows that the file draws from them.
class Launches {
public:
    Launches(std::vector<Call> calls, std::vector<LaunchEnd> arrows, StopCheck& check)
        : m_calls(std::move(calls)), m_arrows(std::move(arrows)) {
        stableSort(
            m_calls, [](const Call& a, const Call& b) { return a.id < b.id; }, check);
        stableSort(
            m_arrows, [](const LaunchEnd& a, const LaunchEnd& b) { return a.id < b.id; }, check);
        m_lastId = m_calls.empty() ? 0 : m_calls.back().id;
    }

    std::span<const Call> callsOf(std::uint32_t id) const { return ofId(m_calls, id); }
    bool isAmbiguous(const Event& work) const { return work.correlation && callsOf(work.correlation).size() > 1; }
    /// The call that launched work at that place; nullptr if nothing tells.
    const Call* callOf(const Event& work, std::uint32_t place) const {
        if (!work.correlation) return nullptr;
        const auto calls = callsOf(work.correlation);
        return calls.size() == 1 ? &calls.front() : calls.empty() ? nullptr : byArrow(work, place);
    }
    /// The call of that id in a process, if it is the only one there.
    const Call* onlyCallOf(std::uint32_t id, std::int64_t pid) const {
        const Call* found = nullptr;
        for (const Call& c : callsOf(id)) {
            if (c.pid != pid) continue;
            if (found) return nullptr;
            found = &c;
        }
        return found;
    }
    /// The id that joins a call with its work: within a process it must be one call's, so a new one where it is not.
    std::uint32_t ownId(const Call& call) {
        if (call.event->correlation == call.id && !onlyCallOf(call.id, call.pid) && m_lastId < UINT32_MAX)
            call.event->correlation = ++m_lastId;
        return call.event->correlation;
    }

private:
    const Call* byArrow(const Event& work, std::uint32_t place) const {
        const auto arrows = ofId(m_arrows, work.correlation);
        const auto end = std::ranges::find_if(
            arrows, [&](const LaunchEnd& a) { return a.arrives && a.time == work.start && a.place == place; });
        if (end == arrows.end()) return nullptr;
        // Ranks stand one behind the other, and so do their arrows. As many starts as ends: the first belong together.
        // Else an end belongs to the start before it.
        const auto arrives = [](const LaunchEnd& a) { return a.arrives != 0; };
        const bool pairs = static_cast<std::size_t>(std::ranges::count(arrows, true, arrives)) * 2 == arrows.size();
        const auto ahead = std::ranges::count(arrows.begin(), end, pairs, arrives) - (pairs ? 0 : 1);
        std::ptrdiff_t n = -1;
        const auto start = std::ranges::find_if(arrows, [&](const LaunchEnd& a) { return !a.arrives && ++n == ahead; });
        if (start == arrows.end()) return nullptr;
        for (const Call& c : callsOf(work.correlation))
            if (c.place == start->place && c.event->start == start->time) return &c;
        return nullptr;
    }

    std::vector<Call> m_calls;
    std::vector<LaunchEnd> m_arrows;
    std::uint32_t m_lastId = 0;
};

bool idsAreNotEnough(Rows& rows, StopCheck& check) {
    std::set<std::int64_t> callers;
    std::vector<bool> seen;
    bool repeated = false;
    for (auto& [id, row] : rows) {
        if (id.first != TrackKind::CudaApi) continue;
        callers.insert(id.second.pid);
        row.events.forEach([&](const Event& e) {
            check();
            if (!e.correlation || e.correlation >= kMostIdBits) return;
            if (e.correlation >= seen.size())
                seen.resize(std::max<std::size_t>(e.correlation + std::size_t{1}, seen.size() * 2));
            repeated = repeated || seen[e.correlation];
            seen[e.correlation] = true;
        });
    }
    return callers.size() > 1 || repeated;
}

}  // namespace

bool giveToOwners(Rows& rows, LaunchArrows& arrows, const std::function<std::int64_t(const RowId&)>& usual,
                  model::EventStore& store, StopCheck& check) {
    if (!idsAreNotEnough(rows, check)) return false;
    std::vector<Call> calls;
    for (auto& [id, row] : rows)
        if (id.first == TrackKind::CudaApi)
            row.events.forEach(
                [&, pid = id.second.pid, place = arrows.placeOf({id.second.pid, id.second.tid})](Event& e) {
                    check();
                    if (e.correlation) calls.push_back({e.correlation, place, pid, &e});
                });
    Launches launches(std::move(calls), arrows.readEnds(), check);
    Rows owned;
    std::uint64_t ambiguous = 0;
    for (auto& [id, row] : rows) {
        if (!isStreamRow(id.first)) continue;
        const std::uint32_t place = arrows.placeOf({id.second.pid, id.second.stream});
        std::map<std::int64_t, std::uint64_t> owners;
        row.events.forEach([&](const Event& e) {
            check();
            if (const Call* call = launches.callOf(e, place)) ++owners[call->pid];
        });
        // What is known of a row says whose the rest of it is.
        const auto most = std::ranges::max_element(owners, {}, [](const auto& owner) { return owner.second; });
        const std::int64_t rest = owners.empty() ? usual(id) : most->first;
        row.events.drain([&, &at = id](Event e) {
            check();
            const Call* call = launches.callOf(e, place);
            if (!call && owners.size() == 1) call = launches.onlyCallOf(e.correlation, rest);
            if (call) {
                e.correlation = launches.ownId(*call);
            } else if (launches.isAmbiguous(e)) {
                ++ambiguous;
                e.correlation = 0;
            }
            RowId to = at;
            to.second.pid = call ? call->pid : rest;
            owned[to].add(e);
        });
    }
    std::erase_if(rows, [](const auto& row) { return isStreamRow(row.first.first); });
    rows.merge(owned);
    if (ambiguous)
        store.diagnostics().add(Note::DanglingReference, model::MessageCode::CorrelationIdsShared, ambiguous);
    return true;
}

}  // namespace importers::chrome
