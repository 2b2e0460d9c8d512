// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <functional>

class QMenu;

namespace app {

/// Two reports that were compared.
struct RecentComparison {
    QString a, b;  ///< absolute paths
    bool operator==(const RecentComparison&) const = default;
};

/// Those of this person, the newest first; kept in the settings.
class RecentComparisons {
    Q_DECLARE_TR_FUNCTIONS(RecentComparisons)

public:
    static constexpr qsizetype kMost = 10;

    static QList<RecentComparison> all();
    /// Puts it on top; the same one the other way round is another one.
    static void add(const QString& a, const QString& b);
    static void remove(const RecentComparison& comparison);
    static void clear();
    /// "B with A", by the names of their files.
    static QString text(const RecentComparison& comparison);
    /// An entry a comparison, which calls `open` with A and B, and one that clears the list; one that says so where
    /// there is none. They belong to the menu.
    static void fill(QMenu& menu, const std::function<void(const QString& a, const QString& b)>& open);
};

}  // namespace app
