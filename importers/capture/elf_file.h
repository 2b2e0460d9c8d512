// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <libelf.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collectors/protocol/spool.h"

namespace importers::capture {

/// An ELF file of this machine, open for reading: a regular file, or what the kernel maps into each process ("[vdso]").
class ElfFile {
public:
    /// Does not open a file whose identity differs from `identity`.
    explicit ElfFile(const std::string& path, const collectors::spool::FileIdentity& identity = {});
    ~ElfFile();
    ElfFile(const ElfFile&) = delete;
    ElfFile& operator=(const ElfFile&) = delete;

    /// Null if there is none, or if it is not an ELF file.
    Elf* get() const { return m_elf; }
    bool isAnother() const { return m_isAnother; }
    /// The address, in the file's own tables, of the byte at an offset.
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
