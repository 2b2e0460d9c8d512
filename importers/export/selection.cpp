// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/selection.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "model/query/drawn.h"
#include "model/query/query.h"
#include "model/rep/rep_profiles.h"
#include "model/store/file_facts.h"

namespace importers::exporting {

using model::EventKind;
using model::LaneId;
using model::StringId;
using model::Track;
using model::TrackKind;

namespace {

/// What a text is, as far as that decides on what may stay of it.
enum class Role : std::uint8_t {
    Event,
    Track,
    Key,
    PersonalKey,
    Value,
    Symbol,
    Module,
    Text,
    Flow,
    Kernel,
    File,
    Source,
    Instruction,
    Profile
};

/// Lines of source in the tables of rules: cells of a column that is called so, and what is a line of a source file.
class SourceLines {
public:
    explicit SourceLines(const model::Snapshot& report) : m_report(report) {
        for (std::size_t i = 0; i < report.profileFileCount(); ++i) {
            const std::string_view all = report.text(report.kernelProfiles().file(i).text);
            for (std::size_t at = 0; at < all.size();) {
                const std::size_t end = std::min(all.find('\n', at), all.size());
                if (const std::string_view line = trimmed(all.substr(at, end - at)); !line.empty())
                    m_lines.insert(line);
                at = end + 1;
            }
        }
    }
    void findIn(const model::ProfileRule::Table& table, const std::function<void(StringId)>& found) const {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const bool isSource =
                c < table.headers.size() && m_report.text(table.headers[c]).find("Source") != std::string_view::npos;
            for (const StringId cell : table.columns[c])
                if (isSource || m_lines.contains(trimmed(m_report.text(cell)))) found(cell);
        }
    }

private:
    static std::string_view trimmed(std::string_view line) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        return first == line.npos ? std::string_view() : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
    }
    const model::Snapshot& m_report;
    std::unordered_set<std::string_view> m_lines;
};

class Copier {
public:
    Copier(const model::Snapshot& from, model::EventStore& to, const ExportOptions& options)
        : m_from(from), m_to(to), m_options(options),
          m_range(options.times.value_or(model::TimeRange{model::kTimeMin, model::kTimeMax})) {
        if (options.scrub) m_scrub.emplace(from, options.scrub, options.standIns);
    }

    /// False when stopped.
    bool copy() {
        for (const Track& t : m_from.tree().tracks) {
            if (m_options.stop.stop_requested()) return false;
            for (std::size_t depth = 0; depth < t.lanes.size(); ++depth)
                lane(t, t.lanes[depth], [&](model::TrackId id) -> model::Lane& { return m_to.lane(id, depth); });
            for (std::size_t i = 0; i < t.overflow.size(); ++i)
                lane(t, t.overflow[i], [&](model::TrackId id) -> model::Lane& { return m_to.overflowLane(id, i); });
            if (t.counter != model::kNoCounter) counter(t);
        }
        flows();
        profiles();
        facts();
        notes();
        if (m_scrub && m_options.scrubbed) *m_options.scrubbed = m_scrub->counts();
        return !m_options.stop.stop_requested();
    }

private:
    bool wants(EventKind kind) const {
        return m_options.kinds.empty() ||
               std::find(m_options.kinds.begin(), m_options.kinds.end(), kind) != m_options.kinds.end();
    }

    std::string scrubbed(StringId id, Role role, std::uint32_t of) {
        const std::string_view text = m_from.text(id);
        switch (role) {
        case Role::Event: return m_scrub->event(static_cast<TrackKind>(of), text);
        case Role::Track: return m_scrub->track(static_cast<TrackKind>(of), text);
        case Role::Key: return m_scrub->argumentKey(false, text);
        case Role::PersonalKey: return m_scrub->argumentKey(true, text);
        case Role::Value: return m_scrub->argument(m_from.text(of), text);
        case Role::Symbol: return m_scrub->symbol(text, m_from.text(of));
        case Role::Module:
        case Role::File: return m_scrub->file(text);
        case Role::Kernel: return m_scrub->kernel(text);
        case Role::Source: return m_scrub->source(text);
        case Role::Instruction: return m_scrub->instruction(text);
        case Role::Flow: return m_scrub->named("arrow", text);
        case Role::Profile: return m_scrub->ofProfile(text);
        case Role::Text: break;
        }
        return m_scrub->text(text);
    }

    /// The text in the copy; `of` is the kind of the row, the key of the value, the module of the symbol.
    StringId string(StringId id, Role role, std::uint32_t of = 0) {
        if (!id) return 0;
        if (!m_scrub) role = Role::Text, of = 0;
        const auto [at, fresh] = m_strings.try_emplace({id, static_cast<std::uint64_t>(role) << 32 | of}, 0);
        if (!fresh) return at->second;
        at->second = m_scrub ? m_to.strings().intern(scrubbed(id, role, of)) : m_to.strings().intern(m_from.text(id));
        if (const std::uint32_t colour = m_from.store().nameColour(id)) m_to.setNameColour(at->second, colour);
        return at->second;
    }
    model::ArgsId args(model::ArgsId id, bool personal) {
        if (!id) return 0;
        const auto [at, fresh] = m_args.try_emplace(std::uint64_t{id} << 1 | personal, 0);
        if (!fresh) return at->second;
        std::vector<model::Arg> tuple = m_from.store().args().at(id);
        for (model::Arg& a : tuple) {
            const std::string_view key = m_from.text(a.key);
            if (a.type == model::Arg::Type::String)
                a.value = string(static_cast<StringId>(a.value), Role::Value, a.key);
            else if (a.type == model::Arg::Type::Int && key == model::kProfileArg) a.value = profile(a.value);
            else if (a.type == model::Arg::Type::Int && m_scrub) a.value = m_scrub->argument(key, a.value);
            a.key = string(a.key, personal ? Role::PersonalKey : Role::Key);
        }
        return at->second = m_to.args().intern(tuple);
    }
    /// The number that a profile of a kernel will have.
    std::int64_t profile(std::int64_t id) {
        if (id < 0 || static_cast<std::uint64_t>(id) >= m_from.profileCount()) return id;
        const auto [at, fresh] = m_profileIds.try_emplace(static_cast<model::ProfileId>(id), m_profiles.size());
        if (fresh) m_profiles.push_back(static_cast<model::ProfileId>(id));
        return static_cast<std::int64_t>(at->second);
    }
    model::ChainId chain(model::ChainId id) {
        if (!id) return 0;
        const auto [at, fresh] = m_chains.try_emplace(id, 0);
        if (!fresh) return at->second;
        std::vector<model::Frame> frames = m_from.store().callchains().at(id);
        for (model::Frame& f : frames) {
            f.symbol = string(f.symbol, Role::Symbol, f.module);
            f.module = string(f.module, Role::Module);
        }
        return at->second = m_to.callchains().intern(frames);
    }

    model::TrackKey key(const model::TrackKey& key) { return m_scrub ? m_scrub->key(key) : key; }

    /// The row of the timeline in the copy, with the names of those around it.
    model::TrackId track(const Track& t) {
        const model::TrackId id = m_to.track(t.kind, key(t.key));
        m_processes.emplace(t.key.host, t.key.pid);
        for (const Track* up = &t; up; up = up->parent == model::kNoTrack ? nullptr : &m_from.track(up->parent)) {
            const model::TrackId made = m_to.track(up->kind, key(up->key));
            if (up->name) m_to.setTrackName(made, string(up->name, Role::Track, static_cast<std::uint32_t>(up->kind)));
            if (up->order) m_to.setTrackOrder(made, up->order);
            if (t.kind != TrackKind::StreamKernels || up->kind != TrackKind::Context) continue;
            for (const model::TrackId c : up->children)
                if (m_from.track(c).kind == TrackKind::Queues) m_to.track(TrackKind::Queues, key(up->key));
        }
        // Rows that gather the work of a context.
        if (t.kind == TrackKind::StreamKernels) m_to.track(TrackKind::Kernels, key(t.key));
        if (t.kind == TrackKind::StreamMemory) m_to.track(TrackKind::Memory, key(t.key));
        return id;
    }

    template <class Target>
    void lane(const Track& t, LaneId id, Target&& target) {
        const model::LaneView from = m_from.lane(id);
        if (from.isEmpty()) return;
        const bool mixed = from.lane->kind() == EventKind::Memcpy;  // copies and memsets share a row
        if (mixed ? !wants(EventKind::Memcpy) && !wants(EventKind::Memset) : !wants(from.lane->kind())) return;
        const model::RowRange rows = model::rowsOverlapping(from, m_range);
        const bool personal = m_scrub && Scrubber::isPersonal(t.kind);
        const bool chains = (from.lane->columns() & model::kPayloadColumn) && model::payloadIsChain(from.lane->kind());
        model::Lane* to = nullptr;
        std::vector<std::uint32_t>* moved = nullptr;  // by row of the source, from rows.first on
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            if (i % 65536 == 0 && m_options.stop.stop_requested()) return;
            const bool wanted =
                !mixed || wants(model::isMemset(m_from.text(from.name(i))) ? EventKind::Memset : EventKind::Memcpy);
            if (wanted && !to) {
                to = &target(track(t));
                Moved& m = m_moved[id];
                m.lane = to;
                m.first = rows.first;
                m.rows.assign(m_from.flows().all().empty() ? 0 : rows.count(), kNoRow);
                moved = &m.rows;
            }
            if (!wanted) continue;
            if (!moved->empty()) (*moved)[i - rows.first] = static_cast<std::uint32_t>(to->rows());
            model::Event e = from.lane->row(i);
            e.name = string(e.name, Role::Event, static_cast<std::uint32_t>(t.kind));
            e.args = args(e.args, personal);
            if (chains) e.payload = chain(e.payload);
            to->append(e);
        }
        if (to) to->finishBatch();
    }

    void counter(const Track& t) {
        if (!wants(model::trackKindInfo(t.kind).event)) return;
        const model::CounterView from = m_from.counter(t.counter);
        std::size_t before = 0;  // values before the part
        while (before < from.rows && from.series->time()[before] < m_range.begin) ++before;
        std::size_t last = before;
        while (last < from.rows && from.series->time()[last] < m_range.end) ++last;
        // What it was when the part begins, it became earlier.
        const bool holds = before > 0 && m_options.times && !from.series->endsBefore(m_range.begin, from.rows) &&
                           (before == last || from.series->time()[before] > m_range.begin);
        if (before == last && !holds) return;
        model::CounterSeries& to = m_to.counter(track(t));
        if (holds) to.append(m_range.begin, from.series->value()[before - 1]);
        for (std::size_t i = before; i < last; ++i) to.append(from.series->time()[i], from.series->value()[i]);
        // What is sampled ends with its last sample: a gap lets that one hold until the part ends, as it does in the
        // whole.
        if (from.series->isSampled() && last < from.rows && m_options.times)
            to.append(m_range.end, std::numeric_limits<double>::quiet_NaN());
    }

    void flows() {
        if (m_from.flows().all().empty()) return;
        std::unordered_map<const model::Lane*, LaneId> ids;
        for (std::size_t l = 0; l < m_to.laneCount(); ++l)
            ids.emplace(&m_to.laneAt(static_cast<LaneId>(l)), static_cast<LaneId>(l));
        const auto find = [&](LaneId lane, std::uint32_t row) -> model::EventRef {
            const auto moved = m_moved.find(lane);
            if (moved == m_moved.end() || row < moved->second.first ||
                row - moved->second.first >= moved->second.rows.size())
                return {};
            const std::uint32_t now = moved->second.rows[row - moved->second.first];
            return now == kNoRow ? model::EventRef{} : model::EventRef{ids.at(moved->second.lane), now};
        };
        std::vector<model::Flow> kept;
        for (const model::Flow& f : m_from.flows().all()) {
            const model::EventRef from = find(f.fromLane, f.fromRow), to = find(f.toLane, f.toRow);
            if (from.isValid() && to.isValid())
                kept.push_back({from.lane, from.row, to.lane, to.row, string(f.name, Role::Flow)});
        }
        m_to.setFlows(std::move(kept));
    }

    /// What was measured of the kernels that are in the part.
    void profiles() {
        std::unordered_map<StringId, Role> roles;
        std::unordered_set<const model::ProfileFunction*> seen;
        const model::KernelProfiles& profiles = m_from.kernelProfiles();
        const SourceLines lines(m_from);
        const auto ofFunction = [&](const model::ProfileFunction* f) {
            if (!f || !seen.insert(f).second) return;
            roles.emplace(f->name, Role::Kernel);
            for (const auto& line : f->lines) roles.emplace(line.file, Role::File);
            for (const auto& instruction : f->sass) roles.emplace(instruction.text, Role::Instruction);
        };
        for (const model::ProfileId id : m_profiles) {
            const model::KernelProfile& p = profiles.at(id);
            for (const StringId name : {p.name, p.function, p.mangled}) roles.emplace(name, Role::Kernel);
            for (const auto& m : p.instances) ofFunction(m.function);
            for (const auto& m : p.markers) {
                ofFunction(m.function);
                roles.emplace(m.file, Role::File);
            }
            for (const auto& rule : p.rules)
                for (const auto& item : rule.items)
                    for (const auto& table : item.tables)
                        lines.findIn(table, [&](StringId cell) { roles[cell] = Role::Source; });
        }
        for (std::size_t i = 0; i < m_from.profileFileCount(); ++i) {
            roles.emplace(profiles.file(i).path, Role::File);
            roles.emplace(profiles.file(i).text, Role::Source);
        }
        // Before the texts that name them.
        for (const auto& [id, role] : roles)
            if (role == Role::File) string(id, role);
        model::rep::appendProfiles(m_to.kernelProfiles(), m_from, m_profiles, [&](StringId id) {
            const auto role = roles.find(id);
            return string(id, role == roles.end() ? Role::Profile : role->second);
        });
    }

    bool isHeld(const model::Entity& e) const {
        if (e.type == model::Entity::Type::Device || e.type == model::Entity::Type::Host ||
            e.key.pid == model::TrackKey::kNone)
            return true;
        return m_processes.contains({e.key.host, e.key.pid});
    }

    void facts() {
        model::ReportInfo& info = m_to.info();
        info = m_from.info();
        if (!isWhole()) {
            info.skipped.clear();
            std::erase_if(info.entities, [&](const model::Entity& e) { return !isHeld(e); });
        }
        if (m_options.times) {
            const model::TimeRange times = m_range.intersected(m_from.whole());
            if (!times.isEmpty())
                info.cut = {times,
                            info.cut.of.empty() ? std::filesystem::path(info.path).filename().string() : info.cut.of};
        }
        if (m_scrub) m_scrub->info(info);
        if (!m_options.kinds.empty()) {
            std::string held;
            for (const model::EventKind kind : m_options.kinds)
                held.append(held.empty() ? "" : ", ").append(model::kindInfo(kind).key);
            std::erase_if(info.session_facts,
                          [](const auto& fact) { return fact.first == model::own_fact::kOnlyKinds; });
            info.session_facts.emplace_back(model::own_fact::kOnlyKinds, std::move(held));
        }
        // Names of categories are texts of NVTX_EVENTS.
        for (const model::ReportInfo::Category& c : info.categories) m_to.strings().intern(c.name);
        if (isWhole()) return;
        info.eventsInFile = {};
        info.eventsInFile = model::drawnOf(*m_to.publish(true)).byKind;
    }

    /// What was wrong with the capture or the file is wrong with a part of it; what was counted in rows is not known of
    /// a part.
    void notes() {
        constexpr model::Note kOfAll[] = {model::Note::ReportMessage, model::Note::Incomplete,
                                          model::Note::DamagedPart,   model::Note::ChecksumMismatch,
                                          model::Note::OrderOnly,     model::Note::AssumedDuration,
                                          model::Note::FileLeftOut,   model::Note::Cancelled,
                                          model::Note::EntriesLost,   model::Note::RanOutOfMemory};
        for (model::Diagnostic d : m_from.store().diagnostics().list()) {
            if (!isWhole() && std::find(std::begin(kOfAll), std::end(kOfAll), d.note) == std::end(kOfAll)) continue;
            if (m_scrub && !m_scrub->note(d)) continue;
            m_to.diagnostics().add(d.note, d.subject, d.count, d.example, d.offset);
        }
    }

    bool isWhole() const { return !m_options.times && m_options.kinds.empty(); }

    static constexpr std::uint32_t kNoRow = 0xffffffff;
    struct Moved {
        const model::Lane* lane = nullptr;
        std::size_t first = 0;
        std::vector<std::uint32_t> rows;
    };

    const model::Snapshot& m_from;
    model::EventStore& m_to;
    const ExportOptions& m_options;
    model::TimeRange m_range;
    std::optional<Scrubber> m_scrub;
    std::map<std::pair<StringId, std::uint64_t>, StringId> m_strings;  // by id and role
    std::unordered_map<std::uint64_t, model::ArgsId> m_args;
    std::unordered_map<model::ChainId, model::ChainId> m_chains;
    std::unordered_map<LaneId, Moved> m_moved;
    std::unordered_map<model::ProfileId, std::size_t> m_profileIds;
    std::vector<model::ProfileId> m_profiles;
    std::set<std::pair<std::int64_t, std::int64_t>> m_processes;  // host and number, those that have rows
};

}  // namespace

model::SnapshotPtr selected(const model::SnapshotPtr& report, const ExportOptions& options,
                            std::shared_ptr<model::EventStore>& owner) {
    if (!options.times && options.kinds.empty() && !options.scrub) return report;
    owner = model::EventStore::create();
    return Copier(*report, *owner, options).copy() ? owner->publish(true) : nullptr;
}

}  // namespace importers::exporting
