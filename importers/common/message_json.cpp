// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/message_json.h"

#include <simdjson.h>

#include "model/base/messages.h"

namespace importers {
namespace {

using model::JsonWriter;
using simdjson::dom::element;
using simdjson::dom::object;

struct UnitKey {
    model::Argument::Unit unit;
    std::string_view key;
};
constexpr UnitKey kUnits[] = {
    {model::Argument::Unit::None, ""},
    {model::Argument::Unit::Count, "count"},
    {model::Argument::Unit::Bytes, "bytes"},
    {model::Argument::Unit::Nanoseconds, "ns"},
    {model::Argument::Unit::Process, "process"},
    {model::Argument::Unit::Duration, "duration_ns"},
    {model::Argument::Unit::Moment, "moment_ns"},
    {model::Argument::Unit::Percent, "percent_ppm"},
    {model::Argument::Unit::Tenths, "tenths"},
    {model::Argument::Unit::Change, "tenths_of_percent"},
    {model::Argument::Unit::Factor, "factor"},
};

std::string_view unitKey(model::Argument::Unit unit) {
    for (const UnitKey& u : kUnits)
        if (u.unit == unit) return u.key;
    return {};
}

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

model::Argument::Unit unitOf(std::string_view key) {
    for (const UnitKey& u : kUnits)
        if (u.key == key) return u.unit;
    return model::Argument::Unit::None;
}

constexpr int kDeepest = 16;  // phrases in phrases

std::string textOf(const object& o, std::string_view key) {
    std::string_view out;
    return o[key].get(out) == simdjson::SUCCESS ? std::string(out) : std::string();
}

model::Message messageFrom(const object& o, int depth);

model::Argument argumentFrom(const object& o, int depth) {
    using model::Argument;
    if (depth < kDeepest && o["code"].error() == simdjson::SUCCESS) return messageFrom(o, depth + 1);
    if (std::int64_t number = 0; o["number"].get(number) == simdjson::SUCCESS) {
        Argument out(number);
        out.unit = unitOf(textOf(o, "unit"));
        return out;
    }
    if (o["name"].error() == simdjson::SUCCESS) return Argument::name(textOf(o, "name"));
    if (o["file"].error() == simdjson::SUCCESS) return Argument::file(textOf(o, "file"));
    if (o["place"].error() == simdjson::SUCCESS) return Argument::place(textOf(o, "place"));
    return textOf(o, "text");
}

model::Message messageFrom(const object& o, int depth) {
    model::Message out(model::messageCode(textOf(o, "code")));
    if (out.empty()) return textOf(o, "text");
    simdjson::dom::array arguments;
    if (o["arguments"].get(arguments) != simdjson::SUCCESS) return out;
    for (const element argument : arguments)
        if (object of; argument.get(of) == simdjson::SUCCESS) out.arguments.push_back(argumentFrom(of, depth));
    return out;
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

std::string messageJson(const model::Message& message) {
    JsonWriter json(JsonWriter::Layout::Compact);
    writeMessage(message, json);
    return json.take();
}

model::Message messageFromJson(std::string_view json) {
    simdjson::dom::parser parser;
    object o;
    const simdjson::padded_string padded(json);
    if (parser.parse(padded).get(o) != simdjson::SUCCESS) return {};
    return messageFrom(o, 0);
}

}  // namespace importers
