// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshot.h"

#include <QApplication>
#include <QImageWriter>
#include <QLayout>
#include <QTextStream>
#include <algorithm>

#include "app/compare_window.h"
#include "app/error_text.h"
#include "app/find_bar.h"
#include "app/main_window.h"
#include "app/pane.h"

namespace app {
namespace {

constexpr int kUsage = 2, kUnreadable = 3;

void complain(const QString& sentence) { QTextStream(stderr) << "sightline-ui: " << sentence << Qt::endl; }

void applyView(timeline::TimelineView* view, const Arguments& arguments) {
    if (!arguments.rows.isEmpty()) view->setRowFilter(arguments.rows);
    if (arguments.range) view->zoomTo(arguments.range->within(view->snapshot()->range()), true);
    if (arguments.selection) view->setSelection(arguments.selection->within(view->snapshot()->range()));
}

int writePicture(const QImage& picture, const QString& path) {
    QImageWriter writer(path, "png");
    if (writer.write(picture)) return 0;
    complain(QCoreApplication::translate("CommandLine", "%1 cannot be written: %2.").arg(path, writer.errorString()));
    return kUnreadable;
}

/// Writes the picture when nothing is computed any more that would change it, and ends the application.
void writeWhenSettled(MainWindow& window, ReportPage* page, const QString& path) {
    timeline::TimelineView* view = page->view();
    const auto settled = [&window, page, view] {
        const auto panes = window.panes();
        return view->isSettled() && !page->findBar()->isWorking() && std::all_of(panes.begin(), panes.end(), [](const Pane* p) { return p->isSettled(); });
    };
    const auto write = [&window, settled, path] {
        if (!settled()) return;
        const QImage picture = window.grab().toImage();
        if (settled()) QCoreApplication::exit(writePicture(picture, path));  // painting may ask for more
    };
    QObject::connect(view, &timeline::TimelineView::settled, &window, write, Qt::QueuedConnection);
    QObject::connect(page->findBar(), &FindBar::finished, &window, write, Qt::QueuedConnection);
    for (Pane* pane : window.panes()) QObject::connect(pane, &Pane::settled, &window, write, Qt::QueuedConnection);
    write();
}

}  // namespace

/// Both timelines with what differs.
int takeComparison(const Arguments& arguments) {
    CompareWindow window(arguments.files[0], arguments.files[1], false);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.layout()->setSizeConstraint(QLayout::SetNoConstraint);
    window.resize(arguments.size);
    timeline::TimelineView* views[] = {window.page(CompareWindow::Side::A)->view(), window.page(CompareWindow::Side::B)->view()};
    for (timeline::TimelineView* view : views) view->setAnimated(false);
    window.show();
    const auto write = [&] {
        if (!window.isReady() || !window.isSettled()) return;
        const QImage picture = window.grab().toImage();
        if (window.isSettled()) QCoreApplication::exit(writePicture(picture, arguments.screenshot));
    };
    QObject::connect(&window, &CompareWindow::ready, &window, [&] {
        for (const CompareWindow::Side side : {CompareWindow::Side::A, CompareWindow::Side::B})
            if (const Document* d = window.page(side)->document(); d->state() == Document::State::Failed) {
                const ErrorMessage message = errorMessage(d->error());
                complain(message.fact + u' ' + message.next);
                return QCoreApplication::exit(kUnreadable);
            }
        applyView(views[0], arguments);
        QMetaObject::invokeMethod(&window, write, Qt::QueuedConnection);
    });
    QObject::connect(&window, &CompareWindow::settled, &window, write, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

int takeScreenshot(const Arguments& arguments) {
    if (arguments.compare) return takeComparison(arguments);
    MainWindow window(MainWindow::Mode::Picture);
    // The picture has the size that was asked for, even where a person could not make the window so small.
    window.layout()->setSizeConstraint(QLayout::SetNoConstraint);
    window.resize(arguments.size);
    window.show();
    window.openPaths(arguments.files);
    ReportPage* page = window.currentPage();
    if (!page) {
        complain(QCoreApplication::translate("CommandLine", "--screenshot wants one report."));
        return kUnreadable;
    }
    page->view()->setAnimated(false);
    QObject::connect(page, &ReportPage::ready, &window, [&] {
        if (page->document()->state() == Document::State::Failed) {
            const ErrorMessage message = errorMessage(page->document()->error());
            complain(message.fact + u' ' + message.next);
            return QCoreApplication::exit(kUnreadable);
        }
        const model::TimeRange report = page->view()->snapshot()->range();
        if (arguments.range && !arguments.range->within(report).overlaps(report.begin, report.end)) {
            complain(QCoreApplication::translate("CommandLine", "--range lies outside the report."));
            return QCoreApplication::exit(kUsage);
        }
        applyView(page->view(), arguments);
        if (!arguments.find.isEmpty()) page->findBar()->find(arguments.find);
        if (!arguments.pane.isEmpty() && !window.showPane(arguments.pane)) {
            complain(QCoreApplication::translate("CommandLine", "There is no pane “%1”; --help lists panes, stats --help-reports the tables of “reports:”.").arg(arguments.pane));
            return QCoreApplication::exit(kUsage);
        }
        // After what the change of view has queued.
        QMetaObject::invokeMethod(
            &window,
            [&] {
                window.settle();
                writeWhenSettled(window, page, arguments.screenshot);
            },
            Qt::QueuedConnection);
    });
    return QCoreApplication::exec();
}

}  // namespace app
