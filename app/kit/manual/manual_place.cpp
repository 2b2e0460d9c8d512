// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/manual/manual_place.h"

#include <QApplication>
#include <QMenu>
#include <QPointer>
#include <QShortcut>
#include <QVariant>
#include <algorithm>
#include <array>

#include "app/kit/manual/manual_window.h"

namespace app {
namespace {

constexpr const char* kProperty = "manualPlace";

// To give a pane, dialog or other thing a place in the manual, add its line.
constexpr ManualPlaceInfo kPlaces[] = {
    {"window", "window.md"},
    {"start", "formats.md#opening"},
    {"error", "troubleshooting.md#a-report"},
    {"timeline", "window.md#moving-around"},
    {"find", "window.md#searching"},
    {"pane.details", "window.md#details"},
    {"pane.events", "window.md#events"},
    {"pane.selection", "window.md#selection"},
    {"pane.reports", "window.md#reports"},
    {"pane.functions", "window.md#functions"},
    {"pane.memory", "window.md#memory"},
    {"pane.roofline", "numbers.md#roofline"},
    {"pane.advice", "numbers.md#advice"},
    {"pane.checklist", "numbers.md#checklist"},
    {"pane.sql", "window.md#sql"},
    {"pane.kernelProfile", "numbers.md#kernels-of-nsight-compute"},
    {"pane.importLog", "window.md#import-log"},
    {"compare", "compare.md#in-the-window"},
    {"compare.differences", "numbers.md#two-reports-compared"},
    {"dialog.capture", "capture.md"},
    {"dialog.captureProgress", "capture.md#what-comes-out"},
    {"dialog.openSeveral", "formats.md#several-reports-as-one"},
    {"dialog.compareWith", "compare.md#in-the-window"},
    {"dialog.picture", "share.md#pictures"},
    {"dialog.share", "share.md#before-you-give-a-report-away"},
};

/// Kinds of things that numbers.md defines one by one.
constexpr std::array kDefined{"report", "rule", "question"};

}  // namespace

std::span<const ManualPlaceInfo> manualPlaces() { return kPlaces; }

ManualPlace manualPlace(const QString& id) {
    const QString kind = id.section(u'.', 0, 0);
    if (std::find(kDefined.begin(), kDefined.end(), kind) != kDefined.end())
        return {QStringLiteral("numbers.md"), id.section(u'.', 1)};
    const auto at = std::find_if(std::begin(kPlaces), std::end(kPlaces),
                                 [&](const ManualPlaceInfo& p) { return id == QLatin1String(p.id); });
    return {at == std::end(kPlaces) ? QStringLiteral("README.md") : QString::fromLatin1(at->link), {}};
}

void setManualPlace(QWidget* widget, const QString& id) { widget->setProperty(kProperty, id); }

void setManualPlace(QWidget* widget, const char* kind, std::string_view key) {
    setManualPlace(widget,
                   QLatin1String(kind) + u'.' + QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())));
}

QString manualPlaceAround(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (const QVariant id = widget->property(kProperty); id.isValid()) return id.toString();
    return QStringLiteral("window");
}

void openManual(const QString& id, const QString& word) {
    static QPointer<ManualWindow> window;
    if (!window) {
        window = new ManualWindow;
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->setAttribute(Qt::WA_QuitOnClose, false);  // it does not keep the program running
        QObject::connect(qApp, &QCoreApplication::aboutToQuit, window, &QObject::deleteLater);
    }
    window->open(manualPlace(id), word);
    window->show();
    window->raise();
    window->activateWindow();
}

void openManualAtFocus() {
    const QWidget* focus = QApplication::focusWidget();
    openManual(manualPlaceAround(focus ? focus : QApplication::activeWindow()));
}

void addManualKey(QWidget* window, const QString& id) {
    setManualPlace(window, id);
    QObject::connect(new QShortcut(QKeySequence(Qt::Key_F1), window), &QShortcut::activated, window, openManualAtFocus);
}

void addManualAction(QMenu& menu, const QWidget* inside, const QString& word) {
    menu.addAction(QCoreApplication::translate("Manual", "What Is This?"), &menu,
                   [id = manualPlaceAround(inside), word] { openManual(id, word); })
        ->setObjectName(QStringLiteral("whatIsThis"));
}

}  // namespace app
