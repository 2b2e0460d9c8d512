// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "collectors/protocol/phrase.h"
#include "collectors/sampler/perf_ring.h"

namespace collectors {

/// What is sampled, and of which processes.
struct CpuRequest {
    enum Scope { None, Tree, All };
    Scope samples = None, switches = None;
    unsigned hz = 1000;
    bool chains = true;         ///< the kernel follows frame pointers
    bool stackBytes = false;    ///< registers and a piece of the stack instead
    std::size_t ringBytes = 0;  ///< 0 = the default size
    bool any() const { return samples != None || switches != None; }
    /// Whether mappings, starts, names and exits are reported for all processes.
    bool eventsOfAll() const { return samples == All || switches == All; }
};

/// Events of the kernel for the observed threads, on each CPU. Changes of processes are reported from attach() on,
/// samples and switches only while those are on.
class CpuEvents {
public:
    /// Opens a buffer for each CPU, and the events for all processes. A refused request is reduced, and refused() gets
    /// the reason.
    void open(CpuRequest& request, const std::function<void(const Phrase& what, const Phrase& why)>& refused);
    /// Observes a process with its threads and children, and later those that they start. `drain`: reads pending
    /// records, so that started() is called. Returns the processes that no record announced: read their facts from
    /// /proc.
    std::vector<int> attach(int pid, const std::function<void()>& drain);
    void started(int thread) { m_known.insert(thread); }
    void ended(int thread);
    void enable(bool on);
    /// Samples that found no room so far; 0 if the kernel does not count them. Records report them as well, but only
    /// when there is room again.
    std::uint64_t lost() const;

    std::vector<std::unique_ptr<PerfRing>>& rings() { return m_rings; }
    /// Why the last attach() failed; empty = it succeeded.
    const Phrase& complaint() const { return m_complaint; }

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
    std::unordered_map<int, std::vector<int>> m_files;     // of events by thread, −1 = of all threads
    std::unordered_map<int, std::vector<int>> m_samplers;  // … of those that are switched on and off
    std::unordered_set<int> m_known;                       // observed threads
    Phrase m_complaint;
};

/// The names of subfolders that are numbers: threads and processes in /proc.
std::vector<int> numbersIn(const std::string& folder);

}  // namespace collectors
