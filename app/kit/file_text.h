// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace app {

/// A text that comes from elsewhere than a report, such as an error, as model::safeText() writes it.
QString safeText(const QString& text);
/// The name of a file, and a whole path, as they may be shown: a name may hold what turns the direction of writing.
QString shownFile(const QString& path);
QString shownPath(const QString& path);

/// A field of a line of CSV for a spreadsheet, which is where CSV of the window is opened. See
/// importers::exporting::appendCsv().
QByteArray csvCell(const QString& text);

}  // namespace app
