// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/sqlite_source.h"

#include <fmt/format.h>
#include <set>
#include <thread>

#include "importers/common/finish.h"
#include "importers/common/parallel.h"
#include "importers/nsys/nsys.h"
#include "importers/nsys/sqlite_facts.h"
#include "model/base/messages.h"

namespace importers::nsys {

using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

constexpr std::size_t kPartBytes = 8 << 20;

/// Tables that are read together: those that share tracks, in the order in which a person looks at them. The small ones
/// of the GPU come before its kernels: they are there at once and bring the rows of the run with them.
constexpr std::initializer_list<TableId> kStages[] = {
    {TableId::Memcpy, TableId::Memset, TableId::GraphTrace, TableId::CudaEvent},
    {TableId::Kernel, TableId::Sync},
    {TableId::Nvtx, TableId::GraphEvents, TableId::GraphNodeEvents},
    {TableId::Runtime},
    {TableId::GpuMetric, TableId::MemoryUsage, TableId::MemoryPool, TableId::UmCpuFault, TableId::UmGpuFault},
    {TableId::Osrt, TableId::Cudnn, TableId::Cublas},
    {TableId::Sched},
    {TableId::CpuSample, TableId::ProfilerOverhead, TableId::CuptiOverhead, TableId::Jit, TableId::Diagnostic},
};

/// What follows a damaged page is lost; its names become placeholders, which are counted.
void loadStrings(const SqliteReader& db, ExportStrings& strings) {
    const SqliteTable* t = findTable(db, "StringIds");
    if (!t) return strings.complete();
    const int columns[] = {t->column("id"), t->column("value")};
    for (const auto& part : db.parts(*t, SIZE_MAX)) {
        std::size_t rows = 0;
        (void)db.scan(part, columns, [&](std::span<const Cell> c, std::int64_t) {
            if (c[1].type == Cell::Type::Text && !c[0].asNumber().isNull()) strings.add(c[0].intOr(-1), c[1].text());
            return !t->isView || ++rows < kMaxViewRows;
        });
    }
    strings.complete();
}

}  // namespace

SqliteSource::SqliteSource(const SqliteReader& db, model::EventStore& store, const OpenOptions& options)
    : m_db(db), m_store(store), m_options(options), m_strings(store),
      m_ingest(store, m_strings, options.threads, options.wanted, options.stopBuilding),
      m_readsChains(options.wanted.columns() & model::kPayloadColumn) {}

const SqliteTable* SqliteSource::find(const Table& t) const {
    if (const SqliteTable* found = findTable(m_db, t.name)) return found;
    return t.oldName ? findTable(m_db, t.oldName) : nullptr;
}

void SqliteSource::loadChains(std::string_view tableName, ChainMap& into) {
    const SqliteTable* t = findTable(m_db, tableName);
    if (!t) return;
    std::vector<int> columns;
    for (const std::string_view name : ChainRows::kColumns) columns.push_back(t->column(name));
    ChainRows rows(m_store, m_strings, into);
    for (const auto& part : m_db.parts(*t, SIZE_MAX)) {
        const auto done = m_db.scan(part, columns, [&](std::span<const Cell> c, std::int64_t) {
            rows.add(c);
            return !m_options.stop.stop_requested();
        });
        if (!done && done.error().code != ErrorCode::Cancelled) damagedInJob(done.error());
        progress(part.bytes());
    }
    rows.finish();
}

void SqliteSource::loadAllChains() {
    for (const TableId id : {TableId::Runtime, TableId::Osrt, TableId::CpuSample})
        if (usesChains(id) && find(table(id))) loadChains(chainTableOf(id), m_chains[std::string(chainTableOf(id))]);
    m_store.callchains().dropIndex();  // nothing more will be added
}

void SqliteSource::damaged(const model::Error& error) {
    m_store.diagnostics().add(Note::DamagedPart,
                              error.subject.empty() ? model::MessageCode::Database : model::Message(error.subject.text),
                              1, error.detail, error.offset);
    m_store.info().partial = true;
}

SqliteSource::Columns SqliteSource::columnsOf(const Table& t, const SqliteTable& found) const {
    Columns c;
    std::set<int> used;
    for (const Column& column : t.columns) {
        const int at = found.column(column.name);
        c.indices.push_back(at);
        used.insert(at);
        if (at < 0 &&
            (column.role == Role::Start || column.role == Role::GlobalTid || column.role == Role::GlobalPid) &&
            t.id != TableId::CudaEvent)
            m_store.diagnostics().add(Note::MissingColumn, std::string(t.name) + "." + std::string(column.name));
    }
    if (!(m_options.wanted.columns() & model::kArgsColumn)) {
        const TablePlan plan = TablePlan::of(t, {}, m_store.strings());
        for (std::size_t i = 0; i < c.indices.size(); ++i)
            if (!plan.uses(static_cast<int>(i))) c.indices[i] = -1;
        return c;
    }
    // A column that this version does not know is kept as an argument under its own name.
    for (std::size_t i = 0; i < found.columns.size(); ++i)
        if (!used.contains(static_cast<int>(i)) && c.indices.size() < 128) {
            c.indices.push_back(static_cast<int>(i));
            c.extra.push_back(found.columns[i]);
        }
    return c;
}

void SqliteSource::readStage(std::span<const TableId> ids) {
    struct Job {
        TableId table;
        const Columns* columns;
        SqliteReader::Part part;
        RowCollector* rows;
    };
    std::vector<Job> jobs;
    std::deque<Columns> plans;
    for (const TableId id : ids) {
        const SqliteTable* found = m_ingest.wants(id) ? find(table(id)) : nullptr;
        if (!found) continue;
        plans.push_back(columnsOf(table(id), *found));
        for (auto& part : m_db.parts(*found, kPartBytes)) {
            jobs.push_back({id, &plans.back(), part, &m_ingest.collector()});
            jobs.back().rows->setExtraColumns(id, plans.back().extra);
            if (usesChains(id)) jobs.back().rows->setChains(&m_chains.find(chainTableOf(id))->second);
        }
    }
    parallelFor(jobs.size(), m_options.threads, [&](std::size_t i) {
        Job& job = jobs[i];
        if (m_options.stop.stop_requested()) return;
        const auto done =
            m_db.scan(job.part, job.columns->indices, [&](std::span<const Cell> cells, std::int64_t rowid) {
                job.rows->row(job.table, cells, static_cast<std::size_t>(rowid));
                return (rowid & 0xfff) != 0 || !m_options.stop.stop_requested();
            });
        if (!done && done.error().code != ErrorCode::Cancelled) damagedInJob(done.error());
        progress(job.part.bytes());
    });
}

void SqliteSource::damagedInJob(const model::Error& error) {
    std::lock_guard lock(m_mutex);
    m_errors.push_back(error);
}

void SqliteSource::progress(std::uint64_t bytes) {
    std::lock_guard lock(m_mutex);
    m_done = std::min(m_done + bytes, m_db.fileBytes());
    if (m_options.progress) m_options.progress({m_done, m_db.fileBytes()});
}

bool SqliteSource::usesChains(TableId id) const {
    return m_readsChains && m_ingest.wants(id) && findTable(m_db, chainTableOf(id));
}

void SqliteSource::readStages() {
    // Call chains are read beside the tables that come before their users, but not before the first picture.
    std::jthread chains;
    for (const auto& stage : kStages) {
        if (chains.joinable() && std::any_of(stage.begin(), stage.end(), [this](TableId id) { return usesChains(id); }))
            chains.join();
        readStage({stage.begin(), stage.size()});
        m_ingest.flush();
        if (stage.begin()[0] == TableId::Kernel)
            chains = std::jthread([this] {
                // Memory that runs out here runs out elsewhere, too, where it can be told.
                try {
                    loadAllChains();
                } catch (const std::bad_alloc&) {
                    damagedInJob({ErrorCode::OutOfMemory, "call chains", model::MessageCode::OutOfMemory});
                }
            });
        if (m_options.stop.stop_requested()) break;
        m_store.publish();
        if (m_options.published) m_options.published();
    }
}

Result<void> SqliteSource::read() {
    loadStrings(m_db, m_strings);
    const SessionFacts facts = readExportFacts(SqliteTables(m_db), m_store, m_strings, m_ingest);
    readStages();
    m_readsChains = false;
    const bool rest = m_ingest.needsTheRest();
    if (rest) readStages();
    const model::Wanted& wanted = m_options.wanted;
    for (const model::Error& error : m_errors) damaged(error);
    if (!m_options.stop.stop_requested() && (rest || wanted.has(model::TrackKind::GpuMetric)))
        readGenericEvents(m_db, m_store, m_options.stop);
    if (wanted.isEverything()) nameUnknownTables();
    m_ingest.finish(facts);
    return {};
}

void SqliteSource::nameUnknownTables() {
    for (const SqliteTable& t : m_db.tables()) {
        // Nobody needs the rows of a foreign view counted, and a view can be without end.
        const std::string_view name = withoutVersion(t.name);
        const bool known = isKnownTable(t.name) || (isKnownTable(name) && findTable(m_db, name) == &t);
        if (known || t.isView || m_options.stop.stop_requested()) continue;
        std::uint64_t rows = 0;
        for (const auto& part : m_db.parts(t, SIZE_MAX))
            (void)m_db.scan(part, {}, [&](std::span<const Cell>, std::int64_t) {
                return (++rows & 0xfff) != 0 || !m_options.stop.stop_requested();
            });
        if (rows) {
            m_store.diagnostics().add(Note::UnknownTable, t.name, rows);
            m_store.info().skipped[t.name] += rows;
        }
    }
}

int sniffSqlite(const Sniff& s) { return s.head.starts_with(std::string_view("SQLite format 3\0", 16)) ? 50 : 0; }

Result<void> openSqlite(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    const auto db = SqliteReader::open(path);
    if (!db) return tl::unexpected<model::Error>(db.error());
    if (auto foreign = refuseForeign(*db, path.string())) return tl::unexpected<model::Error>(std::move(*foreign));
    model::ReportInfo& info = store.info();
    info.format = "Nsight Systems SQLite export";
    info.formatKey = "nsys-sqlite";
    info.product = "Nsight Systems";
    SqliteSource source(*db, store, options);
    // Without the path: notes are kept in saved reports.
    for (const model::Message& problem : db->logProblems()) store.diagnostics().add(Note::Incomplete, problem);
    if (db->damage()) source.damaged({ErrorCode::Damaged, "", db->damage()->detail, db->damage()->offset});
    if (auto read = source.read(); !read) return read;
    info.partial |= !options.wanted.isEverything();
    return finishReport(path, store, options, options.stop.stop_requested());
}

Result<std::string> readSqliteAttachment(const std::filesystem::path& path, const std::string& locator) {
    const auto db = SqliteReader::open(path);
    if (!db) return tl::unexpected<model::Error>(db.error());
    const std::int64_t wanted = std::atoll(locator.c_str());
    std::optional<std::string> text;
    if (const SqliteTable* t = findTable(*db, "StringIds")) {
        const int columns[] = {t->column("id"), t->column("value")};
        for (const auto& part : db->parts(*t, SIZE_MAX))
            (void)db->scan(part, columns, [&](std::span<const Cell> c, std::int64_t) {
                if (c[0].intOr(-1) == wanted) text = std::string(c[1].text());
                return !text;
            });
    }
    if (!text) return model::fail(ErrorCode::Damaged, path.string(), model::MessageCode::OutputGone);
    return *text;
}

}  // namespace importers::nsys
