// SPDX-License-Identifier: GPL-3.0-or-later
// Captures on other machines in the window: where the program runs, what that machine allows, what ssh asks.
#include "tests/ui/app_capture_kit.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include "app/capture/askpass.h"
#include "app/capture/capture_store.h"
#include "app/capture/machine_view.h"
#include "app/cli/capture/options.h"

using app::CaptureForm;

class AppRemoteTest : public QObject {
    Q_OBJECT

    static QString commandOf(const app::CaptureDialog& dialog) {
        return dialog.findChild<QPlainTextEdit*>("captureCommand")->toPlainText();
    }

private slots:
    void init() { QSettings().clear(); }

    void theTargetIsAnOptionAndTheFolderIsOneThere() {
        const CaptureKit kit;
        kit.useCommand("true");
        app::CaptureDialog dialog;
        CaptureForm f;
        f.program = "./app";
        dialog.setForm(f);
        auto* target = dialog.findChild<QComboBox*>("captureTarget");
        QCOMPARE(target->currentText(), QStringLiteral("This machine"));
        QCOMPARE(commandOf(dialog), QStringLiteral("sightline profile ./app"));
        target->setCurrentText("docker exec -i box");
        dialog.findChild<QLineEdit*>("captureFolder")->setText("/nowhere/at/all");
        QCOMPARE(commandOf(dialog),
                 QStringLiteral("sightline profile '--on=docker exec -i box' --on-folder=/nowhere/at/all ./app"));
        QCOMPARE(dialog.obstacleText(), QString());  // nobody looks for a folder of another machine here
        // The environment of the command stays here: what stands in the form goes along, commas too.
        CaptureForm kept = dialog.form();
        kept.environment = {"CUDA_VISIBLE_DEVICES=0,1"};
        dialog.setForm(kept);
        QVERIFY(commandOf(dialog).startsWith("sightline profile ") && app::commandEnvironment(kept).isEmpty());
        std::vector<std::string> words;
        for (const QString& word : app::captureWords(kept).mid(1)) words.push_back(word.toStdString());
        app::capture::CaptureOptions options;
        QVERIFY(app::capture::parseOptions(words, app::capture::kProfile, options).empty());
        QVERIFY(
            (options.environment == std::vector<std::pair<std::string, std::string>>{{"CUDA_VISIBLE_DEVICES", "0,1"}}));
        target->setCurrentText("This machine");
        QVERIFY(dialog.obstacleText().contains("/nowhere/at/all"));
        dialog.setForm(kept);
        QCOMPARE(target->currentText(), QStringLiteral("docker exec -i box"));
        QCOMPARE(dialog.findChild<QLineEdit*>("captureFolder")->text(), QStringLiteral("/nowhere/at/all"));
        QVERIFY(dialog.form() == kept);
    }

    void aPresetLeavesTheTargetAsItIs() {
        const CaptureKit kit;
        kit.useCommand("true");
        app::CaptureDialog dialog;
        CaptureForm f;
        f.program = "./app";
        f.options = {{"on", "ssh:one"}, {"on-folder", "/data"}, {"delay", "3"}};
        dialog.setForm(f);
        dialog.choosePreset("quick");
        QCOMPARE(dialog.form().options,
                 (QMap<QString, QString>{{"on", "ssh:one"}, {"on-folder", "/data"}, {"trace", "cuda"}}));
    }

    void aPastedCommandNamesItsTargets() {
        const CaptureKit kit;
        kit.useCommand("true");
        app::CaptureDialog dialog;
        QVERIFY(dialog.paste("sightline profile --on ssh:one --on 'docker exec -i two' --on-folder /data ./app"));
        QCOMPARE(dialog.target(), QStringLiteral("ssh:one"));
        QCOMPARE(dialog.form().raw, QStringLiteral("'--on=docker exec -i two'"));
        QCOMPARE(dialog.form().options.value("on-folder"), QStringLiteral("/data"));
    }

    void theOtherMachineIsAskedWhatItAllows() {
        const CaptureKit kit;
        kit.useCommand(R"(echo "$@" >> ")" + kit.file("asked").toUtf8() + R"("
case "$*" in
*bad*) echo 'sightline: bad cannot be reached: no route.' >&2; exit 3;;
*--on*) echo '[{"what": "collector", "state": "ok", "messages": {"found": {"code": "None"}}}]';;
*) echo '[]';;
esac)");
        app::CaptureDialog dialog;
        QSignalSpy answered(dialog.machine(), &app::MachineView::finished);
        auto* target = dialog.findChild<QComboBox*>("captureTarget");
        const auto choose = [&](const QString& text) {
            target->setCurrentText(text);
            emit target->lineEdit()->editingFinished();
        };
        choose("ssh:far");
        QTRY_COMPARE(dialog.machine()->checks().size(), 1);
        QCOMPARE(dialog.machine()->checks()[0].what, QStringLiteral("collector"));
        choose("ssh:bad");
        QTRY_VERIFY(dialog.machine()->checks().size() == 1 &&
                    dialog.machine()->checks()[0].what == QStringLiteral("Connection"));
        QCOMPARE(dialog.machine()->obstacle(), QString());
        QFile asked(kit.file("asked"));
        QVERIFY(asked.open(QIODevice::ReadOnly));
        const QByteArray all = asked.readAll();
        QVERIFY(all.contains("status -e --json --on ssh:far\n") && all.contains("status -e --json --on ssh:bad\n"));
    }

    void targetsThatWereUsedAreOfferedAgain() {
        for (int i = 0; i < 12; ++i) app::rememberTarget(QStringLiteral("ssh:host%1").arg(i));
        app::rememberTarget("ssh:host7");
        QCOMPARE(app::recentTargets().size(), 8);
        QCOMPARE(app::recentTargets().mid(0, 2), (QStringList{"ssh:host7", "ssh:host11"}));
        const CaptureKit kit;
        kit.useCommand("true");
        const app::CaptureDialog dialog;
        QCOMPARE(dialog.findChild<QComboBox*>("captureTarget")->itemText(1), QStringLiteral("ssh:host7"));
    }

    void sshAsksForAPasswordAndForATrustedKey() {
        app::AskpassDialog password("me@far's password: ");
        auto* edit = password.findChild<QLineEdit*>();
        QVERIFY(edit && edit->echoMode() == QLineEdit::Password);
        QTest::keyClicks(edit, "secret");
        QCOMPARE(password.answer(), QStringLiteral("secret"));
        app::AskpassDialog key("Are you sure you want to continue connecting (yes/no/[fingerprint])? ");
        QVERIFY(!key.findChild<QLineEdit*>());
        QCOMPARE(key.answer(), QStringLiteral("yes"));
        for (QPushButton* button : key.findChildren<QPushButton*>())
            QCOMPARE(button->isDefault(), button->text().contains("No"));
        const QProcessEnvironment with = app::environmentWithAskpass();
        QCOMPARE(with.value("SSH_ASKPASS"), QCoreApplication::applicationFilePath());
        QCOMPARE(with.value("SSH_ASKPASS_REQUIRE"), QStringLiteral("force"));
        QVERIFY(!app::isAskpass() && QSettings().allKeys().isEmpty());
    }

    /// For people: with SIGHTLINE_PICTURES naming a folder.
    void picturesOfTheDialog() {
        const QString folder = qEnvironmentVariable("SIGHTLINE_PICTURES");
        const CaptureKit kit;
        if (folder.isEmpty() || !kit.isThere()) QSKIP("no folder for pictures");
        app::CaptureDialog dialog;
        CaptureForm f;
        f.program = "python3";
        f.arguments = "train.py --steps 100";
        f.options = {{"on", "ssh:me@gpu1"}, {"on-folder", "/data/run"}};
        dialog.setForm(f);
        dialog.choosePreset("pytorch");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.machine()->checks().isEmpty(), 60'000);
        dialog.show();
        QVERIFY(dialog.grab().save(folder + "/capture-dialog.png"));
        app::AskpassDialog password("me@gpu1's password: ");
        QVERIFY(password.grab().save(folder + "/askpass.png"));
    }

    void aCaptureElsewhereIsShownWhileItRuns() {
        const CaptureKit kit;
        if (!kit.capturesNvtx()) QSKIP("capture was not built");
        QDir().mkpath(kit.file("there/t"));
        app::CaptureDialog dialog;
        CaptureForm f;
        f.program = kit.program();
        f.arguments = "range one ready forever";
        f.options = {{"on", QStringLiteral("env -i PATH=/usr/bin:/bin HOME=%1 TMPDIR=%1/t").arg(kit.file("there"))},
                     {"output", kit.file("far.rep")}};
        dialog.setForm(f);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.obstacleText(), QString(), 60'000);
        QSignalSpy started(&dialog, &app::CaptureDialog::sessionStarted);
        QSignalSpy written(&dialog, &app::CaptureDialog::reportWritten);
        dialog.start();
        QTRY_COMPARE_WITH_TIMEOUT(started.size(), 1, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.run()->session()->state() == app::LiveSession::State::Capturing, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.run()->session()->bytes() > 0, 60'000);
        dialog.run()->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!written.isEmpty(), 60'000);
        QCOMPARE(written[0][1].toString(), kit.file("far.rep"));
        dialog.run()->session()->shutdown();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.run()->isRunning(), 60'000);
        QCOMPARE(app::recentTargets(), QStringList{f.options["on"]});
    }
};

SIGHTLINE_QT_TEST(AppRemoteTest)
#include "app_remote_test.moc"
