// SPDX-License-Identifier: GPL-3.0-or-later
// Small tables about the report, its machines, processes and threads.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

#include "importers/nsys/rep_facts.h"
#include "importers/sql/event_source.h"
#include "model/store/wall_clock.h"

#include "sightline_version.h"

namespace importers::sql {

using model::Entity;
using model::Track;
using model::TrackKind;

namespace {

/// "Default stream (7)": how the reader of reports calls the stream that has no name.
constexpr std::string_view kDefaultStream = "Default stream";

Cell number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? Cell::ofInt(value) : Cell();
}

Cell factCell(const Entity& e, std::string_view key, FixedSource& table) {
    // What PyTorch's profiler calls the same.
    static constexpr std::array<std::array<std::string_view, 2>, 5> kOther{
        {{"smCount", "numSms"},
         {"totalMemory", "totalGlobalMem"},
         {"threadsPerWarp", "warpSize"},
         {"maxThreadsPerBlock", "maxThreadsPerBlock"},
         {"maxRegistersPerBlock", "regsPerBlock"}}};
    const auto find = [&](std::string_view wanted) -> const std::string* {
        for (const auto& [name, value] : e.facts)
            if (name == wanted) return &value;
        return nullptr;
    };
    const std::string* text = find(key);
    for (const auto& [ours, theirs] : kOther)
        if (!text && ours == key) text = find(theirs);
    if (!text) return {};
    const Cell n = number(*text);
    return n.isNull() ? table.keep(*text) : n;
}

std::unique_ptr<FixedSource> gpus(const model::Snapshot& s) {
    std::vector<Column> columns{{"vmId"},
                                {"id"},
                                {"name", Type::Text},
                                {"busLocation", Type::Text},
                                {"uuid", Type::Text},
                                {"chipName", Type::Text}};
    for (const nsys::GpuNumber& n : nsys::kGpuNumbers)
        if (n.column != "id") columns.push_back({n.column});
    auto table = std::make_unique<FixedSource>("TARGET_INFO_GPU", columns);
    for (const Entity& e : s.info().entities) {
        if (e.type != Entity::Type::Device) continue;
        std::vector<Cell> row{Cell::ofInt(globalVid(e.key.host)), keyCell(e.key.device), table->keep(e.name)};
        for (std::size_t c = 3; c < columns.size(); ++c) row.push_back(factCell(e, columns[c].name, *table));
        table->add(std::move(row));
    }
    return table;
}

/// Which GPU a process means by a device number, as far as names tell.
std::unique_ptr<FixedSource> devices(const model::Snapshot& s) {
    auto table =
        std::make_unique<FixedSource>("TARGET_INFO_CUDA_DEVICE", std::vector<Column>{{"gpuId"}, {"cudaId"}, {"pid"}});
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::CudaHw || keyCell(t.key.device).isNull()) continue;
        std::int64_t gpu = -1;
        for (const Entity& e : s.info().entities)
            if (e.type == Entity::Type::Device && e.name == s.text(t.name) && (gpu < 0 || e.key.device == t.key.device))
                gpu = e.key.device;
        if (gpu >= 0) table->add({Cell::ofInt(gpu), Cell::ofInt(t.key.device), pidCell(s, t.key)});
    }
    return table;
}

std::int64_t hostOf(const model::TrackKey& key) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(globalVid(key.host)) >> 48);
}

/// Tables of the contexts and streams of CUDA.
class StreamTables {
public:
    explicit StreamTables(const model::Snapshot& s) : m_s(s) {}

    /// What the report lists: Nsight Systems does, also those without rows. Whether it lists any context.
    bool addListed();
    /// What the rows tell of the reports of others.
    void addRows();
    void moveTo(Sources& out) {
        for (auto* table : {&m_contexts, &m_streams, &m_nullStreams, &m_names}) out.push_back(std::move(*table));
    }

private:
    using Row = std::vector<Cell>;
    using Table = std::unique_ptr<FixedSource>;
    /// Whose it is: the cells that all of these tables have.
    struct Owner {
        Owner(const model::Snapshot& s, const model::TrackKey& key)
            : hw(Cell::ofInt(hostOf(key) >> 8)), vm(Cell::ofInt(hostOf(key) & 0xff)), pid(pidCell(s, key)),
              device(keyCell(key.device)), context(keyCell(key.context)) {}
        Cell hw, vm, pid, device, context;
    };
    void addContext(const Cell& nullStream, const Owner& of, const Cell& parent, const Cell& isGreen) {
        if (!nullStream.isNull()) m_nullStreams->add({nullStream, of.hw, of.vm, of.pid, of.device, of.context});
        m_contexts->add({nullStream, of.hw, of.vm, of.pid, of.device, of.context, parent, isGreen});
    }
    Cell defaultStreamOf(const Track& context) const;

    const model::Snapshot& m_s;
    Table m_contexts =
              std::make_unique<FixedSource>("TARGET_INFO_CUDA_CONTEXT_INFO", std::vector<Column>{{"nullStreamId"},
                                                                                                 {"hwId"},
                                                                                                 {"vmId"},
                                                                                                 {"processId"},
                                                                                                 {"deviceId"},
                                                                                                 {"contextId"},
                                                                                                 {"parentContextId"},
                                                                                                 {"isGreenContext"}}),
          m_streams = std::make_unique<FixedSource>(
              "TARGET_INFO_CUDA_STREAM",
              std::vector<Column>{
                  {"streamId"}, {"hwId"}, {"vmId"}, {"processId"}, {"contextId"}, {"priority"}, {"flag"}}),
          m_nullStreams = std::make_unique<FixedSource>(
              "TARGET_INFO_CUDA_NULL_STREAM",
              std::vector<Column>{{"streamId"}, {"hwId"}, {"vmId"}, {"processId"}, {"deviceId"}, {"contextId"}}),
          m_names = std::make_unique<FixedSource>(
              "TARGET_INFO_NVTX_CUDA_STREAM",
              std::vector<Column>{
                  {"name", Type::Text}, {"hwId"}, {"vmId"}, {"processId"}, {"deviceId"}, {"contextId"}, {"streamId"}});
};

bool StreamTables::addListed() {
    std::vector<Row> streams, names;
    bool listed = false;
    for (const Entity& e : m_s.info().entities) {
        if (e.type != Entity::Type::Context && e.type != Entity::Type::Stream) continue;
        const Owner of(m_s, e.key);
        const auto fact = [&](std::string_view key) { return factCell(e, key, *m_streams); };
        if (e.type == Entity::Type::Context) {
            listed = true;
            addContext(fact("nullStreamId"), of, fact("parentContextId"), fact("isGreenContext"));
            continue;
        }
        Cell priority = fact("priority");
        if (priority.type == Cell::Type::Int) priority = Cell::ofInt(priority.i & 0xffffffff);
        const Cell stream = keyCell(e.key.stream);
        streams.push_back({stream, of.hw, of.vm, of.pid, of.context, priority, fact("flag")});
        if (!e.name.empty())
            names.push_back({m_names->keep(e.name), of.hw, of.vm, of.pid, of.device, of.context, stream});
    }
    if (!listed) return false;
    for (Row& row : streams) m_streams->add(std::move(row));
    for (Row& row : names) m_names->add(std::move(row));
    return true;
}

Cell StreamTables::defaultStreamOf(const Track& context) const {
    Cell out;
    for (const model::TrackId child : context.children)
        if (const Track& c = m_s.track(child);
            c.kind == TrackKind::Stream && m_s.text(c.name).starts_with(kDefaultStream))
            out = keyCell(c.key.stream);
    return out;
}

void StreamTables::addRows() {
    for (const Track& t : m_s.tree().tracks) {
        const Owner of(m_s, t.key);
        if (t.kind == TrackKind::Context && !of.context.isNull()) addContext(defaultStreamOf(t), of, {}, {});
        if (t.kind != TrackKind::Stream || keyCell(t.key.stream).isNull() || t.key.stream < 0) continue;
        const Cell stream = Cell::ofInt(t.key.stream);
        m_streams->add({stream, of.hw, of.vm, of.pid, of.context, {}, {}});
        if (t.name && !m_s.text(t.name).starts_with(kDefaultStream))
            m_names->add({textCell(m_s, t.name), of.hw, of.vm, of.pid, of.device, of.context, stream});
    }
}

void addStreams(const model::Snapshot& s, Sources& out) {
    StreamTables tables(s);
    if (!tables.addListed()) tables.addRows();
    tables.moveTo(out);
}

void addProcesses(const model::Snapshot& s, Sources& out) {
    auto processes =
        std::make_unique<FixedSource>("PROCESSES", std::vector<Column>{{"globalPid"}, {"pid"}, {"name", Type::Text}});
    auto threads = std::make_unique<FixedSource>(
        "ThreadNames", std::vector<Column>{{"nameId", Type::Int, Use::Plain, true}, {"priority"}, {"globalTid"}});
    for (const Track& t : s.tree().tracks) {
        if (t.kind == TrackKind::Process) processes->add({globalPid(t.key), pidCell(s, t.key), textCell(s, t.name)});
        if (t.kind == TrackKind::Thread && t.name) threads->add({nameIdCell(t.name), {}, globalTid(t.key)});
    }
    out.push_back(std::move(processes));
    out.push_back(std::move(threads));
}

std::unique_ptr<FixedSource> metrics(const model::Snapshot& s, const Source& values) {
    auto table = std::make_unique<FixedSource>(
        "TARGET_INFO_GPU_METRICS",
        std::vector<Column>{
            {"typeId"}, {"sourceId"}, {"typeName", Type::Text}, {"metricId"}, {"metricName", Type::Text}});
    std::size_t part = 0;
    Scratch scratch;
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::GpuMetric || t.counter == model::kNoCounter) continue;
        const Cell type = values.cell(part, 0, 2, scratch), metric = values.cell(part, 0, 3, scratch);
        table->add({type, Cell::ofInt(type.i & ~std::int64_t{0xff}), Cell::ofText(""), metric, textCell(s, t.name)});
        ++part;
    }
    return table;
}

std::string utcText(std::int64_t ns) {
    const std::time_t seconds = ns / 1'000'000'000;
    std::tm t{};
    ::gmtime_r(&seconds, &t);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour,
                       t.tm_min, t.tm_sec);
}

void addReport(const model::Snapshot& s, Sources& out) {
    const model::ReportInfo& info = s.info();
    std::int64_t host = 0;
    for (const Track& t : s.tree().tracks)
        if (t.kind == TrackKind::Process || host == 0) host = t.key.host;
    const Cell vid = Cell::ofInt(globalVid(host == model::TrackKey::kNone ? 0 : host));

    auto system = std::make_unique<FixedSource>(
        "TARGET_INFO_SYSTEM_ENV",
        std::vector<Column>{
            {"globalVid"}, {"devStateName", Type::Text}, {"name", Type::Text}, {"nameEnum"}, {"value", Type::Text}});
    for (const auto& [name, value] : info.session_facts)
        if (name != model::kUtcOffsetFact)  // it is in the local time of the start
            system->add({vid, Cell::ofText(""), system->keep(name), Cell::ofInt(0), system->keep(value)});
    out.push_back(std::move(system));

    auto details = std::make_unique<FixedSource>(
        "ANALYSIS_DETAILS", std::vector<Column>{{"globalVid"}, {"duration"}, {"startTime"}, {"stopTime"}});
    if (!info.session.isEmpty())
        details->add(
            {vid, Cell::ofInt(info.session.length()), Cell::ofInt(info.session.begin), Cell::ofInt(info.session.end)});
    out.push_back(std::move(details));

    auto start = std::make_unique<FixedSource>(
        "TARGET_INFO_SESSION_START_TIME",
        std::vector<Column>{{"utcEpochNs"}, {"utcTime", Type::Text}, {"localTime", Type::Text}});
    const auto local = model::utcOffsetOf(info);
    if (info.utcEpochNs)
        start->add(
            {Cell::ofInt(info.utcEpochNs), start->keep(utcText(info.utcEpochNs)),
             local ? start->keep(utcText(model::saturatingAdd(info.utcEpochNs, *local * 1'000'000'000))) : Cell{}});
    out.push_back(std::move(start));

    auto meta = std::make_unique<FixedSource>("META_DATA_EXPORT",
                                              std::vector<Column>{{"name", Type::Text}, {"value", Type::Text}});
    const bool nsight = info.formatKey.starts_with("nsys");
    const std::array<std::pair<std::string_view, std::string_view>, 7> facts{
        {{"EXPORT_PRODUCT_NAME", "Sightline"},
         {"EXPORT_PRODUCT_VERSION",
          nsight && !info.productVersion.empty() ? std::string_view(info.productVersion) : SIGHTLINE_VERSION},
         {"EXPORT_SCHEMA_VERSION", kSchemaVersion},
         {"EXPORT_SCHEMA_VERSION_MAJOR", "3"},
         {"EXPORT_SCHEMA_VERSION_MINOR", "24"},
         {"EXPORT_SCHEMA_VERSION_MICRO", "0"},
         {"EXPORT_SOURCE_FORMAT", info.format}}};
    for (const auto& [name, value] : facts) meta->add({Cell::ofText(name), meta->keep(value)});
    out.push_back(std::move(meta));
}

}  // namespace

void addFactTables(const model::Snapshot& s, Sources& out) {
    const auto values = std::find_if(out.begin(), out.end(), [](const auto& t) { return t->name() == "GPU_METRICS"; });
    auto metricNames = metrics(s, **values);
    addProcesses(s, out);
    out.push_back(gpus(s));
    out.push_back(devices(s));
    addStreams(s, out);
    out.push_back(std::move(metricNames));
    addReport(s, out);
}

Sources allTables(const model::Snapshot& report, Cover cover) {
    Sources out;
    addEventTables(report, cover, out);
    addGenericTables(report, cover, out);
    addProfileTables(report, out);
    addFactTables(report, out);
    addEnumTables(out);
    return out;
}

}  // namespace importers::sql
