// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/view_file.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <algorithm>
#include <span>

#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/kit/std_text.h"
#include "model/rep/beside.h"
#include "timeline/rows/view_state.h"

namespace app {
namespace {

struct ViewFileTexts {
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

constexpr qint64 kHashedBytes = 1 << 20;  // at either end: reports are large, and their ends tell them apart
constexpr qint64 kMaxViewBytes = 8 << 20;

QString besidePath(const QString& report) { return report + QStringLiteral(".view.json"); }

QString dataPath(const QString& report) {
    const auto file = model::openNamed(nativePath(report));
    if (!file) return {};
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const auto size = static_cast<qint64>(file->bytes);
    const auto add = [&](qint64 from, qint64 to) {
        QByteArray part(to - from, '\0');
        if (file->read(part.data(), static_cast<std::size_t>(part.size()), static_cast<std::uint64_t>(from)))
            hash.addData(part);
    };
    hash.addData(QByteArray::number(size));
    add(0, std::min(size, kHashedBytes));
    if (size > kHashedBytes) add(std::max(kHashedBytes, size - kHashedBytes), size);
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/views/");
    return folder + QString::fromLatin1(hash.result().toHex()) + QStringLiteral(".view.json");
}

/// A view may come from a stranger, and its texts are shown: those of names and marks, of a filter.
QJsonValue withSafeTexts(const QJsonValue& value) {
    if (value.isString()) return safeText(value.toString());
    if (value.isArray()) {
        QJsonArray out;
        for (const QJsonValue& v : value.toArray()) out.append(withSafeTexts(v));
        return out;
    }
    if (!value.isObject()) return value;
    QJsonObject out;
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) out.insert(safeText(it.key()), withSafeTexts(it.value()));
    return out;
}

QJsonObject readJson(const QString& path) {
    const std::filesystem::path file = nativePath(path);
    const auto folder = model::Folder::around(file);
    const auto text = folder ? folder->read(file.filename().string(), kMaxViewBytes) : tl::unexpected(folder.error());
    if (!text) return {};
    return withSafeTexts(QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object()).toObject();
}

/// An entry of a view, which may be left out, and how it is written.
struct Entry {
    const char* name;
    QJsonValue::Type type;
};
constexpr Entry kEntries[] = {
    {"fraction", QJsonValue::Double}, {"length", QJsonValue::Double}, {"scroll", QJsonValue::Double},
    {"selection", QJsonValue::Array}, {"event", QJsonValue::Object},  {"rows", QJsonValue::Object},
    {"name", QJsonValue::String},     {"marks", QJsonValue::Array},   {"notes", QJsonValue::Array},
    {"colours", QJsonValue::String},  {"follow", QJsonValue::Bool},   {"zero", QJsonValue::String}};
constexpr Entry kRowEntries[] = {{"expanded", QJsonValue::Array}, {"heights", QJsonValue::Array},
                                 {"order", QJsonValue::Array},    {"pinned", QJsonValue::Array},
                                 {"hidden", QJsonValue::Array},   {"density", QJsonValue::String},
                                 {"filter", QJsonValue::String},  {"thread", QJsonValue::Object}};

QString typeText(QJsonValue::Type type) {
    switch (type) {
    case QJsonValue::Double: return ViewFileTexts::tr("a number");
    case QJsonValue::String: return ViewFileTexts::tr("a text");
    case QJsonValue::Array: return ViewFileTexts::tr("a list");
    case QJsonValue::Object: return ViewFileTexts::tr("an object");
    case QJsonValue::Bool: return ViewFileTexts::tr("true or false");
    default: return ViewFileTexts::tr("nothing");
    }
}

QString wrongType(const QJsonObject& o, std::span<const Entry> entries) {
    for (const Entry& e : entries)
        if (const QJsonValue v = o.value(QLatin1String(e.name)); !v.isUndefined() && v.type() != e.type)
            return ViewFileTexts::tr("its “%1” is %2, not %3", "an entry, its kind and what that should be")
                .arg(QLatin1String(e.name), typeText(v.type()), typeText(e.type));
    return {};
}

/// A time of a view is a whole number in ns, as a text or a number.
bool isTime(const QJsonValue& v) {
    bool isWhole = v.isDouble();
    if (v.isString()) v.toString().toLongLong(&isWhole);
    return isWhole;
}

/// What makes it none of ours, as the end of a sentence; empty = nothing.
QString problemOf(const QJsonObject& view) {
    const QJsonValue version = view.value(QLatin1String("version"));
    if (!version.isDouble()) return ViewFileTexts::tr("it has no “version”");
    if (version.toDouble() > timeline::kViewStateVersion)
        return ViewFileTexts::tr("it was written by a newer Sightline (version %1, known are those to %2)")
            .arg(version.toDouble())
            .arg(timeline::kViewStateVersion);
    if (version.toDouble() < 1) return ViewFileTexts::tr("its “version” is below 1");
    if (const QString wrong = wrongType(view, kEntries); !wrong.isEmpty()) return wrong;
    if (const QString wrong = wrongType(view.value(QLatin1String("rows")).toObject(), kRowEntries); !wrong.isEmpty())
        return wrong;
    if (view.contains(QLatin1String("begin")) && !isTime(view.value(QLatin1String("begin"))))
        return ViewFileTexts::tr("its “begin” is no time in ns");
    if (view.contains(QLatin1String("length")) && !(view.value(QLatin1String("length")).toDouble() > 0))
        return ViewFileTexts::tr("its “length” is not above 0");
    const QJsonArray selection = view.value(QLatin1String("selection")).toArray();
    if (view.contains(QLatin1String("selection")) &&
        (selection.size() != 2 || !isTime(selection[0]) || !isTime(selection[1])))
        return ViewFileTexts::tr("its “selection” is not two times in ns");
    return {};
}

}  // namespace

QString viewFilePath(const QString& report) {
    const QString beside = besidePath(report);
    const QFileInfo folder(QFileInfo(report).path());
    const QFileInfo before(beside);
    const bool isThere = before.exists() || before.isSymLink();
    // What else has that name stays as it is: see model::Folder.
    const bool writable = isThere ? before.isFile() && !before.isSymLink() && before.isWritable() : folder.isWritable();
    return writable ? beside : dataPath(report);
}

QJsonObject readViewFile(const QString& report) {
    const QJsonObject beside = readJson(besidePath(report));
    return beside.isEmpty() ? readJson(dataPath(report)) : beside;
}

std::optional<QJsonObject> readView(const QString& path, QString& why) {
    const QString name = shownFile(path);
    const auto file = model::openNamed(nativePath(path));
    const auto text = file ? file->readAll(kMaxViewBytes, {}) : tl::unexpected(file.error());
    if (!QFileInfo::exists(path)) why = ViewFileTexts::tr("%1 does not exist.").arg(shownPath(path));
    else if (!file) why = errorMessage(file.error(), FileAs::Path).fact;
    else if (!text)
        why = ViewFileTexts::tr("%1 is too large for a view: it may have %2 MiB.").arg(name).arg(kMaxViewBytes >> 20);
    if (!why.isEmpty()) return {};
    QJsonParseError error;
    const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(*text), &error);
    if (error.error != QJsonParseError::NoError)
        why = ViewFileTexts::tr("%1 is not JSON: %2 at byte %3.").arg(name, error.errorString()).arg(error.offset);
    else if (const QString wrong = problemOf(json.object()); !wrong.isEmpty())
        why = ViewFileTexts::tr("%1 holds no view: %2.", "a file and what is wrong with it").arg(name, wrong);
    return why.isEmpty() ? std::optional(withSafeTexts(json.object()).toObject()) : std::nullopt;
}

bool writeViewFile(const QString& report, const QJsonObject& view) {
    const QByteArray text = QJsonDocument(view).toJson();
    for (const QString& path : {viewFilePath(report), dataPath(report)}) {
        if (path.isEmpty()) continue;
        QDir().mkpath(QFileInfo(path).path());
        const std::filesystem::path file = nativePath(path);
        const auto beside = model::Folder::around(file);
        if (beside && beside->replace(file.filename().string(), text.toStdString())) return true;
    }
    return false;
}

}  // namespace app
