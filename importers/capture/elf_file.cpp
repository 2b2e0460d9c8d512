// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/elf_file.h"

#include <elf.h>
#include <gelf.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>

#include "collectors/protocol/file_identity.h"
#include "model/rep/beside.h"

namespace importers::capture {
namespace {

/// The kernel maps the same one into this process.
Elf* kernelsOwn() {
    const auto at = ::getauxval(AT_SYSINFO_EHDR);
    if (at == 0 || sizeof(void*) != 8) return nullptr;
    const auto* head = reinterpret_cast<const Elf64_Ehdr*>(at);
    return elf_memory(reinterpret_cast<char*>(at), head->e_shoff + std::uint64_t{head->e_shnum} * head->e_shentsize);
}

}  // namespace

ElfFile::ElfFile(const std::string& path, const collectors::spool::FileIdentity& identity) {
    elf_version(EV_CURRENT);
    if (path == "[vdso]") {
        m_elf = kernelsOwn();
    } else if (path.starts_with('/')) {
        auto opened = model::openNamed(path);
        struct stat s {};
        if (!opened || ::fstat(opened->handle.get(), &s) != 0) return;
        m_fd = opened->handle.release();
        m_isAnother = identity != collectors::spool::FileIdentity{} && identity != collectors::identityOf(s);
        if (m_isAnother) return;
        m_elf = elf_begin(m_fd, ELF_C_READ_MMAP, nullptr);
    }
    if (m_elf && elf_kind(m_elf) != ELF_K_ELF) elf_end(m_elf), m_elf = nullptr;
    if (m_elf) readSegments();
}

ElfFile::~ElfFile() {
    if (m_elf) elf_end(m_elf);
    if (m_fd >= 0) ::close(m_fd);
}

void ElfFile::readSegments() {
    std::size_t n = 0;
    elf_getphdrnum(m_elf, &n);
    for (std::size_t i = 0; i < std::min<std::size_t>(n, 1024); ++i) {
        GElf_Phdr head;
        if (gelf_getphdr(m_elf, static_cast<int>(i), &head) && head.p_type == PT_LOAD)
            m_segments.push_back({head.p_offset, head.p_filesz, head.p_vaddr});
    }
}

std::optional<std::uint64_t> ElfFile::addressOf(std::uint64_t offset) const {
    for (const Segment& s : m_segments)
        if (offset >= s.offset && offset - s.offset < s.size) return s.address + (offset - s.offset);
    return {};
}

}  // namespace importers::capture
