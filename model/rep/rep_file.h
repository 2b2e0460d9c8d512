// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "model/base/error.h"
#include "model/base/message.h"
#include "model/rep/rep_codec.h"
#include "model/rep/rep_format.h"
#include "model/store/wanted.h"

namespace model::rep {

/// A file that is read at given offsets. Bytes are copied into our own buffers: mapped pages would count as memory of
/// this process, and a mapped file that shrinks kills it.
class ReadFile {
public:
    ReadFile() = default;
    ReadFile(ReadFile&& o) noexcept;
    ReadFile& operator=(ReadFile&& o) noexcept;
    ~ReadFile();

    static Result<ReadFile> open(const std::filesystem::path& path);
    /// Current size in bytes.
    std::uint64_t size() const;
    /// Reads exactly out.size() bytes from `offset`; false if they do not exist.
    bool read(std::uint64_t offset, std::span<std::uint8_t> out) const;

private:
    int m_file = -1;
};

/// A frame, and the entries that previous frames define.
struct PlannedFrame {
    std::uint64_t offset = 0;
    FrameHeader header;
    // Greatest number of each kind that this frame may use.
    std::uint32_t strings = 0, args = 0, chains = 0, chainFrames = 0, shapes = 0;
};

/// The structure of a file.
struct Plan {
    std::vector<PlannedFrame> frames;  ///< in the order of the file, without directories
    std::uint64_t end = 0;             ///< offset after the last complete frame
    bool closed = false;               ///< the file has its end mark
    struct Gap {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
    };
    std::vector<Gap> gaps;  ///< stretches without a frame where one should begin
};

/// Checks the first bytes. Errors: EmptyFile, Truncated, UnknownFormat, NewerVersion, Damaged.
Result<FileHeader> readFileHeader(const ReadFile& file, const std::string& name);

/// Finds the frames of a closed file by its directory; false if there is none or it is damaged.
bool planFromDirectory(const ReadFile& file, Plan& plan);

/// Goes from frame to frame, beginning at `from`; if there is none, to the next intact frame header. Appends to the
/// plan.
void planByScanning(const ReadFile& file, std::uint64_t from, Plan& plan);

/// The contents of a frame, for messages.
MessageCode nameOf(FrameType type);

/// Removes frames from a plan that nothing wanted refers to, whatever lanes there are.
void leaveOut(Plan& plan, const Wanted& wanted);

/// Buffers of one thread.
struct Scratch {
    std::vector<std::uint8_t> frame, raw;
    Unpacker unpacker;
    PackedTable table;
    std::vector<std::uint64_t> wide, wide2;
    std::vector<std::uint32_t> narrow;
    std::vector<std::uint32_t> partLane, partRows, partColumns;
    std::vector<std::uint64_t> partFirst;
};

/// Reads and checks a frame. The payload, as stored, lives in `scratch`. False if it is damaged.
bool readPayload(const ReadFile& file, const PlannedFrame& frame, Scratch& scratch,
                 std::span<const std::uint8_t>& payload);
/// The raw layout of a payload of Codec::Raw or Codec::Zstd; false for other codecs and damage.
bool rawPayload(const PlannedFrame& frame, std::span<const std::uint8_t> stored, Scratch& scratch,
                std::span<const std::uint8_t>& raw);

}  // namespace model::rep
