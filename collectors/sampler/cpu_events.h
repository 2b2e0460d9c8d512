// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "collectors/sampler/perf_ring.h"

namespace collectors {

/// What is looked at, and of whom.
struct CpuRequest {
    enum Scope { None, Tree, All };
    Scope samples = None, switches = None;
    unsigned hz = 1000;
    bool chains = true;         ///< the kernel follows frame pointers
    bool stackBytes = false;    ///< registers and a piece of the stack, instead
    std::size_t ringBytes = 0;  ///< 0 = as much as is right
    bool any() const { return samples != None || switches != None; }
    /// Where what is mapped, started, named and ended is told of everybody.
    bool eventsOfAll() const { return samples == All || switches == All; }
};
inline constexpr unsigned kStackBytes = 8 << 10;

/// Events of the kernel for the threads that are looked at, on each CPU. What happens to processes is told from
/// attach() on, the rest while it is on.
class CpuEvents {
public:
    /// Opens a buffer for each CPU, and what is of all processes. A refused request is made smaller, and refused() is
    /// told why.
    void open(CpuRequest& request, const std::function<void(std::string_view what, const std::string& why)>& refused);
    /// A process with its threads and children; those that they start later come with them. `drain`: takes over what
    /// has come, so that started() is told. Gives the processes that nobody was told of: what they are is to be read.
    std::vector<int> attach(int pid, const std::function<void()>& drain);
    void started(int thread) { m_known.insert(thread); }
    void ended(int thread);
    void enable(bool on);
    /// Samples that found no room until now; 0 where the system does not count them. Records say so, too, but only when
    /// there is room again.
    std::uint64_t lost() const;

    std::vector<std::unique_ptr<PerfRing>>& rings() { return m_rings; }
    bool seesKernel() const { return m_kernel; }
    /// Why the last attach() failed; empty = it did not.
    const std::string& complaint() const { return m_complaint; }

private:
    perf_event_attr sampling() const;
    perf_event_attr changes(bool switches) const;
    void probe();
    int into(const perf_event_attr& attr, int pid, const PerfRing& ring);
    bool openFor(int pid, bool ofAll);
    bool openThread(int thread);

    CpuRequest m_request;
    bool m_kernel = true, m_on = false, m_countsLost = false;
    std::vector<std::unique_ptr<PerfRing>> m_rings;
    std::unordered_map<int, std::vector<int>> m_files;     // of events by thread, −1 = of all
    std::unordered_map<int, std::vector<int>> m_samplers;  // … those that are switched on and off
    std::unordered_set<int> m_known;                       // threads that are looked at
    std::string m_complaint;
};

/// Numbers that are names of folders in one: threads and processes in /proc.
std::vector<int> numbersIn(const std::string& folder);

}  // namespace collectors
