// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace app {

/// A command line as a shell reads it: words with their quotes taken off.
struct ShellWords {
    QStringList words;
    QString
        rest;  ///< from the first operator that is not quoted (|, >, ; …) on; variables and patterns stay as they are
    bool closed = true;  ///< false: a quote is open, and the last word goes to the end
};

/// Single and double quotes, backslashes, and lines that go on behind a backslash.
ShellWords splitShell(const QString& text);

/// A word that the shell reads as it is, with quotes where they are needed.
QString quotedForShell(const QString& word);
QString joinForShell(const QStringList& words);

}  // namespace app
