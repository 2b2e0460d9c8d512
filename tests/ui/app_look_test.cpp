// SPDX-License-Identifier: GPL-3.0-or-later
// What a person sees at first sight and a machine does not: names that are cut, windows beyond the screen, bars that
// look inverted, texts that keep the former language.
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>

#include "app/compare/compare_window.h"
#include "app/html/html_report.h"
#include "app/kit/elided_label.h"
#include "app/kit/tables/sentence_table.h"
#include "app/kit/window_place.h"
#include "app/panes/advice_pane.h"
#include "app/panes/checklist_pane.h"
#include "app/panes/events/event_table_model.h"
#include "app/panes/functions/flame_view.h"
#include "app/share/share_dialog.h"
#include "app/text/argument_text.h"
#include "app/window/compare_with_dialog.h"
#include "model/reports/report.h"
#include "model/rules/rule.h"
#include "tests/ui/app_test.h"
#include "timeline/look/format.h"
#include "timeline/paint/timeline_header.h"

using app::MainWindow;
using app::ReportPage;

class AppLookTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString report(const QString& name) { return writeReport(smallReport(), m_folder.filePath(name)); }
    static ReportPage* open(MainWindow& window, const QString& path) {
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    static double lightness(const QImage& image, const QPoint& at) { return image.pixelColor(at).lightnessF(); }

    /// What a person can read in a widget and below it.
    static QStringList textsOf(const QWidget& widget) {
        QStringList out;
        const auto shown = [&](const QWidget* w) { return w->isVisibleTo(&widget); };
        for (const QAction* a : widget.findChildren<QAction*>()) out << a->text() << a->toolTip();
        for (const QLabel* l : widget.findChildren<QLabel*>())
            if (shown(l)) out << l->text() << l->toolTip();
        for (const QAbstractButton* b : widget.findChildren<QAbstractButton*>())
            if (shown(b)) out << b->text() << b->toolTip();
        for (const QDockWidget* d : widget.findChildren<QDockWidget*>()) out << d->windowTitle();
        for (const QComboBox* box : widget.findChildren<QComboBox*>())
            for (int i = 0; i < box->count(); ++i) out << box->itemText(i);
        for (const QLineEdit* edit : widget.findChildren<QLineEdit*>()) out << edit->placeholderText();
        for (const QListWidget* list : widget.findChildren<QListWidget*>())
            for (int i = 0; i < list->count(); ++i) out << list->item(i)->text() << list->item(i)->toolTip();
        for (const QHeaderView* header : widget.findChildren<QHeaderView*>())
            for (int i = 0; header->model() && i < header->count(); ++i)
                out << header->model()->headerData(i, header->orientation()).toString();
        out.removeAll(QString());
        out.sort();
        return out;
    }

private slots:
    void init() {
        QSettings().clear();
        app::setLanguage("en");
    }
    void cleanup() { app::setLanguage("en"); }

    void tenTabsHaveNamesAndScroll() {
        MainWindow window;
        window.resize(1250, 700);
        for (int i = 0; i < 10; ++i)
            QVERIFY(open(window, report(QStringLiteral("training_run_of_rank_%1.rep").arg(i))));
        window.show();
        QCoreApplication::processEvents();
        const QTabBar* bar = window.tabs()->tabBar();
        for (int i = 0; i < bar->count(); ++i) QVERIFY2(bar->tabRect(i).width() >= 100, qPrintable(bar->tabText(i)));
        bool scrolls = false;
        for (const auto* button : bar->findChildren<QAbstractButton*>())
            scrolls = scrolls || (button->isVisible() && button->inherits("QToolButton"));
        QVERIFY(scrolls);
        QVERIFY(bar->rect().intersects(bar->tabRect(bar->currentIndex())));
    }

    void aPaneIsDraggedOutOfTheTabsByItsTab() {
        MainWindow window;
        window.resize(1200, 800);
        window.show();
        QVERIFY(open(window, report("drag.rep")));
        window.settle();
        QTabBar* bar = nullptr;
        for (auto* one : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            if (one->isVisible() && one->count() == window.panes().size()) bar = one;
        QVERIFY(bar);
        const QPoint from = bar->tabRect(2).center();
        QTest::mousePress(bar, Qt::LeftButton, {}, from);
        for (const int up : {8, 30, 80, 160, 240}) {
            QTest::mouseMove(bar, from - QPoint(0, up));
            QCoreApplication::processEvents();
        }
        const auto panes = window.panes();
        const auto floats = [&](const app::Pane* pane) { return window.dockOf(pane)->isFloating(); };
        QCOMPARE(std::count_if(panes.begin(), panes.end(), floats), 1);
        QVERIFY(floats(panes[2]));
        QTest::mouseRelease(bar, Qt::LeftButton, {}, from - QPoint(0, 240));
        window.resetLayout();
        QVERIFY(!floats(panes[2]));
    }

    void aLargeWindowIsFittedToItsScreen() {
        QWidget window;
        const QRect room = window.screen()->availableGeometry();
        window.setGeometry(room.x() + room.width() - 50, room.y() + room.height() - 50, room.width() + 300,
                           room.height() + 300);
        const app::WindowPlacer placer;
        window.show();
        QVERIFY2(room.contains(window.geometry()), qPrintable(QDebug::toString(window.geometry())));
        // What fits stays as it is.
        QWidget small;
        small.setGeometry(room.x() + 40, room.y() + 60, 200, 100);
        small.show();
        QCOMPARE(small.geometry(), QRect(room.x() + 40, room.y() + 60, 200, 100));
    }

    void theHandleOfAScrollBarStandsOutInBothThemes() {
        app::ThemeManager* theme = app::themeManager();
        for (const auto choice : {app::ThemeChoice::Light, app::ThemeChoice::Dark}) {
            theme->setChoice(choice);
            QScrollBar bar(Qt::Vertical);
            bar.setRange(0, 100);
            bar.setPageStep(100);
            bar.resize(16, 300);
            const QImage image = bar.grab().toImage();
            const double handle = lightness(image, {9, 60}), groove = lightness(image, {9, 260});
            if (choice == app::ThemeChoice::Light) QVERIFY2(handle < groove - 0.15, "light");
            else QVERIFY2(handle > groove + 0.15, "dark");
        }
        theme->setChoice(app::ThemeChoice::Light);
    }

    void aLabelIsAsWideAsItsTextWhereThatIsFree() {
        QWidget box;
        auto* row = new QHBoxLayout(&box);
        auto* label = new app::ElidedLabel;
        label->setText("0.100 000 000 s to 0.200 000 000 s");
        row->addWidget(label);
        row->addStretch(1);
        box.resize(900, 40);
        box.show();
        QVERIFY(!label->isCut());
        label->setText(QString(400, 'x'));
        box.resize(300, 40);
        QCoreApplication::processEvents();
        QVERIFY(label->isCut());
    }

    void sentencesGoOnInFurtherLines() {
        MainWindow window;
        window.resize(1100, 800);
        window.show();
        QVERIFY(open(window, SIGHTLINE_SOURCE_DIR "/resources/samples/sample.rep"));
        QVERIFY(window.showPane("checklist"));
        app::ChecklistPane* pane = window.pane<app::ChecklistPane>();
        QTRY_VERIFY(pane->isSettled() && pane->table()->model()->rowCount() > 5);
        const auto* table = qobject_cast<app::SentenceTable*>(pane->table());
        QVERIFY(table && table->holdsSentences(app::ChecklistModel::Advice));
        int several = 0;
        for (int r = 0; r < table->model()->rowCount(); ++r)
            several += table->visualRect(table->model()->index(r, 0)).height() > table->rowHeight();
        QVERIFY(several > 0);
    }

    void numbersOfArgumentsStandAtTheRight() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = 1;
        key.device = 0;
        key.stream = 7;
        model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
        const model::Arg args[] = {{store->strings().intern("bytes_in"), model::Arg::Type::Int, 1234},
                                   model::Arg::ofReal(store->strings().intern("ratio"), 1.5),
                                   {store->strings().intern("label"), model::Arg::Type::String,
                                    static_cast<std::int64_t>(store->strings().intern("a word"))}};
        lane.append({0, 1000, store->strings().intern("kernel"), store->args().intern(args), 0, 0});
        const model::SnapshotPtr s = store->publish(true);
        app::EventTableModel events;
        events.setEvents(s, {{0}, {}});
        QCOMPARE(events.columnCount(), app::EventTableModel::FirstArgument + 3);
        for (int c = app::EventTableModel::FirstArgument; c < events.columnCount(); ++c) {
            const bool word =
                events.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString().contains("label", Qt::CaseInsensitive);
            const auto alignment = events.index(0, c).data(Qt::TextAlignmentRole).value<Qt::Alignment>();
            QCOMPARE(alignment.testFlag(Qt::AlignRight), !word);
        }
    }

    void aFlameGraphOfSliversSaysSo() {
        const TextReport text("t1/nvtx: |a|");
        auto tree = std::make_shared<model::CallTree>(model::CallTree::Unit::Ns);
        for (model::StringId id = 1; id <= 3000; ++id) {
            model::Function f;
            f.name = id;
            tree->add(tree->child(model::CallTree::kNone, f), 10, 1);
        }
        tree->finish();
        app::FlameView flame;
        flame.resize(400, 200);
        flame.setTree(text.snapshot(), tree, model::TrackKind::Nvtx);
        flame.show();
        QVERIFY2(flame.whyBlank().contains("3") && flame.whyBlank().contains("pixel"), qPrintable(flame.whyBlank()));
        flame.resize(9000, 200);
        QVERIFY(flame.whyBlank().isEmpty());
    }

    void countsOfPluralsAreWrittenAsAllCounts() {
        const QString text = QCoreApplication::translate("app::OpenSeveralDialog", "Open %Ln Report(s)", nullptr, 1003);
        QVERIFY2(text.contains(timeline::formatCount(1003)), qPrintable(text));
    }

    void whatIsGivenAwayIsScrubbedUnlessOneSaysOtherwise() {
        for (const auto format : {app::ShareDialog::Format::Rep, app::ShareDialog::Format::Html}) {
            const app::ShareDialog dialog(format, {m_folder.filePath("a.rep")}, {}, false, 0);
            QCOMPARE(dialog.request().scrub, importers::kUsualScrub);
        }
    }

    void openReportsAreOfferedToCompareWith() {
        MainWindow window;
        const QString a = report("before.rep"), b = report("after.rep");
        QVERIFY(open(window, a) && open(window, b));
        window.findChild<QAction*>("compare")->trigger();
        auto* dialog = window.findChild<app::CompareWithDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->list()->count(), 1);
        QCOMPARE(dialog->list()->item(0)->text(), QString("before.rep"));
        dialog->compareButton()->click();
        QVERIFY(window.findChild<app::CompareWindow*>());
    }

    void oneReportAloneIsComparedWithAFile() {
        MainWindow window;
        QVERIFY(open(window, report("alone.rep")));
        window.findChild<QAction*>("compare")->trigger();
        QVERIFY(!window.findChild<app::CompareWithDialog*>());
        auto* dialog = window.findChild<QFileDialog*>();
        QVERIFY(dialog && dialog->nameFilters().first().contains("*.ncu-rep"));
        dialog->reject();
    }

    void everyFormatIsInTheFilterOfTheOpenDialog() {
        MainWindow window;
        window.findChild<QAction*>("open")->trigger();
        auto* dialog = window.findChild<QFileDialog*>();
        QVERIFY(dialog);
        for (const char* name : {"*.rep", "*.nsys-rep", "*.qdrep", "*.sqlite", "*.json", "*.gz", "*.ncu-rep", "*.csv",
                                 "*.rpd", "*.db", "*.pftrace", "*.html", "*.jsonl", "*.zip", "*.zst"})
            QVERIFY2(dialog->nameFilters().first().contains(name), name);
        dialog->reject();
    }

    void whatIsSavedCanBeOpened() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report("saved.rep"));
        QVERIFY(page);
        const QString target = m_folder.filePath("copy_of_saved.rep");
        QSignalSpy saved(page, &ReportPage::saved);
        page->saveAs(target);
        QVERIFY(saved.wait(10000));
        QPushButton* openButton = nullptr;
        bool folder = false;
        for (auto* button : page->findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == "Open") openButton = button;
            folder = folder || (button->isVisible() && button->text() == "Show in Folder");
        }
        QVERIFY(openButton && folder);
        openButton->click();
        QCOMPARE(window.currentPage()->document()->path(), target);
    }

    void thePageOrdersAdviceAsThePaneDoes() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, SIGHTLINE_SOURCE_DIR "/resources/samples/sample.rep");
        QVERIFY(page && window.showPane("advice"));
        QTRY_VERIFY_WITH_TIMEOUT(
            window.pane<app::AdvicePane>()->isSettled() && window.pane<app::AdvicePane>()->found(0)->report(), 20000);
        QStringList inPane;
        for (int row = 0; row < window.pane<app::AdvicePane>()->rules()->count(); ++row)
            if (const QString text = window.pane<app::AdvicePane>()->rules()->item(row)->text(); text.endsWith(')'))
                inPane.append(text.left(text.lastIndexOf(QLatin1String(" ("))));
        QVERIFY(inPane.size() > 3);
        const QString html = QString::fromStdString(app::htmlReport(*page->document()->report()));
        const qsizetype begin = html.indexOf("<section id=\"advice\">");
        const QString section = html.mid(begin, html.indexOf("</section>", begin) - begin);
        QStringList inPage;
        static const QRegularExpression heading("<h3>([^<]*)</h3>");
        for (auto all = heading.globalMatch(section); all.hasNext();) inPage.append(all.next().captured(1));
        QCOMPARE(inPage, inPane);
    }

    void onlyTheCommandLineSpeaksOfArguments() {
        std::size_t told = 0;
        const auto check = [&](const model::reports::Report& r) {
            told += !app::argumentText(r.key).empty();
            QVERIFY2(!QString::fromStdString(std::string(r.meaning)).contains("argument", Qt::CaseInsensitive),
                     std::string(r.key).c_str());
        };
        for (const model::reports::Report* r : model::reports::all()) check(*r);
        for (const model::rules::Rule* r : model::rules::all()) check(r->table);
        QCOMPARE(told, app::argumentKeys().size());
    }

    void theToolsOfARowLeaveItsNumberAlone() {
        timeline::Row row;
        row.height = 20;
        row.utilisation = true;
        const QRect rect(0, 0, 260, 20);
        QCOMPARE(timeline::headerPartAt(row, rect, {245, 10}, false), timeline::HeaderPart::Title);
        QCOMPARE(timeline::headerPartAt(row, rect, {196, 10}, false), timeline::HeaderPart::More);
        row.utilisation = false;
        QCOMPARE(timeline::headerPartAt(row, rect, {245, 10}, false), timeline::HeaderPart::More);
    }

    // A window that was switched shows what one shows that was Chinese from the beginning.
    void noTextKeepsTheFormerLanguage() {
        const QString path = SIGHTLINE_SOURCE_DIR "/resources/samples/sample.rep";
        const auto texts = [&](bool later) {
            app::setLanguage(later ? "en" : "zh_CN");
            MainWindow window;
            window.resize(1500, 900);
            window.show();
            ReportPage* page = open(window, path);
            page->view()->setSelection(model::TimeRange{100'000'000, 140'000'000});
            for (const app::Pane* pane : window.panes()) {
                window.dockOf(pane)->raise();
                window.showPane(pane->objectName().chopped(4));
                QCoreApplication::processEvents();
            }
            const auto settled = [&] {
                const auto panes = window.panes();
                return std::all_of(panes.begin(), panes.end(), [](const app::Pane* p) { return p->isSettled(); });
            };
            window.settle();
            (void)QTest::qWaitFor(settled, 20000);
            if (later) {
                app::setLanguage("zh_CN");
                QCoreApplication::processEvents();
                for (const app::Pane* pane : window.panes()) window.showPane(pane->objectName().chopped(4));
                window.settle();
                (void)QTest::qWaitFor(settled, 20000);
            }
            // What depends on the report is filled in when a menu opens.
            for (QMenu* menu : window.findChildren<QMenu*>()) emit menu->aboutToShow();
            return textsOf(window);
        };
        const QStringList fresh = texts(false), switched = texts(true);
        QStringList left = switched;
        for (const QString& text : fresh) left.removeOne(text);
        left.removeDuplicates();
        QVERIFY2(left.isEmpty(), qPrintable(left.join(" | ")));
    }
};

SIGHTLINE_QT_TEST(AppLookTest)
#include "app_look_test.moc"
