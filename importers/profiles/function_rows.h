// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/common/event_groups.h"
#include "importers/common/importer.h"

namespace importers::profiles {

inline constexpr std::size_t kMostFrames = 1024;  ///< of a stack

/// Makes rows of functions that call each other, thread by thread. Functions are numbers that the caller gives; their
/// names may come last. Times are ns.
class FunctionRows {
public:
    FunctionRows(model::EventStore& store, const OpenOptions& options);

    /// What follows belongs to a new thread. False, with a note, when there are too many.
    bool beginThread(std::string_view name);
    void begin(std::uint32_t function, model::TimeNs time);
    /// Ends the innermost open call of a function, and what that has called. False if it is not open.
    bool end(std::uint32_t function, model::TimeNs time);
    /// From `time` on, these functions are open and no others, outermost first. Those that were open stay so.
    void stack(std::span<const std::uint32_t> functions, model::TimeNs time);

    /// How a function is called; the numbers of functions are those of the calls, from 0.
    void addName(std::string_view name, std::string_view file, std::int64_t line);
    /// Puts everything into the store. `process`: its name.
    void finish(std::string_view process);
    /// Whether no call was complete.
    bool isEmpty() const { return m_calls == 0; }

private:
    struct Open {
        std::uint32_t function;
        std::size_t event;  // in the group
    };
    struct Name {
        model::StringId text = 0;
        model::ArgsId args = 0;
    };
    void close(model::TimeNs time);

    model::EventStore& m_store;
    const OpenOptions& m_options;
    EventGroups m_groups;
    EventGroup* m_group = nullptr;
    std::vector<std::string> m_threads;
    std::vector<Open> m_open;
    std::vector<Name> m_names;
    std::uint64_t m_calls = 0;
};

/// Notes that counts or bytes are drawn as times, a unit as 1 µs or 1 ns. `name`: of the unit; "" = not known.
void noteDrawnUnit(model::EventStore& store, model::TimeNs unit, const std::string& name);

/// Names the process and the threads of a report, as its tracks and as what it states about itself.
void nameThreads(model::EventStore& store, const std::map<std::int64_t, std::string>& processes,
                 const std::map<std::pair<std::int64_t, std::int64_t>, std::string>& threads);

}  // namespace importers::profiles
