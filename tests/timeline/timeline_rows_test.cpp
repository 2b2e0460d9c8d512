// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows there are, in which order, and what of the view is kept between two openings of a report.

#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTranslator>
#include <QtTest>

#include "tests/kit/qt_tests.h"
#include "tests/kit/row_outline.h"
#include "tests/kit/text_report.h"
#include "timeline/rows/derived_provider.h"
#include "timeline/rows/row_list.h"

using namespace timeline;
using model::TrackKind;

namespace {

constexpr const char* kReport =
    "counter: |0123456789|\n"
    "gpu0/s7: |aaaa..bb..|\n"
    "gpu0/s7/mem: |....H.....|\n"
    "gpu0/s13/mem: |..HH......|\n"
    "mem: |0012345543|\n"
    "t1000/api: |LLL.SSSSSS|\n"
    "t1000/nvtx: |ffffffffff|\n"
    "             |.aaa.bbb..|\n"
    "t1000/state: |RRR.......|\n"
    "t1000/samples: |s.s.......|\n"
    "t1001/osrt: |pppppppppp|\n"
    "t1002/state: |R.........|\n"
    "t1003/state: |..R.......|\n"
    "t1004/state: |....R.....|\n"
    "nvtx: |rrrr......|\n";

RowSource sourceOf(const TextReport& r) { return {r.snapshot(), nullptr}; }

std::string outline(const TextReport& r, const RowLayout& layout = {}) {
    return outline(*buildRows(sourceOf(r), layout));
}

RowKey rowKeyOf(const TextReport& r, TrackKind kind, std::size_t n = 0) {
    for (const model::Track& t : r.snapshot()->tree().tracks)
        if (t.kind == kind && n-- == 0) return rowKey(t);
    throw std::invalid_argument("no such track");
}

/// The row of threads that stand behind one.
RowKey foldedOf(const TextReport& r) {
    for (const model::Track& t : r.snapshot()->tree().tracks)
        if (t.kind == TrackKind::Process) return foldedKey(t, TrackKind::Thread);
    throw std::invalid_argument("no process");
}

/// Kernels of one name below the Kernels row, as a provider would give them.
class NamedKernels : public DerivedRows {
public:
    explicit NamedKernels(const TextReport& report) {
        model::TrackKey key;
        m_lane = &m_store->lane(m_store->track(model::TrackKind::StreamKernels, key), 0);
        model::Event e;
        e.end = 4000;
        e.name = m_store->strings().intern("a");
        m_lane->append(e);
        m_track.key = "a";
        m_track.title = QStringLiteral("a");
        m_track.look = model::TrackKind::StreamKernels;
        m_track.lanes = {kFirstDerivedLane};
        for (const model::Track& t : report.snapshot()->tree().tracks)
            if (t.kind == model::TrackKind::Kernels) m_parent = t.id;
    }
    std::uint64_t revision() const override { return 1; }
    bool has(const model::Snapshot&, model::TrackId track) const override { return track == m_parent; }
    std::span<const DerivedTrack> children(const model::SnapshotPtr&, model::TrackId track) override {
        if (track != m_parent) return {};
        return {&m_track, 1};
    }
    model::LaneView lane(model::LaneId) const override { return {m_lane, 1, nullptr, 0}; }
    model::EventRef original(model::LaneId, std::uint32_t) const override { return {0, 0}; }

private:
    std::shared_ptr<model::EventStore> m_store = model::EventStore::create();
    model::Lane* m_lane = nullptr;
    DerivedTrack m_track;
    model::TrackId m_parent = 0;
};

}  // namespace

class TimelineRowsTest : public QObject {
    Q_OBJECT
private slots:
    void rowsAreWhereUsersOfNsightSystemsExpectThem() {
        QCOMPARE(outline(TextReport(kReport)),
                 "- Process [1000]\n"
                 "  - CUDA HW (GPU 0)\n"
                 "    Kernels\n"
                 "    Memory\n"
                 "    + Default stream (7)\n"
                 "    Stream 13\n"
                 "    Memory usage\n"
                 "  NVTX ranges\n"
                 "  - Thread 1000\n"
                 "    - NVTX\n"
                 "    CUDA API\n"
                 "  + Threads that only wait (4)\n"
                 "- GPU 0\n"
                 "  Metric\n");
    }

    void hardwareIsCalledByWhoseItIs() {
        const auto title = [](const char* name) {
            auto store = model::EventStore::create();
            model::TrackKey key;
            key.pid = 1;
            key.device = 2;
            const model::TrackId id = store->track(TrackKind::CudaHw, key);
            if (*name) store->setTrackName(id, store->strings().intern(name));
            const model::SnapshotPtr s = store->publish(true);
            return trackTitle(*s, s->track(id));
        };
        QCOMPARE(title(""), QStringLiteral("CUDA HW (GPU 2)"));
        QCOMPARE(title("NVIDIA H100"), QStringLiteral("CUDA HW (GPU 2, NVIDIA H100)"));
        QCOMPARE(title("HIP"), QStringLiteral("HIP HW (GPU 2)"));
        QCOMPARE(title("HIP, MI300X"), QStringLiteral("HIP HW (GPU 2, MI300X)"));
        QCOMPARE(title("AMD Instinct MI300X"), QStringLiteral("HIP HW (GPU 2, AMD Instinct MI300X)"));
        QCOMPARE(title("MTIA"), QStringLiteral("MTIA HW (device 2)"));
        QCOMPARE(title("XPU, Max 1550"), QStringLiteral("XPU HW (device 2, Max 1550)"));
        QCOMPARE(title("GPU"), QStringLiteral("GPU 2"));
    }

    void aContextIsShownOnlyWhereThereAreTwoAndSaysWhatRanInIt() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = 1;
        key.device = 0;
        key.stream = 7;
        const auto add = [&](TrackKind kind, const char* name, model::TimeNs start, model::TimeNs end) {
            store->lane(store->track(kind, key), 0).append({start, end, store->strings().intern(name), 0, 0, 0});
        };
        key.context = 1;
        add(TrackKind::StreamKernels, "void gemm<float>(int)", 0, 5);
        add(TrackKind::StreamKernels, "relu", 5, 6);
        add(TrackKind::StreamMemory, "Memcpy HtoD", 0, 100);  // kernels say more
        key.context = 2;
        add(TrackKind::StreamMemory, "Memcpy DtoH", 0, 5);
        const RowListPtr rows = buildRows({store->publish(true), nullptr}, {});
        const std::string all = outline(*rows);
        QVERIFY2(all.find("- Context 1: gemm\n") != std::string::npos, all.c_str());
        QVERIFY2(all.find("- Context 2: Memcpy DtoH\n") != std::string::npos, all.c_str());
    }

    void aGpuWithDozensOfMetricsIsClosedAndShowsHowBusyItWas() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.device = 0;
        for (key.domain = 0; key.domain < 20; ++key.domain) {
            const model::TrackId t = store->track(TrackKind::GpuMetric, key);
            store->setTrackName(t, store->strings().intern(key.domain == 3 ? "GR Active [Throughput %]"
                                                                           : "Metric " + std::to_string(key.domain)));
            store->counter(t).append(0, 5);
        }
        const RowListPtr rows = buildRows({store->publish(true), nullptr}, {});
        QCOMPARE(outline(*rows), "+ GPU 0\n");
        const Line& line = rows->lines(rows->rows()[0])[0];
        QCOMPARE(line.style, LineStyle::Counter);
        QCOMPARE(line.counter, 3u);
    }

    void groupsWithNothingInThemAreNotShown() {
        const TextReport r("gpu0/s7: |..........|\nt5/api: |LL|\n");
        QCOMPARE(outline(r), "- Process [1000]\n  - Thread 5\n    CUDA API\n");
    }

    void namesThatTheReportGivesAreShown() {
        TextReport r("gpu0/s7: |aa|\ngpu0/s9: |bb|\nt1000/api: |LL|\nt1000/nvtx: |ff|");
        const auto name = [&](TrackKind kind, const char* text, std::size_t n = 0) {
            for (const model::Track& t : r.snapshot()->tree().tracks)
                if (t.kind == kind && n-- == 0) r.store()->setTrackName(t.id, r.store()->strings().intern(text));
        };
        name(TrackKind::Process, "python");
        name(TrackKind::CudaHw, "NVIDIA H100");
        name(TrackKind::Stream, "Default stream (7)");
        name(TrackKind::Stream, "comm", 1);
        name(TrackKind::Thread, "main");
        name(TrackKind::Nvtx, "PyTorch");
        const RowListPtr rows = buildRows({r.store()->publish(true), nullptr}, {});
        QCOMPARE(outline(*rows),
                 "- [1000] python\n"
                 "  - CUDA HW (GPU 0, NVIDIA H100)\n"
                 "    Kernels\n"
                 "    Default stream (7)\n"
                 "    comm (stream 9)\n"
                 "  - Thread 1000 main\n"
                 "    NVTX (PyTorch)\n"
                 "    CUDA API\n");
    }

    // As AMD's profilers call them, with a number of the queue that is not that of the row.
    void aNameThatSaysItsNumberSaysItOnce() {
        const TextReport r("gpu0/s7: |kk|\ngpu0/s9: |kk|\ngpu0/s11: |kk|\n");
        std::vector<model::TrackId> streams;
        for (const model::Track& t : r.snapshot()->tree().tracks)
            if (t.kind == TrackKind::Stream) streams.push_back(t.id);
        const char* const names[] = {"Queue 3", "Stream 9", "comm"};
        for (std::size_t i = 0; i < 3; ++i)
            r.store()->setTrackName(streams.at(i), r.store()->strings().intern(names[i]));
        const model::SnapshotPtr s = r.store()->publish(true);
        QStringList titles;
        for (const model::TrackId id : streams) titles << trackTitle(*s, s->track(id));
        QCOMPARE(titles, (QStringList{"Queue 3", "Stream 9", "comm (stream 11)"}));
    }

    void heightsFollowTheLines() {
        const TextReport r(kReport);
        const RowListPtr rows = buildRows(sourceOf(r), {});
        int y = 0;
        for (const Row& row : rows->rows()) {
            QCOMPARE(row.y, y);
            y += row.height;
            for (const Line& line : rows->lines(row)) QVERIFY(line.top >= 0 && line.top + line.height <= row.height);
        }
        QCOMPARE(rows->height(), y);
        QCOMPARE(find(rows->rows(), "NVTX")->height, 40);
        QCOMPARE(find(rows->rows(), "CUDA API")->height, 20);
        QCOMPARE(find(rows->rows(), "Memory usage")->height, 44);
        QCOMPARE(rows->rowAt(0), 0u);
        QCOMPARE(rows->rowAt(y), kNoRow);
        QCOMPARE(rows->rowAt(-1), kNoRow);
        const Row* api = find(rows->rows(), "CUDA API");
        QCOMPARE(&rows->rows()[rows->rowAt(api->y + 19.5)], api);
    }

    void rowsCanBeLowerHigherAndOneOfThemTaller() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.density = Density::Compact;
        QCOMPARE(find(buildRows(sourceOf(r), layout)->rows(), "CUDA API")->height, 14);
        layout.density = Density::Tall;
        QCOMPARE(find(buildRows(sourceOf(r), layout)->rows(), "CUDA API")->height, 28);
        layout.density = Density::Normal;
        layout.heights[rowKeyOf(r, TrackKind::CudaApi)] = 3;
        QCOMPARE(find(buildRows(sourceOf(r), layout)->rows(), "CUDA API")->height, 52);
    }

    void openingAndClosingIsRemembered() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.expanded[rowKeyOf(r, TrackKind::Stream)] = true;
        layout.expanded[rowKeyOf(r, TrackKind::Thread)] = false;
        layout.expanded[rowKeyOf(r, TrackKind::Nvtx)] = false;
        layout.expanded[foldedOf(r)] = true;
        const std::string text = outline(r, layout);
        QVERIFY(text.find("    - Default stream (7)\n      Kernels\n      Memory\n") != std::string::npos);
        QVERIFY(text.find("  + Thread 1000\n  - Threads that only wait (4)\n    + Thread 1001\n    Thread 1002\n") !=
                std::string::npos);
    }

    void aClosedThreadOverlaysItsCalls() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.expanded[rowKeyOf(r, TrackKind::Thread)] = false;
        const RowListPtr rows = buildRows(sourceOf(r), layout);
        const Row* row = find(rows->rows(), "Thread 1000");
        const auto lines = rows->lines(*row);
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(lines[0].style, LineStyle::Summary);
        QCOMPARE(lines[0].laneCount, 3u);
        QCOMPARE(lines[1].style, LineStyle::State);
        QCOMPARE(lines[2].style, LineStyle::Ticks);
    }

    void aFilterShowsWhatMatchesWithTheWayToIt() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.nameFilter = QStringLiteral("stream 13");
        layout.expanded[rowKeyOf(r, TrackKind::CudaHw)] = false;
        QCOMPARE(outline(r, layout), "- Process [1000]\n  - CUDA HW (GPU 0)\n    Stream 13\n");
        QVERIFY(buildRows(sourceOf(r), layout)->hiddenRows() > 3);
        layout.nameFilter = QStringLiteral("THREAD 1001");
        QCOMPARE(outline(r, layout), "- Process [1000]\n  + Thread 1001\n");
        layout.nameFilter = QStringLiteral("nothing has this name");
        QCOMPARE(outline(r, layout), "");
    }

    void onlyOneThreadLeavesItsProcessAndGpu() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.onlyThread = rowKeyOf(r, TrackKind::Thread);
        const std::string text = outline(r, layout);
        QVERIFY(text.find("Thread 1000\n") != std::string::npos);
        QVERIFY(text.find("CUDA HW") != std::string::npos);
        QVERIFY(text.find("Thread 1001") == std::string::npos);
        QVERIFY(text.find("NVTX ranges") == std::string::npos);
    }

    void hiddenRowsGoWithWhatIsBelowThemAndAreCounted() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.hidden.insert(rowKeyOf(r, TrackKind::CudaHw));
        const RowListPtr rows = buildRows(sourceOf(r), layout);
        QVERIFY(!find(rows->rows(), "Stream 13"));
        QCOMPARE(rows->hiddenRows(), 1);
    }

    void rowsCanBeOrderedByHand() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.order[rowKeyOf(r, TrackKind::Process)] = {rowKeyOf(r, TrackKind::Thread, 1),
                                                         rowKeyOf(r, TrackKind::Thread, 0)};
        const std::string text = outline(r, layout);
        QVERIFY(text.find("Thread 1001") < text.find("Thread 1000"));
        QVERIFY(text.find("Thread 1000") < text.find("CUDA HW"));
    }

    void pinnedRowsStandAboveWithTheirBreadcrumb() {
        const TextReport r(kReport);
        RowLayout layout;
        layout.pinned = {rowKeyOf(r, TrackKind::CudaApi), rowKeyOf(r, TrackKind::Stream)};
        layout.expanded[rowKeyOf(r, TrackKind::Process)] = false;  // they stay in view even then
        const RowListPtr rows = buildRows(sourceOf(r), layout);
        QCOMPARE(rows->pinned().size(), std::size_t{2});
        QCOMPARE(rows->pinned()[0].title, QStringLiteral("CUDA API"));
        QCOMPARE(rows->pinned()[0].breadcrumb, QStringLiteral("Process [1000] › Thread 1000"));
        QCOMPARE(rows->pinned()[1].breadcrumb, QStringLiteral("Process [1000] › CUDA HW (GPU 0)"));
        QCOMPARE(rows->pinned()[1].y, rows->pinned()[0].height);
        QCOMPARE(rows->key(*r.snapshot(), rows->pinned()[0]), layout.pinned[0]);
    }

    void anEventIsFoundInTheNearestRowThatShowsIt() {
        const TextReport r(kReport);
        const model::LaneId kernels = r.snapshot()->track(r.track("gpu0/s7")).lanes.at(0);
        const model::LaneId inner = r.snapshot()->track(r.track("t1000/nvtx")).lanes.at(1);
        const auto titleOf = [&](const RowList& list, RowList::Spot spot) {
            return spot.row == kNoRow ? QString() : list.rows()[spot.row].title;
        };
        RowLayout layout;
        RowListPtr rows = buildRows(sourceOf(r), layout);
        QCOMPARE(titleOf(*rows, rows->spotOf(kernels)), QStringLiteral("Default stream (7)"));
        QCOMPARE(rows->spotOf(inner).line, 1u);
        layout.expanded[rowKeyOf(r, TrackKind::Nvtx)] = false;
        layout.expanded[rowKeyOf(r, TrackKind::CudaHw)] = false;
        rows = buildRows(sourceOf(r), layout);
        QCOMPARE(titleOf(*rows, rows->spotOf(kernels)), QStringLiteral("CUDA HW (GPU 0)"));
        QCOMPARE(titleOf(*rows, rows->spotOf(inner)), QStringLiteral("NVTX"));
        layout.expanded[rowKeyOf(r, TrackKind::Process)] = false;
        rows = buildRows(sourceOf(r), layout);
        QCOMPARE(titleOf(*rows, rows->spotOf(kernels)), QStringLiteral("Process [1000]"));
        QCOMPARE(rows->spotOf(inner).row, kNoRow);
    }

    /// Thread 1000 is the main one; threads 1 to `count` call CUDA once each, but `busy` calls it five times.
    static std::string manyThreads(int count, int busy) {
        std::string out = "t1000/osrt: |p.........|\n";
        for (int t = 1; t <= count; ++t)
            out += "t" + std::to_string(t) + "/api: |" + (t == busy ? "LMLML" : ".L...") + ".....|\n";
        return out;
    }

    void ofManyThreadsTheBusiestAreRowsAndTheOthersStandBehindOne() {
        QVERIFY(outline(TextReport(manyThreads(20, 20))).find("more threads") ==
                std::string::npos);  // one thread too many saves nothing
        const TextReport r(manyThreads(200, 150) + "t900/state: |R.........|\n");
        const std::string text = outline(r);
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), 1 + 1 + 19 * 2 + 1);
        QVERIFY(text.find("Thread 1000\n") != std::string::npos);
        QVERIFY(text.find("  - Thread 18\n    CUDA API\n  - Thread 150\n    CUDA API\n  + 182 more threads\n") !=
                std::string::npos);
        RowLayout layout;
        const RowKey more = foldedOf(r);
        layout.expanded[more] = true;
        const std::string opened = outline(r, layout);
        QVERIFY(opened.find("  - 182 more threads\n    - Thread 19\n      CUDA API\n") != std::string::npos);
        QVERIFY(opened.find("    Thread 900\n") != std::string::npos);
        layout = {};
        layout.hidden.insert(more);
        QVERIFY(outline(r, layout).find("more threads") == std::string::npos);
        QCOMPARE(buildRows(sourceOf(r), layout)->hiddenRows(), 1);
        layout = {};
        layout.nameFilter = QStringLiteral("Thread 77");
        QCOMPARE(outline(r, layout), "- Process [1000]\n  - Thread 77\n    CUDA API\n");
    }

    void theRowOfManyThreadsShowsWhatTheyDid() {
        std::string text = manyThreads(200, 150);
        for (int t = 170; t < 195; ++t) text += "t" + std::to_string(t) + "/state: |.R........|\n";
        const TextReport r(text);
        const RowListPtr rows = buildRows(sourceOf(r), {});
        const Row* more = find(rows->rows(), "181 more threads");
        QVERIFY(more);
        const auto lines = rows->lines(*more);
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].style, LineStyle::Summary);
        QCOMPARE(lines[0].laneCount, 181u);
        QCOMPARE(lines[1].style, LineStyle::State);
        QCOMPARE(lines[1].laneCount, 7u);  // being scheduled puts the other 18 among the busiest, beside 1000 and 150
        const RowList::Spot spot = rows->spotOf(r.snapshot()->track(r.track("t190/api")).lanes.at(0));
        QCOMPARE(&rows->rows()[spot.row], more);
    }

    void utilisationIsTheBusyShareOfTheRange() {
        const TextReport r(kReport);
        const RowSource source = sourceOf(r);
        const RowListPtr rows = buildRows(source, {});
        const auto share = [&](const char* title) {
            return utilisation(source, *rows, *find(rows->rows(), title), {0, 10'000});
        };
        QCOMPARE(share("Default stream (7)").fraction, 0.7);
        QCOMPARE(share("CUDA HW (GPU 0)").fraction, 0.7);  // of the copies on stream 13, 2 µs overlap a kernel
        QCOMPARE(share("Stream 13").fraction, 0.2);
        QCOMPARE(share("Thread 1000").fraction, 0.3);
        QVERIFY(share("CUDA HW (GPU 0)").exact);
        QVERIFY(!find(rows->rows(), "CUDA API")->utilisation);
    }

    void derivedRowsStandBelowTheirTrack() {
        const TextReport r(kReport);
        NamedKernels named(r);
        const RowSource source{r.snapshot(), &named};
        RowLayout layout;
        RowListPtr rows = buildRows(source, layout);
        QVERIFY(outline(*rows).find("    + Kernels\n    Memory\n") != std::string::npos);
        layout.expanded[rowKeyOf(r, TrackKind::Kernels)] = true;
        rows = buildRows(source, layout);
        QVERIFY(outline(*rows).find("    - Kernels\n      a\n    Memory\n") != std::string::npos);
        const RowKey key = rows->key(*r.snapshot(), *find(rows->rows(), "a"));
        QCOMPARE(key.role, RowRole::Derived);
        layout.pinned = {key};
        rows = buildRows(source, layout);
        QCOMPARE(rows->pinned().size(), std::size_t{1});
        QCOMPARE(rows->lanes(rows->lines(rows->pinned()[0])[0])[0], kFirstDerivedLane);
    }

    void workByHardwareQueueStandsBelowARowOfItsContext() {
        const auto store = model::EventStore::create();
        const model::StringId argument = store->strings().intern(model::kQueueArgument);
        model::TrackKey key;
        key.pid = 1000, key.device = 0, key.context = 0;
        const auto kernel = [&](std::int64_t stream, std::int64_t queue, model::TimeNs start) {
            key.stream = stream;
            const model::Arg arg{argument, model::Arg::Type::Int, queue};
            const model::ArgsId args = queue ? store->args().intern({&arg, 1}) : 0;
            store->lane(store->track(TrackKind::StreamKernels, key), 0)
                .append({start, start + 50, store->strings().intern("k"), args, 0, 0});
        };
        kernel(1, 32, 0), kernel(1, 16, 100), kernel(2, 16, 200), kernel(2, 0, 300);
        const model::TrackId queues = store->track(TrackKind::Queues, key);
        const RowKey row = [&] { return rowKey(store->publish(true)->track(queues)); }();
        DerivedProvider provider;
        const RowSource source{store->snapshot(), &provider};
        RowLayout layout;
        RowListPtr rows = buildRows(source, layout);
        const Row* closed = find(rows->rows(), "Hardware queues");
        QVERIFY(closed && closed->expandable && !closed->expanded);
        QCOMPARE(rows->lanes(rows->lines(*closed)[0]).size(), std::size_t{2});  // of both streams
        layout.expanded[row] = true;
        const auto opened = [&] { return outline(*(rows = buildRows(source, layout))); };
        QTRY_VERIFY(opened().find("    - Hardware queues\n"
                                  "      Queue 16\n"
                                  "      Queue 32\n"
                                  "      Without a queue\n"
                                  "    Stream 1\n") != std::string::npos);
        const Row* queue = find(rows->rows(), "Queue 16");
        const model::LaneId lane = rows->lanes(rows->lines(*queue)[0])[0];
        QCOMPARE(source.lane(lane).rows, std::size_t{2});
        QCOMPARE(source.snapshot->lane(source.event(lane, 1).lane).start(source.event(lane, 1).row), 200);
    }

    void rowsAreKeptWhileNothingThatMattersChanges() {
        TextReport r("gpu0/s7: |aa..|\nt1/api: |LL|");
        RowCache cache;
        RowLayout layout;
        const RowListPtr first = cache.rows(sourceOf(r), layout);
        model::Event e;
        e.start = e.end = 100'000;
        e.name = 1;
        for (int i = 0; i < 20; ++i) r.store()->lane(r.track("gpu0/s7"), 0).append(e);
        RowSource grown{r.store()->publish(), nullptr};
        const RowListPtr more = cache.rows(grown, layout);
        r.store()->lane(r.track("gpu0/s7"), 0).append(e);
        QCOMPARE(cache.rows({r.store()->publish(), nullptr}, layout), more);
        layout.hidden.insert(rowKeyOf(r, TrackKind::Kernels));
        QVERIFY(cache.rows(grown, layout) != more);
    }

    void tenThousandTracksTakeMilliseconds() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        for (int p = 0; p < 50; ++p)
            for (int t = 0; t < 70; ++t) {
                key.pid = p;
                key.tid = p * 1000 + t;
                store->lane(store->track(TrackKind::CudaApi, key), 0).append({0, 5, 1, 0, 0, 0});
                store->lane(store->track(TrackKind::OsRuntime, key), 0).append({0, 5, 1, 0, 0, 0});
            }
        const RowSource source{store->publish(true), nullptr};
        QVERIFY(source.snapshot->trackCount() >= 10'000);
        RowLayout layout;
        for (const model::Track& t : source.snapshot->tree().tracks) {
            if (t.kind == TrackKind::Process) layout.expanded[foldedKey(t, TrackKind::Thread)] = true;
        }
        QElapsedTimer timer;
        timer.start();
        const RowListPtr rows = buildRows(source, layout);
        qInfo("%d rows in %.1f ms", int(rows->rows().size()), double(timer.nsecsElapsed()) / 1e6);
        QCOMPARE(rows->rows().size(),
                 source.snapshot->trackCount() - 1 + 50);  // all but the host; more threads of each process
    }

    // --- the side-car

    void theViewComesBackFromItsSideCar() {
        const TextReport r(kReport);
        ViewState s;
        s.range = {123'456'789'012'345, 0.25, 5432.125};
        s.scrollY = 77.5;
        s.selection = model::TimeRange{-5, 9'007'199'254'740'993};
        s.selected = {r.snapshot()->track(r.track("t1000/nvtx")).lanes.at(1), 1};
        s.layout.expanded[rowKeyOf(r, TrackKind::Stream)] = true;
        s.layout.expanded[rowKeyOf(r, TrackKind::Thread)] = false;
        s.layout.pinned = {rowKeyOf(r, TrackKind::CudaApi)};
        RowKey named = rowKeyOf(r, TrackKind::Kernels);
        named.role = RowRole::Derived;
        named.name = "gemm";
        s.layout.hidden = {rowKeyOf(r, TrackKind::Memory), named};
        s.layout.heights[rowKeyOf(r, TrackKind::CudaApi)] = 2.5;
        s.layout.order[rowKeyOf(r, TrackKind::Process)] = {rowKeyOf(r, TrackKind::Thread, 1),
                                                           rowKeyOf(r, TrackKind::Thread)};
        s.layout.density = Density::Tall;
        s.layout.nameFilter = QStringLiteral("流 7");
        s.layout.onlyThread = rowKeyOf(r, TrackKind::Thread);
        s.onlyName = "gemm";
        s.marks = {{5, QStringLiteral("here")}, {10, QStringLiteral("there")}};
        s.follow = true;
        const QByteArray file = QJsonDocument(toJson(s, *r.snapshot())).toJson();
        const TextReport again(kReport);
        QCOMPARE(viewStateFromJson(QJsonDocument::fromJson(file).object(), *again.snapshot(), {}), s);
        QVERIFY(!file.contains("\"id\""));
    }

    void aDamagedSideCarLeavesWhatItCannotSay() {
        const TextReport r(kReport);
        ViewState usual;
        usual.scrollY = 5;
        usual.marks = {{1, QStringLiteral("kept")}};
        const auto read = [&](const char* text) {
            return viewStateFromJson(QJsonDocument::fromJson(text).object(), *r.snapshot(), usual);
        };
        QCOMPARE(read("not json"), usual);
        QCOMPARE(read("{\"version\": 99, \"scroll\": 8}"), usual);
        QCOMPARE(
            read(
                "{\"version\": 1, \"scroll\": -8, \"length\": 0, \"begin\": [], \"selection\": [9, 3], \"rows\": 7, \"marks\": \"x\"}"),
            usual);
        QCOMPARE(read("{\"version\": 1, \"begin\": \"99999999999999999999\", \"length\": 1e300}"), usual);
        const ViewState some = read(
            "{\"version\": 1, \"scroll\": 8, \"rows\": {\"hidden\": [{\"kind\": \"stream\", \"stream\": \"7\"}, {\"kind\": \"?\"}, 3]}}");
        QCOMPARE(some.scrollY, 8.0);
        QCOMPARE(some.layout.hidden.size(), std::size_t{1});
        QVERIFY(!read("{\"version\": 1, \"event\": {\"kind\": \"cuda_api\", \"lane\": \"99\", \"start\": \"0\"}}")
                     .selected.isValid());
    }

    void curvesOfOurOwnAreTranslatedAndThoseOfNvidiaAreNot() {
        struct Marked : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char* context, const char* text, const char*, int) const override {
                return qstrcmp(context, "timeline") == 0
                           ? QString::fromUtf8("«") + QString::fromUtf8(text) + QString::fromUtf8("»")
                           : QString();
            }
        } marked;
        const auto store = model::EventStore::create();
        std::vector<model::TrackId> tracks;
        const auto add = [&](model::TrackKind kind, const char* name) {
            model::TrackKey key;
            key.domain = static_cast<std::int64_t>(tracks.size());
            tracks.push_back(store->track(kind, key));
            store->setTrackName(tracks.back(), store->strings().intern(name));
        };
        add(model::TrackKind::HostCounter, "Disk sda [x]: read [B/s]");
        add(model::TrackKind::GpuMetric, "Temperature [°C]");
        add(model::TrackKind::GpuMetric, "SMs Active [Throughput %]");
        add(model::TrackKind::HostCounter, "InfiniBand mlx5_0 port 1: sent");
        const auto s = store->publish(true);
        QCoreApplication::installTranslator(&marked);
        QStringList titles;
        for (const model::TrackId id : tracks) titles << timeline::trackTitle(*s, s->track(id));
        QCoreApplication::removeTranslator(&marked);
        QCOMPARE(titles, QStringList({"«Disk sda [x]: read» [B/s]", "«Temperature» [°C]", "SMs Active [Throughput %]",
                                      "«InfiniBand mlx5_0 port 1: sent»"}));
    }

    void everyLabelOfAKindCanBeTranslated() {
        QFile file(QStringLiteral(SIGHTLINE_SOURCE_DIR "/model/look/track_title.cpp"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const model::TrackKindInfo& info : model::trackKinds()) {
            const QByteArray wanted = "QT_TRANSLATE_NOOP(\"timeline\", \"" +
                                      QByteArray(info.label.data(), static_cast<qsizetype>(info.label.size())) + "\")";
            QVERIFY2(text.contains(wanted), wanted.constData());
        }
    }
};

SIGHTLINE_QT_TEST(TimelineRowsTest)

#include "timeline_rows_test.moc"
