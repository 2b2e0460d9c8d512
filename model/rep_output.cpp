// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep_output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "model/rep_format.h"

namespace model {
namespace fs = std::filesystem;

Result<void> checkTarget(const fs::path& target, const std::vector<fs::path>& sources) {
    std::error_code ignored;
    const auto isTarget = [&](const fs::path& source) { return fs::equivalent(source, target, ignored); };
    if (!fs::is_regular_file(target, ignored)) return {};  // nothing is there, or a device that keeps nothing
    if (std::any_of(sources.begin(), sources.end(), isTarget)) return fail(ErrorCode::WouldReplaceSource, target.string());
    if (fs::is_empty(target, ignored)) return {};
    std::array<char, sizeof rep::kMagic> begin{};
    std::ifstream in(target, std::ios::binary);
    if (!in) return fail(ErrorCode::WouldReplaceOther, target.string(), std::strerror(errno));
    in.read(begin.data(), begin.size());
    if (std::memcmp(begin.data(), rep::kMagic, begin.size()) != 0) return fail(ErrorCode::WouldReplaceOther, target.string());
    return {};
}

Result<OutputFile> OutputFile::create(const fs::path& target) {
    OutputFile f;
    std::error_code ignored;
    f.m_target = target;
    if (const fs::path real = fs::canonical(target, ignored); !real.empty()) f.m_target = real;  // keep a link a link
    struct stat status {};
    const bool exists = ::stat(f.m_target.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) return fail(ErrorCode::NotAFile, target.string());
    if (exists && !S_ISREG(status.st_mode)) {
        f.m_file = ::open(f.m_target.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        const std::string name = "." + f.m_target.filename().string() + "." + std::to_string(::getpid());
        for (int attempt = 0; attempt < 100 && f.m_file < 0; ++attempt) {
            f.m_temporary = f.m_target.parent_path() / (name + "-" + std::to_string(attempt) + ".part");
            f.m_file = ::open(f.m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? status.st_mode & 0777 : 0666);
            if (f.m_file < 0 && errno != EEXIST) break;
        }
    }
    if (f.m_file >= 0) return f;
    const int reason = errno;
    f.m_temporary.clear();
    return fail(ErrorCode::CannotWrite, target.string(), std::strerror(reason));
}

OutputFile::OutputFile(OutputFile&& o) noexcept
    : m_target(std::move(o.m_target)), m_temporary(std::exchange(o.m_temporary, {})), m_file(std::exchange(o.m_file, -1)),
      m_position(o.m_position) {}

OutputFile::~OutputFile() {
    if (m_file >= 0) ::close(m_file);
    if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
}

Result<void> OutputFile::failed() const { return fail(ErrorCode::CannotWrite, m_target.string(), std::strerror(errno)); }

Result<void> OutputFile::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(m_file, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return failed();
        m_position += static_cast<std::uint64_t>(n);
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
    return {};
}

Result<void> OutputFile::commit() {
    if (!m_temporary.empty() && ::fsync(m_file) != 0) return failed();
    if (::close(std::exchange(m_file, -1)) != 0) return failed();
    if (m_temporary.empty()) return {};
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) return failed();
    m_temporary.clear();
    return {};
}

}  // namespace model
