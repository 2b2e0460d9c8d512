// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/app_test.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QMap>
#include <QPlainTextEdit>
#include <QTabWidget>

#include "app/panes/import_log_pane.h"
#include "app/panes/sql/sql_pane.h"
#include "app/window/pane_table.h"
#include "tests/kit/kernel_report.h"

using app::MainWindow;
using app::Pane;
using app::ReportPage;

namespace {

void collect(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& out) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            out.append(model.index(row, column, parent).data().toString());
        collect(model, model.index(row, 0, parent), out);
    }
}

/// What a person can read in it, but for what they typed and chose themselves.
QStringList textsOf(const Pane& pane) {
    QStringList out;
    for (const QWidget* w : pane.findChildren<QWidget*>()) {
        if (!w->isVisibleTo(&pane)) continue;
        if (const auto* label = qobject_cast<const QLabel*>(w)) out.append(label->text());
        const auto* text = qobject_cast<const QPlainTextEdit*>(w);
        if (text && text->isReadOnly()) out.append(text->toPlainText());
        const auto* view = qobject_cast<const QAbstractItemView*>(w);
        if (view && view->model()) collect(*view->model(), {}, out);
    }
    return out;
}

/// Names hold the word, and numbers depend on `times`.
QByteArray trace(const QByteArray& word, int times) {
    QByteArray events;
    for (int i = 0; i < times; ++i) {
        const QByteArray at = QByteArray::number(1000 * i), id = QByteArray::number(7 + i);
        events += R"({"ph":"X","cat":"cpu_op","name":"WORD_operator","pid":1,"tid":1,"ts":1AT,"dur":90},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1AT,"dur":20,
             "args":{"correlation":ID}},
            {"ph":"X","cat":"kernel","name":"WORD_kernel","pid":0,"tid":7,"ts":1AT,"dur":200,
             "args":{"device":0,"stream":7,"correlation":ID}},
            {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":1AT,
             "args":{"Device Type":1,"Device Id":0,"Addr":16,"Bytes":512,"Total Allocated":ID00,"Total Reserved":9000}},
            {"ph":"?","name":"WORD_unknown","ts":1AT},)";
        events.replace("1AT", QByteArray::number(1000 * i + 10)).replace("ID", id).replace("AT", at);
    }
    events.chop(1);
    return "{\"traceEvents\":[" + events.replace("WORD", word) + "]}";
}

}  // namespace

class AppPanesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }

    /// Opens it in a tab, with the first event and all of its time selected.
    static bool open(MainWindow& window, const QString& path) {
        window.openPaths({path});
        ReportPage* page = window.currentPage();
        if (!page || !waitReady(page)) return false;
        const model::Snapshot& s = *page->document()->snapshot();
        for (model::LaneId lane = 0; lane < s.laneCount(); ++lane)
            if (!s.lane(lane).isEmpty()) {
                page->view()->selectEvent({lane, 0});
                break;
            }
        page->view()->setSelection(s.whole());
        return true;
    }

    static Pane* show(MainWindow& window, const QString& id) {
        if (!window.showPane(id)) return nullptr;
        for (Pane* pane : window.panes())
            if (pane->id() == id) return QTest::qWaitFor([pane] { return pane->isSettled(); }, 20000) ? pane : nullptr;
        return nullptr;
    }

    /// By pane, what a window shows that has no other report.
    static QMap<QString, QStringList> textsAlone(const QString& path) {
        QMap<QString, QStringList> out;
        MainWindow window;
        window.resize(1500, 900);
        window.show();
        if (!open(window, path)) return {};
        for (const app::PaneInfo& info : app::paneTable())
            if (const Pane* pane = show(window, info.id)) out[info.id] = textsOf(*pane);
        return out;
    }

private slots:
    void init() { QSettings().clear(); }

    void everyPaneShowsTheTabInFrontAndNothingOfAnother_data() {
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<QStringList>("same");  // panes that have nothing to show of both
        QTest::newRow("traces") << QStringList{write("alpha.json", trace("alpha", 2)),
                                               write("beta.json", trace("beta", 3))}
                                << QStringList{"roofline", "kernelProfile"};
        const auto profile = [](std::string_view name, double ns) {
            return QByteArray::fromStdString(kernel_report::reportBytes({{name, ns}, {name, 2 * ns}}));
        };
        QTest::newRow("profiles") << QStringList{write("alpha.ncu-rep", profile("alpha_kernel", 3000)),
                                                 write("beta.ncu-rep", profile("beta_kernel", 5000))}
                                  << QStringList{"memory",    "functions", "roofline", "advice",
                                                 "checklist", "sql",       "importLog"};
    }

    void everyPaneShowsTheTabInFrontAndNothingOfAnother() {
        QFETCH(QStringList, paths);
        QFETCH(QStringList, same);
        const QStringList words{QStringLiteral("alpha"), QStringLiteral("beta")};
        QList<QMap<QString, QStringList>> alone;
        for (const QString& path : paths) alone.append(textsAlone(path));
        MainWindow window;
        window.resize(1500, 900);
        window.show();
        for (const QString& path : paths) QVERIFY(open(window, path));
        for (const app::PaneInfo& info : app::paneTable()) {
            Pane* pane = show(window, info.id);
            QVERIFY2(pane, info.id);
            QVERIFY2(!alone[0][info.id].isEmpty(), info.id);
            if (!same.contains(QLatin1String(info.id))) QVERIFY2(alone[0][info.id] != alone[1][info.id], info.id);
            for (const int tab : {0, 1, 0}) {
                window.tabs()->setCurrentIndex(tab);
                const bool isShown =
                    QTest::qWaitFor([&] { return textsOf(*pane) == alone[tab][info.id] && pane->isSettled(); }, 20000);
                QVERIFY2(isShown, qPrintable(QStringLiteral("%1 shows %2 instead of %3")
                                                 .arg(QLatin1String(info.id), textsOf(*pane).join(u'|'),
                                                      alone[tab][info.id].join(u'|'))));
                QVERIFY2(!textsOf(*pane).join(u' ').contains(words[1 - tab]), info.id);
            }
        }
    }

    void theResultOfAQueryDoesNotStayUnderAnotherTab() {
        const QString first = write("alpha.json", trace("alpha", 2)), second = write("beta.json", trace("beta", 3));
        MainWindow window;
        window.resize(1500, 900);
        window.show();
        QVERIFY(open(window, second));
        QVERIFY(open(window, first));
        Pane* pane = show(window, QStringLiteral("sql"));
        QVERIFY(pane);
        window.pane<app::SqlPane>()->run(QStringLiteral("SELECT 'alpha' AS word"));
        QTRY_VERIFY(textsOf(*pane).contains(QStringLiteral("alpha")));
        window.tabs()->setCurrentIndex(0);
        QVERIFY(!textsOf(*pane).contains(QStringLiteral("alpha")));
    }

    void everySectionOfTheImportLogFollowsTheTab() {
        const QStringList paths{write("alpha.json", trace("alpha", 2)), write("beta.json", trace("beta", 3))};
        MainWindow window;
        window.resize(1500, 900);
        window.show();
        for (const QString& path : paths) QVERIFY(open(window, path));
        auto* log = window.pane<app::ImportLogPane>();
        QVERIFY(show(window, log->id()));
        for (const auto section : {app::ImportLogPane::Notes, app::ImportLogPane::Kinds, app::ImportLogPane::Session}) {
            log->showSection(section);
            QStringList texts[2];
            for (const int tab : {0, 1, 0}) {
                window.tabs()->setCurrentIndex(tab);
                QVERIFY(!textsOf(*log).join(u' ').contains(tab ? QStringLiteral("alpha") : QStringLiteral("beta")));
                if (texts[tab].isEmpty()) texts[tab] = textsOf(*log);
                QCOMPARE(textsOf(*log), texts[tab]);
            }
            QVERIFY(texts[0] != texts[1]);
        }
    }
};

SIGHTLINE_QT_TEST(AppPanesTest)
#include "app_panes_test.moc"
