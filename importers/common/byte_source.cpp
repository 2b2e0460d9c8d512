// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>

#include "importers/common/text_source.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace importers {

using model::ErrorCode;
using model::fail;
using model::Note;
using model::Result;

namespace {

constexpr std::size_t kMostNamed = 16;  // of the other files in an archive
constexpr std::size_t kInput = 256 << 10;
constexpr std::size_t kStep = 1 << 20;           // of unpacked bytes between two looks at the bounds
constexpr std::uint64_t kFreeBytes = 64u << 20;  // may be unpacked from however little

struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Close>;

class PlainSource : public ByteSource {
public:
    PlainSource(File file, std::uint64_t bytes) : m_file(std::move(file)), m_bytes(bytes) {
        std::setvbuf(m_file.get(), nullptr, _IONBF, 0);
    }

    std::uint64_t fileBytesDone() const override { return m_done; }
    std::uint64_t pass(std::uint64_t n) override {
        n = std::min(n, m_bytes - std::min(m_bytes, m_done));
        if (n == 0 || std::fseek(m_file.get(), static_cast<long>(m_done + n), SEEK_SET) != 0) return 0;
        m_done += n;
        return n;
    }

protected:
    std::size_t readSome(char* to, std::size_t n) override {
        const std::size_t got = std::fread(to, 1, n, m_file.get());
        if (got < n && std::ferror(m_file.get()) && m_problems.empty())
            m_problems.push_back({Note::Incomplete, model::MessageCode::ReadingFailed, std::strerror(errno),
                                  static_cast<std::int64_t>(m_done + got)});
        m_done += got;
        return got;
    }

private:
    File m_file;
    std::uint64_t m_bytes, m_done = 0;
};

/// What unpackers have in common: packed input in steps, from a part of the file, and the bound on the ratio.
class PackedSource : public ByteSource {
public:
    PackedSource(File file, Packing packing, std::uint64_t begin, std::uint64_t bytes)
        : m_file(std::move(file)), m_position(begin), m_left(bytes), m_input(kInput) {
        m_packing = packing;
        std::fseek(m_file.get(), static_cast<long>(begin), SEEK_SET);
    }
    std::uint64_t fileBytesDone() const override { return m_position; }

    /// Something to be said about the archive around it.
    void note(std::vector<Problem> problems) { m_problems.insert(m_problems.end(), problems.begin(), problems.end()); }

protected:
    std::size_t readSome(char* to, std::size_t n) override {
        if (m_ended) return 0;
        const std::size_t got = unpack(to, n);
        m_out += got;
        if (m_out > kFreeBytes && m_out / kMaxUnpackRatio > m_taken) {
            endWith(Note::DamagedPart, model::MessageCode::CompressedTooMuch);
        }
        return got;
    }
    virtual std::size_t unpack(char* to, std::size_t n) = 0;

    /// Next packed bytes; empty at the end.
    std::string_view more() {
        const std::size_t got = std::fread(
            m_input.data(), 1, static_cast<std::size_t>(std::min<std::uint64_t>(kInput, m_left)), m_file.get());
        m_left -= got;
        m_position += got;
        m_taken += got;
        return {m_input.data(), got};
    }
    void endWith(Note note, model::Message subject, model::Message example = {}) {
        m_problems.push_back({note, std::move(subject), std::move(example), static_cast<std::int64_t>(m_position)});
        m_ended = true;
    }

    bool m_ended = false;

private:
    File m_file;
    std::uint64_t m_position, m_left, m_taken = 0, m_out = 0;
    std::vector<char> m_input;
};

/// gzip members one behind the other, or the raw deflate stream of a zip entry.
class InflateSource : public PackedSource {
public:
    InflateSource(File file, Packing packing, std::uint64_t begin, std::uint64_t bytes, bool raw,
                  std::uint32_t zipCrc = 0)
        : PackedSource(std::move(file), packing, begin, bytes), m_raw(raw), m_zipCrc(zipCrc) {
        m_ok = inflateInit2(&m_z, raw ? -15 : 15 + 16) == Z_OK;
        m_ended = !m_ok;
    }
    ~InflateSource() override {
        if (m_ok) inflateEnd(&m_z);
    }

protected:
    std::size_t unpack(char* to, std::size_t n) override {
        std::size_t done = 0;
        while (done < n && !m_ended) {
            if (m_z.avail_in == 0 && !refill()) break;
            if (m_later && m_z.total_in == 0 && *m_z.next_in == 0) {
                m_ended = true;  // padding behind the last member
                break;
            }
            const auto room = static_cast<uInt>(std::min<std::size_t>(n - done, 1u << 30));
            m_z.next_out = reinterpret_cast<Bytef*>(to + done);
            m_z.avail_out = room;
            const int code = inflate(&m_z, Z_NO_FLUSH);
            const std::size_t got = room - m_z.avail_out;
            if (m_raw)
                m_crc = static_cast<std::uint32_t>(
                    crc32(m_crc, reinterpret_cast<const Bytef*>(to + done), static_cast<uInt>(got)));
            done += got;
            if (code == Z_STREAM_END) endOfMember();
            else if (code != Z_OK && code != Z_BUF_ERROR) broken();
        }
        return done;
    }

private:
    bool refill() {
        const std::string_view in = more();
        if (in.empty()) {
            if (!m_between) endWith(Note::Incomplete, model::MessageCode::CompressedDataCut);
            m_ended = true;
            return false;
        }
        m_z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        m_z.avail_in = static_cast<uInt>(in.size());
        m_between = false;
        return true;
    }
    void endOfMember() {
        if (m_raw) {
            if (m_crc != m_zipCrc) m_problems.push_back({Note::ChecksumMismatch, model::MessageCode::ZipEntry, {}, -1});
            m_ended = true;
            return;
        }
        inflateReset(&m_z);
        m_between = m_z.avail_in == 0;
        m_later = true;
    }
    void broken() {
        // zlib says "incorrect data check" when everything before the checksum is unpacked already.
        const std::string why = m_z.msg ? m_z.msg : "";
        if (why == "incorrect data check" || why == "incorrect length check") {
            m_problems.push_back({Note::ChecksumMismatch, "gzip", why, -1});
            m_ended = true;
        } else if (m_later && m_z.total_out == 0) {
            endWith(Note::DamagedPart, model::MessageCode::BytesBehindCompressed);
        } else {
            endWith(Note::DamagedPart, model::MessageCode::CompressedData, why);
        }
    }

    z_stream m_z{};
    bool m_ok = false, m_raw, m_between = false, m_later = false;
    std::uint32_t m_crc = 0, m_zipCrc;
};

/// An entry that a zip archive holds as it is.
class StoredSource : public PackedSource {
public:
    using PackedSource::PackedSource;

protected:
    std::size_t unpack(char* to, std::size_t n) override {
        std::size_t done = 0;
        while (done < n && !m_ended) {
            if (m_in.empty()) m_in = more();
            m_ended = m_in.empty();
            const std::size_t some = m_in.copy(to + done, n - done);
            m_in.remove_prefix(some);
            done += some;
        }
        return done;
    }

private:
    std::string_view m_in;
};

class ZstdSource : public PackedSource {
public:
    ZstdSource(File file, Packing packing, std::uint64_t begin, std::uint64_t bytes)
        : PackedSource(std::move(file), packing, begin, bytes), m_z(ZSTD_createDStream()) {
        m_ended = !m_z;
        if (m_z) ZSTD_DCtx_setParameter(m_z.get(), ZSTD_d_windowLogMax, 27);  // 128 MiB
    }

protected:
    std::size_t unpack(char* to, std::size_t n) override {
        ZSTD_outBuffer out{to, n, 0};
        while (out.pos < n && !m_ended) {
            if (m_in.pos == m_in.size) {
                const std::string_view in = more();
                if (in.empty()) {
                    if (m_hint != 0) endWith(Note::Incomplete, model::MessageCode::CompressedDataCut);
                    m_ended = true;
                    break;
                }
                m_in = {in.data(), in.size(), 0};
            }
            m_hint = ZSTD_decompressStream(m_z.get(), &out, &m_in);
            if (!ZSTD_isError(m_hint)) continue;
            const char* why = ZSTD_getErrorName(m_hint);
            const bool checksum = ZSTD_getErrorCode(m_hint) == ZSTD_error_checksum_wrong;
            endWith(checksum ? Note::ChecksumMismatch : Note::DamagedPart,
                    checksum ? model::Message("zstd") : model::MessageCode::CompressedData, why);
        }
        return out.pos;
    }

private:
    struct Free {
        void operator()(ZSTD_DStream* z) const { ZSTD_freeDStream(z); }
    };
    std::unique_ptr<ZSTD_DStream, Free> m_z;
    ZSTD_inBuffer m_in{};
    std::size_t m_hint = 1;
};

std::uint16_t get16(const unsigned char* p) { return static_cast<std::uint16_t>(p[0] | p[1] << 8); }
std::uint32_t get32(const unsigned char* p) { return get16(p) | static_cast<std::uint32_t>(get16(p + 2)) << 16; }
std::uint64_t get64(const unsigned char* p) { return get32(p) | static_cast<std::uint64_t>(get32(p + 4)) << 32; }

struct ZipEntry {
    std::string name;
    std::uint64_t header = 0, packed = 0, unpacked = 0;
    std::uint32_t crc = 0;
    std::uint16_t method = 0, flags = 0;
};

bool readAt(std::FILE* f, std::uint64_t at, unsigned char* to, std::size_t n) {
    return std::fseek(f, static_cast<long>(at), SEEK_SET) == 0 && std::fread(to, 1, n, f) == n;
}

/// Sizes beyond 4 GiB stand in an extra field (zip64), in this order, only those that do not fit.
void readZip64(const unsigned char* extra, std::size_t n, ZipEntry& e) {
    while (n >= 4) {
        const std::size_t size = std::min<std::size_t>(get16(extra + 2), n - 4);
        if (get16(extra) == 1) {
            const unsigned char* p = extra + 4;
            std::size_t left = size;
            for (std::uint64_t* v : {&e.unpacked, &e.packed, &e.header}) {
                if (*v != 0xffffffff || left < 8) continue;
                *v = get64(p);
                p += 8;
                left -= 8;
            }
        }
        extra += 4 + size;
        n -= 4 + size;
    }
}

/// The files of a zip archive, from its central directory, the largest one first.
Result<std::vector<ZipEntry>> entriesOf(std::FILE* f, std::uint64_t fileBytes, const std::string& subject) {
    const std::uint64_t tail = std::min<std::uint64_t>(fileBytes, 65536 + 22);
    std::vector<unsigned char> end(static_cast<std::size_t>(tail));
    if (!readAt(f, fileBytes - tail, end.data(), end.size()))
        return fail(ErrorCode::CannotOpen, subject, model::MessageCode::ReadingFailed);
    std::size_t at = end.size();
    for (std::size_t i = end.size() < 22 ? 0 : end.size() - 21; i-- > 0;)
        if (std::memcmp(&end[i], "PK\5\6", 4) == 0) {
            at = i;
            break;
        }
    if (at == end.size()) return fail(ErrorCode::Truncated, subject, model::MessageCode::ZipWithoutDirectory);
    const std::uint64_t directory = get32(&end[at + 16]);
    const std::uint64_t size =
        std::min<std::uint64_t>(get32(&end[at + 12]), fileBytes - std::min(fileBytes, directory));
    if (size > (16u << 20)) return fail(ErrorCode::UnsupportedFeature, subject, model::MessageCode::ZipOfManyFiles);
    std::vector<unsigned char> all(static_cast<std::size_t>(size));
    if (!readAt(f, directory, all.data(), all.size()))
        return fail(ErrorCode::Damaged, subject, model::MessageCode::ZipDirectory);
    std::vector<ZipEntry> entries;
    for (std::size_t i = 0; i + 46 <= all.size() && std::memcmp(&all[i], "PK\1\2", 4) == 0;) {
        const unsigned char* p = &all[i];
        ZipEntry e{{}, get32(p + 42), get32(p + 20), get32(p + 24), get32(p + 16), get16(p + 10), get16(p + 8)};
        const std::size_t name = get16(p + 28), extra = get16(p + 30), next = 46 + name + extra + get16(p + 32);
        if (i + 46 + name + extra <= all.size()) {
            e.name.assign(reinterpret_cast<const char*>(p + 46), name);
            readZip64(p + 46 + name, extra, e);
        }
        if (e.unpacked > 0) entries.push_back(std::move(e));
        i += next;
    }
    if (entries.empty()) return fail(ErrorCode::EmptyFile, subject, model::MessageCode::ZipEmpty);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const ZipEntry& a, const ZipEntry& b) { return a.unpacked > b.unpacked; });
    return entries;
}

Result<std::unique_ptr<ByteSource>> openZip(File file, std::uint64_t fileBytes, const std::string& subject) {
    const auto entries = entriesOf(file.get(), fileBytes, subject);
    if (!entries) return tl::unexpected<model::Error>(entries.error());
    const ZipEntry* const entry = &entries->front();
    std::vector<ByteSource::Problem> leftOut;
    for (const ZipEntry& e : std::span(*entries).subspan(1))
        if (leftOut.size() < kMostNamed && !e.name.starts_with("__MACOSX/"))
            leftOut.push_back({Note::FileLeftOut, e.name, model::MessageCode::InTheSameZip, -1});
    if (entry->flags & 1) return fail(ErrorCode::UnsupportedFeature, subject, model::MessageCode::ZipEncrypted);
    std::array<unsigned char, 30> local;
    if (!readAt(file.get(), entry->header, local.data(), local.size()) || std::memcmp(local.data(), "PK\3\4", 4) != 0)
        return fail(ErrorCode::Damaged, subject, model::MessageCode::ZipArchive,
                    static_cast<std::int64_t>(entry->header));
    const std::uint64_t data = entry->header + 30 + get16(&local[26]) + get16(&local[28]);
    std::unique_ptr<PackedSource> source;
    if (entry->method == 8)
        source = std::make_unique<InflateSource>(std::move(file), Packing::Zip, data, entry->packed, true, entry->crc);
    else if (entry->method == 0)
        source = std::make_unique<StoredSource>(std::move(file), Packing::Zip, data, entry->packed);
    else if (entry->method == 93)
        source = std::make_unique<ZstdSource>(std::move(file), Packing::Zip, data, entry->packed);
    if (source) {
        source->note(std::move(leftOut));
        return source;
    }
    return fail(ErrorCode::UnsupportedFeature, subject, {model::MessageCode::ZipMethod, {entry->method}});
}

}  // namespace

Packing packingOf(std::string_view head) {
    if (head.starts_with("\x1f\x8b")) return Packing::Gzip;
    if (head.starts_with("\x28\xb5\x2f\xfd")) return Packing::Zstd;
    if (head.starts_with("PK\3\4")) return Packing::Zip;
    return Packing::None;
}

std::size_t ByteSource::read(char* to, std::size_t n) {
    std::size_t done = 0;
    while (done < n && goesOn()) {
        const std::size_t step = std::min(n - done, kStep), got = readSome(to + done, step);
        done += got;
        m_unpacked += got;
        if (got < step) break;
    }
    return done;
}

bool ByteSource::goesOn() {
    if (m_endedEarly) return false;
    m_endedEarly = m_bounds.stop.stop_requested();
    if (m_endedEarly || m_unpacked < m_nextLook) return !m_endedEarly;
    m_nextLook = m_unpacked + kStep;
    if (!m_memory) m_memory.emplace(m_bounds.memory, model::MemoryBound::kGathered);
    if (m_memory->isReached()) {
        m_endedEarly = true;
        m_problems.push_back(
            {Note::Incomplete, model::MessageCode::NoMemoryForTheRest, {}, static_cast<std::int64_t>(fileBytesDone())});
    }
    return !m_endedEarly;
}

void noteProblems(const std::vector<ByteSource::Problem>& problems, model::EventStore& store) {
    for (const ByteSource::Problem& p : problems) {
        store.diagnostics().add(p.note, p.subject, 1, p.example, p.offset);
        store.info().partial |= p.isLoss();
    }
}

namespace {

Result<std::unique_ptr<ByteSource>> openUnbounded(const std::filesystem::path& path) {
    auto opened = model::openNamed(path);
    if (!opened) return tl::unexpected(opened.error());
    File file(::fdopen(opened->handle.get(), "rb"));
    if (file) (void)opened->handle.release();
    else return fail(ErrorCode::CannotOpen, path.string(), std::strerror(errno));
    char head[4] = {};
    const std::size_t n = std::fread(head, 1, sizeof head, file.get());
    std::fseek(file.get(), 0, SEEK_END);
    const long end = std::ftell(file.get());
    if (end < 0) return fail(ErrorCode::CannotOpen, path.string(), model::MessageCode::SizeUnknown);
    std::rewind(file.get());
    const auto bytes = static_cast<std::uint64_t>(end);
    switch (packingOf({head, n})) {
    case Packing::Gzip: return std::make_unique<InflateSource>(std::move(file), Packing::Gzip, 0, bytes, false);
    case Packing::Zstd: return std::make_unique<ZstdSource>(std::move(file), Packing::Zstd, 0, bytes);
    case Packing::Zip: return openZip(std::move(file), bytes, path.string());
    case Packing::None: break;
    }
    return std::make_unique<PlainSource>(std::move(file), bytes);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::filesystem::path& path, StreamBounds bounds) {
    auto source = openUnbounded(path);
    if (!source) return source;
    (*source)->m_bounds = std::move(bounds);
    return source;
}

}  // namespace importers
