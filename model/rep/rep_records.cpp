// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_records.h"

#include <algorithm>
#include <optional>

#include "model/base/varint.h"
#include "model/rep/rep_format.h"
#include "model/rep/written_facts.h"
#include "model/rep/written_texts.h"

namespace model::rep {

void ByteWriter::u16(std::uint16_t v) {
    m_bytes.resize(m_bytes.size() + 2);
    put16(m_bytes.data() + m_bytes.size() - 2, v);
}
void ByteWriter::u32(std::uint32_t v) {
    m_bytes.resize(m_bytes.size() + 4);
    put32(m_bytes.data() + m_bytes.size() - 4, v);
}
void ByteWriter::u64(std::uint64_t v) {
    m_bytes.resize(m_bytes.size() + 8);
    put64(m_bytes.data() + m_bytes.size() - 8, v);
}
void ByteWriter::varint(std::uint64_t v) {
    std::uint8_t buffer[10];
    m_bytes.insert(m_bytes.end(), buffer, putVarint(buffer, v));
}
void ByteWriter::bytes(std::string_view text) { m_bytes.insert(m_bytes.end(), text.begin(), text.end()); }
void ByteWriter::text(std::string_view text) {
    u32(static_cast<std::uint32_t>(text.size()));
    bytes(text);
}

bool ByteReader::has(std::size_t n) {
    if (m_ok && n <= static_cast<std::size_t>(m_end - m_at)) return true;
    m_ok = false;
    m_at = m_end;
    return false;
}
std::uint8_t ByteReader::u8() { return has(1) ? *m_at++ : std::uint8_t{0}; }
std::uint16_t ByteReader::u16() {
    if (!has(2)) return 0;
    m_at += 2;
    return get16(m_at - 2);
}
std::uint32_t ByteReader::u32() {
    if (!has(4)) return 0;
    m_at += 4;
    return get32(m_at - 4);
}
std::uint64_t ByteReader::u64() {
    if (!has(8)) return 0;
    m_at += 8;
    return get64(m_at - 8);
}
std::uint64_t ByteReader::varint() {
    std::uint64_t v = 0;
    if (!m_ok || !getVarint(m_at, m_end, v)) {
        has(SIZE_MAX);
        return 0;
    }
    return v;
}
std::string_view ByteReader::bytes(std::size_t n) {
    if (!has(n)) return {};
    m_at += n;
    return {reinterpret_cast<const char*>(m_at - n), n};
}

namespace {

enum Tag : std::uint16_t {
    kFormat = 1,
    kFormatKey = 2,
    kProduct = 3,
    kProductVersion = 4,
    kSchemaVersion = 5,
    kSession = 6,
    kUtcEpoch = 7,
    kFact = 8,
    kEntity = 9,
    kEventsInFile = 10,
    kSkipped = 11,
    kAttachment = 12,
    kPartial = 13,
    kCut = 14,
};

class Fields {
public:
    template <class F>
    void add(Tag tag, F&& fill) {
        ByteWriter field;
        fill(field);
        m_out.u16(tag);
        m_out.u32(static_cast<std::uint32_t>(field.size()));
        const auto v = field.view();
        m_out.bytes({reinterpret_cast<const char*>(v.data()), v.size()});
    }
    void text(Tag tag, std::string_view s) {
        if (!s.empty()) add(tag, [&](ByteWriter& w) { w.bytes(s); });
    }
    std::vector<std::uint8_t> take() { return m_out.take(); }

private:
    ByteWriter m_out;
};

void writeKey(ByteWriter& w, const TrackKey& k) {
    for (const std::int64_t v : {k.host, k.pid, k.tid, k.device, k.context, k.stream, k.domain}) w.i64(v);
}
TrackKey readKey(ByteReader& r) {
    TrackKey k;
    for (std::int64_t* v : {&k.host, &k.pid, &k.tid, &k.device, &k.context, &k.stream, &k.domain}) *v = r.i64();
    return k;
}

void readEntity(ByteReader& r, ReportInfo& info) {
    Entity e;
    const std::uint8_t type = r.u8();
    e.key = readKey(r);
    e.name = r.text();
    for (std::uint32_t n = r.u32(); n > 0 && r.ok(); --n) {
        std::string key(r.text());
        e.facts.emplace_back(std::move(key), r.text());
    }
    if (!r.ok() || type > static_cast<std::uint8_t>(Entity::Type::Host)) return;
    e.type = static_cast<Entity::Type>(type);
    if (e.type == Entity::Type::Host) readWrittenFacts(e.facts);
    info.entities.push_back(std::move(e));
}

void writeEntity(ByteWriter& w, const Entity& e) {
    w.u8(static_cast<std::uint8_t>(e.type));
    writeKey(w, e.key);
    w.text(e.name);
    w.u32(static_cast<std::uint32_t>(e.facts.size()));
    for (const auto& [key, value] : e.facts) {
        w.text(key);
        w.text(value);
    }
}

/// Code and arguments; nothing for a text of others, which says all by itself.
std::string packMessage(const Message& message);

void writeArgument(ByteWriter& w, const Argument& a) {
    w.u8(static_cast<std::uint8_t>(a.kind));
    if (a.message()) return w.text(packMessage(*a.message()));
    if (a.kind != Argument::Kind::Number) return w.text(a.text);
    w.u8(static_cast<std::uint8_t>(a.unit));
    w.i64(a.number);
}

std::string packMessage(const Message& message) {
    if (message.empty() || !message.othersText().empty()) return {};
    ByteWriter w;
    w.text(messageKey(message.code));
    w.u8(static_cast<std::uint8_t>(message.arguments.size()));
    for (const Argument& a : message.arguments) writeArgument(w, a);
    const auto bytes = w.view();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

constexpr int kMostNested = 8;  // messages within each other

/// Nothing where it is damaged, or of a newer version.
std::optional<Message> readMessage(std::string_view packed, int depth);

/// Units that this version can read. The compiler asks for a new one.
bool isUnit(std::uint8_t unit) {
    switch (static_cast<Argument::Unit>(unit)) {
    case Argument::Unit::None:
    case Argument::Unit::Count:
    case Argument::Unit::Bytes:
    case Argument::Unit::Nanoseconds:
    case Argument::Unit::Process:
    case Argument::Unit::Duration:
    case Argument::Unit::Moment:
    case Argument::Unit::Percent:
    case Argument::Unit::Tenths:
    case Argument::Unit::Change:
    case Argument::Unit::Factor: return true;
    }
    return false;
}

std::optional<Argument> readArgument(ByteReader& r, int depth) {
    const std::uint8_t kind = r.u8();
    if (!r.ok() || kind > static_cast<std::uint8_t>(Argument::Kind::Phrase)) return {};
    Argument a("");
    a.kind = static_cast<Argument::Kind>(kind);
    if (a.kind == Argument::Kind::Number) {
        const std::uint8_t unit = r.u8();
        if (!isUnit(unit)) return {};
        a.unit = static_cast<Argument::Unit>(unit);
        a.number = r.i64();
        if (a.unit == Argument::Unit::Count && a.number < 0) return {};
    } else if (a.kind == Argument::Kind::Phrase) {
        auto inner = readMessage(r.text(), depth + 1);
        if (!inner || inner->empty()) return {};
        a.phrase.push_back(std::move(*inner));
    } else {
        a.text = r.text();
    }
    if (!r.ok()) return {};
    return a;
}

std::optional<Message> readMessage(std::string_view packed, int depth) {
    ByteReader r({reinterpret_cast<const std::uint8_t*>(packed.data()), packed.size()});
    Message out(messageCode(r.text()));
    if (out.empty() || depth > kMostNested) return {};
    for (std::uint8_t n = r.u8(); n > 0; --n) {
        auto argument = readArgument(r, depth);
        if (!argument) return {};
        out.arguments.push_back(std::move(*argument));
    }
    if (!r.ok()) return {};
    return out;
}

/// The message, or the text where there is none or it is not understood.
Message unpackMessage(std::string_view packed, std::string_view text) {
    if (packed.empty()) return Message(text);
    auto out = readMessage(packed, 0);
    return out ? std::move(*out) : Message(text);
}

/// Entries that begin with the key of a note; `read` takes the rest of one.
template <class F>
int unpackNotes(std::span<const std::uint8_t> payload, Diagnostics& diagnostics, F&& read) {
    int unknown = 0;
    ByteReader r(payload);
    while (r.ok() && !r.atEnd()) {
        const std::string_view key = r.text();
        Diagnostic d{};
        read(r, d);
        if (!r.ok()) break;
        bool known = false;
        for (std::size_t n = 0; n < static_cast<std::size_t>(Note::Count) && !known; ++n) {
            known = noteInfo(static_cast<Note>(n)).key == key;
            if (known) diagnostics.add(static_cast<Note>(n), d.subject, d.count, d.example, d.offset);
        }
        unknown += !known;
    }
    return r.ok() ? unknown : -1;
}

void readField(std::uint16_t tag, std::span<const std::uint8_t> field, ReportInfo& info) {
    const std::string_view all(reinterpret_cast<const char*>(field.data()), field.size());
    ByteReader r(field);
    switch (tag) {
    case kFormat: info.format = all; break;
    case kFormatKey: info.formatKey = all; break;
    case kProduct: info.product = all; break;
    case kProductVersion: info.productVersion = all; break;
    case kSchemaVersion: info.schemaVersion = all; break;
    case kSession: {
        const TimeNs begin = r.i64(), end = r.i64();
        if (r.ok() && begin >= -kTimeLimit && end <= kTimeLimit) info.session = {begin, end};
        break;
    }
    case kUtcEpoch: info.utcEpochNs = r.i64(); break;
    case kFact: {
        std::string key(keyOfWritten(r.text()));
        info.session_facts.emplace_back(std::move(key), r.text());
        break;
    }
    case kEntity: readEntity(r, info); break;
    case kEventsInFile: {
        const std::uint64_t count = r.u64();
        const std::string_view key = r.text();
        for (const KindInfo& k : kinds())
            if (k.key == key) info.eventsInFile[static_cast<std::size_t>(k.kind)] = count;
        break;
    }
    case kSkipped: {
        const std::uint64_t count = r.u64();
        const std::string_view text = r.text();
        info.skipped[r.atEnd() ? messageOf(text) : unpackMessage(r.text(), text)] = count;
        break;
    }
    case kAttachment: {
        ReportInfo::Attachment a;
        a.pid = r.i64();
        a.name = r.text();
        a.locator = r.text();
        info.attachments.push_back(std::move(a));
        break;
    }
    case kPartial: info.partial = r.u8() != 0; break;
    case kCut: {
        const TimeNs begin = r.i64(), end = r.i64();
        const std::string_view of = r.text();
        if (r.ok() && begin >= -kTimeLimit && begin < end && end <= kTimeLimit)
            info.cut = {{begin, end}, std::string(of)};
        break;
    }
    default: break;
    }
}

void packEventsInFile(const ReportInfo& info, Fields& f) {
    for (const KindInfo& k : kinds()) {
        const std::uint64_t count = info.eventsInFile[static_cast<std::size_t>(k.kind)];
        if (count == 0) continue;
        f.add(kEventsInFile, [&](ByteWriter& w) {
            w.u64(count);
            w.text(k.key);
        });
    }
}

}  // namespace

std::vector<std::uint8_t> packInfo(const ReportInfo& info) {
    Fields f;
    f.text(kFormat, info.format);
    f.text(kFormatKey, info.formatKey);
    f.text(kProduct, info.product);
    f.text(kProductVersion, info.productVersion);
    f.text(kSchemaVersion, info.schemaVersion);
    f.add(kSession, [&](ByteWriter& w) {
        w.i64(info.session.begin);
        w.i64(info.session.end);
    });
    f.add(kUtcEpoch, [&](ByteWriter& w) { w.i64(info.utcEpochNs); });
    // Pairs keep their own names here: clang before 16 does not let a lambda use parts of them.
    for (const auto& fact : info.session_facts) {
        f.add(kFact, [&](ByteWriter& w) {
            w.text(fact.first);
            w.text(fact.second);
        });
    }
    for (const Entity& e : info.entities) f.add(kEntity, [&](ByteWriter& w) { writeEntity(w, e); });
    packEventsInFile(info, f);
    for (const auto& skipped : info.skipped) {
        f.add(kSkipped, [&](ByteWriter& w) {
            w.u64(skipped.second);
            w.text(english(skipped.first));
            w.text(packMessage(skipped.first));
        });
    }
    for (const auto& a : info.attachments) {
        f.add(kAttachment, [&](ByteWriter& w) {
            w.i64(a.pid);
            w.text(a.name);
            w.text(a.locator);
        });
    }
    f.add(kPartial, [&](ByteWriter& w) { w.u8(info.partial); });
    if (!info.cut.times.isEmpty())
        f.add(kCut, [&](ByteWriter& w) {
            w.i64(info.cut.times.begin);
            w.i64(info.cut.times.end);
            w.text(info.cut.of);
        });
    return f.take();
}

bool unpackInfo(std::span<const std::uint8_t> payload, ReportInfo& info) {
    ByteReader r(payload);
    while (r.ok() && !r.atEnd()) {
        const std::uint16_t tag = r.u16();
        const std::string_view field = r.text();
        if (r.ok()) readField(tag, {reinterpret_cast<const std::uint8_t*>(field.data()), field.size()}, info);
    }
    return r.ok();
}

std::vector<std::uint8_t> packDiagnostics(std::span<const Diagnostic> list) {
    ByteWriter w;
    for (const Diagnostic& d : list) {
        w.text(noteInfo(d.note).key);
        w.text(english(d.subject));
        w.u64(d.count);
        w.text(english(d.example));
        w.i64(d.offset);
    }
    return w.take();
}

std::vector<std::uint8_t> packMessages(std::span<const Diagnostic> list) {
    ByteWriter w;
    for (const Diagnostic& d : list) {
        w.text(noteInfo(d.note).key);
        w.u64(d.count);
        w.i64(d.offset);
        for (const Message* m : {&d.subject, &d.example}) {
            w.text(english(*m));
            w.text(packMessage(*m));
        }
    }
    return w.take();
}

int unpackDiagnostics(std::span<const std::uint8_t> payload, Diagnostics& diagnostics) {
    return unpackNotes(payload, diagnostics, [](ByteReader& r, Diagnostic& d) {
        d.subject = messageOf(r.text());
        d.count = r.u64();
        d.example = messageOf(r.text());
        d.offset = r.i64();
    });
}

int unpackMessages(std::span<const std::uint8_t> payload, Diagnostics& diagnostics) {
    return unpackNotes(payload, diagnostics, [](ByteReader& r, Diagnostic& d) {
        d.count = r.u64();
        d.offset = r.i64();
        for (Message* m : {&d.subject, &d.example}) {
            const std::string_view text = r.text();
            *m = unpackMessage(r.text(), text);
        }
    });
}

}  // namespace model::rep
