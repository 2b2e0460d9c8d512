// SPDX-License-Identifier: GPL-3.0-or-later
// From a key or the wheel to the next frame, in a real X server:
//
//     xvfb-run -a -s "-screen 0 1920x1080x24" input_bench REPORT [ROUNDS]
//
// Keys are pressed and the wheel is turned through the XTEST extension, one after the other, over the timeline of the
// report. The clock runs from there until the X server has what the window drew next. Prints the median, the 99th
// percentile and the longest in milliseconds, and how many had no frame of their own.

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "app/kit/theme.h"
#include "app/window/application.h"
#include "app/window/main_window.h"

// After Qt's, whose names they would hide.
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <xcb/xcb.h>
#undef None
#undef Bool
#undef KeyPress
#undef KeyRelease
#undef FocusIn
#undef FocusOut

namespace {

constexpr int kLongestMs = 1000;  // for a frame to come at all

double nowMs() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// An application that knows when the X server had the last frame of a window.
class FrameApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        const bool isFrame = event->type() == QEvent::UpdateRequest && receiver == m_window;
        const bool done = QApplication::notify(receiver, event);
        if (isFrame) {
            xcb_connection_t* x = nativeInterface<QNativeInterface::QX11Application>()->connection();
            std::free(xcb_get_input_focus_reply(x, xcb_get_input_focus(x), nullptr));  // it answers in order
            m_frameMs = nowMs();
        }
        return done;
    }
    void watch(const QWidget* window) { m_window = window; }
    double frameMs() const { return m_frameMs; }

private:
    const QWidget* m_window = nullptr;
    double m_frameMs = 0;
};

/// What a person does with the timeline: a key, or a turn of the wheel with or without Ctrl.
struct Input {
    KeySym key = NoSymbol;
    unsigned button = 0;
    bool ctrl = false;
};

class Bench {
public:
    Bench(FrameApplication& application, Display* display) : m_application(application), m_display(display) {
        m_window.resize(1800, 1000);
        m_window.show();
        m_application.watch(&m_window);
    }

    bool open(const QString& report) {
        m_window.openPaths({report});
        if (!QTest::qWaitFor([&] { return page() && page()->document()->state() == app::Document::State::Ready; },
                             120'000) ||
            !QTest::qWaitForWindowActive(&m_window))
            return false;
        page()->view()->setFocus();
        const QWidget* view = page()->view();
        const QPoint middle = view->mapToGlobal(view->rect().center());
        XTestFakeMotionEvent(m_display, -1, middle.x(), middle.y(), CurrentTime);
        XSync(m_display, false);
        return QTest::qWaitFor([&] { return page()->view()->isSettled(); }, 120'000);
    }

    /// A walk through the report: into it, along it, and out again.
    void walk() {
        const auto times = [&](int n, const Input& input) {
            for (int i = 0; i < n; ++i) measure(input);
        };
        times(12, {XK_w});
        times(20, {XK_d});
        times(20, {XK_a});
        times(10, {NoSymbol, 4, true});
        times(10, {NoSymbol, 5, true});
        times(5, {NoSymbol, 5});
        times(5, {NoSymbol, 4});
        times(12, {XK_s});
    }

    void print() {
        std::sort(m_ms.begin(), m_ms.end());
        const auto at = [&](double share) {
            return m_ms[std::min(m_ms.size() - 1, static_cast<std::size_t>(share * static_cast<double>(m_ms.size())))];
        };
        std::printf("inputs %zu  median %.1f ms  p99 %.1f ms  longest %.1f ms  without a frame %d\n", m_ms.size(),
                    at(0.5), at(0.99), m_ms.back(), m_without);
    }
    bool hasFrames() const { return !m_ms.empty(); }

private:
    app::ReportPage* page() { return m_window.currentPage(); }

    void press(unsigned code, bool isKey) {
        for (const bool down : {true, false})
            isKey ? XTestFakeKeyEvent(m_display, code, down, CurrentTime)
                  : XTestFakeButtonEvent(m_display, code, down, CurrentTime);
    }

    void measure(const Input& input) {
        const unsigned ctrl = XKeysymToKeycode(m_display, XK_Control_L);
        if (input.ctrl) XTestFakeKeyEvent(m_display, ctrl, true, CurrentTime);
        const double begin = nowMs();
        press(input.button ? input.button : XKeysymToKeycode(m_display, input.key), input.button == 0);
        XFlush(m_display);
        if (waitFor([&] { return m_application.frameMs() > begin; })) m_ms.push_back(m_application.frameMs() - begin);
        else ++m_without;
        if (input.ctrl) XTestFakeKeyEvent(m_display, ctrl, false, CurrentTime);
        XFlush(m_display);
        waitFor([&] { return page()->view()->isSettled(); });
    }

    /// Sleeps until there are events, where QTest::qWaitFor() would look every 10 ms.
    template <class Done>
    static bool waitFor(Done&& done) {
        QTimer limit;
        limit.setSingleShot(true);
        limit.start(kLongestMs);
        while (!done() && limit.isActive()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return done();
    }

    FrameApplication& m_application;
    Display* m_display;
    std::vector<double> m_ms;
    int m_without = 0;
    app::MainWindow m_window{app::MainWindow::Mode::Picture};
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: input_bench REPORT [ROUNDS]\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "xcb");
    QTemporaryDir home;
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(name, home.path().toUtf8());
    Display* display = XOpenDisplay(nullptr);
    if (!display) {
        std::fprintf(stderr, "input_bench: there is no X server\n");
        return 2;
    }
    FrameApplication application(argc, argv);
    app::prepareApplication();
    app::ThemeManager theme;
    Bench bench(application, display);
    if (!bench.open(QString::fromLocal8Bit(argv[1]))) {
        std::fprintf(stderr, "input_bench: the report was not shown\n");
        return 1;
    }
    for (int i = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5; i > 0; --i) bench.walk();
    if (!bench.hasFrames()) {
        std::fprintf(stderr, "input_bench: nothing was drawn\n");
        return 1;
    }
    bench.print();
    return 0;
}
