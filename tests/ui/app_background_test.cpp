// SPDX-License-Identifier: GPL-3.0-or-later
// Work beside the window's thread of which only the newest counts.
#include <QThread>
#include <QtTest>
#include <latch>
#include <vector>

#include "app/kit/background.h"
#include "tests/ui/app_test.h"

using app::Newest;

class AppBackgroundTest : public QObject {
    Q_OBJECT

private slots:
    void resultsComeInTheOwnersThread() {
        Newest work(this);
        QThread *made = nullptr, *taken = nullptr;
        int result = 0;
        work.run([&](const std::stop_token&) { return made = QThread::currentThread(), 42; },
                 [&](int r) { taken = QThread::currentThread(), result = r; });
        QVERIFY(work.isWorking());
        QTRY_COMPARE(result, 42);
        QVERIFY(!work.isWorking());
        QVERIFY(made && made != QThread::currentThread() && taken == QThread::currentThread());
    }

    void theNewestRequestWins() {
        Newest work(this);
        std::vector<int> taken;
        std::latch runs(1), isStopped(1);
        // Does not end before it is asked to; the other one has the second thread.
        work.run(
            [&](const std::stop_token& stop) {
                runs.count_down();
                while (!stop.stop_requested()) QThread::yieldCurrentThread();
                isStopped.count_down();
                return 1;
            },
            [&](int r) { taken.push_back(r); });
        runs.wait();
        work.run([&](const std::stop_token&) { return isStopped.wait(), 2; }, [&](int r) { taken.push_back(r); });
        QTRY_VERIFY(!work.isWorking());
        QCOMPARE(taken, std::vector<int>{2});
    }

    void whatIsDoneAndNotYetTakenIsPassedOver() {
        Newest work(this);
        std::latch isDone(1);
        bool taken = false;
        work.run([&](const std::stop_token&,
                     const auto& show) { return show([&] { taken = true; }), isDone.count_down(), 1; },
                 [&](int) { taken = true; });
        isDone.wait();  // what it shows waits in the queue of this thread
        work.forget();
        QVERIFY(!work.isWorking());
        QCoreApplication::processEvents();
        QVERIFY(!taken);
    }

    void partsComeBeforeTheRest() {
        Newest work(this);
        std::vector<int> taken;
        work.run(
            [&](const std::stop_token&, const auto& show) {
                show([&] { taken.push_back(work.isWorking() ? 1 : 0); });
                return 2;
            },
            [&](int r) { taken.push_back(r); });
        QTRY_VERIFY(!work.isWorking());
        QCOMPARE(taken, (std::vector<int>{1, 2}));
    }

    void whatIsStoppedIsTaken() {
        Newest work(this);
        std::latch runs(1);
        int result = 0;
        work.run(
            [&](const std::stop_token& stop) {
                runs.count_down();
                while (!stop.stop_requested()) QThread::yieldCurrentThread();
                return 7;
            },
            [&](int r) { result = r; });
        runs.wait();
        work.stop();
        QTRY_COMPARE(result, 7);
    }

    void theEndWaits() {
        std::latch runs(1);
        bool ended = false;
        {
            Newest work(this);
            work.run(
                [&](const std::stop_token& stop) {
                    runs.count_down();
                    while (!stop.stop_requested()) QThread::yieldCurrentThread();
                    return ended = true;
                },
                [](bool) { QFAIL("nobody is there to take it"); });
            runs.wait();
        }
        QVERIFY(ended);
        QCoreApplication::processEvents();
    }
};

SIGHTLINE_QT_TEST(AppBackgroundTest)
#include "app_background_test.moc"
