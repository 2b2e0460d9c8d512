// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <libelf.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collectors/protocol/spool.h"

namespace importers::capture {

/// An ELF file of this machine while it is looked at: a regular file, or what the kernel maps into each process
/// ("[vdso]").
class ElfFile {
public:
    /// One that is another than `identity` says is not opened.
    explicit ElfFile(const std::string& path, const collectors::spool::FileIdentity& identity = {});
    ~ElfFile();
    ElfFile(const ElfFile&) = delete;
    ElfFile& operator=(const ElfFile&) = delete;

    /// Null: there is none, or it is no such file.
    Elf* get() const { return m_elf; }
    bool isAnother() const { return m_isAnother; }
    /// As the file's own tables call the byte at an offset.
    std::optional<std::uint64_t> addressOf(std::uint64_t offset) const;

private:
    struct Segment {
        std::uint64_t offset, size, address;
    };
    void readSegments();
    int m_fd = -1;
    Elf* m_elf = nullptr;
    bool m_isAnother = false;
    std::vector<Segment> m_segments;
};

}  // namespace importers::capture
