// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace app {

/// Languages of the window by locale name; the first is the one of the source text.
QStringList languages();
/// Its name in itself.
QString languageName(const QString& language);
/// The language that fits the locale of the system.
QString systemLanguage();

/// Installs the texts of that language, Qt's own included; every widget gets a LanguageChange event. Unknown or empty
/// names select systemLanguage(). Needs a QCoreApplication. Numbers and dates are written as in the system's country
/// where it speaks that language or none that we know, else, and with Formats::OfLanguage, as is usual in the language.
enum class Formats { OfSystem, OfLanguage };
void setLanguage(const QString& language, Formats formats = Formats::OfSystem);
/// Names or clauses in a row, with what that language puts between them.
QString listOf(const QStringList& parts);
/// The language that is installed.
QString currentLanguage();

}  // namespace app
