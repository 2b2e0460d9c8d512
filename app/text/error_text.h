// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/base/error.h"

namespace app {

/// The text of an error: a sentence of fact, and one with the next step. English templates with the
/// places {subject}, {detail} and {offset}; a part in [ ] is left out when a place in it is empty.
struct ErrorText {
    model::ErrorCode code;
    const char* fact;
    const char* next;
};

/// All of them, by code. The window translates the templates in the context "Errors".
std::span<const ErrorText> errorTexts();
const ErrorText& errorText(model::ErrorCode code);

/// Fills the places of a template (UTF-8) with the facts of an error, whose detail is said by `detail`.
std::string expandTemplate(std::string_view text, const model::Error& error, std::string_view detail);

/// That what was asked for cannot be done, in a whole sentence.
tl::unexpected<model::Error> refused(std::string_view sentence);

/// Fact and next step in English, for the command line.
std::string errorSentence(const model::Error& error);

}  // namespace app
