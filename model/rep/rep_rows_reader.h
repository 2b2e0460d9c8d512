// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "model/rep/rep_dictionary_reader.h"
#include "model/rep/rep_file.h"
#include "model/store/event_store.h"
#include "model/store/wanted.h"

namespace model::rep {

/// Reads tracks, lanes and rows of a file into a store.
class RowsReader {
public:
    RowsReader(EventStore& store, const DictionaryReader& dictionary, const Wanted& wanted)
        : m_store(store), m_dictionary(dictionary), m_wanted(wanted) {}

    // Each returns false if the frame, or a part of it, is damaged.
    bool tracks(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool lanes(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    /// Rows or values. Several threads may read frames of different lanes: `unit` (not 0) identifies the reader, and a
    /// lane belongs to the first unit that touches it.
    bool rows(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch, std::uint32_t unit);
    /// Whether a frame of rows or values is for one lane that is not wanted.
    bool isUnwanted(const FrameHeader& frame) const {
        return frame.subject < m_slots.size() && m_slots[frame.subject].unwanted;
    }

    bool trackOrder(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool flows(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    /// Sets those flows in the store whose events exist so far; call it when no thread reads rows.
    void showFlows();

    /// Greatest number of a string that a row so far may refer to.
    std::uint32_t mostString() const { return m_mostString; }

    /// Number of tracks, lanes and rows of kinds that only a newer version knows.
    std::uint64_t unknown() const { return m_unknown; }
    /// Number of references that lead nowhere.
    std::uint64_t dangling() const { return m_dangling + m_lostFlows; }

private:
    struct Slot {
        Lane* lane = nullptr;
        CounterSeries* series = nullptr;
        bool unknown = false;  // of a kind that this version does not know
        bool unwanted = false;
        bool isPassedOver() const { return unknown || unwanted; }
        std::uint32_t unit = 0;  // its reader; atomic access only
    };
    Slot* claim(std::uint32_t number, std::uint32_t unit);
    bool readParts(const PlannedFrame& frame, Scratch& s) const;
    bool packedRows(const PlannedFrame& frame, Scratch& s, std::uint32_t unit);
    bool packedValues(const PlannedFrame& frame, Scratch& s, std::uint32_t unit);
    bool rawRows(const PlannedFrame& frame, std::span<const std::uint8_t> raw, std::uint32_t unit);
    bool rawValues(const PlannedFrame& frame, std::span<const std::uint8_t> raw, std::uint32_t unit);
    bool part(Slot* slot, const PlannedFrame& frame, std::size_t index, Scratch& s);
    bool addTimes(Lane& lane, Scratch& s, std::size_t rows, TimeNs first);
    enum class Reference { None, String, Args, Chain };
    void addColumn(Column<std::uint32_t>& to, PackedColumn* from, std::size_t rows, Reference what,
                   const PlannedFrame& frame);
    void seeString(std::uint32_t number);
    std::uint32_t resolve(std::uint32_t number, Reference what, const PlannedFrame& frame);

    EventStore& m_store;
    const DictionaryReader& m_dictionary;
    const Wanted m_wanted;
    std::vector<TrackId> m_tracks;
    std::vector<std::uint32_t> m_laneCounts;  // for each track: lanes and overflow lanes in the file so far
    std::vector<Slot> m_slots;
    std::vector<Flow> m_flows;  // with numbers of lanes instead of their ids
    std::uint64_t m_lostFlows = 0;
    std::atomic<std::uint32_t> m_mostString{0};
    std::atomic<std::uint64_t> m_unknown{0};
    std::atomic<std::uint64_t> m_dangling{0};
};

}  // namespace model::rep
