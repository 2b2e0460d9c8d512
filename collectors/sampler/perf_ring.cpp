// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/perf_ring.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace collectors {

perf_event_attr perfEvent(unsigned long long clock) {
    perf_event_attr a{};
    a.size = sizeof a;
    a.type = PERF_TYPE_SOFTWARE;
    a.config = clock;
    a.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
    a.sample_id_all = 1;
    a.use_clockid = 1;
    a.clockid = CLOCK_MONOTONIC;
    a.disabled = 1;
    a.exclude_kernel = a.exclude_hv = 1;
    return a;
}

int openPerf(const perf_event_attr& attr, int pid, int cpu) {
    return static_cast<int>(::syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC));
}

int PerfRing::open(int cpu, std::size_t bytes) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    for (m_size = bytes; m_size >= page; m_size /= 2) {
        perf_event_attr a = perfEvent(PERF_COUNT_SW_DUMMY);
        a.watermark = 1;
        a.wakeup_watermark = static_cast<std::uint32_t>(m_size / 4);
        m_file = openPerf(a, 0, cpu);
        if (m_file < 0) return errno;
        void* at = ::mmap(nullptr, page + m_size, PROT_READ | PROT_WRITE, MAP_SHARED, m_file, 0);
        if (at != MAP_FAILED) {
            m_cpu = cpu;
            m_page = static_cast<perf_event_mmap_page*>(at);
            m_data = static_cast<const unsigned char*>(at) + page;
            return 0;
        }
        const int why = errno;
        ::close(m_file);
        m_file = -1;
        if (why != EPERM && why != ENOMEM) return why;  // EPERM: kernel.perf_event_mlock_kb
    }
    return EPERM;
}

PerfRing::~PerfRing() {
    if (m_page) ::munmap(m_page, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + m_size);
    if (m_file >= 0) ::close(m_file);
}

}  // namespace collectors
