// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "model/base/error.h"
#include "model/base/messages.h"

/// Decodes SQLite table b-trees without the SQLite library: a full scan costs a sixth of sqlite3_step() or less.
/// Nothing here trusts the file: every page number, offset and length is checked before it is followed.
namespace importers {

inline std::uint16_t sqliteBe16(const std::uint8_t* p) { return static_cast<std::uint16_t>(p[0] << 8 | p[1]); }
inline std::uint32_t sqliteBe32(const std::uint8_t* p) {
    return std::uint32_t{p[0]} << 24 | std::uint32_t{p[1]} << 16 | std::uint32_t{p[2]} << 8 | p[3];
}
inline std::uint64_t sqliteBe64(const std::uint8_t* p) {
    std::uint64_t v;
    std::memcpy(&v, p, sizeof v);
    return std::endian::native == std::endian::little ? __builtin_bswap64(v) : v;
}

/// Moves p past a variable-length integer of at most 9 bytes.
inline std::uint64_t sqliteVarint(const std::uint8_t*& p) {
    std::uint64_t v = *p++;
    if (v < 0x80) return v;
    v &= 0x7f;
    for (int i = 1; i < 8; ++i) {
        const std::uint8_t byte = *p++;
        v = v << 7 | (byte & 0x7f);
        if (byte < 0x80) return v;
    }
    return v << 8 | *p++;
}

/// The pages of a database file, read with pread() so that they never count as memory of this process. Thread safe.
class SqlitePages {
public:
    enum PageType : std::uint8_t { IndexInterior = 2, TableInterior = 5, IndexLeaf = 10, TableLeaf = 13 };

    /// Takes ownership of a file of `fileBytes` bytes that is open for reading, also on failure. Null if this decoder
    /// does not support the header (UTF-16, unknown version, impossible sizes).
    static std::unique_ptr<SqlitePages> open(int fd, std::uint64_t fileBytes);
    ~SqlitePages();
    SqlitePages(const SqlitePages&) = delete;
    SqlitePages& operator=(const SqlitePages&) = delete;

    std::uint32_t pageBytes() const { return m_pageBytes; }
    /// Bytes of a page that hold content; the rest is reserved for extensions.
    std::uint32_t usableBytes() const { return m_usableBytes; }
    /// Whole pages that the file really has, whatever its header states. Pages count from 1.
    std::uint32_t pageCount() const { return m_pageCount; }
    bool has(std::uint64_t page) const { return page >= 1 && page <= m_pageCount; }
    std::uint64_t offsetOf(std::uint64_t page) const { return (page - 1) * m_pageBytes; }

    /// Reads `count` pages from `first` on; false if the file ends before that or cannot be read.
    bool read(std::uint32_t first, std::uint32_t count, std::uint8_t* out) const;
    /// The type byte of a page, 0 if there is no such page.
    std::uint8_t typeOf(std::uint32_t page) const;

private:
    SqlitePages(int fd, std::uint32_t pageBytes, std::uint32_t usableBytes, std::uint32_t pageCount)
        : m_fd(fd), m_pageBytes(pageBytes), m_usableBytes(usableBytes), m_pageCount(pageCount) {}

    int m_fd;
    std::uint32_t m_pageBytes;
    std::uint32_t m_usableBytes;
    std::uint32_t m_pageCount;
};

/// The pages seen so far; a page that is seen twice means a cycle or a shared page.
class SqlitePageSet {
public:
    /// False if the page was there already. Pages count from 1 and are at most `pageCount`.
    bool insert(std::uint32_t page, std::uint32_t pageCount) {
        if (m_bits.empty()) m_bits.resize(pageCount / 64 + 1);
        std::uint64_t& word = m_bits[page / 64];
        const std::uint64_t bit = std::uint64_t{1} << (page % 64);
        if (word & bit) return false;
        word |= bit;
        return true;
    }

private:
    std::vector<std::uint64_t> m_bits;
};

/// The leaf pages of a table in rowid order. If the tree is damaged, the leaves before the damage, and the damage.
struct SqliteTree {
    std::string tableName;
    std::vector<std::uint32_t> leaves;
    std::optional<model::Error> error;
};
SqliteTree readSqliteTree(const SqlitePages& pages, std::uint32_t rootPage, std::string_view tableName);

/// How the columns of a table are stored.
struct SqliteLayout {
    struct Column {
        bool isReal = false;      ///< its integers are whole reals that were stored in short form
        bool hasDefault = false;  ///< rows from before ALTER TABLE ADD COLUMN have a value other than NULL
    };
    std::vector<Column> columns;
    int rowidColumn = -1;  ///< the INTEGER PRIMARY KEY, which is stored as the rowid; -1 if there is none
};

/// Reads a run of leaves row by row. One object serves one thread.
class SqlitePageScan {
public:
    /// The value of a column in rows from before ALTER TABLE ADD COLUMN; text goes to `bytes`.
    using DefaultValue = std::function<Cell(int column, std::int64_t rowid, std::string& bytes)>;

    /// `leaves` is a part of tree.leaves; all arguments must outlive the scan. `columns` as in SqliteReader::scan().
    SqlitePageScan(const SqlitePages& pages, const SqliteTree& tree, std::span<const std::uint32_t> leaves,
                   const SqliteLayout& layout, std::span<const int> columns, DefaultValue defaultValue);

    /// Steps to the next leaf; false at the end or on damage. Cells of earlier rows become invalid.
    bool nextPage();
    /// Rows of the current leaf.
    std::uint32_t rowCount() const { return m_rowCount; }
    /// Decodes one row of the current leaf; false on damage.
    bool decode(std::uint32_t index);

    std::span<const Cell> cells() const { return {m_cells.data(), m_width}; }
    std::int64_t rowid() const { return m_rowid; }
    std::optional<model::Error> takeError() { return std::move(m_error); }

private:
    enum class Outcome { Done, NeedsMore, Damaged };
    /// How a serial type below 12 is stored: its bytes are the top ones of a big-endian word. One array for each
    /// property, because they are looked up for every cell.
    struct SmallTypes {
        std::uint8_t bytes[12];
        std::uint8_t shift[12];
        Cell::Type type[12];
        std::int64_t mask[12];
        std::int64_t value[12];
    };
    static const SmallTypes kSmall;

    bool isWanted(const Cell& target) const { return &target != m_cells.data() + m_width; }
    void planColumns(std::span<const int> columns);
    bool readRun();
    Outcome decodeRecord(const std::uint8_t* record, std::uint64_t available, std::uint64_t total);
    bool decodeSpilled(const std::uint8_t* local, std::uint64_t total);
    bool gather(const std::uint8_t* local, std::uint64_t localBytes, std::uint64_t total);
    const std::uint8_t* overflowPage(std::uint32_t page);
    void fillMissing(std::uint32_t firstColumn);
    void fixUp();
    bool damaged(model::Message detail, std::uint64_t offset);
    bool rowDamaged(model::MessageCode detail);

    const SqlitePages& m_pages;
    const SqliteTree& m_tree;
    std::span<const std::uint32_t> m_leaves;
    const SqliteLayout& m_layout;
    DefaultValue m_defaultValue;

    // The destination of each stored column; columns that were not requested share the cell after the last one.
    std::vector<Cell> m_cells;
    std::vector<Cell*> m_targets;
    std::uint32_t m_width = 0;
    bool m_needsFixUp = false;
    std::vector<std::uint32_t> m_rowidSlots;
    std::vector<std::uint32_t> m_realSlots;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_copies;  ///< to, from

    // The run of pages in memory and the leaf in it.
    std::unique_ptr<std::uint8_t[]> m_buffer;
    std::uint32_t m_bufferPages = 0;
    std::uint32_t m_runBegin = 0;
    std::uint32_t m_runEnd = 0;
    std::size_t m_nextLeaf = 0;
    std::uint32_t m_pageNumber = 0;
    const std::uint8_t* m_page = nullptr;
    const std::uint8_t* m_pageEnd = nullptr;
    const std::uint8_t* m_pointers = nullptr;
    std::uint32_t m_rowCount = 0;
    std::uint32_t m_firstCell = 0;
    std::uint32_t m_cellOffset = 0;
    std::uint32_t m_maxLocal = 0;
    std::int64_t m_rowid = 0;

    // Rows that do not fit into their page.
    std::vector<std::uint8_t> m_spilled;
    std::vector<std::uint8_t> m_overflow;
    SqlitePageSet m_overflowSeen;

    struct Known {
        int column;
        Cell value;
        std::unique_ptr<std::string> bytes;
    };
    std::vector<Known> m_defaults;
    std::optional<model::Error> m_error;
};

inline constexpr SqlitePageScan::SmallTypes SqlitePageScan::kSmall = {
    {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0},
    {0, 56, 48, 40, 32, 16, 0, 0, 0, 0, 0, 0},
    {Cell::Type::Null, Cell::Type::Int, Cell::Type::Int, Cell::Type::Int, Cell::Type::Int, Cell::Type::Int,
     Cell::Type::Int, Cell::Type::Real, Cell::Type::Int, Cell::Type::Int, Cell::Type::Null, Cell::Type::Null},
    {0, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

// The speed of a scan is the speed of this loop over cells, so it has no branches for numbers: one word is loaded and
// shifted, whatever the width. Buffers end in padding, which makes that load safe on their last byte.
inline SqlitePageScan::Outcome SqlitePageScan::decodeRecord(const std::uint8_t* record, std::uint64_t available,
                                                            std::uint64_t total) {
    const std::uint8_t* header = record;
    std::uint64_t at = sqliteVarint(header);
    if (at > available) return at > total ? Outcome::Damaged : Outcome::NeedsMore;
    const std::uint8_t* const headerEnd = record + at;
    Cell* const* const targets = m_targets.data();
    const std::uint32_t planned = static_cast<std::uint32_t>(m_targets.size());
    std::uint32_t column = 0;
    for (; column < planned && header < headerEnd; ++column) {
        std::uint64_t type = *header++;
        if (type >= 0x80) {
            --header;
            type = sqliteVarint(header);
        }
        // Cannot overflow: `at` never exceeds the length of the row, which is below 2^31 where it matters.
        const std::uint64_t next = at + (type < 12 ? kSmall.bytes[type] : (type - 12) >> 1);
        Cell& cell = *targets[column];
        if (next > available) [[unlikely]] {
            if (next > total) return Outcome::Damaged;
            if (isWanted(cell)) return Outcome::NeedsMore;
        } else if (type < 12) {
            const std::uint64_t word = sqliteBe64(record + at);
            cell.type = kSmall.type[type];
            const std::int64_t number = static_cast<std::int64_t>(word) >> kSmall.shift[type];
            cell.i = (number & kSmall.mask[type]) + kSmall.value[type];
            if (type == 7) [[unlikely]] {
                cell.real = std::bit_cast<double>(word);
                if (std::isnan(cell.real)) cell.type = Cell::Type::Null;  // as SQLite does
            }
        } else {
            cell.bytes = reinterpret_cast<const char*>(record + at);
            cell.size = static_cast<std::uint32_t>(next - at);
            cell.type = type & 1 ? Cell::Type::Text : Cell::Type::Blob;
        }
        at = next;
    }
    if (header > headerEnd || (header == headerEnd && at != total)) return Outcome::Damaged;
    if (column < planned) fillMissing(column);
    if (m_needsFixUp) fixUp();
    return Outcome::Done;
}

inline bool SqlitePageScan::decode(std::uint32_t index) {
    m_cellOffset = sqliteBe16(m_pointers + 2 * std::size_t{index});
    if (m_cellOffset < m_firstCell || m_cellOffset + 4 > m_pages.usableBytes())
        return rowDamaged(model::MessageCode::CellOutside);
    const std::uint8_t* p = m_page + m_cellOffset;
    const std::uint64_t payload = sqliteVarint(p);
    m_rowid = static_cast<std::int64_t>(sqliteVarint(p));
    if (payload > m_maxLocal) return decodeSpilled(p, payload);
    if (static_cast<std::int64_t>(payload) > m_pageEnd - p) return rowDamaged(model::MessageCode::RowLongerThanPage);
    if (decodeRecord(p, payload, payload) == Outcome::Done) [[likely]]
        return true;
    return rowDamaged(model::MessageCode::RowHeaderImpossible);
}

}  // namespace importers
