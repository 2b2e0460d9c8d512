// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/store/diagnostics.h"
#include "model/store/report_info.h"

namespace model::rep {

// Columns of a packed Rows frame: a table of its parts, one line for each lane, then the columns of all parts end to
// end.
enum RowsColumn {
    kPartLane,
    kPartRows,
    kPartColumns,
    kPartFirst,
    kGap,
    kDuration,
    kName,
    kArgs,
    kCorrelation,
    kPayload,
    kRowsColumns
};
// The same for a Values frame. Form 1 = the values are whole numbers and in kValuesInteger, 0 = bits of doubles.
enum ValuesColumn { kValuesPartForm = 2, kValuesGap = 4, kValuesInteger, kValuesBits, kValuesColumns };

inline constexpr std::size_t kTrackBytes = 88;       ///< of a record of a Tracks frame
inline constexpr std::size_t kKindBytes = 24;        ///< of a kind's name in it
inline constexpr std::size_t kLaneBytes = 12;        ///< of a record of a Lanes frame
inline constexpr std::size_t kTrackOrderBytes = 12;  ///< of a record of a TrackOrder frame
inline constexpr std::size_t kFlowBytes = 20;        ///< of a record of a Flows frame
inline constexpr std::size_t kDirectoryBytes = 48;

/// Appends little-endian numbers and texts.
class ByteWriter {
public:
    void u8(std::uint8_t v) { m_bytes.push_back(v); }
    void u16(std::uint16_t v);
    void u32(std::uint32_t v);
    void u64(std::uint64_t v);
    void i64(std::int64_t v) { u64(static_cast<std::uint64_t>(v)); }
    void varint(std::uint64_t v);
    void bytes(std::string_view text);
    /// Length as u32, then the bytes.
    void text(std::string_view text);
    std::size_t size() const { return m_bytes.size(); }
    std::vector<std::uint8_t> take() { return std::move(m_bytes); }
    std::span<const std::uint8_t> view() const { return m_bytes; }
    void clear() { m_bytes.clear(); }

private:
    std::vector<std::uint8_t> m_bytes;
};

/// Reads what a ByteWriter wrote. After the first missing byte, everything is zero and ok() is false.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : m_at(bytes.data()), m_end(bytes.data() + bytes.size()) {}
    std::uint8_t u8();
    std::uint16_t u16();
    std::uint32_t u32();
    std::uint64_t u64();
    std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
    std::uint64_t varint();
    std::string_view bytes(std::size_t n);
    std::string_view text() { return bytes(u32()); }
    std::span<const std::uint8_t> rest() const { return {m_at, static_cast<std::size_t>(m_end - m_at)}; }
    bool atEnd() const { return m_at == m_end; }
    bool ok() const { return m_ok; }

private:
    bool has(std::size_t n);
    const std::uint8_t* m_at;
    const std::uint8_t* m_end;
    bool m_ok = true;
};

/// Payload of an Info frame: everything but path and fileBytes.
std::vector<std::uint8_t> packInfo(const ReportInfo& info);
/// False if it is damaged; skips fields of unknown meaning.
bool unpackInfo(std::span<const std::uint8_t> payload, ReportInfo& info);

std::vector<std::uint8_t> packDiagnostics(std::span<const Diagnostic> list);
/// The same with the code and arguments of their messages.
std::vector<std::uint8_t> packMessages(std::span<const Diagnostic> list);
/// Reads the payload of a Diagnostics or Messages frame. Returns the number of entries that a newer version wrote and
/// this one does not know, or -1 if the payload is damaged.
int unpackDiagnostics(std::span<const std::uint8_t> payload, Diagnostics& diagnostics);
int unpackMessages(std::span<const std::uint8_t> payload, Diagnostics& diagnostics);

}  // namespace model::rep
