// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/message_json.h"

#include <QJsonArray>
#include <QLatin1String>

namespace app {
namespace {

model::Argument argumentFrom(const QJsonObject& o) {
    using model::Argument;
    const auto text = [&](const char* key) { return o.value(QLatin1String(key)).toString().toStdString(); };
    if (o.contains(QLatin1String("code"))) return messageFromJson(o);
    if (o.contains(QLatin1String("number"))) {
        Argument out(o.value(QLatin1String("number")).toInteger());
        const std::string unit = text("unit");
        out.unit = unit == "count"     ? model::Argument::Unit::Count
                   : unit == "bytes"   ? model::Argument::Unit::Bytes
                   : unit == "ns"      ? model::Argument::Unit::Nanoseconds
                   : unit == "process" ? model::Argument::Unit::Process
                                       : model::Argument::Unit::None;
        return out;
    }
    if (o.contains(QLatin1String("name"))) return Argument::name(text("name"));
    if (o.contains(QLatin1String("file"))) return Argument::file(text("file"));
    if (o.contains(QLatin1String("place"))) return Argument::place(text("place"));
    return text("text");
}

}  // namespace

model::Message messageFromJson(const QJsonObject& object) {
    model::Message out(model::messageCode(object.value(QLatin1String("code")).toString().toStdString()));
    if (out.empty()) return object.value(QLatin1String("text")).toString().toStdString();
    for (const QJsonValue& argument : object.value(QLatin1String("arguments")).toArray())
        out.arguments.push_back(argumentFrom(argument.toObject()));
    return out;
}

}  // namespace app
