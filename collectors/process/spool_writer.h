// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collectors/process/own_fd.h"
#include "collectors/process/spool_tail.h"
#include "collectors/protocol/phrase.h"
#include "collectors/protocol/spool.h"

namespace collectors {

std::uint64_t monotonicNs();

/// The spool of this process. All calls are allowed from any thread; none throws. Records that cannot be written are
/// counted, and reported as soon as writing works again. The program is not disturbed.
class SpoolWriter {
public:
    static constexpr std::size_t kMostStrings = 1u << 22;
    static constexpr std::size_t kLongestString = 64 << 10;  ///< bytes; the rest is truncated
    static constexpr std::size_t kMostTextBytes =
        48 << 20;  ///< of all strings; later ones have no name, which is reported

    /// Creates "<folder>/<pid>-<number>.spool". False if it cannot be written, see error(). With `direct`, records are
    /// in the file as soon as they are written, without a system call, for processes that end without notice. If the
    /// file system cannot do that, `direct` has no effect.
    bool open(const char* folder, bool direct);
    bool isOpen() const { return m_open.load(std::memory_order_acquire); }
    bool isDirect() const { return m_direct.load(std::memory_order_relaxed); }
    const std::string& name() const { return m_name; }  ///< of the file, without folders
    /// At the end of the process: truncates the file to its contents.
    void settle();
    /// Writes nothing any more, and forgets the file.
    void close();
    int error() const { return m_errno; }

    /// The number of a text; equal texts have one number. 0 for an empty text, and if there are far too many.
    std::uint32_t string(std::string_view text);
    /// Appends records of one type. The texts that they use are written first.
    void write(spool::Block type, std::size_t recordBytes, std::size_t rows, const void* bytes, std::size_t size);
    template <class T>
    void write(spool::Block type, const T* records, std::size_t rows) {
        write(type, sizeof(T), rows, records, rows * sizeof(T));
    }
    /// Facts of the process: {"key", "value", …}.
    void facts(std::initializer_list<std::string_view> keysAndValues);
    void lost(const Phrase& what, std::uint64_t records);
    /// Number of records that are not in the file, nor reported there as missing.
    std::uint64_t unwritten();
    std::uint64_t bytes() const { return m_bytes.load(std::memory_order_relaxed); }

    void writeClocks();

    /// In a forked child: spoolWriter() is another object from now on. Locks that other threads of the parent held stay
    /// locked and untouched.
    static void abandon();

private:
    struct Kept {  // definitions that a full disk kept out of the file; later records need them
        spool::Block type;
        std::size_t recordBytes, rows;
        std::vector<unsigned char> bytes;
    };
    int file();
    bool writeStrings();
    bool writeKept();
    void lostRecords();
    bool writeBlock(spool::Block type, std::size_t recordBytes, std::size_t rows, const void* bytes, std::size_t size);
    bool append(const unsigned char* header, const void* bytes, std::size_t size, std::size_t padding);
    bool putDirect(const unsigned char* header, const void* bytes, std::size_t size, std::size_t padding);
    void leaveDirect();

    std::mutex m_mutex;  // of the file
    std::atomic<bool> m_open{false};
    std::string m_name, m_path;
    SpoolTail m_tail;
    std::atomic<bool> m_direct{false};
    std::mutex m_strings;
    OwnFd m_file;
    int m_errno = 0;
    std::atomic<std::uint64_t> m_bytes{0};
    std::uint64_t m_unwritten = 0;  // records since writing failed
    std::vector<Kept> m_kept;
    std::size_t m_textBytes = 0;
    std::uint64_t m_nameless = 0;  // uses of texts for which there was no room
    bool m_saidNameless = false;
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    std::vector<unsigned char> m_fresh;  // strings that are not in the file yet
    std::uint32_t m_freshCount = 0;
};

SpoolWriter& spoolWriter();

/// Records of one type that are written together. For one thread at a time.
template <class T, spool::Block kType, std::size_t kRecords = (32 << 10) / sizeof(T)>
class RecordBuffer {
public:
    void push(const T& record) {
        m_records[m_count++] = record;
        if (m_count == kRecords) flush();
    }
    void flush() {
        if (m_count) spoolWriter().write(kType, m_records, m_count);
        m_count = 0;
    }
    void forget() { m_count = 0; }

private:
    T m_records[kRecords];
    std::size_t m_count = 0;
};

}  // namespace collectors
