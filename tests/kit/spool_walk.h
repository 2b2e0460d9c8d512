// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "collectors/protocol/spool.h"
#include "tests/kit/scratch_file.h"

/// What a spool holds, by walking its blocks: a second opinion that knows nothing of the importer.
struct SpoolWalk {
    bool begins = false;    ///< with a header of a spool
    std::size_t nvtx = 0;   ///< events of NVTX
    bool finished = false;  ///< the process said that it had written everything
    std::size_t torn = 0;   ///< bytes behind the last whole block, up to the last one that is not zero
    std::size_t domains = 0, schemas = 0;
    std::size_t lost = 0;              ///< records that say how many were
    std::vector<std::uint64_t> calls;  ///< numbers that pushed ranges have
    std::string facts;                 ///< all of them, one behind the other
};

inline SpoolWalk walkSpool(const std::filesystem::path& file) {
    using namespace model::rep;
    const std::string bytes = bytesOfFile(file);
    const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
    SpoolWalk out;
    out.begins =
        bytes.size() >= sizeof(collectors::spool::FileHeader) && std::memcmp(p, collectors::spool::kMagic, 8) == 0;
    std::size_t at = out.begins ? sizeof(collectors::spool::FileHeader) : bytes.size();
    while (bytes.size() - at >= kFrameHeaderBytes) {
        FrameHeader head;
        if (!head.read(p + at)) break;
        const std::size_t end = at + kFrameHeaderBytes + (std::size_t{head.storedBytes} + 7) / 8 * 8;
        if (end > bytes.size() || checksum(p + at + kFrameHeaderBytes, head.storedBytes) != head.payloadChecksum) break;
        const auto type = static_cast<collectors::spool::Block>(head.type);
        if (type == collectors::spool::Block::Nvtx) {
            out.nvtx += head.rows;
            for (std::size_t i = 0; i < head.rows && (i + 1) * sizeof(collectors::spool::NvtxEvent) <= head.storedBytes;
                 ++i) {
                collectors::spool::NvtxEvent e;
                std::memcpy(&e, p + at + kFrameHeaderBytes + i * sizeof e, sizeof e);
                if (e.op == collectors::spool::NvtxOp::Push && e.id) out.calls.push_back(e.id);
            }
        }
        if (type == collectors::spool::Block::Domains) out.domains += head.rows;
        if (type == collectors::spool::Block::Schemas) out.schemas += head.rows;
        if (type == collectors::spool::Block::Losses) out.lost += head.rows;
        if (type == collectors::spool::Block::Facts) out.facts.append(bytes, at + kFrameHeaderBytes, head.storedBytes);
        at = end;
    }
    const std::size_t last = bytes.find_last_not_of('\0');
    out.torn = last == bytes.npos || last < at ? 0 : last + 1 - at;
    out.finished = out.facts.find("finished") != std::string::npos;
    return out;
}
