// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/symbols.h"

#include <fmt/format.h>
#include <gelf.h>
#include <algorithm>
#include <vector>

#include "importers/capture/elf_file.h"

namespace importers::capture {
namespace {

constexpr std::size_t kMostFiles = 4096;
constexpr std::uint64_t kMostSymbols = 20'000'000;  // of one file

struct Symbol {
    std::uint64_t begin, end;
    const char* name;  // in the file, which stays open
    bool isGlobal;
};

void readSymbols(Elf* elf, std::vector<Symbol>& out) {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
        GElf_Shdr head;
        if (!gelf_getshdr(section, &head) || (head.sh_type != SHT_SYMTAB && head.sh_type != SHT_DYNSYM) ||
            head.sh_entsize == 0)
            continue;
        Elf_Data* data = elf_getdata(section, nullptr);
        const std::uint64_t n = std::min(head.sh_size / head.sh_entsize, kMostSymbols);
        for (std::uint64_t i = 0; data && i < n; ++i) {
            GElf_Sym s;
            if (!gelf_getsym(data, static_cast<int>(i), &s)) break;
            const int type = GELF_ST_TYPE(s.st_info);
            if (s.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) ||
                s.st_value == 0 || (type == STT_NOTYPE && s.st_size == 0))
                continue;
            const char* name = elf_strptr(elf, head.sh_link, s.st_name);
            if (name && *name)
                out.push_back({s.st_value, s.st_value + s.st_size, name, GELF_ST_BIND(s.st_info) == STB_GLOBAL});
        }
    }
}

/// Where packages with debug symbols put them: "/usr/lib/debug/.build-id/ab/cdef….debug".
std::string debugFileOf(Elf* elf) {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
        GElf_Shdr head;
        Elf_Data* data = nullptr;
        if (!gelf_getshdr(section, &head) || head.sh_type != SHT_NOTE || !(data = elf_getdata(section, nullptr)))
            continue;
        GElf_Nhdr note;
        std::size_t name = 0, text = 0;
        for (std::size_t at = 0, next; (next = gelf_getnote(data, at, &note, &name, &text)) > 0; at = next) {
            const auto* bytes = static_cast<const unsigned char*>(data->d_buf);
            if (note.n_type != NT_GNU_BUILD_ID || note.n_descsz < 3 || note.n_descsz > 64 ||
                text + note.n_descsz > data->d_size)
                continue;
            std::string id;
            for (std::size_t i = 0; i < note.n_descsz; ++i) id += fmt::format("{:02x}", bytes[text + i]);
            return "/usr/lib/debug/.build-id/" + id.substr(0, 2) + '/' + id.substr(2) + ".debug";
        }
    }
    return {};
}

}  // namespace

class Symbols::File {
public:
    explicit File(const AddressSpaces::File& file) : m_elf(file.path, file.identity) {
        if (!m_elf.get()) return;
        readSymbols(m_elf.get(), m_symbols);
        if (const std::string path2 = debugFileOf(m_elf.get()); !path2.empty()) {
            m_debug = std::make_unique<ElfFile>(path2);
            if (m_debug->get()) readSymbols(m_debug->get(), m_symbols);
        }
        // Of several names of one place the longest stretch and the name that others can see come first.
        std::sort(m_symbols.begin(), m_symbols.end(), [](const Symbol& a, const Symbol& b) {
            return a.begin != b.begin         ? a.begin < b.begin
                   : a.end != b.end           ? a.end > b.end
                   : a.isGlobal != b.isGlobal ? a.isGlobal
                                              : std::string_view(a.name) < std::string_view(b.name);
        });
        m_symbols.erase(std::unique(m_symbols.begin(), m_symbols.end(),
                                    [](const Symbol& a, const Symbol& b) { return a.begin == b.begin; }),
                        m_symbols.end());
    }

    bool isAnother() const { return m_elf.isAnother(); }
    std::string_view at(std::uint64_t offset) const {
        const auto address = m_elf.addressOf(offset);
        if (!address) return {};
        const auto after = std::partition_point(m_symbols.begin(), m_symbols.end(),
                                                [&](const Symbol& x) { return x.begin <= *address; });
        if (after == m_symbols.begin()) return {};
        const Symbol& x = *std::prev(after);
        return *address < x.end || (x.end == x.begin && after != m_symbols.end()) ? std::string_view(x.name)
                                                                                  : std::string_view();
    }

private:
    ElfFile m_elf;
    std::unique_ptr<ElfFile> m_debug;
    std::vector<Symbol> m_symbols;
};

Symbols::Symbols() { elf_version(EV_CURRENT); }
Symbols::~Symbols() = default;

Symbols::File* Symbols::file(const AddressSpaces::File& file) {
    const auto at = m_files.find(file);
    if (at != m_files.end()) return at->second.get();
    if (m_files.size() >= kMostFiles) return nullptr;
    const auto& fresh = m_files.emplace(file, std::make_unique<File>(file)).first->second;
    if (fresh->isAnother()) m_replaced.insert(file.path);
    return fresh.get();
}

std::string_view Symbols::at(const AddressSpaces::File& of, std::uint64_t offset) {
    const File* f = of.path.starts_with("//") ? nullptr : file(of);  // //anon
    return f ? f->at(offset) : std::string_view();
}

}  // namespace importers::capture
