// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screenshot.h"

#include <QApplication>
#include <QLayout>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <functional>
#include <utility>

#include "app/compare/compare_window.h"
#include "app/compare/difference_pane.h"
#include "app/kit/error_text.h"
#include "app/kit/theme.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/roofline/roofline_pane.h"
#include "app/pictures/picture.h"
#include "app/preferences/preferences_dialog.h"
#include "app/preferences/storage_list.h"
#include "app/report/find_bar.h"
#include "app/report/pane.h"
#include "app/report/pane_host.h"
#include "app/report/view_file.h"
#include "app/window/main_window.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kUsage = 2, kUnreadable = 3;

void complain(const QString& sentence) { QTextStream(stderr) << "sightline-ui: " << sentence << Qt::endl; }

/// Why a picture cannot be made, and the code that the program ends with.
struct Refusal {
    int code;
    QString sentence;
};
using Refused = std::optional<Refusal>;

Refused refusalOf(const ReportPage& page) {
    if (page.document()->state() != Document::State::Failed) return {};
    const ErrorMessage message = errorMessage(page.document()->error(), FileAs::Path);
    return Refusal{kUnreadable, message.fact + u' ' + message.next};
}

/// The report, or both that are compared; the timeline of the first one leads.
using Pages = std::vector<ReportPage*>;

QString timeText(model::TimeNs time, model::TimeRange of) {
    return timeline::formatTime(time, static_cast<double>(std::max<model::TimeNs>(1, of.length())) / 1000);
}

/// What is asked for and not there makes no picture: nobody sees in it that something is missing.
Refused applyView(const Pages& pages, const Arguments& arguments) {
    timeline::TimelineView* view = pages.front()->view();
    const model::TimeRange reach = view->reach();
    for (const auto& [option, span] :
         {std::pair("--range", &arguments.range), std::pair("--select", &arguments.selection)})
        if (*span && !(*span)->within(reach).overlaps(reach.begin, reach.end))
            return Refusal{
                kUsage,
                QCoreApplication::translate("CommandLine", "%1 is outside the time that can be shown, %2 to %3.")
                    .arg(QLatin1String(option), timeText(reach.begin, reach), timeText(reach.end, reach))};
    for (const ReportPage* page : pages) {
        const QString why = timeline::whyNoTimes(page->view()->snapshot()->info(), arguments.times);
        if (!why.isEmpty()) return Refusal{kUsage, QStringLiteral("--times: ") + why};
        page->view()->setTimeStyle(arguments.times);
    }
    if (arguments.range) view->zoomTo(arguments.range->within(reach), true);
    if (arguments.selection) view->setSelection(arguments.selection->within(reach));
    if (!arguments.rows.isEmpty()) {
        for (const ReportPage* page : pages) page->view()->setRowFilter(arguments.rows);
        if (std::all_of(pages.begin(), pages.end(), [](const ReportPage* p) { return p->visibleRowCount() == 0; }))
            return Refusal{kUsage,
                           QCoreApplication::translate("CommandLine", "--rows: no row has a name that holds “%1”.")
                               .arg(arguments.rows)};
    }
    if (!arguments.find.isEmpty())
        for (const ReportPage* page : pages) page->findBar()->find(arguments.find);
    return {};
}

bool isSearching(const Pages& pages) {
    return std::any_of(pages.begin(), pages.end(), [](const ReportPage* p) { return p->findBar()->isWorking(); });
}

/// Nothing was found.
Refused refusalOfFind(const Pages& pages, const Arguments& arguments) {
    if (arguments.find.isEmpty() ||
        std::any_of(pages.begin(), pages.end(), [](const ReportPage* p) { return p->findBar()->total() > 0; }))
        return {};
    return Refusal{kUsage, QStringLiteral("--find: ") + pages.front()->findBar()->status()};
}

int refuse(const Refusal& refusal) {
    complain(refusal.sentence);
    return refusal.code;
}

/// Applies the side-car file that was named.
Refused showView(timeline::TimelineView* view, const Arguments& arguments) {
    if (arguments.view.isEmpty()) return {};
    QString why;
    const std::optional<QJsonObject> json = readView(arguments.view, why);
    if (!json)
        return Refusal{kUnreadable,
                       why + u' ' +
                           QCoreApplication::translate(
                               "CommandLine", "--view wants a file that Sightline has written, NAME.view.json.")};
    view->setViewState(timeline::viewStateFromJson(*json, *view->snapshot(), view->viewState()));
    return {};
}

Refused showPane(MainWindow& window, ReportPage* baseline, const Arguments& arguments) {
    if (arguments.pane.isEmpty()) return {};
    if (!window.showPane(arguments.pane)) return Refusal{kUsage, window.whyNoPane(arguments.pane)};
    if (!baseline) return {};
    if (arguments.pane == QLatin1String("roofline")) window.pane<RooflinePane>()->setBaseline(baseline->host());
    else if (!window.pane<KernelProfilePane>()->pinBaselineOf(*baseline->host()))
        return Refusal{kUsage, QCoreApplication::translate("CommandLine",
                                                           "--baseline: %1 holds no metrics of a kernel of that name.")
                                   .arg(baseline->document()->name())};
    return {};
}

/// What the arguments ask for, in a window that has read its reports.
Refused show(MainWindow& window, ReportPage* page, ReportPage* baseline, const Arguments& arguments) {
    for (const ReportPage* read : {page, baseline})
        if (const Refused refused = read ? refusalOf(*read) : std::nullopt) return refused;
    if (const Refused refused = showView(page->view(), arguments)) return refused;
    if (const Refused refused = applyView({page}, arguments)) return refused;
    if (arguments.what == PictureWhat::Selection && !page->view()->viewState().selection)
        return Refusal{kUsage,
                       QCoreApplication::translate("CommandLine", "The view selects no span of time. Add --select.")};
    if (const Refused refused = showPane(window, baseline, arguments)) return refused;
    if (arguments.what == PictureWhat::Pane) window.floatPane(arguments.pane, arguments.size);
    return {};
}

int makePicture(const PictureSource& source, const Arguments& arguments) {
    PictureRequest request;
    request.what = arguments.what;
    if (!source.panes.empty()) request.pane = source.panes.front().widget;
    request.allRows = arguments.allRows;
    request.format = arguments.format;
    request.scale = arguments.format == PictureFormat::Png ? arguments.scale : std::max(2.0, arguments.scale);
    request.theme = themeManager()->theme();
    request.legend = arguments.legend;
    request.caption = arguments.caption;
    request.footer = arguments.what != PictureWhat::Window;
    const Picture picture(source, request);
    if (const auto why = writePicture(picture.toFile(), arguments.screenshot)) {
        complain(
            QCoreApplication::translate("CommandLine", "%1 cannot be written: %2.").arg(arguments.screenshot, *why));
        return kUnreadable;
    }
    for (const QString& note : picture.notes()) complain(note);
    return 0;
}

/// A pane that has nothing to show makes no picture, nor does a statement that failed or a baseline with none of the
/// kernels.
Refused refusalOf(const MainWindow& window, const Arguments& arguments) {
    const QString key = arguments.pane.section(u':', 0, 0);
    for (const Pane* pane : window.panes()) {
        if (pane->id() != key) continue;
        const bool mustShow = arguments.what == PictureWhat::Pane || arguments.pane.startsWith(QLatin1String("sql:"));
        if (const QString why = mustShow ? pane->whyEmpty() : QString(); !why.isEmpty()) return Refusal{kUsage, why};
    }
    if (key != QLatin1String("roofline") || arguments.baseline.isEmpty() || window.pane<RooflinePane>()->arrows() > 0)
        return {};
    return Refusal{kUsage,
                   QCoreApplication::translate(
                       "CommandLine", "--baseline: %1 has no point in the roofline of a kernel of one of those names.")
                       .arg(window.pane<RooflinePane>()->baselineName())};
}

/// Writes the picture when nothing is computed any more that would change it, and ends the application.
void writeWhenSettled(MainWindow& window, ReportPage* page, const Arguments& arguments) {
    timeline::TimelineView* view = page->view();
    const auto settled = [&window, page, view] {
        const auto panes = window.panes();
        return view->isSettled() && !isSearching({page}) &&
               std::all_of(panes.begin(), panes.end(), [](const Pane* p) { return p->isSettled(); });
    };
    const auto write = [&window, page, settled, &arguments,
                        written = std::make_shared<bool>(false)] {  // of all connections
        if (*written || !settled()) return;
        window.grab();  // painting may ask for more
        if (!settled()) return;
        *written = true;
        for (const Refused& refused : {refusalOfFind({page}, arguments), refusalOf(window, arguments)})
            if (refused) return QCoreApplication::exit(refuse(*refused));
        PictureSource source = window.pictureSource();
        const auto wanted =
            std::find_if(source.panes.begin(), source.panes.end(), [&arguments](const PictureSource::Pane& p) {
                return p.widget->objectName() == arguments.pane.section(u':', 0, 0) + QStringLiteral("Pane");
            });
        if (wanted != source.panes.end()) source.panes = {*wanted};
        QCoreApplication::exit(makePicture(source, arguments));
    };
    QObject::connect(view, &timeline::TimelineView::settled, &window, write, Qt::QueuedConnection);
    QObject::connect(page->findBar(), &FindBar::finished, &window, write, Qt::QueuedConnection);
    for (Pane* pane : window.panes()) QObject::connect(pane, &Pane::settled, &window, write, Qt::QueuedConnection);
    write();
}

/// Nobody sits before a machine that makes pictures: it is told what a window would show.
int runFor(std::chrono::milliseconds limit) {
    QTimer end;
    end.setSingleShot(true);
    QObject::connect(&end, &QTimer::timeout, [limit] {
        complain(
            QCoreApplication::translate("CommandLine", "The picture was not ready after %1 s, so none was written.")
                .arg(std::chrono::duration_cast<std::chrono::seconds>(limit).count()));
        QCoreApplication::exit(kUnreadable);
    });
    end.start(limit);
    return QCoreApplication::exec();
}

/// Both timelines with what differs.
int takeComparison(const Arguments& arguments, std::chrono::milliseconds limit) {
    CompareWindow window(arguments.files[0], arguments.files[1], false);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.layout()->setSizeConstraint(QLayout::SetNoConstraint);
    window.resize(arguments.size);
    const QStringList tabs = window.differences()->tabNames();
    if (!arguments.pane.isEmpty() && !tabs.contains(arguments.pane)) {
        complain(QCoreApplication::translate("CommandLine", "A comparison has no tab “%1”. There are %2.")
                     .arg(arguments.pane, tabs.join(QStringLiteral(", "))));
        return kUsage;
    }
    const Pages pages{window.page(CompareWindow::Side::A), window.page(CompareWindow::Side::B)};
    for (const ReportPage* page : pages) page->view()->setAnimated(false);
    window.show();
    bool placed = false, ended = false;
    const auto end = [&](int code) {
        ended = true;
        QCoreApplication::exit(code);
    };
    const auto isSettled = [&] { return window.isSettled() && !isSearching(pages); };
    const std::function<void()> write = [&] {
        if (ended || !isSettled()) return;
        if (!std::exchange(placed, true)) {  // now that both lie on each other
            if (const Refused refused = applyView(pages, arguments)) return end(refuse(*refused));
            if (!arguments.pane.isEmpty() && !window.differences()->showTab(arguments.pane))
                return end(refuse({kUsage, QCoreApplication::translate(
                                               "CommandLine", "There is nothing in the tab “%1” of this comparison.")
                                               .arg(arguments.pane)}));
            QMetaObject::invokeMethod(&window, write, Qt::QueuedConnection);
            return;
        }
        window.grab();  // painting may ask for more
        if (!isSettled()) return;
        if (const Refused refused = refusalOfFind(pages, arguments)) return end(refuse(*refused));
        end(makePicture(window.pictureSource(), arguments));
    };
    QObject::connect(&window, &CompareWindow::ready, &window, [&] {
        if (ended) return;  // it is said of each report
        int code = 0;
        for (const ReportPage* page : pages)
            if (const Refused refused = refusalOf(*page)) code = refuse(*refused);
        if (code) return end(code);
        QMetaObject::invokeMethod(&window, write, Qt::QueuedConnection);
    });
    QObject::connect(&window, &CompareWindow::settled, &window, write, Qt::QueuedConnection);
    for (const ReportPage* page : pages)
        QObject::connect(page->findBar(), &FindBar::finished, &window, write, Qt::QueuedConnection);
    return runFor(limit);
}

/// The dialog for preferences, as it is before anybody changed one.
int takePreferences(const Arguments& arguments, std::chrono::milliseconds limit) {
    MainWindow window(MainWindow::Mode::Picture);
    PreferencesDialog* dialog = window.showPreferences();
    if (!arguments.pane.isEmpty() && !dialog->showPage(arguments.pane)) {
        complain(QCoreApplication::translate("CommandLine", "There is no page “%1”. There are %2.")
                     .arg(arguments.pane, PreferencesDialog::pageNames().join(QStringLiteral(", "))));
        return kUsage;
    }
    if (arguments.size != Arguments().size) dialog->resize(arguments.size);
    const auto write = [&] {
        PictureSource source;
        source.window = dialog;
        QCoreApplication::exit(makePicture(source, arguments));
    };
    // Sizes of folders are counted while the page is shown.
    if (dialog->storage()->isWorking())
        QObject::connect(dialog->storage(), &StorageList::counted, dialog, write, Qt::QueuedConnection);
    else QMetaObject::invokeMethod(dialog, write, Qt::QueuedConnection);
    return runFor(limit);
}

}  // namespace

int takeScreenshot(const Arguments& arguments, std::chrono::milliseconds limit) {
    if (arguments.compare) return takeComparison(arguments, limit);
    if (arguments.preferences) return takePreferences(arguments, limit);
    MainWindow window(MainWindow::Mode::Picture);
    // The picture has the size that was asked for, even where a person could not make the window so small.
    window.layout()->setSizeConstraint(QLayout::SetNoConstraint);
    window.resize(arguments.size);
    window.show();
    ReportPage* baseline = nullptr;
    if (!arguments.baseline.isEmpty()) {
        window.openPaths({arguments.baseline});
        baseline = window.currentPage();
    }
    window.openPaths(arguments.files);
    ReportPage* page = window.currentPage();
    if (!page || (!arguments.baseline.isEmpty() && (!baseline || baseline == page))) {
        complain(page ? QCoreApplication::translate("CommandLine", "--baseline wants another report.")
                      : QCoreApplication::translate("CommandLine", "--screenshot wants one report."));
        return kUnreadable;
    }
    page->view()->setAnimated(false);
    const auto begin = [&, begun = std::make_shared<bool>(false)] {  // of both connections
        for (const ReportPage* read : {page, baseline})
            if (read && read->document()->state() == Document::State::Loading) return;
        if (std::exchange(*begun, true)) return;
        if (const Refused refused = show(window, page, baseline, arguments))
            return QCoreApplication::exit(refuse(*refused));
        // After what the change of view has queued.
        QMetaObject::invokeMethod(
            &window,
            [&] {
                window.settle();
                writeWhenSettled(window, page, arguments);
            },
            Qt::QueuedConnection);
    };
    for (ReportPage* read : {page, baseline})
        if (read) QObject::connect(read, &ReportPage::ready, &window, begin);
    return runFor(limit);
}

}  // namespace app
