// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace app {

/// A large button of the start page: picture, title and a sentence that may take several lines.
class StartCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit StartCard(const QString& iconName, QWidget* parent = nullptr);
    void setTexts(const QString& title, const QString& sentence);

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QFont titleFont() const;
    QString m_picture;
    QString m_sentence;
};

}  // namespace app
