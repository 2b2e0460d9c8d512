// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/perfetto/trace_data.h"

namespace importers::perfetto {

/// Reads track events into TraceData.
class TrackEventReader {
public:
    explicit TrackEventReader(TraceData& data) : m_data(data) {}
    void read(std::string_view message, const Packet& packet, Sequence& sequence);

private:
    struct Legacy {
        bool present = false;
        char phase = 0;
        std::int64_t durationUs = 0;
        std::uint64_t id = 0;
        enum class Id : std::uint8_t { None, Unscoped, Local, Global } idType = Id::None;
        std::string_view scope;
        std::uint64_t bindId = 0;
        bool hasBindId = false, enclosing = false;
        std::uint64_t direction = 0, instantScope = 0, nameIid = 0;
        std::int64_t pid = model::TrackKey::kNone, tid = model::TrackKey::kNone;
    };
    struct Event {
        std::uint64_t type = 0;
        std::uint64_t track = 0;
        bool hasTrack = false;
        model::StringId name = 0;
        std::string categories;
        model::ChainId chain = 0;
        std::vector<std::uint64_t> counterTracks, doubleCounterTracks;
        std::vector<double> extraValues, extraDoubles;
        bool hasValue = false;
        double value = 0;
        EventExtra extra;
        Legacy legacy;
    };

    void field(const WireField& f, Event& e, Stamp& stamp, const Packet& packet, Sequence& sequence);
    void argument(const WireField& f, Event& e, Sequence& sequence);
    void legacyEvent(std::string_view message, Legacy& legacy);
    void gpuCorrelation(std::string_view message, EventExtra& extra);
    void histogram(std::string_view message, Sequence& sequence);
    void sourceLocation(std::string_view message);
    model::ChainId inlineCallstack(std::string_view message);
    model::ChainId internedCallstack(std::uint64_t iid, Sequence& sequence);
    model::Frame frame(std::uint64_t iid, Sequence& sequence);
    TrackIndex trackOf(const Event& e, const Packet& packet, const Sequence& sequence);
    TrackIndex asyncTrack(const Event& e, TrackIndex thread);
    void extraCounters(const Event& e, Stamp stamp, const Sequence& sequence);
    void counterValue(std::uint64_t track, double value, Stamp stamp, const Sequence& sequence);
    void legacyPhase(Event& e, TrackRecord record, TrackIndex thread);
    void flowEvent(const Event& e, Stamp stamp, TrackIndex track);
    void add(Event& e, TrackRecord record);

    TraceData& m_data;
};

}  // namespace importers::perfetto
