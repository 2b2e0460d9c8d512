// SPDX-License-Identifier: GPL-3.0-or-later
// Notes at events, rows and moments: written in place, shown, walked to, kept in the view file.
#include <QJsonArray>

#include "tests/kit/qt_tests.h"
#include "tests/timeline/timeline_view_fixture.h"
#include "timeline/paint/picture_options.h"

class TimelineNotesTest : public TimelineViewFixture {
    Q_OBJECT

    /// The box that notes are typed into, once it is there.
    QLineEdit* box() {
        QLineEdit* edit = nullptr;
        const bool there = QTest::qWaitFor([&] {
            edit = view().findChild<QLineEdit*>(QStringLiteral("noteText"));
            return edit && edit->isVisible();
        });
        return there ? edit : nullptr;
    }
    void type(const QString& text, Qt::Key end = Qt::Key_Return) {
        QLineEdit* edit = box();
        QVERIFY(edit);
        edit->clear();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, end);
        QVERIFY(!edit->isVisible());
    }

private slots:
    void initTestCase() { startReport(); }
    void init() { openView(); }
    void cleanup() { closeView(); }

    void aNoteIsWrittenAtTheSelectedEventInPlaceAndIsOneStep() {
        const EventRef k = kernel();
        const QRect bar = show(k);
        view().selectEvent(k);
        const int steps = view().undoStack()->count();
        QTest::keyClick(&view(), Qt::Key_M, Qt::ShiftModifier);
        QVERIFY(box());
        QVERIFY(state().notes.empty());  // not before there is a text
        QVERIFY(box()->geometry().intersects(bar.adjusted(-20, -20, 300, 30)));
        type(QStringLiteral("why so <b>slow</b>?"));
        QCOMPARE(state().notes.size(), std::size_t{1});
        QVERIFY(state().notes[0].of == Note::Of::Event && state().notes[0].event == k);
        QCOMPARE(state().notes[0].text, QStringLiteral("why so <b>slow</b>?"));
        QCOMPARE(view().undoStack()->count(), steps + 1);
        view().undoStack()->undo();
        QVERIFY(state().notes.empty());
        view().undoStack()->redo();
        QCOMPARE(state().notes.size(), std::size_t{1});
        // Once more at the same event: that note is changed.
        QTest::keyClick(&view(), Qt::Key_M, Qt::ShiftModifier);
        QVERIFY(box());
        QCOMPARE(box()->text(), QStringLiteral("why so <b>slow</b>?"));
        type(QStringLiteral("cold cache"));
        QCOMPARE(state().notes.size(), std::size_t{1});
        QCOMPARE(state().notes[0].text, QStringLiteral("cold cache"));
    }

    void escapeWritesNothingAndALongTextIsCut() {
        view().selectEvent(kernel());
        QTest::keyClick(&view(), Qt::Key_M, Qt::ShiftModifier);
        type(QStringLiteral("never mind"), Qt::Key_Escape);
        QVERIFY(state().notes.empty());
        QTest::keyClick(&view(), Qt::Key_M, Qt::ShiftModifier);
        QVERIFY(box());
        QCOMPARE(box()->maxLength(), static_cast<int>(Note::kMostLetters));
        box()->setText(QString(2000, u'x'));
        QTest::keyClick(box(), Qt::Key_Return);
        QCOMPARE(state().notes[0].text.size(), Note::kMostLetters);
    }

    void menusWriteNotesAtEventsRowsAndMoments() {
        const EventRef k = kernel();
        const QRect bar = show(k);
        QVERIFY(choose(bar.center(), "menu_note_event"));
        type(QStringLiteral("an event"));
        const RowKey row = keyOf(TrackKind::Stream, 0);
        QVERIFY(choose(view().headerGeometry(row).center(), "menu_note_row"));
        type(QStringLiteral("a row"));
        QVERIFY(choose(view().rulerGeometry().center(), "menu_note_moment"));
        type(QStringLiteral("a moment"));
        QCOMPARE(state().notes.size(), std::size_t{3});
        QVERIFY(state().notes[0].event == k && state().notes[1].row == row);
        QCOMPARE(state().notes[2].of, Note::Of::Moment);
        const TimeNs middle = view().timeAt(view().rulerGeometry().center().x());
        QVERIFY(std::abs(state().notes[2].time - middle) < 2'000);
        // The flag has a menu and takes a double click.
        const QPoint flag(view().rulerGeometry().center().x() + 4, view().rowsGeometry().top() + 6);
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, flag);
        QVERIFY(box());
        QCOMPARE(box()->text(), QStringLiteral("a moment"));
        type(QStringLiteral("another moment"));
        QCOMPARE(state().notes[2].text, QStringLiteral("another moment"));
        isUndoable([&] { QVERIFY(choose(flag, "menu_remove_note")); });
        QCOMPARE(state().notes.size(), std::size_t{2});
        isUndoable([&] { QVERIFY(choose(view().rulerGeometry().center(), "menu_remove_notes")); });
        QVERIFY(state().notes.empty());
    }

    void theKeysOfMarksGoToNotesOfATimeToo() {
        const EventRef k = kernel();
        ViewState s = state();
        s.marks = {{30'000'000, QStringLiteral("a")}};
        s.notes = {{Note::Of::Moment, 60'000'000, {}, {}, QStringLiteral("b")},
                   {Note::Of::Row, 10'000'000, keyOf(TrackKind::Stream), {}, QStringLiteral("no time")}};
        s.range = VisibleRange::of({20'000'000, 24'000'000});
        view().setViewState(s);
        const double middle = view().rowsGeometry().center().x();
        QTest::keyClick(&view(), Qt::Key_N);
        QVERIFY(std::abs(view().xOf(30'000'000) - middle) < 2);
        QTest::keyClick(&view(), Qt::Key_N);
        QVERIFY(std::abs(view().xOf(60'000'000) - middle) < 2);
        QTest::keyClick(&view(), Qt::Key_N);
        QVERIFY(std::abs(view().xOf(60'000'000) - middle) < 2);
        s.marks.clear();
        s.range = VisibleRange::of({0, 1'000'000});
        s.notes = {{Note::Of::Event, 0, {}, k, QStringLiteral("at its event, wherever that is now")}};
        view().setViewState(s);
        QVERIFY(view().action(Command::NextMark)->isEnabled());
        QTest::keyClick(&view(), Qt::Key_N);
        QVERIFY(std::abs(view().xOf(at(k).start) - middle) < 2);
    }

    void picturesHaveTheTexts() {
        const EventRef k = kernel();
        show(k);
        PictureOptions options;
        options.size = QSize(1000, 700);
        const QImage before = view().renderImage(options);
        ViewState s = state();
        s.notes = {{Note::Of::Event, at(k).start, {}, k, QStringLiteral("x")}};
        view().setViewState(s);
        const QImage shortText = view().renderImage(options);
        QVERIFY(shortText != before);
        s.notes[0].text = QStringLiteral("a longer text");
        view().setViewState(s);
        QVERIFY(view().renderImage(options) != shortText);
        options.parts = kRulerPart | kHeaderPart;
        s.notes.clear();
        const QImage without = view().renderImage(options);
        view().setViewState(s);
        QCOMPARE(view().renderImage(options), without);
    }

    void theViewFileKeepsThemAndAnotherOnesAreBounded() {
        const EventRef k = kernel();
        ViewState s = state();
        s.notes = {{Note::Of::Event, at(k).start, {}, k, QStringLiteral("an event")},
                   {Note::Of::Row, 5, keyOf(TrackKind::Stream, 1), {}, QStringLiteral("a row")},
                   {Note::Of::Moment, 1'234'567, {}, {}, QStringLiteral("a moment")}};
        const TrainingReport again;
        const ViewState read = viewStateFromJson(toJson(s, report()), *again.snapshot(), {});
        QVERIFY(read.notes == s.notes);

        QJsonObject file = toJson(s, report());
        QJsonArray notes;
        notes.append(QStringLiteral("no object"));
        notes.append(QJsonObject{{"text", "no time"}});
        notes.append(QJsonObject{{"text", "  "}, {"time", "5"}});
        notes.append(QJsonObject{{"text", "event that is not there"}, {"time", "5"}, {"of", "event"}, {"event", 7}});
        notes.append(QJsonObject{{"text", QString(100'000, u'x') + "\n"}, {"time", "6"}, {"of", "row"}, {"row", 3}});
        for (int i = 0; i < 2000; ++i) notes.append(QJsonObject{{"text", "many"}, {"time", "7"}});
        file[QStringLiteral("notes")] = notes;
        const ViewState odd = viewStateFromJson(file, report(), {});
        QCOMPARE(odd.notes.size(), Note::kMost);
        QVERIFY(odd.notes[0].of == Note::Of::Moment && odd.notes[0].time == 5);
        QVERIFY(odd.notes[1].of == Note::Of::Moment && odd.notes[1].text.size() == Note::kMostLetters);
        view().setViewState(odd);
        QVERIFY(!view().grab().isNull());
    }
};

SIGHTLINE_QT_TEST(TimelineNotesTest)
#include "timeline_notes_test.moc"
