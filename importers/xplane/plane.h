// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/protobuf_wire.h"
#include "importers/common/xla_names.h"
#include "importers/xplane/id_table.h"
#include "model/store/event_store.h"

namespace importers::xplane {

/// What a statistic of an event means; all others are arguments under their own names.
enum class StatRole : std::uint8_t {
    Plain,
    Correlation,  ///< of a call and the GPU work it launched
    Context,      ///< "$$1"
    Launch,       ///< description of a kernel
    Copy,
    Fill,
    Allocation,  ///< of memory of the device
    Graph,       ///< number of a graph that ran as one piece of work
    Op,
    Module,
    Program,
    OpName,
    Source,
    SourceStack,
    ProducerType,
    Producer,
    ConsumerType,
    Consumer,
    Flow,
    Step,
    Allocator,
    Allocated,
};

/// What the statistics of an event tell beside its arguments.
struct Facts {
    std::uint64_t correlation = 0;
    std::int64_t context = 0;
    model::StringId op = 0, module = 0, opName = 0, source = 0, sourceStack = 0, allocator = 0;
    std::int64_t program = 0, step = 0, allocated = 0;
    std::uint64_t producer = 0, consumer = 0, flow = 0;
    std::uint32_t producerType = 0, consumerType = 0;
    std::uint32_t roles = 0;  ///< bits of StatRole: those that it has

    bool has(StatRole role) const { return (roles >> static_cast<unsigned>(role) & 1) != 0; }
    void set(StatRole role) { roles |= 1u << static_cast<unsigned>(role); }
    bool isLinked() const { return has(StatRole::Producer) || has(StatRole::Consumer) || has(StatRole::Flow); }
};

/// The name of events, and what holds for all events of that name.
struct EventName {
    model::StringId name = 0;
    model::ArgsId args = 0;          ///< of an event without statistics of its own
    std::vector<model::Arg> shared;  ///< the same one by one
    Facts facts;
    std::int8_t copyKind = -1;  ///< see copyKindOf()
    xla::Work work{};           ///< as work of a GPU, by the name alone
    bool isPython = false, isFrameworkOp = false, isApi = false, isNvtx = false, isAllocator = false;

    /// The statistics of the last event of that name but for its running numbers, and what they mean: the next one
    /// often has the same.
    struct Last {
        std::string bytes;
        std::vector<std::size_t> ends;  ///< in `bytes`, one a statistic
        std::vector<model::Arg> args;
        Facts facts;
        model::ArgsId tuple = 0;  ///< of these arguments and `shared`; 0 = not known yet
        bool isKnown = false;
    };
    Last last;
};

/// Oddities of a plane, for notes.
struct PlaneOddities {
    std::uint64_t lostEventNames = 0, lostStatNames = 0, bytesValues = 0, emptyStats = 0, metadataBytes = 0,
                  damaged = 0, unknownFields = 0;
    std::string_view unknownIn;      ///< message of the first one
    std::uint32_t unknownField = 0;  ///< its number
    std::uint64_t count() const {
        return lostEventNames + lostStatNames + bytesValues + emptyStats + metadataBytes + damaged + unknownFields;
    }
    void unknown(std::string_view message, std::uint32_t number) {
        if (unknownFields++ == 0) unknownIn = message, unknownField = number;
    }
};

/// One plane: its name, and the names of its events and statistics. Names stay as they are in the file until an event
/// uses them.
class Plane {
public:
    std::string name;
    std::uint64_t lines = 0;
    PlaneOddities odd;

    /// An entry of the maps of names.
    void addEventName(std::string_view entry) { addEntry(entry, m_events); }
    void addStatName(std::string_view entry) { addEntry(entry, m_stats); }
    /// A statistic of the plane itself.
    void addOwnStat(std::string_view stat);
    std::size_t ownStatCount() const { return m_own.size(); }

    /// The names of events with that id. One with a placeholder if the file lacks it.
    EventName& eventName(std::int64_t id, model::EventStore& store);
    /// Whether a statistic is a number that counts on from event to event, and no argument.
    bool isRunning(std::string_view stat, model::EventStore& store);
    /// Reads a statistic: adds arguments, and facts.
    void readStat(std::string_view message, const char* readableEnd, model::EventStore& store,
                  std::vector<model::Arg>& args, Facts& facts);
    /// The plane's own statistics as texts.
    model::Facts ownFacts(model::EventStore& store);

private:
    struct Entry {
        std::uint64_t begin = 0;  // in m_bytes
        std::uint32_t size = 0;
        std::uint32_t ready = 0;  // 1 + index among the names that are in use
    };
    struct StatName {
        model::StringId name = 0;
        StatRole role = StatRole::Plain;
        bool hasDetails = false;
        std::vector<model::Arg> details;  // what the name itself describes, where it stands for a value
    };
    struct Value;
    std::string_view bytesOf(const Entry& e) const { return std::string_view(m_bytes).substr(e.begin, e.size); }
    void addEntry(std::string_view entry, IdTable<Entry>& table);
    Entry keep(std::string_view bytes);
    void readEventName(std::string_view message, std::int64_t id, model::EventStore& store, EventName& to);
    StatName& statName(std::int64_t id, model::EventStore& store);
    void use(const StatName& stat, const Value& value, model::EventStore& store, std::vector<model::Arg>& args,
             Facts& facts);
    void describe(const Value& value, model::EventStore& store, std::vector<model::Arg>& args);
    model::StringId textOf(const Value& value, model::EventStore& store);

    std::string m_bytes;
    IdTable<Entry> m_events, m_stats;
    std::vector<Entry> m_own;
    std::deque<EventName> m_eventNames;  // those in use; a deque, because they are referred to
    std::deque<StatName> m_statNames;
};

}  // namespace importers::xplane
