// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a large file before it is read.
#include <sqlite3.h>

#include "tests/ui/app_test.h"

using app::MainWindow;
using app::ReportPage;

namespace {

constexpr std::int64_t kKernels = 600'000, kFirstKernel = 10'010, kFirstCall = 4'000;

/// A rocpd database with kernels every 10 ns, and a call before them.
QString writeDatabase(const QString& path) {
    const std::string sql =
        "CREATE TABLE rocpd_kernel_dispatch(id integer primary key, pid integer, agent_id integer, stream_id integer,"
        " kernel_id integer, start integer, \"end\" integer, extdata text);"
        "CREATE TABLE rocpd_region(id integer primary key, pid integer, tid integer, start integer, \"end\" integer);"
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < " +
        std::to_string(kKernels) +
        ") INSERT INTO rocpd_kernel_dispatch(pid, agent_id, stream_id, kernel_id, start, \"end\", extdata)"
        " SELECT 7, 1, 3, 5, 10000 + i * 10, 10008 + i * 10, printf('%.*c', 40, 'x') FROM c;"
        "INSERT INTO rocpd_region(pid, tid, start, \"end\") VALUES (7, 7, " +
        std::to_string(kFirstCall) + ", 5000);";
    sqlite3* db = nullptr;
    const bool written = sqlite3_open(path.toUtf8().constData(), &db) == SQLITE_OK &&
                         sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(db);
    return written ? path : QString();
}

}  // namespace

class AppPreviewTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void aPreviewGivesWayToTheReportAndKeepsThePlace() {
        const QString path = writeDatabase(m_folder.filePath("large.db"));
        QVERIFY(!path.isEmpty() && QFileInfo(path).size() > (16 << 20));
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        QVERIFY(page);
        const app::Document* document = page->document();
        int previews = 0;
        std::uint64_t seen = 0;
        const model::TimeRange wanted{500'000, 501'000};
        connect(document, &app::Document::snapshotChanged, page, [&] {
            if (!document->isPreview()) return;
            ++previews;
            seen = document->snapshot()->eventCount();
            page->view()->zoomTo(wanted, true);
        });
        QVERIFY(waitReady(page));
        QCOMPARE(previews, 1);
        QVERIFY(seen > 1000 && seen < kKernels);
        QVERIFY(!document->isPreview());
        QCOMPARE(document->snapshot()->eventCount(), std::uint64_t{kKernels + 1});
        // The times of the report count from its first call, those of the preview from its first kernel.
        const timeline::VisibleRange range = page->view()->viewState().range;
        QCOMPARE(range.begin, wanted.begin + kFirstKernel - kFirstCall);
        QVERIFY(std::abs(range.length - static_cast<double>(wanted.length())) < 2);
    }
};

SIGHTLINE_QT_TEST(AppPreviewTest)
#include "app_preview_test.moc"
