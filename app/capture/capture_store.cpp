// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/capture_store.h"

#include <QJsonDocument>
#include <QSettings>

namespace app {
namespace {

const QString kPresets = QStringLiteral("capture/presets"), kLast = QStringLiteral("capture/last"),
              kTargets = QStringLiteral("capture/targets");
constexpr qsizetype kMostTargets = 8;

QJsonObject objectIn(const QString& key) {
    return QJsonDocument::fromJson(QSettings().value(key).toByteArray()).object();
}
void keep(const QString& key, const QJsonObject& object) {
    QSettings().setValue(key, QJsonDocument(object).toJson(QJsonDocument::Compact));
}

}  // namespace

QStringList savedPresets() { return objectIn(kPresets).keys(); }

CaptureForm savedPreset(const QString& name) { return captureFormFromJson(objectIn(kPresets)[name].toObject()); }

void savePreset(const QString& name, const CaptureForm& form) {
    QJsonObject all = objectIn(kPresets);
    all.insert(name, toJson(form));
    keep(kPresets, all);
}

void removePreset(const QString& name) {
    QJsonObject all = objectIn(kPresets);
    all.remove(name);
    keep(kPresets, all);
}

CaptureForm lastCaptureForm() { return captureFormFromJson(objectIn(kLast)); }
void rememberCaptureForm(const CaptureForm& form) { keep(kLast, toJson(form)); }

QStringList recentTargets() { return QSettings().value(kTargets).toStringList(); }
void rememberTarget(const QString& target) {
    QStringList all = recentTargets();
    all.removeAll(target);
    all.prepend(target);
    QSettings().setValue(kTargets, all.mid(0, kMostTargets));
}

}  // namespace app
