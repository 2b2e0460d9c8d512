// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "importers/common/importer.h"
#include "importers/torch/pickle.h"
#include "model/base/huge_vector.h"

namespace importers::torch {

/// An entry of the trace of a device's allocator.
struct TraceEntry {
    enum class Action : std::uint8_t {
        Alloc,
        FreeRequested,
        FreeCompleted,
        SegmentAlloc,
        SegmentFree,
        SegmentMap,
        SegmentUnmap,
        OutOfMemory,
        Snapshot,
        UserDefined,
        Unknown
    };
    Action action = Action::Unknown;
    bool hasTime = false;
    std::int64_t address = 0;  ///< of OutOfMemory: the bytes that the device had free
    std::int64_t size = 0, stream = 0;
    model::TimeNs time = 0;  ///< ns since 1970
    model::ChainId chain = 0;
    std::uint32_t text = 0;  ///< of UserDefined: number of its text; of Unknown: that of its action
};

/// A piece of a segment.
struct Block {
    enum class State : std::uint8_t { Allocated, PendingFree, Free };
    State state = State::Free;
    std::int64_t address = -1, size = 0, requested = -1;  ///< below 0: not stated
    model::ChainId chain = 0;
};

/// Memory that the allocator has from the driver.
struct Segment {
    std::int64_t device = 0, address = 0, size = 0, stream = 0;
    std::string_view kind;  ///< "small" or "large"
    std::string pool;       ///< "0, 0" is the common one
    bool isExpandable = false;
    model::ChainId chain = 0;
    std::vector<Block> blocks;
};

struct Annotation {
    std::string_view name;
    std::int64_t device = 0;
    model::TimeNs time = 0;
    bool isStart = false;
};

/// What a memory snapshot of PyTorch holds. Texts are those of the pickle.
struct Snapshot {
    std::vector<Segment> segments;
    std::vector<std::vector<TraceEntry>> traces;  ///< by device
    std::vector<Annotation> annotations;
    model::Facts settings;  ///< of the allocator
};

/// Makes a snapshot of the values of a pickle. Frames, stacks, blocks and entries are folded into records while they
/// are read, so that a long trace takes a fraction of its values' memory. Stacks enter the store.
class SnapshotReader {
public:
    SnapshotReader(PickleValues& values, model::EventStore& store);
    /// For PickleReader.
    std::optional<std::int64_t> fold(const PickleValue& v);

    /// Whether a value is a snapshot: the dict that it is today, or the list of segments that it was before 2023.
    bool isSnapshot(const PickleValue& root) const;
    /// Notes what it leaves out. Each list is read once, however often the pickle refers to it.
    Snapshot read(const PickleValue& root);
    std::string_view text(std::uint32_t number) const { return m_values.textAt(number); }

private:
    enum class Record : std::uint8_t { Frame, Stack, Entry, Block };
    static std::int64_t numberOf(Record record, std::size_t index) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(record) << 56 | index);
    }
    /// The index of a folded value, or -1 if it is no such record.
    static std::int64_t indexOf(Record record, const PickleValue& v);

    std::optional<std::int64_t> foldFrame(const PickleValue& v);
    std::optional<std::int64_t> foldEntry(const PickleValue& v, const PickleValue& action);
    std::optional<std::int64_t> foldBlock(const PickleValue& v, const PickleValue& state);
    std::optional<std::int64_t> foldStack(const PickleValue& v);
    model::ChainId chainOf(const PickleValue& dict) const;
    model::ChainId chainOfHistory(const PickleValue& block) const;
    model::StringId word(std::uint32_t text);

    void readSegments(const PickleValue& list, Snapshot& out);
    void readSegment(const PickleValue& v, Snapshot& out);
    void readTraces(const PickleValue& list, Snapshot& out);
    void readAnnotations(const PickleValue& list, Snapshot& out);
    void readSettings(const PickleValue& dict, Snapshot& out) const;
    bool isNew(const PickleValue& container);

    PickleValues& m_values;
    model::EventStore& m_store;
    struct Keys {
        std::uint32_t action, addr, deviceFree, size, stream, timeUs, frames, filename, line, name, state, address,
            requestedSize, history, userMetadata, blocks, totalSize;
    } m_key;
    std::map<std::uint32_t, TraceEntry::Action> m_actions;  // by text
    std::vector<model::StringId> m_words;                   // by text
    std::vector<model::Frame> m_frames;
    model::HugeVector<TraceEntry> m_entries;
    std::vector<Block> m_blocks;
    std::vector<model::Frame> m_stack;
    std::vector<bool> m_read;  // by container
    std::uint64_t m_repeated = 0, m_odd = 0;
};

}  // namespace importers::torch
