// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/perf_event.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "collectors/process/spool_writer.h"
#include "collectors/protocol/stack_numbers.h"

namespace collectors {

/// Converts records of the kernel to those of the spool. For one thread at a time.
class CpuRecords {
public:
    struct Layout {
        bool chains = false, stackBytes = false;   ///< of samples
        std::size_t mostFrames = ~std::size_t{0};  ///< frames of a chain that the kernel reads at most
    };
    void setLayout(const Layout& layout) { m_layout = layout; }
    /// Called for threads that start and end.
    std::function<void(int thread)> started, ended;

    /// Samples and switches count from `time` on, and until … (ns).
    void begin(std::uint64_t time) { m_begin = time, m_end = ~0ull; }
    void end(std::uint64_t time) { m_end = time; }
    void take(const perf_event_header* record);
    /// Describes a process that ran before the kernel reported on it: its name, its threads and the files whose code it
    /// runs, from /proc.
    void describe(int pid);
    /// The total number of samples that found no room, as the kernel counts them.
    void noteLost(std::uint64_t samples) {
        m_lost += samples > m_lostInRecords ? samples - m_lostInRecords : 0,
            m_lostInRecords = std::max(m_lostInRecords, samples);
    }
    /// Writes what is pending.
    void flush();

private:
    class Cursor;
    struct Where {
        std::uint32_t pid, thread;
        std::uint64_t time;
        std::uint32_t cpu;
    };
    static Where whereOf(const perf_event_header* record);
    bool counts(std::uint64_t time) const { return time >= m_begin && time < m_end; }
    void recordMapping(const perf_event_header* record);
    void recordName(const perf_event_header* record);
    void recordTask(const perf_event_header* record);
    void recordSwitch(const perf_event_header* record);
    void recordSample(const perf_event_header* record);
    void describeMappings(int pid, std::uint64_t time);
    std::uint32_t stackOf(std::uint32_t pid);
    std::uint32_t rawStackOf(Cursor& in, std::uint32_t pid, std::uint64_t time);
    void add(spool::ProcessChange::Op op, std::uint64_t time, std::uint32_t pid, std::uint32_t thread,
             std::uint32_t parent, std::string_view name, std::uint32_t by = 0);
    void writeStacks();

    Layout m_layout;
    std::uint64_t m_begin = ~0ull, m_end = ~0ull;
    StackNumbers m_numbers;
    std::vector<std::uint64_t> m_frames;         // of the current sample
    std::vector<unsigned char> m_stacks, m_raw;  // blocks that are being filled
    std::size_t m_stackCount = 0, m_rawCount = 0;
    static constexpr std::size_t kSamplesABlock = 1024;
    RecordBuffer<spool::Sample, spool::Block::Samples, kSamplesABlock> m_samples;
    std::size_t m_sampleCount = 0;  // since flush()
    RecordBuffer<spool::Switch, spool::Block::Switches> m_switches;
    RecordBuffer<spool::Mapping, spool::Block::Mappings> m_mappings;
    RecordBuffer<spool::ProcessChange, spool::Block::Processes> m_changes;
    std::uint64_t m_lost = 0, m_throttled = 0;  // not reported yet
    std::uint64_t m_lostInRecords = 0;          // total that records reported
    bool m_saidNarrow = false;
};

}  // namespace collectors
