// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/message_json.h"

#include <simdjson.h>

#include "app/text/json.h"
#include "model/base/messages.h"

namespace app {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

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

}  // namespace app
