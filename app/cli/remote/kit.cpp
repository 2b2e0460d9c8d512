// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/kit.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <xxhash.h>
#include <zlib.h>
#include <algorithm>
#include <cstring>

#include "app/cli/capture/target.h"
#include "app/text/words.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace app::remote {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestFile = 1u << 30;
constexpr const char* kProgram = "sightline";
/// The C library, which each machine has its own of.
constexpr std::string_view kOfSystem[] = {"ld-linux",      "libc.so",  "libm.so",     "libdl.so",
                                          "libpthread.so", "librt.so", "libresolv.so"};
constexpr const char* kCollectors[] = {"libsightline-inject.so", "libsightline-osrt.so",   "libsightline-calls.so",
                                       "libsightline-guard.so",  "libsightline-openmp.so", "sightline-sampler"};

model::Result<std::string> contentOf(const fs::path& file) {
    const auto in = model::openNamed(file);
    return in ? in->readAll(kLargestFile, file.string()) : tl::unexpected(in.error());
}

/// The machine of an ELF file as `uname -m` has it; empty for others.
std::string machineOf(std::string_view content) {
    Elf64_Ehdr head{};
    if (content.size() < sizeof head) return {};
    std::memcpy(&head, content.data(), sizeof head);
    if (!content.starts_with(ELFMAG)) return {};
    return head.e_machine == EM_X86_64 ? "x86_64" : head.e_machine == EM_AARCH64 ? "aarch64" : "";
}

/// The newest version of glibc whose symbols are in a file.
std::string neededLibc(std::string_view content) {
    constexpr std::string_view kMark("\0GLIBC_", 7);
    std::string newest;
    for (std::size_t at = 0; (at = content.find(kMark, at)) != content.npos;) {
        at += kMark.size();
        std::string_view version = content.substr(at, 16);
        version = version.substr(0, version.find_first_not_of("0123456789."));
        if (isOlderVersion(newest, version)) newest = version;
    }
    return newest;
}

/// Reads all files once: what the kit is, and where it runs.
model::Result<Kit> looked(std::vector<Kit::File> files) {
    Kit kit;
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    std::string list;
    for (const Kit::File& file : files) {
        const auto content = contentOf(file.path);
        if (!content) return tl::unexpected(content.error());
        list += fmt::format("{}\n{:016x}\n", file.name, XXH3_64bits(content->data(), content->size()));
        kit.bytes += content->size();
        if (file.name == kProgram) kit.machine = machineOf(*content);
        if (const std::string needed = neededLibc(*content); isOlderVersion(kit.libc, needed)) kit.libc = needed;
    }
    kit.sum = fmt::format("{:016x}", XXH3_64bits(list.data(), list.size()));
    kit.files = std::move(files);
    return kit;
}

void addFolder(const fs::path& folder, const std::string& as, std::vector<Kit::File>& out) {
    std::error_code ignored;
    for (fs::recursive_directory_iterator it(folder, ignored), end; it != end; it.increment(ignored))
        if (it->is_regular_file(ignored) && it->path().extension() != ".pyc")
            out.push_back({as + it->path().lexically_relative(folder).string(), it->path()});
}

bool isOfSystem(const fs::path& library) {
    const std::string name = library.filename().string();
    return std::any_of(std::begin(kOfSystem), std::end(kOfSystem), [&](auto own) { return name.starts_with(own); });
}

/// 512 bytes that say of a file what it is called and how long it is.
std::string tarHeader(const std::string& name, std::uint64_t bytes) {
    std::string out(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) { out.replace(at, text.size(), text); };
    put(0, name.substr(0, 100));
    put(100, "0000755");
    put(108, "0000000"), put(116, "0000000");
    put(124, fmt::format("{:011o}", bytes));
    put(136, "00000000000");
    put(148, "        ");
    out[156] = '0';
    put(257, std::string("ustar\0"
                         "00",
                         8));
    unsigned sum = 0;
    for (const unsigned char c : out) sum += c;
    put(148, fmt::format("{:06o}", sum) + '\0');
    return out;
}

/// Deflates as a gzip file, part by part.
class Gzip {
public:
    Gzip() {
        constexpr int kWithHeader = 16;
        m_ready = ::deflateInit2(&m_stream, 5, Z_DEFLATED, MAX_WBITS + kWithHeader, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    }
    ~Gzip() { ::deflateEnd(&m_stream); }
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    void add(std::string_view bytes, bool last = false) {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        m_stream.avail_in = static_cast<uInt>(bytes.size());
        char buffer[64 << 10];
        do {
            m_stream.next_out = reinterpret_cast<Bytef*>(buffer);
            m_stream.avail_out = sizeof buffer;
            if (!m_ready || ::deflate(&m_stream, last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) return;
            m_out.append(buffer, sizeof buffer - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }
    std::string take() { return std::move(m_out); }

private:
    z_stream m_stream{};
    bool m_ready = false;
    std::string m_out;
};

}  // namespace

bool isOlderVersion(std::string_view a, std::string_view b) {
    const auto next = [](std::string_view& text) {
        const std::size_t point = std::min(text.find('.'), text.size());
        const long n = std::strtol(std::string(text.substr(0, point)).c_str(), nullptr, 10);
        text.remove_prefix(std::min(point + 1, text.size()));
        return n;
    };
    while (!a.empty() || !b.empty())
        if (const long x = next(a), y = next(b); x != y) return x < y;
    return false;
}

model::Result<Kit> Kit::ofThisProgram() {
    if (const model::Message wrong = capture::complaintAboutLibrary(); !wrong.empty()) return model::refused(wrong);
    std::vector<File> files{{kProgram, fs::path("/proc/self/exe")}};
    const auto addLoaded = [](dl_phdr_info* info, std::size_t, void* to) {
        const fs::path library = info->dlpi_name;
        std::error_code ignored;
        if (library.is_absolute() && !isOfSystem(library) && fs::exists(library, ignored))
            static_cast<std::vector<File>*>(to)->push_back({library.filename().string(), library});
        return 0;
    };
    ::dl_iterate_phdr(addLoaded, &files);
    for (const char* name : kCollectors)
        if (const fs::path part = capture::besides(name); !part.empty()) files.push_back({name, part});
    addFolder(capture::besides("sightline-python"), "sightline-python/", files);
    return looked(std::move(files));
}

model::Result<Kit> Kit::inFolder(const fs::path& folder) {
    std::vector<File> files;
    addFolder(folder, {}, files);
    const auto has = [&](std::string_view name) {
        return std::any_of(files.begin(), files.end(), [&](const File& f) { return f.name == name; });
    };
    for (const char* part : {kProgram, kCollectors[0]})
        if (!has(part))
            return model::fail(model::ErrorCode::CannotOpen, (folder / part).string(), model::MessageCode::NotFound);
    return looked(std::move(files));
}

model::Result<std::string> Kit::packed() const {
    Gzip out;
    for (const File& file : files) {
        const auto content = contentOf(file.path);
        if (!content) return tl::unexpected(content.error());
        out.add(tarHeader(file.name, content->size()));
        out.add(*content);
        out.add(std::string((512 - content->size() % 512) % 512, '\0'));
    }
    out.add(tarHeader("complete", 0));
    out.add(std::string(1024, '\0'), true);
    return out.take();
}

}  // namespace app::remote
