// SPDX-License-Identifier: GPL-3.0-or-later
// The first screen of a report: what stands first, what is closed, what stands behind a row that counts it, and that
// all of it opens.

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "tests/kit/qt_tests.h"
#include "tests/kit/row_outline.h"
#include "timeline/rows/dense_part.h"
#include "timeline/state/navigation.h"
#include "timeline/view/timeline_view.h"

using namespace timeline;
using model::TimeNs;
using model::TrackId;
using model::TrackKey;
using model::TrackKind;

namespace {

/// A report that is made up event by event.
class Made {
public:
    TrackId add(TrackKind kind, const TrackKey& key, const char* name, TimeNs start, TimeNs end) {
        const TrackId id = m_store->track(kind, key);
        m_store->lane(id, 0).append({start, end, m_store->strings().intern(name), 0, 0, 0});
        return id;
    }
    void name(TrackKind kind, const TrackKey& key, const std::string& text) {
        m_store->setTrackName(m_store->track(kind, key), m_store->strings().intern(text));
    }
    void metric(std::int64_t device, std::int64_t number, const std::string& text, double value) {
        TrackKey key;
        key.device = device;
        key.domain = number;
        const TrackId id = m_store->track(TrackKind::GpuMetric, key);
        m_store->setTrackName(id, m_store->strings().intern(text));
        m_store->counter(id).append(0, value);
        m_store->counter(id).append(900, value);
    }
    model::SnapshotPtr read() { return m_store->publish(true); }

private:
    std::shared_ptr<model::EventStore> m_store = model::EventStore::create();
};

TrackKey keyOf(std::int64_t pid, std::int64_t tid = TrackKey::kNone) {
    TrackKey key;
    key.pid = pid;
    key.tid = tid;
    return key;
}
TrackKey streamKey(std::int64_t pid, std::int64_t device, std::int64_t stream) {
    TrackKey key = keyOf(pid);
    key.device = device;
    key.context = 1;
    key.stream = stream;
    return key;
}

/// A process with kernels, a range and a call.
void addRank(Made& made, std::int64_t pid, std::int64_t host = 0) {
    TrackKey stream = streamKey(pid, pid % 8, 7), thread = keyOf(pid, pid);
    stream.host = thread.host = host;
    made.add(TrackKind::StreamKernels, stream, "gemm", 100, 800);
    made.add(TrackKind::Nvtx, thread, "step", 0, 900);
    made.add(TrackKind::CudaApi, thread, "cudaLaunchKernel", 10, 20);
}

RowListPtr rowsOf(const model::SnapshotPtr& s, const RowLayout& layout = {}) { return buildRows({s, nullptr}, layout); }

std::vector<LineStyle> stylesOf(const RowList& list, const Row& row) {
    std::vector<LineStyle> out;
    for (const Line& line : list.lines(row)) out.push_back(line.style);
    return out;
}

/// Everything that is closed at first: a GPU with many metrics, threads that wait, machines beyond the first.
Made manyClosed() {
    Made made;
    for (int n = 0; n < 20; ++n)
        made.metric(0, n, n == 3 ? "GR Active [Throughput %]" : "Metric " + std::to_string(n), 5);
    for (std::int64_t host = 1; host <= 6; ++host) {
        TrackKey thread = keyOf(100 + host, 100 + host);
        thread.host = host;
        made.add(TrackKind::OsRuntime, thread, "poll", 0, 900);
        thread.tid += 50;
        made.add(TrackKind::Operators, thread, "aten::mm", 0, 900);
    }
    return made;
}

}  // namespace

class TimelineFirstRowsTest : public QObject {
    Q_OBJECT

    ViewModel m_model;
    RowEdits m_rows{m_model};
    Navigation m_navigation{m_model, m_rows};

    void show(const model::SnapshotPtr& s) {
        m_model.setViewport(1000, 2000);
        m_model.setSnapshot(s);
    }
    const RowList& rows() { return *m_model.rows(); }

private slots:
    // --- one notion of what opens

    void whatStartsClosedOpensAndCloses() {
        Made made = manyClosed();
        show(made.read());
        const model::Snapshot& s = *m_model.snapshot();
        std::vector<RowKey> closed;
        for (const Row& r : rows().rows())
            if (r.expandable && !r.expanded) closed.push_back(rows().key(s, r));
        QVERIFY(closed.size() >= 4);
        for (const RowKey& key : closed) {
            m_rows.setExpanded(key, true);
            QVERIFY(rows().rows()[rows().find(s, key).index].expanded);
            m_rows.setExpanded(key, false);
            QVERIFY(!rows().rows()[rows().find(s, key).index].expanded);
        }
    }

    void allRowsOpenAndCloseAtOnceAndTheSideCarKeepsIt() {
        Made made = manyClosed();
        show(made.read());
        const model::Snapshot& s = *m_model.snapshot();
        const auto are = [](const RowList& list, bool open) {
            return std::all_of(list.rows().begin(), list.rows().end(),
                               [&](const Row& r) { return !r.expandable || r.expanded == open; });
        };
        m_rows.expandAll(true);
        QVERIFY(are(rows(), true));
        QVERIFY(find(rows(), QStringLiteral("Metric 19")));
        const QJsonObject file = toJson(m_model.state(), s);
        m_rows.expandAll(false);
        QVERIFY(are(rows(), false));
        QVERIFY(!find(rows(), QStringLiteral("Metric 19")));
        const ViewState again = viewStateFromJson(file, s, {});
        QVERIFY(are(*rowsOf(m_model.snapshot(), again.layout), true));
        // What a person does then is kept beside it.
        m_rows.expandAll(true);
        const RowKey gpu = rows().key(s, *find(rows(), QStringLiteral("GPU 0")));
        m_rows.setExpanded(gpu, false);
        QVERIFY(!find(rows(), QStringLiteral("Metric 19")));
        m_rows.expandAll(true);
        QVERIFY(find(rows(), QStringLiteral("Metric 19")));
    }

    void sideCarsOfBeforeKnowTheIdleThreads() {
        Made made;
        made.add(TrackKind::CudaApi, keyOf(1, 1), "call", 0, 9);
        for (int t = 2; t < 5; ++t) made.add(TrackKind::ThreadState, keyOf(1, t), "Running", 0, 1);
        const auto s = made.read();
        const QJsonObject file =
            QJsonDocument::fromJson(R"({"version": 1, "rows": {"expanded": [{"kind": "process", "pid": "1",
                                        "role": "idle_threads", "open": true}]}})")
                .object();
        QVERIFY(outline(*rowsOf(s)).find("  + Idle threads (3)\n") != std::string::npos);
        QVERIFY(
            outline(*rowsOf(s, viewStateFromJson(file, *s, {}).layout)).find("  - Idle threads (3)\n    Thread 2\n") !=
            std::string::npos);
    }

    // --- what stands first, and behind what

    void kernelsStandFirstThenRangesCollectivesAndCalls() {
        Made made;
        made.metric(0, 0, "GR Active [Throughput %]", 50);
        addRank(made, 1);
        made.add(TrackKind::OsRuntime, keyOf(1, 1), "read", 0, 5);
        made.add(TrackKind::Nccl, keyOf(1, 1), "ncclAllReduce", 0, 5);
        QCOMPARE(outline(*rowsOf(made.read())),
                 "- Process [1]\n"
                 "  - CUDA HW (GPU 1)\n"
                 "    Default stream (7)\n"
                 "  - Thread 1\n"
                 "    NVTX\n"
                 "    NCCL\n"
                 "    CUDA API\n"
                 "    OS runtime\n"
                 "- GPU 0\n"
                 "  GR Active [Throughput %]\n");
    }

    void metricsOfAMachineAreOneGroupWithTheTwoCurvesThatTellMost() {
        Made made;
        for (int gpu = 0; gpu < 8; ++gpu) {
            made.metric(gpu, 0, "GPC Clock Frequency [MHz]", 1980);
            made.metric(gpu, 1, "SMs Active [Throughput %]", gpu == 5 ? 90 : 10);
            made.metric(gpu, 2, "DRAM Read Bandwidth [Throughput %]", 30);
        }
        show(made.read());
        const model::Snapshot& s = *m_model.snapshot();
        QCOMPARE(outline(rows()), "+ Metrics of 8 GPUs\n");
        const Row& group = rows().rows()[0];
        QCOMPARE(stylesOf(rows(), group), (std::vector{LineStyle::Counter, LineStyle::Counter}));
        const auto curve = [&](std::size_t line) {
            const model::Track& t = s.track(rows().lines(group)[line].counterTrack);
            return std::pair(t.key.device, t.key.domain);
        };
        QCOMPARE(curve(0), (std::pair<std::int64_t, std::int64_t>(5, 1)));
        QCOMPARE(curve(1), (std::pair<std::int64_t, std::int64_t>(5, 2)));
        QVERIFY(rows().lines(group)[0].named);
        QVERIFY(group.height < 88);  // less than two curves of their own
        m_rows.setExpanded(rows().key(s, group), true);
        QVERIFY(outline(rows()).starts_with("- Metrics of 8 GPUs\n  - GPU 0\n    GPC Clock"));
    }

    void threadsThatOnlyWaitStandBehindOneRow() {
        Made made;
        addRank(made, 1);
        for (int t = 2; t <= 6; ++t) made.add(TrackKind::OsRuntime, keyOf(1, t), "poll", 0, 900);
        made.add(TrackKind::CudaApi, keyOf(1, 7), "cudaEventQuery", 0, 2);  // a watchdog: of a step of 900
        made.add(TrackKind::OsRuntime, keyOf(1, 7), "poll", 2, 900);
        made.add(TrackKind::Operators, keyOf(1, 8), "backward", 0, 400);
        const RowListPtr list = rowsOf(made.read());
        const std::string text = outline(*list);
        QVERIFY2(text.ends_with("  - Thread 8\n    Operators\n  + 6 more threads\n"), text.c_str());
        QVERIFY(text.find("Thread 7") == std::string::npos);
        Made waiting;
        addRank(waiting, 1);
        for (int t = 2; t <= 6; ++t) waiting.add(TrackKind::OsRuntime, keyOf(1, t), "poll", 0, 900);
        QVERIFY(outline(*rowsOf(waiting.read())).ends_with("  + Threads that only wait (5)\n"));
    }

    void threadsThatRunStayThoughNobodyTracedTheirCalls() {
        Made made;
        addRank(made, 1);
        for (int t = 2; t <= 3; ++t) made.add(TrackKind::ThreadState, keyOf(1, t), "Running", 0, 700);
        for (int i = 0; i < 50; ++i) made.add(TrackKind::CpuSamples, keyOf(1, 4), "main", i, i);
        made.add(TrackKind::OsRuntime, keyOf(1, 4), "poll", 60, 900);
        const std::string text = outline(*rowsOf(made.read()));
        for (const char* title : {"Thread 2\n", "Thread 3\n", "Thread 4\n"})
            QVERIFY2(text.find(title) != std::string::npos, text.c_str());
    }

    void ofHundredsOfStreamsTheBusiestAreRows() {
        Made made;
        addRank(made, 1);
        for (int n = 10; n < 577; ++n)
            made.add(TrackKind::StreamKernels, streamKey(1, 1, n), "copy", n, n + (n % 100 == 0 ? 80 : 1));
        for (int n = 600; n < 603; ++n) made.add(TrackKind::StreamSync, streamKey(1, 1, n), "sync", 0, 900);
        show(made.read());
        const std::string text = outline(rows());
        QVERIFY2(text.find("    Default stream (7)\n") != std::string::npos, text.c_str());
        QVERIFY2(text.find("    Stream 100\n    Stream 200\n    Stream 300\n    Stream 400\n    Stream 500\n") !=
                     std::string::npos,
                 text.c_str());
        const Row* more = find(rows(), QStringLiteral("563 more streams"));
        QVERIFY2(more, text.c_str());
        QCOMPARE(more->folded.size(), std::size_t{563});
        QCOMPARE(stylesOf(rows(), *more), std::vector{LineStyle::Summary});
        QVERIFY(rows().rows().size() < 20);
        // What is found behind it opens it.
        const model::Snapshot& s = *m_model.snapshot();
        for (const model::Track& t : s.tree().tracks)
            if (t.kind == TrackKind::StreamKernels && t.key.stream == 333) m_navigation.select({t.lanes[0], 0}, true);
        QVERIFY(find(rows(), QStringLiteral("Stream 333")));
    }

    void streamsWithoutWorkStandBehindOneRow() {
        Made made;
        addRank(made, 1);
        for (int n = 600; n < 603; ++n) made.add(TrackKind::StreamSync, streamKey(1, 1, n), "sync", 0, 900);
        QVERIFY(outline(*rowsOf(made.read())).find("    + Streams without work (3)\n") != std::string::npos);
    }

    void processesOfShimsStandBehindARowThatNamesThem() {
        Made made;
        addRank(made, 10);
        for (const auto& [pid, name] : std::map<int, const char*>{{1, "srun"}, {2, "bash"}, {3, "bash"}}) {
            made.name(TrackKind::Process, keyOf(pid), name);
            made.add(TrackKind::OsRuntime, keyOf(pid, pid), "waitpid", 0, 900);
        }
        const std::string text = outline(*rowsOf(made.read()));
        QVERIFY2(text.starts_with("- Process [10]\n"), text.c_str());
        QVERIFY2(text.ends_with("+ 3 more processes: srun, bash\n"), text.c_str());
        // Where no process uses a GPU, each is worth a row.
        Made plain;
        for (int pid = 1; pid < 4; ++pid) plain.add(TrackKind::OsRuntime, keyOf(pid, pid), "waitpid", 0, 900);
        QVERIFY(outline(*rowsOf(plain.read())).find("more processes") == std::string::npos);
    }

    void eightRanksAreEightRowsWithTheirKernelsAndRanges() {
        Made made;
        for (int pid = 1; pid <= 8; ++pid) addRank(made, pid);
        const RowListPtr list = rowsOf(made.read());
        QCOMPARE(list->rows().size(), std::size_t{8});
        for (const Row& r : list->rows()) {
            QCOMPARE(stylesOf(*list, r), (std::vector{LineStyle::Summary, LineStyle::Bars}));
            QVERIFY(r.utilisation && !r.expanded);
        }
        // Ranges say what was going on: how busy the GPU was is what its work says.
        const RowSource source{made.read(), nullptr};
        QCOMPARE(utilisation(source, *list, list->rows()[0], {0, 1000}).fraction, 0.7);
        Made two;
        for (int pid = 1; pid <= 2; ++pid) addRank(two, pid);
        QVERIFY(outline(*rowsOf(two.read())).starts_with("- Process [1]\n  - CUDA HW"));
    }

    void ranksOfMergedFilesAreOneRowEachInTheirOrder() {
        Made made;
        for (std::int64_t rank = 0; rank < 128; ++rank) {
            addRank(made, 100 + rank, rank + 1);
            TrackKey stream = streamKey(100 + rank, rank % 8, 7);
            stream.host = rank + 1;
            for (TimeNs t = 1000; t < 3'000'000; t += 1000)
                made.add(TrackKind::StreamKernels, stream, "gemm", t, t + 900);
            TrackKey host;
            host.host = rank + 1;
            made.name(TrackKind::Host, host, "rank " + std::to_string(rank));
        }
        const RowSource source{made.read(), nullptr};
        QElapsedTimer timer;
        timer.start();
        const RowListPtr list = buildRows(source, {});
        qInfo("128 ranks in %.1f ms", double(timer.nsecsElapsed()) / 1e6);
        QCOMPARE(list->rows().size(), std::size_t{128});
        for (std::size_t rank = 0; rank < 128; ++rank) {
            QCOMPARE(list->rows()[rank].title, QStringLiteral("rank %1").arg(rank));
            QCOMPARE(stylesOf(*list, list->rows()[rank]), std::vector{LineStyle::Summary});
        }
        TimelineView view;
        view.resize(1900, 1000);
        timer.restart();
        view.setSnapshot(source.snapshot);
        QVERIFY(!view.grab().isNull());
        qInfo("drawn in %.1f ms", double(timer.nsecsElapsed()) / 1e6);
    }

    void aFilterFindsWhatStandsBehindARow() {
        Made made;
        addRank(made, 1);
        for (int t = 2; t <= 6; ++t) made.add(TrackKind::OsRuntime, keyOf(1, t), "poll", 0, 900);
        RowLayout layout;
        layout.nameFilter = QStringLiteral("thread 4");
        QCOMPARE(outline(*rowsOf(made.read(), layout)), "- Process [1]\n  + Thread 4\n");
    }

    // --- the first span of time

    void theFirstViewIsTheDensePart() {
        Made made;
        made.add(TrackKind::OsRuntime, keyOf(1, 1), "poll", 0, 1'000'000);
        for (TimeNs t = 600'000; t < 700'000; t += 1000)
            made.add(TrackKind::StreamKernels, streamKey(1, 0, 7), "k", t, t + 800);
        const auto part = densePart(made.read());
        QVERIFY(part);
        QVERIFY(part->begin >= 595'000 && part->begin <= 603'000);
        QVERIFY(part->end >= 697'000 && part->end <= 705'000);
        // Spread over more than half of the report there is nothing to choose.
        made.add(TrackKind::StreamKernels, streamKey(1, 0, 7), "k", 900'000, 950'000);
        made.add(TrackKind::StreamKernels, streamKey(1, 0, 8), "k", 50'000, 90'000);
        QVERIFY(!densePart(made.read()));
    }
};

SIGHTLINE_QT_TEST(TimelineFirstRowsTest)
#include "timeline_first_rows_test.moc"
