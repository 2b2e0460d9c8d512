// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "collectors/spool.h"
#include "importers/capture/address_spaces.h"
#include "importers/capture/listed_symbols.h"
#include "importers/capture/symbols.h"
#include "importers/capture/unwind.h"
#include "model/event_store.h"

namespace importers::capture {

/// The call stacks of one spool. What is mapped is known before they are taken: spaces() is built first.
class Stacks {
public:
    Stacks(model::EventStore& store, Symbols& symbols) : m_store(store), m_symbols(symbols), m_unwinder(m_spaces) {}

    AddressSpaces& spaces() { return m_spaces; }
    ListedSymbols& listed() { return m_listed; }
    /// The bytes of a Stacks block.
    void take(std::span<const unsigned char> bytes);
    /// … of a RawStacks block; of those between the two times only.
    void takeRaw(std::span<const unsigned char> bytes, const model::TimeRange& wanted);
    /// As the report knows the stack of that number, in which a thread was at that time; 0 = there is none. `strings`: names by their number.
    model::ChainId chain(std::uint32_t number, std::span<const model::StringId> strings, model::TimeNs time = model::kTimeMax);
    /// One stack of both: Python's frames stand where the interpreter that runs them is in the native stack, with all that lies between it and Python's
    /// functions above them. Either may be 0.
    model::ChainId mixed(model::ChainId native, model::ChainId python);
    /// Those for which there was no time to find more than the innermost frame.
    std::uint64_t shortened() const { return m_unwinder.shortened(); }

private:
    struct Raw {
        std::uint32_t pid = 0, space = 0;
        std::vector<std::uint64_t> frames;
        model::ChainId chain = 0;
        bool known = false, byTable = false;
    };
    Raw* put(std::uint32_t number, std::uint32_t pid);
    model::Frame frameAt(std::uint32_t pid, std::uint32_t space, std::uint64_t address, bool isCaller);
    bool isNowhere(std::uint32_t pid, std::uint32_t space, std::uint64_t address);
    model::Frame kernelFrameAt(std::uint64_t address, bool isCaller);

    model::EventStore& m_store;
    Symbols& m_symbols;
    AddressSpaces m_spaces;
    ListedSymbols m_listed;
    Unwinder m_unwinder;
    std::vector<Raw> m_stacks{Raw()};
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, bool>, model::Frame> m_frames;
    std::map<std::pair<model::ChainId, model::ChainId>, model::ChainId> m_mixed;
};

}  // namespace importers::capture
