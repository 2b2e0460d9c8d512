// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/ncu/report_blocks.h"

#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <utility>

#include "importers/common/protobuf_wire.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace importers::ncu {

using model::ErrorCode;
using model::fail;

namespace {

constexpr std::string_view kMagic("NVR\0", 4);
constexpr std::size_t kLength = 4;

std::uint32_t lengthAt(const char* p) {
    std::uint32_t n = 0;
    for (unsigned i = 0; i < kLength; ++i) n |= static_cast<std::uint32_t>(static_cast<unsigned char>(p[i])) << (8 * i);
    return n;
}

bool readStrings(std::string_view message, std::vector<std::string_view>& out) {
    WireReader r(message);
    for (WireField f; r.next(f);)
        if (f.number == 1 && f.isBytes()) out.push_back(f.bytes);
    return !r.failed();
}

bool readHeader(std::string_view message, BlockHeader& h) {
    WireReader r(message);
    for (WireField f; r.next(f);) {
        if (f.number == 1 && !f.isBytes()) h.sources = f.value;
        else if (f.number == 2 && !f.isBytes()) h.results = f.value;
        else if (f.number == 3 && f.isBytes()) h.session = f.bytes;
        else if (f.number == 4 && f.isBytes()) {
            if (!readStrings(f.bytes, h.strings)) return false;
        } else if (f.number == 5 && !f.isBytes()) h.payloadBytes = f.value;
        else if (f.number == 6 && f.isBytes()) h.process = f.bytes;
        else if (f.number == 7 && !f.isBytes()) h.rangeResults = f.value;
        else ++h.unknownFields;
    }
    return !r.failed();
}

}  // namespace

BlockReader::BlockReader(BlockReader&& other) noexcept
    : m_file(std::exchange(other.m_file, -1)), m_size(other.m_size), m_at(other.m_at), m_version(other.m_version),
      m_header(std::move(other.m_header)), m_payload(std::move(other.m_payload)) {}

BlockReader::~BlockReader() {
    if (m_file >= 0) ::close(m_file);
}

bool BlockReader::read(std::uint64_t offset, std::vector<char>& into, std::uint64_t bytes) {
    if (offset > m_size || bytes > m_size - offset) return false;
    into.resize(bytes);
    for (char* to = into.data(); bytes > 0;) {
        const ssize_t got = ::pread(m_file, to, bytes, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        offset += static_cast<std::uint64_t>(got);
        bytes -= static_cast<std::uint64_t>(got);
    }
    return true;
}

model::Result<BlockReader> BlockReader::open(const std::string& path) {
    auto opened = model::openNamed(path);
    if (!opened) return tl::unexpected(opened.error());
    BlockReader r;
    r.m_file = opened->handle.release();
    r.m_size = opened->bytes;
    std::vector<char> bytes;
    if (!r.read(0, bytes, kMagic.size() + kLength))
        return fail(ErrorCode::Truncated, path, model::MessageCode::InsideFirstBytes, 0);
    if (std::string_view(bytes.data(), kMagic.size()) != kMagic)
        return fail(ErrorCode::UnknownFormat, path, model::MessageCode::NotNcuReport);
    const std::uint32_t length = lengthAt(bytes.data() + kMagic.size());
    r.m_at = kMagic.size() + kLength;
    if (!r.read(r.m_at, bytes, length)) return fail(ErrorCode::Truncated, path, model::MessageCode::InsideHeader, 4);
    WireReader header({bytes.data(), bytes.size()});
    for (WireField f; header.next(f);)
        if (f.number == 1) r.m_version = f.value;
    if (header.failed())
        return fail(ErrorCode::Damaged, path, model::MessageCode::ItsHeader, static_cast<std::int64_t>(r.m_at));
    r.m_at += length;
    if (r.m_at == r.m_size)
        return fail(ErrorCode::Truncated, path, model::MessageCode::HeaderOnly, static_cast<std::int64_t>(r.m_at));
    return r;
}

bool BlockReader::stop(Block& block, BlockFault::Kind kind, std::uint64_t offset) {
    block.fault = {kind, offset};
    m_at = m_size;
    return true;
}

bool BlockReader::next(Block& block) {
    block = {};
    block.offset = m_at;
    if (m_at >= m_size) return false;
    if (!read(m_at, m_header, kLength)) return stop(block, BlockFault::Kind::CutOff, m_at);
    const std::uint32_t length = lengthAt(m_header.data());
    if (!read(m_at + kLength, m_header, length)) return stop(block, BlockFault::Kind::CutOff, m_at);
    if (!readHeader({m_header.data(), m_header.size()}, block.header)) {
        block.header = {};
        return stop(block, BlockFault::Kind::Header, m_at + kLength);
    }
    const std::uint64_t content = m_at + kLength + length;
    const std::uint64_t left = m_size - content;
    if (block.header.payloadBytes > left) {
        // What is whole in the rest is still shown.
        if (!read(content, m_payload, left)) m_payload.clear();
        block.offset = content;
        split(block);
        return stop(block, BlockFault::Kind::CutOff, content);
    }
    if (!read(content, m_payload, block.header.payloadBytes)) return stop(block, BlockFault::Kind::CutOff, content);
    block.offset = content;
    m_at = content + block.header.payloadBytes;
    split(block);
    return true;
}

void BlockReader::split(Block& block) const {
    std::size_t at = 0;
    const auto take = [&](std::uint64_t count, std::vector<std::string_view>& out,
                          std::vector<std::uint64_t>* offsets) {
        for (; count > 0; --count) {
            const bool hasLength = m_payload.size() - at >= kLength;
            const std::uint32_t n = hasLength ? lengthAt(m_payload.data() + at) : 0;
            if (!hasLength || n > m_payload.size() - at - kLength) {
                block.fault = {BlockFault::Kind::Content, block.offset + at};
                return false;
            }
            out.emplace_back(m_payload.data() + at + kLength, n);
            if (offsets) offsets->push_back(block.offset + at + kLength);
            at += kLength + n;
        }
        return true;
    };
    if (take(block.header.sources, block.sources, nullptr) &&
        take(block.header.results, block.results, &block.resultOffsets) &&
        take(block.header.rangeResults, block.rangeResults, nullptr) && at != m_payload.size())
        block.fault = {BlockFault::Kind::Content, block.offset + at};
}

}  // namespace importers::ncu
