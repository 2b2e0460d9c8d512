// SPDX-License-Identifier: GPL-3.0-or-later
// Two reports in one window: linked timelines, the offset between them, how they lie.
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QUndoStack>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/compare/compare_window.h"
#include "app/compare/difference_model.h"
#include "app/compare/difference_pane.h"
#include "app/kit/commands/command_palette.h"
#include "app/kit/language.h"
#include "app/kit/tables/row_text.h"
#include "app/kit/tables/table.h"
#include "app/kit/theme.h"
#include "app/panes/details/details_pane.h"
#include "app/report/time_bar.h"
#include "app/window/open_several_dialog.h"
#include "tests/ui/app_test.h"
#include "timeline/look/format.h"
#include "timeline/look/palette.h"

using app::CompareWindow;
using app::MainWindow;
using timeline::TimelineView;
using Side = app::CompareWindow::Side;

class AppCompareTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// Kernels of 100 us, one each millisecond.
    QString report(const QString& name, int kernels) {
        QByteArray text = R"({"traceEvents":[)";
        for (int i = 0; i < kernels; ++i)
            text +=
                QStringLiteral(
                    R"(%1{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":%2,"dur":100,"args":{"device":0,"stream":7,"correlation":%3}})")
                    .arg(i ? "," : "")
                    .arg(i * 1000)
                    .arg(i + 1)
                    .toUtf8();
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text + "]}") < 0) return {};
        return file.fileName();
    }
    std::unique_ptr<CompareWindow> open() {
        auto window = std::make_unique<CompareWindow>(report("a.json", 10), report("b.json", 20), false);
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        for (const Side side : {Side::A, Side::B}) view(*window, side)->setAnimated(false);
        window->show();
        if (!QTest::qWaitFor([&] { return window->isSettled(); }, 10000)) return nullptr;
        return window;
    }
    static TimelineView* view(const CompareWindow& window, Side side) { return window.page(side)->view(); }
    static model::TimeNs begin(const CompareWindow& window, Side side) {
        return view(window, side)->viewState().range.begin;
    }
    static double length(const CompareWindow& window, Side side) {
        return view(window, side)->viewState().range.length;
    }
    static void type(QLineEdit* edit, const QString& text) {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }

private slots:
    void zoomSelectionAndPointerGoTogether() {
        const auto window = open();
        QVERIFY(window);
        TimelineView *a = view(*window, Side::A), *b = view(*window, Side::B);
        QCOMPARE(length(*window, Side::A), length(*window, Side::B));
        QVERIFY(length(*window, Side::A) > 19e6);  // both show the longer one
        a->zoomTo({2'000'000, 4'000'000}, true);
        QCOMPARE(begin(*window, Side::B), model::TimeNs(2'000'000));
        QCOMPARE(length(*window, Side::B), 2e6);
        b->zoomTo({15'000'000, 18'000'000}, true);  // where the first report has nothing any more
        QCOMPARE(begin(*window, Side::A), model::TimeNs(15'000'000));
        QCOMPARE(length(*window, Side::A), 3e6);
        b->setSelection(model::TimeRange{16'000'000, 17'000'000});
        QVERIFY(a->viewState().selection.has_value());
        QCOMPARE(a->viewState().selection->begin, model::TimeNs(16'000'000));
        a->setSelection({});
        QVERIFY(!b->viewState().selection);
    }

    void theOffsetIsTypedShownAndTakenBack() {
        const auto window = open();
        QVERIFY(window);
        view(*window, Side::A)->zoomTo({0, 1'000'000}, true);
        type(window->offsetEdit(), "2.5 ms");
        QCOMPARE(window->offsetEdit()->text(), QString("+2.5 ms"));
        QCOMPARE(begin(*window, Side::A), model::TimeNs(0));
        QCOMPARE(begin(*window, Side::B), model::TimeNs(2'500'000));
        view(*window, Side::B)->zoomTo({12'500'000, 13'500'000}, true);
        QCOMPARE(begin(*window, Side::A), model::TimeNs(10'000'000));
        type(window->offsetEdit(), "nothing");
        QCOMPARE(window->offsetEdit()->text(), QString("+2.5 ms"));
        type(window->offsetEdit(), "-3us");
        QCOMPARE(window->links()->alignment().offset(), model::TimeNs(3'000));
        window->links()->undoStack()->undo();
        QCOMPARE(window->offsetEdit()->text(), QString("+2.5 ms"));
        QCOMPARE(begin(*window, Side::B), model::TimeNs(12'500'000));
        window->links()->undoStack()->undo();
        QCOMPARE(window->links()->alignment().offset(), model::TimeNs(0));
    }

    /// Whichever report is read first: both show everything that is in one of them.
    void theOrderOfReadingChangesNothing() {
        const TextReport reports[] = {
            TextReport("gpu0/s7: |....kkkkkkk....kkkkkkkkkkkkkk|"),
            TextReport("gpu0/s7: |..................................................kkkkkkk....kk|")};
        QList<timeline::VisibleRange> shown;
        for (const std::size_t first : {0u, 1u}) {
            TimelineView views[2];
            app::LinkedViews links(&views[0], &views[1], nullptr);
            for (TimelineView& v : views) v.resize(900, 400);
            for (const std::size_t side : {first, 1 - first}) {
                views[side].setSnapshot(reports[side].snapshot());
                links.reportsChanged();
            }
            links.setAlignment({4'000, 50'000, 1}, QStringLiteral("Align"));
            for (const TimelineView& v : views) shown.append(v.viewState().range);
            QVERIFY(views[0].isFitted() && views[1].isFitted());
            views[0].zoomTo({5'000, 7'000}, true);
            QVERIFY(!views[0].isFitted() && !views[1].isFitted());
            QCOMPARE(views[1].viewState().range.begin, model::TimeNs(51'000));
        }
        QVERIFY(shown[0] == shown[2] && shown[1] == shown[3]);
        QVERIFY(shown[0].begin <= 4'000 && shown[0].length >= 25'000);
        QCOMPARE(shown[1].begin - shown[0].begin, model::TimeNs(46'000));
        QCOMPARE(shown[1].length, shown[0].length);
    }

    void unlinkedTheyMoveAloneAndStayThereWhenLinked() {
        const auto window = open();
        QVERIFY(window);
        view(*window, Side::A)->zoomTo({1'000'000, 2'000'000}, true);
        window->linkAction()->trigger();
        QVERIFY(!window->links()->isLinked());
        view(*window, Side::B)->zoomTo({5'000'000, 6'000'000}, true);
        QCOMPARE(begin(*window, Side::A), model::TimeNs(1'000'000));
        window->linkAction()->trigger();
        QCOMPARE(begin(*window, Side::B), model::TimeNs(5'000'000));
        QCOMPARE(window->offsetEdit()->text(), QString("+4 ms"));
        view(*window, Side::A)->zoomTo({2'000'000, 3'000'000}, true);
        QCOMPARE(begin(*window, Side::B), model::TimeNs(6'000'000));
        window->links()->undoStack()->undo();
        QCOMPARE(window->links()->alignment().offset(), model::TimeNs(0));
    }

    /// A becomes B with all that belongs to it, and what was done last is undone first, wherever that was.
    void sidesAreSwappedAndBack() {
        const auto window = open();
        QVERIFY(window);
        type(window->offsetEdit(), "2.5 ms");
        app::ReportPage *first = window->page(Side::A), *second = window->page(Side::B);
        first->view()->zoomTo({1'000'000, 4'000'000}, true);
        first->view()->setSelection(model::TimeRange{2'000'000, 3'000'000});
        first->view()->run(timeline::Command::AddMark);
        const timeline::ViewState a = first->view()->viewState(), b = second->view()->viewState();
        QVERIFY(!a.marks.empty() && b.marks.empty() && b.selection);
        const QString align = window->alignChoice()->currentText(), title = window->windowTitle();

        window->swapAction()->trigger();
        QVERIFY(window->page(Side::A) == second && window->page(Side::B) == first);
        QVERIFY(second->mapTo(window.get(), QPoint()).y() < first->mapTo(window.get(), QPoint()).y());
        QVERIFY(first->view()->viewState() == a && second->view()->viewState() == b);
        QCOMPARE(window->offsetEdit()->text(), QStringLiteral("−2.5 ms"));
        QVERIFY2(window->windowTitle() != title && window->windowTitle().startsWith("a.json"),
                 qPrintable(window->windowTitle()));
        QVERIFY(window->details(Side::A)->parentWidget() == window->details(Side::B)->parentWidget());
        QTRY_VERIFY_WITH_TIMEOUT(window->isSettled(), 10000);
        QCOMPARE(window->differences()->comparison()->a, second->document()->report());
        QCOMPARE(window->alignChoice()->currentText(), align);
        QCOMPARE(window->offsetEdit()->text(), QStringLiteral("−2.5 ms"));  // comparing anew moves nothing
        second->view()->zoomTo({5'000'000, 6'000'000}, true);
        QCOMPARE(first->view()->viewState().range.begin, model::TimeNs(2'500'000));

        QVERIFY2(window->undoAction()->text() == second->view()->action(timeline::Command::Undo)->text(),
                 qPrintable(window->undoAction()->text()));
        window->undoAction()->trigger();
        QVERIFY(window->page(Side::A) == second);
        first->view()->setFocus();
        QTest::keySequence(first->view(), QKeySequence::Undo);  // nothing was done in that one since
        QVERIFY(window->page(Side::A) == first && window->page(Side::B) == second);
        QCOMPARE(window->offsetEdit()->text(), QString("+2.5 ms"));
        QVERIFY(first->view()->viewState().marks.size() == 1);
        QTest::keySequence(first->view(), QKeySequence::Redo);
        QVERIFY(window->page(Side::A) == second);
    }

    /// What the timeline can do is in the menus, for the side that was used last; how both look is chosen for both.
    void menusHaveTheCommandsOfTheTimeline() {
        const auto window = open();
        QVERIFY(window);
        const auto actionIn = [&](const QString& id) -> QAction* {
            for (const app::CommandPalette::Entry& entry : app::CommandPalette::entriesOf(window->menuBar()->actions()))
                if (entry.action->objectName() == id) return entry.action;
            return nullptr;
        };
        using timeline::Command;
        for (const Side side : {Side::A, Side::B}) {
            view(*window, side)->setFocus();
            QTRY_VERIFY(view(*window, side)->hasFocus());
            for (const Command command :
                 {Command::ZoomIn, Command::AddMark, Command::TogglePin, Command::NextEvent, Command::CopyName,
                  Command::FilterName, Command::ColourByName, Command::UseTimeZero})
                QCOMPARE(actionIn(QLatin1String(timeline::commandInfo(command).id)),
                         view(*window, side)->action(command));
            QAction* toTime = actionIn("goToTime");
            QVERIFY(toTime);
            toTime->trigger();
            QVERIFY(window->page(side)->timeBar()->isVisible());
        }
        QVERIFY(actionIn("swapSides"));
        view(*window, Side::A)->action(Command::ColourByName)->trigger();
        QCOMPARE(view(*window, Side::B)->viewState().colours, timeline::ColourBy::Name);
        view(*window, Side::B)->setDensity(timeline::Density::Compact);
        QCOMPARE(view(*window, Side::A)->viewState().layout.density, timeline::Density::Compact);
        window->linkAction()->trigger();
        view(*window, Side::B)->action(Command::ColourByKind)->trigger();
        QCOMPARE(view(*window, Side::A)->viewState().colours, timeline::ColourBy::Name);
    }

    void whatChangedIsSaidWithEvidence() {
        const auto steps = [this](const QString& name, int kernelUs) {
            QByteArray text = R"({"traceEvents":[)";
            for (int i = 0; i < 8; ++i) {
                const int at = i * 1000;
                text +=
                    QStringLiteral(
                        R"(%1{"ph":"X","cat":"user_annotation","name":"ProfilerStep#%2","pid":1,"tid":1,"ts":%3,"dur":%4},)")
                        .arg(i ? "," : "")
                        .arg(i)
                        .arg(at)
                        .arg(900 + i % 3)
                        .toUtf8();
                text +=
                    QStringLiteral(
                        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":%1,"dur":5,"args":{"correlation":%2}},)")
                        .arg(at + 10)
                        .arg(i + 1)
                        .toUtf8();
                text +=
                    QStringLiteral(
                        R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":%1,"dur":%2,"args":{"device":0,"stream":7,"correlation":%3}})")
                        .arg(at + 20)
                        .arg(kernelUs + i % 3)
                        .arg(i + 1)
                        .toUtf8();
            }
            QFile file(m_folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text + "]}") > 0 ? file.fileName() : QString();
        };
        CompareWindow window(steps("before.json", 300), steps("after.json", 450), false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        for (const Side side : {Side::A, Side::B}) view(window, side)->setAnimated(false);
        window.show();
        QTRY_VERIFY(window.isSettled());
        const app::DifferencePane* pane = window.differences();
        QVERIFY2(pane->summary().contains("8"), qPrintable(pane->summary()));
        QVERIFY(window.alignChoice()->currentText().contains("ProfilerStep#0"));
        QStringList said;
        for (int i = 0; i < pane->findings()->rowCount(); ++i) said.append(pane->findings()->item(i, 1)->text());
        const auto slower = std::find_if(said.begin(), said.end(), [](const QString& s) {
            return s.contains("gemm") && s.contains("301") && s.contains("451");
        });
        QVERIFY2(slower != said.end(), qPrintable(said.join('\n')));
        // A double click brings the events to both timelines.
        view(window, Side::A)->zoomTo({0, 100'000}, true);
        emit pane->findingsTable()->rowActivated(pane->findings()->index(static_cast<int>(slower - said.begin()), 0));
        for (const Side side : {Side::A, Side::B}) {
            const model::EventRef selected = view(window, side)->viewState().selected;
            QVERIFY(selected.isValid());
            const model::Snapshot& s = *view(window, side)->snapshot();
            QCOMPARE(QString::fromStdString(std::string(s.text(model::eventAt(s, selected).name))), QString("gemm"));
        }
        // The table of kernels says the same with its numbers.
        const QAbstractItemModel* table = qobject_cast<QAbstractItemView*>(pane->tabs()->widget(2))->model();
        QCOMPARE(table->rowCount(), 1);
        QCOMPARE(table->index(0, app::DifferenceModel::VerdictColumn).data().toString(),
                 app::verdictText({1, 2, 0, model::diff::Verdict::Slower, 3}));
        QCOMPARE(table->index(0, app::DifferenceModel::Delta).data(app::kCopyRole).toDouble(), 150'000.0);
        // Its durations in both, over each other; A's bars lie left of B's line.
        auto* kernels = qobject_cast<QAbstractItemView*>(pane->tabs()->widget(2));
        QVERIFY(!pane->histogram()->isVisible());
        pane->tabs()->setCurrentWidget(kernels);
        QVERIFY(pane->histogram()->isVisible());
        kernels->selectionModel()->select(table->index(0, 0),
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        const std::vector<double>&a = pane->histogram()->sharesA(), &b = pane->histogram()->sharesB();
        const auto place = [](const std::vector<double>& shares) {
            return std::max_element(shares.begin(), shares.end()) - shares.begin();
        };
        QVERIFY(place(a) < place(b));
        for (const auto* shares : {&a, &b})
            QVERIFY(std::abs(std::accumulate(shares->begin(), shares->end(), 0.0) - 1) < 1e-9);
        QVERIFY2(pane->histogram()->accessibleDescription().contains("gemm") &&
                     pane->histogram()->accessibleDescription().contains("451"),
                 qPrintable(pane->histogram()->accessibleDescription()));
        // What rules find, in both.
        QVERIFY(pane->advice()->rowCount() > 0);
        for (int i = 0; i < pane->advice()->rowCount(); ++i)
            QVERIFY(pane->advice()->item(i, 1)->text() != "0" || pane->advice()->item(i, 2)->text() != "0");
        pane->filterEdit()->setText("nothing");
        QCOMPARE(table->rowCount(), 0);
    }

    /// Events of the chosen name, A beside B; a double click leads both timelines to a pair.
    void eventsOfANameStandBesideEachOther() {
        const auto window = open();
        QVERIFY(window);
        app::DifferencePane* pane = window->differences();
        app::EventPairs* events = pane->events();
        pane->tabs()->setCurrentWidget(events);
        QTRY_VERIFY_WITH_TIMEOUT(!pane->isWorking(), 10000);
        app::EventPairModel* model = events->model();
        QVERIFY2(events->title().contains("gemm") && events->title().contains("Nothing is chosen"),
                 qPrintable(events->title()));
        QVERIFY(events->table()->isColumnHidden(app::EventPairModel::Repetition));  // there is one
        QCOMPARE(model->rowCount(), 20);  // ten in A, twenty in B: the reports are compared as a whole
        const auto cell = [&](int row, int column) { return model->index(row, column).data().toString(); };
        QCOMPARE(cell(3, app::EventPairModel::LengthA), cell(3, app::EventPairModel::LengthB));
        QVERIFY2(cell(15, app::EventPairModel::Delta).contains("only in B"),
                 qPrintable(cell(15, app::EventPairModel::Delta)));
        if (const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES"); !folder.isEmpty())
            window->grab().save(folder + "/compare-events.png");
        // Moments of each side as the ruler above it writes them, on screen and copied.
        for (const auto& [side, column] :
             {std::pair(Side::A, app::EventPairModel::StartA), std::pair(Side::B, app::EventPairModel::StartB)}) {
            const auto is = [&, s = side, c = column](model::TimeNs moment) {
                const timeline::TimeFormat& times = view(*window, s)->timeFormat();
                const QModelIndex index = model->index(3, c);
                return index.data().toString() == times.exact(moment) &&
                       index.data(app::kCopyRole).toString() == times.raw(moment);
            };
            QVERIFY(is(3'000'000));
            view(*window, side)->setTimeZero(model::TimeNs(1'000'000));
            QVERIFY(is(3'000'000));
            QVERIFY2(cell(3, column) == timeline::formatExactTime(2'000'000), qPrintable(cell(3, column)));
        }
        emit events->table()->rowActivated(model->index(3, 0));
        for (const Side side : {Side::A, Side::B}) {
            const model::EventRef selected = view(*window, side)->viewState().selected;
            QVERIFY(selected.isValid());
            QCOMPARE(selected,
                     side == Side::A ? model->pair(model->index(3, 0))->a : model->pair(model->index(3, 0))->b);
        }
        events->table()->sortByColumn(app::EventPairModel::StartB, Qt::DescendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(!pane->isWorking(), 10000);
        QCOMPARE(model->pair(model->index(0, 0))->startB, 19'000'000);
        events->table()->sortByColumn(app::EventPairModel::StartA, Qt::DescendingOrder);  // what has none comes last
        QTRY_VERIFY_WITH_TIMEOUT(!pane->isWorking(), 10000);
        QCOMPARE(model->pair(model->index(0, 0))->startA, 9'000'000);
        QVERIFY(!model->pair(model->index(19, 0))->a.isValid());
        // Chosen in another tab.
        auto* kernels = qobject_cast<QAbstractItemView*>(pane->tabs()->widget(2));
        pane->tabs()->setCurrentWidget(kernels);
        kernels->selectionModel()->select(kernels->model()->index(0, 0),
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        pane->tabs()->setCurrentWidget(events);
        QTRY_VERIFY_WITH_TIMEOUT(!pane->isWorking(), 10000);
        QVERIFY2(events->title().contains("20") && !events->title().contains("Nothing is chosen"),
                 qPrintable(events->title()));
    }

    /// The first step of one report is warm-up, and of the other not: steps of one name lie on each other all the same.
    void stepsOfOneNameLieOnEachOther() {
        const QString folder = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        CompareWindow window(folder + "compare-before.rep", folder + "compare-after.rep", false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20000);
        const auto begin = [&](Side side, std::string_view name) {
            const model::Snapshot& s = *view(window, side)->snapshot();
            for (const model::Track& t : s.tree().tracks)
                if (t.kind == model::TrackKind::Nvtx)
                    for (const model::LaneId l : t.lanes)
                        for (std::uint32_t row = 0; row < s.lane(l).rows; ++row)
                            if (s.text(s.lane(l).name(row)) == name) return s.lane(l).start(row);
            return model::kTimeMin;
        };
        QVERIFY2(window.alignChoice()->currentText().contains("step 3"),
                 qPrintable(window.alignChoice()->currentText()));
        QCOMPARE(window.links()->alignment().toA(begin(Side::B, "step 3")), begin(Side::A, "step 3"));
        const int third = window.alignChoice()->findText("step 5", Qt::MatchContains);
        QVERIFY(third >= 0);
        window.alignChoice()->setCurrentIndex(third);
        emit window.alignChoice()->activated(third);
        QCOMPARE(window.links()->alignment().toA(begin(Side::B, "step 5")), begin(Side::A, "step 5"));
    }

    void theSummaryIsWholeInASmallWindow() {
        const QString folder = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        CompareWindow window(folder + "compare-before.rep", folder + "compare-after.rep", false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.resize(1000, 700);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20000);
        QCoreApplication::processEvents();
        const app::DifferencePane* pane = window.differences();
        const QLabel* label = nullptr;
        for (const QLabel* l : pane->findChildren<QLabel*>())
            if (l->text() == pane->summary()) label = l;
        QVERIFY(label);
        QVERIFY(label->geometry().right() < pane->filterEdit()->geometry().left());
        QVERIFY2(
            label->width() >= label->sizeHint().width() || label->heightForWidth(label->width()) <= label->height(),
            qPrintable(QString::number(label->height())));
        QVERIFY(label->hasHeightForWidth());
    }

    /// However narrow: a sentence goes on below, and its row is as high as that takes.
    void sentencesAreWholeInANarrowWindow() {
        const QString folder = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        CompareWindow window(folder + "compare-before.rep", folder + "compare-after.rep", false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20000);
        app::Table* table = window.differences()->findingsTable();
        const QAbstractItemModel* model = table->model();
        QVERIFY(model->rowCount() > 5);
        for (const int width : {360, 700, 1600}) {
            table->setParent(nullptr);
            table->resize(width, 400);
            table->show();
            QCoreApplication::processEvents();
            QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
            int bottom = 0;
            for (int row = 0; row < model->rowCount(); ++row) {
                const QRect rect = table->visualRect(model->index(row, 1));
                const QRect needed = QFontMetrics(table->font())
                                         .boundingRect(QRect(0, 0, rect.width() - 8, 10000), Qt::TextWordWrap,
                                                       model->index(row, 1).data().toString());
                QVERIFY2(rect.height() >= needed.height(), qPrintable(QStringLiteral("%1 px: row %2 has %3 px of %4")
                                                                          .arg(width)
                                                                          .arg(row)
                                                                          .arg(rect.height())
                                                                          .arg(needed.height())));
                QCOMPARE(rect.top(), bottom);
                bottom = rect.bottom() + 1;
                if (rect.center().y() < table->viewport()->height()) QCOMPARE(table->indexAt(rect.center()).row(), row);
            }
            table->scrollTo(model->index(model->rowCount() - 1, 1));
            QCoreApplication::processEvents();
            const QRect last = table->visualRect(model->index(model->rowCount() - 1, 1));
            QVERIFY(last.bottom() <= table->viewport()->height());
            table->scrollTo(model->index(0, 1));
        }
        QVERIFY(model->index(0, 1).data(Qt::ToolTipRole).toString().startsWith(model->index(0, 1).data().toString()));
        delete table;
    }

    /// What came in the place of a kernel stands beside it, and of what is not there no duration is told.
    void kernelsThatWereReplacedSayByWhat() {
        const QString folder = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        CompareWindow window(folder + "compare-before.rep", folder + "compare-after.rep", false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20000);
        const auto table = [&](const char* name) {
            return window.differences()->findChild<app::Table*>(QLatin1String(name));
        };
        QVERIFY(!table("kernels")->isColumnHidden(app::DifferenceModel::Replacement));
        QVERIFY(table("api")->isColumnHidden(app::DifferenceModel::Replacement) &&
                table("parts")->isColumnHidden(app::DifferenceModel::Replacement));
        const QAbstractItemModel* model = table("kernels")->model();
        int replaced = 0, gone = 0;
        for (int row = 0; row < model->rowCount(); ++row) {
            const auto cell = [&](int column) { return model->index(row, column).data().toString(); };
            replaced += cell(app::DifferenceModel::Replacement).startsWith(QStringLiteral("→ ")) &&
                        cell(app::DifferenceModel::Replacement).contains("tf32");
            for (const auto& [count, each] : {std::pair(app::DifferenceModel::CountA, app::DifferenceModel::EachA),
                                              std::pair(app::DifferenceModel::CountB, app::DifferenceModel::EachB)}) {
                if (cell(count) != "0") continue;
                ++gone;
                QCOMPARE(cell(each), QStringLiteral("–"));
            }
        }
        QVERIFY(replaced > 0 && gone > 0);
    }

    /// At some sizes a scroll bar that comes takes the room for want of which it came. A table that answered its own
    /// change never ended.
    void tablesEndAtEverySize() {
        const QString folder = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        CompareWindow window(folder + "compare-before.rep", folder + "compare-after.rep", false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20000);
        const std::unique_ptr<app::Table> table(
            window.differences()->findChild<app::Table*>(QStringLiteral("kernels")));
        QVERIFY(table && table->model()->rowCount() > 3);
        table->setParent(nullptr);
        table->show();
        QHeaderView* header = table->horizontalHeader();
        const int width = header->length(),
                  height = header->sizeHint().height() + table->model()->rowCount() * table->rowHeight();
        for (int w = width - 20; w < width + 20; ++w)
            for (int h = height - 30; h < height + 30; ++h) {
                table->resize(w, h);
                header->hide();  // it says of itself when it comes that it has changed, as it does with another style
                header->show();
            }
        QCOMPARE(header->width(), table->viewport()->width());
    }

    /// Rows that belong together lie at one height, though one report has more rows above them.
    void scrollingLaysEqualRowsBesideEachOther() {
        const auto traceOf = [this](const QString& name, int pid, int extra) {
            QByteArray text = R"({"traceEvents":[)";
            int n = 0;
            const auto add = [&](int tid, const QString& thread) {
                text += QStringLiteral(R"(%1{"ph":"M","name":"thread_name","pid":%2,"tid":%3,"args":{"name":"%4"}},)")
                            .arg(n++ ? "," : "")
                            .arg(pid)
                            .arg(tid)
                            .arg(thread)
                            .toUtf8();
                text +=
                    QStringLiteral(R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":%1,"tid":%2,"ts":%3,"dur":50})")
                        .arg(pid)
                        .arg(tid)
                        .arg(n * 100)
                        .toUtf8();
            };
            for (int i = 0; i < extra; ++i) add(pid + i, QStringLiteral("loader %1").arg(i, 2, 10, QLatin1Char('0')));
            for (int i = 0; i < 40; ++i)
                add(pid + 100 + i, QStringLiteral("worker %1").arg(i, 2, 10, QLatin1Char('0')));
            QFile file(m_folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text + "]}") > 0 ? file.fileName() : QString();
        };
        CompareWindow window(traceOf("few.json", 1000, 0), traceOf("many.json", 5000, 7), false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        for (const Side side : {Side::A, Side::B}) view(window, side)->setAnimated(false);
        window.resize(1200, 900);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 10000);
        for (const Side side : {Side::A, Side::B})
            view(window, side)->run(timeline::Command::ExpandAll);  // all threads, not the busiest alone
        const auto headerOf = [&](Side side, const QString& title) {
            const TimelineView* v = view(window, side);
            for (const timeline::Row& row : v->rowList()->rows())
                if (row.title.endsWith(title)) return v->headerGeometry(v->rowList()->key(*v->snapshot(), row));
            return QRect();
        };
        const auto scrollTo = [&](Side side, double y) {
            timeline::ViewState state = view(window, side)->viewState();
            state.scrollY = y;
            view(window, side)->setViewState(state);
        };
        const auto rowOf = [&](Side side, const QString& title) {
            for (const timeline::Row& row : view(window, side)->rowList()->rows())
                if (row.title.endsWith(title)) return row.y;
            return -1;
        };
        QVERIFY(rowOf(Side::B, "worker 10") > rowOf(Side::A, "worker 10"));
        for (const Side leader : {Side::A, Side::B}) {
            scrollTo(leader, rowOf(leader, "worker 10") + 5);
            for (const QString& title : {QStringLiteral("worker 10"), QStringLiteral("worker 11")}) {
                QVERIFY(!headerOf(Side::A, title).isEmpty());
                QCOMPARE(headerOf(Side::B, title).top(), headerOf(Side::A, title).top());
            }
            scrollTo(leader, 0);
        }
        scrollTo(Side::B, rowOf(Side::B, "loader 03"));  // A has none, but those behind them
        if (const QRect first = headerOf(Side::B, "worker 00");
            !first.isEmpty() && view(window, Side::A)->viewState().scrollY > 0)
            QCOMPARE(headerOf(Side::A, "worker 00").top(), first.top());
    }

    /// Pictures to look at: SIGHTLINE_PICTURES names the folder.
    void pictures() {
        const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES"),
                      captures = QStringLiteral(SIGHTLINE_SOURCE_DIR "/tests/data/captures/");
        if (folder.isEmpty()) QSKIP("pictures were not asked for");
        for (const auto& [theme, language] :
             {std::pair(app::ThemeChoice::Light, "en"), std::pair(app::ThemeChoice::Dark, "zh_CN")}) {
            app::themeManager()->setChoice(theme);
            app::setLanguage(language);
            CompareWindow window(captures + "compare-before.rep", captures + "compare-after.rep", false);
            window.setAttribute(Qt::WA_DeleteOnClose, false);
            window.resize(1440, 900);
            window.show();
            QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20000);
            QTabWidget* tabs = window.differences()->tabs();
            for (int i = 0; i < tabs->count(); ++i) {
                if (!tabs->isTabVisible(i)) continue;
                tabs->setCurrentIndex(i);
                if (auto* table = qobject_cast<QAbstractItemView*>(tabs->widget(i));
                    table && table->model()->rowCount() > 2)
                    table->selectionModel()->select(table->model()->index(2, 0),
                                                    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
                QCoreApplication::processEvents();
                QVERIFY(window.grab().save(QStringLiteral("%1/compare-%2-%3.png").arg(folder).arg(i).arg(language)));
            }
        }
        app::themeManager()->setChoice(app::ThemeChoice::Light);
        app::setLanguage(QStringLiteral("en"));
    }

    void theyLieAboveOrBesideEachOther() {
        const auto window = open();
        QVERIFY(window);
        const auto* splitter = qobject_cast<QSplitter*>(window->page(Side::A)->parentWidget()->parentWidget());
        QVERIFY(splitter);
        QCOMPARE(splitter->orientation(), Qt::Vertical);
        window->layoutAction()->trigger();
        QCOMPARE(splitter->orientation(), Qt::Horizontal);
    }

    /// As the command line says it.
    void thatNothingChangedIsSaidAndThatAReportIsEmpty() {
        const auto said = [](const QString& a, const QString& b) {
            CompareWindow window(a, b, false);
            window.setAttribute(Qt::WA_DeleteOnClose, false);
            window.show();
            if (!QTest::qWaitFor([&] { return window.isSettled(); }, 10000)) return QStringLiteral("not settled");
            const app::DifferencePane* pane = window.differences();
            emit pane->findingsTable()->rowActivated(pane->findings()->index(0, 0));
            return pane->summary() + u'|' + pane->findings()->item(0, 1)->text();
        };
        const QString kernels = report("same.json", 10);
        QVERIFY2(said(kernels, kernels).endsWith("|Nothing changed that can be judged without a spread."),
                 qPrintable(said(kernels, kernels)));
        const QString none = said(report("none.json", 0), kernels);
        QVERIFY2(none.startsWith("A is empty") && !none.contains("1 ns"), qPrintable(none));
    }

    /// Another number of calls is not good or bad by itself where their time says otherwise.
    void fewerCallsThatTakeLongerAreNotGreen() {
        auto c = std::make_shared<model::diff::Comparison>();
        const auto add = [&](model::diff::Verdict verdict, double a, double b) {
            model::diff::Row row;
            row.category = model::diff::Category::Api;
            row.name = row.nameB = c->names.id("call");
            row.time = {a, b, 0, verdict, 5};
            c->rows.push_back(row);
        };
        add(model::diff::Verdict::Fewer, 100, 103);
        add(model::diff::Verdict::More, 103, 100);
        add(model::diff::Verdict::Fewer, 103, 100);
        app::DifferenceModel table(model::diff::Category::Api);
        table.show(c);
        const timeline::Tokens& t = timeline::tokens(app::themeManager()->theme());
        const auto colour = [&](int row, int column) {
            return table.index(row, column).data(Qt::ForegroundRole).value<QColor>();
        };
        QCOMPARE(colour(0, app::DifferenceModel::VerdictColumn), QColor(t.secondaryText));
        QCOMPARE(colour(1, app::DifferenceModel::VerdictColumn), QColor(t.secondaryText));
        QCOMPARE(colour(2, app::DifferenceModel::VerdictColumn), QColor(t.good));
        QCOMPARE(colour(0, app::DifferenceModel::Delta), QColor(t.bad));
    }

    void aReportThatCannotBeReadSaysSo() {
        CompareWindow window(report("a.json", 2), m_folder.filePath("none.rep"), false);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        QTRY_VERIFY(window.isReady());
        QCOMPARE(window.page(Side::B)->document()->state(), app::Document::State::Failed);
        QCOMPARE(window.page(Side::A)->document()->state(), app::Document::State::Ready);
    }

    void twoFilesCanBeCompared() {
        MainWindow window;
        window.show();
        window.openPaths({report("a.json", 2), report("b.json", 3)});
        auto* dialog = window.findChild<app::OpenSeveralDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->compareChoice()->isEnabled());
        dialog->compareChoice()->click();
        dialog->findChild<QDialogButtonBox*>()->buttons().first()->click();
        QTRY_VERIFY(window.findChild<CompareWindow*>());
        const auto* comparison = window.findChild<CompareWindow*>();
        QTRY_VERIFY(comparison->isReady());
        QVERIFY(comparison->windowTitle().contains("a.json") && comparison->windowTitle().contains("b.json"));
    }
};

SIGHTLINE_QT_TEST(AppCompareTest)
#include "app_compare_test.moc"
