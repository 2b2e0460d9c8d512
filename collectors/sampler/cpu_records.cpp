// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/cpu_records.h"

#include <sys/sysmacros.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "collectors/process/process.h"
#include "collectors/protocol/file_identity.h"
#include "collectors/sampler/cpu_events.h"
#include "collectors/sampler/user_registers.h"

namespace collectors {
namespace {

constexpr std::size_t kBlockBytes = 256 << 10;
constexpr std::uint32_t kMostStacks = (1u << 23) - 1;  // a reader takes no more of one spool
constexpr std::size_t kMostMappings = 1u << 16;        // of a process, that runs already
constexpr std::uint32_t kNobody = ~0u;                 // of a thread that is gone by now

template <class T>
void append(std::vector<unsigned char>& out, const T* from, std::size_t n) {
    const auto* p = reinterpret_cast<const unsigned char*>(from);
    out.insert(out.end(), p, p + n * sizeof(T));
}

std::string_view textAt(const perf_event_header* record, std::size_t offset) {
    const char* p = reinterpret_cast<const char*>(record);
    return record->size <= offset ? std::string_view()
                                  : std::string_view(p + offset, ::strnlen(p + offset, record->size - offset));
}

std::string firstLine(const std::string& file) {
    std::string line;
    std::getline(std::ifstream(file), line);
    return line;
}

std::uint32_t parentOf(int pid) {
    const std::string text = firstLine("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t name = text.rfind(')');  // which may hold anything
    return name == text.npos || text.size() < name + 4 ? 0
                                                       : static_cast<std::uint32_t>(std::atoi(text.c_str() + name + 4));
}

}  // namespace

/// Reads one record from its front on; zeros behind its end.
class CpuRecords::Cursor {
public:
    Cursor(const perf_event_header* record, std::size_t at)
        : m_bytes(reinterpret_cast<const unsigned char*>(record), record->size), m_at(at) {}
    template <class T>
    T next() {
        T out{};
        if (m_bytes.size() - m_at >= sizeof out)
            std::memcpy(&out, m_bytes.data() + m_at, sizeof out), m_at += sizeof out;
        else m_at = m_bytes.size();
        return out;
    }
    std::size_t left() const { return m_bytes.size() - m_at; }
    const unsigned char* here() const { return m_bytes.data() + m_at; }
    void skip(std::size_t bytes) { m_at += std::min(bytes, left()); }

private:
    std::span<const unsigned char> m_bytes;
    std::size_t m_at;
};

/// Behind each record that is no sample: {pid, tid, time, cpu, reserved}.
CpuRecords::Where CpuRecords::whereOf(const perf_event_header* record) {
    constexpr std::size_t kTrailer = 24;
    Where out{};
    if (record->size < sizeof *record + kTrailer) return out;
    Cursor in(record, record->size - kTrailer);
    out.pid = in.next<std::uint32_t>(), out.thread = in.next<std::uint32_t>(), out.time = in.next<std::uint64_t>(),
    out.cpu = in.next<std::uint32_t>();
    return out;
}

void CpuRecords::take(const perf_event_header* record) {
    switch (record->type) {
    case PERF_RECORD_SAMPLE: return recordSample(record);
    case PERF_RECORD_SWITCH:
    case PERF_RECORD_SWITCH_CPU_WIDE: return recordSwitch(record);
    case PERF_RECORD_MMAP2: return recordMapping(record);
    case PERF_RECORD_COMM: return recordName(record);
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT: return recordTask(record);
    case PERF_RECORD_THROTTLE: m_throttled += counts(whereOf(record).time); return;
    case PERF_RECORD_LOST: {
        Cursor in(record, sizeof *record + sizeof(std::uint64_t));
        const auto lost = in.next<std::uint64_t>();
        m_lost += lost, m_lostInRecords += lost;
        return;
    }
    default: return;
    }
}

void CpuRecords::add(spool::ProcessChange::Op op, std::uint64_t time, std::uint32_t pid, std::uint32_t thread,
                     std::uint32_t parent, std::string_view name, std::uint32_t by) {
    m_changes.push({time, pid, thread, parent, spoolWriter().string(name), op, by});
}

/// {pid, tid, address, length, offset, device and number of the file, rights, path}
void CpuRecords::recordMapping(const perf_event_header* record) {
    constexpr std::size_t kPath = 72;
    Cursor in(record, sizeof *record);
    const auto pid = in.next<std::uint32_t>();
    in.next<std::uint32_t>();
    const auto address = in.next<std::uint64_t>(), size = in.next<std::uint64_t>(), offset = in.next<std::uint64_t>();
    const auto major = in.next<std::uint32_t>(), minor = in.next<std::uint32_t>();
    const auto inode = in.next<std::uint64_t>();
    const std::string path(textAt(record, kPath));
    if (pid != kNobody)
        m_mappings.push({whereOf(record).time, address, size, offset, pid, spoolWriter().string(path),
                         identityOf(path, makedev(major, minor), inode)});
}

void CpuRecords::recordName(const perf_event_header* record) {
    constexpr std::size_t kName = 16;
    Cursor in(record, sizeof *record);
    const auto pid = in.next<std::uint32_t>(), thread = in.next<std::uint32_t>();
    const bool exec = (record->misc & PERF_RECORD_MISC_COMM_EXEC) != 0;
    if (pid != kNobody)
        add(exec ? spool::ProcessChange::Exec : spool::ProcessChange::ThreadName, whereOf(record).time, pid, thread, 0,
            textAt(record, kName));
}

void CpuRecords::recordTask(const perf_event_header* record) {
    Cursor in(record, sizeof *record);
    const auto pid = in.next<std::uint32_t>(), parent = in.next<std::uint32_t>(), thread = in.next<std::uint32_t>(),
               by = in.next<std::uint32_t>();
    const auto time = in.next<std::uint64_t>();
    if (pid == kNobody) return;
    if (record->type == PERF_RECORD_EXIT) {
        add(spool::ProcessChange::Exit, time, pid, thread, 0, {});
        if (ended) ended(static_cast<int>(thread));
    } else {
        add(pid == parent ? spool::ProcessChange::ThreadStart : spool::ProcessChange::Fork, time, pid, thread, parent,
            {}, by);
        if (started) started(static_cast<int>(thread));
    }
}

void CpuRecords::recordSwitch(const perf_event_header* record) {
    const Where w = whereOf(record);
    if (w.pid == 0 || w.pid == kNobody || !counts(w.time)) return;  // 0: nobody runs
    const bool out = (record->misc & PERF_RECORD_MISC_SWITCH_OUT) != 0,
               preempted = (record->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT) != 0;
    m_switches.push({w.time, w.pid, w.thread, w.cpu,
                     !out        ? spool::Switch::In
                     : preempted ? spool::Switch::Preempted
                                 : spool::Switch::Out});
}

/// {ip, pid, tid, time, cpu, reserved, frames, registers, stack}
void CpuRecords::recordSample(const perf_event_header* record) {
    Cursor in(record, sizeof *record);
    const auto ip = in.next<std::uint64_t>();
    const auto pid = in.next<std::uint32_t>(), thread = in.next<std::uint32_t>();
    const auto time = in.next<std::uint64_t>();
    const auto cpu = in.next<std::uint32_t>();
    in.next<std::uint32_t>();
    if (pid == 0 || !counts(time)) return;
    if (pid == kNobody) return void(++m_lost);
    m_frames.clear();
    bool kernel = (record->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
    const bool inKernel = kernel;
    const auto push = [&](std::uint64_t frame) {
        m_frames.push_back(kernel ? (frame & ~spool::kNamedFrame) | spool::kKernelFrame
                                  : frame & ~(spool::kNamedFrame | spool::kKernelFrame));
    };
    if (m_layout.chains || m_layout.stackBytes) {
        for (auto n = in.next<std::uint64_t>(); n > 0 && in.left() >= sizeof n; --n) {
            const auto frame = in.next<std::uint64_t>();
            if (frame < static_cast<std::uint64_t>(PERF_CONTEXT_MAX)) push(frame);
            else kernel = frame == static_cast<std::uint64_t>(PERF_CONTEXT_KERNEL);
        }
        if (m_layout.chains && m_frames.size() >= m_layout.mostFrames)
            m_frames.push_back(spool::namedFrame(spoolWriter().string(kOuterFramesLeftOut), 0));
    } else {
        push(ip);
    }
    std::uint32_t stack = 0;
    if (m_layout.stackBytes) stack = rawStackOf(in, pid, time);
    if (stack == 0 && m_frames.empty()) push(ip);
    if (stack == 0) stack = stackOf(pid);
    if (stack >= kMostStacks) stack = 0;
    if (++m_sampleCount % kSamplesABlock == 0) writeStacks();  // they stand before their samples
    m_samples.push({time, pid, thread, cpu, stack, inKernel ? 1u : 0u, 0});
}

std::uint32_t CpuRecords::stackOf(std::uint32_t pid) {
    const auto [number, fresh] = m_numbers.of(pid, m_frames);
    if (!fresh || number >= kMostStacks) return number;
    const spool::Stack head{number, static_cast<std::uint32_t>(m_frames.size()), pid, 0};
    append(m_stacks, &head, 1);
    append(m_stacks, m_frames.data(), m_frames.size());
    ++m_stackCount;
    if (m_stacks.size() >= kBlockBytes) writeStacks();
    return number;
}

/// 0 = there are no registers: the thread is one of the kernel's, or runs code of 32 bits.
std::uint32_t CpuRecords::rawStackOf(Cursor& in, std::uint32_t pid, std::uint64_t time) {
    const auto width = in.next<std::uint64_t>();
    std::uint64_t registers[kDwarfOfPerf.size()] = {};
    for (std::size_t i = 0; width != PERF_SAMPLE_REGS_ABI_NONE && i < kDwarfOfPerf.size(); ++i)
        registers[kDwarfOfPerf[i]] = in.next<std::uint64_t>();
    const auto size = in.next<std::uint64_t>();
    if (width == PERF_SAMPLE_REGS_ABI_32 && !m_saidNarrow) {
        m_saidNarrow = true;
        cannotTrace(Phrase::StacksOf32Bits, Phrase::Only64Bits);
    }
    if (width != PERF_SAMPLE_REGS_ABI_64) return 0;
    std::uint64_t bytes = 0;
    const unsigned char* stack = in.here();
    if (size > 0 && size <= in.left()) {
        in.skip(size);
        bytes = std::min(in.next<std::uint64_t>(), size) / 8 * 8;
    }
    const std::uint32_t number = m_numbers.next();
    if (number >= kMostStacks) return number;
    const spool::RawStack head{time,
                               number,
                               pid,
                               kMachine,
                               static_cast<std::uint16_t>(kDwarfOfPerf.size()),
                               static_cast<std::uint32_t>(m_frames.size()),
                               static_cast<std::uint32_t>(bytes),
                               0};
    append(m_raw, &head, 1);
    append(m_raw, registers, kDwarfOfPerf.size());
    append(m_raw, m_frames.data(), m_frames.size());
    append(m_raw, stack, bytes);
    ++m_rawCount;
    if (m_raw.size() >= kBlockBytes) writeStacks();
    return number;
}

void CpuRecords::describe(int pid) {
    const std::uint64_t time = monotonicNs();
    const std::string folder = "/proc/" + std::to_string(pid);
    const std::string name = firstLine(folder + "/comm");
    if (name.empty()) return;  // gone
    const auto number = static_cast<std::uint32_t>(pid);
    add(spool::ProcessChange::Fork, time, number, number, parentOf(pid), {});
    add(spool::ProcessChange::Exec, time, number, number, 0, name);
    for (const int thread : numbersIn(folder + "/task"))
        if (thread != pid)
            add(spool::ProcessChange::ThreadName, time, number, static_cast<std::uint32_t>(thread), 0,
                firstLine(folder + "/task/" + std::to_string(thread) + "/comm"));
    describeMappings(pid, time + 1);  // behind what begins anew
}

/// "address-end rights offset device number   path"
void CpuRecords::describeMappings(int pid, std::uint64_t time) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/maps");
    std::size_t n = 0;
    for (std::string line; n < kMostMappings && std::getline(in, line); ++n) {
        unsigned long begin = 0, end = 0, offset = 0, inode = 0;
        unsigned major = 0, minor = 0;
        char rights[8] = {};
        int path = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx %7s %lx %x:%x %lu %n", &begin, &end, rights, &offset, &major, &minor,
                        &inode, &path) < 7 ||
            rights[2] != 'x')
            continue;
        const std::string name = path > 0 ? line.substr(static_cast<std::size_t>(path)) : std::string();
        m_mappings.push({time, begin, end - begin, offset, static_cast<std::uint32_t>(pid),
                         spoolWriter().string(name.empty() ? "//anon" : name),
                         identityOf(name, makedev(major, minor), inode)});
    }
}

void CpuRecords::writeStacks() {
    if (m_stackCount) spoolWriter().write(spool::Block::Stacks, 0, m_stackCount, m_stacks.data(), m_stacks.size());
    if (m_rawCount) spoolWriter().write(spool::Block::RawStacks, 0, m_rawCount, m_raw.data(), m_raw.size());
    m_stacks.clear(), m_raw.clear();
    m_stackCount = m_rawCount = 0;
}

void CpuRecords::flush() {
    m_mappings.flush(), m_changes.flush();
    writeStacks();
    m_samples.flush(), m_switches.flush();
    m_sampleCount = 0;
    if (m_lost) spoolWriter().lost(Phrase::SamplesTooFast, m_lost);
    if (m_throttled) spoolWriter().lost(Phrase::SamplesThrottled, m_throttled);
    m_lost = m_throttled = 0;
}

}  // namespace collectors
