// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangements of panes: with names, and one for each kind of report.
#include "tests/ui/app_test.h"

#include <QDockWidget>
#include <QInputDialog>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabWidget>

#include "app/kit/commands/key_sheet.h"
#include "app/kit/preferences.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/memory_pane.h"
#include "app/window/layouts.h"
#include "app/window/layouts_dialog.h"
#include "app/window/pane_docks.h"
#include "tests/kit/kernel_report.h"

using app::MainWindow;
using app::ReportKind;
using app::ReportPage;
namespace layouts = app::layouts;
namespace preferences = app::preferences;

class AppLayoutsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString trace() { return writeReport(smallReport(), m_folder.filePath(QStringLiteral("trace.rep"))); }
    QString kernels() {
        QFile out(m_folder.filePath(QStringLiteral("kernels.ncu-rep")));
        const std::string bytes = kernel_report::reportBytes(kernel_report::usual());
        return out.open(QIODevice::WriteOnly) && out.write(bytes.data(), static_cast<qint64>(bytes.size())) > 0
                   ? out.fileName()
                   : QString();
    }
    /// Memory in use, and nothing that ran.
    QString memory() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = 1;
        key.device = 0;
        model::Lane& lane = store->lane(store->track(model::TrackKind::MemoryEvents, key), 0);
        const model::StringId name = store->strings().intern("allocation");
        for (int i = 0; i < 4; ++i) {
            model::Event e;
            e.start = e.end = i * 1000ll;
            e.name = name;
            lane.append(e);
        }
        const QString path = m_folder.filePath(QStringLiteral("memory.rep"));
        return model::writeRep(*store->publish(true), path.toStdString()) ? path : QString();
    }
    static ReportPage* open(MainWindow& window, const QString& path) {
        window.resize(1400, 900);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    template <class P>
    static Qt::DockWidgetArea areaOf(MainWindow& window) {
        return window.dockWidgetArea(window.dockOf(window.pane<P>()));
    }
    template <class P>
    static void move(MainWindow& window, Qt::DockWidgetArea area) {
        window.docks()->moveTo(window.dockOf(window.pane<P>()), area);
    }
    static void saveAs(MainWindow& window, const QString& name) {
        window.findChild<QAction*>(QStringLiteral("saveLayout"))->trigger();
        auto* dialog = window.findChild<QInputDialog*>(QStringLiteral("saveLayoutAs"));
        QVERIFY(dialog);
        dialog->setTextValue(name);
        dialog->accept();
        QTRY_VERIFY(!window.findChild<QInputDialog*>(QStringLiteral("saveLayoutAs")));
    }

private slots:
    void init() { QSettings().clear(); }

    void aLayoutIsSavedByItsNameAndUsedFromTheMenuInEveryWindow() {
        MainWindow window;
        QVERIFY(open(window, trace()));
        move<app::DetailsPane>(window, Qt::LeftDockWidgetArea);
        saveAs(window, QStringLiteral("details & left"));
        window.resetLayout();
        QCOMPARE(areaOf<app::DetailsPane>(window), Qt::BottomDockWidgetArea);
        QVERIFY(window.useLayout(QStringLiteral("details & left")));
        QCOMPARE(areaOf<app::DetailsPane>(window), Qt::LeftDockWidgetArea);

        MainWindow other;
        QVERIFY(open(other, trace()));
        QCOMPARE(areaOf<app::DetailsPane>(other), Qt::BottomDockWidgetArea);
        QAction* entry = nullptr;
        for (const QAction* top : other.menuBar()->actions()) emit top->menu()->aboutToShow();
        for (QMenu* menu : other.findChildren<QMenu*>())
            if (app::withoutMnemonic(menu->title()) == QLatin1String("Layouts")) entry = menu->actions().value(0);
        QVERIFY(entry);
        QCOMPARE(entry->text(), QStringLiteral("details && left"));
        entry->trigger();
        QCOMPARE(areaOf<app::DetailsPane>(other), Qt::LeftDockWidgetArea);
    }

    void aNameIsReplacedRenamedAndDeleted() {
        layouts::keep(QStringLiteral("one"), "1");
        layouts::keep(QStringLiteral(" two "), "2");
        layouts::keep(QStringLiteral("one"), "3");
        layouts::keep(QStringLiteral("  "), "4");
        QCOMPARE(layouts::names(), QStringList({QStringLiteral("one"), QStringLiteral("two")}));
        QCOMPARE(layouts::state(QStringLiteral("one")), QByteArray("3"));
        QVERIFY(!layouts::rename(QStringLiteral("one"), QStringLiteral("two")));
        QVERIFY(!layouts::rename(QStringLiteral("one"), QString()));
        MainWindow window;
        window.show();
        app::LayoutsDialog* dialog = window.showLayouts();
        QCOMPARE(dialog->list()->count(), 2);
        dialog->list()->item(0)->setText(QStringLiteral("two"));  // refused
        QCOMPARE(dialog->list()->item(0)->text(), QStringLiteral("one"));
        dialog->list()->item(0)->setText(QStringLiteral("three"));
        QCOMPARE(layouts::names(), QStringList({QStringLiteral("three"), QStringLiteral("two")}));
        QCOMPARE(layouts::state(QStringLiteral("three")), QByteArray("3"));
        QCoreApplication::processEvents();
        dialog->list()->setCurrentRow(1);
        dialog->removeButton()->click();
        QCOMPARE(layouts::names(), QStringList{QStringLiteral("three")});
        QTRY_COMPARE(dialog->list()->count(), 1);
        dialog->removeButton()->click();
        QTRY_VERIFY(!dialog->renameButton()->isEnabled());
    }

    void whatIsNoLayoutChangesNothingAndSaysSo() {
        layouts::keep(QStringLiteral("broken"), "not a layout");
        MainWindow window;
        QVERIFY(open(window, trace()));
        move<app::DetailsPane>(window, Qt::LeftDockWidgetArea);
        QVERIFY(!window.useLayout(QStringLiteral("broken")));
        QVERIFY(!window.useLayout(QStringLiteral("none of that name")));
        QCOMPARE(areaOf<app::DetailsPane>(window), Qt::LeftDockWidgetArea);
    }

    void eachKindOfReportHasAnArrangementOfItsOwnInTheNextRunToo() {
        const QString timeline = trace(), profile = kernels(), usage = memory();
        {
            MainWindow window;
            QVERIFY(open(window, timeline));
            QVERIFY(open(window, profile));
            QCOMPARE(app::kindOf(*window.currentPage()), std::optional(ReportKind::Kernels));
            move<app::KernelProfilePane>(window, Qt::RightDockWidgetArea);
            window.tabs()->setCurrentIndex(0);
            QCOMPARE(app::kindOf(*window.currentPage()), std::optional(ReportKind::Trace));
            QCOMPARE(areaOf<app::KernelProfilePane>(window), Qt::BottomDockWidgetArea);
            move<app::EventsPane>(window, Qt::LeftDockWidgetArea);
            QVERIFY(open(window, usage));
            QCOMPARE(app::kindOf(*window.currentPage()), std::optional(ReportKind::Memory));
            QCOMPARE(areaOf<app::EventsPane>(window), Qt::LeftDockWidgetArea);  // begins with what was there
            move<app::MemoryPane>(window, Qt::TopDockWidgetArea);
            window.tabs()->setCurrentIndex(1);
            QCOMPARE(areaOf<app::KernelProfilePane>(window), Qt::RightDockWidgetArea);
            QCOMPARE(areaOf<app::MemoryPane>(window), Qt::BottomDockWidgetArea);
            window.close();
        }
        preferences::kSessionFiles.set({});
        MainWindow window;
        QVERIFY(open(window, profile));
        QCOMPARE(areaOf<app::KernelProfilePane>(window), Qt::RightDockWidgetArea);
        QVERIFY(open(window, usage));
        QCOMPARE(areaOf<app::MemoryPane>(window), Qt::TopDockWidgetArea);
        QVERIFY(open(window, timeline));
        QCOMPARE(areaOf<app::EventsPane>(window), Qt::LeftDockWidgetArea);
        QCOMPARE(areaOf<app::MemoryPane>(window), Qt::BottomDockWidgetArea);
        // Only the arrangement of the kind in front is reset.
        window.resetLayout();
        QCOMPARE(areaOf<app::EventsPane>(window), Qt::BottomDockWidgetArea);
        QVERIFY(open(window, profile));
        QCOMPARE(areaOf<app::KernelProfilePane>(window), Qt::RightDockWidgetArea);
    }

    void thePaneInFrontAtOpeningIsThatOfTheKind() {
        preferences::kMemoryPane.set(QStringLiteral("memory"));
        preferences::kTimelinePane.set(QStringLiteral("events"));
        MainWindow window;
        QVERIFY(open(window, memory()));
        QTRY_VERIFY(app::PaneDocks::isInFront(window.dockOf(window.pane<app::MemoryPane>())));
        QVERIFY(open(window, trace()));
        QTRY_VERIFY(app::PaneDocks::isInFront(window.dockOf(window.pane<app::EventsPane>())));
    }
};

SIGHTLINE_QT_TEST(AppLayoutsTest)
#include "app_layouts_test.moc"
