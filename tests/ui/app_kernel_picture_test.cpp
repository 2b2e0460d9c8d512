// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the pages of a kernel: every cell of them can be read.
#include <QHeaderView>
#include <QListWidget>
#include <QSplitter>
#include <QStandardItemModel>

#include "app/kit/language.h"
#include "app/kit/tables/table.h"
#include "app/panes/kernel/kernel_metrics_view.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/pictures/picture_room.h"
#include "app/pictures/widget_painter.h"
#include "tests/kit/kernel_report.h"
#include "tests/ui/app_test.h"

using app::MainWindow;

class AppKernelPictureTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    bool open(MainWindow& window, const QString& path) {
        window.openPaths({path});
        return window.currentPage() && waitReady(window.currentPage());
    }

    /// A copy of a report of an H100, where that is: the view is written beside it.
    QString realReport() {
        const QString sample =
                          qEnvironmentVariable("SIGHTLINE_SAMPLES") + QStringLiteral("/h100/ncu/kern_full.ncu-rep"),
                      file = m_folder.filePath("kernels.ncu-rep");
        return QFile::copy(sample, file) ? file : QString();
    }

    /// Cells of what is shown that have less room than their text takes, or lie beyond the edge.
    static QStringList cutCells(QWidget& pane) {
        QStringList out;
        for (const QAbstractItemView* view : pane.findChildren<QAbstractItemView*>()) {
            if (!view->isVisible() || !view->model() || qobject_cast<const QListWidget*>(view) ||
                !qobject_cast<const QAbstractScrollArea*>(view))
                continue;
            for (int y = 1; y < view->viewport()->height(); y += 4)
                for (int column = 0; column < view->model()->columnCount(); ++column) {
                    const QModelIndex index = view->indexAt({1, y}).siblingAtColumn(column);
                    const QString text = index.data().toString();
                    const QRect cell = view->visualRect(index);
                    if (text.isEmpty() || cell.isEmpty()) continue;
                    const QVariant font = index.data(Qt::FontRole);
                    const int taken = QFontMetrics(font.isValid() ? qvariant_cast<QFont>(font) : view->font())
                                          .horizontalAdvance(text);
                    if ((taken + 6 > cell.width() && taken < app::PictureRoom::kWidestColumn) ||
                        cell.right() > view->viewport()->width())
                        out += text;
                }
        }
        out.removeDuplicates();
        return out;
    }

private slots:
    void noCellOfAPageIsCutInItsPicture() {
        const QString path = realReport();
        if (path.isEmpty()) QSKIP("the sample report is not there");
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(QLatin1String(language));
            MainWindow window(MainWindow::Mode::Picture);
            window.resize(1600, 1000);
            window.show();
            QVERIFY(open(window, path));
            for (const char* page : {"summary", "sections", "memory", "occupancy", "rules", "source", "metrics"}) {
                const QString name = QStringLiteral("kernelProfile:%1:3").arg(QLatin1String(page));
                QVERIFY(window.showPane(name));
                window.floatPane(name, {1500, 900});
                window.settle();
                QVERIFY(QTest::qWaitFor([&] { return window.pane<app::KernelProfilePane>()->isSettled(); }, 20000));
                QCoreApplication::processEvents();
                const app::PictureRoom room(*window.pane<app::KernelProfilePane>(), false);
                const QStringList cut = cutCells(*window.pane<app::KernelProfilePane>());
                QVERIFY2(cut.isEmpty(), qPrintable(name + QLatin1String(language) + u'\n' + cut.join(u'\n')));
            }
        }
        app::setLanguage(QStringLiteral("en"));
    }

    void ofAllMetricsLongTextsGiveWayAndNoNumberDoes() {
        using namespace kernel_report;
        const auto report = [this](const char* name, double ns) {
            const std::string words = std::string(900, 'x') + name;
            Message k = kernel("gemm");
            k.message(13, metric(0, realValue(ns))).message(13, metric(1, textValue(words)));
            QFile out(m_folder.filePath(name));
            const std::string bytes =
                Report()
                    .block({"gpu__time_duration.sum", "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed"}, {},
                           {k.str()})
                    .bytes();
            return out.open(QIODevice::WriteOnly) && out.write(bytes.data(), static_cast<qint64>(bytes.size())) > 0
                       ? out.fileName()
                       : QString();
        };
        MainWindow window(MainWindow::Mode::Picture);
        window.show();
        QVERIFY(open(window, report("before.ncu-rep", 80000)));
        const app::ReportPage* before = window.currentPage();
        QVERIFY(open(window, report("now.ncu-rep", 72192)));
        QVERIFY(window.showPane("kernelProfile:metrics"));
        QVERIFY(window.pane<app::KernelProfilePane>()->pinBaselineOf(*before->host()));
        window.floatPane("kernelProfile:metrics", {900, 600});
        window.settle();
        const app::PictureRoom room(*window.pane<app::KernelProfilePane>(), false);
        const auto* table = window.pane<app::KernelProfilePane>()->metrics()->findChild<app::Table*>();
        QVERIFY2(table->horizontalHeader()->length() <= table->viewport()->width(),
                 qPrintable(QString::number(table->horizontalHeader()->length())));
        int numbers = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const QModelIndex index = table->model()->index(row, column);
                if (table->isColumnHidden(column) || !index.data().toString().contains(QStringLiteral("µs"))) continue;
                ++numbers;
                QVERIFY2(table->columnWidth(column) > table->fontMetrics().horizontalAdvance(index.data().toString()),
                         qPrintable(index.data().toString()));
            }
        QCOMPARE(numbers, 3);
        QVERIFY2(room.leftOut() == QStringList{QStringLiteral("texts that are too long are shortened")},
                 qPrintable(room.leftOut().join(u'|')));
    }

    // The table of a comparison was painted beside a chart that had not had its room when the picture was measured.
    void whatHasJustBeenShownBesideATableHasItsRoom() {
        QSplitter pane;
        auto* table = new app::Table(QString(), &pane);
        auto* beside = new QWidget(&pane);
        beside->setMinimumWidth(220);
        beside->hide();
        QStandardItemModel model(3, 2);
        table->setModel(&model);
        pane.resize(900, 300);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        beside->show();
        const auto width = [&] {
            const app::PictureRoom room(pane, false);
            return app::contentRect(pane).width();
        };
        const int first = width();
        QCoreApplication::processEvents();
        QCOMPARE(width(), first);
        QCOMPARE(table->viewport()->width(), first);
    }
};

SIGHTLINE_QT_TEST(AppKernelPictureTest)
#include "app_kernel_picture_test.moc"
