// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>
#include <optional>

namespace app {

/// Where the view of a report is kept: "<report>.view.json" beside it, or, where that folder is read-only, in the data
/// folder under a name made of the report's content.
QString viewFilePath(const QString& report);

/// The view kept for a report; empty when there is none or it cannot be read. Looks beside the report first.
QJsonObject readViewFile(const QString& report);

/// A view that is named by its path; nothing where the file cannot be read or holds none: then `why` is a sentence that
/// says what is wrong, and where.
std::optional<QJsonObject> readView(const QString& path, QString& why);

/// Writes it at once and atomically; false when that is not possible anywhere.
bool writeViewFile(const QString& report, const QJsonObject& view);

}  // namespace app
