// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/recent_comparisons.h"

#include <QFileInfo>
#include <QMenu>
#include <QSettings>
#include <algorithm>

#include "app/kit/file_text.h"

namespace app {
namespace {

const QString kGroup = QStringLiteral("recentComparisons");

void store(const QList<RecentComparison>& comparisons) {
    QSettings settings;
    settings.remove(kGroup);
    settings.beginWriteArray(kGroup, static_cast<int>(comparisons.size()));
    for (qsizetype i = 0; i < comparisons.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("a"), comparisons[i].a);
        settings.setValue(QStringLiteral("b"), comparisons[i].b);
    }
    settings.endArray();
}

}  // namespace

QList<RecentComparison> RecentComparisons::all() {
    QList<RecentComparison> out;
    QSettings settings;
    const int n = settings.beginReadArray(kGroup);
    for (int i = 0; i < n && out.size() < kMost; ++i) {
        settings.setArrayIndex(i);
        out.append({settings.value(QStringLiteral("a")).toString(), settings.value(QStringLiteral("b")).toString()});
    }
    settings.endArray();
    out.removeIf([](const RecentComparison& c) { return c.a.isEmpty() || c.b.isEmpty(); });
    return out;
}

void RecentComparisons::add(const QString& a, const QString& b) {
    const RecentComparison added{QFileInfo(a).absoluteFilePath(), QFileInfo(b).absoluteFilePath()};
    QList<RecentComparison> comparisons = all();
    comparisons.removeAll(added);
    comparisons.prepend(added);
    store(comparisons.first(std::min(kMost, comparisons.size())));
}

void RecentComparisons::remove(const RecentComparison& comparison) {
    QList<RecentComparison> comparisons = all();
    comparisons.removeAll(comparison);
    store(comparisons);
}

void RecentComparisons::clear() { store({}); }

QString RecentComparisons::text(const RecentComparison& comparison) {
    return tr("%1 with %2").arg(shownFile(comparison.b), shownFile(comparison.a));
}

void RecentComparisons::fill(QMenu& menu, const std::function<void(const QString&, const QString&)>& open) {
    const QList<RecentComparison> comparisons = all();
    for (const RecentComparison& c : comparisons) {
        QAction* action = menu.addAction(text(c).replace(u'&', QStringLiteral("&&")), &menu,
                                         [open, a = c.a, b = c.b] { open(a, b); });
        action->setObjectName(QStringLiteral("recentComparison"));
        action->setToolTip(shownPath(c.b) + u'\n' + shownPath(c.a));
    }
    menu.setToolTipsVisible(true);
    if (comparisons.isEmpty()) menu.addAction(tr("No recent comparisons"))->setEnabled(false);
    menu.addSeparator();
    menu.addAction(tr("Clear List of Comparisons"), &menu, [] { clear(); })->setEnabled(!comparisons.isEmpty());
}

}  // namespace app
