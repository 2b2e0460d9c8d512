// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocm/rocpd_info.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <charconv>
#include <memory>
#include <unordered_map>

#include "importers/common/arguments.h"
#include "importers/common/blits.h"

namespace importers::rocm {

using model::Note;
using model::TrackKey;
using model::TrackKind;

namespace {

/// Tables that are read, and those that say nothing to show.
constexpr std::string_view kTables[] = {"metadata",
                                        "string",
                                        "info_node",
                                        "info_process",
                                        "info_thread",
                                        "info_agent",
                                        "info_queue",
                                        "info_stream",
                                        "info_pmc",
                                        "info_code_object",
                                        "info_kernel_symbol",
                                        "info_category",
                                        "track",
                                        "timestamp",
                                        "event",
                                        "arg",
                                        "pmc_event",
                                        "region",
                                        "sample",
                                        "kernel_dispatch",
                                        "memory_copy",
                                        "memory_allocate"};

std::string_view textOf(const Cell& c) { return c.type == Cell::Type::Text ? c.text() : std::string_view(); }
std::int64_t idOf(const Cell& c) { return c.intOr(kNone); }

/// The name of a program out of its command line: the rest can hold anything.
std::string_view programOf(std::string_view command) {
    const std::string_view path = command.substr(0, command.find(' '));
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Text of a roctx marker, from the JSON beside the event.
std::string messageOf(std::string_view json) {
    simdjson::dom::parser parser;
    std::string_view message;
    if (json.size() < 3 || parser.parse(simdjson::padded_string(json)).at_key("message").get(message)) return {};
    return std::string(message);
}

}  // namespace

std::vector<Profile> profilesOf(Reading& reading) {
    std::set<std::string> suffixes;
    for (const SqliteTable& t : reading.db.tables())
        for (const std::string_view base :
             {"rocpd_string", "rocpd_kernel_dispatch", "rocpd_region", "rocpd_info_process"})
            if (const std::string_view name = t.name;
                !t.isView && name.starts_with(base) && (name.size() == base.size() || name[base.size()] == '_'))
                suffixes.insert(std::string(name.substr(base.size())));
    std::vector<Profile> profiles;
    for (const std::string& suffix : suffixes) {
        std::set<std::string> guids;
        if (const SqliteTable* t = reading.baseTable("rocpd_info_process" + suffix)) {
            Columns c(*t);
            const int guid = c("guid");
            reading.rows(c, [&](Cells cells, std::int64_t) {
                if (cells[guid].type == Cell::Type::Text) guids.insert(std::string(cells[guid].text()));
            });
        }
        if (guids.size() < 2) profiles.push_back({suffix, {}});
        else
            for (const std::string& guid : guids) profiles.push_back({suffix, guid});
    }
    return profiles;
}

bool isRocpdTable(std::string_view name, std::span<const Profile> profiles) {
    if (!name.starts_with("rocpd_")) return false;
    for (const Profile& p : profiles) {
        if (!name.ends_with(p.suffix)) continue;
        const std::string_view base = name.substr(6, name.size() - 6 - std::min(name.size() - 6, p.suffix.size()));
        if (std::find(std::begin(kTables), std::end(kTables), base) != std::end(kTables)) return true;
    }
    return false;
}

RocpdInfo::RocpdInfo(Reading& reading, Shared& shared, Profile profile)
    : m_r(reading), m_shared(shared), m_profile(std::move(profile)) {
    m_categories.emplace_back();
}

const SqliteTable* RocpdInfo::table(std::string_view name) const {
    return m_r.baseTable(fmt::format("rocpd_{}{}", name, m_profile.suffix));
}

void RocpdInfo::load(Callers& callers) {
    loadNames();
    loadTimes();
    loadEvents(callers);
    loadArguments();
}

void RocpdInfo::loadNames() {
    if (const SqliteTable* t = table("metadata")) {
        Columns c(*t);
        const int tag = c("tag"), value = c("value");
        m_r.rows(c, [&](Cells r, std::int64_t) {
            if (textOf(r[tag]) == "schema_version") m_r.store.info().schemaVersion = textOf(r[value]);
        });
    }
    if (const SqliteTable* t = table("string")) {
        Columns c(*t);
        const int id = c("id"), string = c("string");
        rows(c, [&](Cells r, std::int64_t) { m_strings.set(idOf(r[id]), std::string(textOf(r[string]))); });
    }
    loadNodes();
    loadProcesses();
    loadThreads();
    loadAgents();
    loadNumbered("info_queue", "Queue ", m_queues);
    loadNumbered("info_stream", "Stream ", m_streams);
    loadNames("info_category", m_categoryNames);
    loadKernels();
    loadCounters();
    loadTracks();
}

void RocpdInfo::loadNodes() {
    const SqliteTable* t = table("info_node");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), machine = c("machine_id"), hash = c("hash"), host = c("hostname"),
              system = c("system_name"), release = c("release");
    rows(c, [&](Cells r, std::int64_t) {
        std::string machineId(textOf(r[machine]));
        if (machineId.empty()) machineId = fmt::format("{}", r[hash].intOr(0));
        model::Facts facts;
        for (const auto& [label, cell] : {std::pair{"system_name", system}, std::pair{"release", release}})
            if (!textOf(r[cell]).empty()) facts.emplace_back(label, textOf(r[cell]));
        m_hosts.set(idOf(r[id]), m_shared.host(machineId, textOf(r[host]), facts));
    });
}

void RocpdInfo::loadProcesses() {
    const SqliteTable* t = table("info_process");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), node = c("nid"), pid = c("pid"), name = c("name"), command = c("command");
    rows(c, [&](Cells r, std::int64_t) {
        const std::int64_t* host = m_hosts.find(idOf(r[node]));
        const Process p{host ? *host : 0, r[pid].intOr(0)};
        m_processes.set(idOf(r[id]), p);
        m_processOfPid.emplace(p.pid, idOf(r[id]));
        TrackKey key;
        key.host = p.host;
        key.pid = p.pid;
        const std::string_view given = textOf(r[name]);
        m_shared.process(key, given.empty() ? programOf(textOf(r[command])) : given);
    });
}

void RocpdInfo::loadThreads() {
    const SqliteTable* t = table("info_thread");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), tid = c("tid"), name = c("name");
    rows(c, [&](Cells r, std::int64_t) {
        m_threads.set(idOf(r[id]), {r[tid].intOr(0), std::string(textOf(r[name]))});
    });
}

void RocpdInfo::loadAgents() {
    const SqliteTable* t = table("info_agent");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), node = c("nid"), type = c("type"), typeIndex = c("type_index"),
              logical = c("logical_index"), absolute = c("absolute_index");
    constexpr std::string_view kNames[] = {"product_name", "model_name", "name", "vendor_name", "generic_name"};
    int nameCells[std::size(kNames)];
    for (std::size_t i = 0; i < std::size(kNames); ++i) nameCells[i] = c(kNames[i]);
    rows(c, [&](Cells r, std::int64_t) {
        Agent a;
        a.isGpu = textOf(r[type]) == "GPU";
        a.device = r[typeIndex].intOr(r[logical].intOr(r[absolute].intOr(r[id].intOr(0))));
        m_agents.set(idOf(r[id]), a);
        if (!a.isGpu) return;
        TrackKey key;
        const std::int64_t* host = m_hosts.find(idOf(r[node]));
        key.host = host ? *host : 0;
        key.device = a.device;
        model::Facts facts;
        for (std::size_t i = 0; i < std::size(kNames); ++i)
            if (const std::string_view text = textOf(r[nameCells[i]]); !text.empty())
                facts.emplace_back(kNames[i], text);
        m_shared.device(key, facts);
    });
}

void RocpdInfo::loadNames(std::string_view tableName, ById<std::string>& into) {
    const SqliteTable* t = table(tableName);
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), name = c("name");
    rows(c, [&](Cells r, std::int64_t) { into.set(idOf(r[id]), std::string(textOf(r[name]))); });
}

/// Streams and queues are named by the numbers that the runtime gave them; ids of rows only count them. Where one has
/// another name, or two of a process the same, ids it is.
void RocpdInfo::loadNumbered(std::string_view tableName, std::string_view word, ById<Numbered>& into) {
    const SqliteTable* t = table(tableName);
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), name = c("name"), process_ = c("pid");
    std::set<std::pair<std::int64_t, std::int64_t>> numbers;
    std::vector<std::int64_t> ids;
    bool isNumbered = true;
    rows(c, [&](Cells r, std::int64_t) {
        Numbered n{std::string(textOf(r[name])), idOf(r[id])};
        const std::string_view digits = std::string_view(n.name).substr(std::min(word.size(), n.name.size()));
        const char* end = digits.data() + digits.size();
        const auto [at, error] = std::from_chars(digits.data(), end, n.number);
        isNumbered = isNumbered && n.name.starts_with(word) && error == std::errc() && at == end && n.number >= 0 &&
                     numbers.insert({idOf(r[process_]), n.number}).second;
        ids.push_back(idOf(r[id]));
        into.set(ids.back(), std::move(n));
    });
    if (!isNumbered)
        for (const std::int64_t i : ids) into.find(i)->number = i;
}

std::int64_t RocpdInfo::queueNumber(std::int64_t id) const {
    const Numbered* queue = m_queues.find(id);
    return queue ? queue->number : id;
}

void RocpdInfo::loadKernels() {
    const SqliteTable* t = table("info_kernel_symbol");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), display = c("display_name"), kernel = c("kernel_name"), registers = c("arch_vgpr_count"),
              accumulators = c("accum_vgpr_count"), scalars = c("sgpr_count");
    rows(c, [&](Cells r, std::int64_t) {
        const std::string_view name = withoutDescriptor(textOf(r[textOf(r[display]).empty() ? kernel : display]));
        m_kernels.set(idOf(r[id]), {name.empty() ? 0 : m_r.store.strings().intern(name), r[registers].intOr(0),
                                    r[accumulators].intOr(0), r[scalars].intOr(0)});
    });
}

void RocpdInfo::loadCounters() {
    const SqliteTable* t = table("info_pmc");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), name = c("name"), symbol = c("symbol"), units = c("units"), agent_ = c("agent_id"),
              process_ = c("pid");
    rows(c, [&](Cells r, std::int64_t) {
        Counter counter{std::string(textOf(r[name]).empty() ? textOf(r[symbol]) : textOf(r[name])), idOf(r[agent_]),
                        idOf(r[process_])};
        if (!textOf(r[units]).empty()) counter.name += fmt::format(" [{}]", textOf(r[units]));
        m_counters.set(idOf(r[id]), std::move(counter));
    });
}

void RocpdInfo::loadTracks() {
    const SqliteTable* t = table("track");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), process_ = c("pid"), thread = c("tid"), agent_ = c("agent_id"), queue = c("queue_id"),
              stream = c("stream_id"), name = c("name_id");
    rows(c, [&](Cells r, std::int64_t) {
        m_tracks.set(idOf(r[id]), {idOf(r[process_]), idOf(r[thread]), idOf(r[agent_]), idOf(r[queue]), idOf(r[stream]),
                                   idOf(r[name])});
    });
}

void RocpdInfo::loadTimes() {
    const SqliteTable* t = table("timestamp");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), value = c("value");
    rows(c, [&](Cells r, std::int64_t) {
        if (!r[value].isNull()) m_times.set(idOf(r[id]), r[value].intOr(0));
    });
}

RocpdInfo::Category RocpdInfo::categoryOf(std::int64_t id) {
    if (id == kNone) return {};
    std::lock_guard lock(m_mutex);
    const auto [found, isNew] = m_categoryIndex.emplace(id, static_cast<std::uint32_t>(m_categories.size()));
    if (isNew) {
        const std::string* name = m_categoryNames.find(id);
        if (!name) name = m_strings.find(id);
        Category& c = m_categories.emplace_back();
        c.index = found->second;
        if (name) c.name = *name;
        c.isMarker = c.name.find("MARKER") != std::string::npos || c.name.find("marker") != std::string::npos;
        c.isSampling = c.name.find("sampling") != std::string::npos;
    }
    return m_categories[found->second];
}

/// Reads a part of the event table.
class RocpdInfo::EventReader {
public:
    EventReader(RocpdInfo& info, const Callers& callers) : m_info(info), m_callers(callers) {}

    void add(std::int64_t id, std::int64_t category, EventRow e, const Cell& extdata, const Cell& callStack) {
        const auto [known, isNew] = m_categories.try_emplace(category);
        if (isNew) known->second = m_info.categoryOf(category);
        e.category = known->second.index;
        if (known->second.isMarker)
            if (const std::string message = messageOf(textOf(extdata)); !message.empty())
                e.message = m_info.m_r.store.strings().intern(message);
        if (const std::string_view frame = textOf(callStack); frame.size() > 2) {  // more than {}
            if (known->second.isSampling) e.frame = m_info.addFrame(frame, textOf(extdata));
            m_callStacks += e.frame == 0;
        }
        if (e.stack && !m_callers.isSmall(e.stack)) m_oddStacks.push_back(e.stack);
        m_rows.add(id, e);
    }
    /// Those that are no small numbers, in their order.
    const std::vector<std::int64_t>& oddStacks() const { return m_oddStacks; }
    EventTable::Part& rows() { return m_rows; }
    /// Rows whose call stacks are not shown.
    std::uint64_t callStacks() const { return m_callStacks; }

private:
    RocpdInfo& m_info;
    const Callers& m_callers;
    std::vector<std::int64_t> m_oddStacks;
    std::unordered_map<std::int64_t, Category> m_categories;  // by id
    EventTable::Part m_rows;
    std::uint64_t m_callStacks = 0;
};

void RocpdInfo::loadEvents(Callers& callers) {
    const SqliteTable* t = table("event");
    if (!t) return;
    Columns c(*t);
    const int id = c("id"), category_ = c("category_id"), stack = c("stack_id"), parent = c("parent_stack_id"),
              extdata = c("extdata"), callStack = c("call_stack");
    const auto parts = inParts(
        c, [&] { return std::make_unique<EventReader>(*this, callers); },
        [&](EventReader& part, Cells r) {
            const EventRow e{r[stack].intOr(0), r[parent].intOr(0)};
            part.add(idOf(r[id]), idOf(r[category_]), e, r[extdata], r[callStack]);
        });
    std::uint64_t callStacks = 0;
    for (const auto& part : parts) {
        m_events.add(std::move(part->rows()));
        callStacks += part->callStacks();
        for (const std::int64_t odd : part->oddStacks()) callers.number(odd);
    }
    if (callStacks) {
        m_r.store.diagnostics().add(Note::NotShown, "rocpd_event.call_stack", callStacks);
        m_r.store.info().skipped["rocpd_event.call_stack"] += callStacks;
    }
}

/// 0 if it is no frame.
std::uint32_t RocpdInfo::addFrame(std::string_view callStack, std::string_view extdata) {
    simdjson::dom::parser parser;
    std::string_view name, pc, file;
    const simdjson::padded_string text(callStack);
    const auto stack = parser.parse(text);
    if (stack.at_key("name").get(name)) return 0;
    SampledFrame f;
    f.frame.symbol = m_r.store.strings().intern(name);
    if (!stack.at_key("file").get(file) && !file.empty()) f.frame.module = m_r.store.strings().intern(file);
    if (!stack.at_key("pc").get(pc)) {
        if (pc.starts_with("0x")) pc.remove_prefix(2);
        std::from_chars(pc.data(), pc.data() + pc.size(), f.frame.ip, 16);
    }
    simdjson::dom::parser more;
    const simdjson::padded_string depth(extdata);
    if (more.parse(depth).at_key("depth").get(f.depth)) f.depth = 0;
    std::lock_guard lock(m_mutex);
    m_frames.push_back(f);
    return static_cast<std::uint32_t>(m_frames.size());
}

void RocpdInfo::loadArguments() {
    const SqliteTable* t = table("arg");
    if (!t) return;
    Columns c(*t);
    const int eventId = c("event_id"), name = c("name"), value = c("value");
    struct Part {
        explicit Part(model::EventStore& store) : args(store) {}
        void end() {
            if (const model::ArgsId id = args.intern()) tuples.emplace_back(current, id);
        }
        Arguments args;
        std::int64_t current = kNone;  // the arguments of an event follow one another
        std::vector<std::pair<std::int64_t, model::ArgsId>> tuples;
    };
    const auto parts = inParts(
        c, [this] { return std::make_unique<Part>(m_r.store); },
        [&](Part& part, Cells r) {
            if (const std::int64_t next = idOf(r[eventId]); next != part.current) {
                part.end();
                part.current = next;
            }
            const std::string_view text = textOf(r[value]);
            std::int64_t number = 0;
            const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            if (r[value].type == Cell::Type::Text && !text.empty() && error == std::errc() &&
                at == text.data() + text.size())
                part.args.addInt(textOf(r[name]), number);
            else part.args.add(textOf(r[name]), r[value]);
        });
    for (const auto& part : parts) {
        part->end();
        for (const auto& [event, args] : part->tuples) addArguments(event, args);
    }
}

void RocpdInfo::addArguments(std::int64_t eventId, model::ArgsId more) {
    EventRow* e = m_events.find(eventId);
    if (!e) return m_r.store.diagnostics().add(Note::DanglingReference, "rocpd_arg.event_id", 1, {}, eventId);
    if (e->args) {
        std::vector<model::Arg> all = m_r.store.args().at(e->args);
        for (const model::Arg& a : m_r.store.args().at(more)) all.push_back(a);
        more = m_r.store.args().intern(all);
    }
    e->args = more;
}

RocpdInfo::Place RocpdInfo::placeOf(Columns& c) {
    Place p{};
    p.process = c("pid");
    p.thread = c("tid");
    p.agent = c("agent_id");
    p.queue = c("queue_id");
    p.stream = c("stream_id");
    p.track = c("track_id");
    p.start = c.has("start") ? c("start") : c("timestamp");
    p.end = c("end");
    p.startId = c.has("start_id") ? c("start_id") : c("timestamp_id");
    p.endId = c("end_id");
    return p;
}

Where RocpdInfo::where(const Place& p, Cells r) const {
    Where w;
    if (const Where* track = m_tracks.find(idOf(r[p.track]))) w = *track;
    const auto own = [&](int cell, std::int64_t& into) {
        if (!r[cell].isNull()) into = idOf(r[cell]);
    };
    own(p.process, w.process);
    own(p.thread, w.thread);
    own(p.agent, w.agent);
    own(p.queue, w.queue);
    own(p.stream, w.stream);
    return w;
}

std::optional<std::pair<model::TimeNs, model::TimeNs>> RocpdInfo::times(const Place& p, Cells r) const {
    const auto at = [&](int own, int id) -> std::optional<model::TimeNs> {
        if (!r[own].isNull()) return r[own].intOr(0);
        const std::int64_t* found = r[id].isNull() ? nullptr : m_times.find(idOf(r[id]));
        return found ? std::optional(*found) : std::nullopt;
    };
    const auto start = at(p.start, p.startId);
    if (!start) return std::nullopt;
    return std::pair{*start, at(p.end, p.endId).value_or(*start)};
}

RocpdInfo::Process RocpdInfo::process(std::int64_t id) const {
    if (const Process* p = m_processes.find(id)) return *p;
    if (const auto found = m_processOfPid.find(id); found != m_processOfPid.end())
        return *m_processes.find(found->second);
    return {0, id == kNone ? 0 : id};
}

TrackKey RocpdInfo::processKey(const Where& w) const {
    const Process p = process(w.process);
    TrackKey key;
    key.host = p.host;
    key.pid = p.pid;
    return key;
}

TrackKey RocpdInfo::threadKey(const Where& w) {
    TrackKey key = processKey(w);
    const Thread* t = m_threads.find(w.thread);
    key.tid = t ? t->tid : w.thread == kNone ? 0 : w.thread;
    if (t && !t->name.empty()) {
        // Systems give a thread's number again: the first one that had it names the row, whichever is asked for first.
        const auto [by, isNew] = m_namedBy.try_emplace(key, w.thread);
        if (isNew || w.thread < by->second) {
            by->second = w.thread;
            m_shared.names[{TrackKind::Thread, key}] = t->name;
        }
    }
    return key;
}

TrackKey RocpdInfo::deviceKey(const Where& w) const {
    TrackKey key;
    key.host = process(w.process).host;
    const Agent* a = m_agents.find(w.agent);
    key.device = a ? a->device : w.agent == kNone ? 0 : w.agent;
    return key;
}

bool RocpdInfo::hasStream(const Where& w) const {
    return w.stream != kNone && (m_streams.empty() || m_streams.find(w.stream));
}

TrackKey RocpdInfo::streamKey(const Where& w) {
    TrackKey key = processKey(w);
    key.device = deviceKey(w).device;
    const bool isStream = hasStream(w) || w.queue == kNone;
    const Numbered* given = isStream ? m_streams.find(w.stream) : m_queues.find(w.queue);
    const std::int64_t stream = !isStream ? kNone : given ? given->number : w.stream;
    return m_shared.stream(key, stream, queueNumber(w.queue), given ? std::string_view(given->name) : "");
}

}  // namespace importers::rocm
