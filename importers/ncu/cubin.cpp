// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/ncu/cubin.h"

#include <gelf.h>
#include <libelf.h>
#include <algorithm>
#include <climits>
#include <memory>

namespace importers::ncu {
namespace {

/// Takes numbers from bytes; after the first one that is not there all are 0 and ok() is false.
class Bytes {
public:
    explicit Bytes(std::string_view bytes, std::size_t at = 0)
        : m_bytes(bytes), m_at(std::min(at, bytes.size())), m_ok(at <= bytes.size()) {}

    std::uint64_t number(unsigned size) {
        if (!has(size)) return 0;
        std::uint64_t v = 0;
        for (unsigned i = 0; i < size; ++i)
            v |= static_cast<std::uint64_t>(static_cast<unsigned char>(m_bytes[m_at + i])) << (8 * i);
        m_at += size;
        return v;
    }
    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
    std::uint64_t uleb() {
        std::uint64_t v = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t b = u8();
            v |= static_cast<std::uint64_t>(b & 0x7f) << shift;
            if (b < 0x80) return v;
        }
        m_ok = false;
        return 0;
    }
    std::int64_t sleb() {
        std::uint64_t v = 0;
        for (unsigned shift = 0; shift < 63; shift += 7) {
            const std::uint8_t b = u8();
            v |= static_cast<std::uint64_t>(b & 0x7f) << shift;
            if (b < 0x80) return static_cast<std::int64_t>(b & 0x40 ? v | ~std::uint64_t{0} << (shift + 7) : v);
        }
        m_ok = false;
        return 0;
    }
    std::string_view text() {
        const auto end = m_bytes.find('\0', m_at);
        if (end == std::string_view::npos) {
            m_ok = false;
            return {};
        }
        const std::string_view out = m_bytes.substr(m_at, end - m_at);
        m_at = end + 1;
        return out;
    }
    void skip(std::uint64_t n) {
        if (has(n)) m_at += n;
    }
    std::size_t at() const { return m_at; }
    bool atEnd() const { return m_at >= m_bytes.size(); }
    bool ok() const { return m_ok; }

private:
    bool has(std::uint64_t n) {
        if (m_ok && n <= m_bytes.size() - m_at) return true;
        m_ok = false;
        m_at = m_bytes.size();
        return false;
    }
    std::string_view m_bytes;
    std::size_t m_at;
    bool m_ok;
};

struct Section {
    Elf_Scn* self = nullptr;
    GElf_Shdr head{};
    std::string_view name;
};

/// A 64-bit ELF file in memory, low bytes first, while that memory is there. Whatever it holds, libelf keeps to its
/// bounds.
class ElfImage {
public:
    explicit ElfImage(std::string_view bytes) {
        elf_version(EV_CURRENT);
        // libelf only reads what is opened so.
        m_elf.reset(elf_memory(const_cast<char*>(bytes.data()), bytes.size()));
        std::size_t names = 0;
        if (!m_elf || gelf_getclass(m_elf.get()) != ELFCLASS64 ||
            elf_getident(m_elf.get(), nullptr)[EI_DATA] != ELFDATA2LSB || elf_getshdrstrndx(m_elf.get(), &names) != 0)
            return;
        Section s;
        while ((s.self = elf_nextscn(m_elf.get(), s.self))) {
            if (!gelf_getshdr(s.self, &s.head)) continue;
            s.name = textAt(names, s.head.sh_name);
            m_sections.push_back(s);
        }
    }

    const std::vector<Section>& sections() const { return m_sections; }
    /// Empty where the section has none, or they are not in the file.
    std::string_view bytesOf(const Section& section) const {
        const Elf_Data* data = section.head.sh_type == SHT_NOBITS ? nullptr : elf_rawdata(section.self, nullptr);
        return data && data->d_buf ? std::string_view(static_cast<const char*>(data->d_buf), data->d_size)
                                   : std::string_view();
    }
    /// In a section of texts.
    std::string_view textAt(std::size_t section, std::size_t at) const {
        const char* text = elf_strptr(m_elf.get(), section, at);
        return text ? text : std::string_view();
    }

private:
    struct End {
        void operator()(Elf* elf) const { elf_end(elf); }
    };
    std::unique_ptr<Elf, End> m_elf;
    std::vector<Section> m_sections;
};

/// Names of the functions whose addresses stand at places of a line table.
std::map<std::uint64_t, std::string_view> functionsAt(const ElfImage& elf, std::string_view table) {
    std::map<std::uint64_t, std::string_view> out;
    const Section* symbols = nullptr;
    for (const Section& s : elf.sections())
        if (s.head.sh_type == SHT_SYMTAB) symbols = &s;
    Elf_Data* const named = symbols ? elf_getdata(symbols->self, nullptr) : nullptr;
    const auto add = [&](std::uint64_t place, std::uint64_t info) {
        GElf_Sym symbol;
        const std::uint64_t number = GELF_R_SYM(info);
        if (number > INT_MAX || !gelf_getsym(named, static_cast<int>(number), &symbol)) return;
        std::string_view name = elf.textAt(symbols->head.sh_link, symbol.st_name);
        if (name.starts_with(".text.")) name.remove_prefix(6);
        out[place] = name;
    };
    for (const Section& s : elf.sections()) {
        if (!named || !s.name.ends_with(table)) continue;
        Elf_Data* const data = elf_getdata(s.self, nullptr);
        GElf_Rela withAddend;
        GElf_Rel plain;
        if (s.head.sh_type == SHT_RELA)
            for (int i = 0; gelf_getrela(data, i, &withAddend); ++i) add(withAddend.r_offset, withAddend.r_info);
        if (s.head.sh_type == SHT_REL)
            for (int i = 0; gelf_getrel(data, i, &plain); ++i) add(plain.r_offset, plain.r_info);
    }
    return out;
}

/// One unit of the line table: its header and its program.
class LineProgram {
public:
    /// `isOfOneFile`: lines are those of one text, whatever file the table names.
    LineProgram(std::string_view table, const std::map<std::uint64_t, std::string_view>& functions, bool isOfOneFile,
                CubinLines& out)
        : m_table(table), m_functions(functions), m_out(out), m_isOfOneFile(isOfOneFile),
          m_room((64 << 10) + 4 * table.size()) {
        for (std::uint32_t i = 0; i < out.files.size(); ++i) m_fileIndex.emplace(out.files[i], i);
    }

    /// Reads the unit that begins at `at` and sets it to the next one. False if it breaks off.
    bool read(std::size_t& at) {
        Bytes head(m_table, at);
        const std::uint64_t length = head.number(4);
        const std::size_t begin = head.at();
        if (!head.ok() || length > m_table.size() - begin) return false;
        at = begin + length;
        m_end = at;
        Bytes b(m_table.substr(0, m_end), begin);
        const std::uint64_t version = b.number(2);
        if (version < 2 || version > 4) return false;
        const std::uint64_t headerBytes = b.number(4);
        const std::uint64_t program = b.at() + headerBytes;
        m_step = b.u8();
        if (version >= 4) b.u8();
        b.u8();  // whether lines are statements at first
        m_lineBase = static_cast<std::int8_t>(b.u8());
        m_lineRange = b.u8();
        m_opcodeBase = b.u8();
        if (!b.ok() || m_lineRange == 0 || m_opcodeBase == 0) return false;
        m_lengths.assign(m_opcodeBase, 0);
        for (unsigned i = 1; i < m_opcodeBase; ++i) m_lengths[i] = b.u8();
        readFiles(b);
        return b.ok() && program <= m_end && run(Bytes(m_table.substr(0, m_end), program));
    }

private:
    void readFiles(Bytes& b) {
        std::vector<std::string_view> folders{""};
        for (std::string_view f = b.text(); b.ok() && !f.empty(); f = b.text()) folders.push_back(f);
        m_files.assign(1, 0);
        for (std::string_view f = b.text(); b.ok() && !f.empty(); f = b.text()) addFile(b, f, folders);
    }

    void addFile(Bytes& b, std::string_view name, const std::vector<std::string_view>& folders) {
        const std::uint64_t folder = b.uleb();
        b.uleb();
        b.uleb();
        std::string path(name);
        // Many files may name one long folder: the paths together stay within the order of the table's own size.
        const bool inFolder = !name.starts_with('/') && folder < folders.size() && !folders[folder].empty();
        if (inFolder && folders[folder].size() <= m_room) {
            m_room -= folders[folder].size();
            path = std::string(folders[folder]) + '/' + path;
        }
        const auto [known, isNew] = m_fileIndex.try_emplace(path, static_cast<std::uint32_t>(m_out.files.size()));
        m_files.push_back(known->second);
        if (isNew) m_out.files.push_back(path);
    }

    void row() {
        if (!m_lines) return;
        const std::uint32_t file = m_file < m_files.size() ? m_files[m_file] : 0;
        const bool known = m_isOfOneFile || (m_file > 0 && m_file < m_files.size());
        const auto line = known && m_line > 0 && m_line < INT32_MAX ? static_cast<std::uint32_t>(m_line) : 0u;
        if (m_address <= UINT32_MAX) m_lines->push_back({static_cast<std::uint32_t>(m_address), line, file});
    }

    void reset() {
        m_address = 0;
        m_line = 1;
        m_file = 1;
        m_lines = nullptr;
    }

    void advance(std::uint64_t operations) { m_address += operations * m_step; }

    bool extended(Bytes& b) {
        const std::uint64_t length = b.uleb();
        const std::size_t begin = b.at();
        if (!b.ok() || length == 0 || length > m_end - begin) return false;
        const std::uint8_t code = b.u8();
        if (code == 1) {  // end of a sequence
            if (m_lines)
                m_lines->push_back({static_cast<std::uint32_t>(std::min<std::uint64_t>(m_address, UINT32_MAX)), 0, 0});
            reset();
        } else if (code == 2) {  // address
            const auto function = m_functions.find(b.at());
            m_address = b.number(static_cast<unsigned>(std::min<std::uint64_t>(length - 1, 8)));
            if (function != m_functions.end()) {
                auto known = m_out.functions.find(function->second);
                if (known == m_out.functions.end())
                    known = m_out.functions.try_emplace(std::string(function->second)).first;
                m_lines = &known->second;
                m_address = 0;  // of the function
            }
        }
        b.skip(begin + length - b.at());
        return b.ok();
    }

    bool standard(Bytes& b, std::uint8_t code) {
        switch (code) {
        case 1: row(); break;
        case 2: advance(b.uleb()); break;
        case 3: m_line += b.sleb(); break;
        case 4: m_file = b.uleb(); break;
        case 5: b.uleb(); break;
        case 6:
        case 7: break;
        case 8: advance((255u - m_opcodeBase) / m_lineRange); break;
        case 9: m_address += b.number(2); break;
        default:
            for (unsigned i = 0; i < m_lengths[code]; ++i) b.uleb();
        }
        return b.ok() && m_line > -INT32_MAX && m_line < INT32_MAX;
    }

    bool run(Bytes b) {
        reset();
        while (!b.atEnd()) {
            const std::uint8_t code = b.u8();
            bool ok = true;
            if (code == 0) ok = extended(b);
            else if (code < m_opcodeBase) ok = standard(b, code);
            else {
                const unsigned adjusted = code - m_opcodeBase;
                advance(adjusted / m_lineRange);
                m_line += m_lineBase + static_cast<int>(adjusted % m_lineRange);
                row();
            }
            if (!ok) return false;
        }
        return true;
    }

    std::string_view m_table;
    const std::map<std::uint64_t, std::string_view>& m_functions;
    CubinLines& m_out;
    bool m_isOfOneFile;
    std::size_t m_room;
    std::map<std::string, std::uint32_t> m_fileIndex;
    std::size_t m_end = 0;
    std::uint8_t m_step = 1, m_lineRange = 1, m_opcodeBase = 1;
    int m_lineBase = 0;
    std::vector<std::uint8_t> m_lengths;
    std::vector<std::uint32_t> m_files;  // number in the unit → index in CubinLines::files
    std::uint64_t m_address = 0, m_file = 1;
    std::int64_t m_line = 1;
    std::vector<CubinLines::Line>* m_lines = nullptr;  // of the function whose address was set
};

CubinLines readTable(const ElfImage& elf, std::string_view table, bool isOfOneFile, bool& damaged) {
    CubinLines out;
    const auto functions = functionsAt(elf, table);
    for (const Section& s : elf.sections()) {
        if (s.name != table) continue;
        const std::string_view bytes = elf.bytesOf(s);
        LineProgram program(bytes, functions, isOfOneFile, out);
        for (std::size_t at = 0; at < bytes.size();)
            if (!program.read(at)) {
                damaged = true;
                break;
            }
    }
    for (auto& [name, lines] : out.functions)
        std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
    return out;
}

}  // namespace

CubinLines readCubinLines(std::string_view cubin, bool& damaged) {
    return readTable(ElfImage(cubin), ".debug_line", false, damaged);
}

std::uint32_t CubinPtx::lineOf(std::string_view function, std::uint64_t offset) const {
    const auto found = lines.functions.find(function);
    if (found == lines.functions.end()) return 0;
    const auto& of = found->second;
    const auto after =
        std::partition_point(of.begin(), of.end(), [&](const CubinLines::Line& l) { return l.offset <= offset; });
    return after == of.begin() ? 0 : std::prev(after)->line;
}

CubinPtx readCubinPtx(std::string_view cubin) {
    CubinPtx out;
    const ElfImage elf(cubin);
    bool damaged = false;
    out.lines = readTable(elf, ".nv_debug_line_sass", true, damaged);
    for (const Section& s : elf.sections()) {
        if (s.name != ".nv_debug_ptx_txt") continue;
        // Lines end with a zero.
        for (std::string_view rest = elf.bytesOf(s); !rest.empty();) {
            const std::size_t end = std::min(rest.find('\0'), rest.size());
            out.text.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return out;
}

}  // namespace importers::ncu
