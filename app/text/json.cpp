// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/json.h"

#include <fmt/format.h>
#include <cmath>

#include "importers/export/output.h"

namespace app {

void JsonWriter::newLine() {
    m_out += '\n';
    m_out.append(2 * m_filled.size(), ' ');
}

void JsonWriter::separate() {
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_filled.empty()) return;
    if (m_filled.back()) m_out += ',';
    m_filled.back() = true;
    newLine();
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    m_out += bracket;
    m_filled.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    const bool filled = m_filled.back();
    m_filled.pop_back();
    if (filled) newLine();
    m_out += bracket;
    return *this;
}

JsonWriter& JsonWriter::beginObject() { return open('{'); }
JsonWriter& JsonWriter::endObject() { return close('}'); }
JsonWriter& JsonWriter::beginArray() { return open('['); }
JsonWriter& JsonWriter::endArray() { return close(']'); }

JsonWriter& JsonWriter::key(std::string_view name) {
    value(name);
    m_out += ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    importers::exporting::appendJson(m_out, text);
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    separate();
    m_out += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    separate();
    m_out += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    separate();
    m_out += fmt::format("{}", number);
    return *this;
}

JsonWriter& JsonWriter::null() {
    separate();
    m_out += "null";
    return *this;
}

JsonWriter& JsonWriter::value(bool flag) {
    separate();
    m_out += flag ? "true" : "false";
    return *this;
}

std::string_view unitKey(model::Argument::Unit unit) {
    switch (unit) {
    case model::Argument::Unit::None:
    case model::Argument::Unit::End: break;
    case model::Argument::Unit::Count: return "count";
    case model::Argument::Unit::Bytes: return "bytes";
    case model::Argument::Unit::Nanoseconds: return "ns";
    case model::Argument::Unit::Process: return "process";
    case model::Argument::Unit::Duration: return "duration_ns";
    case model::Argument::Unit::Tenths: return "tenths";
    case model::Argument::Unit::Change: return "tenths_of_percent";
    case model::Argument::Unit::Factor: return "factor";
    }
    return {};
}

namespace {

std::string_view kindKey(model::Argument::Kind kind) {
    using enum model::Argument::Kind;
    switch (kind) {
    case Name: return "name";
    case File: return "file";
    case Place: return "place";
    case Text:
    case Number:
    case Phrase: break;
    }
    return "text";
}

void writeArgument(const model::Argument& a, JsonWriter& json) {
    if (a.message()) return writeMessage(*a.message(), json);
    json.beginObject();
    if (a.kind == model::Argument::Kind::Number) {
        json.key("number").value(a.number);
        if (a.unit != model::Argument::Unit::None) json.key("unit").value(unitKey(a.unit));
    } else {
        json.key(kindKey(a.kind)).value(a.text);
    }
    json.endObject();
}

}  // namespace

void writeMessage(const model::Message& message, JsonWriter& json) {
    writeMessage(message, model::english(message), json);
}

void writeMessage(const model::Message& message, std::string_view text, JsonWriter& json) {
    json.beginObject().key("code").value(model::messageKey(message.code)).key("arguments").beginArray();
    for (const model::Argument& a : message.arguments) writeArgument(a, json);
    json.endArray().key("text").value(text).endObject();
}

}  // namespace app
