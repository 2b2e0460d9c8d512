// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/common/protobuf_wire.h"
#include "model/store/event_store.h"

namespace importers::perfetto {

/// Used fields of interned data, by their numbers in the message; each is a name space of its own for ids.
enum Interned : std::uint32_t {
    kEventCategories = 1,
    kEventNames = 2,
    kAnnotationNames = 3,
    kSourceLocations = 4,
    kFunctionNames = 5,
    kFrames = 6,
    kCallstacks = 7,
    kMappingPaths = 17,
    kMappings = 19,
    kGraphicsContexts = 23,
    kGpuSpecifications = 24,
    kHistogramNames = 25,
    kAnnotationStrings = 29,
    kCorrelationTexts = 43,
    kGpuCounterDescriptors = 47,
    kComputeKernels = 1000,
    kComputeArgNames = 1001
};

/// Calls use(number) for each number of a repeated field, packed or not.
template <class F>
void forEachNumber(const WireField& field, F&& use) {
    if (!field.isBytes()) return use(field.value);
    WireReader in(field.bytes);
    for (std::uint64_t v; !in.atEnd() && in.varint(v);) use(v);
}
/// The same for numbers of eight bytes each.
template <class F>
void forEachFixed64(const WireField& field, F&& use) {
    if (!field.isBytes()) return use(field.value);
    for (std::string_view rest = field.bytes; rest.size() >= 8; rest.remove_prefix(8)) {
        std::uint64_t v = 0;
        for (unsigned i = 0; i < 8; ++i) v |= std::uint64_t{static_cast<std::uint8_t>(rest[i])} << (8 * i);
        use(v);
    }
}

struct CounterDescriptor;

/// State of one writer: what its packets define once and later packets rely on.
struct Sequence {
    explicit Sequence(std::uint32_t number) : id(number) {}

    std::uint32_t id;
    bool valid = false;     ///< nothing that packets rely on was lost
    std::uint32_t run = 0;  ///< a number for each stretch between two resets, unique in the trace

    // Defaults.
    std::uint32_t clockId = 0;  ///< 0 = the clock of the trace
    std::uint64_t track = 0;
    bool hasTrack = false;
    std::vector<std::uint64_t> counterTracks, doubleCounterTracks;

    // Of writers from before track descriptors existed.
    bool hasThread = false;
    std::int64_t pid = 0, tid = 0;
    std::int64_t timeUs = 0;  ///< the last time; events give the difference to it

    /// How a clock of that id counts, by its last snapshot.
    struct Clock {
        bool incremental = false;  ///< packets give differences
        std::uint64_t unit = 1;
        std::uint64_t last = 0;
    };
    std::map<std::uint32_t, Clock> clocks;

    /// Forgets what packets must repeat after a reset.
    void reset() {
        interned.clear();
        clockId = 0;
        hasTrack = hasThread = false;
        counterTracks.clear();
        doubleCounterTracks.clear();
    }
    void intern(std::string_view internedData);
    /// An entry, with the parts of its message that were decoded so far. Another message for the same id is another
    /// entry.
    struct Entry {
        std::string message;
        std::optional<model::StringId> text;
        std::shared_ptr<CounterDescriptor> counters;
    };
    /// nullptr if there is none.
    Entry* entry(Interned field, std::uint64_t iid);
    /// The message that was interned, or nullptr.
    const std::string* find(Interned field, std::uint64_t iid) {
        const Entry* e = entry(field, iid);
        return e ? &e->message : nullptr;
    }
    /// The text, in the store, of an entry whose message is {id, text}; 0 and `found` false if there is none.
    model::StringId text(Interned field, std::uint64_t iid, model::EventStore& store);

    std::unordered_map<std::uint32_t, std::unordered_map<std::uint64_t, Entry>> interned;
};

}  // namespace importers::perfetto
