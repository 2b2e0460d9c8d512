// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "app/capture/capture_form.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace app {

class CaptureOptionsView;
class CaptureProgress;
class CaptureRun;
class InfoBar;
class MachineView;

/// Asks what is to be captured, and shows the capture while it runs. Never modal; closing it leaves the capture
/// running.
class CaptureDialog : public QDialog {
    Q_OBJECT

public:
    explicit CaptureDialog(QWidget* parent = nullptr);
    ~CaptureDialog() override;

    CaptureForm form() const;
    void setForm(const CaptureForm& form);
    /// Fills the form from a command line that was typed elsewhere, and reports what was not understood. False: it
    /// is none.
    bool paste(const QString& command);
    /// By the key of one that comes with the program, or the name of a saved one.
    void choosePreset(const QString& key);
    void savePreset(const QString& name);
    void start();

    CaptureRun* run() const { return m_run; }
    CaptureProgress* progress() const { return m_progress; }
    MachineView* machine() const { return m_machine; }
    CaptureOptionsView* options() const { return m_options; }
    QString commandLine() const;
    QString target() const;        ///< of --on; empty = this machine
    QString noteText() const;      ///< about what was pasted
    QString obstacleText() const;  ///< why Start cannot be pressed; empty = it can

signals:
    /// A capture runs, in this folder.
    void sessionStarted(const QString& folder);
    /// It has written a report.
    void reportWritten(const QString& sessionFolder, const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeForm();
    QLayout* makePresets();
    QLayout* makeProgram();
    QLayout* makeCommand();
    void fillPresets(const QString& choose);
    void applyPreset();
    void askPresetName();
    void removePreset();
    void onEdited();
    void onTargetChosen();
    void updateState();
    void placeForRun(bool running);
    void chooseProgram();
    void chooseFolder();
    void retranslate();

    bool m_quiet = false;  ///< the form is being filled
    CaptureRun* m_run = nullptr;
    QStackedLayout* m_stack;
    InfoBar* m_noteBar;
    QLabel *m_presetLabel, *m_presetMeaning, *m_targetLabel, *m_programLabel, *m_argumentsLabel, *m_folderLabel,
        *m_environmentLabel, *m_commandLabel, *m_complaint;
    QComboBox *m_preset, *m_target;
    QToolButton *m_savePreset, *m_removePreset, *m_chooseProgram, *m_chooseFolder;
    QLineEdit *m_program, *m_arguments, *m_folder;
    QPlainTextEdit *m_environment, *m_command;
    QPushButton *m_copy, *m_paste, *m_start;
    QDialogButtonBox* m_buttons;
    CaptureOptionsView* m_options;
    MachineView* m_machine;
    CaptureProgress* m_progress;
};

}  // namespace app
