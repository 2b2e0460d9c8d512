// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_dictionary.h"

#include <algorithm>

#include "model/rep/rep_records.h"

namespace model::rep {
namespace {

constexpr std::size_t kArgsPerFrame = 16384;
constexpr std::size_t kMaxColumns = 32768;
constexpr std::size_t kMaxText = 16 << 20;  // longer texts are cut: a frame has to hold them
constexpr std::size_t kNodesPerFrame = 65536;
constexpr std::size_t kTextPerFrame = 1 << 20;
constexpr std::size_t kColoursPerFrame = 65536;

std::uint32_t& slot(std::vector<std::uint32_t>& numbers, std::size_t id) {
    if (id >= numbers.size()) numbers.resize(std::max(id + 1, numbers.size() * 2), 0);
    return numbers[id];
}

Draft columnsDraft(FrameType type, std::uint32_t subject, std::size_t rows, std::size_t columns) {
    Draft d;
    d.header.type = type;
    d.header.flags = kUnique;
    d.header.subject = subject;
    d.header.rows = static_cast<std::uint32_t>(rows);
    d.columns.resize(columns);
    return d;
}

}  // namespace

Dictionary::Dictionary(const EventStore& store) : m_store(store) {
    m_stringNumbers.resize(store.strings().count() + 1, 0);
    m_argsNumbers.resize(store.args().count() + 1, 0);
    m_chainNumbers.resize(store.callchains().nodeCount() + 1, 0);
    for (const auto& [name, argb] : store.nameColours()) slot(m_colours, name) = argb;
}

std::uint32_t Dictionary::string(StringId id) {
    if (id == 0) return 0;
    std::uint32_t& number = slot(m_stringNumbers, id);
    if (number) return number;
    number = ++m_strings;
    m_newStrings.push_back(id);
    m_newTextBytes += m_store.strings().at(id).size();
    return number;
}

std::uint32_t Dictionary::args(ArgsId id) {
    if (id == 0) return 0;
    std::uint32_t& number = slot(m_argsNumbers, id);
    if (number == 0) {
        number = ++m_args;
        m_newArgs.push_back(id);
    }
    return number;
}

std::uint32_t Dictionary::chain(ChainId id) {
    if (id == 0) return 0;
    if (const std::uint32_t known = slot(m_chainNumbers, id)) return known;
    // Outer frames first: a parent comes before its children.
    const std::size_t first = m_newChains.size();
    for (ChainId at = id; at && slot(m_chainNumbers, at) == 0; at = m_store.callchains().nodes()[at - 1].parent)
        m_newChains.push_back(at);
    std::reverse(m_newChains.begin() + static_cast<std::ptrdiff_t>(first), m_newChains.end());
    for (std::size_t i = first; i < m_newChains.size(); ++i) m_chainNumbers[m_newChains[i]] = ++m_chains;
    return m_chains;
}

bool Dictionary::isLarge() const {
    return m_newArgs.size() >= 4 * kArgsPerFrame || m_newChains.size() >= kNodesPerFrame ||
           m_newTextBytes >= kTextPerFrame;
}

const Dictionary::Shape& Dictionary::shape(std::uint32_t id) {
    if (id >= m_shapes.size()) m_shapes.resize(id + 1);
    Shape& s = m_shapes[id];
    if (s.number == 0) {
        s.keys = m_store.args().shapeKeys(id);
        s.number = ++m_shapeCount;
        m_newShapes.push_back(id);
    }
    return s;
}

std::vector<Draft> Dictionary::take() {
    // Tuples and chains use strings, so they are drafted first, and written after them.
    std::vector<Draft> tuples, chains, shapes, out;
    draftArgs(tuples);
    draftChains(chains);
    draftShapes(shapes);
    draftStrings(out);
    for (auto* list : {&shapes, &tuples, &chains}) std::move(list->begin(), list->end(), std::back_inserter(out));
    return out;
}

void Dictionary::draftArgs(std::vector<Draft>& out) {
    std::uint32_t first = m_args - static_cast<std::uint32_t>(m_newArgs.size()) + 1;
    for (std::span<const ArgsId> left = m_newArgs; !left.empty();) {
        out.push_back(columnsDraft(FrameType::Args, first, 0, 1));
        const std::size_t n = draftArgs(left.first(std::min(kArgsPerFrame, left.size())), out.back());
        out.back().header.rows = static_cast<std::uint32_t>(n);
        first += static_cast<std::uint32_t>(n);
        left = left.subspan(n);
    }
    m_newArgs.clear();
}

std::size_t Dictionary::draftArgs(std::span<const ArgsId> ids, Draft& out) {
    // Column 0 is the shape of each tuple; then the values of each shape, in the order in which shapes appear.
    std::vector<std::size_t> firstColumn;  // by shape id in the store; 0 = not in this frame
    const std::uint64_t fresh = nextString();
    std::int64_t values[256];
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (out.columns.size() > kMaxColumns) return i;
        const ArgsId id = ids[i];
        const std::uint32_t shapeId = m_store.args().shapeOf(id);
        const Shape& s = shape(shapeId);
        if (shapeId >= firstColumn.size()) firstColumn.resize(shapeId + 1, 0);
        if (firstColumn[shapeId] == 0) {
            firstColumn[shapeId] = out.columns.size();
            for (const auto& [key, type] : s.keys) {
                Draft::Column& c = out.columns.emplace_back();
                c.hint = type == Arg::Type::String ? ColumnHint::Ids : ColumnHint::Signal;
                c.fresh = fresh;
            }
        }
        out.columns[0].values.push_back(s.number - 1);
        m_store.args().values(id, {values, s.keys.size()});
        for (std::size_t k = 0; k < s.keys.size(); ++k) {
            const bool text = s.keys[k].second == Arg::Type::String;
            const std::uint64_t v =
                text ? string(static_cast<StringId>(values[k])) : static_cast<std::uint64_t>(values[k]);
            out.columns[firstColumn[shapeId] + k].values.push_back(v);
        }
    }
    return ids.size();
}

void Dictionary::draftShapes(std::vector<Draft>& out) {
    if (m_newShapes.empty()) return;
    ByteWriter w;
    for (const std::uint32_t id : m_newShapes) {
        w.u16(static_cast<std::uint16_t>(m_shapes[id].keys.size()));
        for (const auto& [key, type] : m_shapes[id].keys) {
            w.u32(string(key));
            w.u8(static_cast<std::uint8_t>(type));
        }
    }
    Draft d;
    d.header.type = FrameType::Shapes;
    d.header.subject = m_shapeCount - static_cast<std::uint32_t>(m_newShapes.size());
    d.header.rows = static_cast<std::uint32_t>(m_newShapes.size());
    d.raw = w.take();
    out.push_back(std::move(d));
    m_newShapes.clear();
}

void Dictionary::draftChains(std::vector<Draft>& out) {
    const CallchainTable& table = m_store.callchains();
    std::uint32_t number = m_chains - static_cast<std::uint32_t>(m_newChains.size()) + 1;
    for (std::size_t i = 0; i < m_newChains.size(); i += kNodesPerFrame) {
        const auto ids = std::span(m_newChains).subspan(i, std::min(kNodesPerFrame, m_newChains.size() - i));
        Draft nodes = columnsDraft(FrameType::ChainNodes, number, ids.size(), 2);
        Draft frames = columnsDraft(FrameType::ChainFrames, m_frames, 0, 5);
        nodes.columns[1].hint = ColumnHint::Ids;
        nodes.columns[1].fresh = m_frames;
        for (const int c : {0, 1}) {
            frames.columns[static_cast<std::size_t>(c)].hint = ColumnHint::Ids;
            frames.columns[static_cast<std::size_t>(c)].fresh = nextString();
        }
        frames.columns[2].hint = ColumnHint::Signal;
        for (const ChainId id : ids) {
            const CallchainTable::Node n = table.nodes()[id - 1];
            std::uint32_t& frame = slot(m_frameNumbers, n.frame);
            if (frame == 0) {
                frame = ++m_frames;
                const Frame& f = table.frames()[n.frame];
                const std::uint64_t fields[] = {string(f.symbol), string(f.module), f.ip, f.flags, f.unwind};
                for (std::size_t c = 0; c < 5; ++c) frames.columns[c].values.push_back(fields[c]);
            }
            nodes.columns[0].values.push_back(n.parent ? number - m_chainNumbers[n.parent] : 0);
            nodes.columns[1].values.push_back(frame - 1);
            ++number;
        }
        frames.header.rows = static_cast<std::uint32_t>(frames.columns[0].values.size());
        if (frames.header.rows) out.push_back(std::move(frames));
        out.push_back(std::move(nodes));
    }
    m_newChains.clear();
}

void Dictionary::draftStrings(std::vector<Draft>& out) {
    std::uint32_t number = m_strings - static_cast<std::uint32_t>(m_newStrings.size()) + 1;
    for (std::size_t i = 0; i < m_newStrings.size();) {
        ByteWriter w;
        Draft d;
        d.header.type = FrameType::Strings;
        d.header.flags = kUnique;
        d.header.subject = number;
        for (; i < m_newStrings.size() && w.size() < kTextPerFrame; ++i, ++d.header.rows) {
            const std::string_view text = m_store.strings().at(m_newStrings[i]).substr(0, kMaxText);
            w.varint(text.size());
            w.bytes(text);
        }
        number += d.header.rows;
        d.raw = w.take();
        out.push_back(std::move(d));
    }
    draftColours(out);
    m_newStrings.clear();
    m_newTextBytes = 0;
}

void Dictionary::draftColours(std::vector<Draft>& out) {
    for (const StringId id : m_newStrings) {
        if (id >= m_colours.size() || m_colours[id] == 0) continue;
        if (out.empty() || out.back().header.type != FrameType::Colours || out.back().header.rows == kColoursPerFrame)
            out.push_back(columnsDraft(FrameType::Colours, 0, 0, 2));
        Draft& d = out.back();
        d.columns[0].hint = ColumnHint::Signal;
        d.columns[0].values.push_back(m_stringNumbers[id]);
        d.columns[1].values.push_back(m_colours[id]);
        ++d.header.rows;
    }
}

}  // namespace model::rep
