// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "importers/common/event_groups.h"
#include "importers/perfetto/annotations.h"
#include "importers/perfetto/clocks.h"
#include "importers/perfetto/sequence.h"
#include "importers/perfetto/track_tree.h"
#include "model/base/messages.h"

namespace importers::perfetto {

/// The arrow that an event is part of.
struct FlowUse {
    enum class Role : std::uint8_t { Step, Last, First };
    std::uint64_t id = 0;
    Role role = Role::Step;
};

/// Data that few events have.
struct EventExtra {
    std::vector<FlowUse> flows;
    std::vector<std::uint64_t> submits;  ///< work of a GPU that the event started, by its event id
    std::vector<std::uint64_t> waits;    ///< work of a GPU whose end the event waited for
    std::uint32_t gpuApi = 0;            ///< CUDA, HIP …, by the format's numbers; 0 = not a call of one
};

inline constexpr std::uint32_t kNoExtra = 0xffffffff;
/// The format's numbers of CUDA and HIP among the programming interfaces of GPUs.
enum GpuApi : std::uint32_t { kApiCuda = 4, kApiHip = 5 };

/// An event on a track, as in its packet; begin and end are still separate.
struct TrackRecord {
    enum class Type : std::uint8_t { Begin, End, Complete, Instant, State };
    Stamp stamp;
    TrackIndex track = 0;
    Type type = Type::Instant;
    model::StringId name = 0;
    model::ArgsId args = 0;
    model::ChainId chain = 0;
    std::uint32_t extra = kNoExtra;
    model::TimeNs duration = 0;  ///< of a complete event
};

/// A counter value as it is written, possibly as a difference to the previous one.
struct CounterRecord {
    Stamp stamp;
    TrackIndex track = 0;
    std::uint32_t run = 0;  ///< of the sequence: differences add up within one run
    double value = 0;
};

/// The end of an arrow that is an event of its own and meets a slice by its time.
struct FlowRecord {
    Stamp stamp;
    TrackIndex track = 0;
    std::uint64_t id = 0;
    FlowUse::Role role = FlowUse::Role::Step;
    bool next = false;  ///< meets the next slice to begin, not the open one
    model::StringId name = 0;
    std::size_t order = 0;  ///< how many records came before it
};

/// Everything read from the packets, in their order, before times are known and events are paired.
struct TraceData {
    explicit TraceData(model::EventStore& s) : store(s), tracks(s), args(s), groups(s) {}

    void count(model::EventKind kind, std::uint64_t n = 1) {
        store.info().eventsInFile[static_cast<std::size_t>(kind)] += n;
    }
    /// Counts something that was read but is not drawn.
    void notShown(const model::Message& what, std::uint64_t n = 1) {
        store.diagnostics().add(model::Note::NotShown, what, n);
        store.info().skipped[what] += n;
    }

    /// Names something that is known only by a number; among very many different numbers, not each one.
    model::Message numbered(model::MessageCode what, std::uint64_t number) {
        constexpr std::size_t kDifferent = 100;
        if (m_numbers.size() >= kDifferent && !m_numbers.contains({what, number})) return {what, {"…"}};
        m_numbers.emplace(what, number);
        return {what, {number}};
    }
    /// Adds a fact about the session unless it exists.
    void fact(std::string_view key, std::string value) {
        for (const auto& [known, old] : store.info().session_facts)
            if (known == key) return;
        store.info().session_facts.emplace_back(key, std::move(value));
    }

    model::EventStore& store;
    Clocks clocks;
    TrackTree tracks;
    ProcessNames names;
    Annotations args;
    EventGroups groups;
    std::vector<TrackRecord> records;
    std::vector<CounterRecord> counters;
    std::vector<FlowRecord> flows;
    std::vector<EventExtra> extras;

private:
    std::set<std::pair<model::MessageCode, std::uint64_t>> m_numbers;
};

/// One packet, with the fields that all kinds of packets share.
struct Packet {
    Stamp stamp;
    bool hasTime = false;
    std::int64_t host = 0;
    std::int64_t offset = 0;
};

}  // namespace importers::perfetto
