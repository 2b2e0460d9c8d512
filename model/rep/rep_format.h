// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// The bytes of a Sightline report, `.rep`. REP_FORMAT.md is the specification. This header is all that a collector
/// needs to write a report: it includes the standard library only, does not allocate, and does not throw.
///
/// A file is a FileHeader and frames. A frame is a FrameHeader, its payload, and zero bytes up to a multiple of 8.
/// All numbers are little endian. To write: FileHeader::write(), then for each frame FrameHeader::seal() and write().
namespace model::rep {

inline constexpr unsigned char kMagic[8] = {0x89, 'R', 'E', 'P', '\r', '\n', 0x1a, '\n'};
inline constexpr unsigned char kEndMagic[8] = {0x89, 'R', 'E', 'P', 'E', 'N', 'D', '\n'};
inline constexpr std::uint32_t kSync = 0x465052f5;  ///< the bytes F5 'R' 'P' 'F'
inline constexpr std::uint16_t kMajor = 1;          ///< readers refuse files with a greater one
inline constexpr std::uint16_t kMinor = 3;          ///< readers skip frames of unknown types

inline constexpr std::size_t kFileHeaderBytes = 24;
inline constexpr std::size_t kFrameHeaderBytes = 40;
inline constexpr std::size_t kTrailerBytes = 24;
inline constexpr std::uint32_t kMaxPayload = 64u << 20;  ///< bytes of a payload, as stored and as unpacked
inline constexpr std::uint32_t kMaxRows = 1u << 20;      ///< rows of one frame
inline constexpr std::uint32_t kManyLanes = 0xffffffff;  ///< FrameHeader::subject of frames that list their lanes

enum class FrameType : std::uint8_t {
    Info = 1,         ///< facts about the report
    Diagnostics = 2,  ///< facts that a user needs in order to trust the picture
    Strings = 3,      ///< subject = id of the first one; rows = how many
    Colours = 4,      ///< colours that the report assigns to names
    Shapes = 5,       ///< keys and types of argument tuples; subject = number of the first one
    Args = 6,         ///< argument tuples; subject = id of the first one
    ChainFrames = 7,  ///< frames of call chains; subject = number of the first one
    ChainNodes = 8,   ///< call chains as a tree; subject = id of the first one
    Tracks = 9,
    Lanes = 10,           ///< lanes and counters, and the tracks they belong to
    Rows = 11,            ///< events; subject = lane
    Values = 12,          ///< values of counters; subject = lane
    Directory = 13,       ///< the headers of all frames before it
    TrackOrder = 14,      ///< positions of tracks among their siblings that differ from the order of their keys
    Flows = 15,           ///< arrows between events
    KernelProfiles = 16,  ///< what a profiler measured of kernels; subject = id of the first one
    Messages = 17,        ///< Diagnostics with their texts as data
};

enum class Codec : std::uint8_t {
    Raw = 0,      ///< as specified, nothing packed
    Columns = 1,  ///< columns of narrow numbers, byte planes, zstd
    Zstd = 2,     ///< the raw payload as one zstd frame
};

enum FrameFlag : std::uint16_t {
    kFirstPicture = 1,  ///< Rows, Values: should be drawn before the others
    kWholeLanes = 2,    ///< Rows, Values with kManyLanes: no other frame has rows of these lanes
    kUnique = 4,        ///< Strings, Args, Chain…: no entry equals another one in this file
    kRetold = 8,        ///< Diagnostics: a Messages frame has the same entries
};

/// The kind of an entry of a Lanes frame.
enum class LaneRole : std::uint8_t { Lane = 0, Overflow = 1, Counter = 2 };

/// Columns of a lane in a file. Start, end and name always exist.
enum RowColumn : std::uint8_t {
    kRowArgs = 1,
    kRowCorrelation = 2,
    kRowPayload = 4,
    kRowPayloadIsChain = 8,  ///< with kRowPayload: it is the id of a call chain
};

/// Type of an argument's value, which has 8 bytes.
enum class ValueType : std::uint8_t { Int = 0, Real = 1, String = 2 };

inline void put16(unsigned char* p, std::uint16_t v) {
    p[0] = static_cast<unsigned char>(v);
    p[1] = static_cast<unsigned char>(v >> 8);
}
inline void put32(unsigned char* p, std::uint32_t v) {
    for (int i = 0; i < 4; ++i) p[i] = static_cast<unsigned char>(v >> (8 * i));
}
inline void put64(unsigned char* p, std::uint64_t v) {
    for (int i = 0; i < 8; ++i) p[i] = static_cast<unsigned char>(v >> (8 * i));
}
inline std::uint16_t get16(const unsigned char* p) { return static_cast<std::uint16_t>(p[0] | p[1] << 8); }
inline std::uint32_t get32(const unsigned char* p) {
    return p[0] | static_cast<std::uint32_t>(p[1]) << 8 | static_cast<std::uint32_t>(p[2]) << 16 |
           static_cast<std::uint32_t>(p[3]) << 24;
}
inline std::uint64_t get64(const unsigned char* p) {
    if constexpr (std::endian::native == std::endian::little) {
        std::uint64_t v;
        std::memcpy(&v, p, 8);
        return v;
    }
    return get32(p) | static_cast<std::uint64_t>(get32(p + 4)) << 32;
}

/// XXH64 with seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md): about 10 GB/s.
inline std::uint64_t checksum(const void* data, std::size_t bytes) {
    constexpr std::uint64_t p1 = 0x9E3779B185EBCA87u, p2 = 0xC2B2AE3D27D4EB4Fu, p3 = 0x165667B19E3779F9u,
                            p4 = 0x85EBCA77C2B2AE63u, p5 = 0x27D4EB2F165667C5u;
    const auto rotl = [](std::uint64_t v, int n) { return v << n | v >> (64 - n); };
    const auto round = [&](std::uint64_t acc, std::uint64_t v) { return rotl(acc + v * p2, 31) * p1; };
    const auto* p = static_cast<const unsigned char*>(data);
    const unsigned char* const end = p + bytes;
    std::uint64_t h = p5;
    if (bytes >= 32) {
        std::uint64_t a = p1 + p2, b = p2, c = 0, d = 0 - p1;
        for (; end - p >= 32; p += 32) {
            a = round(a, get64(p));
            b = round(b, get64(p + 8));
            c = round(c, get64(p + 16));
            d = round(d, get64(p + 24));
        }
        h = rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18);
        const std::uint64_t lanes[4] = {a, b, c, d};
        for (const std::uint64_t v : lanes) h = (h ^ round(0, v)) * p1 + p4;
    }
    h += bytes;
    for (; end - p >= 8; p += 8) h = rotl(h ^ round(0, get64(p)), 27) * p1 + p4;
    if (end - p >= 4) {
        h = rotl(h ^ get32(p) * p1, 23) * p2 + p3;
        p += 4;
    }
    for (; p < end; ++p) h = rotl(h ^ *p * p5, 11) * p1;
    h = (h ^ h >> 33) * p2;
    h = (h ^ h >> 29) * p3;
    return h ^ h >> 32;
}

struct FileHeader {
    std::uint16_t major = kMajor;
    std::uint16_t minor = kMinor;

    void write(unsigned char (&out)[kFileHeaderBytes]) const {
        std::memcpy(out, kMagic, 8);
        put16(out + 8, major);
        put16(out + 10, minor);
        put32(out + 12, 0);
        put64(out + 16, checksum(out, 16));
    }
    /// False if these are not the first bytes of a report. Check `major` before isIntact(): a newer major version may
    /// change everything after the version.
    bool read(const unsigned char* in) {
        if (std::memcmp(in, kMagic, 8) != 0) return false;
        major = get16(in + 8);
        minor = get16(in + 10);
        return true;
    }
    static bool isIntact(const unsigned char* in) { return get64(in + 16) == checksum(in, 16); }
};

struct FrameHeader {
    FrameType type = FrameType::Info;
    Codec codec = Codec::Raw;
    std::uint16_t flags = 0;
    std::uint32_t subject = 0;
    std::uint32_t rows = 0;
    std::uint32_t storedBytes = 0;  ///< of the payload in the file
    std::uint32_t rawBytes = 0;     ///< of the payload when unpacked; equals storedBytes for Codec::Raw
    std::uint64_t payloadChecksum = 0;

    /// Completes the header of a payload that is not packed.
    void seal(const void* payload, std::uint32_t bytes) {
        codec = Codec::Raw;
        storedBytes = rawBytes = bytes;
        payloadChecksum = checksum(payload, bytes);
    }
    void write(unsigned char (&out)[kFrameHeaderBytes]) const {
        put32(out, kSync);
        out[4] = static_cast<unsigned char>(type);
        out[5] = static_cast<unsigned char>(codec);
        put16(out + 6, flags);
        put32(out + 8, subject);
        put32(out + 12, rows);
        put32(out + 16, storedBytes);
        put32(out + 20, rawBytes);
        put64(out + 24, payloadChecksum);
        put64(out + 32, checksum(out, 32));
    }
    /// False if these bytes are not an intact frame header.
    bool read(const unsigned char* in) {
        if (get32(in) != kSync || get64(in + 32) != checksum(in, 32)) return false;
        type = static_cast<FrameType>(in[4]);
        codec = static_cast<Codec>(in[5]);
        flags = get16(in + 6);
        subject = get32(in + 8);
        rows = get32(in + 12);
        storedBytes = get32(in + 16);
        rawBytes = get32(in + 20);
        payloadChecksum = get64(in + 24);
        return storedBytes <= kMaxPayload && rawBytes <= kMaxPayload;
    }
    /// Bytes from this frame to the next one.
    std::uint64_t frameBytes() const { return kFrameHeaderBytes + (std::uint64_t{storedBytes} + 7) / 8 * 8; }
};

/// The last bytes of a report that was closed properly.
struct Trailer {
    std::uint64_t directory = 0;  ///< offset of the Directory frame

    void write(unsigned char (&out)[kTrailerBytes]) const {
        put64(out, directory);
        put64(out + 8, checksum(out, 8));
        std::memcpy(out + 16, kEndMagic, 8);
    }
    bool read(const unsigned char* in) {
        directory = get64(in);
        return std::memcmp(in + 16, kEndMagic, 8) == 0 && get64(in + 8) == checksum(in, 8);
    }
};

}  // namespace model::rep
