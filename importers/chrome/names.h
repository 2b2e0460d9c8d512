// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/chrome/document.h"
#include "importers/chrome/records.h"
#include "importers/chrome/rows.h"
#include "importers/common/stop_check.h"
#include "model/store/event_store.h"

namespace importers::chrome {

/// The number at the end of a text such as "GPU 7".
std::optional<std::int64_t> trailingNumber(std::string_view text);

/// The metadata about processes and threads: names, labels, places.
class Names {
public:
    void read(const std::vector<Metadata>& metadata, model::EventStore& store, StopCheck& check);
    /// Devices that processes represent, by their labels.
    std::map<std::int64_t, std::int64_t> devices(const model::EventStore& store) const;
    /// Processes that represent no device, for the report.
    std::vector<model::Entity> processes(const model::EventStore& store,
                                         const std::map<std::int64_t, std::int64_t>& devices) const;

    /// All processes with a name.
    std::vector<std::pair<std::int64_t, std::string_view>> processNames(const model::EventStore& store) const;
    /// The name of a process or thread; empty if it has none.
    std::string_view process(std::int64_t pid, const model::EventStore& store) const;
    std::string_view thread(const ThreadId& id, const model::EventStore& store) const;

    struct Known {
        const std::map<std::int64_t, std::int64_t>& devices;  ///< of processes
        const std::vector<model::Entity>& listed;             ///< devices of the report
        std::string_view platform;                            ///< model/base/platforms.h; empty = CUDA, or unknown
    };
    /// Names the tracks. All rows are built.
    void apply(const Known& known, model::EventStore& store) const;

private:
    struct Named {
        model::StringId name = 0, labels = 0;
        std::optional<std::int64_t> order;
    };
    void applyTo(const model::Track& track, const Named& named, std::int64_t id, model::EventStore& store) const;
    void applyToStream(const model::Track& track, const Known& known, model::EventStore& store) const;
    std::map<std::int64_t, Named> m_processes;
    std::map<ThreadId, Named> m_threads;
};

}  // namespace importers::chrome
