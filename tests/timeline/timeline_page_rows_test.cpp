// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a page has the rows of the window's first view: their order, titles, depth and folding.
#include <filesystem>

#include <QGuiApplication>
#include <QTest>

#include "app/html/html_rows.h"
#include "importers/open.h"
#include "tests/kit/qt_tests.h"
#include "tests/kit/text_report.h"
#include "timeline/rows/row_list.h"

class TimelinePageRowsTest : public QObject {
    Q_OBJECT

    static QStringList windowRows(const model::SnapshotPtr& s) {
        const timeline::RowLayout layout;
        const timeline::RowListPtr list = timeline::buildRows({s, nullptr}, layout);
        QStringList out;
        for (const timeline::Row& r : list->rows())
            out << QStringLiteral("%1 %2 %3 %4 lines").arg(r.depth).arg(r.title).arg(r.expanded).arg(r.lineCount);
        return out;
    }

    static QStringList pageRows(const model::SnapshotPtr& s) {
        std::size_t leftOut = 0;
        QStringList out;
        int closed = INT_MAX;
        for (const app::HtmlRow& r : app::htmlRows(*s, 10'000, {}, leftOut)) {
            if (r.depth > closed) continue;
            closed = r.expandable && !r.expanded ? r.depth : INT_MAX;
            out << QStringLiteral("%1 %2 %3 %4 lines")
                       .arg(r.depth)
                       .arg(QString::fromStdString(r.title))
                       .arg(r.expanded)
                       .arg(r.expanded ? r.open.size() : r.closed.size());
        }
        return out;
    }

private slots:
    void rowsOfAPageAreThoseOfTheWindow() {
        const auto store = model::EventStore::create();
        const auto path = std::filesystem::path(SIGHTLINE_SOURCE_DIR) / "resources/samples/sample.rep";
        QVERIFY(importers::openReport(path, *store).has_value());
        QCOMPARE(pageRows(store->snapshot()), windowRows(store->snapshot()));
        QVERIFY(pageRows(store->snapshot()).size() > 40);
    }

    void whatIsFoldedStandsBehindTheSameRow() {
        std::string text;
        for (int stream = 1; stream < 14; ++stream) text += "gpu0/s" + std::to_string(stream) + ": |aabb.ccc|\n";
        for (int thread = 1; thread < 6; ++thread) text += "t" + std::to_string(thread) + "/api: |LL.LLL.|\n";
        text += "t1000/nvtx: |ffffffff|\n            |.aa.bbb.|\ncounter: |0013540|\nmem: |0123|\n";
        const TextReport report(text);
        QCOMPARE(pageRows(report.snapshot()), windowRows(report.snapshot()));
    }
};

SIGHTLINE_QT_TEST(TimelinePageRowsTest)
#include "timeline_page_rows_test.moc"
