// SPDX-License-Identifier: GPL-3.0-or-later
// Motion ends where the person or the desktop asks for it, and no meaning is told by a colour alone.
#include <QDBusVariant>
#include <QSet>
#include <QStyle>

#include "app/kit/error_text.h"
#include "app/kit/preferences.h"
#include "app/kit/style.h"
#include "app/kit/tables/table.h"
#include "app/panes/checklist_pane.h"
#include "tests/ui/app_test.h"

namespace {

/// As the portal of the desktop says it.
void portalSays(const char* space, const char* key, const QVariant& value) {
    QVERIFY(QMetaObject::invokeMethod(app::themeManager(), "portalChanged", Q_ARG(QString, space), Q_ARG(QString, key),
                                      Q_ARG(QDBusVariant, QDBusVariant(value))));
}
int duration() { return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration); }

}  // namespace

class AppMotionTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }

    void thePreferenceEndsMotion() {
        QVERIFY(app::motionIsWanted() && duration() > 0);
        app::preferences::kMotion.set(false);
        QVERIFY(!app::motionIsWanted() && duration() == 0);
        app::preferences::kMotion.set(true);
        QVERIFY(app::motionIsWanted() && duration() > 0);
    }

    void theDesktopEndsMotionAtOnce() {
        app::MainWindow window;
        QVERIFY(window.isAnimated());
        QSignalSpy told(app::preferenceChanges(), &app::PreferenceChanges::changed);
        portalSays("org.gnome.desktop.interface", "enable-animations", false);
        QVERIFY(!app::motionIsWanted() && duration() == 0 && !window.isAnimated());
        QCOMPARE(told.size(), 1);
        portalSays("org.gnome.desktop.interface", "enable-animations", true);
        QVERIFY(app::motionIsWanted() && window.isAnimated());
        portalSays("org.freedesktop.appearance", "reduced-motion", QVariant::fromValue<quint32>(1));
        QVERIFY(!app::motionIsWanted() && duration() == 0);
        portalSays("org.freedesktop.appearance", "reduced-motion", QVariant::fromValue<quint32>(0));
        QVERIFY(app::motionIsWanted());
        // The preference holds on its own.
        app::preferences::kMotion.set(false);
        portalSays("org.gnome.desktop.interface", "enable-animations", true);
        QVERIFY(!app::motionIsWanted());
        app::preferences::kMotion.set(true);
    }

    void severitiesAndVerdictsAreWordsNotOnlyColours() {
        QSet<QString> severities;
        for (const auto s : {model::Severity::Info, model::Severity::Warning, model::Severity::DataLoss})
            severities.insert(app::severityText(s));
        severities.remove(QString());
        QCOMPARE(severities.size(), 3);
        app::MainWindow window;
        window.show();
        window.openPaths({SIGHTLINE_SOURCE_DIR "/resources/samples/sample.rep"});
        QVERIFY(waitReady(window.currentPage()) && window.showPane("checklist"));
        auto* pane = window.pane<app::ChecklistPane>();
        QTRY_VERIFY(pane->isSettled() && pane->table()->model()->rowCount() > 5);
        QMap<QRgb, QSet<QChar>> marks;  // by colour
        QSet<QString> words;
        for (int row = 0; row < pane->table()->model()->rowCount(); ++row) {
            const QModelIndex cell = pane->table()->model()->index(row, app::ChecklistModel::Verdict);
            const QString text = cell.data().toString();
            QVERIFY(!text.isEmpty());
            marks[cell.data(Qt::ForegroundRole).value<QColor>().rgb()].insert(text[0]);
            words.insert(text);
        }
        QVERIFY(words.size() > 1 && words.size() == marks.size());  // each colour has a mark and a word of its own
        for (const QSet<QChar>& mark : marks) QCOMPARE(mark.size(), 1);
    }
};

SIGHTLINE_QT_TEST(AppMotionTest)
#include "app_motion_test.moc"
