// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does first, in a real window: drop a report, zoom with the wheel, click a kernel, find what launched
// it.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QUndoStack>
#include <QWheelEvent>

#include "app/window/drop_overlay.h"
#include "tests/ui/app_test.h"

using namespace app;
using timeline::TimelineView;

class FirstUseTest : public QObject {
    Q_OBJECT

    std::unique_ptr<MainWindow> m_window;
    ReportPage* m_page = nullptr;
    model::EventRef m_kernel;

    TimelineView& view() { return *m_page->view(); }
    const model::Snapshot& report() { return *view().snapshot(); }

    void ctrlWheel(QPoint pos) {
        QWheelEvent e(pos, view().mapToGlobal(pos), QPoint(), QPoint(0, 120), Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view(), &e);
    }

    /// A kernel of the fourth training step that an API call launched, on the stream with most of them.
    model::EventRef someKernel() {
        model::EventRef best;
        for (const model::Track& t : report().tree().tracks) {
            if (t.kind != model::TrackKind::StreamKernels || t.lanes.empty()) continue;
            const model::LaneView lane = report().lane(t.lanes.front());
            if (best.isValid() && lane.rows <= report().lane(best.lane).rows) continue;
            for (std::size_t i = lane.rows / 3; i < lane.rows; ++i) {
                const model::EventRef e{t.lanes.front(), static_cast<std::uint32_t>(i)};
                if (lane.end(i) - lane.start(i) < 8000 || model::correlated(report(), e).launches.size() != 1) continue;
                best = e;
                break;
            }
        }
        return best;
    }

private slots:
    void initTestCase() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1500, 940);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void aDroppedReportIsOpened() {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral(SIGHTLINE_SOURCE_DIR "/resources/samples/sample.rep"))});
        QWidget* target = m_window->centralWidget();
        const QPoint middle = target->rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &drop);
        m_page = m_window->currentPage();
        QVERIFY(m_page && waitReady(m_page));
        QCOMPARE(m_page->document()->state(), Document::State::Ready);
        QVERIFY(report().eventCount() > 10000);
        view().setAnimated(false);
        // What said what a drop would do is gone, however quickly the drop came.
        QCoreApplication::processEvents();
        QVERIFY(!m_window->findChild<DropOverlay*>()->isVisible());
    }

    void theWheelZoomsUntilTheKernelIsABar() {
        m_kernel = someKernel();
        QVERIFY(m_kernel.isValid());
        const model::Event e = model::eventAt(report(), m_kernel);
        const model::TimeNs middle = (e.start + e.end) / 2;
        for (int turns = 0; view().xOf(e.end) - view().xOf(e.start) < 120; ++turns) {
            QVERIFY(turns < 200);
            const double x = view().xOf(middle);
            ctrlWheel({static_cast<int>(x), view().rowsGeometry().center().y()});
            // The time under the pointer stays where it is.
            QVERIFY(std::abs(view().xOf(middle) - x) <= 1.5);
        }
    }

    void aClickSelectsTheKernelAndShowsItsDetails() {
        const QRect bar = view().eventGeometry(m_kernel);
        QVERIFY(!bar.isEmpty());
        QSignalSpy selected(&view(), &TimelineView::eventSelected);
        QTest::mouseClick(&view(), Qt::LeftButton, Qt::NoModifier, bar.center());
        QCOMPARE(selected.count(), 1);
        QVERIFY(view().viewState().selected == m_kernel);
        m_window->settle();
    }

    void itsLaunchIsFoundAndJumpedTo() {
        const model::Correlated& both = view().correlatedWithSelected();
        QCOMPARE(both.launches.size(), std::size_t{1});
        const model::Event launch = model::eventAt(report(), both.launches.front());
        QVERIFY(QByteArray::fromStdString(std::string(report().text(launch.name))).contains("LaunchKernel"));
        QVERIFY(launch.start < model::eventAt(report(), m_kernel).start);
        const model::EventRef expected = both.launches.front();
        // For the README: SIGHTLINE_PICTURES=folder keeps what the window looks like here.
        if (const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES"); !folder.isEmpty())
            QVERIFY(m_window->grab().save(folder + QStringLiteral("/selected.png")));
        view().run(timeline::Command::JumpToCorrelated);
        QVERIFY(view().viewState().selected == expected);
        QVERIFY(!view().eventGeometry(expected).isEmpty());
        view().undoStack()->undo();
    }

    void thePictureOfTheTimelineCanBeSaved() {
        timeline::PictureOptions options;
        options.size = {1200, 0};
        const QImage image = view().renderImage(options);
        QCOMPARE(image.width(), 1200);
        QVERIFY(image.height() > 200);
    }

    void cleanupTestCase() { m_window.reset(); }
};

SIGHTLINE_QT_TEST(FirstUseTest)
#include "first_use_test.moc"
