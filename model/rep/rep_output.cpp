// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <utility>

#include "model/rep/beside.h"
#include "model/rep/rep_format.h"

namespace model {
namespace fs = std::filesystem;

namespace {

constexpr int kWriting = O_WRONLY | O_CLOEXEC;
constexpr int kMostParts = 1000;

/// Names that a signal removes. What a handler may do is little: it reads these places and calls unlinkat().
struct Unfinished {
    enum State : int { Free, Changing, Used };
    std::atomic<int> state{Free};
    pid_t process = 0;
    int folder = -1;
    char name[NAME_MAX + 1] = {};
};
std::array<Unfinished, 64> g_unfinished;

void remember(int folder, const std::string& name) {
    for (Unfinished& u : g_unfinished) {
        int free = Unfinished::Free;
        if (name.size() >= sizeof u.name || !u.state.compare_exchange_strong(free, Unfinished::Changing)) continue;
        u.process = ::getpid();
        u.folder = folder;
        std::memcpy(u.name, name.c_str(), name.size() + 1);
        u.state = Unfinished::Used;
        return;
    }
}

void forgetName(int folder, const std::string& name) {
    for (Unfinished& u : g_unfinished)
        if (u.state == Unfinished::Used && u.folder == folder && name == u.name) u.state = Unfinished::Free;
}

void removeUnfinished(int signal) {
    for (const Unfinished& u : g_unfinished)
        if (u.state == Unfinished::Used && u.process == ::getpid()) ::unlinkat(u.folder, u.name, 0);  // not in a child
    ::raise(signal);  // once more, as if it had not been handled: SA_RESETHAND
}

std::string nameInProc(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

}  // namespace

Result<void> checkTarget(const fs::path& target, const std::vector<fs::path>& sources) {
    std::error_code ignored;
    const auto isTarget = [&](const fs::path& source) { return fs::equivalent(source, target, ignored); };
    if (!fs::is_regular_file(target, ignored)) return {};  // nothing is there, or a device that keeps nothing
    if (std::any_of(sources.begin(), sources.end(), isTarget))
        return fail(ErrorCode::WouldReplaceSource, target.string());
    if (fs::is_empty(target, ignored)) return {};
    const auto in = openNamed(target);
    if (!in) return fail(ErrorCode::WouldReplaceOther, target.string(), in.error().detail);
    std::array<char, sizeof rep::kMagic> begin{};
    if (in->read(begin.data(), begin.size(), 0) && std::memcmp(begin.data(), rep::kMagic, begin.size()) == 0) return {};
    return fail(ErrorCode::WouldReplaceOther, target.string());
}

std::string PartName::of(const std::string& name, int number) {
    return "." + name + "." + std::to_string(::getpid()) + "-" + std::to_string(number) + ".part";
}

template <class Make>
PartName PartName::find(int folder, const std::string& name, Make&& make) {
    PartName out;
    for (int number = 0; number < kMostParts; ++number) {
        out.m_folder = folder;
        out.m_name = of(name, number);
        remember(folder, out.m_name);
        if (make(out.m_name)) return out;
        const int reason = errno;
        out.forget();  // it is another's, or not there
        errno = reason;
        if (reason != EEXIST) break;
    }
    return out;
}

Result<PartName> PartName::create(int folder, const std::string& name, unsigned mode) {
    PartName out = find(folder, name, [&](const std::string& part) {
        return Handle(::openat(folder, part.c_str(), kWriting | O_CREAT | O_EXCL, mode)).valid();
    });
    if (out.isEmpty()) return fail(ErrorCode::CannotWrite, name, std::strerror(errno));
    return out;
}

PartName::PartName(PartName&& o) noexcept : m_folder(o.m_folder), m_name(std::exchange(o.m_name, {})) {}

PartName& PartName::operator=(PartName&& o) noexcept {
    std::swap(m_folder, o.m_folder);
    std::swap(m_name, o.m_name);
    return *this;
}

PartName::~PartName() {
    if (m_name.empty()) return;
    ::unlinkat(m_folder, m_name.c_str(), 0);
    forgetName(m_folder, m_name);
}

void PartName::forget() {
    forgetName(m_folder, m_name);
    m_name.clear();
}

void removeUnfinishedOnSignals() {
    for (const int s :
         {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV}) {
        struct sigaction before {
        }, now{};
        if (::sigaction(s, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
        now.sa_handler = removeUnfinished;
        now.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
        ::sigaction(s, &now, nullptr);
    }
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
        f.m_file = Handle(::open(f.m_target.c_str(), kWriting));
        if (!f.m_file.valid()) return tl::unexpected(f.failed().error());
        return f;
    }
    const fs::path folder = f.m_target.parent_path();
    f.m_folder = Handle(::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (const auto opened = f.open(exists ? status.st_mode & 0777 : 0666); !opened)
        return tl::unexpected(opened.error());
    return f;
}

Result<OutputFile> OutputFile::createIn(const Folder& folder, const std::string& name) {
    OutputFile f;
    f.m_target = folder.path() / name;
    f.m_owner = folder.owner();
    struct stat status {};
    const bool exists = ::fstatat(folder.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (const auto ours = exists ? Folder::check(f.m_target, status, *f.m_owner) : Result<void>(); !ours) {
        if (ours.error().code == ErrorCode::NotAFile) return tl::unexpected(ours.error());
        return fail(ErrorCode::CannotWrite, f.m_target.string(), ours.error().detail);
    }
    f.m_folder = Handle(::openat(folder.fd(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (const auto opened = f.open(exists ? status.st_mode & 0777 : 0666); !opened)
        return tl::unexpected(opened.error());
    // What root leaves in another account's folder is that account's to read and to remove.
    if (::geteuid() == 0 && folder.owner() != 0 &&
        ::fchown(f.m_file.get(), folder.owner(), static_cast<gid_t>(-1)) != 0)
        return tl::unexpected(f.failed().error());
    return f;
}

/// `mode` is that of the new file; the umask applies.
Result<void> OutputFile::open(unsigned mode) {
    if (!m_folder.valid()) return failed();
    m_file = Handle(::openat(m_folder.get(), ".", kWriting | O_TMPFILE, mode));
    if (m_file.valid() && ::access(nameInProc(m_file.get()).c_str(), F_OK) == 0) return {};
    m_file = {};
    m_part = PartName::find(m_folder.get(), m_target.filename().string(), [&](const std::string& part) {
        m_file = Handle(::openat(m_folder.get(), part.c_str(), kWriting | O_CREAT | O_EXCL, mode));
        return m_file.valid();
    });
    return m_part.isEmpty() ? failed() : Result<void>();
}

Result<void> OutputFile::failed() const {
    return fail(ErrorCode::CannotWrite, m_target.string(), std::strerror(errno));
}

Result<void> OutputFile::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(m_file.get(), bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return failed();
        m_position += static_cast<std::uint64_t>(n);
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
    return {};
}

bool OutputFile::linkAs(const std::string& name) const {
    return ::linkat(AT_FDCWD, nameInProc(m_file.get()).c_str(), m_folder.get(), name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

/// A file without a name can be linked to a name that is free. To replace another it needs a name first, for a moment.
bool OutputFile::giveName() {
    const std::string name = m_target.filename().string();
    if (m_part.isEmpty() && linkAs(name)) return true;
    if (m_part.isEmpty())
        m_part = PartName::find(m_folder.get(), name, [this](const std::string& part) { return linkAs(part); });
    if (m_part.isEmpty()) return false;
    struct stat s {};
    if (m_owner && ::fstatat(m_folder.get(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0 &&
        !Folder::check(m_target, s, *m_owner))
        return errno = EEXIST, false;
    if (::renameat(m_folder.get(), m_part.name().c_str(), m_folder.get(), name.c_str()) != 0) return false;
    m_part.forget();
    return true;
}

Result<void> OutputFile::commit() {
    const bool named = m_folder.valid();
    if (named && (::fsync(m_file.get()) != 0 || !giveName())) return failed();
    if (::close(m_file.release()) != 0) return failed();
    return {};
}

}  // namespace model
