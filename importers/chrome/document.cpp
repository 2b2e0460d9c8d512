// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/document.h"

#include <fmt/format.h>
#include <algorithm>

#include "importers/common/json_text.h"
#include "model/base/messages.h"
#include "model/store/file_facts.h"

namespace importers::chrome {

using json::Scanner;
using json::Status;
using json::Value;
using model::Note;

namespace {

constexpr std::size_t kStep = 256 << 10;
/// A longer value beside the events is not read.
constexpr std::size_t kMaxValue = 256 << 20;
constexpr std::size_t kMaxFacts = 300;
constexpr std::size_t kMaxFactBytes = 4096;

/// Variables of the environment are written in capitals, and never kept; nor are command lines.
bool isPrivate(std::string_view key) {
    bool letters = false, small = false;
    for (const char c : key) {
        letters |= c >= 'A' && c <= 'Z';
        small |= c >= 'a' && c <= 'z';
    }
    if (letters && !small) return true;
    std::string lower(key);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const char* s : {"command", "cmdline", "argv", "environ"})
        if (lower.find(s) != std::string::npos) return true;
    return lower == "env" || lower == "tracename";
}

std::string shown(const Value& v) {
    std::string s = json::text(v);
    if (s.size() > kMaxFactBytes) s.resize(kMaxFactBytes), s += "…";
    return s;
}

/// Calls use(key, value) for the members of an object that was read as a whole.
template <class F>
void forMembers(const Value& object, StopCheck& check, F&& use) {
    if (!object.is(Value::Type::Object)) return;
    Scanner scanner(object.begin, object.begin + object.size);
    (void)scanner.object([&](const Value& key) {
        check();
        Value v;
        const Status s = scanner.value(v);
        if (s == Status::Ok) use(key, v);
        return s;
    });
}

template <class F>
void forElements(const Value& array, StopCheck& check, F&& use) {
    if (!array.is(Value::Type::Array)) return;
    Scanner scanner(array.begin, array.begin + array.size);
    (void)scanner.array([&] {
        check();
        Value v;
        const Status s = scanner.value(v);
        if (s == Status::Ok) use(v);
        return s;
    });
}

void addFact(model::Facts& facts, std::string key, const Value& v) {
    if (facts.size() < kMaxFacts && !isPrivate(key)) facts.emplace_back(std::move(key), shown(v));
}

void readDevices(const Value& v, DocumentFacts& facts, StopCheck& check) {
    forElements(v, check, [&](const Value& device) {
        model::Entity e;
        e.type = model::Entity::Type::Device;
        e.key.device = static_cast<std::int64_t>(facts.devices.size());
        forMembers(device, check, [&](const Value& key, const Value& value) {
            if (key.raw() == "id") e.key.device = json::integer(value.raw()).value_or(e.key.device);
            else if (key.raw() == "name") e.name = shown(value);
            else if (!value.is(Value::Type::Object)) addFact(e.facts, json::text(key), value);
        });
        if (facts.devices.size() < 1024) facts.devices.push_back(std::move(e));
    });
}

void readDistributed(const Value& v, DocumentFacts& facts, StopCheck& check) {
    forMembers(v, check, [&](const Value& key, const Value& value) {
        const bool list = value.is(Value::Type::Array) || value.is(Value::Type::Object);
        const std::string name = key.raw() == "world_size" ? "world size" : json::text(key);
        if (!list) addFact(facts.facts, name, value);
    });
}

void readStackFrames(const Value& v, DocumentFacts& facts, StopCheck& check) {
    forMembers(v, check, [&](const Value& id, const Value& frame) {
        DocumentFacts::StackFrame f;
        forMembers(frame, check, [&](const Value& key, const Value& value) {
            if (key.raw() == "name") f.name = json::text(value);
            else if (key.raw() == "category") f.category = json::text(value);
            else if (key.raw() == "parent") f.parent = json::text(value);
        });
        facts.stackFrames.emplace(json::text(id), std::move(f));
    });
}

void readSamples(const Value& v, DocumentFacts& facts, StopCheck& check) {
    forElements(v, check, [&](const Value& sample) {
        DocumentFacts::Sample s;
        bool timed = false;
        forMembers(sample, check, [&](const Value& key, const Value& value) {
            if (key.raw() == "ts") {
                const auto t = json::microseconds(value);
                timed = t.has_value();
                s.time = std::clamp(t.value_or(0), -model::kTimeLimit, model::kTimeLimit);
            } else if (key.raw() == "tid") {
                s.tid = json::integer(value.raw()).value_or(0);
            } else if (key.raw() == "sf") {
                s.frame = json::text(value);
            } else if (key.raw() == "name") {
                s.name = json::text(value);
            }
        });
        if (timed) facts.samples.push_back(std::move(s));
    });
}

}  // namespace

Document::Document(TextSource& source, model::EventStore& store, const OpenOptions& options, std::size_t pieceBytes)
    : m_source(source), m_store(store), m_options(options), m_check(options.stop), m_pieceBytes(pieceBytes),
      m_window(json::kPadding, '\0') {}

bool Document::grow() {
    if (m_ended || m_size - m_at > kMaxValue) return false;
    m_window.resize(m_size);
    m_window.erase(0, m_at);
    m_offset += m_at;
    m_size -= m_at;
    m_at = 0;
    const std::size_t more = std::max(kStep, m_size);  // doubled, so that a long value is not scanned too often
    m_window.resize(m_size + more + json::kPadding);
    const std::size_t got = m_source.read(m_window.data() + m_size, more);
    m_ended = got < more;
    m_size += got;
    m_window.resize(m_size);
    m_window.append(json::kPadding, '\0');
    return got > 0;
}

char Document::peek() {
    for (;;) {
        Scanner s(m_window.data() + m_at, m_window.data() + m_size);
        const char c = s.peek();
        m_at = static_cast<std::size_t>(s.at - m_window.data());
        if (m_at < m_size) return c;
        m_at = m_size;
        if (!grow()) return 0;
    }
}

Status Document::value(Value& out) {
    for (;;) {
        Scanner s(m_window.data() + m_at, m_window.data() + m_size);
        const Status status = s.value(out);
        if (status != Status::End) {
            m_at = static_cast<std::size_t>(s.at - m_window.data());
            return status;
        }
        if (!grow()) return status;
    }
}

bool Document::isEventLine() {
    // An object with a phase is an event; otherwise it is the object around them.
    Scanner s(m_window.data() + m_at, m_window.data() + m_size);
    EventFields fields;
    return looksLikeEvent(m_window.data() + m_at + 1, m_window.data() + m_size) && fields.read(s) == Status::Ok &&
           fields.ph.is(Value::Type::String);
}

Document::Outcome Document::events(const std::function<void(Records&)>& take) {
    EventStream stream(m_source, m_store, m_options, m_pieceBytes);
    auto end = stream.run(m_window.substr(m_at, m_size - m_at), m_offset + m_at, take);
    m_window = std::move(end.rest);
    m_size = m_window.size();
    m_window.append(json::kPadding, '\0');
    m_at = 0;
    m_offset = end.offset;
    if (end.cancelled) return Outcome::Cancelled;
    if (end.inside) return Outcome::CutOff;
    m_ended = !end.closed;
    return Outcome::Whole;
}

Document::Outcome Document::read(DocumentFacts& facts, const std::function<void(Records&)>& take) {
    // Logs that were written one behind the other are one trace.
    for (std::uint64_t documents = 1;; ++documents) {
        const Outcome outcome = readOne(facts, take);
        if (outcome != Outcome::Whole) return outcome;
        const char next = peek();
        if (next == '{' || next == '[') continue;
        const std::uint64_t at = m_offset + m_at;
        if (next)
            m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::TextBehindTrace, 1,
                                      model::Message(model::MessageCode::AtByte, {at}), static_cast<std::int64_t>(at));
        if (documents > 1) facts.facts.emplace_back(model::own_fact::kTraces, std::to_string(documents));
        return outcome;
    }
}

Document::Outcome Document::readOne(DocumentFacts& facts, const std::function<void(Records&)>& take) {
    const char first = peek();
    if (first == '[') {
        ++m_at;
        facts.isTrace = true;
        const Outcome outcome = events(take);
        // That is allowed, since programs that die write none; but a file that was cut behind an event looks the same.
        if (outcome == Outcome::Whole && m_ended)
            m_store.diagnostics().add(Note::Incomplete, model::MessageCode::EventListNotClosed);
        return outcome;
    }
    grow();
    if (first == '{' && isEventLine()) {
        facts.isTrace = true;
        return events(take);
    }
    return members(facts, take);
}

Document::Outcome Document::members(DocumentFacts& facts, const std::function<void(Records&)>& take) {
    ++m_at;
    for (;;) {
        char c = peek();
        while (c == ',') {
            ++m_at;
            c = peek();
        }
        if (c == '}') {
            ++m_at;
            return Outcome::Whole;
        }
        if (c != '"') {
            if (m_at >= m_size) return Outcome::CutOff;
            m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::BesideTheEvents, 1,
                                      model::Message(model::MessageCode::AtByte, {m_offset + m_at}),
                                      static_cast<std::int64_t>(m_offset + m_at));
            return Outcome::Whole;
        }
        Value key;
        if (value(key) != Status::Ok) return Outcome::CutOff;
        const std::string name = json::text(key);
        if (peek() != ':') return m_at >= m_size ? Outcome::CutOff : Outcome::Whole;
        ++m_at;
        c = peek();
        if (name == "traceEvents" && c == '[') {
            facts.isTrace = true;
            ++m_at;
            if (const Outcome o = events(take); o != Outcome::Whole) return o;
            if (m_ended && m_size == 0) return Outcome::CutOff;
            continue;
        }
        Value v;
        if (const Status s = value(v); s != Status::Ok) {
            if (s == Status::End && !m_ended)
                m_store.diagnostics().add(Note::NotShown,
                                          {model::MessageCode::MoreThan256Mib, {model::Argument::name(name)}});
            return s == Status::End && m_ended ? Outcome::CutOff : Outcome::Whole;
        }
        member(name, v, facts);
    }
}

void Document::member(std::string_view key, const Value& v, DocumentFacts& facts) {
    if (key == "deviceProperties") {
        facts.isKineto = true;
        return readDevices(v, facts, m_check);
    }
    if (key == "distributedInfo") return readDistributed(v, facts, m_check);
    if (key == "stackFrames") return readStackFrames(v, facts, m_check);
    if (key == "samples") return readSamples(v, facts, m_check);
    if (key == "baseTimeNanoseconds") {
        facts.isKineto = true;
        facts.baseTimeNs = json::integer(v.raw());
        return;
    }
    if (key == "schemaVersion") {
        facts.isKineto = true;
        facts.schemaVersion = shown(v);
        return;
    }
    if (key == "systemTraceEvents") {
        facts.hasSystemTrace = true;
        return;
    }
    if (key == "otherData" || key == "metadata") {
        forMembers(v, m_check, [&](const Value& k, const Value& value) {
            if (!value.is(Value::Type::Object) && !value.is(Value::Type::Array))
                addFact(facts.facts, json::text(k), value);
        });
        return;
    }
    if (!v.is(Value::Type::Object) && !v.is(Value::Type::Array)) addFact(facts.facts, std::string(key), v);
}

}  // namespace importers::chrome
