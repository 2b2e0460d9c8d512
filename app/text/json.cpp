// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/json.h"

namespace app {

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
