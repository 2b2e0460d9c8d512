// SPDX-License-Identifier: GPL-3.0-or-later
// For how long the window does not answer while results of a million rows come, are drawn, sorted, and become a row of
// the timeline.
//
//     window_bench [EVENTS]
//
// Of every step the longest piece of work in the window's thread: by the clock, and the most processor time of one,
// which is what the clock would show on a machine without other work. Then the longest of all. At last the time from
// the end of reading 128 ranks as one report to its first screen.

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>

#include "app/kit/tables/table.h"
#include "app/kit/theme.h"
#include "app/panes/sql/result_chart.h"
#include "app/panes/sql/sql_pane.h"
#include "app/window/application.h"
#include "app/window/main_window.h"
#include "model/rep/rep_writer.h"

namespace {

double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}
double nowMs() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// An application that times what it handles: everything that the window's thread does is an event of something.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        const double wall = nowMs(), cpu = cpuMs();
        ++m_depth;
        const bool done = QApplication::notify(receiver, event);
        if (--m_depth == 0) add(nowMs() - wall, cpuMs() - cpu);
        return done;
    }
    void add(double wall, double cpu) {
        m_wall = std::max(m_wall, wall);
        m_cpu = std::max(m_cpu, cpu);
    }
    void begin() { m_wall = m_cpu = 0; }
    double wall() const { return m_wall; }
    double cpu() const { return m_cpu; }

private:
    int m_depth = 0;
    double m_wall = 0, m_cpu = 0;
};

QString writeReport(const QString& path, int events) {
    auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = 1;
    key.device = key.context = 0;
    key.stream = 7;
    model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
    std::vector<model::StringId> names;
    for (int i = 0; i < 1000; ++i)
        names.push_back(store->strings().intern("void gemm_tile_" + std::to_string(i) + "<float>(float*, int)"));
    for (int i = 0; i < events; ++i) {
        model::Event e;
        e.start = i * 1000ll;
        e.end = e.start + 300 + i * 7919ll % 600;
        e.name = names[static_cast<std::size_t>(i) * 31 % names.size()];
        lane.append(e);
    }
    return model::writeRep(*store->publish(true), path.toStdString()) ? path : QString();
}

/// A rank of a training: four streams of kernels, the calls that launched them, and the ranges around these.
QString writeRank(const QString& path, int rank) {
    constexpr int kEvents = 4000;  // of one row
    auto store = model::EventStore::create();
    store->info().session_facts.emplace_back("rank", std::to_string(rank));
    const auto fill = [&](model::TrackKind kind, const model::TrackKey& key, model::TimeNs length, const char* name) {
        model::Lane& lane = store->lane(store->track(kind, key), 0);
        const model::StringId id = store->strings().intern(name);
        for (int i = 0; i < kEvents; ++i) {
            model::Event e;
            e.start = i * 10'000ll + rank * 7ll;
            e.end = e.start + length;
            e.name = id;
            lane.append(e);
        }
    };
    model::TrackKey key;
    key.pid = 1000 + rank;
    key.tid = key.pid;
    fill(model::TrackKind::Nvtx, key, 9000, "layer");
    fill(model::TrackKind::CudaApi, key, 800, "cudaLaunchKernel");
    key.device = rank % 8;
    key.context = 1;
    for (int stream = 7; stream < 11; ++stream) {
        key.stream = stream;
        fill(model::TrackKind::StreamKernels, key, 6000, stream == 10 ? "ncclDevKernel_AllReduce_Sum_f32" : "gemm");
    }
    return model::writeRep(*store->publish(true), path.toStdString()) ? path : QString();
}

class Bench {
public:
    Bench(TimedApplication& application, const QString& report) : m_application(application), m_report(report) {
        m_window.resize(1600, 1000);
        m_window.show();
    }

    bool run() {
        const QString rows = QStringLiteral("SELECT start, dur, end, name FROM events");
        bool ok = step(
            "open", [&] { m_window.openPaths({m_report}); },
            [&] {
                return m_window.currentPage() &&
                       m_window.currentPage()->document()->state() == app::Document::State::Ready;
            });
        ok = ok && step("pane", [&] { m_window.showPane("sql"); });
        app::SqlPane* pane = m_window.pane<app::SqlPane>();
        ok = ok && step("table", [&] { pane->run(rows); });
        ok = ok && step("sorted", [&] { pane->table()->sortByColumn(1, Qt::DescendingOrder); });
        ok = ok && step("chart", [&] { pane->showChart(true); });
        ok = ok && step("chart-result", [&] { pane->run(rows); });
        ok = ok && step("mark", [&] { pane->markButton()->click(); });
        ok = ok && step("row", [&] { pane->addRow(); });
        ok = ok && step("second-row", [&] { pane->addRow(); });
        ok = ok && step("empty", [&] { pane->run(QStringLiteral("SELECT 1")); });
        if (ok) std::printf("longest %.1f ms\n", m_longest);
        return ok;
    }

    /// Reports of ranks as one: how long its first screen takes when all are read.
    bool merge(const QStringList& ranks) {
        const app::ReportPage* page = m_window.openMerged(ranks, importers::Align::Start);
        const auto isRead = [&] { return page->document()->state() == app::Document::State::Ready; };
        if (!waitFor(isRead)) return false;
        const double read = nowMs();
        if (!waitFor([&] { return page->view()->isSettled(); })) return false;
        std::printf("first screen of %d ranks %.0f ms after reading\n", static_cast<int>(ranks.size()), nowMs() - read);
        return true;
    }

private:
    /// Sleeps until there are events.
    template <class Done>
    static bool waitFor(Done&& done) {
        QTimer limit;
        limit.setSingleShot(true);
        limit.start(120'000);
        while (!done() && limit.isActive()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return done();
    }

    /// Does something and lets the window work until all panes are done and the timeline is drawn.
    bool step(
        const char* name, const std::function<void()>& act, const std::function<bool()>& done = [] { return true; }) {
        m_application.begin();
        const double wall = nowMs(), cpu = cpuMs();
        act();
        m_application.add(nowMs() - wall, cpuMs() - cpu);
        const bool ok = QTest::qWaitFor([&] { return done() && isSettled(); }, 120'000) &&
                        QTest::qWaitFor([&] { return isSettled(); }, 120'000);
        std::printf("%s %.1f ms  (processor: %.1f)\n", name, m_application.wall(), m_application.cpu());
        m_longest = std::max(m_longest, m_application.wall());
        return ok;
    }
    bool isSettled() const {
        const auto panes = m_window.panes();
        const app::ReportPage* page = m_window.currentPage();
        return page && page->view()->isSettled() &&
               std::all_of(panes.begin(), panes.end(), [](const app::Pane* p) { return p->isSettled(); });
    }

    TimedApplication& m_application;
    QString m_report;
    double m_longest = 0;
    app::MainWindow m_window{app::MainWindow::Mode::Picture};
};

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir home;
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(name, home.path().toUtf8());
    TimedApplication application(argc, argv);
    app::prepareApplication();
    app::ThemeManager theme;
    const int events = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1'000'000;
    const QString report = writeReport(home.filePath(QStringLiteral("many.rep")), events);
    QStringList ranks;
    for (int rank = 0; rank < 128; ++rank)
        ranks.append(writeRank(home.filePath(QStringLiteral("rank%1.rep").arg(rank)), rank));
    Bench bench(application, report);
    if (report.isEmpty() || ranks.contains(QString()) || !bench.run() || !bench.merge(ranks)) {
        std::fprintf(stderr, "window_bench: a step did not come to its end\n");
        return 1;
    }
    return 0;
}
