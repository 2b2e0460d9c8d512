// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nvprof/nvprof.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "importers/common/arguments.h"
#include "importers/common/cuda_names.h"
#include "importers/common/demangle.h"
#include "importers/common/event_groups.h"
#include "importers/common/sqlite_reader.h"
#include "importers/nvprof/call_names.h"
#include "model/base/messages.h"

namespace importers::nvprof {

using model::EventKind;
using model::Note;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::string_view kTables = "CUPTI_ACTIVITY_KIND_";

/// Cells of a row by the names of their columns.
class Row {
public:
    explicit Row(const SqliteTable& table) : m_table(table) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) m_all.push_back(static_cast<int>(i));
    }
    std::span<const int> columns() const { return m_all; }
    void set(std::span<const Cell> cells) { m_cells = cells; }
    /// Null where the table has no such column.
    Cell operator()(std::string_view column) const {
        const int i = m_table.column(column);
        return i < 0 ? Cell{} : m_cells[static_cast<std::size_t>(i)];
    }
    std::int64_t number(std::string_view column, std::int64_t otherwise = 0) const {
        return (*this)(column).intOr(otherwise);
    }

private:
    const SqliteTable& m_table;
    std::vector<int> m_all;
    std::span<const Cell> m_cells;
};

class Nvprof {
public:
    Nvprof(const SqliteReader& db, model::EventStore& store, const OpenOptions& options)
        : m_db(db), m_store(store), m_options(options), m_groups(store), m_args(store) {}

    void read() {
        rows("StringTable", [&](const Row& r) {
            if (r("value").type == Cell::Type::Text) m_texts.emplace(r.number("_id_", -1), r("value").text());
        });
        rows("CUPTI_ACTIVITY_KIND_RUNTIME", [&](const Row& r) { addCall(r, kRuntimeCalls, "runtime call"); });
        rows("CUPTI_ACTIVITY_KIND_DRIVER", [&](const Row& r) { addCall(r, kDriverCalls, "driver call"); });
        for (const char* table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"})
            rows(table, [&](const Row& r) { addKernel(r); });
        for (const char* table : {"CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMCPY2"})
            rows(table, [&](const Row& r) { addCopy(r); });
        rows("CUPTI_ACTIVITY_KIND_MEMSET", [&](const Row& r) { addMemset(r); });
        rows("CUPTI_ACTIVITY_KIND_MARKER", [&](const Row& r) { addMarker(r); });
        closeRanges();
        rows("CUPTI_ACTIVITY_KIND_DEVICE", [&](const Row& r) { addDevice(r); });
        nameOthers();
        m_groups.build(m_options.threads, m_options.stopBuilding);
    }

private:
    /// Calls use(row) for each row of a table, if it is there.
    template <class F>
    void rows(std::string_view name, F&& use) {
        const SqliteTable* table = m_db.table(name);
        if (!table || m_options.stop.stop_requested()) return;
        m_known.push_back(table);
        Row row(*table);
        std::uint64_t n = 0;
        for (const SqliteReader::Part& part : m_db.parts(*table, SIZE_MAX)) {
            const auto scanned = m_db.scan(part, row.columns(), [&](std::span<const Cell> cells, std::int64_t) {
                row.set(cells);
                use(std::as_const(row));
                return (++n & 0xfff) != 0 || !m_options.stop.stop_requested();
            });
            if (!scanned && scanned.error().code != model::ErrorCode::Cancelled) {
                m_store.info().partial = true;
                m_store.diagnostics().add(Note::DamagedPart, name, 1, scanned.error().detail, scanned.error().offset);
            }
            m_done += part.bytes();
            if (m_options.progress) m_options.progress({m_done, m_store.info().fileBytes});
        }
    }

    std::string_view text(const Row& r, std::string_view column) {
        const std::int64_t id = r.number(column);
        const auto found = m_texts.find(id);
        if (found != m_texts.end()) return found->second;
        m_store.diagnostics().add(Note::MissingString, "StringTable", 1, {model::MessageCode::IdOfRow, {id}});
        return "[unnamed]";
    }
    model::StringId word(std::string_view s) { return m_store.strings().intern(s); }

    void add(EventKind kind, TrackKind track, const TrackKey& key, model::Event e, const Row& r) {
        e.start = r.number("start"), e.end = r.number("end");
        ++m_store.info().eventsInFile[static_cast<std::size_t>(kind)];
        if (e.start == 0 && e.end == 0) {  // CUPTI's sign for a time that it does not know
            m_store.diagnostics().add(Note::NoTime, m_store.strings().at(e.name));
            return;
        }
        e.correlation = static_cast<std::uint32_t>(r.number("correlationId"));
        e.args = m_args.intern();
        m_groups.add(track, key, e);
    }

    void addCall(const Row& r, std::span<const CallName> names, std::string_view otherwise) {
        TrackKey key;
        key.pid = r.number("processId"), key.tid = r.number("threadId");
        if (m_process == TrackKey::kNone) m_process = key.pid;
        const std::int64_t number = r.number("cbid");
        const std::string_view name = callName(names, number);
        model::Event e;
        e.name = word(name.empty() ? fmt::format("{} {}", otherwise, number) : std::string(name));
        if (const std::int64_t result = r.number("returnValue")) m_args.addInt("returnValue", result);
        add(EventKind::CudaApi, TrackKind::CudaApi, key, e, r);
    }

    TrackKey streamOf(const Row& r) {
        TrackKey key;
        if (m_process == TrackKey::kNone) m_process = model::textId(0);
        key.pid = m_process;
        key.device = r.number("deviceId"), key.context = r.number("contextId"), key.stream = r.number("streamId");
        return key;
    }

    void addKernel(const Row& r) {
        for (const char* name : {"gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ", "registersPerThread",
                                 "staticSharedMemory", "dynamicSharedMemory", "localMemoryPerThread"})
            m_args.add(name, r(name));
        model::Event e;
        e.name = word(demangled(text(r, "name")));
        add(EventKind::Kernel, TrackKind::StreamKernels, streamOf(r), e, r);
    }
    void addCopy(const Row& r) {
        m_args.add("bytes", r("bytes"));
        m_args.add("copyKind", r("copyKind"));
        model::Event e;
        e.name = word(nameAt(kCopyNames, r.number("copyKind")));
        add(EventKind::Memcpy, TrackKind::StreamMemory, streamOf(r), e, r);
    }
    void addMemset(const Row& r) {
        m_args.add("bytes", r("bytes"));
        m_args.add("value", r("value"));
        model::Event e;
        e.name = word("Memset");
        add(EventKind::Memset, TrackKind::StreamMemory, streamOf(r), e, r);
    }

    /// A mark, or the begin or the end of a range, which share a number.
    void addMarker(const Row& r) {
        enum : std::int64_t { Instant = 1, Start = 2, End = 4 };
        const std::int64_t flags = r.number("flags"), id = r.number("id"), time = r.number("timestamp");
        if (flags & End) {
            const auto open = m_open.find(id);
            if (open == m_open.end()) return m_store.diagnostics().add(Note::UnmatchedEnd, "NVTX");
            open->second.event.end = time;
            addRange(open->second);
            m_open.erase(open);
            return;
        }
        Range range{{time, time, word(text(r, "name")), 0, 0, 0}, {}};
        range.key.pid = m_process == TrackKey::kNone ? model::textId(0) : m_process;
        const Cell object = r("objectId");  // of a thread: its process and its own number, 4 bytes each
        std::array<std::int32_t, 2> ids{};
        if (object.type == Cell::Type::Blob && object.size >= sizeof(ids)) {
            std::memcpy(ids.data(), object.bytes, sizeof(ids));
            range.key.pid = ids[0], range.key.tid = ids[1];
        }
        if (flags & Start) m_open.insert_or_assign(id, range);
        else addRange(range);
        m_last = std::max(m_last, time);
    }
    struct Range {
        model::Event event;
        TrackKey key;
    };
    void addRange(const Range& range) {
        m_last = std::max(m_last, range.event.end);
        ++m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::Nvtx)];
        m_groups.add(TrackKind::Nvtx, range.key, range.event);
    }
    void closeRanges() {
        for (auto& [id, range] : m_open) {
            range.event.end = std::max(range.event.start, m_last);
            addRange(range);
        }
        if (!m_open.empty()) m_store.diagnostics().add(Note::NeverClosed, "NVTX", m_open.size());
    }

    void addDevice(const Row& r) {
        TrackKey key;
        key.device = r.number("id");
        model::Entity device{model::Entity::Type::Device, key, std::string(text(r, "name")), {}};
        for (const char* fact : {"computeCapabilityMajor", "computeCapabilityMinor", "globalMemorySize",
                                 "coreClockRate", "numMultiprocessors"})
            if (r(fact).type == Cell::Type::Int) device.facts.emplace_back(fact, std::to_string(r.number(fact)));
        m_store.info().entities.push_back(std::move(device));
    }

    void nameOthers() {
        const std::vector<const SqliteTable*> drawn = m_known;
        for (const SqliteTable& t : m_db.tables()) {
            if (t.isView || std::find(drawn.begin(), drawn.end(), &t) != drawn.end()) continue;
            std::uint64_t n = 0;
            rows(t.name, [&](const Row&) { ++n; });
            if (!n) continue;
            m_store.diagnostics().add(Note::UnknownTable, t.name, n);
            m_store.info().skipped[t.name] += n;
        }
    }

    const SqliteReader& m_db;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    EventGroups m_groups;
    Arguments m_args;
    std::vector<const SqliteTable*> m_known;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::map<std::int64_t, Range> m_open;
    std::int64_t m_process = TrackKey::kNone, m_last = 0;
    std::uint64_t m_done = 0;
};

}  // namespace

int sniff(const Sniff& s) {
    if (!s.head.starts_with("SQLite format 3")) return 0;
    const auto says = [&](std::string_view word) { return s.head.find(word) != std::string_view::npos; };
    // Exports of Nsight Systems have tables of the same names, which number their rows in no column.
    return says(kTables) && says("_id_ INTEGER PRIMARY KEY") && !says("StringIds") ? 95 : 0;
}

model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    const auto db = SqliteReader::open(path);
    if (!db) return tl::unexpected<model::Error>(db.error());
    model::ReportInfo& info = store.info();
    info.format = "nvprof database";
    info.formatKey = "nvprof";
    info.product = "nvprof";
    if (const auto& damage = db->damage())
        store.diagnostics().add(Note::DamagedPart, "SQLite", 1, damage->detail, damage->offset);
    Nvprof(*db, store, options).read();
    store.publish(true);
    if (options.published) options.published();
    if (options.stop.stop_requested()) throw Stopped{};
    return {};
}

}  // namespace importers::nvprof
