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

using model::Error;
using model::ErrorCode;

class AppErrorTextTest : public QObject {
    Q_OBJECT

private slots:
    void partsWithoutFactsAreLeftOut() {
        QCOMPARE(english(factOf(Error{ErrorCode::Damaged, "a.rep", {}, -1})), std::string("a.rep is damaged."));
        QCOMPARE(english(factOf(Error{ErrorCode::Damaged, "a.rep", "bad sum", 0})),
                 std::string("a.rep is damaged (at 0): bad sum."));
    }

    void factsWithPlacesAreNotExpandedAgain() {
        QCOMPARE(english(factOf(Error{ErrorCode::CannotOpen, "%2[x]", "%1", -1})),
                 std::string("%2[x] cannot be opened: %1."));
    }

    void everyErrorHasAFactAndANextStep() {
        for (int i = 0; i < static_cast<int>(ErrorCode::Count); ++i) {
            const Error error{static_cast<ErrorCode>(i), "report.nsys-rep", "67.9 MB", 12};
            if (error.code == ErrorCode::BadRequest) continue;  // its detail is the whole sentence
            const std::string fact = english(factOf(error)), next = english(nextOf(error.code));
            QVERIFY2(fact.find_first_of("%[]") == std::string::npos, fact.c_str());
            QVERIFY2(fact.find("report.nsys-rep") != std::string::npos, fact.c_str());
            QVERIFY2(next.size() > 20 && next.back() == '.', next.c_str());
            QCOMPARE(english(sentenceOf(error)), fact + ' ' + next);
        }
    }

    void aRequestThatCannotBeDoneIsASentenceOfItsOwn() {
        const model::Message sentence(model::MessageCode::NotAnUnitOfTime, {"%1 [x]"});
        const Error refusal = model::refused(sentence).value();
        QVERIFY(sentenceOf(refusal) == sentence);
        QCOMPARE(app::errorMessage(refusal).fact, app::messageText(sentence));
        QCOMPARE(app::errorMessage(refusal).next, QString());
    }

    void whatAnErrorIsAboutIsTranslatedWhereItIsNoFile() {
        const Error error{ErrorCode::CannotWrite, model::MessageCode::StandardOutput, "Broken pipe"};
        QCOMPARE(app::errorMessage(error).fact, QStringLiteral("standard output cannot be written: Broken pipe."));
        app::setLanguage("zh_CN");
        QCOMPARE(app::errorMessage(error).fact, QStringLiteral("无法写入 stdout（标准输出）：Broken pipe。"));
        app::setLanguage("en");
    }

    void aGitLfsPointerIsExplainedInBothLanguages() {
        const Error error{ErrorCode::GitLfsPointer, model::Argument::file("/data/run.nsys-rep"), "67.9 MB"};
        QCOMPARE(app::errorMessage(error).fact,
                 QStringLiteral("run.nsys-rep is a Git LFS pointer; the real file (67.9 MB) was not downloaded."));
        QVERIFY(app::errorMessage(error).next.contains("git lfs pull"));
        app::setLanguage("zh_CN");
        QCOMPARE(app::errorMessage(error).fact,
                 QStringLiteral("run.nsys-rep 是 Git LFS 指针，真正的文件（67.9 MB）尚未下载。"));
        app::setLanguage("en");
    }

    void placesOfMessagesSurviveTranslation() {
        app::setLanguage("zh_CN");
        for (std::size_t i = 1; i < model::messageCodeCount(); ++i) {
            const char* text = model::messageText(static_cast<model::MessageCode>(i)).text;
            const QString english = QString::fromUtf8(text),
                          translated = QCoreApplication::translate("Messages", text, nullptr, -1);
            for (const char* part : {"%1", "%2", "%3", "%4", "%Ln", "[", "]"})
                QVERIFY2(translated.contains(QLatin1String(part)) == english.contains(QLatin1String(part)), text);
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
                    return QStringLiteral("(%3) (%2) (%1)");
                return QLatin1String(text) == QLatin1String("clock") ? QStringLiteral("CLOCK") : QString();
            }
        } backwards;
        QCoreApplication::installTranslator(&backwards);
        const model::Message said(model::MessageCode::NotTracedInProcess,
                                  {model::Argument::process(7), model::MessageCode::Clock, "%1 of it"});
        QCOMPARE(app::messageText(said), QStringLiteral("(%1 of it) (CLOCK) (7)"));
        QCOMPARE(app::noteText({model::Note::ReportMessage, said, 1, "", -1}),
                 QStringLiteral("(%1 of it) (CLOCK) (7)"));
        model::HealthFinding finding;
        finding.code = model::HealthCode::CollectorFailed;
        finding.subject = said;
        QVERIFY(app::healthFact(finding).endsWith(QStringLiteral("(%1 of it) (CLOCK) (7).")));
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

SIGHTLINE_QT_TEST(AppErrorTextTest)
#include "app_error_text_test.moc"
