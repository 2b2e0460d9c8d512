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

/// Which arrow an event is part of.
struct FlowUse {
    enum class Role : std::uint8_t { Step, Last, First };
    std::uint64_t id = 0;
    Role role = Role::Step;
};

/// What few events have.
struct EventExtra {
    std::vector<FlowUse> flows;
    std::vector<std::uint64_t> submits;  ///< work of a GPU that the event started, by its event id
    std::vector<std::uint64_t> waits;    ///< work of a GPU whose end the event waited for
    std::uint32_t gpuApi = 0;            ///< CUDA, HIP …, as the format numbers them; 0 = no call of one
};

inline constexpr std::uint32_t kNoExtra = 0xffffffff;
/// Number of CUDA and of HIP among the programming interfaces of GPUs.
enum GpuApi : std::uint32_t { kApiCuda = 4, kApiHip = 5 };

/// An event on a track, as its packet says; begin and end are not yet one.
struct TrackRecord {
    enum class Type : std::uint8_t { Begin, End, Complete, Instant, State };
    Stamp stamp;
    TrackIndex track = 0;
    Type type = Type::Instant;
    model::StringId name = 0;
    model::ArgsId args = 0;
    model::ChainId chain = 0;
    std::uint32_t extra = kNoExtra;
    model::TimeNs duration = 0;  ///< of a complete one
};

/// A value of a counter as it is written, perhaps as the difference to the one before.
struct CounterRecord {
    Stamp stamp;
    TrackIndex track = 0;
    std::uint32_t run = 0;  ///< of the sequence: differences add up within one
    double value = 0;
};

/// An arrow's end that is an event of its own and meets a slice by its time.
struct FlowRecord {
    Stamp stamp;
    TrackIndex track = 0;
    std::uint64_t id = 0;
    FlowUse::Role role = FlowUse::Role::Step;
    bool next = false;  ///< meets the next slice to begin, not the one that is open
    model::StringId name = 0;
    std::size_t order = 0;  ///< how many records came before it
};

/// Everything read from the packets, in their order, before times are known and events are put together.
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

    /// Names what is known by a number only; of very many different numbers not each.
    model::Message numbered(model::MessageCode what, std::uint64_t number) {
        constexpr std::size_t kDifferent = 100;
        if (m_numbers.size() >= kDifferent && !m_numbers.contains({what, number})) return {what, {"…"}};
        m_numbers.emplace(what, number);
        return {what, {number}};
    }
    /// Adds a fact about the session unless it is there.
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

/// One packet, taken apart as far as all kinds of packets are alike.
struct Packet {
    Stamp stamp;
    bool hasTime = false;
    std::int64_t host = 0;
    std::int64_t offset = 0;
};

}  // namespace importers::perfetto
