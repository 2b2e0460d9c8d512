// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/byte_window.h"
#include "importers/common/protobuf_wire.h"
#include "model/base/messages.h"
#include "model/store/event_store.h"

namespace importers::perfetto {

/// A longer packet counts as damage; so does a compressed one that unpacks to more.
inline constexpr std::size_t kMaxPacketBytes = std::size_t{256} << 20;
/// Maximum nesting of compressed packets.
inline constexpr std::size_t kMaxPacketDepth = 4;

/// Delivers the packets of a trace one after the other, also those inside compressed ones. Never holds more than one of
/// them and its unpacked contents.
class PacketReader {
public:
    PacketReader(std::unique_ptr<ByteSource> source, model::EventStore& store)
        : m_window(std::move(source)), m_store(store) {}

    /// The next packet, valid until the next call. False at the end, also if the rest is damaged, which is noted.
    bool next(std::string_view& packet);
    /// Unpacks packets in a field of the last packet: they come next. Notes a field that cannot be unpacked.
    void unpack(std::string_view bytes, bool zstd);

    /// Bytes of the file, for progress.
    std::uint64_t bytesDone() const { return m_window.source().fileBytesDone(); }
    /// Where the last packet begins in the unpacked trace.
    std::int64_t offset() const { return static_cast<std::int64_t>(m_packetAt); }
    /// Whether something was missing or unreadable.
    bool isDamaged() const { return m_damaged; }

private:
    struct Inner {
        std::string bytes;
        std::size_t at = 0;
    };
    bool nextInner(std::string_view& packet);
    bool nextOuter(std::string_view& packet);
    bool damaged(model::MessageCode what, std::int64_t at);
    bool inflate(std::string_view bytes, std::string& out);
    bool unzstd(std::string_view bytes, std::string& out);

    ByteWindow m_window;
    model::EventStore& m_store;
    std::uint64_t m_packetAt = 0;
    bool m_damaged = false;
    std::vector<Inner> m_inner;
};

/// How sure it is that these are the first bytes of a trace, from 0 to 100.
int looksLikeTrace(std::string_view head, std::uint64_t fileBytes);

}  // namespace importers::perfetto
