// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>

namespace app {

/// What the command line says about a capture, in the language of the window. It is known by its form, as the command
/// line is another program and speaks English; what has no form here stays as it is.
QString captureSentence(const QString& english);

/// The forms, for tests; places %1 … %9.
std::span<const char* const> captureSentenceForms();

}  // namespace app
