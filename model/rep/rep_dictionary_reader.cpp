// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_dictionary_reader.h"

#include <algorithm>

#include "model/rep/rep_records.h"

namespace model::rep {
namespace {

/// Numbers that may be skipped because frames are missing: each costs memory.
constexpr std::uint32_t kMaxPadding = 4u << 20;

/// Columns of a frame as 64-bit values; false unless it has `columns` of frame.rows rows each.
bool readColumns(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& s, std::size_t columns) {
    if (!s.table.open(payload, frame.header.rawBytes, s.unpacker) || s.table.columns() != columns) return false;
    const std::size_t n = frame.header.rows;
    s.wide.resize(columns * n);
    for (std::size_t c = 0; c < columns; ++c) {
        if (s.table.column(c).rows() != n) return false;
        s.table.column(c).read(s.wide.data() + c * n, n);
    }
    return true;
}

}  // namespace

void DictionaryReader::limit(std::span<PlannedFrame> frames) {
    // A frame continues the numbers before it; a jump means that a frame is missing.
    const auto follow = [&](FrameHeader& h, std::uint32_t& last, std::uint32_t base) {
        const std::uint64_t first = std::uint64_t{h.subject} - base, end = first + h.rows;
        const bool room =
            h.subject >= base && first >= last && first - last <= kMaxPadding - m_padding && end < 0x7fffffff;
        if (!room || h.rows > kMaxRows || h.rows > h.rawBytes + std::uint64_t{kMaxRows} * (h.codec == Codec::Columns)) {
            h.rows = 0;
            return;
        }
        m_padding += static_cast<std::uint32_t>(first - last);
        last = static_cast<std::uint32_t>(end);
    };
    for (PlannedFrame& f : frames) {
        f.strings = m_lastString;
        f.args = m_lastArgs;
        f.chains = m_lastChain;
        f.chainFrames = m_chainFrameCount;
        f.shapes = m_shapeCount;
        switch (f.header.type) {
        case FrameType::Strings: follow(f.header, m_lastString, 1); break;
        case FrameType::Args: follow(f.header, m_lastArgs, 1); break;
        case FrameType::ChainNodes: follow(f.header, m_lastChain, 1); break;
        case FrameType::ChainFrames: follow(f.header, m_chainFrameCount, 0); break;
        case FrameType::Shapes: follow(f.header, m_shapeCount, 0); break;
        default: break;
        }
    }
}

StringId DictionaryReader::use(std::uint32_t number, const PlannedFrame& frame) const {
    if (!m_direct) return string(number);
    return number <= frame.strings ? number : 0;
}

// Strings

void DictionaryReader::padStrings(std::uint32_t count) {
    if (count <= m_strings) return;
    m_lostStrings += count - m_strings;
    if (m_direct) m_store.strings().adopt(nullptr, 0, std::vector<std::string_view>(count - m_strings, ""));
    else m_stringIds.resize(count + std::size_t{1}, 0);
    m_strings = count;
}

bool DictionaryReader::strings(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    const std::uint32_t rows = frame.header.rows;
    if (rows == 0) return false;
    padStrings(frame.header.subject - 1);
    // The bytes of the frame become the storage of the strings: they are unpacked to where they stay.
    std::span<const std::uint8_t> raw;
    std::unique_ptr<char[]> block;
    const std::size_t bytes = frame.header.rawBytes;
    if (m_direct) {
        block.reset(new char[bytes]);
        const std::span<std::uint8_t> out(reinterpret_cast<std::uint8_t*>(block.get()), bytes);
        if (frame.header.codec == Codec::Zstd) {
            if (!scratch.unpacker.unpack(payload, out)) return false;
        } else if (frame.header.codec == Codec::Raw && payload.size() == bytes) {
            std::copy(payload.begin(), payload.end(), out.begin());
        } else {
            return false;
        }
        raw = out;
    } else if (!rawPayload(frame, payload, scratch, raw)) {
        return false;
    }
    ByteReader in(raw);
    std::vector<std::string_view> texts;
    texts.reserve(rows);
    for (std::uint32_t i = 0; i < rows && in.ok(); ++i) texts.push_back(in.bytes(in.varint()));
    if (!in.ok() || !in.atEnd()) return false;
    if (m_direct) m_store.strings().adopt(std::move(block), bytes, texts);
    else
        for (const std::string_view t : texts) m_stringIds.push_back(m_store.strings().intern(t));
    m_strings += rows;
    return true;
}

bool DictionaryReader::colours(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    const std::size_t n = frame.header.rows;
    std::vector<std::pair<StringId, std::uint32_t>> colours;
    if (frame.header.codec == Codec::Columns) {
        if (n > kMaxRows || !readColumns(frame, payload, scratch, 2)) return false;
        colours.reserve(n);
        for (std::size_t i = 0; i < n; ++i)
            colours.emplace_back(static_cast<StringId>(scratch.wide[i]),
                                 static_cast<std::uint32_t>(scratch.wide[n + i]));
    } else {
        std::span<const std::uint8_t> raw;
        if (!rawPayload(frame, payload, scratch, raw) || raw.size() != n * 8) return false;
        colours.reserve(n);
        for (std::size_t i = 0; i < n; ++i)
            colours.emplace_back(get32(raw.data() + i * 8), get32(raw.data() + i * 8 + 4));
    }
    for (auto& [name, argb] : colours) name = use(name, frame);
    std::erase_if(colours, [](const auto& c) { return c.first == 0; });
    m_store.setNameColours(colours);
    return true;
}

// Arguments

bool DictionaryReader::shapes(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    std::span<const std::uint8_t> raw;
    if (frame.header.rows == 0 || !rawPayload(frame, payload, scratch, raw)) return false;
    m_shapes.resize(frame.header.subject);  // shapes of a lost frame stay unknown
    ByteReader in(raw);
    for (std::uint32_t i = 0; i < frame.header.rows; ++i) {
        Shape s;
        const std::uint16_t keys = in.u16();
        for (std::uint16_t k = 0; k < keys && in.ok(); ++k) {
            const StringId key = use(in.u32(), frame);
            const std::uint8_t type = in.u8();
            if (type > static_cast<std::uint8_t>(Arg::Type::String)) return false;
            s.keys.emplace_back(key, static_cast<Arg::Type>(type));
        }
        if (!in.ok() || keys > 255) return false;
        s.id = m_store.args().shape(s.keys);
        s.known = true;
        m_shapes.push_back(std::move(s));
    }
    return true;
}

void DictionaryReader::padArgs(std::uint32_t count) {
    if (count <= m_args) return;
    m_lostArgs += count - m_args;
    if (m_direct) m_store.args().load(ArgsPage(count - m_args, m_store.args().shape({})));
    else m_argsIds.resize(count + std::size_t{1}, 0);
    m_args = count;
}

/// The tuples of one frame, for an ArgsPage.
struct DictionaryReader::Tuples {
    std::vector<ArgsPage::Group> groups;  // shape is a number of the file here
    std::vector<std::uint32_t> rows;      // of each group
    std::vector<std::uint16_t> groupOf;
    std::vector<ArgsPage::Column> columns;
    std::unique_ptr<std::uint8_t[]> planes;
    std::size_t planeBytes = 0;
    std::vector<std::unique_ptr<std::uint64_t[]>> wide;
    std::vector<std::uint16_t> groupOfShape;  // by number in the file; kNone = not in this frame
    static constexpr std::uint16_t kNone = 0xffff;
};

bool DictionaryReader::args(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    constexpr std::uint32_t kMaxTuples = 65536;
    if (frame.header.rows == 0 || frame.header.rows > kMaxTuples) return false;
    padArgs(frame.header.subject - 1);
    Tuples t;
    t.groupOfShape.resize(m_shapes.size(), Tuples::kNone);
    if (frame.header.codec == Codec::Columns) {
        if (!packedTuples(frame, payload, scratch, t)) return false;
    } else {
        std::span<const std::uint8_t> raw;
        if (!rawPayload(frame, payload, scratch, raw) || !rawTuples(frame, raw, t)) return false;
    }
    if (m_direct && !textsExist(frame, t)) return false;
    std::vector<const Shape*> shapes;
    for (ArgsPage::Group& g : t.groups) {
        shapes.push_back(&m_shapes[g.shape]);
        g.shape = static_cast<std::uint32_t>(shapes.size() - 1);
        if (m_direct) g.shape = shapes.back()->id;
    }
    if (t.groups.size() == 1) t.groupOf.clear();
    ArgsPage page(frame.header.rows, std::move(t.groups), std::move(t.groupOf), std::move(t.columns),
                  std::move(t.planes), t.planeBytes, std::move(t.wide));
    m_args += frame.header.rows;
    if (m_direct) {
        m_store.args().load(std::move(page));
        return true;
    }
    std::int64_t values[256];
    for (std::size_t row = 0; row < page.rows(); ++row) {
        const Shape& shape = *shapes[page.shapeOf(row)];
        const std::span<std::int64_t> v(values, shape.keys.size());
        page.values(row, v);
        for (std::size_t k = 0; k < v.size(); ++k)
            if (shape.keys[k].second == Arg::Type::String) v[k] = string(static_cast<std::uint32_t>(v[k]));
        m_argsIds.push_back(m_store.args().intern(shape.id, v));
    }
    return true;
}

/// Adds a row to the group of a shape, which may be new; false if the file does not define that shape.
bool DictionaryReader::groupOf(std::uint32_t shape, const PlannedFrame& frame, Tuples& out) const {
    if (shape >= std::min<std::size_t>(frame.shapes, m_shapes.size()) || !m_shapes[shape].known) return false;
    std::uint16_t& group = out.groupOfShape[shape];
    if (group == Tuples::kNone) {
        if (out.groups.size() == Tuples::kNone) return false;
        group = static_cast<std::uint16_t>(out.groups.size());
        out.groups.push_back({shape, 0});
        out.rows.push_back(0);
    }
    ++out.rows[group];
    out.groupOf.push_back(group);
    return true;
}

bool DictionaryReader::packedTuples(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& s,
                                    Tuples& out) const {
    const std::size_t n = frame.header.rows;
    s.table.dropPlanes();
    if (!s.table.open(payload, frame.header.rawBytes, s.unpacker) || s.table.columns() == 0 ||
        s.table.column(0).rows() != n)
        return false;
    s.narrow.resize(n);
    s.table.column(0).read(s.narrow.data(), n);
    out.groupOf.reserve(n);
    for (const std::uint32_t shape : s.narrow)
        if (!groupOf(shape, frame, out)) return false;
    // The columns of each shape follow those of the shapes that appear before it.
    std::size_t column = 1;
    for (std::size_t g = 0; g < out.groups.size(); ++g) {
        out.groups[g].firstColumn = static_cast<std::uint32_t>(out.columns.size());
        for (std::size_t k = 0; k < m_shapes[out.groups[g].shape].keys.size(); ++k, ++column) {
            if (column >= s.table.columns() || s.table.column(column).rows() != out.rows[g]) return false;
            PackedColumn& c = s.table.column(column);
            ArgsPage::Column as{c.base(), out.rows[g], static_cast<std::uint8_t>(c.width()), c.planes(), nullptr};
            if (c.encoding() != Encoding::Offset) {  // these can only be read from the beginning
                out.wide.emplace_back(new std::uint64_t[out.rows[g]]);
                c.read(out.wide.back().get(), out.rows[g]);
                as = {0, out.rows[g], 0, nullptr, out.wide.back().get()};
            }
            out.columns.push_back(as);
        }
    }
    out.planes = s.table.assignPlanes();
    out.planeBytes = frame.header.rawBytes;
    return column == s.table.columns();
}

bool DictionaryReader::rawTuples(const PlannedFrame& frame, std::span<const std::uint8_t> raw, Tuples& out) const {
    // Twice over the bytes: where the values of a shape go depends on how many tuples of it there are.
    ByteReader in(raw);
    for (std::uint32_t i = 0; i < frame.header.rows; ++i) {
        const std::uint32_t shape = in.u32();
        if (!in.ok() || !groupOf(shape, frame, out)) return false;
        in.bytes(m_shapes[shape].keys.size() * 8);
    }
    if (!in.ok() || !in.atEnd()) return false;
    for (std::size_t g = 0; g < out.groups.size(); ++g) {
        out.groups[g].firstColumn = static_cast<std::uint32_t>(out.columns.size());
        for (std::size_t k = 0; k < m_shapes[out.groups[g].shape].keys.size(); ++k) {
            out.wide.emplace_back(new std::uint64_t[out.rows[g]]);
            out.columns.push_back({0, out.rows[g], 0, nullptr, out.wide.back().get()});
        }
    }
    std::vector<std::uint32_t> rank(out.groups.size(), 0);
    ByteReader again(raw);
    for (const std::uint16_t g : out.groupOf) {
        const std::size_t keys = m_shapes[again.u32()].keys.size();
        for (std::size_t k = 0; k < keys; ++k) out.wide[out.groups[g].firstColumn + k][rank[g]] = again.u64();
        ++rank[g];
    }
    return true;
}

/// Whether all values that are strings are strings of the file.
bool DictionaryReader::textsExist(const PlannedFrame& frame, const Tuples& tuples) const {
    for (const ArgsPage::Group& g : tuples.groups) {
        const auto& keys = m_shapes[g.shape].keys;
        for (std::size_t k = 0; k < keys.size(); ++k) {
            if (keys[k].second != Arg::Type::String) continue;
            const ArgsPage::Column& c = tuples.columns[g.firstColumn + k];
            if (!c.wide && c.width < 4 && c.base <= frame.strings && c.base + (1ull << (8 * c.width)) <= frame.strings)
                continue;
            for (std::size_t i = 0; i < c.rows; ++i)
                if (c.at(i) > frame.strings) return false;
        }
    }
    return true;
}

void DictionaryReader::completeArgs() { padArgs(m_lastArgs); }

// Call chains

void DictionaryReader::padChains(std::uint32_t count, std::uint32_t frames) {
    if (frames > m_frames || (count > m_chains && m_frames == 0)) {
        const std::uint32_t more = std::max(frames, 1u) - m_frames;
        if (m_direct) m_store.callchains().load(std::vector<Frame>(more), {});
        else m_chainFrames.resize(m_frames + std::size_t{more});
        m_frames += more;
    }
    if (count <= m_chains) return;
    m_lostChains += count - m_chains;
    if (m_direct) m_store.callchains().load({}, std::vector<CallchainTable::Node>(count - m_chains));
    else m_chainIds.resize(count + std::size_t{1}, 0);
    m_chains = count;
}

bool DictionaryReader::chainFrames(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& s) {
    constexpr std::size_t kBytes = 20;
    const std::size_t n = frame.header.rows;
    if (n == 0) return false;
    padChains(m_chains, frame.header.subject);
    std::vector<Frame> frames(n);
    if (frame.header.codec == Codec::Columns) {
        if (!readColumns(frame, payload, s, 5)) return false;
        const std::uint64_t* v = s.wide.data();
        for (std::size_t i = 0; i < n; ++i)
            frames[i] = {static_cast<StringId>(v[i]), static_cast<StringId>(v[n + i]), v[2 * n + i],
                         static_cast<std::uint16_t>(v[3 * n + i]), static_cast<std::uint16_t>(v[4 * n + i])};
    } else {
        std::span<const std::uint8_t> raw;
        if (!rawPayload(frame, payload, s, raw) || raw.size() != n * kBytes) return false;
        ByteReader in(raw);
        for (Frame& f : frames) {
            f.symbol = in.u32();
            f.module = in.u32();
            f.ip = in.u64();
            f.flags = in.u16();
            f.unwind = in.u16();
        }
    }
    for (Frame& f : frames) {
        f.symbol = use(f.symbol, frame);
        f.module = use(f.module, frame);
    }
    if (m_direct) m_store.callchains().load(frames, {});
    else m_chainFrames.insert(m_chainFrames.end(), frames.begin(), frames.end());
    m_frames += static_cast<std::uint32_t>(n);
    return true;
}

bool DictionaryReader::chainNodes(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& s) {
    const std::size_t n = frame.header.rows;
    if (n == 0) return false;
    padChains(frame.header.subject - 1, std::max(frame.chainFrames, 1u));
    std::vector<CallchainTable::Node> nodes(n);
    std::span<const std::uint8_t> raw;
    const bool columns = frame.header.codec == Codec::Columns;
    if (columns ? !readColumns(frame, payload, s, 2) : !rawPayload(frame, payload, s, raw) || raw.size() != n * 8)
        return false;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint64_t back = columns ? s.wide[i] : get32(raw.data() + i * 8);
        const std::uint64_t f = columns ? s.wide[n + i] : get32(raw.data() + i * 8 + 4);
        const std::uint64_t id = frame.header.subject + i;
        if (back >= id || f >= m_frames) return false;
        nodes[i] = {back ? static_cast<ChainId>(id - back) : 0, static_cast<std::uint32_t>(f)};
    }
    if (m_direct) {
        m_store.callchains().load({}, nodes);
    } else {
        for (const auto& node : nodes)
            m_chainIds.push_back(m_store.callchains().intern(chain(node.parent), m_chainFrames[node.frame]));
    }
    m_chains += static_cast<std::uint32_t>(n);
    return true;
}

void DictionaryReader::completeChains() { padChains(m_lastChain, 0); }

void DictionaryReader::show(bool all) {
    m_store.args().setVisible(all ? ArgsTable::kAllVisible : m_args);
    m_store.callchains().setVisible(all ? CallchainTable::kAllVisible : m_chains);
}

}  // namespace model::rep
