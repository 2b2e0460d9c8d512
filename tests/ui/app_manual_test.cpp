// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in the window, and the tour.
#include <QAbstractItemView>
#include <QDesktopServices>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QResource>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include "app/capture/capture_dialog.h"
#include "app/compare/compare_window.h"
#include "app/compare/difference_pane.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/manual/manual_window.h"
#include "app/kit/preferences.h"
#include "app/kit/tables/table.h"
#include "app/panes/advice_pane.h"
#include "app/panes/checklist_pane.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/reports_pane.h"
#include "app/window/pane_table.h"
#include "app/window/tour.h"
#include "model/reports/report.h"
#include "model/rules/checklist.h"
#include "model/rules/rule.h"
#include "tests/ui/app_test.h"

using namespace app;

namespace {

const QStringList kLanguages{QStringLiteral("en"), QStringLiteral("zh_CN")};

QString keyOf(std::string_view key) { return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())); }

ManualWindow* manual() {
    for (QWidget* w : QApplication::topLevelWidgets())
        if (auto* found = qobject_cast<ManualWindow*>(w)) return found;
    return nullptr;
}

/// Of all links of a page.
QStringList linksOf(const QTextDocument& document) {
    QStringList out;
    for (QTextBlock b = document.begin(); b.isValid(); b = b.next())
        for (auto it = b.begin(); !it.atEnd(); ++it)
            if (it.fragment().charFormat().isAnchor()) out.append(it.fragment().charFormat().anchorHref());
    return out;
}

/// Keeps a picture for somebody who wants to look at it.
void keep(QWidget& widget, const char* name) {
    const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
    if (!folder.isEmpty()) widget.grab().save(folder + u'/' + QLatin1String(name) + QStringLiteral(".png"));
}

}  // namespace

class AppManualTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        setLanguage(QStringLiteral("en"));
        preferences::kTourSeen.set(false);
        QVERIFY(m_folder.isValid());
    }
    void cleanup() { delete manual(); }

    void bothLanguagesHaveTheSamePlaces() {
        const ManualBook english(kLanguages[0]), chinese(kLanguages[1]);
        QVERIFY(english.pages().size() >= 10);
        QCOMPARE(chinese.pages().size(), english.pages().size());
        for (std::size_t p = 0; p < english.pages().size(); ++p) {
            const ManualPage &a = english.pages()[p], &b = chinese.pages()[p];
            QCOMPARE(b.file, a.file);
            QVERIFY2(b.title != a.title, qPrintable(a.file));
            QCOMPARE(b.headings.size(), a.headings.size());
            for (std::size_t h = 0; h < a.headings.size(); ++h) {
                QCOMPARE(b.headings[h].anchor, a.headings[h].anchor);
                QCOMPARE(b.headings[h].level, a.headings[h].level);
                for (const ManualPage* page : {&a, &b}) {
                    const QTextBlock block = page->document->findBlock(page->headings[h].position);
                    QCOMPARE(block.text(), page->headings[h].text);
                    QCOMPARE(block.blockFormat().headingLevel(), page->headings[h].level);
                }
            }
        }
    }

    void everyLinkLeadsSomewhere() {
        for (const QString& language : kLanguages) {
            const ManualBook book(language);
            int seen = 0;
            for (std::size_t p = 0; p < book.pages().size(); ++p)
                for (const QString& link : linksOf(*book.pages()[p].document)) {
                    ++seen;
                    QVERIFY2(book.follow(link, static_cast<int>(p)), qPrintable(language + u' ' + link));
                }
            QVERIFY(seen > 20);
        }
    }

    void everyPaneTableRuleAndQuestionHasItsPlace() {
        QStringList defined;
        for (const auto* r : model::reports::all()) defined.append(QStringLiteral("report.") + keyOf(r->key));
        for (const auto* r : model::rules::all()) defined.append(QStringLiteral("rule.") + keyOf(r->table.key));
        for (const auto& c : model::checklist::all()) defined.append(QStringLiteral("question.") + keyOf(c.key));
        QVERIFY(defined.size() > 60);
        for (const QString& language : kLanguages) {
            const ManualBook book(language);
            for (const ManualPlaceInfo& place : manualPlaces())
                QVERIFY2(book.find({QLatin1String(place.link), {}}), place.link);
            for (const PaneInfo& pane : paneTable()) {
                const QString link = manualPlace(QStringLiteral("pane.") + QLatin1String(pane.id)).link;
                QVERIFY2(link != QLatin1String("README.md") && link.contains(u'#'), pane.id);
            }
            for (const QString& id : defined) {
                const auto spot = book.find(manualPlace(id));
                QVERIFY2(spot && spot->isPart, qPrintable(language + u' ' + id));
                const ManualPage& page = book.pages()[static_cast<std::size_t>(spot->page)];
                QCOMPARE(page.file, QStringLiteral("numbers.md"));
                QVERIFY2(page.document->findBlock(spot->position).text().contains(id.section(u'.', 1)), qPrintable(id));
            }
        }
    }

    void aDefinitionIsTheParagraphThatBeginsWithTheWord() {
        const ManualBook book(kLanguages[0]);
        const auto text = [&](const char* id) {
            const auto spot = book.find(manualPlace(QLatin1String(id)));
            return book.pages()[static_cast<std::size_t>(spot->page)].document->findBlock(spot->position).text();
        };
        // Named before, in "Time (%)".
        QVERIFY(text("report.gpu_breakdown").startsWith("gpu_breakdown and step_sum divide the wall time"));
        QVERIFY(text("rule.clock_throttling").startsWith("clock_throttling: kernels below 95 %"));
        QVERIFY(text("rule.needless_sync").startsWith("data_loading, host_bound, needless_sync"));
        QCOMPARE(text("question.gpu_busy"), QStringLiteral("gpu_busy"));
    }

    void f1OpensTheManualAtWhatHasTheKeyboard() {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto press = [&](QWidget* at, int key = Qt::Key_F1, Qt::KeyboardModifiers with = {}) {
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            at->setFocus();
            QTest::keyClick(at, static_cast<Qt::Key>(key), with);
        };
        press(&window);
        QVERIFY(manual() && manual()->isVisible());
        QVERIFY(!manual()->isModal() && manual()->isWindow());

        window.openTabs({report()});
        QVERIFY(waitReady(window.currentPage()));
        press(window.currentPage()->view());
        QCOMPARE(manual()->file(), QStringLiteral("window.md"));
        QCOMPARE(manual()->anchor(), QStringLiteral("moving-around"));

        window.showPane(QStringLiteral("reports:nvtx_sum"));
        press(window.pane<ReportsPane>()->findChild<Table*>());
        QCOMPARE(manual()->file(), QStringLiteral("numbers.md"));
        QVERIFY(manual()->markedText().startsWith("nvtx_sum"));

        window.showPane(QStringLiteral("advice"));
        auto* rules = window.pane<AdvicePane>()->findChild<QListWidget*>();
        QTRY_VERIFY(window.pane<AdvicePane>()->isSettled());
        const QString first = manualPlaceAround(rules);
        QVERIFY(first.startsWith("rule."));
        press(rules);
        QVERIFY(manual()->markedText().contains(first.mid(5)));
        rules->setCurrentRow(3);
        QVERIFY(manualPlaceAround(rules) != first);

        window.showPane(QStringLiteral("checklist"));
        auto* questions = window.pane<ChecklistPane>()->findChild<QAbstractItemView*>();
        QTRY_VERIFY(questions->model()->rowCount() > 1);
        questions->setCurrentIndex(questions->model()->index(1, 1));
        press(questions);
        QCOMPARE(manual()->markedText(), QStringLiteral("gpu_busy"));

        window.showPane(QStringLiteral("details"));
        window.pane<DetailsPane>()->setFocusPolicy(Qt::StrongFocus);
        press(window.pane<DetailsPane>());
        QCOMPARE(manual()->anchor(), QStringLiteral("details"));

        press(window.currentPage()->view(), Qt::Key_F1, Qt::ShiftModifier);
        QVERIFY(window.findChild<QWidget*>("keySheet"));
    }

    void dialogsHaveF1Too() {
        MainWindow window;
        window.show();
        CaptureDialog* dialog = window.showCapture();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClick(dialog, Qt::Key_F1);
        QVERIFY(manual());
        QCOMPARE(manual()->file(), QStringLiteral("capture.md"));
    }

    /// … and so does the window of two reports when it is the only one, as --compare opens it.
    void theCompareWindowAloneHasIt() {
        const QString folder = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        app::CompareWindow window(folder + "compare-before.rep", folder + "compare-after.rep", false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20000);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(window.page(app::CompareWindow::Side::B)->view()->hasFocus());  // keys work at once
        const auto opened = [&](QWidget* inside) {
            delete manual();
            if (inside) inside->setFocus();
            else QApplication::focusWidget()->clearFocus();
            QTest::keyClick(inside ? inside : &window, Qt::Key_F1);
            const QString file = manual() ? manual()->file() : QString();
            window.activateWindow();
            return QTest::qWaitForWindowActive(&window) ? file : QString();
        };
        QCOMPARE(opened(window.page(app::CompareWindow::Side::A)->view()), QStringLiteral("window.md"));
        QCOMPARE(opened(window.differences()->findingsTable()), QStringLiteral("numbers.md"));
        QCOMPARE(opened(window.offsetEdit()), QStringLiteral("compare.md"));
        QCOMPARE(opened(nullptr), QStringLiteral("compare.md"));
    }

    void aColumnIsDefinedBesideItsTableOrForAllTables() {
        openManual(QStringLiteral("report.nvtx_sum"), QStringLiteral("Median"));
        QVERIFY(manual()->markedText().startsWith("Median: of an even number of values"));
        openManual(QStringLiteral("compare.differences"), QStringLiteral("Spread"));
        QVERIFY(manual()->markedText().startsWith("Spread: how much of Delta"));
        keep(*manual(), "manual-definition");
        openManual(QStringLiteral("pane.selection"), QStringLiteral("Self"));
        QCOMPARE(manual()->markedText(), QStringLiteral("self"));
        // A column without a definition of its own: that of its table.
        openManual(QStringLiteral("report.nvtx_sum"), QStringLiteral("Instances"));
        QVERIFY(manual()->markedText().startsWith("nvtx_sum"));

        setLanguage(QStringLiteral("zh_CN"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LanguageChange);
        openManual(QStringLiteral("report.nvtx_sum"), QStringLiteral("中位数"));
        QVERIFY(manual()->markedText().startsWith(QStringLiteral("中位数：")));
    }

    void menusOfTablesAskWhatThisIs() {
        Table table(QStringLiteral("test"));
        setManualPlace(&table, "report", "nccl_sum");
        QMenu menu;
        addManualAction(menu, &table);
        QCOMPARE(menu.actions().size(), 1);
        QCOMPARE(menu.actions().first()->text(), QStringLiteral("What Is This?"));
        menu.actions().first()->trigger();
        QVERIFY(manual()->markedText().startsWith("nccl_sum: algbw"));
    }

    void theSearchIsOverAllPages() {
        openManual(QStringLiteral("dialog.capture"));
        ManualWindow& window = *manual();
        const int all = window.contents()->topLevelItemCount();
        window.searchLine()->setText(QStringLiteral("exposed"));
        QTRY_VERIFY(window.hitCount() > 1);
        QVERIFY(window.contents()->topLevelItemCount() < all);
        QTest::keyClick(&window, Qt::Key_F3);
        QCOMPARE(window.file(), QStringLiteral("numbers.md"));  // the first page from here on that has it
        QCOMPARE(window.hitText().toLower(), QStringLiteral("exposed"));
        QVERIFY(window.text()->extraSelections().size() > 1);
        keep(window, "manual-search");
        const int position = window.text()->textCursor().position();
        QTest::keyClick(&window, Qt::Key_F3);
        QVERIFY(window.text()->textCursor().position() > position);
        QTest::keyClick(&window, Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(window.text()->textCursor().position(), position);

        // Words may stand apart in a paragraph.
        window.searchLine()->setText(QStringLiteral("clocks collectives ends"));
        QTRY_VERIFY(window.hitCount() > 2);
        window.searchLine()->setText(QStringLiteral("no such words"));
        QTRY_COMPARE(window.hitCount(), std::size_t(0));
        QTest::keyClick(&window, Qt::Key_Escape);
        QTRY_COMPARE(window.contents()->topLevelItemCount(), all);
        QPointer<ManualWindow> open = &window;
        QTest::keyClick(&window, Qt::Key_Escape);
        QTRY_VERIFY(!open);
    }

    void linksGoThereAndBack() {
        openManual(QStringLiteral("window"));
        ManualWindow& window = *manual();
        QVERIFY(!window.text()->openLinks());
        emit window.text()->anchorClicked(QUrl(QStringLiteral("numbers.md#roofline")));
        QCOMPARE(window.file(), QStringLiteral("numbers.md"));
        QCOMPARE(window.anchor(), QStringLiteral("roofline"));
        emit window.text()->anchorClicked(QUrl(QStringLiteral("#steps")));
        QCOMPARE(window.anchor(), QStringLiteral("steps"));
        window.goBack();
        QCOMPARE(window.anchor(), QStringLiteral("roofline"));
        window.goBack();
        QCOMPARE(window.file(), QStringLiteral("window.md"));
        window.goForward();
        QCOMPARE(window.anchor(), QStringLiteral("roofline"));
    }

    void otherLinksAreOfTheBrowser() {
        openManual(QStringLiteral("window"));
        QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "takeUrl");
        emit manual()->text()->anchorClicked(QUrl(QStringLiteral("https://example.org/a")));
        QDesktopServices::unsetUrlHandler(QStringLiteral("https"));
        QCOMPARE(m_url, QUrl(QStringLiteral("https://example.org/a")));
        QCOMPARE(manual()->file(), QStringLiteral("window.md"));
    }

    void theLanguageAndTheThemeFollowTheWindow() {
        openManual(QStringLiteral("pane.roofline"));
        ManualWindow& window = *manual();
        QVERIFY(window.windowTitle().startsWith("What each number means"));
        setLanguage(QStringLiteral("zh_CN"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LanguageChange);
        QCOMPARE(window.file(), QStringLiteral("numbers.md"));
        QCOMPARE(window.anchor(), QStringLiteral("roofline"));
        QVERIFY(window.windowTitle().startsWith(QStringLiteral("每个数字的含义")));

        const auto inkOf = [&] {
            window.show();
            return window.grab().toImage().pixelColor(window.width() - 60, window.height() - 40).lightness();
        };
        QVERIFY(inkOf() > 200);
        keep(window, "manual-zh");
        themeManager()->setChoice(ThemeChoice::Dark);
        QTRY_VERIFY(inkOf() < 60);
        keep(window, "manual-dark");
        QCOMPARE(window.anchor(), QStringLiteral("roofline"));
        themeManager()->setChoice(ThemeChoice::Light);
        const double size = window.text()->document()->defaultFont().pointSizeF();
        QTest::keyClick(&window, Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(window.text()->document()->defaultFont().pointSizeF() > size);
        QCOMPARE(window.anchor(), QStringLiteral("roofline"));
        QTest::keyClick(&window, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(window.text()->document()->defaultFont().pointSizeF(), size);
    }

    void pagesShowTheirPicturesWhereThereAreSome() {
        const auto picturesOf = [](const ManualBook& book, const char* file) {
            QStringList out;
            for (const QTextFormat& f :
                 book.pages()[static_cast<std::size_t>(book.indexOf(QLatin1String(file)))].document->allFormats())
                if (f.isImageFormat()) out.append(f.toImageFormat().name());
            return out;
        };
        const ManualBook without(kLanguages[0]);
        QCOMPARE(picturesOf(without, "window.md"), QStringList());
        QVERIFY(!without.pages().front().document->toPlainText().isEmpty());

        // As the build has drawn them beside the program; these tests are in another folder.
        const QString built = QCoreApplication::applicationDirPath() + QStringLiteral("/../app/manual.rcc");
        QVERIFY2(QResource::registerResource(built), qPrintable(built));
        for (const QString& language : kLanguages) {
            const ManualBook book(language);
            for (const auto& [file, count] :
                 {std::pair("window.md", 5), std::pair("numbers.md", 1), std::pair("compare.md", 1)}) {
                const QStringList pictures = picturesOf(book, file);
                QCOMPARE(pictures.size(), count);
                for (const QString& url : pictures) QVERIFY2(!QImage(url.mid(3)).isNull(), qPrintable(url));
            }
        }
        openManual(QStringLiteral("window"));
        keep(*manual(), "manual-light");
        QVERIFY(QResource::unregisterResource(built));
    }

    void theTourPointsAtRealThings() {
        MainWindow window;
        window.resize(1200, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showTour();
        auto* tour = window.findChild<Tour*>("tour");
        QVERIFY(tour && tour->isVisible() && !tour->isModal());
        QCOMPARE(Tour::stepCount(), 5);
        for (const QString& language : kLanguages) {
            setLanguage(language);
            for (int step = 0; step < Tour::stepCount(); ++step) {
                QCOMPARE(tour->step(), step);
                QTRY_VERIFY2(tour->target() && tour->target()->isVisible(), qPrintable(QString::number(step)));
                QVERIFY(window.rect().contains(tour->geometry()));
                keep(window, qPrintable(QStringLiteral("tour-%1-%2").arg(language).arg(step)));
                QVERIFY(step == 0 || window.currentPage());  // the sample, where nothing is open
                if (step + 1 < Tour::stepCount()) QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
            }
            for (int step = 1; step < Tour::stepCount(); ++step) tour->back();
        }
        setLanguage(QStringLiteral("en"));
        // The last one ends it.
        QPointer<Tour> open = tour;
        for (int step = 0; step < Tour::stepCount(); ++step) open->next();
        QTRY_VERIFY(!open);
    }

    void theTourEndsAtAnyTime() {
        MainWindow window;
        window.resize(1200, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const std::vector<std::function<void(Tour&)>> ways{
            [](Tour& t) { t.findChild<QToolButton*>("closeTour")->click(); },
            [](Tour& t) { t.findChild<QPushButton*>("skipTour")->click(); },
            [](Tour& t) { QTest::keyClick(&t, Qt::Key_Escape); },
            // The keyboard may be elsewhere in the window.
            [&](Tour& t) {
                t.next();
                window.currentPage()->view()->setFocus();
                QTest::keyClick(window.currentPage()->view(), Qt::Key_Escape);
            }};
        for (const auto& leave : ways) {
            window.showTour();
            QPointer<Tour> tour = window.findChild<Tour*>("tour");
            QVERIFY(tour);
            leave(*tour);
            QTRY_VERIFY(!tour);
        }
    }

    void theTourComesOnce() {
        {
            MainWindow window;
            window.show();
            window.openTabs({m_folder.filePath("missing.rep")});
            showTourOnce(window);
            QTRY_COMPARE(window.currentPage()->document()->state(), Document::State::Failed);
            QCoreApplication::processEvents();
            QVERIFY(!window.findChild<Tour*>("tour"));
            QVERIFY(!preferences::kTourSeen.value());
        }
        {
            MainWindow window;
            window.show();
            window.openTabs({report()});
            showTourOnce(window);
            QTRY_VERIFY(window.findChild<Tour*>("tour"));
            QVERIFY(preferences::kTourSeen.value());
        }
        MainWindow window;
        window.show();
        showTourOnce(window);
        QVERIFY(!window.findChild<Tour*>("tour"));
    }

public slots:
    void takeUrl(const QUrl& url) { m_url = url; }

private:
    QString report() { return writeReport(smallReport(), m_folder.filePath("small.rep")); }

    QTemporaryDir m_folder;
    QUrl m_url;
};

SIGHTLINE_QT_TEST(AppManualTest)
#include "app_manual_test.moc"
