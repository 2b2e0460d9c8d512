// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QLabel;
class QPushButton;

namespace app {

class MainWindow;

/// The first five minutes in five callouts, each pointing at a real thing of the window. Not modal: everything can be
/// used meanwhile. Esc, × and Skip end it at any time.
class Tour : public QFrame {
    Q_OBJECT

public:
    /// Begins at once, and takes the place of one that goes on. Belongs to the window and deletes itself.
    explicit Tour(MainWindow& window);

    static int stepCount();
    int step() const { return m_step; }
    /// What the callout points at; null, if that is not shown.
    QWidget* target() const { return m_target; }

public slots:
    void next();
    void back();
    void end();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showStep(int step);
    /// Finds what the step is about.
    void point();
    void place();
    void retranslate();

    MainWindow& m_window;
    int m_step = 0;
    QPointer<QWidget> m_target;
    QWidget* m_outline;
    QLabel *m_title, *m_text, *m_count;
    QPushButton *m_skip, *m_back, *m_next;
};

/// At the first start: begins at once, or when the report that was named is read. A report that cannot be read puts it
/// off to the next start.
void showTourOnce(MainWindow& window);

}  // namespace app
