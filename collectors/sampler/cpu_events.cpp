// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/cpu_events.h"

#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "collectors/protocol/stack_numbers.h"
#include "collectors/sampler/user_registers.h"

namespace collectors {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRing = 512 << 10,
                      kRingOfStacks =
                          4 << 20;  // bytes; kernel.perf_event_mlock_kb allows 516 KiB for each CPU by itself
constexpr std::uint64_t kCountLost = 1u << 4;  // PERF_FORMAT_LOST, which older headers do not have
// A little less than a second: a sample that always came where the scheduler's tick does would see some threads too
// often and others never.
constexpr std::uint64_t kPeriods = 998'700'000;
constexpr int kRounds = 8;  // in which a process that starts threads all the time is looked through
constexpr std::size_t kMostProcesses = 4096;

unsigned numberIn(const char* file, unsigned otherwise) {
    unsigned n = 0;
    return std::ifstream(file) >> n ? n : otherwise;
}

/// An event for each thread and CPU is a file.
void allowManyFiles() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

/// `paranoid`: what is said where the system does not allow it.
Phrase whyNot(int error, Phrase::Key paranoid = Phrase::Paranoid) {
    if (error == EACCES || error == EPERM) {
        std::string level;
        std::getline(std::ifstream("/proc/sys/kernel/perf_event_paranoid"), level);
        return {paranoid, level.empty() ? "?" : level};
    }
    if (error == ENOSYS) return Phrase::NoPerfEvents;
    if (error == EMFILE || error == ENFILE) return Phrase::TooManyOpenFiles;
    return Phrase::words(std::strerror(error));
}

}  // namespace

std::vector<int> numbersIn(const std::string& folder) {
    std::vector<int> out;
    std::error_code ignored;
    for (fs::directory_iterator it(folder, ignored), end; it != end; it.increment(ignored))
        if (const int n = std::atoi(it->path().filename().c_str()); n > 0) out.push_back(n);
    return out;
}

/// When a CPU has run a thread for one period.
perf_event_attr CpuEvents::sampling() const {
    perf_event_attr a = perfEvent(PERF_COUNT_SW_CPU_CLOCK);
    a.sample_period = kPeriods / m_request.hz;
    a.sample_type |= PERF_SAMPLE_IP;
    a.exclude_kernel = !m_kernel;
    a.exclude_idle = 1;
    a.inherit = 1;
    if (m_countsLost) a.read_format = kCountLost;
    if (m_request.chains || m_request.stackBytes) a.sample_type |= PERF_SAMPLE_CALLCHAIN;
    if (m_request.stackBytes) {
        a.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
        a.sample_regs_user = kPerfRegisters;
        a.sample_stack_user = kStackCopyBytes;
        a.exclude_callchain_user = 1;
    }
    return a;
}

perf_event_attr CpuEvents::changes(bool switches) const {
    perf_event_attr a = perfEvent(PERF_COUNT_SW_DUMMY);
    a.mmap = a.mmap2 = a.comm = a.comm_exec = a.task = 1;
    a.context_switch = switches;
    a.inherit = 1;
    a.disabled = 0;
    return a;
}

/// Whether the kernel's part may be seen, and whether losses are counted (since Linux 6.0).
void CpuEvents::probe() {
    perf_event_attr a = perfEvent(PERF_COUNT_SW_CPU_CLOCK);
    a.exclude_kernel = 0;
    const int file = openPerf(a, 0, -1);
    m_kernel = file >= 0;
    if (file >= 0) ::close(file);
    a.exclude_kernel = 1;
    a.read_format = kCountLost;
    const int counting = openPerf(a, 0, -1);
    m_countsLost = counting >= 0;
    if (counting >= 0) ::close(counting);
}

std::uint64_t CpuEvents::lost() const {
    std::uint64_t out = 0;
    for (const auto& [thread, files] : m_samplers)
        for (const int file : files) {
            std::uint64_t values[2] = {};  // {time, lost}
            if (m_countsLost && ::read(file, values, sizeof values) == sizeof values) out += values[1];
        }
    return out;
}

void CpuEvents::open(CpuRequest& request, const std::function<void(const Phrase&, const Phrase&)>& refused) {
    allowManyFiles();
    const unsigned most = numberIn("/proc/sys/kernel/perf_event_max_sample_rate", request.hz);
    if (most > 0 && request.hz > most) {
        refused({Phrase::CpuSamplingRate, request.hz}, {Phrase::MaxSampleRate, most});
        request.hz = most;
    }
    const std::size_t bytes = request.ringBytes ? request.ringBytes : request.stackBytes ? kRingOfStacks : kRing;
    int error = 0;
    for (long cpu = 0; cpu < ::sysconf(_SC_NPROCESSORS_CONF); ++cpu) {
        auto ring = std::make_unique<PerfRing>();
        const int wrong = ring->open(static_cast<int>(cpu), bytes);
        if (wrong == 0) m_rings.push_back(std::move(ring));
        else if (wrong != ENODEV) error = wrong;  // … it is offline
    }
    m_request = request;
    if (m_rings.empty()) {
        refused(Phrase::Cpus, whyNot(error));
        request.samples = request.switches = CpuRequest::None;
        return;
    }
    probe();
    if (!m_kernel && request.samples != CpuRequest::None) refused(Phrase::KernelTimeOfCpus, whyNot(EACCES));
    if (!request.eventsOfAll() || openFor(-1, true)) return;
    refused(Phrase::CpusOfAllProcesses, m_complaint);
    if (request.samples == CpuRequest::All) request.samples = CpuRequest::Tree;
    if (request.switches == CpuRequest::All) request.switches = CpuRequest::Tree;
    m_request = request;
}

/// An event whose records go into a ring; it is on that ring's CPU. Negative: an error.
int CpuEvents::into(const perf_event_attr& attr, int pid, const PerfRing& ring) {
    const int file = openPerf(attr, pid, ring.cpu());
    if (file < 0) return -errno;
    if (::ioctl(file, PERF_EVENT_IOC_SET_OUTPUT, ring.file()) == 0) return file;
    const int wrong = errno;
    ::close(file);
    return -wrong;
}

bool CpuEvents::openFor(int pid, bool ofAll) {
    const CpuRequest::Scope mine = ofAll ? CpuRequest::All : CpuRequest::Tree;
    std::vector<int> files, samplers;
    int wrong = 0;
    const auto add = [&](const perf_event_attr& attr, const PerfRing& ring, std::vector<int>* also) {
        const int file = into(attr, pid, ring);
        if (file < 0) return void(wrong = file == -ESRCH && wrong ? wrong : -file);
        files.push_back(file);
        if (also) also->push_back(file);
    };
    for (const auto& ring : m_rings) {
        if (wrong) break;
        if (m_request.eventsOfAll() == ofAll) add(changes(m_request.switches == mine), *ring, nullptr);
        else if (m_request.switches == mine) {
            perf_event_attr a = changes(true);
            a.mmap = a.mmap2 = a.comm = a.comm_exec = a.task = 0;
            add(a, *ring, nullptr);
        }
        if (m_request.samples == mine && !wrong) add(sampling(), *ring, &samplers);
    }
    if (wrong) {
        for (const int file : files) ::close(file);
        if (wrong != ESRCH) m_complaint = whyNot(wrong, ofAll ? Phrase::ParanoidOwnOnly : Phrase::Paranoid);
        return false;
    }
    for (const int file : samplers)
        if (m_on) ::ioctl(file, PERF_EVENT_IOC_ENABLE, 0);
    m_files[pid] = std::move(files);
    m_samplers[pid] = std::move(samplers);
    return true;
}

bool CpuEvents::openThread(int thread) {
    if (!m_known.insert(thread).second) return false;
    return openFor(thread, false);
}

// A thread that is started meanwhile by one that is looked at comes with it, and is told of; one that is started by
// another is found in the next round.
std::vector<int> CpuEvents::attach(int pid, const std::function<void()>& drain) {
    m_complaint = {};
    std::vector<int> out;
    if (m_rings.empty() || (m_request.samples != CpuRequest::Tree && m_request.switches != CpuRequest::Tree))
        return out;
    bool more = true;
    for (int round = 0; round < kRounds && more; ++round) {
        more = false;
        std::vector<int> all{pid};
        for (std::size_t i = 0; i < all.size() && all.size() < kMostProcesses; ++i) {
            const std::string tasks = "/proc/" + std::to_string(all[i]) + "/task";
            const bool fresh = !m_known.contains(all[i]);
            for (const int thread : numbersIn(tasks)) {
                more |= openThread(thread);
                std::ifstream in(tasks + '/' + std::to_string(thread) + "/children");
                for (int child; in >> child;) all.push_back(child);
            }
            if (fresh) out.push_back(all[i]);
        }
        drain();
    }
    return out;
}

/// Its events count nothing any more; those that its children have of it need them.
void CpuEvents::ended(int thread) { m_known.erase(thread); }

void CpuEvents::enable(bool on) {
    m_on = on;
    for (const auto& [thread, files] : m_samplers)
        for (const int file : files) ::ioctl(file, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

}  // namespace collectors
