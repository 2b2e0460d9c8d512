// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kit/qt_tests.h"
#include "tests/timeline/timeline_view_fixture.h"
#include "timeline/paint/timeline_header.h"

/// Rows, menus, undo, keys, pictures and texts.
class TimelineRowsInputTest : public TimelineViewFixture {
    Q_OBJECT

private slots:
    void initTestCase() { startReport(); }
    void init() { openView(); }
    void cleanup() { closeView(); }

    // --- rows

    void theTriangleFoldsARow() {
        const RowKey process = keyOf(TrackKind::Process);
        const std::size_t rows = view().rowList()->rows().size();
        const QRect header = view().headerGeometry(process);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, header.topLeft() + QPoint(12, header.height() / 2));
        QVERIFY(view().rowList()->rows().size() < rows);
        view().undoStack()->undo();
        QCOMPARE(view().rowList()->rows().size(), rows);
    }

    void toolsOfARowPinAndHideItAndShowOnlyOnHover() {
        const RowKey stream = keyOf(TrackKind::Stream);
        const QRect header = view().headerGeometry(stream);
        const RowList& rows = *view().rowList();
        const Row row = rows.rows()[rows.rowOf(m_report->trackOf(TrackKind::Stream))];
        const auto tool = [&](HeaderPart part) {  // the middle of a tool, from the left
            QPoint at(header.left(), header.center().y());
            while (at.x() < header.right() && headerPartAt(row, header, at, false) != part) at.rx()++;
            return at + QPoint(8, 0);
        };
        const QPoint pin = tool(HeaderPart::Pin), hide = tool(HeaderPart::Hide);
        moveTo({header.left() + 80, header.center().y()});
        QTest::mouseClick(&view(), Qt::LeftButton, {}, pin);
        QCOMPARE(state().layout.pinned, std::vector<RowKey>{stream});
        QCOMPARE(view().rowList()->pinned().size(), std::size_t{1});
        QVERIFY(view().rowList()->pinned()[0].breadcrumb.contains(QStringLiteral("4242")));
        view().run(Command::FitReport);
        view().undoStack()->undo();
        QVERIFY(state().layout.pinned.empty());
        QTest::mouseClick(&view(), Qt::LeftButton, {}, hide);
        QVERIFY(state().layout.hidden.contains(stream));
        auto* hidden = view().findChild<QToolButton*>(QStringLiteral("hiddenRows"));
        QVERIFY(hidden->isVisible());
        QTest::mouseClick(hidden, Qt::LeftButton);
        QVERIFY(state().layout.hidden.empty());
        QVERIFY(!hidden->isVisible());
    }

    void aPinnedRowStaysWhileTheOthersScroll() {
        view().resize(1300, 500);  // not all rows fit
        ViewState s = state();
        s.layout.pinned = {keyOf(TrackKind::CudaApi)};
        view().setViewState(s);
        const EventRef sync = m_report->find(TrackKind::CudaApi, "cudaStreamSynchronize_v3020", 0);
        for (int i = 0; i < 3; ++i) wheel(view().rowsGeometry().center(), {0, -120});
        QVERIFY(state().scrollY > 0);
        const QRect bar = view().eventGeometry(sync);
        QVERIFY(!bar.isEmpty());
        ViewState without = state();
        without.layout.pinned.clear();
        without.scrollY = 0;
        view().setViewState(without);
        // Now its own row is scrolled out of view at the bottom, or lies elsewhere.
        QVERIFY(view().eventGeometry(sync) != bar);
    }

    void manyPinnedRowsTakeAtMostHalfAndScrollByThemselves() {
        ViewState s = state();
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t m = 0; m < 3; ++m) s.layout.pinned.push_back(keyOf(TrackKind::GpuMetric, i * 3 + m));
        for (std::size_t i = 0; i < 6; ++i) s.layout.pinned.push_back(keyOf(TrackKind::Stream, i));
        for (std::size_t i = 0; i < 3; ++i) s.layout.pinned.push_back(keyOf(TrackKind::Nvtx, i));
        view().setViewState(s);
        view().resize(1300, 560);
        QVERIFY(view().rowList()->pinnedHeight() > view().rowsGeometry().height() / 2);
        const QImage before = view().grab().toImage();
        wheel(view().rowsGeometry().topLeft() + QPoint(200, 30), {0, -120});
        QCOMPARE(state().scrollY, 0.0);
        QVERIFY(view().grab().toImage() != before);
    }

    void onlyARowIsShownWithWhatIsAboveAndBelowItUntilAllAreShownAgain() {
        const RowKey stream = keyOf(TrackKind::Stream, 0), pinned = keyOf(TrackKind::Nvtx, 0);
        ViewState s = state();
        s.layout.pinned = {pinned};
        view().setViewState(s);
        const std::size_t all = view().rowList()->rows().size();
        const QPoint header = view().headerGeometry(stream).center();
        isUndoable([&] { QVERIFY(choose(header, "menu_only_row")); });
        const auto rows = view().rowList()->rows();
        QVERIFY(rows.size() < all);
        const auto place = view().rowList()->find(report(), stream);
        QVERIFY(place.index != kNoRow && !place.pinned);
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const auto isAbove = [&](std::uint32_t row, std::uint32_t of) {
                for (std::uint32_t at = of; at != kNoRow; at = rows[at].parent)
                    if (at == row) return true;
                return false;
            };
            QVERIFY2(isAbove(i, place.index) || isAbove(place.index, i), qPrintable(rows[i].title));
        }
        QCOMPARE(view().rowList()->pinned().size(), std::size_t{1});
        view().run(Command::ShowAllRows);
        QCOMPARE(view().rowList()->rows().size(), all);
        // By its key, too: of the row that keys act on.
        QTest::mouseClick(&view(), Qt::LeftButton, {}, view().headerGeometry(stream).center());
        QTest::keyClick(&view(), Qt::Key_O);
        QVERIFY(view().rowList()->rows().size() < all);
    }

    void draggingARowReordersItsSiblings() {
        const RowKey first = keyOf(TrackKind::Stream, 0), second = keyOf(TrackKind::Stream, 1);
        const QRect a = view().headerGeometry(first), b = view().headerGeometry(second);
        QVERIFY(a.top() < b.top());
        isUndoable([&] { drag(a.center(), {b.center().x(), b.bottom() - 1}); });
        QVERIFY(view().headerGeometry(second).top() < view().headerGeometry(first).top());
    }

    void draggingTheLowerEdgeChangesTheHeight() {
        const RowKey curve = keyOf(TrackKind::MemoryUsage, 0);
        const QRect header = view().headerGeometry(curve);
        const QPoint edge(header.left() + 60, header.bottom() - 1);
        isUndoable([&] { drag(edge, edge + QPoint(0, 40)); });
        QVERIFY(std::abs(view().headerGeometry(curve).height() - (header.height() + 40)) <= 4);
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, QPoint(edge.x(), view().headerGeometry(curve).bottom() - 1));
        QCOMPARE(view().headerGeometry(curve).height(), header.height());
    }

    void theFilterBoxKeepsRowsByName() {
        auto* edit = view().findChild<QLineEdit*>(QStringLiteral("rowFilter"));
        QTest::keyClick(&view(), Qt::Key_Slash);
        QVERIFY(edit->hasFocus());
        QTest::keyClicks(edit, QStringLiteral("nvtx"));
        QCOMPARE(state().layout.nameFilter, QStringLiteral("nvtx"));
        bool others = false;
        for (const Row& r : view().rowList()->rows()) others |= r.title.contains(QStringLiteral("SMs"));
        QVERIFY(!others);
        QVERIFY(view().findChild<QToolButton*>(QStringLiteral("hiddenRows"))->isVisible());
        QCOMPARE(view().filters().size(), 1);
        // Typing was one step.
        view().undoStack()->undo();
        QVERIFY(state().layout.nameFilter.isEmpty());
        QVERIFY(edit->text().isEmpty());
        QTest::keyClicks(edit, QStringLiteral("zzz"));
        QVERIFY(view().rowList()->rows().empty());
        view().grab();
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(state().layout.nameFilter.isEmpty());
        QVERIFY(view().hasFocus());
    }

    void theWidthOfTheHeadersCanBeDragged() {
        const QPoint edge(view().rowsGeometry().left() - 1, view().rowsGeometry().center().y());
        const int before = view().headerWidth();
        drag(edge, edge + QPoint(60, 0));
        QVERIFY(std::abs(view().headerWidth() - before - 60) <= 4);
    }

    void kernelsByNameAreRowsOfTheirOwnWhoseBarsAreTheEvents() {
        DerivedProvider provider;
        connect(&provider, &DerivedProvider::changed, &view(), &TimelineView::derivedRowsChanged);
        view().setDerivedRows(&provider);
        view().zoomTo({at(kernel()).start - 400'000, at(kernel()).end + 400'000});
        const QRect header = view().headerGeometry(keyOf(TrackKind::Kernels));
        QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(header.left() + 6 + 2 * 14 + 7, header.center().y()));
        const auto gemmRow = [&]() -> const Row* {
            for (const Row& r : view().rowList()->rows())
                if (r.role == RowRole::Derived && r.title.contains(QStringLiteral("Kernel2"))) return &r;
            return nullptr;
        };
        QTRY_VERIFY(gemmRow());
        const QRect row = view().headerGeometry(view().rowList()->key(report(), *gemmRow()));
        const model::Event e = at(kernel());
        const QPoint bar(static_cast<int>(view().xOf(e.start + e.duration() / 2)), row.center().y());
        QTest::mouseClick(&view(), Qt::LeftButton, {}, bar);
        QCOMPARE(state().selected, kernel());
        view().setDerivedRows(nullptr);
        QVERIFY(!gemmRow());
    }

    // --- menus and filters

    void theContextMenuFiltersToTheNameAndTheThread() {
        const EventRef k = kernel();
        const QRect bar = show(k, 500'000);
        QVERIFY(choose(bar.center(), "menu_only_name"));
        QCOMPARE(state().onlyName, std::string(TrainingReport::kGemm));
        QVERIFY(choose(view().eventGeometry(k).center(), "menu_only_thread"));
        QVERIFY(state().layout.onlyThread);
        QCOMPARE(state().layout.onlyThread->key.tid,
                 report()
                     .track(model::trackOf(report(),
                                           [&] {
                                               view().selectEvent(k);
                                               return view().correlatedWithSelected().launches.front();
                                           }()))
                     .key.tid);
        QCOMPARE(view().filters().size(), 2);
        QSignalSpy changed(&view(), &TimelineView::filtersChanged);
        view().run(Command::ClearFilters);
        QCOMPARE(changed.count(), 1);
        QVERIFY(view().filters().isEmpty());
    }

    void theContextMenuCopiesWhatWasClicked() {
        const EventRef k = kernel();
        const QRect bar = show(k, 500'000);
        QVERIFY(choose(bar.center(), "menu_copy_times"));
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("%1\t%2\t%3").arg(at(k).start).arg(at(k).end).arg(at(k).duration()));
        QVERIFY(choose(bar.center(), "menu_copy_name"));
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(TrainingReport::kGemm));
        QVERIFY(choose(bar.center(), "menu_copy_text"));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("(1152, 4, 1)")));
    }

    void theContextMenuJumpsZoomsAndSelectsTheTime() {
        const EventRef k = kernel();
        QRect bar = show(k, 500'000);
        QVERIFY(choose(bar.center(), "menu_select_range"));
        QCOMPARE(state().selection, (std::optional<TimeRange>({at(k).start, at(k).end})));
        QVERIFY(choose(bar.center(), "menu_zoom_event"));
        QVERIFY(state().range.length < 2.0 * static_cast<double>(at(k).duration()));
        bar = view().eventGeometry(k);
        QVERIFY(choose(bar.center(), "menu_jump"));
        QCOMPARE(report().track(model::trackOf(report(), state().selected)).kind, TrackKind::CudaApi);
    }

    void theTableOfEventsIsOfferedOnlyWhileSomebodyShowsIt() {
        const QRect bar = show(kernel(), 500'000);
        QVERIFY(!choose(bar.center(), "menu_events"));
        QSignalSpy asked(&view(), &TimelineView::eventsRequested);
        QVERIFY(choose(bar.center(), "menu_events"));
        QCOMPARE(asked.count(), 1);
    }

    // --- overview strip

    void theOverviewMovesAndResizesTheWindow() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QRect strip = view().overviewGeometry();
        const VisibleRange before = state().range;
        const double whole = static_cast<double>(report().range().length()) / 0.9;
        const auto x = [&](double t) {
            return static_cast<int>(strip.left() + (t + whole * 0.05) / whole * strip.width());
        };
        const QPoint inside(x(30e6), strip.center().y());
        isUndoable([&] { drag(inside, inside + QPoint(100, 0)); });
        QCOMPARE(state().range.length, before.length);
        QVERIFY(std::abs(static_cast<double>(state().range.begin - before.begin) - 100 * whole / strip.width()) <
                2 * whole / strip.width());
        view().undoStack()->undo();
        const QPoint rightEdge(x(40e6), strip.center().y());
        isUndoable([&] { drag(rightEdge, rightEdge + QPoint(80, 0)); });
        QCOMPARE(state().range.begin, before.begin);
        QVERIFY(state().range.length > before.length * 1.2);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(x(90e6), strip.center().y()));
        QVERIFY(state().range.outer().contains(90'000'000));
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, inside);
        QVERIFY(state().range.outer().contains(report().range().begin) &&
                state().range.outer().contains(report().range().end - 1));
    }

    void draggingOverTheOverviewOfAllChoosesATime() {
        const QRect strip = view().overviewGeometry();
        const double whole = static_cast<double>(report().range().length()) / 0.9;
        const auto time = [&](int x) { return (x - strip.left()) * whole / strip.width() - whole * 0.05; };
        const QPoint from(strip.left() + strip.width() / 4, strip.center().y()), to(strip.center());
        isUndoable([&] { drag(from, to); });
        const TimeRange shown = state().range.outer();
        QVERIFY(std::abs(static_cast<double>(shown.begin) - time(from.x())) < 2 * whole / strip.width());
        QVERIFY(std::abs(static_cast<double>(shown.end) - time(to.x())) < 2 * whole / strip.width());
        view().undoStack()->undo();
        const ViewState before = state();
        QTest::mouseClick(&view(), Qt::LeftButton, {}, from);  // nothing was chosen
        QVERIFY(state() == before);
    }

    // --- undo

    void everyChangeOfTheViewIsUndone() {
        const EventRef k = kernel();
        isUndoable([&] { view().zoomTo({10'000'000, 20'000'000}); });
        isUndoable([&] { view().run(Command::PanRight); });
        isUndoable([&] { view().setSelection(TimeRange{11'000'000, 12'000'000}); });
        isUndoable([&] { view().selectEvent(k, false); });
        isUndoable([&] { view().run(Command::SelectEventRange); });
        isUndoable([&] { view().run(Command::FilterName); });
        isUndoable([&] { view().run(Command::FilterThread); });
        isUndoable([&] { view().run(Command::ClearFilters); });
        isUndoable([&] { view().setRowFilter(QStringLiteral("stream")); });
        isUndoable([&] { view().run(Command::ShowAllRows); });
        isUndoable([&] { view().run(Command::CollapseAll); });
        isUndoable([&] { view().run(Command::ExpandAll); });
        QTest::mouseClick(&view(), Qt::LeftButton, {},
                          view().headerGeometry(keyOf(TrackKind::CudaHw)).center() - QPoint(40, 0));
        isUndoable([&] { view().run(Command::TogglePin); });
        isUndoable([&] { view().run(Command::HideRow); });
        isUndoable([&] { view().run(Command::AddMark); });
        isUndoable([&] { view().setDensity(Density::Compact); });
        isUndoable([&] { view().run(Command::FitReport); });
        isUndoable([&] { view().run(Command::ClearSelection); });
        ViewState other = state();
        other.onlyName = "x";
        isUndoable([&] { view().setViewState(other, true); });
    }

    void aWheelZoomIsOneStep() {
        const VisibleRange whole = state().range;
        const QPoint pos = view().rowsGeometry().center();
        for (int i = 0; i < 12; ++i) wheel(pos, {0, 120}, Qt::ControlModifier);
        QCOMPARE(view().undoStack()->count(), 1);
        QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(state().range, whole);
    }

    // --- keys

    void everyCommandHasAnActionWithTextAndKeysInEachScheme() {
        for (std::size_t s = 0; s < kKeySchemeCount; ++s) {
            view().setKeys(static_cast<KeyScheme>(s));
            QSet<QKeySequence> seen;
            for (QAction* a : view().commandActions()) {
                QVERIFY(!a->text().isEmpty());
                QVERIFY(!a->shortcuts().isEmpty());
                for (const QKeySequence& k : a->shortcuts()) {
                    QVERIFY2(!k.isEmpty(), qPrintable(a->objectName()));
                    QVERIFY2(!seen.contains(k),
                             qPrintable(QStringLiteral("%1 twice in scheme %2").arg(k.toString()).arg(s)));
                    seen.insert(k);
                }
                QVERIFY(keySheetHtml(static_cast<KeyScheme>(s))
                            .contains(a->shortcuts().first().toString(QKeySequence::NativeText).toHtmlEscaped()));
            }
        }
    }

    void keysForMovingAreToldByTheirPlaceWhateverTheLayoutMakesOfThem() {
        QVERIFY(!view().testAttribute(Qt::WA_InputMethodEnabled));
        const double whole = state().range.length;
        constexpr quint32 kPlaceOfW = 25;  // X11 and Wayland
        QKeyEvent cyrillic(QEvent::KeyPress, 0x0426, Qt::NoModifier, kPlaceOfW, 0, 0, QStringLiteral("ц"));
        QCoreApplication::sendEvent(&view(), &cyrillic);
        QVERIFY(state().range.length < whole);
    }

    void theQuestionMarkAsksForTheKeySheet() {
        QSignalSpy asked(&view(), &TimelineView::keySheetRequested);
        QTest::keyClick(&view(), Qt::Key_Question, Qt::ShiftModifier);
        QCOMPARE(asked.count(), 1);
    }

    // --- pictures

    void theSameStateIsTheSamePictureTwice() {
        // Shares of rows and the overview are computed when the view has come to rest: wait for pictures to agree.
        const auto settled = [&] {
            QImage last;
            for (int i = 0; i < 50; ++i) {
                const QImage now = view().grab().toImage();
                if (now == last) break;
                last = now;
                QThreadPool::globalInstance()->waitForDone();
                QTest::qWait(150);
            }
            return last;
        };
        view().selectEvent(kernel());
        view().zoomTo({10'000'000, 14'000'000});
        const QImage first = settled();
        view().run(Command::PanRight);
        QVERIFY(view().grab().toImage() != first);
        view().undoStack()->undo();
        QVERIFY(settled() == first);
        PictureOptions o;
        o.size = QSize(900, 500);
        QVERIFY(view().renderImage(o) == view().renderImage(o));
    }

    void aPictureHasTheSizePartsAndThemeThatWereAskedFor() {
        PictureOptions o;
        o.size = QSize(700, 400);
        o.dpr = 2;
        o.theme = Theme::Dark;
        QImage dark = view().renderImage(o);
        QCOMPARE(dark.size(), QSize(1400, 800));
        o.parts = 0;
        const QImage bare = view().renderImage(o);
        QCOMPARE(bare.size(), QSize(1400, 800));
        QVERIFY(bare != dark);
        o.size.setHeight(0);
        o.dpr = 1;
        QVERIFY(view().renderImage(o).height() >= view().rowList()->height());
        o.size = QSize(700, 400);
        o.theme = Theme::Light;
        QVERIFY(qGray(view().renderImage(o).pixel(695, 390)) > 200);
    }

    void nothingOutsideTheSelectionIsAsBrightAsInside() {
        view().zoomTo({20'000'000, 40'000'000}, true);
        const QPoint out(view().rowsGeometry().left() + 5, view().rowsGeometry().bottom() - 4);
        const QRgb before = view().grab().toImage().pixel(out);
        view().setSelection(TimeRange{28'000'000, 32'000'000});
        const QRgb after = view().grab().toImage().pixel(out);
        QVERIFY(qGray(after) < qGray(before));
        QVERIFY(qGray(after) > qGray(before) * 85 / 100);
    }

    void screenReadersHearTheSelectedEvent() {
        view().selectEvent(kernel());
        QAccessibleInterface* a = QAccessible::queryAccessibleInterface(&view());
        QVERIFY(a);
        QVERIFY(!a->text(QAccessible::Name).isEmpty());
        QVERIFY(!a->text(QAccessible::Description).isEmpty());
        QVERIFY(a->text(QAccessible::Value).contains(formatDuration(at(kernel()).duration())));
    }

    void screenReadersHearWhichPartOfTheReportIsShown() {
        QAccessibleInterface* a = QAccessible::queryAccessibleInterface(&view());
        QVERIFY(a && a->childCount() > 1);
        QAccessibleInterface* overview = a->child(a->childCount() - 1);
        QVERIFY(overview && overview->parent() == a && a->indexOfChild(overview) == a->childCount() - 1);
        QCOMPARE(overview->role(), QAccessible::Chart);
        QVERIFY(!overview->text(QAccessible::Name).isEmpty());
        const QRect strip(view().mapToGlobal(view().overviewGeometry().topLeft()), view().overviewGeometry().size());
        QCOMPARE(overview->rect(), strip);
        QCOMPARE(a->childAt(strip.center().x(), strip.center().y()), overview);
        const TimeRange all = report().range();
        view().zoomTo({all.begin, all.begin + all.length() / 4});
        const TimeRange shown = view().viewState().range.outer();
        QVERIFY2(overview->text(QAccessible::Value)
                     .startsWith(formatDuration(shown.length()) + " of " + formatDuration(all.length())),
                 qPrintable(overview->text(QAccessible::Value)));
        view().run(Command::AddMark);
        QVERIFY(overview->text(QAccessible::Description).contains("1 mark"));
    }

    // --- what is told about events

    void detailsOfAKernelHaveReadableLabelsUnitsAndLatency() {
        const EventRef k = kernel();
        const std::vector<DetailRow> rows = describeEvent(report(), k);
        const auto value = [&](const QString& label) {
            for (const DetailRow& r : rows)
                if (r.label == label) return r.value;
            return QString();
        };
        QCOMPARE(value(QStringLiteral("Grid")), QStringLiteral("(1152, 4, 1)"));
        QCOMPARE(value(QStringLiteral("Block")), QStringLiteral("(128, 1, 1)"));
        QCOMPARE(value(QStringLiteral("Threads")), formatCount(1152ull * 4 * 128));
        QCOMPARE(value(QStringLiteral("Dynamic shared memory")),
                 QStringLiteral("96.0 KiB").replace(QLatin1Char(' '), formatBytes(98304).at(4)));
        QCOMPARE(value(QStringLiteral("Launch type")), QStringLiteral("Regular"));
        QCOMPARE(value(QStringLiteral("Launched by")), QStringLiteral("cudaLaunchKernel"));
        view().selectEvent(k);
        QCOMPARE(value(QStringLiteral("Latency from launch")),
                 formatDuration(at(k).start - at(view().correlatedWithSelected().launches.front()).start));
        // Headings do not come twice.
        QStringList groups;
        for (const DetailRow& r : rows)
            if (groups.isEmpty() || groups.last() != r.group) groups += r.group;
        QCOMPARE(QSet<QString>(groups.begin(), groups.end()).size(), groups.size());
    }

    void detailsOfACopyNameItsKindAndThroughput() {
        const EventRef c = m_report->find(TrackKind::StreamMemory, "HtoD memcpy");
        QString all = detailText(describeEvent(report(), c));
        QVERIFY(all.contains(QStringLiteral("Host to device")));
        QVERIFY(all.contains(QStringLiteral("Pinned")));
        const double rate = 6'291'456.0 * 1e9 / static_cast<double>(at(c).duration());
        QVERIFY(all.contains(formatRate(rate)));
    }

    void detailsOfACallHaveItsResultAndItsCallChain() {
        const EventRef e = m_report->find(TrackKind::OsRuntime, "pthread_cond_wait");
        const QString all = detailText(describeEvent(report(), e));
        QVERIFY(all.contains(QStringLiteral("at::native::gpu_kernel_impl  [libtorch_cuda.so]")));
        const EventRef call = m_report->find(TrackKind::CudaApi, "cudaLaunchKernel_v7000");
        QVERIFY(detailText(describeEvent(report(), call)).contains(QStringLiteral("cudaSuccess (0)")));
        QVERIFY(describeEvent(report(), {}).empty());
    }
};

SIGHTLINE_QT_TEST(TimelineRowsInputTest)
#include "timeline_rows_input_test.moc"
