// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>

#include "app/kit/background.h"
#include "model/query/correlation_chain.h"

namespace app {

/// What led to an event and what came of it, as a tree: operators and ranges around, calls, GPU work. Computed in a
/// pool thread.
class ChainView : public QTreeWidget {
    Q_OBJECT

public:
    explicit ChainView(QWidget* parent = nullptr);
    /// Shows the chain of an event; hides itself where there is none. Null, or an invalid event: nothing.
    void setEvent(model::SnapshotPtr report, model::EventRef event);
    bool isWorking() const { return m_work.isWorking(); }
    /// The event that a line stands for; invalid for lines that only count.
    static model::EventRef eventOf(const QTreeWidgetItem* item);
    void retranslate();

signals:
    /// Somebody wants to see an event of the chain.
    void eventActivated(model::EventRef event);
    void settled();

private:
    void setResult(const model::CorrelationChain& chain);
    QTreeWidgetItem* line(QTreeWidgetItem* above, model::EventRef event);
    void addWork(QTreeWidgetItem* above, const model::ChainCall& call);
    void addCount(QTreeWidgetItem* above, std::size_t listed, std::size_t all);

    model::SnapshotPtr m_report;
    model::EventRef m_event;
    Newest m_work{this};  // last
};

}  // namespace app
