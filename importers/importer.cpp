// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/importer.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

#include "importers/nsys/nsys.h"
#include "importers/rep_importer.h"

namespace importers {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

// One line a format. To add one: write its file and add its line.
constexpr std::array kImporters{
    Importer{"rep", "Sightline report", sniffRep, openRep},
    Importer{"nsys-rep", "Nsight Systems report", nsys::sniffRep, nsys::openRep},
    Importer{"nsys-sqlite", "Nsight Systems SQLite export", nsys::sniffSqlite, nsys::openSqlite},
};

struct Ends {
    std::string head, tail;
    std::uint64_t fileBytes = 0;
};

Result<Ends> readEnds(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (error || status.type() == std::filesystem::file_type::not_found)
        return fail(ErrorCode::CannotOpen, path.string(), error ? error.message() : std::strerror(ENOENT));
    if (status.type() != std::filesystem::file_type::regular) return fail(ErrorCode::NotAFile, path.string());
    Ends ends;
    ends.fileBytes = std::filesystem::file_size(path, error);
    std::ifstream in(path, std::ios::binary);
    if (error || !in) return fail(ErrorCode::CannotOpen, path.string(), error ? error.message() : std::strerror(errno));
    if (ends.fileBytes == 0) return fail(ErrorCode::EmptyFile, path.string());
    ends.head.resize(std::min<std::uint64_t>(64 << 10, ends.fileBytes));
    in.read(ends.head.data(), static_cast<std::streamsize>(ends.head.size()));
    ends.tail.resize(std::min<std::uint64_t>(64, ends.fileBytes));
    in.seekg(-static_cast<std::streamoff>(ends.tail.size()), std::ios::end);
    in.read(ends.tail.data(), static_cast<std::streamsize>(ends.tail.size()));
    if (!in) return fail(ErrorCode::CannotOpen, path.string(), "reading failed");
    return ends;
}

/// Size of the real file that a Git LFS pointer stands for, as text; empty when it says none.
std::string lfsSize(std::string_view pointer) {
    const auto at = pointer.find("\nsize ");
    if (at == std::string_view::npos) return {};
    const double bytes = std::strtod(std::string(pointer.substr(at + 6, 20)).c_str(), nullptr);
    return fmt::format("{:.1f} MB", bytes / 1e6);
}

model::Error explainUnknown(const std::filesystem::path& path, const Sniff& s) {
    const std::string subject = path.string();
    if (s.head.starts_with("version https://git-lfs.github.com/spec/")) return {ErrorCode::GitLfsPointer, subject, lfsSize(s.head)};
    std::string first;
    for (const unsigned char c : s.head.substr(0, 16)) first += c >= 0x20 && c < 0x7f ? fmt::format("{:c}", c) : fmt::format("\\x{:02x}", c);
    return {ErrorCode::UnknownFormat, subject, "it begins with " + first};
}

}  // namespace

std::span<const Importer> importers() { return kImporters; }

Result<void> openReport(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    const auto ends = readEnds(path);
    if (!ends) return tl::unexpected<model::Error>(ends.error());
    const Sniff sniff{ends->head, ends->tail, ends->fileBytes};
    const Importer* best = nullptr;
    int sure = 0;
    for (const Importer& i : kImporters)
        if (const int s = i.sniff(sniff); s > sure) {
            best = &i;
            sure = s;
        }
    if (!best) return tl::unexpected<model::Error>(explainUnknown(path, sniff));
    store.info().path = path.string();
    store.info().fileBytes = ends->fileBytes;
    try {
        return best->open(path, store, options);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, path.string());
    }
}

Result<std::string> readAttachment(const std::filesystem::path& path, const model::ReportInfo::Attachment& attachment) {
    const auto ends = readEnds(path);
    if (!ends) return tl::unexpected<model::Error>(ends.error());
    const Sniff sniff{ends->head, ends->tail, ends->fileBytes};
    if (nsys::sniffRep(sniff)) return nsys::readRepAttachment(path, attachment.locator);
    if (nsys::sniffSqlite(sniff)) return nsys::readSqliteAttachment(path, attachment.locator);
    return fail(ErrorCode::UnsupportedFeature, path.string(), "captured output is only in the original report");
}

}  // namespace importers
