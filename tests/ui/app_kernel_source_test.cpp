// SPDX-License-Identifier: GPL-3.0-or-later
// The source of a kernel: instructions, their text by nvdisasm or by a page of ncu, and lines of PTX.
#include <QComboBox>

#include "app/kit/tables/table.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/kernel/kernel_source_view.h"
#include "tests/ui/kernel_profile_kit.h"

using app::KernelProfilePane;
using app::MainWindow;
using app::ReportPage;

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
        return pane->source()->table()->model()->index(row, 1).data().toString();
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
        QCOMPARE(model->headerData(2, Qt::Horizontal).toString(), QStringLiteral("Instructions"));
        QCOMPARE(model->index(1, 2).data(app::kCopyRole).toString(), QStringLiteral("20"));
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
        QCOMPARE(model->headerData(2, Qt::Horizontal).toString(), QStringLiteral("Samples"));
        QCOMPARE(model->index(51, 2).data(app::kCopyRole).toString(),
                 QStringLiteral("7900"));  // the page has them at FADD
        select(page, 1);
        QTRY_VERIFY(pane->isSettled());
        QVERIFY(places->findText("PTX") > 0);
    }
};

SIGHTLINE_APP_TEST(AppKernelSourceTest)
#include "app_kernel_source_test.moc"
