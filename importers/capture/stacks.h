// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "collectors/protocol/spool.h"
#include "importers/capture/address_spaces.h"
#include "importers/capture/listed_symbols.h"
#include "importers/capture/symbols.h"
#include "importers/capture/unwind.h"
#include "model/base/message.h"
#include "model/store/event_store.h"

namespace importers::capture {

/// The stacks of one spool as addresses, before a report has them.
struct StackTable {
    struct Raw {
        std::uint32_t pid = 0;
        std::vector<std::uint64_t> frames;
        bool byTable = false, isCut = false;
    };
    std::vector<Raw> stacks{Raw()};  ///< by number
    std::uint64_t read = 0;          ///< bytes of the spool of which nothing has to be taken again
    std::uint64_t steps = 0;         ///< mappings and beginnings of processes that were known then
    std::unordered_map<std::uint32_t, model::TimeNs>
        last;                 ///< when the last one was copied that was unwound, by process
    std::uint64_t taken = 0;  ///< stacks, with those that had to be taken again
};

/// What was found out about the stacks of a session: for who reads it again and again while it grows.
struct KnownStacks {
    std::mutex reading;  ///< held by the one reading that uses it
    Symbols symbols;
    std::map<std::string, StackTable> spools;  ///< by name of the file
    bool isKept = false;                       ///< there will be another reading, which may ask for other times
};

/// The call stacks of one spool. What is mapped is known before they are taken: build() comes first.
class Stacks {
public:
    Stacks(model::EventStore& store, Symbols& symbols, StackTable& table)
        : m_store(store), m_symbols(symbols), m_table(table), m_unwinder(m_spaces) {}

    void read(const collectors::spool::Mapping& mapping, std::string_view path);
    void read(const collectors::spool::ProcessChange& change);
    /// After the last of them. What was unwound without one that it should have known is forgotten.
    void build();
    ListedSymbols& listed() { return m_listed; }
    /// The bytes of a Stacks block.
    void read(std::span<const unsigned char> bytes);
    /// … of a RawStacks block; of those between the two times only.
    void readRaw(std::span<const unsigned char> bytes, const model::TimeRange& wanted);
    /// As the report knows the stack of that number, in which a thread was at that time; 0 = there is none. `strings`:
    /// names by their number.
    model::ChainId chain(std::uint32_t number, std::span<const model::StringId> strings, model::TimeNs time);
    /// One stack of both: Python's frames stand where the interpreter that runs them is in the native stack, with all
    /// that lies between it and Python's functions above them. Either may be 0.
    model::ChainId mixed(model::ChainId native, model::ChainId python);
    /// Why a chain lacks its outer frames; null: it has them all.
    model::MessageCode whyCut(model::ChainId chain) const;
    /// Those for which there was no time to find more than the innermost frame.
    std::uint64_t shortened() const { return m_unwinder.shortened(); }

private:
    struct Known {
        model::TimeRange during;  ///< when the frames are what the chain says
        model::ChainId chain = 0;
        std::uint32_t space = 0;
        bool isKnown = false;
    };
    StackTable::Raw* put(std::uint32_t number, std::uint32_t pid);
    void noteStep(std::uint32_t pid, model::TimeNs time);
    model::Frame frameAt(std::uint32_t pid, const AddressSpaces::Place* place, std::uint64_t address, bool isCaller);
    bool isLeftOut(const model::Frame& frame) const;
    model::Frame kernelFrameAt(std::uint64_t address, bool isCaller);

    model::EventStore& m_store;
    Symbols& m_symbols;
    StackTable& m_table;
    AddressSpaces m_spaces;
    std::uint64_t m_steps = 0;
    bool m_isOutdated = false;
    ListedSymbols m_listed;
    Unwinder m_unwinder;
    std::vector<Known> m_known;  // by number
    std::map<std::tuple<std::uint32_t, const AddressSpaces::Place*, std::uint64_t, bool>, model::Frame> m_frames;
    std::map<std::pair<model::ChainId, model::ChainId>, model::ChainId> m_mixed;
    std::unordered_map<model::ChainId, model::MessageCode> m_cut;  // why
};

}  // namespace importers::capture
