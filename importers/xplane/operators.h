// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "importers/common/event_groups.h"
#include "importers/xplane/hlo.h"
#include "importers/xplane/plane.h"

namespace importers::xplane {

/// Operators of XLA, of which an XSpace has no events of their own: calls and GPU work name the instruction (HLO) that
/// they are for. An operator spans the calls of a thread for one instruction, and around it lies one that spans those
/// for one run of its module. So tables of operators know the time of each on the host and on the GPU, with the line
/// of the program that it comes from.
class Operators {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    Operators(model::EventStore& store, HloModules& modules) : m_store(store), m_modules(modules) {}

    /// The number of the instruction that facts name; kNone if they name none.
    std::uint32_t numberOf(const Facts& facts);
    /// GPU work with that correlation id is for an instruction. `work` is its name: an instruction whose first work
    /// comes again has begun again.
    void addWork(std::uint32_t correlation, std::uint32_t number, model::StringId work) {
        m_works.push_back({correlation, number, work});
    }
    /// A call with that correlation id says so itself. Its work, where there is some, knows better.
    void addCall(std::uint32_t correlation, std::uint32_t number) { m_works.push_back({correlation, number, 0}); }
    /// The collective that an instruction is, as an argument of its work; 0 for any other.
    model::StringId collectiveOf(std::uint32_t number) const {
        return number == kNone ? 0 : m_instructions[number].collective;
    }
    /// The calls of a thread.
    void addThread(EventGroup& calls) { m_threads.push_back(&calls); }

    /// Adds the operators of all threads to the groups. Sorts the calls.
    void derive(EventGroups& groups, StopCheck& check);

private:
    static constexpr std::uint32_t kManyBit = 1u << 31;  ///< in Work::number: work of several instructions
    struct Instruction {
        model::StringId op = 0, module = 0;
        std::int64_t program = 0;
        model::ArgsId args = 0, moduleArgs = 0;
        model::ChainId chain = 0;
        model::StringId collective = 0;
        bool isSameModule(const Instruction& o) const { return module == o.module && program == o.program; }
    };
    struct Work {
        std::uint32_t correlation, number;
        model::StringId work;
    };
    struct Key {
        model::StringId op, module;
        std::int64_t program;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& k) const {
            return (std::uint64_t{k.op} * 0x9e3779b97f4a7c15u ^ k.module) * 0x9e3779b97f4a7c15u +
                   static_cast<std::uint64_t>(k.program);
        }
    };
    void describe(Instruction& instruction, const Facts& facts);
    void joinWork(StopCheck& check);
    const Work* find(std::uint32_t correlation, std::size_t& next) const;
    void deriveOf(EventGroup& calls, EventGroups& groups, StopCheck& check);

    model::EventStore& m_store;
    HloModules& m_modules;
    std::vector<Instruction> m_instructions;
    std::unordered_map<Key, std::uint32_t, KeyHash> m_numbers;
    Key m_lastKey{};
    std::uint32_t m_lastNumber = kNone;
    std::vector<Work> m_works;
    std::vector<EventGroup*> m_threads;
};

}  // namespace importers::xplane
