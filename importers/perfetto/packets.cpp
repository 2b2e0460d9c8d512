// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/packets.h"

#include <zlib.h>
#include <zstd.h>
#include <algorithm>

#include "model/base/messages.h"

namespace importers::perfetto {

using model::Note;

namespace {

constexpr std::uint64_t kPacketField = 1;

/// How many unpacked bytes so many packed ones may become.
std::size_t unpackLimit(std::size_t packed) {
    constexpr std::size_t kAlways = 1 << 20;
    return std::min<std::size_t>(kMaxPacketBytes, std::max<std::size_t>(kAlways, packed * kMaxUnpackRatio));
}

/// Key and length of the next field of a trace; false when there are too few bytes, or no packet can begin like this.
struct Head {
    std::uint32_t field = 0;
    WireType type = WireType::Varint;
    std::uint64_t length = 0;  ///< of the content, for bytes
    std::size_t size = 0;      ///< of the head itself, with the value of a number
};
bool readHead(std::string_view bytes, Head& head) {
    WireReader in(bytes);
    std::uint64_t key = 0;
    if (!in.varint(key) || key < 8 || key > UINT32_MAX) return false;
    head.field = static_cast<std::uint32_t>(key >> 3);
    head.type = static_cast<WireType>(key & 7);
    switch (head.type) {
    case WireType::Varint:
    case WireType::Bytes:
        if (!in.varint(head.length)) return false;
        break;
    case WireType::Fixed64: head.length = 8; break;
    case WireType::Fixed32: head.length = 4; break;
    default: return false;
    }
    head.size = bytes.size() - in.left();
    if (head.type == WireType::Varint) head.length = 0;
    return true;
}

}  // namespace

bool PacketReader::damaged(model::MessageCode what, std::int64_t at) {
    m_window.end();
    if (m_window.source().endedEarly()) return false;  // cut off by us
    m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::Trace, 1, what, at);
    m_damaged = true;
    return false;
}

bool PacketReader::next(std::string_view& packet) { return nextInner(packet) || nextOuter(packet); }

bool PacketReader::nextInner(std::string_view& packet) {
    while (!m_inner.empty()) {
        Inner& inner = m_inner.back();
        const std::string_view rest = std::string_view(inner.bytes).substr(inner.at);
        if (rest.empty()) {
            m_inner.pop_back();
            continue;
        }
        Head head;
        if (!readHead(rest, head) || head.length > rest.size() - head.size) {
            m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::CompressedPackets, 1, {}, offset());
            m_damaged = true;
            m_inner.pop_back();
            continue;
        }
        inner.at += head.size + head.length;
        if (head.field != kPacketField || head.type != WireType::Bytes) continue;
        packet = rest.substr(head.size, head.length);
        return true;
    }
    return false;
}

bool PacketReader::nextOuter(std::string_view& packet) {
    for (;;) {
        if (!m_window.fill(1)) return false;
        m_window.fill(24);  // the longest head; fewer bytes at the end are enough for a short one
        const std::string_view ahead = m_window.unread().substr(0, 24);
        m_packetAt = m_window.at();
        Head head;
        if (!readHead(ahead, head)) {
            const bool cutOff = m_window.hasEnded() && ahead.size() < 12;
            return damaged(cutOff ? model::MessageCode::TraceCutOff : model::MessageCode::NoPacketHere, offset());
        }
        if (head.length > kMaxPacketBytes) return damaged(model::MessageCode::PacketTooLong, offset());
        if (!m_window.fill(head.size + head.length)) return damaged(model::MessageCode::TraceCutOff, offset());
        const std::string_view content = m_window.unread().substr(head.size, head.length);
        m_window.skip(head.size + head.length);
        if (head.field == kPacketField && head.type == WireType::Bytes) {
            packet = content;
            return true;
        }
        m_store.diagnostics().add(Note::SkippedUnknown, model::MessageCode::FieldsBesidePackets, 1,
                                  {model::MessageCode::FieldOfNumber, {head.field}}, offset());
    }
}

void PacketReader::unpack(std::string_view bytes, bool zstd) {
    Inner inner;
    auto problem = model::MessageCode::Nothing;
    if (m_inner.size() >= kMaxPacketDepth) problem = model::MessageCode::NestedTooDeeply;
    else if (!(zstd ? unzstd(bytes, inner.bytes) : inflate(bytes, inner.bytes)))
        problem = model::MessageCode::CannotBeUnpacked;
    if (problem != model::MessageCode::Nothing) {
        m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::CompressedPackets, 1, problem, offset());
        m_damaged = true;
    }
    if (!inner.bytes.empty()) m_inner.push_back(std::move(inner));  // what was unpacked before the damage counts
}

bool PacketReader::inflate(std::string_view bytes, std::string& out) {
    z_stream z{};
    if (inflateInit(&z) != Z_OK) return false;
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    const std::size_t limit = unpackLimit(bytes.size());
    int state = Z_OK;
    while (state == Z_OK && out.size() < limit) {
        const std::size_t had = out.size(), room = std::min<std::size_t>(limit - had, 64 << 10);
        out.resize(had + room);
        z.next_out = reinterpret_cast<Bytef*>(out.data() + had);
        z.avail_out = static_cast<uInt>(room);
        state = ::inflate(&z, Z_NO_FLUSH);
        out.resize(had + room - z.avail_out);
        if (state == Z_OK && z.avail_out == room) break;  // neither takes nor gives: cut off
    }
    inflateEnd(&z);
    return state == Z_STREAM_END;
}

bool PacketReader::unzstd(std::string_view bytes, std::string& out) {
    const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
    if (!context) return false;
    const std::size_t limit = unpackLimit(bytes.size());
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 1;
    while (left != 0 && out.size() < limit) {
        const std::size_t had = out.size(), room = std::min<std::size_t>(limit - had, 64 << 10), from = in.pos;
        out.resize(had + room);
        ZSTD_outBuffer to{out.data() + had, room, 0};
        left = ZSTD_decompressStream(context.get(), &to, &in);
        out.resize(had + (ZSTD_isError(left) ? 0 : to.pos));
        if (ZSTD_isError(left) || (to.pos == 0 && in.pos == from)) return false;
    }
    return left == 0;
}

int looksLikeTrace(std::string_view head, std::uint64_t fileBytes) {
    // Some packets in a row, each of known fields with fitting types; the last one may go beyond what is seen, or be
    // cut off.
    constexpr std::uint32_t kGreatestField = 4096;
    int whole = 0;
    bool says = false;  // when it was written, or by whom: nearly every packet does
    for (std::string_view rest = head; !rest.empty() && whole < 8;) {
        Head h;
        const bool begins = readHead(rest, h);
        if (!begins && whole && says && rest.front() == '\n' && rest.size() < 10) return 60;
        if (!begins || h.field != kPacketField || h.type != WireType::Bytes || h.length == 0 ||
            h.length > fileBytes * kMaxUnpackRatio)
            return whole >= 2 ? 60 : 0;
        const bool isWhole = h.length <= rest.size() - h.size;
        WireReader in(rest.substr(h.size, h.length));
        WireField f;
        int fields = 0;
        while (in.next(f)) {
            ++fields;
            if (f.number > kGreatestField) return 0;
            // Numbers that the service writes into nearly every packet have but one type.
            if ((f.number == 8 || f.number == 10 || f.number == 13) && f.type != WireType::Varint) return 0;
            if ((f.number == 1 || f.number == 2 || f.number == 11 || f.number == 12 || f.number == 60) &&
                f.type != WireType::Bytes)
                return 0;
            says |= f.number == 8 || f.number == 10;
        }
        if (isWhole && in.failed()) return 0;
        // Of the last one not even a field may be left.
        if (!isWhole) return fields || (whole && says) ? 70 : 0;
        if (fields == 0) return 0;
        ++whole;
        rest.remove_prefix(h.size + h.length);
    }
    return whole ? 80 : 0;
}

}  // namespace importers::perfetto
