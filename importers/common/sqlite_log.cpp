// SPDX-License-Identifier: GPL-3.0-or-later
// After https://www.sqlite.org/fileformat2.html, parts 3 and 4.
#include "importers/common/sqlite_log.h"

#include <bit>
#include <cstring>
#include <vector>

#include "importers/common/sqlite_pages.h"

namespace importers {
namespace {

constexpr std::uint64_t kWalHeader = 32, kFrameHeader = 24, kJournalHeader = 28, kLeastPage = 512, kMostPage = 65536;

/// The running checksum of a log.
class WalChecksum {
public:
    explicit WalChecksum(bool bigEndian) : m_bigEndian(bigEndian) {}
    /// `bytes` is a multiple of 8.
    void add(const std::uint8_t* p, std::size_t bytes) {
        for (const std::uint8_t* end = p + bytes; p < end; p += 8) {
            m_first += word(p) + m_second;
            m_second += word(p + 4) + m_first;
        }
    }
    bool equals(const std::uint8_t* stored) const {
        return m_first == sqliteBe32(stored) && m_second == sqliteBe32(stored + 4);
    }

private:
    std::uint32_t word(const std::uint8_t* p) const {
        return m_bigEndian ? sqliteBe32(p) : __builtin_bswap32(sqliteBe32(p));
    }

    bool m_bigEndian;
    std::uint32_t m_first = 0, m_second = 0;
};

}  // namespace

bool isWalCut(const model::InputFile& wal) {
    std::uint8_t header[kWalHeader];
    if (!wal.read(header, sizeof header, 0)) return true;
    const std::uint32_t magic = sqliteBe32(header), page = sqliteBe32(header + 8);
    if ((magic & ~1u) != 0x377f0682 || page < kLeastPage || page > kMostPage || !std::has_single_bit(page)) return true;
    WalChecksum sum(magic & 1);
    sum.add(header, 24);
    if (!sum.equals(header + 24)) return true;
    std::vector<std::uint8_t> frame(kFrameHeader + page);
    bool isCommitted = true;
    for (std::uint64_t at = kWalHeader; at < wal.bytes; at += frame.size()) {
        if (!wal.read(frame.data(), frame.size(), at)) return true;
        if (std::memcmp(frame.data() + 8, header + 16, 8) != 0) return !isCommitted;  // the salts: of an earlier use
        sum.add(frame.data(), 8);
        sum.add(frame.data() + kFrameHeader, page);
        if (!sum.equals(frame.data() + 16)) return true;
        isCommitted = sqliteBe32(frame.data() + 4) != 0;
    }
    return !isCommitted;
}

bool isJournalCut(const model::InputFile& journal) {
    static constexpr std::uint8_t kMagic[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    std::uint8_t header[kJournalHeader];
    if (!journal.read(header, sizeof header, 0) || std::memcmp(header, kMagic, sizeof kMagic) != 0) return true;
    const std::uint32_t records = sqliteBe32(header + 8), sector = sqliteBe32(header + 20),
                        page = sqliteBe32(header + 24);
    const bool countedByLength = records == 0xffffffff;
    return !countedByLength && sector + std::uint64_t{records} * (page + 8) > journal.bytes;
}

}  // namespace importers
