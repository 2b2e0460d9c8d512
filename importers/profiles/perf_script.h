// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/arguments.h"
#include "importers/common/event_groups.h"
#include "importers/common/importer.h"
#include "importers/profiles/lines.h"

namespace importers::profiles {

/// The first line of a sample as "perf script" prints it: "python 12/15 [003] 4.200100: 10101010 cycles:u:" and, of a
/// sample without a stack, its only frame behind that.
struct PerfHeader {
    std::string_view comm;
    std::optional<std::int64_t> pid, cpu;  ///< where they are printed
    std::int64_t tid = 0;
    model::TimeNs time = 0;
    std::string_view event;  ///< "cycles:u"
    std::string_view rest;
};
std::optional<PerfHeader> perfHeader(std::string_view line);

/// A frame: "7f21a0 main+0x10 (/usr/bin/python3)".
struct PerfFrame {
    std::uint64_t ip = 0;
    std::string_view symbol, module;  ///< empty where perf knew none
};
std::optional<PerfFrame> perfFrame(std::string_view line);

/// Makes samples of the lines that "perf script" prints.
class PerfSamples {
public:
    PerfSamples(model::EventStore& store, const OpenOptions& options);

    void add(std::string_view line);
    /// Puts everything into the store.
    void finish();
    bool isEmpty() const { return m_count == 0 && !m_isOpen; }

private:
    void begin(const PerfHeader& header);
    void addFrame(const PerfFrame& frame);
    void end();

    model::EventStore& m_store;
    const OpenOptions& m_options;
    EventGroups m_groups;
    Arguments m_args;
    bool m_isOpen = false;
    model::Event m_sample;
    model::TrackKey m_key;
    std::vector<model::Frame> m_stack;
    std::string m_scratch;
    std::map<std::int64_t, std::string> m_processes;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_threads;
    std::uint64_t m_count = 0, m_odd = 0, m_deep = 0;
};

}  // namespace importers::profiles
