// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/collectives.h"

#include <algorithm>
#include <array>
#include <set>

#include "model/workload/collective.h"

namespace model::reports {
namespace {

constexpr std::initializer_list<TrackKind> kHostRows{TrackKind::Nccl, TrackKind::Annotations, TrackKind::Nvtx,
                                                     TrackKind::Operators};

}  // namespace

Communication::Communication(const Snapshot& s)
    : m_s(s), m_size(s), m_name(s, kCollectiveName), m_hasArguments(s.store().strings().find(kCollectiveName) != 0) {
    // Names are few: where none is a call of a library, no launch need be looked at.
    const std::uint32_t names = s.store().strings().count();
    for (StringId id = 1; id <= names && !m_hasCalls; ++id) m_hasCalls = isCommunicationCall(s.text(id));
}

bool Communication::operator()(const LaneView& lane, std::size_t row) {
    const StringId name = lane.name(row);
    if (name >= m_knownWork.size())
        m_knownWork.resize(std::max<std::size_t>(name + std::size_t{1}, 2 * m_knownWork.size()));
    std::uint8_t& known = m_knownWork[name];
    if (known == 0) known = isCommunicationKernel(m_s.text(name)) ? 1 : 2;
    if (known == 1) return true;
    return m_name.text(argsAt(lane, row)) != 0 || (m_hasCalls && isLaunchedByCall(lane, row));
}

bool Communication::isCall(StringId name) {
    if (name >= m_knownCalls.size())
        m_knownCalls.resize(std::max<std::size_t>(name + std::size_t{1}, 2 * m_knownCalls.size()));
    std::uint8_t& known = m_knownCalls[name];
    if (known == 0) known = isCommunicationCall(m_s.text(name)) ? 1 : 2;
    return known == 1;
}

EventRef Communication::callOf(const LaneView& lane, std::size_t row) {
    const std::uint32_t correlation = lane.lane->columns() & kCorrelationColumn ? lane.lane->correlation(row) : 0;
    if (correlation == 0) return {};
    if (!m_calls) m_calls.emplace(m_s);
    return m_calls->find(m_s.track(lane.lane->track()).key, correlation);
}

const Communication::Rows& Communication::rowsOf(EventRef call) {
    if (m_lastRows.second && m_lastRows.first == call.lane) return *m_lastRows.second;
    const ThreadId thread = threadOf(m_s.track(trackOf(m_s, call)).key);
    const auto [at, fresh] = m_rows.try_emplace(thread);
    Rows& rows = at->second;
    if (fresh)
        for (const Track& t : m_s.tree().tracks) {
            if (std::find(kHostRows.begin(), kHostRows.end(), t.kind) == kHostRows.end() || threadOf(t.key) != thread)
                continue;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const LaneId id : *lanes) rows.lanes.push_back(m_s.lane(id));
        }
    if (fresh)
        for (const LaneView& lane : rows.lanes)
            for (std::size_t i = 0; i < lane.rows; ++i)
                if (isCall(lane.name(i))) {
                    rows.calls.push_back(lane);
                    break;
                }
    m_lastRows = {call.lane, &rows};
    return rows;
}

std::vector<Communication::Around> Communication::around(EventRef call) {
    std::vector<Around> out;
    const Rows& rows = rowsOf(call);
    if (rows.calls.empty()) return out;
    const TimeNs at = m_s.lane(call.lane).start(call.row);
    // Events of a lane are disjoint.
    const auto holding = [at](const LaneView& lane) {
        const RowRange found = rowsOverlapping(lane, {at, at + 1});
        for (std::size_t i = found.first; i < found.last; ++i)
            if (lane.start(i) <= at && at < lane.end(i)) return i;
        return lane.rows;
    };
    if (std::none_of(rows.calls.begin(), rows.calls.end(), [&](const LaneView& lane) {
            const std::size_t i = holding(lane);
            return i < lane.rows && isCall(lane.name(i));
        }))
        return out;
    for (const LaneView& lane : rows.lanes)
        if (const std::size_t i = holding(lane); i < lane.rows)
            out.push_back({{lane.start(i), lane.end(i)}, argsAt(lane, i), lane.name(i)});
    std::stable_sort(out.begin(), out.end(), [](const Around& a, const Around& b) {
        return a.when.begin != b.when.begin ? a.when.begin > b.when.begin : a.when.end < b.when.end;
    });
    return out;
}

bool Communication::isLaunchedByCall(const LaneView& lane, std::size_t row) {
    const EventRef call = callOf(lane, row);
    if (!call.isValid()) return false;
    const std::vector<Around> all = around(call);
    return !all.empty() && isCall(all.front().name);
}

Collective Communication::collective(const LaneView& lane, std::size_t row) {
    const ArgsId own = argsAt(lane, row);
    Collective out{m_size.collective(own, 0), m_size.ofCollective(own), m_size.ranks(own), m_size.group(own)};
    if (m_hasCalls && (out.which.empty() || !out.bytes)) {
        if (const EventRef call = callOf(lane, row); call.isValid())
            for (const Around& a : around(call)) {
                if (!isCall(a.name)) continue;
                if (out.which.empty()) out.which = m_size.collective(a.args, a.name);
                if (out.group.empty()) out.group = m_size.group(a.args);
                if (out.ranks == 0) out.ranks = m_size.ranks(a.args);
                if (out.ranks == 0 && !out.group.empty()) out.ranks = ranksOf(out.group);
                if (!out.bytes) out.bytes = m_size.ofCollective(a.args, a.name, out.ranks);
            }
    }
    if (out.which.empty()) out.which = collectiveOf(m_s.text(lane.name(row)));
    return out;
}

std::int64_t Communication::ranksOf(const std::string& group) {
    if (!m_ranks) countRanks();
    const auto at = m_ranks->find(group);
    return at == m_ranks->end() ? 0 : at->second;
}

// As the call that made the communicator says it; of one that was made before the report began, those that use it in
// the report, if they are several.
void Communication::countRanks() {
    m_ranks.emplace();
    for (const Track& t : m_s.tree().tracks) {
        if (t.kind != TrackKind::Nccl) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes) {
                const LaneView lane = m_s.lane(id);
                for (std::size_t i = 0; i < lane.rows; ++i) {
                    const ArgsId args = argsAt(lane, i);
                    if (const std::int64_t said = m_size.ranks(args))
                        if (std::string group = m_size.group(args); !group.empty()) (*m_ranks)[std::move(group)] = said;
                }
            }
    }
    std::map<std::string, std::set<std::array<std::int64_t, 3>>> users;  // processes with their GPUs
    forEvents({m_s, {-kTimeLimit, kTimeLimit}}, {TrackKind::StreamKernels},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  if (!(*this)(lane, e.row)) return;
                  if (const EventRef call = callOf(lane, e.row); call.isValid())
                      for (const Around& a : around(call))
                          if (std::string group = m_size.group(a.args); isCall(a.name) && !group.empty())
                              users[std::move(group)].insert({t.key.host, t.key.pid, t.key.device});
              });
    for (const auto& [group, ranks] : users)
        if (ranks.size() > 1) m_ranks->try_emplace(group, static_cast<std::int64_t>(ranks.size()));
}

namespace {

bool isBefore(EventRef a, EventRef b) { return std::pair(a.lane, a.row) < std::pair(b.lane, b.row); }

}  // namespace

std::shared_ptr<const CommunicationWork> CommunicationWork::of(const Snapshot& s, const std::stop_token& stop) {
    Communication isCommunication(s);
    if (isCommunication.isByNameAlone()) return nullptr;
    const Request all{s, {-kTimeLimit, kTimeLimit}, {}, 0, stop};
    struct Times {
        double is = 0, isNot = 0;
    };
    std::vector<Times> times(s.store().strings().count() + std::size_t{1});
    const auto work = [&](auto&& use) { forEvents(all, {TrackKind::StreamKernels, TrackKind::StreamGraphs}, use); };
    work([&](const Track&, EventRef e, const LaneView& lane) {
        Times& t = times[lane.name(e.row)];
        (isCommunication(lane, e.row) ? t.is : t.isNot) += static_cast<double>(durationAt(lane, e.row)) + 1;
    });
    auto out = std::make_shared<CommunicationWork>();
    out->m_names.resize(times.size());
    for (std::size_t name = 0; name < times.size(); ++name) {
        const Times& t = times[name];
        if (t.is > 0 || t.isNot > 0) out->m_names[name] |= kKnown;
        if (t.is > t.isNot) out->m_names[name] |= kMost;
        if (t.is > 0 && isCommunicationKernel(s.text(static_cast<StringId>(name)))) out->m_names[name] |= kNamed;
        if (t.is > 0 && t.isNot > 0) out->m_names[name] |= kMixed;
    }
    work([&](const Track&, EventRef e, const LaneView& lane) {
        const StringId name = lane.name(e.row);
        if (out->isMixed(name) && isCommunication(lane, e.row) != *out->mostOf(name)) out->m_unlike.push_back(e);
    });
    std::sort(out->m_unlike.begin(), out->m_unlike.end(), isBefore);
    return stop.stop_requested() ? nullptr : out;
}

std::optional<bool> CommunicationWork::mostOf(StringId name) const {
    if (name >= m_names.size() || !(m_names[name] & kKnown)) return {};
    return (m_names[name] & kMost) != 0;
}

bool CommunicationWork::operator()(StringId name, EventRef event) const {
    const bool unlike = std::binary_search(m_unlike.begin(), m_unlike.end(), event, isBefore);
    return mostOf(name).value_or(false) != unlike;
}

}  // namespace model::reports
