// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a frame of the timeline's rows, on a store filled in memory like the limit it is compared with: 54 lanes with
// random kernels, 1920 x 1080 pixels, at several zooms. Prints the median and the 98th percentile in ms.
//
//     frame_bench EVENTS [labels]
//
// Without "labels": level-of-detail query, geometry and raster. With it: a scripted pan and zoom of the whole picture
// with its labels, 99th percentile.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <QGuiApplication>

#include "timeline/paint/lane_area.h"

namespace {

using model::TimeNs;

constexpr int kRows = 54;
constexpr int kWidth = 1920, kHeight = 1080;

double nowMs() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Time that this thread had a processor: what the wall clock would show on a machine without other work.
double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

/// Times of many frames.
class Times {
public:
    template <class F>
    void frame(F paint) {
        const double wall = nowMs(), cpu = cpuMs();
        paint();
        m_cpu.push_back(cpuMs() - cpu);
        m_wall.push_back(nowMs() - wall);
    }
    void print(const char* what, double high, const char* highName) {
        std::printf("  %s: median %.2f ms  %s %.2f ms  (processor: %.2f, %.2f)\n", what, quantile(m_wall, 0.5),
                    highName, quantile(m_wall, high), quantile(m_cpu, 0.5), quantile(m_cpu, high));
    }

private:
    static double quantile(std::vector<double>& v, double q) {
        std::sort(v.begin(), v.end());
        return v[std::min(v.size() - 1, static_cast<std::size_t>(q * static_cast<double>(v.size())))];
    }
    std::vector<double> m_wall, m_cpu;
};

struct Random {
    std::uint64_t state = 88172645463325252ull;
    std::uint64_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        return state ^= state << 17;
    }
};

model::SnapshotPtr fill(std::size_t events) {
    const auto store = model::EventStore::create();
    Random random;
    std::vector<model::StringId> names;
    for (int i = 0; i < 31; ++i) {
        const std::string name = "void library::kernels::gemm_bf16_tile_" + std::to_string(i) + "<float, " +
                                 std::to_string(i) + ">(float*, int)";
        names.push_back(store->strings().intern(name));
    }
    for (int r = 0; r < kRows; ++r) {
        model::TrackKey key;
        key.pid = 4242;
        key.device = key.context = 0;
        key.stream = r + 8;
        model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
        TimeNs t = 0;
        for (std::size_t i = 0; i < events / kRows; ++i) {
            t += static_cast<TimeNs>(random.next() % 4000);
            const std::uint64_t base = random.next() % 9000;
            const auto d = static_cast<TimeNs>(500 + base * (1 + (random.next() % 50 == 0) * 20));
            model::Event e;
            e.start = t;
            e.end = t += d;
            e.name = names[random.next() % 31];
            e.correlation = static_cast<std::uint32_t>(i);
            lane.append(e);
        }
    }
    return store->publish(true);
}

/// The 54 streams, nothing else: their common parents are left out.
timeline::RowListPtr streamRows(const timeline::RowSource& source) {
    timeline::RowLayout layout;
    for (const model::Track& t : source.snapshot->tree().tracks)
        if (t.kind == model::TrackKind::Stream) layout.pinned.push_back(timeline::rowKey(t));
    return timeline::buildRows(source, layout);
}

void zooms(timeline::AreaView view) {
    timeline::LaneArea area;
    view.labels = false;
    const model::TimeRange all = view.source.snapshot->range();
    for (const double zoom : {1.0, 0.3, 0.01, 1e-4}) {
        const double length = static_cast<double>(all.length()) * zoom;
        if (length < 20000) continue;
        Times times;
        constexpr int kFrames = 60;
        for (int f = 0; f < kFrames; ++f) {
            const double left = (static_cast<double>(all.length()) - length) * f / kFrames;
            view.range =
                timeline::VisibleRange{all.begin, 0, length}.movedBy(left + f * 0.37);  // never the same frame twice
            times.frame([&] { area.render(view); });
        }
        char what[32];
        std::snprintf(what, sizeof what, "zoom %g", zoom);
        times.print(what, 0.98, "p98");
    }
}

/// Pans and zooms between the whole report and bars of some hundred pixels; labels wherever they fit.
void scripted(timeline::AreaView view) {
    timeline::LaneArea area;
    const model::TimeRange all = view.source.snapshot->range();
    Times times;
    int most = 0;
    double labels = 0;
    timeline::VisibleRange range = timeline::VisibleRange::of(all);
    range.length = kWidth * 350.0;
    constexpr int kFrames = 600;
    for (int f = 0; f < kFrames; ++f) {
        const timeline::TimeScale scale(range, kWidth);
        range = f % 3 == 0 ? scale.zoomedAt(kWidth / 3.0, f / 100 % 2 ? 1.08 : 1 / 1.08) : scale.pannedBy(37);
        range = timeline::clampedTo(range, all, kWidth);
        view.range = range;
        times.frame([&] { area.render(view); });
        most = std::max(most, area.labelCount());
        labels += area.labelCount();
    }
    std::printf("  labels per frame: %.0f, at most %d\n", labels / kFrames, most);
    times.print("pan and zoom", 0.99, "p99");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "frame_bench EVENTS [labels]\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication app(argc, argv);
    timeline::AreaView view;
    const double t = nowMs();
    view.source.snapshot = fill(std::strtoull(argv[1], nullptr, 10));
    std::printf("N=%llu filled in %.0f ms\n", static_cast<unsigned long long>(view.source.snapshot->eventCount()),
                nowMs() - t);
    view.rows = streamRows(view.source);
    view.width = kWidth;
    view.height = kHeight;
    view.font.setPixelSize(11);
    if (argc > 2 && std::strcmp(argv[2], "labels") == 0) scripted(view);
    else zooms(view);
}
