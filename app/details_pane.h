// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pane.h"
#include "timeline/event_text.h"

class QLabel;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace app {

/// Everything that is known about the selected event, in groups, with its call chain.
class DetailsPane : public Pane {
    Q_OBJECT

public:
    explicit DetailsPane(QWidget* parent = nullptr);
    void refreshNow() override { refresh(); }
    QString title() const override { return tr("Details"); }
    const std::vector<timeline::DetailRow>& rows() const { return m_rows; }
    /// Chosen lines, or all when none is chosen, as tab-separated text with raw values.
    QString asTsv() const;

protected:
    void pageChanged() override;
    void retranslate() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setEvent(model::EventRef event);
    void refresh();
    void showMenu(const QPoint& where);

    model::EventRef m_event;
    std::vector<timeline::DetailRow> m_rows;
    QLabel* m_name;
    QToolButton* m_jump;
    QToolButton* m_copy;
    QTreeWidget* m_tree;
};

}  // namespace app
