// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/view_file.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>

namespace app {
namespace {
constexpr qint64 kHashedBytes = 1 << 20;  // at either end: reports are large, and their ends tell them apart
constexpr qint64 kMaxViewBytes = 8 << 20;

QString besidePath(const QString& report) { return report + QStringLiteral(".view.json"); }

QString dataPath(const QString& report) {
    QFile file(report);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(QByteArray::number(file.size()));
    hash.addData(file.read(kHashedBytes));
    if (file.size() > kHashedBytes) {
        file.seek(std::max(kHashedBytes, file.size() - kHashedBytes));
        hash.addData(file.read(kHashedBytes));
    }
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/views/");
    return folder + QString::fromLatin1(hash.result().toHex()) + QStringLiteral(".view.json");
}

QJsonObject readJson(const QString& path) {
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly) || file.size() > kMaxViewBytes) return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

}  // namespace

QString viewFilePath(const QString& report) {
    const QString beside = besidePath(report);
    const QFileInfo folder(QFileInfo(report).path());
    const bool writable = QFileInfo::exists(beside) ? QFileInfo(beside).isWritable() : folder.isWritable();
    return writable ? beside : dataPath(report);
}

QJsonObject readViewFile(const QString& report) {
    const QJsonObject beside = readJson(besidePath(report));
    return beside.isEmpty() ? readJson(dataPath(report)) : beside;
}

std::optional<QJsonObject> readView(const QString& path) {
    const QJsonObject view = readJson(path);
    return view.isEmpty() ? std::nullopt : std::optional(view);
}

bool writeViewFile(const QString& report, const QJsonObject& view) {
    const QByteArray text = QJsonDocument(view).toJson();
    for (const QString& path : {viewFilePath(report), dataPath(report)}) {
        if (path.isEmpty()) continue;
        QDir().mkpath(QFileInfo(path).path());
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit()) return true;
    }
    return false;
}

}  // namespace app
