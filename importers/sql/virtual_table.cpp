// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/virtual_table.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <algorithm>
#include <charconv>
#include <cstring>

namespace importers::sql {

bool KeyIndex::build(const Source& source, std::size_t column, const std::stop_token& stop) {
    Scratch scratch;
    std::uint64_t seen = 0;
    for (std::size_t p = 0; p < source.parts(); ++p) {
        const std::uint64_t end = source.rows(p);
        if (end > UINT32_MAX) return false;
        for (std::uint64_t r = source.settle(p, 0, end); r < end; r = source.settle(p, r + 1, end)) {
            if (++seen % 65536 == 0 && stop.stop_requested()) return false;
            const Cell c = source.cell(p, r, column, scratch);
            // A real that is whole equals the integer.
            const bool whole = c.type == Cell::Type::Real && c.real >= -9e15 && c.real <= 9e15 &&
                               c.real == static_cast<double>(static_cast<std::int64_t>(c.real));
            if (c.type == Cell::Type::Int || whole)
                m_entries.push_back({whole ? static_cast<std::int64_t>(c.real) : c.i, static_cast<std::uint32_t>(p),
                                     static_cast<std::uint32_t>(r)});
        }
    }
    const auto less = [](const Entry& a, const Entry& b) { return a.key < b.key; };
    if (!std::is_sorted(m_entries.begin(), m_entries.end(), less))
        std::stable_sort(m_entries.begin(), m_entries.end(), less);
    return true;
}

std::span<const KeyIndex::Entry> KeyIndex::find(std::int64_t key) const {
    struct Less {
        bool operator()(const Entry& e, std::int64_t k) const { return e.key < k; }
        bool operator()(std::int64_t k, const Entry& e) const { return k < e.key; }
    };
    const auto [first, last] = std::equal_range(m_entries.begin(), m_entries.end(), key, Less());
    return {m_entries.data() + (first - m_entries.begin()), static_cast<std::size_t>(last - first)};
}

namespace {

// A plan is a text: for each argument of xFilter a letter for what it is used for, and the number of the column.
enum Step : char {
    kRowid = 'r',  ///< row with that id
    kFind = 'f',   ///< rows with that key
    kIndex = 'i',  ///< rows from a KeyIndex
    kPart = 'p',   ///< parts with that value
    kEqual = 'e',  ///< looked at row by row
    kLess = '<',
    kGreater = '>',
    kExact = '=',  ///< bounds of a time
};

struct Vtab {
    sqlite3_vtab base;
    SqlTable* table;
    double rowCount;
};

struct Cursor {
    sqlite3_vtab_cursor base;
    const Source* source = nullptr;
    const std::stop_token* stop = nullptr;
    Scratch scratch{};

    // Where it stands, and what it will still look at.
    std::size_t part = 0;
    std::uint64_t row = 0, end = 0;
    std::size_t lastPart = 0;                 ///< scans go on to here
    std::span<const KeyIndex::Entry> hits{};  ///< of an index; then parts are not scanned
    bool isEnd = true;

    TimeBounds bounds{};
    std::vector<std::pair<std::size_t, std::int64_t>> partValues{}, equals{};  ///< column and value
};

Vtab* vtab(sqlite3_vtab* v) { return reinterpret_cast<Vtab*>(v); }
Cursor* cursor(sqlite3_vtab_cursor* c) { return reinterpret_cast<Cursor*>(c); }

const char* typeName(Type t) {
    switch (t) {
    case Type::Int: return " INTEGER";
    case Type::Real: return " REAL";
    case Type::Text: return " TEXT";
    default: return "";
    }
}

int connect(sqlite3* db, void* aux, int, const char* const*, sqlite3_vtab** out, char**) {
    auto* table = static_cast<SqlTable*>(aux);
    std::string sql = "CREATE TABLE x(";
    for (const Column& c : table->source->columns())
        sql += fmt::format("{}\"{}\"{}", sql.ends_with('(') ? "" : ", ", c.name, typeName(c.type));
    table->watch->connecting = true;
    const int rc = sqlite3_declare_vtab(db, (sql + ')').c_str());
    table->watch->connecting = false;
    if (rc != SQLITE_OK) return rc;
    sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    // An upper bound will do to compare plans; counting would take time.
    double rows = 1;
    for (std::size_t p = 0; p < table->source->parts(); ++p)
        rows += static_cast<double>(std::min<std::uint64_t>(table->source->rows(p), 1'000'000'000));
    auto* v = new Vtab{{}, table, rows};
    *out = &v->base;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab* v) {
    delete vtab(v);
    return SQLITE_OK;
}

/// What a plan makes of a constraint, or 0.
char stepOf(sqlite3_index_info* info, int i, std::span<const Column> columns) {
    const auto& c = info->aConstraint[i];
    if (!c.usable) return 0;
    const bool equal = c.op == SQLITE_INDEX_CONSTRAINT_EQ;
    if (c.iColumn < 0) return equal ? kRowid : 0;
    const Column& column = columns[static_cast<std::size_t>(c.iColumn)];
    if (column.use == Use::Start || column.use == Use::End) {
        if (c.op == SQLITE_INDEX_CONSTRAINT_LT || c.op == SQLITE_INDEX_CONSTRAINT_LE) return kLess;
        if (c.op == SQLITE_INDEX_CONSTRAINT_GT || c.op == SQLITE_INDEX_CONSTRAINT_GE) return kGreater;
        if (equal) return kExact;
    }
    if (!equal) return 0;
    if (column.use == Use::Key) return kFind;
    if (column.use == Use::OfPart) return kPart;
    if (column.type != Type::Int) return 0;
    // A value that is known beforehand is compared with once; an index is for joins.
    sqlite3_value* constant = nullptr;
    return sqlite3_vtab_rhs_value(info, i, &constant) == SQLITE_OK ? kEqual : kIndex;
}

/// How many rows a lookup in an index is thought to give. Launches and their work are one to one or nearly so.
double rowsOfKey(const Vtab& v, const Column& column) {
    return column.name == "correlationId" || column.name == "correlation" ? 2.0 : std::max(2.0, v.rowCount / 64);
}

int bestIndex(sqlite3_vtab* base, sqlite3_index_info* info) {
    const Vtab& v = *vtab(base);
    const auto columns = v.table->source->columns();
    std::string plan;
    int lookup = -1;  // at most one constraint finds rows
    char lookupStep = 0;
    double rows = v.rowCount, factor = 1, found = 0;
    const auto use = [&](int i, char step) {
        plan += fmt::format("{}{} ", step, info->aConstraint[i].iColumn);
        info->aConstraintUsage[i].argvIndex = static_cast<int>(std::count(plan.begin(), plan.end(), ' '));
    };
    for (int i = 0; i < info->nConstraint; ++i) {
        const char step = stepOf(info, i, columns);
        if (step != kRowid && step != kFind && step != kIndex) continue;
        const double gives = step == kRowid ? 1
                             : step == kFind
                                 ? 4
                                 : rowsOfKey(v, columns[static_cast<std::size_t>(info->aConstraint[i].iColumn)]);
        if (lookup < 0 || gives < found) lookup = i, lookupStep = step, found = gives;
    }
    if (lookup >= 0) {
        use(lookup, lookupStep);
        info->estimatedCost = found + (lookupStep == kIndex ? 10 : 2);
        info->estimatedRows = static_cast<sqlite3_int64>(found);
        if (lookupStep == kRowid) info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    } else {
        int bounds = 0;
        for (int i = 0; i < info->nConstraint; ++i) {
            const char step = stepOf(info, i, columns);
            if (!step) continue;
            use(i, step);
            if (step == kEqual) rows /= 16;
            else factor /= step == kPart ? 4 : step == kExact ? 256 : bounds++ ? 64 : 4;
        }
        info->estimatedCost = std::max(2.0, v.rowCount * factor);
        info->estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, rows * factor));
    }
    info->idxStr = sqlite3_mprintf("%s", plan.c_str());
    info->needToFreeIdxStr = 1;
    return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

int open(sqlite3_vtab* v, sqlite3_vtab_cursor** out) {
    auto* c = new Cursor{};
    c->source = vtab(v)->table->source.get();
    c->stop = &vtab(v)->table->watch->stop;
    *out = &c->base;
    return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* c) {
    delete cursor(c);
    return SQLITE_OK;
}

bool isWhole(const Cell& c, std::int64_t value) {
    return c.type == Cell::Type::Int    ? c.i == value
           : c.type == Cell::Type::Real ? c.real == static_cast<double>(value)
                                        : c.type == Cell::Type::Text;
}

bool fits(Cursor& c) {
    for (const auto& [column, value] : c.equals)
        if (!isWhole(c.source->cell(c.part, c.row, column, c.scratch), value)) return false;
    return true;
}

/// Goes on to the next part that may hold rows; false after the last.
bool nextPart(Cursor& c) {
    while (++c.part < c.lastPart) {
        if (c.source->rows(c.part) == 0) continue;
        const auto is = [&](const auto& wanted) {
            return isWhole(c.source->cell(c.part, 0, wanted.first, c.scratch), wanted.second);
        };
        if (c.source->isUniform(c.part) && !std::all_of(c.partValues.begin(), c.partValues.end(), is)) continue;
        const Span span = c.source->narrowed(c.part, c.bounds);
        c.row = span.first;
        c.end = span.last;
        if (c.row < c.end) return true;
    }
    return false;
}

/// Moves to the first row at or after the present place that exists and fits. SQLITE_INTERRUPT if that was stopped.
int settle(Cursor& c) {
    for (std::uint64_t looked = 1;; ++looked) {
        if (looked % 65536 == 0 && c.stop->stop_requested()) return SQLITE_INTERRUPT;
        if (c.row < c.end && c.source->hasGaps()) c.row = c.source->settle(c.part, c.row, c.end);
        if (c.row < c.end) {
            if (c.equals.empty() || fits(c)) return SQLITE_OK;
            ++c.row;
        } else if (!nextPart(c)) {
            c.isEnd = true;
            return SQLITE_OK;
        }
    }
}

void showHit(Cursor& c) {
    c.isEnd = c.hits.empty();
    if (c.isEnd) return;
    c.part = c.hits[0].part;
    c.row = c.hits[0].row;
}

int next(sqlite3_vtab_cursor* base) {
    Cursor& c = *cursor(base);
    if (!c.hits.empty()) {
        c.hits = c.hits.subspan(1);
        showHit(c);
        return SQLITE_OK;
    }
    ++c.row;
    return settle(c);
}

/// Narrows the bounds by a comparison with a number; SQLite itself looks again, so that a bound may be too wide by one.
void bound(TimeBounds& b, Use use, char step, sqlite3_value* value) {
    if (step == kExact) {
        bound(b, use, kLess, value);
        return bound(b, use, kGreater, value);
    }
    const int type = sqlite3_value_numeric_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
    std::int64_t t = sqlite3_value_int64(value);
    if (type == SQLITE_FLOAT) {
        const double real = sqlite3_value_double(value);
        if (!(real > -9e18 && real < 9e18)) return;
        t = static_cast<std::int64_t>(real) + (step == kLess ? 1 : -1);
    }
    std::int64_t& limit = use == Use::Start ? (step == kLess ? b.startMax : b.startMin)
                          : step == kLess   ? b.endMax
                                            : b.endMin;
    limit = step == kLess ? std::min(limit, t) : std::max(limit, t);
}

/// Rows of one lookup; true if the value was one that can be looked up.
bool look(Cursor& c, SqlTable& table, char step, std::size_t column, std::int64_t key, int& rc) {
    if (step == kIndex) {
        auto at = table.indices.find(column);
        if (at == table.indices.end()) {
            if (table.watch->indexBytes > kMostIndexBytes) return false;
            KeyIndex index;
            if (!index.build(*c.source, column, *c.stop)) {
                if (c.stop->stop_requested()) rc = SQLITE_INTERRUPT;
                return rc != SQLITE_OK;  // otherwise every row is looked at
            }
            table.watch->indexBytes += index.bytes();
            at = table.indices.emplace(column, std::move(index)).first;
        }
        c.hits = at->second.find(key);
        showHit(c);
        return true;
    }
    const auto place = step == kRowid ? c.source->findRowid(key) : c.source->find(key);
    if (place) {
        c.isEnd = false;
        c.part = place->part;
        c.lastPart = c.part + 1;
        c.row = place->rows.first;
        c.end = place->rows.last;
        rc = settle(c);
    }
    return true;
}

int filter(sqlite3_vtab_cursor* base, int, const char* plan, int, sqlite3_value** args) {
    Cursor& c = *cursor(base);
    SqlTable& table = *vtab(base->pVtab)->table;
    const auto columns = c.source->columns();
    c.hits = {};
    c.bounds = {};
    c.partValues.clear();
    c.equals.clear();
    c.isEnd = true;
    const char* const planEnd = plan + std::strlen(plan);
    for (const char* p = plan; p < planEnd; ++args) {
        const char step = *p++;
        int column = 0;
        p = std::from_chars(p, planEnd, column).ptr + 1;
        sqlite3_value* const value = *args;
        if (sqlite3_value_type(value) == SQLITE_NULL) return SQLITE_OK;  // nothing equals it, nor is greater or less
        if (step == kLess || step == kGreater || step == kExact) {
            bound(c.bounds, columns[static_cast<std::size_t>(column)].use, step, value);
            continue;
        }
        if (sqlite3_value_type(value) != SQLITE_INTEGER) continue;  // SQLite compares every row
        const std::int64_t key = sqlite3_value_int64(value);
        int rc = SQLITE_OK;
        if (step == kPart) c.partValues.emplace_back(column, key);
        else if (step == kEqual) c.equals.emplace_back(column, key);
        else if (look(c, table, step, static_cast<std::size_t>(column), key, rc)) return rc;
    }
    c.isEnd = false;
    c.part = static_cast<std::size_t>(-1);
    c.row = c.end = 0;
    c.lastPart = c.source->parts();
    return settle(c);
}

int eof(sqlite3_vtab_cursor* c) { return cursor(c)->isEnd; }

int column(sqlite3_vtab_cursor* base, sqlite3_context* out, int n) {
    Cursor& c = *cursor(base);
    const Cell cell = c.source->cell(c.part, c.row, static_cast<std::size_t>(n), c.scratch);
    switch (cell.type) {
    case Cell::Type::Null: sqlite3_result_null(out); break;
    case Cell::Type::Int: sqlite3_result_int64(out, cell.i); break;
    case Cell::Type::Real: sqlite3_result_double(out, cell.real); break;
    case Cell::Type::Text: sqlite3_result_text64(out, cell.bytes, cell.size, SQLITE_STATIC, SQLITE_UTF8); break;
    case Cell::Type::Blob: sqlite3_result_blob64(out, cell.bytes, cell.size, SQLITE_STATIC); break;
    }
    return SQLITE_OK;
}

int rowid(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
    const Cursor& c = *cursor(base);
    *out = c.source->rowid(c.part, c.row);
    return SQLITE_OK;
}

/// xCreate is xConnect: a table that was not created, because it has no rows, is known by its name all the same.
constexpr sqlite3_module kModule = [] {
    sqlite3_module m{};
    m.xCreate = m.xConnect = connect;
    m.xDestroy = m.xDisconnect = disconnect;
    m.xBestIndex = bestIndex;
    m.xOpen = open;
    m.xClose = close;
    m.xFilter = filter;
    m.xNext = next;
    m.xEof = eof;
    m.xColumn = column;
    m.xRowid = rowid;
    return m;
}();

}  // namespace

int registerTable(sqlite3* db, SqlTable& table) {
    return sqlite3_create_module_v2(db, std::string(table.source->name()).c_str(), &kModule, &table, nullptr);
}

}  // namespace importers::sql
