// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/common/importer.h"
#include "model/base/memory_bound.h"

namespace importers::torch {

/// A value of a pickle. Lists, dicts and tuples are shared: a value only names one.
struct PickleValue {
    enum class Type : std::uint8_t { None, Bool, Int, Real, Text, Bytes, List, Dict, Tuple, Folded };
    Type type = Type::None;
    std::int64_t bits =
        0;  ///< the number; of a real its bits; of a text or a container which one; of Folded see fold()

    bool isContainer() const { return type == Type::List || type == Type::Dict || type == Type::Tuple; }
    std::uint32_t index() const { return static_cast<std::uint32_t>(bits); }
    double real() const { return std::bit_cast<double>(bits); }
};

/// The texts and containers of a pickle. Every text is there once.
class PickleValues {
public:
    std::uint32_t text(std::string_view text);
    std::string_view textAt(std::uint32_t index) const { return m_texts[index]; }
    std::string_view textOf(const PickleValue& v) const {
        return v.type == PickleValue::Type::Text ? textAt(v.index()) : std::string_view();
    }

    /// The elements of a list or tuple; of a dict its keys and values in turn. Nothing for what is no container.
    std::span<const PickleValue> items(const PickleValue& container) const;
    /// The value of a key of a dict, None where there is none. `key`: the number of a text.
    PickleValue find(const PickleValue& dict, std::uint32_t key) const;
    PickleValue find(const PickleValue& dict, std::string_view key) const;

private:
    friend class PickleReader;
    struct Container {
        std::vector<PickleValue> items;
        std::int64_t folded = 0;
        bool isAsked = false, isFolded = false;
    };
    std::deque<std::string> m_texts;  // its elements do not move: the keys of the index point to them
    std::unordered_map<std::string_view, std::uint32_t> m_index;
    std::deque<Container> m_containers;
};

/// Reads a pickle of the protocols 2 to 5 that consists of plain values: dicts, lists, tuples, texts and numbers. It is
/// a reader of its own for these opcodes: one that would import, call or build anything ends the reading, and nothing
/// is ever run. Memory grows with the bytes that were really read, never with a length that the file states.
class PickleReader {
public:
    /// Called once for each container, when it is put into another one and so is complete. May give a number for it:
    /// then its elements are released, and its value is Folded, with that number, wherever the pickle refers to it.
    using Fold = std::function<std::optional<std::int64_t>(const PickleValues&, const PickleValue&)>;

    PickleReader(ByteSource& source, PickleValues& values, Fold fold, const OpenOptions& options);

    enum class End : std::uint8_t {
        Whole,     ///< to its last opcode
        Cut,       ///< the bytes end before
        Damaged,   ///< problem() says why
        RunsCode,  ///< problem() names the opcode that was refused
        TooLarge,  ///< more than the memory that may be used
        Stopped,
    };
    /// Reads to the end.
    End read();
    const model::Message& problem() const { return m_problem; }
    /// Position of the last opcode in the unpacked bytes.
    std::uint64_t offset() const { return m_opcodeAt; }
    /// The outermost value. After an end that is not Whole, it holds what was complete by then.
    PickleValue root();

private:
    bool step(std::uint8_t opcode);
    bool readNumber(std::uint8_t opcode);
    bool readText(std::uint8_t opcode);
    bool readMemo(std::uint8_t opcode);
    bool readContainer(std::uint8_t opcode);
    bool fail(End end, model::Message problem = {});
    bool odd();

    bool bytes(void* to, std::size_t n);
    bool length(unsigned width, std::uint64_t& n);
    bool skip(std::uint64_t n);
    bool refill();
    bool integer(std::uint64_t size);

    void push(PickleValue::Type type, std::int64_t bits) { m_stack.push_back({type, bits}); }
    bool pushContainer(PickleValue::Type type, std::size_t items);
    bool putAll(std::size_t into, std::size_t from);
    bool setMemo(std::uint64_t index);
    bool getMemo(std::uint64_t index);
    bool popMark(std::size_t& from);
    PickleValue folded(PickleValue v);
    void release(std::vector<PickleValue>& items);
    void close(std::size_t into);

    ByteSource& m_source;
    PickleValues& m_values;
    const Fold m_fold;
    const OpenOptions& m_options;
    model::MemoryBound m_memory;
    std::vector<char> m_buffer;
    std::size_t m_at = 0, m_size = 0;
    std::uint64_t m_before = 0, m_opcodeAt = 0;  // bytes before the buffer
    std::string m_scratch;
    std::vector<PickleValue> m_stack, m_memo;
    std::vector<PickleValue> m_spare;  ///< room for the items of a container
    std::vector<std::size_t> m_marks;  // sizes of the stack
    std::uint64_t m_memoSets = 0;
    End m_end = End::Whole;
    model::Message m_problem;
};

}  // namespace importers::torch
