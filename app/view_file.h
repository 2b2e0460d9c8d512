// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

namespace app {

/// Where the view of a report is kept: "<report>.view.json" beside it, or, where that folder is read-only, in the data
/// folder under a name made of the report's content.
QString viewFilePath(const QString& report);

/// The view kept for a report; empty when there is none or it cannot be read. Looks beside the report first.
QJsonObject readViewFile(const QString& report);

/// Writes it at once and atomically; false when that is not possible anywhere.
bool writeViewFile(const QString& report, const QJsonObject& view);

}  // namespace app
