// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_file.h"

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "model/base/messages.h"
#include "model/rep/beside.h"
#include "model/rep/rep_records.h"

namespace model::rep {

ReadFile::ReadFile(ReadFile&& o) noexcept : m_file(std::exchange(o.m_file, -1)) {}
ReadFile& ReadFile::operator=(ReadFile&& o) noexcept {
    std::swap(m_file, o.m_file);
    return *this;
}
ReadFile::~ReadFile() {
    if (m_file >= 0) ::close(m_file);
}

Result<ReadFile> ReadFile::open(const std::filesystem::path& path) {
    auto opened = openNamed(path);
    if (!opened) return tl::unexpected(opened.error());
    ReadFile f;
    f.m_file = opened->handle.release();
    return f;
}

std::uint64_t ReadFile::size() const {
    struct stat status {};
    return ::fstat(m_file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

bool ReadFile::read(std::uint64_t offset, std::span<std::uint8_t> out) const {
    while (!out.empty()) {
        const ssize_t n = ::pread(m_file, out.data(), out.size(), static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        offset += static_cast<std::uint64_t>(n);
        out = out.subspan(static_cast<std::size_t>(n));
    }
    return true;
}

Result<FileHeader> readFileHeader(const ReadFile& file, const std::string& name) {
    const std::uint64_t size = file.size();
    if (size == 0) return fail(ErrorCode::EmptyFile, name);
    std::uint8_t bytes[kFileHeaderBytes] = {};
    const std::size_t n = std::min<std::uint64_t>(size, kFileHeaderBytes);
    if (!file.read(0, {bytes, n})) return fail(ErrorCode::CannotOpen, name, MessageCode::CannotBeRead);
    if (std::memcmp(bytes, kMagic, std::min<std::size_t>(n, 8)) != 0) return fail(ErrorCode::UnknownFormat, name);
    if (n < kFileHeaderBytes) return fail(ErrorCode::Truncated, name, {}, static_cast<std::int64_t>(size));
    FileHeader header;
    header.read(bytes);
    if (header.major > kMajor) {
        const auto version = [](unsigned a, unsigned b) { return std::to_string(a) + "." + std::to_string(b); };
        return fail(
            ErrorCode::NewerVersion, name,
            {MessageCode::VersionNewestUnderstood, {version(header.major, header.minor), version(kMajor, kMinor)}});
    }
    if (!FileHeader::isIntact(bytes) || header.major == 0)
        return fail(ErrorCode::Damaged, name, MessageCode::FileHeader, 0);
    return header;
}

namespace {

bool readTrailer(const ReadFile& file, std::uint64_t size, Trailer& trailer) {
    std::uint8_t bytes[kTrailerBytes];
    return size >= kFileHeaderBytes + kTrailerBytes && file.read(size - kTrailerBytes, bytes) && trailer.read(bytes);
}

bool readHeader(const ReadFile& file, std::uint64_t offset, std::uint64_t size, FrameHeader& header) {
    std::uint8_t bytes[kFrameHeaderBytes];
    return offset <= size && size - offset >= kFrameHeaderBytes && file.read(offset, bytes) && header.read(bytes) &&
           header.frameBytes() <= size - offset;
}

/// Offset of the first intact frame at or after `from`, or `size`.
std::uint64_t nextFrame(const ReadFile& file, std::uint64_t from, std::uint64_t size) {
    constexpr std::size_t kWindow = 1 << 20;
    std::vector<std::uint8_t> window;
    unsigned char sync[4];
    put32(sync, kSync);
    while (size - from >= kFrameHeaderBytes) {
        window.resize(std::min<std::uint64_t>(kWindow, size - from));
        if (!file.read(from, window)) return size;
        for (auto at = window.begin();; ++at) {
            at = std::search(at, window.end(), std::begin(sync), std::end(sync));
            if (at == window.end()) break;
            FrameHeader header;
            const std::uint64_t offset = from + static_cast<std::uint64_t>(at - window.begin());
            if (readHeader(file, offset, size, header)) return offset;
        }
        from += std::max<std::size_t>(window.size() - 3, 1);
    }
    return size;
}

}  // namespace

bool planFromDirectory(const ReadFile& file, Plan& plan) {
    const std::uint64_t size = file.size();
    Trailer trailer;
    PlannedFrame directory;
    if (!readTrailer(file, size, trailer) ||
        !readHeader(file, trailer.directory, size - kTrailerBytes, directory.header))
        return false;
    directory.offset = trailer.directory;
    if (directory.header.type != FrameType::Directory) return false;
    if (trailer.directory + directory.header.frameBytes() != size - kTrailerBytes) return false;
    Scratch scratch;
    std::span<const std::uint8_t> stored, raw;
    if (!readPayload(file, directory, scratch, stored) || !rawPayload(directory, stored, scratch, raw)) return false;
    if (raw.size() != std::size_t{directory.header.rows} * kDirectoryBytes) return false;
    std::uint64_t at = kFileHeaderBytes;
    for (std::size_t i = 0; i < raw.size(); i += kDirectoryBytes) {
        PlannedFrame f;
        f.offset = get64(raw.data() + i);
        if (f.offset != at || !f.header.read(raw.data() + i + 8) || f.header.frameBytes() > trailer.directory - at)
            return false;
        at += f.header.frameBytes();
        if (f.header.type != FrameType::Directory) plan.frames.push_back(f);
    }
    if (at != trailer.directory) return false;
    plan.end = size;
    plan.closed = true;
    return true;
}

void planByScanning(const ReadFile& file, std::uint64_t from, Plan& plan) {
    const std::uint64_t size = file.size();
    std::uint64_t at = from, searchFrom = from;
    plan.end = from;
    while (at < size) {
        PlannedFrame f;
        f.offset = at;
        if (readHeader(file, at, size, f.header)) {
            if (f.header.type != FrameType::Directory) plan.frames.push_back(f);
            // If a stretch of the file is missing, the next frame begins before this one seems to end.
            searchFrom = at + kFrameHeaderBytes;
            at += f.header.frameBytes();
            plan.end = at;
            continue;
        }
        Trailer trailer;
        if (size - at == kTrailerBytes && readTrailer(file, size, trailer)) {
            plan.end = size;
            plan.closed = true;
            return;
        }
        const std::uint64_t next = nextFrame(file, searchFrom, size);
        if (next == size) return;
        plan.gaps.push_back({at, next > at ? next - at : 0});
        at = next;
    }
}

MessageCode nameOf(FrameType type) {
    using enum MessageCode;
    constexpr MessageCode kNames[] = {Nothing,    PartInfo,      Diagnostics,     Strings,        PartColours,
                                      PartShapes, PartArguments, PartChainFrames, PartCallChains, PartTracks,
                                      PartLanes,  Events,        CounterValues,   PartDirectory,  PartTrackOrder,
                                      PartFlows,  PartProfiles,  PartMessages};
    const auto i = static_cast<std::size_t>(type);
    return i < std::size(kNames) ? kNames[i] : Nothing;
}

void leaveOut(Plan& plan, const Wanted& wanted) {
    const bool args = wanted.columns() & kArgsColumn, chains = wanted.columns() & kPayloadColumn;
    bool values = false;
    for (const TrackKindInfo& k : trackKinds()) values |= k.shape == Shape::Counter && wanted.has(k.kind);
    std::erase_if(plan.frames, [&](const PlannedFrame& f) {
        switch (f.header.type) {
        case FrameType::Shapes:
        case FrameType::Args:
        case FrameType::KernelProfiles: return !args;  // arguments name the profile of a kernel
        case FrameType::ChainFrames:
        case FrameType::ChainNodes: return !chains;
        case FrameType::Values: return !values;
        case FrameType::Colours:
        case FrameType::Flows: return true;
        default: return false;
        }
    });
}

bool readPayload(const ReadFile& file, const PlannedFrame& frame, Scratch& scratch,
                 std::span<const std::uint8_t>& payload) {
    scratch.frame.resize(kFrameHeaderBytes + frame.header.storedBytes);
    if (!file.read(frame.offset, scratch.frame)) return false;
    FrameHeader header;
    payload = std::span<const std::uint8_t>(scratch.frame).subspan(kFrameHeaderBytes);
    return header.read(scratch.frame.data()) && header.payloadChecksum == frame.header.payloadChecksum &&
           header.storedBytes == frame.header.storedBytes && header.rawBytes == frame.header.rawBytes &&
           checksum(payload.data(), payload.size()) == header.payloadChecksum;
}

bool rawPayload(const PlannedFrame& frame, std::span<const std::uint8_t> stored, Scratch& scratch,
                std::span<const std::uint8_t>& raw) {
    if (frame.header.codec == Codec::Raw) {
        raw = stored;
        return stored.size() == frame.header.rawBytes;
    }
    if (frame.header.codec != Codec::Zstd) return false;
    scratch.raw.resize(frame.header.rawBytes);
    raw = scratch.raw;
    return scratch.unpacker.unpack(stored, scratch.raw);
}

}  // namespace model::rep
