// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/spool_writer.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "collectors/process/uncancelled.h"

namespace collectors {
namespace {

std::uint64_t now(clockid_t clock) {
    timespec t;
    ::clock_gettime(clock, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

void put(std::vector<unsigned char>& out, const void* bytes, std::size_t size) {
    const auto* p = static_cast<const unsigned char*>(bytes);
    out.insert(out.end(), p, p + size);
}

/// Everything or nothing that counts: false on an error.
bool writeAll(int file, iovec* parts, int count) {
    while (count > 0) {
        const ssize_t n = ::writev(file, parts, count);
        if (n < 0) {
            if (errno == EINTR) continue;
            return false;
        }
        auto left = static_cast<std::size_t>(n);
        while (count > 0 && left >= parts->iov_len) left -= parts->iov_len, ++parts, --count;
        if (count > 0) {
            parts->iov_base = static_cast<char*>(parts->iov_base) + left;
            parts->iov_len -= left;
        }
    }
    return true;
}

}  // namespace

std::uint64_t monotonicNs() { return now(CLOCK_MONOTONIC); }

namespace {
std::atomic<SpoolWriter*>& current() {
    static std::atomic<SpoolWriter*> one{
        new SpoolWriter};  // never destroyed: other threads write until the process is gone
    return one;
}
/// A limit on the size of files would kill the program, which did not write: while this lives, it is taken as a full
/// disk.
class NoSizeSignal {
public:
    NoSizeSignal() {
        errno = 0;
        ::sigemptyset(&m_signal);
        ::sigaddset(&m_signal, SIGXFSZ);
        ::pthread_sigmask(SIG_BLOCK, &m_signal, &m_was);
    }
    NoSizeSignal(const NoSizeSignal&) = delete;
    NoSizeSignal& operator=(const NoSizeSignal&) = delete;
    ~NoSizeSignal() {
        const int error = errno;
        const timespec now_{0, 0};
        if (error == EFBIG) ::sigtimedwait(&m_signal, nullptr, &now_);
        ::pthread_sigmask(SIG_SETMASK, &m_was, nullptr);
        errno = error;
    }

private:
    sigset_t m_signal, m_was;
};
}  // namespace

SpoolWriter& spoolWriter() { return *current().load(std::memory_order_acquire); }

bool SpoolWriter::open(const char* folder, bool direct) {
    const Uncancelled whole;
    const std::lock_guard guard(m_mutex);
    if (isOpen()) return true;
    int file = -1;
    for (int number = 0; file < 0 && number < 1000; ++number) {
        m_name = std::to_string(::getpid()) + '-' + std::to_string(number) + ".spool";
        m_path = std::string(folder) + '/' + m_name;
        file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST) break;
    }
    if (file < 0) {
        m_errno = errno;
        return false;
    }
    spool::FileHeader h{};
    std::memcpy(h.magic, spool::kMagic, sizeof h.magic);
    h.version = spool::kVersion;
    h.pid = static_cast<std::uint32_t>(::getpid());
    h.started = monotonicNs();
    h.checksum = model::rep::checksum(&h, offsetof(spool::FileHeader, checksum));
    iovec part{&h, sizeof h};
    const NoSizeSignal none;
    if (!writeAll(file, &part, 1)) {
        m_errno = errno;
        ::close(file);
        return false;
    }
    m_bytes = sizeof h;
    m_file.adopt(file);
    m_direct = direct;
    m_open.store(true, std::memory_order_release);
    return true;
}

// m_mutex is held. Programs close what they did not open, when they become daemons for example; the file is still
// there. Where the file system does not let it be opened any more, what comes is lost, and counted.
int SpoolWriter::file() {
    if (const int known = m_file.get(); known >= 0) return known;
    const int again = ::open(m_path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    if (again < 0) return m_errno = errno, -1;
    return m_file.adoptAgain(again) ? m_file.get() : -1;
}

std::uint64_t SpoolWriter::unwritten() {
    const std::lock_guard guard(m_mutex);
    return m_unwritten;
}

std::uint32_t SpoolWriter::string(std::string_view text) {
    if (text.empty()) return 0;
    text = text.substr(0, kLongestString);
    const std::lock_guard guard(m_strings);
    if (m_numbers.size() >= kMostStrings || m_textBytes + text.size() > kMostTextBytes) {
        const auto known = m_numbers.find(std::string(text));
        if (known != m_numbers.end()) return known->second;
        ++m_nameless;
        return 0;
    }
    const auto [at, fresh] = m_numbers.try_emplace(std::string(text), static_cast<std::uint32_t>(m_numbers.size() + 1));
    if (fresh) {
        m_textBytes += text.size() + 16;
        const std::uint32_t head[2] = {at->second, static_cast<std::uint32_t>(text.size())};
        put(m_fresh, head, sizeof head);
        put(m_fresh, text.data(), text.size());
        m_fresh.resize((m_fresh.size() + 3) / 4 * 4);
        ++m_freshCount;
    }
    return at->second;
}

// The file's mutex is held. What others intern meanwhile is for the next block.
bool SpoolWriter::writeStrings() {
    std::vector<unsigned char> fresh;
    std::uint32_t count = 0;
    {
        const std::lock_guard guard(m_strings);
        fresh.swap(m_fresh);
        std::swap(count, m_freshCount);
    }
    if (!count || writeBlock(spool::Block::Strings, 0, count, fresh.data(), fresh.size())) return true;
    const std::lock_guard guard(m_strings);
    fresh.insert(fresh.end(), m_fresh.begin(), m_fresh.end());
    m_fresh.swap(fresh);
    m_freshCount += count;
    return false;
}

namespace {
/// What later records refer to, or what is said once.
bool isDefinition(spool::Block type) {
    using enum spool::Block;
    return type == Facts || type == KernelShapes || type == Devices || type == Contexts || type == Streams ||
           type == Domains || type == Schemas || type == Threads || type == Mappings || type == Processes;
}
constexpr std::size_t kMostKept = 1024;
}  // namespace

bool SpoolWriter::writeKept() {
    while (!m_kept.empty()) {
        const Kept& k = m_kept.front();
        if (!writeBlock(k.type, k.recordBytes, k.rows, k.bytes.data(), k.bytes.size())) return false;
        m_kept.erase(m_kept.begin());
    }
    return true;
}

void SpoolWriter::lostRecords() {
    const spool::Loss loss{m_unwritten, 0, 0};
    if (m_unwritten && writeBlock(spool::Block::Losses, sizeof loss, 1, &loss, sizeof loss)) m_unwritten = 0;
    if (m_nameless && !m_saidNameless) {
        m_saidNameless = true;
        const Phrase what = Phrase::Names, why = Phrase::TooManyTexts;
        const std::string fact = "untraced." + what.written() + '\0' + why.written() + '\0';
        writeBlock(spool::Block::Facts, 0, 1, fact.data(), fact.size());
    }
}

namespace {
constexpr unsigned char kZeros[8] = {};
}  // namespace

bool SpoolWriter::writeBlock(spool::Block type, std::size_t recordBytes, std::size_t rows, const void* bytes,
                             std::size_t size) {
    model::rep::FrameHeader head;
    head.type = static_cast<model::rep::FrameType>(type);
    head.subject = static_cast<std::uint32_t>(recordBytes);
    head.rows = static_cast<std::uint32_t>(rows);
    head.seal(bytes, static_cast<std::uint32_t>(size));
    unsigned char header[model::rep::kFrameHeaderBytes];
    head.write(header);
    const std::size_t padding = (8 - size % 8) % 8;
    if (!(isDirect() && putDirect(header, bytes, size, padding)) && !append(header, bytes, size, padding)) return false;
    m_bytes.fetch_add(sizeof header + size + padding, std::memory_order_relaxed);
    return true;
}

// The header comes last: without one there is no block, wherever the process is killed.
bool SpoolWriter::putDirect(const unsigned char* header, const void* bytes, std::size_t size, std::size_t padding) {
    constexpr std::size_t kHeader = model::rep::kFrameHeaderBytes;
    const std::uint64_t end = m_bytes.load(std::memory_order_relaxed);
    unsigned char* to = m_tail.there(end, kHeader + size + padding);
    if (!to) {
        const NoSizeSignal none;
        const int file = this->file();
        if (file >= 0) to = m_tail.room(file, end, kHeader + size + padding);
    }
    if (!to) return leaveDirect(), false;
    std::memcpy(to + kHeader, bytes, size);
    std::memset(to + kHeader + size, 0, padding);
    std::atomic_thread_fence(std::memory_order_release);
    std::memcpy(to, header, kHeader);
    return true;
}

// What follows is appended as in other processes, behind what is there.
void SpoolWriter::leaveDirect() {
    m_direct = false;
    m_tail.close();
    const int file = this->file();
    if (file >= 0 && ::ftruncate(file, static_cast<off_t>(m_bytes.load())) != 0) m_errno = errno;
}

void SpoolWriter::settle() {
    const Uncancelled whole;
    const std::lock_guard guard(m_mutex);
    if (isDirect()) leaveDirect();
}

void SpoolWriter::close() {
    const Uncancelled whole;
    const std::lock_guard guard(m_mutex);
    if (isDirect()) leaveDirect();
    m_open = false;
    m_file.close();
}

bool SpoolWriter::append(const unsigned char* header, const void* bytes, std::size_t size, std::size_t padding) {
    const int file = this->file();
    if (file < 0) return false;
    iovec parts[3] = {{const_cast<unsigned char*>(header), model::rep::kFrameHeaderBytes},
                      {const_cast<void*>(bytes), size},
                      {const_cast<unsigned char*>(kZeros), padding}};
    const off_t before = ::lseek(file, 0, SEEK_END);
    const NoSizeSignal none;
    if (writeAll(file, parts, 3)) return true;
    m_errno = errno;
    // No half block stays in front of later ones.
    if (before >= 0 && ::ftruncate(file, before) != 0) return false;
    errno = m_errno;  // NoSizeSignal asks
    return false;
}

void SpoolWriter::write(spool::Block type, std::size_t recordBytes, std::size_t rows, const void* bytes,
                        std::size_t size) {
    if (size > model::rep::kMaxPayload || rows == 0) return;
    const Uncancelled whole;
    const std::lock_guard guard(m_mutex);
    if (!isOpen()) return;
    if (writeStrings() && writeKept() && writeBlock(type, recordBytes, rows, bytes, size)) {
        if (m_unwritten || m_nameless) lostRecords();
        return;
    }
    const auto* p = static_cast<const unsigned char*>(bytes);
    if (isDefinition(type) && m_kept.size() < kMostKept) m_kept.push_back({type, recordBytes, rows, {p, p + size}});
    else if (type != spool::Block::Clocks) m_unwritten += rows;  // the next pair of clocks does as well
}

void SpoolWriter::facts(std::initializer_list<std::string_view> keysAndValues) {
    std::string out;
    for (const std::string_view part : keysAndValues) {
        out += part.substr(0, kLongestString);
        out += '\0';
    }
    write(spool::Block::Facts, 0, keysAndValues.size() / 2, out.data(), out.size());
}

void SpoolWriter::lost(const Phrase& what, std::uint64_t records) {
    const spool::Loss loss{records, string(what.written()), 0};
    if (records) write(spool::Block::Losses, &loss, 1);
}

void SpoolWriter::writeClocks() {
    // The pair whose two readings of one clock lie closest together is the best one.
    spool::Clock best{};
    std::uint64_t least = ~0ull;
    for (int i = 0; i < 3; ++i) {
        const std::uint64_t before = now(CLOCK_MONOTONIC), real = now(CLOCK_REALTIME), after = now(CLOCK_MONOTONIC);
        if (after - before >= least) continue;
        least = after - before;
        best = {before + (after - before) / 2, real};
    }
    write(spool::Block::Clocks, &best, 1);
}

void SpoolWriter::abandon() {
    current().load()->m_file.close();
    current() = new SpoolWriter;
}

}  // namespace collectors
