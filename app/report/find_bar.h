// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "app/kit/background.h"
#include "app/kit/filter_edit.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace app {

class ReportPage;

/// Looks for events of one report: hits are counted, ticked on the overview strip and walked through in order of time.
class FindBar : public QWidget {
    Q_OBJECT

public:
    /// The page outlives the bar.
    explicit FindBar(ReportPage* page);

    enum class Scope { Report, Screen, Selection };
    enum class Show { Table, Statistics };

    /// Shows the bar with the keyboard in it.
    void open();
    void find(const FilterRequest& request);
    void find(const QString& text) { find(FilterRequest{text, {}}); }
    void next() { step(1); }
    void previous() { step(-1); }
    void setScope(Scope scope);

    bool isWorking() const { return m_search.isWorking(); }
    std::uint64_t total() const { return m_hits.total; }
    /// In order of time; fewer than total() where there are very many.
    const std::vector<model::EventRef>& hits() const { return m_hits.events; }
    QString status() const;
    FilterEdit* line() const { return m_text; }

signals:
    /// Somebody wants all hits in a pane. `filter` and `scope` find them there.
    void showRequested(Show how, const FilterRequest& filter, Scope scope);
    void finished();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void start();
    void setResult(model::SnapshotPtr searched, model::Hits hits, std::vector<model::TimeNs> times);
    Scope scope() const;
    void clear();
    void step(int direction);
    void close_();
    void updateTexts();
    void retranslate();

    ReportPage* m_page;
    FilterEdit* m_text;
    QToolButton *m_previous, *m_next, *m_list, *m_statistics, *m_close;
    QComboBox* m_scope;
    QLabel* m_status;
    QTimer m_soon;
    model::Hits m_hits;
    model::SnapshotPtr m_searched;  ///< what the hits are of
    QString m_hint;                 ///< why there may be none
    std::ptrdiff_t m_current = -1;
    bool m_stepWhenDone = false;
    Newest m_search{this};  ///< last
};

}  // namespace app
