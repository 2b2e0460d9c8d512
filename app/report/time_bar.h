// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "model/base/time.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace app {

class ReportPage;

/// The bar that goes to a time: in any notation in which times are shown. A line marks the time while it is open.
class TimeBar : public QWidget {
    Q_OBJECT

public:
    /// The page outlives the bar.
    explicit TimeBar(ReportPage* page);

    /// Shows the bar with the keyboard in it, and the time in the middle of the view.
    void open();
    /// Moves the middle of the view there; false, and it says why, if the text is no time of the report.
    bool go();
    QLineEdit* line() const { return m_text; }
    QString status() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::optional<model::TimeNs> time() const;
    void showStatus(bool entered);
    void close_();
    void retranslate();

    ReportPage* m_page;
    QLineEdit* m_text;
    QLabel* m_status;
    QToolButton* m_close;
};

}  // namespace app
