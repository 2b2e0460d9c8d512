// SPDX-License-Identifier: GPL-3.0-or-later
// The pane with tables of statistics.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSet>
#include <QToolButton>
#include <QTreeWidget>

#include "app/kit/error_text.h"
#include "app/kit/tables/choice_list.h"
#include "app/kit/tables/choice_split.h"
#include "app/kit/tables/table.h"
#include "app/panes/reports_pane.h"
#include "app/report/span_choice.h"
#include "tests/ui/app_test.h"

using app::MainWindow;
using app::ReportPage;
using app::ReportsPane;
using app::ReportTableModel;

class AppReportsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const QString& name) const { return m_folder.filePath(name); }

    ReportPage* open(MainWindow& window) {
        window.openPaths({writeReport(smallReport(), file(QString(QTest::currentTestFunction()) + ".rep"))});
        ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }
    /// The pane in front, with a table that is ready.
    ReportsPane* show(MainWindow& window, const char* key) {
        window.show();
        if (!window.showPane(QStringLiteral("reports:") + QLatin1String(key))) return nullptr;
        ReportsPane* pane = window.pane<app::ReportsPane>();
        return QTest::qWaitFor(
                   [&] { return pane->isSettled() && pane->model()->report() == model::reports::find(key); }, 10000)
                   ? pane
                   : nullptr;
    }
    static QString cell(ReportsPane* pane, int row, int column, int role = Qt::DisplayRole) {
        return pane->model()->index(row, column).data(role).toString();
    }
    static QString header(ReportsPane* pane, int column) {
        return pane->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }

private slots:
    void aTableShowsWhatTheCommandLinePrints() {
        MainWindow window;
        QVERIFY(open(window));
        ReportsPane* pane = show(window, "cuda_gpu_kern_sum");
        QVERIFY(pane);
        QAbstractItemModelTester tester(pane->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(pane->model()->rowCount(), 1);
        QCOMPARE(cell(pane, 0, 8), QString("gemm_kernel"));
        QCOMPARE(cell(pane, 0, 2), QString("2"));
        QCOMPARE(header(pane, 1), QString("Total Time (µs)"));
        QCOMPARE(cell(pane, 0, 1), QString("12.000"));
        QCOMPARE(cell(pane, 0, 1, app::kCopyRole), QString("12000"));
        QVERIFY(!pane->model()->headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        QVERIFY2(pane->command().startsWith("sightline stats -r cuda_gpu_kern_sum '"), qPrintable(pane->command()));
    }

    void namesAreSeenInANarrowWindow() {
        MainWindow window;
        window.resize(1024, 700);
        QVERIFY(open(window));
        ReportsPane* pane = show(window, "cuda_gpu_kern_sum");
        QVERIFY(pane);
        const app::Table* table = pane->table();
        const QHeaderView* header = table->horizontalHeader();
        constexpr int kName = 8;
        const auto seen = [&] {  // px of the names
            const int x = header->sectionViewportPosition(kName);
            return std::min(x + header->sectionSize(kName), table->viewport()->width()) - std::max(0, x);
        };
        QTRY_VERIFY2(seen() >= 90, qPrintable(QString::number(seen())));
        // A wide one has them behind the numbers, in the order of the command line.
        window.resize(2400, 900);
        QTRY_COMPARE(header->visualIndex(kName), kName);
        QVERIFY(seen() >= 150);
        window.resize(1024, 700);
        QTRY_COMPARE(header->visualIndex(kName), 0);
        QVERIFY(seen() >= 90);
        // Where the last column is no name, it stays the last.
        QVERIFY(show(window, "op_sum"));
        QVERIFY(header->count() > 2);
        QCOMPARE(header->logicalIndex(header->count() - 1), header->count() - 1);
    }

    void theSelectedSpanCountsUnlessTheWholeReportIsAskedFor() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        ReportsPane* pane = show(window, "cuda_gpu_kern_sum");
        QVERIFY(pane);
        page->view()->setSelection(model::TimeRange{10'000, 20'000});
        QTRY_COMPARE(cell(pane, 0, 2), QString("1"));
        QVERIFY2(pane->command().contains("--filter-time 10000/20000"), qPrintable(pane->command()));
        pane->span()->setSpan(app::SpanChoice::Span::Whole);
        QTRY_COMPARE(cell(pane, 0, 2), QString("2"));
        QVERIFY(!pane->command().contains("--filter-time"));
    }

    void rowsAreSortedAndFiltered() {
        MainWindow window;
        QVERIFY(open(window));
        ReportsPane* pane = show(window, "nvtx_sum");
        QVERIFY(pane);
        const int rows = pane->model()->rowCount();
        QVERIFY(rows >= 5);
        QCOMPARE(cell(pane, 0, 9), QString(":backward"));
        pane->table()->sortByColumn(9, Qt::AscendingOrder);
        QTRY_COMPARE(cell(pane, 0, 9), QString(":a"));
        pane->table()->sortByColumn(1, Qt::AscendingOrder);
        QTRY_COMPARE(cell(pane, 0, 9), QString(":c"));
        pane->filter()->setText("ward push");
        QTRY_COMPARE(pane->model()->rowCount(), 2);
        pane->filter()->setText("no such");
        QTRY_COMPARE(pane->model()->rowCount(), 0);
        pane->filter()->clear();
        QTRY_COMPARE(pane->model()->rowCount(), rows);
    }

    void aRowLeadsToItsEvents() {
        MainWindow window;
        ReportPage* page = open(window);
        QVERIFY(page);
        ReportsPane* pane = show(window, "cuda_api_sum");
        QVERIFY(pane);
        QCOMPARE(cell(pane, 0, 8), QString("cudaDeviceSynchronize"));
        emit pane->table()->rowActivated(pane->model()->index(0, 8));
        const model::EventRef selected = page->view()->viewState().selected;
        QVERIFY(selected.isValid());
        QCOMPARE(page->document()->snapshot()->text(model::eventAt(*page->document()->snapshot(), selected).name),
                 std::string_view("cudaDeviceSynchronize"));
    }

    void anEmptyTableSaysWhy() {
        MainWindow window;
        QVERIFY(open(window));
        ReportsPane* pane = show(window, "osrt_sum");
        QVERIFY(pane);
        bool said = false;
        for (const QLabel* label : pane->findChildren<QLabel*>())
            said |= label->text() == "The report holds no OS runtime calls.";
        QVERIFY(said);
    }

    void theListIsByGroupsAndWhatIsEmptyIsGreyWithTheReason() {
        MainWindow window;
        QVERIFY(open(window));
        ReportsPane* pane = show(window, "cuda_gpu_kern_sum");
        QVERIFY(pane);
        const app::ChoiceList* list = pane->list();
        QCOMPARE(list->choices().size(), static_cast<qsizetype>(model::reports::all().size()));
        QStringList groups;
        for (const app::Choice& c : list->choices()) {
            if (groups.isEmpty() || groups.last() != c.group) groups << c.group;
            const model::reports::Report* r = model::reports::find(c.key.toStdString());
            const model::SnapshotPtr s = window.currentPage()->document()->snapshot();
            // Grey is what has no row, and nothing else.
            if (!c.why.isEmpty()) QVERIFY2(makeTable(*r, {*s, s->whole()}).rows == 0, qPrintable(c.key));
            const QTreeWidgetItem* item =
                list->tree()->findItems(c.title, Qt::MatchExactly | Qt::MatchRecursive).value(0);
            QVERIFY2(item, qPrintable(c.title));
            QVERIFY(item->toolTip(0).contains(c.key) && item->toolTip(0).contains(c.why));
            QCOMPARE(item->foreground(0).style() != Qt::NoBrush, !c.why.isEmpty());
        }
        QCOMPARE(groups.size(), QSet<QString>(groups.begin(), groups.end()).size());  // each group once
        QVERIFY(groups.size() >= 8);
        const auto why = [&](const char* key) {
            for (const app::Choice& c : list->choices())
                if (c.key == QLatin1String(key)) return c.why;
            return QStringLiteral("no such table");
        };
        QCOMPARE(why("osrt_sum"), QString("The report holds no OS runtime calls."));
        QCOMPARE(why("nvtx_sum"), QString());
    }

    void wordsFindTablesByKeyTitleAndMeaning() {
        MainWindow window;
        QVERIFY(open(window));
        ReportsPane* pane = show(window, "cuda_gpu_kern_sum");
        QVERIFY(pane);
        app::ChoiceList* list = pane->list();
        window.activateWindow();
        list->box()->setFocus();
        QTRY_VERIFY(list->box()->hasFocus());
        list->box()->setText(QStringLiteral("osrt"));
        QCOMPARE(list->shownKeys(), QStringList{"osrt_sum"});
        list->box()->setText(QStringLiteral("API trace"));
        QVERIFY(list->shownKeys().contains(QStringLiteral("cuda_api_trace")));
        QCOMPARE(list->current(), QString("cuda_gpu_kern_sum"));  // what is typed chooses nothing yet
        QTest::keyClick(list->box(), Qt::Key_Return);
        QCOMPARE(list->current(), QString("cuda_api_trace"));  // called so, before those that only tell of it
        QTRY_COMPARE(pane->model()->report(), model::reports::find("cuda_api_trace"));
        list->box()->setText(QStringLiteral("no such words"));
        QVERIFY(list->shownKeys().isEmpty());
        QTest::keyClick(list->box(), Qt::Key_Escape);
        QCOMPARE(list->shownKeys().size(), list->choices().size());
        QTest::keyClick(list->box(), Qt::Key_Up);  // arrows choose at once
        QVERIFY(list->current() != QString("cuda_api_trace"));
    }

    void itOpensOnTheTableThatAnswersMostUntilAPersonChooses() {
        QSettings().clear();
        {
            MainWindow window;
            window.show();
            QVERIFY(open(window));
            QVERIFY(window.showPane(QStringLiteral("reports")));
            ReportsPane* pane = window.pane<app::ReportsPane>();
            QTRY_COMPARE(pane->list()->current(), QString("cuda_gpu_kern_sum"));
            pane->list()->tree()->setCurrentItem(
                pane->list()->tree()->findItems("CUDA API Summary", Qt::MatchExactly | Qt::MatchRecursive).value(0));
            QTRY_COMPARE(pane->model()->report(), model::reports::find("cuda_api_sum"));
        }
        MainWindow window;
        window.show();
        QVERIFY(open(window));
        QVERIFY(window.showPane(QStringLiteral("reports")));
        ReportsPane* pane = window.pane<app::ReportsPane>();
        QTRY_COMPARE(pane->list()->current(), QString("cuda_api_sum"));
        // A report that has none of it opens on what it has.
        const QString other = writeReport(TextReport("t1/osrt: |oo.o|\n"), file("os.rep"));
        window.openPaths({other});
        QVERIFY(waitReady(window.currentPage()));
        QTRY_COMPARE(pane->list()->current(), QString("osrt_sum"));
        QSettings().clear();
    }

    void aNarrowPaneHasTheListBehindAButton() {
        auto* list = new app::ChoiceList;
        QList<app::Choice> choices;
        for (int i = 0; i < 20; ++i)
            choices.append({QStringLiteral("key%1").arg(i), QStringLiteral("Table %1").arg(i), {}, {}, {}});
        list->setChoices(choices);
        list->setCurrent(QStringLiteral("key3"));
        auto* content = new QWidget;
        auto* bar = new QHBoxLayout(content);
        app::ChoiceSplit split(list, content, 200);
        bar->addWidget(split.button());
        split.updateButton();
        split.resize(1200, 300);
        split.show();
        QTRY_VERIFY(split.isBeside() && list->isVisible() && !split.button()->isVisible());
        split.resize(400, 300);
        QTRY_VERIFY(!split.isBeside() && !list->isVisible() && split.button()->isVisible());
        QCOMPARE(split.button()->text(), QString("Table 3"));
        split.button()->click();
        QTRY_VERIFY(list->isVisible());
        list->box()->setText(QStringLiteral("key7"));
        QTest::keyClick(list->box(), Qt::Key_Return);
        QTRY_VERIFY(!list->isVisible());
        QCOMPARE(list->current(), QString("key7"));
        split.resize(1200, 300);
        QTRY_VERIFY(list->isVisible() && list->window() == &split);
    }

    void aTableIsExported() {
        MainWindow window;
        QVERIFY(open(window));
        ReportsPane* pane = show(window, "cuda_gpu_kern_sum");
        QVERIFY(pane);
        QVERIFY(pane->exportTo(file("out.csv")));
        QFile out(file("out.csv"));
        QVERIFY(out.open(QIODevice::ReadOnly));
        const QByteArray text = out.readAll();
        QVERIFY2(text.startsWith("Time (%),Total Time (ns),Instances,"), text.constData());
        QVERIFY2(text.contains("100.0,12000,2,6000.0,6000.0,5000,7000,1414.2,gemm_kernel\n"), text.constData());
        QVERIFY(!pane->exportTo(file("no/such/folder/out.csv")));
    }

    // What the tables say comes from the model, which knows no languages: all of it must have a translation.
    void everyTextOfEveryTableIsTranslated() {
        app::setLanguage(QStringLiteral("zh_CN"));
        const auto s = model::EventStore::create()->publish(true);
        QStringList missing;
        const auto checkShown = [&](std::string_view text, const QString& shown) {
            // Terms that stay as they are are translated by themselves, which the file has to say.
            bool letters = false;
            for (const QChar c : shown) letters |= c.unicode() > 0x2e80;
            const bool sentence = text.find(' ') != text.npos && text.find('(') == text.npos;
            if (sentence && !letters && text != "CUDA context" && text != "Green context")
                missing.append(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        };
        const auto check = [&](std::string_view text) { checkShown(text, app::reportText(text)); };
        for (const model::reports::Report* const each : model::reports::all()) {
            const model::reports::Report& r = *each;
            check(r.title);
            check(r.meaning);
            const model::Message why = r.make({*s, {0, 1}}).why;
            checkShown(english(why), app::messageText(why));
            for (const auto& c : r.columns) check(c.meaning);
        }
        app::setLanguage(QStringLiteral("en"));
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }
};

SIGHTLINE_QT_TEST(AppReportsTest)
#include "app_reports_test.moc"
