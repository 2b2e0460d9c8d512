// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStatusBar>
#include <QTimer>

#include "app/report/report_page.h"

class QLabel;
class QToolButton;

namespace app {

/// The line at the bottom: what the pointer does at the left; events, notes, selection, rows and loading at the right.
class StatusPanel : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusPanel(QWidget* parent = nullptr);
    void setPage(ReportPage* page);
    /// All of it as one text, as people read it.
    QString summary() const;
    void refreshNow() { refresh(); }

signals:
    void notesClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QPointer<ReportPage> m_page;
    QObject* m_context;
    QLabel* m_hint;
    QLabel* m_events;
    QToolButton* m_notes;
    QLabel* m_selection;
    QLabel* m_rows;
    QLabel* m_loading;
    QToolButton* m_cancel;
    QTimer m_soon;
};

}  // namespace app
