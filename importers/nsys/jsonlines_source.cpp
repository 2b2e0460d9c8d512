// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/jsonlines_source.h"

#include <fmt/format.h>
#include <algorithm>
#include <thread>
#include <unordered_map>

#include "importers/common/finish.h"
#include "importers/common/parallel.h"
#include "importers/nsys/nsys.h"
#include "model/base/messages.h"

namespace importers::nsys {

using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

constexpr std::size_t kMaxFactRows = 200'000;  // of one table
constexpr std::size_t kMaxExtraColumns = 48;
constexpr std::string_view kGeneric = "GENERIC_EVENTS";

std::optional<TableId> eventTable(std::string_view name) {
    static const std::unordered_map<std::string_view, TableId> byName = [] {
        std::unordered_map<std::string_view, TableId> m;
        for (const Table& t : tables()) {
            m.emplace(t.name, t.id);
            if (t.oldName) m.emplace(t.oldName, t.id);
        }
        return m;
    }();
    auto found = byName.find(name);
    if (found == byName.end()) found = byName.find(withoutVersion(name));
    return found == byName.end() ? std::nullopt : std::optional(found->second);
}

bool isChainTable(std::string_view name) {
    return !name.empty() && (name == chainTableOf(TableId::Runtime) || name == chainTableOf(TableId::Osrt) ||
                             name == chainTableOf(TableId::CpuSample));
}

bool isText(Role role) { return role == Role::NameText || role == Role::ArgText; }

}  // namespace

bool JsonlinesSource::Tables::hasColumn(std::string_view table, std::string_view column) const {
    const auto found = m_rows.find(table);
    return found != m_rows.end() &&
           std::any_of(found->second.begin(), found->second.end(), [&](const std::vector<Value>& row) {
               return std::any_of(row.begin(), row.end(), [&](const Value& v) { return v.key == column; });
           });
}

void JsonlinesSource::Tables::forEachRow(std::string_view table, std::span<const std::string_view> columns,
                                         const Row& use) const {
    const auto found = m_rows.find(table);
    if (found == m_rows.end()) return;
    std::vector<Cell> cells(columns.size());
    for (const std::vector<Value>& row : found->second) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto value =
                std::find_if(row.begin(), row.end(), [&](const Value& v) { return v.key == columns[i]; });
            if (value == row.end()) cells[i] = Cell();
            else cells[i] = value->cell.type == Cell::Type::Text ? Cell::ofText(value->text) : value->cell;
        }
        use(cells);
    }
}

bool JsonlinesSource::Tables::add(JsonRow& row) {
    auto& rows = m_rows.try_emplace(std::string(withoutVersion(row.table()))).first->second;
    if (rows.size() >= kMaxFactRows) return false;
    std::vector<Value>& values = rows.emplace_back();
    for (const JsonRow::Field& f : row.fields()) {
        const bool isName = f.key == "name" || f.key == "value";  // "7" as a name is no number
        const Cell cell = row.cell(f.value, !isName);
        values.push_back(
            {std::string(f.key), cell.type == Cell::Type::Text ? std::string(cell.text()) : std::string(), cell});
    }
    return true;
}

void JsonlinesSource::Counts::add(const Counts& other) {
    if (other.broken && (broken == 0 || other.firstBroken < firstBroken)) firstBroken = other.firstBroken;
    broken += other.broken;
    nameless += other.nameless;
    generic += other.generic;
    columnsLeftOut += other.columnsLeftOut;
    for (const auto& [name, n] : other.unknown) unknown[name] += n;
}

/// Hands the rows of one block to a collector.
class JsonlinesSource::BlockRows {
public:
    BlockRows(const JsonlinesSource& source, RowCollector& rows)
        : m_source(source), m_rows(rows), m_plans(kTableCount) {}

    void read(const LineBlock& block) {
        for (const LineBlock::Line& line : block.lines) this->line(line);
    }
    const Counts& counts() const { return m_counts; }

private:
    struct Plan {
        std::vector<int> guess;          // column of the i-th value of the last row: rows of a table are much alike
        std::vector<std::string> keys;   // the key that was there
        std::vector<std::string> extra;  // columns that the schema does not have
    };

    void line(const LineBlock::Line& line) {
        const std::string_view shown = withoutVersion(tableOfLine(line));
        if (shown == "StringIds" || isFactTable(shown) || isChainTable(shown)) return;  // read before
        if (shown == kGeneric) return void(++m_counts.generic);
        if (!m_row.parse(line)) {
            if (m_counts.broken++ == 0) m_counts.firstBroken = line.number;
            return;
        }
        if (m_row.table().empty()) return void(++m_counts.nameless);
        const auto id = eventTable(m_row.table());
        if (id) return row(*id, line.number);
        if (isKnownTable(withoutVersion(m_row.table()))) return;
        const auto found = m_counts.unknown.find(m_row.table());
        if (found != m_counts.unknown.end()) ++found->second;
        else m_counts.unknown.emplace(m_row.table(), 1);
    }

    void row(TableId id, std::uint64_t number) {
        const Table& t = table(id);
        Plan& plan = m_plans[static_cast<std::size_t>(id)];
        m_cells.assign(t.columns.size() + plan.extra.size(), Cell());
        const auto& fields = m_row.fields();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const int column = columnOf(t, id, plan, i, fields[i].key);
            if (column < 0) continue;
            const auto at = static_cast<std::size_t>(column);
            const bool known = at < t.columns.size();
            m_cells[at] = m_row.cell(fields[i].value, known && !isText(t.columns[at].role));
        }
        const auto chains = m_source.m_chains.find(chainTableOf(id));
        m_rows.setChains(chains == m_source.m_chains.end() ? nullptr : &chains->second);
        m_rows.row(id, m_cells, static_cast<std::size_t>(number));
    }

    int columnOf(const Table& t, TableId id, Plan& plan, std::size_t i, std::string_view key) {
        if (i < plan.keys.size() && plan.keys[i] == key) return plan.guess[i];
        int column = columnIndex(t, key);
        if (column < 0) column = extraColumn(t, id, plan, key);
        if (i < kMaxRemembered) {
            if (i >= plan.keys.size()) {
                plan.keys.resize(i + 1);
                plan.guess.resize(i + 1, -1);
            }
            plan.keys[i] = key;
            plan.guess[i] = column;
        }
        return column;
    }

    int extraColumn(const Table& t, TableId id, Plan& plan, std::string_view key) {
        const auto found = std::find(plan.extra.begin(), plan.extra.end(), key);
        if (found == plan.extra.end()) {
            if (plan.extra.size() >= kMaxExtraColumns) {
                ++m_counts.columnsLeftOut;
                return -1;
            }
            plan.extra.emplace_back(key);
            m_rows.setExtraColumns(id, plan.extra);
            m_cells.emplace_back();
            return static_cast<int>(t.columns.size() + plan.extra.size() - 1);
        }
        return static_cast<int>(t.columns.size()) + static_cast<int>(found - plan.extra.begin());
    }

    static constexpr std::size_t kMaxRemembered = 128;
    const JsonlinesSource& m_source;
    RowCollector& m_rows;
    JsonRow m_row;
    std::vector<Cell> m_cells;
    std::vector<Plan> m_plans;
    Counts m_counts;
};

JsonlinesSource::JsonlinesSource(const std::filesystem::path& path, model::EventStore& store,
                                 const OpenOptions& options)
    : m_path(path), m_store(store), m_options(options), m_strings(store),
      m_ingest(store, m_strings, options.threads, {}, options.stopBuilding) {}

/// Reads the text from its beginning to its end.
Result<void> JsonlinesSource::pass(const Use& use) {
    auto source = TextSource::open(m_path, streamBounds(m_options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    LineReader reader(*source);
    LineBlock block;
    m_tooLong = 0;
    while (!m_options.stop.stop_requested() && reader.next(block)) {
        m_tooLong += block.tooLong;
        use(block);
        if (m_options.progress) m_options.progress({m_pass * m_bytes + source->fileBytesDone(), m_passes * m_bytes});
    }
    m_cutOff &= !source->endedEarly();
    if (++m_pass == 1 || source->endedEarly()) noteProblems(source->problems(), m_store);
    return {};
}

void JsonlinesSource::describe(LineBlock& block) {
    for (const LineBlock::Line& line : block.lines) {
        const std::string_view written = tableOfLine(line), table = withoutVersion(written);
        m_known += table == "StringIds" || isKnownTable(table);
        if (isChainTable(table)) m_chains.try_emplace(std::string(table));
        if (table != "StringIds" && !isFactTable(table)) continue;
        if (!m_row.parse(line) || m_row.table() != written) {
            if (m_counts.broken++ == 0) m_counts.firstBroken = line.number;
        } else if (table == "StringIds") {
            const Cell value = m_row.cell("value", false);
            if (value.type == Cell::Type::Text) m_strings.add(m_row.cell("id").intOr(-1), value.text());
        } else if (!m_tables.add(m_row)) {
            ++m_factsLeftOut;
        }
    }
    m_cutOff = block.endsInLine && !block.lines.empty() && !m_row.parse(block.lines.back());
}

void JsonlinesSource::chains(LineBlock& block) {
    std::array<Cell, std::size(ChainRows::kColumns)> cells;
    for (const LineBlock::Line& line : block.lines) {
        const std::string_view written = tableOfLine(line), table = withoutVersion(written);
        if (!isChainTable(table)) continue;
        if (!m_row.parse(line) || m_row.table() != written) {
            if (m_counts.broken++ == 0) m_counts.firstBroken = line.number;
            continue;
        }
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = m_row.cell(ChainRows::kColumns[i]);
        m_chainRows.find(table)->second.add(cells);
    }
}

/// Several blocks are read, then taken apart by as many threads; what they hold stays in the order of the file.
Result<void> JsonlinesSource::readRows() {
    const std::size_t most =
        std::max(1u, m_options.threads ? m_options.threads : std::thread::hardware_concurrency()) * 2;
    std::vector<LineBlock> blocks;
    const auto work = [&] {
        std::vector<RowCollector*> rows;
        for (std::size_t i = 0; i < blocks.size(); ++i) rows.push_back(&m_ingest.collector());
        parallelFor(blocks.size(), m_options.threads, [&](std::size_t i) {
            BlockRows reader(*this, *rows[i]);
            reader.read(blocks[i]);
            std::lock_guard lock(m_mutex);
            m_counts.add(reader.counts());
        });
        blocks.clear();
    };
    auto done = pass([&](LineBlock& block) {
        blocks.push_back(std::move(block));
        if (blocks.size() >= most) work();
    });
    if (done) work();
    return done;
}

void JsonlinesSource::report() {
    model::Diagnostics& notes = m_store.diagnostics();
    model::ReportInfo& info = m_store.info();
    if (m_cutOff) {
        notes.add(Note::Incomplete, model::MessageCode::CutInLine);
        info.partial = true;
        m_counts.broken -= m_counts.broken > 0;  // that line
    }
    if (m_counts.broken)
        notes.add(Note::DamagedPart, model::MessageCode::LinesNotJson, m_counts.broken,
                  {model::MessageCode::AtLine, {m_counts.firstBroken}},
                  static_cast<std::int64_t>(m_counts.firstBroken));
    if (m_tooLong) notes.add(Note::DamagedPart, model::MessageCode::LinesTooLong, m_tooLong);
    if (m_factsLeftOut) notes.add(Note::NotShown, model::MessageCode::TooManyDescriptions, m_factsLeftOut);
    if (m_counts.columnsLeftOut) notes.add(Note::NotShown, model::MessageCode::UnknownColumns, m_counts.columnsLeftOut);
    if (m_counts.nameless) notes.add(Note::SkippedUnknown, model::MessageCode::LineWithoutTable, m_counts.nameless);
    if (m_counts.generic) {
        notes.add(Note::NotShown, model::MessageCode::GenericEvent, m_counts.generic);
        info.skipped[model::MessageCode::GenericEvent] += m_counts.generic;
        info.eventsInFile[static_cast<std::size_t>(model::EventKind::Generic)] += m_counts.generic;
    }
    for (const auto& [name, n] : m_counts.unknown) {
        notes.add(Note::UnknownTable, name, n);
        info.skipped[name] += n;
    }
}

Result<void> JsonlinesSource::read() {
    std::error_code ignored;
    m_bytes = std::filesystem::file_size(m_path, ignored);
    if (auto done = pass([this](LineBlock& b) { describe(b); }); !done) return done;
    if (m_known == 0 && !m_options.stop.stop_requested())
        return model::fail(ErrorCode::ForeignDatabase, m_path.string(), "");
    m_strings.complete();
    const SessionFacts facts = readExportFacts(m_tables, m_store, m_strings, m_ingest);
    m_passes = m_chains.empty() ? 2 : 3;
    if (!m_chains.empty()) {
        for (auto& [name, map] : m_chains) m_chainRows.try_emplace(name, m_store, m_strings, map);
        if (auto done = pass([this](LineBlock& b) { chains(b); }); !done) return done;
        for (auto& [name, rows] : m_chainRows) rows.finish();
        m_store.callchains().dropIndex();  // nothing more will be added
    }
    if (auto done = readRows(); !done) return done;
    report();
    m_ingest.finish(facts);
    return {};
}

int sniffJsonlines(const Sniff& s) {
    const auto first = s.text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || s.text[first] != '{') return 0;
    const std::string_view line = s.text.substr(first, s.text.find('\n', first) - first);
    const std::string_view name = tableOfLine({line.data(), static_cast<std::uint32_t>(line.size()), 1});
    if (name.empty() || name.size() > 128) return 0;
    const bool capitals = std::all_of(
        name.begin(), name.end(), [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; });
    return isKnownTable(withoutVersion(name)) || (capitals && name.find('_') != std::string_view::npos) ? 95 : 0;
}

Result<void> openJsonlines(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    model::ReportInfo& info = store.info();
    info.format = "Nsight Systems JSON Lines export";
    info.formatKey = "nsys-jsonlines";
    info.product = "Nsight Systems";
    JsonlinesSource source(path, store, options);
    if (auto read = source.read(); !read) return read;
    return finishReport(path, store, options, options.stop.stop_requested());
}

Result<std::string> readJsonlinesAttachment(const std::filesystem::path& path, const std::string& locator) {
    auto source = TextSource::open(path);
    if (!source) return tl::unexpected<model::Error>(source.error());
    const std::int64_t wanted = std::atoll(locator.c_str());
    LineReader reader(*source);
    LineBlock block;
    JsonRow row;
    while (reader.next(block))
        for (const LineBlock::Line& line : block.lines) {
            if (withoutVersion(tableOfLine(line)) != "StringIds" || !row.parse(line)) continue;
            if (row.cell("id").intOr(-1) != wanted) continue;
            return std::string(row.cell("value", false).text());
        }
    return model::fail(ErrorCode::Damaged, path.string(), model::MessageCode::OutputGone);
}

}  // namespace importers::nsys
