// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

#include "model/base/error.h"
#include "model/store/diagnostics.h"

namespace app {

/// A window has the folder in the tooltip of the tab and in the details; a command line has no other place for it.
enum class FileAs : std::uint8_t { Name, Path };

/// An error in the language of the window.
struct ErrorMessage {
    QString fact;     ///< one sentence: what is so
    QString next;     ///< one sentence: what to do
    QString details;  ///< for a bug report: code, subject, detail, offset; several lines, in English
};
ErrorMessage errorMessage(const model::Error& error, FileAs file = FileAs::Name);

/// A message in the language of the window; a text of others as it is.
QString messageText(const model::Message& message);
QString messageText(const model::Message& message, const model::NumberText& numbers);
/// What stands in a place of one.
QString argumentText(const model::Argument& argument);
/// A count as Qt's translations have it.
int pluralCount(std::int64_t count);

/// A name as it is, or a label of ours that stands where there is none (model::ownLabelOf) in the language of the
/// window.
QString labelText(std::string_view name);

/// The sentence of a diagnostic with its count and subject, in the language of the window.
QString noteText(const model::Diagnostic& diagnostic);
QString severityText(model::Severity severity);

}  // namespace app
