// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <unordered_map>

#include "model/query/nesting.h"
#include "model/workload/launches.h"

namespace model::rules {

/// What a call that rules know is called in CUDA's runtime, in its driver and in HIP; empty where one has none.
struct CallNames {
    enum class Kind : std::uint8_t { Waits, Allocates };
    Kind kind;
    std::string_view cuda, driver, hip;
};
/// To add one: a line in calls.cpp. Launches, copies and memsets are known by their work.
std::span<const CallNames> callNames();

/// Whether a call of the CUDA (or HIP) API waits for the GPU.
bool isSynchronization(std::string_view name);
/// Whether a call allocates or frees GPU memory, or pinned memory. Stream-ordered calls do not count, because they do
/// not block.
bool isBlockingAllocation(std::string_view name);
/// Whether a call launches a whole CUDA or HIP graph.
bool isGraphLaunch(std::string_view name);

/// Caches the answer about each name.
class NameTest {
public:
    NameTest(const Snapshot& s, bool (*test)(std::string_view)) : m_s(s), m_test(test) {}
    bool operator()(StringId name) {
        const auto [at, fresh] = m_known.try_emplace(name, false);
        if (fresh) at->second = m_test(m_s.text(name));
        return at->second;
    }

private:
    const Snapshot& m_s;
    bool (*m_test)(std::string_view);
    std::unordered_map<StringId, bool> m_known;
};

/// The rows of a thread that tell what its program was doing: operators, Python functions, NVTX ranges and annotations.
class ThreadCode {
public:
    explicit ThreadCode(const Snapshot& s);
    /// The innermost of them at a time, which is the one that began last; empty if there is none.
    std::string_view at(const TrackKey& thread, TimeNs t) const;

private:
    const Snapshot& m_s;
    std::map<ThreadId, std::vector<const Track*>> m_rows;
};

}  // namespace model::rules
