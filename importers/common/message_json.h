// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "model/base/json_writer.h"
#include "model/base/message.h"

namespace importers {

/// A message as data: its code, its arguments (a number with its unit, a text with its kind, a message) and its text.
void writeMessage(const model::Message& message, model::JsonWriter& json);
/// With another text than english(): in the words of a vendor.
void writeMessage(const model::Message& message, std::string_view text, model::JsonWriter& json);
/// The same as one line of JSON.
std::string messageJson(const model::Message& message);
/// What messageJson() and writeMessage() wrote. The text where the code is not known; nothing where it is no message.
model::Message messageFromJson(std::string_view json);

}  // namespace importers
