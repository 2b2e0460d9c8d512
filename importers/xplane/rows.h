// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "model/store/event_store.h"

namespace importers::xplane {

/// What a plane is, by its name.
enum class PlaneKind : std::uint8_t {
    Host,         ///< threads of the program
    Gpu,          ///< streams of a GPU
    Other,        ///< rows of something else: a TPU, another part of the host
    Metadata,     ///< the programs of XLA
    Environment,  ///< when the profile was made
    Scopes,       ///< a tree of ranges by number, without events
};
PlaneKind planeKind(std::string_view name);

/// The rows of a profile: their keys, and their names. A profile is of one process of one machine. Other planes are
/// processes of their own.
class Rows {
public:
    /// The process that a plane's rows belong to.
    std::int64_t process(PlaneKind kind, std::string_view plane);
    /// The row of a line of a plane that is no GPU: a thread.
    model::TrackKey thread(PlaneKind kind, std::int64_t process, std::int64_t line, std::string_view name);
    /// The row of a line of a GPU that is no stream, such as "XLA Ops".
    model::TrackKey deviceRow(std::int64_t device, std::string_view name);
    /// A stream, in the last context that was seen on the GPU, or 0.
    model::TrackKey stream(std::int64_t device, std::int64_t stream) const;
    void setContext(std::int64_t device, std::int64_t context) { m_contexts[device] = context; }
    /// A counter of a GPU or, with kNone, of the process; a counter of memory in use where `memory` is set.
    model::TrackKey counter(std::int64_t process, std::int64_t device, std::string_view name, bool memory = false);

    /// The title of a row. A later one counts if it is not empty.
    void setName(model::TrackKind kind, const model::TrackKey& key, std::string_view name);
    /// The work of that GPU, or all calls, are HIP's.
    void setHip() { m_isHip = true; }
    bool isHip() const { return m_isHip; }
    void setDeviceName(std::int64_t device, std::string name) { m_devices[device] = std::move(name); }
    /// Names the rows that there are.
    void apply(model::EventStore& store) const;

private:
    static constexpr std::size_t kMostRows = 16384;  // of one kind; all further lines share one row
    std::int64_t textIdOf(std::map<std::pair<std::int64_t, std::string>, std::int64_t>& ids, std::int64_t of,
                          std::string name);

    std::map<std::pair<std::int64_t, std::string>, std::int64_t> m_processes, m_threads, m_deviceRows, m_counters;
    std::map<std::pair<model::TrackKind, model::TrackKey>, std::string> m_names;
    std::map<std::int64_t, std::string> m_devices;
    std::map<std::int64_t, std::int64_t> m_contexts;
    bool m_isHip = false;
};

}  // namespace importers::xplane
