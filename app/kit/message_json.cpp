// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/message_json.h"

#include <QJsonArray>
#include <QLatin1String>

#include "app/text/json.h"

namespace app {
namespace {

model::Argument argumentFrom(const QJsonObject& o) {
    using model::Argument;
    const auto text = [&](const char* key) { return o.value(QLatin1String(key)).toString().toStdString(); };
    if (o.contains(QLatin1String("code"))) return messageFromJson(o);
    if (o.contains(QLatin1String("number"))) {
        Argument out(o.value(QLatin1String("number")).toInteger());
        for (std::size_t unit = 0; unit < static_cast<std::size_t>(Argument::Unit::End); ++unit)
            if (unitKey(static_cast<Argument::Unit>(unit)) == text("unit"))
                out.unit = static_cast<Argument::Unit>(unit);
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
