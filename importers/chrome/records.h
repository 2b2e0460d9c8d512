// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/base/messages.h"
#include "model/store/event_store.h"

namespace importers::chrome {

/// The name of events without one.
inline constexpr std::string_view kUnnamed = "(unnamed)";
/// Subject of the note about list elements that are not events.
inline constexpr model::MessageCode kNotEvents = model::MessageCode::NotEvents;
/// Argument of events that were still running at the end.
inline constexpr std::string_view kUnfinished = "unfinished";

/// Events of one row of a stretch, in the order of lanes. The process of GPU rows is the number in the file (often the
/// device). The process that launched the work is known only at the end.
struct Group {
    model::TrackKind kind = model::TrackKind::Slices;
    model::TrackKey key;
    std::vector<model::Event> events;
};

/// A begin or an end.
struct BeginEnd {
    std::int64_t pid = 0, tid = 0;
    model::TimeNs time = 0;
    model::StringId name = 0;  ///< 0 = an end without a name
    model::ArgsId args = 0;
    std::uint32_t stack = 0;  ///< as model::Event::payload of a Group of slices
    bool end = false;
};

/// The scope of an id: its category, and a process if the id is local to it. Numbers and texts are different ids.
struct ScopedId {
    model::StringId category = 0;
    bool text = false;
    std::int64_t pid = model::TrackKey::kNone;
    std::int64_t value = 0;
    auto operator<=>(const ScopedId&) const = default;
};

struct Async {
    ScopedId id;
    std::int64_t pid = 0, tid = 0;
    model::TimeNs time = 0;
    model::StringId name = 0;
    model::ArgsId args = 0;
    char phase = 'b';  ///< b, n, e; S and F are b and e, T and p are n
};

struct ObjectEvent {
    ScopedId id;
    std::int64_t pid = 0;
    model::TimeNs time = 0;
    model::StringId name = 0;
    model::ArgsId args = 0;
    char phase = 'N';
};

struct FlowPoint {
    ScopedId id;
    std::int64_t pid = 0, tid = 0;
    model::TimeNs time = 0;
    model::StringId name = 0;   ///< of the arrow
    model::StringId slice = 0;  ///< name of the event that starts at `time` and owns the point; 0 = the event around it
    char phase = 's';           ///< s, t, f
    bool enclosing = true;      ///< false: the next event to begin
    bool launch = false;        ///< an arrow from a call to GPU work, which duplicates the correlation id
};

/// An end of an arrow from a call to GPU work.
struct LaunchEnd {
    model::TimeNs time = 0;
    std::uint32_t id = 0;  ///< the correlation id
    std::uint32_t place : 31 =
        0;  ///< process and thread, for GPU work often a device and a stream, numbered in order of appearance
    std::uint32_t arrives : 1 = 0;
};

struct CounterValue {
    std::int64_t pid = 0;
    model::TimeNs time = 0;
    model::StringId counter = 0, series = 0;
    double value = 0;  ///< NaN = a gap
};

/// One argument of a metadata event.
struct Metadata {
    std::int64_t pid = 0, tid = 0;
    model::StringId what = 0;
    model::StringId text = 0;
    std::int64_t number = 0;
    bool isNumber = false;
};

/// An allocation, as PyTorch's profiler records it.
struct MemoryPoint {
    std::int64_t pid = 0, device = 0;
    bool onGpu = false;
    model::TimeNs time = 0;
    std::int64_t allocated = 0, reserved = 0;
};

/// An oddity, and where it first occurred.
struct Oddity {
    std::uint64_t count = 0;
    std::vector<std::int64_t> offsets;  ///< the first few
    static constexpr std::size_t kOffsets = 4;
};
using Oddities = std::map<std::pair<model::Note, model::Message>, Oddity>;

/// The contents of a stretch of the file.
struct Records {
    std::vector<Group> groups;
    std::vector<BeginEnd> beginEnds;
    std::vector<Async> asyncs;
    std::vector<ObjectEvent> objects;
    std::vector<FlowPoint> flows;
    std::vector<CounterValue> counters;
    std::vector<Metadata> metadata;
    std::vector<MemoryPoint> memory;
    Oddities oddities;
    std::array<std::uint64_t, model::kEventKindCount> counts{};
    bool correlates = false;    ///< GPU work with a correlation id was seen
    bool isKineto = false;      ///< categories of PyTorch's profiler were seen
    std::string_view platform;  ///< of devices other than CUDA's, judged by the categories (model/base/platforms.h)

    /// Empties it, and keeps the memory for the next stretch.
    void clear();
};

}  // namespace importers::chrome
