// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace app {

/// A line above the timeline that says what is so and offers what to do about it. Never blocks anything.
class InfoBar : public QWidget {
    Q_OBJECT

public:
    explicit InfoBar(const QString& iconName, QWidget* parent = nullptr);
    void setText(const QString& text);
    QString text() const;
    /// Texts of the buttons; without one the button is hidden.
    void setActionText(const QString& text);
    void setSecondActionText(const QString& text);

signals:
    void triggered();
    void secondTriggered();
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    QLabel* m_text;
    QPushButton* m_button;
    QPushButton* m_second;
    QToolButton* m_close;
};

}  // namespace app
