// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/cpu_source.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "collectors/process/options.h"
#include "collectors/process/own_threads.h"
#include "collectors/process/spool_writer.h"
#include "collectors/sampler/cpu_events.h"
#include "collectors/sampler/cpu_records.h"
#include "collectors/sampler/user_registers.h"

namespace collectors {
namespace {

/// Lives as long as the program: its thread does.
struct Cpu {
    std::mutex mutex;  // of all of it
    CpuRequest request;
    CpuEvents events;
    CpuRecords records;
};
Cpu& cpu() {
    static auto* one = new Cpu;
    return *one;
}

CpuRequest::Scope scopeOf(const std::string& text) {
    return text == "system-wide" ? CpuRequest::All : text == "process-tree" ? CpuRequest::Tree : CpuRequest::None;
}

CpuRequest requestOf(const Options& o) {
    CpuRequest w;
    w.samples = scopeOf(o.cpuSampling);
    w.switches = scopeOf(o.cpuSwitches);
    w.hz = o.cpuSamplingHz;
    w.chains = o.cpuStacks == "fp";
    w.stackBytes = o.cpuStacks == "dwarf";
    if (w.stackBytes && !kHasRegisters) {
        cannotTrace(Phrase::DwarfStacks, Phrase::RegistersUnknown);
        w.stackBytes = false, w.chains = true;
    }
    // For tests: a buffer that is too small.
    if (const char* bytes = std::getenv("SIGHTLINE_PERF_RING")) w.ringBytes = std::strtoul(bytes, nullptr, 10);
    return w;
}

/// The mutex is held.
void drain() {
    for (const auto& ring : cpu().events.rings())
        ring->drain([](const perf_event_header* record) { cpu().records.take(record); });
}

// Rings that are a quarter full wake it up; what is in the others is taken by flush().
void* drainForever(void*) {
    ::pthread_setname_np(::pthread_self(), "sightline-cpu");
    std::vector<pollfd> files;
    for (const auto& ring : cpu().events.rings()) files.push_back({ring->file(), POLLIN, 0});
    try {
        while (::poll(files.data(), files.size(), -1) >= 0 || errno == EINTR) {
            for (pollfd& f : files)
                if (f.revents & (POLLERR | POLLHUP | POLLNVAL)) f.fd = -1;
            const std::lock_guard guard(cpu().mutex);
            drain();
        }
    } catch (...) {
        gaveUp();
    }
    return nullptr;
}

/// What names that are looked up later must be of: another run of the machine has its kernel elsewhere.
void writeBootId() {
    std::string boot;
    if (std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot)) spoolWriter().facts({"boot", boot});
}

/// Of a chain, those of the kernel among them.
std::size_t mostFrames() {
    constexpr std::size_t kUsual = 127;
    std::size_t n = 0;
    return std::ifstream("/proc/sys/kernel/perf_event_max_stack") >> n && n > 0 ? n : kUsual;
}

void joined() {
    Cpu& c = cpu();
    const std::lock_guard guard(c.mutex);
    c.request = requestOf(options());
    if (!c.request.any()) return;
    c.events.open(c.request, cannotTrace);
    if (c.events.rings().empty()) return;
    writeBootId();
    c.records.setLayout({c.request.chains, c.request.stackBytes, mostFrames()});
    c.records.started = [&c](int thread) { c.events.started(thread); };
    c.records.ended = [&c](int thread) { c.events.ended(thread); };
    if (c.request.eventsOfAll())
        for (const int pid : numbersIn("/proc")) c.records.describe(pid);
    startThread(drainForever, nullptr);
}

void attach(int pid) {
    Cpu& c = cpu();
    const std::lock_guard guard(c.mutex);
    const std::vector<int> fresh = c.events.attach(pid, drain);
    if (!c.request.eventsOfAll())
        for (const int process : fresh) c.records.describe(process);
    if (const Phrase& why = c.events.complaint(); !why.empty()) cannotTrace({Phrase::CpusOfProcess, pid}, why);
    c.records.flush();
}

void begin() {
    Cpu& c = cpu();
    const std::lock_guard guard(c.mutex);
    if (!c.request.any()) return;
    drain();
    c.records.begin(monotonicNs());
    c.events.enable(true);
}

void end() {
    Cpu& c = cpu();
    const std::lock_guard guard(c.mutex);
    if (!c.request.any()) return;
    c.events.enable(false);
    c.records.end(monotonicNs());
    drain();
    c.records.noteLost(c.events.lost());
    c.records.flush();
}

void flush() {
    Cpu& c = cpu();
    const std::lock_guard guard(c.mutex);
    if (!c.request.any()) return;
    drain();
    c.records.flush();
}

}  // namespace

constinit const Source kCpuSource{"cpu", begin, end, flush, nullptr, joined, attach};

}  // namespace collectors
