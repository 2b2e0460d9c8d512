// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace model::rep {

/// How the numbers of a column become small ones, which are then stored as byte planes (REP_FORMAT.md, "Columns").
enum class Encoding : std::uint8_t {
    Offset = 0,  ///< v = base + u
    Delta = 1,   ///< v = previous + unzigzag(u); the first previous is base
    Fresh = 2,   ///< v = next - u, where next starts at base and grows by one after each u = 0; for dense new ids
};

/// What the writer knows about a column; it tries the encodings that may pay.
enum class ColumnHint : std::uint8_t {
    Plain,   ///< Offset
    Signal,  ///< Offset or Delta, whichever is estimated to be smaller
    Ids,     ///< Offset, Delta or Fresh
};

/// Packs numbers and bytes for one frame at a time. Not thread safe; keep one for each thread.
class PayloadPacker {
public:
    explicit PayloadPacker(int level = 3);
    ~PayloadPacker();
    PayloadPacker(const PayloadPacker&) = delete;
    PayloadPacker& operator=(const PayloadPacker&) = delete;

    /// Adds a column to the payload under construction. `fresh` = first id that is new in this frame (hint Ids).
    void add(std::span<const std::uint64_t> values, ColumnHint hint, std::uint64_t fresh = 0);

    struct Packed {
        std::vector<std::uint8_t> bytes;
        std::uint32_t rawBytes = 0;
    };
    /// The payload of Codec::Columns. Empties the packer.
    Packed finish();

    /// The payload of Codec::Zstd, or an empty one if packing does not pay.
    Packed packRaw(std::span<const std::uint8_t> raw);

private:
    struct Description {
        Encoding encoding;
        std::uint8_t width;
        std::uint32_t rows;
        std::uint64_t base;
    };
    std::size_t packPlanes(std::uint8_t* out, std::size_t room);

    ZSTD_CCtx_s* m_context;
    std::vector<Description> m_columns;
    std::vector<std::uint8_t> m_planes;
    std::vector<std::uint32_t> m_planeSizes;
    std::vector<std::uint64_t> m_small;
};

/// Unpacks payloads. Not thread safe; keep one for each thread.
class Unpacker {
public:
    Unpacker();
    ~Unpacker();
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;

    /// One zstd frame of exactly out.size() bytes; false if it is anything else.
    bool unpack(std::span<const std::uint8_t> in, std::span<std::uint8_t> out);

private:
    ZSTD_DCtx_s* m_context;
};

/// A column of an unpacked payload. Reading is sequential: each call continues where the last one ended.
class PackedColumn {
public:
    PackedColumn() = default;
    PackedColumn(Encoding encoding, unsigned width, std::size_t rows, std::uint64_t base, const std::uint8_t* planes)
        : m_encoding(encoding), m_width(width), m_rows(rows), m_base(base), m_state(base), m_planes(planes) {}

    std::size_t rows() const { return m_rows; }
    std::size_t left() const { return m_rows - m_at; }
    Encoding encoding() const { return m_encoding; }
    std::uint64_t base() const { return m_base; }
    unsigned width() const { return m_width; }
    const std::uint8_t* planes() const { return m_planes; }

    /// The next n values, 0 after the last one. Values that do not fit into 32 bits are truncated.
    void read(std::uint32_t* out, std::size_t n);
    void read(std::uint64_t* out, std::size_t n);
    /// Like read() and returns the greatest value.
    std::uint32_t readMax(std::uint32_t* out, std::size_t n);
    /// Skips the next n values; examines only those on which later ones depend.
    void skip(std::size_t n);

private:
    template <class T>
    void readAs(T* out, std::size_t n);

    Encoding m_encoding = Encoding::Offset;
    unsigned m_width = 0;
    std::size_t m_rows = 0;
    std::size_t m_at = 0;
    std::uint64_t m_base = 0;
    std::uint64_t m_state = 0;
    const std::uint8_t* m_planes = nullptr;
};

/// The columns of a payload of Codec::Columns. Buffers are reused from one open() to the next.
class PackedTable {
public:
    /// False if the payload violates the specification. Allocates at most `rawBytes`.
    bool open(std::span<const std::uint8_t> payload, std::uint32_t rawBytes, Unpacker& unpacker);
    /// Reserves room for payloads up to that size, so that larger and larger ones do not allocate again and again.
    void reserve(std::size_t rawBytes) {
        if (rawBytes <= m_room) return;
        m_planes.reset(new std::uint8_t[rawBytes]);
        m_room = rawBytes;
    }
    std::size_t columns() const { return m_columns.size(); }
    PackedColumn& column(std::size_t i) { return m_columns[i]; }
    /// Hands over the memory of the columns; they can be read as long as it lives.
    std::unique_ptr<std::uint8_t[]> assignPlanes() {
        m_room = 0;
        return std::move(m_planes);
    }
    /// The next open() allocates exactly what it needs.
    void dropPlanes() { assignPlanes(); }

private:
    std::vector<PackedColumn> m_columns;
    std::unique_ptr<std::uint8_t[]> m_planes;
    std::size_t m_room = 0;
};

/// Reads n events from the gap and duration columns: start = t + gap, end = start + duration, t = end. The caller must
/// have checked with timesFit() that nothing can overflow.
void readTimes(PackedColumn& gap, PackedColumn& duration, std::size_t n, std::int64_t& t, std::int64_t* start,
               std::int64_t* end);

/// Whether `rows` events from `first` on stay below `limit`, judged by the widths of the columns.
bool timesFit(const PackedColumn& gap, const PackedColumn& duration, std::size_t rows, std::int64_t first,
              std::int64_t limit);

}  // namespace model::rep
