// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/json.h"

namespace app {
namespace {

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

}  // namespace

model::Argument::Unit unitOf(std::string_view key) {
    for (const UnitKey& u : kUnits)
        if (u.key == key) return u.unit;
    return model::Argument::Unit::None;
}

void writeMessage(const model::Message& message, JsonWriter& json) {
    writeMessage(message, model::english(message), json);
}

void writeMessage(const model::Message& message, std::string_view text, JsonWriter& json) {
    json.beginObject().key("code").value(model::messageKey(message.code)).key("arguments").beginArray();
    for (const model::Argument& a : message.arguments) writeArgument(a, json);
    json.endArray().key("text").value(text).endObject();
}

}  // namespace app
