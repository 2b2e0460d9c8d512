// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorder/spool_frames.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

namespace app::recorder {

using collectors::spool::Block;
using model::rep::FrameHeader;
using model::rep::kFrameHeaderBytes;

namespace {

constexpr std::uint64_t kPage = 4096;

/// Calls ::pread or ::pwrite until it has had all bytes. False where it fails, or there are not so many.
template <class Call, class Byte>
bool forAll(Call call, int file, Byte* bytes, std::size_t size, std::uint64_t offset) {
    while (size > 0) {
        const ssize_t n = call(file, bytes, size, static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n, size -= static_cast<std::size_t>(n), offset += static_cast<std::uint64_t>(n);
    }
    return true;
}

bool punch(int file, std::uint64_t begin, std::uint64_t end) {
    return ::fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin),
                       static_cast<off_t>(end - begin)) == 0;
}

}  // namespace

std::optional<SpoolFrames> SpoolFrames::open(const model::Folder& folder, const std::string& name) {
    if (!folder.holds(name)) return std::nullopt;
    SpoolFrames out;
    out.m_file = model::Handle(::openat(folder.fd(), name.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat s {};
    if (!out.m_file.valid() || ::fstat(out.m_file.get(), &s) != 0 || !S_ISREG(s.st_mode)) return std::nullopt;
    out.m_bytes = static_cast<std::uint64_t>(s.st_size);
    return out;
}

std::optional<SpoolFrame> SpoolFrames::at(std::uint64_t offset) const {
    unsigned char bytes[kFrameHeaderBytes];
    SpoolFrame out{offset, {}};
    if (offset > m_bytes || m_bytes - offset < sizeof bytes ||
        !forAll(::pread, m_file.get(), bytes, sizeof bytes, offset) || !out.head.read(bytes) ||
        out.bytes() > m_bytes - offset)
        return std::nullopt;
    return out;
}

std::vector<unsigned char> SpoolFrames::payload(const SpoolFrame& frame) const {
    std::vector<unsigned char> out(frame.head.storedBytes);
    if (!forAll(::pread, m_file.get(), out.data(), out.size(), frame.offset + kFrameHeaderBytes) ||
        model::rep::checksum(out.data(), out.size()) != frame.head.payloadChecksum)
        out.clear();
    return out;
}

bool SpoolFrames::write(std::uint64_t offset, const FrameHeader& head, std::span<const unsigned char> payload) {
    unsigned char header[kFrameHeaderBytes];
    head.write(header);
    std::vector<unsigned char> all(header, header + sizeof header);
    all.insert(all.end(), payload.begin(), payload.end());
    return forAll(::pwrite, m_file.get(), all.data(), all.size(), offset);
}

bool SpoolFrames::discard(std::uint64_t begin, std::uint64_t end) {
    FrameHeader head;
    head.type = static_cast<model::rep::FrameType>(Block::Discarded);
    head.storedBytes = head.rawBytes = static_cast<std::uint32_t>(end - begin - kFrameHeaderBytes);
    return write(begin, head);
}

void SpoolFrames::free(std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t first = (begin + kFrameHeaderBytes + kPage - 1) / kPage * kPage, last = end / kPage * kPage;
    if (first < last) (void)punch(m_file.get(), first, last);
}

bool canFreeParts(const model::Folder& folder) {
    const char* const name = "holes";
    const model::Handle file(::openat(folder.fd(), name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600));
    if (file.valid()) ::unlinkat(folder.fd(), name, 0);
    const unsigned char bytes[2 * kPage] = {1};
    return file.valid() && forAll(::pwrite, file.get(), bytes, sizeof bytes, 0) && punch(file.get(), 0, kPage);
}

}  // namespace app::recorder
