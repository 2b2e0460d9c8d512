// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/perf_event.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace collectors {

/// What all events have in common: ns of CLOCK_MONOTONIC, and the process, thread and CPU in each record. Off until it
/// is switched on.
perf_event_attr perfEvent(unsigned long long clock);

/// perf_event_open(2). A negative number is an error.
int openPerf(const perf_event_attr& attr, int pid, int cpu);

/// One CPU's buffer for the kernel. It belongs to an event of this program that counts nothing, so it lives as long as
/// this program, whatever happens to the processes whose records it holds.
class PerfRing {
public:
    PerfRing() = default;
    ~PerfRing();
    PerfRing(const PerfRing&) = delete;
    PerfRing& operator=(const PerfRing&) = delete;

    /// At most `bytes`, a power of two; less if the kernel allows less. Returns 0, or the error; ENODEV = there is no
    /// such CPU.
    int open(int cpu, std::size_t bytes);
    /// poll() reports it as readable when a quarter is full.
    int file() const { return m_file; }
    int cpu() const { return m_cpu; }
    std::size_t bytes() const { return m_size; }

    /// Calls use(const perf_event_header*) for each whole record so far, in order.
    template <class F>
    void drain(F&& use) {
        std::size_t tail = m_page->data_tail;
        const std::size_t head = __atomic_load_n(&m_page->data_head, __ATOMIC_ACQUIRE);
        while (head - tail >= sizeof(perf_event_header)) {
            const unsigned char* record =
                m_data + tail % m_size;  // the header is never split: sizes are multiples of 8
            const std::size_t size = reinterpret_cast<const perf_event_header*>(record)->size,
                              whole = m_size - tail % m_size;
            if (size < sizeof(perf_event_header) || size > head - tail) break;
            if (size > whole) {
                m_joined.resize(size);
                std::memcpy(m_joined.data(), record, whole);
                std::memcpy(m_joined.data() + whole, m_data, size - whole);
                record = m_joined.data();
            }
            use(reinterpret_cast<const perf_event_header*>(record));
            tail += size;
            __atomic_store_n(&m_page->data_tail, tail, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&m_page->data_tail, head, __ATOMIC_RELEASE);
    }

private:
    int m_file = -1, m_cpu = 0;
    perf_event_mmap_page* m_page = nullptr;
    const unsigned char* m_data = nullptr;
    std::size_t m_size = 0;
    std::vector<unsigned char> m_joined;
};

}  // namespace collectors
