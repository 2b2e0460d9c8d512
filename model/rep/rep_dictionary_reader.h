// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/rep/rep_file.h"
#include "model/store/event_store.h"

namespace model::rep {

/// Reads strings, colours, shapes, argument tuples and call chains of a file into a store.
///
/// Direct: the store was empty and the file guarantees that no entry comes twice. Then numbers of the file are ids of
/// the store, rows may be read before what they use, and lost entries are replaced by empty ones. Otherwise every
/// number is looked up, and lost ones become 0.
class DictionaryReader {
public:
    DictionaryReader(EventStore& store, bool direct) : m_store(store), m_direct(direct) {}

    /// Sets what each frame may use. Clears the rows of frames whose numbers do not continue the previous ones.
    void limit(std::span<PlannedFrame> frames);

    // Each returns false if the frame is damaged. Frames of one kind come in order. If the reader is direct, one thread
    // each may read strings, tuples and chains.
    bool strings(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool colours(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool shapes(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool args(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool chainFrames(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool chainNodes(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);

    /// Adds empty strings, up to that number, for those whose frame is missing.
    void completeStrings(std::uint32_t upTo) { padStrings(std::min(upTo, m_lastString)); }
    /// No more entries of that kind come; adds empty ones for what is missing.
    void completeStrings() { padStrings(m_lastString); }
    void completeArgs();
    void completeChains();
    /// Direct: makes the tuples and chains read so far visible to readers of the store. These may then refer to any
    /// string of the file, so call it only once all strings are there, and while no thread reads frames. `all`: nothing
    /// is missing.
    void show(bool all);

    bool isDirect() const { return m_direct; }
    StringId string(std::uint32_t number) const { return number < m_stringIds.size() ? m_stringIds[number] : 0; }
    ArgsId argsId(std::uint32_t number) const { return number < m_argsIds.size() ? m_argsIds[number] : 0; }
    ChainId chain(std::uint32_t number) const { return number < m_chainIds.size() ? m_chainIds[number] : 0; }
    /// Entries whose frame is missing.
    std::uint64_t lostStrings() const { return m_lostStrings; }
    std::uint64_t lostOthers() const { return m_lostArgs + m_lostChains; }

private:
    struct Shape {
        std::uint32_t id = 0;  // in the store
        std::vector<ArgsTable::Key> keys;
        bool known = false;
    };
    StringId use(std::uint32_t number, const PlannedFrame& frame) const;
    void padStrings(std::uint32_t count);
    void padArgs(std::uint32_t count);
    void padChains(std::uint32_t count, std::uint32_t frames);
    struct Tuples;
    bool packedTuples(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch,
                      Tuples& out) const;
    bool rawTuples(const PlannedFrame& frame, std::span<const std::uint8_t> raw, Tuples& out) const;
    bool groupOf(std::uint32_t shape, const PlannedFrame& frame, Tuples& out) const;
    bool textsExist(const PlannedFrame& frame, const Tuples& tuples) const;

    EventStore& m_store;
    const bool m_direct;
    // Greatest numbers that frames of the plan define.
    std::uint32_t m_lastString = 0, m_lastArgs = 0, m_lastChain = 0, m_chainFrameCount = 0, m_shapeCount = 0;
    std::uint32_t m_padding = 0;  // total of numbers that no frame defines
    // Numbers read so far.
    std::uint32_t m_strings = 0, m_args = 0, m_chains = 0, m_frames = 0;
    std::uint64_t m_lostStrings = 0, m_lostArgs = 0, m_lostChains = 0;
    std::vector<StringId> m_stringIds{0};  // only if not direct
    std::vector<ArgsId> m_argsIds{0};
    std::vector<ChainId> m_chainIds{0};
    std::vector<Frame> m_chainFrames;
    std::vector<Shape> m_shapes;
};

}  // namespace model::rep
