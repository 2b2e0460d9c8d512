// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_codec.h"

#include <zstd.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>

#include "model/base/varint.h"
#include "model/rep/rep_format.h"

namespace model::rep {
namespace {

constexpr std::size_t kTableHeader = 8;
constexpr std::size_t kColumnHeader = 16;
/// Values that are spread out of their planes at a time: small enough for the first-level cache.
constexpr std::size_t kBatch = 1024;

unsigned bytesFor(std::uint64_t v) { return (static_cast<unsigned>(std::bit_width(v)) + 7) / 8; }

/// Estimated bytes after entropy coding, from samples: four stretches of up to 2048 values.
double estimate(std::span<const std::uint64_t> u, unsigned width) {
    constexpr std::size_t kStretch = 2048, kStretches = 4;
    double bits = 0;
    for (unsigned p = 0; p < width; ++p) {
        std::array<std::uint32_t, 256> seen{};
        std::size_t n = 0;
        for (std::size_t s = 0; s < kStretches; ++s) {
            const std::size_t from = u.size() <= kStretch * kStretches ? s * kStretch : s * (u.size() / kStretches);
            for (std::size_t i = from; i < std::min(u.size(), from + kStretch); ++i, ++n)
                ++seen[(u[i] >> (8 * p)) & 0xff];
        }
        double entropy = 0;
        for (const std::uint32_t c : seen)
            if (c) entropy -= c * std::log2(static_cast<double>(c) / static_cast<double>(n));
        bits += entropy / static_cast<double>(n) * static_cast<double>(u.size());
    }
    return bits / 8;
}

bool toFresh(std::span<const std::uint64_t> values, std::uint64_t next, std::span<std::uint64_t> out,
             std::uint64_t& all) {
    all = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] > next) return false;
        out[i] = next - values[i];
        all |= out[i];
        next += out[i] == 0;
    }
    return true;
}

}  // namespace

PayloadPacker::PayloadPacker(int level) : m_context(ZSTD_createCCtx()) {
    if (!m_context) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(m_context, ZSTD_c_compressionLevel, level);
}
PayloadPacker::~PayloadPacker() { ZSTD_freeCCtx(m_context); }

void PayloadPacker::add(std::span<const std::uint64_t> values, ColumnHint hint, std::uint64_t fresh) {
    const std::size_t n = values.size();
    std::uint64_t least = n ? values[0] : 0, most = least, delta = 0;
    for (std::size_t i = 0; i < n; ++i) {
        least = std::min(least, values[i]);
        most = std::max(most, values[i]);
        if (i) delta |= zigzag(static_cast<std::int64_t>(values[i] - values[i - 1]));
    }
    // A column of signed numbers that crosses zero is narrow only as an offset from its least signed value.
    const bool crosses = most - least > std::uint64_t{1} << 63;
    if (crosses) {
        least = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min());
        for (const std::uint64_t v : values) {
            if (static_cast<std::int64_t>(v) < static_cast<std::int64_t>(least)) least = v;
            if (static_cast<std::int64_t>(v) > static_cast<std::int64_t>(most)) most = v;
        }
    }
    Description best{Encoding::Offset, static_cast<std::uint8_t>(bytesFor(most - least)), static_cast<std::uint32_t>(n),
                     least};
    m_small.resize(n);
    for (std::size_t i = 0; i < n; ++i) m_small[i] = values[i] - least;
    if (hint != ColumnHint::Plain && best.width > 0) {
        double cost = estimate(m_small, best.width);
        std::vector<std::uint64_t> other(n);
        const auto consider = [&](Encoding e, unsigned width, std::uint64_t base) {
            const double c = estimate(other, width);
            if (c >= cost) return;
            cost = c;
            best = {e, static_cast<std::uint8_t>(width), static_cast<std::uint32_t>(n), base};
            m_small.swap(other);
        };
        if (bytesFor(delta) <= best.width) {
            for (std::size_t i = 0; i < n; ++i)
                other[i] = zigzag(static_cast<std::int64_t>(values[i] - (i ? values[i - 1] : values[0])));
            consider(Encoding::Delta, bytesFor(delta), values[0]);
        }
        std::uint64_t all = 0;
        if (hint == ColumnHint::Ids && toFresh(values, fresh, other, all))
            consider(Encoding::Fresh, bytesFor(all), fresh);
    }
    m_columns.push_back(best);
    const std::size_t at = m_planes.size();
    m_planes.resize(at + n * best.width);
    std::uint8_t* out = m_planes.data() + at;
    for (unsigned p = 0; p < best.width; ++p, out += n) {
        for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(m_small[i] >> (8 * p));
        m_planeSizes.push_back(static_cast<std::uint32_t>(n));
    }
}

/// Every plane begins a new zstd block, so that each gets entropy tables of its own, in one frame.
std::size_t PayloadPacker::packPlanes(std::uint8_t* out, std::size_t room) {
    ZSTD_CCtx_reset(m_context, ZSTD_reset_session_only);
    ZSTD_CCtx_setPledgedSrcSize(m_context, m_planes.size());
    ZSTD_outBuffer to{out, room, 0};
    const std::uint8_t* at = m_planes.data();
    for (std::size_t i = 0; i < m_planeSizes.size(); ++i) {
        // Many tiny planes share blocks: a block costs some bytes too.
        std::size_t n = m_planeSizes[i];
        while (n < 1024 && i + 1 < m_planeSizes.size()) n += m_planeSizes[++i];
        ZSTD_inBuffer from{at, n, 0};
        const bool last = i + 1 == m_planeSizes.size();
        while (from.pos < from.size || last) {
            const std::size_t left = ZSTD_compressStream2(m_context, &to, &from, last ? ZSTD_e_end : ZSTD_e_flush);
            if (ZSTD_isError(left)) return 0;
            if (left == 0) break;
            if (to.pos == to.size) return 0;
        }
        at += n;
    }
    return to.pos;
}

PayloadPacker::Packed PayloadPacker::finish() {
    Packed out;
    const std::size_t head = kTableHeader + kColumnHeader * m_columns.size();
    out.rawBytes = static_cast<std::uint32_t>(head + m_planes.size());
    out.bytes.resize(head + ZSTD_compressBound(m_planes.size()) + 64 * (m_planeSizes.size() + 1));
    const std::size_t packed = m_planes.empty() ? 0 : packPlanes(out.bytes.data() + head, out.bytes.size() - head);
    const bool pays = packed > 0 && packed < m_planes.size();
    put16(out.bytes.data(), static_cast<std::uint16_t>(m_columns.size()));
    put16(out.bytes.data() + 2, pays);
    put32(out.bytes.data() + 4, static_cast<std::uint32_t>(m_planes.size()));
    std::uint8_t* p = out.bytes.data() + kTableHeader;
    for (const Description& c : m_columns) {
        p[0] = static_cast<std::uint8_t>(c.encoding);
        p[1] = c.width;
        put16(p + 2, 0);
        put32(p + 4, c.rows);
        put64(p + 8, c.base);
        p += kColumnHeader;
    }
    if (!pays) std::copy(m_planes.begin(), m_planes.end(), p);
    out.bytes.resize(head + (pays ? packed : m_planes.size()));
    m_columns.clear();
    m_planes.clear();
    m_planeSizes.clear();
    return out;
}

PayloadPacker::Packed PayloadPacker::packRaw(std::span<const std::uint8_t> raw) {
    Packed out;
    out.rawBytes = static_cast<std::uint32_t>(raw.size());
    out.bytes.resize(ZSTD_compressBound(raw.size()));
    const std::size_t n = ZSTD_compress2(m_context, out.bytes.data(), out.bytes.size(), raw.data(), raw.size());
    out.bytes.resize(ZSTD_isError(n) || n >= raw.size() ? 0 : n);
    return out;
}

Unpacker::Unpacker() : m_context(ZSTD_createDCtx()) {
    if (!m_context) throw std::bad_alloc();
}
Unpacker::~Unpacker() { ZSTD_freeDCtx(m_context); }

bool Unpacker::unpack(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) {
    return ZSTD_decompressDCtx(m_context, out.data(), out.size(), in.data(), in.size()) == out.size();
}

bool PackedTable::open(std::span<const std::uint8_t> payload, std::uint32_t rawBytes, Unpacker& unpacker) {
    m_columns.clear();
    if (payload.size() < kTableHeader) return false;
    const std::size_t columns = get16(payload.data()), packing = get16(payload.data() + 2),
                      planeBytes = get32(payload.data() + 4);
    const std::size_t head = kTableHeader + kColumnHeader * columns;
    if (payload.size() < head || packing > 1 || head + planeBytes != rawBytes || planeBytes > kMaxPayload) return false;
    if (packing == 0 && payload.size() != rawBytes) return false;
    reserve(planeBytes);
    std::size_t at = 0;
    for (std::size_t c = 0; c < columns; ++c) {
        const std::uint8_t* d = payload.data() + kTableHeader + c * kColumnHeader;
        const std::size_t rows = get32(d + 4), bytes = rows * d[1];
        if (d[0] > static_cast<std::uint8_t>(Encoding::Fresh) || d[1] > 8 || rows > kMaxRows || bytes > planeBytes - at)
            return false;
        m_columns.emplace_back(static_cast<Encoding>(d[0]), d[1], rows, get64(d + 8), m_planes.get() + at);
        at += bytes;
    }
    if (at != planeBytes) return false;
    const auto packed = payload.subspan(head);
    if (planeBytes == 0) return true;
    if (packing == 1) return unpacker.unpack(packed, {m_planes.get(), planeBytes});
    std::copy(packed.begin(), packed.end(), m_planes.get());
    return true;
}

namespace {

template <unsigned W, class T>
void spreadWidth(const std::uint8_t* p, std::size_t stride, std::size_t n, T* out) {
    for (std::size_t i = 0; i < n; ++i) {
        T v = p[i];
        if constexpr (W > 1) v |= static_cast<T>(p[i + stride]) << 8;
        if constexpr (W > 2) v |= static_cast<T>(p[i + 2 * stride]) << 16;
        if constexpr (W > 3) v |= static_cast<T>(p[i + 3 * stride]) << 24;
        out[i] = v;
    }
}

/// The small numbers of rows [first, first + n): byte p of row i is at planes[p · rows + i].
template <class T>
void spread(const std::uint8_t* planes, std::size_t rows, unsigned width, std::size_t first, std::size_t n, T* out) {
    const std::uint8_t* p = planes + first;
    switch (width) {
    case 0: std::fill_n(out, n, T{0}); return;
    case 1: spreadWidth<1>(p, rows, n, out); return;
    case 2: spreadWidth<2>(p, rows, n, out); return;
    case 3: spreadWidth<3>(p, rows, n, out); return;
    default: spreadWidth<4>(p, rows, n, out);
    }
    if constexpr (sizeof(T) == 8)
        for (unsigned k = 4; k < width; ++k)
            for (std::size_t i = 0; i < n; ++i) out[i] |= static_cast<T>(p[i + k * rows]) << (8 * k);
}

}  // namespace

template <class T>
void PackedColumn::readAs(T* out, std::size_t n) {
    if (n > left()) {
        std::fill(out + left(), out + n, T{0});
        n = left();
    }
    for (std::size_t m; n > 0; n -= m, out += m, m_at += m) {
        m = std::min(n, kBatch);
        spread(m_planes, m_rows, m_width, m_at, m, out);
        switch (m_encoding) {
        case Encoding::Offset:
            for (std::size_t i = 0; i < m; ++i) out[i] += static_cast<T>(m_base);
            break;
        case Encoding::Delta:
            // Cutting to 32 bits commutes with adding, so the narrow form may run in 32 bits. Its zigzag codes fit
            // into 32 bits too unless the column is wider, which the caller reads as 64.
            for (std::size_t i = 0; i < m; ++i) {
                m_state += (out[i] >> 1) ^ (T{0} - (out[i] & 1));
                if constexpr (sizeof(T) == 4) m_state = static_cast<std::uint32_t>(m_state);
                out[i] = static_cast<T>(m_state);
            }
            break;
        case Encoding::Fresh:
            for (std::size_t i = 0; i < m; ++i) {
                const T u = out[i];
                out[i] = static_cast<T>(m_state) - u;
                m_state += u == 0;
            }
            break;
        }
    }
}

void PackedColumn::read(std::uint64_t* out, std::size_t n) { readAs(out, n); }

void PackedColumn::read(std::uint32_t* out, std::size_t n) {
    if (m_width <= 4) return readAs(out, n);
    std::array<std::uint64_t, kBatch> wide;
    for (std::size_t m; n > 0; n -= m, out += m) {
        m = std::min(n, kBatch);
        readAs(wide.data(), m);
        for (std::size_t i = 0; i < m; ++i) out[i] = static_cast<std::uint32_t>(wide[i]);
    }
}

std::uint32_t PackedColumn::readMax(std::uint32_t* out, std::size_t n) {
    std::uint32_t most = 0;
    for (std::size_t m; n > 0; n -= m, out += m) {
        m = std::min(n, kBatch);
        read(out, m);
        for (std::size_t i = 0; i < m; ++i) most = std::max(most, out[i]);
    }
    return most;
}

void PackedColumn::skip(std::size_t n) {
    if (m_encoding == Encoding::Offset || n >= left()) {
        m_at += std::min(n, left());
        return;
    }
    std::array<std::uint64_t, kBatch> wide;
    for (std::size_t m; n > 0; n -= m) {
        m = std::min(n, kBatch);
        readAs(wide.data(), m);
    }
}

bool timesFit(const PackedColumn& gap, const PackedColumn& duration, std::size_t rows, std::int64_t first,
              std::int64_t limit) {
    if (gap.encoding() != Encoding::Offset || duration.encoding() != Encoding::Offset) return false;
    if (gap.width() > 5 || duration.width() > 5 || first < -limit || first > limit) return false;
    constexpr std::uint64_t kMaxBase = std::uint64_t{1} << 40;
    if (gap.base() > kMaxBase || duration.base() > kMaxBase) return false;
    const auto most = [](const PackedColumn& c) { return c.base() + (std::uint64_t{1} << (8 * c.width())); };
    std::uint64_t sum;
    if (__builtin_mul_overflow(most(gap) + most(duration), rows, &sum)) return false;
    return sum <= static_cast<std::uint64_t>(limit) - static_cast<std::uint64_t>(first);
}

void readTimes(PackedColumn& gap, PackedColumn& duration, std::size_t n, std::int64_t& t, std::int64_t* start,
               std::int64_t* end) {
    auto at = static_cast<std::uint64_t>(t);
    const auto fits32 = [](const PackedColumn& c) {
        return c.width() < 4 ? c.base() < (1u << 31) : c.width() == 4 && c.base() == 0;
    };
    const auto read = [&](auto zero) {
        std::array<decltype(zero), kBatch> g, d;
        for (std::size_t m; n > 0; n -= m, start += m, end += m) {
            m = std::min(n, kBatch);
            gap.read(g.data(), m);
            duration.read(d.data(), m);
            for (std::size_t i = 0; i < m; ++i) {
                at += g[i];
                start[i] = static_cast<std::int64_t>(at);
                at += d[i];
                end[i] = static_cast<std::int64_t>(at);
            }
        }
    };
    if (fits32(gap) && fits32(duration)) read(std::uint32_t{});
    else read(std::uint64_t{});
    t = static_cast<std::int64_t>(at);
}

}  // namespace model::rep
