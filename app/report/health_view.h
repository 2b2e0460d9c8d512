// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include "app/kit/background.h"
#include "app/report/pane_host.h"
#include "model/query/health.h"

class QLabel;
class QStandardItemModel;

namespace app {

class Table;

/// What the capture of a report lacks, and what to do next time. Computed in a pool thread once the report is read and
/// this is on screen.
class HealthView : public QWidget {
    Q_OBJECT

public:
    explicit HealthView(QWidget* parent = nullptr);
    void setHost(PaneHost* host);
    /// Starts what is to be computed, if it is on screen and not yet known.
    void refresh();
    /// The same, waiting for it; for pictures.
    void refreshNow();
    QStandardItemModel* findings() const { return m_findings; }
    void retranslate();

signals:
    void computed();

protected:
    void showEvent(QShowEvent* event) override;

private:
    bool isDue() const;
    void setResult(model::Health health);
    void fill();

    QPointer<PaneHost> m_host;
    QLabel* m_summary;
    QStandardItemModel* m_findings;
    Table* m_table;
    std::weak_ptr<const model::Snapshot> m_asked;  ///< what is being examined, or was
    bool m_known = false;
    model::Health m_health;
    Newest m_examining{this};  ///< last
};

/// The sentences of a finding in the language of the window.
QString healthFact(const model::HealthFinding& finding, const timeline::TimeFormat& times = {});
QString healthAdvice(const model::HealthFinding& finding);

}  // namespace app
