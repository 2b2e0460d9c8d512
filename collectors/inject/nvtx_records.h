// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/spool.h"

namespace collectors {

/// A text that NVTX keeps a handle of. Its number is that of the spool in use: a forked child has another one.
class KeptText {
public:
    explicit KeptText(std::string text) : m_text(std::move(text)) {}
    const std::string& text() const { return m_text; }
    std::uint32_t number();

private:
    const std::string m_text;
    std::atomic<std::uint64_t> m_numbered{0};  // spool's generation << 32 | number
};

/// A domain of NVTX; never destroyed, its handle may be used until the process ends.
struct NvtxDomain {
    KeptText name;
    bool traced;
    std::atomic<std::uint64_t> numbered{0};  ///< generation << 32 | number
    explicit NvtxDomain(std::string text);
    std::uint32_t number();
};

/// What one thread noted and the spool does not have yet. Another thread may write it: each use takes the lock, which nobody else wants
/// but a few times a second.
class NvtxThread {
public:
    /// Of the calling thread; null while the thread is ending.
    static NvtxThread* mine();

    std::uint32_t thread() const { return m_thread; }
    std::uint32_t text(std::string_view text);  ///< its number; remembers the last ones
    /// `payloads` are spool::NvtxPayload records with their bytes.
    void push(spool::NvtxEvent event, const std::vector<unsigned char>* payloads = nullptr, std::uint16_t payloadCount = 0);

    int depth = 0;         ///< of push/pop ranges
    int captureDepth = -1; ///< at which the range lies that began the capture
    int setUpDepth = -1;   ///< at which a range lies in which NCCL sets a communicator up: noted whether or not anything is traced

    static void flushAll();
    static void forgetAll();  ///< in a forked child

private:
    NvtxThread();
    void flush();
    void lock();
    void unlock();
    static void ended(void* self);

    static constexpr std::size_t kEvents = 512, kTexts = 256;
    struct Known {
        std::string text;
        std::uint32_t number = 0;
    };
    std::atomic_flag m_busy = ATOMIC_FLAG_INIT;
    std::uint32_t m_thread;
    std::size_t m_count = 0;
    spool::NvtxEvent m_events[kEvents];
    std::vector<unsigned char> m_payloads;
    std::uint32_t m_payloadCount = 0;
    Known m_known[kTexts];
    std::uint32_t m_generation = 0;
};

}  // namespace collectors
