// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/protocol/spool.h"

namespace collectors {

/// A text for which NVTX keeps a handle. Its number belongs to the current spool: a forked child has another one.
class KeptText {
public:
    explicit KeptText(std::string text) : m_text(std::move(text)) {}
    const std::string& text() const { return m_text; }
    std::uint32_t number();
    bool isNumbered() const;

private:
    [[gnu::noinline]] std::uint32_t numbered(std::uint32_t generation);
    const std::string m_text;
    std::atomic<std::uint64_t> m_numbered{0};  // spool's generation << 32 | number
};

/// A domain of NVTX. Never destroyed, because its handle may be used until the process ends.
struct NvtxDomain {
    KeptText name;
    bool traced;
    bool isOfNccl;
    std::atomic<std::uint64_t> numbered{0};  ///< generation << 32 | number
    explicit NvtxDomain(std::string text);
    std::uint32_t number();
    bool isNumbered() const;

private:
    [[gnu::noinline]] std::uint32_t write(std::uint32_t generation);
};

/// What one thread recorded and the spool does not have yet. One batch is filled while another one is written, by
/// whoever comes first. The thread waits only if it has filled a batch before the previous one is on the disk.
class NvtxThread {
public:
    /// The object of the calling thread; null while the thread is ending.
    static NvtxThread* mine();
    /// The same if it exists already; otherwise null.
    static NvtxThread* known();

    std::uint32_t thread() const { return m_thread; }
    std::uint32_t text(std::string_view text);  ///< its number; remembers the last texts
    bool knows(std::string_view text) const;    ///< one of these
    /// Whether there is room for an event that is neither the first nor the last of a batch. Adding such an event does
    /// nothing else.
    bool hasPlace() const;
    /// `payloads` are spool::NvtxPayload records with their bytes. Sets the event's thread and number of payloads.
    void push(const spool::NvtxEvent& event, const std::vector<unsigned char>* payloads = nullptr,
              std::uint16_t payloadCount = 0);

    /// Push/pop ranges of one domain.
    struct Ranges {
        const NvtxDomain* domain;
        int depth = 0;               ///< number of open ranges
        int captureDepth = -1;       ///< depth of the range that began the capture
        bool setsUpSeveral = false;  ///< … for several ranks at once
        int setUpDepth =
            -1;  ///< depth of a range in which NCCL sets up a communicator: recorded even while nothing is traced
    };
    Ranges& in(const NvtxDomain& domain);

    static void flushAll();
    static void forgetAll();  ///< in a forked child

private:
    static constexpr std::size_t kEvents = 512, kTexts = 256;
    struct Batch {
        std::size_t count = 0;
        spool::NvtxEvent events[kEvents];
        std::vector<unsigned char> payloads;
        std::uint32_t payloadCount = 0;
        [[gnu::noinline]] void add(const std::vector<unsigned char>& bytes, std::uint16_t records);
        void write();
    };
    struct Known {
        std::string text;
        std::uint32_t number = 0;
    };

    NvtxThread();
    void flush();
    static void ended(void* self);
    void end();
    std::size_t placeOf(std::string_view text) const;
    [[gnu::noinline]] void pushed(bool first, bool full);
    [[gnu::noinline]] void learn(Known& known, std::string_view text);

    mutable std::atomic_flag m_busy =
        ATOMIC_FLAG_INIT;  // held while m_now is filled or changed, but never while something is written
    std::mutex m_writing;  // … for the other batch, so that batches are in the file in their order
    std::uint32_t m_thread;
    Batch m_batches[2];
    Batch* m_now = m_batches;
    std::vector<Ranges> m_ranges;
    Known m_known[kTexts];
    std::uint32_t m_generation = 0;
};

}  // namespace collectors
