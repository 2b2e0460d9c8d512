// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/app_test.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QToolButton>
#include <QTranslator>
#include <QXmlStreamReader>

#include "app/kit/elided_label.h"
#include "app/report/error_page.h"

namespace {

struct TsMessage {
    QString key;  // context, source and comment
    QString source;
    QStringList forms;
    bool unfinished = false;
};

QList<TsMessage> messagesOf(const QString& path) {
    QFile file(path);
    QList<TsMessage> out;
    if (!file.open(QIODevice::ReadOnly)) return out;
    QXmlStreamReader xml(&file);
    QString context;
    TsMessage message;
    QString comment;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            if (xml.name() == u"name") context = xml.readElementText();
            else if (xml.name() == u"message") message = {}, comment.clear();
            else if (xml.name() == u"source") message.source = xml.readElementText();
            else if (xml.name() == u"comment") comment = xml.readElementText();
            else if (xml.name() == u"translation") {
                message.unfinished = xml.attributes().hasAttribute(QStringLiteral("type"));
                QString text;
                while (!(xml.isEndElement() && xml.name() == u"translation") && !xml.atEnd()) {
                    xml.readNext();
                    if (xml.isStartElement() && xml.name() == u"numerusform")
                        message.forms.append(xml.readElementText());
                    else if (xml.isCharacters()) text += xml.text();
                }
                if (message.forms.isEmpty()) message.forms.append(text);
            }
        } else if (xml.isEndElement() && xml.name() == u"message") {
            message.key = context + u'|' + message.source + u'|' + comment;
            out.append(message);
        }
    }
    return out;
}

QString translationFile(const QString& language) {
    return QStringLiteral(SIGHTLINE_SOURCE_DIR "/translations/sightline_%1.ts").arg(language);
}

/// Makes every text longer, as a wordier language would.
class Pseudo : public QTranslator {
public:
    QString translate(const char* context, const char* source, const char*, int) const override {
        const QString text = QString::fromUtf8(source);
        if (!QString::fromLatin1(context).startsWith(QLatin1String("app::"))) return {};
        return text + QStringLiteral(" ·") + QString(text.size() * 2 / 5, QChar(u'x'));
    }
    bool isEmpty() const override { return false; }
};

// Docks behind others in their tabs count as visible; they are only moved out of sight.
bool isInHiddenTab(const QWidget* w) {
    for (; w; w = w->parentWidget())
        if (qobject_cast<const QDockWidget*>(w)) return w->visibleRegion().isEmpty();
    return false;
}

QString cutLabels(const QWidget& window) {
    QStringList out;
    for (const QWidget* w : window.findChildren<QWidget*>()) {
        if (!w->isVisible() || isInHiddenTab(w) || qobject_cast<const app::ElidedLabel*>(w)) continue;
        QString text;
        int wanted = 0;
        if (const auto* label = qobject_cast<const QLabel*>(w)) {
            if (label->text().isEmpty()) continue;
            text = label->text();
            wanted = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().width();
            if (label->wordWrap() ? label->height() >= wanted : label->width() >= wanted) continue;
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(w)) {
            const auto* tool = qobject_cast<const QToolButton*>(w);
            if (button->text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)) continue;
            text = button->text();
            if (button->hasHeightForWidth() ? button->height() >= button->heightForWidth(button->width())
                                            : button->width() >= button->minimumSizeHint().width())
                continue;
        } else {
            continue;
        }
        out.append(
            QStringLiteral("%1 “%2” %3x%4").arg(w->metaObject()->className(), text).arg(w->width()).arg(w->height()));
    }
    return out.join(u'\n');
}

}  // namespace

class AppTranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void everyChineseTextIsFinished() {
        const auto messages = messagesOf(translationFile("zh_CN"));
        QVERIFY(messages.size() > 100);
        QStringList open;
        for (const TsMessage& m : messages)
            if (m.unfinished || m.forms.contains(QString())) open.append(m.key);
        QVERIFY2(open.isEmpty(), qPrintable(open.join('\n')));
    }

    void everyEnglishPluralIsFinished() {
        QStringList open;
        for (const TsMessage& m : messagesOf(translationFile("en")))
            if (m.unfinished || m.forms.size() != 2 || m.forms.contains(QString()) || m.forms.join(' ').contains("(s)"))
                open.append(m.key);
        QVERIFY2(open.isEmpty(), qPrintable(open.join('\n')));
    }

    void placesAndShortcutsSurviveTranslation() {
        static const QRegularExpression place(QStringLiteral("%L?[n1-9]"));
        QStringList wrong;
        const auto places = [](const QString& text) {
            QStringList out;
            for (auto it = place.globalMatch(text); it.hasNext();) out.append(it.next().captured());
            out.sort();
            return out;
        };
        for (const TsMessage& m : messagesOf(translationFile("zh_CN")))
            for (const QString& form : m.forms)
                if (places(form) != places(m.source) || form.count(u'&') != m.source.count(u'&'))
                    wrong.append(m.key + " -> " + form);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void theTextsAreThoseOfTheSources() {
        const QString tool = QLibraryInfo::path(QLibraryInfo::BinariesPath) + "/lupdate";
        QVERIFY2(QFile::exists(tool), qPrintable(tool));
        QTemporaryDir folder;
        for (const QString& language : {QStringLiteral("zh_CN"), QStringLiteral("en")}) {
            const QString fresh = folder.filePath(language + ".ts");
            QStringList words{"-silent", "-I", SIGHTLINE_SOURCE_DIR, "-locations", "none", "-no-obsolete"};
            if (language == "en") words << "-pluralonly";
            for (const char* sources : {"app", "timeline", "model", "importers/capture", "importers/sql"})
                words << QStringLiteral(SIGHTLINE_SOURCE_DIR "/") + QLatin1String(sources);
            words << "-ts" << fresh;
            QCOMPARE(QProcess::execute(tool, words), 0);
            QSet<QString> now, kept;
            for (const TsMessage& m : messagesOf(fresh)) now.insert(m.key);
            for (const TsMessage& m : messagesOf(translationFile(language))) kept.insert(m.key);
            QVERIFY(!now.isEmpty());
            const QStringList missing = (now - kept).values(), obsolete = (kept - now).values();
            QVERIFY2(missing.isEmpty(), qPrintable("run the target update_translations; new: " + missing.join('\n')));
            QVERIFY2(obsolete.isEmpty(),
                     qPrintable("run the target update_translations; gone: " + obsolete.join('\n')));
        }
    }

    void noLabelIsCut_data() {
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "zh_CN", "longer"}) QTest::newRow(language) << QString(language);
    }
    void noLabelIsCut() {
        QFETCH(QString, language);
        QTemporaryDir folder;
        const QString path = writeReport(smallReport(), folder.filePath("small.rep"));
        Pseudo pseudo;
        app::setLanguage(language == "zh_CN" ? language : "en");
        if (language == "longer") QCoreApplication::installTranslator(&pseudo);
        {
            MainWindow window;
            window.resize(1100, 700);
            window.show();
            QCoreApplication::processEvents();
            QVERIFY2(cutLabels(window).isEmpty(), qPrintable("start page: " + cutLabels(window)));
            window.openPaths({path});
            QVERIFY(waitReady(window.currentPage()));
            window.currentPage()->view()->setSelection(model::TimeRange{2000, 8000});
            for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
                dock->raise();
                QCoreApplication::processEvents();
                window.settle();
                QVERIFY2(cutLabels(window).isEmpty(), qPrintable(dock->objectName() + ": " + cutLabels(window)));
            }
            window.openPaths({folder.filePath("gone.rep")});
            QVERIFY(waitReady(window.currentPage()));
            QCoreApplication::processEvents();
            QVERIFY2(cutLabels(window).isEmpty(), qPrintable("error page: " + cutLabels(window)));
        }
        QCoreApplication::removeTranslator(&pseudo);
        app::setLanguage("en");
    }

private:
    using MainWindow = app::MainWindow;
};

SIGHTLINE_QT_TEST(AppTranslationsTest)
#include "app_translations_test.moc"
