// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTranslator>

#ifndef Q_MOC_RUN  // which understands no concepts
#include "model/base/messages.h"
#endif
#include "tests/ui/app_test.h"

#include "app/kit/error_text.h"
#include "app/kit/tables/row_text.h"
#include "app/panes/functions/call_tree_model.h"
#include "app/report/health_view.h"
#include "app/text/error_text.h"

using model::Error;
using model::ErrorCode;

class AppErrorTextTest : public QObject {
    Q_OBJECT

private slots:
    void partsWithoutFactsAreLeftOut() {
        QCOMPARE(app::expandTemplate("{subject} is damaged[ (at {offset})][: {detail}].",
                                     Error{ErrorCode::Damaged, "a.rep", {}, -1}, {}),
                 std::string("a.rep is damaged."));
        QCOMPARE(app::expandTemplate("{subject} is damaged[ (at {offset})][: {detail}].",
                                     Error{ErrorCode::Damaged, "a.rep", {}, 0}, "bad sum"),
                 std::string("a.rep is damaged (at 0): bad sum."));
    }

    void factsWithBracesAreNotExpandedAgain() {
        QCOMPARE(app::expandTemplate("{subject}[: {detail}].", Error{ErrorCode::Damaged, "{detail}[x]", {}, -1},
                                     "{subject}"),
                 std::string("{detail}[x]: {subject}."));
    }

    void everyErrorHasAFactAndANextStep() {
        for (const app::ErrorText& text : app::errorTexts()) {
            if (text.code == ErrorCode::BadRequest) continue;  // its detail is the whole sentence
            const Error error{text.code, "report.nsys-rep", "67.9 MB", 12};
            const std::string sentence = app::errorSentence(error);
            QVERIFY2(sentence.find_first_of("{}[]") == std::string::npos, sentence.c_str());
            QVERIFY2(sentence.find("report.nsys-rep") != std::string::npos, sentence.c_str());
            QVERIFY(std::string(text.next).size() > 20);
            QVERIFY(std::string(text.next).back() == '.');
        }
    }

    void aRequestThatCannotBeDoneIsASentenceOfItsOwn() {
        const std::string sentence = "There is no unit “{x}”: ns [or s].";
        QCOMPARE(app::errorSentence(app::refused(sentence).value()), sentence);
    }

    void aGitLfsPointerIsExplainedInBothLanguages() {
        const Error error{ErrorCode::GitLfsPointer, "/data/run.nsys-rep", "67.9 MB"};
        QCOMPARE(app::errorMessage(error).fact,
                 QStringLiteral("run.nsys-rep is a Git LFS pointer; the real file (67.9 MB) was not downloaded."));
        QVERIFY(app::errorMessage(error).next.contains("git lfs pull"));
        app::setLanguage("zh_CN");
        QCOMPARE(app::errorMessage(error).fact,
                 QStringLiteral("run.nsys-rep 是 Git LFS 指针，真正的文件（67.9 MB）尚未下载。"));
        app::setLanguage("en");
    }

    void placesOfErrorsSurviveTranslation() {
        app::setLanguage("zh_CN");
        for (const app::ErrorText& text : app::errorTexts())
            for (const char* part : {text.fact, text.next}) {
                const QString translated = QCoreApplication::translate("Errors", part);
                for (const char* place : {"{subject}", "{detail}", "{offset}"})
                    QVERIFY2(translated.count(QLatin1String(place)) == QString(part).count(QLatin1String(place)), part);
                QCOMPARE(translated.count(u'['), QString(part).count(u'['));
                QCOMPARE(translated.count(u']'), QString(part).count(u']'));
            }
        app::setLanguage("en");
    }

    void notesHaveSingularAndPlural() {
        model::Diagnostic d{model::Note::SkippedUnknown, "type 99", 1, "", -1};
        QCOMPARE(app::noteText(d), QStringLiteral("1 event of an unknown type was skipped: type 99"));
        d.count = 2;
        QCOMPARE(app::noteText(d), QStringLiteral("2 events of an unknown type were skipped: type 99"));
        d = {model::Note::ReportMessage, "50% of %1 done", 1, "", -1};
        QCOMPARE(app::noteText(d), QStringLiteral("50% of %1 done"));
    }

    void messagesAreTranslatedAndTextsOfOthersAreNot() {
        struct : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char* context, const char* text, const char*, int) const override {
                if (QLatin1String(context) != QLatin1String("Messages")) return {};
                if (QLatin1String(text) == QLatin1String("Process %1: %2 could not be traced: %3"))
                    return QStringLiteral("[%3] [%2] [%1]");
                return QLatin1String(text) == QLatin1String("clock") ? QStringLiteral("CLOCK") : QString();
            }
        } backwards;
        QCoreApplication::installTranslator(&backwards);
        const model::Message said(model::MessageCode::NotTracedInProcess,
                                  {model::Argument::process(7), model::MessageCode::Clock, "%1 of it"});
        QCOMPARE(app::messageText(said), QStringLiteral("[%1 of it] [CLOCK] [7]"));
        QCOMPARE(app::noteText({model::Note::ReportMessage, said, 1, "", -1}),
                 QStringLiteral("[%1 of it] [CLOCK] [7]"));
        model::HealthFinding finding;
        finding.code = model::HealthCode::CollectorFailed;
        finding.subject = said;
        QVERIFY(app::healthFact(finding).endsWith(QStringLiteral("[%1 of it] [CLOCK] [7].")));
        QCOMPARE(app::messageText("SCHED_EVENTS"), QStringLiteral("SCHED_EVENTS"));
        QCoreApplication::removeTranslator(&backwards);
    }

    void whatStandsWhereThereIsNoNameIsTranslatedAndNamesAreNot() {
        struct : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char* context, const char* text, const char*, int) const override {
                return QLatin1String(context) == QLatin1String("Labels") ? QString::fromUtf8(text).toUpper()
                                                                         : QString();
            }
        } loud;
        auto store = model::EventStore::create();
        auto tree = std::make_shared<model::CallTree>(model::CallTree::Unit::Ns);
        tree->add(tree->child(model::CallTree::kNone, {}), 9, 1);
        tree->add(tree->child(model::CallTree::kNone, {store->strings().intern("clock"), 0}), 5, 1);
        tree->finish();
        app::CallTreeModel model;
        model.showTree(store->publish(true), tree);
        QCoreApplication::installTranslator(&loud);
        QCOMPARE(model.index(0, app::CallTreeModel::Name).data().toString(), QStringLiteral("(NO STACK)"));
        QCOMPARE(model.index(0, app::CallTreeModel::Name).data(app::kCopyRole).toString(),
                 QStringLiteral("(no stack)"));
        QCOMPARE(model.index(1, app::CallTreeModel::Name).data().toString(),
                 QStringLiteral("clock"));  // a message, but here a name
        QCOMPARE(app::labelText("    (no stack)"), QStringLiteral("    (NO STACK)"));
        QCOMPARE(app::labelText("(allocated before)"), QStringLiteral("(ALLOCATED BEFORE)"));
        for (const char* name : {"", "   ", "(no stack) of mine", "no stack", "clock"})
            QCOMPARE(app::labelText(name), QString::fromUtf8(name));
        QCoreApplication::removeTranslator(&loud);
    }

    void everyNoteNamesItsSubject() {
        for (int i = 0; i < static_cast<int>(model::Note::Count); ++i) {
            const auto note = static_cast<model::Note>(i);
            const std::string_view sentence = model::messageText(model::noteInfo(note).sentence).text;
            const bool has = sentence.find("%2") != std::string_view::npos;
            for (const char* language : {"en", "zh_CN"}) {
                app::setLanguage(language);
                const QString text = app::noteText({note, "S-U-B", 3, "", -1});
                QCOMPARE(text.contains("S-U-B"), has);
                QVERIFY2(!text.contains('%') && !text.contains("(s)"), qPrintable(text));
            }
        }
        app::setLanguage("en");
    }
};

SIGHTLINE_APP_TEST(AppErrorTextTest)
#include "app_error_text_test.moc"
