// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/torch/pickle.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstring>

#include "model/base/messages.h"

namespace importers::torch {

using Type = PickleValue::Type;

namespace {

constexpr std::size_t kBuffer = 1 << 20;
constexpr std::uint64_t kMostText = 16 << 20;    // names of C++ functions are long, but not that long
constexpr std::uint64_t kMostDigits = 64 << 10;  // bytes of one number
constexpr std::size_t kMostDepth = 256;          // a snapshot has eight lists and dicts in each other

enum Opcode : std::uint8_t {
    Mark = '(',
    Stop = '.',
    Pop = '0',
    PopMark = '1',
    BinInt = 'J',
    BinInt1 = 'K',
    BinInt2 = 'M',
    None = 'N',
    BinFloat = 'G',
    BinString = 'T',
    ShortBinString = 'U',
    BinUnicode = 'X',
    BinBytes = 'B',
    ShortBinBytes = 'C',
    Append = 'a',
    Dict = 'd',
    EmptyDict = '}',
    Appends = 'e',
    BinGet = 'h',
    LongBinGet = 'j',
    List = 'l',
    EmptyList = ']',
    BinPut = 'q',
    LongBinPut = 'r',
    SetItem = 's',
    TupleOfMark = 't',
    EmptyTuple = ')',
    SetItems = 'u',
    Proto = 0x80,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    NewTrue = 0x88,
    NewFalse = 0x89,
    Long1 = 0x8a,
    Long4 = 0x8b,
    ShortBinUnicode = 0x8c,
    BinUnicode8 = 0x8d,
    BinBytes8 = 0x8e,
    Memoize = 0x94,
    Frame = 0x95,
    ByteArray8 = 0x96,
};

/// Opcodes that import, call, build or fetch something. A snapshot has none of them.
struct Refused {
    std::uint8_t opcode;
    std::string_view name;
};
constexpr Refused kRefused[] = {
    {'c', "GLOBAL"}, {0x93, "STACK_GLOBAL"}, {'R', "REDUCE"},     {'b', "BUILD"},        {'i', "INST"},
    {'o', "OBJ"},    {0x81, "NEWOBJ"},       {0x92, "NEWOBJ_EX"}, {0x82, "EXT1"},        {0x83, "EXT2"},
    {0x84, "EXT4"},  {'P', "PERSID"},        {'Q', "BINPERSID"},  {0x97, "NEXT_BUFFER"}, {0x98, "READONLY_BUFFER"}};

}  // namespace

std::uint32_t PickleValues::text(std::string_view text) {
    if (const auto found = m_index.find(text); found != m_index.end()) return found->second;
    const auto index = static_cast<std::uint32_t>(m_texts.size());
    m_index.emplace(m_texts.emplace_back(text), index);
    return index;
}

std::span<const PickleValue> PickleValues::items(const PickleValue& container) const {
    if (!container.isContainer()) return {};
    return m_containers[container.index()].items;
}

PickleValue PickleValues::find(const PickleValue& dict, std::uint32_t key) const {
    if (dict.type != Type::Dict) return {};
    const std::vector<PickleValue>& items = m_containers[dict.index()].items;
    for (std::size_t i = items.size() & ~std::size_t{1}; i >= 2; i -= 2)  // a key that is there twice was set again
        if (items[i - 2].type == Type::Text && items[i - 2].index() == key) return items[i - 1];
    return {};
}

PickleValue PickleValues::find(const PickleValue& dict, std::string_view key) const {
    const auto known = m_index.find(key);
    return known == m_index.end() ? PickleValue{} : find(dict, known->second);
}

PickleReader::PickleReader(ByteSource& source, PickleValues& values, Fold fold, const OpenOptions& options)
    : m_source(source), m_values(values), m_fold(std::move(fold)), m_options(options),
      m_memory(options.mostMemory, model::MemoryBound::kGathered), m_buffer(kBuffer) {}

bool PickleReader::refill() {
    m_before += m_size;
    m_at = 0;
    m_size = m_source.read(m_buffer.data(), m_buffer.size());
    return m_size > 0;
}

bool PickleReader::bytes(void* to, std::size_t n) {
    for (auto* out = static_cast<char*>(to); n > 0;) {
        if (m_at == m_size && !refill()) return fail(End::Cut);
        const std::size_t part = std::min(n, m_size - m_at);
        std::memcpy(out, m_buffer.data() + m_at, part);
        m_at += part, out += part, n -= part;
    }
    return true;
}

bool PickleReader::skip(std::uint64_t n) {
    while (n > 0) {
        if (m_at == m_size && !refill()) return fail(End::Cut);
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(n, m_size - m_at));
        m_at += part, n -= part;
    }
    return true;
}

/// A number of `width` bytes, the lowest first.
bool PickleReader::length(unsigned width, std::uint64_t& n) {
    std::array<unsigned char, 8> raw{};
    if (!bytes(raw.data(), width)) return false;
    n = 0;
    for (unsigned i = 0; i < width; ++i) n |= std::uint64_t{raw[i]} << (8 * i);
    return true;
}

bool PickleReader::fail(End end, model::Message problem) {
    m_end = end;
    m_problem = std::move(problem);
    return false;
}

bool PickleReader::odd() { return fail(End::Damaged, model::MessageCode::PickleOddValue); }

PickleReader::End PickleReader::read() {
    for (std::uint64_t n = 0;; ++n) {
        if ((n & 0xfff) == 0 && m_options.stop.stop_requested()) {
            fail(End::Stopped);
            break;
        }
        if ((n & 0xffff) == 0) {
            if (m_memory.isReached()) {
                fail(End::TooLarge, model::MessageCode::NoMemoryForTheRest);
                break;
            }
            if (m_options.progress) m_options.progress({m_source.fileBytesDone(), 0});
        }
        m_opcodeAt = m_before + m_at;
        std::uint8_t opcode = 0;
        if (!bytes(&opcode, 1)) break;
        if (opcode == Stop) {
            if (m_stack.size() != 1 || !m_marks.empty()) odd();
            break;
        }
        if (!step(opcode)) break;
    }
    if (m_end == End::Cut && m_options.stop.stop_requested()) m_end = End::Stopped;  // the bytes end at a stop, too
    return m_end;
}

bool PickleReader::step(std::uint8_t opcode) {
    std::uint64_t n = 0;
    switch (opcode) {
    case Proto:
        if (!length(1, n)) return false;
        return n >= 2 && n <= 5 ? true : odd();
    case Frame: return length(8, n);  // only how the bytes were written: all values are read one by one
    case Mark:
        if (m_marks.size() == kMostDepth)
            return fail(End::Damaged, {model::MessageCode::PickleTooDeep, {model::Argument::count(kMostDepth)}});
        m_marks.push_back(m_stack.size());
        return true;
    case Pop:
        if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back())) return odd();
        m_stack.pop_back();
        return true;
    case PopMark: {
        std::size_t from = 0;
        if (!popMark(from)) return false;
        m_stack.resize(from);
        return true;
    }
    case None:
    case NewTrue:
    case NewFalse: push(opcode == None ? Type::None : Type::Bool, opcode == NewTrue); return true;
    case BinInt:
    case BinInt1:
    case BinInt2:
    case Long1:
    case Long4:
    case BinFloat: return readNumber(opcode);
    case BinString:
    case ShortBinString:
    case BinUnicode:
    case ShortBinUnicode:
    case BinUnicode8:
    case BinBytes:
    case ShortBinBytes:
    case BinBytes8:
    case ByteArray8: return readText(opcode);
    case BinGet:
    case LongBinGet:
    case BinPut:
    case LongBinPut:
    case Memoize: return readMemo(opcode);
    default: return readContainer(opcode);
    }
}

bool PickleReader::readNumber(std::uint8_t opcode) {
    std::uint64_t n = 0;
    switch (opcode) {
    case BinInt:
        if (!length(4, n)) return false;
        push(Type::Int, static_cast<std::int32_t>(static_cast<std::uint32_t>(n)));
        return true;
    case BinInt1:
    case BinInt2:
        if (!length(opcode == BinInt1 ? 1 : 2, n)) return false;
        push(Type::Int, static_cast<std::int64_t>(n));
        return true;
    case BinFloat: {
        if (!length(8, n)) return false;
        push(Type::Real, static_cast<std::int64_t>(__builtin_bswap64(n)));
        return true;
    }
    default: return length(opcode == Long1 ? 1 : 4, n) && integer(n);
    }
}

/// An integer of any size, the lowest byte first, in two's complement. What does not fit is the nearest that does.
bool PickleReader::integer(std::uint64_t size) {
    if (size > kMostDigits) return odd();
    std::uint64_t low = 0;
    const auto near = static_cast<unsigned>(std::min<std::uint64_t>(size, 8));
    if (!length(near, low)) return false;
    bool negative = near > 0 && (low >> (8 * near - 1) & 1);
    if (negative && near < 8) low |= ~std::uint64_t{0} << (8 * near);
    if (size <= 8) {
        push(Type::Int, static_cast<std::int64_t>(low));
        return true;
    }
    std::uint8_t last = 0;
    if (!skip(size - 9) || !bytes(&last, 1)) return false;
    negative = last & 0x80;
    push(Type::Int, negative ? INT64_MIN : INT64_MAX);
    return true;
}

bool PickleReader::readText(std::uint8_t opcode) {
    const bool isShort = opcode == ShortBinString || opcode == ShortBinUnicode || opcode == ShortBinBytes,
               isLong = opcode == BinUnicode8 || opcode == BinBytes8 || opcode == ByteArray8;
    std::uint64_t n = 0;
    if (!length(isShort ? 1 : isLong ? 8 : 4, n)) return false;
    if (opcode == BinBytes || opcode == ShortBinBytes || opcode == BinBytes8 || opcode == ByteArray8) {
        if (!skip(n)) return false;  // nothing in a snapshot is bytes
        push(Type::Bytes, static_cast<std::int64_t>(n));
        return true;
    }
    if (n > kMostText) return fail(End::Damaged, {model::MessageCode::PickleLongText, {model::Argument::bytes(n)}});
    if (n <= m_size - m_at) {
        push(Type::Text, m_values.text({m_buffer.data() + m_at, static_cast<std::size_t>(n)}));
        m_at += static_cast<std::size_t>(n);
        return true;
    }
    m_scratch.clear();
    while (m_scratch.size() < n) {  // grows with what is there, not with what is announced
        if (m_at == m_size && !refill()) return fail(End::Cut);
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(n - m_scratch.size(), m_size - m_at));
        m_scratch.append(m_buffer.data() + m_at, part);
        m_at += part;
    }
    push(Type::Text, m_values.text(m_scratch));
    return true;
}

bool PickleReader::readMemo(std::uint8_t opcode) {
    std::uint64_t n = m_memoSets;
    if (opcode != Memoize && !length(opcode == BinGet || opcode == BinPut ? 1 : 4, n)) return false;
    return opcode == BinGet || opcode == LongBinGet ? getMemo(n) : setMemo(n);
}

bool PickleReader::setMemo(std::uint64_t index) {
    // Numbers count up. One far beyond the values that there are would only take memory.
    if (m_stack.empty() || index > ++m_memoSets * 4 + 4096) return odd();
    if (index >= m_memo.size()) m_memo.resize(static_cast<std::size_t>(index) + 1);
    m_memo[static_cast<std::size_t>(index)] = m_stack.back();
    return true;
}

bool PickleReader::getMemo(std::uint64_t index) {
    if (index >= m_memo.size()) return odd();
    m_stack.push_back(m_memo[static_cast<std::size_t>(index)]);
    return true;
}

bool PickleReader::popMark(std::size_t& from) {
    if (m_marks.empty()) return odd();
    from = m_marks.back();
    m_marks.pop_back();
    return true;
}

/// Nearly all dicts are folded as soon as they are filled: the next one gets the room of the one before.
void PickleReader::release(std::vector<PickleValue>& items) {
    constexpr std::size_t kMostKept = 256;
    if (items.capacity() <= kMostKept) m_spare = std::move(items);
    items = {};
    m_spare.clear();
}

/// What stands for a value inside a container.
PickleValue PickleReader::folded(PickleValue v) {
    if (!v.isContainer()) return v;
    PickleValues::Container& c = m_values.m_containers[v.index()];
    if (!c.isAsked) {
        c.isAsked = true;
        if (const auto number = m_fold(m_values, v)) {
            c.isFolded = true;
            c.folded = *number;
            release(c.items);
        }
    }
    return c.isFolded ? PickleValue{Type::Folded, c.folded} : v;
}

/// Puts the values from `from` on into the container below them.
bool PickleReader::putAll(std::size_t into, std::size_t from) {
    const PickleValue to = m_stack[into];
    if (!to.isContainer()) return odd();
    PickleValues::Container& c = m_values.m_containers[to.index()];
    if (c.isFolded || (to.type == Type::Dict && (m_stack.size() - from) % 2 != 0)) return odd();
    if (c.items.capacity() == 0) c.items.swap(m_spare);
    if (c.items.empty()) c.items.reserve(m_stack.size() - from);
    for (std::size_t i = from; i < m_stack.size(); ++i) c.items.push_back(folded(m_stack[i]));
    m_stack.resize(from);
    return true;
}

/// A container of the values from `items` on.
bool PickleReader::pushContainer(Type type, std::size_t items) {
    if (items < (m_marks.empty() ? 0 : m_marks.back()) || items > m_stack.size() ||
        m_values.m_containers.size() >= UINT32_MAX)
        return odd();
    const auto index = static_cast<std::int64_t>(m_values.m_containers.size());
    m_values.m_containers.emplace_back();
    m_stack.insert(m_stack.begin() + static_cast<std::ptrdiff_t>(items), {type, index});
    return putAll(items, items + 1);
}

bool PickleReader::readContainer(std::uint8_t opcode) {
    const auto last = [&](std::size_t n) { return m_stack.size() < n ? SIZE_MAX : m_stack.size() - n; };
    const std::size_t least = m_marks.empty() ? 0 : m_marks.back();
    std::size_t from = 0;
    switch (opcode) {
    case EmptyList: return pushContainer(Type::List, m_stack.size());
    case EmptyDict: return pushContainer(Type::Dict, m_stack.size());
    case EmptyTuple: return pushContainer(Type::Tuple, m_stack.size());
    case Tuple1:
    case Tuple2:
    case Tuple3: return pushContainer(Type::Tuple, last(opcode - Tuple1 + std::size_t{1}));
    case List:
    case Dict:
    case TupleOfMark:
        return popMark(from) && pushContainer(opcode == List   ? Type::List
                                              : opcode == Dict ? Type::Dict
                                                               : Type::Tuple,
                                              from);
    case Append:
    case SetItem: {
        const std::size_t items = opcode == Append ? 1 : 2;
        if (m_stack.size() < least + items + 1) return odd();
        return putAll(last(items + 1), last(items));
    }
    case Appends:
    case SetItems:
        if (!popMark(from)) return false;
        return from > (m_marks.empty() ? 0 : m_marks.back()) ? putAll(from - 1, from) : odd();
    default: break;
    }
    for (const Refused& r : kRefused)
        if (r.opcode == opcode)
            return fail(End::RunsCode, {model::MessageCode::PickleRunsCode, {model::Argument::name(r.name)}});
    return fail(End::Damaged, {model::MessageCode::PickleUnknownOpcode, {fmt::format("0x{:02x}", opcode)}});
}

/// Puts what lies above a container into it, as far as it is complete. The last list may be one that is still filled.
void PickleReader::close(std::size_t into) {
    const End end = m_end;
    if (m_stack[into].type == Type::Dict) {
        const auto above = [&](std::size_t n) { return m_stack[m_stack.size() - n]; };
        while (m_stack.size() > into + 2 && above(1).isContainer() && above(2).type == Type::List)
            if (!putAll(m_stack.size() - 2, m_stack.size() - 1)) m_stack.pop_back();
        if ((m_stack.size() - into) % 2 == 0) m_stack.pop_back();  // a key without its value
    }
    if (!putAll(into, into + 1)) m_stack.resize(into + 1);
    m_end = end;
}

PickleValue PickleReader::root() {
    for (; m_end != End::Whole && !m_marks.empty(); m_marks.pop_back())
        if (m_marks.back() > 0) close(m_marks.back() - 1);
    if (m_end != End::Whole && m_stack.size() > 1) close(0);
    return m_stack.empty() ? PickleValue{} : m_stack.front();
}

}  // namespace importers::torch
