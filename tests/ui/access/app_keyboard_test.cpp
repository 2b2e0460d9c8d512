// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever has no pointer reaches everything by Tab, sees where the keys go, and hears what it is.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QListWidget>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTextBrowser>
#include <QToolBar>

#include "app/capture/capture_dialog.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/commands/key_sheet.h"
#include "app/kit/manual/manual_window.h"
#include "app/kit/preferences.h"
#include "app/pictures/picture_dialog.h"
#include "app/preferences/preferences_dialog.h"
#include "app/report/pane.h"
#include "app/share/share_dialog.h"
#include "app/window/compare_with_dialog.h"
#include "app/window/open_several_dialog.h"
#include "tests/ui/app_test.h"
#include "timeline/view/timeline_view.h"

using app::MainWindow;
using app::ReportPage;

namespace {

QString pathOf(const QWidget* widget) {
    QStringList parts;
    for (; widget && parts.size() < 5; widget = widget->parentWidget())
        parts.prepend(QString(widget->metaObject()->className()) +
                      (widget->objectName().isEmpty() ? QString() : u'#' + widget->objectName()));
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return parts.join(u'/') + (button ? u' ' + button->text() : QString());
}

/// What Tab leads to, in its order, until it comes round again.
struct Walk {
    QList<QWidget*> visited;
    QStringList invisible, nameless;
};

QImage look(QWidget& window, QWidget* widget) {
    const QRect all(widget->mapTo(&window, QPoint()), widget->size());
    return window.grab(all.intersected(window.rect())).toImage();
}

Walk walk(QWidget& window) {
    constexpr int kMost = 300;
    Walk out;
    QPointer<QWidget> before;
    QImage focused;
    for (int i = 0; i < kMost; ++i) {
        QWidget* from = window.focusWidget() ? window.focusWidget() : &window;
        QTest::keyClick(from, Qt::Key_Tab);
        QCoreApplication::processEvents();
        QWidget* const now = window.focusWidget();
        if (!now) break;
        if (before == now && qobject_cast<QTextBrowser*>(now)) continue;  // Tab leads through its links
        if (before && before != now && before->isVisible() && look(window, before) == focused)
            out.invisible.append(pathOf(before));
        if (out.visited.contains(now)) break;
        out.visited.append(now);
        QAccessibleInterface* const a = QAccessible::queryAccessibleInterface(now);
        if (!a || a->text(QAccessible::Name).trimmed().isEmpty()) out.nameless.append(pathOf(now));
        focused = look(window, now);
        before = now;
    }
    return out;
}

/// Of a group of radio buttons Tab leads to the chosen one. What is in tool bars is in menus, too; docks are moved and
/// tabs are closed by commands. A box within a box has the focus through it.
bool isReachedOtherwise(const QWidget& w) {
    if (qobject_cast<const QRadioButton*>(&w) || w.focusProxy()) return true;
    for (const QWidget* up = w.parentWidget(); up; up = up->parentWidget())
        if (qobject_cast<const QToolBar*>(up) || qobject_cast<const QTabBar*>(up) || up->focusProxy()) return true;
    const QByteArray name(w.metaObject()->className());
    return name == "QDockWidgetTitleButton" || qobject_cast<const QLineEdit*>(w.parentWidget()) ||
           w.objectName().startsWith("qt_");
}

QStringList unreached(QWidget& window, const Walk& walked) {
    QStringList out;
    for (QWidget* w : window.findChildren<QWidget*>()) {
        if (w->window() != &window || !w->isVisible() || !w->isEnabled() || walked.visited.contains(w)) continue;
        if (w->visibleRegion().isEmpty() || isReachedOtherwise(*w)) continue;
        if ((w->focusPolicy() & Qt::TabFocus) || qobject_cast<QAbstractButton*>(w)) out.append(pathOf(w));
    }
    return out;
}

QByteArray wrongOf(QWidget& window) {
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    const Walk walked = walk(window);
    QStringList out;
    for (const QString& path : walked.invisible) out.append("shows no focus: " + path);
    for (const QString& path : walked.nameless) out.append("has no name: " + path);
    for (const QString& path : unreached(window, walked)) out.append("is not reached: " + path);
    if (walked.visited.size() < 2) out.append("Tab leads nowhere");
    for (const QString& line : out) qInfo("%s", qPrintable(line));
    return out.join("\n    ").toUtf8();
}

#define VERIFY_KEYBOARD(window)                                    \
    do {                                                           \
        const QByteArray wrong = wrongOf(window);                  \
        QVERIFY2(wrong.isEmpty(), ("\n    " + wrong).constData()); \
    } while (false)

}  // namespace

class AppKeyboardTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    bool open() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1500, 950);
        m_window->show();
        m_window->openPaths({SIGHTLINE_SOURCE_DIR "/resources/samples/sample.rep"});
        return m_window->currentPage() && waitReady(m_window->currentPage());
    }

private slots:
    void init() {
        QSettings().clear();
        app::preferences::kTourSeen.set(true);
        QAccessible::setActive(true);
    }
    void cleanup() { m_window.reset(); }

    void eachPane_data() {
        QTest::addColumn<QString>("pane");
        for (const char* pane : {"details", "events", "selection", "reports", "functions", "memory", "roofline",
                                 "advice", "checklist", "sql", "importLog"})
            QTest::newRow(pane) << pane;
    }
    void eachPane() {
        QVERIFY(open());
        m_window->currentPage()->view()->setSelection(model::TimeRange{20'000'000, 60'000'000});
        QFETCH(QString, pane);
        QVERIFY(m_window->showPane(pane));
        m_window->settle();
        const auto panes = m_window->panes();
        QVERIFY(QTest::qWaitFor(
            [&] { return std::all_of(panes.begin(), panes.end(), [](const app::Pane* p) { return p->isSettled(); }); },
            30000));
        m_window->currentPage()->view()->setFocus();
        VERIFY_KEYBOARD(*m_window);
    }

    void theStartPage() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1200, 800);
        m_window->show();
        VERIFY_KEYBOARD(*m_window);
    }

    void eachPageOfPreferences_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"appearance", "times", "keys", "panes", "files", "storage"})
            QTest::newRow(page) << page;
    }
    void eachPageOfPreferences() {
        QFETCH(QString, page);
        QVERIFY(open());
        app::PreferencesDialog* dialog = m_window->showPreferences();
        QVERIFY(dialog->showPage(page));
        VERIFY_KEYBOARD(*dialog);
    }

    void theDialogOfPictures() {
        QVERIFY(open());
        VERIFY_KEYBOARD(*m_window->exportPicture(app::PictureWhat::View));
    }

    void theDialogOfCaptures() {
        QVERIFY(open());
        app::CaptureDialog* dialog = m_window->showCapture();
        dialog->show();
        VERIFY_KEYBOARD(*dialog);
    }

    void theDialogThatComparesTheReportInFrontWithAnother() {
        QVERIFY(open());
        app::CompareWithDialog dialog("b.rep", {m_folder.filePath("a.rep"), m_folder.filePath("c.rep")});
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        VERIFY_KEYBOARD(dialog);
        // The arrows choose a report and Enter compares with it.
        QSignalSpy chosen(&dialog, &app::CompareWithDialog::chosen);
        auto* list = dialog.findChild<QListWidget*>();
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first().first().toString(), m_folder.filePath("c.rep"));
    }

    void theManual() {
        app::ManualWindow manual;
        manual.show();
        manual.open({QStringLiteral("numbers.md"), {}});
        VERIFY_KEYBOARD(manual);
        QCOMPARE(manual.file(), QStringLiteral("numbers.md"));  // Tab turns no page
    }

    void theSheetOfKeys() {
        QVERIFY(open());
        m_window->findChild<QAction*>("keys")->trigger();
        auto* sheet = m_window->findChild<app::KeySheet*>();
        QVERIFY(sheet);
        sheet->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(sheet));
        // One text, which has the keys at once, has a name, and scrolls.
        auto* text = sheet->findChild<QTextBrowser*>();
        QCOMPARE(sheet->focusWidget(), text);
        QVERIFY(!QAccessible::queryAccessibleInterface(text)->text(QAccessible::Name).trimmed().isEmpty());
        QCOMPARE(text->verticalScrollBar()->value(), 0);
        QTest::keyClick(text, Qt::Key_PageDown);
        QTRY_VERIFY(text->verticalScrollBar()->value() > 0);
        QTest::keyClick(sheet, Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<app::KeySheet*>() || !m_window->findChild<app::KeySheet*>()->isVisible());
    }

    void theCommandPalette() {
        QVERIFY(open());
        m_window->findChild<QAction*>("commandPalette")->trigger();
        auto* palette = m_window->findChild<app::CommandPalette*>();
        QVERIFY(palette);
        auto* line = palette->findChild<QLineEdit*>();
        auto* list = palette->findChild<QListWidget*>();
        QTRY_COMPARE(palette->focusWidget(), line);
        QVERIFY(!QAccessible::queryAccessibleInterface(line)->text(QAccessible::Name).trimmed().isEmpty());
        // The arrows lead through the list while the line keeps the focus; what is chosen is said and seen.
        const QImage before = palette->grab().toImage();
        QTest::keyClick(line, Qt::Key_Down);
        QCOMPARE(list->currentRow(), 1);
        QVERIFY(palette->grab().toImage() != before);
        QVERIFY2(QAccessible::queryAccessibleInterface(line)
                     ->text(QAccessible::Description)
                     .contains(list->currentItem()->text()),
                 "what is chosen is told with the line that has the focus");
        QTest::keyClicks(line, "preferences");
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(m_window->findChild<app::PreferencesDialog*>());
    }

    void dialogsAboutSeveralReports() {
        QVERIFY(open());
        app::ShareDialog share(app::ShareDialog::Format::Rep, {m_folder.filePath("a.rep")}, {}, false, 0);
        share.show();
        VERIFY_KEYBOARD(share);
        app::OpenSeveralDialog several({m_folder.filePath("a.rep"), m_folder.filePath("b.rep")}, nullptr);
        several.show();
        VERIFY_KEYBOARD(several);
    }
};

SIGHTLINE_QT_TEST(AppKeyboardTest)
#include "app_keyboard_test.moc"
