// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/base/json_writer.h"
#include "model/base/message.h"

namespace app {

using model::JsonWriter;

/// A message as data: its code, its arguments (a number with its unit, a text with its kind, a message) and its text.
void writeMessage(const model::Message& message, JsonWriter& json);
/// With another text than english(): in the words of a vendor.
void writeMessage(const model::Message& message, std::string_view text, JsonWriter& json);
/// By the key that writeMessage() gives it.
model::Argument::Unit unitOf(std::string_view key);

}  // namespace app
