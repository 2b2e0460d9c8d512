// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/file_text.h"

#include <QDir>
#include <QFileInfo>

#include "importers/export/output.h"
#include "model/base/safe_text.h"

namespace app {

QString safeText(const QString& text) { return QString::fromStdString(model::safeText(text.toStdString())); }
QString shownFile(const QString& path) { return safeText(QFileInfo(path).fileName()); }
QString shownPath(const QString& path) { return safeText(QDir::toNativeSeparators(path)); }

QByteArray csvCell(const QString& text) {
    std::string out;
    importers::exporting::appendCsv(out, text.toStdString(), true);
    return QByteArray::fromStdString(out);
}

}  // namespace app
