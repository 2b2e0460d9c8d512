// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "model/base/message.h"

namespace app {

/// A message as one line of JSON: its code, its arguments and its text, as writeMessage() has them.
std::string messageJson(const model::Message& message);
/// What messageJson() and writeMessage() wrote. The text where the code is not known; nothing where it is no message.
model::Message messageFromJson(std::string_view json);

}  // namespace app
