// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "app/capture/capture_run.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace app {

/// A capture while it runs, and what became of it: time, what each process writes, and what the program prints.
class CaptureProgress : public QWidget {
    Q_OBJECT

public:
    explicit CaptureProgress(QWidget* parent = nullptr);
    /// The one to show; null = none.
    void setRun(CaptureRun* run);
    /// What the report of it has lost so far, as far as it has been read: see LiveView.
    void setDrops(quint64 records);
    QString stateText() const;
    QString outputText() const;

signals:
    void backRequested();
    void closeRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setUpOutput();
    void layOut();
    void refresh();
    void addOutput(const QString& text, bool isError);
    void fillProcesses(const LiveSession& session);
    void retranslate();

    CaptureRun* m_run = nullptr;
    QTimer m_timer;
    quint64 m_drops = 0;
    bool m_carriageReturn = false;  ///< what comes next replaces the last line
    model::Message m_refusal;
    QLabel *m_state, *m_figures, *m_note, *m_outputTitle;
    QTreeWidget* m_processes;
    QPlainTextEdit* m_output;
    QPushButton *m_stop, *m_abort, *m_back, *m_close;
};

}  // namespace app
