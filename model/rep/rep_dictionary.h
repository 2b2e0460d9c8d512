// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "model/rep/rep_draft.h"
#include "model/store/event_store.h"

namespace model::rep {

/// Numbers strings, argument tuples and call chains in the order of their first use, so that a file depends only on the
/// content of a store and not on its history. Drafts the frames that must precede that use.
class Dictionary {
public:
    explicit Dictionary(const EventStore& store);

    std::uint32_t string(StringId id);
    std::uint32_t args(ArgsId id);
    std::uint32_t chain(ChainId id);

    std::uint32_t nextString() const { return m_strings + 1; }
    std::uint32_t nextArgs() const { return m_args + 1; }
    std::uint32_t nextChain() const { return m_chains + 1; }
    /// Whether there are enough new entries to write them.
    bool isLarge() const;

    /// Frames with all entries that are new since the last call, in order.
    std::vector<Draft> take();

private:
    struct Shape {
        std::uint32_t number = 0;  // in the file
        std::vector<ArgsTable::Key> keys;
    };
    const Shape& shape(std::uint32_t id);
    void draftArgs(std::vector<Draft>& out);
    /// Moves tuples from the front of `ids` into one frame; returns how many.
    std::size_t draftArgs(std::span<const ArgsId> ids, Draft& out);
    void draftShapes(std::vector<Draft>& out);
    void draftChains(std::vector<Draft>& out);
    void draftStrings(std::vector<Draft>& out);
    void draftColours(std::vector<Draft>& out);

    const EventStore& m_store;
    std::vector<std::uint32_t> m_stringNumbers, m_argsNumbers, m_chainNumbers, m_frameNumbers;  // by id in the store
    std::vector<std::uint32_t> m_colours;                                                       // by id in the store
    std::vector<Shape> m_shapes;                                                                // by id in the store
    std::uint32_t m_strings = 0, m_args = 0, m_chains = 0, m_frames = 0, m_shapeCount = 0;

    // New since the last take().
    std::vector<StringId> m_newStrings;
    std::size_t m_newTextBytes = 0;
    std::vector<ArgsId> m_newArgs;
    std::vector<ChainId> m_newChains;
    std::vector<std::uint32_t> m_newShapes;
};

}  // namespace model::rep
