// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for preferences: what each of them changes, that it stays, and that the keyboard is enough.
#include "tests/ui/app_test.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QStyle>
#include <QTreeWidget>
#include <QWheelEvent>
#include <set>

#include "app/kit/commands/own_shortcuts.h"
#include "app/kit/info_bar.h"
#include "app/kit/preferences.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/preferences/preferences_dialog.h"
#include "app/preferences/shortcut_list.h"
#include "app/preferences/storage_list.h"
#include "app/report/bars/headline_bar.h"
#include "importers/peaks_file.h"

using app::MainWindow;
using app::PreferencePage;
using app::PreferencesDialog;
using app::ReportPage;
namespace preferences = app::preferences;

class AppPreferencesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString small() { return writeReport(smallReport(), m_folder.filePath(QStringLiteral("small.rep"))); }
    ReportPage* open(MainWindow& window, const QString& path) {
        window.resize(1300, 900);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    template <class Control, const auto& P>
    static Control* control(const PreferencesDialog& dialog) {
        return dialog.findChild<Control*>(QLatin1String(P.key));
    }
    template <const auto& P>
    static bool choose(const PreferencesDialog& dialog, const QString& id) {
        auto* box = control<QComboBox, P>(dialog);
        const int at = box ? box->findData(id) : -1;
        if (at >= 0) box->setCurrentIndex(at);
        return at >= 0;
    }
    /// All preferences as nobody has set them, and everybody has heard it.
    static void reset() {
        QSettings().clear();
        for (const app::PreferenceItem& item : app::preferenceTable())
            emit app::preferenceChanges()->changed(QLatin1String(item.key));
        emit app::preferenceChanges()->changed(QLatin1String(preferences::kShortcuts.key));
    }

private slots:
    void init() { reset(); }
    void cleanup() {
        reset();
        app::setLanguage(QStringLiteral("en"));
    }

    void everyPreferenceOfTheTableHasAControlWithAText() {
        MainWindow window;
        const PreferencesDialog* dialog = window.showPreferences();
        std::set<std::string> keys;
        for (const app::PreferenceItem& item : app::preferenceTable()) {
            QVERIFY(keys.insert(item.key).second);
            QVERIFY(!app::textOf(item).isEmpty());
            auto* w = dialog->findChild<QWidget*>(QLatin1String(item.key));
            QVERIFY2(w, item.key);
            if (const auto* box = qobject_cast<QComboBox*>(w)) {
                QVERIFY(box->count() > 1);
                QVERIFY(box->currentIndex() >= 0);
            }
        }
        QVERIFY(!dialog->isModal());
        QCOMPARE(window.showPreferences(), dialog);  // one is enough
    }

    void whatIsChosenIsAppliedAtOnceAndKept() {
        MainWindow window;
        ReportPage* page = open(window, small());
        QVERIFY(page);
        const PreferencesDialog* dialog = window.showPreferences();
        QVERIFY(choose<preferences::kTheme>(*dialog, QStringLiteral("dark")));
        QCOMPARE(app::themeManager()->theme(), timeline::Theme::Dark);
        QCOMPARE(page->view()->theme(), timeline::Theme::Dark);
        QVERIFY(window.findChild<QAction*>(QStringLiteral("theme_dark"))->isChecked());
        QVERIFY(choose<preferences::kLanguage>(*dialog, QStringLiteral("zh_CN")));
        QCOMPARE(app::currentLanguage(), QStringLiteral("zh_CN"));
        QTRY_COMPARE(dialog->windowTitle(), PreferencesDialog::tr("Preferences"));
        QVERIFY(dialog->windowTitle() != QLatin1String("Preferences"));
        QVERIFY(choose<preferences::kLanguage>(*dialog, QStringLiteral("en")));
        QVERIFY(choose<preferences::kKeys>(*dialog, QStringLiteral("tracy")));
        QCOMPARE(page->view()->keys().scheme(), timeline::KeyScheme::Tracy);
        QVERIFY(choose<preferences::kSight>(*dialog, QStringLiteral("blueYellow")));
        QCOMPARE(timeline::sight(), timeline::Sight::BlueYellow);
        control<QCheckBox, preferences::kRestoreSession>(*dialog)->setChecked(false);
        QVERIFY(!window.findChild<QAction*>(QStringLiteral("restoreSession"))->isChecked());
        control<QCheckBox, preferences::kMotion>(*dialog)->setChecked(false);
        QCOMPARE(window.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &window), 0);
        QVERIFY(!window.isAnimated());
        // In the settings, from where the next run has them.
        QCOMPARE(QSettings().value(QStringLiteral("window/theme")).toString(), QStringLiteral("dark"));
        QCOMPARE(QSettings().value(QStringLiteral("window/keys")).toString(), QStringLiteral("tracy"));
        QCOMPARE(QSettings().value(QStringLiteral("window/motion")).toBool(), false);
        MainWindow next;
        const PreferencesDialog* again = next.showPreferences();
        const auto* theme = control<QComboBox, preferences::kTheme>(*again);
        QCOMPARE(theme->currentData().toString(), QStringLiteral("dark"));
        QVERIFY(!(control<QCheckBox, preferences::kMotion>(*again)->isChecked()));
    }

    void theDialogFollowsTheMenus() {
        MainWindow window;
        const PreferencesDialog* dialog = window.showPreferences();
        window.findChild<QAction*>(QStringLiteral("theme_dark"))->trigger();
        const auto* theme = control<QComboBox, preferences::kTheme>(*dialog);
        QCOMPARE(theme->currentData().toString(), QStringLiteral("dark"));
    }

    void everythingGrowsWithTheSizeOfTexts() {
        MainWindow window;
        ReportPage* page = open(window, small());
        QVERIFY(page);
        const PreferencesDialog* dialog = window.showPreferences();
        const double usual = QFontInfo(QApplication::font()).pointSizeF();
        const int row = page->view()->rowList()->rows().front().height, ruler = page->view()->rulerGeometry().height();
        auto* size = control<QSpinBox, preferences::kFontSize>(*dialog);
        size->setValue(24);
        QCOMPARE(QApplication::font().pointSizeF(), 24.0);
        QTRY_COMPARE(window.font().pointSizeF(), 24.0);  // told by an event
        const double scale = 24 / usual;
        QVERIFY(std::abs(page->view()->rowList()->rows().front().height - row * scale) <= 3);
        QVERIFY(std::abs(page->view()->rulerGeometry().height() - ruler * scale) <= 4);
        // Only from 8 to 24 pt, whatever somebody wrote into the settings.
        preferences::kFontSize.set(400);
        QCOMPARE(QApplication::font().pointSizeF(), 24.0);
        preferences::kFontSize.set(1);
        QCOMPARE(QApplication::font().pointSizeF(), 8.0);
        // Another report has it, too; as it was means as it was.
        preferences::kFontSize.set(20);
        ReportPage* other = open(window, writeReport(smallReport(), m_folder.filePath(QStringLiteral("other.rep"))));
        QVERIFY(other);
        QVERIFY(other->view()->rowList()->rows().front().height > row);
        preferences::kFontSize.set(0);
        QCOMPARE(page->view()->rowList()->rows().front().height, row);
        QCOMPARE(page->view()->rulerGeometry().height(), ruler);
    }

    /// Large letters stay as much larger, whether the size is chosen before or after they are made.
    void headingsFollowTheSizeOfTexts() {
        MainWindow window;
        window.show();
        const auto* title = window.findChild<QLabel*>(QStringLiteral("startTitle"));
        QVERIFY(title);
        const double usual = QApplication::font().pointSizeF(), times = title->font().pointSizeF() / usual;
        QVERIFY(times > 1.5);
        preferences::kFontSize.set(20);
        QTRY_COMPARE(title->font().pointSizeF(), 20 * times);
        const MainWindow later;
        QCOMPARE(later.findChild<QLabel*>(QStringLiteral("startTitle"))->font().pointSizeF(), 20 * times);
        preferences::kFontSize.set(0);
        QTRY_COMPARE(title->font().pointSizeF(), usual * times);
    }

    void theWheelWithControlAndAltChangesTheSizeAnywhere() {
        MainWindow window;
        ReportPage* page = open(window, small());
        QVERIFY(page);
        const auto wheel = [](QWidget* where, int angle) {
            const QPointF at = where->rect().center();
            QWheelEvent event(at, where->mapToGlobal(at), {}, {0, angle}, Qt::NoButton,
                              Qt::ControlModifier | Qt::AltModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(where, &event);
        };
        const auto range = page->view()->viewState().range;
        const int usual = static_cast<int>(std::lround(QFontInfo(QApplication::font()).pointSizeF()));
        wheel(page->view(), 120);
        QCOMPARE(preferences::kFontSize.value(), usual + 1);
        QVERIFY(page->view()->viewState().range == range);  // and zooms nothing
        wheel(window.statusBar(), -60);
        wheel(window.statusBar(), -60);
        QCOMPARE(preferences::kFontSize.value(), usual);
        for (int i = 0; i < 40; ++i) wheel(page->view(), 120);
        QCOMPARE(preferences::kFontSize.value(), app::kMostFontSize);
    }

    void keysOfACommandAreChangedAndGivenBack() {
        MainWindow window;
        ReportPage* page = open(window, small());
        QVERIFY(page);
        PreferencesDialog* dialog = window.showPreferences();
        dialog->showPage(PreferencePage::Keys);
        app::ShortcutList* list = dialog->shortcuts();
        QVERIFY(list->choose(QStringLiteral("reload")));
        list->edit()->setKeySequence(QKeySequence(QStringLiteral("Ctrl+Alt+R")));
        QVERIFY(list->assign());
        const auto* reload = window.findChild<QAction*>(QStringLiteral("reload"));
        QCOMPARE(reload->shortcuts(), QList{QKeySequence(QStringLiteral("Ctrl+Alt+R"))});
        {
            MainWindow next;  // the next run
            QCOMPARE(next.findChild<QAction*>(QStringLiteral("reload"))->shortcut(),
                     QKeySequence(QStringLiteral("Ctrl+Alt+R")));
        }
        list->resetCurrent();
        QCOMPARE(reload->shortcut(), QKeySequence(QStringLiteral("F5")));
        // One of the timeline, in every report.
        QVERIFY(list->choose(app::timelineKeyId(timeline::Command::FitSelected)));
        list->edit()->setKeySequence(QKeySequence(QStringLiteral("Y")));
        QVERIFY(list->assign());
        QKeyEvent y(QEvent::KeyPress, Qt::Key_Y, Qt::NoModifier), f(QEvent::KeyPress, Qt::Key_F, Qt::NoModifier);
        QCOMPARE(timeline::commandFor(y, page->view()->keys()), std::optional(timeline::Command::FitSelected));
        QVERIFY(!timeline::commandFor(f, page->view()->keys()));
        list->resetAll();
        QCOMPARE(timeline::commandFor(f, page->view()->keys()), std::optional(timeline::Command::FitSelected));
        QVERIFY(preferences::kShortcuts.value().isEmpty());
    }

    void keysOfAnotherCommandAreOnlyTakenWhenAskedTo() {
        MainWindow window;
        PreferencesDialog* dialog = window.showPreferences();
        app::ShortcutList* list = dialog->shortcuts();
        QVERIFY(list->choose(QStringLiteral("startPage")));
        list->edit()->setKeySequence(QKeySequence(QStringLiteral("F5")));
        QVERIFY(!list->assign());
        QVERIFY(list->clash().contains(QLatin1String("Reload")));
        QVERIFY(!list->takeOverButton()->isHidden());
        auto* start = window.findChild<QAction*>(QStringLiteral("startPage"));
        auto* reload = window.findChild<QAction*>(QStringLiteral("reload"));
        QVERIFY(start->shortcuts().isEmpty());
        QCOMPARE(reload->shortcut(), QKeySequence(QStringLiteral("F5")));
        list->takeOver();
        QCOMPARE(start->shortcut(), QKeySequence(QStringLiteral("F5")));
        QVERIFY(reload->shortcuts().isEmpty());
        QVERIFY(list->clash().isEmpty());
        // What was taken is not given to two.
        QVERIFY(list->choose(QStringLiteral("reload")));
        list->resetCurrent();
        QVERIFY(reload->shortcuts().isEmpty());
        QVERIFY(list->clash().contains(QLatin1String("Start Page")));
        // Nor is a key of the timeline.
        QVERIFY(list->choose(QStringLiteral("startPage")));
        list->edit()->setKeySequence(QKeySequence(QStringLiteral("W")));
        QVERIFY(!list->assign());
        QVERIFY(list->clash().contains(QLatin1String("Zoom in")));
    }

    void thePaneInFrontIsThatOfTheKindOfReport() {
        preferences::kTimelinePane.set(QStringLiteral("selection"));
        MainWindow window;
        ReportPage* page = open(window, small());
        QVERIFY(page);
        const auto isInFront = [](const app::Pane* pane) { return !pane->visibleRegion().isEmpty(); };
        QTRY_VERIFY(isInFront(window.pane<app::SelectionPane>()));
        QVERIFY(!isInFront(window.pane<app::DetailsPane>()));
    }

    void aFileThatChangesIsReadAgainOrNotAsWished() {
        const QString path = small();
        preferences::kReload.set(QLatin1String(app::kNeverReload));
        MainWindow window;
        ReportPage* page = open(window, path);
        QVERIFY(page);
        const auto* bar = [page]() -> const app::InfoBar* {
            for (const auto* b : page->findChildren<app::InfoBar*>())
                if (b->isVisible() && !qobject_cast<const app::HeadlineBar*>(b)) return b;
            return nullptr;
        }();
        QVERIFY(!bar);
        const auto events = page->document()->snapshot()->eventCount();
        QVERIFY(!writeLargeReport(path, 500).isEmpty());
        QTRY_VERIFY(page->document()->changedOnDisk());
        for (const auto* b : page->findChildren<app::InfoBar*>())
            QVERIFY(!b->isVisible() || qobject_cast<const app::HeadlineBar*>(b));
        preferences::kReload.set(QLatin1String(app::kAskToReload));
        const auto shown = page->findChildren<app::InfoBar*>();
        QVERIFY(std::any_of(shown.begin(), shown.end(), [](const app::InfoBar* b) { return b->isVisible(); }));
        QCOMPARE(page->document()->snapshot()->eventCount(), events);
        preferences::kReload.set(QLatin1String(app::kReloadAtOnce));
        QTRY_COMPARE(page->document()->snapshot()->eventCount(), std::uint64_t{500});
    }

    void storageSaysHowMuchThereIsAndClearsIt() {
        const auto places = app::storagePlaces();
        const auto at = std::find_if(places.begin(), places.end(), [](const app::StoragePlace& p) {
            return p.what == app::StoragePlace::What::Thumbnails;
        });
        QVERIFY(at != places.end());
        QDir(at->folder).removeRecursively();  // of other tests
        QVERIFY(QDir().mkpath(at->folder));
        QFile picture(at->folder + QStringLiteral("/one.png"));
        QVERIFY(picture.open(QIODevice::WriteOnly) && picture.write(QByteArray(2048, 'x')) == 2048);
        picture.close();
        MainWindow window;
        PreferencesDialog* dialog = window.showPreferences();
        app::StorageList* storage = dialog->storage();
        QSignalSpy counted(storage, &app::StorageList::counted);
        dialog->showPage(PreferencePage::Storage);
        QVERIFY(counted.wait());
        QVERIFY(storage->sizeText(at->what).startsWith(QLatin1String("2.00")));
        QTest::mouseClick(storage->clearButton(at->what), Qt::LeftButton);
        QVERIFY(counted.wait());
        QVERIFY(!picture.exists());
        QVERIFY(!storage->clearButton(at->what)->isEnabled());
        QVERIFY(QFileInfo::exists(at->folder));
        // What may be in use stays.
        const app::StoragePlace temporary{app::StoragePlace::What::Temporary, m_folder.path(),
                                          QStringLiteral("sightline-*")};
        for (const char* name : {"sightline-new", "sightline-old", "other"}) {
            QFile file(m_folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::ReadWrite) && file.write("abc") == 3);
            if (std::string_view(name) == "sightline-old") {
                file.flush();
                QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(-2), QFileDevice::FileModificationTime));
            }
        }
        QCOMPARE(app::bytesIn(temporary), std::uint64_t{6});
        app::clearPlace(temporary);
        QVERIFY(QFile::exists(m_folder.filePath(QStringLiteral("sightline-new"))));
        QVERIFY(QFile::exists(m_folder.filePath(QStringLiteral("other"))));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("sightline-old"))));
    }

    void peaksOfChipsComeFromTheFileThatIsChosen() {
        MainWindow window;
        PreferencesDialog* dialog = window.showPreferences();
        dialog->showPage(PreferencePage::Storage);
        app::StorageList* storage = dialog->storage();
        auto* usual = storage->findChild<QPushButton*>(QStringLiteral("usualPeaks"));
        auto* state = storage->findChild<QLabel*>(QStringLiteral("peaks"));
        QVERIFY(usual && state && !usual->isEnabled());
        const QString path = m_folder.filePath(QStringLiteral("own peaks.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"chips": [{"name": "Mine", "match": ["H100"], "dram_gb_s": 3000, "tops": {"fp32": 60}}]})");
        file.close();
        QTest::mouseClick(storage->findChild<QPushButton*>(QStringLiteral("choosePeaks")), Qt::LeftButton);
        auto* chooser = storage->findChild<QFileDialog*>();
        QVERIFY(chooser);
        emit chooser->fileSelected(path);
        chooser->close();
        QCOMPARE(preferences::kPeaksFile.value(), path);
        QCOMPARE(QString::fromStdString(importers::devicePeaks().table.chips.front().name), QStringLiteral("Mine"));
        QVERIFY2(state->toolTip().contains(QStringLiteral("own peaks.json (in use)")), qPrintable(state->toolTip()));
        QTest::mouseClick(usual, Qt::LeftButton);
        QVERIFY(preferences::kPeaksFile.value().isEmpty() && !usual->isEnabled());
        QVERIFY(importers::devicePeaks().table.chips.front().name != "Mine");
        // What cannot be read is named, and the program's own table is used.
        storage->choosePeaks(m_folder.filePath(QStringLiteral("sightline-new")));
        QVERIFY2(state->toolTip().contains(QStringLiteral("is not used")), qPrintable(state->toolTip()));
        storage->choosePeaks({});
    }

    void theKeyboardIsEnough() {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
        auto* dialog = window.findChild<PreferencesDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
        // From page to page with the arrows, and into a page with Tab; a letter with Alt goes to a line.
        QTRY_VERIFY(dialog->isAncestorOf(QApplication::focusWidget()));
        for (int i = 0; i < 20 && QApplication::focusWidget() != dialog->pages(); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(dialog->pages()->currentRow(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
        std::set<QString> reached;
        for (int i = 0; i < 40; ++i) {
            reached.insert(QApplication::focusWidget()->objectName());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (const app::PreferenceItem& item : app::preferenceTable())
            if (item.page == PreferencePage::Look) QVERIFY2(reached.contains(QLatin1String(item.key)), item.key);
        QTest::keyClick(dialog, Qt::Key_T, Qt::AltModifier);
        auto* theme = control<QComboBox, preferences::kTheme>(*dialog);
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(theme));
        QTest::keyClick(theme, Qt::Key_End);
        QCOMPARE(preferences::kTheme.value(), QStringLiteral("dark"));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!window.findChild<PreferencesDialog*>());
    }

    void theSearchShowsWhatHoldsTheWords() {
        MainWindow window;
        PreferencesDialog* dialog = window.showPreferences();
        const auto pagesShown = [dialog] {
            QStringList out;
            for (int i = 0; i < dialog->pages()->count(); ++i)
                if (!dialog->pages()->item(i)->isHidden()) out.append(dialog->pages()->item(i)->text());
            return out;
        };
        dialog->search(QStringLiteral("theme"));
        QVERIFY(pagesShown().contains(QStringLiteral("Appearance")));
        QVERIFY(!pagesShown().contains(QStringLiteral("Times")));
        auto* theme = control<QComboBox, preferences::kTheme>(*dialog);
        auto* language = control<QComboBox, preferences::kLanguage>(*dialog);
        QVERIFY(!theme->isHidden() && language->isHidden());
        dialog->search(QStringLiteral("zoom in"));
        QCOMPARE(dialog->pages()->currentRow(), static_cast<int>(PreferencePage::Keys));
        QVERIFY(dialog->shortcuts()->shown() >= 1 && dialog->shortcuts()->shown() < 10);
        dialog->search({});
        QCOMPARE(pagesShown().size(), static_cast<qsizetype>(app::kPreferencePageCount));
        QVERIFY(!language->isHidden());
    }
};

SIGHTLINE_QT_TEST(AppPreferencesTest)
#include "app_preferences_test.moc"
