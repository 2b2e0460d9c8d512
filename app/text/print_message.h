// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "model/base/error.h"

namespace app {

/// Prints a message to standard error, in English, and writes it to the file of writeMessagesTo(). Returns `code`, to
/// be the exit code.
int printMessage(const model::Message& message, int code);
inline int printMessage(const model::Error& error, int code) { return printMessage(sentenceOf(error), code); }

/// From now on each message is also a line of that file, as messageJson() has it: for programs that run this one. Not
/// for programs that this one runs. With `only`, nothing is printed to standard error any more. False, and errno set,
/// where the file cannot be opened.
bool writeMessagesTo(const std::string& file, bool only = false);

}  // namespace app
