// SPDX-License-Identifier: GPL-3.0-or-later
// The chain of the selected event beside its details.
#include "app/panes/details/chain_view.h"
#include "app/panes/details/details_pane.h"
#include "app/report/find_bar.h"
#include "tests/ui/app_test.h"

using app::ChainView;
using app::MainWindow;
using app::ReportPage;

namespace {
/// A range with two launches of two kernels, and a kernel of which nothing else is known. µs.
constexpr const char* kTrace = R"json({"traceEvents":[
    {"ph":"X","cat":"user_annotation","name":"forward","pid":1,"tid":1,"ts":0,"dur":30},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":5,"args":{"correlation":7}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":11,"dur":5,"args":{"correlation":8}},
    {"ph":"X","cat":"kernel","name":"gemm_one","pid":0,"tid":7,"ts":10,"dur":2,"args":{"device":0,"stream":7,"correlation":7}},
    {"ph":"X","cat":"kernel","name":"gemm_two","pid":0,"tid":7,"ts":20,"dur":3,"args":{"device":0,"stream":7,"correlation":8}},
    {"ph":"X","cat":"kernel","name":"lonely","pid":0,"tid":7,"ts":40,"dur":3,"args":{"device":0,"stream":7}}]})json";
}  // namespace

class AppChainTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    ChainView* open(MainWindow& window) {
        window.resize(1600, 900);
        window.show();
        const QString file = m_folder.filePath(QString(QTest::currentTestFunction()) + ".json");
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(kTrace) < 0) return nullptr;
        out.close();
        window.openPaths({file});
        ReportPage* page = window.currentPage();
        if (!page || !waitReady(page) || !window.showPane("details")) return nullptr;
        return window.findChild<ChainView*>("chain");
    }
    /// The n-th event that matches is selected and its chain there.
    static bool select(MainWindow& window, ChainView* chain, const QString& filter) {
        app::FindBar* bar = window.currentPage()->findBar();
        bar->find(filter);
        if (!QTest::qWaitFor([bar] { return !bar->isWorking(); }, 10000) || bar->hits().empty()) return false;
        window.currentPage()->view()->selectEvent(bar->hits().front(), true);
        return QTest::qWaitFor([chain] { return !chain->isWorking(); }, 10000);
    }
    static QStringList path(const QTreeWidgetItem* item) {
        QStringList out;
        for (; item; item = item->parent()) out.prepend(item->text(0));
        return out;
    }

private slots:
    void aKernelHasItsCallAndWhatIsAroundThat() {
        MainWindow window;
        ChainView* chain = open(window);
        QVERIFY(chain);
        QVERIFY(select(window, chain, "kernel:gemm_two"));
        QVERIFY(chain->isVisible());
        QVERIFY(chain->currentItem());
        const QStringList found = path(chain->currentItem());
        QVERIFY2(found.size() == 3 && found[0] == "forward" && found[1] == "cudaLaunchKernel" && found[2] == "gemm_two",
                 qPrintable(found.join('|')));
        // From the kernel to the range, which has all its calls and their work below it.
        const model::EventRef range = ChainView::eventOf(chain->currentItem()->parent()->parent());
        emit chain->itemActivated(chain->currentItem()->parent()->parent(), 0);
        QCOMPARE(window.currentPage()->view()->viewState().selected, range);
        QVERIFY(QTest::qWaitFor([chain] { return !chain->isWorking(); }, 10000));
        QCOMPARE(path(chain->currentItem()), QStringList{"forward"});
        int kernels = 0;
        for (QTreeWidgetItemIterator it(chain); *it; ++it) kernels += (*it)->text(0).contains("gemm");
        QCOMPARE(kernels, 2);
    }

    void anEventWithoutAnythingAroundItHasNoChain() {
        MainWindow window;
        ChainView* chain = open(window);
        QVERIFY(chain);
        QVERIFY(select(window, chain, "kernel:lonely"));
        QVERIFY(chain->isHidden());
        QVERIFY(select(window, chain, "kernel:gemm_one"));
        QVERIFY(!chain->isHidden());
        window.currentPage()->view()->selectEvent({}, false);
        QVERIFY(chain->isHidden());
    }
};

SIGHTLINE_QT_TEST(AppChainTest)
#include "app_chain_test.moc"
