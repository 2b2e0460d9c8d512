// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/message.h"

namespace app {

/// Writes JSON text, indented by two spaces. Texts as importers::exporting::appendJson() has them: nothing that a
/// terminal obeys is left in them.
class JsonWriter {
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(std::int64_t number);
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(bool flag);
    JsonWriter& value(double number);  ///< so that it reads back as the same number
    JsonWriter& null();

    std::string take() { return std::move(m_out); }

private:
    void separate();
    void newLine();
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);

    std::string m_out;
    std::vector<bool> m_filled;  // one a level: whether it has an element
    bool m_afterKey = false;
};

/// A message as data: its code, its arguments (a number with its unit, a text with its kind, a message) and its text.
void writeMessage(const model::Message& message, JsonWriter& json);
/// With another text than english(): in the words of a vendor.
void writeMessage(const model::Message& message, std::string_view text, JsonWriter& json);
/// How the unit of a number is called there: "count"; "" where it has none.
std::string_view unitKey(model::Argument::Unit unit);

}  // namespace app
