// SPDX-License-Identifier: GPL-3.0-or-later
// The capture dialog: what is typed, pasted and chosen, and captures of a small program by the real command line.
#ifndef Q_MOC_RUN  // which understands no concepts
#include "model/base/messages.h"
#endif
#include "tests/ui/app_capture_kit.h"

#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QStandardItemModel>

#include "app/capture/capture_options_view.h"
#include "app/capture/capture_store.h"
#include "app/capture/capture_texts.h"
#include "app/capture/machine_view.h"
#include "app/cli/capture/options.h"
#include "app/kit/error_text.h"
#include "app/kit/language.h"
#include "app/kit/shell_words.h"
#include "app/panes/import_log_pane.h"
#include "app/report/health_view.h"

using app::CaptureForm;

class AppCaptureTest : public QObject {
    Q_OBJECT

    static CaptureForm richForm() {
        CaptureForm f;
        f.program = "./my train";
        f.arguments = "--name 'a b' \"it's\" --flag";
        f.folder = "/tmp/some where";
        f.environment = {"A=1", "CUDA_VISIBLE_DEVICES=0,1"};
        f.options = {{"trace", "cuda"}, {"delay", "2"}, {"output", "run %h"}, {"cuda-memory-usage", "true"}};
        return f;
    }

private slots:
    void init() { QSettings().clear(); }

    void wordsAreThoseOfAShell_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("rest");
        QTest::newRow("plain") << "a  b\tc" << QStringList{"a", "b", "c"} << "";
        QTest::newRow("quotes") << "a 'b c' \"d \\\"e\\\" 'f'\" g'h'i" << QStringList{"a", "b c", "d \"e\" 'f'", "ghi"}
                                << "";
        QTest::newRow("empty word") << "a '' b" << QStringList{"a", "", "b"} << "";
        QTest::newRow("next line") << "a \\\n  b\\ c" << QStringList{"a", "b c"} << "";
        QTest::newRow("pipe") << "a b | tee log" << QStringList{"a", "b"} << "| tee log";
        QTest::newRow("quoted pipe") << "a '|' b" << QStringList{"a", "|", "b"} << "";
    }
    void wordsAreThoseOfAShell() {
        QFETCH(QString, text);
        const app::ShellWords got = app::splitShell(text);
        QTEST(got.words, "words");
        QTEST(got.rest, "rest");
        QVERIFY(got.closed);
    }

    void whatIsQuotedIsReadBackAsItWas() {
        for (const QString& word : {QStringLiteral("a"), QStringLiteral("a b"), QStringLiteral("it's"), QString(),
                                    QStringLiteral("$HOME"), QStringLiteral("*"), QStringLiteral("~/x"),
                                    QStringLiteral("a\nb"), QStringLiteral("\\"), QStringLiteral("程序")})
            QCOMPARE(app::splitShell(app::quotedForShell(word)).words, QStringList{word});
        QVERIFY(!app::splitShell("a 'b").closed);
    }

    void aFormIsWhatItsCommandLineSays() {
        const CaptureForm f = richForm();
        const app::PastedCommand back = app::readCommand(app::captureCommandLine(f));
        CaptureForm expected = f;
        expected.arguments = app::joinForShell(app::splitShell(f.arguments).words);
        expected.environment = {"CUDA_VISIBLE_DEVICES=0,1", "A=1"};  // a value with commas stands before the command
        QCOMPARE(app::captureCommandLine(back.form), app::captureCommandLine(f));
        QVERIFY(back.form == expected);
        QVERIFY(back.unknown.isEmpty() && back.untraced.isEmpty() && back.refused.isEmpty());
        QCOMPARE(app::complaintAbout(f), QString());
        QVERIFY(app::captureFormFromJson(app::toJson(f)) == f);
    }

    void linesOfOtherToolsFillTheForm_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("left");  // not understood, or not captured
        QTest::newRow("nsys")
            << "nsys profile -t cuda,nvtx,osrt -o run1 -f true --sample=none python train.py --epochs 1"
            << "sightline profile --trace=cuda,nvtx,osrt --output=run1 --force-overwrite=true python train.py --epochs 1"
            << QStringList{};
        QTest::newRow("letters")
            << "/opt/nvidia/nsight-systems/bin/nsys profile -w true -y 5 -d10 -c cudaProfilerApi ./app"
            << "sightline profile --capture-range=cudaProfilerApi --delay=5 --duration=10 ./app" << QStringList{};
        QTest::newRow("names for nothing") << "nsys profile --python-sampling=false -s none -b auto ./app"
                                           << "sightline profile ./app" << QStringList{};
        QTest::newRow("later kinds") << "nsys profile -t cuda,openacc --syscall=process-tree ./app"
                                     << "sightline profile --trace=cuda ./app" << QStringList{"openacc", "--syscall"};
        QTest::newRow("older guides")
            << "nsys profile -s cpu --trace=cuda,cublas-verbose --gpu-metrics-device=all --cuda-flush-interval=100 --nic-metrics=hf ./app"
            << "sightline profile --trace=cuda,cublas --sample=process-tree --gpu-metrics-devices=all --nic-metrics=true ./app"
            << QStringList{"cublas-verbose", "nic-metrics hf"};
        QTest::newRow("escaped comma") << "nsys profile -e 'A=1\\,2,B=3' ./app"
                                       << "A=1,2 sightline profile --env-var=B=3 ./app" << QStringList{};
        QTest::newRow("unknown") << "nsys profile --frobnicate=3 --trace=cuda ./app"
                                 << "sightline profile --trace=cuda ./app" << QStringList{"--frobnicate=3"};
        QTest::newRow("variables")
            << "OMP_NUM_THREADS=4 CUDA_VISIBLE_DEVICES=0,1 nsys profile -e A=1,B=2 torchrun --nproc-per-node=2 t.py"
            << "CUDA_VISIBLE_DEVICES=0,1 sightline profile --env-var=OMP_NUM_THREADS=4 --env-var=A=1 --env-var=B=2 torchrun --nproc-per-node=2 t.py"
            << QStringList{};
        QTest::newRow("folder") << "$ cd /data && nsys profile \\\n  --trace cuda \\\n  ./app 2>&1 | tee log"
                                << "cd /data && sightline profile --trace=cuda ./app" << QStringList{};
        QTest::newRow("sudo") << "sudo -E nsys profile ./app"
                              << "sightline profile ./app" << QStringList{"sudo", "-E"};
        QTest::newRow("program alone") << "python train.py"
                                       << "sightline profile python train.py" << QStringList{};
    }
    void linesOfOtherToolsFillTheForm() {
        QFETCH(QString, line);
        QFETCH(QStringList, left);
        const app::PastedCommand got = app::readCommand(line);
        QVERIFY(got.understood);
        QTEST(app::captureCommandLine(got.form), "command");
        QCOMPARE(got.unknown + got.untraced, left);
    }

    void valuesThatDoNotFitAreLeftOutAndSaid() {
        const app::PastedCommand got = app::readCommand("nsys profile --delay=soon --kill=9999 ./app");
        QCOMPARE(got.refused.size(), 2);
        QVERIFY(got.refused[0].contains("soon"));
        QVERIFY(got.form.options.isEmpty());
    }

    void whatCountsForLessThanItSaysIsSaidWhenItIsPasted() {
        app::CaptureDialog dialog;
        QVERIFY(dialog.paste(
            "nsys profile --backtrace=lbr -s cpu --gpu-metrics-devices=all --gpu-metrics-frequency=200000 --export=hdf -e A=1,wrong ./app"));
        for (const char* part : {"--backtrace=lbr: this version does not read branch records",
                                 "200000 is more than this version does; 10000 counts",
                                 "this version does not write hdf", "“wrong” is not of the form NAME=value"})
            QVERIFY2(dialog.noteText().contains(part), qPrintable(dialog.noteText()));
        QVERIFY(dialog.commandLine().contains("--sample=process-tree") &&
                dialog.commandLine().contains("--env-var=A=1"));
    }

    void everyOptionOfTheTableHasAControlAndWords() {
        app::CaptureDialog dialog;
        int controls = 0;
        for (const app::capture::OptionInfo& info : app::capture::optionTable()) {
            if (!app::hasControl(info)) continue;
            ++controls;
            const QString name = QString::fromUtf8(info.name.data(), static_cast<qsizetype>(info.name.size()));
            QVERIFY2(dialog.options()->findChild<QWidget*>("option-" + name), qPrintable(name));
            QVERIFY2(!app::optionText(info).label.startsWith("--"), qPrintable(name));
        }
        QVERIFY(controls >= 20);
        QVERIFY(dialog.options()->findChild<QCheckBox*>("trace-cuda"));
        QVERIFY(dialog.options()->findChild<QCheckBox*>("trace-nvtx"));
    }

    void theCommandLineFollowsTheForm() {
        app::CaptureDialog dialog;
        dialog.show();
        QTest::keyClicks(dialog.findChild<QLineEdit*>("captureProgram"), "python");
        QTest::keyClicks(dialog.findChild<QLineEdit*>("captureArguments"), "train.py -n 3");
        dialog.options()->findChild<QCheckBox*>("trace-nvtx")->click();
        dialog.options()->findChild<QCheckBox*>("option-cuda-memory-usage")->click();
        dialog.options()->findChild<QComboBox*>("option-cuda-graph-trace")->setCurrentText("node");
        dialog.options()->findChild<QLineEdit*>("option-delay")->setText("3");
        dialog.findChild<QPlainTextEdit*>("captureEnvironment")->setPlainText("A=1");
        dialog.options()->setRaw("--stats");
        const QString expected =
            "sightline profile --trace=cuda --cuda-graph-trace=node --cuda-memory-usage=true --delay=3 --env-var=A=1 --stats python train.py -n 3";
        QCOMPARE(dialog.findChild<QPlainTextEdit*>("captureCommand")->toPlainText(), expected);
        QVERIFY(app::readCommand(expected).form.options == (QMap<QString, QString>{{"trace", "cuda"},
                                                                                   {"cuda-graph-trace", "node"},
                                                                                   {"cuda-memory-usage", "true"},
                                                                                   {"delay", "3"},
                                                                                   {"stats", "true"}}));
    }

    void whatCannotBeRunIsSaidBeforeItIs() {
        const CaptureKit kit;
        kit.useCommand("true");
        app::CaptureDialog dialog;
        QVERIFY(dialog.obstacleText().contains("program"));
        CaptureForm f;
        f.program = "./app";
        f.options = {{"capture-range", "nvtx"}};
        dialog.setForm(f);
        QVERIFY(dialog.obstacleText().contains("-p"));
        f.options.clear();
        f.folder = "/nowhere/at/all";
        dialog.setForm(f);
        QVERIFY(dialog.obstacleText().contains("/nowhere/at/all"));
        QVERIFY(!dialog.findChild<QPushButton*>("startCapture")->isEnabled());
        f.folder.clear();
        f.environment = {"no variable"};
        dialog.setForm(f);
        QVERIFY(dialog.obstacleText().contains("no variable"));
    }

    void aPastedLineSaysWhatItLeftOut() {
        app::CaptureDialog dialog;
        QApplication::clipboard()->setText("nsys profile --sample=gpu --what=1 -d 3 --kill none -w false ./app a");
        QVERIFY(dialog.paste(QApplication::clipboard()->text()));
        QVERIFY(dialog.noteText().contains("--what=1"));
        QVERIFY(dialog.noteText().contains("--sample"));
        // show-output has no control: it is kept as typed.
        QCOMPARE(dialog.commandLine(),
                 QString("sightline profile --duration=3 --kill=none --show-output=false ./app a"));
        QVERIFY(!dialog.paste("   "));
        QVERIFY(!dialog.noteText().isEmpty());
    }

    void presetsChooseOptionsAndLeaveTheProgram() {
        app::CaptureDialog dialog;
        CaptureForm f;
        f.program = "./mine";
        dialog.setForm(f);
        dialog.choosePreset("quick");
        QCOMPARE(dialog.commandLine(), QString("sightline profile --trace=cuda ./mine"));
        dialog.choosePreset("pytorch");
        QVERIFY(dialog.form().options.value("duration") == "10");
        QVERIFY(dialog.form().environment.contains("PYTHONUNBUFFERED=1"));
        for (const app::CapturePreset& p : app::capturePresets()) {
            CaptureForm preset{"./mine", {}, {}, p.environment, p.options, {}};
            QCOMPARE(app::complaintAbout(preset), QString());
        }
    }

    void savedPresetsComeBack() {
        {
            app::CaptureDialog dialog;
            dialog.setForm(richForm());
            dialog.savePreset("nightly");
        }
        app::CaptureDialog dialog;
        dialog.choosePreset("nightly");
        QVERIFY(dialog.form() == richForm());
        app::removePreset("nightly");
        QVERIFY(app::savedPresets().isEmpty());
    }

    void theMachineIsDescribedAsTheCommandLineDoes() {
        const QList<app::MachineCheck> checks = app::readMachineChecks(
            R"([{"what": "collector", "state": "ok", "messages": {
                   "found": {"code": "Text", "arguments": [{"text": "libsightline-inject.so"}], "text": "x"},
                   "fix": {"code": "Nothing", "arguments": [], "text": ""}}},
                {"what": "GPU counters", "state": "limited", "messages": {
                   "found": {"code": "ForAdministratorsOnly", "arguments": [], "text": "for administrators only"},
                   "fix": {"code": "of a newer version", "arguments": [], "text": "Ask somebody."}}}])");
        QCOMPARE(checks.size(), 2);
        QCOMPARE(checks[0].what, QString("collector"));
        QVERIFY(checks[0].found == model::Message("libsightline-inject.so") && checks[0].fix.empty());
        QVERIFY(checks[1].state == app::MachineCheck::State::Limits);
        QVERIFY(checks[1].found == model::Message(model::MessageCode::ForAdministratorsOnly));
        QVERIFY(checks[1].fix == model::Message("Ask somebody."));
    }

    void theCommandLineIsAskedAboutTheMachine() {
        const CaptureKit kit;
        if (!kit.isThere()) QSKIP("no command line");
        app::CaptureDialog dialog;
        QSignalSpy looked(dialog.machine(), &app::MachineView::finished);
        QVERIFY(looked.wait(20000));
        QVERIFY(dialog.machine()->checks().size() >= 5);
        for (const app::MachineCheck& c : dialog.machine()->checks())
            QVERIFY2(
                !c.what.isEmpty() && !c.found.empty() && (c.state == app::MachineCheck::State::Fine) == c.fix.empty(),
                qPrintable(c.what));
    }

    /// Whatever is wrong with options, and whatever the machine lacks, is said in the language of the window.
    void messagesOfTheCommandLineAreTranslated() {
        const CaptureKit kit;
        app::setLanguage(QStringLiteral("zh_CN"));
        const auto isChinese = [](const QString& text) {
            return std::any_of(text.begin(), text.end(),
                               [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() < 0xa000; });
        };
        for (std::size_t i = 2; i < model::messageCodeCount(); ++i) {
            const char* text = model::messageText(static_cast<model::MessageCode>(i)).text;
            const QString english = QString::fromUtf8(text), chinese = QCoreApplication::translate("Messages", text);
            if (english.contains(u' ') && english.contains(QRegularExpression(QStringLiteral("[a-z]{3} [a-z]{3}"))))
                QVERIFY2(isChinese(chinese), text);
        }
        const char* const wrong[] = {"--delay=x",
                                     "--max-size=x",
                                     "-t cudax",
                                     "-c hotkey",
                                     "--nothing",
                                     "-t none",
                                     "-c nvtx",
                                     "-p a",
                                     "-d",
                                     "--export=x",
                                     "-x false",
                                     "-y 1 -c cudaProfilerApi",
                                     "--capture-range-end=stop",
                                     "--session-new=7",
                                     "--wait=x",
                                     "-d 1 -d 2",
                                     "--gpu-metrics-frequency=1",
                                     "--gpu-metrics-devices=x",
                                     "-t nvtx --kernel-metrics=roofline",
                                     "-s gpu"};
        for (const char* words : wrong) {
            CaptureForm f = kit.form("/bin/true", {});
            f.raw = QString::fromLatin1(words);
            const QString said = app::complaintAbout(f);
            QVERIFY2(isChinese(said), qPrintable(QString::fromLatin1(words) + ": " + said));
        }
        if (!kit.isThere()) return app::setLanguage(QStringLiteral("en"));
        app::CaptureDialog dialog;
        QSignalSpy looked(dialog.machine(), &app::MachineView::finished);
        QVERIFY(looked.wait(20000));
        for (const app::MachineCheck& c : dialog.machine()->checks())
            if (!c.fix.empty()) QVERIFY2(isChinese(app::messageText(c.fix)), english(c.fix).c_str());
        app::setLanguage(QStringLiteral("en"));
    }

    void theProgressIsOnTheScreenWhereverTheWindowIs() {
        const CaptureKit kit;
        kit.useCommand("echo '[]'");
        QWidget window;
        const QRect room = window.screen()->availableGeometry();
        window.setGeometry(room.x() + room.width() / 2, room.y() + room.height() / 2, 1360, 860);
        window.show();
        app::CaptureDialog dialog(&window);
        dialog.setForm(kit.form("/bin/true", {}));
        dialog.show();
        QTRY_VERIFY(dialog.findChild<QPushButton*>("startCapture")->isEnabled());
        dialog.findChild<QPushButton*>("startCapture")->click();
        QVERIFY2(room.contains(dialog.geometry()), qPrintable(QDebug::toString(dialog.geometry())));
        QVERIFY(CaptureKit::waitEnd(dialog));
    }

    void withoutTheCollectorItSaysHowToBuildIt() {
        const CaptureKit kit;
        kit.useCommand(
            R"(printf %s '[{"what": "collector", "state": "missing", "messages": {"found": {"text": "not found"},)"
            R"( "fix": {"text": "This build cannot capture."}}}]')");
        app::CaptureDialog dialog;
        CaptureForm f;
        f.program = "./app";
        dialog.setForm(f);
        QSignalSpy looked(dialog.machine(), &app::MachineView::finished);
        QVERIFY(looked.wait(20000));
        QVERIFY(dialog.obstacleText().contains("This build cannot capture."));
        QVERIFY(dialog.obstacleText().contains("SIGHTLINE_COLLECTORS"));
        QVERIFY(!dialog.findChild<QPushButton*>("startCapture")->isEnabled());
    }

    // ------------------------------------------------------------------------------------------ with the real command
    // line

    void aMissingProgramIsSaidInASentence() {
        const CaptureKit kit;
        if (!kit.captures()) QSKIP("capture was not built");
        app::CaptureDialog dialog;
        dialog.setForm(kit.form("./not-there", {}));
        dialog.start();
        QVERIFY(kit.waitEnd(dialog));
        QVERIFY2(dialog.run()->outcome().contains("not-there"), qPrintable(dialog.run()->outcome()));
        QCOMPARE(dialog.run()->exitCode(), 127);
        QCOMPARE(dialog.progress()->stateText(), QString("No report"));
    }

    /// The window reads no sentences: what a command line prints means nothing, what it writes as data does.
    void whatTheCommandLineTellsIsReadAsData() {
        const CaptureKit kit;
        kit.useCommand(
            "echo 'sightline: report1.rep (1.0 kB) is written.' >&2\n"
            "file=$(printf %s $1 | cut -d= -f2)\n"
            "echo '{\"code\": \"NoSuchProgram\", \"arguments\": [{\"file\": \"nowhere\"}]}' >> $file\n"
            "echo '{\"code\": \"CaptureIsKept\", \"arguments\": [{\"file\": \"/kept\"}, {\"text\": \"again\"}]}' >> $file\n"
            "exit 3");
        app::setLanguage(QStringLiteral("zh_CN"));
        app::CaptureDialog dialog;
        dialog.setForm(kit.form("./app", {}));
        dialog.start();
        QVERIFY(kit.waitEnd(dialog));
        QVERIFY(dialog.run()->failed() && dialog.run()->reports().isEmpty());
        const model::Message noProgram(model::MessageCode::NoSuchProgram, {"nowhere"}),
            kept(model::MessageCode::CaptureIsKept, {"/kept", "again"});
        QCOMPARE(dialog.run()->outcome(), app::messageText(noProgram) + u' ' + app::messageText(kept));
        app::setLanguage(QStringLiteral("en"));
    }

    void aProgramThatTracesNothingLeavesAReportThatSaysWhy() {
        const CaptureKit kit;
        if (!kit.captures()) QSKIP("capture was not built");
        app::CaptureDialog dialog;
        dialog.setForm(kit.form("/bin/sh", "-c 'echo hello; echo oh >&2; printf \"10 percent\\r20 percent\\n\"'"));
        dialog.start();
        QVERIFY(kit.waitEnd(dialog));
        QVERIFY2(dialog.run()->outcome().contains("report1.rep is written"), qPrintable(dialog.run()->outcome()));
        QCOMPARE(dialog.run()->exitCode(), 0);
        QVERIFY(dialog.progress()->outputText().contains("hello\n"));
        QVERIFY(dialog.progress()->outputText().contains("oh\n"));
        QVERIFY(dialog.progress()->outputText().contains("20 percent"));
        QVERIFY(!dialog.progress()->outputText().contains("10 percent"));
    }

    void aReportWithoutEventsOpensWithItsHealthInFront() {
        const CaptureKit kit;
        if (!kit.captures()) QSKIP("capture was not built");
        app::MainWindow window;
        window.show();
        app::CaptureDialog* dialog = window.showCapture();
        dialog->setForm(kit.form("/bin/true", {}));
        dialog->start();
        QVERIFY(kit.waitEnd(*dialog));
        QCOMPARE(dialog->run()->reports(), QStringList{kit.file("report1.rep")});
        QVERIFY(!dialog->run()->failed());
        QTRY_VERIFY_WITH_TIMEOUT(window.currentPage() &&
                                     window.currentPage()->document()->path() == kit.file("report1.rep") &&
                                     !window.currentPage()->live(),
                                 20000);
        QTRY_VERIFY_WITH_TIMEOUT(window.pane<app::ImportLogPane>()->health()->isVisible(), 20000);
        const QStandardItemModel* findings = window.pane<app::ImportLogPane>()->health()->findings();
        QTRY_VERIFY_WITH_TIMEOUT(findings->rowCount() >= 2, 20000);
        for (const char* kind : {"CUDA", "NVTX"}) {
            bool found = false;
            for (int row = 0; row < findings->rowCount(); ++row)
                found |= findings->item(row, 1)->text().contains(QString("Nothing was traced of %1").arg(kind));
            QVERIFY2(found, kind);
        }
    }

    void theReportOpensByItselfAndTheExitCodeIsSaid() {
        const CaptureKit kit;
        if (!kit.capturesNvtx()) QSKIP("capture was not built");
        app::MainWindow window;
        app::CaptureDialog* dialog = window.showCapture();
        dialog->setForm(kit.form(kit.program(), "range alpha exit 3"));
        dialog->start();
        QVERIFY(kit.waitEnd(*dialog));
        QCOMPARE(dialog->run()->exitCode(), 3);
        QVERIFY2(dialog->run()->outcome().contains("3"), qPrintable(dialog->run()->outcome()));
        QCOMPARE(dialog->run()->reports(), QStringList{kit.file("report1.rep")});
        QTRY_VERIFY_WITH_TIMEOUT(window.currentPage() &&
                                     window.currentPage()->document()->path() == kit.file("report1.rep") &&
                                     !window.currentPage()->live(),
                                 20000);
        QCOMPARE(window.pages().size(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(window.currentPage()->document()->report()->eventCount() >= 2, 20000);
    }

    void aSignalThatEndsTheProgramIsNamed() {
        const CaptureKit kit;
        if (!kit.capturesNvtx()) QSKIP("capture was not built");
        app::CaptureDialog dialog;
        dialog.setForm(kit.form(kit.program(), "range alpha signal 15"));
        dialog.start();
        QVERIFY(kit.waitEnd(dialog));
        QVERIFY2(dialog.run()->outcome().contains("15"), qPrintable(dialog.run()->outcome()));
        QCOMPARE(dialog.run()->exitCode(), -1);
    }

    void anotherOneCanBeCapturedAfterIt() {
        const CaptureKit kit;
        if (!kit.capturesNvtx()) QSKIP("capture was not built");
        app::CaptureDialog dialog;
        dialog.setForm(kit.form(kit.program(), "range alpha"));
        for (const QString& report : {QStringLiteral("report1.rep"), QStringLiteral("report2.rep")}) {
            dialog.start();
            QVERIFY(kit.waitEnd(dialog));
            QCOMPARE(dialog.run()->reports(), QStringList{kit.file(report)});
        }
        app::CaptureDialog next;  // begins with what was captured last
        QCOMPARE(next.commandLine(), dialog.commandLine());
    }
};

SIGHTLINE_QT_TEST(AppCaptureTest)
#include "app_capture_test.moc"
