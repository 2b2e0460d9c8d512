// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "timeline/look/format.h"

namespace app {
namespace {

/// Writes the counts of plural texts as all other counts are written; those of the locale may have other digit groups.
class Translator : public QTranslator {
public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* text, const char* comment, int n) const override {
        QString out = QTranslator::translate(context, text, comment, n);
        if (n >= 0) out.replace(QLatin1String("%Ln"), timeline::formatCount(static_cast<std::uint64_t>(n)));
        return out;
    }
};

struct Installed {
    QString language;
    QTranslator* own = nullptr;
    QTranslator* qt = nullptr;
};
Installed& installed() {
    static Installed value;
    return value;
}

void drop(QTranslator*& translator) {
    if (!translator) return;
    QCoreApplication::removeTranslator(translator);
    delete translator;
    translator = nullptr;
}

// Installs the first of the files that can be loaded.
QTranslator* install(const QStringList& files) {
    auto* translator = new Translator(QCoreApplication::instance());
    for (const QString& file : files) {
        if (!translator->load(file)) continue;
        QCoreApplication::installTranslator(translator);
        return translator;
    }
    delete translator;
    return nullptr;
}

}  // namespace

QStringList languages() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }

QString languageName(const QString& language) {
    return language == QLatin1String("zh_CN") ? QStringLiteral("简体中文") : QStringLiteral("English");
}

QString systemLanguage() {
    const QLocale locale = QLocale::system();
    return locale.language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void setLanguage(const QString& language, Formats formats) {
    const QString chosen = languages().contains(language) ? language : systemLanguage();
    Installed& now = installed();
    if (now.language == chosen && now.own) return;
    drop(now.qt);
    drop(now.own);
    now.language = chosen;
    QLocale::setDefault(formats == Formats::OfSystem && chosen == systemLanguage() ? QLocale::system()
                                                                                   : QLocale(chosen));
    const QString qtFile = QStringLiteral("qtbase_%1.qm").arg(chosen);
    now.qt = install(
        {QLibraryInfo::path(QLibraryInfo::TranslationsPath) + u'/' + qtFile, QStringLiteral(":/i18n/") + qtFile});
    now.own = install({QStringLiteral(":/i18n/sightline_%1.qm").arg(chosen)});
}

QString listOf(const QStringList& parts) {
    return parts.join(QCoreApplication::translate("List", ", ", "between the parts of a list"));
}

QString currentLanguage() { return installed().language; }

}  // namespace app
