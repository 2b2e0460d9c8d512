// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collectors/spool.h"
#include "importers/capture/symbols.h"
#include "model/event_store.h"

namespace importers::capture {

/// The call stacks of one spool, and the files whose code they run. Stacks come to have functions when all files are known: chain() is asked at the end.
class Stacks {
public:
    Stacks(model::EventStore& store, Symbols& symbols) : m_store(store), m_symbols(symbols) {}

    /// The bytes of a Stacks block.
    void take(std::span<const unsigned char> bytes);
    void takeMapping(const collectors::spool::Mapping& mapping, std::string_view path);
    /// As the report knows the stack of that number; 0 = there is none. `strings`: names by their number.
    model::ChainId chain(std::uint32_t number, std::span<const model::StringId> strings);

private:
    struct Place {
        std::uint64_t begin, end, offset;
        std::uint32_t path;
    };
    struct Raw {
        std::uint32_t pid = 0;
        std::vector<std::uint64_t> frames;
        model::ChainId chain = 0;
        bool known = false;
    };
    model::Frame frameAt(std::uint32_t pid, std::uint64_t address, bool isCaller);

    model::EventStore& m_store;
    Symbols& m_symbols;
    std::vector<Raw> m_stacks{Raw()};
    std::map<std::uint32_t, std::map<std::uint64_t, Place>> m_places;  // by process and end: the last one that was there
    std::vector<std::string> m_paths;
    std::map<std::string, std::uint32_t, std::less<>> m_pathNumbers;
    std::map<std::pair<std::uint32_t, std::uint64_t>, model::Frame> m_frames;
};

}  // namespace importers::capture
