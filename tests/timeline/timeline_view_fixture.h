// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>

#include "tests/ui/training_report.h"
#include "timeline/look/format.h"
#include "timeline/paint/time_ruler.h"
#include "timeline/rows/derived_provider.h"
#include "timeline/text/event_text.h"
#include "timeline/text/event_tooltip.h"
#include "timeline/view/timeline_view.h"

using namespace timeline;
using model::EventRef;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;

Q_DECLARE_METATYPE(std::optional<model::TimeRange>)
Q_DECLARE_METATYPE(std::optional<model::TimeNs>)
Q_DECLARE_METATYPE(model::EventRef)

/// Gestures in a real window, on a made-up training run.
class TimelineViewFixture : public QObject {
protected:
    std::unique_ptr<TrainingReport> m_report;
    std::unique_ptr<TimelineView> m_view;

    TimelineView& view() { return *m_view; }
    const ViewState& state() { return m_view->viewState(); }
    const model::Snapshot& report() { return *m_report->snapshot(); }
    EventRef kernel(std::size_t n = 40) { return m_report->find(TrackKind::StreamKernels, TrainingReport::kGemm, n); }
    model::Event at(EventRef e) { return model::eventAt(report(), e); }
    RowKey keyOf(TrackKind kind, std::size_t n = 0) { return rowKey(report().track(m_report->trackOf(kind, n))); }

    /// Zooms so that the event is a good bar and its row is in view.
    QRect show(EventRef e, TimeNs around = 150'000) {
        view().zoomTo({at(e).start - around, at(e).end + around});
        view().selectEvent(e);
        view().selectEvent({});
        const QRect r = view().eventGeometry(e);
        return r;
    }
    /// A place in the rows without an event: an idle part of the copy stream's row.
    QPoint emptyPlace() {
        const QRect row = view().headerGeometry(keyOf(TrackKind::Stream, 1));
        return {view().rowsGeometry().right() - 40, row.center().y()};
    }
    void wheel(QPoint pos, QPoint angle, Qt::KeyboardModifiers modifiers = {}, QPoint pixels = {},
               Qt::ScrollPhase phase = Qt::NoScrollPhase) {
        QWheelEvent e(pos, view().mapToGlobal(pos), pixels, angle, Qt::NoButton, modifiers, phase, false);
        QCoreApplication::sendEvent(&view(), &e);
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(&view(), button, modifiers, from);
        moveTo((from + to) / 2, button, modifiers);
        moveTo(to, button, modifiers);
        QTest::mouseRelease(&view(), button, modifiers, to);
    }
    void moveTo(QPoint pos, Qt::MouseButton button = Qt::NoButton, Qt::KeyboardModifiers modifiers = {}) {
        QMouseEvent e(QEvent::MouseMove, pos, view().mapToGlobal(pos), Qt::NoButton, button, modifiers);
        QCoreApplication::sendEvent(&view(), &e);
    }
    /// Opens the context menu at a point and runs the entry of that name.
    bool choose(QPoint pos, const char* entry) {
        bool found = false;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return;
            for (QAction* a : menu->actions())
                if (a->objectName() == QLatin1String(entry)) {
                    found = true;
                    menu->close();
                    a->trigger();
                    return;
                }
            menu->close();
        });
        QContextMenuEvent e(QContextMenuEvent::Mouse, pos, view().mapToGlobal(pos));
        QCoreApplication::sendEvent(&view(), &e);
        return found;
    }
    /// Does something, checks that undo brings back the state before and redo the state after.
    template <class F>
    void isUndoable(F&& act) {
        const ViewState before = state();
        act();
        const ViewState after = state();
        QVERIFY2(!(before == after), "nothing changed");
        view().undoStack()->undo();
        ViewState back = state();
        back.scrollY = before.scrollY;
        QVERIFY(back == before);
        view().undoStack()->redo();
        ViewState again = state();
        again.scrollY = after.scrollY;
        QVERIFY(again == after);
    }

    // What the slots initTestCase(), init() and cleanup() of a test do.
    void startReport() {
        qRegisterMetaType<std::optional<model::TimeRange>>();
        qRegisterMetaType<std::optional<model::TimeNs>>();
        qRegisterMetaType<model::EventRef>();
        m_report = std::make_unique<TrainingReport>();
    }
    void openView() {
        m_view = std::make_unique<TimelineView>();
        m_view->setAnimated(false);
        m_view->setTheme(ThemeChoice::Light);
        m_view->resize(1300, 900);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->setSnapshot(m_report->snapshot());
    }
    void closeView() { m_view.reset(); }
};
