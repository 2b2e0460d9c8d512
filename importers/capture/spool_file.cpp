// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/spool_file.h"

#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "model/base/messages.h"

namespace importers::capture {

using model::ErrorCode;
using model::fail;
using model::Result;
namespace spool = collectors::spool;

namespace {

/// Where the next bytes are that the file system keeps; `size` = nowhere.
std::uint64_t dataFrom(const model::InputFile& file, std::uint64_t at, std::uint64_t size) {
    const off_t data = ::lseek(file.handle.get(), static_cast<off_t>(at), SEEK_DATA);
    return data >= 0 ? static_cast<std::uint64_t>(data) : errno == ENXIO ? size : at;
}

/// Whether nothing but zeros is in the file from there on. Holes are not read: they may be larger than any disk.
bool isUnused(const model::InputFile& file, std::uint64_t at, std::uint64_t size) {
    std::vector<char> bytes(64 << 10);
    for (; (at = dataFrom(file, at, size)) < size; at += bytes.size()) {
        bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), size - at)));
        if (!file.read(bytes.data(), bytes.size(), at) ||
            std::any_of(bytes.begin(), bytes.end(), [](char c) { return c != 0; }))
            return false;
    }
    return true;
}

}  // namespace

Result<spool::FileHeader> spoolHeader(const model::InputFile& file, const std::string& name) {
    spool::FileHeader h{};
    if (file.bytes == 0) return fail(ErrorCode::EmptyFile, name);
    if (!file.read(&h, sizeof h, 0))
        return fail(ErrorCode::Truncated, name,
                    {model::MessageCode::NumberOfBytes, {model::Argument::count(file.bytes)}});
    if (std::memcmp(h.magic, spool::kMagic, sizeof h.magic) != 0)
        return fail(ErrorCode::UnknownFormat, name, model::MessageCode::UnknownFirstBytes);
    if (h.version > spool::kVersion)
        return fail(ErrorCode::NewerVersion, name,
                    {model::MessageCode::NewestUnderstood, {h.version, spool::kVersion}});
    if (h.checksum != model::rep::checksum(&h, offsetof(spool::FileHeader, checksum)))
        return fail(ErrorCode::Damaged, name, model::MessageCode::HeaderChecksum);
    return h;
}

namespace {

/// The blocks from an offset on, which is that of a block.
SpoolEnd readBlocks(const model::InputFile& file, std::uint64_t from, const std::function<bool(const SpoolBlock&)>& use,
                    const SpoolFilter& wanted) {
    const std::uint64_t size = file.bytes;
    SpoolEnd end{from, size};
    std::vector<std::uint64_t> payload;  // of 8 bytes: records lie on their boundaries
    while (end.good < size) {
        unsigned char bytes[model::rep::kFrameHeaderBytes];
        model::rep::FrameHeader h;
        if (size - end.good < sizeof bytes || !file.read(bytes, sizeof bytes, end.good) || !h.read(bytes)) break;
        if (h.frameBytes() > size - end.good || h.storedBytes != h.rawBytes) break;
        const auto type = static_cast<spool::Block>(h.type);
        if (type == spool::Block::Discarded || (wanted && !wanted(type, end.good))) {
            end.good += h.frameBytes();
            continue;
        }
        payload.resize((std::size_t{h.storedBytes} + 7) / 8);
        if (!file.read(payload.data(), h.storedBytes, end.good + sizeof bytes)) break;
        if (model::rep::checksum(payload.data(), h.storedBytes) != h.payloadChecksum) {
            // The last one was being written; one that others follow is damaged, and costs itself only.
            unsigned char next[model::rep::kFrameHeaderBytes];
            model::rep::FrameHeader behind;
            const std::uint64_t at = end.good + h.frameBytes();
            if (size - at < sizeof next || !file.read(next, sizeof next, at) || !behind.read(next)) break;
            ++end.damaged;
            end.good = at;
            continue;
        }
        const SpoolBlock block{static_cast<spool::Block>(h.type),
                               h.subject,
                               h.rows,
                               {reinterpret_cast<const unsigned char*>(payload.data()), h.storedBytes},
                               end.good};
        end.good += h.frameBytes();
        if (!use(block)) return end;
    }
    return end;
}

}  // namespace

Result<SpoolEnd> readSpool(const model::InputFile& file, const std::string& name,
                           const std::function<bool(const SpoolBlock&)>& use, const SpoolFilter& wanted) {
    if (const auto header = spoolHeader(file, name); !header) return tl::unexpected(header.error());
    bool stopped = false;
    const auto useOne = [&](const SpoolBlock& block) { return !(stopped = !use(block)); };
    SpoolEnd end = readBlocks(file, sizeof(spool::FileHeader), useOne, wanted);
    if (!stopped && end.good < end.bytes && isUnused(file, end.good, end.bytes)) end.bytes = end.good;
    return end;
}

std::uint64_t completeBytes(const model::InputFile& file, std::uint64_t known) {
    if (known == 0) {
        if (!spoolHeader(file, {})) return 0;
        known = sizeof(spool::FileHeader);
    }
    return readBlocks(file, known, [](const SpoolBlock&) { return true; }, {}).good;
}

}  // namespace importers::capture
