// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace app {

/// The line above a timeline that is still being captured.
class LiveBar : public QWidget {
    Q_OBJECT

public:
    explicit LiveBar(QWidget* parent = nullptr);

    enum class Mode {
        Running,  ///< it can be stopped
        Waiting,  ///< … and has not begun: nothing is there to see
        Ending,   ///< nothing can be done but wait
        Ended,
    };
    void setMode(Mode mode);
    void setTexts(const QString& state, const QString& figures);
    /// Whether a report can be written while the capture goes on.
    void setRecording(bool recording);
    void setPaused(bool paused);
    void setFollowing(bool following);
    QString text() const;
    QPushButton* followButton() const { return m_follow; }
    QPushButton* pauseButton() const { return m_pause; }
    QPushButton* stopButton() const { return m_stop; }
    QPushButton* snapshotButton() const { return m_snapshot; }

signals:
    void followToggled(bool on);
    void pauseToggled(bool on);
    void snapshotRequested();
    void stopRequested();
    void cancelRequested();
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    Mode m_mode = Mode::Waiting;
    bool m_recording = false;
    QLabel *m_state, *m_figures;
    QPushButton *m_follow, *m_pause, *m_snapshot, *m_stop, *m_cancel, *m_close;
};

}  // namespace app
