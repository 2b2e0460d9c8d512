// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of events: what they mean, and how they are kept.
#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>

#include "importers/chrome/event_reader.h"
#include "model/base/messages.h"

namespace importers::chrome {

using json::Value;
using model::Note;
using model::StringId;

namespace {

constexpr int kMaxNesting = 4;  // deeper objects are kept as one text
constexpr std::uint32_t kChainBit = 0x80000000u;

}  // namespace

void EventReader::keepNumber(StringId key, const Value& v) {
    if (const auto i = json::integer(v.raw())) {
        m_keys.push_back({key, model::Arg::Type::Int});
        m_values.push_back(*i);
    } else if (const auto d = json::real(v); d && v.raw().find_first_of(".,eE") != std::string_view::npos) {
        m_keys.push_back({key, model::Arg::Type::Real});
        m_values.push_back(std::bit_cast<std::int64_t>(*d));
    } else {
        // More digits than fit: all of them are shown. Or no number at all, such as 0x10.
        if (v.raw().find_first_not_of("+-0123456789.eE") != std::string_view::npos)
            odd(Note::NotANumber, model::MessageCode::ArgumentsWithoutQuotes, v.begin);
        m_keys.push_back({key, model::Arg::Type::String});
        m_values.push_back(m_strings.id(v));
    }
}

void EventReader::keep(StringId key, const Value& v) {
    switch (v.type) {
    case Value::Type::Number: return keepNumber(key, v);
    case Value::Type::Bare:
        if (v.raw() != "true" && v.raw() != "false" && v.raw() != "null")
            odd(Note::NotANumber, model::MessageCode::ArgumentsWithoutQuotes, v.begin);
        break;
    case Value::Type::Array:
    case Value::Type::Object:
        if (v.raw().find('\n') != std::string_view::npos) {
            // Written over several lines by a pretty printer: on one line it says the same.
            m_scratch.clear();
            bool quoted = false;
            for (std::size_t i = 0; i < v.size; ++i) {
                const char c = v.begin[i];
                if (c == '"' && (i == 0 || v.begin[i - 1] != '\\')) quoted = !quoted;
                if (quoted || !json::detail::isSpace(c)) m_scratch += c;
                if (!quoted && c == ',') m_scratch += ' ';
            }
            m_keys.push_back({key, model::Arg::Type::String});
            m_values.push_back(m_strings.id(m_scratch));
            return;
        }
        break;
    default: break;
    }
    m_keys.push_back({key, model::Arg::Type::String});
    m_values.push_back(m_strings.id(v));
}

void EventReader::triple(const Value& v, const StringId (&keys)[3]) {
    const char* p = v.begin + 1;
    for (const StringId key : keys) {
        while (json::detail::isSpace(*p) || *p == ',') ++p;
        const char* begin = p;
        while (*p >= '0' && *p <= '9') ++p;
        const auto number = json::integer({begin, static_cast<std::size_t>(p - begin)});
        if (!number) return;
        m_keys.push_back({key, model::Arg::Type::Int});
        m_values.push_back(*number);
    }
}

model::ChainId EventReader::chainOf(std::string_view stack, bool escaped) {
    std::vector<model::Frame> frames;
    while (!stack.empty() && frames.size() < 512) {
        const std::size_t n = std::min(stack.find(';'), stack.size());
        model::Frame f;
        f.symbol = m_strings.id(stack.substr(0, n), escaped);
        if (n) frames.push_back(f);
        stack.remove_prefix(std::min(n + 1, stack.size()));
    }
    return m_store.callchains().intern(frames);
}

bool EventReader::roleOf(ArgRole role, StringId key, const Value& v, ArgFacts& facts) {
    const auto number = [&] { return json::integer(v.raw()); };
    const auto take = [&](std::int64_t& to) {
        const auto n = number();
        if (n) to = *n;
        return n.has_value();
    };
    switch (role) {
    case ArgRole::Correlation:
        return take(facts.correlation) && facts.correlation > 0 && facts.correlation <= UINT32_MAX;
    case ArgRole::ExternalId:
        facts.running = true;
        take(facts.externalId);
        return false;
    case ArgRole::RunningNumber: facts.running = true; return false;
    case ArgRole::Device: return take(facts.device);
    case ArgRole::Context: return take(facts.context);
    case ArgRole::Stream: {
        if (take(facts.stream)) return true;
        return false;
    }
    case ArgRole::Grid:
    case ArgRole::Block:
        if (!v.is(Value::Type::Array)) return false;
        triple(v, role == ArgRole::Grid ? m_grid : m_block);
        return true;
    case ArgRole::CallStack:
        if (!v.is(Value::Type::String) || v.size == 0) return false;
        facts.chain = chainOf(v.raw(), v.escaped);
        return true;
    case ArgRole::Finished: facts.unfinished = v.raw() == "false"; return false;
    case ArgRole::Sequence: facts.inSequence = number().value_or(-1) >= 0; return false;
    case ArgRole::Registers:
    case ArgRole::Plain: break;
    }
    (void)key;
    return false;
}

void EventReader::argument(std::string_view prefix, const Value& key, const Value& v, ArgFacts& facts, int depth) {
    if (v.is(Value::Type::Object) && depth < kMaxNesting && v.size > 2) {
        std::string path(prefix);
        json::appendText(key.raw(), key.escaped, path);
        path += '.';
        // Its end is the brace of the object itself, which the scanner finds in the text that surrounds it.
        json::Scanner inner(v.begin, v.begin + v.size);
        (void)inner.object([&](const Value& k) {
            Value member;
            const json::Status s = inner.value(member);
            if (s == json::Status::Ok) argument(path, k, member, facts, depth + 1);
            return s;
        });
        decimalCommas(inner);
        return;
    }
    if (!prefix.empty()) {
        std::string path(prefix);
        json::appendText(key.raw(), key.escaped, path);
        return keep(m_strings.id(path), v);
    }
    const StringId id = m_lastKey = m_strings.id(key, m_lastKey);
    if (id < m_roles.size() && m_roles[id].second) {
        const auto [role, stored] = m_roles[id];
        if (roleOf(role, id, v, facts)) return;
        return keep(stored, v);
    }
    keep(id, v);
}

// Under the names of Nsight Systems, unless the event says it itself.
void EventReader::keepMemory(const MemoryKinds& kinds) {
    const auto add = [&](StringId key, std::int64_t kind) {
        if (kind < 0 || std::any_of(m_keys.begin(), m_keys.end(), [&](const auto& k) { return k.first == key; }))
            return;
        m_keys.push_back({key, model::Arg::Type::Int});
        m_values.push_back(kind);
    };
    add(m_sourceKind, kinds.from);
    add(kinds.from < 0 ? m_memoryKind : m_targetKind, kinds.to);
}

model::ArgsId EventReader::args(ArgFacts& facts, bool unfinished) {
    m_keys.clear();
    m_values.clear();
    m_lastKey = m_event.cat.size;  // what the first key follows: categories have their own keys
    for (const auto& [key, v] : m_event.arguments) {
        if (!v) continue;
        argument({}, key, v, facts, 0);
        if (m_keys.size() >= 240) {
            odd(Note::NotShown, model::MessageCode::TooManyArguments, m_begin);
            break;
        }
    }
    if (m_event.args && m_event.args.is(Value::Type::String)) keep(m_strings.id("args"), m_event.args);
    if (m_event.tts) keepNumber(m_strings.id("tts"), m_event.tts);
    if (m_event.tdur) keepNumber(m_strings.id("tdur"), m_event.tdur);
    if (m_event.cat && !categoryOf(m_event.cat).meaning && m_event.cat.size) keep(m_strings.id("cat"), m_event.cat);
    keepMemory(facts.memory);
    if (unfinished) {
        m_keys.push_back({m_unfinished, model::Arg::Type::Int});
        m_values.push_back(1);
    }
    return internArgs(facts.running);
}

model::ArgsId EventReader::internArgs(bool running) {
    if (m_keys.empty()) return 0;
    std::uint64_t h = m_keys.size();
    for (const auto& [id, type] : m_keys)
        h = (std::rotl(h, 23) ^ (id * std::uint64_t{4} + static_cast<unsigned>(type))) * 0x9e3779b97f4a7c15ull;
    Shape& shape = m_shapes[h >> 54];
    if (shape.hash != h || shape.keys != m_keys) {
        shape.hash = h;
        shape.keys = m_keys;
        shape.id = m_store.args().shape(m_keys);
    }
    return running ? m_store.args().append(shape.id, m_values) : m_store.args().intern(shape.id, m_values);
}

std::uint32_t EventReader::stackOfSlice() {
    // A frame of the report's stackFrames is resolved when they are known; a stack in the event itself is a chain
    // already.
    if (m_event.stackId) return m_strings.id(m_event.stackId);
    if (!m_event.stack.is(Value::Type::Array)) return 0;
    std::vector<model::Frame> frames;  // outermost first
    json::Scanner inner(m_event.stack.begin, m_event.stack.begin + m_event.stack.size);
    (void)inner.array([&] {
        Value v;
        const json::Status s = inner.value(v);
        if (s == json::Status::Ok && frames.size() < 512) {
            model::Frame f;
            f.symbol = m_strings.id(v);
            frames.push_back(f);
        }
        return s;
    });
    if (frames.empty()) return 0;
    std::reverse(frames.begin(), frames.end());
    return kChainBit | m_store.callchains().intern(frames);
}

}  // namespace importers::chrome
