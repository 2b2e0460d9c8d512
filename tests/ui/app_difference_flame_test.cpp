// SPDX-License-Identifier: GPL-3.0-or-later
// The flame graph of a comparison: what is longer and shorter, in colours that everybody tells apart and in words.
#include <QComboBox>
#include <QLabel>
#include <QTabWidget>

#include "app/compare/compare_window.h"
#include "app/compare/difference_pane.h"
#include "app/panes/functions/flame_view.h"
#include "tests/ui/app_test.h"
#include "timeline/look/format.h"

using app::CompareWindow;

class AppDifferenceFlameTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString report(const QString& name, const char* text) {
        return writeReport(TextReport(text, {{'s', "step 1"},
                                             {'t', "step 2"},
                                             {'u', "step 3"},
                                             {'f', "forward"},
                                             {'b', "backward"},
                                             {'k', "gemm"}}),
                           m_folder.filePath(name));
    }
    static std::uint32_t node(const app::DifferenceFlame& flame, std::string_view name) {
        const auto& d = flame.difference();
        for (std::uint32_t i = 0; i < d.tree->nodes().size(); ++i)
            if (d.names->text(d.tree->nodes()[i].name) == name) return i;
        return model::CallTree::kNone;
    }

private slots:
    void longerIsOrangeShorterIsBlueAndWordsSayIt() {
        const QString a = report(
            "a.rep",
            "gpu0/s7: |kk......kk......kk......|\nt5/nvtx: |ssssssssttttttttuuuuuuuu|\n         |fffbbbb.fffbbbb.fffbbbb.|\n");
        const QString b = report(
            "b.rep",
            "gpu0/s7: |kk......kk......kk......|\nt5/nvtx: |ssssssssttttttttuuuuuuuu|\n         |fffffbb.fffffbb.fffffbb.|\n");
        CompareWindow window(a, b, false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.resize(1200, 900);
        window.show();
        QVERIFY(QTest::qWaitFor([&] { return window.isSettled(); }, 10000));
        app::DifferenceFlame* flame = window.differences()->flame();
        QTabWidget* tabs = window.differences()->tabs();
        QVERIFY(tabs->isTabVisible(tabs->indexOf(flame)));
        tabs->setCurrentWidget(flame);
        QTest::qWait(0);
        QCOMPARE(flame->sourceChoice()->count(), 1);
        const std::uint32_t forward = node(*flame, "forward"), backward = node(*flame, "backward"),
                            step = node(*flame, "step #");
        QVERIFY(forward != model::CallTree::kNone && backward != model::CallTree::kNone &&
                step != model::CallTree::kNone);
        QCOMPARE(
            flame->sentence(forward),
            QStringLiteral("forward: %1 in A, %2 in B, mean of the repetitions: +%3 (+66.7 %)")
                .arg(timeline::formatDuration(3000), timeline::formatDuration(5000), timeline::formatDuration(2000)));
        QCOMPARE(flame->sentence(backward),
                 QStringLiteral("backward: %1 in A, %2 in B, mean of the repetitions: −%2 (−50.0 %)")
                     .arg(timeline::formatDuration(4000), timeline::formatDuration(2000)));
        // That these are means and the other tabs' times medians is said in the window and in pictures.
        const QList<QLabel*> labels = flame->findChildren<QLabel*>();
        QVERIFY(flame->statistic().contains("means"));
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [flame](const QLabel* l) { return l->text().contains(flame->statistic()); }));
        QCOMPARE(window.differences()->about(), flame->statistic());
        if (const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES"); !folder.isEmpty())
            window.grab().save(folder + QStringLiteral("/difference-flame.png"));
        const QImage picture = flame->view()->grab().toImage();
        const auto colour = [&](std::uint32_t n) {
            const QRect r = flame->view()->rectOf(n);
            return picture.pixelColor(QPoint(r.right() - 3, r.bottom() - 2) * picture.devicePixelRatio());
        };
        QVERIFY(colour(forward).red() > colour(forward).blue() + 60);
        QVERIFY(colour(backward).blue() > colour(backward).red() + 60);
        QVERIFY(std::abs(colour(step).red() - colour(step).blue()) < 25);  // nothing changed in all
    }

    void withoutRangesInBothThereIsNoTab() {
        const QString a = report("c.rep", "gpu0/s7: |kk......kk......kk......|\n"),
                      b = report("d.rep", "gpu0/s7: |kk......kk......kk......|\nt5/nvtx: |ssssssss|\n");
        CompareWindow window(a, b, false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QVERIFY(QTest::qWaitFor([&] { return window.isSettled(); }, 10000));
        QTabWidget* tabs = window.differences()->tabs();
        QVERIFY(!tabs->isTabVisible(tabs->indexOf(window.differences()->flame())));
    }
};

SIGHTLINE_QT_TEST(AppDifferenceFlameTest)
#include "app_difference_flame_test.moc"
