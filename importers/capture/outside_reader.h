// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "importers/capture/spool_file.h"
#include "importers/capture/stacks.h"

namespace importers::capture {

struct Session;

/// What a spool says of everything around the GPU: samples of CPUs, scheduling, calls of libraries with their stacks,
/// curves of the machine. Times stay those of the clock.
class OutsideReader {
public:
    /// `key` = of the process of the spool in the report. `strings` and `devices`: what the spool's numbers mean; they
    /// grow while blocks are read.
    OutsideReader(Session& session, std::int64_t key, const std::vector<model::StringId>& strings,
                  const std::map<std::uint32_t, std::int64_t>& devices);

    // Of mappings and processes, all before any other: what addresses mean, and who is who.
    void readMapping(const collectors::spool::Mapping& m);
    void readChange(const collectors::spool::ProcessChange& c);
    /// After the last of those.
    void finishFirst();

    void readStacks(const SpoolBlock& block) { m_stacks.read(block.bytes); }
    void readRawStacks(const SpoolBlock& block);
    // What is kept until all stacks are known.
    void readSample(const collectors::spool::Sample& s) { m_samples.push_back(s); }
    void readSwitch(const collectors::spool::Switch& s) { m_switches.push_back(s); }
    void readLibraryCall(const collectors::spool::LibraryCall& c) { m_calls.push_back(c); }
    void readCallStack(const collectors::spool::CallStack& c) { m_callStacks.push_back(c); }
    void readMeter(const collectors::spool::Meter& m);
    void readReading(const collectors::spool::Reading& r);
    void readMark(const collectors::spool::Mark& m);

    /// Tracing begins or ends.
    void traced(bool begins, model::TimeNs time) { m_turns.push_back({time, begins}); }
    /// The run of the machine that this is of.
    void setRun(std::string_view boot) { m_stacks.listed().setRun(boot); }
    /// After the last block.
    void finish();

private:
    void addLibraryCalls();
    void addSamples();
    void countCut(model::TimeNs time, model::ChainId chain);
    void addStacksOfCalls();
    void addNames();
    void addStates();
    std::int64_t libraryOf(model::StringId name);
    model::StringId text(std::uint32_t number) const { return number < m_strings.size() ? m_strings[number] : 0; }
    bool isOver(model::TimeNs time) const;
    model::StringId word(std::string_view s);
    std::int64_t keyOf(std::uint32_t pid) const;

    struct Meter {
        model::TrackKind kind{};
        model::TrackKey key;
        bool isOver = false;  ///< its curve has its end
    };
    struct Turn {
        model::TimeNs time = 0;
        bool begins = false;
    };
    Session& m_session;
    std::int64_t m_key;
    const std::vector<model::StringId>& m_strings;
    const std::map<std::uint32_t, std::int64_t>& m_devices;
    Stacks m_stacks;
    std::unordered_map<std::uint32_t, Meter> m_meters;
    std::vector<Turn> m_turns;  // of tracing
    std::vector<collectors::spool::ProcessChange> m_changes;
    std::vector<collectors::spool::Switch> m_switches;
    std::vector<collectors::spool::Sample> m_samples;
    std::vector<collectors::spool::LibraryCall> m_calls;
    std::vector<collectors::spool::CallStack> m_callStacks;
    std::uint64_t m_dangling = 0;
    std::map<model::MessageCode, std::uint64_t> m_cut;  // events by why their stacks lack outer frames
};

}  // namespace importers::capture
