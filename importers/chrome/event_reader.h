// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/chrome/event_fields.h"
#include "importers/chrome/records.h"
#include "importers/chrome/string_memo.h"
#include "importers/chrome/vocabulary.h"

namespace importers::chrome {

/// How a stretch of events ended.
struct StretchEnd {
    enum class How : std::uint8_t {
        Between,  ///< after a whole event
        Closed,   ///< at the bracket that closes the array; `at` = after it
        Inside,   ///< in the middle of the event that begins at `at`
    };
    How how = How::Between;
    std::size_t at = 0;
};

/// Converts the text of events to records. One for each thread; all of them share the tables of the store.
class EventReader {
public:
    explicit EventReader(model::EventStore& store);

    /// Reads events from text[begin…], which must begin between two events and be followed by json::kPadding zero
    /// bytes. `offset` is the position of the text in the unpacked file. Skips and counts broken events.
    StretchEnd read(std::string_view text, std::size_t begin, std::uint64_t offset, Records& out);

private:
    StretchEnd readEvents(std::string_view text, std::size_t begin, std::uint64_t offset, Records& out);
    using Value = json::Value;
    struct KnownCategory {
        const Category* meaning = nullptr;
        bool isLaunchFlow = false;
        bool mayBeRange = false;
    };
    struct Shape {
        std::uint64_t hash = 0;
        std::vector<model::ArgsTable::Key> keys;
        std::uint32_t id = 0;
    };
    /// What the arguments of the current event mean, in addition to being kept.
    struct ArgFacts {
        std::int64_t correlation = 0, externalId = 0;
        std::int64_t device = model::TrackKey::kNone, context = model::TrackKey::kNone, stream = model::TrackKey::kNone;
        model::ChainId chain = 0;
        MemoryKinds memory;  // told by the name of the event, before its arguments are read
        bool running = false, unfinished = false, inSequence = false;
    };

    void indexGroups();
    void event();
    void slice(model::TimeNs start);
    void asyncEvent(model::TimeNs time, char phase);
    void instant(model::TimeNs time);
    void counter(model::TimeNs time);
    void metadata();
    void flow(model::TimeNs time, char phase);
    void flowsOfSlice(model::TimeNs start, std::int64_t pid, std::int64_t tid, model::StringId name);
    void threadState(model::TimeNs start, model::TimeNs end);
    void memory(model::TimeNs time);
    void object(model::TimeNs time, char phase);
    void colour(model::StringId name);

    model::TimeNs duration();
    model::StringId name();
    std::int64_t processOrThread(const Value& v);
    std::int64_t pid() { return processOrThread(m_event.pid); }
    std::int64_t tid();
    ScopedId scopedId(const Value& plain);
    std::uint32_t stackOfSlice();
    const KnownCategory& categoryOf(const Value& v);
    model::ArgsId args(ArgFacts& facts, bool unfinished = false);
    void argument(std::string_view prefix, const Value& key, const Value& v, ArgFacts& facts, int depth);
    void keep(model::StringId key, const Value& v);
    void keepNumber(model::StringId key, const Value& v);
    void keepMemory(const MemoryKinds& kinds);
    void triple(const Value& v, const model::StringId (&keys)[3]);
    bool roleOf(ArgRole role, model::StringId key, const Value& v, ArgFacts& facts);
    model::ChainId chainOf(std::string_view stack, bool escaped);
    model::ArgsId internArgs(bool running);
    void stage(model::TrackKind kind, const model::TrackKey& key, const model::Event& e);
    void odd(model::Note note, model::Message subject, const char* where);
    /// Notes the decimal commas that the scanner found, and resets them.
    void decimalCommas(json::Scanner& scanner);

    model::EventStore& m_store;
    StringMemo m_strings;
    EventFields m_event;
    Records* m_out = nullptr;
    const char* m_text = nullptr;   // beginning of the text, for offsets
    const char* m_begin = nullptr;  // of the current event
    std::uint64_t m_offset = 0;

    std::vector<std::pair<ArgRole, model::StringId>>
        m_roles;                               // by StringId of the key: its role, and its name in the store
    std::vector<std::int8_t> m_categoryKnown;  // by StringId of a category
    std::vector<KnownCategory> m_categories;
    std::vector<model::ArgsTable::Key> m_keys;
    std::vector<std::int64_t> m_values;
    std::vector<Shape> m_shapes;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_groupIndex;
    std::uint32_t m_lastGroup = 0;
    model::StringId m_lastKey = 0;
    model::StringId m_grid[3], m_block[3], m_sourceKind, m_targetKind, m_memoryKind, m_unnamed, m_unfinished, m_memory,
        m_launchNames[3];
    std::string m_scratch;
};

}  // namespace importers::chrome
