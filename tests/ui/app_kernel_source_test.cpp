// SPDX-License-Identifier: GPL-3.0-or-later
// The source of a kernel: instructions, their text by nvdisasm or by a page of ncu, and lines of PTX.
#include <QComboBox>
#include <QHeaderView>
#include <algorithm>
#include <cmath>

#include "app/kit/tables/bar_delegate.h"
#include "app/kit/tables/table.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/kernel/kernel_source_table.h"
#include "app/panes/kernel/kernel_source_view.h"
#include "app/panes/kernel/kernel_summary_view.h"
#include "model/kernels/kernel_pages.h"
#include "tests/ui/kernel_profile_kit.h"

using app::KernelProfilePane;
using app::MainWindow;
using app::ReportPage;
using SourceTable = app::KernelSourceTable;

class AppKernelSourceTest : public KernelProfileTest {
    Q_OBJECT

    /// Puts a program nvdisasm into PATH, and nothing else that is called so.
    void installDisassembler(const char* script) {
        const QString path = file("tools/nvdisasm");
        QVERIFY(QDir().mkpath(file("tools")));
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Truncate) && out.write(script) > 0);
        out.close();
        QVERIFY(out.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
        qputenv("PATH", file("tools").toLocal8Bit() + ":/bin:/usr/bin");
    }
    QString codeAt(KernelProfilePane* pane, int row) {
        return pane->source()->table()->model()->index(row, SourceTable::Code).data().toString();
    }

private slots:
    void init() {
        QSettings().clear();
        app::setLanguage(QStringLiteral("en"));
    }

    void instructionsAreListedWithWhatWasMeasuredOfThem() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Source);
        QCOMPARE(pane->source()->rowCount(), 2);
        const QAbstractItemModel* model = pane->source()->table()->model();
        QCOMPARE(model->index(1, 0).data().toString(), QStringLiteral("0x0010"));
        QCOMPARE(model->headerData(SourceTable::FirstMetric, Qt::Horizontal).toString(),
                 QStringLiteral("Instructions"));
        QCOMPARE(model->index(1, SourceTable::FirstMetric).data(app::kCopyRole).toString(), QStringLiteral("20"));
    }

    void theTextOfInstructionsIsFromNvdisasmWhereItIsInstalled() {
        const QByteArray path = qgetenv("PATH");
        installDisassembler(
            "#!/bin/sh\n[ \"$1\" = -c ] && grep -q 'a binary' \"$2\" || exit 9\n"
            "printf '.text._Z4gemmv:\\n        /*0000*/                   LDC R1, c[0x0][0x28] ;\\n.L_x_0:\\n        /*0010*/              @!P0 EXIT ;\\n'\n");
        MainWindow window;
        window.show();
        QVERIFY(open(window, report("text.ncu-rep")));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Source);
        QVERIFY(!pane->isSettled() || pane->source()->hint().contains("by nvdisasm"));
        QTRY_VERIFY(pane->isSettled());
        QCOMPARE(codeAt(pane, 0), QStringLiteral("LDC R1, c[0x0][0x28]"));
        QCOMPARE(codeAt(pane, 1), QStringLiteral("@!P0 EXIT"));
        QVERIFY(pane->source()->hint().contains("by nvdisasm"));
        qputenv("PATH", path);
    }

    void aDisassemblerThatFailsOrIsMissingLeavesTheOffsetsAndSaysWhatToDo() {
        const QByteArray path = qgetenv("PATH");
        installDisassembler("#!/bin/sh\necho 'unknown architecture' >&2\nexit 3\n");
        {
            MainWindow window;
            window.show();
            QVERIFY(open(window, report("fails.ncu-rep")));
            KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
            QTRY_VERIFY(pane->isSettled());
            QCOMPARE(pane->source()->rowCount(), 2);
            QVERIFY(pane->source()->hint().contains("unknown architecture"));
            QVERIFY(pane->source()->hint().contains("--page source --csv"));
        }
        qputenv("PATH", "/nonexistent");
        MainWindow window;
        window.show();
        QVERIFY(open(window, report("missing.ncu-rep")));
        QTRY_VERIFY(window.pane<app::KernelProfilePane>()->isSettled());
        QVERIFY(window.pane<app::KernelProfilePane>()->source()->hint().contains("Install nvdisasm"));
        QCOMPARE(codeAt(window.pane<app::KernelProfilePane>(), 0), QString());
        qputenv("PATH", path);
    }

    void theTextOfInstructionsIsFromAPageThatIsOpenBeside() {
        const QString sample = realReport();
        if (sample.isEmpty()) QSKIP("no sample reports");
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/nonexistent");
        MainWindow window;
        window.show();
        QVERIFY(open(window, realReport("kern_full.source.csv")));
        ReportPage* real = open(window, sample);
        QVERIFY(real);
        select(real, 0);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        QComboBox* places = pane->source()->places();
        places->setCurrentIndex(places->count() - 1);
        QCOMPARE(codeAt(pane, 0).trimmed(), QStringLiteral("LDC R1, c[0x0][0x28]"));  // as the page has it
        QCOMPARE(codeAt(pane, 1).trimmed(), QStringLiteral("S2R R0, SR_TID.X"));
        QVERIFY(pane->source()->hint().contains("kern_full.source.csv"));
        qputenv("PATH", path);
    }

    void theHeatOfALineIsItsShareOfTheMetricThatIsChosen() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Source);
        const SourceTable* table = pane->source()->table();
        const QAbstractItemModel* model = table->model();
        QCOMPARE(pane->source()->heat()->currentText(), QStringLiteral("Instructions"));
        double sum = 0;  // as a number, not by colour alone
        for (int row = 0; row < model->rowCount(); ++row)
            sum += model->index(row, SourceTable::Heat).data(app::kCopyRole).toDouble();
        QVERIFY(std::abs(sum - 100) < 1e-6);
        const int hottest = table->byHeat().front();
        QCOMPARE(model->index(hottest, SourceTable::Heat).data(app::BarDelegate::kShare).toDouble(), 1.0);
        QCOMPARE(model->index(hottest, SourceTable::FirstMetric).data(app::kCopyRole).toInt(), 20);
    }

    void keysLeadFromTheHottestLineDown() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Source);
        window.activateWindow();
        SourceTable* table = pane->source()->table();
        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(table->currentIndex().row(), table->byHeat().at(0));
        QTest::keyClick(table, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(table->currentIndex().row(), table->byHeat().at(1));
        QTest::keyClick(table, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(table->currentIndex().row(), table->byHeat().at(0));
    }

    void aLineAndItsInstructionsAreMarkedOnBothSides() {
        const QString sample = realReport();
        if (sample.isEmpty()) QSKIP("no sample reports");
        MainWindow window;
        window.resize(1600, 900);
        window.show();
        ReportPage* page = open(window, sample);
        QVERIFY(page);
        // Each kernel stands on one line; the last one has an inlined function of another file.
        select(page, 5);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Source);
        QTRY_VERIFY(pane->isSettled());
        SourceTable *lines = pane->source()->table(), *sass = pane->source()->sass();
        QVERIFY(sass->isVisible());
        // Every instruction of the line, and no other.
        lines->selectRow(lines->byHeat().front());
        const model::SnapshotPtr s = page->document()->snapshot();
        const std::uint32_t line = lines->content().rows.at(static_cast<std::size_t>(lines->byHeat().front())).line;
        QVERIFY2(!sass->linked().empty() && sass->linked().size() < sass->content().rows.size(),
                 qPrintable(QStringLiteral("%1 of %2").arg(sass->linked().size()).arg(sass->content().rows.size())));
        for (int row = 0; row < sass->model()->rowCount(); ++row) {
            const auto& instruction = sass->content().rows.at(static_cast<std::size_t>(row));
            const auto* at = instruction.function->lineAt(instruction.offset);
            const bool belongs = at && at->line == line && s->text(at->file).ends_with("kern.cu");
            QCOMPARE(std::binary_search(sass->linked().begin(), sass->linked().end(), row), belongs);
            QCOMPARE(sass->model()->index(row, SourceTable::Place).data().toString().startsWith(u'▸'), belongs);
        }
        const auto [first, last] = sass->visibleRows();
        QVERIFY(sass->linked().front() >= first && sass->linked().front() < last);
        // And back.
        sass->selectRow(sass->byHeat().front());
        QCOMPARE(lines->linked().size(), std::size_t{1});
        QVERIFY(sass->linked().empty());
        // One table alone has the whole room, and nothing is marked.
        pane->source()->setBeside(false);
        QVERIFY(!sass->isVisible() && lines->linked().empty());
    }

    void codeTakesTheRoomThatIsLeft() {
        MainWindow window;
        window.resize(1600, 900);
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Source);
        const SourceTable* table = pane->source()->table();
        QTRY_VERIFY(table->horizontalHeader()->length() >= table->viewport()->width());
    }

    void ctrl0ShowsTheWholeReportWithTheFocusHere() {
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report());
        QVERIFY(page);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        pane->showView(KernelProfilePane::Source);
        const model::TimeRange all = page->document()->snapshot()->range();
        page->view()->zoomTo({all.begin, all.begin + all.length() / 4}, true);
        const double before = page->view()->viewState().range.length;
        window.activateWindow();
        pane->source()->table()->setFocus();
        QTRY_VERIFY(pane->source()->table()->hasFocus());
        QTest::keyClick(pane->source()->table(), Qt::Key_0, Qt::ControlModifier);
        QTRY_VERIFY(page->view()->viewState().range.length > before);
    }

    void theOnlyKernelOpensOnWhatItsRulesRankFirst() {
        kernel_report::Kernels one = kernel_report::usual();
        one.resize(1);
        MainWindow window;
        window.show();
        ReportPage* page = open(window, report("one.ncu-rep", one));
        QVERIFY(page);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        const auto remarks = model::remarksByGain(page->document()->snapshot()->kernelProfiles().at(0));
        QVERIFY(!remarks.empty() && remarks.front().promises());
        for (const auto& r : remarks) QVERIFY(!r.promises() || r.item->percent <= remarks.front().item->percent);
        QTRY_VERIFY(pane->isSettled());
        QCOMPARE(pane->view(), KernelProfilePane::Sections);  // the section that the rule is of
    }

    void ofSeveralKernelsTheSummaryComesFirstAndLeadsToThePageOfTheRule() {
        MainWindow window;
        window.show();
        QVERIFY(open(window, report()));
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        QCOMPARE(pane->view(), KernelProfilePane::Summary);
        emit pane->summary()->kernelRequested(2);
        QCOMPARE(pane->shownProfile(), 2u);
        QCOMPARE(pane->view(), KernelProfilePane::Sections);
    }

    void samplesStandBesideTheLinesOfPtxThatTheyAreOf() {
        const QString sample = realReport();
        if (sample.isEmpty()) QSKIP("no sample reports");
        MainWindow window;
        window.show();
        ReportPage* page = open(window, sample);
        QVERIFY(page);
        select(page, 0);
        KernelProfilePane* pane = window.pane<app::KernelProfilePane>();
        QComboBox* places = pane->source()->places();
        QCOMPARE(places->findText("PTX"), -1);  // is read when somebody looks
        pane->showView(KernelProfilePane::Source);
        QTRY_VERIFY(pane->isSettled());
        QCOMPARE(places->currentText(), QStringLiteral("kern.cu"));
        places->setCurrentIndex(places->findText("PTX"));
        QVERIFY(codeAt(pane, 51).startsWith("add.f32"));
        const QAbstractItemModel* model = pane->source()->table()->model();
        QCOMPARE(model->headerData(SourceTable::FirstMetric, Qt::Horizontal).toString(), QStringLiteral("Samples"));
        QCOMPARE(model->index(51, SourceTable::FirstMetric).data(app::kCopyRole).toString(),
                 QStringLiteral("7900"));  // the page has them at FADD
        select(page, 1);
        QTRY_VERIFY(pane->isSettled());
        QVERIFY(places->findText("PTX") > 0);
    }
};

SIGHTLINE_QT_TEST(AppKernelSourceTest)
#include "app_kernel_source_test.moc"
