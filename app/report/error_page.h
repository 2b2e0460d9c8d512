// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "model/base/error.h"

class QLabel;
class QPushButton;

namespace app {

/// What a tab shows instead of a timeline when its file could not be read: fact, next step, and what can be done here.
class ErrorPage : public QWidget {
    Q_OBJECT

public:
    explicit ErrorPage(QWidget* parent = nullptr);
    void setError(const model::Error& error, const QString& path);
    QString factText() const;
    QString nextText() const;
    QSize minimumSizeHint() const override { return {200, 100}; }

signals:
    void retryRequested();
    void openRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    model::Error m_error;
    QString m_path;
    QWidget* m_picture;
    QLabel* m_fact;
    QLabel* m_next;
    QLabel* m_where;
    QPushButton* m_retry;
    QPushButton* m_open;
    QPushButton* m_copy;
};

}  // namespace app
