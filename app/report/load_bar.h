// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/report/document.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace app {

/// Bytes, rate, time left and Cancel of a report that is being read or written; above the timeline, which stays usable.
class LoadBar : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Loading, Saving };
    explicit LoadBar(Kind kind, QWidget* parent = nullptr);
    void setProgress(const LoadProgress& progress);
    QString text() const;

signals:
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    QString describe() const;

    Kind m_kind;
    LoadProgress m_progress;
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

/// "3 s", "2 min": a rough time.
QString roughTime(double seconds);

}  // namespace app
