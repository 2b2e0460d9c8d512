// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/cli/capture/sentences.h"
#include "app/kit/error_text.h"

namespace app {

/// What the command line says about a capture, in the language of the window; what is not a message of it stays as it
/// is.
inline QString sentenceText(const QString& english) { return messageText(capture::messageOf(english.toStdString())); }

}  // namespace app
