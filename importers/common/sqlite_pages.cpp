// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/sqlite_pages.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "model/base/messages.h"

namespace importers {
namespace {

constexpr std::size_t kRunBytes = 256 * 1024;  // stays in the second-level cache while it is decoded
constexpr std::size_t kPadding = 64;           // what a word or two varints may read past the last byte
constexpr std::uint32_t kMaxGap = 3;           // foreign pages between two leaves that cost less than another read
constexpr std::size_t kMaxDepth = 20;          // SQLite's own limit
constexpr std::uint64_t kMaxPayload = 0x7fffffff;

bool readAt(int fd, std::uint8_t* out, std::size_t size, std::uint64_t offset) {
    while (size > 0) {
        const ssize_t got = ::pread(fd, out, size, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        out += got;
        size -= static_cast<std::size_t>(got);
        offset += static_cast<std::uint64_t>(got);
    }
    return true;
}

std::uint32_t headerOffset(std::uint32_t page) { return page == 1 ? 100 : 0; }

/// Walks the interior pages of one table.
class TreeWalk {
public:
    TreeWalk(const SqlitePages& pages, SqliteTree& tree) : m_pages(pages), m_tree(tree) {}

    void run(std::uint32_t root) {
        if (!m_pages.has(root)) return fail({model::MessageCode::PageMissing, {root}}, root);
        if (!findDepth(root)) return;
        m_levels.resize(m_depth);
        visit(root, 0);
    }

private:
    /// All leaves of a b-tree lie at one depth, so the way to the first one tells which pages need not be read.
    bool findDepth(std::uint32_t page) {
        std::vector<std::uint8_t> buffer(m_pages.pageBytes() + kPadding);
        while (m_pages.typeOf(page) == SqlitePages::TableInterior) {
            if (++m_depth > kMaxDepth) return fail(model::MessageCode::TreeTooDeep, page), false;
            std::uint32_t child = 0;
            if (!readInterior(page, buffer.data()) || !childOf(page, buffer.data(), 0, child)) return false;
            if (!m_pages.has(child)) return true;  // reported in its place by visit()
            page = child;
        }
        return true;
    }

    bool visit(std::uint32_t page, std::size_t level) {
        if (!m_pages.has(page)) return fail({model::MessageCode::PageMissing, {page}}, page), false;
        if (!m_seen.insert(page, m_pages.pageCount())) return fail(model::MessageCode::PageUsedTwice, page), false;
        if (level == m_depth) {
            m_tree.leaves.push_back(page);
            return true;
        }
        std::vector<std::uint8_t>& buffer = m_levels[level];
        buffer.resize(m_pages.pageBytes() + kPadding);
        if (!readInterior(page, buffer.data())) return false;
        const std::uint32_t count = sqliteBe16(buffer.data() + headerOffset(page) + 3);
        for (std::uint32_t i = 0; i <= count; ++i) {
            std::uint32_t child = 0;
            if (!childOf(page, buffer.data(), i, child) || !visit(child, level + 1)) return false;
        }
        return true;
    }

    bool readInterior(std::uint32_t page, std::uint8_t* out) {
        if (!m_pages.read(page, 1, out)) return fail(model::MessageCode::PageNotReadable, page), false;
        const std::uint8_t* header = out + headerOffset(page);
        if (header[0] != SqlitePages::TableInterior) return fail(model::MessageCode::NotATablePage, page), false;
        if (headerOffset(page) + 12 + 2 * std::uint32_t{sqliteBe16(header + 3)} > m_pages.usableBytes())
            return fail(model::MessageCode::TooManyCells, page), false;
        return true;
    }

    /// The i-th child; the one after the last cell stands in the page header.
    bool childOf(std::uint32_t page, const std::uint8_t* buffer, std::uint32_t i, std::uint32_t& child) {
        const std::uint8_t* header = buffer + headerOffset(page);
        const std::uint32_t count = sqliteBe16(header + 3);
        const std::uint32_t cell = i < count ? sqliteBe16(header + 12 + 2 * i) : headerOffset(page) + 8;
        if (cell + 4 > m_pages.usableBytes()) return fail(model::MessageCode::CellOutside, page), false;
        child = sqliteBe32(buffer + cell);
        return true;
    }

    void fail(model::Message detail, std::uint32_t page) {
        if (m_tree.error) return;
        const std::int64_t offset = page == 0 ? -1 : static_cast<std::int64_t>(m_pages.offsetOf(page));
        m_tree.error =
            model::Error{model::ErrorCode::Damaged, model::Argument::name(m_tree.tableName), std::move(detail), offset};
    }

    const SqlitePages& m_pages;
    SqliteTree& m_tree;
    SqlitePageSet m_seen;
    std::size_t m_depth = 0;
    std::vector<std::vector<std::uint8_t>> m_levels;
};

}  // namespace

std::unique_ptr<SqlitePages> SqlitePages::open(int fd, std::uint64_t fileBytes) {
    std::unique_ptr<SqlitePages> pages(new SqlitePages(fd, 0, 0, 0));
    std::uint8_t header[100];
    if (!readAt(fd, header, sizeof header, 0) || std::memcmp(header, "SQLite format 3", 16) != 0) return nullptr;
    const std::uint32_t stored = sqliteBe16(header + 16);
    pages->m_pageBytes = stored == 1 ? 65536 : stored;
    if (pages->m_pageBytes < 512 || !std::has_single_bit(pages->m_pageBytes)) return nullptr;
    pages->m_usableBytes = pages->m_pageBytes - header[20];
    const bool knownLayout = header[21] == 64 && header[22] == 32 && header[23] == 32 && header[19] <= 2;
    const bool isUtf8 = sqliteBe32(header + 56) == 1;
    if (pages->m_usableBytes < 480 || !knownLayout || !isUtf8) return nullptr;
    const std::uint64_t wholePages = fileBytes / pages->m_pageBytes;
    pages->m_pageCount = static_cast<std::uint32_t>(std::min<std::uint64_t>(wholePages, 0xfffffffe));
    return pages;
}

SqlitePages::~SqlitePages() { ::close(m_fd); }

bool SqlitePages::read(std::uint32_t first, std::uint32_t count, std::uint8_t* out) const {
    return has(first) && has(std::uint64_t{first} + count - 1) &&
           readAt(m_fd, out, std::size_t{count} * m_pageBytes, offsetOf(first));
}

std::uint8_t SqlitePages::typeOf(std::uint32_t page) const {
    std::uint8_t type = 0;
    return has(page) && readAt(m_fd, &type, 1, offsetOf(page) + headerOffset(page)) ? type : std::uint8_t{0};
}

SqliteTree readSqliteTree(const SqlitePages& pages, std::uint32_t rootPage, std::string_view tableName) {
    SqliteTree tree;
    tree.tableName = tableName;
    TreeWalk(pages, tree).run(rootPage);
    return tree;
}

SqlitePageScan::SqlitePageScan(const SqlitePages& pages, const SqliteTree& tree, std::span<const std::uint32_t> leaves,
                               const SqliteLayout& layout, std::span<const int> columns, DefaultValue defaultValue)
    : m_pages(pages), m_tree(tree), m_leaves(leaves), m_layout(layout), m_defaultValue(std::move(defaultValue)) {
    planColumns(columns);
    m_maxLocal = pages.usableBytes() - 35;
    m_bufferPages = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(kRunBytes / pages.pageBytes()));
    const std::size_t bytes = std::size_t{m_bufferPages} * pages.pageBytes();
    m_buffer = std::make_unique_for_overwrite<std::uint8_t[]>(bytes + kPadding);
    std::memset(m_buffer.get() + bytes, 0, kPadding);
}

void SqlitePageScan::planColumns(std::span<const int> columns) {
    m_width = static_cast<std::uint32_t>(columns.size());
    m_cells.resize(columns.size() + 1);
    m_targets.assign(m_layout.columns.size(), &m_cells.back());
    std::size_t planned = 0;
    for (std::uint32_t slot = 0; slot < m_width; ++slot) {
        if (columns[slot] < 0 || static_cast<std::size_t>(columns[slot]) >= m_targets.size()) continue;
        const auto column = static_cast<std::size_t>(columns[slot]);
        if (columns[slot] == m_layout.rowidColumn) {
            m_rowidSlots.push_back(slot);
        } else if (isWanted(*m_targets[column])) {
            m_copies.emplace_back(slot, static_cast<std::uint32_t>(m_targets[column] - m_cells.data()));
        } else {
            m_targets[column] = &m_cells[slot];
            planned = std::max(planned, column + 1);
            if (m_layout.columns[column].isReal) m_realSlots.push_back(slot);
        }
    }
    m_targets.resize(planned);
    m_needsFixUp = !m_rowidSlots.empty() || !m_realSlots.empty() || !m_copies.empty();
}

bool SqlitePageScan::readRun() {
    const std::uint32_t first = m_leaves[m_nextLeaf];
    std::uint32_t last = first;
    for (std::size_t i = m_nextLeaf + 1; i < m_leaves.size(); ++i) {
        const std::uint32_t page = m_leaves[i];
        if (page <= last || page - last > kMaxGap + 1 || page - first >= m_bufferPages) break;
        last = page;
    }
    if (!m_pages.read(first, last - first + 1, m_buffer.get()))
        return damaged(model::MessageCode::PageNotReadable, m_pages.offsetOf(first));
    m_runBegin = first;
    m_runEnd = last + 1;
    return true;
}

bool SqlitePageScan::nextPage() {
    if (m_error || m_nextLeaf >= m_leaves.size()) return false;
    const std::uint32_t page = m_leaves[m_nextLeaf];
    if ((page < m_runBegin || page >= m_runEnd) && !readRun()) return false;
    ++m_nextLeaf;
    m_pageNumber = page;
    m_page = m_buffer.get() + std::size_t{page - m_runBegin} * m_pages.pageBytes();
    m_pageEnd = m_page + m_pages.usableBytes();
    const std::uint8_t* header = m_page + headerOffset(page);
    m_pointers = header + 8;
    m_rowCount = sqliteBe16(header + 3);
    m_firstCell = headerOffset(page) + 8 + 2 * m_rowCount;
    if (header[0] != SqlitePages::TableLeaf) return damaged(model::MessageCode::NotALeafPage, m_pages.offsetOf(page));
    if (m_firstCell > m_pages.usableBytes()) return damaged(model::MessageCode::TooManyCells, m_pages.offsetOf(page));
    return true;
}

bool SqlitePageScan::decodeSpilled(const std::uint8_t* local, std::uint64_t total) {
    if (total > kMaxPayload || total > std::uint64_t{m_pages.pageCount()} * m_pages.pageBytes())
        return rowDamaged(model::MessageCode::RowLongerThanFile);
    const std::uint64_t usable = m_pages.usableBytes();
    const std::uint64_t least = (usable - 12) * 32 / 255 - 23;
    const std::uint64_t filling = least + (total - least) % (usable - 4);
    const std::uint64_t localBytes = filling <= m_maxLocal ? filling : least;
    if (static_cast<std::int64_t>(localBytes) + 4 > m_pageEnd - local)
        return rowDamaged(model::MessageCode::RowLongerThanPage);
    Outcome outcome = decodeRecord(local, localBytes, total);
    if (outcome == Outcome::NeedsMore) {
        try {
            if (!gather(local, localBytes, total)) return false;
        } catch (const std::bad_alloc&) {
            m_error = model::Error{model::ErrorCode::OutOfMemory,
                                   model::Argument::name(m_tree.tableName),
                                   {model::MessageCode::NumberOfBytes, {model::Argument::count(total)}}};
            return false;
        }
        outcome = decodeRecord(m_spilled.data(), total, total);
    }
    return outcome == Outcome::Done || rowDamaged(model::MessageCode::RowHeaderImpossible);
}

/// Puts a row together. The buffer grows with the pages that are really there, not with what the row claims.
bool SqlitePageScan::gather(const std::uint8_t* local, std::uint64_t localBytes, std::uint64_t total) {
    m_spilled.assign(local, local + localBytes);
    std::uint32_t page = sqliteBe32(local + localBytes);
    while (m_spilled.size() < total) {
        if (!m_pages.has(page)) return rowDamaged(model::MessageCode::OverflowPageMissing);
        if (!m_overflowSeen.insert(page, m_pages.pageCount())) return rowDamaged(model::MessageCode::OverflowPageTwice);
        const std::uint8_t* content = overflowPage(page);
        if (!content) return rowDamaged(model::MessageCode::OverflowNotReadable);
        const std::uint64_t bytes = std::min<std::uint64_t>(total - m_spilled.size(), m_pages.usableBytes() - 4);
        m_spilled.insert(m_spilled.end(), content + 4, content + 4 + bytes);
        page = sqliteBe32(content);
    }
    m_spilled.resize(total + kPadding);
    return true;
}

const std::uint8_t* SqlitePageScan::overflowPage(std::uint32_t page) {
    if (page >= m_runBegin && page < m_runEnd)
        return m_buffer.get() + std::size_t{page - m_runBegin} * m_pages.pageBytes();
    m_overflow.resize(m_pages.pageBytes());
    return m_pages.read(page, 1, m_overflow.data()) ? m_overflow.data() : nullptr;
}

void SqlitePageScan::fillMissing(std::uint32_t firstColumn) {
    for (std::uint32_t column = firstColumn; column < m_targets.size(); ++column) {
        Cell& cell = *m_targets[column];
        cell = Cell{};
        if (!m_layout.columns[column].hasDefault || !isWanted(cell)) continue;
        auto known = std::find_if(m_defaults.begin(), m_defaults.end(),
                                  [&](const Known& k) { return k.column == static_cast<int>(column); });
        if (known == m_defaults.end()) {
            auto bytes = std::make_unique<std::string>();
            const Cell value = m_defaultValue(static_cast<int>(column), m_rowid, *bytes);
            known = m_defaults.insert(known, Known{static_cast<int>(column), value, std::move(bytes)});
        }
        cell = known->value;
    }
}

void SqlitePageScan::fixUp() {
    for (const std::uint32_t slot : m_realSlots)
        if (m_cells[slot].type == Cell::Type::Int) m_cells[slot] = Cell::ofReal(static_cast<double>(m_cells[slot].i));
    for (const std::uint32_t slot : m_rowidSlots) m_cells[slot] = Cell::ofInt(m_rowid);
    for (const auto& [to, from] : m_copies) m_cells[to] = m_cells[from];
}

bool SqlitePageScan::damaged(model::Message detail, std::uint64_t offset) {
    m_error = model::Error{model::ErrorCode::Damaged, model::Argument::name(m_tree.tableName), std::move(detail),
                           static_cast<std::int64_t>(offset)};
    return false;
}

bool SqlitePageScan::rowDamaged(model::MessageCode detail) {
    return damaged(detail, m_pages.offsetOf(m_pageNumber) + m_cellOffset);
}

}  // namespace importers
